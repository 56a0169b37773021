"""Open auctions and payments of Downeast Dealer, by ruling."""

from dataclasses import replace

import pytest

from games.downeast import cash as money_of
from games.downeast.events import AuctionedAgain, ChestFound, Exposed, HandedOver
from games.downeast.moves import Pass, Pay, Raise
from games.downeast.state import Bid
from games.rules import IllegalMove
from tests.games.downeast.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    RULES,
    Table,
    auction,
    cash,
    refused,
    refuses,
    rich,
    thief,
    three,
)


def test_dd_9_an_auction_closes_when_all_others_have_passed_since_the_last_raise():
    table = auction("/", "/ 90", "/ 90", "/ 90").passes(BEN).bid(CAT, 10)
    assert table.to_move() == {BEN, DAN}  # Ben passed on another bid
    table.passes(DAN)
    assert table.phase == "auction"
    table.passes(BEN)
    assert (table.phase, table.to_move()) == ("deciding", {ANN})


def test_dd_9_a_pass_is_not_final():
    table = auction("/", "/ 50 10", "/ 90", "/ 90").bid(CAT, 10).passes(BEN).bid(BEN, 20)
    assert (table.state.phase.leader, table.high) == (BEN, 20)
    refuses("passed already", table.passes(CAT).passes, CAT)


def test_dd_9_a_call_shortens_the_deadline_and_a_raise_cancels_it():
    table = three().bid(BEN, 10)
    before = table.question()
    assert not before.hurried
    called = table.call(ANN).question()
    assert called == replace(before, hurried=True)  # the same question with a shorter deadline
    assert (table.phase, table.to_move()) == ("auction", {CAT})  # a call does not close the auction
    again = table.bid(CAT, 20).question()
    assert not again.hurried
    assert again.key != before.key
    assert again.subject == before.subject


def test_dd_9_only_the_auctioneer_calls_and_only_once():
    table = three()
    refuses("Ann is auctioning the Canoe, so only Ann can call it", table.call, BEN)
    refuses("called already", table.call(ANN).call, ANN)


def test_dd_9_a_raise_by_a_secret_limit_cancels_the_call_too():
    table = rich().bid(BEN, 30, limit=100).call(ANN)
    assert table.question().hurried
    table.bid(CAT, 40)
    assert table.bids()[-1] == (BEN, 50)
    assert not table.question().hurried


def test_staleness_each_bid_changes_the_question_key_and_each_lot_the_subject():
    table = three(deck="Canoe Trap Thief", thief=True)
    seen = [table.question()]
    seen.append(table.bid(BEN, 10).question())
    assert seen[0].subject == seen[1].subject
    assert table.limit(BEN, 50).question() == seen[1]  # a secret limit changes nothing
    assert table.bid(CAT, 20).question().subject == seen[1].subject
    for move in (lambda: table.passes(CAT), lambda: table.sell(ANN), lambda: table.pay(BEN, "50")):
        seen.append(table.question())
        move()
    seen.append(table.question())
    table.passes(ANN, CAT)
    assert table.question() == RULES.question(table.view(BEN))
    assert table.seal(CAT, "10").question() == table.seal(ANN, "10").question()
    seen.append(table.question())
    table.seal(BEN, "10")  # all bidders tie
    seen.append(table.question())
    assert len({question.key for question in seen}) == len(seen)
    assert len({question.subject for question in seen}) == len(seen) - 2


def test_staleness_a_repeated_auction_has_a_new_subject():
    table = auction("/", "/ 50", "/ 90", "/ 90", bluff_bids=True)
    first = table.question()
    table.bid(BEN, 100).passes(CAT, DAN)
    deciding = table.question()
    table.sell(ANN)
    assert table.question().subject not in (first.subject, deciding.subject)
    table.bid(CAT, 10).passes(DAN)
    assert table.question().subject != deciding.subject


def test_staleness_each_offer_of_a_deal_changes_the_key_but_not_the_subject():
    table = Table("Canoe / 10", "Canoe / 10", "/", deck="Buoy Trap").deal(ANN, "Canoe", BEN)
    asked = [table.question(), table.answer(BEN).question(), table.offer(ANN).question()]
    assert len({question.key for question in asked}) == 3
    assert len({question.subject for question in asked}) == 1


def test_dd_10_a_bid_above_ones_cash_is_refused():
    table = auction("/", "/ 50 10", "/ 90")
    refuses(r"You have \$60, so you can't bid \$70. Bid \$10 to \$60", table.bid, BEN, 70)
    table.bid(BEN, 60)
    assert table.high == 60


