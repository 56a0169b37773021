"""States whose shape has changed within a version of their rules are made anew by their game.

A version is raised when what was dealt before can no longer be dealt again alike. Where it can, as
when a game learns a new term, its states may still have more in them than before: then its
`state.py` says, with `migrated(old) -> new`, what the old ones stood for. What today's rules can
read is left alone, and so is all that they cannot, after that, either; nothing but states is
touched, neither options, log nor version.
"""

import json
from contextlib import suppress
from importlib import import_module
from typing import Any

from db.codec import Unreadable, codec_of
from db.database import Transaction
from games import GAMES
from games.rules import AnyRules


async def migrate(tx: Transaction) -> None:
    """Make the states anew that need it, of tables in every phase."""
    for row in await tx.all("SELECT id, game, version, phase FROM tables WHERE state IS NOT NULL"):
        rules = GAMES.get(row["game"])
        # of a game that was closed under older rules nobody reads the state
        if rules is None or (row["version"] != rules.version and row["phase"] != "over"):
            continue
        stored = await tx.one("SELECT state FROM tables WHERE id=?", (row["id"],))
        assert stored is not None
        anew = _anew(rules, stored["state"])
        if anew is not None:
            await tx.run("UPDATE tables SET state=? WHERE id=?", (anew, row["id"]))


def _anew(rules: AnyRules, stored: str) -> str | None:
    """Write a state as today's rules do; None if they can read it as it is, or not at all."""
    codec = codec_of(rules).state
    with suppress(Unreadable):
        codec.load(stored)
        return None
    migrated: Any = getattr(import_module(f"games.{rules.name}.state"), "migrated", None)
    with suppress(Exception):  # what is damaged was so before, and stays as it is
        return codec.dump(codec.load(json.dumps(migrated(json.loads(stored)))))
    return None
