"""Refusals of Downeast Dealer, and the moves it offers."""

import re
from collections.abc import Callable, Iterator

import pytest

from games.chance import Chance
from games.downeast import cash as money_of
from games.downeast.legal import can
from games.downeast.moves import (
    Answer,
    AnswerLot,
    Buy,
    Call,
    Challenge,
    Keep,
    Move,
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
from games.downeast.state import Options, State
from games.rules import IllegalMove
from tests.games.downeast.table import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    NAMES,
    RULES,
    TERMS,
    Table,
    accepted,
    auction,
    game,
    refused,
    refuses,
    thief,
    three,
    tries,
)


@pytest.mark.parametrize("seat", [-1, 3, 10**20, True, None, "1", 1.0, ()])
def test_a_seat_that_does_not_exist_is_refused(seat):
    refuses("do not sit", three().play, seat, Pass())


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        "pass",
        Raise(amount="80", limit=None),  # pyright: ignore[reportArgumentType]
        Raise(amount=True, limit=None),
        Raise(amount=20.0, limit=None),  # pyright: ignore[reportArgumentType]
        Raise(amount=20, limit="all"),  # pyright: ignore[reportArgumentType]
        Raise(amount=10**5000, limit=None),
        Raise(amount=20, limit=-(10**5000)),
        Raise(kind="pass", amount=20, limit=None),  # pyright: ignore[reportArgumentType]
        Pass(kind=["pass"]),  # pyright: ignore[reportArgumentType]
        object.__new__(Raise),
        object.__new__(Pay),
        Raise,
        SetLimit(limit=()),  # pyright: ignore[reportArgumentType]
        Pay(cards=[50, 10]),  # pyright: ignore[reportArgumentType]
        Pay(cards=("50",)),  # pyright: ignore[reportArgumentType]
        Pay(cards=None),  # pyright: ignore[reportArgumentType]
        Pay(cards=(10**5000,)),
        Seal(cards=((),)),  # pyright: ignore[reportArgumentType]
        Challenge(item=("Canoe",), target=BEN, cards=(), fanned=False),  # pyright: ignore[reportArgumentType]
        Challenge(item="Canoe", target="Ben", cards=(), fanned=False),  # pyright: ignore[reportArgumentType]
        Challenge(item="Canoe", target=BEN, cards=(), fanned=1),  # pyright: ignore[reportArgumentType]
        Offer(cards=(), fanned=None),  # pyright: ignore[reportArgumentType]
    ],
)
def test_malformed_moves_are_refused(nonsense):
    tables = [
        three(),
        three().bid(BEN, 60).passes(CAT).sell(ANN),
        Table("Canoe / 50 10", "Canoe / 50 10", "/", deck="Buoy"),
        thief("/ 10", "/ 50", "/ 0"),
    ]
    for table in tables:
        for seat in (ANN, BEN, CAT):
            refuses("isn't a move in this game", table.play, seat, nonsense)


def test_cards_must_be_sorted_largest_first():
    deal = Table("Canoe / 50 10", "Canoe / 50 10", "/", deck="Buoy")
    with refused("largest first"):
        deal.play(ANN, Challenge(item="Canoe", target=BEN, cards=(10, 50), fanned=False))
    refuses("largest first", deal.deal(ANN, "Canoe", BEN).play, BEN, Answer(cards=(10, 50)))
    refuses("largest first", thief("/", "/ 50 0", "/").play, BEN, Seal(cards=(0, 50)))


def test_a_very_long_list_of_cards_is_refused_at_once():
    table = thief("/ 10", "/ 50", "/ 0")
    refuses("don't have that many", table.play, BEN, Seal(cards=(50,) * 200_000))


def choosing() -> Table:
    return Table("Canoe Trap / 50", "Canoe Trap / 50", "Trap Buoy /", deck="Buoy Quilt")


def sold() -> Table:
    return three().bid(BEN, 60).passes(CAT).sell(ANN)


def tied() -> Table:
    return choosing().deal(ANN, "Canoe", BEN).answer(BEN)


