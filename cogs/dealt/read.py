"""Read the moves that players of Dealt! type: `A-B`, `A-C as 7 8 9`, `stop`, `reserve 12 at C`.

Cards are named by their positions, and positions have letters, so a number is always a value. A
letter means a card of the hand during a trick, and a place for the drawn card while a player has
one. The rules treat the values 2-3 and 3-2 for `X X` as equal. In whatever order they are typed,
this module returns the values in the order that the rules use.

Refusals here are written for players who may make this kind of move now. Others never see them.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bot.ui.panels.words import Names, escape, listed, short
from bot.ui.ways.fields import Field, Known
from bot.ui.ways.read import Meant
from bot.ui.ways.resolve import known_of
from cogs.dealt.draw import numbers_of, offered, row, spot, where
from cogs.dealt.likely import Run, likely_gaps, runs_of
from cogs.dealt.pics import of, of_play
from games.dealt.cards import (
    DECK,
    LONGEST,
    LOWEST,
    PLACES,
    Card,
    Cards,
    Values,
    label,
    place,
    readings,
    with_article,
)
from games.dealt.legal import moves_of, neighbours
from games.dealt.moves import Move, Play
from games.dealt.views import View
from games.rules import Refusal

SPECIAL: tuple[Cards, ...] = (("Stop",), ("Redraw",))  # cards that are played alone

CARDS: dict[str, Card] = {str(card).casefold(): card for card in DECK}

_DASHES = str.maketrans("‐‑‒–—−", "------")  # dashes that phones put in `A-B`
_CARD = r"(?:\d+|x|stop|redraw)"
_PLACE = f"[{PLACES.casefold()}]"
_SPOT = rf"{_PLACE}(?::{_CARD})?(?!\w)"  # `B`, or `B:7` as a hand shows it
_RUN = re.compile(
    rf"(?P<spots>(?:the )?x\b|{_SPOT}(?:[ ,-]+{_SPOT})*)"
    r"(?:,? ?as ?(?P<meant>\d+(?:[ ,-]+\d+)*))?(?!\w)",
    re.ASCII,
)
_GAP = re.compile(
    r"(?:(?:and )?put it )?(?:(?:at|as|to) )?"
    rf"(?:(?:the )?(?P<end>left|right)(?: end)?|(?P<gap>{_PLACE}))(?!\w)",
    re.ASCII,
)
_DRAWN = re.compile(rf"(?:it|the card|(?:the )?(?P<card>{_CARD})) (?=(?:at|as|to) )", re.ASCII)


def _position_of(letter: str) -> int:
    """Return the position that a letter names, 1 for `a`."""
    return PLACES.index(letter.upper()) + 1


def _number(digits: str) -> int:
    return int(digits.lstrip("0")[:6] or "0")


def plain(text: str) -> str:
    """Normalize a typed text for parsing."""
    return " ".join(text.casefold().translate(_DASHES).split())


def _legal(view: View) -> tuple[Move, ...]:
    return moves_of(view.up, view.seat, view.hand)


# --- plays ----------------------------------------------------------------------------------------


def can_type(runs: Iterable[Run], names: Names, verb: str = "") -> str:
    """List what can be typed: the shortest example for each kind of play."""
    some = {(len(run[1]), "X" in run[1]): run for run in reversed([*runs])}.values()
    lines = [f"{verb} {write_run(run, names)}".strip() for run in some]
    known = [f"`{line}`" for line in sorted(lines, key=lambda line: (len(line), line))[:LONGEST]]
    return f"You can type {listed(known, 'or')}."


def _can_play(view: View, names: Names) -> str:
    plays = [move for move in _legal(view) if isinstance(move, Play)]
    return can_type([(move.first, move.cards, move.values) for move in plays], names)


def read_run(
    text: str,
    view: View,
    names: Names,
    can: Callable[[View, Names], str] = _can_play,
    *,
    special: bool = False,
) -> tuple[Run, str]:
    """Read a play and its values. An X without a value gets its highest possible value (DL-4).

    `can` describes what can be typed instead. With `special`, a position may name a Stop or Redraw.
    """
    line = plain(text)
    found = _RUN.match(line)
    if found is None:
        raise Refusal(f"Name your cards by their letters. {can(view, names)}")
    first, size = _read_positions(found["spots"], view, names, can)
    cards = view.hand[first - 1 : first - 1 + size]
    if cards in SPECIAL and special:
        return (first, cards, ()), line[found.end("spots") :]
    if cards in SPECIAL:
        typed = write_special(cards[0], first)
        raise Refusal(f"{place(first)} is your {label(cards[0])}. To play it, type `{typed}`.")
    meanings = readings(cards)
    if found["meant"]:
        values = _values(found["meant"], cards)
    elif meanings:
        values = meanings[-1]
    elif "X" in cards and not {"Stop", "Redraw"} & {*cards}:
        raise Meant(f"{row(cards)} can't be a combination, whatever number the X is.")
    else:
        values = tuple(card if isinstance(card, int) else LOWEST for card in cards)
    same = (reading for reading in meanings if sorted(reading) == sorted(values))
    # return impossible values as typed, so that the rules explain the refusal
    return (first, cards, next(same, values)), line[found.end() :]


def _read_positions(
    text: str, view: View, names: Names, can: Callable[[View, Names], str]
) -> tuple[int, int]:
    """Read `B-D`, `B C D`, `B:7 C:8` or `x` as the first position and the length of a run."""
    hand = view.hand
    if not hand:
        raise Refusal("You have no cards in hand.")
    if text.endswith("x") and ":" not in text:
        return _only_x(hand), 1
    spots = re.findall(rf"(?<!\w)({_PLACE})(?!\w)(?::({_CARD}))?", text, re.ASCII)
    numbers = [_position_of(letter) for letter, _ in spots]
    if max(numbers) > len(hand):
        many = f"Your cards are A to {place(len(hand))}."
        one = "You have only one card, at A."
        raise Meant(f"{many if len(hand) > 1 else one} {can(view, names)}")
    for number, (_, card) in zip(numbers, spots, strict=True):
        if card and CARDS.get(card) != hand[number - 1]:
            raise Meant(f"Your card at {place(number)} is {with_article(hand[number - 1])}.")
    numbers.sort()
    if len(numbers) == 2 and "-" in text and numbers[1] - numbers[0] < LONGEST:
        numbers = list(range(numbers[0], numbers[1] + 1))
    if len(numbers) > LONGEST or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise Meant(f"You can play only one, two or three neighbouring cards. {can(view, names)}")
    return numbers[0], len(numbers)


def _only_x(hand: Cards) -> int:
    held = [at for at, card in enumerate(hand, start=1) if card == "X"]
    if len(held) == 1:
        return held[0]
    two = f"You have an X at {listed([place(at) for at in held])}. Type the letter of one."
    raise Refusal(two if held else "You have no X in your hand.")


def _values(text: str, cards: Cards) -> Values:
    """Read the values of cards: a number for each card, or one for each X."""
    numbers = [_number(word) for word in re.findall(r"\d+", text, re.ASCII)]
    wild = cards.count("X")
    if len(numbers) == wild != len(cards):
        rest = iter(numbers)
        return tuple(card if isinstance(card, int) else next(rest, 0) for card in cards)
    if len(numbers) != len(cards):
        if not wild:
            raise Refusal("A number card counts as itself. Only an X can be another number.")
        each = f"Give a number for each of the {len(cards)} cards"
        if wild == len(cards):
            raise Refusal(f"{each}." if wild > 1 else "Give one number for the X.")
        raise Refusal(f"{each}, or just for {'the' if wild == 1 else 'each'} X.")
    return tuple(numbers)


def write_run(run: Run, names: Names) -> str:
    """Write a play as it is typed: `A-B`, or with an X `A-B as 7 7`."""
    first, cards, values = run
    meant = f" as {numbers_of(values)}" if "X" in cards else ""
    return where(first, len(cards)) + meant


def about_run(run: Run, view: View, names: Names) -> str:
    """Describe a play next to its position: `a pair of 7s (7 X)`."""
    _, cards, values = run
    beside = f" ({row(cards)})" if len(cards) > 1 or "X" in cards else ""
    return offered(values) + beside


def _limits(view: View, known: Known) -> str:
    legal = _legal(view)
    return neighbours(legal) if any(isinstance(move, Play) for move in legal) else ""


def _likeliest_runs(view: View, known: Known, values: Sequence[Run]) -> Sequence[Run]:
    plain, with_x = runs_of(view)
    ranks = {run: rank for rank, run in enumerate((*plain, *with_x))}
    return sorted(values, key=lambda run: ranks.get(run, len(ranks)))


RUN = Field(
    name="cards",
    fills=("first", "cards", "values"),
    label="Which cards, and what an X counts as",
    write=write_run,
    read=read_run,
    sort=_likeliest_runs,
    hint=_limits,
    about=about_run,
    pic=of_play,
)


# --- Stop and Redraw ------------------------------------------------------------------------------


def write_special(card: Card, position: int) -> str:
    """Write a Stop or a Redraw as it is typed: `stop E`."""
    return f"{str(card).casefold()} {place(position)}"


def _special(card: Card) -> Field:
    """Make the field that asks which Stop, or which Redraw, to play."""
    verb = str(card).casefold()
    wanted = re.compile(rf"(?:{verb} )?(?:at )?(?P<at>{_PLACE})(?::{verb})?(?!\w)", re.ASCII)

    def read(text: str, view: View, names: Names) -> tuple[int, str]:
        line = plain(text)
        held = [at for at, held_card in enumerate(view.hand, start=1) if held_card == card]
        if not held:
            raise Refusal(f"You have no {label(card)} in your hand.")
        if not line and len(held) == 1:
            return held[0], ""
        if not line:
            typed = [f"`{write_special(card, at)}`" for at in held]
            raise Refusal(f"You have two. Type {listed(typed, 'or')}.")
        found = wanted.match(line)
        if found is None or _position_of(found["at"]) not in held:
            lies = f"{label(card)} is" if len(held) == 1 else f"{label(card)}s are"
            raise Refusal(f"Your {lies} at {listed([place(at) for at in held])}.")
        return _position_of(found["at"]), line[found.end() :]

    return Field(
        name="at",
        fills=("position",),
        label="Which one, if you have two",
        write=lambda position, names: write_special(card, position),
        read=read,
    )


STOP_AT, REDRAW_AT = _special("Stop"), _special("Redraw")


# --- cards that go into the hand ------------------------------------------------------------------


def read_card(text: str, view: View, names: Names) -> tuple[Card, str]:
    """Read the reserve card to take: `12`, `the stop`."""
    reserve = () if view.seat is None else view.up.reserves[view.seat]
    if not reserve:
        raise Refusal("Your reserve is empty.")
    first, *rest = re.split(r"[ ,]+", plain(text).removeprefix("the "), maxsplit=1)
    card = CARDS.get(first)
    if card is None or card not in reserve:
        have = listed([f"the {label(card)}" for card in dict.fromkeys(reserve)], "or")
        said = "Which reserve card?" if not first else "That isn't in your reserve."
        raise Refusal(f"{said} You can take {have}.")
    return card, "".join(rest)


def read_take(text: str, view: View, names: Names) -> Known:
    """Read a whole line: `12 at C`, `the stop to the right end`."""
    card, rest = read_card(text.strip(" ,"), view, names)
    if _gap_in(rest.strip(" ,"), view) is None:
        raise Refusal(_gap_hint("reserve", card, view))
    return {"card": card, **line_of(TAKEN_TO)(rest, view, names)}


def _gap_hint(verb: str, card: Card, view: View) -> str:
    last = place(len(view.hand) + 1)
    return (
        f"Where does it go? `{verb} {label(card)} at {last}` puts it at the right end of your hand."
    )


def _gap_in(text: str, view: View) -> tuple[int, str] | None:
    """Read the place for a card in the hand: `C`, `at C`, `left` or `the right end`."""
    line, last = plain(text), len(view.hand) + 1
    found = _GAP.match(line)
    if found is None:
        return None
    ends = {"left": 1, "right": last}
    number = ends[found["end"]] if found["end"] else _position_of(found["gap"])
    if last == 1 != number:
        raise Meant("Your hand is empty, so it can only go at A.")
    if number > last:
        raise Meant(
            f"It can go anywhere from A to {place(last)}. The cards from there on move right."
        )
    return number - 1, line[found.end() :]


def taken_to(verb: str) -> Field:
    """Make the field that asks where a reserve card goes, for the way with this verb."""

    def read(text: str, view: View, names: Names) -> tuple[int, str]:
        found = _gap_in(text, view)
        if found is None:
            reserve = () if view.seat is None else view.up.reserves[view.seat]
            where = _gap_hint(verb, reserve[0], view) if reserve else "Your reserve is empty."
            raise Refusal(where)
        return found

    return _gap("at {}", read)


def read_drawn_to(text: str, view: View, names: Names) -> tuple[int, str]:
    """Read the place for a drawn card: `C`, `it at C`, `the 7 to C`, `to the right end`."""
    if view.drawn is None:
        raise Refusal("You haven't drawn a card to place.")
    line, last = plain(text), len(view.hand) + 1
    if not line and last == 1:
        return 0, ""
    named = _DRAWN.match(line)
    if named is not None and named["card"] and CARDS.get(named["card"]) != view.drawn:
        raise Refusal(f"The card you drew is {with_article(view.drawn)}.")
    found = _gap_in(line[named.end() :] if named else line, view)
    if found is None:
        letters = "`A`" if last == 1 else f"a letter from `A` to `{place(last)}`"
        raise Refusal(
            f"Where does the {label(view.drawn)} go? Type {letters}, or `left` or `right`."
        )
    return found


def _likeliest_gaps(view: View, known: Known, values: Sequence[int]) -> Sequence[int]:
    card = known.get("card", view.drawn)
    return values if card is None else sorted(values, key=likely_gaps(view.hand, card).index)


def _gap(written: str, read: Callable[[str, View, Names], tuple[int, str]]) -> Field:
    return Field(
        name="at",
        fills=("gap",),
        label="Where it goes in your hand",
        write=lambda gap, names: written.format(place(gap + 1)),
        read=read,
        sort=_likeliest_gaps,
        hint=lambda view, known: f"A to {place(len(view.hand) + 1)}, left or right",
        about=lambda gap, view, names: spot(view.hand, gap),
    )


RESERVE_CARD = Field(
    name="card",
    fills=("card",),
    label="Which reserve card",
    write=lambda card, names: label(card),
    read=read_card,
    pic=of,
)
TAKEN_TO, DRAWN_TO = taken_to("reserve"), _gap("{}", read_drawn_to)


# --- whole lines ----------------------------------------------------------------------------------


def line_of(*fields: Field) -> Callable[[str, View, Names], Known]:
    """Read a line in which every field must be named, unless it has only one possible value."""

    def read(text: str, view: View, names: Names) -> Known:
        known: dict[str, Any] = {}
        for field in fields:
            value, text = field.read(text.strip(" ,"), view, names)
            known |= known_of(field, value)
        if text.strip(" ,"):
            raise Refusal(f"I don't understand “{escape(short(text.strip(), 20))}” there.")
        return known

    return read
