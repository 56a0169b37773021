"""Without a command, connects to Discord if there is a token, otherwise to the playground.

`verify` checks a finished game for fairness, `emojis` uploads the small pictures, `rehearse` tries
on a real server what the playground assumes about Discord.
"""

import argparse
import asyncio
import errno
import logging
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import discord

from bot import emoji_command, service
from bot.all_games import BadGame, all_games
from bot.app import Downeast
from bot.endpoint import (
    Address,
    NoPlayground,
    aim_at,
    ask_for_address,
    check_playground,
    has_playground,
)
from bot.host.proof.verify import NotProven, verify_file
from bot.host.time.clock import ClockAhead
from bot.observation import Observation
from bot.observe.log_lines import Discreet, JsonLines
from bot.service import CannotServe, CutOff
from bot.settings import BadSettings, Settings, read_settings
from bot.show.deliver.queues.timing import Timing
from bot.show.discord_py.discord_messenger import error_line
from bot.show.draw.pages.game_cards import game_cards
from bot.upkeep.commands import operator_commands
from bot.upkeep.commands.backup import before_update
from bot.upkeep.nightly.nightly_backups import NightlyBackups, in_child
from bot.upkeep.nightly.nightly_sweeps import NightlySweeps
from db.base.problems import ConnectionLost, DatabaseProblem, InUse
from db.database import WHILE_PLAYING, Database
from db.upkeep import file_lock

if TYPE_CHECKING:
    from discord_playground import Playground

log = logging.getLogger("downeast")

CODES: dict[type[Exception], int] = {  # exit codes; Python uses 1 for uncaught errors
    BadSettings: 2,
    BadGame: 2,
    DatabaseProblem: 3,
    CannotServe: 4,
    NoPlayground: 5,
    CutOff: 75,  # EX_TEMPFAIL in sysexits.h, which asks a supervisor to try again
}
TEXT = "[{asctime}] [{levelname:<8}] {name}: {message}"  # a line of the log
A_START = 900.0  # seconds that the service allows for a start, which may update a big database
FORGETS_US_WITHIN = 40.0  # seconds until a server has missed a machine that was switched off
PEOPLE = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


async def serve(settings: Settings) -> None:
    """Run until a signal arrives.

    Raises DatabaseProblem, CannotServe, NoPlayground, CutOff, BadSettings.
    """
    outside = Observation(settings, os.environ)
    real = settings.discord_token is not None
    ours = not real and settings.playground_url is None
    if ours:
        # without it nothing is made, and no supervisor hears of a start
        check_playground(
            "There is no DISCORD_TOKEN, and the playground isn't installed. For Discord, put the "
            "token into .env or the environment. For the playground,"
        )
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        stack.enter_context(file_lock.held(settings.place))
        if (kept := await before_update(settings.place, settings.rules)) is not None:
            log.info("This version changes the database. The one before is kept as %s", kept)
        database = await open_database(settings, outside, stop)
        if database is None:
            return
        stack.push_async_callback(database.close)
        outside.supervisor.ready()
        clock = ClockAhead()  # ahead of the real time only if our own playground asks for it
        playground = await _opened(settings, clock, stack) if ours else None
        token = await _token(settings, playground)
        timing = Timing(
            notice_after=settings.nudge_after,
            here_for=settings.nudge_here_after,
            pause=settings.draw_pause,
            reading=settings.reading_time,
            house_thinks=settings.house_thinks,
        )
        bot = Downeast(
            database,
            settings.rules,
            timing,
            clock,
            pictures=settings.pictures,
            emojis=settings.emojis,
            operator=settings.operator,
            observer=outside.observer,
            forgotten=settings.forgotten_list,
        )
        stack.push_async_callback(bot.close)
        await stack.enter_async_context(outside.of(bot))
        if playground is not None:
            playground.show_games(lambda: game_cards(bot.faces.values()))
        if real and not settings.operator.contact:
            log.warning(
                "DOWNEAST_CONTACT isn't set, so players can't see who runs this bot or how to "
                "reach them. Set it in .env or in the environment."
            )
        # Beside its own playground no supervisor restarts the bot, and the clock may jump.
        give_up_after = 0.0 if ours else settings.give_up_after
        if real and (ids := _kept_ids(_keep(settings))) is not None:
            await bot.services.store.claim_unowned(*ids)
        if settings.backups is not None and not ours:
            nightly = NightlyBackups(settings.backups, clock, in_child(settings.place))
            bot.services.agenda.add("backups", nightly.make_up, nap=inf)
        sweeps = NightlySweeps(bot.services.host, settings.keep_days)
        bot.services.agenda.add("sweeps", sweeps.sweep, first=sweeps.first, nap=inf)
        running = asyncio.create_task(service.serve(bot, token, give_up_after, invite=real))
        stack.push_async_callback(_end, running)
        stack.callback(outside.supervisor.stopping)
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if running.done():
            running.result()  # raises the exception that ended it


