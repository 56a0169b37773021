import pytest
from discord_playground import Playground

from playground.tests.callers import Bot, Json, Person, command, panel, text
from playground.tests.world.test_shown_games import Chess


async def test_rate_limits_can_be_set_and_turned_off(play: Playground, bot: Bot, games: str):
    play.stage.rates.on = True
    await bot("POST", "/playground/rates", {"limits": {"create": [1, 60]}})
    path = f"/channels/{games}/messages"
    await bot("POST", path, {"content": "x"})
    assert (await bot("POST", path, {"content": "x"})).status == 429
    await bot("POST", "/playground/rates", {"on": False})
    assert (await bot("POST", path, {"content": "x"})).status == 200


@pytest.mark.parametrize("add", [1e300, -1e12, 2**70, [1], None, {}], ids=str)
async def test_the_clock_cannot_leave_the_supported_years(bot: Bot, games: str, add: object):
    assert (await bot("POST", "/playground/clock", {"add": add})).status == 400
    made = await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    assert made.status == 200


async def test_the_state_has_everything_a_page_needs(bot: Bot, ann: Person, games: str):
    await bot("POST", f"/playground/channels/{games}", {"bot_permissions": {"pin_messages": False}})
    await bot("POST", "/users/@me/channels", {"recipient_id": ann.id})
    seen = (await ann("GET", "/playground/state")).body
    assert [person["token"] for person in seen["people"]] == ["ann", "ben", "cat", "dan", "eve"]
    assert (seen["guild"]["owner_id"], seen["people"][0]["dms_open"]) == (ann.id, True)
    assert seen["guild"]["id"] == bot.play.world.guild_id
    assert {channel["name"] for channel in seen["channels"]} == {"games", "parlor"}, (
        "no DM of anybody"
    )
    (there,) = [channel for channel in seen["channels"] if channel["id"] == games]
    assert (
        there["bot_permissions"]["pin_messages"],
        there["bot_permissions"]["send_messages"],
    ) == (False, True)
    assert (seen["gateway"], seen["rest"]) == (bot.play.gateway, bot.play.base)
    assert (seen["bot"]["token"], seen["bot"]["connected"]) == (bot.play.bot_token, True)


async def test_a_new_channel_is_announced_to_everybody(bot: Bot, ann: Person):
    made = (await ann("POST", "/playground/channels", {"name": "attic"})).body
    for line in (bot.line, ann.line):
        assert (await line.until("CHANNEL_CREATE"))["name"] == "attic"
    assert (await bot("POST", f"/channels/{made['id']}/messages", {"content": "x"})).status == 200


async def test_an_unknown_permission_is_refused(bot: Bot, games: str):
    wrong = {"bot_permissions": {"send_mesages": False}}
    refused = await bot("POST", f"/playground/channels/{games}", wrong)
    assert refused.complaint("bot_permissions", "send_mesages")
    assert (await bot("POST", "/playground/channels/1", {})).code == 10003
    assert (await bot("POST", "/playground/people/Nobody", {})).code == 10013


async def test_archiving_a_thread_sends_an_event(bot: Bot, ann: Person, games: str):
    body = {"name": "t", "type": 11}
    own = (await bot("POST", f"/channels/{games}/threads", body)).body["id"]
    await ann("POST", f"/playground/channels/{own}", {"archived": True})
    for line in (bot.line, ann.line):
        assert (await line.until("THREAD_UPDATE"))["thread_metadata"]["archived"]
    await ann("POST", f"/playground/channels/{own}", {"locked": True})
    told = (await bot.line.until("THREAD_UPDATE"))["thread_metadata"]
    assert (told["archived"], told["locked"]) == (True, True), "what is not named stays"


async def test_private_threads_send_no_events_to_the_bot(bot: Bot, ben: Person, games: str):
    body = {"name": "Hush", "type": 12}
    own = (await ben("POST", f"/channels/{games}/threads", body)).body["id"]
    await ben("POST", f"/playground/channels/{own}", {"archived": True})
    assert (await ben.line.until("THREAD_UPDATE"))["id"] == own
    await bot.line.quiet("THREAD_UPDATE")


async def test_removing_or_adding_the_bot_twice_sends_one_event(bot: Bot, ann: Person):
    guild = bot.play.world.guild_id
    for _ in range(2):
        assert (await ann("POST", "/playground/guild", {"bot": False})).body["bot"] is False
    gone = await bot.line.until("GUILD_DELETE")
    assert (gone["id"], "unavailable" in gone) == (guild, False), "that would be an outage"
    await bot.line.quiet("GUILD_DELETE")
    for _ in range(2):
        assert (await ann("POST", "/playground/guild", {"bot": True})).body["bot"] is True
    back = await bot.line.until("GUILD_CREATE")
    assert (back["id"], "unavailable" in back) == (guild, False), "a library would see no join"
    await bot.line.quiet("GUILD_CREATE")


