"""Tells who is present and whether it is worth staying. It uses only public facts.

Discord keeps relative timestamps current, so nothing has to be redrawn just because somebody came
or went.
"""

from bot.host.reading.table_view import TableView
from bot.host.time.deadlines import MOST_UNANSWERED, PRESENT_WITHIN
from bot.host.time.time_of_day import UNTIL_BACK
from bot.ui.panels.words import escape, listed
from games.rules import Seat

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def here(table: TableView, now: float) -> dict[Seat, float]:
    """Map each seat that recently acted in public to the time of its last public action."""
    return {
        seat: at
        for seat, at in enumerate(table.acted)
        if at is not None and now - at < PRESENT_WITHIN
    }


def line(table: TableView, now: float) -> str:
    """Return the board's line about players who are present, or "" if there are none.

    From the arrival of the last player until the next manual move, it says that all are here.
    """
    present = here(table, now)
    latest = sorted(present, key=lambda seat: -present[seat])
    people = sum(person is not None for person in table.people)
    if table.all_here and table.phase == "playing" and len(present) == people > 1:
        # Add the time, because the line doesn't change until the next drawing.
        return f"\n-# {_all(people)} are here. (As of <t:{int(present[latest[0]])}:R>)"
    return f"\n-# Here: {_named(table, present, latest)}" if latest else ""


def _all(people: int) -> str:
    return "Both" if people == 2 else f"All {NUMBERS[people]}"


def _named(table: TableView, found: dict[Seat, float], seats: list[Seat]) -> str:
    """Name the players in `seats`, with the time of the latest action among them."""
    at = f"<t:{int(max(found[seat] for seat in seats))}:R>"
    if len(seats) == 1:
        return f"{table.names[seats[0]]}, {at}"
    return f"{listed([table.names[seat] for seat in seats])} (as of {at})"


def given_up(table: TableView) -> str:
    """Return the board's line about players who get no more notices, or "" if there are none."""
    away = {*gone_seats(table), *table.stand_in_seats}
    silent = [
        seat
        for seat, count in enumerate(table.unanswered)
        if count >= MOST_UNANSWERED and seat not in away
    ]
    house = stand_in_text(table)
    if not silent or table.phase != "playing":
        return house
    verb = "isn't" if len(silent) == 1 else "aren't"
    names = table.names.all(frozenset(silent))
    return f"{house}\n-# {names} {verb} answering, so I've stopped sending notices."


def stand_in_text(table: TableView) -> str:
    """Return the board's line about players for whom the house plays, or "" if there are none."""
    if not table.stand_in_seats:
        return ""
    timed = {seat: at for seat, at in _away(table) if at < UNTIL_BACK}
    others = table.stand_in_seats - timed.keys()
    lines = [
        f"\n-# The house plays for {table.names[seat]}, who is away until <t:{int(at)}:t>."
        for seat, at in timed.items()
    ]
    if others:
        names = table.names.all(others)
        back = "they are" if len(others) > 1 else f"{names} is"
        lines.append(f"\n-# The house plays for {names} until {back} back.")
    return "".join(lines)


def _away(table: TableView) -> list[tuple[Seat, float]]:
    """Return the seats of people who said that they are away, and until when."""
    return [(seat, at) for seat, at in enumerate(table.away) if at is not None]


def house_players(table: TableView) -> str:
    """Return the board's line that names the house players, or "" if there are none."""
    if not table.house:
        return ""
    names = table.names.all(table.house)
    are = "is a house player" if len(table.house) == 1 else "are house players"
    left = [
        f" {table.names[seat]} plays for {escape(table.former[seat])}, who left. "
        "Anyone may take that seat."
        for seat in sorted(table.open_seats)
    ]
    return f"\n-# {names} {are}.{''.join(left)}"


def gone(table: TableView) -> str:
    """Return the board's line about players who left the server, or "" if there are none."""
    away = gone_seats(table)
    if not away or table.phase not in ("open", "playing"):
        return ""
    verb = "has" if len(away) == 1 else "have"
    text = f"\n-# {table.names.all(frozenset(away))} {verb} left the server"
    if table.phase == "open" or table.stand_in_seats >= {*away}:
        return f"{text}."
    return f"{text}. I send them no notices, and I move for them if they aren't back in time."


def gone_seats(table: TableView) -> list[Seat]:
    """Return the seats of players who have left the server."""
    return [seat for seat, gone in enumerate(table.gone) if gone]


def thinking(table: TableView) -> str:
    """Say that house players must move, which they soon do."""
    verb = "is" if len(table.to_move) == 1 else "are"
    return f"{table.names.all(table.to_move)} {verb} thinking…"


def outlook(table: TableView, now: float, *, written: bool) -> str:
    """Tell a waiting player which players must move, and whether it is worth staying.

    `written` means that this player gets a notice when they must move. Return "" if they must move
    now or if nobody must. The bot can't know who will have to move next.
    """
    if table.phase != "playing" or not table.to_move or table.seat in table.to_move:
        return ""
    people = table.to_move - table.house
    if not people:
        return thinking(table)
    awaited, acted = table.names.all(people), here(table, now)
    present = sorted(seat for seat in people if seat in acted)
    if present and len(people) == 1:
        was = f"<t:{int(acted[present[0]])}:R>"
        return f"Waiting for {awaited}, who was here {was}. Stay a minute?"
    if present:
        return f"Waiting for {awaited}. Here: {_named(table, acted, present)}. Stay a minute?"
    then = "I'll message you." if written else "Check back later."
    away = ", who isn't here right now" if len(people) == 1 else ". None of them is here right now"
    return f"Waiting for {awaited}{away}. {then}"
