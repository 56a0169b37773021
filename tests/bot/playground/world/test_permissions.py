"""What the bot may do where, and what people may; numbers and errors are Discord's."""

import discord
import pytest

from bot.playground.checks.discord_errors import Refused
from bot.playground.world import permissions
from bot.playground.world.permissions import ALL, BITS, IN_DM, USUAL
from bot.playground.world.world import PRIVATE_THREAD, Channel, Role, World
from tests.bot.playground.quiet import named, place, thread_in


def refusal(world: World, channel: Channel, *names: str) -> int | None:
    """The code with which something is refused there."""
    refused = permissions.missing(world, channel, *names)
    return refused.code if refused else None


@pytest.mark.parametrize("name", BITS)
def test_the_bits_are_those_that_clients_know(name: str) -> None:
    assert discord.Permissions(**{name: True}).value == BITS[name]


def test_what_moderators_do_is_not_usual() -> None:
    not_usual = {"manage_messages", "manage_threads", "mention_everyone"}
    assert {name for name, bit in BITS.items() if not USUAL & bit} == not_usual
    assert ALL & USUAL == USUAL


def test_one_thing_withdrawn_is_50013_there_and_nowhere_else(world: World) -> None:
    games, parlor = place(world), place(world, "parlor")
    games.overrides["attach_files"] = False
    assert refusal(world, games, "send_messages") is None
    assert refusal(world, games, "send_messages", "attach_files") == 50013
    assert refusal(world, parlor, "attach_files") is None
    with pytest.raises(Refused) as refused:
        permissions.require(world, games, "attach_files")
    assert (refused.value.status, refused.value.code) == (403, 50013)
    games.overrides["attach_files"] = True
    permissions.require(world, games, "attach_files")


def test_who_does_not_see_a_channel_can_do_nothing_in_it_and_is_told_50001(world: World) -> None:
    games = place(world)
    games.overrides |= {"view_channel": False, "manage_messages": True}
    assert permissions.of_bot(world, games) == 0
    assert refusal(world, games) == 50001
    assert refusal(world, games, "manage_messages") == 50001


def test_thrown_out_the_bot_sees_no_channel_but_its_direct_messages(world: World) -> None:
    there, _ = world.dm(world.bot_id, named(world, "Ann").id)
    world.bot_in_guild = False
    assert refusal(world, place(world)) == 50001
    assert permissions.of_bot(world, there) == IN_DM


def test_direct_messages_of_others_are_none_of_the_bots(world: World) -> None:
    theirs, _ = world.dm(named(world, "Ann").id, named(world, "Ben").id)
    assert permissions.of_bot(world, theirs) == 0
    assert refusal(world, theirs, "send_messages") == 50001


def test_a_thread_goes_by_its_channel_unless_it_says_otherwise(world: World) -> None:
    games = place(world)
    games.overrides |= {"send_messages_in_threads": False, "attach_files": False}
    inside = thread_in(world, games)
    assert refusal(world, inside, "send_messages_in_threads") == 50013
    inside.overrides["attach_files"] = True
    assert refusal(world, inside, "attach_files") is None
    assert refusal(world, games, "attach_files") == 50013  # it does not reach upwards
    games.overrides["view_channel"] = False
    assert refusal(world, inside) == 50001


def test_into_a_private_thread_the_bot_looks_as_a_member_or_a_manager(world: World) -> None:
    games = place(world)
    hush = thread_in(world, games, PRIVATE_THREAD)
    assert refusal(world, hush) == 50001
    assert permissions.granted(world, hush) == USUAL  # what `app_permissions` says all the same
    games.overrides["manage_threads"] = True
    assert refusal(world, hush) is None
    games.overrides.clear()
    hush.members.append(world.bot_id)
    assert refusal(world, hush) is None


def test_what_was_given_and_withdrawn_is_written_as_discord_does(world: World) -> None:
    games = place(world)
    assert permissions.overwrites(world, games) == []
    games.overrides |= {"send_messages": False, "embed_links": False, "manage_messages": True}
    deny = BITS["send_messages"] | BITS["embed_links"]
    ours = {"id": world.bot_id, "type": 1, "allow": str(BITS["manage_messages"])}
    assert permissions.overwrites(world, games) == [ours | {"deny": str(deny)}]


def test_a_channel_of_a_role_is_closed_to_everyone_and_open_to_role_and_bot(world: World) -> None:
    games, seen = place(world), str(BITS["view_channel"])
    games.role = "7"
    assert permissions.overwrites(world, games) == [
        {"id": world.guild_id, "type": 0, "allow": "0", "deny": seen},
        {"id": "7", "type": 0, "allow": seen, "deny": "0"},
        {"id": world.bot_id, "type": 1, "allow": seen, "deny": "0"},
    ]
    games.overrides["view_channel"] = False  # then it is closed to the bot as well
    *_, ours = permissions.overwrites(world, games)
    assert (ours["allow"], ours["deny"]) == ("0", seen)


def test_the_owner_may_everything_and_others_what_their_roles_add(world: World) -> None:
    ann, ben = named(world, "Ann"), named(world, "Ben")
    world.roles["7"] = Role("7", "warden", BITS["manage_messages"])
    ann.roles, ben.roles = [], ["7", "8"]  # a role that is gone adds nothing
    assert permissions.of_person(world, ann.id) == ALL
    assert permissions.of_person(world, ben.id) == USUAL | BITS["manage_messages"]
    assert permissions.of_person(world, named(world, "Cat").id) == USUAL


def test_who_has_gone_may_nothing(world: World) -> None:
    ben = named(world, "Ben")
    ben.gone = "left"
    assert permissions.of_person(world, ben.id) == 0
