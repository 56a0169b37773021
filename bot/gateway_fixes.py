"""Fixes what discord.py's connection to the gateway gets wrong for us: JSON, heartbeats, channels.

discord.py uses orjson if it is installed. But orjson rejects what users can send through Discord: a
lone surrogate, or a huge number. Its error would leave `connect()`, so a typed line could stop the
bot. discord.py looks its two JSON functions up at each call, so they can be replaced at any time
before it connects.

It notes the time of a heartbeat only after sending it. If Discord's answer is faster, the delay is
measured from the heartbeat before, and the log says "Can't keep up".

It doesn't know channels that Discord obfuscates because the bot can't see them. It drops their
flag, and one field that is null or missing can cost all channels of the server.
"""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
from discord import channel as channels
from discord import client as library
from discord import gateway, utils
from discord.state import ConnectionState

from bot.entry.error_messages import unread
from bot.show.discord_py.channel_sight import HIDDEN
from bot.ui.panels.render import Json

LINE = (
    *(gateway.ReconnectWebSocket, gateway.WebSocketClosure, discord.ConnectionClosed),
    *(aiohttp.ClientError, OSError, asyncio.TimeoutError),
)
"""Errors of the connection itself, which discord.py handles."""


class Socket(gateway.DiscordWebSocket):
    """A gateway connection that survives a frame it can't parse and measures its delay rightly."""

    async def send_heartbeat(self, data: Any) -> None:
        """Send a heartbeat, and note the time before that."""
        if self._keep_alive is not None:
            setattr(self._keep_alive, "_last_send", time.perf_counter())  # noqa: B010 (private)
        await super().send_heartbeat(data)

    async def received_message(self, msg: Any, /) -> None:
        """Handle a frame. If it can't be parsed, log one line without its content."""
        try:
            await super().received_message(msg)
        except LINE:
            raise
        except Exception as problem:
            unread("a frame", problem)


def read_plainly() -> None:
    """Make discord.py use the standard library's JSON and survive frames that are not JSON."""
    setattr(utils, "_from_json", json.loads)  # noqa: B010 (private to the library)
    setattr(utils, "_to_json", written)  # noqa: B010
    setattr(library, "DiscordWebSocket", Socket)  # noqa: B010


def written(value: Any) -> str:
    r"""Write JSON in ASCII, which can represent lone surrogates.

    >>> written({"name": "Z\\ud800"})
    '{"name":"Z\\\\ud800"}'
    """
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


_UNSEEN = discord.Permissions(view_channel=True).value


def channels_read(
    event: str, parse: Callable[[Any], None], state: ConnectionState[Any]
) -> Callable[[Any], None]:
    """Wrap discord.py's parser of an event so that a channel in it can always be parsed."""

    def guild(data: Json) -> None:
        read = (readable(channel, state) for channel in data.get("channels") or ())
        parse({**data, "channels": [channel for channel in read if channel is not None]})

    def channel(data: Json) -> None:
        if (read := readable(data, state)) is not None:
            parse(read)

    def interaction(data: Json) -> None:
        parse({**data, "channel": _filled(data.get("channel") or {})})

    wrapped = {"GUILD_CREATE": guild, "INTERACTION_CREATE": interaction}
    return {**wrapped, "CHANNEL_CREATE": channel, "CHANNEL_UPDATE": channel}.get(event, parse)


def readable(channel: Json, state: ConnectionState[Any]) -> Json | None:
    """Return a channel's data without nulls, and with a note if it is hidden from the bot.

    Return None and log a line if discord.py can't parse it.
    """
    try:
        channel = _filled(channel)
        if channel.get("flags", 0) & HIDDEN:
            note = {"id": HIDDEN, "type": 0, "allow": 0, "deny": _UNSEEN}
            known = channel.get("permission_overwrites", [])
            channel["permission_overwrites"] = [*known, note]
        factory, _ = getattr(channels, "_guild_channel_factory")(channel["type"])  # noqa: B009
        if factory is not None:
            factory(state=state, guild=discord.Object(0), data=channel)
    except Exception as problem:
        unread("a channel", problem)
        return None
    return channel


def _filled(channel: Json) -> Json:
    """Return a channel's data without nulls, and with the fields that discord.py requires."""
    known = {key: value for key, value in channel.items() if value is not None}
    return {"name": "", "position": 0, "bitrate": 0, "user_limit": 0, **known}
