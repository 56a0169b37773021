import pytest

from playground.tests.callers import Bot, Json, Person, button, command, row


async def between(one: Person, other: Person) -> str:
    """Open a DM between two people."""
    body = {"recipients": [other.id]}
    return (await one("POST", "/users/@me/channels", body)).body["id"]


async def test_the_bot_reads_only_messages_to_it(bot: Bot, ann: Person, ben: Person, games: str):
    path = f"/channels/{games}/messages"
    await ben("POST", path, {"content": "psst"})
    assert (await ann.line.until("MESSAGE_CREATE"))["content"] == "psst"
    assert (await bot.line.until("MESSAGE_CREATE"))["content"] == ""
    await ben("POST", path, {"content": f"<@{bot.play.world.bot_id}> deal"})
    assert (await bot.line.until("MESSAGE_CREATE"))["content"].endswith("deal")


@pytest.mark.parametrize("more", [{"embeds": [{"title": "x"}]}, {"components": [row(button())]}])
async def test_people_cannot_send_embeds_or_components(ann: Person, games: str, more: Json):
    refused = await ann("POST", f"/channels/{games}/messages", {"content": "x", **more})
    assert (refused.status, refused.code) == (400, 50035)


async def test_people_change_their_own_messages(bot: Bot, ann: Person, ben: Person, games: str):
    path = f"/channels/{games}/messages"
    own = (await ben("POST", path, {"content": "his"})).body["id"]
    changed = await ben("PATCH", f"{path}/{own}", {"content": "better"})
    assert changed.body["edited_timestamp"]
    assert (await ann.line.until("MESSAGE_UPDATE"))["content"] == "better"
    assert (await ben("PATCH", f"{path}/{own}", {"content": ""})).code == 50006
    assert (await ben("DELETE", f"{path}/{own}")).status == 204
    assert (await bot.line.until("MESSAGE_DELETE"))["id"] == own
    assert (await ben("GET", f"{path}/{own}")).code == 10008


async def test_the_owner_deletes_but_cannot_edit_messages(
    bot: Bot, ann: Person, ben: Person, games: str
):
    path = f"/channels/{games}/messages"
    own = (await bot("POST", path, {"content": "x"})).body["id"]
    assert (await ben("DELETE", f"{path}/{own}")).code == 50013
    assert (await ann("PATCH", f"{path}/{own}", {"content": "y"})).code == 50005
    assert (await ann("DELETE", f"{path}/{own}")).status == 204


async def test_a_dm_between_people_is_hidden_from_others(bot: Bot, ann: Person, ben: Person):
    channel = await between(ann, ben)
    assert await between(ben, ann) == channel
    assert (await ben.line.until("CHANNEL_CREATE"))["recipients"][0]["id"] == ann.id
    (mine,) = (await ben("GET", "/users/@me/channels")).body
    assert [recipient["id"] for recipient in mine["recipients"]] == [ann.id]
    cat = Person(ann.play, ann.session, "cat")
    assert (await cat("GET", f"/channels/{channel}")).code == 50001
    assert (await cat("POST", f"/channels/{channel}/messages", {"content": "x"})).code == 50001
    assert (await cat("GET", "/users/@me/channels")).body == []
    await ann("POST", f"/channels/{channel}/messages", {"content": "psst"})
    await bot.line.quiet("CHANNEL_CREATE", "MESSAGE_CREATE")


NOBODY: list[Json] = [
    {},
    {"recipient_id": "nobody"},
    {"recipient_id": [1]},
    {"recipients": []},
    {"recipients": 5},
    {"recipients": {"a": 1}},
]


@pytest.mark.parametrize("body", [*NOBODY, "me"], ids=str)
async def test_a_dm_needs_another_existing_user(ann: Person, body: Json | str):
    if body == "me":
        body = {"recipient_id": ann.id}
    assert (await ann("POST", "/users/@me/channels", body)).complaint("recipient_id")


async def test_closed_dms_are_closed_to_people_too(ann: Person, ben: Person):
    channel = await between(ann, ben)
    await ann("POST", "/playground/people/Ben", {"dms_open": False})
    refused = await ann("POST", f"/channels/{channel}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (403, 50007)
    assert (await ben("POST", f"/channels/{channel}/messages", {"content": "x"})).status == 200


async def test_a_dm_between_people_offers_no_commands(bot: Bot, ann: Person, ben: Person):
    await bot.register(command())
    own = await between(ann, ben)
    listed = (await ann("GET", f"/channels/{own}/application-command-index")).body
    assert listed["application_commands"] == []
    stray: Json = {"id": next(iter(bot.play.world.commands)), "name": "hello", "type": 1}
    assert (await ann.interact(2, own, stray)).code == 50001
    assert (await ann("GET", "/guilds/1/application-command-index")).code == 10004


async def test_only_the_owner_can_delete_channels(bot: Bot, ann: Person, ben: Person, games: str):
    own = await between(ann, ben)
    refused = await ann("DELETE", f"/channels/{own}")
    assert (refused.status, refused.code) == (403, 50003)
    assert (await ben("DELETE", f"/channels/{games}")).code == 50013
    assert (await ann("DELETE", f"/channels/{games}")).body["id"] == games
    assert (await bot.line.until("CHANNEL_DELETE"))["id"] == games


async def test_typing_is_not_sent_to_the_bot(bot: Bot, ann: Person, ben: Person, games: str):
    assert (await ben("POST", f"/channels/{games}/typing")).status == 204
    assert (await ann.line.until("TYPING_START"))["user_id"] == ben.id
    await bot.line.quiet("TYPING_START")


async def test_people_can_read_their_own_user(ann: Person):
    me = (await ann("GET", "/users/@me")).body
    assert (me["id"], me["username"], me["global_name"]) == (ann.id, "ann", "Ann")
    assert "bot" not in me
