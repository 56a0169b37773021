"""What a sweep has deleted, in words and figures."""

from collections import Counter

from bot.upkeep.nightly.sweep import Swept, rows_of
from db.upkeep.deletion import Stored


def test_tables_are_counted_by_game():
    swept = Swept()
    assert swept.is_nothing
    swept.add([Stored(1, "small", 1200), Stored(2, "large", 3), Stored(4, "small", 4)])
    assert not swept.is_nothing
    assert swept.tables == Counter(small=2, large=1)
    assert swept.counted() == "3 tables (1 of large and 2 of small; 1,207 rows)"
    assert rows_of(1) == "1 row"


def test_what_belongs_to_servers_is_counted_apart():
    of_server = Swept(other_rows=5)
    of_server.add([Stored(1, "small", 7)])
    swept = Swept(servers={10: of_server})
    assert not swept.is_nothing
    assert of_server.counted() == "1 table (1 of small; 7 rows)"
    assert Swept(other_rows=5).counted() == "0 tables"
    assert swept.facts() == {
        "tables": {},
        "rows": 0,
        "other_rows": 0,
        "servers": {"10": {"tables": {"small": 1}, "rows": 7, "other_rows": 5, "servers": {}}},
    }
