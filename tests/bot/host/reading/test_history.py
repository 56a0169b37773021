from dataclasses import replace

import pytest

from bot.host.reading.history import NEWS_KEPT, HistoryEntry, kept
from db.base.codec import Codec, Unreadable, codec_of
from db.tables.log import LogEntry
from games.rules import Seat, Told
from tests.small.game import SmallRules
from tests.small.game.events import Event, Hid, HidSo

RULES = SmallRules()
TOLD: tuple[Told[Event], ...] = (Told(Hid(seat=0)), Told(HidSo(seat=0, coins=2), frozenset({0})))
WRITTEN = codec_of(RULES).told.dump(TOLD)


def row(rev: int, step: int, seat: Seat | None = 0, told: str = "[]") -> LogEntry:
    return LogEntry(rev, step, "move", seat, None, None, told, None, 0.0)


def test_history_entry_decodes_its_events_once_on_demand(monkeypatch: pytest.MonkeyPatch):
    loads: list[str] = []
    real = Codec[object].load
    monkeypatch.setattr(Codec, "load", lambda self, text: loads.append(text) or real(self, text))
    history = HistoryEntry(RULES, row(1, 1, told=WRITTEN))
    assert loads == []
    assert history.told == TOLD == history.told
    assert loads == [WRITTEN]


def test_a_new_history_entry_decodes_nothing():
    assert HistoryEntry(RULES, row(1, 1, told="nonsense"), TOLD).told == TOLD
    assert HistoryEntry(RULES, row(1, 1, told=WRITTEN), ()).told == (), "nothing is something, too"


def test_news_are_made_once_for_the_mover_and_once_for_all_others():
    entry = HistoryEntry(RULES, row(1, 1), TOLD)
    others = entry.news(own=False, all_of_it=False)
    assert others is entry.news(own=False, all_of_it=False)
    assert [news.own for news in others] == [False, False]
    assert [news.own for news in entry.news(own=True, all_of_it=False)] == [True, False]


def test_only_its_owner_learns_before_the_end_that_an_order_moved():
    entry = HistoryEntry(RULES, replace(row(1, 1), kind="order"), TOLD)
    readers = (True, False), (False, False), (False, True)
    said = [entry.news(own=own, all_of_it=all_of_it)[0].ordered for own, all_of_it in readers]
    assert said == [True, False, True]


@pytest.mark.parametrize("told", ["nonsense", '[{"event":{"kind":"sung"},"to":null}]'])
def test_only_old_history_entries_may_be_unreadable(told: str):
    assert HistoryEntry(RULES, row(1, 1, told=told), old=True).told == ()
    with pytest.raises(Unreadable):
        _ = HistoryEntry(RULES, row(1, 1, told=told)).told
    assert HistoryEntry(RULES, row(1, 1, told=WRITTEN), old=True).told == TOLD, (
        "what can be read is"
    )


def log_of(*moves: Seat | None) -> tuple[HistoryEntry, ...]:
    found, step = [row(1, 1)], 1
    for rev, seat in enumerate(moves, start=2):
        step += seat is None
        found.append(row(rev, step, seat or 0))
    return tuple(HistoryEntry(RULES, entry) for entry in found)


def revs(history: tuple[HistoryEntry, ...]) -> list[int]:
    return [row.entry.rev for row in history]


def test_a_short_history_is_kept_whole():
    assert kept(()) == ()
    for moves in ((), (None, 0, 1), (0,) * (NEWS_KEPT - 1), (None,) * (NEWS_KEPT - 1)):
        history = log_of(*moves)
        assert kept(history) == history


def test_the_newest_public_history_entries_are_kept():
    history = log_of(*(None,) * (NEWS_KEPT + 5))
    assert revs(kept(history)) == revs(history)[-NEWS_KEPT:]


def test_secret_history_entries_push_out_no_public_ones():
    seen = (None,) * 10
    before, after = log_of(*seen), log_of(*seen, *(0,) * (3 * NEWS_KEPT))
    assert revs(kept(after))[: len(before)] == revs(before)
    assert len(kept(after)) == len(before) + NEWS_KEPT, "nor does it fill the memory"
    assert revs(kept(after))[-1] == len(after), "the newest is kept"


def test_secret_history_entries_push_out_no_other_seats():
    history = log_of(1, 1, 1, *(0,) * (NEWS_KEPT + 5))
    assert revs(kept(history)) == [1, 2, 3, 4, *revs(history)[-NEWS_KEPT:]]


def test_public_history_entries_push_out_only_older_ones():
    public = (None,) * (NEWS_KEPT - 1)
    history = log_of(None, 0, *public)
    assert revs(kept(history)) == revs(history)[1:], "the first row of all has made room"


def test_history_is_the_same_row_by_row_or_at_once():
    moves = (None, 0, 1, 1) * NEWS_KEPT + (0,) * NEWS_KEPT + (None, 1) * (NEWS_KEPT + 3)
    history, grown = log_of(*moves), tuple[HistoryEntry, ...]()
    for at, row in enumerate(history, start=1):
        grown = kept((*grown, row))
        assert revs(grown) == revs(kept(history[:at]))


def test_a_secret_history_entry_leaves_with_its_public_move():
    history = log_of(None, 0, 0, *(None,) * NEWS_KEPT)
    assert revs(kept(history)) == revs(history)[-NEWS_KEPT:]
