"""What somebody wasn't told is said once, above their next answer."""

from bot.show.deliver.private import unheard
from bot.show.deliver.private.unheard import Unheard
from tests.bot.house import ANN, BEN, House
from tests.small.game.moves import Guess


def of(house: House) -> Unheard:
    return Unheard(house.queries, house.display.faces)


async def test_a_change_without_an_answer_is_told_once(house: House):
    table, memory = await house.dealt(ANN, BEN), of(house)
    await house.hide(table, ANN, BEN)
    await house.play(table, ANN, Guess(total=3))
    await memory.lost(ANN, table)
    said = memory.take(ANN, "It's Ben's turn.")
    assert said.startswith("Discord lost one of my answers, but what you did counted: You guessed")
    assert said.endswith("\nIt's Ben's turn.")
    assert memory.take(ANN, "It's Ben's turn.") == "It's Ben's turn."
    assert memory.take(BEN) == ""


async def test_what_nobody_else_sees_is_told_by_its_table_alone(house: House):
    table, memory = await house.open(ANN), of(house)
    await memory.lost(ANN, table)
    assert memory.take(ANN).endswith(f"but what you did at table {table} was saved.")


async def test_a_table_that_is_gone_is_not_told(house: House):
    memory = of(house)
    await memory.lost(ANN, 99)
    assert memory.take(ANN) == ""


async def test_only_so_many_people_are_remembered(house: House, monkeypatch):
    monkeypatch.setattr(unheard, "KEPT", 1)
    table, memory = await house.dealt(ANN, BEN), of(house)
    for person in (ANN, BEN):
        await memory.lost(person, table)
    assert memory.take(ANN) == ""
    assert memory.take(BEN)
