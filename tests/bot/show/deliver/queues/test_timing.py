"""Tests of the delays and how they relate to each other."""

from bot.host.commit import staleness
from bot.host.time import deadlines
from bot.host.time.pace import PACES
from bot.settings import Settings
from bot.show.deliver.private.open_panels import KEPT_FOR
from bot.show.deliver.queues.timing import Timing
from bot.show.discord_py.dm_rate_limit import TURN_EXPIRES

USUAL = Timing()


def test_the_delays_match_the_host_s_defaults():
    assert USUAL.reading == staleness.READING
    assert USUAL.here_for == deadlines.PRESENT_NOTICE_AFTER


def test_present_players_get_their_notice_later_but_before_the_deadline():
    assert USUAL.notice_after < USUAL.here_for < min(pace.decision for pace in PACES.values())


def test_a_notice_comes_before_the_panel_s_token_expires():
    assert USUAL.here_for < KEPT_FOR


def test_background_drawings_pause_longer_than_answers():
    assert 0 < USUAL.settle < USUAL.pause


def test_a_change_is_drawn_before_it_counts_as_read():
    assert USUAL.settle < USUAL.reading


def test_a_failure_pauses_longer_than_a_success():
    assert USUAL.pause < USUAL.retry


def test_a_retry_finds_its_turn_for_a_new_dm():
    assert USUAL.retry < TURN_EXPIRES


def test_unset_delays_have_the_usual_values():
    usual = {name: field.default for name, field in Settings.model_fields.items()}
    assert usual["nudge_after"] == USUAL.notice_after
    assert usual["nudge_here_after"] == USUAL.here_for
    assert usual["draw_pause"] == USUAL.pause
    assert usual["reading_time"] == USUAL.reading
    assert usual["house_thinks"] == USUAL.house_thinks
