"""Discord throttles, the disk is slow: nobody waits for another's trouble, every answer is closed.

A slow or refused request may delay the reader of that message, and nobody else.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from discord_playground.world.world import LOADING

from playground.tests.user import COMPONENT, Json, Outcome, User, drawn_at, text_of
from tests.actors.harbor import UNHURRIED, Harbor, harbor
from tests.actors.tables import join_by_command, notices_to, open_table, step_of
from tests.crews.crew import Crew

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")
OPEN = {"bidding": "open"}  # at a day's pace each lot would be answered once
SOON = 6.0  # seconds: far less than the throttles below, far more than a drawing takes
DEFERRED = 6  # the type of an answer that changes nothing for now


def throttle(here: Harbor, route: str, method: str, seconds: float = 20.0) -> None:
    """Have Discord take no more requests of a kind for so long."""
    here.trouble(
        kind="rate_limit", method=method, route=route, retry_after=seconds, times=1_000_000
    )


# --- a throttled reader ---------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [20.0, 100.0], ids=["waited for", "given up"])
async def test_a_throttled_dm_holds_up_nobody_else(seconds: float, tmp_path: Path) -> None:
    """One reader's DM must not delay the board, the other hands, or another table.

    What is throttled for long discord.py gives up at once; for less it waits, and we with it.
    """
    async with harbor(tmp_path) as here:
        table = await here.table("dealt", PLAYERS)
        first = await here.mover(table)
        await here.notice(first, table, SOON)
        victim = next(here.users[name] for name in PLAYERS if name != first.name)
        dm = await victim.open_dm()
        throttle(here, f"/channels/{dm}/messages", "POST", seconds)
        while await here.mover(table) is not victim:
            await here.move(table)
        for item in (first, victim):
            await here.shown(item, table, SOON)
        hand = await here.open_hand(victim, table)
        assert "It's your move" in hand.text  # there is always this way
        while await here.mover(table) is victim:
            await here.move(table)
        await here.notice(await here.mover(table), table, SOON)
        await here.shown(victim, table, SOON)
        other = await here.table("dealt", ("Dan", "Eve", first.name))
        await here.notice(await here.mover(other), other, SOON)
        assert victim.look(text=f", table {table}: ", channel=dm) is None


async def test_a_throttled_channel_holds_up_no_other_and_no_hand(tmp_path: Path) -> None:
    """Boards of one channel share a bucket of Discord's; DMs and other channels do not."""
    async with harbor(tmp_path) as here:
        table = await here.table("dealt", PLAYERS)
        away = await open_table(here.users["Dan"], "dealt start", channel="parlor")
        await here.settled()
        shown = here.step(table)
        throttle(here, f"/channels/{here.users['Ann'].channels['games']}/messages", "PATCH")
        await here.move(table)
        await here.notice(await here.mover(table), table, SOON)
        await join_by_command(here.users["Eve"], away, "parlor")
        await here.shown(here.users["Dan"], away, SOON)
        clicker = await here.mover(table)
        board = await here.board(clicker, table)
        assert step_of(board) == (table, shown)  # it is throttled
        clicked = await clicker.click(board, label="My hand")
        assert "Your hand" in clicked.text  # an answer to a click is not


# --- two drawings of one message ------------------------------------------------------------------


def backwards(user: User) -> list[str]:
    """Note from now on whenever a message that somebody sees goes back in time."""
    found: list[str] = []
    newest: dict[str, int] = {}

    def hear(kind: str, data: Json) -> None:
        if kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            step = drawn_at(data)
            if 0 < step < newest.get(data["id"], 0):
                found.append(f"from {newest[data['id']]} to {step}")
            newest[data["id"]] = max(step, newest.get(data["id"], 0))

    user.heard.append(hear)
    return found


def drawings(here: Harbor, board: Json) -> list[Json]:
    """List the edits of a message that no click has paid for."""
    return [
        request for request in here.requests if request["path"].endswith(f"/messages/{board['id']}")
    ]


def served(here: Harbor, outcome: Outcome) -> int | None:
    """Return the type of the first answer to an interaction."""
    return here.playground.stage.interactions.all[outcome.id].answer


async def test_a_click_while_the_board_is_being_drawn_is_acknowledged(tmp_path: Path) -> None:
    """Its drawing is the one that waits: two at once could arrive in the wrong order."""
    async with harbor(tmp_path, timing=UNHURRIED) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        await here.settled()
        bidding = await here.movers(table)
        auctioneer = next(here.users[item] for item in PLAYERS if here.users[item] not in bidding)
        board = await here.board(auctioneer, table)
        seen, before = backwards(here.users["Dan"]), len(drawings(here, board))
        here.trouble(kind="delay", method="PATCH", route=f"/messages/{board['id']}", seconds=1.2)
        await auctioneer.command("downeast call")
        await here.until(lambda: len(drawings(here, board)) > before)  # it is under way
        outcome = await bidding[0].click(board, label="Bid $10")
        assert served(here, outcome) == DEFERRED
        await here.shown(here.users["Dan"], table, SOON)
        await here.settled()
        assert len(drawings(here, board)) == before + 2
        assert seen == []


