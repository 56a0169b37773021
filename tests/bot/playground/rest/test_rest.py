"""What Discord has and the playground has not is refused: dropped, it would seem to work."""

import pytest

from tests.bot.playground.callers import EPHEMERAL, Bot, Json, Person, command


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


async def test_commands_are_also_registered_one_by_one_and_in_the_server(bot: Bot) -> None:
    path = f"/applications/{bot.play.world.bot_id}/commands"
    made = await bot("POST", path, command("a"))
    assert made.status == 201
    assert (await bot("POST", path, command("a"))).status == 200
    own = f"{path}/{made.body['id']}"
    assert (await bot("PATCH", own, {"description": "New"})).body["description"] == "New"
    assert (await bot("DELETE", own)).status == 204
    assert not bot.play.world.commands
    there = path.replace("/commands", f"/guilds/{bot.play.world.guild_id}/commands")
    assert (await bot("PUT", there, [command("b")])).body[0]["guild_id"]
    assert (await bot("PUT", there.replace(bot.play.world.guild_id, "1"), [])).code == 10004
    other = path.replace(bot.play.world.bot_id, "1")
    assert (await bot("PUT", other, [])).status == 403
