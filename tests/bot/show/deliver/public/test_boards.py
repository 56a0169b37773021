"""Tests of boards that are posted anew without a ping: old ones and final ones."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.show.deliver.public.boards import OLD_BOARD, REPOST_GAP, Boards
from bot.show.deliver.queues.messenger import ShutOut, TryLater
from db.tables.shown import BOARD
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House, house_on
from tests.bot.recording import buttons
from tests.bot.show.at_table import restarted, settled
from tests.small.game.moves import Guess


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path) as made:
        yield made


async def later(house: House, seconds: float) -> int:
    table = await house.dealt(ANN, BEN, CAT, pace="week")
    await house.passes(seconds)
    return table


async def test_an_old_board_is_posted_anew_when_two_players_are_here(house: House):
    table = await later(house, OLD_BOARD)
    old = house.board()
    await settled(house, house.hide(table, ANN))
    assert house.board() is old, "for one alone it is not worth it"
    await settled(house, house.hide(table, BEN))
    new = house.board()
    assert new is not old
    assert old.removed
    assert "Ben has hidden coins." in new.text
    assert (await house.seen(table)).step == new.steps[-1]
    assert house.messenger.notices() == []


async def test_a_young_board_stays_where_it_is(house: House):
    table = await later(house, OLD_BOARD - 700)
    old = house.board()
    await settled(house, house.hide(table, ANN, BEN))
    assert house.board() is old


async def test_an_old_board_is_posted_anew_once_an_hour_at_most(house: House):
    table = await later(house, OLD_BOARD)
    await settled(house, house.hide(table, ANN, BEN))
    second = house.board()
    await house.passes(REPOST_GAP - 60)  # old again, but within the hour
    await house.hide(table, CAT)
    await settled(house, house.play(table, ANN, Guess(total=9)))
    assert house.board() is second
    await house.passes(120)
    await settled(house, house.play(table, BEN, Guess(total=8)))
    assert house.board() is not second


async def test_a_press_on_an_old_board_is_answered_before_it_is_replaced(house: House):
    table = await later(house, OLD_BOARD)
    old = house.board()
    await house.hide(table, ANN)
    await house.hide(table, BEN)
    reply = house.reply(BEN, message=old.id, channel=CHANNEL)
    await settled(house, house.display.answer_board(reply, table))
    assert house.board() is not old
    assert reply.drawn


async def test_the_old_board_stays_if_posting_fails(house: House):
    table = await later(house, OLD_BOARD)
    old = house.board()
    house.messenger.fail("post", ShutOut("no"))
    await settled(house, house.hide(table, ANN, BEN))
    await settled(house, house.hide(table, CAT))
    assert house.board() is old
    assert "Cat has hidden coins." in old.text


async def test_a_finished_board_is_not_posted_anew(house: House):
    table = await house.dealt(ANN, BEN)
    await settled(house, house.play_out(table))
    old = house.board()
    await house.passes(OLD_BOARD + 60)
    house.display.look_at(table)
    await house.quiet()
    assert house.board() is old


async def ended(house: House) -> int:
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await settled(house, house.play(table, ANN, Guess(total=3)))
    return table


async def test_the_final_board_is_a_new_message_and_the_old_board_is_removed(house: House):
    table = await ended(house)
    before = house.board()
    await settled(house, house.play(table, BEN, Guess(total=2)))
    after = house.board()
    assert after is not before
    assert before.removed
    assert "Rematch" in buttons(after.panel)
    shown = await house.shown(table, BOARD)
    assert (shown.message, len(after.shown)) == (after.id, 1)


async def test_a_press_that_ends_the_game_is_answered_by_the_new_board(house: House):
    table = await ended(house)
    before = house.board()
    reply = house.reply(BEN, message=before.id)
    await house.play(table, BEN, Guess(total=2))
    await settled(house, house.display.answer_board(reply, table))
    assert (reply.acknowledged, before.removed) == (True, True)
    assert "Rematch" in buttons(house.board().panel)


async def test_the_final_board_is_a_new_message_even_if_a_drawing_was_pending(house: House):
    table = await ended(house)
    before = house.board()
    house.display.board_changed(table)
    await settled(house, house.play(table, BEN, Guess(total=2)))
    assert house.board() is not before
    assert before.removed


async def test_a_redrawn_final_board_stays_where_it_is(house: House):
    table = await ended(house)
    await settled(house, house.play(table, BEN, Guess(total=2)))
    end = house.board()
    house.display.board_changed(table)
    await house.quiet()
    assert house.board() is end
    assert len(end.shown) == 2


async def test_a_board_that_was_posted_but_not_noted_is_taken_over(house: House):
    """The bot is killed between the two; then it's long enough away that no nonce is remembered."""
    table = await later(house, OLD_BOARD)
    await settled(house, house.hide(table, ANN))
    old = house.board()
    with patch.object(Boards, "_note_posted", side_effect=asyncio.CancelledError):
        await house.hide(table, BEN)
        await house.quiet()
    twin = house.boards()[-1]
    assert house.boards() == [old, twin]
    twin.nonce = twin.nonce.partition("#")[0] + "#forgotten"
    await restarted(house)
    await house.hide(table, CAT)
    await house.passes(60)
    assert house.boards() == [twin]
    assert twin.steps[-1] == (await house.seen(table)).step


async def test_a_board_that_a_command_posted_is_taken_over_without_a_move(house: House):
    table = await later(house, 60)
    await house.start()
    await house.passes(60)
    old = house.board()
    with (
        patch.object(Boards, "_note_posted", side_effect=asyncio.CancelledError),
        pytest.raises(asyncio.CancelledError),
    ):
        await house.display.post_board(house.reply(ANN, channel=CHANNEL), table)
    twin = house.boards()[-1]
    assert house.boards() == [old, twin]
    twin.nonce = twin.nonce.partition("#")[0] + "#forgotten"
    await restarted(house)
    await house.passes(60)
    assert house.boards() == [twin]


async def test_an_old_board_that_cannot_be_removed_links_to_the_new_one(house: House):
    table = await ended(house)
    house.messenger.fail("remove", TryLater("throttled", 90.0))
    await settled(house, house.play(table, BEN, Guess(total=2)))
    before, after = house.boards()
    assert "has moved:" in before.text
    assert str(after.id) in before.text
