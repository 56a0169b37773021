"""Downeast Dealer: every ruling, by its number, and the printed examples."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from games.chance import Chance
from games.downeast import cash as money_of
from games.downeast.decks import CHEST_PAYS, CLASSIFIED, DECKS, START_CASH, YANKEE, Item
from games.downeast.displays import counted, points
from games.downeast.events import (
    Challenged,
    ChestFound,
    Compared,
    DealWon,
    Ended,
    Exposed,
    HandedOver,
    LimitSet,
    Raised,
)
from games.downeast.moves import (
    Answer,
    Call,
    Challenge,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Options
from games.rules import IllegalMove, Refusal
from tests.games.downeast_table import ANN, BEN, CAT, DAN, RULES, Table, cash

LUCK = b"a fixed secret"


def start(seats: int = 3, **options):
    return RULES.start(seats, Options(**options), Chance.of(LUCK, 1, 0)).state


def dealt(seats: int = 3, **options) -> tuple[str, ...]:
    """Deal, and list all the cards there are: the first is turned over already (DD-46)."""
    state = start(seats, **options)
    return (state.phase.item, *state.deck)


def refused(sentence: str):
    return pytest.raises(IllegalMove, match=sentence)


def auction(*seats: str, deck: str = "Canoe Trap", **options) -> Table:
    """Ann turns over the first card of the deck."""
    return Table(*seats, deck=deck, **options).turn_over(ANN)


def three(*, deck: str = "Canoe Trap", **options) -> Table:
    """An auction of Ann's; she, Ben and Cat have $90 each as at the start."""
    hand = "/ 50 10 10 10 10 0 0"
    return auction(hand, hand, hand, deck=deck, **options)


# --- printed examples, and the older game's -------------------------------------------------------


def test_printed_example_trophies_and_traps_make_300_stars():
    assert points(("Trophy",) * 4 + ("Trap",) * 4, CLASSIFIED) == 300


def test_the_older_games_example_makes_2460():
    animals = [("Pig", 650), ("Dog", 160), ("Rooster", 10)]
    farm = replace(
        CLASSIFIED,
        items=tuple(Item(name, name, name, stars) for name, stars in animals),
    )
    assert points(tuple(name for name, _ in animals for _ in range(4)), farm) == 2460


def test_printed_example_80_can_be_paid_with_a_single_100():
    table = auction("", "/ 100", "/ 0").bid(BEN, 80).passes(CAT).sell(ANN).pay(BEN, "100")
    assert table.cash(ANN) == (100,)
    assert table.cash(BEN) == ()
    assert table.items(BEN) == "Canoe"


def test_printed_example_lucy_bids_least_and_takes_the_thief_and_all_the_cash():
    ross, livy, lucy = ANN, BEN, CAT
    table = auction("/ 50 50", "/ 100 10", "/ 10 10 0", deck="Thief Canoe", thief=True)
    assert table.state.phase.bidders == (livy, lucy, ross)  # in order, the auctioneer last
    table.seal(livy, "100").seal(lucy, "10 0").seal(ross, "50")
    assert table.items(lucy) == "Thief"
    assert table.cash(lucy) == cash("100 50 10 10 0")
    assert (table.cash(ross), table.cash(livy)) == ((50,), (10,))


def test_printed_example_one_against_three_is_for_one_card():
    table = Table("Canoe / 10", "Canoe Canoe Canoe /", "/", deck="Trap")
    table.deal(ANN, "Canoe", BEN, "10").surrender(BEN)
    assert (table.items(ANN), table.items(BEN)) == ("Canoe Canoe", "Canoe Canoe")


def test_printed_example_two_against_two_is_for_two_cards():
    table = Table("Canoe Canoe / 10", "Canoe Canoe /", "/", deck="Trap")
    table.deal(ANN, "Canoe", BEN, "10").surrender(BEN)
    assert (table.items(ANN), table.items(BEN)) == ("Canoe Canoe Canoe Canoe", "")
    assert "set_completed" in table.kinds()


def test_printed_start_is_one_50_four_10_two_bad_checks():
    assert Counter(START_CASH) == {50: 1, 10: 4, 0: 2}
    dealt_out = Counter(card for holding in start().holdings for card in holding.cash)
    chests = Counter([50] * 3 if start().phase.item == "Chest" else [])
    assert dealt_out - chests == Counter(START_CASH * 3)


# --- set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 6, 100])
def test_dd_1_only_three_to_five_play(seats: int):
    with pytest.raises(Refusal, match="three to five"):
        start(seats)
    assert [len(start(some).holdings) for some in (3, 4, 5)] == [3, 4, 5]


def test_dd_2_the_first_player_is_drawn_and_play_goes_clockwise():
    cards = tuple(name for name in _names("classified") for _ in range(4))
    state = RULES.start(4, Options(), Chance.tape([2, cards])).state
    assert (state.turn, state.phase.item, state.deck) == (CAT, cards[0], cards[1:])
    table = Table("/", "/", "/", deck="Trap Canoe Buoy Quilt", turn=CAT).turn_over(CAT)
    turns = []
    for auctioneer in (CAT, ANN, BEN):
        turns.append(table.turn)
        table.passes(*sorted({ANN, BEN, CAT} - {auctioneer}))
    assert turns == [CAT, ANN, BEN]


def _names(deck: str) -> list[str]:
    return [item.name for item in DECKS[deck].items]


@pytest.mark.parametrize("deck", ["classified", "yankee"])
def test_dd_3_forty_cards_and_four_more_with_the_thief(deck: str):
    assert Counter(dealt(deck=deck)) == dict.fromkeys(_names(deck), 4)
    with_thief = dict.fromkeys([*_names(deck), DECKS[deck].thief.name], 4)
    assert Counter(dealt(deck=deck, thief=True)) == with_thief


