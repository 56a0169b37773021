import pytest
from discord_playground.world.push_notifications import PushNotifications
from discord_playground.world.world import Role, World

from playground.tests.callers import Bot, Json, Person, command, panel, text
from playground.tests.quiet import named, place


async def shown(who: Person) -> list[tuple[str, str, str]]:
    """Return the notifications on a person's phone: author, channel, text."""
    pushes = (await who("GET", f"/playground/phone/{who.token}")).body["pushes"]
    return [(push["author"], push["where"], push["text"]) for push in pushes]


async def test_mentions_and_dms_push_plain_content(bot: Bot, ann: Person, ben: Person, games: str):
    users: Json = {"allowed_mentions": {"users": [ben.id]}}
    words = f"<@{ben.id}>, your turn in <#{games}>: </yankee bid:5> <:die:7>"
    await bot("POST", f"/channels/{games}/messages", {"content": words, **users})
    there = (await bot("POST", "/users/@me/channels", {"recipient_id": ben.id})).body
    await bot("POST", f"/channels/{there['id']}/messages", {"content": "Come back"})
    assert await shown(ben) == [
        ("Bot", "#games", "@Ben, your turn in #games: /yankee bid :die:"),
        ("Bot", "", "Come back"),
    ]
    assert await shown(ann) == []


async def test_components_alone_push_an_empty_text(bot: Bot, ann: Person, ben: Person, games: str):
    users: Json = {"allowed_mentions": {"users": [ben.id]}}
    call = panel(text(f"<@{ben.id}>, your turn"), **users)
    assert (await bot("POST", f"/channels/{games}/messages", call)).status == 200
    assert await shown(ben) == [("Bot", "#games", "")]


async def test_messages_without_a_ping_push_nothing(bot: Bot, ann: Person, ben: Person, games: str):
    path = f"/channels/{games}/messages"
    quiet: Json = {"content": f"<@{ben.id}>", "allowed_mentions": {"parse": []}}
    await bot("POST", path, quiet)  # written, but not pinged
    await bot("POST", path, {"content": f"<@{ben.id}>", "flags": 1 << 12})  # silent
    made = (await bot("POST", path, {"content": "x"})).body
    edit: Json = {"content": f"<@{ben.id}>", "allowed_mentions": {"parse": ["users"]}}
    await bot("PATCH", f"{path}/{made['id']}", edit)
    await bot.register(command())
    await ben.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 4, {"content": f"<@{ben.id}>", "flags": 64})
    await ben("POST", path, {"content": f"<@{ben.id}>"})  # her own message
    await bot("PUT", f"{path}/pins/{made['id']}")
    assert await shown(ben) == []


async def test_everyone_pings_need_the_permission(bot: Bot, ann: Person, ben: Person, games: str):
    path = f"/channels/{games}/messages"
    await bot("POST", path, {"content": "@everyone"})
    assert await shown(ben) == []
    await ann("POST", f"/playground/channels/{games}", {"bot_permissions": {"mention_everyone": 1}})
    await bot("POST", path, {"content": "@everyone"})
    assert await shown(ben) == [("Bot", "#games", "@everyone")]


@pytest.mark.parametrize("gone", [True, False])
async def test_a_hidden_channel_pushes_nothing(
    bot: Bot, ann: Person, ben: Person, games: str, gone: bool
):
    if gone:
        await ann("POST", "/playground/people/Ben", {"gone": "left"})
    else:
        await ann("POST", "/playground/roles", {"name": "warden"})
        await ann("POST", f"/playground/channels/{games}", {"role": "warden"})
    await bot("POST", f"/channels/{games}/messages", {"content": f"<@{ben.id}>"})
    assert await shown(ben) == []


async def test_pushes_can_be_read_from_a_number_on(bot: Bot, ben: Person):
    there = (await bot("POST", "/users/@me/channels", {"recipient_id": ben.id})).body
    await bot("POST", f"/channels/{there['id']}/messages", {"content": "one"})
    last = (await ben("GET", "/playground/phone/ben")).body["next"]
    await bot("POST", f"/channels/{there['id']}/messages", {"content": "two"})
    (push,) = (await ben("GET", f"/playground/phone/Ben?since={last}")).body["pushes"]
    assert push["text"] == "two"
    assert (await ben("GET", "/playground/phone/nobody")).code == 10013


def test_mentions_are_shown_as_names(world: World):
    ben, games = named(world, "Ben"), place(world)
    ben.shown, ben.nick = "Benny", "Captain"
    world.roles["7"] = Role("7", "warden")
    read = PushNotifications(world).read
    assert read({"content": f"<@{ben.id}> <@!{ben.id}> in <#{games.id}>"}) == (
        "@Captain @Captain in #games"
    )
    assert read({"content": f"<@{world.bot_id}> <@&7>"}) == "@Bot @warden"
    assert read({"content": "</yankee start:5> <:die:6> <a:aha:7>"}) == "/yankee start :die: :aha:"


def test_unknown_mentions_are_not_invented(world: World):
    read = PushNotifications(world).read
    assert read({"content": "<@1> <#2> <@&3>"}) == "@? #unknown @role"
    as_they_are = "**bold** <t:1777636800:R> <https://example.org> <@x> <:a:1> 3 < 4"
    assert read({"content": as_they_are}) == as_they_are
