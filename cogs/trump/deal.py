"""Write the terms of a deal in sentences: the goods, the promises, and when they fall due.

Each reader sees an offer from their own side, as what they give and what they get.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.ui.panels.words import escape, listed, short
from cogs.trump.words import Voice, counted, money, the, titled, upper
from games.rules import Seat
from games.trump.cards import CARDS, without
from games.trump.deals.offers import MOST_WORDS, received
from games.trump.moves import NOTHING, Clause, Goods
from games.trump.promises import bound, waiting
from games.trump.state import Debt, Offer, Promise, Public

SUMMARY_LIMIT = 350  # characters in the one-line summary of a deal
QUOTE_LIMIT = 80  # characters of quoted words if the summary would be too long

# --- goods ----------------------------------------------------------------------------------------


def card_named(card: str, count: int = 1) -> str:
    """Write cards of one kind in a sentence: `the Hotel Profits card`, `2 Tax cards`."""
    if count > 1:
        return f"{count} {card} cards"
    if CARDS[card].copies == 1:
        return f"the {titled(card)} card"
    return f"{'an' if card[0] in 'AEIOU' else 'a'} {card} card"


def cards_named(cards: Sequence[str]) -> str:
    """Write cards in a sentence: `the Hotel Profits card and 2 Tax cards`."""
    return listed([card_named(card, cards.count(card)) for card in dict.fromkeys(cards)])


def goods_named(goods: Goods) -> str:
    """Write goods in a sentence: `the Casino, a Tax card and $10M`, or `nothing`."""
    return listed([text for _, text in items_in(goods)] or ["nothing"])


def items_in(goods: Goods) -> Iterator[tuple[str, str]]:
    """Yield a key and the wording for each thing in the goods."""
    for property in goods.properties:
        yield property, the(property)
    for card in dict.fromkeys(goods.cards):
        yield card, card_named(card, goods.cards.count(card))
    if goods.random:
        yield "cards", f"{counted(goods.random, 'card')} drawn at random"
    if goods.cash:
        yield "cash", money(goods.cash)


# --- promises -------------------------------------------------------------------------------------


def turn_named(number: int | None, public: Public | None, voice: Voice) -> str:
    """Name a turn. If the public state is given, add the turn's owner (TR-56)."""
    if number is None:
        return ""
    return f"{'' if public is None else voice.whose(public.turn_of(number)) + ' '}turn {number}"


def _when(clause: Clause | Promise, public: Public | None, voice: Voice) -> str:
    end = "" if clause.turn is None else f"the end of {turn_named(clause.turn, public, voice)}"
    if clause.duty in ("keep", "spare"):
        return f"until {end}"
    if clause.duty == "play" and clause.turn is not None:
        return f"on {turn_named(clause.turn, public, voice)}"
    if clause.card is None or clause.duty == "give_back":
        return f"at {end}"
    plays = f"{voice.verb(clause.by, 'play', 'plays')} {titled(clause.card)}"
    if clause.turn is None:
        return f"when {plays}"
    return f"if {plays} by {end}" if clause.lapses else f"when {plays}, or at {end} at the latest"


@dataclass(frozen=True, slots=True)
class _Deed:
    """The verb of a promise in both forms, `pay` and `pays`, and the words that follow it."""

    you: str
    they: str
    what: str


def _deed(
    clause: Clause | Promise, to: Seat, public: Public | None, voice: Voice, *, back: bool = False
) -> _Deed:
    whom, when = voice.who(to), _when(clause, public, voice)
    property = the(clause.property or "property")
    price = f"for {money(clause.amount)} " if clause.amount else ""
    match clause.duty:
        case "pay":
            return _Deed("pay", "pays", f"{whom} {money(clause.amount)} {when}")
        case "give_back":
            return _Deed("give", "gives", f"{lent_card(clause)} back to {whom} {price}{when}")
        case "play":
            return _Deed("play", "plays", f"{named_card(clause)} {when}")
        case "return":
            if back:
                return _Deed("give", "gives", f"{property} back to {whom} {price}{when}")
            return _Deed("hand", "hands", f"{property} over to {whom} {price}{when}")
        case "keep":
            return _Deed("keep", "keeps", f"{property} {when}")
        case "spare":
            return _Deed("spare", "spares", f"{whom} any Tax or Force Sale {when}")


def named_card(clause: Clause | Promise) -> str:
    """Write the card that a promise names: `Hotel + Casino`."""
    return "no card" if clause.card is None else titled(clause.card)


def lent_card(clause: Clause | Promise) -> str:
    """Write the card that a promise gives back: `the Hotel + Casino card`."""
    return "no card" if clause.card is None else card_named(clause.card)


