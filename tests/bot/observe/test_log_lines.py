"""A line of the log says what it's about, and quotes nothing that somebody else may not read."""

import asyncio
import json
import logging

import aiohttp
import pytest

from bot.observe import events
from bot.observe.log_lines import WITHHELD
from bot.observe.observer import UNOBSERVED
from bot.observe.pseudonyms import pseudonym
from tests.bot.observe.writing import written

log = logging.getLogger("bot.observe.tested")
GIFT, HELD = "the Lantern", "Ann holds the 8"


def test_a_line_has_its_event_in_brackets():
    with written() as out, events.handling(UNOBSERVED, "button", 77):
        events.about(5, 12, "bid")
        log.warning("I'll show table %s later", 5)
        events.ended("failed", "abc123")
        log.warning("Oh no")
    assert out.getvalue().splitlines()[:2] == [
        f"I'll show table 5 later (button bid, table 5, step 12, person {pseudonym(77)})",
        f"Oh no (button bid, table 5, step 12, person {pseudonym(77)}, reference abc123)",
    ]


def test_a_line_about_no_event_has_no_brackets():
    with written() as out:
        log.info("Registered %d commands", 12)
    assert out.getvalue() == "Registered 12 commands\n"


def test_json_lines_are_one_object_each_and_hold_the_same():
    with written(as_json=True) as out, events.handling(UNOBSERVED, "form", 77):
        events.about(5, 12, "bid")
        log.info("two\nlines by %s", "Zoë")
        try:
            int(GIFT)
        except ValueError:
            log.exception("It broke")
    first, second, _ = map(json.loads, out.getvalue().splitlines())
    assert first.pop("time").endswith("+00:00")
    assert first == {
        "level": "INFO",
        "logger": "bot.observe.tested",
        "message": "two\nlines by Zoë",
        "kind": "form",
        "what": "bid",
        "table": 5,
        "step": 12,
        "person": pseudonym(77),
    }
    assert second["traceback"].endswith(f"ValueError: {WITHHELD}")
    assert GIFT not in out.getvalue()


def test_a_traceback_names_places_and_withholds_what_may_quote():
    with written() as out:
        try:
            try:
                raise KeyError(GIFT)
            except KeyError as error:
                raise ValueError(HELD) from error
        except ValueError:
            log.exception("It broke")
    assert out.getvalue().count("test_log_lines.py") == 2
    assert out.getvalue().count(WITHHELD) == 2
    assert "direct cause" in out.getvalue()
    for kind in ("KeyError", "ValueError"):
        assert f"\n{kind}: " in out.getvalue()
    assert GIFT not in out.getvalue()
    assert HELD not in out.getvalue()


@pytest.mark.parametrize(
    "error",
    [ZeroDivisionError("division by zero"), OSError(28, "No space"), aiohttp.ClientError("a")],
)
def test_a_traceback_has_the_text_of_what_never_quotes(error: Exception):
    with written() as out:
        log.error("It broke", exc_info=error)
    assert out.getvalue().endswith(f"{type(error).__name__}: {error}\n")


def test_every_exception_of_a_group_is_there():
    with written() as out:
        log.error("It broke", exc_info=ExceptionGroup("both", [IndexError("far"), KeyError("8")]))
    assert "IndexError: far" in out.getvalue()
    assert "KeyError: its text is left out" in out.getvalue()


def test_addresses_lose_their_ids_and_tokens():
    """aiohttp names the whole address when a connection takes too long."""
    host = "https://discord.com"
    error = aiohttp.ConnectionTimeoutError(
        f"Connection timeout to host {host}/api/v10/webhooks/123/s3cr3t/messages/456?wait=true"
    )
    with written() as out:
        log.warning("An answer was lost on its way: %r", error)
        log.error("It broke", exc_info=error)
    text = f"Connection timeout to host {host}/webhooks/{{id}}/{{token}}/messages/{{id}}"
    assert out.getvalue().count(text) == 2
    assert "s3cr3t" not in out.getvalue()
    assert "123" not in out.getvalue()


async def test_a_task_that_failed_unseen_is_not_quoted():
    async def failing() -> None:
        raise ValueError("Ann holds the 8")

    task = asyncio.create_task(failing())
    await asyncio.wait([task])
    with written() as out:
        log.error("Task exception was never retrieved\nfuture: %r", task)
    task.exception()
    assert "exception=ValueError(…)>" in out.getvalue()
    assert "the 8" not in out.getvalue()
