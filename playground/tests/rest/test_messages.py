import struct

import pytest
from discord_playground import Playground

from playground.tests.asking import withdraw
from playground.tests.callers import V2, Bot, Json, Person, panel, text


async def opened(bot: Bot, person: Person) -> str:
    """Open the bot's DM with a person."""
    return (await bot("POST", "/users/@me/channels", {"recipient_id": person.id})).body["id"]


async def test_without_view_channel_everything_is_50001(bot: Bot, ann: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    await withdraw(bot, games, "view_channel")
    path = f"/channels/{games}/messages"
    for method, where, body in (
        ("GET", f"/channels/{games}", None),
        ("POST", path, {"content": "x"}),
        ("PATCH", f"{path}/{made['id']}", {"content": "y"}),
        ("DELETE", f"{path}/{made['id']}", None),
    ):
        answer = await bot(method, where, body)
        assert (answer.status, answer.code) == (403, 50001)
    await bot.line.until("CHANNEL_UPDATE")
    await ann("POST", path, {"content": "unheard"})
    await bot.line.quiet("MESSAGE_CREATE")


async def test_without_send_messages_new_messages_are_50013(bot: Bot, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    await withdraw(bot, games, "send_messages")
    answer = await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    assert (answer.status, answer.code) == (403, 50013)
    edited = await bot("PATCH", f"/channels/{games}/messages/{made['id']}", {"content": "y"})
    assert edited.status == 200


@pytest.mark.parametrize(
    ("name", "body", "files"),
    [("embed_links", {"embeds": [{"title": "x"}]}, None), ("attach_files", {}, {"x.txt": b"x"})],
)
async def test_embeds_and_files_need_their_permissions(
    bot: Bot, games: str, name: str, body: Json, files: dict[str, bytes] | None
):
    await withdraw(bot, games, name)
    assert (await bot("POST", f"/channels/{games}/messages", body, files=files)).code == 50013
    assert (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).status == 200


async def test_a_file_needs_its_permission_in_an_edit_too(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    made = (await bot("POST", path, {"content": "x"})).body
    await withdraw(bot, games, "attach_files")
    edited = await bot("PATCH", f"{path}/{made['id']}", {"content": "y"}, files={"x.png": b"x"})
    assert edited.code == 50013
    assert (await bot("PATCH", f"{path}/{made['id']}", {"content": "y"})).status == 200


async def test_a_pictures_size_is_reported(bot: Bot, games: str):
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480)
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    body = {"flags": V2, "components": [gallery]}
    made = await bot("POST", f"/channels/{games}/messages", body, files={"a.png": picture})
    [item] = made.body["components"][0]["items"]
    assert (item["media"]["width"], item["media"]["height"]) == (640, 480)
    broken = await bot("POST", f"/channels/{games}/messages", body, files={"a.png": picture[:20]})
    assert broken.body["components"][0]["items"][0]["media"]["width"] is None


async def test_without_the_history_permission_a_channel_reads_empty(bot: Bot, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    await withdraw(bot, games, "read_message_history")
    assert (await bot("GET", f"/channels/{games}/messages")).body == []
    assert (await bot("GET", f"/channels/{games}/messages/{made['id']}")).code == 50013


async def test_closed_dms_are_50007_until_they_are_opened(bot: Bot, ann: Person):
    channel = await opened(bot, ann)
    assert (await ann.line.until("CHANNEL_CREATE"))["recipients"][0]["bot"]
    await ann("POST", "/playground/people/Ann", {"dms_open": False})
    assert await opened(bot, ann) == channel  # opening a DM still works
    answer = await bot("POST", f"/channels/{channel}/messages", {"content": "psst"})
    assert (answer.status, answer.code) == (403, 50007)
    await ann("POST", "/playground/people/Ann", {"dms_open": True})
    assert (await bot("POST", f"/channels/{channel}/messages", {"content": "psst"})).status == 200


async def test_closed_dms_are_400_for_some_people(bot: Bot, ann: Person, ben: Person):
    """A bot that looks at the status alone would take it for a bug of its own."""
    channel = await opened(bot, ben)
    await ann("POST", "/playground/people/Ben", {"dms_open": False})
    answer = await bot("POST", f"/channels/{channel}/messages", {"content": "psst"})
    assert (answer.status, answer.code) == (400, 50007)


async def test_a_dm_has_two_members(bot: Bot, ann: Person, ben: Person):
    channel = await opened(bot, ann)
    await bot("POST", f"/channels/{channel}/messages", {"content": "psst"})
    assert "guild_id" not in await ann.line.until("MESSAGE_CREATE")
    await ben.line.quiet("MESSAGE_CREATE", "CHANNEL_CREATE")
    assert (await ben("GET", f"/channels/{channel}/messages")).code == 50001
    theirs = (await ann("POST", "/users/@me/channels", {"recipient_id": ben.id})).body["id"]
    assert (await bot("GET", f"/channels/{theirs}")).code == 50001
    assert (await bot("POST", "/users/@me/channels", {"recipient_id": "1"})).status == 400


async def test_in_a_deleted_channel_everything_is_10003(bot: Bot, ann: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    assert (await ann("DELETE", f"/playground/channels/{games}")).status == 204
    assert (await bot.line.until("CHANNEL_DELETE"))["id"] == games
    assert (await ann.line.until("CHANNEL_DELETE"))["id"] == games
    path = f"/channels/{games}/messages"
    for method, where, body in (
        ("GET", f"/channels/{games}", None),
        ("POST", path, {"content": "x"}),
        ("PATCH", f"{path}/{made['id']}", {"content": "y"}),
    ):
        answer = await bot(method, where, body)
        assert (answer.status, answer.code) == (404, 10003)


async def test_a_message_that_a_moderator_deleted_is_10008(bot: Bot, ann: Person, games: str):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    assert (await ann("DELETE", f"/playground/messages/{made['id']}")).status == 204
    assert (await ann("DELETE", f"/playground/messages/{made['id']}")).code == 10008
    assert (await bot.line.until("MESSAGE_DELETE"))["id"] == made["id"]
    path = f"/channels/{games}/messages/{made['id']}"
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None), ("GET", None)):
        answer = await bot(method, path, body)
        assert (answer.status, answer.code) == (404, 10008)


async def test_the_bot_changes_only_its_own_messages(
    bot: Bot, ann: Person, ben: Person, games: str
):
    made = (await ann("POST", f"/channels/{games}/messages", {"content": "mine"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    assert (await bot("PATCH", path, {"content": "x"})).code == 50005
    assert (await bot("DELETE", path)).code == 50013
    assert (await ben("DELETE", path)).code == 50013
    assert (await ben("PATCH", path, {"content": "x"})).code == 50005
    await bot(
        "POST", f"/playground/channels/{games}", {"bot_permissions": {"manage_messages": True}}
    )
    assert (await bot("DELETE", path)).status == 204
    his = (await ben("POST", f"/channels/{games}/messages", {"content": "his"})).body
    assert (await ann("DELETE", f"/channels/{games}/messages/{his['id']}")).status == 204


async def test_a_nonce_is_idempotent_only_if_enforced(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    first = (await bot("POST", path, {"content": "x", "nonce": "n", "enforce_nonce": True})).body
    assert first["nonce"] == "n"
    second = (await bot("POST", path, {"content": "y", "nonce": "n", "enforce_nonce": True})).body
    third = (await bot("POST", path, {"content": "z", "nonce": "n"})).body
    assert first["id"] == second["id"] != third["id"]
    bot.play.world.offset += 600
    late = (await bot("POST", path, {"content": "x", "nonce": "n", "enforce_nonce": True})).body
    assert late["id"] not in (first["id"], third["id"])


async def test_allowed_mentions_decide_the_pings(bot: Bot, ann: Person, ben: Person, games: str):
    path = f"/channels/{games}/messages"
    words = f"<@{ann.id}> and <@!{ben.id}> and <@123> @everyone"

    async def pinged(body: Json) -> set[str]:
        made = (await bot("POST", path, body)).body
        assert made["mention_everyone"] is False  # the bot lacks the permission
        return {mention["global_name"] for mention in made["mentions"]}

    assert await pinged({"content": words}) == {"Ann", "Ben"}
    assert await pinged({"content": words, "allowed_mentions": {"parse": []}}) == set()
    only = {"parse": [], "users": [ben.id]}
    assert await pinged({"content": words, "allowed_mentions": only}) == {"Ben"}
    assert await pinged(panel(text(words), allowed_mentions=only)) == {"Ben"}
    numbers: Json = {"parse": [], "users": [int(ben.id)]}  # discord.py writes ids as numbers
    assert await pinged({"content": words, "allowed_mentions": numbers}) == {"Ben"}
    quiet = (await bot("POST", path, {"content": words, "allowed_mentions": {"parse": []}})).body
    edited = await bot("PATCH", f"{path}/{quiet['id']}", {"content": words})
    assert len(edited.body["mentions"]) == 2  # an edit does not remember allowed_mentions


async def test_a_reply_pings_and_needs_an_existing_message(bot: Bot, ann: Person, games: str):
    path = f"/channels/{games}/messages"
    hers = (await ann("POST", path, {"content": "hello"})).body
    made = (
        await bot("POST", path, {"content": "hi", "message_reference": {"message_id": hers["id"]}})
    ).body
    assert made["type"] == 19
    assert [mention["id"] for mention in made["mentions"]] == [ann.id]
    gone: Json = {"content": "hi", "message_reference": {"message_id": "1"}}
    assert (await bot("POST", path, gone)).complaint("message_reference") is not None
    gone["message_reference"]["fail_if_not_exists"] = False
    assert (await bot("POST", path, gone)).body["type"] == 0


async def test_files_are_kept_shown_and_removed(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    body = {
        "flags": V2,
        "components": [{"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}],
        "attachments": [{"id": 0, "filename": "map.png", "description": "The coast"}],
    }
    made = await bot("POST", path, body, files={"map.png": b"\x89PNG"})
    assert made.status == 200, made.body
    assert made.body["attachments"] == [], "a component shows the file"
    shown = made.body["components"][0]["items"][0]["media"]
    assert shown["content_type"] == "image/png"
    assert shown["id"] != shown["attachment_id"]
    for url in (shown["url"], shown["proxy_url"]):
        async with bot.session.get(url) as response:
            assert await response.read() == b"\x89PNG"
    own = f"{path}/{made.body['id']}"
    refused = await bot("PATCH", own, {"components": body["components"]})
    assert refused.complaint("components.0.items.0.media.url")
    kept = {"id": shown["attachment_id"], "filename": "map.png"}
    edited = await bot("PATCH", own, {"components": body["components"], "attachments": [kept]})
    assert edited.body["components"][0]["items"][0]["media"]["url"] == shown["url"]
    bare = (await bot("PATCH", own, {"components": [text("x")]})).body["attachments"]
    assert [(file["id"], file["description"]) for file in bare] == [(kept["id"], "The coast")]
    await bot("PATCH", own, {"attachments": []})
    async with bot.session.get(shown["url"]) as response:
        assert response.status == 404


async def test_a_file_that_an_embed_shows_is_not_among_the_attachments(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    shown: Json = {
        "title": "The coast",
        "image": {"url": "attachment://map.png"},
        "footer": {"text": "x", "icon_url": "attachment://icon.png"},
    }
    files = {"map.png": b"\x89PNG", "icon.png": b"\x89PNG", "notes.txt": b"x"}
    made = (await bot("POST", path, {"embeds": [shown]}, files=files)).body
    assert [file["filename"] for file in made["attachments"]] == ["notes.txt"]
    [embed] = made["embeds"]
    for url in (embed["image"]["url"], embed["footer"]["icon_url"]):
        async with bot.session.get(url) as response:
            assert await response.read() == b"\x89PNG"
    edited = (await bot("PATCH", f"{path}/{made['id']}", {"embeds": [], "content": "x"})).body
    assert len(edited["attachments"]) == 3


async def test_messages_are_listed_newest_first_in_pages(bot: Bot, ann: Person, games: str):
    path = f"/channels/{games}/messages"
    ids = [(await bot("POST", path, {"content": str(n)})).body["id"] for n in range(5)]

    async def listed(query: str) -> list[str]:
        return [item["content"] for item in (await ann("GET", f"{path}?{query}")).body]

    assert await listed("limit=2") == ["4", "3"]
    assert await listed(f"before={ids[2]}") == ["1", "0"]
    assert await listed(f"after={ids[1]}&limit=2") == ["3", "2"]
    assert await listed(f"around={ids[2]}&limit=3") == ["3", "2", "1"]
    assert (await ann("GET", f"{path}?limit=101")).code == 50035


async def test_around_returns_both_sides(play: Playground, bot: Bot, ann: Person, games: str):
    path = f"/channels/{games}/messages"
    ids: list[str] = []
    for number in range(6):
        if number == 4:
            play.world.offset += 3600
        ids.append((await bot("POST", path, {"content": str(number)})).body["id"])

    async def around(query: str) -> list[str]:
        return [item["content"] for item in (await ann("GET", f"{path}?around={query}")).body]

    assert await around(f"{ids[3]}&limit=3") == ["4", "3", "2"]
    assert await around(f"{ids[3]}&limit=4") == ["4", "3", "2", "1"]
    assert await around(f"{ids[0]}&limit=3") == ["1", "0"]
    assert await around(f"{ids[5]}&limit=1") == ["5"]


@pytest.mark.parametrize(
    "query", ["before=abc", "around=", "after=1e3", "limit=", "limit=all", "before=-1", "limit=0"]
)
async def test_page_parameters_must_be_numbers(bot: Bot, games: str, query: str):
    refused = await bot("GET", f"/channels/{games}/messages?{query}")
    assert (refused.status, refused.code) == (400, 50035)
    assert refused.complaint(query.partition("=")[0])


async def test_typing_is_sent_to_everyone_who_sees_the_channel(bot: Bot, ann: Person, ben: Person):
    channel = await opened(bot, ann)
    assert (await bot("POST", f"/channels/{channel}/typing")).status == 204
    seen = await ann.line.until("TYPING_START")
    assert (seen["user_id"], seen["channel_id"]) == (bot.play.world.bot_id, channel)
    await ben.line.quiet("TYPING_START")


async def test_the_bot_cannot_delete_other_peoples_messages_in_a_dm(bot: Bot, ann: Person):
    channel = await opened(bot, ann)
    hers = (await ann("POST", f"/channels/{channel}/messages", {"content": "x"})).body
    refused = await bot("DELETE", f"/channels/{channel}/messages/{hers['id']}")
    assert (refused.status, refused.code) == (403, 50003)


async def test_a_dm_is_opened_once_and_never_with_yourself(bot: Bot, ann: Person):
    assert await opened(bot, ann) == await opened(bot, ann)
    me = {"recipient_id": bot.play.world.bot_id}
    assert (await bot("POST", "/users/@me/channels", me)).complaint("recipient_id")
