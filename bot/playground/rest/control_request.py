"""One pull of a lever: what was asked of the playground itself."""

from collections.abc import Callable
from typing import Any, TypeAlias

from aiohttp import web

from bot.playground.checks.discord_errors import Json
from bot.playground.rest.middleware import Call
from bot.playground.world.app_context import Stage


class Pull:
    """One pull of a lever."""

    def __init__(self, stage: Stage, request: web.Request, body: Json) -> None:
        self.stage = stage
        self.request = request
        self.body = body

    def __getitem__(self, name: str) -> str:
        return self.request.match_info[name]

    @property
    def since(self) -> int:
        """From which line of the log on."""
        given = self.request.query.get("since", "0")
        return int(given) if given.isdigit() else 0

    def call(self) -> Call:
        """Make a call of it, for what is also done by people."""
        return Call(self.stage, dict(self.request.match_info), {}, self.body, [], None, None)


Lever: TypeAlias = Callable[[Pull], Any]
