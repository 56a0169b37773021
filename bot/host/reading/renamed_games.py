"""Finds the tables whose boards show an outdated title or offer of their game.

The operator can rename games and switch them on and off between two runs of the bot. What each game
was called is kept in the file. A file that says nothing is from a time when games had their own
names.
"""

import json

from bot.host.reading.store import Store
from db.tables import tables

CALLED = "games"  # key under which the file stores the command and title of each game


async def of_renamed_games(store: Store) -> list[int]:
    """Return the unfinished tables of games that were called differently in the last run.

    After that, what they are called now is stored.
    """
    before = json.loads(await store.house_note(CALLED) or "{}")
    own = {name: [name, type(rules).title] for name, rules in store.games.items()}
    now = {name: [rules.command, rules.title] for name, rules in store.games.items()}
    renamed = [name for name in now if now[name] != before.get(name, own[name])]
    if not renamed:
        return []
    found = [
        table_id
        for name in renamed
        for table_id in await tables.unfinished_of(store.database.reader, name)
    ]
    await store.set_house_note(CALLED, json.dumps(before | now))
    return found
