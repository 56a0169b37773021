"""Sends requests as Discord gets them: no retry and no queue hides an answer from the recording."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import aiohttp

from discord_playground.rehearsal.address import Address
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.redaction import Json

LONGEST_WAIT = 10.0  # seconds; a rate limit that asks for longer is an answer like any other
TRIES = 3
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
        return 0 if self.ok else int(self.data.get("code", 0))

    @property
    def data(self) -> Json:
        """The body as an object; empty if it is none."""
        return cast("Json", self.body) if isinstance(self.body, dict) else {}

    @property
    def items(self) -> list[Json]:
        """The body as a list of objects; empty if it is none."""
        return cast("list[Json]", self.body) if self.ok and isinstance(self.body, list) else []

    def __str__(self) -> str:
        if self.ok:
            return f"{self.status}"
        words = self.data.get("message", "no JSON")
        return f"{self.status}, code {self.code} ({words})"


class Wire:
    """One HTTP session with the bot's token."""

    def __init__(
        self, session: aiohttp.ClientSession, address: Address, recorder: Recorder
    ) -> None:
        self._session, self._rest = session, address.rest
        self._headers = {"Authorization": f"Bot {address.token}", "User-Agent": AGENT}
        self._recorder = recorder

    async def call(
        self,
        route: str,
        body: Any = None,
        *,
        file: tuple[str, bytes] | None = None,
        patient: bool = True,
        ids: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send `get /path/{name}` with these ids. `patient`: wait for short rate limits."""
        answer = await self._send(route, body, file, ids or {})
        for _ in range(TRIES if patient else 0):
            wait = float(answer.data.get("retry_after", 0.0))
            if answer.status != 429 or wait > LONGEST_WAIT:
                break
            await asyncio.sleep(wait)
            answer = await self._send(route, body, file, ids or {})
        return answer

    async def _send(
        self, route: str, body: Any, file: tuple[str, bytes] | None, ids: Mapping[str, str]
    ) -> Answer:
        method, template = route.split(" ", 1)
        method = method.upper()
        url = self._rest + template.format_map(ids)
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
        return answer


def _decoded(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text