async def open_database(
    settings: Settings, outside: Observation, stop: asyncio.Event
) -> Database | None:
    """Open the database. Wait for a server that is out of reach, until `stop` (None).

    If our own machine was switched off, its server may think for a while that we are still there.
    Raises DatabaseProblem.
    """
    began, pause = time.monotonic(), service.FIRST
    while not stop.is_set():
        try:
            return await Database.open(
                settings.place,
                answer_within=WHILE_PLAYING,
                observers=outside.commit_observers,
            )
        except (ConnectionLost, InUse) as problem:
            if isinstance(problem, InUse) and time.monotonic() - began > FORGETS_US_WITHIN:
                raise
            log.warning("%s I'll try again in %.0f s.", problem, pause)
            outside.supervisor.still_starting(str(problem), pause + A_START)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)
        pause = min(service.LONGEST, pause * 2)
    return None


async def _end(running: asyncio.Task[None]) -> None:
    """Stop a task, such as the bot during its login, before its resources are closed."""
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def _keep(settings: Settings) -> Path:
    """Return the file in which the playground saves its world, next to the database file."""
    return settings.file.with_name("playground.json")


def _kept_ids(keep: Path) -> tuple[int, int] | None:
    """Return the ids of the application and the server that a playground saved in a file.

    A bot on Discord usually has none, and then it doesn't load the playground, which takes 4 MiB.
    """
    if not keep.exists() or not has_playground():
        return None
    from discord_playground import kept_ids

    return kept_ids(keep)


async def _token(settings: Settings, playground: "Playground | None") -> str:
    """Return the bot's token. Without a token, connect discord.py to our or another playground.

    Raises NoPlayground.
    """
    if settings.discord_token is not None:
        return settings.discord_token.get_secret_value()
    if playground is None:
        address = await ask_for_address(settings.playground_url or "")
    else:
        address = Address(playground.base, playground.gateway, playground.bot_token)
        print(f"The playground is open: {playground.base}  (Ctrl-C closes it)", flush=True)
    aim_at(address)
    return address.token


async def _opened(settings: Settings, clock: ClockAhead, stack: AsyncExitStack) -> "Playground":
    """Start a playground in this process until the stack closes. Raises NoPlayground."""
    from discord_playground import Playground  # a bot on Discord never runs it

    port, keep = settings.playground_port, _keep(settings)
    try:
        playground = Playground(
            PEOPLE[: settings.playground_people],
            port=port,
            keep=keep,
            bot_name="Downeast",
            guild_name="Downeast Harbor",
        )
    except OSError:
        raise NoPlayground(
            f"The playground is kept in {keep}, which can't be read. Move that file away to begin "
            "with an empty playground."
        ) from None
    playground.on_clock(clock.set_ahead)
    try:
        await playground.start()
    except OSError as problem:
        await playground.stop()
        why = {
            errno.EADDRINUSE: "is in use, perhaps by another playground",
            errno.EACCES: "needs rights that I don't have",
        }.get(problem.errno or 0, f"can't be opened ({error_line(problem)})")
        raise NoPlayground(
            f"Port {port} of this machine {why}. Set DOWNEAST_PLAYGROUND_PORT to another port "
            "above 1023, or to 0 for any that is free."
        ) from None
    stack.push_async_callback(playground.stop)
    return playground


