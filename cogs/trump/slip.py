"""Edit and check the draft of an offer, which need not be legal yet.

Each line of a draft can be removed, and says why it can't be offered if the rules forbid it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.ui.words import Names, listed
from cogs.trump.deal import each_of, promised_in, words_in
from cogs.trump.words import Voice, the
from games.rules import IllegalMove, Seat
from games.trump.cards import AT, FORCE_SALE, RANK, TAX
from games.trump.moves import (
    NOTHING,
    Clause,
    Counter,
    ForceSale,
    Goods,
    Pass,
    Play,
    Propose,
    Tax,
    Then,
    new_propose,
)
from games.trump.offers import no_offer
from games.trump.refusals import Why
from games.trump.state import Offer, new_offer
from games.trump.views import View

OTHER: Seat = -1
"""Stands for the other party of a deal while nobody is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """The draft of an offer, from its writer's side; it may be incomplete or illegal (TR-68).

    While `to` is None, the other party's promises are by OTHER.
    """

    to: Seat | None
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str
    then: Then | None


BLANK = Slip(to=None, give=NOTHING, get=NOTHING, promises=(), words="", then=None)


@dataclass(frozen=True, slots=True)
class Thing:
    """One line of a draft; `key` identifies it for removal."""

    key: str
    line: str
    wrong: str
    """Why the rules forbid this line, as a sentence, or "" if they allow it."""


@dataclass(frozen=True, slots=True)
class _SlipVoice(Voice):
    """A voice for the writer of a draft that may not name the other party yet."""

    def who(self, seat: Seat) -> str:
        return "the other player" if seat == OTHER else Voice.who(self, seat)

    def whose(self, seat: Seat) -> str:
        return "the other player's" if seat == OTHER else Voice.whose(self, seat)


def slip_of(offer: Offer) -> Slip:
    """Turn an offer into a draft by its maker; mirror the offer first to draft a counter-offer."""
    return Slip(
        to=offer.to,
        give=offer.give,
        get=offer.get,
        promises=offer.promises,
        words=offer.words,
        then=None,
    )


def as_offer(slip: Slip, by: Seat) -> Offer:
    """Convert a draft into an offer."""
    return new_offer(
        by=by,
        to=OTHER if slip.to is None else slip.to,
        give=slip.give,
        get=slip.get,
        promises=slip.promises,
        words=slip.words,
    )


def proposed(slip: Slip) -> Propose:
    """Convert a draft that names the other party into a proposal."""
    assert slip.to is not None, "it is not said with whom"
    return new_propose(
        to=slip.to,
        give=slip.give,
        get=slip.get,
        promises=slip.promises,
        words=slip.words,
        then=slip.then,
    )


def countered(slip: Slip) -> Counter:
    """Convert a draft into a counter-offer."""
    return Counter(give=slip.give, get=slip.get, promises=slip.promises, words=slip.words)


def towards(slip: Slip, to: Seat, by: Seat) -> Slip:
    """Name the other party of a draft, and attribute their promises to them."""
    promises = tuple(term if term.by == by else replace(term, by=to) for term in slip.promises)
    return replace(slip, to=to, promises=promises)


def added(goods: Goods, more: Goods) -> Goods:
    """Combine two sets of goods, sorted as the rules require."""
    return Goods(
        properties=tuple(sorted({*goods.properties, *more.properties}, key=AT.__getitem__)),
        cards=tuple(sorted((*goods.cards, *more.cards), key=RANK.__getitem__)),
        random=goods.random + more.random,
        cash=goods.cash + more.cash,
    )


def things(slip: Slip, view: View, names: Names) -> list[Thing]:
    """List the lines of a draft, each with the reason why it can't be offered, if any."""
    seat = _writer(view)
    voice, offer = _SlipVoice(names, seat), as_offer(slip, seat)
    lines: list[Thing] = []
    sound = new_offer(by=seat, to=offer.to, give=NOTHING, get=NOTHING, promises=(), words="")
    for side, way, goods in (("give", "You give", slip.give), ("get", "You get", slip.get)):
        for name, text in each_of(goods):
            thing = _only(goods, name)
            alone = {"give": NOTHING, "get": NOTHING, side: thing}
            wrong = _wrong(view, replace(sound, promises=(), **alone), names)
            lines.append(Thing(f"{side} {name}", f"{way}: {text}", wrong))
            if not wrong:
                sound = replace(sound, **{side: added(getattr(sound, side), thing)})
    sound = replace(sound, words="")
    for at, clause in enumerate(slip.promises):
        with_it = replace(sound, promises=(*sound.promises, clause))
        wrong = _wrong(view, replace(with_it, give=_uncashed(with_it)), names)
        line = promised_in(offer, clause, view.public, voice).rstrip(".")
        lines.append(Thing(f"promise {at}", line, wrong))
        if not wrong:
            sound = with_it
    if slip.words.strip():
        lines.append(Thing("words", words_in(offer, voice).rstrip("."), ""))
    if slip.then is not None:
        line = f"Then {then_named(slip.then, names)}"
        lines.append(Thing("then", line, _no_then(slip, view)))
    return lines