def test_dd_10_an_exposed_bluffer_shows_all_cash_and_the_others_bid_again():
    table = auction("/", "/ 50 0", "/ 50 10", "/ 100", bluff_bids=True)
    table.bid(BEN, 100).passes(CAT, DAN).sell(ANN)
    assert Exposed(seat=BEN, item="Canoe", price=100, cash=(50, 0)) in table.heard(None)
    assert (table.phase, table.to_move(), table.high) == ("auction", {CAT, DAN}, 0)
    with refused("couldn't pay your bid for the Canoe, so you're out of this auction"):
        table.bid(BEN, 10)
    table.bid(CAT, 60).passes(DAN).sell(ANN).pay(CAT, "50 10")
    assert table.items(CAT) == "Canoe"


def test_dd_10_when_every_bidder_has_bluffed_the_auctioneer_takes_it_free():
    table = auction("/ 100", "/ 10", "/ 10", bluff_bids=True)
    table.bid(BEN, 20).passes(CAT).sell(ANN).bid(CAT, 30).sell(ANN)
    assert (table.items(ANN), table.turn) == ("Canoe", BEN)


def test_dd_10_a_bluff_above_all_the_money_is_refused():
    table = three(bluff_bids=True)
    refuses(r"There's only \$270 in the whole game. Bid \$10 to \$270", table.bid, BEN, 280)
    table.bid(BEN, 260)
    refuses(r"There's only \$270 in the whole game. Bid \$270", table.bid, CAT, 280)
    for standing in (270, 310):  # the first version had no cap
        table.state = replace(
            table.state, phase=replace(table.state.phase, bids=(Bid(seat=BEN, amount=standing),))
        )
        assert table.legal(CAT) == [Pass()]
        with refused(r"There's only \$270 in the whole game, so nobody can bid more"):
            table.bid(CAT, standing + 10)


def test_dd_10_a_bid_of_all_the_money_closes_the_auction():
    table = three(bluff_bids=True).bid(BEN, 260).bid(CAT, 270)
    assert (table.phase, table.state.phase.bidder) == ("deciding", CAT)
    assert table.kinds()[-2:] == ["raised", "hammer_fell"]  # nobody can bid more
    table.sell(ANN)
    assert (table.phase, table.to_move()) == ("auction", {BEN})


@pytest.mark.parametrize(("seats", "found", "cap"), [(3, 1, 420), (4, 2, 960), (5, 4, 4700)])
def test_dd_10_the_cap_on_bluffs_is_the_start_cash_plus_the_chests(seats, found, cap):
    table = Table(*["/"] * seats, deck="Chest " * found + "Canoe", bluff_bids=True)
    for lot in range(found):
        if table.phase == "choosing":
            table.turn_over(lot % seats)
        table.passes(*sorted(set(range(seats)) - {lot % seats}))
    table = table if table.phase == "auction" else table.turn_over(found % seats)
    bidder = (found + 1) % seats
    refuses(f"only [$]{cap:,} in the whole game", table.bid, bidder, cap + 10)
    assert table.bid(bidder, cap).state.phase.price == cap


@pytest.mark.parametrize("high", range(0, 270, 10))
def test_dd_10_no_raise_is_offered_above_the_cap(high: int):
    table = three(bluff_bids=True)
    table = table.bid(BEN, high) if high else table
    raises = [move.amount for move in table.legal(CAT) if isinstance(move, Raise)]
    assert raises
    assert all(high < amount <= 270 for amount in raises)


def test_dd_10_a_secret_limit_stays_within_ones_cash_even_with_bluffs():
    table = three(bluff_bids=True)
    with refused(r"You have \$90, so your limit can't be \$100. Give \$10 to \$90"):
        table.bid(BEN, 10, limit=100)
    table.bid(BEN, 50)
    refuses(
        r"You have \$90, so your limit can't be \$280. Give \$50 to \$90", table.limit, BEN, 280
    )
    table.bid(CAT, 100)  # more than Cat holds
    refuses(r"You have only \$90, so you can't add a limit to that bid", table.limit, CAT, 100)
    assert table.legal(CAT) == []


def test_dd_10_only_the_smallest_bluff_is_offered():
    table = three(bluff_bids=True).bid(BEN, 40)
    raises = [move.amount for move in table.legal(CAT) if isinstance(move, Raise)]
    assert raises == [50, 50, 60, 70, 90, 100]  # $50 without and with a limit


def test_dd_10_a_repeated_auction_is_told_if_anybody_may_still_bid():
    table = auction("/ 100", "/ 10", "/ 10", "/ 10", bluff_bids=True)
    table.bid(BEN, 20).passes(CAT, DAN).sell(ANN)
    assert table.told[-1].event == AuctionedAgain(seat=ANN, item="Canoe", out=(BEN,))
    table.bid(DAN, 20).passes(CAT).sell(ANN)
    assert table.told[-1].event == AuctionedAgain(seat=ANN, item="Canoe", out=(BEN, DAN))
    table.bid(CAT, 20).sell(ANN)  # no bidder is left, so Ann takes it for nothing
    last = table.kinds()[table.kinds().index("exposed") :]
    assert last.count("auctioned_again") == 2
    assert last[-3:] == ["exposed", "took_free", "turned_over"]


