"""Which table is meant by a command or a typed line that need not say so."""

from collections.abc import Mapping

from bot.host.queries import Queries
from bot.host.table_view import TableView
from bot.ui.face import AnyFace
from bot.ui.words import listed
from games.rules import Refusal


def checked(table: TableView, game: str | None) -> int:
    """Return the number of a table that was named. Raises Refusal if it is of another game."""
    if game not in (None, table.game):
        raise Refusal(f"At table {table.id} {table.rules.title} is played.")
    return table.id


async def which_table(
    queries: Queries,
    faces: Mapping[str, AnyFace],
    *,
    person: int,
    channel: int | None,
    game: str | None,
) -> int:
    """Find the table that is meant by who names none: their own, or the channel's.

    Raises Refusal.
    """
    mine = await queries.of_person(person, game)
    here = await queries.in_channel(channel or 0, game)
    for among in ([one for one in mine if one in here], mine, here):
        if len(among) == 1:
            return among[0]
        if among:
            numbers = ", ".join(str(one) for one in sorted(among))
            raise Refusal(f"Which table do you mean: {numbers}? Say so with the option `table`.")
    raise Refusal(no_table(faces, game))


def no_table(faces: Mapping[str, AnyFace], game: str | None = None) -> str:
    """Say to who sits at no table (of a game) how one is opened."""
    some = "" if game is None else f" of {faces[game].rules.title}"
    starts = listed([f"`/{name} start`" for name in ([game] if game else faces)], "or")
    return f"You sit at no table{some}. In a channel of a server, {starts} opens one."


async def table_typed_for(
    queries: Queries, faces: Mapping[str, AnyFace], person: int, text: str
) -> tuple[int, str]:
    """Find the table a typed line is for: `12: pass`, or the one that waits for this person.

    Returns it with the rest of the line. Raises Refusal.
    """
    number, colon, rest = text.partition(":")
    digits = number.strip().lstrip("#")
    if colon and digits.isascii() and digits.isdigit():
        return int(digits[:15]), rest.strip()
    mine = await queries.of_person(person)
    if len(mine) == 1:
        return mine[0], text.strip()
    waiting: list[int] = []
    for table_id in mine:
        table = await queries.table(table_id, person)
        if table.seat in table.to_move:
            waiting.append(table_id)
    if len(waiting) == 1:
        return waiting[0], text.strip()
    if not mine:
        raise Refusal(no_table(faces))
    numbers = listed([f"`{one}:`" for one in sorted(waiting or mine)], "or")
    raise Refusal(f"You sit at several tables. Begin the line with the one you mean: {numbers}.")
