"""Names for people in the log.

A pseudonym is a keyed hash of a person's id. The key is random and only in memory, so a log shows
which lines are about the same person until the bot stops. Nobody can tell who that is, not even
with a list of all ids, and there is nothing to erase when a person wants to be forgotten.
"""

import hashlib
import secrets

_KEY = secrets.token_bytes(32)


def pseudonym(person: int) -> str:
    """Return the name under which the log knows a person, until the bot stops."""
    return hashlib.blake2b(str(person).encode(), key=_KEY, digest_size=5).hexdigest()
