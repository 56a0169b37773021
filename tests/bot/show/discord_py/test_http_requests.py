"""Tests of what discord.py is told, and of what it hears; test_reply.py sends real requests."""

from typing import Any

import discord
import pytest

from bot.show.discord_py import http_requests
from bot.show.discord_py.http_requests import (
    InteractionRequests,
    pressed_message,
    session_of,
    unread_message,
    was_answered,
)
from bot.show.discord_py.message_bodies import Body
from bot.show.draw.parts.message import File
from tests.bot.entry.arriving import arrives, connection
from tests.bot.house import ANN

ODD = "Z\ud800"


class RecordingHTTP:
    """discord.py's HTTP client, as far as messages go: it keeps what it is to send."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    async def send_message(self, channel: int, *, params: Any) -> Any:
        files = [file.fp.read() for file in params.files or ()]
        self.sent.append((channel, params.payload, params.multipart, files))
        return {"id": "5"}


async def test_a_body_without_files_is_sent_as_it_is():
    http: Any = RecordingHTTP()
    assert await http_requests.post(http, 3, Body({"content": ODD})) == {"id": "5"}
    assert http.sent == [(3, {"content": ODD}, None, [])]


async def test_files_follow_their_json():
    http: Any = RecordingHTTP()
    files = [File(name=name, content=name.encode()) for name in ("a.png", "b.png")]
    await http_requests.post(http, 3, Body({"content": ODD}, files))
    [(_, payload, parts, read)] = http.sent
    assert payload is None
    assert [(part["name"], part.get("filename")) for part in parts] == [
        *(("payload_json", None), ("files[0]", "a.png"), ("files[1]", "b.png")),
    ]
    assert parts[0]["value"] == '{"content": "Z\\ud800"}'
    assert read == [b"a.png", b"b.png"]


def parsed(data: dict[str, Any]) -> discord.Interaction[Any]:
    made: list[discord.Interaction[Any]] = []
    parse = unread_message(
        lambda left: made.append(discord.Interaction(data=left, state=connection()))
    )
    parse(data)
    return made[0]


BARE: dict[str, Any] = {
    "id": "1",
    "application_id": "99",
    "type": 3,
    "token": "t",
    "version": 1,
    "user": {"id": "11", "username": "ann", "discriminator": "0", "avatar": None},
    "attachment_size_limit": 0,
    "data": {"custom_id": "1:2:go", "component_type": 2},
}


def test_the_pressed_message_stays_json():
    data = {**BARE, "message": {"id": "7", "flags": 64}}
    interaction = parsed(data)
    assert interaction.message is None
    assert pressed_message(interaction) == {"id": "7", "flags": 64}
    assert (interaction.data or {}).get("custom_id") == "1:2:go"
    assert "message" in data, "what arrived is left as it is"


def test_a_command_is_pressed_on_no_message():
    assert pressed_message(parsed(BARE)) is None
    assert pressed_message(arrives(ANN)) is None


async def test_an_answer_is_known_even_if_it_was_lost(monkeypatch: pytest.MonkeyPatch):
    interaction = arrives(ANN)
    monkeypatch.setattr(interaction.client.http, "_HTTPClient__session", None)
    assert not was_answered(interaction)
    with pytest.raises(AttributeError):
        await InteractionRequests(interaction).respond(discord.InteractionResponseType.pong)
    assert was_answered(interaction)


def test_the_session_is_the_one_of_discord_py(monkeypatch: pytest.MonkeyPatch):
    http = connection().http
    monkeypatch.setattr(http, "_HTTPClient__session", "the session")
    assert session_of(http) == "the session"
