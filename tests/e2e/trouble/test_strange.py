"""A later Discord: unknown fields, component types and enum values, and no optional fields."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest
from discord_playground.checks.strangeness import NEW, make_strange
from discord_playground.world.world import PUBLIC_THREAD

from playground.tests.user import MENU, Outcome, User, pressable
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import join, open_table


@pytest.fixture
async def strange(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncGenerator[Harbor]:
    """Return a harbor whose bot has known nothing else; at the end nothing must have failed."""
    async with harbor(tmp_path, 3, games=("deadman",), bot=False) as here:
        here.playground.stage.gateway.to_bot = make_strange
        await here.start_bot()
        yield here
        assert here.unhappy() == []
    failed = [line.getMessage() for line in caplog.records if line.levelno > logging.WARNING]
    assert failed == []
    assert "I couldn't read an event" not in caplog.text


async def press(here: Harbor, table: int, user: User, verb: str) -> None:
    """Press the first button or choose from the first menu for a move, on the hand in the DM."""
    shown = (await user.command("deadman hand", {"table": table}, channel="")).message
    offers = [item for item in pressable(shown) if verb in item["custom_id"].split(":")[2]]
    chosen = next((item for item in offers if item["type"] == MENU), offers[0])
    values = [chosen["options"][0]["value"]] if chosen["type"] == MENU else None
    assert (await user.press(shown, chosen, values)).kind == "answered"


async def fill_in(here: Harbor, table: int, user: User, verb: str) -> None:
    """Bid by the board's form; a challenge has none, and is pressed."""
    if verb != "bid":
        return await press(here, table, user, verb)
    await here.settled()
    opened = await user.click(await here.board(user, table), label="Bid…")
    assert opened.kind == "form"
    assert (await user.submit(opened.form, {"value": "65"})).kind == "answered"
    return None


async def command(here: Harbor, table: int, user: User, verb: str) -> None:
    """Type a command in the DM, with what is shown of a suggestion in place of its value."""
    options = {}
    if verb == "bid":
        suggested = await user.suggestions("deadman bid", "value", "6", channel="")
        shown = options["value"] = suggested.choices[-1]["name"]
        assert shown != suggested.choices[-1]["value"]
    assert (await user.command(f"deadman {verb}", options, channel="")).kind == "answered"


async def line(here: Harbor, table: int, user: User, verb: str) -> None:
    """Type a line in the DM."""
    await user.say("bid 64" if verb == "bid" else verb)


WAYS: tuple[Callable[[Harbor, int, User, str], Awaitable[None]], ...] = (
    *(press, fill_in, command, line),
)


async def test_games_are_played_in_every_way(strange: Harbor) -> None:
    here, used = strange, {"bid": 0, "challenge": 0}
    while min(used.values()) < len(WAYS):  # a lucky game is over after a few rounds
        table = await here.table("deadman", ("Ann", "Ben"))
        while (seen := await here.seen(table)).to_move:
            verb = "bid" if seen.public.over is None else "challenge"
            user = await here.mover(table)
            await WAYS[used[verb] % len(WAYS)](here, table, user, verb)
            used[verb] += 1
            await here.moved(table, seen.step)
    ann = here.users["Ann"]
    again = await ann.click(await ann.find(label="Rematch"), label="Rematch")
    assert "opened this table" in again.text


async def test_a_table_is_opened_and_left_in_a_new_thread(strange: Harbor) -> None:
    here = strange
    ann, ben = here.users["Ann"], here.users["Ben"]
    body = {"name": "Nook", "type": PUBLIC_THREAD}
    await ann.ask("POST", f"/channels/{ann.channels['games']}/threads", body)
    await ann.until(lambda: "Nook" in ann.channels)
    table = await open_table(ann, "deadman start", channel="Nook")
    await join(ben, table)
    assert "left" in (await ben.click(await here.board(ben, table), label="Leave")).text


async def test_what_one_does_alone_works(strange: Harbor) -> None:
    cat = strange.users["Cat"]

    async def said(path: str) -> Outcome:
        return await cat.command(path, channel="")

    assert "### Dead Man's Chest: practice" in (await said("deadman practice")).text
    assert "### One table game" in (await said("help")).text
    assert "practice" in (await said("games")).text
    assert "What I don't keep" in (await said("privacy")).text


async def test_unknown_events_and_channels_are_passed_over(strange: Harbor) -> None:
    here = strange
    stage = here.playground.stage
    channel = {"id": "78", "type": NEW, "name": "x", "guild_id": stage.world.guild_id}
    for event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "NEW_EVENT"):
        stage.gateway.tell_bot(event, channel)
    assert "You aren't at any table" in (await here.users["Ann"].command("games")).text
