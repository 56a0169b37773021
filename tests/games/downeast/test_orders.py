"""Standing orders of Downeast Dealer: price lists, keep lists and turns."""

from dataclasses import replace
from typing import Any

import pytest

from games.chance import Chance
from games.downeast.auctions.legal_auction import in_play
from games.downeast.moves import AnswerLot, Challenge, Keep, Pass, Sell, TurnOver
from games.downeast.orders import (
    ALWAYS_AUCTION,
    NEXT_AUCTION,
    DowneastOrders,
    KeepList,
    Order,
    Price,
    PriceList,
    TurnAhead,
    laid_out,
    lines_of,
)
from games.downeast.state import Options
from games.rules import IllegalMove, Seat
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.games.downeast.table import ANN, BEN, CAT, RULES, Table, cash

ORDERS = DowneastOrders()
START = "/ 50 10 10 10 10 0 0"


def once(*seats: str, deck: str = "Canoe Trap Quilt", **terms: Any) -> Table:
    terms = {"bidding": "once", "payments": "house", **terms}
    return Table(*(seats or (START, START, START)), deck=deck, **terms)


def prices(table: Table, seat: Seat = BEN, **most: int | None) -> PriceList:
    return listed(PriceList, table, seat, most)


def keeps(table: Table, seat: Seat = ANN, **most: int | None) -> KeepList:
    return listed(KeepList, table, seat, most)


def listed(kind: Any, table: Table, seat: Seat, most: dict[str, int | None]) -> Any:
    view = table.view(seat)
    lines = tuple(Price(item=name, most=amount, chests=99) for name, amount in most.items())
    return ORDERS.accept(view, kind(prices=lines, chests=view.chests))


def deal(table: Table, seat: Seat, item: str, target: Seat, cards: str = "", *, fanned=False):
    asked = replace(NEXT_AUCTION, item=item, target=target, cards=cash(cards), fanned=fanned)
    kept = ORDERS.accept(table.view(seat), asked)
    assert isinstance(kept, TurnAhead)
    return kept


def auction(table: Table, seat: Seat) -> Order:
    return ORDERS.accept(table.view(seat), NEXT_AUCTION)


def answers(table: Table, seat: Seat, *orders: Order) -> bool:
    return ORDERS.answers(table.view(), seat, orders)


def obeyed(table: Table, seat: Seat, *orders: Order) -> Any:
    assert answers(table, seat, *orders)
    move = ORDERS.obey(table.view(seat), orders)
    RULES.play(table.state, seat, move, Chance.tape())
    return move


def stands(table: Table, seat: Seat, order: Order) -> bool:
    return list(ORDERS.remaining(table.view(seat), [order])) == [order]


def refused(table: Table, seat: Seat, order: Order) -> str:
    with pytest.raises(IllegalMove) as refusal:
        ORDERS.accept(table.view(seat), order)
    return str(refusal.value)


def no_list(table: Table, seat: Seat, **most: int | None) -> str:
    with pytest.raises(IllegalMove) as refusal:
        prices(table, seat, **most)
    return str(refusal.value)


def test_dd_43_a_standing_order_answers_a_listed_kind_with_its_amount():
    table = once()
    order = prices(table, Canoe=70)
    table.turn_over(ANN)
    assert obeyed(table, BEN, order) == AnswerLot(most=70, ask=False)


def test_a_standing_order_does_not_answer_for_an_unlisted_kind():
    table = once()
    order = prices(table, Trap=70)
    assert not answers(table.turn_over(ANN), BEN, order)


def test_dd_43_a_standing_order_is_limited_by_cash_and_passes_below_ten_dollars():
    table = once(START, "/ 50 10", "/ 0 0")
    ben, cat = prices(table, BEN, Canoe=200), prices(table, CAT, Canoe=200)
    table.turn_over(ANN)
    assert obeyed(table, BEN, ben) == AnswerLot(most=60, ask=False)
    assert obeyed(table, CAT, cat) == Pass()


def test_a_price_of_zero_is_a_pass():
    table = once()
    order = prices(table, Canoe=0)
    assert obeyed(table.turn_over(ANN), BEN, order) == Pass()


