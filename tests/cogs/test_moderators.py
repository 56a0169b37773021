"""Tests of the lists that `/server channels` and `/server games` change."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.show.discord_py.needed_permissions import IN_THREADS, NEEDED, WISHED
from cogs.moderators import Moderators, TableChannel, changed
from games.rules import Refusal

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("known", "change", "which", "after"),
    [
        ([], "add", 5, [5]),
        ([5], "add", 3, [5, 3]),
        ([5, 3], "remove", 5, [3]),
        ([5, 3], "all", None, []),
        ([], "all", 5, []),
    ],
)
def test_a_list_is_changed(known: list[int], change: Any, which: int | None, after: list[int]):
    assert changed(known, change, which, "channel") == after


@pytest.mark.parametrize(
    ("known", "change", "which", "why"),
    [
        ([], "add", None, "Choose the channel to add with the option `channel`."),
        ([5], "remove", None, "Choose the channel to remove"),
        ([5], "remove", 3, "That channel isn't in the list."),
        ([], "remove", 3, "That channel isn't in the list."),
        ([5], "remove", 5, "an empty list allows every channel"),
    ],
)
def test_a_change_that_means_nothing_or_everything_is_refused(
    known: list[int], change: Any, which: int | None, why: str
):
    with pytest.raises(Refusal, match=why.replace("?", r"\?")):
        changed(known, change, which, "channel")


def test_discord_shows_the_commands_to_people_who_manage_the_server_only():
    held = Moderators.group.default_permissions
    assert held == discord.Permissions(manage_guild=True)
    assert Moderators.group.guild_only


def test_the_guide_for_moderators_names_every_command():
    guide = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`/server ([a-z]+)`", guide))
    assert named == {command.name for command in Moderators.group.commands}
    permissions = {*NEEDED.values(), *IN_THREADS.values(), *WISHED.values()}
    wanted = {label.replace("View Channel", "View Channels") for label in permissions}
    assert all(f"*{label}*" in guide for label in wanted)


def test_only_channels_in_which_tables_can_stand_are_suggested():
    kinds = {kind.name for kind in TableChannel().channel_types}
    assert kinds == {"text", "news", "forum", "voice", "stage_voice"}
