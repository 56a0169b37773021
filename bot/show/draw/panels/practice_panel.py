"""Draws the panel of a practice table: board, hand and moves in one private message.

On a phone only its lower half is in view. So what was just revealed stands below the board, the
line above the buttons says what the player can do, and nothing is said twice.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from bot.host.reading.table_view import News, TableView
from bot.show.draw.panels import hand_panel, more_panel, orders_panel
from bot.show.draw.panels.hand_panel import EVENTS_SHOWN
from bot.show.draw.parts import frame, presence
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Line, Panel, Part, Row, Text
from bot.ui.panels.pics import plain
from bot.ui.panels.words import capital
from bot.ui.ways.more import Offers

ABOUT = "Only you see this. Take your time: I close it after a day without a move."
CLOSED = (
    "This practice game is closed. I close one after a day without a move, or when you start "
    "another."
)


def draw(face: AnyFace, table: TableView, note: str = "") -> Panel:
    """Draw a practice table for its only person. `note` is shown only once."""
    title = f"### {face.rules.title}: practice"
    if table.phase == "ended" or table.view is None:
        return Panel([Text(title), Text(CLOSED), *_after(face, table)])
    if table.phase == "over":
        return _ending(face, table, title)
    against = f"-# You play against {table.names.all(table.house)}. {ABOUT}"
    parts: list[Part] = [Text("\n".join(filter(None, [title, against, note])))]
    asked = _asked(face, table)
    board = face.draw.board(table.public, table.names)
    shown = [part.markdown for part in _texts(board.parts)]
    if table.seat not in table.to_move:
        shown.insert(0, board.headline)
    revealed, news = _revealed(face, table)
    offers = hand_panel.offers_of(face, table)
    below: list[Part] = [
        *map(Text, _own(face, table, shown)),
        Text(asked),
        *offers.at_once,
        Row(_last_row(face, table, offers)),
    ]
    room = frame.ROOM - frame.length([*parts, *below]) - len(revealed)
    if shown and sum(map(len, shown)) < room:
        parts += [*map(Text, shown), Line()]
        room -= sum(len(text) + 1 for text in shown)
    told = frame.told(face, news, table.names, table.seat, public=table.public)
    recent = [f"-# {line}" for line in frame.newest(told, room, EVENTS_SHOWN)]
    happened = "\n".join(filter(None, [revealed, *recent]))
    return Panel([*parts, *([Text(happened)] if happened else []), *below])


def _ending(face: AnyFace, table: TableView, title: str) -> Panel:
    """Draw the end of a practice game: whether its player won, and the final board."""
    done = face.draw.ending(table.public, table.names)
    won = table.standing is not None and table.seat in table.standing.winners
    outcome = "**You won!**" if won else "**You didn't win this one.**"
    revealed, _ = _revealed(face, table)
    top = "\n".join(filter(None, [revealed, f"{outcome} {done.headline}"]))
    return Panel([Text(title), Text(top), *_texts(done.parts), *_after(face, table)])


def _revealed(face: AnyFace, table: TableView) -> tuple[str, Sequence[News]]:
    """Return what was revealed last since the player's last press, and the news after it.

    What was revealed is a heading, or "" if nothing was. Then all news are returned, except the
    player's own moves.
    """
    heading, later = "", list[News]()
    for _, run in groupby(table.news, key=attrgetter("step")):
        entries = list(run)
        revealed = face.story.reveal([entry.event for entry in entries], table.names)
        if revealed is None:
            later += [entry for entry in entries if not entry.own]
        else:
            heading, later = f"### {revealed.text}", []
    return heading, later


def _own(face: AnyFace, table: TableView, shown: Sequence[str]) -> list[str]:
    """Return the texts of the player's hand, without what the panel says elsewhere.

    That is what the board has `shown`, and the open question, which stands above the buttons. Hints
    at standing orders are left out too, because this panel has no button for them.
    """
    hand = face.draw.hand(table.view, table.names)
    question = face.asked.situation(table.view, table.names)
    texts = [hand.headline, *(part.markdown for part in _texts(hand.parts))]
    rest = [text.replace(question, "").replace(capital(question), "").strip() for text in texts]
    return [
        text
        for text in rest
        if any(map(str.isalnum, plain(text)))  # more than a picture is left
        and text not in shown
        and orders_panel.OPENS not in text
    ]


def _asked(face: AnyFace, table: TableView) -> str:
    """Say what the player can do, or who is thinking."""
    if table.seat not in table.to_move:
        return f"-# {presence.thinking(table)}"
    question = face.asked.situation(table.view, table.names)
    return f"**{capital(question.replace('**', ''))}**"


def _texts(parts: Sequence[Part]) -> list[Text]:
    return [part for part in parts if isinstance(part, Text)]


def _after(face: AnyFace, table: TableView) -> list[Row]:
    """Return the row of buttons below a finished game, if there are any."""
    game = {"game": face.rules.name}
    truth = [Button("The truth", frame.TRUTH)] if table.secret is not None else []
    again = Button("Play again", frame.PRACTICE.with_args(game), "main")
    start = Button("Open a table", frame.START.with_args(game))
    buttons = [again, *truth, start] if face.rules.command else truth
    return [Row(buttons)] if buttons else []


def _last_row(face: AnyFace, table: TableView, offers: Offers) -> list[Button]:
    """Return the buttons that make no move. Any button refreshes the panel, so one is enough."""
    more = more_panel.button(face, table, offers)
    refresh = [] if table.seat in table.to_move else [Button("Refresh", frame.HAND)]
    return [*more, Button("How to play", frame.HOW_TO), *refresh]
