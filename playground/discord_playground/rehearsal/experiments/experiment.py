"""What an experiment is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord_playground.rehearsal.stage import Stage


@dataclass(frozen=True, slots=True)
class Experiment:
    """A few assumptions that are tried together. `presses`: how often the person is asked."""

    name: str
    keys: tuple[str, ...]
    presses: int
    run: Callable[[Stage], Awaitable[None]]
