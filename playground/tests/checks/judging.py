"""Turn the errors of a check into the answer that a caller would get."""

from collections.abc import Callable

import pytest
from discord_playground.world.discord_errors import Form, Refused

from playground.tests.callers import Answer


def refused(do: Callable[[], object]) -> Answer:
    """Return the answer of a check that must refuse."""
    with pytest.raises(Refused) as caught:
        do()
    return Answer(caught.value.status, caught.value.body(), caught.value.headers)


def judged(form: Form) -> Answer:
    """Return the answer to a request with these form errors."""
    return refused(form.close) if form.errors else Answer(200, {}, {})