def test_dd_10_the_auctioneer_may_buy_at_the_price_of_a_bluff():
    table = auction("/ 100", "/ 10", "/ 10", bluff_bids=True).bid(BEN, 100).passes(CAT).buy(ANN)
    table.pay(ANN, "100")
    assert (table.items(ANN), table.cash(BEN)) == ("Canoe", cash("100 10"))
    assert "exposed" not in table.kinds()


def test_dd_11_without_a_bid_the_auctioneer_takes_the_item_for_nothing():
    table = three().passes(CAT, BEN)
    assert (table.items(ANN), table.turn) == ("Canoe", BEN)
    assert [sum(table.cash(seat)) for seat in (ANN, BEN, CAT)] == [90, 90, 90]


def test_dd_11_nobody_gets_a_thief_for_nothing():
    table = thief("/", "/", "/").seal(ANN).seal(BEN).seal(CAT)
    assert "took_free" not in table.kinds()
    assert table.items(BEN) == "Thief"


def test_dd_12_a_bid_must_be_higher_and_the_first_of_two_equal_bids_stands():
    table = three().bid(BEN, 30)
    refuses(r"\$30 isn't enough. Bid \$40 to \$90. The high bid is \$30 now", table.bid, CAT, 30)
    refuses("go in tens", table.bid, CAT, 45)
    assert (table.state.phase.leader, table.high) == (BEN, 30)


@pytest.mark.parametrize("amount", [-10, 0, 5, 10**30, -(10**30)])
def test_dd_12_absurd_bids_are_refused(amount: int):
    table = three()
    with pytest.raises(IllegalMove):
        table.bid(BEN, amount)


def test_dd_13_the_auctioneer_cannot_bid_or_pass():
    table = three()
    with refused("You're auctioning the Canoe, so only the others bid. You can call it"):
        table.bid(ANN, 10)
    refuses("so only the others bid", table.passes, ANN)
    with refused("so only the others bid[.]$"):  # after the call
        table.call(ANN).bid(ANN, 10)


def test_dd_13_the_auctioneer_may_buy_by_paying_the_high_bidder():
    table = three().bid(BEN, 60).passes(CAT).buy(ANN).pay(ANN, "50 10")
    assert (table.items(ANN), sum(table.cash(ANN)), sum(table.cash(BEN))) == ("Canoe", 30, 150)


def test_dd_13_buying_is_offered_only_if_the_auctioneer_can_pay():
    table = auction("/ 10", "/ 50 10", "/ 90").bid(BEN, 60).passes(CAT)
    assert [move.kind for move in table.legal(ANN)] == ["sell"]
    assert table.to_move() == {ANN}
    refuses(r"You have \$10, too little to keep it at \$60. Sell it", table.buy, ANN)


def test_dd_13_only_the_auctioneer_sells_and_only_to_the_high_bidder():
    table = three().bid(CAT, 10).bid(BEN, 60).passes(CAT)
    for seat in (BEN, CAT):
        assert table.legal(seat) == []
        refuses("Ann auctioned the Canoe, so only Ann can sell it or keep it", table.sell, seat)
        refuses("Ann auctioned the Canoe, so only Ann can sell it or keep it", table.buy, seat)
    table.sell(ANN)
    paying = table.state.phase
    assert (paying.payer, paying.payee, paying.price) == (BEN, ANN, 60)


def test_dd_14_the_payer_picks_the_cards_but_no_unneeded_card():
    table = auction("/", "/ 100 50 10 10 10 10 0", "/").bid(BEN, 80).passes(CAT).sell(ANN)
    for cards in ("100 10", "100 0", "50 10 10 10 10", "100 50"):
        refuses("Leave out", table.pay, BEN, cards)
    refuses(r"That's \$70", table.pay, BEN, "50 10 10")
    refuses(r"don't have a \$200", table.pay, BEN, "200")
    refuses(r"don't have that many \$50s", table.pay, BEN, "50 50")
    refuses("Ben has to pay you for the Canoe", table.play, ANN, Pay(cards=()))
    refuses("largest first", table.play, BEN, Pay(cards=(10, 10, 10, 50)))
    table.pay(BEN, "100")  # more than needed, though $80 was possible
    assert table.cash(ANN) == (100,)


def test_dd_14_the_smallest_sufficient_total_comes_first_then_the_fewest_cards():
    hand = cash("500 100 50 50 10 10 10 10 10 0 0")
    assert money_of.payments(hand, 80) == (
        cash("50 10 10 10"),
        cash("100"),
        cash("50 50"),
        cash("500"),
    )
    assert money_of.payments(cash("100 50 50"), 100)[0] == (100,)


