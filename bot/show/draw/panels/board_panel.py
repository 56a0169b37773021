"""Draws the board, which is the main public message of a table, in every phase of a game."""

from collections.abc import Mapping, Sequence

from bot.host.reading.table_view import TableView
from bot.show.draw.panels import opening_panel, poster
from bot.show.draw.parts import frame, presence
from bot.show.draw.texts import ending_text, hurry_text, meeting_text, seat_offer_text, thread_text
from bot.ui.face.face import AnyFace
from bot.ui.paint.avatar import Avatar
from bot.ui.panels.panel import ROW_LIMIT, Button, Line, Panel, Part, Row, Text
from bot.ui.panels.words import link_to, short
from bot.ui.ways.offers import on_board
from games.rules import Seat

EVENTS_SHOWN = 3  # with more, a phone could not show the headline and the buttons at once
LINES_SHOWN = 2  # lines of small print for these events on a phone


def draw(
    face: AnyFace, table: TableView, now: float, avatars: Mapping[Seat, Avatar] | None = None
) -> Panel:
    """Draw a table's board for its current phase. The poster of its end shows the `avatars`."""
    if table.phase == "open":
        return opening_panel.draw(face, table, now)
    if table.phase == "ended":
        return closed(face, table)
    if table.public is None:
        return outdated(face, table)
    if table.phase == "over":
        return poster.draw(face, table, avatars)
    return _game(face, table, now)


def _game(face: AnyFace, table: TableView, now: float) -> Panel:
    drawing = face.draw.board(table.public, table.names)
    title = Text(frame.title(face, table))
    reveal = frame.revealed(face, table)
    asked = f"{frame.heading(reveal)}{drawing.headline}\n{frame.waiting(table)}"
    room = frame.ROOM - frame.length([title, Text(asked), *drawing.parts])
    parts: list[Part] = [title, Text(asked + _people(table, now, room)), *drawing.parts]
    lines = frame.told(face, table.news, table.names, None, public=table.public)
    space = frame.PHONE_LINE * (LINES_SHOWN - bool(reveal))
    untold = [line for line in lines if line != reveal]
    left = frame.ROOM - frame.length(parts)
    if recent := frame.newest_in_a_row(untold, left, EVENTS_SHOWN, space):
        parts += [Line(), Text(f"-# {recent}")]
    controls = on_board(face.ways, table.public, table.names, face.drafts, to_move=table.to_move)
    way_in = Button("My hand", frame.HAND, "plain" if controls else "main")
    back = [Button("I'm back", frame.BACK)] if table.stand_in_seats else []
    last = [way_in, *back, *meeting_text.buttons(table, now)]
    free = [
        Button(
            f"Take {short(table.former[seat], 40)}'s seat",
            frame.JOIN.with_args({"seat": str(seat)}),
        )
        for seat in sorted(table.open_seats)
    ]
    agree = [
        *hurry_text.buttons(table),
        *seat_offer_text.buttons(table),
        *ending_text.buttons(table),
    ]
    return Panel([*parts, *_joined(controls, [*last, *agree, *free])])


def _joined(controls: Sequence[Part], last: Sequence[Button]) -> list[Part]:
    """Add the buttons that all boards have, to the row that everybody may press if they fit."""
    headed = [False, *(isinstance(part, Text) for part in controls[:-1])]
    for at, (part, is_headed) in enumerate(zip(controls, headed, strict=False)):
        if isinstance(part, Row) and not is_headed and len(part.buttons) + len(last) <= ROW_LIMIT:
            return [*controls[:at], Row([*part.buttons, *last]), *controls[at + 1 :]]
    return [*controls, Row(last)]


def outdated(face: AnyFace, table: TableView) -> Panel:
    """Draw the board of a table that was dealt under older rules. Players can only close it."""
    said = f"{frame.title(face, table)}\n{frame.outdated(table)}{ending_text.line(table)}"
    end = ending_text.buttons(table)
    return Panel([Text(said), *([Row(end)] if end else [])])


def _people(table: TableView, now: float, room: int) -> str:
    """List the players who are present, don't answer, come to a meeting or want to end the game.

    The text has at most `room` characters. If it would be longer, leave out the players who are
    present. If it is still too long, give numbers instead of names.
    """
    here = presence.line(table, now)
    silent = presence.house_players(table) + presence.given_up(table) + presence.gone(table)
    silent += _set_back(table)
    others = silent + meeting_text.line(table, now) + hurry_text.line(table)
    others += thread_text.line(table)
    others += seat_offer_text.line(table) + ending_text.line(table)
    for text in (here + others, others):
        if len(text) <= room:
            return text
    return (
        silent + meeting_text.line(table, now, counted=True) + ending_text.line(table, counted=True)
    )


def _set_back(table: TableView) -> str:
    """Say to what time the table was set back from a backup, if it was."""
    if table.set_back is None:
        return ""
    at = f"<t:{int(table.set_back)}:f>"
    return f"\n-# Set back to how it was at {at}, so somebody may know what comes next."


def closed(face: AnyFace, table: TableView) -> Panel:
    """Draw the board of a table that was closed before its game was over."""
    again = bool(table.options is not None and table.people and face.rules.command)
    words = "This table was closed before its game was over. No hard feelings."
    if table.closed_unread:
        words = (
            "This table was dealt under older rules and couldn't go on under the new ones, so it "
            f"was closed. Sorry about that.{' *Rematch* starts a new game.' if again else ''}"
        )
    rematch = [Row([Button("Rematch", frame.REMATCH)])] if again else []
    return Panel([Text(frame.title(face, table)), Text(words), *rematch])


def moved_on(table: TableView, board: int | None) -> Panel:
    """Draw a board that has been replaced. It consists only of a link to the new board."""
    return Panel([Text(f"-# The board of table {table.id} has moved: {link(table, board)}")])


def pointer(table: TableView, board: int) -> Panel:
    """Draw a private link to a new board that couldn't be posted as the answer itself."""
    return Panel([Text(f"Table {table.id} is here: {link(table, board)}")])


def link(table: TableView, board: int | None) -> str:
    """Return a link to a table's board, or to its channel if the board's message is unknown."""
    if board is None:
        return f"<#{table.channel}>"
    return link_to(table.guild, table.channel, board)
