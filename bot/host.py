"""Takes a move to the rules, keeps what they say, and has it shown.

    load table -> refuse? -> rules.play (pure) -> save state, rev, deadlines, log row -> COMMIT

From the commit on it has happened; only then is anything told to anybody. A refused or failed move
leaves everything as it was. What leaves the host is a `Sight`: what one reader may see. The stored
table, with its state and its secret, stays in here.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.pace import PACES
from bot.sight import Showing, Sight, may_be_laid_open, sight_of, transcript_of, unpacked
from bot.words import listed, spoken
from db import tables
from db.codec import GameCodec, codec_of
from db.database import Database, Transaction
from db.tables import Entry, Kind, Phase, Sitter, Table
from games.chance import Chance
from games.rules import AnyRules, Question, Refusal, Seat

NEWS_KEPT = 12  # moves whose events a board may tell
NEWS_MISSED = 60  # and a hand, to an owner who has not looked for long


class Stale(Refusal):
    """The button was made before its owner's last move: the table has gone on."""


class Host:
    """Keeps all tables. `changed` is called after each commit with the table's id."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyRules],
        now: Callable[[], float] = time.time,
    ) -> None:
        self.database = database
        self.games = games
        self.now = now
        self.changed: Callable[[int], None] = lambda table: None

    # --- changing a table ---

    async def open(
        self,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        guild: int,
        channel: int,
        person: int,
        name: str,
        receipt: int,
    ) -> int:
        """Open a table, its opener in the first seat; return its number.

        Raises Refusal for terms that cannot be played, before anybody has joined.
        """
        rules = self.games[game]
        if pace not in PACES:
            raise Refusal(f"There is no such pace; choose {listed(list(PACES), 'or')}.")
        secret, at = secrets.token_bytes(32), self.now()
        rules.start(rules.seats.start, options, Chance.of(secret, 0, 0))  # a deal to try the terms
        table = Table(
            id=0,
            game=game,
            version=rules.version,
            guild=guild,
            channel=channel,
            opener=person,
            phase="open",
            options=codec_of(rules).options.dump(options),
            pace=pace,
            laid_open=laid_open,
            secret=secret,
            sealed_by=None,
            state=None,
            question="",
            rev=1,
            opened_at=at,
            changed_at=at,
            board=None,
            board_rev=0,
            sitters=(Sitter(0, person, name, acted_rev=1),),
        )
        entry = Entry(1, "open", 0, person, None, "[]", receipt, at)
        async with self.database.transaction() as tx:
            return await tables.opened_by(tx, receipt) or await tables.insert(tx, table, entry)

    async def join(self, table_id: int, person: int, name: str, receipt: int) -> None:
        """Take the next free seat. Raises Refusal."""

        def change(table: Table, rev: int) -> tuple[Table, Entry]:
            rules = self._open_table(table)
            if table.sitter_of(person) is not None:
                raise Refusal(f"You already sit at table {table.id}.")
            if len(table.sitters) >= rules.seats.stop - 1:
                raise Refusal(f"Table {table.id} is full: {rules.seats.stop - 1} play at most.")
            sitter = Sitter(len(table.sitters), person, name, acted_rev=rev)
            after = replace(table, sitters=(*table.sitters, sitter))
            return after, self._entry(rev, "join", sitter, receipt)

        await self._change(table_id, receipt, change)

    async def leave(self, table_id: int, person: int, receipt: int) -> None:
        """Give a seat up before the deal; the last to leave closes the table. Raises Refusal."""

        def change(table: Table, rev: int) -> tuple[Table, Entry]:
            self._open_table(table)
            leaver = self._sitter(table, person)
            rest = [one for one in table.sitters if one.person != person]
            sitters = tuple(replace(one, seat=seat) for seat, one in enumerate(rest))
            opener = table.opener if table.opener != person or not rest else rest[0].person
            phase: Phase = "open" if rest else "ended"
            after = replace(table, sitters=sitters, opener=opener, phase=phase)
            return after, self._entry(rev, "leave", leaver, receipt)

        await self._change(table_id, receipt, change)

    async def deal(self, table_id: int, person: int, receipt: int) -> None:
        """Start the game. Raises Refusal if the players are too few, or the seal is not posted."""

        def change(table: Table, rev: int) -> tuple[Table, Entry]:
            rules = self._open_table(table)
            dealer = self._sitter(table, person)
            if len(table.sitters) not in rules.seats:
                raise Refusal(
                    f"{rules.title} wants {spoken(rules.seats)} players; "
                    f"{len(table.sitters)} sit here so far."
                )
            if table.sealed_by is None:
                raise Refusal("The seal is just being posted. Deal again in a moment.")
            codec = codec_of(rules)
            chance = Chance.of(table.secret, table.sealed_by, rev)
            step = rules.start(len(table.sitters), codec.options.load(table.options), chance)
            after = replace(table, phase="playing", version=rules.version)
            after = self._after(rules, codec, after, step.state, None, rev)
            return after, self._entry(rev, "deal", dealer, receipt, told=codec.told.dump(step.told))

        await self._change(table_id, receipt, change)

    async def play(
        self, table_id: int, person: int, move: Any, *, seen_rev: int | None, receipt: int
    ) -> int:
        """Make a move for the seat of a person; return the table's rev after it.

        `seen_rev` is the rev of the board the move was made on (None: typed just now). A receipt
        that has been used changes nothing. Raises Refusal (a Stale or IllegalMove among them).
        """

        def change(table: Table, rev: int) -> tuple[Table, Entry]:
            sitter = self._sitter(table, person)
            self._check_fresh(sitter, seen_rev)
            return self._played(table, sitter, move, rev, "move", receipt)

        return await self._change(table_id, receipt, change)

    async def play_absent(self, table_id: int, seat: Seat) -> bool:
        """Make the timid move of a seat whose time is up; False if it no longer is."""

        def change(table: Table, rev: int) -> tuple[Table, Entry]:
            sitter = table.sitters[seat]
            if sitter.due is None or sitter.due > self.now() or table.phase != "playing":
                raise Stale("Time is not up.")
            rules = self._rules_in_play(table)
            state = codec_of(rules).state.load(table.state or "")
            move = next(iter(rules.moves(rules.view(state, seat))))
            return self._played(table, sitter, move, rev, "clock", None)

        try:
            await self._change(table_id, None, change)
        except Stale:
            return False
        return True

    async def end(self, table_id: int, person: int, receipt: int, *, moderator: bool) -> None:
        """Close a table for good before its game is over. Raises Refusal."""

        def change(table: Table, rev: int) -> tuple[Table, Entry]:
            if table.phase not in ("open", "playing"):
                raise Refusal(f"Table {table.id} is over already.")
            if person != table.opener and not moderator:
                raise Refusal("Only who opened the table, or a moderator, can end it.")
            sitters = tuple(replace(one, due=None) for one in table.sitters)
            after = replace(table, phase="ended", sitters=sitters)
            entry = Entry(rev, "end", None, person, None, "[]", receipt, self.now())
            return after, entry

        await self._change(table_id, receipt, change)

    async def move_to(self, table_id: int, channel: int) -> None:
        """Stand a table in another channel of its server."""
        async with self.database.transaction() as tx:
            await tables.move_to(tx, table_id, channel)

    async def _change(
        self,
        table_id: int,
        receipt: int | None,
        change: Callable[[Table, int], tuple[Table, Entry]],
    ) -> int:
        async with self.database.transaction() as tx:
            table = await self._load(tx, table_id)
            if receipt is not None and await tables.done_before(tx, receipt):
                return table.rev  # the same press, delivered twice
            after, entry = change(table, table.rev + 1)
            after = replace(after, rev=entry.rev, changed_at=entry.at)
            await tables.save(tx, after, entry)
        self.changed(table_id)
        return after.rev

    # --- the parts of a change; pure ---

    def _played(
        self, table: Table, sitter: Sitter, move: Any, rev: int, kind: Kind, receipt: int | None
    ) -> tuple[Table, Entry]:
        rules = self._rules_in_play(table)
        codec = codec_of(rules)
        state = codec.state.load(table.state or "")
        assert table.sealed_by is not None
        chance = Chance.of(table.secret, table.sealed_by, rev)
        step = rules.play(state, sitter.seat, move, chance)
        after = self._after(rules, codec, table, step.state, sitter.seat, rev)
        told, made = codec.told.dump(step.told), codec.move.dump(move)
        return after, self._entry(rev, kind, sitter, receipt, move=made, told=told)

    def _after(
        self,
        rules: AnyRules,
        codec: GameCodec,
        table: Table,
        state: Any,
        mover: Seat | None,
        rev: int,
    ) -> Table:
        """Keep the new state and set the deadlines it leads to."""
        public = rules.view(state, None)
        awaited = rules.awaited(public)
        question = rules.question(public)
        key = question_key(question)
        pace = PACES[table.pace]
        limit = self.now() + (pace.call if question.hurried else pace.decision)
        sitters: list[Sitter] = []
        for one in table.sitters:
            if one.seat not in awaited:
                due = None
            elif one.due is None:
                due = limit
            elif question.hurried:
                due = min(limit, one.due)  # a call cuts time short, it gives none
            else:
                fresh = key != table.question or one.seat == mover
                due = limit if fresh else one.due
            acted = rev if mover in (one.seat, None) else one.acted_rev
            sitters.append(replace(one, due=due, acted_rev=acted))
        return replace(
            table,
            phase="playing" if awaited else "over",
            state=codec.state.dump(state),
            question=key,
            sitters=tuple(sitters),
        )

    def _entry(
        self,
        rev: int,
        kind: Kind,
        sitter: Sitter,
        receipt: int | None,
        move: str | None = None,
        told: str = "[]",
    ) -> Entry:
        return Entry(rev, kind, sitter.seat, sitter.person, move, told, receipt, self.now())

    def _check_fresh(self, sitter: Sitter, seen_rev: int | None) -> None:
        if seen_rev is not None and seen_rev < sitter.acted_rev:
            raise Stale("You have moved since that was drawn. Here is how things stand now.")

    def _sitter(self, table: Table, person: int) -> Sitter:
        sitter = table.sitter_of(person)
        if sitter is None:
            raise Refusal(f"You do not sit at table {table.id}; you are welcome to watch.")
        return sitter

    def _open_table(self, table: Table) -> AnyRules:
        if table.phase != "open":
            raise Refusal(f"The cards at table {table.id} are dealt already.")
        return self._rules(table)

    def _rules_in_play(self, table: Table) -> AnyRules:
        if table.phase == "open":
            raise Refusal(f"Table {table.id} has not been dealt yet.")
        if table.phase != "playing":
            raise Refusal(f"The game at table {table.id} is over.")
        rules = self._rules(table)
        if rules.version != table.version:
            raise Refusal(
                f"Table {table.id} was dealt under older rules of {rules.title} and cannot go on. "
                "End it with /table end, and open a new one."
            )
        return rules

    def _rules(self, table: Table) -> AnyRules:
        if table.game not in self.games:
            raise Refusal("This game is no longer on offer here.")
        return self.games[table.game]

    async def _load(self, tx: Transaction, table_id: int) -> Table:
        table = await tables.load(tx, table_id)
        if table is None:
            raise Refusal("I know of no such table. It may have been cleared away.")
        return table

    # --- seeing a table ---

    async def sight(self, table_id: int, person: int | None) -> Sight:
        """Return what a person may see: from their seat, or as the public. Raises Refusal."""
        async with self.database.transaction() as tx:
            table = await self._load(tx, table_id)
            sitter = None if person is None else table.sitter_of(person)
            since = table.rev - NEWS_KEPT if sitter is None else _missed_since(table, sitter)
            entries = await tables.log_since(tx, table_id, since)
        seat = None if sitter is None else sitter.seat
        return sight_of(unpacked(self._rules(table), table, entries), seat, since)

    async def showing(self, table_id: int) -> Showing:
        """Return all there is to show of a table, each part made for its own reader."""
        async with self.database.transaction() as tx:
            table = await self._load(tx, table_id)
            recent = table.rev - NEWS_KEPT
            starts = [_missed_since(table, one) for one in table.sitters]
            entries = await tables.log_since(tx, table_id, min([recent, *starts]))
        stored = unpacked(self._rules(table), table, entries)
        seats = tuple(
            sight_of(stored, one.seat, start)
            for one, start in zip(table.sitters, starts, strict=True)
        )
        public = sight_of(stored, None, recent)
        return Showing(public, seats, table.board, table.board_rev, table.sitters)

    async def story(self, table_id: int, person: int | None) -> Sight:
        """Return a sight with all the news since the deal; laid open, everybody's."""
        async with self.database.transaction() as tx:
            table = await self._load(tx, table_id)
            sitter = None if person is None else table.sitter_of(person)
            entries = await tables.log_since(tx, table_id, 0)
        seat = None if sitter is None else sitter.seat
        stored = unpacked(self._rules(table), table, entries)
        return sight_of(stored, seat, 0, all_of_it=may_be_laid_open(table))

    async def open_in(
        self, channel: int, game: str | None, person: int | None = None
    ) -> int | None:
        """Find a table in a channel that can still be joined, or at which a person sits already.

        Of one game, or of any; the last changed, if there are several.
        """
        async with self.database.transaction() as tx:
            for table_id in await tables.in_channel(tx, channel, game):
                table = await self._load(tx, table_id)
                wanted = person is None or table.sitter_of(person) is not None
                if table.phase == "open" and wanted:
                    return table_id
        return None

    async def transcript(self, table_id: int) -> dict[str, Any]:
        """Write a finished game down so that anybody can deal it again (see bot/verify.py).

        Raises Refusal while it is played, and where the terms keep it closed.
        """
        async with self.database.transaction() as tx:
            table = await self._load(tx, table_id)
            entries = await tables.log_since(tx, table_id, 0)
        if not may_be_laid_open(table):
            raise Refusal(
                "The terms of this table keep its cards closed for good."
                if table.phase == "over"
                else "The transcript is there once the game is over."
            )
        return transcript_of(table, entries)


def _missed_since(table: Table, sitter: Sitter) -> int:
    """Find the rev after which a sitter has news to read."""
    return max(sitter.looked_rev, table.rev - NEWS_MISSED)


def question_key(question: Question) -> str:
    """Write a question as it is stored: a call is a new question, with its own time."""
    return f"{question.key}!" if question.hurried else question.key
