"""Names the people who run the bot, as players and moderators read it."""

import re
from dataclasses import dataclass

from bot.ui.panels.words import escape

LONGEST_CONTACT = 200
KEEP_DAYS = 30
"""The days for which the records of finished games are kept, unless the operator chose others."""

_AS_WRITTEN = re.compile(r"(?:(?:https://|[\w-]+\.)[\w./?=&%+-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+),?")


@dataclass(frozen=True, slots=True)
class Operator:
    """The people who run this bot.

    >>> Operator("Ada, @ada or ada@example.org").named
    'Ada, @\u200bada or ada@example.org'
    >>> Operator().named
    'whoever runs me'
    """

    contact: str = ""
    """A name and ways to reach them, in one line. It is "" if they didn't say."""
    keep_days: int = KEEP_DAYS
    """The days for which they keep the records of finished games. 0: for ever."""

    @property
    def named(self) -> str:
        """The people to turn to, as Markdown for the middle of a sentence."""
        return self.shown or "whoever runs me"

    @property
    def shown(self) -> str:
        """The contact as Markdown, or "". Addresses stay as written, so they can be copied."""
        return " ".join(
            word if _AS_WRITTEN.fullmatch(word) else escape(word, LONGEST_CONTACT)
            for word in self.contact.split()
        )
