"""Hands in a DM while they are replaced: there is always one, and a press on it is answered."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from bot.show.deliver.display import Timing
from playground.tests.user import Json, User, drawn_at, text_of
from tests.actors.harbor import UNHURRIED, Harbor, harbor


async def asked(
    here: Harbor, game: str = "deadman", players: Sequence[str] = ("Ann", "Ben")
) -> tuple[int, User]:
    """Deal a table, and return it and who has their hand in the DM: a notice that was pressed."""
    table = await here.table(game, players)
    user = await here.mover(table)
    await user.click(await here.notice(user, table), label="My hand")
    await user.find(text="Your hand", channel=user.dm_id)
    await here.settled()
    return table, user


def below(user: User, answer: Json) -> bool:
    """Say whether a hand stands below an answer, as the last message of a DM."""
    newest = user.look(channel=user.dm_id)
    assert newest is not None
    return int(newest["id"]) > int(answer["id"]) and "Your hand" in text_of(newest)


async def test_a_press_on_a_hand_that_goes_meanwhile_is_answered(tmp_path: Path) -> None:
    """The hand is gone when the answer would draw it anew: its owner gets another, not silence."""
    async with harbor(tmp_path, 2) as here:
        _, user = await asked(here)
        hand = await user.find(text="Your hand", channel=user.dm_id)
        here.trouble(kind="delay", route="callback", seconds=0.3)
        before = len(here.requests)
        pressed = asyncio.create_task(user.click(hand, label="Refresh"))
        await here.until(lambda: "callback" in str(here.requests[before:]))
        await here.lever(f"/messages/{hand['id']}", "DELETE")
        outcome = await pressed
        assert outcome.kind == "answered"
        assert "Your hand" in outcome.text


async def test_a_painted_hand_comes_back_from_a_page_with_its_file(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, pictures=True) as here:
        _, user = await asked(here, "dealt", ("Ann", "Ben", "Cat"))
        hand = await user.find(text="Your hand", channel=user.dm_id)
        assert ".png" in str(hand["components"])
        await user.click(hand, label="More…")
        await user.click(user.messages[hand["id"]], label="Back to my hand")
        assert ".png" in str(user.messages[hand["id"]]["components"])
        assert here.unhappy() == []


async def test_a_hand_sent_twice_in_one_breath_is_still_there(tmp_path: Path) -> None:
    """Discord makes one message of two with the same nonce: it must not be deleted as the older."""
    async with harbor(tmp_path, 2) as here:
        table, user = await asked(here)
        await here.services.display.hands.send_again(table, int(user.id), 4242)
        sql = "SELECT message FROM shown JOIN seats USING (table_id) WHERE reader=seat AND person=?"
        hands = here.rows(sql, int(user.id))
        there = await user.ask("GET", f"/channels/{user.dm_id}/messages?limit=10")
        assert [message["id"] for message in there if "Your hand" in str(message)] == [
            str(hands[0]["message"])
        ]


async def test_what_is_typed_before_anybody_can_have_read_the_question_is_no_answer(tmp_path: Path):
    """A line and a command are refused with how things stand, and nothing has moved."""
    slow_readers = Timing(
        settle=0.02, pause=0.05, notice_after=0.0, here_for=0.0, retry=0.3, reading=600.0
    )
    async with harbor(tmp_path, 2, timing=slow_readers) as here:
        table, user = await asked(here)
        before = here.rows("SELECT rev FROM tables WHERE id=?", table)
        line = await user.say("54")
        answer = await user.find(text="just as you typed that", channel=user.dm_id)
        assert int(answer["id"]) > int(line["id"])
        await here.settled()
        await user.until(lambda: below(user, answer))  # the hand that asks now
        outcome = await user.command("deadman bid", {"value": "54"})
        assert "just as you typed that" in outcome.text
        assert here.rows("SELECT rev FROM tables WHERE id=?", table) == before


def stored(folder: Path) -> bytes:
    """Return everything in the files of a folder."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """Return the bot's own log."""
    ours = (record for record in caplog.records if record.name.startswith(("bot", "cogs", "db")))
    return "\n".join(record.getMessage() for record in ours)


async def test_the_token_that_updates_a_panel_is_neither_stored_nor_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Anyone who has the token can write in the bot's name."""
    for room in ("bot", "cogs", "db"):
        caplog.set_level("DEBUG", room)
    async with harbor(tmp_path, 3, timing=UNHURRIED) as here:
        table = await here.table("deadman", ("Ann", "Ben", "Cat"))
        mover = await here.mover(table)
        players = list(here.users.values())
        watching = players[(players.index(mover) + 1) % 3]  # gets the chest
        opened = await here.open_hand(watching, table)
        hand = opened.message["id"]
        before = len(here.requests)
        await here.move(table)
        await watching.until(lambda: drawn_at(watching.messages[hand]) == here.step(table))
        await here.settled()
        [edit] = [request for request in here.requests[before:] if "@original" in request["path"]]
        assert mover.name in text_of(watching.messages[hand]), "the panel doesn't show the move"
        token = edit["path"].split("/")[3]
        assert len(token) > 30, "this is no token"
        await here.stop_bot()
        assert token.encode() not in stored(tmp_path), "the token is in a file"
        assert token not in logged(caplog), "the token is in the log"


async def test_a_line_in_reply_to_a_hand_is_for_its_table(tmp_path: Path):
    async with harbor(tmp_path, 2, games=("deadman",)) as here:
        tables = [await here.table("deadman", ("Ann", "Ben")) for _ in range(2)]
        ann = here.users["Ann"]
        hands: dict[int, Json] = {}
        for table in tables:
            hands[table] = await ann.exchange(f"{table}: hand")
        await here.settled()
        for table in tables:
            await ann.say("what?", reply_to=hands[table])
            await ann.until(partial(said, ann, f"Dead Man's Chest, table {table}: "))


def said(user: User, start: str) -> bool:
    """Say whether the bot has written something in their DM that begins so."""
    return any(text_of(message).startswith(start) for message in user.messages.values())
