"""How players of Dealt! say what they want: `2-3`, `2 3 4 as 7 8 9`, `stop`, `reserve 12 at 3`.

Cards are named by their numbers on the strip. What cards could mean in several ways, as `X X` a
2-3 or a 3-2, is one and the same to the rules: whatever order is typed, the one they know is meant.
"""

import re
from collections.abc import Callable
from typing import Any

from bot.ui.fields import Field, Known, known_of
from bot.ui.words import Names, escape, listed
from cogs.dealt.draw import label, numbers_of, offered, row, spot, where
from games.dealt.cards import DECK, LONGEST, LOWEST, Card, Cards, Values, readings, spoken
from games.dealt.state import to_beat
from games.dealt.views import View
from games.rules import Refusal

Run = tuple[int, Cards, Values]
"""A play: the position of its first card, its cards, and what they mean."""

CARDS: dict[str, Card] = {str(card).casefold(): card for card in DECK}

GUIDE_PLAY = "Type the numbers of the cards as they lie, `2-3`, and for an X `2-3 as 7 7`."
GUIDE_PLACE = "Type the number that the drawn card is to have in your hand: `3`, `left` or `right`."

_RUN = re.compile(r"(?P<spots>\d[\d\s,-]*)(?:as\s*(?P<meant>\d[\d\s,-]*))?", re.ASCII)
_GAP = re.compile(
    r"(?:it )?(?:(?:at|as|to) )?(?:the )?(?:number )?(?P<gap>\d+|left|right)(?: end)?(?!\w)",
    re.ASCII,
)


def _number(text: str) -> int:
    return int(text[:6])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


# --- plays ----------------------------------------------------------------------------------------


def read_run(text: str, view: View, names: Names) -> tuple[Run, str]:
    """Read a run and what it means; an X that nobody speaks for means the most it can (DL-4)."""
    line = _plain(text)
    found = _RUN.match(line)
    if found is None:
        raise Refusal(f"Which cards? {GUIDE_PLAY}")
    first, size = _spots(found["spots"], len(view.hand))
    cards = view.hand[first - 1 : first - 1 + size]
    if cards in (("Stop",), ("Redraw",)):
        verb = str(cards[0]).lower()
        raise Refusal(f"Number {first} is your {label(cards[0])}: play it with `{verb} {first}`.")
    meanings = readings(cards)
    if found["meant"]:
        values = _values(found["meant"], cards)
    elif meanings:
        values = meanings[-1]
    else:
        values = tuple(card if isinstance(card, int) else LOWEST for card in cards)
    same = (one for one in meanings if sorted(one) == sorted(values))
    # what is no meaning of these cards stays as it was said: the rules say why it is not
    return (first, cards, next(same, values)), line[found.end() :]


def _spots(text: str, held: int) -> tuple[int, int]:
    """Read `2-4`, `2 3 4` or `2-3-4` as where a run begins and how long it is."""
    numbers = [_number(word) for word in re.findall(r"\d+", text, re.ASCII)]
    if len(numbers) == 2 and "-" in text and 0 <= numbers[1] - numbers[0] < LONGEST:
        numbers = list(range(numbers[0], numbers[1] + 1))
    numbers.sort()
    if not held:
        raise Refusal("You hold no cards.")
    if not numbers[0] >= 1 or numbers[-1] > held:
        raise Refusal(f"Your cards are numbered 1 to {held}. {GUIDE_PLAY}")
    if len(numbers) > LONGEST or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise Refusal("Only one, two or three neighbouring cards can be played: `2`, `2-3`, `2-4`.")
    return numbers[0], len(numbers)


def _values(text: str, cards: Cards) -> Values:
    """Read what the cards mean: a number for each, or only for each X."""
    numbers = [_number(word) for word in re.findall(r"\d+", text, re.ASCII)]
    wild = cards.count("X")
    if len(numbers) == wild != len(cards):
        rest = iter(numbers)
        return tuple(card if isinstance(card, int) else next(rest, 0) for card in cards)
    if len(numbers) != len(cards):
        raise Refusal(
            f"Say a number for each of the {len(cards)} cards, or for the X alone."
            if wild
            else "Those cards count as what they are; only an X can be something else."
        )
    return tuple(numbers)


def write_run(run: Run, names: Names) -> str:
    """Write a play as it is typed: `2-3`, and with an X `2-3 as 7 7`."""
    first, cards, values = run
    meant = f" as {numbers_of(values)}" if "X" in cards else ""
    return where(first, len(cards)) + meant


