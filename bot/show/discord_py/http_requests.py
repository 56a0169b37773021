"""Sends ready bodies through discord.py's own HTTP functions, which keep its rate limits.

Only this file relies on parts of discord.py that its documentation doesn't name. What it documents
builds a `Message` from every answer of Discord, and another from the message that was pressed.
"""

import io
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, cast

import aiohttp
import discord
from discord.http import HTTPClient, MultipartParameters
from discord.webhook.async_ import async_context

from bot.show.discord_py.message_bodies import Body
from bot.show.draw.parts.message import File
from bot.ui.panels.render import Json

Interaction: TypeAlias = discord.Interaction[Any]

_ANSWERED = "answered"  # a key in the extras of an interaction
_PRESSED = "pressed"  # a key in its data


async def post(http: HTTPClient, channel: int, body: Body) -> Json:
    """Post a message in a channel and return it."""
    with _parameters(body.json, body.files) as parameters:
        return cast(Json, await http.send_message(channel, params=parameters))


async def newest(http: HTTPClient, channel: int, most: int) -> list[Json]:
    """Return the newest messages of a channel, the newest first."""
    return cast(list[Json], await http.logs_from(channel, most))


async def edit(http: HTTPClient, channel: int, message: int, body: Body) -> Json:
    """Edit a message in a channel and return it."""
    with _parameters(body.json, body.files) as parameters:
        return cast(Json, await http.edit_message(channel, message, params=parameters))


class InteractionRequests:
    """Sends requests with the token of an interaction, which is valid for fifteen minutes.

    It doesn't hold the interaction itself, because that holds the message that was pressed.
    """

    def __init__(self, interaction: Interaction) -> None:
        http = interaction.client.http
        self._id = interaction.id
        self._extras = interaction.extras
        self._token = interaction.token
        self._webhook = (interaction.application_id, interaction.token)
        self._how: dict[str, Any] = {
            "session": session_of(http),
            "proxy": http.proxy,
            "proxy_auth": http.proxy_auth,
        }

    async def respond(
        self, kind: discord.InteractionResponseType, body: Body | None = None
    ) -> Json:
        """Send the first answer. Return the message that shows it, or nothing if there is none."""
        self._extras[_ANSWERED] = True
        data = {"type": kind.value} | ({} if body is None else {"data": body.json})
        with _parameters(data, () if body is None else body.files) as parameters:
            answer = await async_context.get().create_interaction_response(
                self._id, self._token, params=parameters, **self._how
            )
        resource: Json = cast(Json, answer).get("resource") or {}
        return resource.get("message") or {}

    async def edit_original(self, body: Body) -> Json:
        """Edit the message that shows the first answer, or the pressed one if there is none."""
        return await self._send(async_context.get().edit_original_interaction_response, body)

    async def follow_up(self, body: Body) -> Json:
        """Send another message and return it."""
        send = partial(async_context.get().execute_webhook, wait=True, with_components=True)
        return await self._send(send, body)

    async def edit(self, message: int, body: Body) -> Json:
        """Edit a message that was sent by `follow_up`."""
        send = partial(async_context.get().edit_webhook_message, with_components=True)
        return await self._send(send, body, message)

    async def delete(self, message: int) -> None:
        """Delete a private message."""
        await async_context.get().delete_webhook_message(*self._webhook, message, **self._how)

    async def _send(self, send: Callable[..., Awaitable[Any]], body: Body, *message: int) -> Json:
        with _parameters(body.json, body.files) as parameters:
            how = {**parameters._asdict(), **self._how}
            return await send(*self._webhook, *message, **how)


def was_answered(interaction: Interaction) -> bool:
    """Return whether a first answer was sent, by this file or by discord.py."""
    return _ANSWERED in interaction.extras or interaction.response.is_done()


def unread_message(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Wrap discord.py's parser of interactions so that it leaves the pressed message as JSON."""

    def parsed(data: Json) -> None:
        if "message" in data:
            data = {**data, "data": {**data["data"], _PRESSED: data["message"]}}
            del data["message"]
        parse(data)

    return parsed


def pressed_message(interaction: Interaction) -> Json | None:
    """Return the message whose button, menu or form was used, or None for a command."""
    data = cast(Json, interaction.data or {})
    return data.get(_PRESSED)


def session_of(http: HTTPClient) -> aiohttp.ClientSession:
    """Return the HTTP session of discord.py's client."""
    return getattr(http, "_HTTPClient__session")  # noqa: B009 (private)


def _parameters(data: Json, files: Sequence[File]) -> MultipartParameters:
    """Prepare a body as discord.py sends it, with its files behind the JSON."""
    if not files:
        return MultipartParameters(data, None, None)
    uploads = [discord.File(io.BytesIO(file.content), file.name) for file in files]
    parts: list[Json] = [{"name": "payload_json", "value": json.dumps(data)}]
    parts += [
        {
            "name": f"files[{index}]",
            "value": upload.fp,
            "filename": upload.filename,
            "content_type": "application/octet-stream",
        }
        for index, upload in enumerate(uploads)
    ]
    return MultipartParameters(None, parts, uploads)
