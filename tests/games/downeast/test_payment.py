"""Automatic payment of Downeast Dealer, and `AskMe` (DD-45)."""

from itertools import pairwise
from typing import Any

import pytest

from games.chance import Chance
from games.downeast.cash import payments
from games.downeast.events import AskMeSet, HandedOver, LotAnswered, Paid, Settled, WordGiven
from games.downeast.moves import AskMe, Pay
from games.downeast.state import Options
from games.rules import Step
from tests.games.downeast.table import (
    ANN,
    BEN,
    CAT,
    RULES,
    TERMS,
    Table,
    auction,
    cash,
    game,
    refuses,
)

HAND = "/ 100 50 10 10 10 10 10"  # $200


def sold(hand: str, price: int, **options: Any) -> Table:
    """Return a table where Ann has sold Ben a Canoe at this price."""
    table = auction("/", hand, "/", **{"payments": "house", **options})
    return table.bid(BEN, price).passes(CAT).sell(ANN)


def handed(table: Table) -> tuple[int, ...]:
    return next(event.cards for event in table.heard(BEN) if isinstance(event, HandedOver))


@pytest.mark.parametrize(
    ("hand", "price", "cards"),
    [
        ("50 10 10 10 10 0 0", 60, "50 10"),  # exactly
        ("100 50 10 10 10", 80, "50 10 10 10"),  # the smallest total, though with more cards
        ("100 50 10 10", 80, "100"),  # $20 too much, but nothing smaller is enough
        ("100 50 50", 100, "100"),  # the same total with fewer cards
        ("100 100 100 200 50 50", 300, "200 100"),
        ("200 100 100 100 50 50", 250, "200 50"),
        ("500 200 200 100 100 100 0", 500, "500"),
        ("200 100 100 100 50 50 10", 260, "200 50 10"),
    ],
)
def test_dd_45_automatic_payment_is_the_smallest_total_with_the_fewest_cards(
    hand: str, price: int, cards: str
):
    assert handed(sold(f"/ {hand}", price)) == cash(cards)


def test_dd_45_automatic_payment_prefers_the_largest_cards():
    """$300 in three cards is $200 and two $50, or three $100."""
    assert handed(sold("/ 200 100 100 100 50 50 0", 290)) == cash("200 100")
    hand = cash("200 100 100 100 50 50")
    two_ways = [cards for cards in payments(hand, 300) if sum(cards) == 300 and len(cards) == 3]
    assert two_ways == [cash("200 50 50"), cash("100 100 100")]
    for held, price in ((cash("500 200 200 200 100 100 50 50 50 50 10"), 600), (hand, 150)):
        listed = payments(held, price)
        keys = [(sum(cards), len(cards), [-card for card in cards]) for cards in listed]
        assert keys == sorted(keys)


def test_dd_45_automatic_payment_happens_in_the_same_step():
    table = sold(HAND, 60)
    assert (table.phase, table.turn) == ("auction", BEN)  # the next item is up
    assert (table.items(BEN), table.cash(ANN)) == ("Canoe", cash("50 10"))
    assert table.kinds().count("sold") == table.kinds().count("paid") == 1
    table = auction(HAND, HAND, "/", payments="house").bid(BEN, 60).passes(CAT).buy(ANN)
    assert (table.phase, table.items(ANN), sum(table.cash(BEN))) == ("auction", "Canoe", 260)


def test_dd_45_the_cards_are_shown_to_payer_and_payee_only():
    table = sold(HAND, 60)
    for seat, knows in [(ANN, True), (BEN, True), (CAT, False), (None, False)]:
        assert ("handed_over" in table.kinds(seat)) is knows  # DD-15
        assert "paid" in table.kinds(seat)
    assert "handed_over" in sold(HAND, 60, open_payments=True).kinds(None)


def test_dd_10_automatic_payment_exposes_a_bluffer():
    table = sold("/ 50", 100, bluff_bids=True)
    assert ("exposed" in table.kinds(), "paid" in table.kinds()) == (True, False)
    assert table.cash(BEN) == cash("50")


def test_dd_45_the_payments_option_sets_who_is_asked_at_first():
    house, asked = Options(payments="house"), Options(payments="asked")
    assert RULES.start(3, house, Chance.of(b"", 0, 0)).state.ask_me == frozenset()
    assert RULES.start(3, asked, Chance.of(b"", 0, 0)).state.ask_me == frozenset(range(3))


def test_dd_45_ask_me_is_public_and_lets_the_player_pick_the_cards():
    table = auction("/", HAND, "/", payments="house").ask_me(BEN)
    assert table.heard(None)[-1] == AskMeSet(seat=BEN, on=True)
    assert all(table.view(seat).ask_me == {BEN} for seat in (None, ANN, BEN, CAT))
    table.bid(BEN, 60).passes(CAT).sell(ANN)
    assert (table.phase, table.to_move()) == ("paying", {BEN})
    table.pay(BEN, "100")
    assert table.cash(ANN) == (100,)
    assert table.view(None).ask_me == {BEN}  # valid until changed


