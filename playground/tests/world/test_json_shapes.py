import json
from collections.abc import Iterator
from typing import Any

import pytest
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.permissions import ALL, BITS, USUAL
from discord_playground.world.world import FORUM, PRIVATE_THREAD, Channel, Role, World

from playground.tests.callers import Json
from playground.tests.quiet import named, note, place, thread_in

NUMBERS = ("font_id", "effect_id")  # of a name's style


@pytest.fixture
def full(world: World) -> World:
    """Return a world with one of everything."""
    games, ben = place(world), named(world, "Ben")
    world.roles["7"] = Role("7", "warden", BITS["manage_messages"])
    ben.roles, games.role = ["7"], "7"
    world.add_channel(Channel(world.snowflake(), FORUM, "tables"))
    thread_in(world, place(world, "tables"))
    thread_in(world, games, PRIVATE_THREAD, members=[world.bot_id, ben.id])
    world.dm(ben.id, world.bot_id)
    named(world, "Cat").gone = "deleted"
    return world


def everything(world: World) -> Iterator[Json]:
    """Yield every shape for all people and channels."""
    everybody = [world.bot_id, *world.people]
    for who in everybody:
        yield people_shapes.me(world, who)
        yield people_shapes.member(world, who)
        yield json_shapes.partial_guild(world, who)
    for channel in world.channels.values():
        yield json_shapes.channel(world, channel)
        yield json_shapes.thread_member(world, channel, world.bot_id, with_member=True)
        yield from (
            json_shapes.partial_channel(world, channel, who) for who in world.people.values()
        )
    yield json_shapes.guild_create(world, members=everybody)
    yield json_shapes.application(world)
    yield json_shapes.ready(world, "session", "ws://x", guilds=[world.guild_id])
    yield from (json_shapes.person_ready(world, who, "session", "ws://x") for who in world.people)


