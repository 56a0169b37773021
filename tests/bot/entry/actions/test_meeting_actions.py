"""Tests of meetings by command and by button: the answers and the board."""

import pytest

from bot.show.draw.parts import frame
from db.people.people import Person
from games.rules import Refusal
from tests.bot.entry.asking import ask
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House
from tests.bot.recording import RecordingReply, buttons

MEET = frame.MEET.with_args({"when": "22:30"})


async def press(house: House, person: int, table: int, label: str) -> RecordingReply:
    board = house.board()
    wanted = buttons(board.panel)[label].request
    return await ask(house, person, table, wanted, message=board.id)


@pytest.fixture
async def table(house: House) -> int:
    """Deal for Ann, who has set her time zone, Ben and Cat."""
    await house.start()
    await house.contacts.change(ANN, lambda person: Person(zone="UTC"))
    return await house.dealt(ANN, BEN, CAT, pace="week")


async def test_meeting_is_called_and_shown_on_the_board(house: House, table: int):
    reply = await ask(house, ANN, table, MEET)
    at = int(house.clock.now()) + 1000
    assert f"Hidden Coins, table {table}, meets at <t:{at}:t>, <t:{at}:R>." in reply.text
    assert f"has pressed *I'll come* in <#{CHANNEL}> then" in reply.text
    assert "place" not in reply.text
    assert f"**Meeting** <t:{at}:t>" in house.board().text


async def test_meeting_without_a_time_zone_asks_for_it(house: House, table: int):
    with pytest.raises(Refusal, match="`/settings`"):
        await ask(house, BEN, table, MEET)
    assert "Meeting" not in house.board().text


async def test_second_meeting_replaces_the_first(house: House, table: int):
    await ask(house, ANN, table, MEET)
    at = int(house.clock.now()) + 1000
    again = await ask(house, ANN, table, MEET)
    assert "already" in again.text
    later = await ask(house, ANN, table, frame.MEET.with_args({"when": "22:45"}))
    assert f"It replaces the one at <t:{at}:t>." in later.text
    assert "press again" not in later.text, "nobody had said that they come"
    await press(house, BEN, table, "I'll come")
    back = await ask(house, ANN, table, MEET)
    assert "If you said you'd come to that one, press again." in back.text
    assert "coming" not in house.board().text


async def test_press_on_the_board_only_redraws_it(house: House, table: int):
    await ask(house, ANN, table, MEET)
    before = len(house.messenger.calls)
    reply = await press(house, BEN, table, "I'll come")
    assert "Ben is coming." in house.board().text
    assert (reply.said, len(reply.drawn)) == ([], 1)
    assert [call.verb for call in house.messenger.calls[before:]] == ["update"], (
        "and no edit besides"
    )
    await press(house, CAT, table, "I'll come")
    assert "Ben and Cat are coming." in house.board().text
    await press(house, BEN, table, "I'll come")
    assert "Cat is coming." in house.board().text


async def test_press_is_drawn_even_if_its_answer_is_lost(house: House, table: int):
    await ask(house, ANN, table, MEET)
    board = house.board()
    wanted = buttons(board.panel)["I'll come"].request
    await ask(house, BEN, table, wanted, message=board.id, lost=True)
    assert "Ben is coming." in house.board().text


async def test_press_during_a_redraw_is_drawn_afterwards(house: House, table: int):
    await ask(house, ANN, table, MEET)
    board = house.board()
    wanted = buttons(board.panel)["I'll come"].request
    held = house.messenger.hold("edit")
    await house.hide(table, ANN)
    await house.quiet()
    assert held.arrived.is_set()
    reply = await ask(house, BEN, table, wanted, message=board.id)
    assert reply.acknowledged
    held.release()
    await house.quiet()
    assert "Ben is coming." in house.board().text


async def test_meeting_answer_by_command_is_confirmed(house: House, table: int):
    said = await ask(house, ANN, table, MEET)
    panel = house.messenger.private()[-1]
    wanted = buttons(said.said[0].panel)["I'll come"].request
    on_it = await ask(house, ANN, table, wanted, message=panel.id, on_own_panel=True)
    assert on_it.drawn[0].panel.text().startswith("You're coming to the meeting at ")
    assert "Ann is coming." in house.board().text
    typed = await ask(house, ANN, table, frame.COME)
    assert typed.text.startswith("You're not coming")
    assert "coming" not in house.board().text


@pytest.mark.parametrize("way", ["board", "command", "own"])
async def test_any_player_cancels_a_meeting(house: House, table: int, way: str):
    said = await ask(house, ANN, table, MEET)
    if way == "board":
        reply = await press(house, CAT, table, "Call it off")
        assert (reply.said, len(reply.drawn)) == ([], 1)
    elif way == "command":
        reply = await ask(house, CAT, table, frame.MEET.with_args({"when": "off"}))
        assert "is off, so I won't ping anybody." in reply.text
    else:
        panel = house.messenger.private()[-1]
        wanted = buttons(said.said[0].panel)["Call it off"].request
        reply = await ask(house, ANN, table, wanted, message=panel.id, on_own_panel=True)
        assert "is off, so I won't ping anybody." in reply.drawn[0].panel.text()
    assert "Meeting" not in house.board().text
    assert "I'll come" not in buttons(house.board().panel)


async def test_watcher_cannot_answer_a_meeting(house: House, table: int):
    await ask(house, ANN, table, MEET)
    other = await house.dealt(ANN, BEN, channel=77)
    with pytest.raises(Refusal, match="aren't at table"):
        await ask(house, CAT, other, frame.COME)


@pytest.mark.parametrize("args", [{}, {"at": "x"}, {"at": "9" * 40}, {"at": "-1"}])
async def test_forged_meeting_press_is_answered(house: House, table: int, args: dict[str, str]):
    for wanted in (frame.MEET, frame.COME, frame.CALL_OFF):
        with pytest.raises(Refusal):
            await ask(house, ANN, table, wanted.with_args(args))


async def test_meeting_redraws_no_panel(house: House, table: int):
    await house.opens_hand(table, BEN)
    before = len(house.messenger.calls)
    await ask(house, ANN, table, MEET)
    await press(house, CAT, table, "I'll come")
    assert [call.verb for call in house.messenger.calls[before:]] == ["edit", "update"]
