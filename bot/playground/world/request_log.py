"""What the bot asked for and what it got: the playground's memory for tests and the curious."""

from collections import deque
from dataclasses import asdict, dataclass
from typing import Any

from bot.playground.checks.discord_errors import Json

KEPT = 20_000  # lines
WHOLE = 2000  # of them, the newest, that have their bodies still: each may be a whole board


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


class Log:
    """The bot's requests, numbered from 1."""

    def __init__(self) -> None:
        self.number = 0
        self.lines: deque[Line] = deque(maxlen=KEPT)

    def add(self, at: float, method: str, route: str, path: str) -> Line:
        """Begin a line; the rest is filled in as it becomes known."""
        self.number += 1
        line = Line(self.number, at, method, route, path)
        self.lines.append(line)
        if len(self.lines) > WHOLE:
            self.lines[-WHOLE - 1].body = None
        return line

    def since(self, number: int) -> list[Json]:
        """Write the lines after a number."""
        return [asdict(one) for one in self.lines if one.n > number]

    def errors(self, number: int) -> list[Json]:
        """Write the lines after a number that were refused."""
        return [asdict(one) for one in self.lines if one.n > number and one.status >= 400]
