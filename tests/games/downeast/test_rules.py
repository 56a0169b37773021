"""Setup, turns and the end of Downeast Dealer, by ruling, and the printed examples."""

from collections import Counter
from dataclasses import replace

import pytest

from games.chance import Chance
from games.downeast.decks import CHEST_PAYS, CLASSIFIED, DECKS, START_CASH, YANKEE, DeckName, Item
from games.downeast.displays import points
from games.downeast.events import Ended
from games.downeast.moves import Challenge, Offer, Pass, Pay, Seal, Sell, Surrender, TurnOver
from games.downeast.state import Options
from games.rules import Refusal
from tests.games.downeast.table import (
    ANN,
    BEN,
    CAT,
    RULES,
    Table,
    auction,
    cash,
    refuses,
    thief,
    three,
)

LUCK = b"a fixed secret"


def start(seats: int = 3, **options):
    return RULES.start(seats, Options(**options), Chance.of(LUCK, 1, 0)).state


def dealt(seats: int = 3, **options) -> tuple[str, ...]:
    """Deal, and return all cards; the first is already turned over (DD-46)."""
    state = start(seats, **options)
    return (state.phase.item, *state.deck)


def test_printed_example_trophies_and_traps_make_300_stars():
    assert points(("Trophy",) * 4 + ("Trap",) * 4, CLASSIFIED) == 300


