from dataclasses import replace
from typing import Any

from db.database import Transaction
from db.tables import tables
from db.tables.log import LogEntry
from db.tables.tables import Phase, Player, Table

ANN = Player(0, 101, "Ann", acted_step=1, acted_at=1000.5)
BEN = Player(1, 102, "Ben", acted_step=1)
NEW = Table(
    id=0,
    game="toy",
    version=2,
    dealt_version=None,
    guild=10**18,
    channel=20,
    opener=101,
    phase="open",
    options='{"most":3}',
    pace="day",
    laid_open=True,
    secret=bytes(range(32)),
    sealed_by=None,
    state=None,
    rev=1,
    step=1,
    subject="",
    subject_step=1,
    question="",
    question_step=1,
    hurried=False,
    opened_at=1000.5,
    changed_at=1_790_000_000.1234567,  # an instant has more digits than would survive as text
    behind=True,
    players=(ANN, BEN),
)


def entry(rev: int, receipt: int | None = None, kind: str = "move") -> LogEntry:
    return LogEntry(rev, rev, kind, 0, 101, '{"kind":"hide"}', "[]", receipt, 1000.1 + rev)


async def inserted(
    tx: Transaction, table: Table = NEW, receipt: int | None = None, **changes: Any
) -> Table:
    table = replace(table, **changes)
    first = replace(entry(1, receipt, "open"), rev=table.rev, step=table.step)
    return replace(table, id=await tables.insert(tx, table, first))


async def in_phase(tx: Transaction, phase: Phase, **changes: Any) -> Table:
    return await inserted(tx, phase=phase, **changes)


async def moved(
    tx: Transaction, before: Table, receipt: int | None = None, **changes: Any
) -> Table:
    after = replace(before, rev=before.rev + 1, **changes)
    assert await tables.save(tx, after, [entry(after.rev, receipt)], before)
    return after


async def loaded(tx: Transaction, table: Table) -> Table:
    found = await tables.load(tx, table.id, 0)
    assert found is not None
    return found[0]
