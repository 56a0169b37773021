"""Draws the panel of a practice table: board, hand and moves in one private message.

The line above the buttons says what the player can do, because on a phone the top is out of view.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from bot.host.reading.table_view import TableView
from bot.show.draw import frame, presence
from bot.show.draw.hand_panel import EVENTS_SHOWN
from bot.ui.face import AnyFace
from bot.ui.offers import on_hand
from bot.ui.panel import Button, Line, Panel, Part, Request, Row, Text
from bot.ui.words import capital

ABOUT = "Only you see this. There's no seal and no clock, and I close it after a day."


def draw(face: AnyFace, table: TableView, note: str = "") -> Panel:
    """Draw a practice table for its only person. `note` is shown only once."""
    against = f"-# You play against {table.names.all(table.house)}. {ABOUT}"
    title = "\n".join(filter(None, [f"### {face.rules.title}: practice", against, note]))
    parts: list[Part] = [Text(title)]
    if table.phase == "ended" or table.view is None:
        return Panel([*parts, Text("This practice game is closed."), Row(_after(face, table))])
    if table.phase == "over":
        done = face.draw.ending(table.public, table.names)
        top = Text(f"{_revealed(face, table)}{done.headline}")
        return Panel([*parts, top, *_texts(done.parts), Row(_after(face, table))])
    board = face.draw.board(table.public, table.names)
    hand = face.draw.hand(table.view, table.names)
    controls = on_hand(face.ways, table.view, table.names, table.legal, face.drafts)
    mine: list[Part] = [Text(f"**Yours:** {hand.headline}"), *_texts(hand.parts)]
    below: list[Part] = [Text(_asked(face, table)), *controls, Row(_last_row(face))]
    said = "" if board.headline in hand.headline else board.headline
    top = f"{_revealed(face, table)}{said}".strip()
    parts += [Text(top)] if top else []
    room = frame.ROOM - frame.length([*parts, *mine, *below])
    shown = "\n".join(part.markdown for part in _texts(board.parts))
    if shown and len(shown) < room:
        parts += [Line(), Text(shown)]
        room -= len(shown)
    lines = frame.told(face, table.news, table.names, table.seat)
    recent = frame.newest(lines, room, EVENTS_SHOWN)
    if recent:
        parts.append(Text("\n".join(f"-# {line}" for line in recent)))
    return Panel([*parts, Line(), *mine, *below])


def _revealed(face: AnyFace, table: TableView) -> str:
    """Return a heading with what was revealed last since the player's last press, or ""."""
    found = ""
    for _, entries in groupby(table.news, key=attrgetter("step")):
        revealed = face.story.reveal([entry.event for entry in entries], table.names)
        found = found if revealed is None else f"### {revealed.text}\n"
    return found


def _asked(face: AnyFace, table: TableView) -> str:
    """Say what the player can do, or who is thinking."""
    if table.seat not in table.to_move:
        return f"-# {presence.thinking(table)}"
    wanted = face.asked.wanted(table.view, table.names).replace("**", "").rstrip(".")
    return f"**{capital(wanted)}.**"


def _texts(parts: Sequence[Part]) -> list[Text]:
    return [part for part in parts if isinstance(part, Text)]


def _after(face: AnyFace, table: TableView) -> list[Button]:
    game = {"game": face.rules.name}
    truth = [Button("The truth", frame.TRUTH)] if table.secret is not None else []
    return [
        Button("Play again", frame.PRACTICE.with_args(game), "main"),
        *truth,
        Button("Open a table", frame.START.with_args(game)),
    ]


def _last_row(face: AnyFace) -> list[Button]:
    asides = [Button(aside.label, Request(aside.verb)) for aside in face.asides]
    return [*asides, Button("How to play", frame.HOW_TO), Button("Refresh", frame.HAND)]