def test_the_example_of_kuhhandel_makes_2460():
    animals = [("Pig", 650), ("Dog", 160), ("Rooster", 10)]
    farm = replace(
        CLASSIFIED, items=tuple(Item(name, name, name, stars) for name, stars in animals)
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
    assert table.state.phase.bidders == (livy, lucy, ross)  # bidding order, the auctioneer last
    table.seal(livy, "100").seal(lucy, "10 0").seal(ross, "50")
    assert table.items(lucy) == "Thief"
    assert table.cash(lucy) == cash("100 50 10 10 0")
    assert (table.cash(ross), table.cash(livy)) == ((50,), (10,))


def test_printed_examples_one_against_three_is_for_one_card_and_two_against_two_for_two():
    table = Table("Canoe / 10", "Canoe Canoe Canoe /", "/", deck="Trap")
    table.deal(ANN, "Canoe", BEN, "10").surrender(BEN)
    assert (table.items(ANN), table.items(BEN)) == ("Canoe Canoe", "Canoe Canoe")
    table = Table("Canoe Canoe / 10", "Canoe Canoe /", "/", deck="Trap")
    table.deal(ANN, "Canoe", BEN, "10").surrender(BEN)
    assert (table.items(ANN), table.items(BEN)) == ("Canoe Canoe Canoe Canoe", "")
    assert "set_completed" in table.kinds()


def test_printed_start_is_one_50_four_10_two_bad_checks():
    assert Counter(START_CASH) == {50: 1, 10: 4, 0: 2}
    dealt_out = Counter(card for holding in start().holdings for card in holding.cash)
    chests = Counter([50] * 3 if start().phase.item == "Chest" else [])
    assert dealt_out - chests == Counter(START_CASH * 3)


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


def _names(deck: DeckName) -> list[str]:
    return [item.name for item in DECKS[deck].items]


@pytest.mark.parametrize("deck", ["classified", "yankee"])
def test_dd_3_forty_cards_and_four_more_with_the_thief(deck: DeckName):
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
def test_dd_4_a_short_game_leaves_two_sets_out_by_default_never_the_treasure(deck: DeckName):
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
        (
            {"short": True, "removed": ("Canoe", "Thief"), "thief": True},
            "can't leave out Thieves as a set",
        ),
        ({"removed": ("Canoe", "Trap")}, "Only a short game"),
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
    assert sum(START_CASH) + sum(CHEST_PAYS) == 940  # all the cash that one player gets


def test_dd_6_an_auction_is_forced_while_no_deal_is_possible():
    table = Table("Canoe /", "Trap /", "/", deck="Trap")
    assert table.legal(ANN) == [TurnOver()]
    refuses("Nobody else owns any item that you own", table.deal, ANN, "Canoe", BEN)


def test_dd_6_a_deal_is_forced_once_the_deck_is_empty():
    table = Table("Canoe /", "Canoe Canoe Canoe /", "/")
    assert {type(move) for move in table.legal(ANN)} == {Challenge}
    refuses("no cards left", table.turn_over, ANN)


def test_dd_6_a_player_who_can_neither_auction_nor_deal_is_skipped():
    table = Table("Canoe /", "Trap Trap Trap Trap /", "Canoe Canoe Canoe /")
    table.deal(ANN, "Canoe", CAT).surrender(CAT)  # Ben has no incomplete set
    assert table.turn == CAT


def test_dd_6_one_action_is_one_turn():
    table = Table("Canoe /", "Canoe /", "/", deck="Canoe Canoe")
    table.deal(ANN, "Canoe", BEN).surrender(BEN)
    assert (table.turn, table.phase) == (BEN, "auction")  # Ben owns nothing to deal for
    table = Table("Canoe /", "Canoe Buoy /", "Buoy /", deck="Canoe Canoe")
    table.deal(ANN, "Canoe", BEN).surrender(BEN)
    assert (table.turn, table.phase) == (BEN, "choosing")
    refuses("It's Ben's turn, not yours", table.turn_over, ANN)
    refuses(
        "It's Ben's turn. You can start a deal on your own turn only",
        table.deal,
        ANN,
        "Canoe",
        BEN,
    )


def test_dd_7_after_a_deal_the_turn_goes_on_from_the_challenger():
    table = Table("Canoe /", "Trap /", "Canoe /", deck="Canoe Canoe")
    table.deal(ANN, "Canoe", CAT).surrender(CAT)
    assert table.turn == BEN


def test_dd_8_the_first_turn_can_only_be_an_auction():
    step = RULES.start(3, Options(), Chance.of(LUCK, 1, 0))
    assert step.state.phase.kind == "auction"
    assert [told.event.kind for told in step.told][:2] == ["dealt", "turned_over"]
    table = Table("/", "/", "/", deck="Trap")  # possible at a table of the first version
    assert table.legal(ANN) == [TurnOver()]
    refuses("Auction the next item", table.deal, ANN, "Canoe", BEN)


def test_dd_36_the_game_ends_with_the_last_auction_if_all_sets_are_complete():
    table = auction("Trap Trap Trap /", "Canoe Canoe Canoe Canoe /", "/", deck="Trap")
    table.passes(BEN, CAT)
    assert (table.phase, table.to_move()) == ("over", set())
    assert table.told[-1].event == Ended(points=(50, 80, 0), winners=(BEN,), cut_short=False)


def test_dd_36_the_game_ends_with_the_deal_that_completes_the_last_set():
    table = Table("Trap Trap /", "Trap Trap /", "Canoe Canoe Canoe Canoe /")
    table.deal(ANN, "Trap", BEN).answer(BEN)
    assert table.phase == "over"
    refuses("game is over", table.turn_over, ANN)


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


def test_dd_40_the_default_move_passes_sells_and_pays_the_cheapest_way():
    assert three().bid(BEN, 10).default(CAT) == Pass()
    assert three().bid(BEN, 10).passes(CAT).default(ANN) == Sell()
    table = auction("/", "/ 100 50 10 10 10 10 10", "/").bid(BEN, 80).passes(CAT).sell(ANN)
    assert table.default(BEN) == Pay(cards=cash("50 10 10 10"))


def test_dd_40_the_default_move_surrenders_a_deal_and_offers_nothing():
    table = Table("Trap Canoe / 50", "Canoe / 50", "Canoe /")
    assert table.default(ANN) == Challenge(item="Canoe", target=BEN, cards=(), fanned=False)
    table.deal(ANN, "Canoe", BEN)
    assert table.default(BEN) == Surrender()
    table.answer(BEN)
    assert table.default(ANN) == Offer(cards=(), fanned=False)


def test_dd_40_the_default_move_seals_nothing_and_prefers_an_auction_to_a_deal():
    assert thief("/ 10", "/ 10", "/ 10").default(BEN) == Seal(cards=())
    table = Table("Canoe / 10", "Canoe /", "/", deck="Canoe Canoe")
    assert table.default(ANN) == TurnOver()


def test_dd_41_the_yankee_deck_has_gifts_and_the_same_rules():
    assert _names("yankee")[2] == "Scratch-off"
    assert [item.stars for item in YANKEE.items] == [item.stars for item in CLASSIFIED.items]
    assert points(("Wreath",) * 4 + ("Coal",) * 4 + ("Fruitcake",) * 4, YANKEE) == 35
    assert Counter(dealt(deck="yankee", thief=True))["Coal"] == 4


def test_dd_46_without_a_possible_deal_the_next_item_is_turned_over_automatically():
    table = three(deck="Canoe Trap Canoe").passes(BEN, CAT)  # only Ann has a Canoe
    assert (table.turn, table.phase, table.state.phase.item) == (BEN, "auction", "Trap")
    assert table.kinds()[-3:] == ["passed", "took_free", "turned_over"]
    assert (table.state.turns, table.state.lots) == (2, 2)


def test_dd_46_a_player_without_cash_is_asked_if_a_deal_is_possible():
    table = Table("Canoe /", "Canoe /", "/ 90", deck="Trap Buoy", turn=CAT).turn_over(CAT)
    table.passes(ANN, BEN)
    assert (table.phase, table.to_move()) == ("choosing", {ANN})
    assert table.legal(ANN)[0] == TurnOver()


def test_dd_46_a_thief_or_a_chest_is_turned_over_automatically_too():
    table = three(deck="Canoe Chest Thief", thief=True).passes(BEN, CAT)
    assert table.kinds()[-2:] == ["turned_over", "chest_found"]
    assert table.cash(CAT) == cash("50 50 10 10 10 10 0 0")
    table.passes(ANN, CAT)
    assert (table.phase, table.to_move()) == ("sealing", {ANN, BEN, CAT})
