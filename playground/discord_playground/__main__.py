"""Run the playground alone, for any Discord bot. README.md says how to point one at it."""

import argparse
import asyncio
import errno
import signal
import sys
from contextlib import suppress
from pathlib import Path

from discord_playground import NAMES, Playground
from discord_playground.world.world import BOT_NAME, GUILD_NAME


async def run(playground: Playground) -> None:
    """Serve until the process gets SIGINT or SIGTERM."""
    done = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no add_signal_handler
            asyncio.get_running_loop().add_signal_handler(number, done.set)
    try:
        await playground.start()
    except OSError as problem:
        await playground.stop()
        if problem.errno != errno.EADDRINUSE:
            sys.exit(f"Cannot start: {problem}.")
        sys.exit(
            f"The port of {playground.base} or of {playground.gateway} is in use, perhaps by "
            "another playground. Choose others with --port and --gateway-port."
        )
    print(f"page and REST  {playground.base}")
    print(f"gateway        {playground.gateway}")
    print(f"bot token      {playground.bot_token}", flush=True)
    await done.wait()
    await playground.stop()


def program() -> str:
    """Return the command that started this, in a checkout or once installed."""
    return (
        "discord-playground" if __package__ == "discord_playground" else f"python -m {__package__}"
    )


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog=program(), description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--gateway-port", type=int, default=8766)
    parser.add_argument("--people", type=int, default=5, help=f"how many, at most {len(NAMES)}")
    parser.add_argument("--bot-name", default=BOT_NAME, help="the name of your bot")
    parser.add_argument("--server-name", default=GUILD_NAME, help="the name of the server")
    parser.add_argument("--keep", type=Path, help="the file the world survives in")
    given = parser.parse_args()
    people = NAMES[: max(1, min(given.people, len(NAMES)))]
    try:
        playground = Playground(
            people,
            given.host,
            given.port,
            given.gateway_port,
            given.keep,
            bot_name=given.bot_name,
            guild_name=given.server_name,
        )
    except OSError as problem:  # the kept file is damaged
        sys.exit(f"Cannot start: {problem}.")
    asyncio.run(run(playground))


if __name__ == "__main__":
    main()
