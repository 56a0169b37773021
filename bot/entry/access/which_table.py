"""Finds the table that a command or typed line is about if the user does not name one."""

from collections.abc import Mapping

from bot.host.reading.queries import Queries
from bot.host.reading.servers import Servers
from bot.host.reading.table_view import TableView
from bot.show.draw.people import todo
from bot.ui.face.face import AnyFace
from bot.ui.panels.words import listed
from games.rules import Refusal


def checked(table: TableView, game: str | None) -> TableView:
    """Return a named table. Raises Refusal if it plays another game."""
    if game not in (None, table.game):
        raise Refusal(f"Table {table.id} is a game of {table.rules.title}.")
    return table


async def which_table(
    queries: Queries,
    servers: Servers,
    faces: Mapping[str, AnyFace],
    *,
    person: int,
    guild: int | None,
    channel: int | None,
    game: str | None,
) -> int:
    """Find the only table that a user can mean: one of their own, or one in the channel.

    Raises Refusal.
    """
    mine = await queries.of_person(person, game)
    if not mine and guild is not None:
        servers.check_not_blocked(guild, person)
    blocked = guild is not None and servers.blocks(guild, person)
    here = [] if blocked else await queries.in_channel(channel or 0, game)
    for among in ([table_id for table_id in mine if table_id in here], mine, here):
        if len(among) == 1:
            return among[0]
        if among:
            numbers = listed([str(table_id) for table_id in sorted(among)], "or")
            raise Refusal(f"Which table do you mean? Choose {numbers} with the option `table`.")
    raise Refusal(await no_table(servers, faces, person, game))


async def no_table(
    servers: Servers, faces: Mapping[str, AnyFace], person: int, game: str | None = None
) -> str:
    """Tell a person without a table (of a game) how to open one, or that they are blocked."""
    kept_from = await servers.kept_from(person)
    if kept_from:
        return servers.why_blocked(kept_from)
    some = "" if game is None else f" of {faces[game].rules.title}"
    meant = faces.values() if game is None else [faces[game]]
    commands = [f"`/{face.rules.command} start`" for face in meant if face.rules.command]
    starts = listed(commands, "or") if commands else ""
    open_one = f" Use {starts} in a server's channel to open one." if starts else ""
    return f"You aren't at any table{some}.{open_one}"


async def table_typed_for(
    queries: Queries,
    servers: Servers,
    faces: Mapping[str, AnyFace],
    person: int,
    text: str,
    reply_to: int | None = None,
) -> tuple[int, str]:
    """Find the table that a typed line is for; return it and the rest of the line.

    The line may name the table (`12: pass`) or reply to one of its messages (`reply_to`). Otherwise
    it is for the only table where the person must move. Raises Refusal.
    """
    number, colon, rest = text.partition(":")
    digits = number.strip().lstrip("#")
    if colon and digits.isascii() and digits.isdigit():
        return int(digits[:15]), rest.strip()
    shown = None if reply_to is None else await queries.shown_on(person, reply_to)
    if shown is not None:
        return shown, text.strip()
    mine = await queries.of_person(person)
    if len(mine) == 1:
        return mine[0], text.strip()
    if not mine:
        raise Refusal(await no_table(servers, faces, person))
    tables = [await queries.table(table_id, person) for table_id in sorted(mine)]
    waiting = [table for table in tables if table.seat in table.to_move]
    if len(waiting) == 1:
        return waiting[0].id, text.strip()
    lines = todo.that_fit([_asked(faces, table) for table in waiting or tables])
    raise Refusal(
        "You're at several tables. Start your line with the one you mean:\n" + "\n".join(lines)
    )


def _asked(faces: Mapping[str, AnyFace], table: TableView) -> str:
    """Show the user how to start a line for a table, with its game and its open question."""
    says = todo.state(table)
    if table.seat in table.to_move:
        says = faces[table.game].asked.wanted(table.view, table.names)
    return f"`{table.id}:` **{table.rules.title}**: {says}"
