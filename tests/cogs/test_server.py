"""The `/help` and `/privacy` commands: true, short enough, and the same as the docs."""

import re
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.show.draw import frame
from bot.show.draw.welcome import starting, welcome
from bot.ui.operator import LONGEST_CONTACT, Operator
from bot.ui.panel import TEXT_LIMIT, Request
from bot.ui.render import layout
from cogs.moderators import Moderators
from cogs.server import POLICY, Server, policy
from cogs.tables import Tables
from db import drafts
from db.database import Database
from db.people import Person
from games import GAMES
from games.rules import Orders
from tests.bot.house import ANN, BEN, GUILD, house_on
from tests.contract.limits import check_message
from tests.small.game.orders import HideLast

ROOT = Path(__file__).parents[2]
FACES = [import_module(f"cogs.{name}").FACE for name in GAMES]
BY_NAME = {face.rules.name: face for face in FACES}


def test_help_names_every_game_its_command_and_player_count():
    text = welcome(FACES).text()
    for face in FACES:
        seats = face.rules.seats
        first, about = text.partition(f"**{face.rules.title}**")[2].split("\n")[:2]
        assert f"{seats.start} to {seats.stop - 1} players" in first
        assert about.casefold() == f"-# {face.about}. `/{face.rules.name} start`".casefold()


def test_help_has_a_button_for_every_game():
    wanted = list(welcome(FACES).requests())
    for face in FACES:
        for verb in (frame.START.verb, frame.HOW_TO.verb):
            assert Request(verb, {"game": face.rules.name}) in wanted
    check_message(layout(welcome(FACES), 0, 0))


def test_help_and_privacy_fit_into_one_message():
    assert len(welcome(FACES, to_server=True).text()) < TEXT_LIMIT
    assert len(starting().text()) < TEXT_LIMIT
    assert len(policy("x" * LONGEST_CONTACT, BY_NAME).text()) < TEXT_LIMIT


def test_help_names_only_existing_commands():
    there = {f"table {command.name}" for command in Tables.group.commands}
    there |= {"server", *(f"server {command.name}" for command in Moderators.group.commands)}
    there |= {"games", "help", "privacy", "settings"}
    there |= {f"{face.rules.name} start" for face in FACES}
    both = welcome(FACES).text() + starting().text() + policy("", BY_NAME).text()
    named = set(re.findall(r"`/([a-z ]+)`", both))
    assert named
    assert named <= there


def test_privacy_page_matches_the_command():
    page = " ".join((ROOT / "docs/privacy.md").read_text(encoding="utf-8").split())
    assert all(paragraph in page for paragraph in POLICY)


