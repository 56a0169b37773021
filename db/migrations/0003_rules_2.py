"""Upgrades unfinished games to version 2 of their rules if the new rules can read the state.

If the format of its state changed, a game's `state.py` has a function `migrated(old) -> new`, which
converts plain JSON. A game that the new rules can't read is closed, and its state and log stay as
they are. Finished games keep their version and log, because the release that dealt them verifies
their transcripts.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from db.base.codec import codec_of
from db.database import Row, Transaction
from games import GAMES
from games.rules import AnyRules, Question

BEFORE = 1  # the version from which games are upgraded


async def migrate(tx: Transaction) -> None:
    """Upgrade each unfinished table to the new rules, or close it."""
    for going_on in await tx.all("SELECT id FROM tables WHERE phase IN ('open', 'playing')"):
        row = await tx.one("SELECT * FROM tables WHERE id=?", (going_on["id"],))
        assert row is not None
        rules = GAMES.get(row["game"])
        try:
            if rules is None or row["version"] != BEFORE:
                raise ValueError("only rules that are no longer here could go on with it")
            await _go_on(tx, row, rules)
        except sqlite3.Error:  # for example, a full disk undid the transaction, so write no more
            raise
        except Exception:  # one broken table must not keep the bot from starting
            await _close(tx, row["id"])
    for over in await tx.all("SELECT id, game, state FROM tables WHERE phase='over'"):
        state = None
        with suppress(Exception):  # if the state is unreadable, only the final score is lost
            rules = GAMES[over["game"]]
            state = codec_of(rules).state.dump(_state(rules, over["state"]))
        if state is not None:
            await tx.run("UPDATE tables SET state=? WHERE id=?", (state, over["id"]))


def _state(rules: AnyRules, stored: str) -> Any:
    """Read a state that the old rules wrote. Any exception means that it can't be read."""
    module = import_module(f"games.{rules.name}.state")
    migrated: Callable[[Any], Any] = getattr(module, "migrated", lambda old: old)
    return codec_of(rules).state.load(json.dumps(migrated(json.loads(stored))))


async def _go_on(tx: Transaction, row: Row, rules: AnyRules) -> None:
    codec = codec_of(rules)
    codec.options.load(row["options"])
    if row["phase"] == "open":
        await tx.run("UPDATE tables SET version=? WHERE id=?", (rules.version, row["id"]))
        return
    state = _state(rules, row["state"])
    public = rules.view(state, None)
    for seat in rules.to_move(public):
        next(iter(rules.legal_moves(rules.view(state, seat))))
    await tx.run(
        "UPDATE tables SET version=?, state=? WHERE id=?",
        (rules.version, codec.state.dump(state), row["id"]),
    )
    await _ask(tx, row, rules.question(public))


async def _ask(tx: Transaction, row: Row, question: Question) -> None:
    """Store the open question under its new key, so that it isn't taken for a new question."""
    await tx.run(
        "UPDATE tables SET subject=?, question=?, hurried=? WHERE id=?",
        (question.subject, question.key, int(question.hurried), row["id"]),
    )
    await tx.run(
        "UPDATE shown SET question=? WHERE table_id=? AND question=?",
        (str(row["question_step"]), row["id"], row["question"]),
    )


async def _close(tx: Transaction, table_id: int) -> None:
    await tx.run("UPDATE tables SET phase='ended' WHERE id=?", (table_id,))
    await tx.run("UPDATE seats SET due=NULL WHERE table_id=?", (table_id,))
