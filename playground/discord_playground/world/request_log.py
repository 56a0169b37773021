"""A log of the bot's requests and their results, for tests and for the page."""

from collections import deque
from dataclasses import asdict, dataclass
from typing import Any

from discord_playground.world.discord_errors import Json

KEPT = 20_000  # entries
WHOLE = 2000  # number of newest entries that keep their bodies, since a body can be a whole board


@dataclass(slots=True)
class Line:
    """One request of the bot."""

    n: int
    at: float
    method: str
    route: str
    path: str
    body: Any = None
    status: int = 0
    code: int | None = None
    interaction_id: str | None = None


class RequestLog:
    """The bot's requests, numbered from 1."""

    def __init__(self) -> None:
        self.number = 0
        self.lines: deque[Line] = deque(maxlen=KEPT)

    def add(self, at: float, method: str, route: str, path: str) -> Line:
        """Add an entry. Its result is filled in later."""
        self.number += 1
        line = Line(self.number, at, method, route, path)
        self.lines.append(line)
        if len(self.lines) > WHOLE:
            self.lines[-WHOLE - 1].body = None
        return line

    def since(self, number: int) -> list[Json]:
        """Return the entries after this number."""
        return [asdict(line) for line in self.lines if line.n > number]

    def errors(self, number: int) -> list[Json]:
        """Return the refused requests whose log number is higher than this."""
        return [asdict(line) for line in self.lines if line.n > number and line.status >= 400]
