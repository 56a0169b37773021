"""The `/help` and `/privacy` commands: true, short enough, and the same as the docs."""

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.show.draw.pages.welcome import starting, welcome
from bot.show.draw.parts import frame
from bot.ui.panels.operator import KEEP_DAYS, LONGEST_CONTACT, Operator
from bot.ui.panels.panel import TEXT_LIMIT, Request
from bot.ui.panels.render import layout
from cogs.moderators import Moderators
from cogs.server import POLICY, Server, policy
from cogs.tables import Tables
from db.people.people import Person
from db.tables import drafts
from games import GAMES
from games.rules import Orders
from tests.bot.house import ANN, BEN, house_on
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


def test_privacy_policy_says_how_long_this_operator_keeps_records():
    assert f"I delete the record of a game {KEEP_DAYS} days after its end." in "".join(POLICY)
    for days, said in (
        (7, "I delete the record of a game 7 days after its end. Results stay."),
        (1, "I delete the record of a game 1 day after its end. Results stay."),
        (0, "The record of a game stays until whoever runs me deletes it. Results stay."),
    ):
        assert said in policy("", BY_NAME, days).text()


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
