"""Tests of errors: each is reported in a sentence or logged under a reference."""

import logging
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.enums import AppCommandOptionType

from bot.entry.error_messages import apology, kindly, not_saved, reference, why_no_command
from bot.ui.panels.operator import Operator
from db.base.problems import ConnectionLost, NotSaved
from games.rules import Refusal


def test_bug_is_logged_under_the_players_reference(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR):
        try:
            raise KeyError("the hand of Ann")
        except KeyError:
            made = reference("interaction")
    assert re.fullmatch("[0-9a-f]{6}", made)
    assert made in caplog.text
    assert "the hand of Ann" in caplog.text, "the traceback is missing"
    assert f"`{made}`" in apology(Operator(), made)
    assert "nothing at the table has changed" in apology(Operator(), made)


def test_apologies_say_whom_to_tell():
    ada = Operator("Ada, ada@example.org")
    assert "Please tell Ada, ada@example.org, with the reference `1a2b3c`." in apology(
        ada, "1a2b3c"
    )
    assert "Please tell whoever runs me, with the reference `1a2b3c`." in apology(
        Operator(), "1a2b3c"
    )
    full, away = NotSaved("its disk is full"), ConnectionLost("the server can't be reached")
    assert "Please tell Ada, ada@example.org (my log says" in not_saved(full, ada)
    assert "Please tell whoever runs me (my log says" in not_saved(away, Operator())
    assert "I can't reach my database right now" in not_saved(away, ada)
    bug = app_commands.CommandInvokeError(COMMAND, ZeroDivisionError())
    assert "Please tell Ada, ada@example.org, with the reference" in why_no_command(ada, bug)


def test_references_are_unique():
    assert len({reference("interaction", ValueError()) for _ in range(20)}) == 20


async def _command(interaction: Any) -> None: ...


COMMAND: Any = app_commands.Command(name="go", description="Go", callback=_command)
GONE = app_commands.CommandNotFound("go", [])


def misread(value: str) -> app_commands.TransformerError:
    class Table(app_commands.Transformer):
        pass

    return app_commands.TransformerError(value, AppCommandOptionType.string, Table())


def test_failed_command_says_why_and_quotes_harmlessly(caplog: pytest.LogCaptureFixture):
    for error, said in [
        (app_commands.NoPrivateMessage(), "doesn't work here"),
        (app_commands.CheckFailure(), "doesn't work here"),
        (misread("nine"), "`nine`"),
        (GONE, "Give Discord a minute"),
        (app_commands.CommandSignatureMismatch(COMMAND), "Give Discord a minute"),
    ]:
        assert said in why_no_command(Operator(), error)
        assert not caplog.records, "that is no bug of ours"
    said = why_no_command(Operator(), misread("@everyone <@1> https://example.org"))
    assert "@everyone" not in said
    assert "<@1>" not in said
    assert "://" not in said


def test_other_command_error_is_a_bug(caplog: pytest.LogCaptureFixture):
    said = why_no_command(
        Operator(), app_commands.CommandInvokeError(COMMAND, ZeroDivisionError("cards"))
    )
    found = re.search("reference `([0-9a-f]{6})`", said)
    assert found is not None
    assert found[1] in caplog.text
    assert "cards" in caplog.text
    assert "cards" not in said


async def test_failed_autocomplete_suggests_nothing(caplog: pytest.LogCaptureFixture):
    async def broken(interaction: Any, current: str) -> Any:
        raise ZeroDivisionError if current else Refusal("Not now.")

    assert await kindly(broken)(None, "") == []
    assert caplog.text == ""
    assert await kindly(broken)(None, "x") == []
    assert "ZeroDivisionError" in caplog.text


def refused(status: int, code: int) -> discord.HTTPException:
    """Build discord.py's exception for an answer of Discord."""
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("problem", "logged"),
    [
        (TimeoutError(), False),
        (refused(404, 10062), False),
        (refused(400, 40060), False),
        (refused(400, 50035), True),
        (KeyError(), True),
    ],
    ids=["lost", "too late", "delivered twice", "what Discord does not take", "a bug"],
)
async def test_late_or_repeated_autocomplete_is_no_bug(
    caplog: pytest.LogCaptureFixture, problem: Exception, logged: bool
):
    @app_commands.command()
    async def bid(interaction: Any, value: str) -> None: ...

    async def lost(choices: Any) -> None:
        raise problem

    async def none(interaction: Any, current: str) -> Any:
        return []

    bid.autocomplete("value")(none)
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    tree.add_command(bid)
    option = {"name": "value", "type": 3, "value": "4", "focused": True}
    asked: Any = SimpleNamespace(
        type=discord.InteractionType.autocomplete,
        data={"type": 1, "name": "bid", "guild_id": None, "options": [option]},
        response=SimpleNamespace(is_done=lambda: False, autocomplete=lost),
        guild=None,
        guild_id=None,
        user=SimpleNamespace(id=1),
        command_failed=False,
        _state=None,
    )
    with caplog.at_level(logging.ERROR):
        await tree._call(asked)
    assert ("Traceback" in caplog.text) == logged
