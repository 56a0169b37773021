"""Edit and check the draft of an offer, which may still be illegal.

Each line of a draft can be removed. A line that the rules forbid explains why.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.ui.panels.words import Names, listed
from cogs.trump.deal import items_in, promised_in, words_in
from cogs.trump.words import Voice, the, titled
from games.rules import IllegalMove, Seat
from games.trump.cards import AT, FORCE_SALE, RANK, TAX
from games.trump.deals.offers import no_offer
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
)
from games.trump.refusals import Why
from games.trump.state import Offer
from games.trump.views import View

OTHER: Seat = -1
"""A stand-in for the other party of a deal until a player is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDraft:
    """The draft of an offer, from its writer's side. It may be incomplete or illegal (TR-68).

    While `to` is None, the other party's promises are by OTHER.
    """

    to: Seat | None
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str
    then: Then | None


EMPTY_DRAFT = OfferDraft(to=None, give=NOTHING, get=NOTHING, promises=(), words="", then=None)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One line of a draft. `key` identifies it for removal."""

    key: str
    line: str
    wrong: str
    """Why the rules forbid this line, as a sentence, or "" if they allow it."""


@dataclass(frozen=True, slots=True)
class _DraftVoice(Voice):
    """Pronouns and names for the writer of a draft, which may not name the other party yet."""

    def who(self, seat: Seat) -> str:
        return "the other player" if seat == OTHER else Voice.who(self, seat)

    def whose(self, seat: Seat) -> str:
        return "the other player's" if seat == OTHER else Voice.whose(self, seat)


def draft_of(offer: Offer) -> OfferDraft:
    """Turn an offer into a draft by the player who made it. To draft an answer, mirror it first."""
    return OfferDraft(
        to=offer.to,
        give=offer.give,
        get=offer.get,
        promises=offer.promises,
        words=offer.words,
        then=None,
    )


def as_offer(draft: OfferDraft, by: Seat) -> Offer:
    """Convert a draft into an offer."""
    return Offer(
        by=by,
        to=OTHER if draft.to is None else draft.to,
        give=draft.give,
        get=draft.get,
        promises=draft.promises,
        words=draft.words,
    )


def as_proposal(draft: OfferDraft) -> Propose:
    """Convert a draft that names the other party into a proposal."""
    assert draft.to is not None, "it is not said with whom"
    return Propose(
        to=draft.to,
        give=draft.give,
        get=draft.get,
        promises=draft.promises,
        words=draft.words,
        then=draft.then,
    )


def as_counter(draft: OfferDraft) -> Counter:
    """Convert a draft into a counter-offer."""
    return Counter(give=draft.give, get=draft.get, promises=draft.promises, words=draft.words)


def combined(goods: Goods, more: Goods) -> Goods:
    """Merge two sets of goods, sorted as the rules require."""
    return Goods(
        properties=tuple(sorted({*goods.properties, *more.properties}, key=AT.__getitem__)),
        cards=tuple(sorted((*goods.cards, *more.cards), key=RANK.__getitem__)),
        random=goods.random + more.random,
        cash=goods.cash + more.cash,
    )


def lines_of(draft: OfferDraft, view: View, names: Names) -> list[DraftLine]:
    """List the lines of a draft. If the rules forbid a line, it has the reason."""
    seat = _writer(view)
    voice, offer = _DraftVoice(names, seat), as_offer(draft, seat)
    lines: list[DraftLine] = []
    sound = Offer(by=seat, to=offer.to, give=NOTHING, get=NOTHING, promises=(), words="")
    for side, way, goods in (("give", "You give", draft.give), ("get", "You get", draft.get)):
        for name, text in items_in(goods):
            thing = _only(goods, name)
            alone = {"give": NOTHING, "get": NOTHING, side: thing}
            wrong = _why_illegal(view, replace(sound, promises=(), **alone), names)
            lines.append(DraftLine(f"{side} {name}", f"{way}: {text}", wrong))
            if not wrong:
                sound = replace(sound, **{side: combined(getattr(sound, side), thing)})
    sound = replace(sound, words="")
    for at, clause in enumerate(draft.promises):
        with_it = replace(sound, promises=(*sound.promises, clause))
        wrong = _why_illegal(view, replace(with_it, give=_give_to_check(with_it)), names)
        line = promised_in(offer, clause, view.public, voice).rstrip(".")
        lines.append(DraftLine(f"promise {at}", line, wrong))
        if not wrong:
            sound = with_it
    if draft.words.strip():
        lines.append(DraftLine("words", words_in(offer, voice).rstrip("."), ""))
    if draft.then is not None:
        line = f"Then {play_named(draft.then, names)}"
        lines.append(DraftLine("then", line, _play_problem(draft, view)))
    return lines


def without_line(draft: OfferDraft, key: str) -> OfferDraft:
    """Remove a line from a draft. Return the draft unchanged if it has no such line."""
    kind, _, name = key.partition(" ")
    if kind in ("give", "get"):
        goods: Goods = getattr(draft, kind)
        return replace(draft, **{kind: _less(goods, name)})
    if kind == "promise" and name.isdecimal():
        promises = tuple(clause for at, clause in enumerate(draft.promises) if at != int(name))
        return replace(draft, promises=promises)
    if kind == "words":
        return replace(draft, words="")
    return replace(draft, then=None) if kind == "then" else draft


def problems(draft: OfferDraft, view: View, names: Names) -> list[str]:
    """List in sentences why a draft can't be offered, no matter whose turn it is."""
    if draft.to is None:
        return ["It doesn't say yet who you're dealing with."]
    lines = lines_of(draft, view, names)
    wrong = [line.wrong for line in lines if line.wrong and line.key != "then"]
    whole = _why_illegal(view, as_offer(draft, _writer(view)), names)
    return list(dict.fromkeys([*wrong, *([whole] if whole else [])]))