def test_dd_3_in_the_yankee_deck_scratch_off_is_treasure_and_coal_is_thief():
    assert (YANKEE.treasure, YANKEE.thief.name) == ("Scratch-off", "Coal")
    table = Table("/", "/", "/", deck="Scratch-off Coal", terms=Options(deck="yankee", thief=True))
    table.turn_over(ANN)
    assert [table.cash(seat) for seat in (ANN, BEN, CAT)] == [(50,)] * 3
    table.passes(BEN, CAT)
    assert table.phase == "sealing"


@pytest.mark.parametrize("deck", ["classified", "yankee"])
def test_dd_4_a_short_game_leaves_two_sets_out_by_default_never_the_treasure(deck: str):
    left_out = set(_names(deck)) - set(dealt(deck=deck, short=True))
    assert len(left_out) == 2
    assert DECKS[deck].treasure not in left_out


def test_dd_4_the_host_may_choose_which_two_even_the_treasure():
    cards = dealt(short=True, removed=("Chest", "Trophy"))
    assert len(cards) == 32
    assert not {"Chest", "Trophy"} & set(cards)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"short": True, "removed": ("Canoe",)}, "two different"),
        ({"short": True, "removed": ("Canoe", "Canoe")}, "two different"),
        ({"short": True, "removed": ("Canoe", "Trap", "Buoy")}, "two different"),
        ({"short": True, "removed": ("Canoe", "Wreath")}, "no Wreath in this deck"),
        ({"short": True, "removed": ("Canoe", "Thief"), "thief": True}, "no Thief"),
        ({"removed": ("Canoe", "Trap")}, "short game only"),
    ],
)
def test_dd_4_a_choice_of_sets_that_makes_no_sense_is_refused(terms, sentence: str):
    with pytest.raises(Refusal, match=sentence):
        start(**terms)


def test_dd_5_new_cash_comes_from_the_four_chests_only_and_is_exact():
    table = Table("/", "/", "/", deck="Chest Trap Chest Chest Chest").turn_over(ANN)
    held = []
    for lot in range(5):
        if table.phase == "choosing":
            table.turn_over(lot % 3)
        held.append(sum(table.cash(ANN)))
        table.passes(*sorted({ANN, BEN, CAT} - {lot % 3}))
    assert held == [50, 50, 150, 350, 850]
    assert sum(START_CASH) + sum(CHEST_PAYS) == 940  # what everybody has brought in by then


# --- turns ----------------------------------------------------------------------------------------


def test_dd_6_an_auction_is_forced_while_no_deal_is_possible():
    table = Table("Canoe /", "Trap /", "/", deck="Trap")
    assert list(RULES.legal_moves(table.view(ANN))) == [TurnOver()]
    with refused("nothing that anybody else owns"):
        table.deal(ANN, "Canoe", BEN)


def test_dd_6_a_deal_is_forced_once_the_deck_is_empty():
    table = Table("Canoe /", "Canoe Canoe Canoe /", "/")
    assert {type(move) for move in RULES.legal_moves(table.view(ANN))} == {Challenge}
    with refused("no card left"):
        table.turn_over(ANN)


def test_dd_6_who_can_neither_auction_nor_deal_is_skipped():
    table = Table("Canoe /", "Trap Trap Trap Trap /", "Canoe Canoe Canoe /")
    table.deal(ANN, "Canoe", CAT).surrender(CAT)  # Ben has only a complete set
    assert table.turn == CAT


def test_dd_6_one_action_is_one_turn():
    table = Table("Canoe /", "Canoe /", "/", deck="Canoe Canoe")
    table.deal(ANN, "Canoe", BEN).surrender(BEN)
    assert (table.turn, table.phase) == (BEN, "auction")  # he owns nothing to deal for
    table = Table("Canoe /", "Canoe Buoy /", "Buoy /", deck="Canoe Canoe")
    table.deal(ANN, "Canoe", BEN).surrender(BEN)
    assert (table.turn, table.phase) == (BEN, "choosing")
    with refused("not your turn"):
        table.turn_over(ANN)


def test_dd_7_after_a_deal_the_turn_goes_on_from_the_challenger():
    table = Table("Canoe /", "Trap /", "Canoe /", deck="Canoe Canoe")
    table.deal(ANN, "Canoe", CAT).surrender(CAT)
    assert table.turn == BEN


def test_dd_8_the_first_turn_can_only_be_an_auction():
    step = RULES.start(3, Options(), Chance.of(LUCK, 1, 0))
    assert step.state.phase.kind == "auction"
    assert [told.event.kind for told in step.told][:2] == ["dealt", "turned_over"]
    table = Table("/", "/", "/", deck="Trap")  # as a table of the first version may still stand
    assert table.legal(ANN) == [TurnOver()]
    with refused("run an auction"):
        table.deal(ANN, "Canoe", BEN)


# --- the auction ----------------------------------------------------------------------------------


def test_dd_9_the_hammer_falls_when_all_others_have_passed_since_the_last_raise():
    table = auction("/", "/ 90", "/ 90", "/ 90").passes(BEN).bid(CAT, 10)
    assert table.to_move() == {BEN, DAN}  # Ben's pass was on another bid
    table.passes(DAN)
    assert table.phase == "auction"
    table.passes(BEN)
    assert (table.phase, table.to_move()) == ("deciding", {ANN})


def test_dd_9_a_pass_is_not_final():
    table = auction("/", "/ 50 10", "/ 90", "/ 90").bid(CAT, 10).passes(BEN).bid(BEN, 20)
    assert (table.state.phase.leader, table.high) == (BEN, 20)
    with refused("passed already"):
        table.passes(CAT).passes(CAT)


