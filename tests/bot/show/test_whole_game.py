"""Tests of whole games without discord.py, with a clock set by hand."""

import json

import pytest

from bot.host.proof.verify import verify
from bot.show.deliver.queues.messenger import TryLater
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.recording import buttons
from tests.bot.show.at_table import restarted, settled
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Hurry, Ponder


async def pressed(house: House, table: int, person: int, move: object) -> None:
    board = house.board()
    await house.play(table, person, move, drawn_at=board.steps[-1])
    await settled(house, house.display.answer_board(house.reply(person, message=board.id), table))


async def pressed_in_dm(house: House, table: int, person: int, move: object) -> None:
    hand = house.hand(person)
    await house.play(table, person, move, drawn_at=hand.steps[-1])
    await house.display.answer_hand(house.reply(person, message=hand.id, in_dm=True), table)
    await house.quiet()


async def test_a_whole_game_is_played_without_discord(house: House):
    await house.start()
    table = await house.open(ANN)
    for person, name in ((BEN, "Ben"), (CAT, "Cat")):
        await house.host.seats.join(table, person, name, house.receipt())
    await house.quiet()
    assert "**At the table:** Ann, Ben, Cat" in house.board().text

    await settled(house, house.deal(table, ANN))
    assert "To move:** Ann, Ben and Cat" in house.board().text
    for person in (ANN, BEN, CAT):
        await house.display.hands.send_again(table, person, house.receipt())
    assert all("It's your move" in house.hand(person).text for person in (ANN, BEN, CAT))

    await pressed_in_dm(house, table, ANN, Hide(coins=1))
    await pressed_in_dm(house, table, BEN, Hide(coins=3))
    before = len(house.messenger.calls)
    await pressed_in_dm(house, table, BEN, Hide(coins=2))
    assert {call.where for call in house.messenger.calls[before:]} == {BEN}, "somebody could notice"
    await house.passes(300)  # Cat sleeps, so the clock makes the default move
    assert "Cat has hidden coins. _(time was up)_" in house.board().text
    assert "You hide 2 coins." in house.hand(BEN).text

    guesses = 0
    while (seen := await house.seen(table)).to_move:
        [seat] = seen.to_move
        person = (ANN, BEN, CAT)[seat]
        await house.passes(31)
        assert [notice.shown[-1].person for notice in house.messenger.notices()] == [person]
        await pressed(house, table, (ANN, BEN, CAT)[(seat + 1) % 3], Hurry())
        await pressed(house, table, person, Ponder())
        await pressed(house, table, person, Guess(total=(0, 3, 9)[guesses]))
        guesses += 1
        assert house.messenger.notices() == []

    ending = house.board()
    assert "There are 3 coins in all" in ending.text
    assert set(buttons(ending.panel)) == {"Rematch", "The truth", "Was it fair?", "Share"}
    hands = [post for person in (ANN, BEN, CAT) for post in house.messenger.there(person=person)]
    assert all("There are 3 coins in all" in hand.text for hand in hands), "an old hand lies about"
    assert ending.steps == sorted(ending.steps), "a reader saw time run backwards"

    await house.passes(2)
    assert not (await house.stored(table)).behind
    written = json.loads(json.dumps(await house.queries.transcript(table)))
    assert "the seal opens" in verify(written, {"small": SmallRules()})


@pytest.mark.parametrize("verb", ["edit", "post", "send_dm", "edit_dm", "remove_dm", "remove"])
async def test_a_game_left_to_the_clock_is_shown_despite_rate_limits(house: House, verb: str):
    await house.start()
    table = await house.dealt_by_dm(ANN, BEN)
    for _ in range(12):
        house.messenger.fail(verb, TryLater("throttled", 7))
        await house.passes(60)
    assert (await house.seen(table)).phase == "playing"
    for _ in range(10):
        await house.passes(60)
    assert (await house.seen(table)).phase == "over"
    left = [post for person in (ANN, BEN) for post in house.messenger.there(person=person)]
    *stale, board = house.boards()
    for shown in stale:  # the old one couldn't be removed
        assert "has moved:" in shown.text
    for shown in (board, *left):
        assert "in all." in shown.text
        assert shown.steps == sorted(shown.steps)
    await house.passes(60)
    assert house.messenger.notices() == []
    assert not (await house.stored(table)).behind


async def test_a_game_goes_on_through_restarts(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    for person, move in (
        (ANN, Hide(coins=1)),
        (BEN, Hide(coins=2)),
        (BEN, Hurry()),
        (ANN, Ponder()),
        (ANN, Guess(total=3)),
        (BEN, Guess(total=5)),
    ):
        await house.play(table, person, move)
        await restarted(house)
        await house.agenda.close()
    assert "Ann wins" in house.board().text
    for shown in (house.board(), house.hand(ANN), house.hand(BEN)):
        assert shown.steps == sorted(shown.steps)
        assert "Ann wins" in shown.text