def _rehearse(given: Sequence[str], program: str) -> int:
    """Hand over to the playground's rehearsal, on Discord or on a playground that runs.

    Raises NoPlayground, BadSettings.
    """
    check_playground("The rehearsal is a part of the playground, which isn't installed. Please")
    from discord_playground.rehearsal import address, command_line

    def asked() -> address.Address | None:
        settings = read_settings()
        if settings.discord_token is not None:
            return address.on_discord(settings.discord_token.get_secret_value())
        if settings.playground_url is None:
            return None
        found = asyncio.run(ask_for_address(settings.playground_url))
        return address.on_playground(found.rest, found.gateway, found.token)

    try:
        return command_line.main(given, asked, partial(say, file=sys.stdout), program=program)
    except command_line.CannotRehearse as problem:
        say(str(problem), sys.stderr)
        return CODES[CannotServe]


def set_up_logging(level: str, style: Literal["text", "json"] = "text") -> None:
    """Log to standard error: the bot at the given level, the libraries at INFO or above.

    The libraries' debug messages contain whole requests and rows, with everybody's cards.
    """
    wanted = logging.getLevelNamesMapping()[level]
    formatter: logging.Formatter = discord.utils.MISSING  # in colour
    if style == "json":
        formatter = JsonLines()
    elif not sys.stderr.isatty():  # the library colours the log of a container as well
        formatter = logging.Formatter(TEXT, "%Y-%m-%d %H:%M:%S", style="{")
    discord.utils.setup_logging(level=max(wanted, logging.INFO), formatter=formatter)
    for handler in logging.getLogger().handlers:
        handler.addFilter(service.OneLine())
        handler.addFilter(Discreet(service.QUOTES_NOTHING, brackets=style == "text"))
    for own in ("bot", "cogs", "db", "downeast"):
        logging.getLogger(own).setLevel(wanted)


def say(text: str, file: TextIO) -> None:
    """Print text with user names. Replace characters that the terminal cannot show."""
    encoding = file.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=file, flush=True)


def main(program: str = "python -m bot") -> int:
    """Read the command line and return the exit code. `program` is the command's name."""
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    commands = parser.add_subparsers(dest="command")
    check = commands.add_parser("verify", help="deal a finished game again from its transcript")
    check.add_argument("transcript", type=Path)
    pictures = commands.add_parser("emojis", help="bring the small pictures up to Discord")
    pictures.add_argument(
        "--tidy", action="store_true", help="remove those that were drawn anew since, as well"
    )
    commands.add_parser(
        "rehearse", add_help=False, help="try what the playground assumes about Discord"
    )
    operator_commands.add_commands(commands)
    arguments, more = parser.parse_known_args()
    try:
        if arguments.command == "rehearse":  # it reads its own options
            return _rehearse(more, f"{program} rehearse")
        if more:
            parser.error(f"unrecognized arguments: {' '.join(more)}")
        if arguments.command == "verify":
            say(verify_file(arguments.transcript, all_games()), sys.stdout)
            return 0
        settings = read_settings()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we play, not sing
        set_up_logging(settings.log_level, settings.log)
        if arguments.command in operator_commands.COMMANDS:
            report = operator_commands.run(arguments, settings)
            say(report.json() if arguments.json else report.text(), sys.stdout)
            return report.exit_code
        if arguments.command == "emojis":
            say(asyncio.run(emoji_command.bring_up(settings, tidy=arguments.tidy)), sys.stdout)
            return 0
        asyncio.run(serve(settings))
    except NotProven as problem:
        say(f"Not proven: {problem}", sys.stderr)
        return 1
    except tuple(CODES) as problem:
        say(str(problem), sys.stderr)
        return next(code for kind, code in CODES.items() if isinstance(problem, kind))
    except KeyboardInterrupt:
        if arguments.command != "rehearse":
            raise
        say("Stopped.", sys.stderr)
        return 130
    except Exception:  # in the log, a traceback quotes nothing that others may not read
        log.critical("I stop, because there is an error in the program", exc_info=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
