"""Every statement of db/ can be prepared on SQLite and on PostgreSQL.

Each function of db/ that reads or writes is called with made-up values on a recorder, which answers
once with no row and once with a row. So a statement that nobody else has tried on a server is
found here.
"""

import dataclasses
import inspect
import pkgutil
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import asyncpg
import pytest

import db
from db.engines.dialect import for_postgresql
from db.engines.engine import Reads, Transaction
from db.tables.tables import Player, Table
from tests.db.conftest import Opened
from tests.files import put_new_file
from tests.places import TEMPLATE, server_here

ELSEWHERE = (  # what is for one engine only, or copies from one to the other
    *("db.migrations", "db.engines", "db.upkeep.row_copy", "db.upkeep.server_state"),
)
ONLY_SQLITE = {"db.upkeep.inspection:faults"}  # reads the file with PRAGMA
CHANGED: dict[str, dict[str, Any]] = {  # values with which a function has something to do
    "db.tables.standing_orders:save": {"before": []},
    "db.tables.tables:save": {"entries": []},
}


class Wild(int):
    """A row, and each value in it, that goes for whatever is expected."""

    def __getitem__(self, key: Any) -> Any:
        return [Wild(1)] * 99 if isinstance(key, slice) else Wild(1)

    def __iter__(self) -> Iterator[Any]:
        return iter([Wild(1)] * 2)

    def __getattr__(self, name: str) -> Any:
        return lambda *_: ""


class Recorder:
    """Notes the statements that it is asked for."""

    def __init__(self, rows: list[Any]) -> None:
        self.statements: set[str] = set()
        self._rows = rows

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        self.statements.add(sql)
        return self._rows

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Any:
        return next(iter(await self.all(sql, values)), None)

    async def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        self.statements.add(sql)

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self.statements.add(sql)


def functions() -> dict[str, Callable[..., Any]]:
    """Return the functions of db/ that take a reader or a transaction first."""
    found: dict[str, Callable[..., Any]] = {}
    for module in pkgutil.walk_packages(db.__path__, "db."):
        if module.name.startswith(ELSEWHERE) or module.ispkg:
            continue
        for name, function in inspect.getmembers(
            import_module(module.name), inspect.iscoroutinefunction
        ):
            first = next(iter(inspect.signature(function).parameters), "")
            is_its_own = function.__module__ == module.name and not name.startswith("_")
            if is_its_own and first in ("reads", "tx"):
                found[f"{module.name}:{name}"] = function
    return {name: function for name, function in found.items() if name not in ONLY_SQLITE}


def made(kind: Any) -> Any:
    """Make a value of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return made(next(choice for choice in inner if choice is not NoneType))
    if origin is Literal:
        return inner[0]
    if origin is tuple:
        return tuple(made(part) for part in inner if part is not Ellipsis)
    if origin in (Sequence, Iterable, Collection, list, set, frozenset):
        return [made(inner[0])]
    if origin in (dict, Mapping):
        return {made(inner[0]): made(inner[1])}
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{part.name: made(hints[part.name]) for part in dataclasses.fields(kind)})  # type: ignore[operator]
    return {int: 1, str: "x", float: 1.0, bool: True, bytes: b"x"}[kind]


CHANGED["db.tables.tables:save_agreements"] = {
    "before": dataclasses.replace(
        made(Table), players=(dataclasses.replace(made(Player), hurries=2, notice_at=2.0),)
    )
}


async def statements_of(name: str) -> set[str]:
    """Call a function twice, and return the statements that it has sent."""
    function = functions()[name]
    hints = get_type_hints(function, localns={"Reads": Reads, "Transaction": Transaction})
    hints.pop("return", None)
    first, *others = inspect.signature(function).parameters
    found: set[str] = set()
    for rows in ([], [Wild(1)]):
        recorder = Recorder(rows)
        values = {other: made(hints[other]) for other in others} | CHANGED.get(name, {})
        with suppress(Exception):  # what it makes of the answer doesn't matter here
            await function(**{first: recorder}, **values)
        found |= recorder.statements
    return found


@pytest.mark.parametrize("name", sorted(functions()))
async def test_statements_can_be_prepared_on_both_engines(name: str, path: Path, opened: Opened):
    statements = await statements_of(name)
    assert statements, "it was called with values that it doesn't take"
    await put_new_file(path)
    file = await opened(path)
    driver: Any = asyncpg
    server = await driver.connect(server_here().url(TEMPLATE).url)
    try:
        for sql in statements:
            marks = {int(mark) for mark in re.findall(r"\$(\d+)", for_postgresql(sql))}
            assert marks == set(range(1, len(marks) + 1)), "a server wants as many values as marks"
            await file.read(f"EXPLAIN {sql}", [None] * len(marks))
            await server.prepare(for_postgresql(sql))
    finally:
        await server.close()
