"""`python -m tests.tools.bench` measures everything, prints the tables and writes docs/bench.md.

    python -m tests.tools.bench --only playouts presses   # print two parts, leave the page alone
    python -m tests.tools.bench --only playouts --write   # also write this part to the page
    python -m tests.tools.bench --small  # check that it runs; its figures say little
    python -m tests.tools.bench --rounds 9

A full run takes about half an hour, needs Linux and up to three gigabytes of disk. Each part is
written to the page as soon as it is measured.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from tests.tools.bench import load, memory, playouts, presses, report, requests, starts

Kind: TypeAlias = Callable[[int], Coroutine[Any, Any, list[report.Row]]]


async def _playouts(rounds: int) -> list[report.Row]:
    return playouts.rows(rounds)


async def _requests(rounds: int) -> list[report.Row]:
    return await requests.rows()


async def _load(rounds: int) -> list[report.Row]:
    return await load.rows()


async def _few_starts(rounds: int) -> list[report.Row]:
    return await starts.rows(1, (200,))


async def _little_memory(rounds: int) -> list[report.Row]:
    return await memory.rows(1, 200, (40, 80))


async def _few_requests(rounds: int) -> list[report.Row]:
    return await requests.rows(5)


async def _light_load(rounds: int) -> list[report.Row]:
    return await load.rows(20, 10, 5)


KINDS: dict[str, Kind] = {  # in the order in which they stand on the page
    "presses": presses.rows,
    "requests": _requests,
    "playouts": _playouts,
    "starts": starts.rows,
    "memory": memory.rows,
    "load": _load,
}
SMALL = KINDS | {
    "requests": _few_requests,
    "starts": _few_starts,
    "memory": _little_memory,
    "load": _light_load,
}


def main() -> None:
    """Parse the command line and run the measurements."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", choices=list(KINDS), metavar="KIND")
    parser.add_argument("--write", action="store_true", help="write the parts that --only names")
    parser.add_argument("--small", action="store_true", help="small figures, one round, no page")
    parser.add_argument("--rounds", type=int, default=5, help="medians are over so many")
    given = parser.parse_args()
    writes = not given.small and (given.write or not given.only)
    for name in given.only or KINDS:
        began = time.monotonic()
        print(f"{name} …", flush=True)
        if given.small:
            rows = asyncio.run(SMALL[name](1))
        else:
            rows = asyncio.run(KINDS[name](given.rounds))
        print(f"  {time.monotonic() - began:.0f} s\n\n{report.table(rows)}\n", flush=True)
        if writes:
            report.write(name, rows, tuple(KINDS))
            print(f"written to {report.PAGE}\n")


if __name__ == "__main__":
    main()
