"""Fixes what discord.py's connection to the gateway gets wrong for us: JSON and heartbeats.

discord.py uses orjson if it is installed. But orjson rejects what users can send through Discord: a
lone surrogate, or a huge number. Its error would leave `connect()`, so a typed line could stop the
bot. discord.py looks its two JSON functions up at each call, so they can be replaced at any time
before it connects.

It notes the time of a heartbeat only after sending it. If Discord's answer is faster, the delay is
measured from the heartbeat before, and the log says "Can't keep up".
"""

import asyncio
import json
import time
from typing import Any

import aiohttp
import discord
from discord import client as library
from discord import gateway, utils

from bot.entry.error_messages import unread

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