def promise_text(promise: Promise, voice: Voice, public: Public | None = None) -> str:
    """Write a promise as a clause: `Ann pays you $50M at the end of turn 31`."""
    deed = _deed(promise, promise.to, public, voice)
    return f"{voice.verb(promise.by, deed.you, deed.they)} {deed.what}"


def promise_line(promise: Promise, public: Public, voice: Voice) -> str:
    """Write a promise as a list entry: `3. Ann pays Jeff $50M at the end of Jeff's turn 31.`"""
    return f"{promise.number}. {upper(promise_text(promise, voice, public))}."


def debt_line(debt: Debt, voice: Voice) -> str:
    """Write a debt as a list entry: `4. Ann owes Mike $20M.`"""
    owes = upper(voice.verb(debt.by, "owe", "owes"))
    return f"{debt.number}. {owes} {voice.who(debt.to)} {money(debt.amount)}."


def due_with(card: str, public: Public, voice: Voice) -> str:
    """Say what falls due when the reader plays a card: `you then pay Jeff $50M`. May return ""."""
    due: list[str] = []
    for promise in () if voice.to is None else waiting(public.promises, voice.to, card):
        whom = voice.who(promise.to)
        if promise.duty == "pay":
            deed = f"pay {whom} {money(promise.amount)}"
        else:
            price = f" for {money(promise.amount)}" if promise.amount else ""
            deed = f"hand {the(promise.property or 'property')} over to {whom}{price}"
        by = turn_named(promise.turn, public, voice)
        due.append(f"{deed} if it's by {by}" if promise.lapses else deed)
    return f"you then {listed(due)}" if due else ""


def binding(property: str, public: Public, voice: Voice) -> str:
    """Say how a promise binds a property: `Jeff's after Ann's turn 31`. May return ""."""
    promise = bound(public.promises, property)
    if promise is None:
        return ""
    turn = turn_named(promise.turn, public, voice)
    if promise.duty == "keep":
        return f"kept until the end of {turn}"
    price = f" for {money(promise.amount)}" if promise.amount else ""
    whose = "yours" if promise.to == voice.to else voice.whose(promise.to)
    if promise.card is None:
        return f"{whose}{price} after {turn}"
    plays = f"{voice.verb(promise.by, 'play', 'plays')} {titled(promise.card)}"
    if promise.turn is None:
        return f"{whose}{price} when {plays}"
    if promise.lapses:
        return f"{whose}{price} if {plays} by {turn}"
    return f"{whose}{price} when {plays}, or after {turn}"


# --- an offer -------------------------------------------------------------------------------------


def _other_party(offer: Offer, by: Seat) -> Seat:
    return offer.to if by == offer.by else offer.by


def _comes_back(offer: Offer, clause: Clause) -> bool:
    """Return whether a player is promised back what they hand over in this deal."""
    lent = received(offer, clause.by).properties
    return clause.duty == "give_back" or (clause.duty == "return" and clause.property in lent)


def promised_in(offer: Offer, clause: Clause, public: Public | None, voice: Voice) -> str:
    """Write one promise of an offer: `Ann promises to pay you $50M at the end of turn 31.`"""
    back = _comes_back(offer, clause)
    deed = _deed(clause, _other_party(offer, clause.by), public, voice, back=back)
    promises = upper(voice.verb(clause.by, "promise", "promises"))
    return f"{promises} to {deed.you} {deed.what}."


def words_in(offer: Offer, voice: Voice, limit: int = MOST_WORDS) -> str:
    """Quote the words that go with an offer, or return "" if there are none."""
    words = " ".join(offer.words.split())
    if not words:
        return ""
    said = escape(short(words, limit), MOST_WORDS)
    return f"On {voice.whose(offer.by)} honour: “{said}”" + ("" if said[-1] in ".!?…" else ".")


def offer_lines(offer: Offer, public: Public, voice: Voice) -> list[str]:
    """Write an offer in sentences: one for each side and one for each promise."""
    if voice.to in (offer.by, offer.to):
        mine = voice.to == offer.by
        give, get = (offer.give, offer.get) if mine else (offer.get, offer.give)
        lines = [f"You give: {goods_named(give)}.", f"You get: {goods_named(get)}."]
    else:
        lines = [
            f"{voice.who(offer.by)} gives: {goods_named(offer.give)}.",
            f"{voice.who(offer.to)} gives: {goods_named(offer.get)}.",
        ]
    lines += [promised_in(offer, clause, public, voice) for clause in offer.promises]
    lines += [words_in(offer, voice)] if offer.words.strip() else []
    return lines + warnings(offer, voice)


