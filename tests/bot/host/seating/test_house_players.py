"""Tests of house players: they sit down before the deal, and their moves can be checked."""

import copy
from typing import Any

import pytest

from bot.host.proof.transcript_reader import NotProven
from bot.host.proof.verify import verify
from bot.host.seating.house_players import NAMES, with_house
from bot.host.time.pace import PACES
from db.tables.tables import Player
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import AnyMove, Housed, kinds
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House
from tests.small.game.moves import Guess, Hide


async def housed(house: House, *people: int, number: int = 1, **terms: Any) -> int:
    """Deal a table of these people and house players, on which nobody has moved."""
    house.played_by(Housed())
    return await house.dealt(*people, house=number, **terms)


async def names(house: House, table: int) -> list[str]:
    return [player.name for player in (await house.stored(table)).players]


async def test_anybody_at_the_table_adds_house_players_and_takes_them_away(house: House):
    table = await house.open(ANN, BEN)
    seat = house.host.house_players.seat
    await seat(table, BEN, 2, house.receipt())
    assert await names(house, table) == ["Ann", "Ben", *NAMES[:2]]
    mixed_in = [player.house for player in (await house.stored(table)).players]
    assert mixed_in == ["", "", "house:gentle:1", "house:gentle:1"]
    await house.host.seats.leave(table, ANN, house.receipt())
    await house.host.seats.join(table, CAT, "Cat", house.receipt())
    assert await names(house, table) == ["Ben", *NAMES[:2], "Cat"]
    await seat(table, BEN, 1, house.receipt())
    assert await names(house, table) == ["Ben", NAMES[0], "Cat"]
    with pytest.raises(Refusal, match="You aren't at table"):
        await seat(table, DAN, 0, house.receipt())
    with pytest.raises(Refusal, match="there's room for 2 house players"):
        await seat(table, BEN, 3, house.receipt())


async def test_a_person_takes_the_seat_of_a_house_player_at_a_full_table(house: House):
    table = await house.open(ANN, house=3)
    await house.host.seats.join(table, BEN, "Ben", house.receipt())
    assert await names(house, table) == ["Ann", *NAMES[:2], "Ben"]
    await house.host.seats.join(table, CAT, "Cat", house.receipt())
    await house.host.seats.join(table, DAN, "Dan", house.receipt())
    with pytest.raises(Refusal, match="is full"):
        await house.host.seats.join(table, 105, "Eve", house.receipt())


async def test_a_table_closes_when_its_last_person_leaves(house: House):
    table = await house.open(ANN, house=2)
    await house.host.seats.leave(table, ANN, house.receipt())
    assert (await house.stored(table)).phase == "ended"


async def test_a_game_closes_when_everybody_has_left_the_server(house: House):
    table = await housed(house, ANN, BEN)
    await house.host.absence.gone(ANN, GUILD)
    assert (await house.stored(table)).phase == "playing"
    await house.host.absence.gone(BEN, GUILD)
    assert (await house.stored(table)).phase == "ended"


async def test_the_house_answers_with_the_last_person(house: House):
    table = await housed(house, ANN, BEN)
    await house.hide(table, ANN)
    assert await kinds(house, table) == ["move"], "its answer would tell who has orders"
    await house.hide(table, BEN)
    assert await kinds(house, table) == ["move", "move", "house"]


async def test_a_house_move_is_due_like_one_of_the_clock(house: House):
    """A restart would otherwise forget it."""
    house.host.committer.house_thinks = 1.0
    table = await housed(house, ANN)
    await house.hide(table, ANN)
    await house.play(table, ANN, Guess(total=1))
    assert await kinds(house, table) == ["move", "house", "move"], "it thinks"
    assert (await house.seen(table)).dues == (None, None), "that is nobody's deadline"
    assert not await house.host.moves.play_absent(table, 1)
    house.clock.advance(4)
    await house.crash()
    await house.start()
    await house.quiet()
    assert await kinds(house, table) == ["move", "house", "move", "house"]


async def test_several_house_moves_in_a_row_take_their_time_once(house: House):
    house.host.committer.house_thinks = 1.0
    table = await housed(house, ANN, number=2)
    await house.hide(table, ANN)
    await house.play(table, ANN, Guess(total=1))
    before = await kinds(house, table)
    house.clock.advance(4)
    assert await house.host.moves.play_absent(table, 1)
    assert await kinds(house, table) == [*before, "house", "house"]


