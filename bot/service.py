"""Keeps the bot connected, or exits with one line that says why it can't.

Temporary problems (an outage, no network yet) are retried. Permanent problems (a revoked token, a
wrong setting on Discord) end the program with advice. discord.py reconnects by itself. If that
takes too long, the program exits so that a supervisor restarts it, which has helped before.
"""

import asyncio
import logging

import aiohttp
import discord
from discord import client as library
from discord.backoff import ExponentialBackoff

from bot import collector
from bot.app import Downeast
from bot.show.discord_py.discord_messenger import LATER, error_line
from bot.show.discord_py.needed_permissions import invitation
from db.base.problems import STORAGE_ERRORS, DatabaseProblem, NotSaved

log = logging.getLogger(__name__)

FIRST, LONGEST = 2.0, 60.0  # seconds between two attempts to log in
LAST_ANSWERS = 3.0  # seconds in which whoever pressed is still answered
SOONEST = 5  # makes discord.py wait at most 2**5 s between two reconnects, not 2**10
OUTAGES = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
QUOTES_NOTHING = (*OUTAGES, discord.ConnectionClosed, DatabaseProblem, *STORAGE_ERRORS)
"""Errors whose text may be in the log, because it never quotes a card, a person or a line."""

CLOSED = {  # close codes after which Discord refuses to reconnect
    4004: (
        "Discord doesn't accept this DISCORD_TOKEN any more. Make a new one in Discord's developer "
        "portal (Bot, Reset Token), put it into .env and start me again."
    ),
    4010: "Discord refused the shard. I serve up to 2,500 servers, as one shard.",
    4011: "I am on more servers than one process can serve (2,500). Take me off some of them.",
    4012: "Discord no longer speaks this version of its gateway. Install a newer Downeast.",
    4013: "Discord refused what I want to hear of (intents). Install a newer Downeast.",
    4014: "Discord refused what I want to hear of (intents). Install a newer Downeast.",
}


class CannotServe(Exception):
    """Discord rejects the bot permanently. `str()` tells the operator what to do."""


class CutOff(Exception):
    """Only a new start helps, which a supervisor should make.

    Discord was out of reach for too long, or another process used the database meanwhile.
    """


async def serve(bot: Downeast, token: str, give_up_after: float, *, invite: bool = False) -> None:
    """Run until Discord ends it. Raises CannotServe, CutOff and the errors of the start.

    `give_up_after` is the limit in seconds without Discord (0 means no limit). `invite` prints the
    link that adds the bot to a server.
    """
    _come_back_sooner()
    bot.services.store.connection.lost()  # the time until the first connection counts as well
    tasks = [
        asyncio.create_task(_run(bot, token, invite=invite)),
        asyncio.create_task(_give_up(bot, give_up_after)),
        asyncio.create_task(_until_replaced(bot)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:  # raises the exception that ended it
            if task in done:
                task.result()
    finally:
        await _cancel(*tasks)


async def _cancel(*tasks: asyncio.Task[None]) -> None:
    """End tasks. Ask again each second, because a library may swallow a cancellation."""
    while not_done := [task for task in tasks if not task.done()]:
        for task in not_done:
            task.cancel()
        await asyncio.wait(not_done, timeout=1)
    await asyncio.gather(*tasks, return_exceptions=True)


async def _give_up(bot: Downeast, seconds: float) -> None:
    if seconds <= 0:
        await asyncio.Event().wait()
    await bot.services.store.connection.lost_for(seconds)
    raise CutOff(
        f"Discord was out of reach for {seconds:g} s, so I stop. Check the network and start me "
        "again, or let a supervisor start me again."
    )


async def _until_replaced(bot: Downeast) -> None:
    await bot.services.store.database.until_replaced()
    await asyncio.sleep(LAST_ANSWERS)
    raise CutOff(
        "Another Downeast has used the database while I was cut off from it, so what I remember is "
        "out of date. Start me again, or let a supervisor start me again."
    )


async def _run(bot: Downeast, token: str, *, invite: bool) -> None:
    await log_in(bot, token)
    collector.settle()
    if invite:
        print(f"Add me to a server: {invitation(bot.application_id or 0)}", flush=True)
    try:
        await bot.connect()
    except discord.PrivilegedIntentsRequired:
        raise CannotServe(CLOSED[4014]) from None
    except discord.ConnectionClosed as closed:
        why = (
            f"Discord closed the connection for good, with close code {closed.code}. Look it up in "
            "Discord's developer documentation, or install a newer Downeast."
        )
        raise CannotServe(CLOSED.get(closed.code, why)) from None


async def log_in(bot: Downeast, token: str) -> None:
    """Log in as soon as Discord is available. Raises CannotServe."""
    pause, clock = FIRST, bot.services.store.clock
    while True:
        try:
            await bot.login(token)
        except discord.LoginFailure:
            raise CannotServe(
                "Discord doesn't accept this DISCORD_TOKEN. Make a new one in Discord's developer "
                "portal (Bot, Reset Token), put it into .env and start me again."
            ) from None
        except OUTAGES as problem:
            if bot.is_set_up:
                raise
            if _is_final(problem):
                raise CannotServe(
                    f"Discord doesn't let me in: {error_line(problem)}. Look at the application "
                    "in Discord's developer portal."
                ) from None
            log.warning(
                "I can't reach Discord: %s. I'll try again in %.0f s.", error_line(problem), pause
            )
            await _forget_session(bot)
            await clock.sleep_until(clock.now() + pause)
            pause = min(LONGEST, pause * 2)
        else:
            return


def _is_final(problem: BaseException) -> bool:
    if not isinstance(problem, discord.HTTPException):
        return False
    return problem.status < 500 and problem.status not in LATER


async def _forget_session(bot: Downeast) -> None:
    """Reset the HTTP session, which discord.py forgets to close, before the next attempt."""
    await bot.http.close()
    bot.http.clear()
    bot.http.connector = discord.utils.MISSING


def _come_back_sooner() -> None:
    """Shorten discord.py's delay between reconnects, which can reach 17 minutes."""

    class Sooner(ExponentialBackoff[bool]):
        def __init__(self) -> None:
            super().__init__()
            self._max = SOONEST

    library.ExponentialBackoff = Sooner  # type: ignore[misc]


class OneLine(logging.Filter):
    """Drops the tracebacks of connection errors and full disks, which add nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten records of discord.py's connection errors and of full disks; let all pass."""
        problem = record.exc_info[1] if record.exc_info else None
        weather = (*OUTAGES, discord.ConnectionClosed, TimeoutError)
        lost = record.name.split(".")[0] == "discord" and isinstance(problem, weather)
        if isinstance(problem, NotSaved) or (lost and problem is not None):
            reason = str(problem) if isinstance(problem, NotSaved) else error_line(problem)
            record.msg = f"{record.getMessage()}: {reason}"
            record.args = None
            record.exc_info = record.exc_text = None
        return True