def test_dd_14_exactly_the_payments_without_an_unneeded_card_are_listed():
    hand, price = cash("200 100 100 50 10 10 10 0"), 120
    allowed = set()
    for mask in range(1 << len(hand)):
        some = tuple(card for i, card in enumerate(hand) if mask >> i & 1)
        if sum(some) >= price and all(sum(some) - card < price for card in some):
            allowed.add(some)
    assert set(money_of.payments(hand, price)) == allowed


def test_dd_14_a_bad_check_pays_nothing():
    table = auction("/", "/ 50 10 0 0", "/").bid(BEN, 60).passes(CAT).sell(ANN)
    assert table.legal(BEN) == [Pay(cards=(50, 10))]
    refuses("Leave out a bad check", table.pay, BEN, "50 10 0")


def test_dd_15_the_price_is_public_but_the_cards_are_secret():
    table = auction("/", "/ 100", "/").bid(BEN, 80).passes(CAT).sell(ANN).pay(BEN, "100")
    handed = HandedOver(payer=BEN, payee=ANN, price=80, cards=(100,))
    for seat, knows in [(ANN, True), (BEN, True), (CAT, False), (None, False)]:
        assert (handed in table.heard(seat)) is knows
        assert (handed in table.view(seat).past) is knows
        assert "paid" in table.kinds(seat)


def test_dd_15_open_payments_show_the_cards_to_all():
    table = auction("/", "/ 100", "/", open_payments=True)
    table.bid(BEN, 80).passes(CAT).sell(ANN).pay(BEN, "100")
    assert HandedOver(payer=BEN, payee=ANN, price=80, cards=(100,)) in table.heard(None)


def test_dd_16_a_chest_pays_everybody_once_before_the_bidding():
    table = Table("/", "/", "/", deck="Chest Chest").turn_over(ANN)
    assert [table.cash(seat) for seat in (ANN, BEN, CAT)] == [(50,)] * 3
    table.bid(BEN, 50).passes(CAT).sell(ANN).pay(BEN, "50")
    assert ChestFound(item="Chest", number=2, card=100) in table.heard(None)
    table.passes(ANN, CAT)
    held = [table.cash(seat) for seat in (ANN, BEN, CAT)]
    assert held == [(100, 50, 50), (100,), (100, 50)]
    table = Table("Chest / 10", "Chest /", "/", deck="Trap")
    table.deal(ANN, "Chest", BEN, "10").surrender(BEN)
    assert "chest_found" not in table.kinds()


def test_dd_16_a_chest_auctioned_again_after_a_bluff_does_not_pay_again():
    table = auction("/", "/", "/", deck="Chest Trap", bluff_bids=True)
    table.bid(BEN, 100).passes(CAT).sell(ANN)
    assert (table.phase, table.cash(CAT), table.state.chests) == ("auction", (50,), 1)


def test_dd_17_a_player_without_cash_can_challenge_and_be_challenged():
    table = auction("/", "/", "/ 10")
    assert table.to_move() == {BEN, CAT}  # otherwise everybody would learn that Ben has no cash
    assert table.legal(BEN) == [Pass()]
    table = Table("Canoe /", "Canoe /", "/", deck="Canoe Canoe").deal(ANN, "Canoe", BEN)
    assert table.to_move() == {BEN}
    assert table.surrender(BEN).items(ANN) == "Canoe Canoe"


def test_dd_17_a_player_with_only_bad_checks_cannot_bid():
    table = auction("/", "/ 0 0", "/ 10")
    assert table.legal(BEN) == [Pass()]
    refuses(
        r"You can only pass. You have \$0, and the next bid must be at least \$10",
        table.bid,
        BEN,
        10,
    )
    table.passes(BEN).bid(CAT, 10)
    refuses(
        r"You can only pass. You have \$0, and the next bid must be at least \$20",
        table.bid,
        BEN,
        20,
    )


@pytest.mark.parametrize("hand", ["/", "/ 0", "/ 0 0"])
def test_dd_17_with_bluffs_a_player_without_cash_may_bid_up_to_all_the_money(hand: str):
    for amount in (10, 50, 260):
        table = auction("/", hand, "/ 10", bluff_bids=True)
        assert Raise(amount=10, limit=None) in table.legal(BEN)
        assert table.bid(BEN, amount).high == amount
    refuses(r"There's only \$270", auction("/", hand, "/ 10", bluff_bids=True).bid, BEN, 280)


def test_dd_17_an_auctioneer_without_cash_is_paid():
    table = auction("/", "/ 10", "/").bid(BEN, 10).passes(CAT).sell(ANN).pay(BEN, "10")
    assert table.cash(ANN) == (10,)
