"""What a line of the log looks like: with its event, and without what nobody else may read.

The text of an exception can quote anything: a hand that didn't fit, a line that somebody typed, the
address of a request with its token. So a traceback names the places in the code and the kind of the
exception. It has the exception's text only if that kind of exception never quotes values.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any, cast

from bot.observe import events
from bot.observe.discord_routes import route_of

ADDRESS = re.compile(r"(?P<start>\b(?:https?|wss?)://[^\s/'\"<>)]+)(?P<path>/[^\s'\"<>)]*)?")
REPEATED = re.compile(r"exception=(\w+)\(.*\)>")  # asyncio quotes an exception that nobody caught
WITHHELD = "its text is left out, because it may quote a card or a person"
QUOTES_NOTHING = (
    *(AttributeError, ImportError, IndexError, NameError, NotImplementedError, OSError),
    *(RecursionError, RuntimeError, TimeoutError, TypeError, ZeroDivisionError),
)
CAUSED = "\nThe above exception was the direct cause of the following exception:\n"
DURING = "\nDuring handling of the above exception, another exception occurred:\n"


class Discreet(logging.Filter):
    """Prepares each record for the log. `brackets` puts its event behind the message.

    `quotes_nothing` are further kinds of exceptions whose text is known to be harmless.
    """

    def __init__(self, quotes_nothing: tuple[type[BaseException], ...], *, brackets: bool) -> None:
        super().__init__()
        self._quotes_nothing = (*QUOTES_NOTHING, *quotes_nothing)
        self._brackets = brackets

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten what a record quotes, and add the event during which it was made."""
        event = events.current()
        fields: dict[str, Any] = {} if event is None else event.fields()
        record.__dict__["fields"] = fields
        text = shortened(record.getMessage())
        record.msg = f"{text} ({in_words(fields)})" if fields and self._brackets else text
        record.args = None
        if record.exc_info is not None and record.exc_info[1] is not None:
            record.exc_text = self.traced(record.exc_info[1])
        record.exc_info = None
        return True

    def traced(self, error: BaseException) -> str:
        """Return the traceback of an exception and of its causes, without the texts that quote."""
        lines: list[str] = []
        if error.__cause__ is not None:
            lines += [self.traced(error.__cause__), CAUSED]
        elif error.__context__ is not None and not error.__suppress_context__:
            lines += [self.traced(error.__context__), DURING]
        if error.__traceback__ is not None:
            lines.append("Traceback (most recent call last):")
            lines += [part.rstrip("\n") for part in traceback.format_tb(error.__traceback__)]
        harmless = isinstance(error, self._quotes_nothing)
        text = shortened(str(error)) if harmless else WITHHELD
        lines.append(f"{type(error).__qualname__}: {text}")
        if isinstance(error, BaseExceptionGroup):
            inner = cast(BaseExceptionGroup[BaseException], error).exceptions
            lines += [self.traced(part) for part in inner]
        return "\n".join(lines)


class JsonLines(logging.Formatter):
    """Writes each record as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record that `Discreet` has prepared as a line of JSON."""
        fields: dict[str, Any] = record.__dict__.get("fields", {})
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **fields,
        }
        if record.exc_text:
            line["traceback"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


def shortened(text: str) -> str:
    """Return a text without the ids and tokens of addresses, and without quoted exceptions."""

    def address(found: re.Match[str]) -> str:
        path = found["path"]
        return found["start"] + ("" if path is None else f"/{route_of(path)}")

    return REPEATED.sub(r"exception=\1(…)>", ADDRESS.sub(address, text))


def in_words(fields: dict[str, Any]) -> str:
    """Return the fields of an event as the log has them in brackets."""
    first = " ".join(fields[name] for name in ("kind", "what") if name in fields)
    others = ("table", "step", "person", "reference")
    return ", ".join([first, *(f"{name} {fields[name]}" for name in others if name in fields)])
