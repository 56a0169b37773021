"""Determines the random numbers of a table from its secret and from values mixed into it.

Pressing *Deal* freezes the seats and terms. The bot then posts a message that shows the mixed-in
values, and Discord assigns an id to that message. The id is mixed in as well, and the cards are
dealt only then. So even the bot's operator can't know the deal beforehand. The id is not used if
the message can't be posted, or if the terms never reveal any secrets.
"""

from typing import Final

from db.tables.tables import Player, Table
from games.chance import Chance, fixed_by, mixed, seal
from games.rules import AnyRules, Seat

LEVEL: Final = "gentle"
"""The only level of the house's players so far."""
HOUSE_SEAT: Final = "house:plain:gentle"
"""Mixed in for a house player's seat by releases that did not mix in its version."""


def house_player(rules: AnyRules) -> str:
    """Return the name under which this release's house player of a game is mixed in and noted."""
    return "" if rules.player is None else f"house:{LEVEL}:{rules.player.version}"


def mixed_at(table: Table, rules: AnyRules, press: int) -> str:
    """Return a hash of all values mixed into a table's luck if it is dealt by this press."""
    assert table.sealed_by is not None
    return mixed(
        game=table.game,
        version=rules.version,
        table=table.id,
        terms=table.options,
        sealed=seal(table.secret),
        message=table.sealed_by,
        joins=[seated_by(player) for player in table.players],
        deal=press,
    )


def seated_by(player: Player) -> int | str:
    """Return the id of the press that took a seat before the deal, or the house player there."""
    return player.joined or player.house or HOUSE_SEAT


def house_stream(table: Table, seat: Seat, number: int) -> Chance:
    """Return the random stream with which the house chooses a seat's move with this number.

    It differs from the stream of the move itself, so a choice reveals nothing of its result.
    """
    assert table.mixed is not None, "older tables have no house players"
    return Chance.of(table.secret, house_label(_fixed(table, table.mixed), seat), number)


def _fixed(table: Table, mixed: str) -> str:
    """Return the hash of everything that is mixed into a table's luck."""
    if table.deal_press is None or table.mixed_by is None:
        return mixed
    return fixed_by(mixed, table.mixed_by)


def house_label(fixed: str, seat: Seat) -> str:
    """Return what is mixed into the stream of the house's choices for a seat."""
    return f"{fixed}:house:{seat}"


def stream(table: Table, number: int, rev: int) -> Chance:
    """Return the random stream for one step of a table.

    `number` is 0 for the deal, 1 for the first move, and so on. `rev` is the number of the step's
    log row, which only tables of the first release use.
    """
    if table.mixed is None:
        assert table.sealed_by is not None, "it was never dealt"
        return Chance.of(table.secret, table.sealed_by, rev)
    return Chance.of(table.secret, _fixed(table, table.mixed), number)
