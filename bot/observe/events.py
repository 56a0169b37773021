"""What is being handled right now: it's measured, and the log says it with every line.

    with handling(observer, "button", person) as event:
        about(table=12, step=34, what="bid")
        ...

At its end an event is one line of the log: "done in 12 ms (button bid, table 12, step 34, person
1f0c…)". A warning or an error on the way has the same brackets. The event in hand is found through
a context variable, so no function has to pass it on. A task that was started on the way inherits
it, and may outlive it: from then on it's about nothing.
"""

import logging
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from bot.observe.observer import Kind, Observer, Outcome
from bot.observe.pseudonyms import pseudonym

log = logging.getLogger(__name__)

SLOW = 2.0  # seconds from which an event is logged at INFO; all others are logged at DEBUG


@dataclass(slots=True)
class Event:
    """Something that the bot handles. `what` is a verb, such as that of a command or a button.

    `step` is the public step of the table after the change; without one, it's the step at which the
    pressed button was drawn.
    """

    kind: Kind
    person: int | None = None
    what: str = ""
    table: int | None = None
    step: int | None = None
    reference: str | None = None
    outcome: Outcome | None = None
    ms: float | None = None
    over: bool = False

    def fields(self) -> dict[str, Any]:
        """Return what is known of the event, by name. A person is a pseudonym."""
        fields = {
            "kind": self.kind,
            "what": self.what or None,
            "table": self.table,
            "step": self.step,
            "person": None if self.person is None else pseudonym(self.person),
            "reference": self.reference,
            "outcome": self.outcome,
            "ms": self.ms,
        }
        return {name: value for name, value in fields.items() if value is not None}


_current: ContextVar[Event | None] = ContextVar("event", default=None)


@contextmanager
def handling(
    observer: Observer, kind: Kind, person: int | None = None, what: str = ""
) -> Generator[Event]:
    """Measure what happens in the `with` block, and log how it ended."""
    before, event = _current.get(), Event(kind, person, what)
    _current.set(event)
    began = time.perf_counter()
    try:
        yield event
    except BaseException:
        event.outcome = "failed"
        raise
    finally:
        seconds = time.perf_counter() - began
        event.outcome, event.ms = event.outcome or "done", round(1000 * seconds, 1)
        observer.handled(kind, event.outcome, seconds)
        log.log(
            logging.INFO if seconds >= SLOW else logging.DEBUG,
            "%s in %.0f ms",
            event.outcome,
            event.ms,
        )
        event.over = True
        _current.set(before)


def current() -> Event | None:
    """Return the event that is being handled, or None."""
    event = _current.get()
    return None if event is None or event.over else event


def about(table: int | None = None, step: int | None = None, what: str = "") -> None:
    """Say what the current event is about, if there is one."""
    event = current()
    if event is not None:
        event.table = table or event.table
        event.step = event.step if step is None else step
        event.what = what or event.what


def ended(outcome: Outcome, reference: str | None = None) -> None:
    """Say how the current event ends, and under which reference its person was told so.

    A failure stays one, even if its person is told in the words of a refusal.
    """
    event = current()
    if event is not None:
        event.outcome = event.outcome if event.outcome == "failed" else outcome
        event.reference = reference or event.reference
