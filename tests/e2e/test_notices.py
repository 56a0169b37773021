"""Notices through the real client: read on a phone, answered where they are, and then gone."""

from dataclasses import replace
from pathlib import Path

from tests.e2e.harbor import QUICK, Harbor, harbor
from tests.e2e.user import Json, User, pressable, text_of

SLOWLY = replace(QUICK, notice_after=0.3, here_for=0.3)


def live(here: Harbor, user: User) -> list[Json]:
    """List the plain messages in somebody's DM: all else is made of components."""
    there = (one for one in user.messages.values() if one["channel_id"] == user.dm_id)
    return [one for one in there if one["content"] and one["author"]["id"] == user.bot_id]


async def called(here: Harbor, user: User, table: int) -> Json:
    """Wait for somebody's notice."""
    return await user.find(text=f", table {table}: ", channel=await user.open_dm())


async def test_a_notice_is_answered_by_its_own_button_and_becomes_the_hand(tmp_path: Path):
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", ("Ann", "Ben", "Cat"))
        user = await here.mover(table)
        notice = await called(here, user, table)
        assert notice["content"].startswith(f"Downeast Dealer, table {table}: ")
        assert "<t:" in notice["content"]
        labels = [one["label"] for one in pressable(notice)]
        assert labels[-1] == "My hand"
        assert 2 <= len(labels) <= 5
        outcome = await user.click(notice, label=labels[0])
        assert (outcome.kind, outcome.said) == ("answered", None)
        await here.settled()
        now = user.messages[notice["id"]]
        assert text_of(now).startswith("### Your hand")
        assert not now["content"]
        to_them = f"/channels/{user.dm_id}/"
        sent = [one["method"] for one in here.requests if to_them in one["path"]]
        assert sent == ["POST"], "the answer took a further request"
        assert here.unhappy() == []


async def test_answered_elsewhere_it_goes(tmp_path: Path):
    async with harbor(tmp_path, 2) as here:
        table = await here.table("deadman", ("Ann", "Ben"))
        user = await here.mover(table)
        notice = await called(here, user, table)
        await user.command("deadman bid", {"value": "43"})
        await user.until(lambda: notice["id"] not in user.messages)
        assert live(here, user) == []


async def test_who_likes_it_in_the_channel_is_called_there_and_answered_in_private(
    tmp_path: Path,
):
    async with harbor(tmp_path, 2, timing=SLOWLY) as here:
        for user in here.users.values():
            await user.command("me notices", {"where": "channel"})
        table = await here.table("deadman", ("Ann", "Ben"))
        user = await here.mover(table)
        notice = await user.find(text=f"<@{user.id}>, Dead Man's Chest, table {table}: ")
        assert [one["id"] for one in notice["mentions"]] == [user.id]
        outcome = await user.click(notice, label="My hand")
        assert outcome.text.startswith("### Your hand")
        assert user.messages[notice["id"]]["content"] == notice["content"]
        await user.command("deadman bid", {"value": "43"})
        await user.until(lambda: notice["id"] not in user.messages)
        assert here.unhappy() == []


async def test_a_restart_between_question_and_notice_loses_nothing(tmp_path: Path):
    async with harbor(tmp_path, 2, timing=replace(QUICK, notice_after=1.5, here_for=1.5)) as here:
        table = await here.table("deadman", ("Ann", "Ben"))
        user = await here.mover(table)
        await user.open_dm()
        assert live(here, user) == []
        await here.restart_bot()
        await called(here, user, table)
        await here.restart_bot()
        await here.settled()
        assert len(live(here, user)) == 1
