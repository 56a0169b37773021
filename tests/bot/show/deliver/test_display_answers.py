"""Tests of answers that redraw a board or hand while other drawings are in flight."""

import asyncio
from pathlib import Path

import pytest

from bot.show.deliver.display import Timing
from db.tables.shown import BOARD
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House, house_on
from tests.bot.show.at_table import settled
from tests.small.game.moves import Guess, Hide, Hurry


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


async def test_an_answer_and_a_drawing_that_cross_never_show_an_older_state(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    held = house.messenger.hold("edit")
    await house.hide(table, ANN)
    await house.quiet()  # its drawing is in flight
    # only the click asks for the next drawing
    house.table_changed = lambda loaded: None  # type: ignore[method-assign]
    reply = house.reply(BEN, message=house.board().id)
    await house.hide(table, BEN)
    await house.display.answer_board(reply, table)
    assert (reply.acknowledged, reply.drawn) == (True, []), "two would write at once"
    held.release()
    await house.quiet()
    steps = house.board().steps
    assert steps == sorted(steps)
    assert "Ben has hidden coins." in house.board().text


async def test_an_answer_makes_the_waiting_drawing_unnecessary(tmp_path: Path):
    async with house_on(tmp_path, timing=Timing(settle=0.0, pause=2.0)) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.passes(10)
        await settled(house, house.hide(table, ANN))
        await house.hide(table, BEN)
        await house.quiet()  # its drawing waits for the end of the pause
        before = house.messenger.count("edit")
        await house.display.answer_board(house.reply(BEN, message=house.board().id), table)
        await house.passes(5)
        assert "Ben has hidden coins." in house.board().text
        assert house.messenger.count("edit") == before


async def test_a_slow_answer_delays_the_drawing_but_not_the_other_way_round(house: House):
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


async def test_a_lost_answer_is_drawn_in_the_background(house: House):
    table = await house.dealt(ANN, BEN)
    reply = house.reply(ANN, message=house.board().id, lost=True)
    await house.hide(table, ANN)
    await settled(house, house.display.answer_board(reply, table))
    assert "Ann has hidden coins." in house.board().text


async def test_a_click_on_a_deleted_board_posts_it_again(house: House):
    table = await house.dealt(ANN, BEN)
    reply = house.reply(ANN, message=house.board().id)
    house.messenger.delete(house.board().id)
    await house.hide(table, ANN)
    await house.display.answer_board(reply, table)
    assert not reply.given, "it can still be answered"
    await house.quiet()
    assert "Ann has hidden coins." in house.board().text


async def test_a_replaced_board_links_to_the_new_one(house: House):
    table = await house.dealt(ANN, BEN)
    old = house.board()
    await house.display.post_board(house.reply(ANN, channel=CHANNEL), table)
    old.removed = False  # as if it couldn't be deleted
    reply = house.reply(ANN, message=old.id)
    await house.display.answer_board(reply, table)
    assert "has moved:" in old.text
    assert str(house.store.shown(table, BOARD).message) in old.text


async def test_a_command_posts_the_board_anew_and_removes_the_old_one(house: House):
    table = await house.dealt(ANN, BEN)
    old, reply = house.board().id, house.reply(BEN, channel=CHANNEL)
    await settled(house, house.display.post_board(reply, table))
    assert reply.given
    assert house.board().id != old
    assert house.messenger.sent[old].removed
    await settled(house, house.hide(table, ANN))
    assert "Ann has hidden coins." in house.board().text


async def test_a_board_too_late_for_an_answer_is_posted_and_linked(house: House):
    table = await house.dealt(ANN, BEN)
    old, reply = house.board().id, house.reply(BEN, channel=CHANNEL, late=True)
    await settled(house, house.display.post_board(reply, table))
    assert house.board().id != old
    assert str(house.board().id) in reply.text


async def test_a_board_can_move_to_another_channel(house: House):
    table = await house.dealt(ANN, BEN)
    old = house.board()
    await house.host.seats.move_to(table, 7)
    await house.display.post_board(house.reply(ANN, channel=7), table)
    await settled(house, house.hide(table, ANN))
    assert "Ann has hidden coins." in house.board(channel=7).text
    assert "Ann has hidden coins." not in old.text


async def test_my_hand_is_ephemeral_and_only_for_players(house: House):
    table = await house.dealt(ANN, BEN)
    reply = house.reply(ANN, message=house.board().id)
    await house.display.answer_hand(reply, table, new_panel=True)
    assert "Your hand · Hidden Coins, table" in reply.text
    assert reply.drawn == []
    with pytest.raises(Refusal, match="welcome to watch"):
        await house.display.answer_hand(house.reply(CAT), table)


async def test_a_hand_shows_news_since_the_last_look(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, BEN, Hide(coins=1))
    for told in (True, False):
        reply = house.reply(ANN)
        await house.display.answer_hand(reply, table, new_panel=True)
        assert ("Ben has hidden coins." in reply.text) == told


async def test_a_pressed_panel_is_edited_in_place(house: House):
    table = await house.dealt(ANN, BEN)
    ephemeral = house.reply(ANN, message=99_555, on_own_panel=True)
    await house.display.answer_hand(ephemeral, table)
    assert [len(ephemeral.drawn), len(ephemeral.said)] == [1, 0]
    await house.quiet()
    assert len(house.display.queues) <= 3, "a lane for every panel that was ever clicked"


async def test_a_dm_hand_replaced_during_a_click_is_answered_with_a_new_one(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN)
    old = asking.hand(ANN).id
    await asking.hide(table, ANN, BEN)
    await settled(asking, asking.display.hands.send_again(table, ANN, 4242))
    reply = asking.reply(ANN, message=old, in_dm=True)
    await asking.display.answer_hand(reply, table)
    assert "Say a number" in reply.text


async def test_a_click_on_a_dm_hand_during_its_drawing_is_acknowledged(asking: House):
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


async def test_a_typed_line_moves_the_hand_to_the_bottom_of_the_dm(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    old = house.hand(ANN).id
    await house.hide(table, ANN)
    await settled(house, house.display.hands.send_again(table, ANN, 4242))
    assert house.hand(ANN).id != old
    assert "You hide 1 coin." in house.hand(ANN).text
    before = len(house.messenger.calls)
    await settled(house, house.display.hands.send_again(table, CAT, 4243))
    assert house.messenger.calls[before:] == [], "who does not sit here has no hand"
