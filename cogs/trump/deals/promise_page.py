"""Draw and read the page on which a draft's writer builds one promise.

The unfinished promise is not stored: `encode` writes it into the custom_id of every button and
menu, and `decode` reads it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.ui.panels.panel import (
    CHOICE_LIMIT,
    Button,
    Choice,
    Entry,
    Form,
    Menu,
    Panel,
    Part,
    Row,
    Text,
)
from bot.ui.panels.words import Names, listed
from bot.ui.ways.draft_kind import about
from cogs.trump.deal import promised_in, turn_named
from cogs.trump.deals.offer_draft import OfferDraft, as_offer
from cogs.trump.deals.possible_promises import (
    gives_back,
    got_in,
    owned_after,
    plays_to_promise,
    promise_label,
)
from cogs.trump.read import pays
from cogs.trump.words import Voice, money, money_in, titled, upper
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
_WITH_AMOUNT: tuple[Duty, ...] = ("pay", "return", "give_back")
_TIED: tuple[Duty, ...] = ("pay", "return")
"""The promises that can wait for a card."""
_WITH_CARD: tuple[Duty, ...] = (*_TIED, "play")
"""The promises whose page asks for a card."""
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
    if duty == "give_back" and not rank:
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


# --- the page -------------------------------------------------------------------------------------


def promise_page(clause: Clause, draft: OfferDraft, number: int, view: View, names: Names) -> Panel:
    """Draw the unfinished promise, with menus and buttons to complete it."""
    seat = _owner(view)
    plain = Voice.plain(names, seat)
    more = about(KIND, "promise", number, so=encode(clause, seat))
    lacking = _missing_terms(clause)
    text = f"### A promise\n{_sentence(clause, draft, view, Voice(names, seat))}"
    if lacking:
        either = "when" in lacking and clause.duty in _TIED
        when = " (a turn, a card, or both)" if either else ""
        text += f"\n-# Still missing: {listed(lacking)}{when}."
    parts: list[Part] = [Text(text)]
    if clause.duty in _WITH_AMOUNT:
        parts.append(Menu(more, "*amount", "How much?", _amount_menu(clause)))
    parts.append(Menu(more, "*turn", _which_turn(clause), _turn_menu(clause, view.public, plain)))
    if clause.duty in _WITH_CARD:
        when = "" if clause.duty == "play" else f"When {plain.verb(clause.by, 'play', 'plays')} "
        named, other = _card_menus(clause, draft, view)
        menus = ((f"{when}which card?", named), (f"{when}which other card?", other))
        parts += [Menu(more, "*card", upper(ask), cards) for ask, cards in menus if cards]
    buttons = [
        Button(
            "Add",
            about(KIND, "put", number, so=encode(clause, seat)),
            "main",
            disabled=bool(lacking),
        )
    ]
    if clause.duty in _TIED and clause.card is not None and clause.turn is not None:
        flipped = encode(replace(clause, lapses=not clause.lapses), seat)
        latest_turn = turn_named(clause.turn, view.public, plain)
        label = f"Due at {latest_turn} at the latest" if clause.lapses else "Off if not played"
        buttons.append(Button(label, about(KIND, "promise", number, so=flipped)))
    other_values = "Another amount or turn…" if clause.duty in _WITH_AMOUNT else "Another turn…"
    buttons.append(Button(other_values, about(KIND, "terms", number, so=encode(clause, seat))))
    buttons.append(Button("Back", about(KIND, "look", number)))
    return Panel([*parts, Row(buttons)])


def _which_turn(clause: Clause) -> str:
    """Ask for the turn of a promise."""
    if clause.duty == "play":
        return "On which turn?"
    until = clause.duty in ("keep", "spare") or (clause.lapses and clause.card is None)
    return f"{'Until' if until else 'At'} the end of which turn?"


def terms_form(clause: Clause, number: int, view: View) -> Form:
    """Return a form for an amount or a turn that no menu lists."""
    public = view.public
    entries = [
        Entry(
            "?turn",
            _which_turn(clause),
            f"{public.turn} to {latest(view)}",
            "" if clause.turn is None else str(clause.turn),
            required=False,
        )
    ]
    if clause.duty in _WITH_AMOUNT:
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
    if clause.duty in _TIED:
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
    """Add a promise to a draft instead of an earlier one that it rules out."""
    lacking = _missing_terms(clause)
    if lacking:
        raise Refusal(f"Say {listed(lacking)}.")
    others = tuple(term for term in draft.promises if not _replaces(clause, term))
    if clause.duty == "give_back" and clause.card is not None:
        others = _with_room(draft, clause.by, clause.card)
    if len(others) >= MOST_PROMISES:
        raise Refusal(f"A deal has room for {MOST_PROMISES} promises. Remove one first.")
    return replace(draft, promises=(*others, clause))


def _replaces(new: Clause, old: Clause) -> bool:
    """Return whether a draft can't hold both promises, so that the new one replaces the old."""
    if new.property is not None:  # TR-73
        return new.property == old.property
    if (new.by, new.duty) != (old.by, old.duty):
        return False
    return new.duty == "play" and new.turn == old.turn  # TR-81: one a turn