def test_a_standing_order_does_not_replace_an_answer_given_by_hand():
    table = once()
    order = prices(table, Canoe=70)
    table.turn_over(ANN).answers(BEN, 10)
    assert not answers(table, BEN, order)


def test_a_standing_order_never_answers_for_the_fourth_of_a_kind():
    for owner in (ANN, BEN, CAT):
        seats = [("Canoe Canoe Canoe " if seat == owner else "") + START for seat in range(3)]
        table = once(*seats)
        order = prices(table, Canoe=70)
        assert not answers(table.turn_over(ANN), BEN, order), owner
    two = once("Canoe Canoe " + START, "Canoe " + START, START)
    order = prices(two, Canoe=70)
    assert answers(two.turn_over(ANN), BEN, order)


def test_a_new_chest_suspends_a_price_until_it_is_given_again():
    table = once(deck="Chest Canoe Trap")
    order = prices(table, Canoe=70)
    table.turn_over(ANN).play(ANN, Sell()).passes(BEN, CAT)
    assert (table.phase, table.turn) == ("lot", BEN)
    assert not answers(table, CAT, order)
    assert stands(table, CAT, order), "its form begins with it"
    anew = ORDERS.merged(prices(table, CAT, Canoe=90), order)
    assert isinstance(anew, PriceList)
    assert obeyed(table, CAT, anew) == AnswerLot(most=90, ask=False)


def test_a_new_price_changes_only_its_own_kind():
    table = once(deck="Chest Canoe Trap")
    before = prices(table, Canoe=70, Trap=20)
    table.turn_over(ANN)
    joined = ORDERS.merged(prices(table, Trap=30), before)
    assert joined is not None
    assert {(line.item, line.most, line.chests) for line in lines_of([joined], PriceList)} == {
        ("Canoe", 70, 0),
        ("Trap", 30, 1),
    }


def test_ask_removes_a_kind_from_the_list_and_an_empty_list_is_dropped():
    table = once()
    before = prices(table, Canoe=70, Trap=20)
    joined = ORDERS.merged(prices(table, Canoe=None), before)
    assert joined is not None
    assert [line.item for line in lines_of([joined], PriceList)] == ["Trap"]
    assert ORDERS.merged(prices(table, Canoe=None, Trap=None), before) is None
    assert ORDERS.merged(prices(table, Canoe=None), None) is None


def test_price_lists_and_keep_lists_are_separate():
    table = once()
    price, keep = prices(table, ANN, Canoe=70), keeps(table, ANN, Canoe=50)
    table.turn_over(ANN)
    assert obeyed(table, ANN, price, keep) == Keep(most=50, against=(), ask=False)
    assert not answers(table, ANN, price)
    assert not answers(table, BEN, keep)


def test_dd_27_no_standing_order_answers_for_the_thief_or_a_chest():
    table = once(thief=True, deck="Thief Canoe")
    assert no_list(table, BEN, Thief=10) == "A list can't price the Thief: I always ask everybody."
    assert "Chests bring cash" in no_list(table, BEN, Chest=50)
    order = prices(table, Canoe=70)
    assert not answers(table.turn_over(ANN), BEN, order)


def test_dd_41_no_standing_order_answers_for_coal_or_a_scratch_off():
    terms = Options(deck="yankee", thief=True, bidding="once", payments="house")
    table = Table(START, START, START, deck="Mug", terms=terms)
    assert no_list(table, BEN, Coal=10) == "A list can't price the Coal: I always ask everybody."
    assert "Scratch-offs bring cash" in no_list(table, BEN, **{"Scratch-off": 50})
    order = prices(table, Mug=20)
    assert obeyed(table.turn_over(ANN), BEN, order) == AnswerLot(most=20, ask=False)


def test_invalid_prices_are_refused():
    table = once("Canoe Canoe Canoe Canoe " + START, START, START, short=True)
    assert (
        no_list(table, BEN, Canoe=50) == "All four Canoes have come up already. Name another kind."
    )
    assert no_list(table, BEN, Boat=50) == "That kind isn't in this game. Name another one."
    assert no_list(table, BEN, Buoy=50) == "That kind isn't in this game. Name another one."
    assert no_list(table, BEN, Trap=15).startswith("Amounts go in tens")
    assert no_list(table, BEN, Trap=-10).startswith("Amounts go in tens")
    assert no_list(table, BEN, Trap=280) == "There's only $270 in the whole game now. Name less."
    assert no_list(table, BEN) == "Name a kind of item and a price for it."
    twice = PriceList(prices=(Price(item="Trap", most=10, chests=0),) * 2, chests=0)
    assert refused(table, BEN, twice) == "You named a kind twice. Name each kind once."


