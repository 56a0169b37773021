"""Replays a finished game from its random numbers and its log, to tell its story afterwards.

Use it only for a table whose secrets may be shown. It does not check whether the log follows the
rules; verify.py does. A game that was dealt or finished under other rules can't be replayed.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bot.host.proof.luck import stream
from bot.host.reading.history import HistoryEntry
from bot.ui.face.story import By, Turn
from db.base.codec import Unreadable, codec_of
from db.tables.log import LogEntry
from db.tables.tables import Table
from games.rules import AnyRules, Refusal, Seat

_BY: dict[str, By] = {"deal": "deal", "move": "hand", "order": "order", "clock": "clock"}
_BY["house"] = "clock"  # the player was absent


def replayed(rules: AnyRules, table: Table, options: Any, log: Sequence[LogEntry]) -> list[Turn]:
    """Return the turns of a game. Return an empty list if these rules can't replay all of it."""
    if table.version != rules.version or table.dealt_version not in (None, rules.version):
        return []
    codec = codec_of(rules)
    turns: list[Turn] = []
    state: Any = None
    try:
        for number, entry in enumerate(row for row in log if row.kind in _BY):
            chance = stream(table, number, entry.rev)
            if entry.kind == "deal":
                move, step = None, rules.start(len(table.players), options, chance)
                before = step.state
            elif entry.seat is None or entry.move is None:
                return []
            else:
                move, before = codec.move.load(entry.move), state
                step = rules.play(state, entry.seat, move, chance)
            state = step.state
            turns.append(
                Turn(
                    seat=entry.seat if entry.kind != "deal" else None,
                    move=move,
                    by=_BY[entry.kind],
                    events=tuple(told.event for told in HistoryEntry(rules, entry).told),
                    seen=_seen(rules, before),
                )
            )
    except (Unreadable, Refusal):
        return []
    return turns


def _seen(rules: AnyRules, state: Any) -> Callable[[Seat | None], Any]:
    return partial(rules.view, state)
