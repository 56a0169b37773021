"""Points at which a process kills itself (SIGKILL), for upkeep_kills.py and what it runs."""

import importlib
import os
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

from bot.upkeep.findings.verified_file import verify
from tests.small.game import SmallRules

RULES = {"small": SmallRules()}
DATABASE = "downeast.sqlite3"
PAGES_COPIED = 5  # before the process is killed halfway through a copy
STEPS_SHRUNK = 50  # of SQLite's machine, before the process is killed while a file shrinks

Arm = Callable[[], None]
"""Prepares this process to kill itself at a point."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A command that is killed, and the points at which that happens.

    `prepare` fills an empty folder, `run` runs the command there, and `judge` says what is wrong
    with the folder: after a kill, and after the command was run again (`done`).
    """

    points: Mapping[str, Arm]
    prepare: Callable[[Path], Awaitable[None]]
    run: Callable[[Path], Coroutine[Any, Any, object]]
    judge: Callable[[Path, bool], Awaitable[list[str]]]


async def unsound(path: Path) -> list[str]:
    """Say what is wrong with a file that must be there."""
    return list((await verify(path, RULES)).problems)


def die() -> None:
    """End this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def before(
    place: str, nth: int = 1, concerns: Callable[..., bool] = lambda *arguments: True
) -> Arm:
    """Die just before the nth call of `module:function` whose arguments are of concern."""

    def arm() -> None:
        owner, attribute = _owner_of(place)
        original, calls = getattr(owner, attribute), [0]

        @wraps(original)
        def called(*arguments: Any, **named: Any) -> Any:
            calls[0] += concerns(*arguments)
            if calls[0] == nth:
                die()
            return original(*arguments, **named)

        setattr(owner, attribute, called)

    return arm


def after(place: str) -> Arm:
    """Die just after the first call of a coroutine `module:function` has returned."""

    def arm() -> None:
        owner, attribute = _owner_of(place)
        original = getattr(owner, attribute)

        @wraps(original)
        async def called(*arguments: Any, **named: Any) -> Any:
            await original(*arguments, **named)
            die()

        setattr(owner, attribute, called)

    return arm


def _owner_of(place: str) -> tuple[Any, str]:
    """Return the module or class in which `module:function` or `module:Class.method` is."""
    module, _, name = place.partition(":")
    *owners, attribute = name.split(".")
    owner: Any = importlib.import_module(module)
    for part in owners:
        owner = getattr(owner, part)
    return owner, attribute


def while_shrinking() -> None:
    """Die in the middle of a VACUUM."""

    class Dying(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql == "VACUUM":
                self.set_progress_handler(die, STEPS_SHRUNK)
            return super().execute(sql, *values)

    connect: Any = sqlite3.connect

    def connect_dying(*values: Any, **named: Any) -> Any:
        return connect(*values, **{"factory": Dying, **named})

    sqlite3.connect = connect_dying


def halfway_through_the_copy() -> None:
    """Die when some pages of a file have been copied."""

    class Dying(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **how: Any) -> None:
            def progress(status: int, left: int, total: int) -> None:
                if total - left >= PAGES_COPIED:
                    die()

            super().backup(target, pages=1, progress=progress)

    connect: Any = sqlite3.connect

    def connect_dying(*values: Any, **named: Any) -> Any:
        return connect(*values, **{**named, "factory": Dying})

    sqlite3.connect = connect_dying
