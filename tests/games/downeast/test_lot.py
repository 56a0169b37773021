"""Secret answers to a lot (DD-43, DD-44)."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from games.chance import Chance
from games.downeast.events import (
    Answered,
    HandedOver,
    LotAnswered,
    Paid,
    Settled,
    TookFree,
    WordGiven,
)
from games.downeast.moves import AnswerLot, Buy, Call, Keep, Move, Pass, Raise, Sell, SetLimit
from games.downeast.state import Options
from games.rules import IllegalMove, Refusal
from tests.games.downeast.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    RULES,
    TERMS,
    Table,
    any_move,
    auction,
    cash,
    game,
    refused,
    refuses,
)

RICH = "/ 100 50 10 10 10 10 10"  # $200


def lot(*seats: str, deck: str = "Canoe Trap", **options: Any) -> Table:
    """Return a table where Ann has turned over the first card for secret answers."""
    return auction(*seats, deck=deck, **{"bidding": "once", "payments": "house", **options})


def four(**options: Any) -> Table:
    """Return a lot of Ann's with four players who have $200 each."""
    return lot(RICH, RICH, RICH, RICH, **options)


def answered(table: Table, **answers: int | None) -> Table:
    """Give the answers of Ben, Cat and Dan: an amount, or None for a pass."""
    for name, most in answers.items():
        seat = {"ben": BEN, "cat": CAT, "dan": DAN}[name]
        _ = table.passes(seat) if most is None else table.answers(seat, most)
    return table


def settled(table: Table) -> Settled:
    return next(event for event in table.heard(None) if isinstance(event, Settled))


def test_dd_43_everybody_is_asked_at_once_even_without_cash():
    table = lot("/", "/", RICH, "/ 0 0")
    assert table.phase == "lot"
    assert table.to_move() == {ANN, BEN, CAT, DAN}
    assert table.legal(BEN) == table.legal(DAN) == [Pass()]  # asking only Cat would leak
    assert table.legal(ANN) == [Sell()]


def test_dd_43_it_is_public_who_has_answered_but_not_what():
    one, other, third = four().answers(CAT, 80), four().passes(CAT), four().answers(CAT, 10)
    for table in (one, other, third):
        assert table.to_move() == {ANN, BEN, DAN}
        assert table.heard(None)[-1] == Answered(seat=CAT, item="Canoe")
    for seat in (None, ANN, BEN, DAN):
        assert one.view(seat) == other.view(seat) == third.view(seat)
        assert one.heard(seat) == other.heard(seat) == third.heard(seat)


def test_dd_43_a_changed_answer_is_told_to_its_owner_only():
    table = answered(four(), ben=50, cat=20).keeps(ANN, 40)
    views = {seat: table.view(seat) for seat in (None, ANN, CAT, DAN)}
    heard = {seat: table.heard(seat) for seat in views}
    asked = table.question(), table.to_move()
    for change in (AnswerLot(most=60, ask=False), AnswerLot(most=60, ask=True), Pass()):
        table.play(BEN, change)
        assert {seat: table.view(seat) for seat in views} == views
        assert {seat: table.heard(seat) for seat in views} == heard
        assert (table.question(), table.to_move()) == asked
        assert table.view(BEN).answer == change
    events = [event for event in table.heard(BEN) if isinstance(event, LotAnswered)]
    assert [(event.most, event.ask) for event in events] == [
        (50, False),
        (60, False),
        (60, True),
        (None, False),
    ]


def test_dd_43_an_answer_can_be_changed_until_the_lot_is_settled():
    table = answered(four(), ben=200, cat=30).passes(BEN).sell(ANN)
    table.answers(BEN, 60).passes(BEN)
    refuses("You've passed already. You can still name an amount", table.passes, BEN)
    table.passes(DAN)
    assert settled(table) == Settled(
        payer=CAT, payee=ANN, price=10, others=(), kept=False, paid=True, item="Canoe"
    )
    assert (table.phase, table.items(CAT)) == ("lot", "Canoe")  # the next item is up
    assert all(table.view(seat).answer is None for seat in (ANN, BEN, CAT, DAN))


