import json

import pytest
from discord_playground.world import people_shapes
from discord_playground.world.world import World

from playground.tests.quiet import named

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
OPTIONAL = ("avatar", "avatar_decoration_data", "clan", "collectibles", "display_name_styles")


@pytest.fixture
def crowd() -> World:
    """Return a world with enough people that each look is worn."""
    return World(NAMES, lambda: None)


def test_only_the_bots_user_has_the_bot_flag(world: World):
    bot = people_shapes.user(world, world.bot_id)
    ann = people_shapes.user(world, named(world, "Ann").id)
    assert (bot["bot"], bot["username"], bot["global_name"]) == (True, "Bot", None)
    assert "bot" not in ann
    assert (ann["username"], ann["global_name"], ann["discriminator"]) == ("ann", "Ann", "0")


@pytest.mark.parametrize("key", OPTIONAL)
def test_each_optional_field_is_set_for_some_and_null_for_others(crowd: World, key: str):
    found = [people_shapes.user(crowd, who)[key] for who in crowd.people]
    assert None in found
    assert any(found)


def test_everybodys_fields_are_their_own(crowd: World):
    users = [people_shapes.user(crowd, who) for who in crowd.people]
    avatars = [user["avatar"] for user in users if user["avatar"]]
    assert len(set(avatars)) == len(avatars)
    for user in users:
        assert user["clan"] == user["primary_guild"]
        assert people_shapes.user(crowd, user["id"]) == user
    assert people_shapes.user(crowd, crowd.bot_id)["avatar"] is None


def test_a_server_tag_can_be_shown_and_hidden(crowd: World):
    tags = [people_shapes.user(crowd, who)["primary_guild"] for who in crowd.people]
    there = [tag for tag in tags if tag is not None]
    assert {tag["identity_enabled"] for tag in there} == {True, False}
    for tag in there:
        assert (tag["identity_guild_id"] is None) == (tag["tag"] is None)
        assert len(tag["tag"] or "") <= 4


def test_the_nickname_is_the_members_and_the_display_name_the_users(world: World):
    ben = named(world, "Ben")
    ben.shown, ben.nick = "Benny", "Captain"
    member = people_shapes.member(world, ben.id)
    assert (member["nick"], member["user"]["global_name"]) == ("Captain", "Benny")
    assert member["user"]["username"] == "ben"


def test_a_member_object_has_the_fields_of_its_place(world: World):
    ben = named(world, "Ben").id
    in_message = people_shapes.message_member(world, ben).keys()
    assert not in_message & {"user", "permissions", "collectibles"}
    pressing = people_shapes.interaction_member(world, ben, 8)
    assert pressing.keys() - in_message == {
        "user",
        "permissions",
        "collectibles",
        "display_name_styles",
        "unusual_dm_activity_until",
    }
    assert pressing["permissions"] == "8"
    resolved = people_shapes.resolved_member(world, ben, 8)
    assert pressing.keys() - resolved.keys() == {"user", "deaf", "mute"}


def test_a_deleted_account_has_no_name_and_no_picture(world: World):
    ann = named(world, "Ann")
    assert people_shapes.user(world, ann.id)["avatar"]
    ann.gone, ann.shown = "deleted", "Annie"
    made = people_shapes.user(world, ann.id)
    assert made["id"] == ann.id
    assert made["username"] == f"deleted_user_{ann.id[-6:]}"
    assert "ann" not in json.dumps(made).lower()
    assert [made[key] for key in OPTIONAL] == [None] * len(OPTIONAL)


def test_a_fetched_user_has_more_fields_and_oneself_the_most(world: World):
    plain, fetched, me = (
        shape(world, world.bot_id).keys()
        for shape in (people_shapes.user, people_shapes.fetched_user, people_shapes.me)
    )
    assert fetched - plain == {"banner", "accent_color", "banner_color"}
    assert me > fetched
    assert people_shapes.ready_user(world).keys() < me
