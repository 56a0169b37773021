"""Suggest values for the fields of a deal, and make up example deals.

Every suggestion has been checked against the rules, so a player can offer it unchanged.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.ui.panels.panel import CHOICE_LIMIT
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Known
from bot.ui.ways.ways import TypedText
from cogs.trump.deal import mirrored, next_turn, undated, with_turn
from cogs.trump.deals.goods import Puzzled, write_goods
from cogs.trump.deals.line import Promises, write_promises
from cogs.trump.deals.offer_draft import OTHER
from cogs.trump.read import inside_known
from cogs.trump.words import money
from games.rules import Refusal, Seat
from games.trump.cards import CARDS, PROFIT_CARDS, START_INSIDE, STEP, TAX
from games.trump.deals import legal_deals
from games.trump.deals.offers import can_give, lacking
from games.trump.moves import (
    NOTHING,
    Clause,
    Counter,
    Duty,
    ForceSale,
    Goods,
    Pass,
    Play,
    Propose,
    Tax,
    Then,
)
from games.trump.state import Acting, Offer, Proposed
from games.trump.views import View

SUMS = (STEP, 50, 100)
CARD_PRICE = 20  # example price of a card without a fixed profit
PREMIUM = 50  # added to the money inside a property to get its price in examples

# --- the parties and the offer --------------------------------------------------------------------


def other_seats(view: View) -> tuple[Seat, ...]:
    """List the other seats, clockwise."""
    first = 0 if view.seat is None else view.seat
    return tuple((first + more) % view.seats for more in range(1, view.seats))


def open_offer(view: View) -> Offer | None:
    """Return the open offer if the player can still counter it."""
    phase = view.public.phase
    return phase.offer if isinstance(phase, Proposed) and phase.counter is None else None


def other_party(view: View, known: Known) -> Seat:
    """Return the other party of the deal, or OTHER if nobody is named yet."""
    offer = open_offer(view)
    if offer is not None:
        return offer.by
    return known.get("to", OTHER)


def is_legal(view: View, move: Propose | Counter) -> bool:
    """Return whether the rules allow this offer."""
    if isinstance(move, Propose):
        return not legal_deals.no_propose(view, move)
    return not legal_deals.no_counter(view, move)


# --- completing an offer --------------------------------------------------------------------------


def answer_to(view: View) -> Counter | None:
    """Return the open offer as a counter-offer, without goods that the player lacks."""
    offer = open_offer(view)
    if offer is None or view.seat != offer.to:
        return None
    turned = mirrored(offer)
    give = turned.give
    cards = list(give.cards)
    while card := lacking(can_give(view, offer.by), tuple(cards)):
        cards.remove(card)
    give = replace(
        give,
        cards=tuple(cards),
        random=min(give.random, max(0, len(view.hidden) - len(cards))),
        cash=give.cash if give.cash <= view.cash else 0,  # no cash at all if it is too much
    )
    return Counter(give=give, get=turned.get, promises=turned.promises, words="")


def settle_offer(view: View, known: Known) -> Known:
    """Replace OTHER in promises with the player whom the proposal names."""
    promises: tuple[Clause, ...] = known.get("promises", ())
    to = known.get("to", OTHER)
    if to == OTHER or not any(clause.by == OTHER for clause in promises):
        return known
    named = tuple(replace(clause, by=to) if clause.by == OTHER else clause for clause in promises)
    return {**known, "promises": named}


def settle_counter(view: View, known: Known) -> Known:
    """Take what the player did not name in a counter-offer from the original offer."""
    answer = answer_to(view)
    if not known or answer is None:
        return known
    as_offered = {"give": answer.give, "get": answer.get, "promises": answer.promises, "words": ""}
    return {**as_offered, **known}


def proposal(view: View, known: Known) -> Propose:
    """Complete a proposal with the values that its form suggests."""
    to = known["to"] if "to" in known else other_seats(view)[0]
    terms = settle_offer(view, {**known, "to": to})
    move = Propose(
        to=to,
        give=terms.get("give", NOTHING),
        get=terms.get("get", NOTHING),
        promises=terms.get("promises", ()),
        words=terms.get("words", ""),
        then=terms.get("then"),
    )
    if "get" in terms:
        return move
    # if no player is named yet, ask for money, because anybody may have some
    asked = _askable(view, to) if "to" in known else _sums(SUMS[-1])
    likely = (goods for goods in asked if is_legal(view, replace(move, get=goods)))
    return replace(move, get=next(likely, NOTHING))


def completed(view: View, known: Known) -> Propose | Counter | None:
    """Complete an offer with its form's suggestions. Return None if no offer is possible."""
    if open_offer(view) is None:
        return proposal(view, known) if view.seat is not None else None
    answer = answer_to(view)
    terms = {name: known[name] for name in ("give", "get", "promises", "words") if name in known}
    return None if answer is None else replace(answer, **terms)


