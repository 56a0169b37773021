"""Boards and hands as pictures, through the real client: they follow the moves and delay nobody."""

import asyncio
import threading
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from discord_playground.world.world import World

from games.trump.state import Acting
from playground.tests.user import Json, User, pictures_in
from tests.actors.harbor import UNHURRIED, Harbor, harbor
from tests.actors.page.browser import browser, messages, needs_chromium
from tests.actors.tables import NOTHING, board_of, step_of
from tests.crews.crew import Crew

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")
SOON = replace(UNHURRIED, picture_rest=0.1)
FIRST = "The board at turn 1,"


def alt(user: User, table: int) -> str:
    """Read the alt text of the picture on a board; "" if it has none."""
    found = pictures_in(board_of(user, table) or NOTHING)
    return found[0]["description"] if found else ""


async def pictured(user: User, table: int, of: str) -> Json:
    """Wait until the picture on a board says this of itself; return the board."""
    return await user.until(lambda: of in alt(user, table) and board_of(user, table), 20)


async def turn(here: Harbor, table: int) -> str:
    """Say what a picture of now says of itself."""
    public = (await here.seen(table)).public
    return f"The board at turn {public.public.turn},"


async def next_turn(here: Harbor, table: int) -> str:
    """Play by none of the ways in until it is another's turn; return what a picture then says."""
    before = await turn(here, table)
    while await turn(here, table) == before:
        await here.move(table)
    return await turn(here, table)


async def to_roll(here: Harbor, table: int) -> User:
    """Play by none of the ways in until somebody may roll, and their board says so."""
    while not isinstance((await here.seen(table)).public.phase, Acting):
        await here.move(table)
    user = await here.mover(table)
    await here.shown(user, table)
    return user


def uploads(here: Harbor) -> list[Json]:
    edits = [
        request for request in here.requests if request["method"] == "PATCH" and request["body"]
    ]
    return [edit for edit in edits if 0 in ids_of(edit["body"].get("attachments") or [])]


def ids_of(listed: list[Json]) -> list[object]:
    """Return the ids in an edit's list of attachments: 0 is an upload, a text a file to keep."""
    return [file["id"] for file in listed]


async def in_words(here: Harbor, user: User, table: int) -> None:
    """Wait until a board shows the newest step, and no picture."""

    def complete() -> bool:
        board = board_of(user, table) or NOTHING
        newest = step_of(board) == (table, here.step(table))
        return newest and not pictures_in(board)

    await user.until(complete, 20)


# --- it follows -----------------------------------------------------------------------------------


async def test_a_picture_comes_and_follows_the_turns(tmp_path: Path) -> None:
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        table, ann = await here.table("trump", PLAYERS), here.users["Ann"]
        board = await pictured(ann, table, FIRST)
        [item] = pictures_in(board)
        assert item["media"]["width"] > item["media"]["height"] > 300
        later = await pictured(ann, table, await next_turn(here, table))
        assert later["id"] == board["id"]
        [again] = pictures_in(later)
        assert again["media"]["url"] != item["media"]["url"]
        assert here.unhappy() == []


async def test_a_board_that_is_brought_down_brings_its_picture(tmp_path: Path) -> None:
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        table, ann = await here.table("trump", PLAYERS), here.users["Ann"]
        old = await pictured(ann, table, FIRST)
        await ann.command("trump table")
        await ann.until(lambda: (board_of(ann, table) or old)["id"] != old["id"])
        await pictured(ann, table, FIRST)
        assert here.unhappy() == []


# --- it is in nobody's way ------------------------------------------------------------------------


