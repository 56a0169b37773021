"""Lists a person's tables as a to-do list, sorted by deadline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame, headers
from bot.show.draw.parts.presence import NUMBERS
from bot.show.draw.people import watch_text
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Line, Panel, Part, Row, Text, request

LISTED = 20  # maximum number of tables in one answer
WITH_BUTTON = 10  # maximum number of tables that get a button
NEW_PANEL = "anew"
"""The name of the argument that makes *My hand* open a new panel."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A table in a player's to-do list. `board` links to the board or its channel.

    `hidden` explains why the board can't be shown, or is "" if it can be shown. `watched` means
    that the person watches the table.
    """

    table: TableView
    board: str
    hidden: str = ""
    watched: bool = False

    @property
    def waits(self) -> bool:
        """Whether the table is waiting for this player."""
        return self.table.seat is not None and self.table.seat in self.table.to_move

    @property
    def due(self) -> float:
        """The player's deadline, or infinity if there is none."""
        assert self.table.seat is not None
        due = frame.due_of(self.table, self.table.seat)
        return float("inf") if due is None else due


def draw(
    tables: Sequence[Entry],
    faces: Mapping[str, AnyFace],
    *,
    now: float,
    more: int = 0,
    others: Sequence[Part] = (),
) -> Panel:
    """Draw a person's to-do list, then the list of other tables.

    `more` is the number of further tables not in `tables`.
    """
    waiting = sorted((entry for entry in tables if entry.waits), key=lambda one: one.due)
    rest = [entry for entry in tables if not entry.waits]
    first = [_line(entry, _asked(entry, faces)) for entry in waiting]
    then = [_line(entry, state(entry.table)) for entry in rest]
    kept = that_fit([*first, *then], frame.ROOM - frame.length(others))
    asked, idle = kept[: len(first)], kept[len(first) :]
    parts: list[Part] = []
    if asked:
        buttons = [_button(entry, main=entry is waiting[0]) for entry in waiting[:WITH_BUTTON]]
        parts += [Text("### Waiting for you\n" + "\n".join(asked)), Row(buttons)]
    if idle:
        title = "Your other tables" if asked else "Your tables: none is waiting for you"
        parts += [*([Line()] if asked else []), Text(f"### {title}\n" + "\n".join(idle))]
    count = more + len(first) + len(then) - len(kept)
    omitted = f"… and {count} more.\n" if count else ""
    return Panel([*parts, *others, Text(f"{omitted}-# {headers.as_of(now)}")])


def to_join(joinable: Sequence[Entry]) -> list[Part]:
    """Draw a list of tables with free seats, and a button for each. It is empty if none has any."""
    if not joinable:
        return []
    lines = "\n".join(_line(entry, _free(entry.table)) for entry in joinable)
    buttons = [
        Button(f"Join table {entry.table.id}", frame.JOIN, table=entry.table.id)
        for entry in joinable
    ]
    return [Text(f"### Tables you can join\n{lines}"), Row(buttons)]


def to_watch(watchable: Sequence[Entry]) -> list[Part]:
    """Draw a list of games of other people, and a button for each. It is empty if there are none.

    A game that the person watches already gets a button that ends that.
    """
    if not watchable:
        return []
    lines = "\n".join(_line(entry, state(entry.table)) for entry in watchable)
    buttons = [watch_text.button(entry.table.id, watched=entry.watched) for entry in watchable]
    return [Text(f"### Tables you can watch\n{lines}"), Row(buttons)]


def _free(table: TableView) -> str:
    """Say who waits at an open table, and for how many others."""
    people = frozenset(range(len(table.names))) - table.house
    names, seats = table.names.all(people), table.rules.seats
    missing = seats.start - len(table.names)
    if missing > 0:
        wait = "waits" if len(people) == 1 else "wait"
        return f"{names} {wait} for {NUMBERS[missing]} more"
    there = "is" if len(people) == 1 else "are"
    return f"{names} {there} there, and it can be dealt"


def that_fit(lines: Sequence[str], room: int = frame.ROOM) -> list[str]:
    """Return as many of the first lines as fit into `room` characters, or into one message."""
    kept = list[str]()
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _line(entry: Entry, says: str) -> str:
    hidden = f". {entry.hidden}" if entry.hidden else ""
    board = f"[board]({entry.board})" if entry.board.startswith("https:") else entry.board
    return f"**{entry.table.rules.title}, table {entry.table.id}**, {board}: {says}{hidden}"


def _asked(entry: Entry, faces: Mapping[str, AnyFace]) -> str:
    table = entry.table
    assert table.seat is not None
    return (
        f"{faces[table.game].asked.wanted(table.view, table.names)}{frame.until(table, table.seat)}"
    )


def state(table: TableView) -> str:
    """Describe a table that isn't waiting for this player."""
    if table.phase == "open":
        return f"open, {len(table.names)} at the table"
    if table.to_move:
        return f"waiting for {table.names.all(table.to_move)}"
    return "waiting for nobody"


def _button(entry: Entry, *, main: bool) -> Button:
    label = f"Open table {entry.table.id}"
    wanted = request(frame.HAND.verb, **{NEW_PANEL: "yes"})
    return Button(label, wanted, "main" if main else "plain", table=entry.table.id)