def _legal_values(view: View, known: Known, name: str, values: Iterable[Any]) -> Iterator[Any]:
    """Yield the values of a field that the rules accept in an offer."""
    if not can_offer(view):
        return
    for value in values:
        if name == "promises":
            terms = {**known, "promises": value[0], "words": value[1]}
        else:
            terms = {**known, name: value}
        move = completed(view, terms)
        if move is not None and is_legal(view, move):
            yield value


def can_offer(view: View) -> bool:
    """Return whether the player can propose or counter a deal now."""
    offer = open_offer(view)
    if offer is not None:
        return view.seat == offer.to
    mine = view.seat is not None and view.seat == view.public.seat
    return mine and view.public.dealing and isinstance(view.public.phase, Acting)


# --- suggested goods and promises -----------------------------------------------------------------


def _property(property: str) -> Goods:
    return replace(NOTHING, properties=(property,))


def _card(card: str) -> Goods:
    return replace(NOTHING, cards=(card,))


def _sums(most: int) -> Iterator[Goods]:
    return (replace(NOTHING, cash=cash) for cash in SUMS if cash <= most)


def _askable(view: View, other: Seat) -> Iterator[Goods]:
    """Yield goods to ask another player for. Those that the asker's cards need come first."""
    theirs, mine = view.public.owned(other), set(view.public.owned(view.seat))
    named = [needed for card in view.hand for needed in CARDS[card].named if card in PROFIT_CARDS]
    yield from map(_property, sorted(theirs, key=lambda box: -named.count(box)))
    held = view.public.hidden(other)
    yield from _sums(SUMS[-1])
    yield from (replace(NOTHING, random=count) for count in range(1, min(held, 2) + 1))
    fits = [card for card in CARDS if CARDS[card].named and mine.issuperset(CARDS[card].named)]
    yield from map(_card, dict.fromkeys([*fits, *CARDS]) if held else ())


def _giveable(view: View) -> Iterator[Goods]:
    """Yield goods that the player can give."""
    yield from map(_property, view.public.owned(view.seat))
    yield from map(_card, dict.fromkeys(view.hidden))
    yield from _sums(view.cash)
    yield from (replace(NOTHING, random=count) for count in range(1, min(len(view.hidden), 2) + 1))


def likely_gives(view: View, known: Known) -> Sequence[Goods]:
    """List legal values for what the player gives."""
    return list(_legal_values(view, known, "give", _giveable(view))) if can_offer(view) else ()


def likely_gets(view: View, known: Known) -> Sequence[Goods]:
    """List legal values for what the player gets. Those that their cards need come first."""
    if not can_offer(view):
        return ()
    other = other_party(view, known)
    of = other_seats(view)[0] if other == OTHER else other
    return list(_legal_values(view, known, "get", _askable(view, of)))


def _promise(
    by: Seat, duty: Duty, view: View, property: str | None = None, card: str | None = None
) -> Promises:
    turn = next_turn(view.public, by if by >= 0 else other_seats(view)[0])
    clause = Clause(
        by=by,
        duty=duty,
        amount=STEP if duty == "pay" else 0,
        property=property,
        card=card,
        turn=turn,
        lapses=duty in ("keep", "spare"),
    )
    return (clause,), ""


def likely_promises(view: View, known: Known) -> Sequence[Promises]:
    """Suggest promises of every kind. The return of what the deal lends comes first."""
    if view.seat is None or not can_offer(view):
        return ()
    me, other, offer = view.seat, other_party(view, known), completed(view, known)
    lent, got = (offer.give, offer.get) if offer else (NOTHING, NOTHING)
    promises = [_promise(other, "return", view, box) for box in lent.properties]
    promises += [_promise(me, "return", view, box) for box in got.properties]
    for by, goods in ((other, lent), (me, got)):
        promises += [_promise(by, "give_back", view, card=card) for card in goods.cards]
    promises += [_promise(by, duty, view) for duty in ("pay", "spare") for by in (me, other)]
    promises += [_promise(me, "keep", view, box) for box in view.public.owned(me)]
    plays = [card for card in dict.fromkeys(view.hidden) if card in PROFIT_CARDS]
    promises += [_promise(me, "play", view, card=card) for card in plays]
    return list(_legal_values(view, known, "promises", promises))


def dated_answer(view: View, turn: int) -> Promises:
    """Add a latest turn to the promises of the offer that depend only on a card (TR-48)."""
    offer, answer = open_offer(view), answer_to(view)
    assert offer is not None, "there is an offer to answer"
    assert answer is not None, "there is an offer to answer"
    if not undated(offer):
        raise Refusal("Nothing that is promised to you there waits for a card alone.")
    return with_turn(answer.promises, offer.by, turn), ""


def likely_plays(view: View, known: Known) -> Sequence[Then | None]:
    """List what the player may play after the deal. The cards in the hand come first."""
    plays: list[Then | None] = [None, Pass()]
    for name in dict.fromkeys(view.free):
        card = CARDS[name]
        if card.profit or card.sort == "die_roll":
            plays.append(Play(card=name))
        elif name == TAX:
            plays += [Tax(seat=seat) for seat in other_seats(view)]
        elif card.sort == "force_sale":
            theirs = [box for seat in other_seats(view) for box in view.public.owned(seat)]
            plays += [ForceSale(property=box) for box in theirs]
    return plays[:CHOICE_LIMIT]


