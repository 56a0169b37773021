"""Forums, whose posts are threads with a first message; and who is in a thread."""

import pytest

from bot.playground.gateway.closing import MEMBERS
from tests.bot.playground.callers import Bot, Json, Person, button, panel, row, text
from tests.e2e.schema import Checker

POST: Json = {"name": "Tonight", "message": {"content": "Who plays?"}}


@pytest.fixture
async def forum(bot: Bot) -> str:
    """The id of a forum that was just opened."""
    made = (await bot("POST", "/playground/channels", {"name": "tables", "forum": True})).body
    assert (await bot.line.until("CHANNEL_CREATE"))["type"] == made["type"] == 15
    return made["id"]


async def test_a_post_is_a_thread_whose_first_message_has_its_id(
    bot: Bot, ann: Person, ben: Person, forum: str
) -> None:
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
        assert (await bot.line.until("THREAD_CREATE", id=post["id"]))["parent_id"] == forum
        said = await bot("POST", f"/channels/{post['id']}/messages", {"content": "I do"})
        assert said.status == 200
        first = await bot("GET", f"/channels/{post['id']}/messages/{post['id']}")
        assert first.body["content"] == post["message"]["content"]
    assert bot.play.complaints == []


async def test_nobody_writes_into_the_forum_itself(bot: Bot, ben: Person, forum: str) -> None:
    for author in (bot, ben):
        refused = await author("POST", f"/channels/{forum}/messages", {"content": "x"})
        assert (refused.status, refused.code) == (400, 50008)
    listed = await bot("GET", f"/guilds/{bot.play.world.guild_id}/channels")
    assert forum in [one["id"] for one in listed.body]


async def test_a_post_wants_a_name_and_a_first_message(bot: Bot, ben: Person, forum: str) -> None:
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


async def test_a_bot_that_may_not_write_there_opens_no_post(bot: Bot, forum: str) -> None:
    shut = {"bot_permissions": {"send_messages": False}}
    await bot("POST", f"/playground/channels/{forum}", shut)
    assert (await bot("POST", f"/channels/{forum}/threads", POST)).code == 50013


async def test_people_open_threads_of_their_own(bot: Bot, ben: Person, games: str) -> None:
    made = await ben("POST", f"/channels/{games}/threads", {"name": "Nook", "type": 11})
    assert (made.status, made.body["owner_id"]) == (201, ben.id)
    assert (await bot.line.until("THREAD_CREATE"))["name"] == "Nook"
    wrong = await ben("POST", f"/channels/{games}/threads", {"name": "Nook", "type": 2})
    assert wrong.complaint("type")


async def test_it_survives_a_restart_of_the_playground(bot: Bot, ben: Person, forum: str) -> None:
    post = (await ben("POST", f"/channels/{forum}/threads", POST)).body
    again = (await ben("GET", f"/channels/{post['id']}")).body
    assert again == {key: post[key] for key in again}
    assert (await ben("GET", f"/channels/{forum}")).body["available_tags"] == []


# --- who is in a thread ---


async def test_whether_somebody_is_in_a_thread_can_be_asked(
    bot: Bot, ben: Person, games: str
) -> None:
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


async def test_into_a_private_thread_of_others_nobody_looks(
    bot: Bot, ben: Person, games: str
) -> None:
    own = (await ben("POST", f"/channels/{games}/threads", {"name": "Hush", "type": 12})).body["id"]
    for who in ("@me", ben.id):
        assert (await bot("GET", f"/channels/{own}/thread-members/{who}")).code == 50001


async def test_the_whole_list_takes_the_members_intent(bot: Bot, ben: Person, games: str) -> None:
    own = (await bot("POST", f"/channels/{games}/threads", {"name": "Hush"})).body["id"]
    path = f"/channels/{own}/thread-members"
    await bot("PUT", f"{path}/{ben.id}")
    assert (await bot("GET", path)).code == 50001
    bot.play.stage.gateway.privileged = MEMBERS
    everybody = sorted((bot.play.world.bot_id, ben.id), key=int)
    assert [one["user_id"] for one in (await bot("GET", path)).body] == everybody
    page = (await bot("GET", f"{path}?with_member=1&limit=1&after={everybody[0]}")).body
    assert [one["member"]["user"]["id"] for one in page] == everybody[1:]
    assert (await bot("GET", f"{path}?limit=x")).complaint("limit")
    assert (await bot("GET", f"{path}?limit=101")).complaint("limit")


async def test_a_thread_has_permissions_archive_and_lock(bot: Bot, ann: Person, games: str) -> None:
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


async def test_a_private_thread_is_for_who_was_let_in(
    bot: Bot, ann: Person, ben: Person, games: str
) -> None:
    thread = (await bot("POST", f"/channels/{games}/threads", {"name": "Hush"})).body
    await bot("PUT", f"/channels/{thread['id']}/thread-members/{ann.id}")
    await bot("POST", f"/channels/{thread['id']}/messages", {"content": "secret"})
    added = await ann.line.until("MESSAGE_CREATE")
    assert (added["type"], added["mentions"][0]["id"]) == (1, ann.id)
    assert (await ann.line.until("MESSAGE_CREATE"))["content"] == "secret"
    await ben.line.quiet("MESSAGE_CREATE", "THREAD_CREATE")
    await withdraw(bot, games, "create_private_threads")
    assert (await bot("POST", f"/channels/{games}/threads", {"name": "x"})).code == 50013


async def test_pins_need_their_own_permission(bot: Bot, ann: Person, games: str) -> None:
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    pin = f"/channels/{games}/messages/pins"
    assert (await bot("PUT", f"{pin}/{made['id']}")).status == 204
    assert (await ann.line.until("MESSAGE_UPDATE"))["pinned"]
    assert [one["message"]["id"] for one in (await bot("GET", pin)).body["items"]] == [made["id"]]
    await withdraw(bot, games, "pin_messages")
    assert (await bot("DELETE", f"{pin}/{made['id']}")).code == 50013
