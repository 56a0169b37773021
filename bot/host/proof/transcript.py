"""Writes the transcript of a finished game, from which anybody can verify the deal.

docs/fairness.md describes the format. verify.py checks a transcript.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from bot.host.proof.luck import HOUSE_SEAT, LEVEL, seated_by
from db.people.forgetting import FORMER
from db.tables.log import LogEntry
from db.tables.tables import Player, Table
from db.tables.tenures import Tenure
from games.chance import seal

GAME_STEPS = (
    "deal",
    "move",
    "order",
    "clock",
    "house",
)  # kinds of log rows that are steps of the game


def written(
    table: Table, entries: Sequence[LogEntry], ended: Sequence[Tenure] = ()
) -> dict[str, Any]:
    """Return the transcript of a finished game whose terms reveal all secrets.

    `version` is the version of the rules that dealt the game. If another version finished it,
    `finished_under` names it, and no single release can replay the game. Ids are strings, because
    some JSON readers round large numbers. `ended` are the tenures of former holders of seats.
    `set_back` has the times to which the table was set back from a backup; it's only there if that
    happened. The kind of transcript follows from what was mixed into the luck.
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
    joins = [str(seated_by(player)) for player in table.players]
    mix = {
        "sealed_in": str(table.sealed_in),
        "guild": str(table.guild),
        "joins": joins,
        "deal": str(steps[0].receipt if table.deal_press is None else table.deal_press),
        "mixed": table.mixed,
        "mixed_by": None if table.mixed_by is None else str(table.mixed_by),
        "mixed_in": None if table.mixed_in is None else str(table.mixed_in),
    }
    numbered = [_step("number", number, entry) for number, entry in enumerate(steps)]
    if table.deal_press is None:  # release 0.2 dealt in one step
        return {"transcript": 2, **first, **mix, **last, "steps": numbered}
    for step, entry in zip(numbered, steps, strict=True):
        step["by"] = entry.house
    held = [_tenures(player, ended, steps) for player in table.players]
    if HOUSE_SEAT not in joins:
        return {"transcript": 5, **first, "players": held, **mix, **last, "steps": numbered}
    # release 0.4 mixed in no version of the house; its transcripts have names alone
    for step in numbered:
        step["by"] = step["by"].replace(f":{LEVEL}:", ":")
    names = [[name for name, _ in groupby(tenure["name"] for tenure in seat)] for seat in held]
    return {"transcript": 4, **first, "players": names, **mix, **last, "steps": numbered}


def _tenures(
    player: Player, ended: Sequence[Tenure], steps: Sequence[LogEntry]
) -> list[dict[str, Any]]:
    """Return who held a seat, and from which step on.

    A stand-in holds it from a move that the house chose for a person to the next one that it did
    not choose. A tenure in which nobody made a step is left out.
    """
    holders = [tenure for tenure in ended if tenure.seat == player.seat]
    holders.append(Tenure(player.seat, player.held_since, player.person, player.name))
    began = {sum(step.rev < tenure.since for step in steps): tenure for tenure in holders}
    now, held = holders[0], list[dict[str, Any]]()
    for number, step in enumerate(steps):
        changes, now = number in began, began.get(number, now)
        moves = step.kind != "deal" and step.seat == player.seat
        if not changes and not moves:
            continue
        holder = "person"
        if now.person is None and now.name != FORMER:
            holder = "house"
        elif moves and step.house:
            holder = "stand-in"
        who = {"name": _printable(now.name), "holder": holder}
        if not held or who != {key: held[-1][key] for key in who}:
            held.append({"since": number, **who})
    return held


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