def test_dd_43_a_pass_by_deadline_can_be_changed_while_others_answer():
    table = four()
    for seat in (BEN, CAT):
        assert table.default(seat) == Pass()
        table.play(seat, table.default(seat))
    table.answers(BEN, 70).sell(ANN).passes(DAN)
    assert settled(table).payer == BEN


def test_dd_43_the_last_answer_settles_the_lot_in_any_order():
    answers: dict[int, Move] = {
        ANN: Keep(most=30, against=((DAN, 0),), ask=False),
        BEN: AnswerLot(most=50, ask=False),
        CAT: Pass(),
        DAN: AnswerLot(most=80, ask=False),
    }
    ends = set()
    for order in permutations(answers):
        table = four()
        for number, seat in enumerate(order):
            assert "settled" not in table.kinds()
            assert table.to_move() == set(order[number:])
            table.play(seat, answers[seat])
        ends.add((settled(table), table.state))
    assert len(ends) == 1, "who answers first makes no difference"
    [(end, _)] = ends
    assert (end.payer, end.price, end.others) == (DAN, 60, (BEN,))


def test_dd_43_staleness_no_answer_changes_the_question_of_a_lot():
    table = four()
    first = table.question()
    table.keeps(ANN, 20).answers(BEN, 50).passes(CAT).answers(CAT, 100)
    assert table.question() == first
    assert not first.hurried
    table.passes(DAN)
    assert table.question().subject != first.subject


PRICES = [
    ({"ben": 80, "cat": 50, "dan": 20}, BEN, 60, (CAT, DAN)),
    ({"ben": 20, "cat": 50, "dan": 150}, DAN, 60, (BEN, CAT)),
    ({"ben": 50, "cat": 60, "dan": None}, CAT, 60, (BEN,)),  # one step above the next is all of it
    ({"ben": 60, "cat": 60, "dan": 50}, BEN, 60, (CAT, DAN)),
    ({"ben": None, "cat": 200, "dan": None}, CAT, 10, ()),
    ({"ben": 10, "cat": None, "dan": None}, BEN, 10, ()),
    ({"ben": 10, "cat": 10, "dan": 10}, BEN, 10, (CAT, DAN)),
    ({"ben": 10, "cat": 200, "dan": 10}, CAT, 20, (BEN, DAN)),
]


@pytest.mark.parametrize(("answers", "who", "price", "others"), PRICES)
def test_dd_43_the_highest_bidder_pays_one_step_above_the_next(
    answers: dict[str, int | None], who: int, price: int, others: tuple[int, ...]
):
    table = answered(four().sell(ANN), **answers)
    end = settled(table)
    assert (end.payer, end.payee, end.price, end.kept) == (who, ANN, price, False)
    assert end.others == others
    assert table.items(who) == "Canoe"
    paid = sum(cash("100 50 10 10 10 10 10")) - sum(table.cash(who))
    assert paid >= price
    assert sum(table.cash(ANN)) == 200 + paid


def test_dd_43_a_tie_goes_to_the_first_clockwise_from_the_auctioneers_left():
    for turn, first, others in [(ANN, BEN, (CAT, DAN)), (CAT, DAN, (ANN, BEN)), (DAN, ANN, ())]:
        table = Table(
            RICH, RICH, RICH, RICH, deck="Canoe Trap", turn=turn, bidding="once", payments="house"
        )
        table.turn_over(turn).sell(turn)
        for seat in sorted({ANN, BEN, CAT, DAN} - {turn}, reverse=True):
            _ = table.answers(seat, 70) if seat in (first, *others) else table.passes(seat)
        end = settled(table)
        assert (end.payer, end.price, end.others) == (first, 70 if others else 10, others)


def test_dd_11_without_a_bid_the_auctioneer_takes_the_lot_for_nothing():
    for word in (Sell(), Keep(most=200, against=(), ask=False)):
        table = answered(four().play(ANN, word), ben=None, cat=None, dan=None)
        assert TookFree(seat=ANN, item="Canoe") in table.heard(None)
        assert (table.items(ANN), table.cash(ANN)) == ("Canoe", cash("100 50 10 10 10 10 10"))


