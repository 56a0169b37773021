"""Every column that can hold a person's id or name is known to what forgets them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from db.database import Database
from db.people import forgetting
from db.people.forgetting import FORMER

ANN = 1234567890123456789
NAME = "Xylophonist"
IDS = {"person", "opener", "caller", "moderator", "offered_to", "agrees"}
NAMES = {"name", "former", "offered_name"}
NOT_OF_PEOPLE = {("blocks", "person"), ("servers", "name")}  # a block stays; a server's own name


async def filled(path: Path) -> list[tuple[str, str]]:
    """Name Ann in every column that can name a person. Return those columns."""
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as file, file:
        columns = file.execute(
            "SELECT t.name, c.name, c.type, c.[notnull] AND c.dflt_value IS NULL FROM sqlite_master"
            " t, pragma_table_info(t.name) c WHERE t.type='table' AND t.name NOT LIKE 'sqlite%'"
        ).fetchall()
        of_people = [
            (table, column)
            for table, column, *_ in columns
            if column in IDS | NAMES and (table, column) not in NOT_OF_PEOPLE
        ]
        for name in {table for table, _ in of_people} | {"tables"}:
            values = {
                column: _value(name, column, kind) for t, column, kind, _ in columns if t == name
            }
            marks = ",".join("?" * len(values))
            file.execute(
                f"INSERT INTO {name} ({','.join(values)}) VALUES ({marks})", [*values.values()]
            )
    return of_people


def _value(table: str, column: str, kind: str) -> object:
    if column in IDS:
        return ANN
    if column in NAMES:
        return NAME
    if (table, column) == ("tables", "phase"):
        return "over"
    return {"INTEGER": int(column in ("id", "table_id")), "REAL": 1.0, "TEXT": "{}", "BLOB": b""}[
        kind
    ]


async def test_no_column_names_a_forgotten_person(tmp_path: Path):
    path = tmp_path / "file.sqlite3"
    of_people = await filled(path)
    assert {("log", "person"), ("results", "name"), ("seats", "former")} <= {*of_people}
    database = await Database.open(path)
    assert await forgetting.people(database.reader) == {ANN}
    logs = await forgetting.logs_with(database.reader, ANN)
    async with database.transaction() as tx:
        await forgetting.replace(tx, ANN, logs)
    await database.close()
    with closing(sqlite3.connect(path)) as file:
        for table, column in of_people:
            left = {row[0] for row in file.execute(f"SELECT {column} FROM {table}")}
            assert left <= {None, 0, "", FORMER}, (table, column)
