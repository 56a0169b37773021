"""What a stranger reads first is true, fits into one message, and stands on the page as well."""

import re
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path

from bot.show import frame
from bot.show.greeting import welcome
from bot.ui.panel import TEXT_LIMIT, Request
from bot.ui.render import layout
from cogs.me import Me
from cogs.server import POLICY, Server, policy
from cogs.tables import Tables
from db.people import Person
from games import GAMES
from tests.bot.house import ANN, BEN, house_on
from tests.contract.limits import check_message

ROOT = Path(__file__).parents[2]
FACES = [import_module(f"cogs.{name}").FACE for name in GAMES]


def test_every_game_is_named_with_how_it_is_opened_and_by_how_many():
    text = welcome(FACES).text()
    for face in FACES:
        seats = face.rules.seats
        first, pitch = text.partition(f"**{face.rules.title}**")[2].split("\n")[:2]
        assert f"{seats.start} to {seats.stop - 1} players" in first
        assert first.endswith(f"`/{face.rules.name} start`")
        assert pitch == face.pitch


def test_every_game_is_a_press_away():
    wanted = list(welcome(FACES).requests())
    for face in FACES:
        for verb in (frame.START.verb, frame.HOW_TO.verb):
            assert Request(verb, {"game": face.rules.name}) in wanted
    check_message(layout(welcome(FACES), 0, 0))


def test_all_of_it_fits_into_one_message():
    assert len(welcome(FACES).text()) < TEXT_LIMIT
    assert len(policy("x" * 100).text()) < TEXT_LIMIT


def test_every_command_that_is_named_there_is():
    there = {f"table {one.name}" for one in Tables.group.commands}
    there |= {f"me {one.name}" for one in Me.group.commands}
    there |= {"games", "help", "me", "privacy", *(f"{face.rules.name} start" for face in FACES)}
    both = welcome(FACES).text() + policy("").text()
    named = set(re.findall(r"`/([a-z ]+)`", both))
    assert named
    assert named <= there


def test_the_page_says_what_the_command_says():
    """A server's owner reads the one, its people the other."""
    page = " ".join((ROOT / "docs/privacy.md").read_text(encoding="utf-8").split())
    assert all(one in page for one in POLICY)


def test_everything_that_is_kept_of_a_person_is_named():
    """A column that is added to what is known of people has to be told to them."""
    known = {
        "dm_channel": "our DM channel",
        "dm_closed": "closed to me",
        "notices": "where I write to you",
        "here": "shown as here",
        "zone": "time zone",
        "awake_from": "hours",
        "awake_until": "hours",
    }
    playing = {
        *("seat", "person", "name", "acted_step", "acted_at", "due", "notice_at", "asked_at"),
        *("unanswered", "gone", "joined", "would_end"),
    }
    people, tables = import_module("db.people"), import_module("db.tables")
    assert set(people.Person.__dataclass_fields__) == set(known)
    assert set(tables.Player.__dataclass_fields__) == playing
    text = policy("").text()
    assert all(words in text for words in known.values())
    assert "who would end its game early" in text


def test_who_runs_it_is_named_as_plain_text():
    assert "run by" not in policy("").text()
    assert "I am run by \\*\\*Jo\\*\\*." in policy("**Jo**").text()


def test_both_are_commands():
    assert {one.name for one in Server.__cog_app_commands__} == {"help", "privacy"}


async def test_what_the_page_says_of_deleting_a_person_works(tmp_path: Path):
    async with house_on(tmp_path) as house:
        table = await house.dealt(ANN, BEN)
        await house.contacts.note(ANN, Person(7))
        await house.play_out(table)
        await house.quiet()
        await house.close()
        page = (ROOT / "docs/privacy.md").read_text(encoding="utf-8")
        [sql] = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
        with closing(sqlite3.connect(house.database.path)) as file:
            file.executescript(sql.replace("123", str(ANN)))
            file.commit()
            names = [row[0] for row in file.execute("SELECT name FROM sqlite_master").fetchall()]
            for name in ("tables", "seats", "log", "shown", "people"):
                assert name in names
                assert file.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name
