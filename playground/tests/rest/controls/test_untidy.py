from pathlib import Path

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.gateway.close_codes import MEMBERS

from playground.tests.callers import (
    INTENTS,
    Answer,
    Bot,
    Json,
    Person,
    button,
    command,
    panel,
    row,
    text,
)

BANS = 1 << 2


async def control(caller: Bot, path: str, **body: object) -> Answer:
    answer = await caller("POST", f"/playground{path}", body)
    assert answer.status in (200, 204), answer.body
    return answer


@pytest.fixture
async def watchful(play: Playground, session: aiohttp.ClientSession) -> Bot:
    """Return a bot with the members intent, which the real bot lacks."""
    play.stage.gateway.privileged = MEMBERS
    made = Bot(play, session, f"Bot {play.bot_token}")
    return await made.identify(intents=INTENTS | MEMBERS | BANS)


@pytest.mark.parametrize(("how", "code"), [("left", 50278), ("banned", 50278), ("deleted", 50007)])
async def test_a_person_who_left_is_no_member_and_gets_no_dms(
    bot: Bot, ann: Person, ben: Person, games: str, how: str, code: int
):
    guild = bot.play.world.guild_id
    there = (await bot("POST", "/users/@me/channels", {"recipient_id": ben.id})).body
    message = (await bot("POST", f"/channels/{games}/messages", panel(row(button())))).body
    await control(bot, "/people/Ben", gone=how)
    assert (await bot("GET", f"/guilds/{guild}/members/{ben.id}")).code == 10007
    refused = await bot("POST", f"/channels/{there['id']}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (403, code)
    assert (await ben.press(message, "go")).status in (401, 403)
    assert (await ben("GET", f"/channels/{games}/messages")).status in (401, 403)
    assert (await ann.line.until("GUILD_MEMBER_REMOVE"))["user"]["id"] == ben.id
    assert (await ben.line.until("GUILD_DELETE"))["id"] == guild
    found = await bot("GET", f"/users/{ben.id}")
    assert found.code == 10013 if how == "deleted" else found.status == 200
    opened = await bot("POST", "/users/@me/channels", {"recipient_id": ben.id})
    assert opened.code == 10013 if how == "deleted" else opened.status == 200
    await bot.line.quiet("GUILD_MEMBER_REMOVE", "GUILD_BAN_ADD")  # no event tells it
    await control(bot, "/people/Ben", gone="")
    assert (await bot("GET", f"/guilds/{guild}/members/{ben.id}")).status == 200
    assert (await bot("POST", f"/channels/{there['id']}/messages", {"content": "x"})).status == 200
    assert (await ben.press(message, "go")).status == 204


async def test_the_members_intent_reports_people_who_leave(watchful: Bot, ben: Person):
    await control(watchful, "/people/Ben", gone="banned")
    assert (await watchful.line.until("GUILD_MEMBER_REMOVE"))["user"]["id"] == ben.id
    assert (await watchful.line.until("GUILD_BAN_ADD"))["user"]["id"] == ben.id
    await control(watchful, "/people/Ben", gone="")
    assert (await watchful.line.until("GUILD_MEMBER_ADD"))["user"]["id"] == ben.id


async def test_the_owner_cannot_leave_and_unknown_states_are_refused(bot: Bot, ann: Person):
    for name, how in (("Ann", "left"), ("Ben", "sulking")):
        refused = await bot("POST", f"/playground/people/{name}", {"gone": how})
        assert refused.complaint("gone")


async def test_a_person_who_left_cannot_be_added_to_a_thread(bot: Bot, ben: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/threads", {"name": "Hush"})).body
    path = f"/channels/{made['id']}/thread-members/{ben.id}"
    await bot("PUT", path)
    await control(bot, "/people/Ben", gone="left")
    assert ben.id not in bot.play.world.channels[made["id"]].members
    assert (await bot("PUT", path)).code == 10007


async def test_a_removed_bot_shares_no_server_with_anybody(bot: Bot, ben: Person):
    there = (await bot("POST", "/users/@me/channels", {"recipient_id": ben.id})).body
    await control(bot, "/guild", bot=False)
    refused = await bot("POST", f"/channels/{there['id']}/messages", {"content": "x"})
    assert refused.code == 50278


async def test_interactions_carry_new_names(watchful: Bot, ann: Person, ben: Person, games: str):
    await control(watchful, "/people/Ben", shown="seat 2", nick="12: pass")
    told = await watchful.line.until("GUILD_MEMBER_UPDATE")
    assert (told["user"]["global_name"], told["nick"]) == ("seat 2", "12: pass")
    assert (await ann.line.until("GUILD_MEMBER_UPDATE"))["nick"] == "12: pass"
    assert (await ben.line.until("USER_UPDATE"))["global_name"] == "seat 2"
    await watchful.register(command())
    await ben.slash("hello", games)  # the token stays the same
    member = (await watchful.line.until("INTERACTION_CREATE"))["member"]
    assert (member["nick"], member["user"]["username"]) == ("12: pass", "ben")
    await control(watchful, "/people/Ben", shown=None, nick=None)
    told = await watchful.line.until("GUILD_MEMBER_UPDATE")
    assert (told["user"]["global_name"], told["nick"]) == ("Ben", None)
    too_long = await watchful("POST", "/playground/people/Ben", {"nick": "x" * 33})
    assert too_long.complaint("nick")


async def test_a_role_grants_permissions(bot: Bot, ann: Person, ben: Person, games: str):
    await control(bot, "/roles", name="warden", permissions=["manage_messages"])
    assert (await bot.line.until("GUILD_ROLE_CREATE"))["role"]["name"] == "warden"
    await bot.register(command())

    async def allowed() -> int:
        await ben.slash("hello", games)
        return int((await bot.line.until("INTERACTION_CREATE"))["member"]["permissions"])

    bit = 1 << 13
    assert not await allowed() & bit
    await control(bot, "/people/Ben", roles=["warden"])
    assert await allowed() & bit
    await control(bot, "/people/Ben", roles=[])
    assert not await allowed() & bit
    await control(bot, "/people/Ben", roles=["warden"])
    await bot("DELETE", "/playground/roles/warden")
    assert not await allowed() & bit
    await bot.line.quiet("GUILD_ROLE_CREATE")
    assert (await bot("POST", "/playground/people/Ben", {"roles": ["warden"]})).complaint("roles")


async def test_a_channel_can_be_limited_to_a_role(bot: Bot, ann: Person, ben: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/threads", {"name": "t", "type": 11})).body
    await control(bot, "/roles", name="warden")
    await control(bot, f"/channels/{games}", role="warden")
    for own_id in (games, made["id"]):
        assert (await ben("GET", f"/channels/{own_id}")).status == 403
        assert (await ann("GET", f"/channels/{own_id}")).status == 200  # she owns the server
    gone = {(await ben.line.until(item))["id"] for item in ("CHANNEL_DELETE", "THREAD_DELETE")}
    assert gone == {games, made["id"]}
    denied = (await bot("GET", f"/channels/{games}")).body["permission_overwrites"]
    assert {"id": bot.play.world.guild_id, "type": 0, "allow": "0", "deny": "1024"} in denied
    assert (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).status == 200
    await control(bot, "/people/Ben", roles=["warden"])
    assert (await ben("GET", f"/channels/{games}")).status == 200
    assert (await ben.line.until("CHANNEL_CREATE"))["id"] == games
    await control(bot, "/people/Ben", roles=[])
    assert (await ben("GET", f"/channels/{games}")).status == 403
    await control(bot, f"/channels/{games}", role=None)
    assert (await ben("GET", f"/channels/{games}")).status == 200


async def test_changes_of_people_survive_a_restart(tmp_path: Path):
    file = tmp_path / "world.json"
    async with aiohttp.ClientSession() as session:
        play = Playground(port=0, keep=file)
        await play.start()
        bot = Bot(play, session, f"Bot {play.bot_token}")
        await control(bot, "/roles", name="warden")
        await control(bot, "/people/Ben", shown="Benedict", roles=["warden"])
        await control(bot, "/people/Cat", gone="left")
        await play.stop()
        again = Playground(port=0, keep=file)
    ben, cat = again.world.person("ben"), again.world.person("cat")
    assert ben is not None
    assert cat is not None
    assert (ben.called, [again.world.roles[role].name for role in ben.roles]) == (
        "Benedict",
        ["warden"],
    )
    assert cat.gone == "left"


async def types(bot: Bot, channel: str) -> list[int]:
    """Return the types of a channel's messages, oldest first."""
    listed = (await bot("GET", f"/channels/{channel}/messages")).body
    return [item["type"] for item in reversed(listed)]


async def test_a_pin_writes_a_system_message(bot: Bot, ann: Person, ben: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    await bot("PUT", f"/channels/{games}/messages/pins/{made['id']}")
    told = await ann.line.until("MESSAGE_CREATE", type=6)
    assert told["message_reference"]["message_id"] == made["id"]
    assert told["author"]["id"] == bot.play.world.bot_id
    await control(bot, f"/messages/{made['id']}/pin", pinned=False)
    await control(bot, f"/messages/{made['id']}/pin", by="ben")
    assert (await ann.line.until("MESSAGE_CREATE", type=6))["author"]["id"] == ben.id
    await bot.line.until("CHANNEL_PINS_UPDATE")
    assert await types(bot, games) == [0, 6, 6]


async def test_threads_write_system_messages(bot: Bot, ann: Person, ben: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", panel(text("x")))).body
    at = (await bot("POST", f"/channels/{games}/messages/{made['id']}/threads", {"name": "t"})).body
    assert await types(bot, at["id"]) == [21]
    assert await types(bot, games) == [0]
    own = (await bot("POST", f"/channels/{games}/threads", {"name": "u", "type": 11})).body
    (said,) = [
        channel for channel in bot.play.world.messages[games].values() if channel.json["type"] == 18
    ]
    assert said.json["content"] == "u"
    assert said.json["message_reference"]["channel_id"] == own["id"]
    await bot("PUT", f"/channels/{own['id']}/thread-members/{ben.id}")
    await bot("PATCH", f"/channels/{own['id']}", {"name": "v"})
    assert await types(bot, own["id"]) == [1, 4]


async def test_a_private_thread_is_hidden_from_bots(bot: Bot, ann: Person, ben: Person, games: str):
    await bot.register(command())
    body: Json = {"by": "ben", "name": "Hush", "private": True}
    own = (await control(bot, f"/channels/{games}/threads", **body)).body["id"]
    assert (await bot("GET", f"/channels/{own}")).code == 50001
    assert (await bot("POST", f"/channels/{own}/messages", {"content": "x"})).code == 50001
    assert (await ann("GET", f"/channels/{own}")).status == 403
    await ben("POST", f"/channels/{own}/messages", {"content": f"<@{bot.play.world.bot_id}>"})
    await bot.line.quiet("THREAD_CREATE", "MESSAGE_CREATE")
    await ben.slash("hello", own)  # REST still answers, which can mislead a bot
    one = await bot.line.until("INTERACTION_CREATE")
    assert int(one["app_permissions"]) & 1 << 10
    assert (await bot.answer(one, 4, {"content": "x"})).status == 200
    await control(bot, f"/channels/{own}/members", add=["bot", "ann"])
    assert (await bot.line.until("THREAD_CREATE"))["id"] == own
    assert (await ann.line.until("THREAD_CREATE"))["id"] == own
    assert (await bot("POST", f"/channels/{own}/messages", {"content": "x"})).status == 200
    await control(bot, f"/channels/{own}/members", remove=["bot"])
    assert (await bot.line.until("THREAD_DELETE"))["id"] == own
    assert (await bot("GET", f"/channels/{own}")).code == 50001
