"""The services that request handlers share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..checks.faults import Faults
from ..checks.rate_limits import RateLimits
from ..gateway.gateway import Gateway
from ..gateway.interactions import Interactions
from ..gateway.message_store import MessageStore
from ..world.request_log import RequestLog
from ..world.shown_games import Cards, no_cards
from ..world.world import World

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