def test_dd_43_only_the_price_of_a_lot_is_told():
    table = answered(four().keeps(ANN, 20, {DAN: 150}), ben=80, cat=50, dan=190)
    for seat in (None, BEN, CAT):
        own = {None: 0, BEN: 80, CAT: 50}[seat]
        text = repr([event for event in table.heard(seat) if not isinstance(event, HandedOver)])
        amounts = {20, 80, 50, 190, 150} - {own}
        assert not [
            secret for secret in amounts if f"={secret}," in text or f", {secret})" in text
        ], text
        assert settled(table).price == 90
        view = repr(table.view(seat))
        assert "AnswerLot" not in view
        assert "Keep" not in view
    assert {event.kind for event in table.heard(None)} <= {
        *("turned_over", "answered", "settled", "paid")
    }


def test_dd_43_only_its_owner_sees_an_answer():
    table = four().answers(BEN, 80).keeps(ANN, 30)
    assert table.view(BEN).answer == AnswerLot(most=80, ask=False)
    assert table.view(ANN).answer == Keep(most=30, against=(), ask=False)
    assert table.view(CAT).answer is table.view(None).answer is None
    answered(table, cat=10, dan=None)
    assert all(table.view(seat).answer is None for seat in (None, ANN, BEN, CAT, DAN))


def test_dd_43_spectators_remember_who_else_bid():
    table = answered(four().sell(ANN), ben=80, cat=50, dan=None)
    assert table.view(None).past == (
        Settled(payer=BEN, payee=ANN, price=60, others=(CAT,), kept=False, paid=True, item="Canoe"),
        Paid(payer=BEN, payee=ANN, item="Canoe", price=60),
    )


def test_dd_43_an_answer_is_a_multiple_of_ten_up_to_all_ones_cash():
    table = lot("/", "/ 50 10 0", "/ 10", "/")
    for wrong in (0, -10, 5, 15):
        refuses(r"Amounts go in tens. Name \$10 to \$60[.]", table.answers, BEN, wrong)
    refuses(r"You have \$60, so you can't name \$70. Name \$10 to \$60", table.answers, BEN, 70)
    refuses(r"You have \$10, so you can't name \$20. Name \$10[.]", table.answers, CAT, 20)
    refuses(r"You can only pass. You have \$0[.]", table.answers, DAN, 10)
    refuses(r"You've passed. You have \$0[.]", table.passes(DAN).answers, DAN, 10)
    table.answers(BEN, 60).answers(CAT, 10).sell(ANN)
    assert settled(table).price == 20


def test_dd_13_bidders_and_the_auctioneer_have_different_answers():
    table = four().sell(ANN)  # so Ann isn't told that the others must answer first
    amount = AnswerLot(most=10, ask=False)
    for move in (amount, Pass(), Raise(amount=200, limit=None), SetLimit(limit=50)):
        refuses("You're auctioning the Canoe, so only the others bid[.]", table.play, ANN, move)
    for move in (Sell(), Keep(most=10, against=(), ask=False), Buy()):
        with refused("Ann is auctioning the Canoe, so only Ann can sell it or keep it[.]"):
            table.play(BEN, move)


def test_dd_43_there_is_no_call_and_no_limit():
    assert auction(RICH, RICH, RICH).phase == "auction"  # open bidding stays possible
    table = four(limits=True)
    for seat, move in [(ANN, Call()), (BEN, Raise(amount=10, limit=20)), (BEN, SetLimit(limit=50))]:
        refuses(
            "You can't (call|bid|set a limit) now, because you have to (sell|name)",
            table.play,
            seat,
            move,
        )
    for options in (Options(bidding="once", limits=True), Options(bidding="once", limits=False)):
        kinds = {type(move) for step in game(3, options, 5) for move in moves_at(step.state)}
        assert kinds.isdisjoint({Call, Raise, SetLimit})


