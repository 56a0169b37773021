from typing import Any

import pytest

from bot.host.time.pace import PACES
from db.base.codec import codec_of
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, House, refused
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide
from tests.small.game.views import View


async def test_a_move_is_saved_with_its_log_row(house: House):
    table = await house.dealt(ANN, BEN)
    after = await house.play(table, BEN, Hide(coins=2))
    seen, stored = await house.seen(table, BEN), await house.stored(table)
    assert (seen.rev, seen.view.own, seen.to_move) == (after.table.rev, 2, {0})
    assert stored == after.table, "what is carried on is not what was committed"
    last = (await house.log(table))[-1]
    assert (last.rev, last.kind, last.seat, last.person) == (stored.rev, "move", 1, BEN)
    assert codec_of(SmallRules()).move.load(last.move or "") == Hide(coins=2)


async def test_the_log_has_one_row_per_change_without_a_gap(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.seats.leave(table, CAT, house.receipt())
    await house.seal(table)
    await house.deal(table, ANN)
    await refused(house.play(table, ANN, Hide(coins=99)))
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(10**6)
    assert await house.host.moves.play_absent(table, 1)
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    log = await house.log(table)
    assert [entry.rev for entry in log] == list(range(1, len(log) + 1))
    assert [entry.kind for entry in log] == [
        *("open", "join", "join", "leave", "freeze", "deal", "move", "clock", "end")
    ]
    assert (await house.stored(table)).rev == len(log)


async def test_a_bug_in_the_rules_changes_nothing(house: House):
    class Broken(SmallRules):
        def question(self, public: View) -> Any:
            raise ZeroDivisionError

    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)
    house.played_by(Broken())
    with pytest.raises(ZeroDivisionError):
        await house.play(table, ANN, Hide(coins=1))
    assert await house.stored(table) == before
    assert house.changed == []
    house.played_by(SmallRules())
    await house.play(table, ANN, Hide(coins=1))


async def test_a_refused_move_says_why(house: House):
    opened, table = await house.open(ANN, BEN), await house.dealt(ANN, BEN)
    assert "aren't at table" in await refused(house.play(table, CAT, Hide(coins=1)))
    assert "hasn't been dealt" in await refused(house.play(opened, ANN, Hide(coins=1)))
    assert "don't know that table" in await refused(house.play(99, ANN, Hide(coins=1)))
    await house.play_out(table)
    assert "is over" in await refused(house.play(table, ANN, Hide(coins=1)))


async def test_a_finished_game_has_no_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    seen = await house.seen(table)
    assert (seen.phase, seen.to_move, seen.until) == ("over", frozenset(), None)
    assert seen.standing is not None
    assert seen.standing.winners == {0}
    assert await house.due(table) == {"Ann": None, "Ben": None}


async def test_the_clock_makes_the_default_move_at_a_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PACES["live"].decision)
    assert await house.host.moves.play_absent(table, 1)
    assert (await house.seen(table, BEN)).view.own == 0
    last = (await house.log(table))[-1]
    assert (last.kind, last.seat, last.receipt) == ("clock", 1, None)
    assert (await house.seen(table)).news[-1].absent


async def test_the_clock_does_not_move_before_a_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PACES["live"].decision - 1)
    assert not await house.host.moves.play_absent(table, 1)
    await house.hide(table, BEN)
    house.clock.advance(10**6)
    assert not await house.host.moves.play_absent(table, 1)
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert not await house.host.moves.play_absent(table, 0)


async def test_only_moves_by_hand_update_presence(house: House):
    table = await house.dealt(ANN, BEN)
    dealt = [player.acted_at for player in (await house.stored(table)).players]
    house.clock.advance(PACES["live"].decision)
    await house.hide(table, ANN)
    await house.host.moves.play_absent(table, 1)
    await house.play(table, ANN, Guess(total=1))
    ann, ben = (await house.stored(table)).players
    assert ann.acted_at == house.clock.now()
    assert ben.acted_at == dealt[1]


async def test_why_not_explains_refused_moves_during_a_game(house: House):
    table = await house.dealt(ANN, BEN)
    assert await house.host.moves.why_not(table, BEN, Hide(coins=9)) == "Hide 0 to 3 coins."
    assert await house.host.moves.why_not(table, BEN, Hide(coins=1)) == ""
    with pytest.raises(Refusal, match="You aren't at table"):
        await house.host.moves.why_not(table, CAT, Hide(coins=1))
    await house.play_out(table)
    assert await house.host.moves.why_not(table, BEN, Hide(coins=9)) == "", "the game is over"
