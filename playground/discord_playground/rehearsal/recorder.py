"""Keeps what passed between the rehearsal and Discord, already redacted, as JSON lines."""

import json
from pathlib import Path
from typing import Any

from discord_playground.rehearsal.redaction import Json, Redaction


class Recorder:
    """Collects one line for each answer and each event."""

    def __init__(self) -> None:
        self.lines: list[Json] = []
        self._redaction = Redaction()

    def answer(
        self, route: str, sent: Any, status: int, headers: dict[str, str], body: Any
    ) -> None:
        """Note a request and what Discord answered. `route` has placeholders instead of ids."""
        self.lines.append(
            {
                "direction": "rest",
                "route": route,
                "sent": self._redaction.body(sent),
                "status": status,
                "headers": self._redaction.headers(headers),
                "body": self._redaction.body(body, error=status >= 400),
            }
        )

    def event(self, name: str, body: Any) -> None:
        """Note an event of the gateway."""
        self.lines.append({"direction": "event", "event": name, "body": self._redaction.body(body)})

    def save(self, path: Path) -> None:
        """Write the recording. Raises OSError."""
        text = "".join(json.dumps(line) + "\n" for line in self.lines)
        path.write_text(text, encoding="utf-8")


def read_recording(path: Path) -> list[Json]:
    """Read a recording. Raises OSError, and ValueError if it isn't one."""
    lines: list[Any] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if not lines or not all(
        isinstance(line, dict) and ("route" in line or "event" in line) for line in lines
    ):
        raise ValueError("no recording")
    return lines
