"""Notices through the real client: read on a phone, answered where they are, and then gone."""

from dataclasses import replace
from pathlib import Path

from games.downeast.moves import Raise
from playground.tests.user import Json, User, part_of, pressable, text_of
from tests.actors.harbor import QUICK, Harbor, LeapingClock, harbor
from tests.actors.tables import headline, notices_to
from tests.actors.watcher import hand_in

SLOWLY = replace(QUICK, notice_after=0.3, here_for=0.3)
NOON = 1_770_897_600.0  # of a day in February
AFTER = 120.0  # seconds from a question to its notice
UNHURRIED = replace(QUICK, notice_after=AFTER, here_for=AFTER)


async def test_a_notice_is_answered_by_its_own_button_and_becomes_the_hand(tmp_path: Path):
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", ("Ann", "Ben", "Cat"))
        user = await here.mover(table)
        notice = await here.notice(user, table)
        assert notice["content"].startswith(f"Downeast Dealer, table {table}: ")
        assert "from this message." in notice["content"]
        labels = [button["label"] for button in pressable(notice)]
        assert labels[-1] == "My hand"
        assert 2 <= len(labels) <= 5
        outcome = await user.click(notice, label=labels[0])
        assert (outcome.kind, outcome.said) == ("answered", None)
        await here.settled()
        now = user.messages[notice["id"]]
        assert text_of(now).startswith("### Your hand")
        assert not now["content"]
        to_them = f"/channels/{user.dm_id}/"
        sent = [request["method"] for request in here.requests if to_them in request["path"]]
        assert sent == ["GET", "POST"], "the answer took a further request; one looks what is there"
        assert here.unhappy() == []


async def test_answered_elsewhere_it_goes(tmp_path: Path):
    async with harbor(tmp_path, 2) as here:
        table = await here.table("deadman", ("Ann", "Ben"))
        user = await here.mover(table)
        notice = await here.notice(user, table)
        await user.command("deadman bid", {"value": "43"})
        await user.until(lambda: notice["id"] not in user.messages)
        assert notices_to(user) == []


async def test_who_likes_it_in_the_channel_is_called_there_and_answered_in_private(
    tmp_path: Path,
):
    async with harbor(tmp_path, 2, timing=SLOWLY) as here:
        for user in here.users.values():
            await user.command("me notices", {"where": "channel"})
        table = await here.table("deadman", ("Ann", "Ben"))
        user = await here.mover(table)
        notice = await user.find(text=f"<@{user.id}>, Dead Man's Chest, table {table}: ")
        assert [item["id"] for item in notice["mentions"]] == [user.id]
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
        assert notices_to(user) == []
        await here.restart_bot()
        await here.notice(user, table)
        await here.restart_bot()
        await here.settled()
        assert len(notices_to(user)) == 1


# --- out of date ----------------------------------------------------------------------------------


async def test_one_whose_question_has_changed_is_refused_kindly_and_nothing_happens(
    tmp_path: Path,
):
    """It is about to be written over; until then Ben cannot know that Ann has bid."""
    clock = LeapingClock(NOON)
    async with harbor(tmp_path, timing=UNHURRIED, clock=clock) as here:
        table = await here.table("downeast", ("Ann", "Ben", "Cat"), {"bidding": "open"})
        await here.at(clock.now() + AFTER)
        seen = await here.seen(table)
        bidder, other = (here.users[seen.names.plain(seat)] for seat in sorted(seen.to_move))
        notice = await here.notice(other, table)
        stale = part_of(notice, label="Pass")
        assert stale is not None
        path = f"/channels/{other.dm_id}/messages/{notice['id']}"
        here.trouble(kind="status", status=503, method="PATCH", route=path, times=9)
        await here.play(table, bidder, Raise(amount=30, limit=None))
        rev = here.rev(table)
        assert (await other.press(notice, stale)).kind == "answered"
        gone_on = "The game has moved on since that was drawn. Here is how things stand now."
        said = await other.find(text=gone_on, channel=other.dm_id)
        assert f"{bidder.name} bid $30." in text_of(said)
        assert here.rev(table) == rev, "they have passed on what they did not know"
        now = other.messages[notice["id"]]
        assert text_of(now).startswith("### Your hand")
        assert "Raise to $40" in [button.get("label") for button in pressable(now)]
        outcome = await other.click(now, label="Pass")
        assert here.rev(table) == rev + 1, outcome


