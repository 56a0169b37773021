"""What Discord has and the playground has not is refused: dropped, it would seem to work."""

import pytest

from tests.bot.playground.callers import EPHEMERAL, Bot, Json, Person, command

POLL: Json = {"question": {"text": "?"}, "answers": [{"poll_media": {"text": "yes"}}]}
FORWARD: Json = {"type": 1, "message_id": "1", "channel_id": "1"}


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"poll": POLL}, ["poll"]),
        ({"sticker_ids": ["1"]}, ["sticker_ids"]),
        ({"message_reference": FORWARD}, ["message_reference", "type"]),
        ({"flags": 1 << 13}, ["flags"]),  # a voice message
        ({"flags": EPHEMERAL}, ["flags"]),  # only an answer can be for one alone
        ({"flags": 1 << 30}, ["flags"]),
    ],
    ids=str,
)
async def test_it_is_refused_and_nothing_is_written(
    bot: Bot, ann: Person, games: str, more: Json, place: list[str]
) -> None:
    path = f"/channels/{games}/messages"
    refused = await bot("POST", path, {"content": "x", **more})
    assert (refused.status, refused.code) == (400, 50035)
    assert refused.complaint(*place)
    if "flags" not in more:
        await bot.register(command())
        await ann.slash("hello", games)
        one = await bot.line.until("INTERACTION_CREATE")
        refused = await bot.answer(one, 4, {"content": "x", **more})
        assert refused.complaint("data", *place)
        assert (await bot.answer(one, 4, {"content": "x"})).status == 200
        assert (await bot.say(one, {"content": "x", **more})).complaint(*place)


async def test_an_edit_sets_what_can_be_set_later(bot: Bot, games: str) -> None:
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    assert (await bot("PATCH", path, {"flags": 1 << 12})).complaint("flags")
    assert (await bot("PATCH", path, {"poll": POLL})).complaint("poll")
    assert (await bot("PATCH", path, {"flags": 1 << 2})).body["flags"] == 1 << 2
    assert (await bot("PATCH", path, {"content": "y"})).body["flags"] == 1 << 2
    assert (await bot("PATCH", path, {"flags": 0})).body["flags"] == 0


async def test_what_fills_a_deferral_may_be_marked_for_one_alone_in_vain(
    bot: Bot, ann: Person, games: str
) -> None:
    """Whom it is for was said when it was deferred; clients mark what follows all the same."""
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 5)
    assert (await bot.say(one, {"content": "x", "flags": EPHEMERAL})).body["flags"] == 0


async def test_my_servers_say_whose_they_are_and_what_i_may_there(bot: Bot) -> None:
    """discord.js, hikari and others cannot read the list without."""
    (one,) = (await bot("GET", "/users/@me/guilds")).body
    assert one["owner"] is False
    assert int(one["permissions"]) & 1 << 11
    assert one["id"] == bot.play.world.guild_id


async def test_there_are_no_sounds_and_who_asks_is_told_so(bot: Bot) -> None:
    """py-cord is never ready if it cannot ask."""
    assert (await bot("GET", "/soundboard-default-sounds")).body == []


async def test_the_list_of_my_servers_ends(bot: Bot) -> None:
    """hikari asks for the servers after the last one until there are none, and asked for ever."""
    path, own = "/users/@me/guilds", int(bot.play.world.guild_id)
    assert (await bot("GET", f"{path}?after={own}")).body == []
    assert (await bot("GET", f"{path}?before={own}")).body == []
    assert len((await bot("GET", f"{path}?after={own - 1}&before={own + 1}&limit=1")).body) == 1
    assert (await bot("GET", f"{path}?after=first")).complaint("after")
    assert (await bot("GET", f"{path}?limit=201")).complaint("limit")
