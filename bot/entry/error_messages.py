"""What is said when something cannot be done, or has gone wrong: all of it in one place.

A Refusal is a sentence for the one who asked. Anything else that goes wrong is our bug: they get an
apology with a reference, the log gets the traceback under it, and the table is as it was. A disk
that is full is neither: they are told that nothing can be saved, and the log says why.
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

from bot.ui.words import escape
from games.rules import Refusal

log = logging.getLogger(__name__)

CHANGED = "That command has changed. Give Discord a minute, then type it again."
NOT_SAVED = (
    "I can't save anything right now, so nothing at the table has changed. Please tell whoever "
    "runs me (my log says what is wrong), and try again later."
)
LOST = (
    *(discord.NotFound, discord.DiscordServerError, discord.RateLimited),
    *(aiohttp.ClientError, OSError, TimeoutError),
)
"""What says that an answer did not get through: no bug, and nobody can do anything about it."""
ANSWERED = 40060  # already: what was asked was delivered twice
P = ParamSpec("P")
Choice: TypeAlias = app_commands.Choice[Any]


def apology(reference: str) -> str:
    """Say sorry for a bug of ours."""
    return (
        "Sorry, that is a mistake of mine, and nothing at the table has changed. "
        f"Please tell whoever runs me: reference `{reference}`."
    )


def reference(what: str, error: BaseException | None = None) -> str:
    """Log the exception that is being handled (or this one) under a fresh reference."""
    made = secrets.token_hex(3)
    log.error("A bug met by a player, reference %s (%s)", made, what, exc_info=error or True)
    return made


def unread(event: str, problem: BaseException) -> str:
    """Log in a line that an event of Discord's could not be read; return its reference.

    What stands in the event is nobody's business, nor the words of an error that may quote it.
    """
    made, trace = secrets.token_hex(3), problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = None if trace is None else trace.tb_frame.f_code
    where = "" if code is None else f" in {Path(code.co_filename).name}, {code.co_name}"
    log.error(
        "An event of Discord's (%s) could not be read, reference %s: %s%s",
        *(event, made, type(problem).__name__, where),
    )
    return made


def why_no_command(error: Exception) -> str:
    """Say why a command could not even be run: a check, a value that does not fit, our bug."""
    if isinstance(error, app_commands.CheckFailure):
        return "That command does not work here."
    if isinstance(error, app_commands.TransformerError):
        return f"I cannot make anything of `{escape(str(error.value))}` there."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return CHANGED
    return apology(reference("command", error))


def kindly(
    suggest: Callable[P, Awaitable[list[Choice]]],
) -> Callable[P, Coroutine[Any, Any, list[Choice]]]:
    """Have an autocomplete that cannot suggest anything suggest nothing: it says no sentences."""

    @wraps(suggest)
    async def suggested(*args: P.args, **kwargs: P.kwargs) -> list[Choice]:
        try:
            return await suggest(*args, **kwargs)
        except Refusal:
            return []
        except Exception:
            reference("autocomplete")
            return []

    return suggested


def only_bugs(record: logging.LogRecord) -> bool:
    """Let discord.py log what went wrong, but not that an autocomplete's answer was of no use."""
    problem = record.exc_info and record.exc_info[1]
    twice = isinstance(problem, discord.HTTPException) and problem.code == ANSWERED
    if not isinstance(problem, LOST) and not twice:
        return True
    log.info("An autocomplete was not answered: %r", problem)
    return False


logging.getLogger(app_commands.tree.__name__).addFilter(only_bugs)