def moves_at(state: Any) -> list[Move]:
    seats = range(len(state.holdings))
    return [move for seat in seats for move in RULES.legal_moves(RULES.view(state, seat))]


def test_dd_43_secret_answers_and_bluffs_are_refused_together():
    with pytest.raises(
        Refusal, match=r"Bluffs need open bids, so they don't go with secret bids\."
    ):
        RULES.start(3, Options(bidding="once", bluff_bids=True), Chance.of(b"", 0, 0))


def test_dd_43_the_thief_still_takes_sealed_bids():
    table = lot("/ 10", "/ 10", "/", deck="Thief Canoe", thief=True)
    assert table.phase == "sealing"
    table.seal(ANN).seal(BEN, "10").seal(CAT, "")
    assert table.state.phase.round == 2  # Ann and Cat tied


def test_dd_16_a_chest_pays_everybody_before_they_answer():
    table = lot("/", "/", "/", deck="Chest Trap")
    assert [sum(table.cash(seat)) for seat in (ANN, BEN, CAT)] == [50, 50, 50]
    table.answers(BEN, 50).passes(CAT).sell(ANN)
    assert table.cash(ANN) == cash("50 50")


@pytest.mark.parametrize(("most", "kept"), [(50, False), (60, True), (70, True), (200, True)])
def test_dd_44_the_auctioneer_keeps_the_item_up_to_their_price(most: int, kept: bool):
    table = answered(four().keeps(ANN, most), ben=80, cat=50, dan=None)
    end = settled(table)
    payer, payee = (ANN, BEN) if kept else (BEN, ANN)
    assert (end.payer, end.payee, end.price, end.kept) == (payer, payee, 60, kept)
    assert end.others == (CAT,)
    assert table.items(payer) == "Canoe"
    assert sum(table.cash(payee)) == 260


def test_dd_44_a_named_bidder_can_have_a_price_of_their_own():
    def kept(word: dict[int, int], most: int | None, **answers: int | None) -> bool:
        return settled(answered(four().keeps(ANN, most, word), **answers)).kept

    high = {"ben": 80, "cat": 50, "dan": None}  # Ben wins for $60
    assert not kept({CAT: 200}, 50, **high)
    assert kept({BEN: 60}, 50, **high)
    assert kept({BEN: 60}, None, **high)
    assert not kept({BEN: 50}, 200, **high)
    assert not kept({BEN: 0}, 200, **high)
    assert not kept({CAT: 60}, None, **high)
    assert kept({CAT: 60, DAN: 10}, None, ben=50, cat=80, dan=20)


def test_dd_44_the_lot_waits_for_the_auctioneer_whose_answer_can_change():
    table = answered(four(), ben=80, cat=50, dan=None)
    assert table.to_move() == {ANN}
    assert table.default(ANN) == Sell()
    table.sell(ANN)
    assert settled(table).payer == BEN
    table = answered(four().keeps(ANN, 200), ben=80).sell(ANN).keeps(ANN, 10)
    with refused("You've said that already. You can still keep it until everybody has answered[.]"):
        table.sell(ANN).sell(ANN)
    answered(table.keeps(ANN, 60, {CAT: 10}), cat=50, dan=None)
    assert settled(table).kept


def test_dd_44_only_the_auctioneer_is_told_their_answer():
    words: list[Move] = [
        Sell(),
        Keep(most=30, against=(), ask=False),
        Keep(most=None, against=((BEN, 200),), ask=True),
    ]
    tables = [four().play(ANN, word) for word in words]
    for seat in (None, BEN, CAT, DAN):
        assert len({repr((shown.view(seat), shown.heard(seat))) for shown in tables}) == 1
    own = [shown.heard(ANN) for shown in tables]
    words_given = [next(event for event in some if isinstance(event, WordGiven)) for some in own]
    assert [(event.most, event.against, event.ask) for event in words_given] == [
        (None, (), False),
        (30, (), False),
        (None, ((BEN, 200),), True),
    ]