# --- examples -------------------------------------------------------------------------------------


def example_deal(view: View) -> Propose | None:
    """Make up a realistic proposal that is legal now: some goods for a price."""
    if open_offer(view) is not None or not can_offer(view):
        return None
    return next((deal for deal in _likely_deals(view) if is_legal(view, deal)), None)


def _likely_deals(view: View) -> Iterator[Propose]:
    for to in other_seats(view):
        wanted = next(_askable(view, to))
        if price := _price(view, wanted):
            yield _plain_deal(to, replace(NOTHING, cash=price), wanted)
    first = other_seats(view)[0]
    for mine in _giveable(view):
        if price := _price(view, mine):
            yield _plain_deal(first, mine, replace(NOTHING, cash=price))
    yield proposal(view, {"to": first})


def _plain_deal(to: Seat, give: Goods, get: Goods) -> Propose:
    return Propose(to=to, give=give, get=get, promises=(), words="", then=None)


def _price(view: View, goods: Goods) -> int:
    """Suggest a price for goods: properties cost more than the money inside that is shown, and
    cards cost less than they pay.
    """
    inside = [inside_known(view, box) or START_INSIDE for box in goods.properties]
    cards = [CARDS[card].pays * 2 // 3 // STEP * STEP or CARD_PRICE for card in goods.cards]
    return sum(inside) + PREMIUM * len(inside) + sum(cards) + CARD_PRICE * goods.random


def example_counter(view: View) -> TypedText | Counter | None:
    """Make up a realistic counter-offer: the same deal at another price."""
    answer = answer_to(view)
    if answer is None:
        return None
    for side, goods in _price_changes(view, answer):
        known = {side: goods}
        for promises, unsaid in ((answer.promises, ""), ((), " no promises")):
            if is_legal(view, replace(answer, promises=promises, **known)):
                return TypedText(f"{side} {write_goods(goods)}{unsaid}")
    moves = (replace(answer, promises=()), answer)
    return next((move for move in moves if is_legal(view, move)), None)


def _price_changes(view: View, answer: Counter) -> Iterator[tuple[str, Goods]]:
    """Yield changes to a counter-offer: pay less, ask for more, or give something else."""
    offer = open_offer(view)
    asked = mirrored(offer).give if offer is not None else NOTHING
    if asked.cash:
        less = min(asked.cash * 2 // 3, view.cash) // STEP * STEP
        if less:
            yield "give", replace(answer.give, cash=less)
    elif asked != NOTHING and answer.give == NOTHING:  # the player has nothing that was asked for
        yield from (("give", goods) for goods in _giveable(view) if goods.random)
    more = answer.get.cash + max(STEP, answer.get.cash // 2 // STEP * STEP)
    yield "get", replace(answer.get, cash=more)
    yield "give", replace(answer.give, cash=min(STEP, view.cash))


def with_example(puzzled: Puzzled, view: View, names: Names) -> Refusal:
    """Add an example that this player could type to a refusal."""
    example = _example(puzzled.what, view, names)
    return Refusal(
        f"{str(puzzled).strip()} For example: `{example}`." if example else str(puzzled).strip()
    )


def _example(what: str, view: View, names: Names) -> str:
    if what in ("give", "get"):
        own = _giveable(view) if what == "give" else _sums(SUMS[-1])
        known = {} if open_offer(view) else {"get" if what == "give" else "give": NOTHING}
        likely = islice(_legal_with_all(view, known, what, own), 1)
        return next((write_goods(goods) for goods in likely), "")
    if what == "promise" and view.seat is not None:
        known = {} if open_offer(view) else {"give": NOTHING, "get": NOTHING}
        likely = _legal_with_all(view, known, "promises", [_promise(view.seat, "pay", view)])
        return next((_pay_promise(promises) for promises in likely), "")
    move = (example_counter if open_offer(view) else example_deal)(view) if what == "line" else None
    if move is None:
        return ""
    verb = f"deal with {names.to_type(move.to)}" if isinstance(move, Propose) else "counter"
    if isinstance(move, TypedText):
        return f"{verb} {move.line}"
    none = "" if isinstance(move, Propose) else f" {write_promises((move.promises, ''), names)}"
    return f"{verb} give {write_goods(move.give)} get {write_goods(move.get)}{none}"


def _legal_with_all(view: View, known: Known, name: str, values: Iterable[Any]) -> Iterator[Any]:
    """Yield the values that the rules accept in an offer to any of the other players."""
    whom: list[Known] = [{}] if open_offer(view) else [{"to": seat} for seat in other_seats(view)]
    for value in values:
        if all([*_legal_values(view, {**known, **to}, name, [value])] for to in whom):
            yield value


def _pay_promise(promises: Promises) -> str:
    (clause,), _ = promises
    return f"I pay {money(clause.amount)} by {clause.turn}"
