"""Writes the texts that players read about a meeting on the board, in answers and in the ping."""

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Button, Panel, Row, Text
from bot.ui.panels.words import Names
from games.rules import Seat


def line(table: TableView, now: float, *, counted: bool = False) -> str:
    """Return the board's line about a planned meeting and who is coming, or "" if there is none.

    If `counted` is set, it gives the number of people instead of their names.
    """
    meeting = table.meeting
    if meeting is None or meeting.at <= now:
        return ""
    coming = f" {who(meeting.coming, table.names)}" if meeting.coming else ""
    if coming and counted:
        coming = f" Coming: {len(meeting.coming)} of {len(table.names)}."
    return f"\n**Meeting** <t:{int(meeting.at)}:t>, <t:{int(meeting.at)}:R>.{coming}"


def who(seats: frozenset[Seat], names: Names) -> str:
    """Return a sentence which says that the people in these seats are coming to a meeting."""
    return f"{names.all(seats)} {'is' if len(seats) == 1 else 'are'} coming."


def buttons(table: TableView, now: float) -> list[Button]:
    """Return the board's buttons for joining or cancelling the planned meeting, if there is one."""
    if table.meeting is None or table.meeting.at <= now:
        return []
    return choices(table.meeting.at)


def choices(at: float) -> list[Button]:
    """Return the buttons for joining or cancelling the meeting at time `at`."""
    meant = {"at": str(int(at))}
    return [
        Button("I'll come", frame.COME.with_args(meant)),
        Button("Call it off", frame.CALL_OFF.with_args(meant)),
    ]


def called(table: TableView, at: float, before: float | None, *, lost: bool) -> Panel:
    """Confirm a new meeting. If it replaces a meeting at time `before`, mention that.

    `lost` is set if somebody had agreed to come to the replaced meeting.
    """
    again = " If you said you'd come to that one, press again." if lost else ""
    instead = "" if before is None else f" It replaces the one at {_time(before)}.{again}"
    text = (
        f"{_which(table)}, meets at {_time(at)}, <t:{int(at)}:R>.{instead} I'll ping everyone who "
        f"has pressed *I'll come* in <#{table.channel}> then. Press it too if you're coming."
    )
    return Panel([Text(text), Row(choices(at))])


def already_planned(table: TableView, at: float) -> Panel:
    """Tell a player that exactly this meeting is already planned."""
    text = f"{_which(table)}, already meets at {_time(at)}, <t:{int(at)}:R>."
    return Panel([Text(text), Row(choices(at))])


def answered(table: TableView, at: float, *, comes: bool) -> Panel:
    """Confirm to a player whether they are coming to a meeting."""
    meant = f"to the meeting at {_time(at)}, <t:{int(at)}:R> ({_which(table)})"
    text = (
        f"You're coming {meant}. I'll ping you in <#{table.channel}> then. "
        "Press *I'll come* again if you can't make it."
        if comes
        else f"You're not coming {meant}. Press *I'll come* again if you are after all."
    )
    return Panel([Text(text), Row(choices(at))])


def off(table: TableView, at: float) -> str:
    """Confirm that a meeting is cancelled."""
    return f"The meeting at {_time(at)} ({_which(table)}) is off, so I won't ping anybody."


def ping(face: AnyFace, table: TableView, people: dict[Seat, int]) -> Notice:
    """Return the message that pings people for a meeting. `people` maps their seats to ids."""
    assert table.meeting is not None
    first, *others = (people[seat] for seat in sorted(people))
    mentions = ", ".join(f"<@{person}>" for person in (first, *others))
    return Notice(
        content=(
            f"{mentions}: {face.rules.title}, table {table.id}, meets now. "
            f"{who(frozenset(people), table.names)}"
        ),
        row=Row([Button("My hand", frame.HAND, "main")]),
        table=table.id,
        step=table.step,
        person=first,
        others=tuple(others),
    )


def _which(table: TableView) -> str:
    return f"{table.rules.title}, table {table.id}"


def _time(at: float) -> str:
    return f"<t:{int(at)}:t>"
