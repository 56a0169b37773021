"""Ask step by step in Yankee Swap which gift to give, to whom, and under what name.

A button identifies a card by its number among the kinds in the hand, as in `card 2 to seat 3`. So
its id reveals no card.
"""

from collections.abc import Iterable, Sequence

from bot.ui.panels.panel import Button, Menu, Panel, Part, Request, Row, Text
from bot.ui.panels.words import Names, short
from bot.ui.ways.fields import Known
from bot.ui.ways.resolve import choices_of
from bot.ui.ways.ways import TYPED_TEXT, AnyWay, MenuOf, TypedText, field_of
from cogs.yankee.pics import of, some
from cogs.yankee.read import kinds_held
from games.gifts import COAL, KEYS, Card, gift
from games.rules import Seat
from games.yankee.state import Giving, Offer
from games.yankee.views import View

FEW = 2  # the most recipients for which the hand has a menu each,
SOME = 4  # and a button each


def _give_line(view: View, card: Card, to: Seat) -> str:
    return f"card {kinds_held(view).index(card) + 1} to seat {to + 1}"


def which(way: AnyWay, view: View, known: Known, names: Names) -> Panel | None:
    """Ask the opener of a round which gift to give, then to whom and under what name."""
    gives = isinstance(view.phase, Giving) and view.phase.seat == view.seat and view.held
    if not gives or "to" in known or "declared" in known:
        return None
    held = kinds_held(view)
    if "card" not in known:
        buttons = [
            Button(
                way.label(view, {"card": card}, names),
                Request(way.verb, {TYPED_TEXT: f"card {number}"}),
                pic=of(card),
            )
            for number, card in enumerate(held, 1)
        ]
        return Panel([Text("Which card do you give? Nobody else sees your choice."), Row(buttons)])
    if known["card"] not in held:
        return None
    card: Card = known["card"]
    asked = Text(
        f"You're giving {some(card)}**{gift(card).one}**. Who gets it, and what do you call it?"
    )
    lines = [(to, _give_line(view, card, to)) for to in view.targets]
    return Panel([asked, *_claims(way, card, lines, view, names)])


def whom(way: AnyWay, view: View, known: Known, names: Names) -> Panel | None:
    """Ask a player who has looked to whom the gift goes, and under what name."""
    phase = view.phase
    looked = isinstance(phase, Offer) and phase.looked and phase.to == view.seat
    if not looked or view.known is None or "to" in known or "declared" in known:
        return None
    card = view.known
    asked = Text(
        f"It's {some(card)}**{gift(card).one}**. Who gets it next, and what do you call it?"
    )
    lines = [(to, _to_line(to)) for to in view.targets]
    return Panel([asked, *_claims(way, card, lines, view, names)])


def _to_line(to: Seat) -> str:
    return f"to seat {to + 1}"


def _claims(
    way: AnyWay, card: Card, lines: Sequence[tuple[Seat, str]], view: View, names: Names
) -> Iterable[Part]:
    """Offer for each recipient the true claim as a button and the lies in a menu."""
    if card != COAL:  # YS-5
        yield Row(
            [
                Button(
                    way.label(view, {"card": card, "to": to, "declared": card}, names),
                    Request(way.verb, {TYPED_TEXT: line}),
                )
                for to, line in lines
            ]
        )
    field = field_of(way, "as")
    assert field is not None
    lies = [other for other in KEYS if other != card]
    for to, line in lines:
        placeholder = f"To {short(names.plain(to), 24)}, as…"
        choices = choices_of(way, field, lies, view, names)
        yield Menu(Request(way.verb, {TYPED_TEXT: line}), "*as", placeholder, choices)


def on_hand(view: View) -> Iterable[Known | MenuOf | TypedText]:
    """Offer on the hand, for each recipient, the true claim as a button and the lies in a menu.

    If there are many recipients, a button that asks in its own panel takes the place of the menus,
    and if there are very many, of the buttons as well.
    """
    true = [] if view.known in (None, COAL) else [view.known]
    if true and len(view.targets) <= SOME:
        yield from (TypedText(_to_line(to)) for to in view.targets)
    if len(view.targets) > FEW:
        yield {}
        return
    for to in view.targets:
        yield MenuOf(field="as", placeholder="", known={"to": to}, but_for=true)
