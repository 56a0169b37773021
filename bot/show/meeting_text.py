"""What is said of a meeting: on the board, to who calls one, and in the message then. Pure."""

from bot.host.table_view import TableView
from bot.show import frame
from bot.show.messenger import Notice
from bot.ui.face import AnyFace
from bot.ui.panel import Button, Panel, Row, Text
from bot.ui.words import Names
from games.rules import Seat


def line(table: TableView, now: float, *, counted: bool = False) -> str:
    """Say on a board when its people meet and who comes, on a line of its own; "" for never.

    `counted`: only how many of them.
    """
    meeting = table.meeting
    if meeting is None or meeting.at <= now:
        return ""
    coming = f" {who(meeting.coming, table.names)}" if meeting.coming else ""
    if coming and counted:
        coming = f" Coming: {len(meeting.coming)} of {len(table.names)}."
    return f"\n**Meeting** <t:{int(meeting.at)}:t>, <t:{int(meeting.at)}:R>.{coming}"


def who(seats: frozenset[Seat], names: Names) -> str:
    """Say who comes."""
    return f"{names.all(seats)} {'is' if len(seats) == 1 else 'are'} coming."


def buttons(table: TableView, now: float) -> list[Button]:
    """Offer on a board to come to its meeting, and to call it off."""
    if table.meeting is None or table.meeting.at <= now:
        return []
    return choices(table.meeting.at)


def choices(at: float) -> list[Button]:
    """Offer to come to the meeting at an instant, and to call it off."""
    meant = {"at": str(int(at))}
    return [
        Button("I'll come", frame.COME.with_args(meant)),
        Button("Call it off", frame.CALL_OFF.with_args(meant)),
    ]


def called(table: TableView, at: float, before: float | None, *, lost: bool) -> Panel:
    """Tell who has called a meeting when it is, and which one `before` it makes way.

    `lost`: somebody had said that they would come to that one.
    """
    again = " Who wanted to come to that one presses again." if lost else ""
    instead = "" if before is None else f" It takes the place of the one at {_time(before)}.{again}"
    text = (
        f"{_which(table)} meets at {_time(at)}, <t:{int(at)}:R>.{instead} Whoever has pressed "
        f"*I'll come* is called in <#{table.channel}> then: you, too, if you press it."
    )
    return Panel([Text(text), Row(choices(at))])


def stands(table: TableView, at: float) -> Panel:
    """Tell who calls a meeting that it has been called already."""
    text = f"{_which(table)} meets at {_time(at)} already, <t:{int(at)}:R>."
    return Panel([Text(text), Row(choices(at))])


def answered(table: TableView, at: float, *, comes: bool) -> Panel:
    """Tell somebody what they have said of a meeting, where the board does not."""
    meant = f"to the meeting of {_which(table)} at {_time(at)}, <t:{int(at)}:R>"
    text = (
        f"You are coming {meant}. I call you in <#{table.channel}> then; "
        "*I'll come*, pressed again, takes it back."
        if comes
        else f"You are not coming {meant}. *I'll come*, pressed again, says that you are."
    )
    return Panel([Text(text), Row(choices(at))])


def off(table: TableView, at: float) -> str:
    """Tell who has called a meeting off that it is."""
    return f"The meeting of {_which(table)} at {_time(at)} is called off; nobody is called."


def ping(face: AnyFace, table: TableView, people: dict[Seat, int]) -> Notice:
    """Call those who come to a meeting, by seat and person; each is named, and nobody else."""
    assert table.meeting is not None
    first, *others = (people[seat] for seat in sorted(people))
    mentions = ", ".join(f"<@{one}>" for one in (first, *others))
    return Notice(
        content=(
            f"{mentions}: {face.rules.title}, table {table.id}, meets at "
            f"{_time(table.meeting.at)}. {who(frozenset(people), table.names)}"
        ),
        row=Row([Button("My hand", frame.HAND, "main")]),
        table=table.id,
        step=table.step,
        person=first,
        others=tuple(others),
    )


def _which(table: TableView) -> str:
    return f"{table.rules.title}, table {table.id},"


def _time(at: float) -> str:
    return f"<t:{int(at)}:t>"
