"""Rewrites game states whose format changed although the version of their rules did not.

The version changes only if an old deal can't be repeated exactly. A new option, for example, adds a
field to the state but keeps the version. Then `migrated(old) -> new` in the game's `state.py`
converts old states. A state is left alone if the current rules can read it, or if they can't read
it even after conversion. Options, log and version never change here.
"""

import json
from contextlib import suppress
from importlib import import_module
from typing import Any

from db.base.codec import Unreadable, codec_of
from db.database import Transaction
from games import GAMES
from games.rules import AnyRules


async def migrate(tx: Transaction) -> None:
    """Rewrite every outdated state, whatever the phase of its table is."""
    for row in await tx.all("SELECT id, game, version, phase FROM tables WHERE state IS NOT NULL"):
        rules = GAMES.get(row["game"])
        # the state of a game that was closed under older rules is never read
        if rules is None or (row["version"] != rules.version and row["phase"] != "over"):
            continue
        stored = await tx.one("SELECT state FROM tables WHERE id=?", (row["id"],))
        assert stored is not None
        anew = _anew(rules, stored["state"])
        if anew is not None:
            await tx.run("UPDATE tables SET state=? WHERE id=?", (anew, row["id"]))


def _anew(rules: AnyRules, stored: str) -> str | None:
    """Convert a state to the current format. Return None if it needs no change or is unreadable."""
    codec = codec_of(rules).state
    with suppress(Unreadable):
        codec.load(stored)
        return None
    migrated: Any = getattr(import_module(f"games.{rules.name}.state"), "migrated", None)
    with suppress(Exception):  # leave a damaged state as it is
        return codec.dump(codec.load(json.dumps(migrated(json.loads(stored)))))
    return None
