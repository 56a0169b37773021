"""Determines the random numbers of a table from its secret and from values mixed into it.

Pressing *Deal* freezes the seats and terms. The bot then posts a message that shows the mixed-in
values, and Discord assigns an id to that message. The id is mixed in as well, and the cards are
dealt only then. So even the bot's operator can't know the deal beforehand. The id is not used if
the message can't be posted, or if the terms never reveal any secrets.
"""

from db.tables import Table
from games.chance import Chance, fixed_by, mixed, seal
from games.rules import AnyRules


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
        joins=[player.joined for player in table.players],
        deal=press,
    )


def stream(table: Table, number: int, rev: int) -> Chance:
    """Return the random stream for one step of a table.

    `number` is 0 for the deal, 1 for the first move, and so on. `rev` is the number of the step's
    log row, which only tables of the first release use.
    """
    if table.mixed is None:
        assert table.sealed_by is not None, "it was never dealt"
        return Chance.of(table.secret, table.sealed_by, rev)
    if table.deal_press is None or table.mixed_by is None:
        return Chance.of(table.secret, table.mixed, number)
    return Chance.of(table.secret, fixed_by(table.mixed, table.mixed_by), number)