def describe_draft(draft: OfferDraft, view: View, names: Names) -> list[str]:
    """Write a draft in sentences, with illegal lines struck out and explained."""
    seat = _writer(view)
    voice, offer, all_of_it = (
        _DraftVoice(names, seat),
        as_offer(draft, seat),
        lines_of(draft, view, names),
    )
    wrong = {line.key for line in all_of_it if line.wrong}
    lines = [
        f"You give: {_goods_text('give', draft.give, wrong)}.",
        f"You get: {_goods_text('get', draft.get, wrong)}.",
    ]
    for at, clause in enumerate(draft.promises):
        line = promised_in(offer, clause, view.public, voice)
        lines.append(f"~~{line}~~" if f"promise {at}" in wrong else line)
    lines += [words_in(offer, voice)] if draft.words.strip() else []
    lines += [f"Then {play_named(draft.then, names)}."] if draft.then is not None else []
    errors = [line.wrong for line in all_of_it if line.wrong]
    return lines + [f"⚠ {why}" for why in dict.fromkeys([*errors, *problems(draft, view, names)])]


def play_named(then: Then, names: Names) -> str:
    """Name the play that follows the deal: `you play Tax on Mike`."""
    match then:
        case Play(card=card):
            return f"you play {titled(card)}"
        case Tax(seat=seat):
            return f"you play {TAX} on {names[seat] if 0 <= seat < len(names) else 'somebody'}"
        case ForceSale(property=property):
            return f"you play {FORCE_SALE} on {the(property)}"
        case Pass():
            return "you play no card"


def _writer(view: View) -> Seat:
    assert view.seat is not None, "a slip is written by a seat"
    return view.seat


def _goods_text(side: str, goods: Goods, wrong: set[str]) -> str:
    words = [f"~~{text}~~" if f"{side} {name}" in wrong else text for name, text in items_in(goods)]
    return listed(words or ["nothing"])


def _only(goods: Goods, name: str) -> Goods:
    """Return only the part of the goods that has this key."""
    if name == "cash":
        return replace(NOTHING, cash=goods.cash)
    if name == "cards":
        return replace(NOTHING, random=goods.random)
    if name in goods.properties:
        return replace(NOTHING, properties=(name,))
    return replace(NOTHING, cards=tuple(card for card in goods.cards if card == name))


def _less(goods: Goods, name: str) -> Goods:
    """Return the goods without the part that has this key."""
    if name in ("cash", "cards"):
        return replace(goods, **{"cash" if name == "cash" else "random": 0})
    return replace(
        goods,
        properties=tuple(box for box in goods.properties if box != name),
        cards=tuple(card for card in goods.cards if card != name),
    )


def _give_to_check(offer: Offer) -> Goods:
    """Return the goods given. If both sides pay, leave out cash, which is refused separately."""
    return replace(offer.give, cash=0) if offer.get.cash else offer.give


def _why_illegal(view: View, offer: Offer, names: Names) -> str:
    if offer.to != OTHER:
        return _sentence(no_offer(view, offer), names)
    own = replace(offer, get=NOTHING, promises=())  # all else depends on the other party
    others = [seat for seat in range(view.seats) if seat != offer.by]
    refusals = [no_offer(view, replace(own, to=seat)) for seat in others]
    return "" if own.give == NOTHING or () in refusals else _sentence(refusals[0], names)


def _sentence(why: Why, names: Names) -> str:
    return IllegalMove(*why).text(names.__getitem__) if why else ""


def _play_problem(draft: OfferDraft, view: View) -> str:
    held: Sequence[str] = (*view.free, *draft.get.cards)
    match draft.then:
        case Play(card=card):
            pass
        case Tax():
            card = TAX
        case ForceSale():
            card = FORCE_SALE
        case _:
            return ""
    if card in held or draft.get.random:
        return ""
    return f"You have no {titled(card)} card, and this deal doesn't bring you one."