def test_dd_9_the_call_hurries_those_who_have_not_answered_and_a_raise_cancels_it():
    table = three().bid(BEN, 10)
    before = table.question()
    assert not before.hurried
    called = table.call(ANN).question()
    assert called == replace(before, hurried=True)  # the same question, in less time
    assert (table.phase, table.to_move()) == ("auction", {CAT})  # a call alone ends nothing
    again = table.bid(CAT, 20).question()
    assert not again.hurried
    assert again.key != before.key
    assert again.subject == before.subject


def test_dd_9_only_the_auctioneer_calls_and_once():
    table = three()
    with refused("Only the auctioneer"):
        table.call(BEN)
    with refused("called already"):
        table.call(ANN).call(ANN)


def test_what_is_asked_changes_with_the_bid_its_subject_with_the_lot():
    table = three(deck="Canoe Trap Thief", thief=True)
    seen = [table.question()]
    seen.append(table.bid(BEN, 10).question())
    assert seen[0].subject == seen[1].subject
    assert table.limit(BEN, 50).question() == seen[1]  # a secret, and it changes nothing
    assert table.bid(CAT, 20).question().subject == seen[1].subject
    for move in (lambda: table.passes(CAT), lambda: table.sell(ANN), lambda: table.pay(BEN, "50")):
        seen.append(table.question())
        move()
    seen.append(table.question())
    table.passes(ANN, CAT)
    assert table.question() == RULES.question(table.view(BEN))
    assert table.seal(CAT, "10").question() == table.seal(ANN, "10").question()
    seen.append(table.question())
    table.seal(BEN, "10")  # all tied
    seen.append(table.question())
    assert len({one.key for one in seen}) == len(seen)
    assert len({one.subject for one in seen}) == len(seen) - 2


def test_a_second_auction_of_the_same_lot_is_another_subject():
    table = auction("/", "/ 50", "/ 90", "/ 90", bluff_bids=True)
    first = table.question()
    table.bid(BEN, 100).passes(CAT, DAN)
    deciding = table.question()
    table.sell(ANN)
    assert table.question().subject not in (first.subject, deciding.subject)
    table.bid(CAT, 10).passes(DAN)
    assert table.question().subject != deciding.subject


def test_in_a_deal_each_offer_is_another_question_about_the_same_deal():
    table = Table("Canoe / 10", "Canoe / 10", "/", deck="Buoy Trap").deal(ANN, "Canoe", BEN)
    asked = [table.question(), table.answer(BEN).question(), table.offer(ANN).question()]
    assert len({one.key for one in asked}) == 3
    assert len({one.subject for one in asked}) == 1


def test_dd_10_a_bid_above_ones_cash_is_refused_to_the_bidder():
    table = auction("/", "/ 50 10", "/ 90")
    with refused(r"You hold \$60: you cannot bid \$70"):
        table.bid(BEN, 70)
    table.bid(BEN, 60)
    assert table.high == 60


def test_dd_10_with_bluff_bids_a_bluffer_shows_all_and_the_rest_bid_again():
    table = auction("/", "/ 50 0", "/ 50 10", "/ 100", bluff_bids=True)
    table.bid(BEN, 100).passes(CAT, DAN).sell(ANN)
    assert Exposed(seat=BEN, item="Canoe", price=100, cash=(50, 0)) in table.heard(None)
    assert (table.phase, table.to_move(), table.high) == ("auction", {CAT, DAN}, 0)
    with refused("out of this auction"):
        table.bid(BEN, 10)
    table.bid(CAT, 60).passes(DAN).sell(ANN).pay(CAT, "50 10")
    assert table.items(CAT) == "Canoe"


def test_dd_10_when_every_bidder_has_bluffed_the_auctioneer_takes_it_free():
    table = auction("/ 100", "/ 10", "/ 10", bluff_bids=True)
    table.bid(BEN, 20).passes(CAT).sell(ANN).bid(CAT, 30).sell(ANN)
    assert (table.items(ANN), table.turn) == ("Canoe", BEN)


def test_dd_10_a_bluff_stays_within_the_money_there_is():
    table = three(bluff_bids=True)
    with refused(r"only \$270 in the whole game"):
        table.bid(BEN, 280)
    table.bid(BEN, 270)
    assert [type(move) for move in table.legal(CAT)] == [Pass]


def test_dd_11_without_a_bid_the_auctioneer_takes_the_item_for_nothing():
    table = three().passes(CAT, BEN)
    assert (table.items(ANN), table.turn) == ("Canoe", BEN)
    assert [sum(table.cash(seat)) for seat in (ANN, BEN, CAT)] == [90, 90, 90]


def test_dd_12_a_bid_is_strictly_higher_and_the_first_of_two_stands():
    table = three().bid(BEN, 30)
    with refused(r"\$30 is not enough: bid \$40 or more. The bid stands at \$30 now"):
        table.bid(CAT, 30)
    with refused("go in tens"):
        table.bid(CAT, 45)
    assert (table.state.phase.leader, table.high) == (BEN, 30)


@pytest.mark.parametrize("amount", [-10, 0, 5, 10**30, -(10**30)])
def test_dd_12_no_absurd_bid_is_taken(amount: int):
    table = three()
    with pytest.raises(IllegalMove):
        table.bid(BEN, amount)


def test_dd_13_the_auctioneer_does_not_bid():
    table = three()
    with refused("you do not bid"):
        table.bid(ANN, 10)
    with refused("you do not bid"):
        table.passes(ANN)


def test_dd_13_the_auctioneer_may_buy_by_paying_the_high_bidder():
    table = three().bid(BEN, 60).passes(CAT).buy(ANN).pay(ANN, "50 10")
    assert (table.items(ANN), sum(table.cash(ANN)), sum(table.cash(BEN))) == ("Canoe", 30, 150)


