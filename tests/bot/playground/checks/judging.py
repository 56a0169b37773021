"""What a request would be answered, read from the checks themselves."""

from collections.abc import Callable

import pytest

from bot.playground.checks.discord_errors import Form, Refused
from tests.bot.playground.callers import Answer


def refused(do: Callable[[], object]) -> Answer:
    """The answer of a check that has to refuse."""
    with pytest.raises(Refused) as caught:
        do()
    return Answer(caught.value.status, caught.value.body(), caught.value.headers)


def judged(form: Form) -> Answer:
    """The answer to a request whose form is filled in so."""
    return refused(form.close) if form.errors else Answer(200, {}, {})