def test_a_list_from_before_the_last_chest_is_refused():
    table = once(deck="Chest Canoe")
    old = PriceList(prices=(Price(item="Trap", most=10, chests=0),), chests=0)
    assert refused(table.turn_over(ANN), BEN, old).startswith(
        "A treasure Chest came up since then."
    )


def test_open_bidding_has_no_price_lists():
    table = once(bidding="open")
    assert no_list(table, BEN, Canoe=50).startswith("This table bids in the open")
    assert {type(order) for order in ORDERS.offered(table.view(BEN))} == {TurnAhead}


def test_a_price_list_ends_with_the_last_auction():
    table = once("Trap " + START, "Trap " + START, START, deck="Canoe")
    order = prices(table, Canoe=70)
    table.turn_over(ANN)
    assert stands(table, BEN, order)
    table.play(ANN, Sell()).passes(BEN, CAT)
    assert not stands(table, BEN, order)
    assert no_list(table, BEN, Canoe=10).startswith("There are no more auctions")


def test_dd_44_a_keep_list_answers_for_the_auctioneer_within_their_cash():
    table = once("/ 50", START, START)
    order = keeps(table, ANN, Canoe=80)
    assert obeyed(table.turn_over(ANN), ANN, order) == Keep(most=50, against=(), ask=False)


def test_dd_44_a_keep_list_sells_without_a_price_or_without_cash():
    for held, most in (("/ 50", 0), ("/ 0", 80)):
        table = once(held, START, START)
        order = keeps(table, ANN, Canoe=most)
        assert obeyed(table.turn_over(ANN), ANN, order) == Sell()


def test_a_keep_list_never_answers_for_the_fourth_of_a_kind():
    table = once("Canoe Canoe Canoe " + START, START, START)
    order = keeps(table, ANN, Canoe=50)
    assert not answers(table.turn_over(ANN), ANN, order)


def waiting(**terms: Any) -> Table:
    """Return a table where Ann auctions a Trap and everybody has a Canoe and cash."""
    seats = ("Canoe / 50 10", "Canoe / 50 10 0", "Canoe / 50")
    return once(*seats, deck="Trap Quilt Quilt Buoy", **terms).turn_over(ANN)


def sold(table: Table) -> Table:
    """Let everybody pass, so that the auctioneer takes the item for nothing."""
    seats = [seat for seat in range(3) if seat != table.state.turn]
    return table.play(table.state.turn, Sell()).passes(*seats)


def test_an_ordered_auction_acts_once_on_the_next_turn():
    table = waiting()
    order = auction(table, BEN)
    assert not answers(table, BEN, order), "the lot is another question"
    sold(table)
    assert obeyed(table, BEN, order) == TurnOver()
    assert stands(table, BEN, order)
    assert not stands(table.turn_over(BEN), BEN, order)


def test_a_turn_by_hand_ends_an_ordered_auction():
    table = waiting()
    order = auction(table, BEN)
    sold(table).deal(BEN, "Canoe", CAT)
    assert not stands(table, BEN, order)


def test_a_forced_turn_ends_an_ordered_auction():
    table = once(START, START, START, deck="Trap Quilt Buoy").turn_over(ANN)
    order = auction(table, BEN)
    sold(table)
    assert table.state.turn == BEN
    assert not stands(table, BEN, order), "DD-46: the Quilt was turned over"


def test_a_turn_ordered_during_ones_own_turn_is_for_the_next_turn():
    table = waiting()
    order = auction(table, ANN)
    assert stands(table, ANN, order)
    sold(table).turn_over(BEN)
    assert stands(sold(table), ANN, order)
    assert obeyed(sold(table.turn_over(CAT)), ANN, order) == TurnOver()


def test_a_repeated_auction_order_lasts_as_long_as_the_deck():
    table = waiting()
    order = ORDERS.accept(table.view(BEN), ALWAYS_AUCTION)
    sold(table)
    assert obeyed(table, BEN, order) == TurnOver()
    table.turn_over(BEN)
    assert stands(table, BEN, order)
    sold(table).turn_over(CAT)
    sold(table).turn_over(ANN)
    assert not stands(table, BEN, order), "no card is left"


