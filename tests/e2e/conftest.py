"""What holds for every test that plays through the real client."""

import gc
from collections.abc import Generator

import pytest


@pytest.fixture(autouse=True, scope="module")
def no_sweeping() -> Generator[None]:
    """Keep what other tests have left in memory out of the garbage collector's way.

    Late in a whole run that is hundreds of megabytes: while they are swept through on a busy
    machine, no interaction is answered.
    """
    gc.freeze()
    yield
    gc.unfreeze()
