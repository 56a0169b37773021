"""`python -m tests.bench` measures everything, prints one table and writes docs/bench.md.

    python -m tests.bench --only playouts presses     # a part; the page is left as it is
    python -m tests.bench --rounds 9

It takes about half an hour, three gigabytes of disk for a while, and Linux.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from tests.bench import load, memory, playouts, presses, report, requests, starts

Kind: TypeAlias = Callable[[int], Awaitable[list[report.Row]]]


async def _playouts(rounds: int) -> list[report.Row]:
    return playouts.rows(rounds)


async def _requests(rounds: int) -> list[report.Row]:
    return await requests.rows()


async def _load(rounds: int) -> list[report.Row]:
    return await load.rows()


KINDS: dict[str, Kind] = {  # in the order of the table
    "presses": presses.rows,
    "requests": _requests,
    "playouts": _playouts,
    "starts": starts.rows,
    "memory": memory.rows,
    "load": _load,
}


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(KINDS), metavar="KIND")
    parser.add_argument("--rounds", type=int, default=5, help="medians are over so many")
    given = parser.parse_args()
    rows: list[report.Row] = []
    for name in given.only or KINDS:
        began = time.monotonic()
        print(f"{name} …", flush=True)
        rows += asyncio.run(KINDS[name](given.rounds))
        print(f"  {time.monotonic() - began:.0f} s", flush=True)
    print(f"\n{report.table(rows)}")
    if not given.only:
        report.write(rows)
        print(f"\nwritten to {report.PAGE}")


if __name__ == "__main__":
    main()
