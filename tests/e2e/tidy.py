"""Keeps a playground small in a long run: what nobody would look at any more is forgotten."""

from bot.playground import Playground

KEPT = 200  # private messages of each channel


def tidy(playground: Playground) -> None:
    """Dismiss old private messages, as their readers would, and forget requests that are done."""
    for messages in playground.world.messages.values():
        private = [key for key, one in messages.items() if one.only_for is not None]
        for key in private[:-KEPT]:
            del messages[key]
    lines = playground.stage.log.lines
    while lines and lines[0].status:
        lines.popleft()
