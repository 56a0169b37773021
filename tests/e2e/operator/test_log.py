"""The log and the metrics are free of cards, tokens, typed lines and people, at every level."""

import json
import re
from pathlib import Path

import aiohttp
import pytest

from games.gifts import GIFTS
from playground.tests.user import Json, User, first_choices, text_of
from tests.actors.harbor import Harbor, harbor
from tests.crews.crew import Crew, free_port

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")
NONSENSE = "flibbertigibbet"
TOKEN = re.compile(r"/(?:interactions/\d+|webhooks/\d+)/([^/]+)")


@pytest.mark.parametrize(
    ("style", "debugging"), [("text", ""), ("json", "1")], ids=["usual", "json_and_asyncio_debug"]
)
async def test_at_no_level_the_log_or_the_metrics_hold_what_nobody_else_may_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, style: str, debugging: str
):
    """Operators read the log and send it to people who help them: no card, token, line or name."""
    monkeypatch.setenv("PYTHONASYNCIODEBUG", debugging)
    log, port = tmp_path / "bot.log", free_port()
    async with harbor(tmp_path, PLAYERS, bot=False) as here:
        module = ("tests.crews.broken", "quoting")
        settings = {"DOWNEAST_LOG": style, "DOWNEAST_METRICS": f"127.0.0.1:{port}"}
        async with Crew(
            here.playground, here.place, module=module, log=log, level="DEBUG", **settings
        ) as crew:
            reference, typed = await play(here)
            await here.until(lambda: "accept DMs" in log.read_text(encoding="utf-8"))
            metrics = await page(port)
            assert await crew.stop() == 0
        tokens = {found for request in here.requests for found in TOKEN.findall(request["path"])}
        tokens.add(here.playground.bot_token)
        people = {user.id for user in here.users.values()}
    written = log.read_text(encoding="utf-8")
    assert_complete(written, reference, style)
    assert_counted(metrics)
    assert len(tokens) > 5
    assert len(people) == 3
    cards = {word for path in GIFTS for word in (path.name, path.key)}
    for secret in (*typed, *tokens, *cards, *people, *PLAYERS):
        pattern = rf"\b{re.escape(secret.casefold())}\b"
        assert not re.search(pattern, written.casefold()), secret
        assert not re.search(pattern, metrics.casefold()), secret
    assert not re.search(r"(?<![.\d])\d{15,}", metrics), "an id"


def assert_complete(written: str, reference: str, style: str) -> None:
    """The log has what an operator looks for: events, troubles, and the apology's reference."""
    assert "Connected to Gateway".casefold() in written.casefold(), "it does log"
    assert "send an answer" in written, "what goes wrong, too"
    lines = written.splitlines()
    if style == "text":
        event = re.compile(
            r"done in \d+ ms \(button \S+, table 1, step \d+, person [0-9a-f]{10}\)$"
        )
        assert any(map(event.search, lines))
        (bug,) = [line for line in lines if "ran into a bug" in line]
        assert bug.endswith(f"reference {reference})")
        assert "ValueError: its text is left out" in written
    else:
        records: list[Json] = list(map(json.loads, lines))
        (bug,) = [record for record in records if "ran into a bug" in record["message"]]
        assert bug["reference"] == reference
        assert (bug["kind"], bug["table"]) == ("line", 1)
        assert "broken.py" in bug["traceback"]
        kinds = {record["kind"] for record in records if "outcome" in record}
        assert {"button", "command", "form", "line"} <= kinds


def assert_counted(metrics: str) -> None:
    """The metrics have what was played, and how Discord was."""
    for sample in (
        'downeast_handled_seconds_count{kind="button",outcome="done"}',
        'downeast_handled_seconds_count{kind="line",outcome="failed"} 1.0',
        'downeast_handled_seconds_count{kind="line",outcome="refused"}',
        'downeast_tables{game="yankee",phase="playing"} 1.0',
        'downeast_discord_requests_total{route="POST channels/{id}/messages",status="200"}',
        "downeast_discord_rate_limits_total{scope=",
        "downeast_dms_closed_total 1.0",
        "downeast_commits_failed_total 0.0",
        'downeast_healthy{check="gateway"} 1.0',
    ):
        assert sample in metrics, sample


async def page(port: int) -> str:
    """Return the page of metrics; the bot is well."""
    base = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{base}/healthz") as answer:
            assert answer.status == 200, await answer.text()
        async with session.get(f"{base}/metrics") as answer:
            return await answer.text()


async def play(here: Harbor) -> tuple[str, list[str]]:
    """Play a few moves by all ways in, with trouble on the line.

    Return the reference of the apology for a bug, and what was typed.
    """
    table = await here.table("yankee", PLAYERS)
    for user in here.users.values():
        opened = await here.open_hand(user, table)
        assert any(path.name in opened.text for path in GIFTS), "a hand is read"
    giver = here.asked()[0]
    lines = [NONSENSE, f"give {NONSENSE}", f"{held(here, giver)} to {NONSENSE}"]
    for line in lines:
        await giver.exchange(line)
    other = next(name for name in PLAYERS if name != giver.name)
    lines.append(f"{held(here, giver)} to {other} as mug")
    await giver.exchange(lines[-1])
    sorry = await giver.find(text="Sorry, I made a mistake")
    reference = text_of(sorry).split("`")[1]
    form = (await giver.command("yankee give", {"to": other})).form
    assert (await giver.submit(form, first_choices(form))).kind == "answered"
    taker = here.asked()[0]
    here.trouble(kind="status", route="callback", status=403)
    here.trouble(kind="rate_limit", route="webhooks|callback", retry_after=0.1)
    for _ in range(3):
        await here.open_hand(taker, table)
    lines.append("it isn't a secret at all")
    await taker.exchange(lines[-1])
    for name in PLAYERS:
        await here.lever(f"/people/{name}", dms_open=False)
    await taker.say("it isn't")
    return reference, lines


def held(here: Harbor, user: User) -> str:
    """Name a gift that somebody holds."""
    (row,) = here.rows("SELECT state FROM tables")
    (player,) = here.rows("SELECT seat FROM seats WHERE name=?", user.name)
    hand = json.loads(row["state"])["hands"][player["seat"]]
    return next(path.name for path in GIFTS if path.key in hand)
