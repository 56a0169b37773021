"""What people do at any table: open it, sit down, deal, and look at its board.

For everybody who plays or looks through the real client.
"""

import re
from collections.abc import Sequence
from typing import Any

from discord_playground import Playground
from discord_playground.gateway.interactions import Interaction

from playground.tests.user import Json, Outcome, User, drawn_at, pressable, text_of

NOTHING: Json = {"content": "", "components": []}
OPENED = re.compile(r"(?:-# table |Table )([0-9]+) (?:·|is here)")
BOARD = re.compile(r"^-# table (\d+)(?: ·|$)", re.MULTILINE)


def _too_soon(outcome: Outcome) -> bool:
    """Return whether a deal came before the seal was published."""
    return "Deal again in a moment" in outcome.text


def board_of(user: User, table: int) -> Json | None:
    """Return the newest message with the board of a table."""
    for message in reversed(user.messages.values()):
        if message["author"]["id"] == user.bot_id:
            found = step_of(message)
            if found and found[0] == table:
                return message
    return None


def step_of(message: Json) -> tuple[int, int] | None:
    """Return a board's table and the step of its buttons; None for other messages."""
    found = BOARD.search(text_of(message))
    return (int(found[1]), drawn_at(message, int(found[1]))) if found else None


async def open_table(
    user: User, command: str, options: dict[str, Any] | None = None, channel: str = "games"
) -> int:
    """Type a `start` command; return the table's number."""
    outcome = await user.command(command, options, channel=channel)
    said = outcome.message
    # on a slow machine the answer is deferred and names the board later
    found = await user.until(
        lambda: OPENED.search(text_of(user.messages.get(said["id"], said))),
    )
    return int(found[1])


async def join(user: User, table: int) -> Outcome:
    """Press *Join* on a table's board."""
    while True:
        board = await user.until(lambda: board_of(user, table))
        outcome = await user.click(board, label="Join")
        if outcome.kind != "refused":  # the board was redrawn meanwhile, so press again
            if outcome.said is None:  # on a slow machine the answer is deferred and comes later
                outcome.said = await user.find(text="You're in, seat")
            assert "You're in, seat" in outcome.text, outcome
            return outcome


async def add_house_player(user: User, table: int, number: int) -> None:
    """Press *Add a house player* at a table that has this number of them."""
    wanted = f"number={number + 1}"

    def button() -> Json | None:
        board = board_of(user, table)
        there = any(wanted in item.get("custom_id", "") for item in pressable(board or NOTHING))
        return board if there else None

    outcome = await user.click(await user.until(button), label="Add a house player")
    assert outcome.kind == "answered", outcome


async def join_by_command(user: User, table: int, channel: str = "games") -> Outcome:
    """Join by typing the command."""
    outcome = await user.command("table join", {"table": table}, channel=channel)
    assert "You're in, seat" in outcome.text, outcome
    return outcome


def is_dealt(user: User, table: int) -> bool:
    """Return whether a board shows a dealt game."""
    text = text_of(board_of(user, table) or NOTHING)
    return "opened this table" not in text and "Dealing to " not in text


async def deal_by_command(user: User, table: int, channel: str = "games") -> None:
    """Deal by typing the command, and wait for the board."""
    while True:
        outcome = await user.command("table deal", {"table": table}, channel=channel)
        if not _too_soon(outcome):
            break
        await user.change(0.05)
    assert "Your hand · " in outcome.text, outcome
    await user.until(lambda: is_dealt(user, table))


async def deal(user: User, table: int, players: Sequence[str]) -> None:
    """Press *Deal* once all names are on the board, and wait for the cards."""

    def all_here() -> Json | None:
        board = board_of(user, table)
        there = board is not None and all(name in text_of(board) for name in players)
        return board if there else None

    while True:
        outcome = await user.click(await user.until(all_here), label="Deal")
        if outcome.kind != "refused" and not _too_soon(outcome):
            break
        await user.change(0.05)
    assert outcome.kind == "answered", outcome
    assert outcome.said is None, outcome
    await user.until(lambda: is_dealt(user, table))


async def deal_table(
    users: Sequence[User],
    game: str,
    options: dict[str, Any] | None = None,
    channel: str = "games",
    *,
    house: int = 0,
    by_command: bool = False,
) -> int:
    """Open a table, have everybody sit down, by presses or commands, and deal; return its number.

    `house` is the number of house players that the opener adds by pressing.
    """
    first, *others = users
    table = await open_table(first, f"{game} start", options, channel)
    for number in range(house):
        await add_house_player(first, table, number)
    for user in others:
        if by_command:
            await join_by_command(user, table, channel)
        else:
            await join(user, table)
    if by_command:
        await deal_by_command(first, table, channel)
    else:
        await deal(first, table, [user.name for user in users])
    return table


def notices_to(user: User) -> list[Json]:
    """List the notices in somebody's DM: the bot's only plain messages there."""
    there = (message for message in user.messages.values() if message["channel_id"] == user.dm_id)
    return [sent for sent in there if sent["content"] and sent["author"]["id"] == user.bot_id]


def headline(notice: Json) -> str:
    """Return the first line of a notice; what other tables want comes below it."""
    return notice["content"].partition("\n")[0]


def newly_done(playground: Playground, seen: set[str]) -> list[Interaction]:
    """Return the interactions that have been answered or have failed; add their ids to `seen`."""
    there = [item for item in playground.stage.interactions.all.values() if item.id not in seen]
    done = [item for item in there if item.failed or item.answered_after is not None]
    seen |= {item.id for item in done}
    return done
