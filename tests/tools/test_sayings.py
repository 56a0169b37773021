"""The table of all that is said: it would be read in vain if something were left out of it."""

import pytest

from games import GAMES
from tests.contract.playing import variants
from tests.tools.sayings import Table, sayings, template


@pytest.fixture(scope="module")
def table() -> Table:
    return sayings("deadman", 2)


def test_all_that_can_be_said_is_in_it(table: Table):
    kinds = {group.split(": ")[-1] for group in table.groups}
    assert {"situation", "drawn", "buttons", "can be typed", "form of bid"} <= kinds
    assert {"refused by the rules", "refused when pressed", "refused when typed"} <= kinds
    told = [group for group in table.groups if group.startswith("told to everybody")]
    assert len(told) >= 5
    stories = {"headline, ends a round", "what came of it while away", "remembered at the end"}
    assert stories | {"the truth"} <= set(table.groups)
    assert {group for group in table.groups if ", not asked" in group}
    assert {group for group in table.groups if ", asked" in group}


def test_what_is_said_ahead_is_in_it_as_well():
    found = sayings("yankee", 1, terms=variants(GAMES["yankee"])[:1])
    kinds = {group.split(": ")[-1] for group in found.groups}
    assert {"said ahead", "refused to be said ahead", "form of next"} <= kinds


def test_each_is_written_once_with_a_position(table: Table):
    lines = list(table.written())
    sayings_of = [line for line in lines if " x  " in line]
    assert all("[deadman-" in line and "after move" in line for line in sayings_of)
    for group in table.groups.values():
        assert len({item.text for item in group.values()}) == len(group)


def test_what_differs_in_names_and_numbers_only_is_one_saying():
    one = template("deadman", "Ann bid 54, and passed the chest to Ben.")
    assert one == template("deadman", "Cat bid 31, and passed the chest to Dan.")
    assert one != template("deadman", "Cat bid 31, unseen, and passed the chest to Dan.")
    assert template("downeast", "Ann owns a Canoe.") == template("downeast", "Ben owns a Quilt.")


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_read_so(game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.tools.sayings.LOOKED_AT", 2)  # who reads it has more time
    found = sayings(game, 1, terms=variants(GAMES[game])[:1])
    assert sum(len(group) for group in found.groups.values()) > 50


def test_a_sample_is_the_same_for_the_same_seed(table: Table):
    lines = list(table.sample(20, 7))
    assert len(lines) == 20
    assert lines == list(table.sample(20, 7)) != list(table.sample(20, 8))
    assert all("after move" in line.splitlines()[0] for line in lines), "it says where each stands"
