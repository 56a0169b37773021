"""The words `help`, `games` and `hand`, which people can type in a DM instead of a command.

A leading slash is allowed, because Discord sends `/help` as a plain message if the user didn't
choose a command.
"""

from collections.abc import Mapping, Sequence

from bot.entry.access.which_table import no_table
from bot.host.host import Host
from bot.host.reading.table_view import TableView
from bot.show.deliver.display import Display
from bot.show.draw.pages import pages
from bot.show.draw.pages.welcome import welcome
from bot.show.draw.parts.message import Message
from bot.show.draw.people import todo
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Panel, Text

HELP, GAMES, HAND = "help", "games", "hand"


def word_in(text: str) -> tuple[str, str]:
    """Parse a line into one of these words and its argument, or into two empty strings.

    >>> word_in("/Help downeast"), word_in("hand."), word_in("hand over the Casino")
    (('help', 'downeast'), ('hand', ''), ('', ''))
    """
    line = text.strip(" `.!?").removeprefix("/").casefold()
    word, _, topic = line.partition(" ")
    if word == HELP or (word in (GAMES, HAND) and not topic):
        return word, topic.strip()
    return "", ""


def helped(faces: Mapping[str, AnyFace], about: str) -> Message:
    """Show the help page of a game on offer, or the welcome page if no such game is found."""
    meant = _letters_of(about)
    for face in faces.values():
        command, title = face.rules.command, _letters_of(face.rules.title)
        if meant and command and (meant == _letters_of(command) or title.startswith(meant)):
            return help_of(face)
    return Message(panel=welcome(faces.values()))


def help_of(face: AnyFace) -> Message:
    """Show the first help page of a game."""
    return Message(panel=pages.how_to(face, 0), accent=face.colour)


def _letters_of(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


async def listed(
    host: Host,
    display: Display,
    person: int,
    to_join: Sequence[TableView] = (),
    to_watch: Sequence[tuple[TableView, bool]] = (),
) -> Message:
    """List a person's tables, each with its open question and a button, and other tables.

    Those are tables to join, and tables to watch with whether the person watches them already.
    """
    queries, faces = host.queries, display.faces
    mine = await queries.of_person(person)
    joinable = [todo.Entry(table, display.board_at(table)) for table in to_join]
    watchable = [
        todo.Entry(table, display.board_at(table), watched=watched) for table, watched in to_watch
    ]
    others = [*todo.to_join(joinable), *todo.to_watch(watchable)]
    if not mine:
        none = Text(await no_table(host.servers, faces, person))
        return Message(panel=Panel([none, *others]))
    entries = list[todo.Entry]()
    for table_id in mine[: todo.LISTED]:
        table = await queries.table(table_id, person)
        board, hidden = display.board_at(table), display.obstacle(table_id)
        entries.append(todo.Entry(table, board, hidden))
    more = max(0, len(mine) - todo.LISTED)
    return Message(panel=todo.draw(entries, faces, now=host.now(), more=more, others=others))
