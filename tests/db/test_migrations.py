"""A file of schema 1 opens: open tables go on, finished ones keep what happened as it was written.

How that file was made stands beside it, in files/README.md.
"""

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.host.commit.change import luck_of_next
from bot.show.deliver.public.round_messages import ROUNDS
from db import restores
from db.base import migration
from db.base.codec import codec_of
from db.database import Database, Reads
from db.engines import notes, sqlite_engine
from db.engines.sqlite_engine import APPLICATION
from db.people import people
from db.people.people import Person
from db.servers import servers
from db.tables import log, results, tables
from db.tables.shown import BOARD, HandKey, Shown
from db.tables.tables import LoadParts, Table
from games import GAMES
from games.chance import Chance
from tests.db.conftest import Opened

FILES = Path(__file__).parent / "files"
FACTS: dict[int, dict[str, Any]] = {
    int(table_id): fact
    for table_id, fact in json.loads((FILES / "schema1.json").read_text(encoding="utf-8")).items()
}
TRANSCRIPTS: dict[str, Any] = json.loads(
    gzip.decompress((FILES / "schema1.transcripts.json.gz").read_bytes())
)


@cache
def old_bytes() -> bytes:
    return gzip.decompress((FILES / "schema1.sqlite3.gz").read_bytes())


def old_rows(sql: str, *values: Any) -> list[sqlite3.Row]:
    with closing(sqlite3.connect(":memory:")) as old:
        old.deserialize(old_bytes())
        old.row_factory = sqlite3.Row
        return old.execute(sql, values).fetchall()


@pytest.fixture
def old_file(path: Path) -> Path:
    path.parent.mkdir()
    path.write_bytes(old_bytes())
    return path


@pytest.fixture
async def database(old_file: Path, opened: Opened) -> Database:
    return await opened(old_file)


async def loaded(database: Database, table_id: int, news: int = 0) -> LoadParts:
    found = await tables.load(database.reader, table_id, news)
    assert found is not None
    return found


def ids(*phases: str, game: str | None = None) -> list[int]:
    return [
        table_id
        for table_id, fact in FACTS.items()
        if fact["phase"] in phases and game in (None, fact["game"])
    ]


def test_migration_sample_has_every_game_in_every_phase():
    for game in ("deadman", "dealt", "downeast", "yankee"):
        for phase in ("open", "playing", "over", "ended"):
            assert ids(phase, game=game), (game, phase)
        assert {FACTS[number]["laid_open"] for number in ids("over", game=game)} >= {True}
    assert {FACTS[number]["laid_open"] for number in ids("over")} == {True, False}


async def test_a_migrated_schema_equals_a_new_one(
    database: Database, tmp_path: Path, opened: Opened
):
    schema = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    new = await opened(tmp_path / "new.sqlite3")
    assert [tuple(row) for row in await database.read(schema)] == [
        tuple(row) for row in await new.read(schema)
    ]
    async with database.transaction() as tx:
        marks = [await tx.one(f"PRAGMA {name}") for name in ("application_id", "user_version")]
        assert await tx.all("PRAGMA foreign_key_check") == []
    newest = migration.newest_schema()
    assert [row[0] for row in marks if row is not None] == [APPLICATION, newest]
    assert await database.quick_check() is None


async def test_migration_reuses_no_table_number(database: Database):
    [highest] = old_rows("SELECT seq FROM sqlite_sequence WHERE name='tables'")
    table, entries, *_ = await loaded(database, ids("open")[0], 1)
    async with database.transaction() as tx:
        await tx.run("UPDATE log SET receipt=NULL")
        assert await tables.insert(tx, table, entries[0]) == highest[0] + 1


