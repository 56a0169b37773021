"""What a notice says, and what can be pressed under it. Pure.

It is plain text, for a phone shows nothing else of a message: which game and table, what is wanted,
by when. Its buttons answer where it is read. In a channel all of it is made of what everybody may
see.
"""

import hashlib
from collections.abc import Sequence

from bot.host.table_view import TableView
from bot.show import frame
from bot.show.messenger import Notice
from bot.ui.face import AnyFace
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Button, Part, Row
from bot.ui.words import short
from db.tables import Player

MOST = 4  # buttons that answer, in one row with My hand
WORDS = 300  # characters of what is wanted
HALF_A_DAY = 12 * 3600.0


def draw(face: AnyFace, table: TableView, player: Player, *, again: bool) -> Notice:
    """Write a notice to a player who is to move: of their own view a DM, of the public's a call.

    `again`: a reminder.
    """
    called = "" if table.seat is not None else f"<@{player.person}>, "
    wanted = short(face.wanted(table.view, table.names).replace("**", ""), WORDS)
    still = "still waiting for you at " if again else ""
    where = f"{still}{face.rules.title}, table {table.id}"
    if not called:
        where = where[:1].upper() + where[1:]
    answers = _answers(face, table)
    return Notice(
        content=f"{called}{where}: {wanted}{_until(player)}",
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


def _answers(face: AnyFace, table: TableView) -> list[Button]:
    """Choose the likeliest answers: those of the owner of a view, or those that are on the board.

    Which of several seats may press what on the board, its public view does not say of each.
    """
    parts: Sequence[Part] = ()
    if table.seat is not None:
        parts = on_hand(face.ways, table.view, table.names, table.legal, face.slips)
    elif len(table.to_move) == 1:
        parts = on_board(face.ways, table.public, table.names)
    rows = (part for part in parts if isinstance(part, Row))
    found = [one for row in rows for one in row.buttons if one.style != "quiet"]
    return found[:MOST]


def print_of(notice: Notice, question: str, player: Player) -> str:
    """Fingerprint a notice: where this changes its text, or what its buttons rest on, has."""
    shown = (notice.content, notice.row.buttons, question, player.acted_step)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