def test_dd_13_buying_is_offered_only_to_who_can_pay_but_nobody_sees_that():
    table = auction("/ 10", "/ 50 10", "/ 90").bid(BEN, 60).passes(CAT)
    assert [move.kind for move in RULES.legal_moves(table.view(ANN))] == ["sell"]
    assert table.to_move() == {ANN}
    with refused(r"You hold \$10: too little"):
        table.buy(ANN)


def test_dd_13_a_sale_is_to_the_high_bidder_at_that_price_and_the_auctioneers_to_make():
    table = three().bid(CAT, 10).bid(BEN, 60).passes(CAT)
    for seat in (BEN, CAT):
        assert table.legal(seat) == []
        with refused("Only the auctioneer"):
            table.sell(seat)
        with refused("Only the auctioneer"):
            table.buy(seat)
    table.sell(ANN)
    paying = table.state.phase
    assert (paying.payer, paying.payee, paying.price) == (BEN, ANN, 60)


def test_dd_14_the_payer_picks_the_cards_but_none_that_could_stay_at_home():
    table = auction("/", "/ 100 50 10 10 10 10 0", "/").bid(BEN, 80).passes(CAT).sell(ANN)
    for cards in ("100 10", "100 0", "50 10 10 10 10", "100 50"):
        with refused("Keep"):
            table.pay(BEN, cards)
    with refused(r"That is \$70"):
        table.pay(BEN, "50 10 10")
    with refused(r"do not hold a \$200"):
        table.pay(BEN, "200")
    with refused(r"do not hold so many \$50s"):
        table.pay(BEN, "50 50")
    with refused("not yours to pay"):
        table.play(ANN, Pay(cards=()))
    with refused("largest first"):
        table.play(BEN, Pay(cards=(10, 10, 10, 50)))
    table.pay(BEN, "100")  # more than the price, though 50+10+10+10 was there: as they like
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


def test_dd_14_the_listed_payments_are_exactly_those_without_a_needless_card():
    hand, price = cash("200 100 100 50 10 10 10 0"), 120
    allowed = set()
    for mask in range(1 << len(hand)):
        some = tuple(card for i, card in enumerate(hand) if mask >> i & 1)
        if sum(some) >= price and all(sum(some) - card < price for card in some):
            allowed.add(some)
    assert set(money_of.payments(hand, price)) == allowed


def test_dd_15_the_price_is_public_the_cards_are_between_the_two():
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


def test_dd_16_a_chest_pays_everybody_before_the_bidding_and_never_again():
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


def test_dd_17_without_cash_one_can_still_auction_be_challenged_and_challenge():
    table = auction("/", "/", "/ 10")
    assert table.to_move() == {BEN, CAT}  # or it would tell that Ben is broke
    assert list(RULES.legal_moves(table.view(BEN))) == [Pass()]
    table = Table("Canoe /", "Canoe /", "/", deck="Canoe Canoe").deal(ANN, "Canoe", BEN)
    assert table.to_move() == {BEN}


# --- deals ----------------------------------------------------------------------------------------


def test_dd_18_a_deal_needs_the_item_on_both_sides():
    table = Table("Canoe Trap /", "Canoe /", "Trap /", deck="Buoy")
    with refused("They do not own"):
        table.deal(ANN, "Canoe", CAT)
    with refused("You do not own"):
        table.deal(ANN, "Buoy", BEN)
    for target in (ANN, -1, 3, 10**9):
        with refused("one of the other players"):
            table.deal(ANN, "Canoe", target)


def test_dd_18_the_target_cannot_refuse():
    table = Table("Canoe / 10", "Canoe / 10", "/", deck="Buoy").deal(ANN, "Canoe", BEN)
    assert {move.kind for move in RULES.legal_moves(table.view(BEN))} == {"surrender", "answer"}


@pytest.mark.parametrize(
    ("mine", "theirs", "stake"), [(1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 3, 1), (3, 1, 1), (2, 2, 2)]
)
def test_dd_19_two_against_two_is_always_for_both(mine: int, theirs: int, stake: int):
    table = Table("Canoe " * mine, "Canoe " * theirs, "Canoe " * (4 - mine - theirs), deck="Buoy")
    table.deal(ANN, "Canoe", BEN).surrender(BEN)
    assert table.state.displays[ANN].count("Canoe") == mine + stake
    assert table.state.displays[BEN].count("Canoe") == theirs - stake


@pytest.mark.parametrize("cards", ["", "0", "0 0", "10", "100 0"])
def test_dd_20_any_cards_make_an_offer_even_none(cards: str):
    table = Table("Canoe / 100 10 0 0", "Canoe /", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, cards).surrender(BEN)
    assert table.cash(BEN) == cash(cards)


def test_dd_20_an_offer_is_ones_own_cash():
    table = Table("Canoe / 10", "Canoe /", "/", deck="Buoy")
    for cards in ("50", "10 10", "-10", "10 0", "7"):
        with refused("do not hold"):
            table.deal(ANN, "Canoe", BEN, cards)


def test_dd_21_a_fanned_offer_is_counted_a_stack_is_not():
    for fanned, count in [(True, 3), (False, None)]:
        table = Table("Canoe / 10 0 0", "Canoe /", "/", deck="Buoy")
        table.deal(ANN, "Canoe", BEN, "10 0 0", fanned=fanned)
        assert table.state.phase.count == count
        challenged = [event for event in table.heard(None) if isinstance(event, Challenged)]
        assert [event.count for event in challenged] == [count]


def test_dd_22_who_surrenders_takes_the_cash_and_learns_it_only_then():
    table = Table("Canoe / 50 10", "Canoe /", "/", deck="Buoy").deal(ANN, "Canoe", BEN, "50")
    assert (table.cash(ANN), table.view(ANN).laid) == ((10,), (50,))
    assert table.view(BEN).laid is None
    assert "laid_down" not in table.kinds(BEN)
    table.surrender(BEN)
    assert (table.items(ANN), table.cash(BEN)) == ("Canoe Canoe", (50,))
    with refused("You cannot answer now"):  # what was chosen is final
        table.play(BEN, Answer(cards=()))


