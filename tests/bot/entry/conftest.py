"""Fixture that records the answers to interactions; asking.py sends them."""

from typing import Any

import discord
import pytest

from tests.bot.house import House
from tests.bot.recording import RecordingReply


@pytest.fixture
def replies(house: House, monkeypatch: pytest.MonkeyPatch) -> list[RecordingReply]:
    """Record every answer to an interaction."""
    made: list[RecordingReply] = []

    class Reply(RecordingReply):
        def __init__(self, interaction: discord.Interaction[Any], **_: Any) -> None:
            on = interaction.extras.get("message")
            super().__init__(house.messenger, interaction.id, interaction.user.id, message=on)
            self.interaction = interaction
            made.append(self)

        async def __aenter__(self) -> "Reply":
            return self

        async def __aexit__(self, *_: object) -> None:
            await self.acknowledge()

    monkeypatch.setattr("bot.entry.responder.InteractionReply", Reply)
    return made
