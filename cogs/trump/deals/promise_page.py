"""Draw and read the page on which a draft's writer builds one promise.

The unfinished promise is not stored: `encode` writes it into the custom_id of every button and
menu, and `decode` reads it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.ui.draft_kind import about
from bot.ui.panel import CHOICE_LIMIT, Button, Choice, Entry, Form, Menu, Panel, Part, Row, Text
from bot.ui.words import Names, listed
from cogs.trump.deal import named_card, next_turn, promised_in
from cogs.trump.deals.offer_draft import OfferDraft, as_offer
from cogs.trump.read import pays
from cogs.trump.words import Voice, money, money_in, the, titled, upper
from games.rules import Refusal, Seat
from games.trump.cards import AT, CARDS, PROFIT_CARDS, PROPERTIES, RANK, STEP
from games.trump.deals.offers import MOST_MONEY, MOST_PROMISES, latest
from games.trump.moves import Clause, Duty
from games.trump.state import Public
from games.trump.views import View

KIND = "draft"
SUMS = (*range(10, 110, 10), 120, 150, 200, 250, 300, 400)
"""The amounts in menus. Players can type any other amount."""
NO_CARD = "none"
UNKNOWN_BUTTON = "That button doesn't work any more."

_DUTIES: Mapping[str, Duty] = {
    "p": "pay",
    "r": "return",
    "k": "keep",
    "s": "spare",
    "g": "give_back",
    "y": "play",
}
_LETTERS = {duty: letter for letter, duty in _DUTIES.items()}
_CARDS = tuple(CARDS)
_CODE = re.compile(
    r"([mt])\.([prksgy])\.([0-7]?)\.([0-9]{1,5})\.([0-9]{0,2})\.([0-9]{0,6})\.([01])", re.ASCII
)
_TURN = re.compile(r"(?:turn )?([0-9]{1,6})", re.ASCII)


# --- encoding -------------------------------------------------------------------------------------


def encode(clause: Clause, seat: Seat) -> str:
    """Encode a promise for a custom_id. `seat` is the writer of the draft."""
    parts = (
        "m" if clause.by == seat else "t",
        _LETTERS[clause.duty],
        "" if clause.property is None else AT[clause.property],
        clause.amount,
        "" if clause.card is None else RANK[clause.card],
        clause.turn if clause.turn is not None else "",
        int(clause.lapses),
    )
    return ".".join(map(str, parts))


def decode(text: str, seat: Seat, to: Seat) -> Clause:
    """Decode a promise from a custom_id. Raise Refusal if the text is malformed or forged."""
    match = _CODE.fullmatch(text)
    if match is None:
        raise Refusal(UNKNOWN_BUTTON)
    whose, letter, at, amount, rank, turn, lapses = match.groups()
    duty = _DUTIES[letter]
    if (duty in ("return", "keep")) != bool(at) or (rank and int(rank) >= len(_CARDS)):
        raise Refusal(UNKNOWN_BUTTON)
    return Clause(
        by=seat if whose == "m" else to,
        duty=duty,
        amount=int(amount),
        property=PROPERTIES[int(at)] if at else None,
        card=_CARDS[int(rank)] if rank else None,
        turn=int(turn) if turn else None,
        lapses=lapses == "1",
    )


# --- possible promises ----------------------------------------------------------------------------


def owned_after(draft: OfferDraft, view: View, seat: Seat) -> tuple[str, ...]:
    """List the properties that a party will own after the deal, as far as the draft says."""
    comes, goes = draft.get, draft.give
    if seat != view.seat:
        comes, goes = goes, comes
    other = draft.to if seat == view.seat else view.seat
    mine, theirs = view.public.owned(seat), view.public.owned(other)
    return tuple(
        name
        for name in PROPERTIES
        if (name in mine and name not in goes.properties)
        or (name in theirs and name in comes.properties)
    )


def possible_promises(draft: OfferDraft, view: View) -> Iterator[Clause]:
    """Yield a first version of every promise that the two parties can make, the likeliest first.

    A property in this deal is returned for the cash that it costs now, at the end of the receiver's
    next turn. A promise already in the draft is continued instead (TR-73).
    """
    seat, to = view.seat, draft.to
    assert seat is not None, "a draft is written by a seat"
    assert to is not None, "a draft is begun with somebody"
    both = (seat, to)
    on_it = {clause.property: clause for clause in draft.promises if clause.property is not None}
    after = {by: owned_after(draft, view, by) for by in both}
    lent = (*draft.give.properties, *draft.get.properties)
    returns = [on_it.get(box) or _return(draft, view, by, box) for by in both for box in after[by]]
    yield from (back for back in returns if back.property in lent)
    yield from (_promise(by, "pay", view.public) for by in both)
    yield from (back for back in returns if back.property not in lent and back.duty == "return")
    for by in both:
        yield from (_promise(by, "keep", view.public, box) for box in after[by] if box not in on_it)
    yield from (back for back in returns if back.property not in lent and back.duty == "keep")
    yield from (_promise(by, "spare", view.public) for by in both)


def _return(draft: OfferDraft, view: View, by: Seat, property: str) -> Clause:
    clause = _promise(by, "return", view.public, property, _price(draft, property))
    mine = by == view.seat == view.public.seat and property in draft.get.properties
    if mine and any(property in CARDS[card].named for card in view.hand):
        return replace(clause, turn=view.public.turn)  # TR-46: the receiver can use it this turn
    return clause


def _price(draft: OfferDraft, property: str) -> int:
    """Return the cash paid for a property in this deal, the likeliest price of its return."""
    if property in draft.give.properties:
        return draft.get.cash
    return draft.give.cash if property in draft.get.properties else 0


def _promise(
    by: Seat, duty: Duty, public: Public, property: str | None = None, amount: int = 0
) -> Clause:
    return Clause(
        by=by,
        duty=duty,
        amount=amount,
        property=property,
        card=None,
        turn=None if duty == "pay" else next_turn(public, by),
        lapses=duty in ("keep", "spare"),
    )


def promise_label(clause: Clause, draft: OfferDraft, voice: Voice) -> str:
    """Describe a promise in a menu, without its amount and its time."""
    by, property = clause.by, the(clause.property or "property")
    to = draft.to if by == voice.to else voice.to
    assert to is not None, "a promise is made to somebody"
    other = voice.who(to)
    lent = draft.get if by == voice.to else draft.give
    match clause.duty:
        case "pay":
            text = f"{voice.verb(by, 'pay', 'pays')} {other} money"
        case "return" if clause.property in lent.properties:
            text = f"{voice.verb(by, 'give', 'gives')} {property} back"
        case "return":
            text = f"{voice.verb(by, 'hand', 'hands')} {property} over"
        case "keep":
            text = f"{voice.verb(by, 'keep', 'keeps')} {property}"
        case "spare":
            text = f"{voice.verb(by, 'spare', 'spares')} {other} Tax and Force Sale"
        case "give_back":
            text = f"{voice.verb(by, 'give', 'gives')} {named_card(clause)} back"
        case "play":
            text = f"{voice.verb(by, 'play', 'plays')} {named_card(clause)}"
    return upper(text)


# --- the page -------------------------------------------------------------------------------------


def promise_page(clause: Clause, draft: OfferDraft, number: int, view: View, names: Names) -> Panel:
    """Draw the unfinished promise, with menus and buttons to complete it."""
    seat = _owner(view)
    plain = Voice.plain(names, seat)
    more = about(KIND, "promise", number, so=encode(clause, seat))
    lacking = _missing_terms(clause)
    text = f"### A promise\n{_sentence(clause, draft, view, Voice(names, seat))}"
    if lacking:
        either = "when" in lacking and clause.duty in ("pay", "return")
        when = " (a turn, a card, or both)" if either else ""
        text += f"\n-# Still missing: {listed(lacking)}{when}."
    parts: list[Part] = [Text(text)]
    if clause.duty in ("pay", "return"):
        parts.append(Menu(more, "*amount", "How much?", _amount_menu(clause)))
    end = "Until the end of" if clause.lapses and clause.card is None else "At the end of"
    parts.append(Menu(more, "*turn", f"{end} which turn?", _turn_menu(clause, view.public, plain)))
    if clause.duty in ("pay", "return"):
        played = plain.verb(clause.by, "play", "plays")
        named, other = _card_menus(clause, draft, view)
        parts.append(Menu(more, "*card", f"When {played} which card?", named))
        parts.append(Menu(more, "*card", f"When {played} which other card?", other))
    buttons = [
        Button(
            "Add",
            about(KIND, "put", number, so=encode(clause, seat)),
            "main",
            disabled=bool(lacking),
        )
    ]
    if clause.card is not None and clause.turn is not None:
        flipped = encode(replace(clause, lapses=not clause.lapses), seat)
        label = f"Due at turn {clause.turn} at the latest" if clause.lapses else "Off if not played"
        buttons.append(Button(label, about(KIND, "promise", number, so=flipped)))
    other_values = (
        "Another turn…" if clause.duty in ("keep", "spare") else "Another amount or turn…"
    )
    buttons.append(Button(other_values, about(KIND, "terms", number, so=encode(clause, seat))))
    buttons.append(Button("Back", about(KIND, "look", number)))
    return Panel([*parts, Row(buttons)])


def terms_form(clause: Clause, number: int, view: View) -> Form:
    """Return a form for an amount or a turn that no menu lists."""
    public = view.public
    entries = [
        Entry(
            "?turn",
            "At the end of which turn?",
            f"{public.turn} to {latest(view)}",
            "" if clause.turn is None else str(clause.turn),
            required=False,
        )
    ]
    if clause.duty in ("pay", "return"):
        amount = money(clause.amount) if clause.amount else ""
        least = "$10M" if clause.duty == "pay" else "$0M"
        hint = f"{least} to {money(MOST_MONEY)}, in tens"
        entries.insert(0, Entry("?amount", "How much?", hint, amount, required=False))
    request = about(KIND, "terms", number, so=encode(clause, _owner(view)))
    return Form(request, "A promise", entries)


def with_terms(clause: Clause, args: Mapping[str, str], view: View) -> Clause:
    """Apply the values chosen or typed on the page to a promise, or raise Refusal."""
    if amount := args.get("*amount") or args.get("?amount", "").strip():
        clause = replace(clause, amount=amount_in(amount, 0))
    if turn := args.get("*turn") or args.get("?turn", "").strip():
        clause = replace(clause, turn=turn_in(turn, view))
    if card := args.get("*card"):
        if card not in (*PROFIT_CARDS, NO_CARD):
            raise Refusal(UNKNOWN_BUTTON)
        clause = replace(clause, card=None if card == NO_CARD else card)
    if clause.duty in ("pay", "return"):
        both = clause.card is not None and clause.turn is not None
        clause = replace(clause, lapses=clause.lapses and both)
    return clause


def amount_in(text: str, least: int = STEP) -> int:
    """Read an amount of money, or raise Refusal."""
    amount = money_in(text)
    if amount is None or amount[1] or amount[0] % STEP or not least <= amount[0] <= MOST_MONEY:
        raise Refusal(f"Name an amount in tens, from {money(least)} to {money(MOST_MONEY)}.")
    return amount[0]


def turn_in(text: str, view: View) -> int | None:
    """Read the number of a turn, where 0 means none, or raise Refusal."""
    match = _TURN.fullmatch(text.strip().casefold())
    turn = int(match[1]) if match else -1
    if turn and not view.public.turn <= turn <= latest(view):
        raise Refusal(
            f"A promise can name a turn from {view.public.turn} to {latest(view)}, by its number."
        )
    return turn or None


def add_promise(draft: OfferDraft, clause: Clause) -> OfferDraft:
    """Add a promise to a draft and remove any other promise about the same property (TR-73)."""
    lacking = _missing_terms(clause)
    if lacking:
        raise Refusal(f"Say {listed(lacking)}.")
    others = tuple(
        term for term in draft.promises if term.property is None or term.property != clause.property
    )
    if len(others) >= MOST_PROMISES:
        raise Refusal(f"A deal has room for {MOST_PROMISES} promises. Remove one first.")
    return replace(draft, promises=(*others, clause))


def _owner(view: View) -> Seat:
    assert view.seat is not None, "a draft is written by a seat"
    return view.seat


def _missing_terms(clause: Clause) -> list[str]:
    lacking = ["how much"] if clause.duty == "pay" and not clause.amount else []
    return lacking + (["when"] if clause.turn is None and clause.card is None else [])


def _sentence(clause: Clause, draft: OfferDraft, view: View, voice: Voice) -> str:
    """Write an unfinished promise as far as its terms are known."""
    if not _missing_terms(clause):
        return promised_in(as_offer(draft, _owner(view)), clause, view.public, voice)
    text = promise_label(clause, draft, voice)
    if clause.amount:
        sum = money(clause.amount)
        text = text.removesuffix("money") + sum if clause.duty == "pay" else f"{text} for {sum}"
    if clause.turn is not None and clause.card is None:
        text += f" at the end of {voice.whose(view.public.turn_of(clause.turn))} turn {clause.turn}"
    elif clause.card is not None:
        text += f" when {voice.verb(clause.by, 'play', 'plays')} {titled(clause.card)}"
    return f"{text} …"


def _amount_menu(clause: Clause) -> list[Choice]:
    amounts = SUMS if clause.duty == "pay" else (0, *SUMS)
    if clause.amount not in amounts and clause.amount:
        amounts = tuple(sorted((*amounts, clause.amount)))
    known = clause.amount != 0 or clause.duty == "return"
    return [
        Choice(money(sum) if sum else "nothing", str(sum), chosen=known and sum == clause.amount)
        for sum in amounts
    ]


def _turn_menu(clause: Clause, public: Public, plain: Voice) -> list[Choice]:
    room = CHOICE_LIMIT - 1
    turns = list(range(public.turn, public.turn + min(room, 8 * public.seats + 1)))
    if clause.turn is not None and clause.turn not in turns:
        turns[-1] = clause.turn
    none = [Choice("at no turn", "0")] if clause.card is not None and clause.turn else []
    return [
        *none,
        *(
            Choice(
                f"the end of {plain.whose(public.turn_of(turn))} turn {turn}",
                str(turn),
                "this turn" if turn == public.turn else "",
                chosen=turn == clause.turn,
            )
            for turn in turns
        ),
    ]


def _card_menus(clause: Clause, draft: OfferDraft, view: View) -> tuple[list[Choice], list[Choice]]:
    """List the profit cards that name properties and then the others, each with likely ones first.

    Cards that the promisor could play after the deal come before all others.
    """
    after = owned_after(draft, view, clause.by)
    lent = {*draft.give.properties, *draft.get.properties}

    def rank(name: str) -> tuple[bool, bool, bool, int]:
        card = CARDS[name]
        needed = set(card.named) <= set(after) and len(after) >= card.needs
        mine = clause.by == view.seat and name in view.hand
        return not needed, not mine, lent.isdisjoint(card.named), -card.pays

    cards = sorted((name for name in CARDS if name in PROFIT_CARDS), key=rank)
    none = [Choice("with no card", NO_CARD)] if clause.card is not None else []
    named, other = (
        [
            Choice(titled(card), card, pays(card), chosen=card == clause.card)
            for card in cards
            if bool(CARDS[card].named) is naming
        ]
        for naming in (True, False)
    )
    return [*none, *named], other
