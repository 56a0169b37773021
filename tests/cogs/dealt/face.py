"""Lay out tables of Dealt! and press, type and read on them, for tests."""

from bot.ui.panels.panel import Form, Part, Request, Text
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from bot.ui.ways.offers import on_hand
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from cogs.dealt import FACE
from games.dealt.moves import Move
from games.dealt.views import View
from tests.games.dealt.table import ANN, BEN, CAT, RULES, Table

face = FACE
NAMES = Names(["Ann", "Ben", "Cat", "Dan", "Eve"])


def words(drawing: object) -> str:
    """Return all text of a drawing."""
    texts = [part.markdown for part in drawing.parts if isinstance(part, Text)]  # type: ignore
    return plain("\n".join([drawing.headline, *texts]))  # type: ignore


def legal(view: View) -> Legal:
    return Legal(tuple(RULES.legal_moves(view)), RULES.sampled)


def offered(view: View) -> list[Part]:
    return on_hand(FACE.ways, view, NAMES, legal(view))


def asked(view: View, wanted: Request, *, line: bool = False) -> Move | Form:
    """Resolve a request as the bot does for a button, menu or form, or (`line`) a command."""
    (way,) = [way for way in FACE.ways if way.verb == wanted.verb]
    known = named_in(way, wanted, view, NAMES)
    return resolve(way, known, view, NAMES, legal(view), line=line)


def drawing_table() -> Table:
    """Return a table where Ann must place the first of three drawn cards, a 4."""
    table = Table("9 8 3", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    return table.play(ANN, 1).redraw(BEN).take(CAT, 1)


def told(table: Table, to: int | None) -> list[str]:
    return [line for event in table.events if (line := face.tell.sentence(event, NAMES, to))]


def typed(table: Table, seat: int, text: str) -> Move | Form | None:
    """Read a typed line as the bot does; None if it is no move at all."""
    view = table.view(seat)
    found = read_line(FACE.ways, text, view, NAMES, legal(view))
    return found and resolve(*found, view, NAMES, legal(view), line=True)
