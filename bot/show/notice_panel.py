"""What a notice says, and what can be pressed under it. Pure.

It is plain text, for a phone shows nothing else of a message: which game and table, what is wanted,
by when. Its buttons answer where it is read. In a channel all of it is made of what everybody may
see.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.host.table_view import TableView
from bot.show import frame
from bot.show.messenger import Notice
from bot.ui.face import AnyFace
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Button, Menu, Part, Request, Row
from bot.ui.ways import AnyWay, args_of, attributes_of, named_in
from bot.ui.words import short
from db.tables import Player
from games.rules import Seat

MOST = 4  # buttons that answer, in one row with My hand
WORDS = 300  # characters of what is wanted
HALF_A_DAY = 12 * 3600.0


def draw(face: AnyFace, table: TableView, player: Player, *, again: bool) -> Notice:
    """Write a notice to a player who is to move: of their own view a DM, of the public's a call.

    `again`: a reminder.
    """
    called = "" if table.seat is not None else f"<@{player.person}>, "
    wanted = short(face.wanted(table.view, table.names).replace("**", "").rstrip("."), WORDS)
    stop = "" if wanted.endswith(("?", "!", "…")) else "."
    still = "still waiting for you at " if again else ""
    where = f"{still}{face.rules.title}, table {table.id}"
    if not called:
        where = where[:1].upper() + where[1:]
    answers = _answers(face, table, player.seat)
    return Notice(
        content=f"{called}{where}: {wanted}{stop}{_until(player)}",
        row=Row([*answers, Button("My hand", frame.HAND, "plain" if answers else "main")]),
        table=table.id,
        step=table.step,
        person=player.person or 0,
    )


def _until(player: Player) -> str:
    """Write by when to answer, in Discord's own time; with its day, if there is time for that."""
    if player.due is None:
        return ""
    asked = player.due if player.asked_at is None else player.asked_at
    style = "f" if player.due - asked > HALF_A_DAY else "t"
    return f" By <t:{int(player.due)}:{style}>."


def _answers(face: AnyFace, table: TableView, seat: Seat) -> list[Button]:
    """Choose the likeliest answers of a seat."""
    by = face.answered_by(table.public, seat)
    ways = [way for way in face.ways if by is None or way.verb in by]
    if table.seat is None:  # of several awaited, what on the board is for whom?
        untold = by is None and len(table.to_move) > 1
        found = _buttons(on_board(ways, table.public, table.names))
        rest = found[MOST - 1 :]  # the last is the way out, to pass: it must not be crowded out
        return [] if untold else [*found[: MOST - 1], *rest[-1:]]
    found = _on_hand(face, ways, table)
    usual = _usual(ways, table, found)
    return _kept(found, usual)


def _kept(found: Sequence[Button], usual: Button | None) -> list[Button]:
    """Keep as many answers as there is room for: one of each kind, then what asks for any other.

    What the clock would do is never crowded out.
    """
    verbs = [one.request.verb for one in found]
    ranks = {
        at: (one != usual, one.request.verb in verbs[:at], not one.label.endswith("…"), at)
        for at, one in enumerate(found)
    }
    return [found[at] for at in sorted(sorted(ranks, key=ranks.__getitem__)[:MOST])]


def _on_hand(face: AnyFace, ways: Sequence[AnyWay], table: TableView) -> list[Button]:
    """List what is on the hand of some ways; for a menu, a button that asks for it in a form."""
    parts = on_hand(ways, table.view, table.names, table.legal, face.slips)
    by_verb = {way.verb: way for way in ways}
    menus = (part.request for part in parts if isinstance(part, Menu))
    forms = [_form(by_verb[wanted.verb], wanted, table) for wanted in menus]
    asked = {repr(one.request): one for one in (*forms, *_buttons(parts))}
    order = {verb: at for at, verb in enumerate(by_verb)}
    forms_last = sorted(asked.values(), key=lambda one: one in forms)
    found = sorted(forms_last, key=lambda one: order[one.request.verb])
    if found and found[0] in forms and found[0].style == "plain":  # it leads, instead of another
        rest = [replace(one, style="plain") if one.style == "main" else one for one in found[1:]]
        found = [replace(found[0], style="main"), *rest]
    return found


def _form(way: AnyWay, wanted: Request, table: TableView) -> Button:
    known = named_in(way, wanted, table.view, table.names)
    label, pic = way.label(table.view, known, table.names), way.pic(table.view, known)
    return Button(label, wanted, way.style, pic=pic)


def _buttons(parts: Sequence[Part]) -> list[Button]:
    rows = [part for part in parts if isinstance(part, Row)]
    return [one for row in rows for one in row.buttons if one.style != "quiet"]


def _usual(ways: Sequence[AnyWay], table: TableView, found: Sequence[Button]) -> Button | None:
    """Find the button of the first legal move that has one: the first is what the clock makes."""
    by_move: dict[Any, AnyWay] = {way.move: way for way in ways}
    for move in table.legal.moves:
        way = by_move.get(move.__class__)
        if way is None:
            continue
        args = args_of(way, attributes_of(move)).items()
        own = [one for one in found if one.request.verb == way.verb]
        fit = [one for one in own if one.request.args.items() <= args]
        if fit:
            return max(fit, key=lambda one: len(one.request.args))
    return None


def print_of(notice: Notice, question: str, player: Player) -> str:
    """Fingerprint a notice: where this changes its text, or what its buttons rest on, has."""
    shown = (notice.content, notice.row.buttons, question, player.acted_step)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
