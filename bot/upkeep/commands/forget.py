"""`python -m bot forget PERSON`: forgets a person, while the bot is stopped.

While it runs, a person does the same with `/settings`, *My data…*.
"""

import argparse
from collections.abc import Mapping

from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.store import Store
from bot.host.time.clock import Clock, SystemClock
from bot.settings import Settings
from bot.upkeep.commands.person_id import add_person
from bot.upkeep.findings.findings import Finding, Report, done
from db.base.problems import DatabaseProblem
from db.database import Database
from db.people import forgetting
from db.people.forgotten import ForgottenList
from db.upkeep import file_lock, read_only
from games.rules import AnyRules, Refusal


class CannotForget(DatabaseProblem):
    """The person can't be forgotten yet. The message tells the operator why and what to do."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    add_person(parser)
    parser.add_argument(
        "--yes", action="store_true", help="forget them; without this, only say what would happen"
    )


async def run(
    arguments: argparse.Namespace, settings: Settings, clock: Clock | None = None
) -> Report:
    """Say what forgetting a person would do, or forget them. Raises DatabaseProblem."""
    person, clock = arguments.person, clock or SystemClock()
    if not arguments.yes:
        async with read_only.opened_at_newest_schema(settings.place) as reads:
            known = await forgetting.is_named(reads, person)
            playing = len(await forgetting.unfinished_naming(reads, person))
        if not known:
            return done(
                f"The database has nothing to forget about {person}.", known=False, unfinished=0
            )
        text = (
            f'{person} would become "{forgetting.FORMER}" everywhere, and leave the games that '
            f"they are in ({_tables(playing)} in play or open). Add --yes to do it."
        )
        return Report((Finding("warning", text),), {"known": True, "unfinished": playing})
    with file_lock.held(settings.place):
        async with read_only.opened(settings.place):  # so that opening it to write makes no new one
            pass
        database = await Database.open(settings.place)
        try:
            known = await forgetting.is_named(database.reader, person)
            left = await forget(database, settings.rules, clock, settings.forgotten_list, [person])
        finally:
            await database.close()
    if not known:
        return done(
            f"The database had nothing to forget about {person}.", known=False, unfinished=0
        )
    return done(
        f'{person} is "{forgetting.FORMER}" now. {_tables(left).capitalize()} in play or open had '
        f"them. Backups that have them expire after four weeks; those you made yourself are yours "
        "to delete. What I posted on Discord stays there.",
        known=True,
        unfinished=left,
    )


async def forget(
    database: Database,
    rules: Mapping[str, AnyRules],
    clock: Clock,
    listed: ForgottenList,
    people: list[int],
) -> int:
    """Forget people in a database that no bot uses, and write it anew.

    Return how many unfinished tables had them. Raises DatabaseProblem.
    """
    store = Store(database, rules, clock, Listener(), forgotten=listed)
    host = Host(store)
    await store.servers.load()
    named: set[int] = set()
    try:
        for person in people:
            named.update(await host.forgetting.forget(person))
        await host.forgetting.rewrite_file()
    except Refusal as why:
        raise CannotForget(
            f"{why} Start the bot, so that it deals them, stop it and try again."
        ) from why
    finally:
        await store.close()
    return len(named)


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count or 'no'} tables"
