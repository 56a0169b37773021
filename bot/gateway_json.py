"""What goes over the line to Discord is JSON as the standard library reads and writes it.

discord.py takes orjson where it happens to be installed. orjson refuses what Discord may pass on
from anybody who types: half a pair of surrogates, a number beyond all. That error leaves
`connect()`, so a line in a DM would end the process. The library looks its two functions up at each
call, so they can be put in place at any time before the line opens.
"""

import asyncio
import json
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
"""What says something of the line itself, which the library knows how to mend."""


class Socket(gateway.DiscordWebSocket):
    """The line from Discord, which outlasts a frame that cannot be read."""

    async def received_message(self, msg: Any, /) -> None:
        """Take a frame; one that makes no sense is a line in the log, without what stands in it."""
        try:
            await super().received_message(msg)
        except LINE:
            raise
        except Exception as problem:
            unread("a frame", problem)


def read_plainly() -> None:
    """Have discord.py read and write as the standard library does, and outlast what is no JSON."""
    setattr(utils, "_from_json", json.loads)  # noqa: B010 (private to the library)
    setattr(utils, "_to_json", written)  # noqa: B010
    setattr(library, "DiscordWebSocket", Socket)  # noqa: B010


def written(value: Any) -> str:
    """Write JSON in ASCII, so that half a pair of surrogates can be sent, too.

    >>> written({"name": "Z\\ud800"})
    '{"name":"Z\\\\ud800"}'
    """
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)
