"""Tables of Downeast Dealer from before DD-45 go on as they were: everybody is asked how they pay.

`files/downeast2.json.gz` was written by the last release before it: positions with what its rules
said of them, and transcripts of whole games (files/README.md).
"""

import gzip
import json
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.host.proof.verify import verify
from db.base.codec import codec_of
from db.database import Database
from db.tables import tables
from games import GAMES
from games.chance import Chance
from tests.db.table_rows import NEW, inserted

BEFORE = json.loads(
    gzip.decompress((Path(__file__).parent / "files" / "downeast2.json.gz").read_bytes())
)
RULES = GAMES["downeast"]
CODEC = codec_of(RULES)
migrate = import_module("db.migrations.0004_states_anew").migrate


def stored(position: Any, **changes: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "game": "downeast",
        "version": RULES.version,
        "dealt_version": RULES.version,
        "phase": "playing" if position["to_move"] else "over",
        "options": json.dumps(position["options"]),
        "state": json.dumps(position["state"]),
        "subject": position["subject"],
        "question": position["key"],
        "hurried": position["hurried"],
    }
    return row | changes


async def after_the_step(database: Database, **row: Any) -> str | None:
    async with database.transaction() as tx:
        table = await inserted(tx, **row)
        await migrate(tx)
    found = await tables.load(database.reader, table.id, 0)
    assert found is not None
    kept = ("version", "dealt_version", "phase", "options", "subject", "question", "rev", "step")
    assert all(getattr(found[0], name) == getattr(table, name) for name in kept)
    return found[0].state


def test_payments_sample_has_every_kind_of_position():
    phases = {case["state"]["phase"]["kind"] for case in BEFORE["states"]}
    assert phases == {"choosing", "auction", "deciding", "paying", "deal", "sealing", "over"}
    assert any(case["state"]["limit"] for case in BEFORE["states"])
    assert not any("ask_me" in case["state"] for case in BEFORE["states"])


async def test_dd_45_stored_tables_still_ask_everybody(database: Database):
    for position in BEFORE["states"]:
        state = CODEC.state.load(await after_the_step(database, **stored(position)) or "")
        seats = len(state.holdings)
        assert state.ask_me == frozenset(range(seats))
        assert (state.options.bidding, state.options.payments) == ("open", "asked")


async def test_a_stored_table_keeps_its_question_and_moves(database: Database):
    for position in BEFORE["states"]:
        state = CODEC.state.load(await after_the_step(database, **stored(position)) or "")
        public = RULES.view(state, None)
        question = RULES.question(public)
        assert sorted(RULES.to_move(public)) == position["to_move"]
        assert list(RULES.standing(public).points) == position["points"]
        assert (question.subject, question.key) == (position["subject"], position["key"])
        for seat, moves in position["moves"].items():
            now = RULES.legal_moves(RULES.view(state, int(seat)))
            found = [json.loads(CODEC.move.dump(move)) for move in islice(now, len(moves))]
            assert found == moves
            for move in moves[:4]:
                made = CODEC.move.load(json.dumps(move))
                RULES.play(state, int(seat), made, Chance.of(b"", 0, 0))


async def test_dd_45_older_open_tables_ask_everybody(database: Database):
    options = BEFORE["states"][0]["options"]
    assert "payments" not in options
    step = RULES.start(4, CODEC.options.load(json.dumps(options)), Chance.of(b"", 0, 0))
    assert step.state.ask_me == frozenset(range(4))
    async with database.transaction() as tx:
        table = await inserted(tx, game="downeast", options=json.dumps(options))
        await migrate(tx)
    found = await tables.load(database.reader, table.id, 0)
    assert found is not None
    assert (found[0].options, found[0].state) == (table.options, None)


async def test_the_migration_step_is_idempotent(database: Database):
    going_on = next(case for case in BEFORE["states"] if case["to_move"])
    once = await after_the_step(database, **stored(going_on))
    assert await after_the_step(database, **stored(going_on, state=once)) == once
    assert await after_the_step(database, **stored(going_on, state="{")) == "{"
    assert await after_the_step(database, state='{"hands":[]}') == '{"hands":[]}'
    closed = stored(going_on, version=1, phase="ended")
    assert await after_the_step(database, **closed) == closed["state"]
    assert NEW.game != "downeast"


@pytest.mark.parametrize("number", range(len(BEFORE["transcripts"])))
def test_older_transcripts_are_still_verified(number: int):
    written = BEFORE["transcripts"][number]
    assert "payments" not in written["options"]
    assert any(step["move"] and step["move"]["kind"] == "pay" for step in written["steps"])
    assert f"all {len(written['steps'])} steps lead" in verify(written, GAMES)
    written = {**written, "options": {**written["options"], "payments": "house"}}
    with pytest.raises(Exception, match="Step"):
        verify(written, GAMES)
