"""How eagerly things are shown: what the times promise each other."""

from bot.host import deadlines, staleness
from bot.host.pace import PACES
from bot.settings import Settings
from bot.show.dm_rate_limit import TURN_EXPIRES
from bot.show.open_panels import KEPT_FOR
from bot.show.timing import Timing

USUAL = Timing()


def test_what_is_asked_of_the_host_is_what_the_host_goes_by_itself():
    assert USUAL.reading == staleness.READING
    assert USUAL.here_for == deadlines.HERE_FOR


def test_who_is_here_is_left_in_peace_for_longer_and_everybody_is_told_in_time():
    assert USUAL.notice_after < USUAL.here_for < min(pace.decision for pace in PACES.values())


def test_whose_panel_is_kept_true_is_not_written_to_after_it_has_gone_stale():
    assert USUAL.here_for < KEPT_FOR


def test_what_is_drawn_of_itself_waits_for_longer_than_what_a_click_has_drawn():
    assert 0 < USUAL.settle < USUAL.pause


def test_what_changed_is_drawn_before_anybody_is_taken_to_have_read_it():
    assert USUAL.settle < USUAL.reading


def test_what_failed_rests_for_longer_than_what_went_through():
    assert USUAL.pause < USUAL.retry


def test_who_tries_again_finds_their_turn_for_a_new_dm_still_theirs():
    assert USUAL.retry < TURN_EXPIRES


def test_who_sets_nothing_gets_the_usual_times():
    usual = {name: field.default for name, field in Settings.model_fields.items()}
    assert usual["nudge_after"] == USUAL.notice_after
    assert usual["nudge_here_after"] == USUAL.here_for
    assert usual["draw_pause"] == USUAL.pause
    assert usual["reading_time"] == USUAL.reading