@pytest.mark.parametrize(
    ("answer", "ann", "ben"),
    [("10", "Canoe Canoe", ""), ("100", "", "Canoe Canoe")],
)
def test_dd_23_offers_change_hands_and_the_higher_one_takes_the_stake(answer, ann, ben):
    table = Table("Canoe / 50 10", "Canoe / 100 10", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50").answer(BEN, answer)
    assert (table.items(ANN), table.items(BEN)) == (ann, ben)
    assert table.cash(ANN) == cash(f"10 {answer}")
    assert sum(table.cash(BEN)) == 160 - int(answer)


def test_dd_23_only_the_two_learn_the_amounts():
    table = Table("Canoe / 50 10", "Canoe / 100 10", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50").answer(BEN, "10")
    compared = Compared(challenger=ANN, target=BEN, item="Canoe", offer=(50,), answer=(10,))
    for seat, knows in [(ANN, True), (BEN, True), (CAT, False), (None, False)]:
        assert (compared in table.heard(seat)) is knows
        assert (compared in table.view(seat).past) is knows
    assert DealWon(winner=ANN, loser=BEN, item="Canoe", stake=1) in table.heard(None)


def test_dd_24_a_tie_swaps_the_cash_and_the_same_challenger_offers_again():
    table = Table("Canoe / 50 10", "Canoe / 10 10 10 10 10 100", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50").answer(BEN, "10 10 10 10 10")
    assert (table.cash(ANN), table.cash(BEN)) == (cash("10 10 10 10 10 10"), cash("100 50"))
    assert (table.phase, table.to_move(), table.turn) == ("deal", {ANN}, ANN)
    with refused("wait for the challenger"):
        table.answer(BEN, "100")
    with refused("challenger who offers"):
        table.offer(BEN, "50")
    table.offer(ANN, "10 10")
    with refused("on the table"):
        table.offer(ANN, "10")
    table.surrender(BEN)
    assert table.items(ANN) == "Canoe Canoe"


def test_dd_25_if_neither_has_any_money_the_challenger_wins_a_tie():
    table = Table("Canoe / 0", "Canoe /", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "0").answer(BEN, "")
    assert (table.items(ANN), table.cash(BEN)) == ("Canoe Canoe", (0,))


def test_dd_25_ten_ties_in_a_row_are_enough():
    table = Table("Canoe / 10", "Canoe /", "/", deck="Buoy").deal(ANN, "Canoe", BEN)
    for tie in range(1, 10):
        table.answer(BEN)
        assert table.state.phase.offer == tie + 1
        table.offer(ANN)
    table.answer(BEN)
    assert (table.items(ANN), table.turn) == ("Canoe Canoe", BEN)


def test_dd_26_nothing_else_goes_on_during_a_deal():
    table = Table("Canoe Trap / 10", "Canoe Trap / 10", "Trap /", deck="Buoy")
    table.deal(ANN, "Canoe", BEN)
    with refused("Downeast Deal is under way"):
        table.turn_over(ANN)
    with refused("Downeast Deal is under way"):
        table.deal(ANN, "Trap", CAT)
    with refused("not the one who was challenged"):
        table.surrender(CAT)


# --- the Thief ------------------------------------------------------------------------------------


def thief(*seats: str, deck: str = "Thief Buoy") -> Table:
    return auction(*seats, deck=deck, thief=True)


def test_dd_27_all_seal_a_bid_and_all_are_turned_up_at_once():
    table = thief("/ 10", "/ 50", "/ 0", "/").seal(CAT, "0").seal(ANN, "10")
    assert table.to_move() == {BEN, DAN}
    assert table.view(CAT).laid == (0,)
    assert table.view(BEN).laid is None
    assert table.kinds(BEN) == ["turned_over", "sealed", "sealed"]
    with refused("sealed already"):
        table.seal(CAT, "")
    table.seal(DAN, "").seal(BEN, "50")
    revealed = next(event for event in table.heard(None) if event.kind == "bids_revealed")
    assert [(bid.seat, bid.cards) for bid in revealed.bids] == [
        (BEN, (50,)),
        (CAT, (0,)),
        (DAN, ()),
        (ANN, (10,)),
    ]
    assert revealed in table.view(None).past


def test_dd_28_the_lowest_takes_all_the_cash_and_there_is_no_other_way_out():
    table = thief("/ 100", "/ 50", "/ 10 10")
    for wrong in (Pass(), Raise(amount=10, limit=None), Call()):
        with refused("sealed bids are being laid down"):
            table.play(BEN, wrong)
    table.seal(ANN, "100").seal(BEN, "50").seal(CAT, "10")
    assert table.cash(CAT) == cash("100 50 10 10")
    assert (table.cash(ANN), table.cash(BEN), table.turn) == ((), (), BEN)


def test_dd_29_the_tied_bid_again_and_all_bids_stay_in_the_pot():
    table = thief("/ 100", "/ 50 10 10", "/ 10 50")
    table.seal(ANN, "100").seal(BEN, "10").seal(CAT, "10")
    assert (table.phase, table.to_move()) == ("sealing", {BEN, CAT})
    assert table.state.phase.pot == cash("100 10 10")
    with refused("Only those who tied"):
        table.seal(ANN, "")
    table.seal(BEN, "10").seal(CAT, "50")  # on their own: 10 against 50
    assert (table.items(BEN), table.cash(BEN)) == ("Thief", cash("100 50 50 10 10 10"))


def test_dd_30_if_no_tied_player_has_money_the_first_in_bidding_order_takes_it():
    table = thief("/ 0", "/ 100", "/ 0 0").seal(BEN, "100").seal(ANN, "0").seal(CAT, "")
    assert table.items(CAT) == "Thief"  # Cat bids before Ann, the auctioneer
    assert table.cash(CAT) == cash("100 0 0 0")


def test_dd_30_after_ten_rounds_the_first_in_bidding_order_takes_it():
    table = thief("/ 10", "/ 10", "/ 10")
    for round_ in range(1, 11):
        assert table.state.phase.round == round_
        table.seal(ANN).seal(BEN).seal(CAT)
    assert table.items(BEN) == "Thief"


@pytest.mark.parametrize(
    ("answer", "ann", "ben"),
    [("10", "", "Thief Thief"), ("100", "Thief Thief", "")],
)
def test_dd_31_in_a_thief_deal_the_smaller_offer_takes_the_thief_and_all_cash(answer, ann, ben):
    table = Table("Thief / 50", "Thief / 100 10", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "50").answer(BEN, answer)
    assert (table.items(ANN), table.items(BEN)) == (ann, ben)
    rich = cash(f"50 {answer}")
    if ann:
        assert (table.cash(ANN), table.cash(BEN)) == (rich, (10,))
    else:
        assert (table.cash(ANN), table.cash(BEN)) == ((), cash("100 50 10"))


def test_dd_31_only_the_staked_thieves_move():
    table = Table("Thief / 50", "Thief Thief Thief /", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "").surrender(BEN)
    assert table.items(BEN) == "Thief Thief Thief Thief"
    table = Table("Thief Thief Thief / 50", "Thief / 10", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "").answer(BEN, "10")
    assert (table.items(ANN), table.items(BEN)) == ("Thief Thief Thief Thief", "")
    table = Table("Thief Thief / 50", "Thief / 10", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "50").answer(BEN, "10")
    assert (table.items(ANN), table.items(BEN)) == ("Thief", "Thief Thief")


def test_dd_32_surrender_in_a_thief_deal_takes_the_cash_and_the_thief():
    table = Table("Thief / 50", "Thief / 10", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "50").surrender(BEN)
    assert (table.items(ANN), table.items(BEN)) == ("", "Thief Thief")
    assert (table.cash(ANN), table.cash(BEN)) == ((), cash("50 10"))


def test_dd_33_a_tied_thief_deal_returns_each_their_own_and_repeats():
    table = Table("Thief / 50", "Thief / 10 10 10 10 10", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "50").answer(BEN, "10 10 10 10 10")
    assert (table.cash(ANN), table.cash(BEN)) == ((50,), cash("10 10 10 10 10"))
    assert table.to_move() == {ANN}


def test_dd_33_an_unbreakable_thief_tie_leaves_the_thief_with_the_target():
    table = Table("Thief / 0", "Thief /", "/", deck="Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "0").answer(BEN)
    assert (table.items(BEN), table.cash(ANN)) == ("Thief Thief", (0,))
    table = Table("Thief / 10", "Thief /", "/", deck="Buoy", thief=True).deal(ANN, "Thief", BEN)
    for _ in range(9):
        table.answer(BEN).offer(ANN)
    assert table.answer(BEN).items(BEN) == "Thief Thief"


def test_dd_34_the_game_goes_on_until_one_player_holds_all_thieves():
    table = Table("Thief /", "Thief Thief Thief /", "Trap Trap Trap Trap /", thief=True)
    table.deal(ANN, "Thief", BEN)
    assert table.phase == "deal"
    table.surrender(BEN)
    assert (table.phase, table.items(BEN)) == ("over", "Thief Thief Thief Thief")


def test_dd_35_all_four_thieves_cost_the_lowest_set():
    sets = ("Trophy",) * 4 + ("Trap",) * 4 + ("Buoy",) * 4
    assert points(sets, CLASSIFIED) == 151 * 3
    assert points((*sets, *("Thief",) * 3), CLASSIFIED) == 151 * 3
    assert points((*sets, *("Thief",) * 4), CLASSIFIED) == 150 * 2
    assert counted((*sets, *("Thief",) * 4), CLASSIFIED) == ("Trophy", "Trap")
    assert points(("Thief",) * 4, CLASSIFIED) == 0
    assert points(("Trap",) * 4 + ("Thief",) * 4, CLASSIFIED) == 0


# --- the end --------------------------------------------------------------------------------------


def test_dd_36_the_game_ends_with_the_last_auction_if_all_sets_are_complete():
    table = auction("Trap Trap Trap /", "Canoe Canoe Canoe Canoe /", "/", deck="Trap")
    table.passes(BEN, CAT)
    assert (table.phase, table.to_move()) == ("over", set())
    assert table.told[-1].event == Ended(points=(50, 80, 0), winners=(BEN,), cut_short=False)


def test_dd_36_the_game_ends_with_the_deal_that_completes_the_last_set():
    table = Table("Trap Trap /", "Trap Trap /", "Canoe Canoe Canoe Canoe /")
    table.deal(ANN, "Trap", BEN).answer(BEN)
    assert table.phase == "over"
    with refused("game is over"):
        table.turn_over(ANN)


def test_dd_37_deals_in_circles_end_the_game_and_open_sets_score_nothing():
    table = Table("Trap Trap /", "Trap /", "Trap Buoy Buoy Buoy Buoy /")
    table.state = replace(table.state, end_deals=199)
    table.deal(ANN, "Trap", BEN).surrender(BEN)
    assert table.told[-1].event == Ended(points=(0, 0, 1), winners=(CAT,), cut_short=True)


def test_dd_38_cash_is_worth_nothing_and_a_tie_is_shared():
    table = auction("Trap Trap Trap / 500", "Buoy Buoy Buoy Buoy /", "/", deck="Trap")
    table.passes(BEN, CAT)
    assert RULES.standing(table.view()).points == (50, 1, 0)
    table = Table("Trap Trap /", "Trap /", "Trap / 500")
    table.state = replace(table.state, end_deals=199)
    table.deal(ANN, "Trap", BEN).surrender(BEN)
    assert RULES.standing(table.view()).points == (0, 0, 0)
    assert RULES.standing(table.view()).winners == {ANN, BEN, CAT}


def test_dd_39_items_and_the_deck_are_public_cash_and_its_count_are_not():
    table = Table("Canoe / 50 10", "Trap / 10", "/", deck="Buoy Buoy")
    public = table.view()
    assert (public.displays, public.to_come) == ((("Canoe",), ("Trap",), ()), 2)
    assert (public.cash, public.laid, public.limit) == ((), None, None)
    richer = Table("Canoe / 50 10", "Trap / 500 100 10", "/ 0 0", deck="Buoy Buoy")
    assert richer.view() == public
    assert richer.view(ANN) == table.view(ANN)


def test_dd_40_the_clock_passes_for_an_absent_bidder():
    assert three().bid(BEN, 10).default(CAT) == Pass()


def test_dd_40_the_clock_sells_for_an_absent_auctioneer():
    assert three().bid(BEN, 10).passes(CAT).default(ANN) == Sell()


def test_dd_40_the_clock_pays_the_cheapest_way():
    table = auction("/", "/ 100 50 10 10 10 10 10", "/").bid(BEN, 80).passes(CAT).sell(ANN)
    assert table.default(BEN) == Pay(cards=cash("50 10 10 10"))


def test_dd_40_the_clock_surrenders_a_deal_and_offers_nothing():
    table = Table("Trap Canoe / 50", "Canoe / 50", "Canoe /")
    assert table.default(ANN) == Challenge(item="Canoe", target=BEN, cards=(), fanned=False)
    table.deal(ANN, "Canoe", BEN)
    assert table.default(BEN) == Surrender()
    table.answer(BEN)
    assert table.default(ANN) == Offer(cards=(), fanned=False)


def test_dd_40_the_clock_bids_nothing_against_the_thief_and_auctions_rather_than_deals():
    assert thief("/ 10", "/ 10", "/ 10").default(BEN) == Seal(cards=())
    table = Table("Canoe / 10", "Canoe /", "/", deck="Canoe Canoe")
    assert table.default(ANN) == TurnOver()


def test_dd_41_the_yankee_deck_has_gifts_and_the_same_rules():
    assert _names("yankee")[2] == "Scratch-off"
    assert [item.stars for item in YANKEE.items] == [item.stars for item in CLASSIFIED.items]
    assert points(("Wreath",) * 4 + ("Coal",) * 4 + ("Fruitcake",) * 4, YANKEE) == 35
    assert Counter(dealt(deck="yankee", thief=True))["Coal"] == 4


# --- secret limits --------------------------------------------------------------------------------


def rich(**options) -> Table:
    hand = "/ 100 50 10 10 10 10 10"
    return auction("/", hand, hand, hand, **options)


def bids(table: Table) -> list[tuple[int, int]]:
    return [(event.seat, event.amount) for event in table.heard(None) if isinstance(event, Raised)]


def test_dd_42_the_rules_raise_for_the_owner_by_the_least_amount():
    table = rich().bid(BEN, 30, limit=100).bid(CAT, 50)
    assert bids(table) == [(BEN, 30), (CAT, 50), (BEN, 60)]
    assert table.to_move() == {CAT, DAN}  # Ben's limit holds the bid
    table.bid(CAT, 100)
    assert (table.state.phase.leader, table.high, table.to_move()) == (CAT, 100, {BEN, DAN})


def test_dd_42_of_two_limits_the_higher_stands_ten_above_the_other():
    table = rich().bid(BEN, 30, limit=100).bid(CAT, 40, limit=80)
    assert bids(table) == [(BEN, 30), (CAT, 80), (BEN, 90)]
    table = rich().bid(BEN, 30, limit=80).bid(CAT, 40, limit=150)
    assert bids(table) == [(BEN, 30), (CAT, 40), (BEN, 80), (CAT, 90)]
    assert table.view(CAT).limit == 150


def test_dd_42_of_two_equal_limits_the_first_stands_at_that_limit():
    table = rich().bid(BEN, 30, limit=80).bid(CAT, 40, limit=80)
    assert bids(table) == [(BEN, 30), (CAT, 70), (BEN, 80)]


@pytest.mark.parametrize("first", range(20, 110, 10))
@pytest.mark.parametrize("second", range(30, 110, 10))
def test_dd_42_resulting_bids_read_as_if_made_by_hand(first: int, second: int):
    table = rich().bid(BEN, 20, limit=first).bid(CAT, 30, limit=second)
    made = bids(table)
    assert all(a[1] < b[1] and a[0] != b[0] for a, b in pairwise(made))
    if first == 30:  # Cat's own bid is there already, and Ben goes no higher
        assert (table.state.phase.leader, table.high) == (CAT, 30)
    elif first >= second:
        assert (table.state.phase.leader, table.high) == (BEN, min(second + 10, first))
    else:
        assert (table.state.phase.leader, table.high) == (CAT, max(30, first + 10))


def test_dd_42_a_limit_is_at_least_the_bid_and_at_most_ones_cash():
    table = rich()
    with refused("less than your bid"):
        table.bid(BEN, 50, limit=40)
    with refused(r"You hold \$200: your limit cannot be \$210"):
        table.bid(BEN, 50, limit=210)
    with refused("go in tens"):
        table.bid(BEN, 50, limit=55)
    with refused("without secret limits"):
        rich(limits=False).bid(BEN, 50, limit=60)


def test_dd_42_the_owner_may_change_or_withdraw_it_but_not_below_the_standing_bid():
    table = rich().bid(BEN, 30, limit=100).bid(CAT, 50).limit(BEN, 70)
    assert table.view(BEN).limit == 70
    with refused("less than your bid"):
        table.limit(BEN, 50)
    with refused("do not hold the high bid"):
        table.limit(CAT, 90)
    table.limit(BEN, None)
    with refused("no secret limit"):
        table.limit(BEN, None)
    table.bid(CAT, 70)
    assert table.state.phase.leader == CAT


def test_dd_42_it_is_in_no_view_but_its_owners_and_told_to_nobody_else():
    table, other = rich().bid(BEN, 30, limit=100), rich().bid(BEN, 30, limit=150)
    for seat in (None, ANN, CAT, DAN):
        assert table.view(seat) == other.view(seat)
        assert table.heard(seat) == other.heard(seat)
        assert table.kinds(seat) == ["turned_over", "raised"]
    assert table.kinds(BEN) == ["turned_over", "limit_set", "raised"]
    assert LimitSet(seat=BEN, limit=100) in table.heard(BEN)


def test_dd_42_it_ends_with_the_auction():
    table = rich().bid(BEN, 30, limit=100).passes(CAT, DAN)
    assert (table.high if table.phase == "auction" else table.state.phase.price) == 30
    assert table.state.limit is None


# --- forced steps ---------------------------------------------------------------------------------


def test_dd_46_where_no_deal_is_possible_the_next_item_is_turned_over_by_itself():
    table = three(deck="Canoe Trap Canoe").passes(BEN, CAT)  # Ann has a Canoe, nobody else one
    assert (table.turn, table.phase, table.state.phase.item) == (BEN, "auction", "Trap")
    assert table.kinds()[-3:] == ["passed", "took_free", "turned_over"]
    assert (table.state.turns, table.state.lots) == (2, 2)


def test_dd_46_where_a_deal_is_possible_it_is_asked_even_of_who_has_no_cash():
    table = Table("Canoe /", "Canoe /", "/ 90", deck="Trap Buoy", turn=CAT).turn_over(CAT)
    table.passes(ANN, BEN)
    assert (table.phase, table.to_move()) == ("choosing", {ANN})
    assert table.legal(ANN)[0] == TurnOver()


def test_dd_46_a_thief_and_a_chest_are_turned_over_so_as_well():
    table = three(deck="Canoe Chest Thief", thief=True).passes(BEN, CAT)
    assert table.kinds()[-2:] == ["turned_over", "chest_found"]
    assert table.cash(CAT) == cash("50 50 10 10 10 10 0 0")
    table.passes(ANN, CAT)
    assert (table.phase, table.to_move()) == ("sealing", {ANN, BEN, CAT})


# --- whatever is asked ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 3, 10**20])
def test_nobody_moves_who_does_not_sit_there(seat: int):
    with refused("do not sit"):
        three().play(seat, Pass())


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        "pass",
        Raise(amount="80", limit=None),
        Raise(amount=True, limit=None),
        Raise(amount=20.0, limit=None),
        Raise(amount=20, limit="all"),
        SetLimit(limit=()),
        Pay(cards=[50, 10]),
        Pay(cards=("50",)),
        Pay(cards=None),
        Seal(cards=((),)),
        Challenge(item=("Canoe",), target=BEN, cards=(), fanned=False),
        Challenge(item="Canoe", target="Ben", cards=(), fanned=False),
        Challenge(item="Canoe", target=BEN, cards=(), fanned=1),
        Offer(cards=(), fanned=None),
    ],
)
def test_what_is_no_move_is_refused(nonsense):
    tables = [
        three(),
        three().bid(BEN, 60).passes(CAT).sell(ANN),
        Table("Canoe / 50 10", "Canoe / 50 10", "/", deck="Buoy"),
        thief("/ 10", "/ 50", "/ 0"),
    ]
    for table in tables:
        for seat in (ANN, BEN, CAT):
            with refused("no move of this game"):
                table.play(seat, nonsense)


def test_cards_are_named_in_one_order_only():
    deal = Table("Canoe / 50 10", "Canoe / 50 10", "/", deck="Buoy")
    with refused("largest first"):
        deal.play(ANN, Challenge(item="Canoe", target=BEN, cards=(10, 50), fanned=False))
    with refused("largest first"):
        deal.deal(ANN, "Canoe", BEN).play(BEN, Answer(cards=(10, 50)))
    with refused("largest first"):
        thief("/", "/ 50 0", "/").play(BEN, Seal(cards=(0, 50)))


# --- what is legal is what is offered -------------------------------------------------------------


def test_dd_17_a_bluffer_without_cash_is_offered_a_bid():
    table = auction("/", "/", "/ 10", bluff_bids=True)
    assert table.legal(BEN) == [Pass(), Raise(amount=10, limit=None)]


def test_who_has_passed_is_offered_to_raise_and_the_leader_to_set_a_limit():
    table = three().passes(CAT)
    assert {move.kind for move in table.legal(CAT)} == {"raise"}
    table.bid(BEN, 90)  # all that Ben has: a limit of $90 is all he could give
    assert table.legal(BEN) == [SetLimit(limit=90)]
    assert table.limit(BEN, 90).legal(BEN) == [SetLimit(limit=None)]


def test_all_payments_are_offered():
    table = auction("/", "/ 500 200 200 100 50 50 50 10 10 10 0", "/").bid(BEN, 180).passes(CAT)
    table.sell(ANN)
    assert table.legal(BEN) == [Pay(cards=one) for one in money_of.payments(table.cash(BEN), 180)]
    assert len(table.legal(BEN)) > 3


def test_a_new_offer_may_be_fanned_as_well():
    table = Table("Canoe / 50 10", "Canoe / 10", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN).answer(BEN)
    assert {move.fanned for move in table.legal(ANN)} == {True, False}
    assert table.offer(ANN, "50", fanned=True).state.phase.count == 1
