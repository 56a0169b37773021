"""Write and read what moves name in TRUMP The Game: money, cards, properties and promises."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.ui.panels.words import Names, escape, folded, listed, short
from bot.ui.ways.fields import Field, player
from cogs.trump.deal import promise_text
from cogs.trump.pics import first_on, of
from cogs.trump.words import (
    CARD_WORDS,
    PROPERTY_WORDS,
    Voice,
    money,
    money_in,
    named_in,
    the,
    titled,
)
from games.rules import Refusal
from games.trump.cards import CARDS, DIE_PAYS, PROPERTIES
from games.trump.deals import legal_deals
from games.trump.moves import Play
from games.trump.state import Acting, Relating
from games.trump.turn import play
from games.trump.views import View

# --- money ----------------------------------------------------------------------------------------


def range_of(least: int, most: int) -> str:
    """Write a range of amounts: `$10M to $340M, in tens`."""
    return money(least) if least >= most else f"{money(least)} to {money(most)}, in tens"


def read_money(text: str, hint: str) -> tuple[int, str]:
    """Read an amount. Raise a Refusal that says what was expected."""
    amount = money_in(text)
    if amount is None:
        said = short(text.strip(), 20)
        wrong = f"“{escape(said)}” isn't an amount." if said else "The amount is missing."
        raise Refusal(f"{wrong} Give {hint or 'one like $50M'}.")
    return amount


def inside_known(view: View, property: str) -> int | None:
    """Return the money inside a property, if the owner of the view is shown it (TR-55)."""
    box = view.public.box(property)
    known = view.options.books == "open" or (view.seat is not None and box.owner == view.seat)
    return box.inside if known else None


def led_in(
    word: str, read: Callable[[str, Any, Names], tuple[Any, str]]
) -> Callable[[str, Any, Names], tuple[Any, str]]:
    """Make a reader that skips an optional word before the field's value."""

    def read_after(text: str, view: View, names: Names) -> tuple[Any, str]:
        line = folded(text)
        match = re.match(rf"{word}(?!\w)[ :]*", line)
        return read(line[match.end() :] if match else line, view, names)

    return read_after


# --- cards and properties -------------------------------------------------------------------------


def playable(view: View) -> list[str]:
    """List the kinds of card that the player can play now without naming a target."""
    found = _plays(view)
    return [move.card for move in found if isinstance(move, Play)]


def _plays(view: View) -> Iterator[Any]:
    phase, public = view.phase, view.public
    if view.seat is None or view.seat != public.seat:
        return
    if isinstance(phase, Acting):
        yield from play.plays(view, view.free)
    elif isinstance(phase, Relating):
        yield from play.plays(view, legal_deals.related(view))


def can_play(view: View) -> bool:
    """Return whether the player can play any card now."""
    return next(_plays(view), None) is not None


def _words_for(cards: Sequence[str]) -> dict[str, str]:
    return {word: card for word, card in CARD_WORDS.items() if card in cards}


def read_card(text: str, view: View, names: Names) -> tuple[str, str]:
    """Read a kind of card. If a text is ambiguous, prefer a card that can be played now."""
    now = playable(view)
    card, any_card = named_in(text, _words_for(now)), named_in(text, CARD_WORDS)
    if card is None or (any_card is not None and len(any_card[1]) < len(card[1])):
        card = any_card
    if card is None:
        can = f" You can play {listed([titled(card) for card in now], 'or')}." if now else ""
        said = (
            f"There's no card “{escape(short(text.strip(), 20))}”."
            if text.strip()
            else "Which card?"
        )
        raise Refusal(f"{said}{can}")
    return card


def pays(card: str) -> str:
    """Say in a few words what a card pays."""
    kind = CARDS[card]
    if kind.sort == "die":
        return f"die × {money(DIE_PAYS)}"
    return money(kind.pays) if kind.pays else ""


CARD = Field(
    name="card",
    fills=("card",),
    label="Which card",
    write=lambda card, names: titled(card),
    read=read_card,
    about=lambda card, view, names: pays(card),
    pic=first_on,
)


def _whose(property: str, view: View, names: Names) -> str:
    """Say who owns a property and, if the reader is shown it, how much is inside."""
    box = view.public.box(property)
    inside = inside_known(view, property)
    holds = "" if inside is None else f", {money(inside)} inside"
    owner = "nobody's" if box.owner is None else f"{names.plain(box.owner)}'s"
    return f"{'yours' if view.seat is not None and box.owner == view.seat else owner}{holds}"


def read_property(text: str, view: View, names: Names) -> tuple[str, str]:
    """Read the name of a property."""
    named = named_in(text, PROPERTY_WORDS)
    if named is None:
        wrong = short(text.strip(), 20)
        said = f"There's no property “{escape(wrong)}”." if wrong else "Which property?"
        raise Refusal(f"{said} There are {listed([the(name) for name in PROPERTIES])}.")
    return named


def property_field(name: str, fills: str, label: str, before: str = "") -> Field:
    """Make a field that names a property."""
    read = led_in(before, read_property) if before else read_property
    return Field(
        name=name,
        fills=(fills,),
        label=label,
        write=lambda property, names: property,
        read=read,
        about=_whose,
        before=before,
        pic=of,
    )


PROPERTY = property_field("property", "property", "Which property")
GIVE = property_field("give", "give", "Which property you give")
GET = property_field("get", "get", "Which property you get for it", before="for")
TARGET = player("player", "seat", "Which player")

# --- promises -------------------------------------------------------------------------------------


def _about_promise(number: int, view: View, names: Names) -> str:
    voice = Voice.plain(names, view.seat)
    for promise in view.public.promises:
        if promise.number == number:
            return promise_text(promise, voice, view.public)
    for debt in view.public.debts:
        if debt.number == number:
            return f"{voice.whose(debt.by)} debt of {money(debt.amount)}"
    return ""


def _read_number(text: str, view: View, names: Names) -> tuple[int, str]:
    line = folded(text)
    match = re.match(r"(?:promise|debt|number|no\.?|#)? *([0-9]{1,9})(?!\w)", line)
    if match is None:
        own = [
            str(due.number)
            for due in (*view.public.promises, *view.public.debts)
            if due.to == view.seat
        ]
        which = f" You can let go of {listed(own, 'or')}." if own else " Nobody owes you anything."
        raise Refusal(f"Give the number of a promise or debt.{which}")
    return int(match[1]), line[match.end() :].strip(" ,")


PROMISE = Field(
    name="number",
    fills=("number",),
    label="The number of the promise or debt",
    write=lambda number, names: str(number),
    read=_read_number,
    about=_about_promise,
    option=int,
)
