"""Tests that boards follow their game when the operator renames it or switches it off."""

from bot.host.reading.renamed_games import of_renamed_games
from tests.bot.house import ANN, BEN, House


async def test_tables_of_a_renamed_game_are_found_once(house: House):
    playing, opened = await house.dealt(ANN, BEN), await house.open(ANN)
    over = await house.dealt(ANN, BEN)
    await house.play_out(over)
    assert await of_renamed_games(house.store) == [], "it has its own names"
    for command, title in (("coins", "Hidden Coins"), ("coins", "Fists"), ("", "Fists")):
        house.offers(command, title)
        assert await of_renamed_games(house.store) == [playing, opened]
        assert await of_renamed_games(house.store) == []
    house.offers("small")
    assert await of_renamed_games(house.store) == [playing, opened], "as it was at first"


async def test_a_game_that_is_not_there_for_a_while_is_remembered(house: House):
    house.offers("coins")
    await of_renamed_games(house.store)
    await house.open(ANN)
    rules = house.games.pop("small")
    assert await of_renamed_games(house.store) == []
    house.games["small"] = rules
    assert await of_renamed_games(house.store) == []


async def test_boards_are_redrawn_at_the_start_after_a_change(house: House):
    await house.dealt(ANN, BEN)
    undealt = await house.open(ANN, channel=77)
    house.offers("", "Fists")
    await house.start()
    await house.passes(10)
    assert "## Fists" in house.board().text
    assert "Hidden Coins" not in house.board().text
    assert "I don't deal new games of Fists here any more." in house.board(77).text
    assert f"table {undealt}" in house.board(77).text
