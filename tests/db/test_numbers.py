import pytest

from db import numbers
from db.database import Database


async def test_numbers_are_given_in_order_and_none_is_left_out(database: Database):
    async with database.transaction() as tx:
        assert [await numbers.take_next(tx, "tables") for _ in range(2)] == [1, 2]

    async def undone() -> None:
        async with database.transaction() as tx:
            await numbers.take_next(tx, "tables")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await undone()
    assert await numbers.newest(database.reader, "tables") == 2
    async with database.transaction() as tx:
        assert await numbers.take_next(tx, "tables") == 3, "what was undone is given again"
        assert await numbers.take_next(tx, "moderation") == 1