def _about_run(run: Run, view: View, names: Names) -> str:
    _, cards, values = run
    beside = f" ({row(cards)})" if len(cards) > 1 or "X" in cards else ""
    return offered(values) + beside


def _limits(view: View, known: Known) -> str:
    over = to_beat(view.up)
    return f"2, 2-3 or 2-4, higher than {spoken(over)}" if over else "2, 2-3 or 2-4"


RUN = Field(
    name="cards",
    fills=("first", "cards", "values"),
    label="Their numbers: 2, 2-3; an X too: 2-3 as 7 7",
    write=write_run,
    read=read_run,
    hint=_limits,
    about=_about_run,
)


# --- Stop and Redraw ------------------------------------------------------------------------------


def _special(card: Card) -> Field:
    """Make the field that says which Stop, or which Redraw, is played."""
    verb = str(card).casefold()
    wanted = re.compile(rf"(?:{verb} )?(?:at )?(?:number )?(?P<at>\d+)(?!\w)", re.ASCII)

    def read(text: str, view: View, names: Names) -> tuple[int, str]:
        line = _plain(text)
        held = [at for at, one in enumerate(view.hand, start=1) if one == card]
        if not held:
            raise Refusal(f"You hold no {label(card)}.")
        if not line and len(held) == 1:
            return held[0], ""
        if not line:
            raise Refusal(f"You hold two: {listed([f'`{verb} {at}`' for at in held], 'or')}.")
        found = wanted.match(line)
        if found is None or _number(found["at"]) not in held:
            lie = "lies" if len(held) == 1 else "lie"
            raise Refusal(f"Your {label(card)} {lie} at {listed([str(at) for at in held])}.")
        return _number(found["at"]), line[found.end() :]

    return Field(
        name="at",
        fills=("position",),
        label="Its number in your hand, if you hold two",
        write=lambda position, names: f"{verb} {position}",
        read=read,
    )


STOP_AT, REDRAW_AT = _special("Stop"), _special("Redraw")


# --- cards that go into the hand ------------------------------------------------------------------


def read_card(text: str, view: View, names: Names) -> tuple[Card, str]:
    """Read which card of one's reserve is taken: `12`, `the stop`."""
    reserve = () if view.seat is None else view.up.reserves[view.seat]
    if not reserve:
        raise Refusal("Your reserve is used up, so you play cards of your hand.")
    first, _, rest = _plain(text).removeprefix("the ").partition(" ")
    card = CARDS.get(first.strip(","))
    if card is None or card not in reserve:
        have = " and ".join(label(one) for one in reserve)
        raise Refusal(f"That is not in your reserve. You can take {have}.")
    return card, rest


def read_gap(text: str, view: View, names: Names) -> tuple[int, str]:
    """Read `3`, `at 3`, `left` or `the right end`: the number a card will have in the hand."""
    line = _plain(text)
    found = _GAP.match(line)
    if found is None and view.drawn is not None:
        raise Refusal(GUIDE_PLACE)
    if found is None:
        raise Refusal("And where to? `reserve 12 at 3` makes a 12 number 3 of your hand.")
    last = len(view.hand) + 1
    ends = {"left": 1, "right": last}
    number = ends.get(found["gap"]) or _number(found["gap"])
    if not 1 <= number <= last:
        raise Refusal(
            f"It can become number 1 to {last} of your hand: the cards from there on move right."
        )
    return number - 1, line[found.end() :]


def _gap(written: str) -> Field:
    return Field(
        name="at",
        fills=("gap",),
        label="The number it will have in your hand",
        write=lambda gap, names: written.format(gap + 1),
        read=read_gap,
        hint=lambda view, known: f"1 to {len(view.hand) + 1}, left or right",
        about=lambda gap, view, names: spot(view.hand, gap),
    )


RESERVE_CARD = Field(
    name="card",
    fills=("card",),
    label="Which card of your reserve",
    write=lambda card, names: label(card),
    read=read_card,
)
TAKEN_TO, DRAWN_TO = _gap("at {}"), _gap("{}")


# --- whole lines ----------------------------------------------------------------------------------


def line_of(*fields: Field) -> Callable[[str, View, Names], Known]:
    """Read a line in which every field must be said, or goes without saying."""

    def read(text: str, view: View, names: Names) -> Known:
        known: dict[str, Any] = {}
        for field in fields:
            value, text = field.read(text.strip(" ,"), view, names)
            known |= known_of(field, value)
        if text.strip(" ,"):
            raise Refusal(f"I cannot make anything of “{escape(text.strip()[:20])}” there.")
        return known

    return read
