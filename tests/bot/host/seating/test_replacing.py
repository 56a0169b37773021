"""Tests of seats that the house plays and that are offered to somebody."""

import pytest

from bot.host.proof.verify import verify
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import Housed, absent
from tests.bot.house import ANN, BEN, CAT, DAN, House
from tests.small.game.moves import Guess
from tests.small.game.orders import GuessAhead

EVE = 109


async def offers(
    house: House, table: int, person: int, seat: int | None = None, to: int = DAN
) -> None:
    name = {DAN: "Dan", EVE: "Eve"}[to]
    await house.host.replacing.offer(table, person, seat, to, name, house.receipt())


async def takes(house: House, table: int, person: int, seat: int | None = None) -> None:
    await house.host.tenures.take(table, person, "Dan", seat, house.receipt())


async def test_the_opener_alone_gives_the_seat_of_an_absent_player_to_somebody(house: House):
    table = await absent(house, stand_in=1)
    await offers(house, table, ANN)
    await house.crash()
    await takes(house, table, DAN)
    seen = await house.seen(table, DAN)
    assert [*seen.names] == ["Ann", "Dan", "Cat"]
    assert seen.seat == 1
    assert seen.stand_in_seats == frozenset()
    assert seen.offer is None
    assert (await house.seen(table, BEN)).seat is None, "Ben sees nothing of the seat any more"


async def test_without_the_opener_all_who_are_there_must_agree(house: House):
    table = await absent(house, stand_in=1)
    await offers(house, table, CAT)
    assert (await house.seen(table)).must_agree == {0}
    with pytest.raises(Refusal, match="Ann must agree"):
        await takes(house, table, DAN, 1)
    await offers(house, table, ANN)
    await takes(house, table, DAN)
    assert (await house.seen(table, DAN)).seat == 1


async def test_an_offer_is_for_one_person(house: House):
    table = await absent(house, stand_in=1)
    await offers(house, table, ANN)
    with pytest.raises(Refusal, match="offered to Dan"):
        await takes(house, table, EVE, 1)
    await offers(house, table, ANN, to=EVE)
    with pytest.raises(Refusal, match="offered to Eve"):
        await takes(house, table, DAN, 1)


async def test_agreeing_to_one_person_is_not_agreeing_to_another(house: House):
    table = await absent(house, stand_in=1)
    await offers(house, table, CAT)
    await house.host.replacing.offer(table, CAT, None, EVE, "Eve", house.receipt())
    assert (await house.seen(table)).must_agree == {0}
    await offers(house, table, CAT)
    assert (await house.seen(table)).must_agree == {0}, "Ann never agreed to Dan"


async def test_an_offer_ends_when_the_owner_of_the_seat_is_back(house: House):
    table = await absent(house, stand_in=1)
    await offers(house, table, ANN)
    await house.host.absence.back(table, BEN, house.receipt())
    assert (await house.seen(table)).offer is None
    with pytest.raises(Refusal, match="no seat is free"):
        await takes(house, table, DAN, 1)
    await house.host.absence.away(table, BEN, "", house.receipt())
    assert (await house.seen(table)).offer is None, "his next absence is another matter"


async def test_who_said_that_they_are_away_keeps_their_seat(house: House):
    table = await absent(house, stand_in=2)
    await house.host.absence.away(table, BEN, "", house.receipt())
    with pytest.raises(Refusal, match="no seat to offer at table"):
        await offers(house, table, ANN)
    with pytest.raises(Refusal, match="only until its player is back"):
        await offers(house, table, ANN, 1)


async def test_whoever_is_offered_a_seat_can_decline_it(house: House):
    table = await absent(house, stand_in=1)
    await offers(house, table, ANN)
    with pytest.raises(Refusal, match="offered to Dan, not to you"):
        await house.host.replacing.decline(table, EVE, house.receipt())
    await house.host.replacing.decline(table, DAN, house.receipt())
    assert (await house.seen(table)).offer is None
    with pytest.raises(Refusal, match="That offer has ended"):
        await house.host.replacing.decline(table, DAN, house.receipt())


async def test_a_seat_is_offered_only_to_somebody_who_knows_no_other_hand(house: House):
    table = await absent(house, stand_in=1)
    await house.host.tenures.give_up(table, CAT, house.receipt())
    with pytest.raises(Refusal, match="is already at table"):
        await house.host.replacing.offer(table, ANN, 2, ANN, "Ann", house.receipt())
    with pytest.raises(Refusal, match="the cards of another seat"):
        await house.host.replacing.offer(table, ANN, 1, CAT, "Cat", house.receipt())
    with pytest.raises(Refusal, match="Choose one"):
        await offers(house, table, ANN)


async def test_what_the_absent_player_said_ahead_goes_with_them(house: House):
    table = await absent(house, stand_in=1)
    await house.give_order(table, BEN, GuessAhead(totals=(7,)))
    await offers(house, table, ANN)
    await takes(house, table, DAN)
    assert (await house.store.loaded(table)).orders == {}
    await house.crash()
    assert (await house.store.loaded(table)).orders == {}


async def test_a_replaced_opener_hands_the_table_to_the_newcomer(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT, stand_in=1)
    await house.hide(table, BEN, CAT)
    house.clock.advance(10_000)
    assert await house.host.moves.play_absent(table, 0)
    await offers(house, table, BEN)
    await offers(house, table, CAT)
    await takes(house, table, DAN)
    assert (await house.seen(table)).opener == DAN


async def test_a_house_player_makes_room_and_the_transcript_still_proves_the_game(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, house=1)
    await offers(house, table, ANN)
    await takes(house, table, DAN)
    assert [*(await house.seen(table)).names] == ["Ann", "Dan", "Ben"]
    people = {"Dan": DAN, "Ben": BEN, "Ann": ANN}
    await house.hide(table, *(people.values()))
    while (seen := await house.seen(table)).phase == "playing":
        taken = {getattr(news.event, "total", None) for news in seen.news}
        total = next(number for number in range(9) if number not in taken)
        [name] = (seen.names[seat] for seat in seen.to_move)
        await house.play(table, people[name], Guess(total=total))
    written = await house.queries.transcript(table)
    assert [[held["name"] for held in seat] for seat in written["players"]] == [
        *(["Ann"], ["Barnacle", "Dan"], ["Ben"])
    ]
    assert written["joins"][1].startswith("house:")
    assert "Barnacle (the house), then Dan" in verify(written, {"small": Housed()})


async def test_the_same_press_delivered_twice_offers_once(house: House):
    table = await absent(house, stand_in=1)
    press = house.receipt()
    for _ in range(2):
        await house.host.replacing.offer(table, CAT, None, DAN, "Dan", press)
    await house.host.replacing.decline(table, DAN, house.receipt())
    for _ in range(2):
        await house.host.replacing.offer(table, CAT, None, DAN, "Dan", press)
        assert (await house.seen(table)).offer is None
        await house.crash()
