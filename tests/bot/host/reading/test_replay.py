from dataclasses import replace

from bot.host.reading.replay import replayed
from db.tables import log
from tests.bot.house import ANN, BEN, House
from tests.small.game import SmallRules
from tests.small.game.events import Guessed, HidSo
from tests.small.game.moves import Guess, Hide, Hurry, Ponder
from tests.small.game.state import Options

RULES = SmallRules()


async def finished(house: House) -> int:
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=2))
    await house.play(table, BEN, Hide(coins=1))
    await house.play(table, BEN, Hurry())
    await house.play(table, ANN, Ponder())
    await house.play(table, ANN, Guess(total=3))
    await house.play(table, BEN, Guess(total=0))
    return table


async def test_replay_has_every_move_with_events_and_views(house: House):
    table = await finished(house)
    turns = (await house.queries.story(table, None)).turns
    assert [turn.seat for turn in turns] == [None, 0, 1, 1, 0, 0, 1]
    assert turns[1].move == Hide(coins=2)
    assert [turn.by for turn in turns[:2]] == ["deal", "hand"]
    told = [event for turn in turns for event in turn.events]
    assert HidSo(seat=0, coins=2) in told, "what one alone was told is told, too"
    assert told[-2] == Guessed(seat=1, total=0)
    last = turns[-1]
    assert (last.seen(0).own, last.seen(1).own, last.seen(None).own) == (2, 1, None)
    assert last.seen(None).seen.guesses == (3,)


async def test_replay_is_only_for_finished_games_on_open_terms(house: House):
    table = await house.dealt(ANN, BEN)
    assert (await house.queries.story(table, ANN)).turns == ()
    closed = await house.dealt(ANN, BEN, laid_open=False)
    await house.play_out(closed)
    assert (await house.queries.story(closed, ANN)).turns == ()


async def test_replay_is_empty_if_these_rules_cannot_play_it(house: House):
    table = await finished(house)
    stored = await house.stored(table)
    entries = await log.since(house.database.reader, table, 0)
    assert len(replayed(RULES, stored, Options(), entries)) == 7
    assert replayed(RULES, replace(stored, version=99), Options(), entries) == []
    assert replayed(RULES, replace(stored, dealt_version=99), Options(), entries) == []
    odd = [
        entry if entry.move is None else replace(entry, move='{"kind":"?"}') for entry in entries
    ]
    assert replayed(RULES, stored, Options(), odd) == []
    against = [entry for entry in entries if entry.seat != 0 or entry.kind != "move"]
    assert replayed(RULES, stored, Options(), against) == []
