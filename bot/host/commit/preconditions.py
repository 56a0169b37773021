"""Checks that must pass before a change, each with an error sentence for the player."""

from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import finished
from db.tables.tables import Player, Table
from games.rules import AnyRules, Refusal


def seated(table: Table, person: int) -> Player:
    """Return the player for a person. Raises Refusal if they don't sit at the table."""
    player = table.player_of(person)
    if player is None:
        raise Refusal(f"You aren't at table {table.id}, but you're welcome to watch.")
    return player


def sits_already(table: Table, rules: AnyRules, player: Player) -> str:
    """Return the error sentence for a person who joins a table twice."""
    begins = f"*Deal* starts the game once there are {rules.seats.start} of you"
    if len(table.players) in rules.seats:
        begins = "*Deal* starts the game"
    return (
        f"You're already at table {table.id}, in seat {player.seat + 1}. {begins}, and *Leave* "
        "gives up your seat."
    )


def check_offered(rules: AnyRules) -> None:
    """Raise Refusal if no new games of this kind are dealt here."""
    if not rules.command:
        raise Refusal(f"I don't deal new games of {rules.title} here any more.")


def require_open(loaded: LoadedTable) -> tuple[Table, AnyRules]:
    """Return a table and its rules. Raises Refusal if its cards were dealt or it was closed."""
    if loaded.table.is_frozen:
        raise Refusal(f"The cards at table {loaded.table.id} are being dealt right now.")
    if loaded.table.phase == "playing":
        raise Refusal(f"The cards at table {loaded.table.id} have already been dealt.")
    if loaded.table.phase != "open":
        raise Refusal(finished(loaded.table.id, loaded.table.phase))
    return loaded.table, loaded.rules


def in_play(loaded: LoadedTable) -> AnyRules:
    """Return the rules of a table. Raises Refusal if its game is not in play."""
    table, rules = loaded.table, loaded.rules
    if table.phase == "open":
        raise Refusal(f"Table {table.id} hasn't been dealt yet.")
    if table.phase != "playing":
        raise Refusal(finished(table.id, table.phase))
    if loaded.state is None:
        raise Refusal(
            f"Table {table.id} was dealt under older rules of {rules.title} and can't go on. The "
            "player who opened it or a moderator can close it with `/table end`, and so can all "
            "its players together."
        )
    return rules
