"""`python -m tests.tools.bench` measures everything in one run and writes docs/bench.md.

    python -m tests.tools.bench --quick                   # a little of everything in two minutes
    python -m tests.tools.bench --only playouts presses   # two parts

Only a whole run writes the page. It takes about half an hour, and needs Linux and up to three
gigabytes of disk. The figures of a quick run say little.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeAlias

from tests.tools.bench import databases, load, memory, playouts, presses, report, requests, starts
from tests.tools.bench.scale import FULL, QUICK, Scale

Part: TypeAlias = Callable[[Scale], Coroutine[Any, Any, list[report.Row]]]

PARTS: dict[str, Part] = {  # in the order in which they stand on the page
    "presses": presses.rows,
    "requests": requests.rows,
    "playouts": playouts.rows,
    "starts": starts.rows,
    "memory": memory.rows,
    "load": load.rows,
    "databases": databases.rows,
}


def measured(names: Sequence[str], scale: Scale) -> dict[str, list[report.Row]]:
    """Measure these parts, and print each as soon as it is measured."""
    found: dict[str, list[report.Row]] = {}
    for name in names:
        began = time.monotonic()
        print(f"{name} …", flush=True)
        found[name] = asyncio.run(PARTS[name](scale))
        took = time.monotonic() - began
        print(f"  {took:.0f} s\n\n{report.table(found[name])}\n", flush=True)
    return found


def main() -> None:
    """Parse the command line and run the measurements."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART")
    parser.add_argument("--quick", action="store_true", help="small figures, one round")
    given = parser.parse_args()
    found = measured(given.only or list(PARTS), QUICK if given.quick else FULL)
    print(report.measured_now())
    print(f"{report.missed([row for rows in found.values() for row in rows])}.")
    if not (given.quick or given.only):
        report.write(found)
        print(f"Written to {report.PAGE}.")


if __name__ == "__main__":
    main()
