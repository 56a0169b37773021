"""The answers to requests that fail: refusals, apologies and storage problems.

A Refusal is a sentence for the person who asked. Any other exception is a bug: the person gets an
apology with a reference, the log gets the traceback, and the table is unchanged. If the disk is
full, people are told that nothing can be saved, and the log has the reason.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias

import aiohttp
import discord
from discord import app_commands

from bot.observe import events
from bot.ui.panels.operator import Operator
from bot.ui.panels.words import escape
from db.base.problems import ConnectionLost, NotSaved, Unsure
from games.rules import Refusal

log = logging.getLogger(__name__)

CHANGED = "That command has changed. Give Discord a minute, then type it again."
LOST = (
    *(discord.NotFound, discord.DiscordServerError, discord.RateLimited),
    *(aiohttp.ClientError, OSError, TimeoutError),
)
"""Errors that mean that an answer could not be delivered, which is not a bug."""
ANSWERED = 40060  # Discord delivered the same interaction twice
P = ParamSpec("P")
Choice: TypeAlias = app_commands.Choice[Any]


def apology(operator: Operator, reference: str) -> str:
    """Apologize for a bug in the bot."""
    return (
        "Sorry, I made a mistake, and nothing at the table has changed. "
        f"Please tell {operator.named}, with the reference `{reference}`."
    )


def not_saved(problem: NotSaved | Unsure, operator: Operator) -> str:
    """Explain that nothing was saved, or that nobody knows whether it was."""
    if isinstance(problem, Unsure):
        return (
            "I lost my database just then, so I can't tell whether that counted. Check in a "
            "moment, before you do it again."
        )
    can_not = "reach my database" if isinstance(problem, ConnectionLost) else "save anything"
    return (
        f"I can't {can_not} right now, so nothing at the table has changed. Please tell "
        f"{operator.named} (my log says what's wrong), and try again later."
    )


def reference(what: str, error: BaseException | None = None) -> str:
    """Log an error (by default the current exception) under a new reference."""
    made = secrets.token_hex(3)
    events.ended("failed", made)
    log.error("A player ran into a bug, reference %s (%s)", made, what, exc_info=error or True)
    return made


def unread(event: str, problem: BaseException) -> str:
    """Log one line about a Discord event that could not be parsed and return its reference.

    The line contains neither the event nor the error's text, because both may quote private
    messages.
    """
    number, trace = secrets.token_hex(3), problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = None if trace is None else trace.tb_frame.f_code
    where = "" if code is None else f" in {Path(code.co_filename).name}, {code.co_name}"
    log.error(
        "I couldn't read an event from Discord (%s), reference %s: %s%s",
        event,
        number,
        type(problem).__name__,
        where,
    )
    return number


def why_no_command(operator: Operator, error: Exception) -> str:
    """Explain why a command could not run: a failed check, an invalid value or a bug."""
    if isinstance(error, app_commands.CheckFailure):
        return "That command doesn't work here."
    if isinstance(error, app_commands.TransformerError):
        return f"I don't understand `{escape(str(error.value))}` there."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return CHANGED
    return apology(operator, reference("command", error))


def kindly(
    suggest: Callable[P, Awaitable[list[Choice]]],
) -> Callable[P, Coroutine[Any, Any, list[Choice]]]:
    """Return no suggestions if an autocomplete fails, because it cannot show an error."""

    @wraps(suggest)
    async def suggested(*args: P.args, **kwargs: P.kwargs) -> list[Choice]:
        try:
            return await suggest(*args, **kwargs)
        except Refusal:
            return []
        except NotSaved as problem:  # the database can't be reached
            log.info("I couldn't suggest anything: %s", problem)
            return []
        except Exception:
            reference("autocomplete")
            return []

    return suggested


def only_bugs(record: logging.LogRecord) -> bool:
    """Filter discord.py's log: drop errors that only mean that an autocomplete came too late."""
    problem = record.exc_info and record.exc_info[1]
    twice = isinstance(problem, discord.HTTPException) and problem.code == ANSWERED
    if not isinstance(problem, LOST) and not twice:
        return True
    log.info("I didn't answer an autocomplete in time: %r", problem)
    return False


logging.getLogger(app_commands.tree.__name__).addFilter(only_bugs)
