"""How a table gets its luck.

The press on *Deal* freezes seats and terms. A message publishes what is mixed into the luck, and
Discord gives that message its id. Only then are the cards dealt, from streams that depend on the
id: whoever runs the bot cannot know the deal beforehand. Where that message cannot be posted, or
the terms keep everything closed, the streams depend on what is mixed in alone.
"""

from bot.host.loaded_table import Loaded
from bot.host.preconditions import seated, still_open
from bot.host.staleness import instant_of
from bot.ui.words import spoken
from db.tables import Player, Table
from games.chance import Chance, fixed_by, mixed, seal
from games.rules import AnyRules, Refusal


def may_deal(loaded: Loaded, person: int, press: int) -> Player:
    """Return the player who deals by an interaction of this id. Raises Refusal."""
    table, rules = still_open(loaded)
    dealer = seated(table, person)
    if len(table.players) not in rules.seats:
        raise Refusal(
            f"{rules.title} wants {spoken(rules.seats)} players; {len(table.players)} sit here so "
            "far."
        )
    if table.sealed_by is None or instant_of(press) < instant_of(table.sealed_by):
        raise Refusal("The seal is just being posted. Deal again in a moment.")
    # The real luck is not fixed yet: any will do to find out whether the rules refuse these terms.
    rules.start(len(table.players), loaded.options, Chance.of(b"", 0, 0))
    return dealer


def mixed_at(table: Table, rules: AnyRules, press: int) -> str:
    """Return what is mixed into the luck of a sealed table that is dealt by this press, in hex."""
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
    """Open the stream of luck of one step of a table.

    `number` is 0 for the deal and counts moves from there; `rev` is that of the step's log row,
    which decides at tables of the first release.
    """
    if table.mixed is None:
        assert table.sealed_by is not None, "it was never dealt"
        return Chance.of(table.secret, table.sealed_by, rev)
    if table.deal_press is None or table.mixed_by is None:
        return Chance.of(table.secret, table.mixed, number)
    return Chance.of(table.secret, fixed_by(table.mixed, table.mixed_by), number)
