import pytest
from discord_playground.gateway.close_codes import MEMBERS
from discord_playground.rest.threads import MOST_ACTIVE, PINS
from discord_playground.world.world import Channel

from playground.tests.asking import withdraw
from playground.tests.callers import Bot, Json, Person, button, panel, row, text
from playground.tests.schema import Checker

POST: Json = {"name": "Tonight", "message": {"content": "Who plays?"}}


@pytest.fixture
async def forum(bot: Bot) -> str:
    """Return the id of a new forum."""
    made = (await bot("POST", "/playground/channels", {"name": "tables", "type": 15})).body
    assert (await bot.line.until("CHANNEL_CREATE"))["type"] == made["type"] == 15
    return made["id"]


async def test_a_posts_first_message_has_its_id(bot: Bot, ann: Person, ben: Person, forum: str):
    bot.play.stage.check = Checker()
    for author, body in ((ben, POST), (bot, {**POST, "message": panel(text("x"), row(button()))})):
        made = await author("POST", f"/channels/{forum}/threads", body)
        assert made.status == 201
        post = made.body
        assert (post["type"], post["parent_id"], post["applied_tags"]) == (11, forum, [])
        assert post["message"]["id"] == post["id"] == post["message"]["channel_id"]
        told = await ann.line.until("THREAD_CREATE", id=post["id"])
        assert told["newly_created"]
        assert (await ann.line.until("MESSAGE_CREATE", id=post["id"]))["channel_id"] == post["id"]
        heard = await bot.line.until("THREAD_CREATE", id=post["id"])
        assert heard["parent_id"] == forum
        assert "member" not in heard  # not even when the thread is the bot's own
        said = await bot("POST", f"/channels/{post['id']}/messages", {"content": "I do"})
        assert said.status == 200
        first = await bot("GET", f"/channels/{post['id']}/messages/{post['id']}")
        assert first.body["content"] == post["message"]["content"]
    assert bot.play.complaints == []


async def test_messages_cannot_be_sent_to_a_forum_itself(bot: Bot, ben: Person, forum: str):
    for author in (bot, ben):
        refused = await author("POST", f"/channels/{forum}/messages", {"content": "x"})
        assert (refused.status, refused.code) == (400, 50008)
    listed = await bot("GET", f"/guilds/{bot.play.world.guild_id}/channels")
    assert forum in [item["id"] for item in listed.body]


async def test_a_forum_post_needs_a_name_and_a_first_message(bot: Bot, ben: Person, forum: str):
    path = f"/channels/{forum}/threads"
    for author in (bot, ben):
        assert (await author("POST", path, {"name": "x"})).complaint("message")
        assert (await author("POST", path, {"message": {"content": "x"}})).complaint("name")
        empty = await author("POST", path, {"name": "x", "message": {}})
        assert (empty.status, empty.code) == (400, 50006)
        assert (await author("POST", path, {**POST, "auto_archive_duration": 5})).status == 400
    assert (await bot("GET", f"/guilds/{bot.play.world.guild_id}/threads/active")).body[
        "threads"
    ] == [], "nothing of it was begun"


async def test_a_bot_without_send_permission_cannot_open_a_post(bot: Bot, forum: str):
    shut = {"bot_permissions": {"send_messages": False}}
    await bot("POST", f"/playground/channels/{forum}", shut)
    assert (await bot("POST", f"/channels/{forum}/threads", POST)).code == 50013


async def test_people_can_open_threads(bot: Bot, ben: Person, games: str):
    made = await ben("POST", f"/channels/{games}/threads", {"name": "Nook", "type": 11})
    assert (made.status, made.body["owner_id"]) == (201, ben.id)
    told = await bot.line.until("THREAD_CREATE")
    assert (told["name"], told["newly_created"]) == ("Nook", True)
    wrong = await ben("POST", f"/channels/{games}/threads", {"name": "Nook", "type": 2})
    assert wrong.complaint("type")


async def test_a_thread_survives_a_restart(bot: Bot, ben: Person, forum: str):
    post = (await ben("POST", f"/channels/{forum}/threads", POST)).body
    again = (await ben("GET", f"/channels/{post['id']}")).body
    assert again == {key: post[key] for key in again}
    assert (await ben("GET", f"/channels/{forum}")).body["available_tags"] == []