@pytest.mark.parametrize("quiet", [True, False])
async def test_a_server_can_be_out_of_order_for_a_while(
    bot: Bot, ann: Person, games: str, quiet: bool
):
    await bot.register(command())
    await ann("POST", "/playground/guild", {"outage": True})
    assert (await bot.line.until("GUILD_DELETE"))["unavailable"] is True
    assert (await ann.slash("hello", games)).status >= 400
    await ann("POST", "/playground/guild", {"outage": False, "quiet": quiet})
    back = await bot.line.until("GUILD_CREATE")
    assert back.get("unavailable", "missing") == ("missing" if quiet else False)


async def test_a_bot_with_a_time_out_reads_and_says_nothing(bot: Bot, ann: Person, games: str):
    await ann("POST", "/playground/guild", {"time_out": 60})
    told = await bot.line.until("GUILD_MEMBER_UPDATE")
    assert told["communication_disabled_until"]
    path = f"/channels/{games}/messages"
    assert (await bot("POST", path, {"content": "x"})).status == 403
    assert (await bot("GET", path)).status == 200
    await ann("POST", "/playground/guild", {"time_out": 0})
    assert (await bot.line.until("GUILD_MEMBER_UPDATE"))["communication_disabled_until"] is None
    assert (await bot("POST", path, {"content": "x"})).status == 200


async def test_the_clock_can_be_set_ahead_and_a_bot_in_process_is_told(play: Playground, bot: Bot):
    heard: list[float] = []
    play.on_clock(heard.append)
    for add in (60, 3600.5, -60):
        await bot("POST", "/playground/clock", {"add": add})
    assert heard == [0.0, 60.0, 3660.5, 3600.5]
    seen = (await bot("GET", "/playground/state")).body
    assert (seen["clock_offset"], seen["clock_followed"]) == (3600.5, True)


async def test_the_identify_limit_is_switched_separately(play: Playground, bot: Bot):
    made = (await bot("POST", "/playground/rates", {"on": True, "identifies": False})).body
    assert (made["on"], made["identifies"]) == (True, False)
    assert (play.stage.rates.on, play.stage.gateway.identifies.on) == (True, False)
    again = (await bot("POST", "/playground/rates", {"everywhere": 7})).body
    assert (again["on"], again["everywhere"]) == (True, 7), "what is not named stays"


async def test_the_log_continues_after_a_given_number(bot: Bot, ann: Person, games: str):
    path = f"/channels/{games}/messages"
    await bot("POST", path, {"content": "first"})
    left = (await ann("GET", "/playground/log")).body["next"]
    await bot("POST", path, {"content": "second"})
    await bot("POST", path, {"content": ""})
    read = (await ann("GET", f"/playground/log?since={left}")).body
    assert [request["body"]["content"] for request in read["requests"]] == ["second", ""]
    seen = (await ann("GET", f"/playground/events?since={left}")).body
    assert [entry["code"] for entry in seen["bot_errors"]] == [50006]
    later = (await ann("GET", f"/playground/events?since={read['next']}")).body
    assert later["bot_errors"] == []


async def test_an_answered_interaction_is_not_among_the_errors(bot: Bot, ann: Person, games: str):
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 4, panel(text("x")))
    seen = (await ann("GET", "/playground/events")).body
    assert (seen["unanswered"], seen["late"], seen["complaints"]) == ([], [], [])
    (line,) = (await ann("GET", "/playground/log")).body["interactions"]
    assert (line["id"], line["callback_type"]) == (one["id"], 4)


NONSENSE: list[tuple[str, Json]] = [
    ("/faults", {"kind": "status", "times": "often"}),
    ("/rates", {"limits": {"create": 5}}),
    ("/rates", {"everywhere": "many"}),
    ("/clock", {"add": "an hour"}),
    ("/people/Ben", {"roles": 7}),
    ("/people/nobody", {}),
]


@pytest.mark.parametrize(("path", "body"), NONSENSE, ids=str)
async def test_an_invalid_control_request_is_a_400(bot: Bot, path: str, body: Json):
    answer = await bot("POST", f"/playground{path}", body)
    assert 400 <= answer.status < 500
    assert answer.body["message"]


async def test_a_control_needs_no_body_but_refuses_invalid_json(bot: Bot):
    assert (await bot("POST", "/playground/guild")).body == {"bot": True, "outage": False}
    url = f"{bot.play.base}/playground/clock"
    async with bot.session.post(url, data=b"{nonsense") as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_the_games_of_a_bot_in_this_process_are_listed(play: Playground, bot: Bot):
    assert (await bot("GET", "/playground/games")).body == {"games": []}
    play.show_games(lambda: [Chess()])
    [card] = (await bot("GET", "/playground/games")).body["games"]
    assert (card["title"], card["pictures"]) == ("Chess", ["/games/0/0.png", "/games/0/1.png"])
    for path, body in (("0/0", b"king"), ("0/1", b"queen"), ("0/2", None), ("1/0", None)):
        async with bot.session.get(f"{play.base}/games/{path}.png") as answer:
            assert answer.status == (404 if body is None else 200)
            assert body is None or await answer.read() == body