def without(slip: Slip, key: str) -> Slip:
    """Remove a line from a draft; return the draft unchanged if it has no such line."""
    kind, _, name = key.partition(" ")
    if kind in ("give", "get"):
        goods: Goods = getattr(slip, kind)
        return replace(slip, **{kind: _less(goods, name)})
    if kind == "promise" and name.isdecimal():
        promises = tuple(clause for at, clause in enumerate(slip.promises) if at != int(name))
        return replace(slip, promises=promises)
    if kind == "words":
        return replace(slip, words="")
    return replace(slip, then=None) if kind == "then" else slip


def missing(slip: Slip, view: View, names: Names) -> list[str]:
    """List in sentences why a draft can't be offered, regardless of whose turn it is."""
    if slip.to is None:
        return ["It does not say yet with whom you deal."]
    wrong = [line.wrong for line in things(slip, view, names) if line.wrong and line.key != "then"]
    whole = _wrong(view, as_offer(slip, _writer(view)), names)
    return list(dict.fromkeys([*wrong, *([whole] if whole else [])]))


def slip_lines(slip: Slip, view: View, names: Names) -> list[str]:
    """Write a draft in sentences, with illegal lines struck out and explained."""
    seat = _writer(view)
    voice, offer, all_of_it = (
        _SlipVoice(names, seat),
        as_offer(slip, seat),
        things(slip, view, names),
    )
    wrong = {line.key for line in all_of_it if line.wrong}
    lines = [
        f"You give: {_marked('give', slip.give, wrong)}.",
        f"You get: {_marked('get', slip.get, wrong)}.",
    ]
    for at, clause in enumerate(slip.promises):
        line = promised_in(offer, clause, view.public, voice)
        lines.append(f"~~{line}~~" if f"promise {at}" in wrong else line)
    lines += [words_in(offer, voice)] if slip.words.strip() else []
    lines += [f"Then {then_named(slip.then, names)}."] if slip.then is not None else []
    errors = [line.wrong for line in all_of_it if line.wrong]
    return lines + [f"⚠ {why}" for why in dict.fromkeys([*errors, *missing(slip, view, names)])]


def then_named(then: Then, names: Names) -> str:
    """Name the play that follows the deal: `you play Tax on Mike`."""
    match then:
        case Play(card=card):
            return f"you play {card}"
        case Tax(seat=seat):
            return f"you play {TAX} on {names[seat] if 0 <= seat < len(names) else 'somebody'}"
        case ForceSale(property=property):
            return f"you play {FORCE_SALE} on {the(property)}"
        case Pass():
            return "you play no card"


def _writer(view: View) -> Seat:
    assert view.seat is not None, "a slip is written by a seat"
    return view.seat


def _marked(side: str, goods: Goods, wrong: set[str]) -> str:
    words = [f"~~{text}~~" if f"{side} {name}" in wrong else text for name, text in each_of(goods)]
    return listed(words or ["nothing"])


def _only(goods: Goods, name: str) -> Goods:
    """Return the goods reduced to the thing with this key."""
    if name == "cash":
        return replace(NOTHING, cash=goods.cash)
    if name == "cards":
        return replace(NOTHING, random=goods.random)
    if name in goods.properties:
        return replace(NOTHING, properties=(name,))
    return replace(NOTHING, cards=tuple(card for card in goods.cards if card == name))


def _less(goods: Goods, name: str) -> Goods:
    """Return the goods without the thing with this key."""
    if name in ("cash", "cards"):
        return replace(goods, **{"cash" if name == "cash" else "random": 0})
    return replace(
        goods,
        properties=tuple(box for box in goods.properties if box != name),
        cards=tuple(card for card in goods.cards if card != name),
    )


def _uncashed(offer: Offer) -> Goods:
    """Return the goods given, without cash if both sides pay, which is refused separately."""
    return replace(offer.give, cash=0) if offer.get.cash else offer.give


def _wrong(view: View, offer: Offer, names: Names) -> str:
    if offer.to != OTHER:
        return _sentence(no_offer(view, offer), names)
    own = replace(offer, get=NOTHING, promises=())  # the rest depends on the other party
    others = [seat for seat in range(view.seats) if seat != offer.by]
    refusals = [no_offer(view, replace(own, to=seat)) for seat in others]
    return "" if own.give == NOTHING or () in refusals else _sentence(refusals[0], names)


def _sentence(why: Why, names: Names) -> str:
    return IllegalMove(*why).said(names.__getitem__) if why else ""


def _no_then(slip: Slip, view: View) -> str:
    held: Sequence[str] = (*view.hand, *slip.get.cards)
    match slip.then:
        case Play(card=card):
            pass
        case Tax():
            card = TAX
        case ForceSale():
            card = FORCE_SALE
        case _:
            return ""
    if card in held or slip.get.random:
        return ""
    return f"You do not hold {card}, and this deal does not bring it."
