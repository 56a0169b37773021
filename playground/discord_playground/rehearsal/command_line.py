"""`python -m bot rehearse`: asks before it begins, prints the table and writes the recording."""

import argparse
import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import aiohttp

from discord_playground.playground import Playground
from discord_playground.rehearsal.address import Address, on_playground
from discord_playground.rehearsal.compare import differences
from discord_playground.rehearsal.place import CannotRehearse, Place, find_place, list_places
from discord_playground.rehearsal.recorder import Recorder, read_recording
from discord_playground.rehearsal.redaction import Json
from discord_playground.rehearsal.rehearse import Plan, rehearse
from discord_playground.rehearsal.report import Report
from discord_playground.rehearsal.robot import Robot
from discord_playground.rehearsal.stage import Where
from discord_playground.rehearsal.wire import Wire

DONE, DIFFERENT = 0, 1
SHORT = 0.3  # seconds for an event of a stand-in on this machine
ABOUT = """
This rehearsal takes about five minutes in {place}. It needs you there, best with a phone beside.
I'll post messages and threads, register the command /rehearsal on this server, upload one emoji,
write to you by DM, and ask you up to {presses} times to press something. Anything can be skipped.
At the end I remove all of it, also if you stop me with Ctrl-C. The recording that I write holds
no names, no token and nothing that anybody typed."""


def main(
    given: Sequence[str],
    asked: Callable[[], Address | None],
    say: Callable[[str], None],
    ask: Callable[[str], str] = input,
    *,
    program: str = "rehearse",
) -> int:
    """Read the command line, then rehearse or compare a recording. Return the exit code.

    `asked` returns where to rehearse, or None without a token. It's asked only if that is needed.
    Raises CannotRehearse.
    """
    arguments = _parser(program).parse_args(given)
    if arguments.against is not None:
        return _compare(arguments.against, say)
    if (address := asked()) is None:
        raise CannotRehearse(
            "There is no DISCORD_TOKEN, so there is no Discord to rehearse on. Put the token into "
            ".env (.env.example says how). For a dry run start `python -m discord_playground` and "
            "set DOWNEAST_PLAYGROUND_URL to its address."
        )
    places = asyncio.run(_look(address, str(arguments.channel)))
    place = places[0] if arguments.channel else _chosen(places, say, ask)
    plan = Plan(address, patience=arguments.wait, leave_one=arguments.leave_one)
    say(ABOUT.format(place=place.name, presses=plan.presses).strip())
    if not arguments.yes and not _answer(ask, "Begin? [y/N] ").lower().startswith("y"):
        raise CannotRehearse("Nothing was done.")
    say(f"Go to {place.name}: the first button is waiting there.")
    recorder = Recorder()
    try:
        report = asyncio.run(rehearse(plan, place.where, recorder, say))
    finally:
        _save(recorder, arguments.recording, say)
    say("")
    say(report.table())
    return DIFFERENT if report.different else DONE


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Try on a real server what the playground assumes about Discord. Exit codes: "
        "0 all as assumed, 1 something differs, 2 a bad setting, 4 it can't be done (the text says "
        "why), 5 no playground answers, 130 stopped by Ctrl-C.",
    )
    parser.add_argument("--channel", default="", help="the id of the channel; else I ask")
    parser.add_argument("--yes", action="store_true", help="begin without asking")
    parser.add_argument("--wait", type=float, default=60.0, help="seconds to wait for each press")
    parser.add_argument(
        "--leave-one",
        action="store_true",
        help="leave one message, so that a rehearsal in an hour can try edits of old messages",
    )
    parser.add_argument(
        "--recording", type=Path, default=Path("rehearsal.jsonl"), help="where to write it"
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="RECORDING",
        help="rehearse nothing on Discord: compare this recording with the playground",
    )
    return parser


async def _look(address: Address, channel: str) -> list[Place]:
    try:
        async with aiohttp.ClientSession() as session:
            wire = Wire(session, address, Recorder())  # what a bot never asks isn't kept
            return [await find_place(wire, channel)] if channel else await list_places(wire)
    except (aiohttp.ClientError, OSError) as problem:
        raise CannotRehearse(f"I can't reach Discord: {problem}.") from None


def _chosen(places: list[Place], say: Callable[[str], None], ask: Callable[[str], str]) -> Place:
    """Have the operator choose a channel. Raises CannotRehearse."""
    for number, place in enumerate(places, 1):
        say(f"{number:3}  {place.name}")
    answer = _answer(ask, "In which channel? Give its number: ")
    if not answer.isdecimal() or not 1 <= int(answer) <= len(places):
        raise CannotRehearse(f"Nothing was done. Give a number from 1 to {len(places)}.")
    return places[int(answer) - 1]


def _answer(ask: Callable[[str], str], question: str) -> str:
    try:
        return ask(question).strip()
    except EOFError:  # nobody sits at this terminal
        return ""


def _save(recorder: Recorder, path: Path, say: Callable[[str], None]) -> None:
    try:
        recorder.save(path)
    except OSError as problem:
        say(f"The recording can't be written to {path}: {problem.strerror}.")
    else:
        say(f"The recording is in {path}.")


def _compare(path: Path, say: Callable[[str], None]) -> int:
    """Compare a recording with a playground whose people press by themselves.

    Raises CannotRehearse.
    """
    try:
        recording = read_recording(path)
    except (OSError, ValueError):
        raise CannotRehearse(f"{path} isn't a recording of a rehearsal.") from None
    found = differences(recording, asyncio.run(_playground_lines()))
    for text in found:
        say(text)
    say(f"{len(found)} differences." if found else "The stand-in has the shapes of the recording.")
    return DIFFERENT if found else DONE


async def _playground_lines() -> list[Json]:
    playground = Playground(port=0)
    await playground.start()
    try:
        _, recorder = await rehearse_alone(playground)
    finally:
        await playground.stop()
    return recorder.lines


async def rehearse_alone(
    playground: Playground, plan: Plan | None = None
) -> tuple[Report, Recorder]:
    """Rehearse on a running playground whose people press by themselves."""
    recorder = Recorder()
    plan = plan or Plan(address_of(playground), patience=5.0, settle=SHORT)
    async with Robot(playground.base):
        report = await rehearse(plan, place_on(playground), recorder, lambda _: None)
    return report, recorder


def address_of(playground: Playground) -> Address:
    """Return where a running playground is."""
    return on_playground(playground.base, playground.gateway, playground.bot_token)


def place_on(playground: Playground) -> Where:
    """Return a playground's first channel, as the place of a rehearsal."""
    world = playground.world
    channel = next(item.id for item in world.channels.values() if item.in_guild)
    return Where(world.bot_id, world.guild_id, channel)