async def test_the_same_number_of_house_players_changes_nothing(house: House):
    table = await house.open(ANN, house=1)
    before = await house.stored(table)
    await house.host.house_players.seat(table, ANN, 1, house.receipt())
    assert await house.stored(table) == before, "two people pressed at once"


async def test_a_house_player_that_fails_makes_the_default_move(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await housed(house, ANN)
    monkeypatch.setattr(Housed.player, "choose", None, raising=False)
    await house.hide(table, ANN)
    assert await kinds(house, table) == ["move"]
    assert await house.host.moves.play_absent(table, 1)
    assert (await kinds(house, table))[:2] == ["move", "clock"]
    assert "A house player failed to choose a move" in caplog.text


async def test_a_table_without_anybody_waits_for_them(house: House):
    """The house would otherwise play a game out that somebody comes back to."""
    table = await housed(house, ANN, stand_in=1)
    house.clock.advance(PACES["live"].decision)
    assert await house.host.moves.play_absent(table, 0)
    assert (await house.due(table))["Barnacle"] == PACES["live"].decision
    await house.host.absence.back(table, ANN, house.receipt())
    assert (await house.due(table)).get("Barnacle") is None


async def test_anybody_can_check_the_moves_of_a_house_player(house: House):
    table = await housed(house, ANN)
    await house.play(table, ANN, Hide(coins=1))
    seen = await house.seen(table)
    while seen.phase == "playing":
        taken = {getattr(news.event, "total", None) for news in seen.news}
        total = next(number for number in range(9) if number not in taken)
        await house.play(table, ANN, Guess(total=total))
        seen = await house.seen(table)
    written = await house.queries.transcript(table)
    assert written["transcript"] == 5
    assert written["joins"][1] == "house:gentle:3"
    said = verify(written, {"small": Housed()})
    assert "Barnacle (the house)" in said
    assert "The house did not cheat" in said
    forged = copy.deepcopy(written)
    for step in forged["steps"]:
        step["by"] = ""
    with pytest.raises(NotProven, match="not chosen by the one who held its seat"):
        verify(forged, {"small": Housed()})
    for join in ("house:plain:gentle", "house:gentle:2", "17"):
        forged = copy.deepcopy(written)
        forged["joins"][1] = join
        with pytest.raises(NotProven):
            verify(forged, {"small": Housed()})


async def test_a_renewed_house_player_goes_on_and_each_move_says_which_one_chose_it(house: House):
    class Newer(AnyMove):
        version = 4

    class Renewed(Housed):
        player = Newer()

    table = await housed(house, ANN)
    await house.play(table, ANN, Hide(coins=1))
    house.played_by(Renewed())
    seen = await house.seen(table)
    while seen.phase == "playing":
        taken = {getattr(news.event, "total", None) for news in seen.news}
        total = next(number for number in range(9) if number not in taken)
        await house.play(table, ANN, Guess(total=total))
        seen = await house.seen(table)
    written = await house.queries.transcript(table)
    assert written["joins"][1] == "house:gentle:3", "it sat there when the luck was fixed"
    by = [step["by"] for step in written["steps"] if step["by"]]
    assert by == ["house:gentle:3", *["house:gentle:4"] * (len(by) - 1)]
    for rules, same in ((Housed(), 1), (Renewed(), len(by) - 1)):
        said = verify(written, {"small": rules})
        assert f"of {len(by)} moves at seats of the house, {same} w" in said
        assert "The house did not cheat" not in said


async def test_a_house_player_that_was_renewed_before_the_deal_is_mixed_in_as_it_sat_down(
    house: House,
):
    class Newer(AnyMove):
        version = 4

    class Renewed(Housed):
        player = Newer()

    house.played_by(Housed())
    table = await house.open(ANN, house=1)
    house.played_by(Renewed())
    await house.seal(table)
    await house.deal(table, ANN)
    await house.play(table, ANN, Hide(coins=1))
    stored = await house.stored(table)
    assert [player.house for player in stored.players] == ["", "house:gentle:3"]
    assert (await house.log(table))[-1].house == "house:gentle:4"


def test_house_players_never_bear_the_name_of_somebody_at_the_table():
    found = with_house([Player(0, ANN, NAMES[0])], 3, 5, "house:gentle:1")
    assert [player.name for player in found] == [NAMES[0], *NAMES[1:4]]
    assert [player.seat for player in found] == [0, 1, 2, 3]
