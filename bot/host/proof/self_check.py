"""Deals finished games again from their own log, so the bot can say what a check finds.

A check runs in a thread. An answer never waits long for it: the check goes on, and the next
question finds its result.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.host.proof.verify import NotProven, found
from games.rules import AnyRules

PATIENCE = 1.5  # longest time in seconds that an answer waits for a check
KEPT = 200  # results kept in memory


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found. `problem` says why the game can't be dealt again; it is "" if it can.

    `frozen` means that a second message fixed the seats and terms before the deal. `house` says how
    many of the house's moves were chosen again; it is "" if the house made none.
    """

    steps: int
    frozen: bool
    problem: str = ""
    house: str = ""


class SelfCheck:
    """Verifies finished games, each once, and one at a time."""

    def __init__(self, transcript: Callable[[int], Awaitable[dict[str, Any]]]) -> None:
        self._transcript = transcript
        self._found: OrderedDict[int, asyncio.Task[Checked]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def of(
        self, table_id: int, games: Mapping[str, AnyRules], patience: float = PATIENCE
    ) -> Checked | None:
        """Return what the check of a finished table found, or None if it isn't done in time."""
        if table_id not in self._found:
            written = await self._transcript(table_id)
            self._found.setdefault(table_id, asyncio.ensure_future(self._check(written, games)))
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        task = self._found[table_id]
        done, _ = await asyncio.wait([task], timeout=patience)
        return task.result() if done else None

    async def _check(self, written: dict[str, Any], games: Mapping[str, AnyRules]) -> Checked:
        async with self._one_at_a_time:
            return await asyncio.to_thread(check, written, games)


def check(written: dict[str, Any], games: Mapping[str, AnyRules]) -> Checked:
    """Verify a transcript as a reader of its file would."""
    frozen = written["transcript"] > 2 and written["mixed_by"] is not None
    steps = len(written["steps"])
    try:
        house = found(json.loads(json.dumps(written)), games).house
    except NotProven as problem:
        return Checked(steps, frozen, str(problem))
    return Checked(steps, frozen, house=str(house) if house.made else "")