async def test_a_thread_member_can_be_looked_up(bot: Bot, ben: Person, games: str):
    own = (await bot("POST", f"/channels/{games}/threads", {"name": "Hush"})).body["id"]
    path = f"/channels/{own}/thread-members"
    missing = await bot("GET", f"{path}/{ben.id}")
    assert (missing.status, missing.code) == (404, 10007)
    await bot("PUT", f"{path}/{ben.id}")
    found = (await bot("GET", f"{path}/{ben.id}")).body
    assert (found["id"], found["user_id"], "member" in found) == (own, ben.id, False)
    whole = (await bot("GET", f"{path}/{ben.id}?with_member=true")).body
    assert whole["member"]["user"]["id"] == ben.id
    me = bot.play.world.bot_id
    assert (await bot("GET", f"{path}/@me")).body["user_id"] == me
    await bot("PATCH", f"/channels/{own}", {"archived": True})
    assert (await bot("GET", f"{path}/@me")).status == 200, "also of one that was put away"
    assert (await bot("GET", f"/channels/{games}/thread-members/@me")).code == 50024


async def test_a_private_thread_is_hidden_from_others(bot: Bot, ben: Person, games: str):
    own = (await ben("POST", f"/channels/{games}/threads", {"name": "Hush", "type": 12})).body["id"]
    for who in ("@me", ben.id):
        assert (await bot("GET", f"/channels/{own}/thread-members/{who}")).code == 50001


async def test_listing_thread_members_needs_the_members_intent(bot: Bot, ben: Person, games: str):
    own = (await bot("POST", f"/channels/{games}/threads", {"name": "Hush"})).body["id"]
    path = f"/channels/{own}/thread-members"
    await bot("PUT", f"{path}/{ben.id}")
    assert (await bot("GET", path)).code == 50001
    bot.play.stage.gateway.privileged = MEMBERS
    everybody = sorted((bot.play.world.bot_id, ben.id), key=int)
    assert [item["user_id"] for item in (await bot("GET", path)).body] == everybody
    page = (await bot("GET", f"{path}?with_member=1&limit=1&after={everybody[0]}")).body
    assert [item["member"]["user"]["id"] for item in page] == everybody[1:]
    assert (await bot("GET", f"{path}?limit=x")).complaint("limit")
    assert (await bot("GET", f"{path}?limit=101")).complaint("limit")


