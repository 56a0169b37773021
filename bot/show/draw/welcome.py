"""Draws the welcome page for newcomers: the games on offer, their buttons, and how to start."""

from collections.abc import Iterable

from bot.show.draw import frame
from bot.ui.face import AnyFace
from bot.ui.panel import Button, Line, Panel, Part, Row, Text
from bot.ui.words import spoken

STARTING = """\
**Alone?** *Try it now* deals you a practice game against house players, and only you see it.

**To play**, open a table in a channel of a server with *Start* or its command. Whoever \
wants to play presses *Join* on its board, and anybody who sits there *Deal*.

**Your turn** comes when the board says so; most moves are a button on it. What is yours alone \
(a hand, a bid, a look under the lid) stands under *My hand*; nobody else is shown it while the \
game goes on. What a button on a board or a hand does, a command does as well.

**No hurry.** A table has a pace, from five minutes a move to a day. If you are away I write \
to you, and say by when. Unless the table's terms say otherwise, the house plays for you once you \
miss two questions in a row. `/settings` has where I write to you, your time zone and quiet hours.

**Leaving.** Before the deal, press *Leave*. Later `/table away` lets the house play for you, and \
`/table leave` gives it your seat for good. `/table end` closes a table: its opener closes it at \
once, and the others together, when all have said so.

-# `/games` lists your tables · each game has `rules` · `/privacy` says what I keep"""


MODERATORS = "-# Moderators: `/server settings` says where, what and by whom games are opened here."


def welcome(faces: Iterable[AnyFace], *, to_server: bool = False) -> Panel:
    """Draw the list of games and the first steps, `to_server` with a line for its moderators."""
    first = "I host tabletop games: bidding, bluffing and dealing, each when you have a minute."
    parts: list[Part] = [Text(f"### What this is\n{first}")]
    for face in faces:
        if not face.rules.command:
            continue
        parts += [Text(_card(face)), Row(_buttons(face))]
    moderators = [Text(MODERATORS)] if to_server else []
    return Panel([*parts, Line(), Text(STARTING), *moderators])


def _card(face: AnyFace) -> str:
    players, start = f"{spoken(face.rules.seats)} players", f"`/{face.rules.command} start`"
    title = f"**{face.rules.title}** · {players} · {start}{frame.pictured(face)}"
    return f"{title}\n{face.pitch}"


def _buttons(face: AnyFace) -> list[Button]:
    game = {"game": face.rules.name}
    return [
        Button("Try it now", frame.PRACTICE.with_args(game), "main"),
        Button("Start", frame.START.with_args(game)),
        Button("How to play", frame.HOW_TO.with_args(game)),
    ]
