"""The services that request handlers share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from discord_playground.checks.faults import Faults
from discord_playground.checks.rate_limits import RateLimits
from discord_playground.gateway.gateway import Gateway
from discord_playground.gateway.interactions import Interactions
from discord_playground.gateway.message_store import MessageStore
from discord_playground.world.request_log import RequestLog
from discord_playground.world.shown_games import Cards, no_cards
from discord_playground.world.world import World

Checker: TypeAlias = Callable[[str, str, Any], list[str]]


@dataclass(slots=True)
class AppContext:
    """The playground's services, created once and passed to every request handler."""

    world: World
    gateway: Gateway
    post: MessageStore
    interactions: Interactions
    rates: RateLimits
    faults: Faults
    log: RequestLog
    check: Checker | None = None
    cards: Cards = no_cards
    complaints: list[str] = field(default_factory=list[str])
