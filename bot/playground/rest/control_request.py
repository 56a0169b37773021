"""Requests to the playground's own control endpoints."""

from collections.abc import Callable
from typing import Any, TypeAlias

from aiohttp import web

from bot.playground.checks.discord_errors import Json
from bot.playground.rest.middleware import Call
from bot.playground.world.app_context import AppContext


class ControlRequest:
    """One request to a control endpoint, with its parsed body."""

    def __init__(self, app: AppContext, request: web.Request, body: Json) -> None:
        self.app = app
        self.request = request
        self.body = body

    def __getitem__(self, name: str) -> str:
        return self.request.match_info[name]

    @property
    def since(self) -> int:
        """The log number from `since`; only later entries are wanted."""
        given = self.request.query.get("since", "0")
        return int(given) if given.isdigit() else 0

    def call(self) -> Call:
        """Return the request as a Call, for functions that serve people's requests too."""
        return Call(self.app, dict(self.request.match_info), {}, self.body, [], None, None)


ControlHandler: TypeAlias = Callable[[ControlRequest], Any]
