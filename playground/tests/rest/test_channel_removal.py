from playground.tests.callers import Bot, Json, Person


async def opened(bot: Bot, games: str, kind: int) -> str:
    body = {"name": "t", "type": kind}
    return (await bot("POST", f"/channels/{games}/threads", body)).body["id"]


async def test_deleting_a_channel_deletes_its_threads_and_files(bot: Bot, ann: Person, games: str):
    thread = await opened(bot, games, 11)
    sent = await bot("POST", f"/channels/{thread}/messages", {}, files={"a.txt": b"x"})
    await ann("DELETE", f"/playground/channels/{games}")
    for channel in (games, thread):
        assert (await bot("GET", f"/channels/{channel}/messages")).code == 10003
    async with bot.session.get(sent.body["attachments"][0]["url"]) as gone:
        assert gone.status == 404
    other = next(
        channel for channel in bot.play.world.channels.values() if channel.name == "parlor"
    )
    assert (await bot("GET", f"/channels/{other.id}")).status == 200


async def test_deleting_a_channel_with_threads_sends_one_event(bot: Bot, ann: Person, games: str):
    await opened(bot, games, 11)
    await ann("DELETE", f"/playground/channels/{games}")
    for line in (bot.line, ann.line):
        told = await line.until("CHANNEL_DELETE")
        assert (told["id"], told["guild_id"]) == (games, bot.play.world.guild_id)
        await line.quiet("THREAD_DELETE", "MESSAGE_DELETE")


async def test_deleting_a_thread_sends_thread_delete(bot: Bot, ann: Person, games: str):
    thread = await opened(bot, games, 11)
    assert (await ann("DELETE", f"/channels/{thread}")).status == 200
    for line in (bot.line, ann.line):
        told = await line.until("THREAD_DELETE")
        guild = bot.play.world.guild_id
        assert told == {"id": thread, "guild_id": guild, "parent_id": games, "type": 11}
        await line.quiet("CHANNEL_DELETE")


async def test_a_deleted_private_thread_notifies_members(
    bot: Bot, ann: Person, ben: Person, games: str
):
    body: Json = {"name": "Hush", "type": 12}
    own = (await ben("POST", f"/channels/{games}/threads", body)).body["id"]
    await bot("DELETE", f"/playground/channels/{own}")
    assert (await ben.line.until("THREAD_DELETE"))["id"] == own
    for line in (bot.line, ann.line):
        await line.quiet("THREAD_DELETE")
    shared = await opened(bot, games, 12)
    await bot("DELETE", f"/playground/channels/{shared}")
    assert (await bot.line.until("THREAD_DELETE"))["id"] == shared


async def test_a_deleted_role_channel_notifies_viewers(
    bot: Bot, ann: Person, ben: Person, games: str
):
    await bot("POST", "/playground/roles", {"name": "warden"})
    await bot("POST", f"/playground/channels/{games}", {"role": "warden"})
    await ben.line.until("CHANNEL_DELETE")  # hidden from him before
    await ann("DELETE", f"/channels/{games}")
    for line in (bot.line, ann.line):
        assert (await line.until("CHANNEL_DELETE"))["id"] == games
    await ben.line.quiet("CHANNEL_DELETE")


async def test_deleting_a_dm_notifies_its_two_people(bot: Bot, ann: Person, ben: Person):
    there: Json = {"recipient_id": ann.id}
    own = (await bot("POST", "/users/@me/channels", there)).body["id"]
    assert (await bot("DELETE", f"/playground/channels/{own}")).status == 204
    assert (await ann.line.until("CHANNEL_DELETE"))["id"] == own
    await ben.line.quiet("CHANNEL_DELETE")
    again = (await bot("POST", "/users/@me/channels", there)).body["id"]
    assert again != own, "it is opened anew"


async def test_a_deleted_channel_cannot_be_deleted_again(bot: Bot, ann: Person, games: str):
    assert (await ann("DELETE", f"/playground/channels/{games}")).status == 204
    again = await ann("DELETE", f"/playground/channels/{games}")
    assert (again.status, again.code) == (404, 10003)
