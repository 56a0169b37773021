"""Takes a move to the rules, keeps what they say, and has it shown.

    the table at this rev -> refuse? -> rules.play (pure) -> one transaction: state, rev, step,
    deadlines, log row -> COMMIT -> the answer carries what is to be shown

From the commit on it has happened; only then is anything told to anybody. A refused or failed move
leaves everything as it was.

What is read is what is kept in memory of this very rev; the UPDATE names that rev, so were it ever
another one nothing is written, and the change is tried once more on what the file says. Changes of
one table wait for each other; those of different tables only for the disk.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from bot.host.deadlines import due_after
from bot.host.fresh import READING, Stale, check_fresh
from bot.host.loaded import Loaded
from bot.host.pace import PACES
from bot.host.store import Store
from bot.host.table_view import finished
from bot.ui.ways import Holds
from bot.ui.words import listed, spoken
from db import log, tables
from db.codec import codec_of
from db.log import LogEntry, UsedReceipt
from db.tables import Player, Table
from games.chance import Chance
from games.rules import AnyRules, Refusal, Seat, Step

NOTICE_AFTER = 30.0  # seconds that somebody may think before they are written to


@dataclass(frozen=True, slots=True)
class Change:
    """What a change makes of a table: how it is stored, its row of the log, and the game's step."""

    table: Table
    entry: LogEntry
    step: Step[Any, Any] | None = None
    public: Any = None
    """The public view that the step leads to."""


