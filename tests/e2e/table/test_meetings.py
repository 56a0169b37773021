"""A meeting through the real client: called, come to, called off, and its one ping."""

import asyncio
import math
import time
from pathlib import Path

import pytest

from bot.host.agreements import meetings
from playground.tests.user import Json, User, pressable, text_of
from tests.actors.harbor import Harbor, harbor

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")


def calls(here: Harbor, table: int) -> list[Json]:
    """List the messages that call people to a meeting of a table."""
    ann = here.users["Ann"]
    said = f"table {table}, meets now"
    return [message for message in ann.messages.values() if said in message["content"]]


async def meet(user: User, when: str = "20:00") -> str:
    outcome = await user.command("table meet", {"when": when})
    assert outcome.message["flags"] & 64, "it is answered to who asked"
    return outcome.text


async def comes(here: Harbor, user: User, table: int, label: str = "I'll come") -> None:
    """Press a button of the meeting on the board."""
    board = await user.until(lambda: user.look(text=f"-# table {table}", label=label))
    outcome = await user.click(board, label=label)
    assert (outcome.kind, outcome.said) == ("answered", None), outcome.text
    await here.settled()


async def test_a_meeting_is_called_come_to_and_called_off(tmp_path: Path):
    async with harbor(tmp_path, 4) as here:
        ann, ben, dan = (here.users[name] for name in ("Ann", "Ben", "Dan"))
        table = await here.table("downeast", PLAYERS)
        assert "`/settings`" in await meet(ann)
        await ann.command("me hours", {"zone": "Europe/Berlin"})
        assert f", table {table}, meets at <t:" in await meet(ann)
        await comes(here, ben, table)
        await ann.find(text="Ben is coming.")
        await comes(here, ben, table)
        await ann.until(lambda: ann.look(text="**Meeting**") and not ann.look(text="Ben is coming"))
        board = await dan.find(text="**Meeting**", label="I'll come")
        assert "aren't at table" in (await dan.click(board, label="I'll come")).text
        await here.restart_bot()
        await comes(here, ben, table, "Call it off")
        await ann.until(lambda: not ann.look(text="**Meeting**"))
        assert "no meeting planned" in (await ann.command("table come", {"table": table})).text
        suggested = await ann.suggestions("table meet", "when", "2")
        assert [choice["value"] for choice in suggested.choices] == ["20:00", "21:00", "22:00"]
        assert here.unhappy() == []


@pytest.mark.parametrize("down", [False, True])
async def test_those_who_come_are_pinged_once_through_a_restart_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, down: bool
):
    """The time of the day is read elsewhere; here it begins in seconds, or nobody would wait."""
    async with harbor(tmp_path, 3) as here:
        ann, ben, cat = (here.users[name] for name in PLAYERS)
        table = await here.table("downeast", PLAYERS)
        soon = math.ceil(time.time()) + 3.0
        monkeypatch.setattr(meetings, "next_time", lambda *_: soon)
        await meet(ann)
        for user in (ben, cat):
            await comes(here, user, table)
        if down:
            await here.stop_bot()
            await asyncio.sleep(max(0.0, soon - time.time()) + 0.1)
            await here.start_bot()
        [call] = await ann.until(lambda: calls(here, table))
        assert {component["id"] for component in call["mentions"]} == {ben.id, cat.id}
        assert "Ben and Cat are coming." in call["content"]
        assert [button["label"] for button in pressable(call)] == ["My hand"]
        hand = await ben.click(call, label="My hand")
        assert hand.text.startswith("### Your hand")
        await ann.until(lambda: not ann.look(text="**Meeting**"))
        await here.restart_bot()
        hand = await cat.click(call, label="My hand")
        assert hand.text.startswith("### Your hand"), "it outlives the bot that sent it"
        await here.settled()
        assert len(calls(here, table)) == 1
        assert text_of(call) == text_of(calls(here, table)[0])
        assert len(here.rows("SELECT * FROM meeting_pings")) == 1
        assert here.rows("SELECT * FROM meetings") == []
        assert here.unhappy() == []
