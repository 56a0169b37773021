"""The log as the bot writes it, collected in memory."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from io import StringIO

from bot.observe.log_lines import Discreet, JsonLines
from bot.service import QUOTES_NOTHING


@contextmanager
def written(*, as_json: bool = False) -> Generator[StringIO]:
    """Collect what the bot logs in the block, at every level."""
    out, log = StringIO(), logging.getLogger("bot")
    handler = logging.StreamHandler(out)
    handler.addFilter(Discreet(QUOTES_NOTHING, brackets=not as_json))
    if as_json:
        handler.setFormatter(JsonLines())
    level = log.level
    log.addHandler(handler)
    log.setLevel("DEBUG")
    try:
        yield out
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
