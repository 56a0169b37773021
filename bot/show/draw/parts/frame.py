"""Adds the parts that all games share to the drawing of a game: title, deadlines and news.

If a text would exceed Discord's limit of 4000 characters, the oldest events are left out. The
position itself is never cut.
"""

from collections.abc import Sequence
from itertools import groupby
from math import ceil
from typing import Any

from bot.host.reading.table_view import News, TableView
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import TEXT_LIMIT, Button, Panel, Part, Row, Text, request
from bot.ui.panels.pics import beside, pic, plain
from bot.ui.panels.words import Names
from games.rules import AnyRules, Seat

BETWEEN = " · "  # separates events in a row
PHONE_LINE = 44  # characters of small print that fit beside each other on a phone
ROOM = TEXT_LIMIT - 200  # maximum characters of all texts, with a reserve of 200

UNOFFICIAL = (
    "-# An unofficial adaptation, with words and pictures of our own. It isn't connected to the "
    "game's makers or publisher."
)

LEAF = "*page"  # name of the page menu's argument; the page buttons use `page`
HOUSE = "table_"  # prefix of the request verbs that are the same in all games
START = request("table_start")
JOIN = request("table_join")
LEAVE = request("table_leave")
SETTINGS = request("table_settings")
MY_DATA = request("table_data")
NOTICES = request("table_notices")  # on older panels; it opens the settings
DEAL = request("table_deal")
HAND = request("table_hand")
HOW_TO = request("table_howto")
ALL_GAMES = "all"  # as the game whose help is wanted: the welcome
REMATCH = request("table_rematch")
TRANSCRIPT = request("table_transcript")
TRUTH = request("table_truth")
TRUTH_TO_ALL = request("table_truth", to="all")
STORY = request("table_story")
FAIR = request("table_fair")
MORE = request("table_more")
SHARE = request("table_share")
ORDERS = request("table_orders")
ORDERS_PAGE = "p"  # on requests of the panel of standing orders: the page to which they lead back
CANCEL_ORDER = request("table_unsay")
REPEAT_ORDERS = request("table_again")
MEET = request("table_meet")
COME = request("table_come")
CALL_OFF = request("table_call_off")
END = request("table_end")
BACK = request("table_back")
HOUSE_PLAYERS = request("table_house")
PRACTICE = request("table_practice")
AWAY = request("table_away")
HURRY = request("table_hurry")
REPLACE = request("table_replace")
WATCH = request("table_watch")


WAY_BACK = Button("Back to my hand", HAND)


def with_way_back(panel: Panel) -> Panel:
    """Return a private panel with a button that leads back to the hand, if it has none."""
    if HAND in panel.requests():
        return panel
    return Panel([*panel.parts, Row([WAY_BACK])])


def title(face: AnyFace, table: TableView) -> str:
    """Return the title of a board with its table number."""
    return f"## {face.rules.title}\n-# table {table.id}"


def pictured(face: AnyFace, most: int | None = None) -> str:
    """Return a game's emojis (at most so many) for the end of its title line, or ""."""
    return "".join([beside(" "), *map(pic, face.pics[:most])]) if face.pics else ""


def bring_command(rules: AnyRules) -> str:
    """Return the command that posts a table's board again. A game that is off has none itself."""
    return f"`/{rules.command} table`" if rules.command else "`/table bring`"


def outdated(table: TableView) -> str:
    """Explain why no game is shown at a table that was dealt under older rules."""
    if table.phase == "over":
        return "This game was played under older rules, so I can't show it any more."
    return (
        f"Table {table.id} was dealt under older rules and can't go on. The player who opened it "
        "or a moderator can close it with `/table end`, and so can all its players together."
    )