async def test_migration_keeps_phase_terms_and_players(database: Database):
    same = ("game", "guild", "channel", "opener", "options", "pace", "secret")
    for row in old_rows("SELECT * FROM tables"):
        table = (await loaded(database, row["id"]))[0]
        fact = FACTS[table.id]
        assert table.phase == fact["phase"], fact["why"]
        assert [[player.person, player.name] for player in table.players] == fact["players"]
        assert {name: getattr(table, name) for name in same} == {name: row[name] for name in same}
        assert (table.laid_open, table.rev, table.step) == (
            fact["laid_open"],
            row["rev"],
            row["rev"],
        )
        assert (table.opened_at, table.changed_at) == (row["opened_at"], row["changed_at"])
        assert table.dealt_version == (None if row["state"] is None else 1)
        unsealed = table.phase == "open"
        assert table.sealed_by == (None if unsealed else row["sealed_by"])


async def test_migration_reseals_undealt_tables(database: Database):
    for table_id in ids("open"):
        table = (await loaded(database, table_id))[0]
        assert (table.sealed_by, table.sealed_in, table.mixed, table.behind) == (
            *(None, None, None),
            True,
        )
        entries = await log.since(database.reader, table_id, 0)
        sat_down = {
            entry.person: entry.receipt for entry in entries if entry.kind in ("open", "join")
        }
        assert [player.joined for player in table.players] == [
            sat_down[player.person] for player in table.players
        ]
        assert all(player.joined for player in table.players)


async def test_migration_keeps_the_luck_of_tables_in_play(database: Database):
    for table_id in ids("playing"):
        table = (await loaded(database, table_id))[0]
        assert table.mixed is None
        drawn = luck_of_next(table).shuffled(range(40))
        assert drawn == Chance.of(table.secret, table.sealed_by or 0, table.rev + 1).shuffled(
            range(40)
        )


async def test_migration_posts_no_old_rounds(database: Database):
    for table_id in FACTS:
        table, _, shown, *_ = await loaded(database, table_id)
        told = [row.step for row in shown if row.key == ROUNDS]
        assert told == ([table.step] if FACTS[table_id]["phase"] == "playing" else [])


async def test_migration_keeps_the_log_byte_for_byte(database: Database):
    for table_id in FACTS:
        old = old_rows("SELECT * FROM log WHERE table_id=? ORDER BY rev", table_id)
        new = await log.since(database.reader, table_id, 0)
        assert len(old) == FACTS[table_id]["rev"]
        for was, entry in zip(old, new, strict=True):
            kept = {name: getattr(entry, name) for name in was.keys() if name != "table_id"}  # noqa: SIM118
            assert kept == {name: was[name] for name in kept}
            assert entry.step == entry.rev


async def test_migration_keeps_version_and_result_of_finished_tables(database: Database):
    for row in old_rows("SELECT * FROM tables WHERE phase IN ('over', 'ended')"):
        table = (await loaded(database, row["id"]))[0]
        assert table.version == row["version"]
        assert all(player.due is None for player in table.players)
        if table.phase == "ended":
            assert table.state == row["state"]
            continue
        rules = GAMES[table.game]
        state = codec_of(rules).state.load(table.state or "")
        standing, then = rules.standing(rules.view(state, None)), FACTS[table.id]
        assert list(standing.points) == then["points"]
        assert sorted(standing.winners) == then["winners"]


async def test_migration_keeps_transcripts(database: Database):
    assert set(map(int, TRANSCRIPTS)) == {
        number for number in ids("over") if FACTS[number]["laid_open"]
    }
    for table_id, written in TRANSCRIPTS.items():
        table = (await loaded(database, int(table_id)))[0]
        entries = await log.since(database.reader, table.id, 0)
        assert table.dealt_version == written["version"]
        assert [player.name for player in table.players] == written["players"]
        assert json.loads(table.options) == written["options"]
        assert (table.secret.hex(), str(table.sealed_by)) == (
            written["secret"],
            written["sealed_by"],
        )
        steps = [entry for entry in entries if entry.kind in ("deal", "move", "clock")]
        assert [
            {
                "rev": entry.rev,
                "seat": None if entry.kind == "deal" else entry.seat,
                "move": None if entry.move is None else json.loads(entry.move),
                "told": json.loads(entry.told),
            }
            for entry in steps
        ] == written["steps"]


async def test_migration_keeps_people_and_notes(database: Database):
    assert await notes.read(database.reader, "alive") == "1790001234.5"
    for row in old_rows("SELECT * FROM people"):
        known = await people.load(database.reader, row["person"])
        assert known == Person(row["dm_channel"], bool(row["dm_closed"]))