@pytest.mark.parametrize(
    ("table", "seat", "sentence"),
    [
        (choosing, ANN, "you have to auction the next item or start a Downeast Deal"),
        (choosing, BEN, "Ann has to auction the next item or start a Downeast Deal"),
        (lambda: three().bid(BEN, 60).passes(CAT), ANN, "you have to sell the Canoe or keep it"),
        (
            lambda: auction("/", "/ 10", "/").bid(BEN, 10).passes(CAT),
            ANN,
            "you have to sell the Canoe",
        ),
        (lambda: three().bid(BEN, 60).passes(CAT), BEN, "Ann has to sell the Canoe or keep it"),
        (sold, ANN, "Ben has to pay you for the Canoe"),
        (sold, BEN, "you have to pay Ann for the Canoe"),
        (sold, CAT, "Ben has to pay Ann for the Canoe"),
        (lambda: choosing().deal(ANN, "Canoe", BEN), ANN, "Ben has to answer your offer or gi"),
        (lambda: choosing().deal(ANN, "Canoe", BEN), BEN, "you have to answer Ann's offer or"),
        (lambda: choosing().deal(ANN, "Canoe", BEN), CAT, "Ben has to answer Ann's offer or g"),
        (tied, ANN, "you have to make Ben another offer after the tie"),
        (tied, BEN, "Ann has to make you another offer after the tie"),
        (tied, CAT, "Ann has to make Ben another offer after the tie"),
        (
            lambda: thief("/", "/", "/").seal(CAT),
            BEN,
            "you have to seal a bid to keep the Thief aw",
        ),
        (lambda: thief("/", "/", "/").seal(CAT), CAT, "Ben and Ann have to seal a bid to keep the"),
        (
            lambda: thief("/", "/", "/").seal(CAT).seal(BEN),
            CAT,
            "Ann has to seal a bid to keep the",
        ),
    ],
)
def test_a_move_in_the_wrong_phase_is_refused_with_what_is_going_on(table, seat, sentence):
    refuses(f"^You can't bid now, because {sentence}.*[.]$", table().bid, seat, 10)


@pytest.mark.parametrize(("seat", "who"), [(ANN, "you're"), (BEN, "Ann is")])
def test_a_refusal_during_an_auction_names_the_item(seat: int, who: str):
    with refused(f"You can't start a deal now, because {who} auctioning a Canoe"):
        three().deal(seat, "Canoe", CAT)


def test_a_refusal_during_a_deal_names_both_players():
    table = choosing().deal(ANN, "Canoe", BEN, "50")
    refuses("You challenged Ben, so only Ben can answer or give in", table.surrender, ANN)
    refuses("Ann challenged Ben, so only Ben can answer or give in", table.answer, CAT)
    refuses("Ann challenged Ben, so only Ann makes an offer", table.offer, CAT)
    refuses("Your offer is on the table. Ben has to answer it", table.offer, ANN)


def test_a_refused_deal_names_the_owners_of_the_item():
    table = Table("Canoe Trap /", "Canoe /", "Canoe /", "Trap /", "/", deck="Buoy")
    refuses("Dan owns no Canoe, but Ben and Cat do[.]", table.deal, ANN, "Canoe", DAN)
    refuses("Eve owns no Trap, but Dan does[.]", table.deal, ANN, "Trap", EVE)
    table = Table("Canoe Trap /", "Trap /", "/", deck="Buoy")
    refuses("Cat owns no Canoe. Nobody does except you", table.deal, ANN, "Canoe", CAT)


def test_a_second_pass_is_refused_with_what_is_still_possible():
    table = auction("/", "/ 10", "/ 20", "/").passes(BEN)
    refuses("You've passed already. You can still bid until the bidding is over", table.passes, BEN)
    table.bid(CAT, 20).passes(BEN)
    refuses("^You've passed already[.]$", table.passes, BEN)
    refuses(
        r"You've passed. You have \$10, and the next bid must be at least \$30[.]",
        table.bid,
        BEN,
        30,
    )


def test_the_high_bidder_can_neither_bid_nor_pass():
    table = three().bid(BEN, 60)
    refuses(r"You already have the high bid, \$60", table.bid, BEN, 70)
    refuses(r"You have the high bid, \$60, so you don't have to pass", table.passes, BEN)


def test_an_invalid_bid_is_refused_with_the_valid_ones():
    table = three().bid(BEN, 60)
    refuses(r"\$60 isn't enough. Bid \$70 to \$90. The high bid is \$60 now", table.bid, CAT, 60)
    refuses(r"Bids go in tens. Bid \$70 to \$90", table.bid, CAT, 75)
    refuses(r"You have \$90, so you can't bid \$100. Bid \$70 to \$90", table.bid, CAT, 100)
    table.bid(CAT, 80)
    refuses(r"You have \$90, so you can't bid \$100. Bid \$90[.]", table.bid, BEN, 100)


ROLES = re.compile(
    r"\b(auctioneer|challenger|target|bidder|payer|payee|opponent|whoever|he|she|his|her|him)\b",
    re.IGNORECASE,
)
MONEY = r"[$][0-9,]+(?: to [$][0-9,]+)?"

Suggested = Callable[[State, int, list[int]], bool]


def may(*kinds: type[Move]) -> Suggested:
    """Return a check that moves of all these kinds are legal."""
    return lambda state, seat, amounts: all(can(RULES.view(state, seat), kind) for kind in kinds)


def may_bid(state: State, seat: int, amounts: list[int]) -> bool:
    return all(accepted(state, seat, Raise(amount=amount, limit=None)) for amount in amounts)


