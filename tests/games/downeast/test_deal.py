"""Deals and the Thief in Downeast Dealer, by ruling."""

import pytest

from games.downeast.decks import CLASSIFIED
from games.downeast.displays import points, scoring_sets
from games.downeast.events import Challenged, Compared, DealWon, Surrendered, Tied, TieDecided
from games.downeast.moves import Answer, Call, Challenge, Offer, Pass, Raise
from tests.games.downeast.table import ANN, BEN, CAT, DAN, Table, cash, refused, refuses, thief


def test_dd_18_a_deal_needs_the_item_on_both_sides():
    table = Table("Canoe Trap /", "Canoe /", "Trap /", deck="Buoy")
    refuses("Cat owns no Canoe, but Ben does", table.deal, ANN, "Canoe", CAT)
    refuses("You don't own", table.deal, ANN, "Buoy", BEN)
    for target in (ANN, -1, 3, 10**9):
        refuses("one of the other players", table.deal, ANN, "Canoe", target)


def test_dd_18_the_target_cannot_refuse():
    table = Table("Canoe / 10", "Canoe / 10", "/", deck="Buoy").deal(ANN, "Canoe", BEN)
    assert {move.kind for move in table.legal(BEN)} == {"surrender", "answer"}


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
        refuses("don't have", table.deal, ANN, "Canoe", BEN, cards)


def test_dd_21_only_a_fanned_offer_can_be_counted():
    for fanned, count in [(True, 3), (False, None)]:
        table = Table("Canoe / 10 0 0", "Canoe /", "/", deck="Buoy")
        table.deal(ANN, "Canoe", BEN, "10 0 0", fanned=fanned)
        assert table.state.phase.count == count
        challenged = [event for event in table.heard(None) if isinstance(event, Challenged)]
        assert [event.count for event in challenged] == [count]


def test_dd_21_the_number_of_cards_in_an_answer_stays_secret():
    heard = []
    for answer in ("10", "10 0", "10 0 0"):
        table = Table("Canoe / 50", "Canoe / 10 0 0", "/", deck="Buoy")
        table.deal(ANN, "Canoe", BEN, "50").answer(BEN, answer)
        heard.append([(table.heard(seat), table.view(seat)) for seat in (CAT, None)])
    assert heard[0] == heard[1] == heard[2]


