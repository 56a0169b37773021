"""Wait for what no event announces: a file, a database, another process. For everybody here."""

import asyncio
from collections.abc import Callable
from typing import Any


async def until(found: Callable[[], Any], seconds: float = 30.0, pause: float = 0.01) -> Any:
    """Poll until a function returns something; return it. Raise TimeoutError."""
    async with asyncio.timeout(seconds):
        while not (what := found()):  # noqa: ASYNC110 (nobody rings)
            await asyncio.sleep(pause)
    return what
