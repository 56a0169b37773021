"""The records of a person name every column that can name them."""

from pathlib import Path

from db.database import Database
from db.people import person_records
from tests.db.people.test_forgetting import ANN, filled


async def test_records_have_a_row_from_every_table_that_names_a_person(tmp_path: Path):
    path = tmp_path / "file.sqlite3"
    of_people = await filled(path)
    database = await Database.open(path)
    records = await person_records.read(database.reader, ANN)
    stranger = await person_records.read(database.reader, 7)
    await database.close()
    assert {table for table, _ in of_people} == {
        *("people", "tables", "seats", "log", "tenures", "results", "meetings", "meeting_people"),
        *("rematch_people", "watchers", "unasked", "moderation"),
    }
    empty = {kind for kind, rows in records.items() if not rows}
    assert empty == {"standing_orders", "drafts", "messages", "blocked_on"}, (
        "nobody is blocked here"
    )
    assert not any(stranger.values())
