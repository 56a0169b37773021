"""Games in progress go on under version 2 of their rules, where those can read how things stand.

States kept their shape. A game that had to change it says so in its `state.py`, with a pure
`migrated(old) -> new` on the plain JSON. What the new rules cannot read is closed, and nothing of
it is touched: neither its state nor its log. Finished games keep their version and their log, as
their transcripts are checked by the release that dealt them; how they ended can be read on.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from db.codec import codec_of
from db.database import Row, Transaction
from games import GAMES
from games.rules import AnyRules, Question

BEFORE = 1  # the version of all rules until now


async def migrate(tx: Transaction) -> None:
    """Take every table that is going on over to the new rules, or close it."""
    for going_on in await tx.all("SELECT id FROM tables WHERE phase IN ('open', 'playing')"):
        row = await tx.one("SELECT * FROM tables WHERE id=?", (going_on["id"],))
        assert row is not None
        rules = GAMES.get(row["game"])
        try:
            if rules is None or row["version"] != BEFORE:
                raise ValueError("only rules that are no longer here could go on with it")
            await _go_on(tx, row, rules)
        except sqlite3.Error:  # a full disk has undone the transaction: nothing may be written now
            raise
        except Exception:  # whatever it trips over: one table is no reason for a bot not to start
            await _close(tx, row["id"])
    for over in await tx.all("SELECT id, game, state FROM tables WHERE phase='over'"):
        state = None
        with suppress(Exception):  # then its board can no longer say how it ended
            rules = GAMES[over["game"]]
            state = codec_of(rules).state.dump(_state(rules, over["state"]))
        if state is not None:
            await tx.run("UPDATE tables SET state=? WHERE id=?", (state, over["id"]))


def _state(rules: AnyRules, stored: str) -> Any:
    """Read a state that the old rules wrote. Raises whatever it trips over."""
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
    """Write the question that stands in the words of the new rules: nobody is asked anew."""
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
