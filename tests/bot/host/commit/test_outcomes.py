"""What stays of a game: who held which seat, what it reached, and who decided its moves."""

from dataclasses import replace
from pathlib import Path

import pytest

from db.tables import results
from db.tables.results import Result
from games.rules import Standing
from tests.bot.host.seating.test_stand_in import LIVE, Housed
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House, house_on
from tests.small.game import SmallRules
from tests.small.game.moves import Guess
from tests.small.game.orders import GuessAhead
from tests.small.game.state import Options
from tests.small.game.views import View


async def results_of(house: House, table: int) -> list[Result]:
    return await results.of_table(house.database.reader, table)


def moves_of(found: Result) -> tuple[int, int, int, int]:
    return found.by_hand, found.by_order, found.by_clock, found.by_house


async def test_a_game_that_is_over_leaves_its_results(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        began = house.clock.now()
        house.clock.advance(60)
        await house.play_out(table)
        ann, ben = await results_of(house, table)
        seen = await house.seen(table)
    assert (ann.person, ann.name, ben.person, ben.name) == (ANN, "Ann", BEN, "Ben")
    assert {(found.game, found.guild, found.house) for found in (ann, ben)} == {
        ("small", GUILD, False)
    }
    assert (ann.started_at, ann.ended_at) == (began, began + 60)
    assert seen.standing is not None
    assert (ann.points, ben.points) == seen.standing.points
    assert (ann.place, ben.place) == seen.standing.places
    assert (ann.closed, ann.given_up) == (False, False)
    assert moves_of(ann) == moves_of(ben) == (2, 0, 0, 0)


async def test_a_table_that_is_closed_has_no_places(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN)
        await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
        ann, ben = await results_of(house, table)
        assert (ann.closed, ann.place, ann.points) == (True, None, None)
        assert (moves_of(ann), moves_of(ben)) == ((1, 0, 0, 0), (0, 0, 0, 0))


async def test_no_results_without_a_deal_and_of_practice(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        undealt = await house.open(ANN, BEN)
        await house.host.endings.end(undealt, ANN, house.receipt(), moderator=False)
        practice = await house.host.practice.start(
            "small",
            Options(),
            guild=GUILD,
            channel=2,
            person=ANN,
            name="Ann",
            receipt=house.receipt(),
        )
        await house.host.endings.end(practice, ANN, house.receipt(), moderator=False)
        assert (await house.stored(practice)).phase == "ended"
        assert await results_of(house, undealt) == await results_of(house, practice) == []


async def test_each_tenure_of_a_seat_has_its_own_result(tmp_path: Path):
    """Ann gives her seat up, the house plays it, Dan takes it; Cat has a standing order."""
    async with house_on(tmp_path, idle=True) as house:
        house.played_by(Housed())
        table = await house.dealt(ANN, BEN, CAT)
        await house.hide(table, ANN, BEN, CAT)
        await house.give_order(table, CAT, GuessAhead(totals=(5, 6)))
        house.clock.advance(10)
        await house.host.tenures.give_up(table, ANN, house.receipt())
        house.clock.advance(10)
        await house.host.tenures.take(table, DAN, "Dan", 0, house.receipt())
        house.clock.advance(LIVE)
        assert await house.host.moves.play_absent(table, 1)
        ann, barnacle, dan, ben, cat = await results_of(house, table)
        seen = await house.seen(table)
    assert seen.standing is not None
    assert [found.name for found in (ann, barnacle, dan)] == ["Ann", "Barnacle", "Dan"]
    assert [found.given_up for found in (ann, barnacle, dan)] == [True, True, False]
    assert [(found.house, found.person) for found in (ann, barnacle, dan)] == [
        *((False, ANN), (True, None), (False, DAN))
    ]
    assert {found.place for found in (ann, barnacle, dan)} == {seen.standing.places[0]}
    assert ann.ended_at == barnacle.started_at == dan.started_at - 10
    assert barnacle.ended_at == dan.started_at == dan.ended_at - LIVE
    assert [moves_of(found) for found in (ann, barnacle, dan)] == [
        *((1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0))
    ]
    assert moves_of(ben) == (1, 0, 1, 0)
    assert moves_of(cat) == (1, 1, 0, 0)


@pytest.mark.sqlite
async def test_results_are_there_as_soon_as_the_game_is_over_or_not_at_all(tmp_path: Path):
    """What fails in the transaction of the last move undoes the move as well."""

    class Unscored(SmallRules):
        def standing(self, public: View) -> Standing:
            standing = super().standing(public)
            return replace(standing, points=(2**70, 0)) if standing.winners else standing

    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN, BEN)
        await house.play(table, ANN, Guess(total=2))
        house.played_by(Unscored())
        with pytest.raises(OverflowError):
            await house.play(table, BEN, Guess(total=1))
        assert (await house.stored(table)).phase == "playing"
        assert await results_of(house, table) == []
        house.played_by(SmallRules())
        await house.play(table, BEN, Guess(total=1))
        assert len(await results_of(house, table)) == 2