def test_dd_21_spectators_remember_the_count_of_a_fanned_offer():
    table = Table("Canoe / 50 10", "Canoe / 50", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50", fanned=True).answer(BEN, "50").offer(ANN, "50 10")
    for seat in (None, ANN, BEN, CAT):
        past = [event for event in table.view(seat).past if isinstance(event, Challenged)]
        assert [(event.offer, event.count) for event in past] == [(1, 1), (2, None)]


@pytest.mark.parametrize("hand", ["", "0", "10", "10 0", "100 50 10"])
def test_dd_21_any_hand_may_be_offered_fanned_or_stacked_and_again_after_a_tie(hand: str):
    for tie in (False, True):
        table = Table(f"Canoe / {hand}", "Canoe / 10", "/", deck="Buoy")
        table = table.deal(ANN, "Canoe", BEN).answer(BEN) if tie else table
        offers = [move for move in table.legal(ANN) if isinstance(move, Challenge | Offer)]
        assert {move.fanned for move in offers} == {True, False}


def test_dd_22_a_surrender_reveals_the_offer_only_afterwards():
    table = Table("Canoe / 50 10", "Canoe /", "/", deck="Buoy").deal(ANN, "Canoe", BEN, "50")
    assert (table.cash(ANN), table.view(ANN).laid) == ((10,), (50,))
    assert table.view(BEN).laid is None
    assert "laid_down" not in table.kinds(BEN)
    table.surrender(BEN)
    assert (table.items(ANN), table.cash(BEN)) == ("Canoe Canoe", (50,))
    refuses("You can't answer now", table.play, BEN, Answer(cards=()))  # a surrender is final


def test_dd_22_spectators_remember_who_surrendered():
    for given_in in (True, False):
        table = Table("Canoe / 50 10", "Canoe / 10", "/", deck="Buoy").deal(ANN, "Canoe", BEN, "50")
        table = table.surrender(BEN) if given_in else table.answer(BEN, "10")
        surrendered = Surrendered(challenger=ANN, target=BEN, item="Canoe")
        for seat in (None, ANN, BEN, CAT):
            assert (surrendered in table.view(seat).past) is given_in


@pytest.mark.parametrize(
    ("answer", "ann", "ben"), [("10", "Canoe Canoe", ""), ("100", "", "Canoe Canoe")]
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
    assert not {"tied", "tie_decided"} & set(table.kinds())


def test_dd_23_the_winner_keeps_their_own_stake():
    table = Table("Canoe Canoe / 50", "Canoe Canoe / 10", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50").answer(BEN, "10")
    assert (table.items(ANN), table.items(BEN)) == ("Canoe Canoe Canoe Canoe", "")
    assert DealWon(winner=ANN, loser=BEN, item="Canoe", stake=2) in table.heard(None)


def test_dd_24_a_tie_swaps_the_cash_and_the_same_challenger_offers_again():
    table = Table("Canoe / 50 10", "Canoe / 10 10 10 10 10 100", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50").answer(BEN, "10 10 10 10 10")
    assert (table.cash(ANN), table.cash(BEN)) == (cash("10 10 10 10 10 10"), cash("100 50"))
    assert (table.phase, table.to_move(), table.turn) == ("deal", {ANN}, ANN)
    with refused("You can't answer now, because Ann has to make you another offer after the tie"):
        table.answer(BEN, "100")
    refuses("Ann challenged you, so only Ann makes an offer", table.offer, BEN, "50")
    refuses("Ann challenged Ben, so only Ben can answer or give in", table.answer, CAT)
    table.offer(ANN, "10 10")
    refuses("on the table. Ben has to answer", table.offer, ANN, "10")
    table.surrender(BEN)
    assert table.items(ANN) == "Canoe Canoe"


def test_dd_24_everybody_remembers_a_tie_but_not_the_amounts():
    table = Table("Canoe / 50", "Canoe / 50", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, "50").answer(BEN, "50")
    tied = Tied(challenger=ANN, target=BEN, item="Canoe", ties=1)
    for seat in (None, ANN, BEN, CAT):
        assert table.heard(seat)[-1] == tied
        assert tied in table.view(seat).past
    assert "compared" not in table.kinds(CAT)


@pytest.mark.parametrize(("ann", "ben"), [("", ""), ("0", ""), ("", "0 0"), ("0 0", "0")])
def test_dd_25_if_neither_has_any_money_the_challenger_wins_a_tie(ann: str, ben: str):
    table = Table(f"Canoe / {ann}", f"Canoe / {ben}", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN, ann).answer(BEN, ben)
    assert table.items(ANN) == "Canoe Canoe"
    assert (table.cash(ANN), table.cash(BEN)) == (cash(ben), cash(ann))  # DD-24: swapped


@pytest.mark.parametrize(("ann", "ben"), [("10", ""), ("", "10"), ("10", "10")])
def test_dd_25_a_tie_at_nothing_is_played_again_if_either_has_money(ann: str, ben: str):
    table = Table(f"Canoe / {ann}", f"Canoe / {ben}", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN).answer(BEN)
    assert (table.phase, table.to_move()) == ("deal", {ANN})


def ten_ties(item: str) -> Table:
    table = Table(f"{item} / 10", f"{item} /", "/", deck="Buoy", thief=item == "Thief")
    table.deal(ANN, item, BEN)
    for tie in range(1, 10):
        assert table.answer(BEN).state.phase.offer == tie + 1
        table.offer(ANN)
    return table.answer(BEN)


def test_dd_25_the_tenth_tie_in_a_row_decides():
    table = ten_ties("Canoe")
    assert (table.items(ANN), table.turn) == ("Canoe Canoe", BEN)


@pytest.mark.parametrize("item", ["Canoe", "Thief"])
def test_dd_25_dd_33_the_event_of_a_deciding_tie_gives_the_reason(item: str):
    broke = Table(f"{item} / 0", f"{item} /", "/", deck="Buoy", thief=item == "Thief")
    broke.deal(ANN, item, BEN, "0").answer(BEN)
    for table, ties, penniless in [(broke, 1, True), (ten_ties(item), 10, False)]:
        decided = TieDecided(challenger=ANN, target=BEN, item=item, ties=ties, penniless=penniless)
        for seat in (None, ANN, BEN, CAT):
            events = [event for event in table.heard(seat) if event.kind != "compared"]
            at = events.index(decided)
            assert events[at + 1].kind == "deal_won"
            assert events[at - 1].kind in ("challenged", "laid_down")
            assert decided in table.view(seat).past
        assert table.kinds().count("tied") == ties - 1


def test_dd_26_nothing_else_goes_on_during_a_deal():
    table = Table("Canoe Trap / 10", "Canoe Trap / 10", "Trap /", deck="Buoy")
    table.deal(ANN, "Canoe", BEN)
    refuses("now, because Ben has to answer your offer or give in", table.turn_over, ANN)
    refuses("now, because Ben has to answer your offer or give in", table.deal, ANN, "Trap", CAT)
    refuses("Ann challenged Ben, so only Ben can answer or give in", table.surrender, CAT)


def test_dd_27_everybody_seals_a_bid_and_all_are_revealed_together():
    table = thief("/ 10", "/ 50", "/ 0", "/").seal(CAT, "0").seal(ANN, "10")
    assert table.to_move() == {BEN, DAN}
    assert table.view(CAT).laid == (0,)
    assert table.view(BEN).laid is None
    assert table.kinds(BEN) == ["turned_over", "sealed", "sealed"]
    refuses("sealed your bid already", table.seal, CAT, "")
    table.seal(DAN, "").seal(BEN, "50")
    revealed = next(event for event in table.heard(None) if event.kind == "bids_revealed")
    assert [(bid.seat, bid.cards) for bid in revealed.bids] == [
        (BEN, (50,)),
        (CAT, (0,)),
        (DAN, ()),
        (ANN, (10,)),
    ]
    assert revealed in table.view(None).past


def test_dd_28_the_lowest_bidder_takes_the_thief_and_all_the_cash():
    table = thief("/ 100", "/ 50", "/ 10 10")
    for wrong in (Pass(), Raise(amount=10, limit=None), Call()):
        refuses(
            "now, because you have to seal a bid to keep the Thief away", table.play, BEN, wrong
        )
    table.seal(ANN, "100").seal(BEN, "50").seal(CAT, "10")
    assert table.cash(CAT) == cash("100 50 10 10")
    assert (table.cash(ANN), table.cash(BEN), table.turn) == ((), (), BEN)


def test_dd_29_tied_bidders_bid_again_and_all_bids_stay_in_the_pot():
    table = thief("/ 100", "/ 50 10 10", "/ 10 50")
    table.seal(ANN, "100").seal(BEN, "10").seal(CAT, "10")
    assert (table.phase, table.to_move()) == ("sealing", {BEN, CAT})
    assert table.state.phase.pot == cash("100 10 10")
    refuses("Only Ben and Cat bid again, because they tied for the lowest bid", table.seal, ANN, "")
    table.seal(BEN, "10").seal(CAT, "50")  # only these bids count: $10 against $50
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
    ("answer", "ann", "ben"), [("10", "", "Thief Thief"), ("100", "Thief Thief", "")]
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
    assert ten_ties("Thief").items(BEN) == "Thief Thief"


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
    assert scoring_sets((*sets, *("Thief",) * 4), CLASSIFIED) == ("Trophy", "Trap")
    assert points(("Thief",) * 4, CLASSIFIED) == 0
    assert points(("Trap",) * 4 + ("Thief",) * 4, CLASSIFIED) == 0