async def test_migration_moves_shown_rows(database: Database):
    for table_id in FACTS:
        [old] = old_rows("SELECT * FROM tables WHERE id=?", table_id)
        table, _, rows, *_ = await loaded(database, table_id)
        shown = {row.key: row for row in rows}
        board = shown.pop(BOARD, None)
        shown.pop(ROUNDS, None)  # there were none then
        assert board == (
            None if old["board"] is None else Shown(BOARD, old["board"], old["board_rev"])
        )
        for seat in old_rows("SELECT * FROM seats WHERE table_id=?", table_id):
            hand = shown.pop(HandKey(seat["seat"]), Shown(HandKey(seat["seat"])))
            assert (hand.message, hand.step) == (seat["hand"], seat["hand_rev"])
            assert (hand.print, hand.notice) == (seat["hand_print"], seat["nudge"])
            assert hand.looked_rev == seat["looked_rev"]
            if seat["hand"] is not None and table.phase == "playing":
                asked_now = seat["hand_question"] == old["question"]
                assert (hand.question == str(table.question_step)) == asked_now
        assert not shown, "of somebody who does not play here"


async def test_migration_marks_unfinished_tables_as_behind(database: Database):
    going_on = set(ids("open", "playing"))
    old = {
        row["id"]
        for row in old_rows(
            "SELECT id FROM tables t WHERE board_rev < rev OR EXISTS (SELECT 1 FROM seats"
            " WHERE table_id=t.id AND (nudge IS NOT NULL"
            " OR (hand IS NOT NULL AND hand_rev < t.rev)))"
        )
    }
    assert set(await tables.behind(database.reader)) == going_on | old
    assert set(FACTS) - going_on - old, "some rest"


async def test_migrated_open_tables_can_be_dealt(database: Database):
    for table_id in ids("open"):
        table = (await loaded(database, table_id))[0]
        rules = GAMES[table.game]
        assert (table.version, table.state, table.question) == (rules.version, None, "")
        options = codec_of(rules).options.load(table.options)
        rules.start(rules.seats[0], options, Chance.of(table.secret, 7, 0))


def chance(table: Table) -> Chance:
    return Chance.of(table.secret, table.sealed_by or 0, table.rev + 1)


@pytest.mark.parametrize("game", list(GAMES))
async def test_migrated_games_go_on(database: Database, game: str):
    rules = GAMES[game]
    codec = codec_of(rules)
    for table_id in ids("playing", game=game):
        table, fact = (await loaded(database, table_id))[0], FACTS[table_id]
        assert table.version == rules.version
        assert table.state is not None
        state = codec.state.load(table.state)
        public = rules.view(state, None)
        assert sorted(rules.to_move(public)) == fact["to_move"], fact["why"]
        assert list(rules.standing(public).points) == fact["points"], fact["why"]
        for seat in fact["to_move"]:
            moves = list(islice(rules.legal_moves(rules.view(state, seat)), 40))
            assert moves, fact["why"]
            for move in moves:
                step = rules.play(state, seat, move, chance(table))
                assert codec.state.load(codec.state.dump(step.state)) == step.state
        waits = {player.seat for player in table.players if player.due is not None}
        assert waits == set(fact["to_move"])


@pytest.mark.parametrize("game", list(GAMES))
async def test_migrated_games_can_be_finished(database: Database, game: str):
    rules = GAMES[game]
    for table_id in ids("playing", game=game):
        table = (await loaded(database, table_id))[0]
        state = codec_of(rules).state.load(table.state or "")
        for number in range(4000):
            to_move = sorted(rules.to_move(rules.view(state, None)))
            if not to_move:
                break
            seat = to_move[number % len(to_move)]
            move = next(iter(rules.legal_moves(rules.view(state, seat))))
            state = rules.play(state, seat, move, Chance.of(table.secret, 7, number)).state
        assert rules.standing(rules.view(state, None)).winners, FACTS[table_id]["why"]


