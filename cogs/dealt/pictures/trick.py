"""Choose what the board picture shows, and describe it in its alt text.

A `Trick` holds everything that is painted. It comes only from the public view. Equal tricks give
the same picture.
"""

from dataclasses import dataclass

from bot.ui.paint.sheet import fitted_names
from bot.ui.panels.words import Names, listed, short
from cogs.dealt.pics import of
from games.dealt.cards import label, spoken
from games.dealt.events import Act, Played, Redrawn, ReserveTaken, Stopped
from games.dealt.state import FaceUp, highest, mover
from games.dealt.views import View
from games.rules import Seat

NAME_WIDTH = 166  # pixels for a name at the beginning of its row
ALT_NAME_LIMIT = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one player has. Cards are the names of their pictures.

    `held` is None for a player who is out of the round. `taken` says that the card of `played` went
    from the reserve into the hand.
    """

    name: str
    held: int | None
    chips: int
    reserve: tuple[str, ...]
    played: tuple[str, ...]
    taken: bool
    best: bool
    next: bool
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The content of the board picture. `note` is the combination to beat, or who leads."""

    title: str
    note: str
    rows: tuple[Row, ...]


def trick_of(view: View, names: Names) -> Trick:
    """Build the content of the board picture from a public view."""
    up, called = view.up, fitted_names(names, len(view.up.backs), NAME_WIDTH)
    return Trick(
        title="The end" if up.losers else f"Round {up.round}",
        note=_note(up, called),
        rows=tuple(_row(up, seat, name) for seat, name in enumerate(called)),
    )


def _row(up: FaceUp, seat: Seat, name: str) -> Row:
    act = _act_of(up, seat)
    return Row(
        name=name,
        held=len(up.backs[seat]) if seat in up.inside else None,
        chips=up.chips[seat],
        reserve=tuple(map(of, up.reserves[seat])),
        played=() if act is None else _cards(act),
        taken=isinstance(act, ReserveTaken),
        best=act is not None and act is highest(up),
        next=seat == mover(up),
        lost=seat in up.losers,
    )


def _act_of(up: FaceUp, seat: Seat) -> Act | None:
    return next((act for act in up.trick if act.seat == seat), None)


def _cards(act: Act) -> tuple[str, ...]:
    match act:
        case Played(cards=cards):
            return tuple(map(of, cards))
        case Stopped():
            return (of("Stop"),)
        case Redrawn():
            return (of("Redraw"),)
        case ReserveTaken(card=card):
            return (of(card),)


def _note(up: FaceUp, called: tuple[str, ...] | list[str]) -> str:
    if up.losers:
        lose = "loses" if len(up.losers) == 1 else "lose"
        return f"{listed([called[seat] for seat in up.losers])} {lose}"
    if up.drawing is not None:
        return f"{called[up.drawing.seat]} is drawing, {up.drawing.left} to go"
    if not up.trick:
        return f"{called[up.leader]} leads"
    best = highest(up)
    return "Any combination will do" if best is None else f"To beat: {spoken(best.values)}"


# --- alt text -------------------------------------------------------------------------------------


def alt_of(view: View, names: Names) -> str:
    """Describe the board picture for players who cannot see it."""
    up = view.up
    called = [short(names.plain(seat), ALT_NAME_LIMIT) for seat in range(len(up.backs))]
    when = "The table at the end" if up.losers else f"The table in round {up.round}"
    rows = [f"{name}: {_has(up, seat)}." for seat, name in enumerate(called)]
    return " ".join([f"{when}. {_note(up, called)}.", *rows])


def _has(up: FaceUp, seat: Seat) -> str:
    held, reserve = len(up.backs[seat]), up.reserves[seat]
    act = _act_of(up, seat)
    parts = [
        _many(held, "card") if seat in up.inside else "out of the round",
        _many(up.chips[seat], "chip"),
        f"reserve {listed(list(map(label, reserve)))}" if reserve else "no reserve",
        *([] if act is None else [_did(act)]),
    ]
    return ", ".join(parts)


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def _did(act: Act) -> str:
    match act:
        case Played(values=values):
            return f"played {spoken(values)}"
        case Stopped():
            return "played STOP"
        case Redrawn():
            return "played REDRAW"
        case ReserveTaken(card=card):
            return f"took the {label(card)} from their reserve"
