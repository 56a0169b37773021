"""Tests of ending a game together, by command and by button."""

from typing import Any

import pytest

from bot.show.draw.parts import frame
from bot.ui.panels.panel import Request
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, House
from tests.bot.recording import RecordingReply, buttons

TOO = "Agree to end it"


@pytest.fixture
async def table(house: House) -> int:
    """Deal for Ann, who opened the table, Ben and Cat."""
    return await house.dealt(ANN, BEN, CAT, pace="week")


def reply_of(house: House, person: int, **how: Any) -> RecordingReply:
    reply = house.reply(person, channel=CHANNEL, **how)
    reply.interaction = arrives(person)  # type: ignore[attr-defined]
    return reply


async def end(house: House, person: int, table: int, *, says: bool = True) -> RecordingReply:
    reply = reply_of(house, person)
    await house.router.actions.end_actions.end(reply, table, says=says)
    await house.quiet()
    return reply


async def ask(house: House, person: int, table: int, wanted: Request, **how: Any) -> RecordingReply:
    reply = reply_of(house, person, **how)
    await house.router.actions.serve(reply, table, wanted)
    await house.quiet()
    return reply


async def press(house: House, person: int, table: int) -> RecordingReply:
    board = house.board()
    return await ask(house, person, table, buttons(board.panel)[TOO].request, message=board.id)


async def test_player_proposes_the_end_on_the_board(house: House, table: int):
    assert TOO not in buttons(house.board().panel)
    reply = await end(house, BEN, table)
    board = house.board()
    assert "Ben wants to end this game now. Ann and Cat haven't agreed yet." in board.text
    assert TOO in buttons(board.panel)
    assert "Ann and Cat haven't agreed yet" in reply.text
    assert "Take it back" in buttons(reply.said[0].panel)
    assert (await house.seen(table)).phase == "playing"


async def test_last_vote_on_the_board_ends_the_table(house: House, table: int):
    await end(house, BEN, table)
    before = len(house.messenger.calls)
    reply = await press(house, CAT, table)
    assert "Ben and Cat want to end this game now. Ann hasn't agreed yet." in house.board().text
    assert (reply.said, len(reply.drawn)) == ([], 1)
    assert [call.verb for call in house.messenger.calls[before:]] == ["update"], (
        "and no edit besides"
    )
    last = await press(house, ANN, table)
    assert "This table was closed before its game was over." in house.board().text
    assert (last.said, len(last.drawn)) == ([], 1)
    assert (await house.seen(table)).phase == "ended"


async def test_votes_by_command_end_the_table(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await end(house, BEN, table)
    assert "Ann hasn't agreed yet" in (await end(house, CAT, table)).text
    assert (await end(house, ANN, table)).text == f"Table {table} is closed."


async def test_opener_ends_by_command_but_only_votes_by_button(house: House, table: int):
    await end(house, BEN, table)
    await press(house, ANN, table)
    assert "Ann and Ben want to end this game now. Cat has" in house.board().text
    assert (await house.seen(table)).phase == "playing"
    assert (await end(house, ANN, table)).text == f"Table {table} is closed."


async def test_second_press_offers_to_withdraw_the_vote(house: House, table: int):
    await end(house, BEN, table)
    await press(house, CAT, table)
    before = len(house.messenger.calls)
    again = await press(house, CAT, table)
    assert "Ann hasn't agreed yet" in again.text
    assert [call.verb for call in house.messenger.calls[before:]] == [], "nobody sees that"
    panel = house.messenger.private()[-1]
    back = buttons(again.said[0].panel)["Take it back"].request
    on_it = await ask(house, CAT, table, back, message=panel.id, on_own_panel=True)
    said = on_it.drawn[0].panel.text()
    assert said == f"You want to play on at table {table}. Ben still wants to end it."
    assert "Ben wants to end this game now. Ann and Cat" in house.board().text


async def test_vote_is_withdrawn_by_command(house: House, table: int):
    await end(house, BEN, table)
    wanted = buttons(house.board().panel)[TOO].request
    reply = await end(house, BEN, table, says=False)
    assert reply.text == f"You want to play on at table {table}."
    assert TOO not in buttons(house.board().panel)
    assert "would end" not in house.board().text
    with pytest.raises(Refusal, match="Nobody wants to end the game"):
        await ask(house, CAT, table, wanted)


async def test_vote_stays_after_a_move(house: House, table: int):
    await end(house, BEN, table)
    await house.hide(table, ANN, BEN, CAT)
    await house.quiet()
    assert "Ben wants to end this game now" in house.board().text


async def test_votes_survive_a_crash(house: House, table: int):
    await house.store.flush()
    await house.host.endings.vote(table, BEN, house.receipt(), says=True)
    await house.crash()  # before anything was drawn
    assert "would end" not in house.board().text
    await house.start()
    await house.quiet()
    assert "Ben wants to end this game now" in house.board().text


async def test_vote_redraws_no_panel_and_no_notice(house: House, table: int):
    await house.opens_hand(table, BEN)
    before = len(house.messenger.calls)
    await end(house, CAT, table)
    assert [call.verb for call in house.messenger.calls[before:]] == ["edit"], "the board alone"


async def test_watcher_is_told_who_can_end(house: House, table: int):
    with pytest.raises(Refusal, match="Only Ann, a moderator or all its players together"):
        await end(house, DAN, table)
    with pytest.raises(Refusal, match="aren't at table"):
        await ask(house, DAN, table, frame.END)
