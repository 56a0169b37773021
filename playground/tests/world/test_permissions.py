import discord
import pytest
from discord_playground.world import permissions
from discord_playground.world.discord_errors import Refused
from discord_playground.world.permissions import ALL, BITS, IN_DM, USUAL
from discord_playground.world.world import DM, PRIVATE_THREAD, Channel, Role, World

from playground.tests.quiet import named, place, thread_in


def refusal(world: World, channel: Channel, *names: str) -> int | None:
    """Return the error code of a permission check, or None."""
    refused = permissions.missing(world, channel, *names)
    return refused.code if refused else None


@pytest.mark.parametrize("name", BITS)
def test_the_permission_bits_are_discords(name: str):
    assert discord.Permissions(**{name: True}).value == BITS[name]


def test_moderator_permissions_are_not_among_the_usual_ones():
    not_usual = {"manage_guild", "manage_messages", "manage_threads", "mention_everyone"}
    assert {name for name, bit in BITS.items() if not USUAL & bit} == not_usual
    assert ALL & USUAL == USUAL


def test_a_withdrawn_permission_is_50013_in_that_channel_only(world: World):
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


def test_without_view_channel_every_permission_is_50001(world: World):
    games = place(world)
    games.overrides |= {"view_channel": False, "manage_messages": True}
    assert permissions.of_bot(world, games) == 0
    assert refusal(world, games) == 50001
    assert refusal(world, games, "manage_messages") == 50001


def test_a_removed_bot_sees_only_its_dms(world: World):
    there, _ = world.dm(world.bot_id, named(world, "Ann").id)
    world.bot_in_guild = False
    assert refusal(world, place(world)) == 50001
    assert permissions.of_bot(world, there) == IN_DM


def test_the_bot_has_no_permissions_in_other_peoples_dms(world: World):
    theirs, _ = world.dm(named(world, "Ann").id, named(world, "Ben").id)
    assert permissions.of_bot(world, theirs) == 0
    assert refusal(world, theirs, "send_messages") == 50001


def test_a_thread_inherits_its_channels_overrides(world: World):
    games = place(world)
    games.overrides |= {"send_messages_in_threads": False, "attach_files": False}
    inside = thread_in(world, games)
    assert refusal(world, inside, "send_messages_in_threads") == 50013
    inside.overrides["attach_files"] = True
    assert refusal(world, inside, "attach_files") is None
    assert refusal(world, games, "attach_files") == 50013  # not the channel
    games.overrides["view_channel"] = False
    assert refusal(world, inside) == 50001


def test_the_bot_sees_a_private_thread_as_member_or_thread_manager(world: World):
    games = place(world)
    hush = thread_in(world, games, PRIVATE_THREAD)
    assert refusal(world, hush) == 50001
    assert permissions.granted(world, hush) == USUAL  # `app_permissions` reports them anyway
    games.overrides["manage_threads"] = True
    assert refusal(world, hush) is None
    games.overrides.clear()
    hush.members.append(world.bot_id)
    assert refusal(world, hush) is None


def test_overwrites_are_written_as_discord_does(world: World):
    games = place(world)
    assert permissions.overwrites(world, games) == []
    games.overrides |= {"send_messages": False, "embed_links": False, "manage_messages": True}
    deny = BITS["send_messages"] | BITS["embed_links"]
    ours = {"id": world.bot_id, "type": 1, "allow": str(BITS["manage_messages"])}
    assert permissions.overwrites(world, games) == [ours | {"deny": str(deny)}]


def test_a_role_channels_overwrites_admit_the_role_and_the_bot(world: World):
    games, seen = place(world), str(BITS["view_channel"])
    games.role = "7"
    assert permissions.overwrites(world, games) == [
        {"id": world.guild_id, "type": 0, "allow": "0", "deny": seen},
        {"id": "7", "type": 0, "allow": seen, "deny": "0"},
        {"id": world.bot_id, "type": 1, "allow": seen, "deny": "0"},
    ]
    games.overrides["view_channel"] = False  # hidden from the bot too
    *_, ours = permissions.overwrites(world, games)
    assert (ours["allow"], ours["deny"]) == ("0", seen)


def test_the_owner_has_all_permissions_and_roles_add_to_the_usual_ones(world: World):
    ann, ben = named(world, "Ann"), named(world, "Ben")
    world.roles["7"] = Role("7", "warden", BITS["manage_messages"])
    ann.roles, ben.roles = [], ["7", "8"]  # a deleted role adds nothing
    assert permissions.of_person(world, ann.id) == ALL
    assert permissions.of_person(world, ben.id) == USUAL | BITS["manage_messages"]
    assert permissions.of_person(world, named(world, "Cat").id) == USUAL


def test_a_person_who_left_has_no_permissions(world: World):
    ben = named(world, "Ben")
    ben.gone = "left"
    assert permissions.of_person(world, ben.id) == 0


def test_a_dm_reports_neither_view_nor_send(world: World):
    dm = Channel("9", DM, members=["1", world.bot_id])
    said = permissions.reported(world, dm)
    assert [bit for bit in range(60) if said >> bit & 1] == [14, 15, 17, 18, 49]
    assert permissions.granted(world, dm) & permissions.BITS["send_messages"]