def test_an_ordered_deal_is_made_with_its_cash():
    table = waiting()
    order = deal(table, BEN, "Canoe", CAT, "50 0", fanned=True)
    sold(table)
    assert obeyed(table, BEN, order) == Challenge(
        item="Canoe", target=CAT, cards=(50, 0), fanned=True
    )


def test_an_ordered_deal_that_became_impossible_is_dropped():
    table = waiting()
    order = deal(table, BEN, "Canoe", CAT, "50")
    table.state = replace(
        table.state,
        holdings=tuple(
            replace(holding, items=() if seat == CAT else holding.items)
            for seat, holding in enumerate(table.state.holdings)
        ),
    )
    assert stands(table, BEN, order), "it may be possible again by then"
    sold(table)
    assert not answers(table, BEN, order)
    assert not stands(table, BEN, order)


def test_dd_19_an_ordered_deal_with_a_different_stake_does_not_act():
    table = waiting()
    order = deal(table, BEN, "Canoe", CAT, "50")
    table.state = replace(
        table.state,
        holdings=tuple(
            replace(holding, items=("Canoe", "Canoe") if seat != ANN else ())
            for seat, holding in enumerate(table.state.holdings)
        ),
    )
    assert not answers(sold(table), BEN, order)


def test_an_ordered_deal_ends_when_its_owner_pays():
    table = waiting()
    order = deal(table, BEN, "Canoe", CAT, "50")
    table.play(ANN, Sell()).answers(BEN, 10).passes(CAT)
    assert table.state.holdings[BEN].cash == (50, 0), "the card is there by chance, for all we see"
    assert not answers(table, BEN, order)
    assert not stands(table, BEN, order)


def test_an_ordered_auction_survives_a_payment():
    table = waiting()
    order = auction(table, BEN)
    table.play(ANN, Sell()).answers(BEN, 10).passes(CAT)
    assert obeyed(table, BEN, order) == TurnOver()


def after_a_deal(answer: str | None, item: str = "Canoe") -> int:
    """Play a deal of Ann and Ben, and return how often Ben has laid out cash."""
    table = once(f"{item} {item} / 50 10", f"{item} / 50 10 0", START, thief=True)
    table.deal(ANN, item, BEN, "10")
    assert laid_out(table.view(), ANN) == 1
    assert laid_out(table.view(), BEN) == 0, "nothing is answered yet"
    if answer is None:
        table.surrender(BEN)
    else:
        table.answer(BEN, answer)
    assert laid_out(table.view(), CAT) == 0
    for seat in (ANN, BEN, CAT):
        assert laid_out(table.view(seat), seat) == laid_out(table.view(), seat)
    return laid_out(table.view(), BEN)


def test_laid_out_counts_answers_sealed_bids_and_payments_but_no_surrender():
    assert after_a_deal("50") == 1
    assert after_a_deal("0") == 1
    assert after_a_deal(None) == 0
    assert after_a_deal("10") == 1, "a tie"
    assert after_a_deal("50", "Thief") == 1
    table = once(START, START, START, thief=True, deck="Thief Canoe")
    table.turn_over(ANN).seal(BEN, "10").seal(CAT).seal(ANN, "50")
    assert [laid_out(table.view(), seat) for seat in (ANN, BEN, CAT)] == [1, 1, 1]
    table = waiting()
    table.play(ANN, Sell()).answers(BEN, 10).passes(CAT)
    assert [laid_out(table.view(), seat) for seat in (ANN, BEN, CAT)] == [0, 1, 0]