def may_limit(state: State, seat: int, amounts: list[int]) -> bool:
    if seat == state.phase.leader:
        return all(accepted(state, seat, SetLimit(limit=amount)) for amount in amounts)
    least = min(amounts, default=state.phase.high + 10)
    limits = amounts or [least]
    return all(accepted(state, seat, Raise(amount=least, limit=limit)) for limit in limits)


SUGGESTED: dict[str, Suggested] = {
    rf"[.] Bid ({MONEY})[.]": may_bid,
    rf"so you can't bid .*[.] Bid ({MONEY})[.]": may_bid,
    rf"[Ll]imit.*[.] Give ({MONEY})[.]": may_limit,
    "Bid(?: more)?, and give it with your bid[.]": may_limit,
    "You can call it[.]": may(Call),
    "You can only pass[.]": may(Pass),
    "You can still bid ": may(Raise),
    "Sell it[.]$": may(Sell),
    "you have to sell the [^,]*[.]$": may(Sell),
    "you have to sell .* or keep it[.]": may(Sell, Buy),
    "You can still name an amount ": may(AnswerLot),
    "You can still keep it ": may(Keep),
    "you have to name the most you'd pay for .*, or pass[.]": may(AnswerLot, Pass),
    "you have to pass on [^,]*[.]": may(Pass),
    "you have to sell .*, or name the most you'd pay to keep it[.]": may(Sell, Keep),
    "you have to auction the next item": may(TurnOver),
    "you have to .*start a Downeast Deal": may(Challenge),
    "[.] Start a Downeast Deal[.]": may(Challenge),
    "you have to pay ": may(Pay),
    "you have to answer .* or give in[.]": may(Answer, Surrender),
    "you have to make .* another offer": may(Offer),
    "you have to seal a bid": may(Seal),
}


def refusals(options: Options, positions: int) -> Iterator[tuple[State, int, IllegalMove]]:
    """Try many moves at some positions of a game, and yield each refusal once."""
    steps = game(4, options, seed=1100)[:-1]
    for state in [step.state for step in steps[:: max(1, len(steps) // positions)]]:
        high = getattr(state.phase, "high", 0)
        for seat, holding in enumerate(state.holdings):
            held, seen = sum(holding.cash), set[str]()
            amounts = {0, high - 10, high, high + 5, high + 10, held, held + 10, held + 15, 5000}
            for move in tries(state, seat, sorted(amounts)):
                try:
                    RULES.play(state, seat, move, Chance.tape())
                except IllegalMove as refusal:
                    if str(refusal) not in seen:
                        yield state, seat, refusal
                    seen.add(str(refusal))


def test_refusals_use_names_and_suggest_only_legal_moves():
    met = set[str]()
    for options in TERMS:
        for state, seat, refusal in refusals(options, 22):
            sentence = refusal.text(NAMES.__getitem__)
            where = f"{sentence} (to {NAMES[seat]}, in {state.phase})"
            assert NAMES[seat] not in sentence, f"who asks is you: {where}"
            assert not ROLES.search(sentence), where
            assert not re.search(r"[{}`]|  |[.][.]", sentence), where
            for wording, is_so in SUGGESTED.items():
                if match := re.search(wording, sentence):
                    met.add(wording)
                    numbers = re.findall(r"[$]([0-9,]+)", (*match.groups(), "")[0])
                    amounts = [int(number.replace(",", "")) for number in numbers]
                    assert is_so(state, seat, amounts), where
    assert met == set(SUGGESTED)


def test_dd_17_a_bluffer_without_cash_is_offered_a_bid():
    table = auction("/", "/", "/ 10", bluff_bids=True)
    assert table.legal(BEN) == [Pass(), Raise(amount=10, limit=None)]


def test_a_passed_bidder_may_raise_and_the_high_bidder_may_set_a_limit():
    table = three().passes(CAT)
    assert {move.kind for move in table.legal(CAT)} == {"raise"}
    table.bid(BEN, 90)  # all of Ben's cash
    assert table.legal(BEN) == [SetLimit(limit=90)]
    assert table.limit(BEN, 90).legal(BEN) == [SetLimit(limit=None)]


def test_all_payments_are_offered():
    table = auction("/", "/ 500 200 200 100 50 50 50 10 10 10 0", "/").bid(BEN, 180).passes(CAT)
    table.sell(ANN)
    assert table.legal(BEN) == [
        Pay(cards=cards) for cards in money_of.payments(table.cash(BEN), 180)
    ]
    assert len(table.legal(BEN)) > 3


def test_a_new_offer_may_be_fanned_out_too():
    table = Table("Canoe / 50 10", "Canoe / 10", "/", deck="Buoy")
    table.deal(ANN, "Canoe", BEN).answer(BEN)
    assert {move.fanned for move in table.legal(ANN)} == {True, False}
    assert table.offer(ANN, "50", fanned=True).state.phase.count == 1
