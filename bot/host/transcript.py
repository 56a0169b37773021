"""A finished game written down, so that anybody can deal it again."""

import json
from collections.abc import Sequence
from typing import Any

from db.log import LogEntry
from db.tables import Table
from games.chance import seal

PLAYED = ("deal", "move", "order", "clock")  # the kinds of log row that are a step of the game


def written(table: Table, entries: Sequence[LogEntry]) -> dict[str, Any]:
    """Write a game that may be laid open down (see bot/host/verify.py).

    `version` is that of the rules by which it was dealt. Where others took over in the middle of
    it, `finished_under` says so: then no single release can deal it again.
    """
    steps = [entry for entry in entries if entry.kind in PLAYED]
    dealt = table.dealt_version or table.version
    later = {} if dealt == table.version else {"finished_under": table.version}
    return {
        "transcript": 1,
        "game": table.game,
        "version": dealt,
        **later,
        "table": table.id,
        "players": [one.name for one in table.players],
        "options": json.loads(table.options),
        "seal": seal(table.secret),
        "sealed_by": str(table.sealed_by),
        "secret": table.secret.hex(),
        "steps": [
            {
                "rev": entry.rev,
                "seat": None if entry.kind == "deal" else entry.seat,
                "move": None if entry.move is None else json.loads(entry.move),
                "told": json.loads(entry.told),
            }
            for entry in steps
        ],
    }
