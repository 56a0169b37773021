"""Somebody asks the house for something: presses a button of the frame, or types its command."""

from typing import Any

import discord

from bot.ui.panel import Request
from tests.bot.entry.arriving import arrives
from tests.bot.house import ANN, BEN, CHANNEL, House
from tests.bot.recording import RecordingReply


def reply_to(house: House, interaction: discord.Interaction[Any], **how: Any) -> RecordingReply:
    """Have a reply to an interaction that discord.py has read; what is answered is kept."""
    reply = house.reply(interaction.user.id, channel=interaction.channel_id, **how)
    reply.interaction = interaction  # type: ignore[attr-defined]
    return reply


async def ask(
    house: House, person: int, table: int, wanted: Request, *, channel: int = CHANNEL, **how: Any
) -> RecordingReply:
    """Have somebody press a button of the frame."""
    reply = reply_to(house, arrives(person, channel=channel), **how)
    await house.router.actions.serve(reply, table, wanted)
    await house.quiet()
    return reply


async def over(house: House, **terms: Any) -> int:
    """Have two play a table to its end."""
    table = await house.dealt(ANN, BEN, **terms)
    await house.play_out(table)
    await house.quiet()
    return table