async def test_an_answer_waits_for_no_painter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A painter that hangs leaves boards that answer, with the picture of before on them."""
    go, begun = threading.Event(), threading.Event()
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        module: Any = import_module("cogs.trump.pictures.picture")  # as this bot has loaded it
        paint = module.RING.paint

        def hanging(ring: Any) -> bytes:
            begun.set()
            assert go.wait(60)
            return paint(ring)

        table, ann = await here.table("trump", PLAYERS), here.users["Ann"]
        old = await pictured(ann, table, FIRST)
        monkeypatch.setattr(module, "RING", replace(module.RING, paint=hanging))
        try:
            await next_turn(here, table)
            await here.until(begun.is_set)
            for _ in range(3):
                user = await to_roll(here, table)
                outcome = await user.click(await here.board(user, table), label="Roll")
                assert outcome.kind == "answered"
                await here.shown(ann, table)
            assert alt(ann, table).startswith(FIRST), "it says of itself from when it is"
            [now] = pictures_in(await here.board(ann, table))
            [before] = pictures_in(old)
            assert now["media"]["url"] == before["media"]["url"]
        finally:
            go.set()
        await pictured(ann, table, await turn(here, table))
        assert here.unhappy() == []


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "status", "status": 500, "times": 5},  # the client tries so often by itself
        {"kind": "status", "status": 413, "code": 40005},
        {"kind": "status", "status": 400, "code": 50035},
        {"kind": "rate_limit", "retry_after": 100.0},
    ],
    ids=lambda fault: str(fault.get("status", 429)),
)
async def test_an_upload_that_fails_leaves_a_board_that_is_complete(
    fault: Json, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with harbor(tmp_path, timing=replace(SOON, picture_rest=0.5), pictures=True) as here:
        table, ann = await here.table("trump", PLAYERS), here.users["Ann"]
        board = await pictured(ann, table, FIRST)
        await next_turn(here, table)
        await here.shown(ann, table)
        here.trouble(method="PATCH", route=f"/messages/{board['id']}", **fault)
        await here.until(lambda: "I couldn't attach the picture" in caplog.text)
        here.playground.stage.faults.clear()
        await in_words(here, ann, table)
        assert caplog.text.count("I couldn't attach the picture") == 1
        tried = len(uploads(here))
        await here.settled()
        await asyncio.sleep(1.5)  # longer than it rests, and than the lane waits for a retry
        assert len(uploads(here)) == tried, "once is enough"


async def test_without_the_permission_boards_are_in_words_until_it_is_given(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        world: World = here.playground.stage.world
        channel = next(channel for channel in world.channels.values() if channel.name == "games")
        table, ann = await here.table("trump", PLAYERS), here.users["Ann"]
        await pictured(ann, table, FIRST)
        channel.overrides["attach_files"] = False
        tried = len(uploads(here)) + 1
        await next_turn(here, table)
        await here.until(lambda: "I couldn't attach the picture" in caplog.text)
        for _ in range(3):
            await next_turn(here, table)
            await in_words(here, ann, table)
        assert caplog.text.count("I couldn't attach the picture") == 1
        assert len(uploads(here)) == tried, "it is not tried at each move"
        channel.overrides.clear()
        await here.services.display.regain_access(int(world.guild_id))
        await pictured(ann, table, await turn(here, table))


# --- restarts -------------------------------------------------------------------------------------


async def test_a_restart_knows_what_is_attached_and_goes_on(tmp_path: Path) -> None:
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        table, ann = await here.table("trump", PLAYERS), here.users["Ann"]
        await pictured(ann, table, FIRST)
        await here.settled()
        await here.restart_bot()
        number = len(uploads(here))
        before = await turn(here, table)
        while await turn(here, table) == before:
            await here.move(table)
            await here.shown(ann, table)
            assert alt(ann, table), "it stays while the next one is painted"
        await pictured(ann, table, await turn(here, table))
        assert len(uploads(here)) > number
        assert here.unhappy() == []


async def test_a_bot_that_is_killed_before_its_picture_catches_up(tmp_path: Path) -> None:
    """The mark that something is behind holds until the picture is there, too."""
    async with (
        harbor(tmp_path, bot=False, pictures=True) as here,
        Crew(here.playground, here.place, log=tmp_path / "bot.log") as crew,
    ):
        ann, table = here.users["Ann"], await here.table("trump", PLAYERS)
        await crew.kill()  # long before a board has rested
        assert alt(ann, table) == ""
        await crew.start()
        await pictured(ann, table, FIRST)


# --- on the page ----------------------------------------------------------------------------------


@needs_chromium[1]
@pytest.mark.parametrize("width", [1200, 390])
async def test_the_page_shows_the_picture_whole_with_its_alt_text(
    width: int, tmp_path: Path
) -> None:
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        table = await here.table("trump", PLAYERS)
        await pictured(here.users["Ann"], table, FIRST)
        async with browser(here.playground.base, where="ann/games", width=width) as page:
            image = messages(page).locator(".gallery img")
            await image.wait_for()
            await page.wait_for_function("document.querySelector('.gallery img').naturalWidth > 0")
            assert (await image.get_attribute("alt") or "").startswith(FIRST)
            box, own = (
                await image.bounding_box(),
                await image.evaluate("one => one.naturalWidth / one.naturalHeight"),
            )
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["width"] > min(500, 0.7 * width), "too small to be read"
            assert abs(box["width"] / box["height"] - own) < 0.02, "something is cut off"
            assert await messages(page).locator(".file, .body > .picture").count() == 0


# --- a hand ---------------------------------------------------------------------------------------


async def test_a_hand_shows_its_cards_and_only_its_owner_gets_the_file(tmp_path: Path) -> None:
    async with harbor(tmp_path, timing=SOON, pictures=True) as here:
        table = await here.table("dealt", PLAYERS)
        mover = await here.mover(table)
        await here.shown(mover, table)
        opened = await here.open_hand(mover, table)
        hand = opened.message["id"]
        first = pictures_in(mover.messages[hand])[0]
        assert first["description"].startswith("Your hand: A ")
        for user in here.users.values():
            assert (hand in user.messages) == (user is mover)

        while await here.mover(table) is mover:  # they act once in a trick, and a card changes
            await here.move(table)
        await mover.until(
            lambda: pictures_in(mover.messages[hand])[0]["description"] != first["description"]
        )
        second = pictures_in(mover.messages[hand])[0]
        assert second["media"]["url"] != first["media"]["url"]
        await here.settled()
        number = len(here.requests)
        await mover.click(mover.messages[hand], label="Refresh")
        assert pictures_in(mover.messages[hand])[0]["media"]["url"] == second["media"]["url"]
        [answer] = [request for request in here.requests[number:] if "callback" in request["path"]]
        [kept] = ids_of(answer["body"]["data"]["attachments"])
        assert kept != 0, "the file stays, and isn't uploaded again"
        assert here.unhappy() == []
