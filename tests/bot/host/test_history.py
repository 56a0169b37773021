"""What has happened lately: what is kept of a log in memory, and when it is read from its JSON."""

import pytest

from bot.host.history import NEWS_KEPT, HistoryEntry, kept
from db.codec import Codec, Unreadable, codec_of
from db.log import LogEntry
from games.rules import Seat, Told
from tests.small.game import SmallRules
from tests.small.game.events import Event, Hid, HidSo

RULES = SmallRules()
TOLD: tuple[Told[Event], ...] = (Told(Hid(seat=0)), Told(HidSo(seat=0, coins=2), frozenset({0})))
WRITTEN = codec_of(RULES).told.dump(TOLD)


def row(rev: int, step: int, seat: Seat | None = 0, told: str = "[]") -> LogEntry:
    return LogEntry(rev, step, "move", seat, None, None, told, None, 0.0)


# --- read when somebody asks ----------------------------------------------------------------------


def test_what_was_told_is_read_from_its_json_once_and_not_before_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
):
    loads: list[str] = []
    real = Codec[object].load
    monkeypatch.setattr(Codec, "load", lambda self, text: loads.append(text) or real(self, text))
    heard = HistoryEntry(RULES, row(1, 1, told=WRITTEN))
    assert loads == []
    assert heard.told == TOLD == heard.told
    assert loads == [WRITTEN]


def test_what_was_told_just_now_is_not_read_again():
    assert HistoryEntry(RULES, row(1, 1, told="nonsense"), TOLD).told == TOLD
    assert HistoryEntry(RULES, row(1, 1, told=WRITTEN), ()).told == (), "nothing is something, too"


@pytest.mark.parametrize("told", ["nonsense", '[{"event":{"kind":"sung"},"to":null}]'])
def test_of_older_rules_what_cannot_be_read_is_passed_over_and_else_it_is_a_fault(told: str):
    """A row of today's rules that cannot be read is a damaged file, which nobody may play on."""
    assert HistoryEntry(RULES, row(1, 1, told=told), old=True).told == ()
    with pytest.raises(Unreadable):
        _ = HistoryEntry(RULES, row(1, 1, told=told)).told
    assert HistoryEntry(RULES, row(1, 1, told=WRITTEN), old=True).told == TOLD, (
        "what can be read is"
    )


# --- what is kept ---------------------------------------------------------------------------------


def log_of(*moves: Seat | None) -> tuple[HistoryEntry, ...]:
    """Write a log: a move that all could see (None), or what a seat did in secret."""
    found, step = [row(1, 1)], 1
    for rev, seat in enumerate(moves, start=2):
        step += seat is None
        found.append(row(rev, step, seat or 0))
    return tuple(HistoryEntry(RULES, entry) for entry in found)


def revs(heard: tuple[HistoryEntry, ...]) -> list[int]:
    return [row.entry.rev for row in heard]


def test_of_a_short_log_all_is_kept():
    assert kept(()) == ()
    for moves in ((), (None, 0, 1), (0,) * (NEWS_KEPT - 1), (None,) * (NEWS_KEPT - 1)):
        heard = log_of(*moves)
        assert kept(heard) == heard


def test_of_what_all_could_see_the_newest_is_kept_in_order():
    heard = log_of(*(None,) * (NEWS_KEPT + 5))
    assert revs(kept(heard)) == revs(heard)[-NEWS_KEPT:]


def test_what_a_seat_does_in_secret_pushes_nothing_off_that_others_saw():
    """They could count by it how often a hand was changed behind a screen."""
    seen = (None,) * 10
    before, after = log_of(*seen), log_of(*seen, *(0,) * (3 * NEWS_KEPT))
    assert revs(kept(after))[: len(before)] == revs(before)
    assert len(kept(after)) == len(before) + NEWS_KEPT, "nor does it fill the memory"
    assert revs(kept(after))[-1] == len(after), "the newest is kept"


def test_what_a_seat_does_in_secret_pushes_nothing_off_of_another_seat_s_secrets():
    heard = log_of(1, 1, 1, *(0,) * (NEWS_KEPT + 5))
    assert revs(kept(heard)) == [1, 2, 3, 4, *revs(heard)[-NEWS_KEPT:]]


def test_what_all_could_see_pushes_off_what_is_as_old_alone():
    """Of a seat's secrets those stay that belong to what is still kept."""
    public = (None,) * (NEWS_KEPT - 1)
    heard = log_of(None, 0, *public)
    assert revs(kept(heard)) == revs(heard)[1:], "the first row of all has made room"


def test_kept_row_by_row_or_all_at_once_it_is_the_same():
    """A change adds a row to what is in memory, a restart reads them all: nobody may notice it."""
    moves = (None, 0, 1, 1) * NEWS_KEPT + (0,) * NEWS_KEPT + (None, 1) * (NEWS_KEPT + 3)
    heard, grown = log_of(*moves), tuple[HistoryEntry, ...]()
    for at, row in enumerate(heard, start=1):
        grown = kept((*grown, row))
        assert revs(grown) == revs(kept(heard[:at]))


def test_what_was_done_in_secret_goes_with_the_move_that_it_came_after():
    """Its row alone could not say that it is no move that all could see."""
    heard = log_of(None, 0, 0, *(None,) * NEWS_KEPT)
    assert revs(kept(heard)) == revs(heard)[-NEWS_KEPT:]