class Host:
    """Changes tables.

    `changed` is called after each commit, with what it led to; `unsure` where a commit was cut off,
    and nobody knows whether it went through.
    """

    def __init__(
        self, store: Store, notice_after: float = NOTICE_AFTER, reading: float = READING
    ) -> None:
        self.store = store
        self.notice_after = notice_after
        self.reading = reading
        self.changed: Callable[[Loaded], None] = lambda loaded: None
        self.unsure: Callable[[int], None] = lambda table_id: None
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self.store.clock.now()

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
        rules = self.store.rules(game)
        if pace not in PACES:
            raise Refusal(f"There is no such pace; choose {listed(list(PACES), 'or')}.")
        secret, at = secrets.token_bytes(32), self.now()
        rules.start(rules.seats.start, options, Chance.of(secret, 0, 0))  # a deal to try the terms
        table = Table(
            id=0,
            game=game,
            version=rules.version,
            dealt_version=None,
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
            rev=1,
            step=1,
            subject="",
            subject_step=0,
            question="",
            question_step=0,
            hurried=False,
            opened_at=at,
            changed_at=at,
            behind=True,
            players=(Player(0, person, name, acted_step=1, acted_at=at, due=None, notice_at=None),),
        )
        entry = LogEntry(1, 1, "open", 0, person, None, "[]", receipt, at)
        try:
            async with self.store.database.transaction() as tx:
                return await tables.insert(tx, table, entry)
        except UsedReceipt:
            opened = await log.opened_by(self.store.database.reader, receipt)
            assert opened is not None, "a receipt was used for something else"
            return opened

    async def join(self, table_id: int, person: int, name: str, receipt: int) -> Loaded:
        """Take the next free seat. Raises Refusal."""

        def change(loaded: Loaded) -> Change:
            table, rules = _open_table(loaded)
            if table.player_of(person) is not None:
                raise Refusal(f"You already sit at table {table.id}.")
            if len(table.players) >= rules.seats.stop - 1:
                raise Refusal(f"Table {table.id} is full: {rules.seats.stop - 1} play at most.")
            seat, step = len(table.players), table.step + 1
            player = Player(
                seat, person, name, acted_step=step, acted_at=self.now(), due=None, notice_at=None
            )
            after = replace(table, players=(*table.players, player), step=step)
            return self._made(after, "join", seat, person, receipt)

        return await self._change(table_id, change, receipt)

    async def leave(self, table_id: int, person: int, receipt: int) -> Loaded:
        """Give a seat up before the deal; the last to leave closes the table. Raises Refusal."""

        def change(loaded: Loaded) -> Change:
            table, _ = _open_table(loaded)
            leaver = _player(table, person)
            rest = [one for one in table.players if one.person != person]
            after = replace(
                table,
                players=tuple(replace(one, seat=seat) for seat, one in enumerate(rest)),
                opener=table.opener if table.opener != person or not rest else rest[0].person or 0,
                phase="open" if rest else "ended",
                step=table.step + 1,
            )
            return self._made(after, "leave", leaver.seat, person, receipt)

        after = await self._change(table_id, change, receipt)
        self.store.forget_hands(table_id)
        return after

    async def deal(self, table_id: int, person: int, receipt: int) -> Loaded:
        """Start the game. Raises Refusal if the players are too few, or the seal is not posted."""

        def change(loaded: Loaded) -> Change:
            table, rules = _open_table(loaded)
            dealer = _player(table, person)
            if len(table.players) not in rules.seats:
                raise Refusal(
                    f"{rules.title} wants {spoken(rules.seats)} players; "
                    f"{len(table.players)} sit here so far."
                )
            if table.sealed_by is None:
                raise Refusal("The seal is just being posted. Deal again in a moment.")
            chance = Chance.of(table.secret, table.sealed_by, table.rev + 1)
            step = rules.start(len(table.players), loaded.options, chance)
            dealt = replace(
                table, phase="playing", version=rules.version, dealt_version=rules.version
            )
            return self._stepped(loaded, dealt, dealer, step, "deal", receipt)

        return await self._change(table_id, change, receipt)

    async def play(
        self,
        table_id: int,
        person: int,
        move: Any,
        *,
        drawn_at: int | None,
        holds: Holds,
        receipt: int,
    ) -> Loaded:
        """Make a move for the seat of a person; return the table as it is then.

        `drawn_at` is the public step at which the button was drawn (None: typed just now), `holds`
        what must not have changed since. A receipt that has been used changes nothing. Raises
        Refusal (a Stale or IllegalMove among them).
        """

        def change(loaded: Loaded) -> Change:
            player = _player(loaded.table, person)
            rules = _rules_in_play(loaded)
            check_fresh(
                loaded,
                player,
                drawn_at=drawn_at,
                holds=holds,
                receipt=receipt,
                reading=self.reading,
            )
            return self._played(loaded, rules, player, move, "move", receipt)

        return await self._change(table_id, change, receipt)

    async def play_absent(self, table_id: int, seat: Seat) -> bool:
        """Make the default move of a seat whose time is up; False if it no longer is."""

        def change(loaded: Loaded) -> Change:
            player = loaded.table.players[seat]
            if player.due is None or player.due > self.now() or loaded.table.phase != "playing":
                raise Stale("Time is not up.")
            rules = _rules_in_play(loaded)
            move = next(iter(rules.legal_moves(loaded.view(seat))))
            return self._played(loaded, rules, player, move, "clock", None)

        try:
            await self._change(table_id, change, None)
        except Stale:
            return False
        return True

    async def end(self, table_id: int, person: int, receipt: int, *, moderator: bool) -> Loaded:
        """Close a table for good before its game is over. Raises Refusal."""

        def change(loaded: Loaded) -> Change:
            table = loaded.table
            if table.phase not in ("open", "playing"):
                raise Refusal(finished(table.id, table.phase))
            if person != table.opener and not moderator:
                opener = table.player_of(table.opener)
                whose = "Whoever opened it" if opener is None else loaded.names[opener.seat]
                raise Refusal(f"Only a moderator, or {whose}, can close table {table.id}.")
            players = tuple(replace(one, due=None, notice_at=None) for one in table.players)
            after = replace(table, phase="ended", players=players, step=table.step + 1)
            return self._made(after, "end", None, person, receipt)

        return await self._change(table_id, change, receipt)

    async def move_to(self, table_id: int, channel: int) -> None:
        """Stand a table in another channel of its server; it has no board there yet."""
        async with self._turn(table_id):
            try:
                async with self.store.database.transaction() as tx:
                    await tables.move_to(tx, table_id, channel)
            finally:  # its rev is the same: nothing that was read until now may stay
                self.store.cache.drop(table_id)
            self.store.forget_board(table_id)

    # --- one change, whatever it is ---

    def _turn(self, table_id: int) -> asyncio.Lock:
        turn = self._turns.get(table_id)
        if turn is None:
            turn = self._turns[table_id] = asyncio.Lock()
        return turn

    async def _change(
        self, table_id: int, change: Callable[[Loaded], Change], receipt: int | None
    ) -> Loaded:
        async with self._turn(table_id):
            after = await self._tried(table_id, change, receipt)
            after = after or await self._tried(table_id, change, receipt)
        if after is None:
            raise RuntimeError(f"table {table_id} was changed behind our back")
        self.changed(after)
        return after

    async def _tried(
        self, table_id: int, change: Callable[[Loaded], Change], receipt: int | None
    ) -> Loaded | None:
        """Make a change and commit it; None if the table was at another rev than we knew."""
        before = await self.store.loaded(table_id)
        if receipt is not None and any(one.entry.receipt == receipt for one in before.heard):
            return before  # the same press, delivered twice
        made = change(before)  # pure: a refusal costs no transaction
        try:
            async with self.store.database.transaction() as tx:
                if not await tables.save(tx, made.table, made.entry, before.table):
                    raise _OtherRev
        except _OtherRev:
            self.store.cache.drop(table_id)
            return None
        except UsedReceipt:  # delivered twice, and the first time so long ago
            self.store.cache.drop(table_id)
            return await self.store.loaded(table_id)
        except BaseException:
            self.store.cache.drop(table_id)
            self.unsure(table_id)
            raise
        after = before.after(made.table, made.entry, made.step, made.public)
        self.store.cache.put(after)
        return after

    # --- the parts of a change; pure ---

    def _made(
        self,
        table: Table,
        kind: str,
        seat: Seat | None,
        person: int | None,
        receipt: int | None,
        *,
        step: Step[Any, Any] | None = None,
        move: Any = None,
    ) -> Change:
        """Number a change, and write its row of the log."""
        at, rev = self.now(), table.rev + 1
        codec = codec_of(self.store.rules(table.game))
        told = "[]" if step is None else codec.told.dump(step.told)
        played = None if move is None else codec.move.dump(move)
        entry = LogEntry(rev, table.step, kind, seat, person, played, told, receipt, at)
        return Change(replace(table, rev=rev, changed_at=at, behind=True), entry, step)

    def _played(
        self,
        loaded: Loaded,
        rules: AnyRules,
        player: Player,
        move: Any,
        kind: str,
        receipt: int | None,
    ) -> Change:
        table = loaded.table
        assert table.sealed_by is not None
        chance = Chance.of(table.secret, table.sealed_by, table.rev + 1)
        step = rules.play(loaded.state, player.seat, move, chance)
        return self._stepped(loaded, table, player, step, kind, receipt, move)

    def _stepped(
        self,
        loaded: Loaded,
        table: Table,
        player: Player,
        step: Step[Any, Any],
        kind: str,
        receipt: int | None,
        move: Any = None,
    ) -> Change:
        """Keep where a deal or a move has led."""
        public = loaded.rules.view(step.state, None)
        after = self._after(loaded, table, step, public, player.seat, kind)
        made = self._made(after, kind, player.seat, player.person, receipt, step=step, move=move)
        if after.step == table.step:  # lists of tables are in the order of what all could see
            made = replace(made, table=replace(made.table, changed_at=table.changed_at))
        return replace(made, public=public)

    def _after(
        self,
        loaded: Loaded,
        table: Table,
        step: Step[Any, Any],
        public: Any,
        seat: Seat,
        kind: str,
    ) -> Table:
        """Keep a new state: the public step, the question, and the deadlines it leads to."""
        rules, mover = loaded.rules, None if kind == "deal" else seat
        to_move, question = rules.to_move(public), rules.question(public)
        told_to_all = any(one.to is None for one in step.told)
        is_public = mover is None or told_to_all or public != loaded.public
        number = table.step + is_public
        new_subject = question.subject != table.subject or mover is None
        new_key = new_subject or question.key != table.question
        acted: dict[str, Any] = {}
        if is_public:
            acted = {"acted_step": number} | ({"acted_at": self.now()} if kind == "move" else {})
        timed = due_after(
            table.players,
            to_move,
            question,
            new=new_key,
            pace=PACES[table.pace],
            now=self.now(),
            notice_after=self.notice_after,
        )
        return replace(
            table,
            phase="playing" if to_move else "over",
            state=codec_of(rules).state.dump(step.state),
            step=number,
            subject=question.subject,
            subject_step=number if new_subject else table.subject_step,
            question=question.key,
            question_step=number if new_key else table.question_step,
            hurried=question.hurried,
            players=tuple(
                replace(one, **acted) if mover in (one.seat, None) else one for one in timed
            ),
        )


class _OtherRev(Exception):
    """The file holds another rev of the table than we knew."""


def _player(table: Table, person: int) -> Player:
    player = table.player_of(person)
    if player is None:
        raise Refusal(f"You do not sit at table {table.id}; you are welcome to watch.")
    return player


def _open_table(loaded: Loaded) -> tuple[Table, AnyRules]:
    if loaded.table.phase == "playing":
        raise Refusal(f"The cards at table {loaded.table.id} are dealt already.")
    if loaded.table.phase != "open":
        raise Refusal(finished(loaded.table.id, loaded.table.phase))
    return loaded.table, loaded.rules


def _rules_in_play(loaded: Loaded) -> AnyRules:
    table, rules = loaded.table, loaded.rules
    if table.phase == "open":
        raise Refusal(f"Table {table.id} has not been dealt yet.")
    if table.phase != "playing":
        raise Refusal(finished(table.id, table.phase))
    if loaded.state is None:
        raise Refusal(
            f"Table {table.id} was dealt under older rules of {rules.title} and cannot go on. "
            "Whoever opened it, or a moderator, can close it with `/table end`."
        )
    return rules
