"""A table that was deleted says so in one sentence, whatever way somebody comes in."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.host.deleting.expiry import DAY
from bot.ui.panels import custom_id
from bot.ui.panels.panel import request
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import over, press
from tests.bot.house import ANN, CAT, House, refused
from tests.bot.recording import RecordingReply

DAYS = 30
SENTENCE = "The game at table {} ended a while ago, so I've deleted its record. Its result stays."

Old = tuple[int, list[str]]


@pytest.fixture
async def old(house: House, replies: list[RecordingReply]) -> Old:
    """Play a game and delete it; return its number and the buttons on the messages left."""
    table = await over(house)
    await house.passes(5)
    buttons = [*written(house, table), custom_id.write(table, 5, request("hide", coins=1))]
    assert len(buttons) > 3, buttons
    house.clock.advance(DAYS * DAY)
    assert await house.host.expiry.delete_expired(table, DAYS)
    return table, buttons


def written(house: House, table: int) -> list[str]:
    """Return the ids of all buttons that are in the channel."""
    return [
        custom_id.write(table, 5, wanted)
        for message in house.boards()
        for wanted in message.panel.requests()
    ]


async def test_every_button_of_an_old_board_says_that_the_game_is_gone(house: House, old: Old):
    table, buttons = old
    for person in (ANN, CAT):
        for written_id in buttons:
            reply = await press(house, person, written_id)
            assert [reply.text] == [SENTENCE.format(table)], written_id


async def test_every_command_and_line_says_that_the_game_is_gone(house: House, old: Old):
    table, _ = old
    for game in (None, "small"):
        sentence = await refused(house.router.which(arrives(ANN), game, table))
        assert sentence == SENTENCE.format(table)
    await house.router.typed(line(house, f"{table}: guess 3"))
    await house.quiet()
    assert house.hand(ANN).text == SENTENCE.format(table)


def line(house: House, text: str) -> Any:
    return SimpleNamespace(
        id=house.receipt(),
        content=text,
        author=SimpleNamespace(id=ANN),
        channel=SimpleNamespace(id=55),
        reference=None,
    )