def keys(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield all keys of a shape with their values, nested ones too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def test_ids_and_permissions_are_written_as_text(full: World):
    for made in everything(full):
        assert json.loads(json.dumps(made)) == made
        for key, value in keys(made):
            if key == "id" or (key.endswith("_id") and key not in NUMBERS):
                assert value is None or (isinstance(value, str) and value), (key, value)
            if key in ("permissions", "allow", "deny"):
                assert isinstance(value, str), (key, value)
                assert value.isdigit(), (key, value)


def test_the_bot_has_its_managed_role(world: World):
    everyone, own = json_shapes.roles(world)
    assert (everyone["id"], everyone["name"]) == (world.guild_id, "@everyone")
    assert everyone["permissions"] == str(USUAL)
    assert own["managed"]
    assert own["tags"] == {"bot_id": world.bot_id}
    assert people_shapes.member(world, world.bot_id)["roles"] == [own["id"]]
    world.roles["7"] = Role("7", "warden", BITS["manage_messages"])
    *_, warden = json_shapes.roles(world)
    assert (warden["id"], warden["managed"], warden["position"]) == ("7", False, 2)
    assert warden["permissions"] == str(BITS["manage_messages"])


def test_a_dm_lists_the_other_person(world: World):
    ann = named(world, "Ann").id
    there, _ = world.dm(ann, world.bot_id)
    assert [recipient["id"] for recipient in json_shapes.channel(world, there)["recipients"]] == [
        ann
    ]
    hers = json_shapes.channel(world, there, seen_by=ann)
    assert [recipient["id"] for recipient in hers["recipients"]] == [world.bot_id]
    assert not {"guild_id", "name", "permission_overwrites"} & hers.keys()


def test_threads_and_channels_have_their_own_fields(full: World):
    games, tables = place(full), place(full, "tables")
    post, hush = full.threads()
    for channel in (games, tables):
        made = json_shapes.channel(full, channel)
        assert made["permission_overwrites"] == permissions.overwrites(full, channel)
        assert "thread_metadata" not in made
    assert json_shapes.channel(full, tables)["available_tags"] == []
    hush.archived, hush.auto_archive = True, 10080
    made = json_shapes.channel(full, hush)
    assert made["parent_id"] == games.id
    assert made["thread_metadata"]["archived"]
    assert made["thread_metadata"]["auto_archive_duration"] == 10080
    assert made["thread_metadata"]["invitable"]  # only private threads have this field
    assert made["member_count"] == 2
    assert "invitable" not in json_shapes.channel(full, post)["thread_metadata"]
    assert "applied_tags" in json_shapes.channel(full, post)  # only forum posts have this field
    assert "applied_tags" not in made
    assert "permission_overwrites" not in made


def test_a_thread_has_its_message_count(world: World):
    inside = thread_in(world, place(world))
    assert json_shapes.channel(world, inside)["message_count"] == 0
    said = note(world, inside, world.bot_id)
    made = json_shapes.channel(world, inside)
    assert (made["message_count"], made["last_message_id"]) == (1, said.id)


def test_a_deleted_channel_can_still_be_serialized(full: World):
    (post, *_) = full.threads()
    gone = full.remove_channel(place(full, "tables"))
    assert [json_shapes.channel(full, channel)["id"] for channel in gone] == [gone[0].id, post.id]


def test_an_interactions_channel_has_the_persons_permissions(full: World):
    games, ann, ben = place(full), named(full, "Ann"), named(full, "Ben")
    hers, his = (json_shapes.partial_channel(full, games, who) for who in (ann, ben))
    assert hers["permissions"] == str(ALL)
    assert his["permissions"] == str(USUAL | BITS["manage_messages"])
    assert "permission_overwrites" not in his
    there, _ = full.dm(ann.id, full.bot_id)
    hers = json_shapes.partial_channel(full, there, ann)
    assert "permissions" not in hers
    assert hers["recipient_flags"] == 0


def test_an_interactions_channel_is_whole_even_if_the_bot_cant_view_it(full: World):
    games = place(full)
    games.overrides["view_channel"] = False
    ben = named(full, "Ben")
    held = str(permissions.of_person(full, ben.id))
    made = json_shapes.partial_channel(full, games, ben)
    assert (made["name"], made["flags"], made["permissions"]) == ("games", 0, held)
    games.role = "none"
    assert json_shapes.partial_channel(full, games, ben)["permissions"] == "0", "Ben can't see it"


def test_an_interactions_thread_has_the_person_as_its_member(full: World):
    post, hush = full.threads()
    ann, ben = named(full, "Ann"), named(full, "Ben")
    his = json_shapes.partial_channel(full, hush, ben)
    assert his["member"]["user_id"] == ben.id
    assert (his["member"]["muted"], his["member"]["mute_config"]) == (False, None)
    assert his["member_ids_preview"] == [full.bot_id, ben.id]
    assert "member" not in json_shapes.partial_channel(full, post, ann)


def test_a_thread_has_the_bot_as_its_member_if_it_has_joined(full: World):
    post, hush = full.threads()
    assert json_shapes.channel(full, hush)["member"]["user_id"] == full.bot_id
    assert "member" not in json_shapes.channel(full, post)


def test_a_removed_thread_has_four_fields_and_a_removed_channel_all(full: World):
    post, games = next(full.threads()), place(full)
    gone = json_shapes.removed_channel(full, post)
    assert gone == {
        "id": post.id,
        "guild_id": full.guild_id,
        "parent_id": post.parent,
        "type": post.kind,
    }
    assert json_shapes.removed_channel(full, games) == json_shapes.channel(full, games)


def names(made: Json, what: str) -> list[str]:
    return [item["name"] for item in made[what]]


def test_the_bots_guild_create_has_all_channels_and_visible_threads(full: World):
    games = place(full)
    hush = thread_in(full, games, PRIVATE_THREAD, members=[named(full, "Ann").id])
    hush.name = "Hush"
    done = thread_in(full, games, archived=True)
    made = json_shapes.guild_create(full, members=[])
    assert names(made, "channels") == ["games", "parlor", "tables"]
    assert names(made, "threads") == ["Table 1", "Table 1"]
    assert done.id not in [thread["id"] for thread in made["threads"]]
    hush.members.append(full.bot_id)
    assert "Hush" in names(json_shapes.guild_create(full, members=[]), "threads")


def test_a_persons_ready_has_visible_channels_and_own_dms(full: World):
    ann, ben = named(full, "Ann"), named(full, "Ben")
    eve = full.add_person("Eve")
    told = {
        who.name: json_shapes.person_ready(full, who.id, "session", "ws://x")
        for who in (ann, ben, eve)
    }
    guilds = {name: made["guilds"][0] for name, made in told.items()}
    assert names(guilds["Ann"], "channels") == ["games", "parlor", "tables"]
    assert names(guilds["Eve"], "channels") == ["parlor", "tables"]  # a role limits #games
    assert len(guilds["Ben"]["threads"]) == 2
    assert len(guilds["Eve"]["threads"]) == 1
    assert [len(made["private_channels"]) for made in told.values()] == [0, 1, 0]
    (there,) = told["Ben"]["private_channels"]
    assert [recipient["id"] for recipient in there["recipients"]] == [full.bot_id]


def test_a_person_who_left_keeps_only_their_dms(full: World):
    ben = named(full, "Ben")
    ben.gone = "left"
    made = json_shapes.person_ready(full, ben.id, "session", "ws://x")
    assert made["guilds"] == []
    assert len(made["private_channels"]) == 1


def test_the_member_count_includes_the_bot_while_it_is_a_member(full: World):
    made = json_shapes.guild_create(full, members=[full.bot_id])
    assert made["member_count"] == 3
    assert [member["user"]["id"] for member in made["members"]] == [
        full.bot_id
    ]  # as many as requested
    full.bot_in_guild = False
    ann = named(full, "Ann")
    (guild,) = json_shapes.person_ready(full, ann.id, "session", "ws://x")["guilds"]
    assert guild["member_count"] == 2
    assert [member["user"]["username"] for member in guild["members"]] == ["ann", "ben"]


def test_a_partial_guild_has_owner_and_permissions(world: World):
    ann, ben = named(world, "Ann").id, named(world, "Ben").id
    held = {who: json_shapes.partial_guild(world, who) for who in (ann, ben, world.bot_id)}
    assert [item["owner"] for item in held.values()] == [True, False, False]
    assert [item["permissions"] for item in held.values()] == [str(ALL), str(USUAL), str(USUAL)]


def test_the_bots_ready_lists_its_server_as_unavailable(world: World):
    made = json_shapes.ready(world, "session", "ws://x", guilds=[world.guild_id])
    assert made["user"]["id"] == made["application"]["id"] == world.bot_id
    assert made["guilds"] == [{"id": world.guild_id, "unavailable": True}]
    assert (made["session_id"], made["resume_gateway_url"]) == ("session", "ws://x")
    assert json_shapes.ready(world, "session", "ws://x", guilds=[])["guilds"] == []
