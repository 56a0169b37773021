"""What the README promises, as far as a program can tell."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import bot.ui.words
from bot.entry.actions.table_actions import TableActions
from bot.entry.game_cog import make
from bot.host.time.deadlines import MOST_UNANSWERED, PRESENT_WITHIN
from bot.host.time.pace import PACES
from bot.settings import Settings
from bot.show.deliver import notices
from bot.show.deliver.open_panels import KEPT_FOR
from bot.show.discord_py.needed_permissions import invitation
from bot.show.draw import frame, server_panel
from cogs.moderators import Moderators
from cogs.settings import PersonSettings
from cogs.tables import Tables
from games import GAMES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_game_in_the_readme_goes_as_it_says() -> None:
    """A newcomer who types it in would otherwise see something else."""
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


def test_the_examples_in_docstrings_are_true() -> None:
    tried = doctest.testmod(bot.ui.words)
    assert tried.attempted > 0
    assert tried.failed == 0


COMMANDS = {  # of the buttons that are the same at every table; those of a game are its ways
    frame.START.verb: "GAME start",
    frame.JOIN.verb: "table join",
    frame.LEAVE.verb: "table leave",
    frame.DEAL.verb: "table deal",
    frame.HAND.verb: "GAME hand",
    frame.HOW_TO.verb: "GAME rules",
    frame.REMATCH.verb: "table rematch",
    frame.TRANSCRIPT.verb: "table transcript",
    frame.TRUTH.verb: "table log",
    frame.STORY.verb: "table story",
    frame.FAIR.verb: "table fair",
    frame.SHARE.verb: "table share",
    frame.CANCEL_ORDER.verb: "table unsay",
    frame.REPEAT_ORDERS.verb: "table again",
    frame.SETTINGS.verb: "settings",
    frame.NOTICES.verb: "settings",
    frame.MEET.verb: "table meet",
    frame.COME.verb: "table come",
    frame.CALL_OFF.verb: "table meet",
    frame.END.verb: "table end",
    frame.BACK.verb: "table back",
    frame.HOUSE_PLAYERS.verb: "table house",
    frame.PRACTICE.verb: "GAME practice",
    frame.AWAY.verb: "table away",
    frame.HURRY.verb: "table hurry",
    frame.REPLACE.verb: "table replace",
    frame.WATCH.verb: "table watch",
    server_panel.CHANNELS.verb: "server channels",
    server_panel.GAMES.verb: "server games",
    server_panel.OPENER.verb: "server opener",
    server_panel.LIMIT.verb: "server limit",
    server_panel.THREADS.verb: "server threads",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_button_is_also_a_slash_command(name: str) -> None:
    """As it says at the top; also what only looks at something, such as the cards that are gone."""
    nothing: Any = None  # commands are made, and none is called
    face = import_module(f"cogs.{name}").FACE
    actions = TableActions(Mock(), Mock(), nothing, Mock())
    assert set(COMMANDS) == set(actions.verbs)
    group = make(face, nothing).app_command
    assert group is not None
    there = {command.qualified_name.replace(name, "GAME", 1) for command in group.walk_commands()}
    there |= {f"table {command.name}" for command in Tables.group.commands}
    there |= {command.name for command in PersonSettings.__cog_app_commands__}
    there |= {f"server {command.name}" for command in Moderators.group.commands}
    ways = {
        f"GAME {request.group} {request.verb}".replace("  ", " ")
        for request in (*face.ways, *face.orders)
    }
    buttons = ways | {f"GAME {aside.verb}" for aside in face.asides}
    buttons |= {f"GAME {slip.kind}" for slip in face.drafts}
    assert not (buttons | set(COMMANDS.values())) - there, "these buttons are no slash command"
    assert "Every button on a\nboard or a hand is also a slash command." in README


@pytest.mark.parametrize("name", GAMES)
def test_every_game_on_offer_is_in_the_readme(name: str) -> None:
    """The table of games would otherwise leave one out, or get its players wrong."""
    rules = GAMES[name]
    row = next((line for line in README.splitlines() if f"`/{name}`" in line and "|" in line), "")
    assert rules.title in row, f"the README's table has no row for {rules.title}, `/{name}`"
    assert f"{rules.seats.start} to {rules.seats.stop - 1}" in row


def test_the_invitation_is_the_one_that_is_printed() -> None:
    """A bot invited with fewer rights would refuse to open a table; with more, be distrusted."""
    found = re.search(r"https://discord.com/oauth2/authorize\S+permissions=\d+", README)
    assert found is not None
    assert found[0].replace("YOUR_ID", "7") == invitation(7)


def test_every_command_of_a_table_is_in_the_readme() -> None:
    """A player would otherwise not know what can be done at any table."""
    line = next(line for line in README.splitlines() if line.startswith("- `/table join`"))
    named = {match.removeprefix("/table ") for match in re.findall(r"`([^`]+)`", line)}
    assert named == {command.name for command in Tables.group.commands}
    assert "`/table meet 20:00`" in README


def test_the_times_in_the_readme_are_those_that_are_kept() -> None:
    """Players plan by them."""
    said = " ".join(README.split())
    assert f"up to date for {KEPT_FOR / 60:.0f} minutes" in said
    assert (
        MOST_UNANSWERED,
        notices.REMINDER_SHARE,
        PRESENT_WITHIN,
        Settings().nudge_here_after,
    ) == (
        3,
        0.75,
        600,
        180,
    )
    assert "After three questions unanswered" in said
    assert "when three quarters of your time have gone" in said
    assert "joined or moved in the last ten minutes" in said
    assert "a notice waits three minutes" in said
    assert Settings().give_up_after == 300
    assert "After five minutes without Discord" in said
    assert "At a day's or a week's pace no notice is sent to you in your quiet hours" in said
    assert {name for name, pace in PACES.items() if pace.sleeps} == {"day", "week"}


def test_every_setting_is_in_the_example_file() -> None:
    """An operator could otherwise not know of it."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    prefix = Settings.model_config.get("env_prefix", "")
    for name, field in Settings.model_fields.items():
        variable = str(field.validation_alias or f"{prefix}{name}").upper()
        assert f"\n{variable}=" in example, variable


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_every_link_to_a_file_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_every_picture_of_the_readme_is_there():
    shown = re.findall(r'src="([^"]+)"', README)
    assert len(shown) >= 6
    assert [name for name in shown if not (ROOT / name).is_file()] == []
