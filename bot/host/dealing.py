"""Fixes the luck of a table.

Pressing *Deal* freezes the seats and terms. The bot then posts a message that shows the values
mixed into the luck, and Discord assigns that message an id. The cards are dealt only then, because
the id is mixed in, too: even the bot's operator cannot know the deal beforehand. If the message
cannot be posted, or the terms keep everything closed, the luck depends on the mixed values alone.
"""

from bot.host.loaded_table import LoadedTable
from bot.host.preconditions import seated, still_open
from bot.host.staleness import instant_of
from bot.ui.words import spoken
from db.tables import Player, Table
from games.chance import Chance, fixed_by, mixed, seal
from games.rules import AnyRules, Refusal


def may_deal(loaded: LoadedTable, person: int, press: int) -> Player:
    """Return the player who pressed *Deal*. Raises Refusal if the table cannot be dealt."""
    table, rules = still_open(loaded)
    dealer = seated(table, person)
    if len(table.players) not in rules.seats:
        raise Refusal(
            f"{rules.title} wants {spoken(rules.seats)} players; {len(table.players)} sit here so "
            "far."
        )
    if table.sealed_by is None or instant_of(press) < instant_of(table.sealed_by):
        raise Refusal("The seal is just being posted. Deal again in a moment.")
    # This only tests the terms, so any stream of luck will do.
    rules.start(len(table.players), loaded.options, Chance.of(b"", 0, 0))
    return dealer


def mixed_at(table: Table, rules: AnyRules, press: int) -> str:
    """Return, in hex, what is mixed into the luck of a sealed table dealt by this press."""
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

    `number` is 0 for the deal and then counts the moves. `rev` belongs to the step's log row; only
    tables of the first release use it.
    """
    if table.mixed is None:
        assert table.sealed_by is not None, "it was never dealt"
        return Chance.of(table.secret, table.sealed_by, rev)
    if table.deal_press is None or table.mixed_by is None:
        return Chance.of(table.secret, table.mixed, number)
    return Chance.of(table.secret, fixed_by(table.mixed, table.mixed_by), number)
