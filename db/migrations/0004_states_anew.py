"""Rewrites states whose shape changed without a new version of their rules.

The version changes only if an old deal can't be repeated exactly. A new term, for example, adds a
field to the state but keeps the version; then `migrated(old) -> new` in the game's `state.py` says
what old states mean. States that today's rules can read, or can't read even then, are left alone.
Options, log and version never change here.
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
    """Rewrite every state that needs it, at tables in every phase."""
    for row in await tx.all("SELECT id, game, version, phase FROM tables WHERE state IS NOT NULL"):
        rules = GAMES.get(row["game"])
        # nobody reads the state of a game closed under older rules
        if rules is None or (row["version"] != rules.version and row["phase"] != "over"):
            continue
        stored = await tx.one("SELECT state FROM tables WHERE id=?", (row["id"],))
        assert stored is not None
        anew = _anew(rules, stored["state"])
        if anew is not None:
            await tx.run("UPDATE tables SET state=? WHERE id=?", (anew, row["id"]))


def _anew(rules: AnyRules, stored: str) -> str | None:
    """Return a state in today's shape, or None if it already has it or can't be read at all."""
    codec = codec_of(rules).state
    with suppress(Unreadable):
        codec.load(stored)
        return None
    migrated: Any = getattr(import_module(f"games.{rules.name}.state"), "migrated", None)
    with suppress(Exception):  # a damaged state is left as it is
        return codec.dump(codec.load(json.dumps(migrated(json.loads(stored)))))
    return None
