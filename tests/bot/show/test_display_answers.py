"""The answers: the clicked board, a board brought down, one's own hand; none crosses another."""

import asyncio
from pathlib import Path

import pytest

from bot.show.display import Timing
from db.shown import BOARD
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House, house_on
from tests.bot.recording import Call
from tests.bot.show.at_table import settled
from tests.small.game.moves import Guess, Hide, Hurry


async def calls(house: House, after: int = 0) -> list[Call]:
    """Return what was asked of Discord since, once all is shown."""
    await house.quiet()
    return house.messenger.calls[after:]


async def test_the_clicked_board_is_the_answer_and_is_not_drawn_again(house: House):
    table = await house.dealt(ANN, BEN)
    await settled(house, house.hide(table, ANN, BEN))
    before = house.messenger.count("edit")
    reply = house.reply(ANN, message=house.board().id)
    await house.play(table, ANN, Guess(total=1))
    await settled(house, house.display.answer_board(reply, table))
    assert "Ann guessed 1." in house.board().text
    assert len(reply.drawn) == 1
    assert house.messenger.count("edit") == before


async def test_an_answer_and_a_background_drawing_that_cross_never_go_back(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    held = house.messenger.hold("edit")
    await house.hide(table, ANN)
    await house.quiet()  # the drawing of this is in flight
    reply = house.reply(BEN, message=house.board().id)
    await house.hide(table, BEN)
    await house.display.answer_board(reply, table)
    assert (reply.acknowledged, reply.drawn) == (True, []), "two would write at once"
    held.release()
    await house.quiet()
    steps = house.board().steps
    assert steps == sorted(steps)
    assert "Ben has hidden coins." in house.board().text


async def test_the_drawing_of_a_click_that_found_its_board_busy_comes_next(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    held = house.messenger.hold("edit")
    await settled(house, house.hide(table, ANN))
    house.host.changed = lambda loaded: None
    await house.hide(table, BEN)
    await house.display.answer_board(house.reply(BEN, message=house.board().id), table)
    held.release()
    await house.quiet()
    assert "Ben has hidden coins." in house.board().text


async def test_what_an_answer_has_drawn_is_not_drawn_again_by_the_drawing_that_waited(
    tmp_path: Path,
):
    async with house_on(tmp_path, timing=Timing(settle=0.0, pause=2.0)) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.passes(10)
        await settled(house, house.hide(table, ANN))
        await house.hide(table, BEN)
        await house.quiet()  # its drawing waits for the pause to end
        before = house.messenger.count("edit")
        await house.display.answer_board(house.reply(BEN, message=house.board().id), table)
        await house.passes(5)
        assert "Ben has hidden coins." in house.board().text
        assert house.messenger.count("edit") == before


async def test_a_slow_answer_holds_the_background_drawing_up_and_not_the_other_way(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    held = house.messenger.hold("update")
    reply = house.reply(ANN, message=house.board().id)
    await house.hide(table, ANN)
    task = asyncio.create_task(house.display.answer_board(reply, table))
    await held.arrived.wait()
    await settled(house, house.hide(table, BEN))
    held.release()
    await task
    await house.quiet()
    steps = house.board().steps
    assert steps == sorted(steps)
    assert steps[-1] == (await house.seen(table)).step


async def test_an_answer_that_is_lost_is_drawn_in_the_background(house: House):
    table = await house.dealt(ANN, BEN)
    reply = house.reply(ANN, message=house.board().id, lost=True)
    await house.hide(table, ANN)
    await settled(house, house.display.answer_board(reply, table))
    assert "Ann has hidden coins." in house.board().text


async def test_a_click_on_a_board_that_was_deleted_meanwhile_has_it_posted(house: House):
    table = await house.dealt(ANN, BEN)
    reply = house.reply(ANN, message=house.board().id)
    house.messenger.delete(house.board().id)
    await house.hide(table, ANN)
    await house.display.answer_board(reply, table)
    assert not reply.given, "it can still be answered"
    await house.quiet()
    assert "Ann has hidden coins." in house.board().text


async def test_a_board_that_has_moved_on_says_where_to(house: House):
    table = await house.dealt(ANN, BEN)
    old = house.board()
    await house.display.post_board(house.reply(ANN, channel=CHANNEL), table)
    old.removed = False  # as if it could not be deleted
    reply = house.reply(ANN, message=old.id)
    await house.display.answer_board(reply, table)
    assert "has moved on" in old.text
    assert str(house.store.shown(table, BOARD).message) in old.text


async def test_a_board_is_brought_down_in_the_place_of_the_one_before(house: House):
    table = await house.dealt(ANN, BEN)
    old, reply = house.board().id, house.reply(BEN, channel=CHANNEL)
    await settled(house, house.display.post_board(reply, table))
    assert reply.given
    assert house.board().id != old
    assert house.messenger.sent[old].removed
    await settled(house, house.hide(table, ANN))
    assert "Ann has hidden coins." in house.board().text


async def test_a_board_that_is_too_late_for_an_answer_is_posted_and_the_answer_says_where(
    house: House,
):
    table = await house.dealt(ANN, BEN)
    old, reply = house.board().id, house.reply(BEN, channel=CHANNEL, late=True)
    await settled(house, house.display.post_board(reply, table))
    assert house.board().id != old
    assert str(house.board().id) in reply.text


async def test_a_board_can_move_to_another_channel(house: House):
    table = await house.dealt(ANN, BEN)
    old = house.board()
    await house.host.move_to(table, 7)
    await house.display.post_board(house.reply(ANN, channel=7), table)
    await settled(house, house.hide(table, ANN))
    assert "Ann has hidden coins." in house.board(channel=7).text
    assert "Ann has hidden coins." not in old.text


async def test_my_hand_is_shown_in_private_to_who_sits_here(house: House):
    table = await house.dealt(ANN, BEN)
    reply = house.reply(ANN, message=house.board().id)
    await house.display.answer_hand(reply, table, anew=True)
    assert "Your hand · Hidden Coins, table" in reply.text
    assert reply.drawn == []
    with pytest.raises(Refusal, match="welcome to watch"):
        await house.display.answer_hand(house.reply(CAT), table)


async def test_who_has_looked_is_told_what_came_after(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, BEN, Hide(coins=1))
    for told in (True, False):
        reply = house.reply(ANN)
        await house.display.answer_hand(reply, table, anew=True)
        assert ("Ben has hidden coins." in reply.text) == told


async def test_a_panel_of_one_s_own_is_drawn_on_when_it_is_clicked(house: House):
    table = await house.dealt(ANN, BEN)
    ephemeral = house.reply(ANN, message=99_555, on_own_panel=True)
    await house.display.answer_hand(ephemeral, table)
    assert [len(ephemeral.drawn), len(ephemeral.said)] == [1, 0]
    await house.quiet()
    assert len(house.display.lanes) <= 3, "a lane for every panel that was ever clicked"


async def test_a_hand_in_a_dm_that_was_replaced_while_it_was_clicked_is_said_anew(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN)
    old = asking.hand(ANN).id
    await asking.hide(table, ANN, BEN)
    await settled(asking, asking.display.hands.send_again(table, ANN, 4242))
    reply = asking.reply(ANN, message=old, in_dm=True)
    await asking.display.answer_hand(reply, table)
    assert "Say a number" in reply.text


async def test_a_click_on_the_hand_in_the_dm_while_it_is_drawn_is_acknowledged(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN)
    await settled(asking, asking.hide(table, ANN, BEN))
    held = asking.messenger.hold("edit_dm", where=ANN)
    await asking.play(table, BEN, Hurry())
    await held.arrived.wait()
    reply = asking.reply(ANN, message=asking.hand(ANN).id, in_dm=True)
    await asking.display.answer_hand(reply, table)
    assert (reply.acknowledged, reply.drawn) == (True, [])
    held.release()
    await asking.quiet()
    assert "You are hurried." in asking.hand(ANN).text


async def test_after_a_typed_line_the_hand_lies_at_the_bottom_again(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    old = house.hand(ANN).id
    await house.hide(table, ANN)
    await settled(house, house.display.hands.send_again(table, ANN, 4242))
    assert house.hand(ANN).id != old
    assert "You hide 1 coin." in house.hand(ANN).text
    before = len(house.messenger.calls)
    await house.display.hands.send_again(table, CAT, 4243)
    assert await calls(house, before) == [], "who does not sit here has no hand"
