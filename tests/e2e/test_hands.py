"""Hands in a DM while they are replaced: there is always one, and a press on it is answered."""

import asyncio
from pathlib import Path

import aiohttp

from bot.show.display import Timing
from tests.e2e.harbor import Harbor, harbor
from tests.e2e.user import User


async def asked(here: Harbor) -> tuple[int, User]:
    """Deal a table, and return it and who was sent a hand that asks something."""
    table = await here.table("deadman", ("Ann", "Ben"))
    user = await here.mover(table)
    await user.find(text="Your hand", channel=await user.open_dm())
    await here.settled()
    return table, user


async def test_a_press_on_a_hand_that_goes_meanwhile_is_answered(tmp_path: Path) -> None:
    """The hand is gone when the answer would draw it anew: its owner gets another, not silence."""
    async with harbor(tmp_path, 2) as here:
        _, user = await asked(here)
        hand = await user.find(text="Your hand", channel=user.dm_id)
        here.trouble(kind="delay", route="callback", seconds=0.3)
        pressed = asyncio.create_task(user.click(hand, label="Refresh"))
        await user.until(lambda: any("callback" in one["route"] for one in here.requests))
        url = f"{here.playground.base}/playground/messages/{hand['id']}"
        async with aiohttp.ClientSession() as session, session.delete(url) as gone:
            assert gone.status == 204
        outcome = await pressed
        assert outcome.kind == "answered"
        assert "Your hand" in outcome.text


async def test_a_hand_sent_twice_in_one_breath_is_still_there(tmp_path: Path) -> None:
    """Discord makes one message of two with the same nonce: it must not be deleted as the older."""
    async with harbor(tmp_path, 2) as here:
        table, user = await asked(here)
        assert here.bot is not None
        await here.bot.display.send_hand_again(table, int(user.id), 4242)
        sql = "SELECT message FROM shown JOIN seats USING (table_id) WHERE reader=seat AND person=?"
        hands = here.rows(sql, int(user.id))
        there = await user.ask("GET", f"/channels/{user.dm_id}/messages?limit=10")
        assert [one["id"] for one in there if "Your hand" in str(one)] == [str(hands[0]["message"])]


async def test_what_is_typed_before_anybody_can_have_read_the_question_is_no_answer(tmp_path: Path):
    """A line and a command are refused with how things stand, and nothing has moved."""
    slow_readers = Timing(settle=0.02, pause=0.05, notice_after=0.0, retry=0.3, reading=600.0)
    async with harbor(tmp_path, 2, timing=slow_readers) as here:
        table, user = await asked(here)
        before = here.rows("SELECT rev FROM tables WHERE id=?", table)
        line = await user.say("54")
        answer = await user.find(text="just as you typed that", channel=user.dm_id)
        assert int(answer["id"]) > int(line["id"])
        await here.settled()
        there = await user.ask("GET", f"/channels/{user.dm_id}/messages?limit=10")
        assert "Your hand" in str(there[0]), "the hand that asks now stands below"
        outcome = await user.command("deadman bid", {"value": "54"})
        assert "just as you typed that" in outcome.text
        assert here.rows("SELECT rev FROM tables WHERE id=?", table) == before
