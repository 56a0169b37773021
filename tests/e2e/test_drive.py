"""A whole table of each game at its smallest and largest, played by people who press and fumble.

Every kind of request is held against Discord's description, every answer has to come in time, and
at the end the transcript has to prove the deal.
"""

from pathlib import Path

import pytest

from games import GAMES
from tests.e2e.drive import Evening, Took
from tests.e2e.harbor import harbor
from tests.e2e.player import Manners
from tests.e2e.schema import Checker

SIZES = [
    (game, seats)
    for game, rules in GAMES.items()
    for seats in (rules.seats.start, min(rules.seats.stop - 1, 10))
]
BRISK = Manners(think=0.02, patience=60, reserve=0.4)
SHORT = {"downeast": "classified-thief-short"}


@pytest.mark.parametrize(("game", "seats"), SIZES)
async def test_a_whole_table_is_played(game: str, seats: int, tmp_path: Path) -> None:
    """Would fail if a table stuck, an answer was late, or Discord refused one of our requests."""
    took = Took()
    checker = Checker(by_shape=True)
    async with harbor(tmp_path, seats, check=checker) as here:
        evening = Evening(game, seats, here.file, here.playground, BRISK)
        await evening.table(1, list(here.users.values()), SHORT.get(game, "plain"))
        await here.settled()
        took.gather(here.playground)
    assert evening.problems == []
    assert took.problems == []
    assert sum(map(evening.moves_at, evening.tables)) > 0
    assert checker.checked > 20
