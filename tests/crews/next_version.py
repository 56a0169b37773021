"""Run the bot as a later version of it, whose first start has to bring the file up to date.

    python -m tests.crews.next_version 3      # as `python -m bot`, three migration steps later

Each step copies the log, as a step that rebuilds a table does.
"""

import sys
from types import ModuleType
from typing import Any

from bot import __main__ as bot
from db.base import migration
from db.base.migration import Step
from db.database import Transaction
from tests.crews.tireless import lift_limit


async def migrate(tx: Transaction) -> None:
    """Copy the log and throw the copy away."""
    await tx.all("CREATE TABLE log_copy AS SELECT * FROM log")
    await tx.all("DROP TABLE log_copy")


def add_steps(number: int) -> None:
    """Add this number of migration steps to those that there are."""
    module: Any = ModuleType("step")
    module.migrate = migrate
    steps = migration.steps()
    for _ in range(number):
        step = Step(steps[-1].number + 1, f"{steps[-1].number + 1:04}_later.py")
        steps.append(step)
        sys.modules[step.module or ""] = module
    migration.steps = lambda: steps


if __name__ == "__main__":
    add_steps(int(sys.argv.pop(1)))
    lift_limit()
    sys.exit(bot.main())