async def test_migration_asks_no_question_again(database: Database):
    for table_id in ids("playing"):
        table = (await loaded(database, table_id))[0]
        rules = GAMES[table.game]
        state = codec_of(rules).state.load(table.state or "")
        question = rules.question(rules.view(state, None))
        assert (table.subject, table.question) == (question.subject, question.key)
        assert table.hurried == question.hurried
        assert (table.subject_step, table.question_step) == (table.step, table.step)
        [old] = old_rows("SELECT question FROM tables WHERE id=?", table_id)
        assert old["question"].endswith("!") == table.hurried
        for was in old_rows("SELECT * FROM seats WHERE table_id=?", table_id):
            player = table.players[was["seat"]]
            assert (player.due, player.acted_step) == (was["due"], was["acted_rev"])
            assert (player.acted_at, player.notice_at) == (None, None)


def change(path: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        assert old.execute(sql, values).rowcount == 1


CANNOT: dict[str, str] = {
    "its state is of another shape": "state='{\"hands\":[]}'",
    "its state is no JSON": "state='{'",
    "it has no state": "state=NULL",
    "it was dealt by rules that were old then": "version=0",
    "its options are none": 'options=\'{"colour":"red"}\'',
    "its game is gone": "game='skull'",
}


@pytest.mark.parametrize("what", CANNOT)
async def test_migration_closes_unreadable_tables(old_file: Path, opened: Opened, what: str):
    table_id, other = ids("playing", game="downeast")[:2]
    change(old_file, f"UPDATE tables SET {CANNOT[what]} WHERE id=?", table_id)
    with closing(sqlite3.connect(old_file)) as old:
        old.row_factory = sqlite3.Row
        before = old.execute("SELECT * FROM tables WHERE id=?", (table_id,)).fetchone()
    database = await opened(old_file)
    table = (await loaded(database, table_id))[0]
    assert table.phase == "ended"
    assert table.behind, "its board is to say so"
    assert all(player.due is None for player in table.players), "the clock leaves it alone"
    kept = {name: getattr(table, name) for name in ("state", "version", "game", "options", "rev")}
    assert kept == {name: before[name] for name in kept}
    assert [[player.person, player.name] for player in table.players] == FACTS[table_id]["players"]
    assert len(await log.since(database.reader, table_id, 0)) == table.rev
    assert (await loaded(database, other))[0].phase == "playing", "the others go on"


async def test_migration_rewrites_states_of_another_shape(
    old_file: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    table_id = ids("playing", game="deadman")[0]
    [row] = old_rows("SELECT state FROM tables WHERE id=?", table_id)
    older = json.loads(row["state"])
    older["jewels"] = older.pop("gems")
    change(old_file, "UPDATE tables SET state=? WHERE id=?", json.dumps(older), table_id)
    already = _migration_of_deadman()

    def migrated(old: dict[str, Any]) -> Any:
        return already({("gems" if name == "jewels" else name): old[name] for name in old})

    monkeypatch.setattr("games.deadman.state.migrated", migrated, raising=False)
    table = (await loaded(await opened(old_file), table_id))[0]
    assert table.phase == "playing"
    public = GAMES["deadman"].view(codec_of(GAMES["deadman"]).state.load(table.state or ""), None)
    assert list(GAMES["deadman"].standing(public).points) == FACTS[table_id]["points"]


def _migration_of_deadman() -> Callable[[Any], Any]:
    from games.deadman import state

    return getattr(state, "migrated", lambda old: old)


async def test_a_migration_resumes_after_a_kill(
    old_file: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    def crash(name: str) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(sqlite_engine, "import_module", crash)
        with pytest.raises(ZeroDivisionError):
            await Database.open(old_file)
    database = await opened(old_file)
    for table_id in ids("playing"):
        table = (await loaded(database, table_id))[0]
        assert table.version == GAMES[table.game].version


async def _never_restored(reads: Reads) -> None:
    """Stand in for the newest restore, because schemas before 26 don't have the table."""


async def test_finished_games_of_before_have_results(database: Database):
    for table_id, fact in FACTS.items():
        found = await results.of_table(database.reader, table_id)
        [old] = old_rows("SELECT * FROM tables WHERE id=?", table_id)
        if fact["phase"] not in ("over", "ended") or old["state"] is None:
            assert found == []
            continue
        assert [[row.person, row.name] for row in found] == fact["players"]
        [deal] = old_rows("SELECT * FROM log WHERE table_id=? AND kind='deal'", table_id)
        for row in found:
            assert (row.game, row.guild, row.options) == (
                *(old["game"], old["guild"], old["options"]),
            )
            assert (row.started_at, row.ended_at) == (deal["at"], old["changed_at"])
            assert (row.house, row.given_up, row.place) == (False, False, None)
            assert row.closed == (fact["phase"] == "ended")
            [by] = old_rows(
                "SELECT sum(kind='move') hand, sum(kind='clock') clock FROM log"
                " WHERE table_id=? AND seat=?",
                table_id,
                row.seat,
            )
            assert (row.by_hand, row.by_clock) == (by["hand"] or 0, by["clock"] or 0)
            assert (row.by_order, row.by_house) == (0, 0)
    assert await results.unranked(database.reader) == ids("over")


async def test_a_migrated_table_is_played_where_it_was(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    steps = [step for step in migration.steps() if step.number < 23]
    with monkeypatch.context() as patched:
        patched.setattr(migration, "steps", lambda: steps)
        patched.setattr(restores, "newest", _never_restored)
        old = await opened(path)
        async with old.transaction() as tx:
            await tx.run(
                "INSERT INTO tables (id, game, version, guild, channel, opener, phase, options,"
                " pace, laid_open, secret, rev, step, subject, subject_step, question,"
                " question_step, hurried, opened_at, changed_at, behind) VALUES"
                " (3, 'dealt', 1, 1, 2, 101, 'ended', '{}', 'day', 1, x'00', 9, 9, '', 0, '',"
                " 0, 0, 5.0, 6.5, 0)"
            )
            await tx.run("INSERT INTO servers (guild, name, channels, games) VALUES (1,'x','','')")
        await old.close()
    database = await opened(path)
    table = (await loaded(database, 3))[0]
    assert (table.channel, table.thread, table.opened_in) == (2, "", None)
    assert (await servers.load_all(database.reader))[1].in_threads is False


async def test_migrated_people_keep_their_settings(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    steps = [step for step in migration.steps() if step.number < 5]
    with monkeypatch.context() as patched:
        patched.setattr(migration, "steps", lambda: steps)
        patched.setattr(restores, "newest", _never_restored)
        old = await opened(path)
        async with old.transaction() as tx:
            await tx.run("INSERT INTO people (person, dm_channel, dm_closed) VALUES (101, 7, 1)")
            await tx.run(
                "INSERT INTO tables (id, game, version, guild, channel, opener, phase, options,"
                " pace, laid_open, secret, rev, step, subject, subject_step, question,"
                " question_step, hurried, opened_at, changed_at, behind) VALUES"
                " (3, 'dealt', 1, 1, 2, 101, 'ended', '{}', 'day', 1, x'00', 9, 9, '', 0, '',"
                " 0, 0, 5.0, 6.5, 0)"
            )
            await tx.run(
                "INSERT INTO seats (table_id, seat, person, name, acted_step, due, notice_at)"
                " VALUES (3, 0, 101, 'Ann', 1, 99.5, 40.0), (3, 1, 102, 'Ben', 1, NULL, NULL)"
            )
        await old.close()
    database = await opened(path)
    assert await people.load(database.reader, 101) == Person(7, dm_closed=True)
    known = (await people.load(database.reader, 101), await people.load(database.reader, 102))
    assert [(person.notices, person.here, person.zone, person.awake_from) for person in known] == [
        ("dm", True, None, None)
    ] * 2
    ann, ben = (await loaded(database, 3))[0].players
    assert (ann.due, ann.notice_at, ann.asked_at, ann.unanswered) == (99.5, 40.0, 6.5, 0)
    assert (ben.due, ben.notice_at, ben.asked_at, ben.unanswered) == (None, None, None, 0)