async def test_a_thread_can_be_archived_and_locked(bot: Bot, ann: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    start = f"/channels/{games}/messages/{made['id']}/threads"
    assert (await bot("POST", start, {"name": "x", "auto_archive_duration": 5})).code == 50035
    thread = (await bot("POST", start, {"name": "Table 1", "auto_archive_duration": 10080})).body
    assert thread["id"] == made["id"]
    assert (await ann.line.until("THREAD_CREATE"))["name"] == "Table 1"
    assert (await bot("POST", start, {"name": "again"})).code == 160004
    path = f"/channels/{thread['id']}/messages"
    inside = (await bot("POST", path, panel(text("x"), row(button())))).body
    await bot("PATCH", f"/channels/{thread['id']}", {"archived": True})
    edited = await bot("PATCH", f"{path}/{inside['id']}", panel(text("y")))
    assert (edited.status, edited.code) == (400, 50083)
    await bot("PATCH", f"/channels/{thread['id']}", {"archived": False})
    assert (await bot("PATCH", f"{path}/{inside['id']}", panel(text("y")))).status == 200
    await bot("POST", f"/playground/channels/{thread['id']}", {"locked": True, "archived": True})
    assert (await bot("PATCH", f"/channels/{thread['id']}", {"archived": False})).code == 160005
    assert (await bot("POST", path, {"content": "x"})).code == 160005
    await withdraw(bot, games, "send_messages_in_threads")
    other = await bot("POST", f"/channels/{games}/threads", {"name": "Two", "type": 11})
    assert other.status == 201
    refused = await bot("POST", f"/channels/{other.body['id']}/messages", {"content": "x"})
    assert refused.code == 50013
    await ann("DELETE", f"/playground/channels/{games}")
    assert (await bot("GET", f"/channels/{thread['id']}")).code == 10003


async def test_a_private_thread_is_for_its_members(bot: Bot, ann: Person, ben: Person, games: str):
    thread = (await bot("POST", f"/channels/{games}/threads", {"name": "Hush"})).body
    await bot("PUT", f"/channels/{thread['id']}/thread-members/{ann.id}")
    await bot("POST", f"/channels/{thread['id']}/messages", {"content": "secret"})
    added = await ann.line.until("MESSAGE_CREATE")
    assert (added["type"], added["mentions"][0]["id"]) == (1, ann.id)
    assert (await ann.line.until("MESSAGE_CREATE"))["content"] == "secret"
    await ben.line.quiet("MESSAGE_CREATE", "THREAD_CREATE")
    await withdraw(bot, games, "create_private_threads")
    assert (await bot("POST", f"/channels/{games}/threads", {"name": "x"})).code == 50013


async def test_pins_need_their_own_permission(bot: Bot, ann: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    pin = f"/channels/{games}/messages/pins"
    assert (await bot("PUT", f"{pin}/{made['id']}")).status == 204
    assert (await ann.line.until("MESSAGE_UPDATE"))["pinned"]
    assert [item["message"]["id"] for item in (await bot("GET", pin)).body["items"]] == [made["id"]]
    await withdraw(bot, games, "pin_messages")
    assert (await bot("DELETE", f"{pin}/{made['id']}")).code == 50013


async def started(bot: Bot, games: str, **more: object) -> str:
    """Open a thread as the bot; return its id."""
    made = await bot("POST", f"/channels/{games}/threads", {"name": "t", "type": 11, **more})
    assert made.status == 201
    return made.body["id"]


async def test_pins_are_listed_latest_first_and_pinning_is_idempotent(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    ids = [(await bot("POST", path, {"content": str(n)})).body["id"] for n in range(3)]
    for own in (ids[1], ids[0], ids[1]):
        assert (await bot("PUT", f"/channels/{games}/pins/{own}")).status == 204
    listed = (await bot("GET", f"{path}/pins")).body
    assert [item["message"]["id"] for item in listed["items"]] == [ids[0], ids[1]]
    assert [item["id"] for item in (await bot("GET", f"/channels/{games}/pins")).body] == ids[:2]
    assert (await bot("DELETE", f"{path}/pins/{ids[2]}")).status == 204, "it never was"
    assert (await bot("DELETE", f"{path}/pins/{ids[0]}")).status == 204
    assert [item["id"] for item in (await bot("GET", f"/channels/{games}/pins")).body] == [ids[1]]


async def test_two_hundred_and_fifty_pins_are_the_limit(bot: Bot, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    channel = bot.play.world.channel(games)
    channel.pins += [str(number) for number in range(PINS)]
    refused = await bot("PUT", f"/channels/{games}/messages/pins/{made['id']}")
    assert (refused.status, refused.code) == (400, 30003)
    channel.pins.pop()
    assert (await bot("PUT", f"/channels/{games}/messages/pins/{made['id']}")).status == 204


async def test_archived_threads_are_not_active_nor_joinable(bot: Bot, ann: Person, games: str):
    kept, away = await started(bot, games), await started(bot, games)
    await bot("PATCH", f"/channels/{away}", {"archived": True})
    listed = (await bot("GET", f"/guilds/{bot.play.world.guild_id}/threads/active")).body
    assert [thread["id"] for thread in listed["threads"]] == [kept]
    assert [member["id"] for member in listed["members"]] == [kept]
    refused = await bot("PUT", f"/channels/{away}/thread-members/{ann.id}")
    assert (refused.status, refused.code) == (400, 50083)
    renamed = await bot("PATCH", f"/channels/{away}", {"name": "x"})
    assert renamed.code == 50083
    opened = await bot("PATCH", f"/channels/{away}", {"name": "x", "archived": False})
    assert (opened.status, opened.body["name"]) == (200, "x")


async def test_a_thread_can_be_renamed_twice_in_ten_minutes(bot: Bot, games: str):
    """A bot that writes the state of a game into the name would soon be refused."""
    bot.play.stage.rates.on = True
    own = await started(bot, games)
    path = f"/channels/{own}"
    assert [(await bot("PATCH", path, {"name": name})).status for name in "abbc"] == [
        *(200, 200, 200),
        429,
    ], "the same name again is no change"
    assert (await bot("PATCH", path, {"archived": True})).status == 200
    assert bot.play.world.channel(own).name == "b"


async def test_adding_a_member_twice_is_announced_once(bot: Bot, ann: Person, games: str):
    own = await started(bot, games, type=12)
    for _ in range(2):
        assert (await bot("PUT", f"/channels/{own}/thread-members/{ann.id}")).status == 204
    assert [item.json["type"] for item in bot.play.world.messages[own].values()] == [1]
    strange = await bot("PUT", f"/channels/{own}/thread-members/1")
    assert strange.complaint("user_id")


async def test_a_bot_that_left_a_private_thread_cannot_see_it(bot: Bot, ben: Person, games: str):
    own = await started(bot, games, type=12)
    assert (await bot("DELETE", f"/channels/{own}/thread-members/@me")).status == 204
    refused = await bot("GET", f"/channels/{own}")
    assert (refused.status, refused.code) == (403, 50001)


async def test_only_threads_have_members_and_threads_cannot_be_nested(bot: Bot, games: str):
    assert (await bot("PUT", f"/channels/{games}/thread-members/@me")).code == 50024
    own = await started(bot, games)
    nested = await bot("POST", f"/channels/{own}/threads", {"name": "x", "type": 11})
    assert (nested.status, nested.code) == (400, 50024)
    assert (await bot("PATCH", f"/channels/{games}", {"name": "mine"})).code == 50013


async def test_the_bot_can_only_reopen_other_peoples_threads(bot: Bot, ben: Person, games: str):
    body = {"name": "his", "type": 11}
    own = (await ben("POST", f"/channels/{games}/threads", body)).body["id"]
    path = f"/channels/{own}"
    assert (await bot("PATCH", path, {"name": "mine"})).code == 50013
    assert (await bot("PATCH", path, {"archived": True})).code == 50013
    assert (await bot("DELETE", path)).code == 50013
    await bot("POST", f"/playground{path}", {"archived": True})
    assert (await bot("PATCH", path, {"archived": False})).body["thread_metadata"][
        "archived"
    ] is False
    manages = {"bot_permissions": {"manage_threads": True}}
    await bot("POST", f"/playground/channels/{games}", manages)
    assert (await bot("PATCH", path, {"name": "mine", "locked": True})).body["name"] == "mine"
    assert (await bot("DELETE", path)).body["id"] == own
    assert (await bot("GET", path)).code == 10003


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("name", ""),
        ("name", "x" * 101),
        ("name", [1]),
        ("auto_archive_duration", 5),
        ("auto_archive_duration", "x"),
    ],
    ids=str,
)
async def test_a_thread_edit_has_the_same_limits(bot: Bot, games: str, place: str, value: object):
    own = await started(bot, games)
    for method, path in (("POST", f"/channels/{games}/threads"), ("PATCH", f"/channels/{own}")):
        refused = await bot(method, path, {"name": "t", "type": 11, place: value})
        assert (refused.status, refused.code) == (400, 50035), method
        assert refused.complaint(place), method
    kept = (await bot("GET", f"/channels/{own}")).body
    assert (kept["name"], kept["thread_metadata"]["auto_archive_duration"]) == ("t", 4320)


async def test_new_messages_reopen_archived_threads(bot: Bot, ann: Person, ben: Person, games: str):
    own = await started(bot, games)
    path = f"/channels/{own}/messages"
    for author in (bot, ben):
        await bot("PATCH", f"/channels/{own}", {"archived": True})
        for line in (bot.line, ann.line):
            assert (await line.until("THREAD_UPDATE"))["thread_metadata"]["archived"]
        assert (await author("POST", path, {"content": "x"})).status == 200
        for line in (bot.line, ann.line):
            assert not (await line.until("THREAD_UPDATE"))["thread_metadata"]["archived"]
        assert (await author("POST", path, {"content": ""})).status == 400
    await bot.line.quiet("THREAD_UPDATE")


async def test_locked_threads_need_manage_threads(bot: Bot, ann: Person, ben: Person, games: str):
    own = await started(bot, games)
    await bot("POST", f"/playground/channels/{own}", {"archived": True, "locked": True})
    path = f"/channels/{own}/messages"
    for author in (bot, ben):
        for content in ("x", ""):  # even a valid message is refused
            refused = await author("POST", path, {"content": content})
            assert (refused.status, refused.code) == (403, 160005)
    assert bot.play.world.messages[own] == {}
    manages = {"bot_permissions": {"manage_threads": True}}
    assert (await ann("POST", path, {"content": "x"})).status == 200  # she owns the server
    await bot("POST", f"/playground/channels/{own}", {"archived": True, **manages})
    assert (await bot("POST", path, {"content": "x"})).status == 200
    assert not bot.play.world.channel(own).archived
    assert (await ben("POST", path, {"content": "x"})).status == 200, "locked, and open"


async def test_a_message_adds_the_people_whom_it_pings_to_a_public_thread(
    bot: Bot, ann: Person, ben: Person, games: str
):
    made = await ben("POST", f"/channels/{games}/threads", {"name": "hall", "type": 11})
    thread = made.body["id"]
    body = {"content": f"<@{ann.id}>", "flags": 4096, "allowed_mentions": {"parse": []}}
    await bot("POST", f"/channels/{thread}/messages", body)
    member = f"/channels/{thread}/thread-members/{ann.id}"
    assert (await bot("GET", member)).code == 10007, "it was not pinged"
    body["allowed_mentions"] = {"parse": [], "users": [ann.id]}
    await bot("POST", f"/channels/{thread}/messages", body)
    assert (await bot("GET", member)).status == 200


async def test_a_server_has_a_limit_of_active_threads(bot: Bot, games: str):
    world = bot.play.world
    ids: list[str] = []
    for _ in range(MOST_ACTIVE):
        ids.append(world.add_channel(Channel(world.snowflake(), 11, "t", parent=games)).id)
    body = {"name": "one more", "type": 11}
    assert (await bot("POST", f"/channels/{games}/threads", body)).code == 160006
    world.channels[ids[0]].archived = True
    assert (await bot("POST", f"/channels/{games}/threads", body)).status == 201