HOUSE = ""  # counters and flags without personal data
IDS, GAME, LOG = "ids of its server", "its game, terms, cards", "in its log"
SET = "its name, channels, games, role, limit and whether tables get threads"
AHEAD, DRAFTS, SHOWN = "standing orders", "drafts", "shown"
KEPT: dict[str, dict[str, str]] = {  # the words that the policy uses for each column
    "tables": dict.fromkeys(("guild", "channel", "opened_in", "sealed_by", "sealed_in"), IDS)
    | dict.fromkeys(("mixed_by", "mixed_in"), IDS)
    | dict.fromkeys(
        ("game", "options", "pace", "laid_open", "stand_in", "practice", "thread", "state"), GAME
    )
    | dict.fromkeys(("subject", "question"), GAME)
    | dict.fromkeys(("opened_at", "changed_at", "mixed", "deal_press"), LOG)
    | {"opener": "who opened it", "secret": "secret of its luck"}
    | dict.fromkeys(("id", "version", "dealt_version", "phase", "rev", "step"), HOUSE)
    | dict.fromkeys(("subject_step", "question_step", "hurried", "behind", "moves"), HOUSE)
    | {"all_here": "last moved for all to see"},
    "seats": {
        **dict.fromkeys(("table_id", "seat"), HOUSE),
        "person": "user id",
        "name": "display name",
        "acted_step": "last moved for all to see",
        "acted_at": "last moved for all to see",
        "due": "by when they must answer",
        "notice_at": "and when",
        "asked_at": "when its player was asked",
        "unanswered": "how many questions in a row they left unanswered",
        "joined": "each press",
        "held_since": "who gave up a seat",
        "former": "who gave up a seat",
        "away_until": "until when they are away",
        "answers_in": "how fast they answer",
        "hurries": "who wants the house to answer",
        "offered_to": "to whom a seat is offered",
        "offered_name": "to whom a seat is offered",
        "agrees": "who agrees to that",
        "gone": "whether they have left the server",
        "would_end": "whether they want to end the game early",
    },
    "shown": {
        **dict.fromkeys(("table_id", "reader"), HOUSE),
        **dict.fromkeys(("message", "notice", "notice_in"), IDS),
        **dict.fromkeys(("step", "print", "question", "notice_print"), SHOWN),
        "looked_rev": "how far they have read",
    },
    "log": {
        **dict.fromkeys(("table_id", "rev", "step"), HOUSE),
        **dict.fromkeys(("kind", "move", "told"), "what it did"),
        **dict.fromkeys(("seat", "person"), "whose it was"),
        "receipt": "with its id",
        "at": "and when",
    },
    "orders": dict.fromkeys(("table_id", "seat", "kind", "said", "stands"), AHEAD),
    "slips": dict.fromkeys(("table_id", "seat", "number", "kind", "json", "made_at"), DRAFTS),
    "tenures": {
        **dict.fromkeys(("table_id", "seat", "since"), HOUSE),
        **dict.fromkeys(("person", "name"), "who gave up a seat"),
    },
    "meetings": {"table_id": HOUSE, "at": "table meets", "caller": "who called the meeting"},
    "meeting_people": {
        "table_id": HOUSE,
        **dict.fromkeys(("person", "comes", "receipt"), "who said whether they're coming"),
    },
    "meeting_pings": dict.fromkeys(("message", "channel", "remove_at"), IDS),
    "rematches": {
        "table_id": HOUSE,
        "of_table": "which game a rematch repeats",
        "expires_at": HOUSE,
    },
    "rematch_people": {
        "table_id": HOUSE,
        **dict.fromkeys(("person", "name"), "who it asks"),
        "ask_at": "ping",
        "declined": "who can't play this time",
    },
    "watchers": {"table_id": HOUSE, "person": "who watches"},
    "people": {
        "person": "DM channel",
        "dm_channel": "DM channel",
        "dm_closed": "was closed",
        "notices": "where",
        "here": "shown as here",
        "zone": "time zone",
        "awake_from": "hours",
        "awake_until": "hours",
        "avatar": "posters show",
    },
    "servers": {
        "guild": "set with `/server`",
        **dict.fromkeys(("name", "channels", "games"), SET),
        **dict.fromkeys(("opener_role", "most_tables", "in_threads"), SET),
    },
    "blocks": dict.fromkeys(("guild", "person"), "people they blocked"),
    "moderation": {
        "id": HOUSE,
        **dict.fromkeys(("guild", "moderator", "kind", "detail"), "what moderators did"),
        **dict.fromkeys(("person", "table_id", "at"), "to whom, at which table and when"),
    },
    "notes": {"key": HOUSE, "value": HOUSE},
}


async def columns(file: Path) -> dict[str, set[str]]:
    """Return the tables and columns of a new database."""
    await (await Database.open(file)).close()
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
            " WHERE t.type='table' AND t.name NOT LIKE 'sqlite%'"
        ).fetchall()
    found: dict[str, set[str]] = {}
    for table, column in rows:
        found.setdefault(table, set()).add(column)
    return found


async def test_privacy_policy_names_every_stored_column(tmp_path: Path):
    assert await columns(tmp_path / "new.sqlite3") == {name: set(it) for name, it in KEPT.items()}
    said = " ".join(policy("", BY_NAME).text().split()).casefold()
    for table, named in KEPT.items():
        for column, words in named.items():
            assert words.casefold() in said, (table, column, words)


