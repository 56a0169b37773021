"""The log is free of cards, tokens and typed lines, at every level, also while things go wrong."""

import json
import re
from pathlib import Path

import pytest

from games.gifts import GIFTS
from tests.e2e.harbor import Crew, Harbor, deal, harbor, join, open_table
from tests.e2e.user import Json, User

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")
NONSENSE = "flibbertigibbet"
TOKEN = re.compile(r"/(?:interactions/\d+|webhooks/\d+)/([^/]+)")


@pytest.mark.parametrize("debugging", ["", "1"], ids=["usual", "asyncio_debug"])
async def test_at_no_level_the_log_holds_a_card_a_token_or_a_line_that_somebody_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, debugging: str
):
    """Operators read the log and send it to people who help them."""
    monkeypatch.setenv("PYTHONASYNCIODEBUG", debugging)
    log = tmp_path / "bot.log"
    async with harbor(tmp_path, PLAYERS, bot=False) as here:
        crew = Crew(here.playground, here.file, log=log, level="DEBUG")
        await crew.start()
        try:
            typed = await play(here)
        finally:
            assert await crew.stop() == 0
        tokens = {found for request in here.requests for found in TOKEN.findall(request["path"])}
        tokens.add(here.playground.bot_token)
    written = log.read_text(encoding="utf-8").casefold()
    assert "connected to gateway" in written, "it does log"
    assert "send an answer" in written, "what goes wrong, too"
    assert len(tokens) > 5
    cards = {word for path in GIFTS for word in (path.name, path.key)}
    for secret in (*typed, *tokens, *cards):
        assert not re.search(rf"\b{re.escape(secret.casefold())}\b", written), secret


async def play(here: Harbor) -> list[str]:
    """Play a few moves by all ways in, with trouble on the line; return what was typed."""
    ann = here.users["Ann"]
    table = await open_table(ann, "yankee start")
    for name in PLAYERS[1:]:
        await join(here.users[name], table)
    await deal(ann, table, PLAYERS)
    for user in here.users.values():
        opened = await user.click(await here.board(user, table), label="My hand")
        assert any(path.name in opened.text for path in GIFTS), "a hand is read"
    giver = to_act(here)
    lines = [NONSENSE, f"give {NONSENSE}", f"{held(here, giver)} to {NONSENSE}"]
    for line in lines:
        await said(giver, line)
    other = next(name for name in PLAYERS if name != giver.name)
    form = (await giver.command("yankee give", {"to": other})).form
    assert (await giver.submit(form, chosen(form))).kind == "answered"
    taker = to_act(here)
    here.trouble(kind="status", route="callback", status=403)
    here.trouble(kind="rate_limit", route="webhooks|callback", retry_after=0.1)
    for _ in range(3):
        await taker.click(await here.board(taker, table), label="My hand")
    lines.append("it isn't a secret at all")
    await said(taker, lines[-1])
    await said(taker, "it isn't")
    lines.append(f"{held(here, to_act(here))} to {PLAYERS[0]} as mug")
    await said(to_act(here), lines[-1])
    return lines


async def said(user: User, line: str) -> None:
    """Type a line in the DM, and wait for what comes below it."""
    mine = await user.say(line)
    await user.until(
        lambda: any(
            message["author"]["id"] == user.bot_id and int(message["id"]) > int(mine["id"])
            for message in user.messages.values()
            if message["channel_id"] == user.dm_id
        )
    )


def to_act(here: Harbor) -> User:
    """Find out from the file who is asked."""
    (player,) = here.rows("SELECT name FROM seats WHERE due IS NOT NULL")
    return here.users[player["name"]]


def held(here: Harbor, user: User) -> str:
    """Name a gift that somebody holds."""
    (row,) = here.rows("SELECT state FROM tables")
    (player,) = here.rows("SELECT seat FROM seats WHERE name=?", user.name)
    hand = json.loads(row["state"])["hands"][player["seat"]]
    return next(path.name for path in GIFTS if path.key in hand)


def chosen(form: Json) -> dict[str, list[str]]:
    """Choose the first there is in each menu of a form."""
    inner = [component["component"] for component in form["components"] if "component" in component]
    return {component["custom_id"]: [component["options"][0]["value"]] for component in inner}
