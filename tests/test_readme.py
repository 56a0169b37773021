"""What the README promises, as far as a program can tell."""

import doctest
import re
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from bot.entry.actions.table_actions import TableActions
from bot.entry.game_cog import make
from bot.show.discord_py.needed_permissions import invitation
from bot.show.draw.pages import server_panel
from bot.show.draw.parts import frame
from cogs.moderators import Moderators
from cogs.settings import PersonSettings
from cogs.tables import Tables
from games import GAMES
from tests.starter.face import LowDieFace

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_game_in_the_readme_goes_as_it_says() -> None:
    """A newcomer who types it in would otherwise see something else."""
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0


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
    frame.MY_DATA.verb: "settings",
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
    assert "Every button on a board or a hand is also a slash command" in " ".join(README.split())


@pytest.mark.parametrize("name", GAMES)
def test_every_game_on_offer_is_in_the_readme(name: str) -> None:
    """The table of games would otherwise leave one out, or get its players wrong."""
    rules = GAMES[name]
    row = next((line for line in README.splitlines() if f"`/{name}`" in line and "|" in line), "")
    assert rules.title in row, f"the README's table has no row for {rules.title}, `/{name}`"
    assert f"{rules.seats.start} to {rules.seats.stop - 1}" in row
    is_low_die = import_module(f"cogs.{name}").FACE.pitch == LowDieFace.pitch
    assert is_low_die or LowDieFace.pitch not in row, (
        f"the README's row of {rules.title} still describes Low Die: write what your game is"
    )


def test_the_invitation_is_the_one_that_is_printed() -> None:
    """A bot invited with fewer rights would refuse to open a table; with more, be distrusted."""
    found = re.search(r"https://discord.com/oauth2/authorize\S+permissions=\d+", README)
    assert found is not None
    assert found[0].replace("YOUR_ID", "7") == invitation(7)


def test_every_picture_of_the_readme_is_there():
    shown = re.findall(r'src="([^"]+)"', README)
    assert len(shown) >= 6
    assert [name for name in shown if not (ROOT / name).is_file()] == []


def test_the_readme_is_short() -> None:
    """A visitor decides within a minute; the manual is in docs/."""
    assert len(README.splitlines()) <= 110