def waiting(table: TableView) -> str:
    """List the players who must move, with their deadlines as relative Discord timestamps.

    House players are named only if the table waits for nobody else, because they answer last.
    """
    if not table.to_move:
        return "-# Nobody has to move now."
    awaited = table.to_move - table.house or table.to_move
    seats = sorted(awaited)
    if len({_instant(due_of(table, seat)) for seat in seats}) < 2:
        return f"**To move:** {table.names.all(awaited)}{until(table, seats[0])}"
    each = (f"{table.names[seat]}{_instant(due_of(table, seat))}" for seat in seats)
    return f"**To move:** {', '.join(each)}"


def until(table: TableView, seat: Seat) -> str:
    """Return the deadline of a seat as text, or "" if the seat has none."""
    written = _instant(due_of(table, seat))
    return f" ·{written}" if written else ""


def by(table: TableView, seat: Seat) -> str:
    """Return the deadline of a seat with its exact time, or "" if the seat has none."""
    at = due_of(table, seat)
    if at is None:
        return ""
    return f" · by <t:{int(at)}:t>,{_instant(at)}"


def due_of(table: TableView, seat: Seat) -> float | None:
    """Return the deadline of a seat, or None if it has none."""
    return table.dues[seat] if seat < len(table.dues) else table.until


def _instant(at: float | None) -> str:
    return "" if at is None else f" <t:{int(at)}:R>"


def told(
    face: AnyFace,
    news: Sequence[News],
    names: Names,
    to: Seat | None,
    *,
    public: Any = None,
    each: bool = False,
) -> list[str]:
    """Describe news in sentences, oldest first. Events that aren't worth a sentence are omitted.

    Several events can share a sentence unless `each` is set. If a move was made automatically, only
    the first sentence about it says so. `public` is the table's public view.
    """
    tell = face.telling(public)
    lines: list[str] = []
    for why, run in groupby(news, key=_why):
        events = [entry.event for entry in run]
        if each:
            sentences = [line for event in events if (line := tell.sentence(event, names, to))]
        else:
            sentences = tell.sentences(events, names, to)
        if sentences and why is not None:
            sentences[0] += f" _({why[1]})_"
        lines += sentences
    return lines


def _why(entry: News) -> tuple[int, str] | None:
    """Return a move's revision and why it was automatic. Return None if a player made it."""
    if entry.house:
        return entry.rev, "the house played"
    if entry.absent:
        return entry.rev, "time was up"
    return (entry.rev, "standing order") if entry.ordered else None


def length(parts: Sequence[Part]) -> int:
    """Count the characters of all texts among some parts of a panel."""
    return sum(len(plain(part.markdown)) + 1 for part in parts if isinstance(part, Text))


def newest_on_phone(lines: Sequence[str], room: int, most: int) -> list[str]:
    """Return the last lines that fill at most `most` lines of small print on a phone, or one."""
    kept: list[str] = []
    for line in reversed(newest(lines, room, most)):
        most -= ceil(len(plain(line)) / PHONE_LINE)
        if most < 0 and kept:
            break
        kept.insert(0, line)
    return kept


def newest_in_a_row(lines: Sequence[str], room: int, most: int, space: int) -> str:
    """Write the last lines, at most `most`, behind each other in `space` characters, or one."""
    kept: list[str] = []
    for line in reversed(newest(lines, room, most)):
        space -= len(plain(line)) + len(BETWEEN)
        if space < 0 and kept:
            break
        kept.insert(0, line)
    return BETWEEN.join(kept)


def revealed(face: AnyFace, table: TableView) -> str:
    """Return what the newest public step revealed, in words, or "" if nothing."""
    events = [news.event for news in table.news if news.step == table.step]
    reveal = face.story.reveal(events, table.names) if events else None
    return "" if reveal is None else reveal.text


def heading(text: str) -> str:
    """Write a text as a heading on a line of its own, or nothing if there is no text."""
    return f"### {text}\n" if text else ""


def newest(lines: Sequence[str], room: int, most: int) -> list[str]:
    """Return the last lines that fit into `room` characters, but at most `most` lines."""
    kept: list[str] = []
    for line in reversed(lines[-most:]):
        room -= len(plain(line)) + 4
        if room < 0:
            break
        kept.insert(0, line)
    return kept
