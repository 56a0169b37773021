"""Everything a request may need, in one hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.playground.checks.faults import Faults
from bot.playground.checks.rate_limits import Rates
from bot.playground.gateway.gateway import Gateway
from bot.playground.gateway.interactions import Interactions
from bot.playground.gateway.message_store import Post
from bot.playground.world.request_log import Log
from bot.playground.world.world import World

Checker: TypeAlias = Callable[[str, str, Any], list[str]]


@dataclass(slots=True)
class Stage:
    """The playground's parts; made once, handed to every request."""

    world: World
    gateway: Gateway
    post: Post
    interactions: Interactions
    rates: Rates
    faults: Faults
    log: Log
    check: Checker | None = None
    complaints: list[str] = field(default_factory=list[str])
