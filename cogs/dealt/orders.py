"""The standing orders of Dealt! on Discord: the next lead, a play in this trick, a reserve card.

The panel of standing orders has a menu for each that is possible. The lines `lead A-B`, `top stop`
and `fetch 12` do the same. An order belongs to the trick in which it was drawn or typed, so a
letter means a card, or a place, of the hand as its owner sees it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.panel import CHOICE_LIMIT
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field, Known
from bot.ui.ways.ways import Way
from cogs.dealt import draw
from cogs.dealt.likely import Run, sorted_runs
from cogs.dealt.read import (
    REDRAW_AT,
    RESERVE_CARD,
    SPECIAL,
    STOP_AT,
    about_run,
    can_type,
    plain,
    read_run,
    taken_to,
    write_run,
    write_special,
)
from games.dealt.cards import Card, Cards, Values, label, place, readings, strength, with_article
from games.dealt.orders import DealtOrders, LeadAhead, Order, TakeAhead, TopAhead, lies_now
from games.dealt.state import to_beat
from games.dealt.views import View

_OFFERED = DealtOrders().offered
_SPECIAL_AT = {"stop": STOP_AT, "redraw": REDRAW_AT}
_NAMED = re.compile(r"(?:the )?(?P<card>stop|redraw)(?!\w)(?: at)? ?")

# --- cards to play --------------------------------------------------------------------------------


def _likely(runs: Sequence[Run], over: Values) -> Sequence[Run]:
    """Sort the possible plays, and keep as many as fit on a menu.

    Plays with more cards come first. Among equally long plays, lower values come first. Plays with
    an X follow, then STOP and REDRAW, then plays in which an X has less than its highest value.
    """
    best = sorted(sorted_runs(runs), key=lambda run: (run[1] in SPECIAL, "X" in run[1]))
    lower = [
        (first, cards, values)
        for first, cards, _ in best
        for values in reversed(readings(cards)[:-1])
        if strength(values) > strength(over)
    ]
    return [*best, *lower][:CHOICE_LIMIT]


def _leads(view: View, known: Known) -> Sequence[Run]:
    some = [order for order in _OFFERED(view) if isinstance(order, LeadAhead)]
    return _likely([(order.first, order.cards, order.values) for order in some], ())


def _tops(view: View, known: Known) -> Sequence[Run]:
    some = [order for order in _OFFERED(view) if isinstance(order, TopAhead)]
    return _likely([(order.first, order.cards, order.values) for order in some], to_beat(view.up))


def _write(run: Run, names: Names) -> str:
    """Write cards as they are typed: `A-B`, `A-B as 7 7`, `stop E`."""
    first, cards, _ = run
    return write_special(cards[0], first) if cards in SPECIAL else write_run(run, names)


def _about(run: Run, view: View, names: Names) -> str:
    return label(run[1][0]) if run[1] in SPECIAL else about_run(run, view, names)


def _cards(verb: str, sentence: str, offer: Callable[[View, Known], Sequence[Run]]) -> Field:
    """Make the field that asks which cards to play, with a menu of the offered plays."""

    def can(view: View, names: Names) -> str:
        return can_type(offer(view, {}), names, verb)

    def read(text: str, view: View, names: Names) -> tuple[Run, str]:
        line = plain(text)
        named = _NAMED.match(line)
        if named is None:
            return read_run(line, view, names, can, special=True)
        where: tuple[int, str] = _SPECIAL_AT[named["card"]].read(line[named.end() :], view, names)
        position, rest = where
        return (position, view.hand[position - 1 : position], ()), rest

    def hint(view: View, known: Known) -> str:
        cut = len(offer(view, known)) == CHOICE_LIMIT
        return f"If it isn't listed, type it in our DM: {verb} A-B" if cut else ""

    return Field(
        name="cards",
        fills=("first", "cards", "values"),
        label="Which cards: A-B, C as 7, stop, redraw",
        sentence=sentence,
        write=_write,
        read=read,
        offer=offer,
        closed=True,
        hint=hint,
        about=_about,
    )


def _name_of(cards: Cards, values: Values) -> str:
    return with_article(cards[0]) if cards in SPECIAL else draw.name_of(cards, values)


def _name_at(first: int | None, cards: Cards, values: Values) -> str:
    """Name cards with their position: `a pair of 7s (7 X) at B-C`, `4-5 at E-F`."""
    name = _name_of(cards, values)
    return name if first is None else f"{name} at {draw.where(first, len(cards))}"


def _example(
    kind: type[LeadAhead] | type[TopAhead], offer: Callable[[View, Known], Sequence[Run]]
) -> Callable[[View], Any]:
    """Return a function that shows the likeliest play as an example of what to type."""

    def made(view: View) -> Order | None:
        likeliest = offer(view, {})[:1]
        some = (order for order in _OFFERED(view) if isinstance(order, kind))
        return next(
            (order for order in some if [(order.first, order.cards, order.values)] == [*likeliest]),
            None,
        )

    return made


LEAD = Way[LeadAhead, View](
    verb="lead",
    move=LeadAhead,
    help="Plan what to play the next time you lead this round",
    label=lambda view, known, names: "The next time you lead this round",
    fields=(_cards("lead", "The next time I lead, play", _leads),),
    example=_example(LeadAhead, _leads),
    called="planned lead",
    group="ahead",
    words=("next lead", "my next lead"),
    holds="subject",
)
TOP = Way[TopAhead, View](
    verb="top",
    move=TopAhead,
    help="Plan what to play if this trick reaches you and that's still higher",
    label=lambda view, known, names: "If this trick reaches you",
    fields=(_cards("top", "If this trick reaches me, play", _tops),),
    example=_example(TopAhead, _tops),
    called="planned play",
    group="ahead",
    words=("if it comes to me", "when it comes to me"),
    holds="subject",
    note=lambda view, names: draw.aim(view, names) if view.up.trick else "",
)

# --- a reserve card -------------------------------------------------------------------------------


def _reserve(view: View, known: Known) -> Sequence[Card]:
    return () if view.seat is None else tuple(dict.fromkeys(view.up.reserves[view.seat]))


def _gaps(view: View, known: Known) -> Sequence[int]:
    return range(len(view.hand), -1, -1)  # the right end of the hand first


def _right_end(view: View, known: Known) -> int:
    return len(view.hand)


_TAKEN_TO = replace(
    taken_to("fetch"),
    offer=_gaps,
    closed=True,
    usual="the right end",
    usually=_right_end,
)
FETCH = Way[TakeAhead, View](
    verb="fetch",
    move=TakeAhead,
    help="Plan which reserve card to take if this trick reaches you",
    label=lambda view, known, names: "If this trick reaches you",
    fields=(
        replace(
            RESERVE_CARD, sentence="If this trick reaches me, take", offer=_reserve, closed=True
        ),
        _TAKEN_TO,
    ),
    called="planned reserve card",
    group="ahead",
    holds="subject",
)
ORDERS: tuple[Way[Any, View], ...] = (LEAD, TOP, FETCH)

# --- descriptions ---------------------------------------------------------------------------------


def ahead(order: Order, view: View, names: Names) -> str:
    """Describe to its owner, in one sentence, what a standing order will do and when it ends."""
    match order:
        case LeadAhead():
            return _lead(order, view)
        case TopAhead(first=first, cards=cards) if cards in SPECIAL:
            return (
                f"If this trick reaches you, I'll play the {label(cards[0])} at {place(first)}, no"
                " matter what the others played."
            )
        case TopAhead(first=first, cards=cards, values=values):
            return (
                f"If this trick reaches you, I'll play {_name_at(first, cards, values)} as long as"
                " that's still higher. If it isn't, I'll take your planned reserve card or, if you"
                " have none planned, ask you."
            )
        case TakeAhead(card=card, gap=gap):
            return (
                f"If this trick reaches you, I'll take the {label(card)} from your reserve and put"
                f" it at {place(gap + 1)}. If you've also planned a play and it's still possible,"
                " I'll make that instead."
            )


def _lead(order: LeadAhead, view: View) -> str:
    what = _name_at(lies_now(view.hand, order), order.cards, order.values)
    if len(order.cards) > 1:
        ends = "they're no longer side by side, or you gain or lose others like them"
    else:
        ends = "it leaves your hand, or you gain or lose another like it"
    return f"The next time you lead this round, I'll play {what}. The order ends if {ends}."
