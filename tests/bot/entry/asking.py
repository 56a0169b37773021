"""Helpers that press a button of the frame or send its command."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import discord

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Request
from tests.bot.entry.arriving import arrives
from tests.bot.house import ANN, BEN, CHANNEL, House
from tests.bot.recording import RecordingReply


def reply_to(house: House, interaction: discord.Interaction[Any], **how: Any) -> RecordingReply:
    """Wrap a parsed interaction in a reply that records its answers."""
    reply = house.reply(interaction.user.id, channel=interaction.channel_id, **how)
    reply.interaction = interaction
    return reply


async def ask(
    house: House, person: int, table: int, wanted: Request, *, channel: int = CHANNEL, **how: Any
) -> RecordingReply:
    reply = reply_to(house, arrives(person, channel=channel), **how)
    await house.router.actions.serve(reply, table, wanted)
    await house.quiet()
    return reply


async def over(house: House, **terms: Any) -> int:
    table = await house.dealt(ANN, BEN, **terms)
    await house.play_out(table)
    await house.quiet()
    return table


async def press(
    house: House,
    person: int,
    written: str,
    *,
    on: int | None = None,
    form: bool = False,
    data: Any = None,
    **how: Any,
) -> RecordingReply:
    """Send a press (on a message) as Discord does; return its answer.

    Needs the fixture `replies`.
    """
    sent = {"custom_id": written, "component_type": 2} | (data or {})
    interaction = arrives(person, data=sent, **how)
    kind = discord.InteractionType.modal_submit if form else discord.InteractionType.component
    interaction.type = kind
    interaction.extras["message"] = on
    made: list[RecordingReply] = []
    answering = house.router.responder.answering

    @asynccontextmanager
    async def kept(asked: discord.Interaction[Any]) -> AsyncGenerator[Any]:
        async with answering(asked) as reply:
            made.append(cast(RecordingReply, reply))
            yield reply

    house.router.responder.answering = kept  # type: ignore[method-assign]
    try:
        await house.router.pressed(interaction)
    finally:
        house.router.responder.answering = answering  # type: ignore[method-assign]
    await house.quiet()
    return made[0]


def button(table: int, wanted: Request, step: int = 5) -> str:
    return custom_id.write(table, step, wanted)