def test_dd_45_ask_me_can_be_switched_at_any_time():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=2200 + number)[::7]:
            over = step.state.phase.kind == "over"
            for seat in range(4):
                on = seat not in step.state.ask_me
                can = [
                    move
                    for move in RULES.legal_moves(RULES.view(step.state, seat))
                    if isinstance(move, AskMe)
                ]
                assert can == ([] if over else [AskMe(on=on)])
    table = auction("/", HAND, "/", payments="house")
    refuses("I already pick the cards for you", table.ask_me, CAT, on=False)
    refuses("You already pick the cards whenever you pay", table.ask_me(CAT).ask_me, CAT)


def test_dd_45_ask_me_changes_nobodys_question():
    table = auction("/", HAND, "/", payments="house")
    asked, to_move = table.question(), table.to_move()
    table.ask_me(ANN).ask_me(CAT).ask_me(CAT, on=False)
    assert (table.question(), table.to_move()) == (asked, to_move)


def test_dd_45_switching_ask_me_off_pays_what_is_due():
    table = sold(HAND, 60, payments="asked")
    assert table.phase == "paying"
    table.ask_me(ANN, on=False).ask_me(CAT, on=False)  # Ann and Cat owe nothing
    assert table.phase == "paying"
    table.ask_me(BEN, on=False)
    assert (table.items(BEN), table.cash(ANN)) == ("Canoe", cash("50 10"))
    assert Paid(payer=BEN, payee=ANN, item="Canoe", price=60) in table.heard(None)


def lot(*, ask: bool, price: int = 60, keep: int | None = None, **options: Any) -> Table:
    """Return a lot where Ben answered $80, Cat less than the price, and Ann last."""
    options = {"bidding": "once", "payments": "house", **options}
    table = auction(HAND, HAND, HAND, **options).answers(CAT, price - 10)
    table.answers(BEN, 80, ask=ask and keep is None)
    return table.sell(ANN) if keep is None else table.keeps(ANN, keep, ask=ask)


def test_dd_45_a_lot_is_paid_in_the_step_that_settles_it():
    table = lot(ask=False)
    assert (table.phase, table.items(BEN)) == ("lot", "Canoe")
    assert handed(table) == cash("50 10")


@pytest.mark.parametrize("keep", [None, 100])
def test_dd_45_ask_me_can_be_given_for_one_lot(keep: int | None):
    table = lot(ask=True, keep=keep)
    payer = BEN if keep is None else ANN
    assert (table.phase, table.to_move()) == ("paying", {payer})
    told = next(event for event in table.heard(None) if isinstance(event, Settled))
    assert (told.payer, told.paid) == (payer, False)
    table.pay(payer, "100")
    assert table.items(payer) == "Canoe"
    assert table.view(None).ask_me == frozenset()  # for this lot only


def test_dd_45_ask_me_for_one_lot_stays_secret_unless_the_player_pays():
    def seen(ask: bool, seat: int | None) -> str:
        options = {"bidding": "once", "payments": "house"}
        table = auction(HAND, HAND, HAND, **options).answers(CAT, 50, ask=ask).answers(BEN, 80)
        table.keeps(ANN, 20, ask=ask)
        assert table.items(BEN) == "Canoe"
        return repr((table.view(seat), table.heard(seat)))

    for seat in (None, BEN):
        assert seen(ask=True, seat=seat) == seen(ask=False, seat=seat)


def test_dd_45_ask_me_for_the_table_counts_for_every_lot():
    table = lot(ask=False, payments="asked")
    assert (table.phase, table.to_move()) == ("paying", {BEN})
    assert table.legal(BEN)[0] == Pay(cards=cash("50 10"))  # the automatic payment


def test_dd_45_only_players_who_said_ask_me_are_asked_to_pay():
    met = set[str]()
    for number, options in enumerate(TERMS):
        steps = game(4, options, seed=2300 + number)
        for before, step in pairwise(steps):
            phase = step.state.phase
            if phase.kind != "paying" or before.state.phase.kind == "paying":
                continue
            for_the_table = phase.payer in before.state.ask_me
            for_this_lot = asked_with_the_answer(before, step, phase.payer)
            assert for_the_table or for_this_lot
            met.add("this lot" if not for_the_table else "the table")
    assert met == {"this lot", "the table"}


def asked_with_the_answer(before: Step, step: Step, seat: int) -> bool:
    """Return whether a seat's last answer to the settled lot had `ask`."""
    last = before.state.answers[seat] if before.state.answers else None
    told = [
        told.event.ask
        for told in step.told
        if isinstance(told.event, LotAnswered | WordGiven) and told.event.seat == seat
    ]
    return told[-1] if told else getattr(last, "ask", False)
