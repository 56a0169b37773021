"""Connects discord.py to the playground instead of Discord. Nothing else changes its endpoint."""

from dataclasses import dataclass
from importlib import util

import aiohttp
import yarl
from discord import asset, gateway, http

from bot.extras import how_to_install


@dataclass(frozen=True, slots=True)
class Address:
    """The URLs of a playground, and the bot's token there."""

    rest: str
    gateway: str
    token: str = ""


def aim_at(address: Address) -> None:
    """Make discord.py send all requests of this process to this address."""
    http.Route.BASE = f"{address.rest}/api/v10"
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.gateway)
    setattr(asset.Asset, "BASE", f"{address.rest}/cdn")  # noqa: B010 (typed as a constant)


class NoPlayground(Exception):
    """The playground can't be opened or reached. `str()` tells the operator what to do."""


def has_playground() -> bool:
    """Return whether the playground is there: in a checkout, or as an installed package."""
    return util.find_spec("discord_playground") is not None


def check_playground(why: str) -> None:
    """Raise NoPlayground if it isn't there. `why` begins the sentence that says how to get it."""
    if not has_playground():
        command = how_to_install("playground")
        raise NoPlayground(f"{why} install it from its file of the same release: {command}.")


async def ask_for_address(rest: str) -> Address:
    """Ask a running playground for the URL of its gateway and the bot's token.

    Raises NoPlayground.
    """
    rest = rest.rstrip("/")
    try:
        async with (
            aiohttp.ClientSession(raise_for_status=True) as session,
            session.get(f"{rest}/playground/state") as answer,
        ):
            state = await answer.json(content_type=None)
        return Address(rest, state["gateway"], state["bot"]["token"])
    except (OSError, aiohttp.ClientError, ValueError, LookupError, TypeError):
        raise NoPlayground(
            f"No playground answers at {rest}, the address in DOWNEAST_PLAYGROUND_URL. Start one "
            "there with `python -m discord_playground`, or correct the address."
        ) from None
