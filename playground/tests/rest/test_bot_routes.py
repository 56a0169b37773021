from playground.tests.callers import Bot, Person, command, option


async def test_the_list_of_servers_has_owner_and_permissions(bot: Bot):
    (one,) = (await bot("GET", "/users/@me/guilds")).body
    assert one["owner"] is False
    assert int(one["permissions"]) & 1 << 11
    assert one["id"] == bot.play.world.guild_id


async def test_the_list_of_default_sounds_is_empty(bot: Bot):
    assert (await bot("GET", "/soundboard-default-sounds")).body == []


async def test_the_list_of_servers_can_be_paged_to_its_end(bot: Bot):
    path, own = "/users/@me/guilds", int(bot.play.world.guild_id)
    assert (await bot("GET", f"{path}?after={own}")).body == []
    assert (await bot("GET", f"{path}?before={own}")).body == []
    assert len((await bot("GET", f"{path}?after={own - 1}&before={own + 1}&limit=1")).body) == 1
    assert (await bot("GET", f"{path}?after=first")).complaint("after")
    assert (await bot("GET", f"{path}?limit=201")).complaint("limit")


async def test_commands_can_be_registered_one_by_one_and_per_server(bot: Bot):
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


async def test_the_bot_can_read_its_user_application_and_gateway(bot: Bot):
    world = bot.play.world
    me = (await bot("GET", "/users/@me")).body
    assert (me["id"], me["bot"]) == (world.bot_id, True)
    for path in ("/oauth2/applications/@me", "/applications/@me"):
        own = (await bot("GET", path)).body
        assert (own["id"], own["bot"]["id"]) == (world.bot_id, world.bot_id)
    gateway = (await bot("GET", "/gateway/bot")).body
    assert (gateway["url"], gateway["shards"]) == (bot.play.gateway, 1)


async def test_the_remaining_identifies_are_reported(bot: Bot):
    counted = bot.play.stage.gateway.identifies
    counted.on = True
    counted.spend()
    limit = (await bot("GET", "/gateway/bot")).body["session_start_limit"]
    assert (limit["total"], limit["remaining"]) == (1000, counted.remaining)
    assert limit["remaining"] < 1000
    assert 0 < limit["reset_after"] <= 86_400_000


async def test_the_server_is_read_with_channels_and_roles(bot: Bot, ann: Person, games: str):
    path = f"/guilds/{bot.play.world.guild_id}"
    plain = (await bot("GET", path)).body
    assert (plain["owner_id"], "approximate_member_count" in plain) == (ann.id, False)
    counted = (await bot("GET", f"{path}?with_counts=true")).body
    assert counted["approximate_member_count"] == len(bot.play.world.people) + 1
    thread = {"name": "t", "type": 11}
    made = (await bot("POST", f"/channels/{games}/threads", thread)).body
    listed = [item["id"] for item in (await bot("GET", f"{path}/channels")).body]
    assert games in listed
    assert made["id"] not in listed, "threads are asked for by themselves"
    roles = (await bot("GET", f"{path}/roles")).body
    assert {bot.play.world.guild_id, bot.play.world.role_id} <= {role["id"] for role in roles}


async def test_users_and_members_can_be_read(bot: Bot, ann: Person):
    world = bot.play.world
    path = f"/guilds/{world.guild_id}/members"
    assert (await bot("GET", f"{path}/{ann.id}")).body["user"]["id"] == ann.id
    assert (await bot("GET", f"{path}/{world.bot_id}")).body["user"]["bot"] is True
    assert (await bot("GET", f"{path}/1")).code == 10007
    assert (await bot("GET", f"/users/{ann.id}")).body["global_name"] == "Ann"
    assert (await bot("GET", "/users/1")).code == 10013


async def test_an_unknown_server_is_10004_and_one_without_the_bot_50001(bot: Bot, ann: Person):
    own, other = f"/guilds/{bot.play.world.guild_id}", "/guilds/1"
    ways = ("", "/channels", "/roles", f"/members/{ann.id}")
    for way in ways:
        answer = await bot("GET", other + way)
        assert (answer.status, answer.code) == (404, 10004), way
    await bot("POST", "/playground/guild", {"bot": False})
    for way in ways:
        answer = await bot("GET", own + way)
        assert (answer.status, answer.code) == (403, 50001), way
    assert (await bot("GET", "/users/@me/guilds")).body == []


async def test_an_invalid_command_change_changes_nothing(bot: Bot):
    path = f"/applications/{bot.play.world.bot_id}/commands"
    made = (await bot("POST", path, command("a", option("o")))).body
    own = f"{path}/{made['id']}"
    assert (await bot("PATCH", own, {"description": "x" * 101})).code == 50035
    assert (await bot("PUT", path, [command("b"), command("C")])).code == 50035
    assert (await bot("GET", path)).body == [made]
    kept = (await bot("PATCH", own, {"description": "New"})).body
    assert (kept["id"], kept["options"]) == (made["id"], made["options"])
    for method, body in (("GET", None), ("PATCH", {"description": "x"}), ("DELETE", None)):
        assert (await bot(method, f"{path}/1", body)).code == 10063