def _with_room(draft: OfferDraft, by: Seat, card: str) -> tuple[Clause, ...]:
    """Return the draft's promises, without the first return of a card if it has no copy left.

    Every copy that a party gets in the deal can have a promise of its own (TR-80).
    """
    promised = gives_back(draft, by, card)
    rest = list(draft.promises)
    if promised and len(promised) >= got_in(draft, by).count(card):
        rest.remove(promised[0])
    return tuple(rest)


def _owner(view: View) -> Seat:
    assert view.seat is not None, "a draft is written by a seat"
    return view.seat


def _missing_terms(clause: Clause) -> list[str]:
    lacking = ["how much"] if clause.duty == "pay" and not clause.amount else []
    if clause.duty == "play" and clause.card is None:
        lacking.append("which card")
    if clause.turn is None and (clause.card is None or clause.duty not in _TIED):
        lacking.append("when")
    return lacking


def _sentence(clause: Clause, draft: OfferDraft, view: View, voice: Voice) -> str:
    """Write an unfinished promise as far as its terms are known."""
    if not _missing_terms(clause):
        return promised_in(as_offer(draft, _owner(view)), clause, view.public, voice)
    text = promise_label(clause, draft, voice)
    if clause.amount:
        sum = money(clause.amount)
        text = text.removesuffix("money") + sum if clause.duty == "pay" else f"{text} for {sum}"
    if clause.duty == "play":
        return f"{text} …"
    if clause.turn is not None and clause.card is None:
        text += f" at the end of {turn_named(clause.turn, view.public, voice)}"
    elif clause.card is not None and clause.duty in _TIED:
        text += f" when {voice.verb(clause.by, 'play', 'plays')} {titled(clause.card)}"
    return f"{text} …"


def _amount_menu(clause: Clause) -> list[Choice]:
    amounts = SUMS if clause.duty == "pay" else (0, *SUMS)
    if clause.amount not in amounts and clause.amount:
        amounts = tuple(sorted((*amounts, clause.amount)))
    known = clause.amount != 0 or clause.duty != "pay"
    return [
        Choice(money(sum) if sum else "nothing", str(sum), chosen=known and sum == clause.amount)
        for sum in amounts
    ]


def _turn_menu(clause: Clause, public: Public, plain: Voice) -> list[Choice]:
    room = CHOICE_LIMIT - 1
    turns = list(range(public.turn, public.turn + min(room, 8 * public.seats + 1)))
    plays = clause.duty == "play"
    if plays:  # TR-81: on a later turn of the player's own
        turns = [turn for turn in turns[1:] if public.turn_of(turn) == clause.by]
    if clause.turn is not None and clause.turn not in turns:
        turns[-1] = clause.turn
    tied = clause.duty in _TIED and clause.card is not None
    none = [Choice("at no turn", "0")] if tied and clause.turn else []
    return [
        *none,
        *(
            Choice(
                f"{'' if plays else 'the end of '}{turn_named(turn, public, plain)}",
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

    kinds = tuple(name for name in CARDS if name in PROFIT_CARDS)
    if clause.duty == "play":
        kinds = plays_to_promise(draft, clause.by, view)
    cards = sorted(kinds, key=rank)
    none = [Choice("with no card", NO_CARD)] if clause.card and clause.duty in _TIED else []
    named, other = (
        [
            Choice(titled(card), card, pays(card), chosen=card == clause.card)
            for card in cards
            if bool(CARDS[card].named) is naming
        ]
        for naming in (True, False)
    )
    return [*none, *named], other
