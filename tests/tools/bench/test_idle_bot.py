"""Tests of the commands that the bench adds to the bot."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

from bot.host.time.clock import ClockAhead
from tests.tools.bench import idle_bot


async def test_time_passes_for_the_bot_that_is_measured() -> None:
    clock = ClockAhead()
    interaction: Any = SimpleNamespace(
        client=SimpleNamespace(services=SimpleNamespace(store=SimpleNamespace(clock=clock))),
        response=SimpleNamespace(send_message=AsyncMock()),
    )
    module: Any = idle_bot
    command: Any = module.later.callback
    await command(interaction, 600)
    await command(interaction, 60)
    assert clock.ahead == 660
    interaction.response.send_message.assert_awaited_with("later", ephemeral=True)


def test_collections_are_counted_once() -> None:
    found = idle_bot.Collections()
    for _ in range(3):
        found.note("start", {})
        sum(range(10_000))
        found.note("stop", {})
    taken = found.taken()
    assert taken["runs"] == 3
    assert 0 < taken["longest"] < taken["seconds"]
    assert found.taken() == {"seconds": 0, "longest": 0.0, "runs": 0}