async def test_privacy_policy_is_true_for_finished_games(tmp_path: Path):
    offered = {
        name
        for name, rules in GAMES.items()
        if rules.orders is not None and type(rules.orders).is_lasting is not Orders.is_lasting
    }
    assert "downeast" in offered, "the policy names its price lists as an example"
    assert "I keep only those that make sense in another game too" in "".join(POLICY)
    async with house_on(tmp_path) as house:
        table = await house.dealt(ANN, BEN)
        await house.contacts.change(ANN, lambda _: Person(zone="UTC"))
        await house.host.meetings.call(table, ANN, "20:00")
        await house.host.meetings.come(table, BEN, None, house.receipt())
        await house.give_order(table, BEN, HideLast(coins=2))
        async with house.database.transaction() as tx:
            await drafts.add(tx, table, 0, "draft", "{}", house.clock.now())
        for kept in ("orders", "slips", "meetings", "meeting_people"):
            assert await house.database.reader.all(f"SELECT * FROM {kept}") != [], kept
        await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
        for kept in ("orders", "slips", "meetings", "meeting_people"):
            rows = await house.database.reader.all(f"SELECT * FROM {kept}")
            assert rows == [], kept


def server_of(contact: str, *, owner: str = "", team: str | None = None) -> Server:
    """Return the cog of a bot with an operator, and with an application if it has an owner."""
    router: Any = SimpleNamespace(operator=Operator(contact))
    whose = None if team is None else SimpleNamespace(name=team)
    application = SimpleNamespace(owner=SimpleNamespace(name=owner), team=whose)
    bot: Any = SimpleNamespace(application=application if owner else None)
    return Server(router, bot)


def test_privacy_policy_names_the_operator_or_else_the_owner_of_the_application():
    assert server_of("Ada, ada@example.org", owner="jo").host() == "Ada, ada@example.org"
    assert server_of("", owner="**jo**").host() == "\\*\\*jo\\*\\*"
    assert server_of("", owner="jo", team="The Harbor").host() == "The Harbor"
    assert "run by" not in policy(server_of("").host(), BY_NAME).text()
    assert policy("Ada", BY_NAME).text().endswith("\n\n-# I'm run by Ada.")


def test_privacy_policy_calls_a_game_as_the_operator_does():
    dealer = BY_NAME["downeast"].called_as(GAMES["downeast"].offered_as("lots", "Lots of Lots"))
    text = policy("", {"downeast": dealer}).text()
    assert "the price lists of Lots of Lots" in text
    assert GAMES["downeast"].title not in text


def test_help_and_privacy_are_commands():
    assert {command.name for command in Server.__cog_app_commands__} == {"help", "privacy"}


async def test_privacy_page_instructions_delete_a_person(tmp_path: Path):
    """Ann played one game to the end, and left another, which was closed, before its deal."""
    async with house_on(tmp_path) as house:
        table = await house.dealt(ANN, BEN)
        await house.contacts.note(ANN, Person(7))
        await house.play_out(table)
        left = await house.open(BEN, ANN)
        await house.host.seats.leave(left, ANN, house.receipt())
        await house.host.endings.end(left, BEN, house.receipt(), moderator=False)
        await house.host.moderation.block(GUILD, "Ours", BEN, ANN)
        await house.quiet()
        await house.close()
        page = (ROOT / "docs/privacy.md").read_text(encoding="utf-8")
        [sql] = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
        with closing(sqlite3.connect(house.database.path)) as file:
            file.executescript(sql.replace("123", str(ANN)))
            file.commit()
            names = [row[0] for row in file.execute("SELECT name FROM sqlite_master").fetchall()]
            for name in ("tables", "seats", "log", "shown", "people", "blocks", "moderation"):
                assert name in names
                assert file.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name
