"""All answers and events that Discord describes are as described: each is checked at least once."""

from base64 import b64encode
from pathlib import Path

import aiohttp
from discord_playground.gateway.close_codes import MEMBERS

from playground.tests.callers import INTENTS, Bot, Json, Person, button, command, panel, row
from playground.tests.callers import text as words
from playground.tests.schema import EVENTS, Witness, described

EMOJI = Path(__file__).parents[2] / "bot" / "ui" / "emojis" / "coal.png"
EMPTY = {"POST /channels/{channel_id}/typing"}  # answered with nothing, as Discord usually does


async def test_each_described_answer_and_event_is_checked(
    bot: Bot, ann: Person, ben: Person, session: aiohttp.ClientSession, games: str
):
    """The fixture `play` fails this test if one of them isn't as described."""
    play = bot.play
    play.stage.gateway.privileged = MEMBERS
    asked = await Bot(play, session, bot.token).identify(intents=INTENTS | MEMBERS)
    await read_everything(asked, games)
    await register_commands(asked)
    await write(asked, games)
    await use_threads(asked, ben, games)
    await answer_interactions(asked, ann, games)
    await change_the_server(asked)
    witness = play.stage.gateway.to_bot
    assert isinstance(witness, Witness)
    assert {*described(), *EVENTS} - witness.checked.keys() == EMPTY


async def read_everything(bot: Bot, games: str) -> None:
    """Read what is there without the bot's doing."""
    guild = f"/guilds/{bot.play.world.guild_id}"
    ann = bot.play.world.owner_id
    for path in (
        *("/users/@me", "/users/@me/guilds", f"/users/{ann}", f"{guild}/members/{ann}"),
        *("/gateway", "/gateway/bot", "/soundboard-default-sounds", f"/channels/{games}"),
        *("/applications/@me", "/oauth2/applications/@me", f"{guild}?with_counts=1"),
        *(f"{guild}/channels", f"{guild}/roles"),
    ):
        assert (await bot("GET", path)).status == 200, path


async def register_commands(bot: Bot) -> None:
    """Register commands everywhere and in the server, and upload an emoji."""
    world = bot.play.world
    app = f"/applications/{world.bot_id}"
    for base in (f"{app}/commands", f"{app}/guilds/{world.guild_id}/commands"):
        await bot("PUT", base, [command("hello")])
        made = (await bot("POST", base, command("other"))).body
        await bot("PATCH", f"{base}/{made['id']}", {"description": "New"})
        await bot("GET", f"{base}/{made['id']}")
        await bot("GET", base)
    emojis = f"{app}/emojis"
    picture = "data:image/png;base64," + b64encode(EMOJI.read_bytes()).decode()
    emoji = (await bot("POST", emojis, {"name": "coal", "image": picture})).body
    await bot("PATCH", f"{emojis}/{emoji['id']}", {"name": "ember"})
    await bot("GET", f"{emojis}/{emoji['id']}")
    await bot("GET", emojis)


async def write(bot: Bot, games: str) -> None:
    """Write messages of all kinds, edit, pin and list them, and write in a DM."""
    ann, path = bot.play.world.owner_id, f"/channels/{games}/messages"
    embed = {"title": "x", "fields": [{"name": "a", "value": "b"}]}
    sent = {"content": f"<@{ann}>", "embeds": [embed], "nonce": "7"}
    message = (await bot("POST", path, sent, files={"a.txt": b"x"})).body
    await bot("PATCH", f"{path}/{message['id']}", {"content": "edited"})
    await bot("GET", f"{path}/{message['id']}")
    await bot("PUT", f"{path}/pins/{message['id']}")
    for last in (path, f"{path}/pins", f"/channels/{games}/pins"):
        await bot("GET", last)
    dm = (await bot("POST", "/users/@me/channels", {"recipient_id": ann})).body
    await bot("POST", f"/channels/{dm['id']}/messages", panel(words("x"), row(button())))


async def use_threads(bot: Bot, ben: Person, games: str) -> None:
    """Open, rename, list and delete threads."""
    message = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    await bot("POST", f"/channels/{games}/messages/{message['id']}/threads", {"name": "At it"})
    thread = (await bot("POST", f"/channels/{games}/threads", {"name": "t", "type": 12})).body["id"]
    await bot("PUT", f"/channels/{thread}/thread-members/{ben.id}")
    await bot("GET", f"/channels/{thread}/thread-members/{ben.id}?with_member=1")
    await bot("GET", f"/channels/{thread}/thread-members")
    await bot("POST", f"/channels/{thread}/messages", {"content": "x"})
    await bot("PATCH", f"/channels/{thread}", {"name": "other"})
    await bot("GET", f"/guilds/{bot.play.world.guild_id}/threads/active")
    allowed = {"bot_permissions": {"manage_threads": True}}
    await bot("POST", f"/playground/channels/{thread}", allowed)
    assert (await bot("DELETE", f"/channels/{thread}")).status == 200


async def answer_interactions(bot: Bot, ann: Person, games: str) -> None:
    """Answer commands and presses, and edit the answers."""
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 4, panel(words("x"), row(button())))
    answer = (await bot("GET", bot.followed(one))).body
    await bot("PATCH", bot.followed(one), panel(words("y"), row(button())))
    said = (await bot.say(one, {"content": "and", "flags": 64})).body
    await bot("PATCH", bot.followed(one, said["id"]), {"content": "more"})
    await bot("GET", bot.followed(one, said["id"]))
    await ann.press(answer, "go")
    press = await bot.line.until("INTERACTION_CREATE", type=3)
    assert (await bot.answer(press, 7, panel(words("z"), row(button())))).status == 200
    there = (await ann("POST", "/users/@me/channels", {"recipient_id": bot.play.world.bot_id})).body
    await ann.slash("hello", there["id"])
    assert (await bot.line.until("INTERACTION_CREATE", type=2))["context"] == 1


async def change_the_server(bot: Bot) -> None:
    """Change a member and the channels."""
    for body in ({"nick": "Captain"}, {"gone": "left"}, {"gone": ""}):
        await bot("POST", "/playground/people/Ben", body)
    made: Json = (await bot("POST", "/playground/channels", {"name": "new"})).body
    path = f"/playground/channels/{made['id']}"
    await bot("POST", path, {"bot_permissions": {"attach_files": False}})
    await bot("DELETE", path)
