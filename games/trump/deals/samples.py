"""Generate sample offers of every kind: sales, loans, gifts, random cards and promises.

Publicly known numbers choose the samples. The choice therefore leaks no secret, and all kinds of
offer come up during a game. While promises are in force, a sample may be illegal, so callers must
check it. So may be half the price, which the player may not have.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice

from games.rules import Seat
from games.trump.cards import CARDS, FORCE_SALE, PROFIT_CARDS, PROPERTIES
from games.trump.deals.offers import CIRCLES, MOST_PROMISES, MOST_WORDS
from games.trump.moves import (
    NOTHING,
    Clause,
    Counter,
    Duty,
    ForceSale,
    Goods,
    Move,
    Pass,
    Play,
    Propose,
    Release,
    Tax,
    Then,
    new_clause,
    new_goods,
    new_propose,
)
from games.trump.state import Acting, Offer, Proposed
from games.trump.views import View

_ALL_CARDS, _PROFITS = tuple(CARDS), tuple([card for card in CARDS if card in PROFIT_CARDS])
_WORDS = ("", "You will not regret it.", "", "For the last time, then!")
_PASS = Pass()


class _Pair:
    """The facts for sample deals of one player with another. `number` varies the samples."""

    other: Seat
    number: int

    def __init__(self, view: View) -> None:
        public, seat = view.public, view.seat
        assert seat is not None, "only a seat can deal"
        self.me, self.hand, self.public = seat, view.hidden, public
        self.mine, self.cash = public.owned(seat), public.cash[seat]
        self.now, self.seats = public.turn, len(public.cash)

    @property
    def held(self) -> int:
        return self.public.hidden(self.other)

    @property
    def theirs(self) -> tuple[str, ...]:
        return self.public.owned(self.other)

    def pick(self, some: tuple[str, ...]) -> str:
        return some[self.number % len(some)]

    def turn(self) -> int:
        """Return this turn, a near turn, or the latest turn that a promise can name."""
        soon = 1 + self.number % (2 * self.seats)
        return self.now + (0, soon, soon, CIRCLES * self.seats)[self.number % 4]

    def card(self) -> str:
        """Return a profit card on which a promise can depend, preferably from the hand."""
        held = tuple([card for card in self.hand if card in PROFIT_CARDS])
        return self.pick(held or _PROFITS)

    def when(self, at: int) -> tuple[str | None, int | None, bool]:
        """Return when a promise is due: its card, its turn and whether it lapses."""
        kind = at % 4
        if kind == 0:
            return None, self.turn(), False
        if kind == 1:
            return self.card(), None, False
        return self.card(), self.turn(), kind == 2

    def pay(self, by: Seat, amount: int) -> Clause:
        card, turn, lapses = self.when(self.number // 2)
        return _clause(by, "pay", amount, None, card, turn, lapses)

    def back(self, by: Seat, property: str, amount: int) -> Clause:
        card, turn, lapses = self.when(self.number // 3)
        return _clause(by, "return", amount, property, card, turn, lapses)

    def card_back(self, by: Seat, card: str) -> Clause:
        return _clause(by, "give_back", 10 * (self.number % 3), None, card, self.turn(), False)

    def play(self, by: Seat, card: str) -> Clause:
        soon = (by - self.public.seat) % self.seats or self.seats
        turn = self.now + soon + self.seats * (self.number % 3)
        return _clause(by, "play", 0, None, card, turn, False)

    def holds(self, by: Seat, duty: Duty, property: str | None = None) -> Clause:
        return _clause(by, duty, 0, property, None, self.turn(), True)

    def much(self, least: int) -> int:
        """Return an amount for a later payment, often more than the payer will have."""
        return least + 150 * (self.number % 4)

    def cash_of(self, amount: int) -> int:
        return min(amount, self.cash)


def _clause(
    by: Seat,
    duty: Duty,
    amount: int,
    property: str | None,
    card: str | None,
    turn: int | None,
    lapses: bool,
) -> Clause:
    return new_clause(
        by=by, duty=duty, amount=amount, property=property, card=card, turn=turn, lapses=lapses
    )


def _goods(*properties: str, cards: tuple[str, ...] = (), random: int = 0, cash: int = 0) -> Goods:
    return new_goods(properties=properties, cards=cards, random=random, cash=cash)


_Parts = tuple[Goods, Goods, tuple[Clause, ...]]
"""The goods of both sides and the promises of a sample offer."""

# --- shapes of deals ------------------------------------------------------------------------------


def _spares(pair: _Pair) -> _Parts:
    get = _goods(cash=300 * (pair.number % 4))  # amounts that are mostly too high to be accepted
    return NOTHING, get, (pair.holds(pair.me if pair.number % 3 else pair.other, "spare"),)


def _buys(pair: _Pair) -> _Parts | None:
    theirs = pair.theirs
    if not theirs:
        return None
    return _goods(cash=pair.cash_of(40 + 10 * (pair.number % 12))), _goods(pair.pick(theirs)), ()


def _sells(pair: _Pair) -> _Parts | None:
    if not pair.mine:
        return None
    return _goods(pair.pick(pair.mine)), _goods(cash=30 + 90 * (pair.number % 9)), ()


def _swaps(pair: _Pair) -> _Parts | None:
    others = pair.theirs
    if not pair.mine or not others:
        return None
    mine, theirs = pair.pick(pair.mine), pair.pick(others)
    kept = (pair.holds(pair.me, "keep", theirs), pair.holds(pair.other, "keep", mine))
    return _goods(mine), _goods(theirs), kept[: pair.number % 3]


def _borrows(pair: _Pair) -> _Parts | None:
    theirs = pair.theirs
    if not theirs:
        return None
    name = pair.pick(theirs)
    back = pair.back(pair.me, name, 10 * (pair.number % 2))
    return _goods(cash=pair.cash_of(10)), _goods(name), (pair.pay(pair.me, pair.much(50)), back)


def _lends(pair: _Pair) -> _Parts | None:
    if not pair.mine:
        return None
    name = pair.pick(pair.mine)
    back = pair.back(pair.other, name, 20 * (pair.number % 2))
    return (
        _goods(name),
        _goods(cash=10 + 300 * (pair.number % 3)),
        (back, pair.pay(pair.other, pair.much(60))),
    )


def _sells_a_card(pair: _Pair) -> _Parts | None:
    if not pair.hand:
        return None
    return _goods(cards=(pair.pick(pair.hand),)), _goods(cash=10 + 70 * (pair.number % 7)), ()


def _asks_for_a_card(pair: _Pair) -> _Parts | None:
    if not pair.held:
        return None
    return _goods(cash=pair.cash_of(40)), _goods(cards=(pair.pick(_ALL_CARDS),)), ()


def _buys_unseen(pair: _Pair) -> _Parts | None:
    if not pair.held:
        return None
    return _goods(cash=pair.cash_of(20)), _goods(random=1 + pair.number % min(2, pair.held)), ()


def _swaps_unseen(pair: _Pair) -> _Parts | None:
    if not pair.held or not pair.hand:
        return None
    return _goods(random=1), _goods(random=1), ()


def _gives(pair: _Pair) -> _Parts | None:
    if pair.number % 2 and pair.hand:
        return _goods(cards=pair.hand[:1], random=int(len(pair.hand) > 1)), NOTHING, ()
    return (_goods(cash=10), NOTHING, ()) if pair.cash else None


def _promises_much(pair: _Pair) -> _Parts | None:
    parts = [
        pair.pay(pair.me, pair.much(30)),
        pair.holds(pair.other, "spare"),
        pair.pay(pair.other, pair.much(20)),
    ]
    if pair.mine:
        parts.append(pair.holds(pair.me, "keep", pair.pick(pair.mine)))
    return NOTHING, _goods(cash=250 * (pair.number % 4)), tuple(parts)


def _asks_for_much(pair: _Pair) -> _Parts | None:
    theirs = pair.theirs
    if not theirs:
        return None
    return NOTHING, _goods(pair.pick(theirs), cash=200 * (1 + pair.number % 6)), ()


def _sells_later(pair: _Pair) -> _Parts | None:
    if not pair.mine:
        return None
    get = _goods(cash=10 + 300 * (pair.number % 3))
    return NOTHING, get, (pair.back(pair.me, pair.pick(pair.mine), 70),)


def _lends_a_card(pair: _Pair) -> _Parts | None:
    if not pair.hand:
        return None
    card = pair.pick(pair.hand)
    get = _goods(cash=10 + 100 * (pair.number % 3))
    return _goods(cards=(card,)), get, (pair.card_back(pair.other, card),)


def _borrows_a_card(pair: _Pair) -> _Parts | None:
    if not pair.held:
        return None
    card = pair.pick(_ALL_CARDS)
    give = _goods(cash=pair.cash_of(30))
    return give, _goods(cards=(card,)), (pair.card_back(pair.me, card),)


def _promises_a_play(pair: _Pair) -> _Parts | None:
    held = tuple([card for card in pair.hand if card in PROFIT_CARDS])
    if not held:
        return None
    get = _goods(cash=10 + 100 * (pair.number % 3))
    return NOTHING, get, (pair.play(pair.me, pair.pick(held)),)


def _sells_a_card_to_play(pair: _Pair) -> _Parts | None:
    held = tuple([card for card in pair.hand if card in PROFIT_CARDS])
    if not held:
        return None
    card = pair.pick(held)
    promised = pair.play(pair.other, card), pair.pay(pair.other, pair.much(20))
    return _goods(cards=(card,)), NOTHING, promised


def _asks_for_a_play(pair: _Pair) -> _Parts | None:
    if not pair.held:
        return None
    return _goods(cash=pair.cash_of(20)), NOTHING, (pair.play(pair.other, pair.pick(_PROFITS)),)


_SHAPES: tuple[Callable[[_Pair], _Parts | None], ...] = (
    _buys,
    _borrows,
    _sells_a_card,
    _lends,
    _buys_unseen,
    _sells,
    _asks_for_a_card,
    _promises_much,
    _swaps,
    _swaps_unseen,
    _lends_a_card,
    _promises_a_play,
    _gives,
    _borrows_a_card,
    _sells_later,
    _sells_a_card_to_play,
    _asks_for_a_play,
    _asks_for_much,
    _spares,
)


def _then(pair: _Pair) -> Then | None:
    """Return a secret choice of a related card for a proposal (TR-78)."""
    at = pair.number % 6
    if at in (0, 1, 2):
        return None
    if at == 3 or not pair.hand:
        return _PASS
    card = pair.pick(pair.hand)
    if CARDS[card].sort == "tax":
        return Tax(seat=pair.other)
    if card == FORCE_SALE:
        return ForceSale(property=pair.pick(PROPERTIES))
    return Play(card=card)


# --- sample deals ---------------------------------------------------------------------------------


def proposals(view: View) -> Iterator[Propose]:
    """Yield sample proposals for the player on turn. The last one is always legal."""
    pair, shapes = _Pair(view), len(_SHAPES)
    first = view.public.turn + view.public.promised
    for at in range(shapes + 1):
        pair.number = number = first + 5 * at
        pair.other = (pair.me + 1 + number % (pair.seats - 1)) % pair.seats
        parts = _spares(pair) if at == shapes else _SHAPES[(first + at) % shapes](pair)
        if parts is not None:
            give, get, promised = parts
            yield new_propose(
                to=pair.other,
                give=give,
                get=get,
                promises=promised,
                words=_WORDS[number % len(_WORDS)],
                then=_then(pair),
            )


def half_price(view: View, offer: Offer) -> Counter | None:
    """Return a counter-offer to pay half the money that was asked for, in every other turn."""
    if offer.get.cash <= 10 or (view.public.turn + view.public.promised) % 2 == 0:
        return None
    give = replace(offer.get, cash=offer.get.cash // 20 * 10)
    return Counter(give=give, get=offer.give, promises=offer.promises, words="")


def counters(view: View, offer: Offer) -> Iterator[Counter]:
    """Yield sample counter-offers to an offer. The last one is always legal."""
    pair, shapes = _Pair(view), len(_SHAPES)
    pair.other = offer.by
    first = view.public.turn + view.public.promised
    for at in range(shapes + 1):
        pair.number = first + 7 * at
        parts = _spares(pair) if at == shapes else _SHAPES[(2 * first + 3 * at) % shapes](pair)
        if parts is not None:
            give, get, promised = parts
            yield Counter(give=give, get=get, promises=promised, words="")


# --- almost legal deals for tests -----------------------------------------------------------------


_VARIED_OFFERS = 6
"""The number of sample offers that are turned into almost legal ones."""


def near_misses(view: View) -> Iterator[Move]:
    """Yield releases and offers for tests: some are legal, others are just barely illegal."""
    public, seat = view.public, view.seat
    if seat is None:
        return
    for number in range(max(0, public.promised - 5), public.promised + 2):
        yield Release(number=number)
    if isinstance(public.phase, Acting):
        for move in islice(proposals(view), _VARIED_OFFERS):
            yield from _variations(move)
    elif isinstance(public.phase, Proposed):
        offer = public.phase.offer
        half = half_price(view, offer)
        offers = chain([] if half is None else [half], counters(view, offer))
        for move in islice(offers, _VARIED_OFFERS):
            yield from _variations(move)


def _variations(move: Propose | Counter) -> Iterator[Propose | Counter]:
    give, get = move.give, move.get
    yield move
    yield replace(move, give=replace(give, cash=give.cash + 5))
    yield replace(move, give=replace(give, cash=10), get=replace(get, cash=10))
    yield replace(move, get=replace(get, random=get.random + 50))
    yield replace(move, give=replace(give, properties=PROPERTIES))
    yield replace(move, get=replace(get, properties=get.properties * 2))
    yield replace(move, give=replace(give, cards=(*give.cards, "Any 40", "Tax")))
    yield replace(move, give=NOTHING, get=NOTHING, promises=())
    yield replace(move, promises=move.promises * (MOST_PROMISES + 1))
    yield replace(move, words="so " * MOST_WORDS)
    if isinstance(move, Propose):
        yield replace(move, to=-1)
    for clause in move.promises:
        for missed in (
            replace(clause, amount=clause.amount + 15),
            replace(clause, turn=None),
            replace(clause, card="Tax"),
            replace(clause, lapses=not clause.lapses),
            replace(clause, turn=10**6),
            replace(clause, property="Hotel"),
            replace(clause, duty="give_back"),
            replace(clause, duty="play"),
        ):
            yield replace(move, promises=(missed,))
