"""Writes the transcript of a finished game, from which anybody can verify the deal.

docs/fairness.md describes the format. verify.py checks a transcript.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bot.host.proof.luck import joined
from db.log import LogEntry
from db.tables import Table
from db.tenures import Tenure
from games.chance import seal

GAME_STEPS = (
    "deal",
    "move",
    "order",
    "clock",
    "house",
)  # kinds of log rows that are steps of the game


def written(
    table: Table, entries: Sequence[LogEntry], house: int = 0, ended: Sequence[Tenure] = ()
) -> dict[str, Any]:
    """Return the transcript of a finished game whose terms reveal all secrets.

    `version` is the version of the rules that dealt the game. If another version finished it,
    `finished_under` names it, and no single release can replay the game. Ids are strings, because
    some JSON readers round large numbers. `house` is the version of the house player, and `ended`
    are the tenures of former holders of seats. `set_back` has the times to which the table was set
    back from a backup; it's only there if that happened.
    """
    steps = [entry for entry in entries if entry.kind in GAME_STEPS]
    back = [utc(entry.at) for entry in entries if entry.kind == "restore"]
    dealt = table.dealt_version or table.version
    later = {} if dealt == table.version else {"finished_under": table.version}
    first: dict[str, Any] = {
        "game": table.game,
        "version": dealt,
        **later,
        "table": table.id,
        "players": [_printable(player.name) for player in table.players],
        "options": json.loads(table.options),
        "seal": seal(table.secret),
        "sealed_by": str(table.sealed_by),
    }
    last = {"secret": table.secret.hex(), **({"set_back": back} if back else {})}
    if table.mixed is None:  # the first release mixed only one message id into the luck
        return {"transcript": 1, **first, **last, "steps": [_step("rev", e.rev, e) for e in steps]}
    mix = {
        "sealed_in": str(table.sealed_in),
        "guild": str(table.guild),
        "joins": [str(joined(player)) for player in table.players],
        "deal": str(steps[0].receipt if table.deal_press is None else table.deal_press),
        "mixed": table.mixed,
        "mixed_by": None if table.mixed_by is None else str(table.mixed_by),
        "mixed_in": None if table.mixed_in is None else str(table.mixed_in),
    }
    numbered = [_step("number", number, entry) for number, entry in enumerate(steps)]
    kind = 2 if table.deal_press is None else 3  # kind 2: an older release dealt in one step
    seats_of_house = any(player.person is None for player in table.players)
    if table.stand_in or seats_of_house or ended or "house" in {entry.kind for entry in steps}:
        # kind 4: each step that the house made says so, and each seat names its holders in turn
        first["players"] = [
            [_printable(tenure.name) for tenure in ended if tenure.seat == player.seat]
            + [_printable(player.name)]
            for player in table.players
        ]
        kind, by = 4, f"house:{house}"
        for step, entry in zip(numbered, steps, strict=True):
            step["by"] = by if entry.kind == "house" else ""
    return {"transcript": kind, **first, **mix, **last, "steps": numbered}


def utc(at: float) -> str:
    """Write a time such as `2026-11-26 18:40 UTC`."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def _step(numbered: str, number: int, entry: LogEntry) -> dict[str, Any]:
    return {
        numbered: number,
        "seat": None if entry.kind == "deal" else entry.seat,
        "move": None if entry.move is None else json.loads(entry.move),
        "told": json.loads(entry.told),
    }


def _printable(name: str) -> str:
    """Replace characters in a name that could control a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name
    )
