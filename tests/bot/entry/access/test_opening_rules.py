"""Tests of the rules that moderators set for opening tables."""

from collections.abc import AsyncGenerator
from typing import Any

import discord
import pytest

from bot.entry.access.opening_rules import (
    check_channel,
    check_manages,
    check_opening,
    unseen_channels,
)
from db.servers.servers import Server as Settings
from games.rules import Refusal
from tests.bot.entry.arriving import THREAD, arrives
from tests.bot.entry.server import GUARD_ROLE, HALL, NOOK, STAFF, STAFF_ROLE, Server, server
from tests.bot.house import ANN, CHANNEL, GUILD
from tests.small.face import FACE

FACES: Any = {"small": FACE, "other": FACE}


@pytest.fixture
async def here() -> AsyncGenerator[Server]:
    async with server() as kept:
        yield kept


def why(asked: discord.Interaction[Any], settings: Settings, game: str = "small") -> str:
    """Return why a table may not be opened, or "" if it may."""
    try:
        check_opening(asked, settings, game, FACES)
    except Refusal as refusal:
        return str(refusal)
    return ""


def test_without_settings_everybody_opens_everything_everywhere():
    assert why(arrives(ANN), Settings()) == ""


def test_the_refusal_names_the_channels_that_the_asker_sees(here: Server):
    asked = here.arrives(ANN, channel=CHANNEL)
    assert why(asked, Settings(channels=(HALL,))) == f"On this server, open tables in <#{HALL}>."
    both = Settings(channels=(HALL, STAFF))
    assert why(asked, both) == f"On this server, open tables in <#{HALL}>.", "STAFF is not for Ann"
    said = why(asked, Settings(channels=(STAFF, 12345)))
    assert said == "The moderators don't want tables in this channel."
    staff = here.arrives(ANN, channel=CHANNEL, roles=(STAFF_ROLE,))
    assert f"<#{STAFF}>" in why(staff, both)
    assert why(here.arrives(ANN, channel=HALL), both) == ""


def test_deleted_channels_and_roles_are_said_to_be_gone(here: Server):
    asked = here.arrives(ANN, channel=CHANNEL)
    assert "are gone. Somebody who manages" in why(asked, Settings(channels=(12345,)))
    assert "The role that opens tables here is gone." in why(asked, Settings(opener_role=12345))


def test_nobody_is_sent_to_a_channel_that_is_hidden_from_the_bot(here: Server):
    here.hide(HALL)
    asked = here.arrives(ANN, channel=CHANNEL, roles=(STAFF_ROLE,))
    assert unseen_channels(asked, Settings(channels=(HALL, STAFF, 12345))) == [HALL]
    said = "The channels that were chosen for tables are gone, or I can't see them any more. "
    for chosen in ((HALL,), (HALL, 12345)):
        assert why(asked, Settings(channels=chosen)).startswith(said)
    assert why(asked, Settings(channels=(HALL, STAFF))).endswith(f"open tables in <#{STAFF}>.")
    outside = here.arrives(ANN, channel=CHANNEL)
    assert "don't want tables" in why(outside, Settings(channels=(HALL, STAFF)))
    assert why(here.arrives(ANN, channel=HALL), Settings(channels=(HALL,))) == ""


def test_a_thread_counts_as_its_parent(here: Server):
    asked = here.arrives(ANN, channel=NOOK, kind=THREAD)  # a thread of STAFF
    check_channel(asked, Settings(channels=(STAFF,)))
    with pytest.raises(Refusal):
        check_channel(asked, Settings(channels=(CHANNEL,)))


def test_a_game_that_is_switched_off_is_not_opened():
    said = why(arrives(ANN), Settings(games=("other",)))
    assert said.startswith("The moderators have switched off Hidden Coins on this server.")
    assert said.endswith("You can play Hidden Coins."), "which is the title of both here"
    assert why(arrives(ANN), Settings(games=("small",))) == ""
    gone = why(arrives(ANN), Settings(games=("gone",)))
    assert gone.endswith("You can play none of mine.")


def test_only_the_chosen_role_opens_tables(here: Server):
    settings = Settings(opener_role=STAFF_ROLE)
    guard = here.arrives(ANN, channel=CHANNEL, roles=(GUARD_ROLE,))
    assert f"only <@&{STAFF_ROLE}> can open a table" in why(guard, settings)
    staff = here.arrives(ANN, channel=CHANNEL, roles=(GUARD_ROLE, STAFF_ROLE))
    assert why(staff, settings) == ""


def test_only_people_who_manage_the_server_may_change_it():
    manager = discord.Permissions(manage_guild=True)
    assert check_manages(arrives(ANN, permissions=manager)) == GUILD
    guard = discord.Permissions(manage_messages=True, manage_channels=True)
    for asked in (arrives(ANN, permissions=guard), arrives(ANN, guild=None)):
        with pytest.raises(Refusal):
            check_manages(asked)