def test_no_turn_can_be_ordered_on_ones_own_turn():
    table = waiting()
    sold(table)
    for order in (NEXT_AUCTION, ALWAYS_AUCTION):
        assert refused(table, BEN, order).startswith("It's your turn now")
    assert TurnAhead not in {type(order) for order in ORDERS.offered(table.view(BEN))}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (replace(NEXT_AUCTION, cards=(50,)), "An auction takes no partner and no cash."),
        (replace(NEXT_AUCTION, fanned=True), "An auction takes no partner and no cash."),
        (replace(NEXT_AUCTION, target=CAT), "An auction takes no partner and no cash."),
        (replace(NEXT_AUCTION, item="Canoe"), "Deal with one of the other players."),
        (replace(NEXT_AUCTION, item="Canoe", target=BEN), "Deal with one of the other players."),
        (replace(NEXT_AUCTION, item="Canoe", target=7), "Deal with one of the other players."),
        (
            replace(NEXT_AUCTION, item="Quilt", target=CAT),
            "You don't own that item, and in a deal both players must own one.",
        ),
        (
            replace(ALWAYS_AUCTION, item="Canoe", target=CAT),
            "You can plan a deal for your next turn only.",
        ),
        (replace(NEXT_AUCTION, item="Canoe", target=CAT, cards=(500,)), "You don't have a $500."),
        (
            replace(NEXT_AUCTION, item="Canoe", target=CAT, cards=(10, 50)),
            "Name the cards largest first.",
        ),
        (
            replace(NEXT_AUCTION, turns=7),
            "Things have changed since you planned that. Plan it again.",
        ),
    ],
)
def test_invalid_turn_orders_are_refused(order: TurnAhead, why: str):
    assert refused(waiting(), BEN, order) == why


def test_dd_18_a_deal_that_is_impossible_now_cannot_be_ordered():
    table = once("Canoe Trap / 50", "Canoe / 50", "Trap / 50", deck="Quilt Buoy").turn_over(ANN)
    asked = replace(NEXT_AUCTION, item="Canoe", target=CAT)
    assert refused(table, BEN, asked) == "You can't deal for a Canoe with seat 3, who owns none."


def test_no_auction_can_be_ordered_without_a_deck():
    table = once("Canoe / 50", "Canoe / 50", START, deck="")
    assert refused(table, BEN, NEXT_AUCTION) == "There are no cards left to auction."
    assert deal(table, BEN, "Canoe", ANN).stake == 1


def test_hidden_cash_never_decides_whether_a_standing_order_acts():
    """Otherwise an order that does not act would reveal its owner's cash."""
    table = waiting()
    order = deal(table, BEN, "Canoe", CAT, "50"), prices(table, BEN, Trap=50)
    sold(table)
    twin = secrets_of("downeast").twin(table.state, None, Otherwise(Chance.of(b"t", 7, 1)))
    for state in (table.state, twin):
        assert ORDERS.answers(RULES.view(state, None), BEN, order)


def test_the_next_game_offers_old_lists_again_but_no_deals():
    before = prices(once(), BEN, Canoe=70, Trap=0, Quilt=None)
    assert ORDERS.is_lasting(before)
    assert ORDERS.is_lasting(ALWAYS_AUCTION)
    assert not ORDERS.is_lasting(NEXT_AUCTION)
    table = once("Canoe Canoe " + START, "Canoe Canoe " + START, START, deck="Trap Quilt")
    again = ORDERS.again(table.view(CAT), replace(before, chests=3))
    assert again == prices(table, CAT, Trap=0), "all Canoes are out"
    assert ORDERS.again(once(bidding="open").view(CAT), before) is None
    short = Table(START, START, deck="Quilt", terms=Options(short=True, bidding="once"))
    out = short.view(BEN).options.removed or short.view(BEN).cards.left_out()
    gone = PriceList(prices=(Price(item=out[0], most=70, chests=0),), chests=0)
    assert ORDERS.again(short.view(BEN), gone) is None, "that set is not played with"


def test_an_old_price_is_limited_to_all_the_money_in_the_new_game():
    view = once().view(BEN)
    dear = PriceList(prices=(Price(item="Canoe", most=99_990, chests=4),), chests=4)
    again = ORDERS.again(view, dear)
    assert isinstance(again, PriceList)
    assert again == ORDERS.accept(view, again)
    assert again.prices[0].most == in_play(view) // 10 * 10


def test_a_repeated_auction_order_is_offered_again_except_on_ones_own_turn():
    table = once()
    mine, others = table.view(ANN), table.view(BEN)
    assert ORDERS.again(mine, ALWAYS_AUCTION) is None
    assert ORDERS.again(others, ALWAYS_AUCTION) == ORDERS.accept(others, ALWAYS_AUCTION)
