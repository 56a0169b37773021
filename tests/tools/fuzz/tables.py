"""The tables that are attacked: for each game one open, one in play and one that is over.

They are replaced during the run if they end. Only players of a table may change it: the log is
checked as it grows, and at the end each game is played out and its transcript verified.
"""

import sqlite3
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter

from db.people.forgetting import NOBODY
from db.servers.servers import Server
from playground.tests.user import User
from tests.actors.harbor import Harbor
from tests.actors.tables import board_of
from tests.tools.drive import check_ending
from tests.tools.fuzz.inputs import NOOK
from tests.tools.story import Story

MOVES = ("move", "order")  # the kinds of log rows that a player makes
PATIENCE = 20  # attempts at a command
REMEMBERED = 2000  # ids of some batches
OVER = "deadman"  # the shortest game, so one table is over before the first input


@dataclass(slots=True)
class Tables:
    """Keeps tables in play for the attack; checks that only their players change them."""

    here: Harbor
    onlooker: User
    groups: dict[str, list[User]]
    """The players of each game; everybody else is a stranger to its tables."""
    playing: dict[str, int] = field(default_factory=dict[str, int])
    open: dict[str, int] = field(default_factory=dict[str, int])
    over: list[int] = field(default_factory=list[int])
    sent: dict[int, int] = field(default_factory=dict[int, int])
    """The sender of each id that may become an idempotency key."""
    wrong: list[str] = field(default_factory=list[str])
    moves: Counter[str] = field(default_factory=Counter[str])
    """Legal moves that the attackers made at their own tables, by game."""
    _read: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def all(self) -> list[int]:
        """The ids of the tables that are attacked."""
        return [*self.playing.values(), *self.open.values(), *self.over]

    async def keep_up(self) -> None:
        """Open and deal missing tables; close those that the attackers have opened."""
        await self._undo_moderation()
        sql = "SELECT id, phase, opener FROM tables"  # no states: there are hundreds
        phases = {row["id"]: row for row in self.here.rows(sql)}
        for table, row in phases.items():
            is_theirs = row["phase"] in ("open", "playing") and table not in self.all
            if is_theirs and row["opener"] != NOBODY:  # nobody: an input forgot its opener
                opener = self._user(row["opener"])
                await opener.command("table end", {"table": table})
        for game, group in self.groups.items():
            table = self.playing.get(game, 0)
            if table and phases[table]["phase"] != "playing":
                self.over = [*self.over, table][-5:]
            if not table or phases[table]["phase"] != "playing":
                self.playing[game] = await self._dealt(game, group)
            table = self.open.get(game, 0)
            if not table or phases[table]["phase"] != "open":
                self.open[game] = await self._opened(group[-1], game)
        if not self.over:
            game = OVER if OVER in self.groups else next(iter(self.groups))
            table, self.playing[game] = (
                self.playing[game],
                await self._dealt(game, self.groups[game]),
            )
            await self.play_out(table)
            self.over.append(table)

    async def _undo_moderation(self) -> None:
        """Lift what the inputs did to the server: everybody here may manage it, and some block."""
        moderation = self.here.services.host.moderation
        guild = int(self.here.playground.world.guild_id)
        act = moderation.act(int(self.onlooker.id), "unblock", person=int(self.onlooker.id))
        await moderation.change(guild, act, lambda _: Server())

    async def _dealt(self, game: str, group: list[User]) -> int:
        table = await self._opened(group[0], game)
        for user in group[1:]:
            sql = "SELECT 1 FROM seats WHERE table_id=? AND person=?"
            await self._done(user, "table join", {"table": table}, sql, table, int(user.id))
        sql = "SELECT 1 FROM tables WHERE id=? AND phase='playing'"
        await self._done(group[0], "table deal", {"table": table}, sql, table)
        return table

    async def _opened(self, user: User, game: str) -> int:
        """Open a table, and return its id."""
        sql = "SELECT id FROM tables WHERE opener=? AND game=? AND phase='open' AND id>?"
        newest = max((row["id"] for row in self.here.rows("SELECT id FROM tables")), default=0)
        values = int(user.id), game, newest
        await self._done(user, f"{game} start", {}, sql, *values, where=self._place(game))
        return self.here.rows(sql, *values)[0]["id"]

    def _place(self, game: str) -> str:
        """Return where the tables of a game stand: for every second game in the thread."""
        return NOOK if [*self.groups].index(game) % 2 else "games"

    def in_thread(self) -> int:
        """Count the tables that were opened in the thread."""
        own = int(self.onlooker.channels[NOOK])
        return len(self.here.rows("SELECT 1 FROM tables WHERE channel=?", own))

    async def _done(
        self,
        user: User,
        command: str,
        options: dict[str, int],
        sql: str,
        *values: object,
        where: str = "games",
    ) -> None:
        """Type a command until the file shows that it is done. Raises TimeoutError."""
        for _ in range(PATIENCE):
            await user.command(command, options, channel=where)
            with suppress(TimeoutError):
                return await self.here.until(lambda: self.here.rows(sql, *values), 0.5)
        raise TimeoutError(f"{user.name} cannot do this: /{command} {options}")

    def _user(self, person: int) -> User:
        return next(user for user in self.here.users.values() if int(user.id) == person)

    # --- checking that all is well ---

    async def go_on(self) -> None:
        """Make a legal move at each table in play, and wait until its board shows the move."""
        await self.here.settled()
        for game, table in self.playing.items():
            if self._phase(table) != "playing":
                continue  # a player has ended or finished it, which is allowed
            before = self.here.rev(table)
            await self._move(table)
            if self.here.rev(table) <= before:
                self.wrong.append(f"{game}, table {table}: a legal move has changed nothing")
            try:
                await self.here.shown(self.onlooker, table, 10)
            except TimeoutError:
                self.wrong.append(f"{game}, table {table}: the board is behind")

    def _phase(self, table: int) -> str:
        return self.here.rows("SELECT phase FROM tables WHERE id=?", table)[0]["phase"]

    async def _move(self, table: int) -> None:
        seen = await self.here.seen(table)
        people = [seen.people[seat] for seat in sorted(seen.to_move)]
        person = next((person for person in people if person is not None), None)
        if person is None:  # players have left, and the house plays their seats
            rev = self.here.rev(table)
            await self.here.until(lambda: self.here.rev(table) > rev)
            return
        user = self._user(person)
        await self.here.play(table, user, (await self.here.seen(table, user)).legal.moves[0])

    async def play_out(self, table: int) -> None:
        """Play a table to its end with default moves."""
        for _ in range(5000):
            if self._phase(table) != "playing":
                return
            await self._move(table)
        self.wrong.append(f"table {table} does not end")

    def closed(self) -> list[int]:
        """Return the tables that are no longer attacked."""
        sql = "SELECT id FROM tables WHERE phase NOT IN ('open', 'playing')"
        return [row["id"] for row in self.here.rows(sql) if row["id"] not in self.all]

    def look_into_log(self) -> None:
        """Check that each new row of the log was made by a player who sent it and has that seat."""
        for table in self.here.rows("SELECT id, rev FROM tables"):
            read, self._read[table["id"]] = self._read.get(table["id"], 0), table["rev"]
            if table["rev"] > read:
                self._look_into_rows(table["id"], read, table["rev"])

    def forget_sent(self) -> None:
        """Forget the oldest ids; their rows of the log have been checked."""
        for receipt in list(self.sent)[:-REMEMBERED]:
            del self.sent[receipt]

    def _was_removed(self, row: sqlite3.Row, moderator: int | None) -> bool:
        """Return whether a row of the log is that a moderator freed somebody's seat."""
        sql = (
            "SELECT 1 FROM moderation"
            " WHERE kind='remove' AND moderator=? AND person=? AND table_id=?"
        )
        return row["kind"] == "leave" and bool(
            self.here.rows(sql, moderator, row["person"], row["table_id"])
        )

    def _look_into_rows(self, table: int, after: int, until: int) -> None:
        sql = "SELECT * FROM log WHERE table_id=? AND rev>? AND rev<=?"
        for row in self.here.rows(sql, table, after, until):
            sender = self.sent.get(row["receipt"], row["person"])
            known = row["person"] is not None  # or forgotten meanwhile, at their own wish
            if known and row["person"] != sender and not self._was_removed(row, sender):
                self.wrong.append(f"table {row['table_id']}: a row for somebody else: {dict(row)}")
            if row["kind"] not in MOVES:
                continue
            sql = "SELECT game FROM tables WHERE id=?"
            (of,) = self.here.rows(sql, row["table_id"])
            holders = (  # of the seat, the one of that time last
                "SELECT person, held_since AS since FROM seats WHERE table_id=?1 AND seat=?2"
                " UNION ALL SELECT person, since FROM tenures WHERE table_id=?1 AND seat=?2"
            )
            held = self.here.rows(holders, row["table_id"], row["seat"])
            holder = max(
                (was for was in held if was["since"] <= row["rev"]), key=itemgetter("since")
            )
            if holder["person"] != row["person"]:
                self.wrong.append(f"table {row['table_id']}: moved by who does not sit there")
            if row["receipt"] in self.sent:
                self.moves[of["game"]] += 1

    async def finish(self) -> None:
        """Play out every game in play, and verify the transcripts of all."""
        story = Story()
        for game, table in self.playing.items():
            await self.play_out(table)
            if self._phase(table) != "over":
                continue
            await self.here.settled()
            group = self.groups[game]
            await self.here.shown(self.onlooker, table, 10)
            await group[0].until(lambda table=table, one=group[0]: board_of(one, table), 10)
            self.wrong += await check_ending(group[0], table, story, by_commands=True)
