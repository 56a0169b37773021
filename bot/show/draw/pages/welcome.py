"""Draws the welcome for newcomers: first the games with their buttons, then how everything works.

The first page fits on a phone's screen, so nobody has to scroll to their first game.
"""

from collections.abc import Iterable

from bot.show.draw.parts import frame, presence
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Panel, Part, Request, Row, Text
from bot.ui.panels.words import capital, spoken

HOW_IT_WORKS = "1"
"""The second page, as the argument `page`."""
STARTING = """\
### How it works
**Alone?** *Try it now* deals you a practice game against house players, and only you see it.

**Together?** In a server's channel, *Start* opens a table, and a game's `start` command lets you \
choose the terms. Everybody who wants to play presses *Join*, then one of you presses *Deal*.

**Your turn.** The board says when it's your turn, and most moves are a button on it. What only \
you may see (a hand, a bid, a look under the lid) is under *My hand*, and nobody else sees it \
while the game goes on. Every button on a board or a hand also has a command.

**No hurry.** A table's pace gives you from five minutes to a day for each move. If you're away, I \
message you and say how long you have. If you miss two questions in a row, the house plays for you \
until you're back, unless the table's terms say otherwise. `/settings` has where I message you, \
your time zone and quiet hours.

**Leaving.** Before the deal, press *Leave*. Later, `/table away` lets the house play for you, and \
`/table leave` gives it your seat for good. `/table end` closes a table. Its opener can do that \
alone, the others only if they all agree.

-# `/games` lists your tables · each game has `rules` · `/privacy` says what I keep"""


MODERATORS = "-# Moderators: `/server settings` says where, what and by whom games are opened here."


def welcome(faces: Iterable[AnyFace], *, to_server: bool = False) -> Panel:
    """Draw the list of games, `to_server` with a line for its moderators."""
    offered = [face for face in faces if face.rules.command]
    parts: list[Part] = [Text(_title(len(offered)))]
    for face in offered:
        parts += [Text(_card(face)), Row(_buttons(face))]
    if to_server:
        parts.append(Text(MODERATORS))
    how = [Row([Button("How it works", _page(HOW_IT_WORKS), "quiet")])] if offered else []
    return Panel([*parts, *how])


def starting() -> Panel:
    """Draw the second page: how to start, to move, to be away and to leave."""
    return Panel([Text(STARTING), Row([Button("All games", _page("0"))])])


def _page(number: str) -> Request:
    return frame.HOW_TO.with_args({"game": frame.ALL_GAMES, "page": number})


def _title(games: int) -> str:
    if not games:
        return "### Table games, right here in chat\nI offer none right now."
    many = capital(presence.NUMBERS[games]) if games < len(presence.NUMBERS) else str(games)
    return f"### {many} table game{'' if games == 1 else 's'}, right here in chat"


def _card(face: AnyFace) -> str:
    players, start = f"{spoken(face.rules.seats)} players", f"`/{face.rules.command} start`"
    title = f"**{face.rules.title}** · {players}{frame.pictured(face, 1)}"
    return f"{title}\n-# {capital(face.about)}. {start}"


def _buttons(face: AnyFace) -> list[Button]:
    game = {"game": face.rules.name}
    return [
        Button("Try it now", frame.PRACTICE.with_args(game), "main"),
        Button("Start", frame.START.with_args(game)),
        Button("How to play", frame.HOW_TO.with_args(game)),
    ]
