"""Writes the text of a notice and chooses the buttons under it.

A notice is plain text, because a phone's push notification shows nothing else. The text names the
game, the table, the question and the deadline. A player can answer with the buttons immediately. A
notice in a channel contains only public information.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from bot.show.draw.people import todo
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Menu, Part, Request, Row
from bot.ui.panels.words import about, short
from bot.ui.ways.offers import button_of, on_board, on_hand
from bot.ui.ways.read import named_in
from bot.ui.ways.resolve import args_of, attributes_of
from bot.ui.ways.ways import AnyWay
from db.tables.tables import Player
from games.rules import Seat

MOST_LISTED = 3  # maximum number of other tables in a notice
MOST = 4  # maximum number of answer buttons; the fifth button of the row is *My hand*
LONGEST = 300  # maximum number of characters of the question


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a player must have answered. `replaced`: the house plays for them from then on."""

    due: float
    replaced: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """Another table that waits for the reader of a notice, what it wants and by when."""

    table: int
    says: str
    deadline: Deadline | None


def waiting(face: AnyFace, table: TableView, player: Player) -> Waiting:
    """Return what a notice about another table says of this one, for the view of a seat."""
    says = f"{face.rules.title}, table {table.id}: {_wanted(face, table)}"
    return Waiting(table.id, says, _deadline(table, player))


def _wanted(face: AnyFace, table: TableView) -> str:
    """Return what the table wants as a sentence without markup."""
    text = face.asked.wanted(table.view, table.names).replace("**", "").rstrip(".")
    wanted = short(text, LONGEST)
    return wanted if wanted.endswith(("?", "!", "…")) else f"{wanted}."


def draw(
    face: AnyFace,
    table: TableView,
    player: Player,
    *,
    sent_at: float,
    again: bool,
    also: Sequence[Waiting] = (),
) -> Notice:
    """Draw a notice for a player who must move. `again` makes it a reminder.

    `also` are the other tables that wait for the same person. Times are given from the time
    `sent_at` of the message, because a phone shows Discord's timestamps as they are written.

    If `table` is the view of the player's seat, the notice is for a DM, otherwise for a channel.
    """
    called = "" if table.seat is not None else f"<@{player.person}>, "
    still = "still waiting for you at " if again else ""
    where = f"{still}{face.rules.title}, table {table.id}"
    if not called:
        where = where[:1].upper() + where[1:]
    answers = _answers(face, table, player.seat)
    lines = [f"{called}{where}: {_wanted(face, table)}"]
    lines[0] += _until(_deadline(table, player), sent_at)
    lines += [
        f"Also waiting for you: {other.says}{_until(other.deadline, sent_at)}"
        for other in also[:MOST_LISTED]
    ]
    if len(also) > MOST_LISTED:
        lines.append(f"{len(also) - MOST_LISTED} more: `/games` lists them all.")
    listed = also[:MOST_LISTED]
    opened = [Button(f"Open table {other.table}", _OPEN, table=other.table) for other in listed]
    answers = _fewer(answers, MOST - len(opened))
    hand = Button("My hand", frame.HAND, "plain" if answers else "main")
    return Notice(
        content="\n".join(lines),
        row=Row([*answers, hand, *opened]),
        table=table.id,
        step=table.step,
        person=player.person or 0,
    )


_OPEN = frame.HAND.with_args({todo.NEW_PANEL: "yes"})


def _fewer(answers: list[Button], most: int) -> list[Button]:
    """Return the first of the answers and the last one, which is the one for passing."""
    return answers if len(answers) <= most else [*answers[: max(0, most - 1)], *answers[-1:]]


def _deadline(table: TableView, player: Player) -> Deadline | None:
    if player.due is None:
        return None
    counts = not table.rules.question(table.public).hurried  # a missed call doesn't count
    replaced = counts and table.stand_in > 0 and player.unanswered + 1 == table.stand_in
    return Deadline(player.due, replaced)


def _until(deadline: Deadline | None, sent_at: float) -> str:
    """Say how long a player has, and what happens then if the house takes their seat over."""
    if deadline is None:
        return ""
    left = about(deadline.due - sent_at)
    if deadline.replaced:
        return (
            f" If you don't answer within {left} of this message, the house plays for you until "
            "you're back."
        )
    return f" You have {left} from this message."


def _answers(face: AnyFace, table: TableView, seat: Seat) -> list[Button]:
    """Choose the buttons for the answers that a seat is most likely to give."""
    verbs = face.answered_by(table.public, seat)
    ways = [way for way in face.ways if verbs is None or way.verb in verbs]
    if table.seat is None:  # in a channel, where a button may be meant for another player
        untold = verbs is None and len(table.to_move) > 1
        offered = _buttons(on_board(ways, table.public, table.names, to_move=table.to_move))
        rest = offered[MOST - 1 :]  # always keep the last button, because it is the one for passing
        return [] if untold else [*offered[: MOST - 1], *rest[-1:]]
    offered = _on_hand(face, ways, table)
    usual = _default(ways, table, offered)
    return _most_likely(offered, usual)


def _most_likely(found: Sequence[Button], usual: Button | None) -> list[Button]:
    """Choose at most MOST buttons, preferably of different kinds and those that open a form.

    The button for the default move (`usual`) is always kept.
    """
    verbs = [button.request.verb for button in found]
    ranks = {
        at: (button != usual, button.request.verb in verbs[:at], not button.label.endswith("…"), at)
        for at, button in enumerate(found)
    }
    return [found[at] for at in sorted(sorted(ranks, key=ranks.__getitem__)[:MOST])]


def _on_hand(face: AnyFace, ways: Sequence[AnyWay], table: TableView) -> list[Button]:
    """List the buttons of some kinds of move on a hand, with form buttons instead of menus."""
    parts = on_hand(ways, table.view, table.names, table.legal, face.drafts)
    by_verb = {way.verb: way for way in ways}
    menus = (part.request for part in parts if isinstance(part, Menu))
    forms = [_form(by_verb[wanted.verb], wanted, table) for wanted in menus]
    asked = {repr(button.request): button for button in (*forms, *_buttons(parts))}
    order = {verb: at for at, verb in enumerate(by_verb)}
    forms_last = sorted(asked.values(), key=lambda one: one in forms)
    return sorted(forms_last, key=lambda one: order[one.request.verb])


def _form(way: AnyWay, wanted: Request, table: TableView) -> Button:
    known = named_in(way, wanted, table.view, table.names)
    return button_of(way, known, wanted, table.view, table.names, table.legal)


def _buttons(parts: Sequence[Part]) -> list[Button]:
    rows = [part for part in parts if isinstance(part, Row)]
    return [button for row in rows for button in row.buttons if button.style != "quiet"]


def _default(ways: Sequence[AnyWay], table: TableView, found: Sequence[Button]) -> Button | None:
    """Return the button of the default move or, if it has none, of the next legal move with one."""
    by_move: dict[Any, AnyWay] = {way.move: way for way in ways}
    for move in table.legal.moves:
        way = by_move.get(move.__class__)
        if way is None:
            continue
        args = args_of(way, attributes_of(move)).items()
        own = [button for button in found if button.request.verb == way.verb]
        fit = [button for button in own if button.request.args.items() <= args]
        if fit:
            return max(fit, key=lambda one: len(one.request.args))
    return None


def fingerprint_of(notice: Notice, question: str, player: Player) -> str:
    """Return a hash of a notice's text and buttons, its question and the player's last step."""
    shown = (notice.content, notice.row.buttons, question, player.acted_step)
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