# --- channels that the bot can't view ---

UNSEEN = {"bot_permissions": {"view_channel": False}}
KEPT = {"id", "type", "guild_id", "position", "flags", "name", "permission_overwrites"}


def assert_obfuscated(channel: Json, own: str, guild: str) -> None:
    assert {key for key, value in channel.items() if value is not None} == KEPT
    assert (channel["id"], channel["flags"], channel["name"]) == (own, 1 << 17, "___hidden___")
    denied = {"id": guild, "type": 0, "allow": "0", "deny": "1024"}
    assert channel["permission_overwrites"] == [denied]


@pytest.mark.parametrize("kind", [0, 2, 4, 5, 13, 15])
async def test_a_channel_that_the_bot_cant_view_is_obfuscated(bot: Bot, ann: Person, kind: int):
    guild = bot.play.world.guild_id
    body = {"name": "vault", "type": kind, **UNSEEN}
    own = (await ann("POST", "/playground/channels", body)).body["id"]
    assert_obfuscated(await bot.line.until("CHANNEL_CREATE"), own, guild)
    assert (await ann.line.until("CHANNEL_CREATE"))["name"] == "vault", "Ann can see it"
    assert own not in [item["id"] for item in (await bot("GET", f"/guilds/{guild}/channels")).body]
    assert (await bot("GET", f"/channels/{own}")).code == 50001
    again = Bot(bot.play, bot.session, bot.token)
    await again.identify(intents=1)
    everything = await again.line.until("GUILD_CREATE")
    (there,) = [item for item in everything["channels"] if item["id"] == own]
    assert_obfuscated(there, own, guild)
    shown = {"bot_permissions": {"view_channel": True}}
    await ann("POST", f"/playground/channels/{own}", shown)
    told = await bot.line.until("CHANNEL_UPDATE")
    assert (told["id"], told["name"], told["flags"]) == (own, "vault", 0)
    assert own in [item["id"] for item in (await bot("GET", f"/guilds/{guild}/channels")).body]


async def test_a_kind_that_no_channel_has_is_refused(bot: Bot):
    refused = await bot("POST", "/playground/channels", {"name": "x", "type": 11})
    assert refused.complaint("type")


async def test_a_category_is_visible_while_a_channel_in_it_is(bot: Bot, ann: Person):
    world = bot.play.world

    async def add(**body: object) -> str:
        return (await ann("POST", "/playground/channels", body)).body["id"]

    category = await add(name="back", type=4, **UNSEEN)
    assert (await bot.line.until("CHANNEL_CREATE"))["flags"] == 1 << 17
    own = await add(name="den", parent_id=category)
    assert (await bot.line.until("CHANNEL_CREATE"))["parent_id"] == category
    assert (await bot.line.until("CHANNEL_UPDATE", id=category))["name"] == "back"
    await ann("POST", f"/playground/channels/{own}", UNSEEN)
    assert_obfuscated(await bot.line.until("CHANNEL_UPDATE", id=own), own, world.guild_id)
    assert_obfuscated(await bot.line.until("CHANNEL_UPDATE"), category, world.guild_id)
    last = await add(name="nook", parent_id=category)
    assert (await bot.line.until("CHANNEL_UPDATE", id=category))["name"] == "back"
    await ann("DELETE", f"/playground/channels/{last}")
    told = await bot.line.until("CHANNEL_UPDATE", id=category)
    assert_obfuscated(told, category, world.guild_id)


async def test_a_thread_follows_when_its_channel_is_shown_again(bot: Bot, ann: Person, games: str):
    own = (await bot("POST", f"/channels/{games}/threads", {"name": "t", "type": 11})).body["id"]
    await ann("POST", f"/playground/channels/{games}", UNSEEN)
    await bot.line.until("CHANNEL_UPDATE", id=games)
    await ann("POST", f"/playground/channels/{own}", {"archived": False})
    await bot.line.quiet("THREAD_UPDATE")
    again = Bot(bot.play, bot.session, bot.token)
    await again.identify(intents=1)
    assert (await again.line.until("GUILD_CREATE"))["threads"] == []
    shown = {"bot_permissions": {"view_channel": True}}
    await ann("POST", f"/playground/channels/{games}", shown)
    synced = await again.line.until("THREAD_LIST_SYNC")
    assert synced["channel_ids"] == [games]
    assert [thread["id"] for thread in synced["threads"]] == [own]
    assert [member["id"] for member in synced["members"]] == [own]
