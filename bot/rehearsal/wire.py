"""Sends requests as Discord gets them: no retry and no queue hides an answer from the recording."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import aiohttp
from discord import http

from bot.rehearsal.recorder import Recorder
from bot.rehearsal.redaction import Json

LONGEST_WAIT = 10.0  # seconds; a rate limit that asks for longer is an answer like any other
AGENT = "DiscordBot (rehearsal, 1)"


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord answered. `body` is the decoded JSON, the text of something else, or None."""

    status: int
    headers: dict[str, str]
    body: Any

    @property
    def ok(self) -> bool:
        """Whether Discord did what was asked."""
        return self.status < 400

    @property
    def code(self) -> int:
        """Discord's error code, 0 if there is none."""
        return int(self.body.get("code", 0)) if isinstance(self.body, dict) and not self.ok else 0

    @property
    def data(self) -> Json:
        """The body as an object; empty if it is none."""
        return self.body if isinstance(self.body, dict) else {}

    def __str__(self) -> str:
        if self.ok:
            return f"{self.status}"
        words = self.data.get("message", "no JSON")
        return f"{self.status}, code {self.code} ({words})"


class Wire:
    """One HTTP session with the bot's token."""

    def __init__(self, session: aiohttp.ClientSession, token: str, recorder: Recorder) -> None:
        self._session = session
        self._headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
        self._recorder = recorder

    async def call(
        self,
        route: str,
        body: Any = None,
        *,
        file: tuple[str, bytes] | None = None,
        patient: bool = True,
        **ids: str,
    ) -> Answer:
        """Send `METHOD /path/{name}` with these ids. `patient`: wait for a short rate limit."""
        method, template = route.split(" ", 1)
        url = http.Route.BASE + template.format_map(ids)
        given: dict[str, Any] = {} if body is None else {"json": body}
        if file is not None:
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            form.add_field("files[0]", file[1], filename=file[0])
            given = {"data": form}
        async with self._session.request(method, url, headers=self._headers, **given) as response:
            text = await response.text()
            headers = {key.lower(): value for key, value in response.headers.items()}
            answer = Answer(response.status, headers, _decoded(text))
        self._recorder.answer(f"{method} {template}", body, answer.status, headers, answer.body)
        if patient and answer.status == 429 and file is None:
            wait = float(answer.data.get("retry_after", LONGEST_WAIT + 1))
            if wait <= LONGEST_WAIT:
                await asyncio.sleep(wait)
                return await self.call(route, body, patient=False, **ids)
        return answer


def _decoded(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text
