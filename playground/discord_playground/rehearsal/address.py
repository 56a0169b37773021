"""Where a rehearsal takes place on the network: at Discord, or at a playground on this machine."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Address:
    """The URLs of REST and of the gateway, and the bot's token there."""

    token: str
    rest: str
    gateway: str


DISCORD: Final = ("https://discord.com/api/v10", "wss://gateway.discord.gg/")


def on_discord(token: str) -> Address:
    """Return the address of the real Discord."""
    rest, gateway = DISCORD
    return Address(token, rest, gateway)


def on_playground(base: str, gateway: str, token: str) -> Address:
    """Return the address of a playground, such as `http://127.0.0.1:8765`."""
    return Address(token, f"{base}/api/v10", gateway)
