"""Lay out tables of Yankee Swap and press, type and read on them, for tests."""

from functools import partial

from bot.ui.panels.panel import Line, Menu, Panel, Row, Text
from bot.ui.panels.words import Names
from bot.ui.ways.offers import on_board, on_hand
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from cogs.yankee import FACE
from games.chance import Chance
from games.gifts import COAL
from games.yankee.moves import Give, Look
from tests.games.yankee import table

rules = FACE.rules
WAYS = {way.verb: way for way in FACE.ways}
CALLED = ["Ann", "Ben", "Cat", "Dan*", "@Eve", "Flo", "Gus", "Hal", "Ida", "Joe"]
NAMES = Names(CALLED)
NO_LUCK = Chance.tape()


laid = partial(table.laid, tree=("syrup", "candle"))


def after(state, *moves):
    """Play moves, each by the seat that is to move."""
    for move in moves:
        (seat,) = rules.to_move(rules.view(state, None))
        state = rules.play(state, seat, move, NO_LUCK).state
    return state


THREE = laid("mug coal pies", "wreath mug", "candle pies")
OFFERED = after(THREE, Give(card=COAL, to=1, declared="wreath"))
LOOKED = after(OFFERED, Look())


def names(state):
    return Names(CALLED[: len(state.hands)])


def legal(view):
    return Legal(tuple(rules.legal_moves(view)), rules.sampled)


def board(state, called=None):
    called, public = called or names(state), rules.view(state, None)
    drawing = FACE.draw.board(public, called)
    offered = on_board(FACE.ways, public, called)
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *offered])


def hand(state, seat, called=None):
    called, view = called or names(state), rules.view(state, seat)
    drawing = FACE.draw.hand(view, called)
    offered = on_hand(FACE.ways, view, called, legal(view))
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *offered])


def labels(panel):
    return [b.label for part in panel.parts if isinstance(part, Row) for b in part.buttons]


def menus(panel):
    return [part for part in panel.parts if isinstance(part, Menu)]


def read(state, seat, wanted, called=None, *, line=False):
    """Resolve a request as the router does, to a move or a form."""
    called, view, way = called or names(state), rules.view(state, seat), WAYS[wanted.verb]
    known = named_in(way, wanted, view, called)
    return resolve(way, known, view, called, legal(view), line=line)


def type_in(state, seat, text, called=None):
    """Read a typed line as the bot does; None if it is no move."""
    called, view = called or names(state), rules.view(state, seat)
    found = read_line(FACE.ways, text, view, called, legal(view))
    if found is None:
        return None
    return resolve(*found, view, called, legal(view), line=True)


def filled(form, **answers):
    """Submit a form with these answers, else its prefilled values, else its first choices."""
    sent = {}
    for entry in form.entries:
        chosen = [choice.value for choice in entry.choices if choice.chosen]
        said = answers.get(entry.key.strip("*"))
        if said is not None:
            chosen = [choice.value for choice in entry.choices if choice.label == said]
        sent[entry.key] = (chosen or [choice.value for choice in entry.choices])[0]
    return form.request.with_args(sent)


def entries(form):
    return [entry.key for entry in form.entries]


def said(state, seat):
    return FACE.asked.situation(rules.view(state, seat), names(state))
