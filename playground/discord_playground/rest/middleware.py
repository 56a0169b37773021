"""Serve each request: authenticate the caller, apply rate limits, read the body and call a handler.

Handlers are plain functions of a Call. They never await, so each request takes effect completely or
not at all. The bot's requests are logged, rate limited and subject to faults; people's are not.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from aiohttp import web

from discord_playground.checks.message_limits import Upload
from discord_playground.checks.signed_urls import sign
from discord_playground.rest.app_context import AppContext
from discord_playground.rest.bodies import read_body
from discord_playground.world.discord_errors import (
    Json,
    Refused,
    bad_form,
    fields,
    not_found,
    unauthorized,
)
from discord_playground.world.request_log import Line
from discord_playground.world.world import Person

API = "/api/v10"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reply:
    """A response with its own status code, returned by a handler."""

    status: int
    body: Any = None


@dataclass(slots=True)
class Call:
    """One parsed request."""

    app: AppContext
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    files: list[Upload]
    caller: Person | None
    line: Line | None

    @property
    def person(self) -> Person:
        """The person who sent the request."""
        assert self.caller is not None
        return self.caller

    @property
    def json(self) -> Json:
        """Return the body. Raise an error if it is not an object."""
        if not isinstance(self.body, dict):
            raise bad_form((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return fields(self.body)  # pyright: ignore[reportUnknownMemberType]

    def __getitem__(self, name: str) -> str:
        return self.params[name]


Handler: TypeAlias = Callable[[Call], Any]
Routes: TypeAlias = Iterable[tuple[str, str, Handler]]


def add_routes(
    web_app: web.Application, app: AppContext, bot: Routes, people: Routes, anyone: Routes
) -> None:
    """Add routes for the bot, for people, and for anyone with a token in the URL."""
    routes: dict[tuple[str, str], dict[str, Handler]] = {}
    for who, table in (("bot", bot), ("person", people), ("anyone", anyone)):
        for method, route, handler in table:
            routes.setdefault((method, route), {})[who] = handler
    # routes with fixed words (@original, @me) come before routes with parameters
    for (method, route), handlers in sorted(routes.items(), key=lambda item: item[0][1].count("{")):
        web_app.router.add_route(method, API + route, _served(app, method, route, handlers))
    web_app.router.add_route("*", API + "/{rest:.*}", _served(app, "", "", {}))
    web_app.router.add_route("*", "/api/{rest:.*}", _other_version)


async def _other_version(_: web.Request) -> web.StreamResponse:
    return answer(Refused(400, 50041, "Invalid API version provided").body(), 400)


def _served(
    app: AppContext, method: str, route: str, handlers: dict[str, Handler]
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def serve(request: web.Request) -> web.StreamResponse:
        return await RequestPipeline(
            app, request, method or request.method, route, handlers
        ).answer()

    return serve


class RequestPipeline:
    """One request on its way through authentication, limits and handler."""

    def __init__(
        self,
        app: AppContext,
        request: web.Request,
        method: str,
        route: str,
        handlers: dict[str, Handler],
    ) -> None:
        self.app = app
        self.request = request
        self.method = method
        self.route = route
        self.handlers = handlers
        self.path = request.path.removeprefix(API)
        self.line: Line | None = None
        self.headers: dict[str, str] = {}

    async def answer(self) -> web.StreamResponse:
        """Serve the request and return its response, even after an error."""
        try:
            response = await self._serve()
        except Refused as refused:
            if refused.status == 429:
                self.headers = self.app.rates.headers_of(refused, self.method, self.route)
            response = self._refuse(refused)
        except ConnectionError:  # the client disconnected during the request, which is no error
            return disconnected(self.request)
        except Exception:
            _log.exception("The playground itself failed at %s %s", self.method, self.path)
            response = answer({"message": "500: Internal Server Error", "code": 0}, 500)
            self._note(500, 0)
        else:
            self._note(response.status, None)
        if self.line and self.app.faults.take("lose_answer", *self._where()):
            transport = self.request.transport
            if transport is not None:
                transport.abort()
        return response

    def _refuse(self, refused: Refused) -> web.Response:
        headers = self.headers | refused.headers
        self._note(refused.status, refused.code)
        if self.line and refused.status in (401, 403, 429) and refused.scope != "shared":
            self.app.rates.count_invalid()
        if refused.text is not None:
            return web.Response(text=refused.text, status=refused.status, headers=headers)
        return answer(refused.body(), refused.status, headers)

    def _where(self) -> tuple[str, str, str]:
        return self.method, self.route, self.path

    def _note(self, status: int, code: int | None) -> None:
        if self.line is not None:
            self.line.status, self.line.code = status, code

    async def _serve(self) -> web.Response:
        app = self.app
        caller, handler = self._authenticate()
        if caller is None:
            self.line = app.log.add(app.world.now(), *self._where())
            if app.rates.banned:
                return web.Response(status=429, text="error code: 1015")
            await self._apply_faults()
            self.headers = app.rates.spend(self.method, self.route, self._major())
        body, files = await read_body(self.request)
        if self.line is not None:
            self.line.body = body
            if app.check is not None:
                app.complaints += app.check(self.method, self.route, body)
        call = Call(
            app=app,
            params=dict(self.request.match_info),
            query=dict(self.request.query),
            body={} if body is None else body,
            files=files,
            caller=caller,
            line=self.line,
        )
        result = handler(call)
        if not isinstance(result, Reply):
            result = Reply(204 if result is None else 200, result)
        sent = result.body
        if caller is None and sent is not None:
            sent = app.gateway.to_bot(f"{self.method} {self.route}", sent)
        return answer(sent, result.status, self.headers, now=app.world.now())

    def _authenticate(self) -> tuple[Person | None, Handler]:
        """Return the person who sent the request (None for the bot) and their handler."""
        if "anyone" in self.handlers:
            return None, self.handlers["anyone"]
        token = self.request.headers.get("Authorization", "")
        if token == f"Bot {self.app.world.bot_token}":
            if "bot" not in self.handlers:
                self.line = self.app.log.add(self.app.world.now(), *self._where())
            if not self.handlers:
                raise not_found()
            if "bot" not in self.handlers:
                raise Refused(403, 20001, "Bots cannot use this endpoint")
            return None, self.handlers["bot"]
        person = self.app.world.person(token) if token else None
        if person is None:
            if token.startswith("Bot "):
                self.line = self.app.log.add(self.app.world.now(), *self._where())
            raise unauthorized()
        if not self.handlers:
            raise not_found()
        if "person" not in self.handlers:
            raise Refused(403, 20002, "Only bots can use this endpoint")
        return person, self.handlers["person"]

    def _major(self) -> str:
        given = self.request.match_info
        keys = ("channel_id", "guild_id", "webhook_id", "webhook_token")
        return "+".join(given[key] for key in keys if key in given)

    async def _apply_faults(self) -> None:
        slow = self.app.faults.take("delay", *self._where())
        if slow is not None:
            await asyncio.sleep(slow.seconds)
        for kind in ("rate_limit", "status"):
            fault = self.app.faults.take(kind, *self._where())
            if fault is not None:
                raise fault.refused()


def disconnected(request: web.Request) -> web.Response:
    """Return a response for a client that has disconnected and will not read it."""
    _log.debug("The client disconnected before the answer: %s %s", request.method, request.path)
    return web.Response(status=400)


def answer(
    body: Any, status: int, headers: dict[str, str] | None = None, *, now: float = 0.0
) -> web.Response:
    """Return a JSON response, with addresses of attachments that are signed `now`.

    Clients expect exactly `application/json` as its content type.
    """
    if status == 204:
        return web.Response(status=204, headers=headers)
    return web.Response(
        body=sign(json.dumps(body), now).encode(),
        status=status,
        content_type="application/json",
        headers=headers,
    )