def offer_summary(offer: Offer, voice: Voice) -> str:
    """Write an offer in one line: `Ann gives the Casino, …`."""
    gives = [
        f"{voice.verb(seat, 'give', 'gives')} {goods_named(goods)}"
        for seat, goods in ((offer.by, offer.give), (offer.to, offer.get))
        if goods != NOTHING
    ]
    goods = f"{upper(', '.join(gives))}." if gives else "Nothing changes hands now."
    promises = [promised_in(offer, clause, voice.public, voice) for clause in offer.promises]
    words = words_in(offer, voice)
    line = " ".join([goods, *promises, *([words] if words else [])])
    if len(line) > SUMMARY_LIMIT:
        words = words_in(offer, voice, QUOTE_LIMIT)
        line = " ".join([goods, *promises, *([words] if words else [])])
    if len(line) > SUMMARY_LIMIT:
        line = " ".join([f"{upper(shares(offer, voice))}.", *([words] if words else [])])
    return line


def shares(offer: Offer, voice: Voice) -> str:
    """Write what each side of a deal does: `Ann gives $10M and makes 1 promise, and Ben lends …`.

    What is promised back in the deal is lent. All other promises are only counted.
    """
    sides: list[str] = []
    for seat, goods in ((offer.by, offer.give), (offer.to, offer.get)):
        back = [due for due in offer.promises if due.by != seat and _comes_back(offer, due)]
        named = [due.property for due in back]
        lent = replace(
            NOTHING,
            properties=tuple(name for name in goods.properties if name in named),
            cards=tuple(due.card for due in back if due.duty == "give_back" and due.card),
        )
        given = replace(
            goods,
            properties=without(goods.properties, lent.properties),
            cards=without(goods.cards, lent.cards),
        )
        count = sum(due.by == seat and not _comes_back(offer, due) for due in offer.promises)
        s = "" if seat == voice.to else "s"
        does = [f"give{s} {goods_named(given)}"] if given != NOTHING else []
        does += [f"lend{s} {goods_named(lent)}"] if lent != NOTHING else []
        does += [f"make{s} {counted(count, 'promise')}"] if count else []
        sides += [f"{voice.who(seat)} {listed(does)}"] if does else []
    return ", and ".join(sides)


def mirrored(offer: Offer) -> Offer:
    """Return the same deal as its receiver would offer it, but without the quoted words."""
    return Offer(
        by=offer.to, to=offer.by, give=offer.get, get=offer.give, promises=offer.promises, words=""
    )


# --- the WHEN trap --------------------------------------------------------------------------------


def undated(offer: Offer) -> tuple[Clause, ...]:
    """List the promises by the offerer that depend on a card alone and may never be due (TR-48)."""
    return tuple(
        clause
        for clause in offer.promises
        if clause.by == offer.by and clause.card is not None and clause.turn is None
    )


def with_turn(promises: Iterable[Clause], by: Seat, turn: int) -> tuple[Clause, ...]:
    """Give each promise of a player that depends only on a card a latest turn."""
    return tuple(
        replace(clause, turn=turn, lapses=False)
        if clause.by == by and clause.card is not None and clause.turn is None
        else clause
        for clause in promises
    )


def next_turn(public: Public, seat: Seat) -> int:
    """Return the number of a player's next turn."""
    return next(
        public.turn + more
        for more in range(1, public.seats + 1)
        if public.turn_of(public.turn + more) == seat
    )


def warnings(offer: Offer, voice: Voice) -> list[str]:
    """Warn a party of what may never come: payments that wait for a card, and lent cards."""
    if voice.to not in (offer.by, offer.to):
        return []
    other = _other_party(offer, voice.to)
    who, theirs = voice.who(other), [due for due in offer.promises if due.by == other]
    waits = [due.card for due in undated(offer)] if voice.to == offer.to else []
    plays = [due.card for due in theirs if due.duty == "play"]
    lines: list[str] = []
    for some, why in (
        ([card for card in waits if card not in plays], f"{who} needn't play {{}}"),
        ([card for card in waits if card in plays], f"{who} may be unable to play {{}} then"),
    ):
        cards = listed([titled(card) for card in dict.fromkeys(some) if card], "or")
        that = "that promise" if len(some) == 1 else "those promises"
        because = f"Careful: {that} may never fall due, because {why.format(cards)}."
        lines += [because] if some else []
    if lent := dict.fromkeys(lent_card(due) for due in theirs if due.duty == "give_back"):
        played = f"{who} may play {listed([*lent])} before then"
        lines.append(f"Careful: {played}, and a card that's played doesn't come back.")
    return lines