async def test_one_that_was_answered_elsewhere_does_not_move_twice(tmp_path: Path):
    """It lies there for a moment still."""
    async with harbor(tmp_path, 2) as here:
        table = await here.table("deadman", ("Ann", "Ben"))
        user = await here.mover(table)
        notice = await here.notice(user, table)
        path = f"/channels/{user.dm_id}/messages/{notice['id']}"
        here.trouble(kind="status", status=503, method="DELETE", route=path, times=9)
        await user.command("deadman bid", {"value": "43"})
        rev = here.rev(table)
        assert (await user.press(notice, pressable(notice)[0])).kind == "answered"
        await user.find(text="You've moved since that was drawn.", channel=user.dm_id)
        assert here.rev(table) == rev
        here.playground.stage.faults.clear()
        await user.until(lambda: not notices_to(user))
        assert text_of(user.messages[notice["id"]]).startswith("### Your hand"), "it became that"


# --- several of them, and none --------------------------------------------------------------------


async def test_of_two_the_one_that_is_pressed_leaves_the_other(tmp_path: Path):
    """They are of two tables, and look alike."""
    async with harbor(tmp_path, 2) as here:
        ann, tables, notices = here.users["Ann"], list[int](), list[Json]()
        for _ in range(2):  # one after the other, or one notice may speak for both
            tables.append(await here.table("yankee", ("Ann", "Ben"), {"first": "host"}))
            notices.append(await here.notice(ann, tables[-1]))
        first, second = notices
        labels, before = (
            [button["label"] for button in pressable(second)],
            list(map(here.rev, tables)),
        )
        question = (await ann.click(second, label=labels[0])).said
        assert question, "which card is given is asked in private"
        card = (await ann.press(question, pressable(question)[0])).said
        assert card, "and whom to give it to, and as what"
        outcome = await ann.press(card, pressable(card)[0])
        assert outcome.kind == "answered", outcome.why
        assert list(map(here.rev, tables)) == [before[0], before[1] + 1]
        await here.settled()
        assert headline(ann.messages[first["id"]]) == headline(first)
        assert second["id"] not in ann.messages, "it has been answered"
        assert hand_in(text_of(ann.messages[card["id"]])) == tables[1]
        outcome = await ann.click(ann.messages[first["id"]], label="My hand")
        assert outcome.kind == "answered"
        await here.settled()
        assert notices_to(ann) == []
        assert here.unhappy() == []


async def test_who_moves_before_it_is_due_never_gets_one(tmp_path: Path):
    clock = LeapingClock(NOON)
    async with harbor(tmp_path, 2, timing=UNHURRIED, clock=clock) as here:
        table = await here.table("yankee", ("Ann", "Ben"), {"first": "host", "pace": "live"})
        ann, ben = here.users["Ann"], here.users["Ben"]
        for user in (ann, ben):
            await user.open_dm()
        await here.at(clock.now() + AFTER / 2)
        await here.move(table)
        await here.at(clock.now() + AFTER / 2 + 5)
        assert sent_to(here, ann) == 0
        await here.at(clock.now() + AFTER / 2)
        assert (sent_to(here, ann), sent_to(here, ben)) == (0, 1)


async def test_one_that_comes_as_they_move_goes_again(tmp_path: Path):
    """It was on its way."""
    async with harbor(tmp_path, 2) as here:
        ann = here.users["Ann"]
        await ann.open_dm()
        path = f"/channels/{ann.dm_id}/messages$"
        here.trouble(kind="delay", seconds=0.5, method="POST", route=path)
        table = await here.table("yankee", ("Ann", "Ben"), {"first": "host"})
        assert notices_to(ann) == []
        await here.move(table)
        await here.settled()
        assert sent_to(here, ann) == 1
        await ann.until(lambda: not notices_to(ann))
        dm = f"/channels/{ann.dm_id}/"
        gone = [
            request
            for request in here.requests
            if request["method"] == "DELETE" and dm in request["path"]
        ]
        assert len(gone) == 1
        assert here.unhappy() == []


def sent_to(here: Harbor, user: User) -> int:
    """Count what was sent to somebody's DM."""
    path = f"/channels/{user.dm_id}/messages"
    return sum(
        request["method"] == "POST" and request["path"].endswith(path) for request in here.requests
    )
