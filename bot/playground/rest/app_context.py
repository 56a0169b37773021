"""The services that request handlers share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.playground.checks.faults import Faults
from bot.playground.checks.rate_limits import RateLimits
from bot.playground.gateway.gateway import Gateway
from bot.playground.gateway.interactions import Interactions
from bot.playground.gateway.message_store import MessageStore
from bot.playground.world.request_log import RequestLog
from bot.playground.world.shown_games import Cards, no_cards
from bot.playground.world.world import World

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
