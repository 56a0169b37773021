"""Requests to the playground's own control endpoints."""

from collections.abc import Callable
from typing import Any, TypeAlias

from aiohttp import web

from discord_playground.rest.app_context import AppContext
from discord_playground.rest.middleware import Call
from discord_playground.world.discord_errors import Json


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
        """The log number from `since`. Only later entries are returned."""
        given = self.request.query.get("since", "0")
        return int(given) if given.isdigit() else 0

    def call(self) -> Call:
        """Convert the request to a Call, for functions that also serve people's requests."""
        return Call(self.app, dict(self.request.match_info), {}, self.body, [], None, None)


ControlHandler: TypeAlias = Callable[[ControlRequest], Any]