async def test_a_drawing_waits_for_the_answer_that_draws_the_same_board(tmp_path: Path) -> None:
    """The click's own answer is on its way: what has happened since is drawn after it."""
    async with harbor(tmp_path, timing=UNHURRIED) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        await here.settled()
        first = await here.mover(table)
        board = await here.board(first, table)
        seen, before = backwards(here.users["Dan"]), len(drawings(here, board))
        here.trouble(kind="delay", route="callback", seconds=1.2)
        step = here.step(table)
        clicking = asyncio.create_task(first.click(board, label="Bid $10"))
        await here.until(lambda: here.step(table) == step + 1)
        second = await here.mover(table)
        await second.command("downeast bid", {"amount": 20})
        interactions = here.playground.stage.interactions.all.values()
        click = next(
            interaction
            for interaction in interactions
            if interaction.kind == COMPONENT and "bid" in interaction.name
        )
        assert click.answer is None
        while click.answer is None:  # nobody writes over the answer
            assert len(drawings(here, board)) == before
            await asyncio.sleep(0.01)
        assert (await clicking).kind == "answered"
        assert here.step(table) == step + 2
        await here.shown(here.users["Dan"], table, SOON)
        assert seen == []


# --- slow answers ---------------------------------------------------------------------------------


async def start(here: Harbor, table: int) -> Outcome:
    return await here.users["Dan"].command("deadman start", channel="parlor")


async def bring(here: Harbor, table: int) -> Outcome:
    return await here.users["Ann"].command("deadman table", {"table": table})


async def rematch(here: Harbor, table: int) -> Outcome:
    return await here.users["Ann"].command("table rematch", {"table": table})


async def press_rematch(here: Harbor, table: int) -> Outcome:
    ann = here.users["Ann"]
    return await ann.click(await ann.find(label="Rematch"), label="Rematch")


@pytest.mark.parametrize("asked", [start, bring, rematch, press_rematch])
async def test_a_board_that_takes_too_long_comes_and_the_answer_is_closed(
    asked: Callable[[Harbor, int], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord waits three seconds: then "thinking…" would stand there for ever, or no board."""
    async with harbor(tmp_path, timing=UNHURRIED) as here:
        table = await here.table("deadman", ("Ann", "Ben"))
        if asked in (rematch, press_rematch):
            await here.users["Ann"].command("table end", {"table": table})
            await here.users["Ann"].find(label="Rematch")
        await here.settled()
        store = here.services.store
        quick, slow = store.loaded, iter([True])

        async def slowly(table_id: int) -> Any:
            if next(slow, False):
                await asyncio.sleep(3.3)
            return await quick(table_id)

        monkeypatch.setattr(store, "loaded", slowly)
        user = here.users["Dan" if asked is start else "Ann"]
        outcome = await asked(here, table)
        assert outcome.kind == "answered"
        assert outcome.seconds < 3
        wanted = table if asked is bring else table + 1
        here_it_is = await user.find(text=f"Table {wanted} is here")
        assert here_it_is["flags"] & 64
        board = await user.find(text=f"-# table {wanted}")
        assert f"/{board['id']}" in text_of(here_it_is)
        assert not any(message.get("flags", 0) & LOADING for message in user.messages.values())
        await here.settled()
        assert here.unhappy() == []


# --- what comes too late --------------------------------------------------------------------------


async def test_a_press_from_before_the_key_changed_is_refused_with_what_changed(
    tmp_path: Path,
) -> None:
    """To pass is another thing once there is a bid: who pressed had not seen it yet."""
    async with harbor(tmp_path, timing=UNHURRIED) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        first, rival = await here.movers(table)
        opened = await first.command("downeast hand")
        here.services.display.hands.forget(table)  # as after a while: it isn't kept up to date
        await rival.command("downeast bid", {"amount": 20})
        before = here.rev(table)
        outcome = await first.click(opened.message, label="Pass")
        assert outcome.kind == "answered"
        refused = await first.find(text="The game has moved on since that was drawn")
        assert "$20" in text_of(refused)
        assert refused["flags"] & 64
        assert here.rev(table) == before
        anew = first.messages[opened.message["id"]]
        assert drawn_at(anew) == here.step(table)
        assert (await first.click(anew, label="Pass")).kind == "answered"
        assert here.rev(table) == before + 1


async def test_a_bid_holds_while_the_lot_is_the_same(tmp_path: Path) -> None:
    """It says itself how much is meant: to refuse it for another's smaller bid would be a pity."""
    async with harbor(tmp_path, timing=UNHURRIED) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        first, rival = await here.movers(table)
        opened = await first.click(await here.board(first, table), label="Bid…")
        assert opened.kind == "form"
        await rival.command("downeast bid", {"amount": 10})
        before = here.step(table)
        assert (await first.submit(opened.form, {"?amount": "50"})).kind == "answered"
        assert here.step(table) == before + 1


DUE = "SELECT 1 FROM seats WHERE notice_at < ?"


# --- notices --------------------------------------------------------------------------------------


async def test_a_notice_that_was_due_while_the_bot_was_dead_is_sent_once(tmp_path: Path) -> None:
    """When it is due stands in the file: a crash must not leave somebody waiting for it."""
    async with (
        harbor(tmp_path, 2, bot=False) as here,
        Crew(here.playground, here.place, log=tmp_path / "bot.log") as crew,
    ):
        table = await here.table("deadman", ("Ann", "Ben"))
        [first] = here.asked()
        await first.command("deadman bid", {"value": "43"})  # a second later, a notice is due
        await crew.kill()
        second = next(user for user in here.users.values() if user is not first)
        assert notices_to(second) == []
        await here.until(lambda: here.rows(DUE, time.time()))
        for _ in range(2):
            await crew.start()
            notice = await here.notice(second, table, SOON)
            await asyncio.sleep(0.2)  # in which another could come
            await crew.kill()
        assert [sent["id"] for sent in notices_to(second)] == [
            notice["id"]
        ]  # its time may have been given back: that is an edit