def test_dd_44_invalid_keep_answers_are_refused():
    table = lot("/ 50 10", RICH, RICH, RICH)
    refuses(r"You have \$60, so you can't name \$70. Name \$10 to \$60", table.keeps, ANN, 70)
    with refused(r"You have \$60, so you can't name \$80. Name \$10 to \$60"):
        table.keeps(ANN, 10, {BEN: 80})
    for wrong in (0, 5, -10):
        refuses("Amounts go in tens", table.keeps, ANN, wrong)
    refuses("Name some of the other players", table.keeps, ANN, 10, {ANN: 20})
    refuses("in the order of seats", table.keeps, ANN, 10, {CAT: 20, BEN: 30})
    with refused("in the order of seats"):
        table.play(ANN, Keep(most=10, against=((BEN, 20), (BEN, 30)), ask=False))
    with refused("That's your price for everybody, so you don't need to name Ben"):
        table.keeps(ANN, 10, {BEN: 10})
    with refused("That's your price for everybody, so you don't need to name Ben"):
        table.keeps(ANN, None, {BEN: 0})
    refuses("Say up to what price you keep it", table.keeps, ANN, None)
    with refused(r"You have \$0, too little to keep it. Sell it[.]"):
        lot("/ 0", RICH, RICH).keeps(ANN, 10)


def test_dd_44_no_cash_moves_while_a_lot_is_open():
    for number, options in enumerate(TERMS):
        before: Any = None
        for step in game(4, options, seed=2000 + number) if options.bidding == "once" else ():
            phase = step.state.phase
            if phase.kind == "lot":
                purses = [holding.cash for holding in step.state.holdings]
                assert before is None or before[0] != phase.lot or before[1] == purses
                before = phase.lot, purses


def test_a_settled_lot_leaves_no_answers():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=2100 + number):
            is_lot = step.state.phase.kind == "lot"
            assert len(step.state.answers) == (4 if is_lot else 0)
            if is_lot:
                there = {s for s, answer in enumerate(step.state.answers) if answer is not None}
                assert there == step.state.phase.answered


def test_secret_answers_leak_nothing_in_random_games():
    compared = 0
    for number, options in enumerate(TERMS):
        luck = Chance.of(b"lots", number, 0)
        state = RULES.start(4, options, luck).state
        while RULES.to_move(RULES.view(state, None)) and options.bidding == "once":
            for seat in range(4) if state.phase.kind == "lot" else ():
                steps = [RULES.play(state, seat, move, luck) for move in own_answers(state, seat)]
                steps = [
                    step for step in steps if step.state.lots == state.lots and unsettled(step)
                ]
                for reader in {None, 0, 1, 2, 3} - {seat}:
                    seen = {
                        repr((RULES.view(step.state, reader), told_to(step, reader)))
                        for step in steps
                    }
                    assert len(seen) <= 1
                    compared += len(steps) > 1
            seat, move = any_move(state, luck)
            state = RULES.play(state, seat, move, luck).state
    assert compared > 100


def own_answers(state: Any, seat: int) -> list[Move]:
    kinds = (Pass, AnswerLot, Sell, Keep)
    found = [move for move in RULES.legal_moves(RULES.view(state, seat)) if isinstance(move, kinds)]
    return [*found[:4], *found[-2:]]


def unsettled(step: Any) -> bool:
    return step.state.phase.kind == "lot"


def told_to(step: Any, reader: int | None) -> list[Any]:
    return [told.event for told in step.told if told.to is None or reader in told.to]


def test_malformed_answers_are_refused():
    table = four()
    for move in (
        AnswerLot(most=True, ask=False),
        AnswerLot(most=10**30, ask=False),
        AnswerLot(most=10, ask=1),  # type: ignore[arg-type]
        replace(Keep(most=10, against=(), ask=False), against=[(1, 20)]),
        replace(Keep(most=10, against=(), ask=False), against=((1,),)),
        replace(Keep(most=10, against=(), ask=False), against=((1, 20, 3),)),
        replace(Keep(most=10, against=(), ask=False), against=((1, None),)),
    ):
        for seat in (ANN, BEN):
            with pytest.raises(IllegalMove, match="isn't a move in this game"):
                table.play(seat, move)
