"""Draws the board of an open table: the game, its terms, its pace and its players."""

from bot.host.reading.table_view import TableView
from bot.host.time.pace import PACES, Pace
from bot.show.draw.parts import frame, presence
from bot.show.draw.parts.presence import NUMBERS
from bot.show.draw.texts import meeting_text, thread_text
from bot.ui.face.face import Agreed, AnyFace
from bot.ui.panels.panel import Button, Panel, Row, Text
from bot.ui.panels.words import capital, spoken


def draw(face: AnyFace, table: TableView, now: float) -> Panel:
    """Draw the board of a table that players can join."""
    opener = table.names[table.people.index(table.opener)]
    if table.dealing:
        return _dealing(face, table)
    if not face.rules.command:
        return _not_offered(face, table)
    agreed = [
        *face.terms(table.options),
        pace(PACES[table.pace]),
        *stand_in(table),
        *thread_text.term(table),
    ]
    terms = "\n".join(f"- **{capital(term.name)}**: {term.means}" for term in agreed)
    more = [*_house_buttons(face, table), *meeting_text.buttons(table, now)]
    return Panel(
        [
            Text(f"## {face.rules.title}{frame.pictured(face)}\n{face.pitch}"),
            Text(f"{opener} opened this table.\n{terms}{duration_text(face, table)}"),
            Text(
                f"**At the table:** {', '.join(table.names)} ({_places(face, table)})"
                f"{presence.house_players(table)}{presence.line(table, now)}{presence.gone(table)}"
                f"{meeting_text.line(table, now)}"
            ),
            Text(_small(table)),
            Row(_buttons(face, table)),
            *([Row(more)] if more else []),
        ]
    )


def _dealing(face: AnyFace, table: TableView) -> Panel:
    """Draw the board for the moments after *Deal* was pressed and before the cards are dealt."""
    return Panel(
        [
            Text(f"## {face.rules.title}{frame.pictured(face)}"),
            Text(f"Dealing to {table.names.all(range(len(table.names)))}…"),
            Text(f"-# table {table.id}"),
        ]
    )


def _not_offered(face: AnyFace, table: TableView) -> Panel:
    """Draw the board of a table that was still open when its game was switched off."""
    return Panel(
        [
            Text(f"## {face.rules.title}{frame.pictured(face)}"),
            Text(
                f"I'm sorry, I don't deal new games of {face.rules.title} here any more. This "
                "table closes once everybody has left it."
            ),
            Text(f"**At the table:** {', '.join(table.names)}\n-# table {table.id}"),
            Row([Button("Leave", frame.LEAVE), Button("How to play", frame.HOW_TO)]),
        ]
    )


def pace(kept: Pace) -> Agreed:
    """Describe a pace of play and its time limit as one of the table's terms."""
    minutes = int(kept.decision // 60)
    long = f"{minutes} minutes" if minutes < 60 else f"{minutes // 60} hours"
    others = (
        "; quiet hours do not count (`/settings` has yours)"
        if kept.sleeps
        else ", best when you're all here"
    )
    name = kept.label.partition(" (")[0]
    return Agreed(f"{name}{'' if 'pace' in name else ' pace'}", f"up to {long} an answer{others}.")


def stand_in(table: TableView) -> list[Agreed]:
    """Describe when the house plays for a player who doesn't answer, if it does."""
    if not table.stand_in:
        return []
    missed = (
        "a question" if table.stand_in == 1 else f"{NUMBERS[table.stand_in]} questions in a row"
    )
    return [Agreed("the house stands in", f"for anyone who misses {missed}, until they're back.")]


def duration_text(face: AnyFace, table: TableView) -> str:
    """Return an estimate of a game's length, or "" if there is none for the table's pace."""
    if table.pace != "day" or table.house:  # nobody waits for a house player
        return ""
    players = max(len(table.names), face.rules.seats.start)
    hours = face.duration(table.options, players)
    if hours is None:
        return "\n- **How long**: nobody has timed a game on these terms yet."
    return (
        f"\n- **How long**: plan on about {hours} waking hours if {players} of you check in now "
        "and then."
    )


def _places(face: AnyFace, table: TableView) -> str:
    """Return how many people can play, and how many are still missing for the deal."""
    seats, sit = face.rules.seats, len(table.names)
    more = "one more and" if seats.start - sit == 1 else f"{seats.start - sit} more and"
    if sit < seats.start:
        return f"{spoken(seats)} can play; {more} you can deal"
    room = "; a house player gives up its seat to whoever joins" if table.house else ""
    full = f"; the table is full{room}" if _is_full(face, table) else ""
    return f"{spoken(seats)} can play{full}"


def _is_full(face: AnyFace, table: TableView) -> bool:
    return len(table.names) >= face.rules.seats.stop - 1


def _small(table: TableView) -> str:
    end = (
        "everything is revealed at the end"
        if table.laid_open
        else "what's hidden stays hidden, even after the end"
    )
    return f"-# table {table.id} · {end}\n{frame.UNOFFICIAL}"


def _buttons(face: AnyFace, table: TableView) -> list[Button]:
    """Return the buttons of an open table. *Join* and *Deal* appear only if they can be used."""
    full = _is_full(face, table)
    label = "Take a seat" if full else "Join"
    join = [] if full and not table.house else [Button(label, frame.JOIN, "yes")]
    deal = [Button("Deal", frame.DEAL, "main")] if len(table.names) in face.rules.seats else []
    help_ = Button("How to play", frame.HOW_TO)
    return [*join, Button("Leave", frame.LEAVE), help_, *deal]


def _house_buttons(face: AnyFace, table: TableView) -> list[Button]:
    """Return the buttons that add a house player and take the last one away, if they can be."""
    if face.rules.player is None:
        return []
    number = len(table.house)
    add = Button("Add a house player", frame.HOUSE_PLAYERS.with_args({"number": str(number + 1)}))
    buttons = [] if _is_full(face, table) else [add]
    if number:
        last = table.names.plain(max(table.house))
        fewer = frame.HOUSE_PLAYERS.with_args({"number": str(number - 1)})
        buttons.append(Button(f"Remove {last}", fewer))
    return buttons
