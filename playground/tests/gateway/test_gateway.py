import asyncio
from typing import Any

import pytest
from discord_playground import Playground
from discord_playground.gateway import session
from discord_playground.gateway.gateway import Gateway
from discord_playground.world.world import World

from playground.tests.callers import INTENTS, Bot, Json, Line, Person, command
from playground.tests.quiet import Ear, named

CONTENT = 1 << 15
OURS = "our own"  # stands for the playground's token in tables of tests


async def rejected(bot: Bot, op: int, data: Any) -> int | None:
    """Send one frame on a new connection; return its close code."""
    if isinstance(data, dict) and data.get("token") == OURS:
        data = data | {"token": bot.play.bot_token}
    line = await bot.connect()
    await line.send(op, data)
    return await line.closed()


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 0}, 4004),
        (2, {"token": OURS}, 4013),
        (2, {"token": OURS, "intents": 1 << 1}, 4014),
        (2, {"token": OURS, "intents": CONTENT}, 4014),
        (2, {"token": OURS, "intents": 0, "shard": [2, 2]}, 4010),
        (2, {"token": OURS, "intents": "many"}, 4002),
        (8, {}, 4003),
        (1, "x" * 5000, 4002),
    ],
    ids=str,
)
async def test_an_invalid_frame_closes_the_connection(bot: Bot, op: int, data: Any, code: int):
    assert await rejected(bot, op, data) == code


async def test_unreadable_unknown_and_second_identifies_close_the_connection(bot: Bot):
    line = await bot.connect()
    await line.socket.send_str("{nonsense")
    assert await line.closed() == 4002
    await bot.line.send(99, None)
    assert await bot.line.closed() == 4001
    await bot.identify(intents=0)
    await bot.line.send(2, {"token": bot.play.bot_token, "intents": 0})
    assert await bot.line.closed() == 4005


async def test_more_than_120_frames_a_minute_close_the_connection(bot: Bot):
    for _ in range(121):
        await bot.line.send(1, None)
    assert await bot.line.closed() == 4008


async def test_the_bot_gets_ready_and_then_the_server(bot: Bot):
    world = bot.play.world
    assert bot.ready["user"]["id"] == bot.ready["application"]["id"] == world.bot_id
    assert bot.ready["guilds"] == [{"id": world.guild_id, "unavailable": True}]
    assert bot.ready["resume_gateway_url"] == bot.play.gateway
    guild = await bot.line.until("GUILD_CREATE")
    assert {channel["name"] for channel in guild["channels"]} == {"games", "parlor"}
    assert [member["user"]["id"] for member in guild["members"]] == [world.bot_id]
    assert guild["owner_id"] == world.owner_id


async def test_people_get_the_server_in_ready(ann: Person):
    (guild,) = ann.ready["guilds"]
    assert {member["user"]["global_name"] for member in guild["members"]} >= {"Ann", "Eve", None}
    assert ann.ready["user"]["id"] == ann.id


async def test_shards_get_their_own_servers_and_shard_0_gets_dms(bot: Bot, ann: Person, games: str):
    number = int(bot.play.world.guild_id) >> 22 & 1
    own, other = Bot(bot.play, bot.session, bot.token), Bot(bot.play, bot.session, bot.token)
    await own.identify(intents=INTENTS, shard=[number, 2])
    await other.identify(intents=INTENTS, shard=[1 - number, 2])
    first = own if number == 0 else other
    assert own.ready["shard"] == [number, 2]
    assert not other.ready["guilds"]
    await bot.register(command())
    await ann.slash("hello", games)
    await own.line.until("INTERACTION_CREATE")
    await other.line.quiet("INTERACTION_CREATE", "GUILD_CREATE")
    there = (await ann("POST", "/users/@me/channels", {"recipient_id": bot.play.world.bot_id})).body
    await ann.slash("hello", there["id"])
    assert (await first.line.until("INTERACTION_CREATE"))["channel_id"] == there["id"]


async def test_intents_decide_which_events_the_bot_gets(bot: Bot, ann: Person, games: str):
    deaf = await Bot(bot.play, bot.session, bot.token).identify(intents=0)
    await ann("POST", f"/channels/{games}/messages", {"content": "hello"})
    await bot.line.until("MESSAGE_CREATE")
    await deaf.line.quiet("MESSAGE_CREATE", "GUILD_CREATE")
    await bot.register(command())
    await ann.slash("hello", games)
    await deaf.line.until("INTERACTION_CREATE")  # interactions need no intent


async def test_a_resumed_session_gets_missed_events_in_order(bot: Bot, ann: Person, games: str):
    await bot.register(command())
    await bot.line.until("GUILD_CREATE")
    await ann("POST", "/playground/faults", {"kind": "drop_gateway"})
    await bot.line.closed()
    assert not (await ann("GET", "/playground/state")).body["bot"]["connected"]
    await ann.slash("hello", games)
    await ann("POST", f"/channels/{games}/messages", {"content": "x"})
    line = await bot.resume()
    frames = [await line.frame() for _ in range(3)]
    assert [frame["t"] for frame in frames] == ["INTERACTION_CREATE", "MESSAGE_CREATE", "RESUMED"]
    assert [frame["s"] for frame in frames] == [3, 4, 5]
    await ann.slash("hello", games)
    await line.until("INTERACTION_CREATE")


async def test_a_session_that_closed_normally_cannot_be_resumed(bot: Bot):
    await bot.line.socket.close(code=1000)
    line = await bot.resume()
    assert (await line.frame())["op"] == 9


async def test_an_unknown_session_is_declared_invalid(bot: Bot, ann: Person):
    bot.ready["session_id"] = "unknown"
    line = await bot.resume()
    assert await line.frame() == {"op": 9, "d": False, "s": None, "t": None}
    await bot.identify(intents=INTENTS)
    bot.line.number = 99
    line = await bot.resume()
    assert await line.closed() == 4007


async def test_the_bot_can_be_sent_reconnect_and_invalid_session(bot: Bot, ann: Person):
    await bot.line.until("GUILD_CREATE")
    await ann("POST", "/playground/faults", {"kind": "reconnect"})
    assert (await bot.line.frame())["op"] == 7
    await ann("POST", "/playground/faults", {"kind": "invalid_session"})
    assert (await bot.line.frame())["op"] == 9
    line = await bot.resume()
    assert (await line.frame())["op"] == 9


async def test_a_gateway_outage_refuses_connections_and_ends_on_the_same_port(
    play: Playground, bot: Bot, ann: Person, games: str
):
    where = play.gateway
    await ann("POST", "/playground/faults", {"kind": "gateway_down", "seconds": 0.1})
    await bot.line.closed()
    with pytest.raises(OSError, match="Cannot connect"):
        await bot.connect()
    back = play.stage.gateway._reopening  # the task that ends the outage
    assert back is not None
    await back
    assert play.gateway == where
    line = await bot.resume()
    await line.until("RESUMED")
    await ann("POST", f"/channels/{games}/messages", {"content": "x"})
    await ann.line.until("MESSAGE_CREATE")  # people stayed connected


async def test_an_interaction_can_be_dispatched_twice(bot: Bot, ann: Person, games: str):
    await bot.register(command())
    await ann("POST", "/playground/faults", {"kind": "duplicate_event"})
    await ann.slash("hello", games)
    first = await bot.line.until("INTERACTION_CREATE")
    second = await bot.line.until("INTERACTION_CREATE")
    assert first == second
    await ann.slash("hello", games)
    third = await bot.line.until("INTERACTION_CREATE")
    assert third["id"] != first["id"]
    await bot.line.quiet("INTERACTION_CREATE")


async def test_members_can_be_requested_through_the_gateway(bot: Bot, ann: Person):
    asked: Json = {"guild_id": bot.play.world.guild_id, "user_ids": [ann.id, "1"], "nonce": "n"}
    await bot.line.send(8, asked)
    chunk = await bot.line.until("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["id"] for member in chunk["members"]] == [ann.id]
    assert chunk["not_found"] == ["1"]
    assert chunk["nonce"] == "n"


async def test_after_a_failed_identify_no_more_frames_are_handled(play: Playground, bot: Bot):
    line = await bot.connect()
    before = len(play.stage.gateway.sessions)
    await line.send(2, {"token": "wrong", "intents": 0})
    await line.send(2, {"token": play.bot_token, "intents": 0})
    assert await line.closed() == 4004
    assert len(play.stage.gateway.sessions) == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"seq": 99}, 4007),
        ({"seq": -1}, 4007),
        ({"seq": "1"}, 4002),
        ({"seq": None}, 4002),
    ],
    ids=str,
)
async def test_an_invalid_resume_closes_the_connection(bot: Bot, wrong: Json, code: int):
    known: Json = {"token": bot.play.bot_token, "session_id": bot.ready["session_id"], "seq": 1}
    line = await bot.connect()
    await line.send(6, known | wrong)
    assert await line.closed() == code


async def test_another_users_session_cannot_be_resumed_nor_one_twice(bot: Bot, ann: Person):
    line = await bot.connect()
    theirs = {"token": bot.play.bot_token, "session_id": ann.ready["session_id"], "seq": 1}
    await line.send(6, theirs)
    assert (await line.frame())["op"] == 9
    await bot.line.send(6, theirs | {"session_id": bot.ready["session_id"]})
    assert await bot.line.closed() == 4005


async def beating(line: Line, times: int, pause: float) -> None:
    for _ in range(times):
        await line.send(1, None)
        assert (await line.frame())["op"] == 11
        await asyncio.sleep(pause)


async def test_a_bot_without_heartbeats_loses_its_session(play: Playground, bot: Bot, ann: Person):
    play.stage.gateway.heartbeat = 40
    line = await bot.connect()
    quiet = Bot(bot.play, bot.session, bot.token)
    await quiet.identify(intents=0)
    await asyncio.gather(beating(line, 6, 0.02), quiet.line.closed())
    assert quiet.line.socket.close_code == 4009
    assert quiet.ready["session_id"] not in play.stage.gateway.sessions
    await line.send(1, None)  # this person's heartbeats continued
    assert (await line.frame())["op"] == 11
    await ann.line.quiet()  # a page in the background stays connected


async def test_the_bot_can_identify_once_in_five_seconds(play: Playground, bot: Bot):
    counted = play.stage.gateway.identifies
    counted.on = True
    await bot.identify(intents=0)
    line = await bot.connect()
    await line.send(2, {"token": play.bot_token, "intents": 0})
    assert await line.frame() == {"op": 9, "d": False, "s": None, "t": None}
    assert counted.remaining == counted.a_day - 2
    counted._last_accepted -= 5  # more than five seconds later
    await line.send(2, {"token": play.bot_token, "intents": 0})
    await line.until("READY")
    limit = (await bot("GET", "/gateway/bot")).body["session_start_limit"]
    assert (limit["total"], limit["remaining"]) == (1000, 997)
    assert 0 < limit["reset_after"] <= 86_400_000


async def test_too_many_identifies_end_all_bot_sessions(play: Playground, bot: Bot, ann: Person):
    counted = play.stage.gateway.identifies
    counted.on, counted.every, counted.a_day = True, 0.0, 1
    first = Bot(play, bot.session, bot.token)
    await first.identify(intents=0)
    line = await bot.connect()
    await line.send(2, {"token": play.bot_token, "intents": 0})
    assert await line.closed() == 4004
    assert await first.line.closed() == 4004
    assert not play.stage.gateway.bot_connected
    await ann.identify()  # the limit does not count people


async def test_the_identify_limit_can_be_switched_off(play: Playground, bot: Bot):
    counted: Any = play.stage.gateway.identifies
    assert not counted.on  # follows `rates`
    assert Playground(port=0).stage.gateway.identifies.on
    assert not Playground(port=0, identifies=False).stage.gateway.identifies.on
    answer = await bot("POST", "/playground/rates", {"identifies": True})
    assert answer.body["identifies"] is counted.on is True


async def test_a_new_identify_ends_the_disconnected_session(bot: Bot):
    left = bot.ready["session_id"]
    bot.play.stage.gateway.drop()
    other = await Bot(bot.play, bot.session, bot.token).identify(intents=0, shard=[0, 1])
    assert left in bot.play.stage.gateway.sessions  # another shard
    await Bot(bot.play, bot.session, bot.token).identify(intents=0)
    assert left not in bot.play.stage.gateway.sessions
    assert (await (await bot.resume()).frame())["op"] == 9
    await other.line.quiet()  # still connected


async def test_a_resume_takes_over_from_a_hanging_connection(bot: Bot, ann: Person, games: str):
    await bot.line.until("GUILD_CREATE")
    hanging, line = bot.line, await bot.resume()
    assert await hanging.closed() == 1000
    await line.until("RESUMED")
    await ann("POST", f"/channels/{games}/messages", {"content": "x"})
    await line.until("MESSAGE_CREATE")
    assert bot.play.stage.gateway.bot_connected


async def test_a_session_that_missed_too_much_must_identify_again(
    bot: Bot, ann: Person, games: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(session, "KEPT", 2)
    late = await Bot(bot.play, bot.session, bot.token).identify(intents=INTENTS, shard=[0, 1])
    await late.line.until("GUILD_CREATE")
    bot.play.stage.gateway.drop()
    for _ in range(3):
        await ann("POST", f"/channels/{games}/messages", {"content": "x"})
    line = await late.resume()
    assert await line.frame() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_session_ends_after_4007(bot: Bot):
    right = bot.line.number
    bot.line.number = 99
    assert await (await bot.resume()).closed() == 4007
    bot.line.number = right
    assert (await (await bot.resume()).frame())["op"] == 9


async def test_a_second_outage_replaces_the_first_ones_end(play: Playground, bot: Bot):
    gateway = play.stage.gateway
    await gateway.go_down(600)
    first = gateway._reopening
    await gateway.go_down(0)
    assert gateway._reopening is not None
    await gateway._reopening
    assert first is not None
    assert first.cancelled()
    await (await bot.resume()).until("RESUMED")


def test_one_of_an_events_intents_is_enough(world: World, gateway: Gateway):
    none, one, both = (Ear(gateway, world.bot_id, intents) for intents in (0, 1 << 9, 1 << 9 | 2))
    ann = Ear(gateway, named(world, "Ann").id, -1)
    gateway.tell_bot("FOR_TWO", {}, intent=1 << 9 | 1 << 12)
    gateway.tell_bot("FOR_MEMBERS", {}, intent=2)
    gateway.tell_bot("FOR_ALL", {})
    assert none.events == ["FOR_ALL"]
    assert one.events == ["FOR_TWO", "FOR_ALL"]
    assert both.events == ["FOR_TWO", "FOR_MEMBERS", "FOR_ALL"]
    assert ann.events == []


def test_people_get_events_on_all_pages_and_the_bot_gets_none(world: World, gateway: Gateway):
    ann, ben = named(world, "Ann").id, named(world, "Ben").id
    pages = [Ear(gateway, ann), Ear(gateway, ann)]
    others = [Ear(gateway, ben), Ear(gateway, world.bot_id)]
    gateway.tell_people([ann, ann, world.bot_id], "HELLO", {})
    assert [ear.events for ear in pages] == [["HELLO"], ["HELLO"]]
    assert [ear.events for ear in others] == [[], []]


async def test_an_event_for_a_page_needs_an_open_page_of_the_person(
    play: Playground, ann: Person, ben: Person
):
    gateway = play.stage.gateway
    other = await Person(play, ann.session, "ann").identify()
    gateway.tell_page(ann.id, ann.ready["session_id"], "HERE", {})
    await ann.line.until("HERE")
    await other.line.quiet("HERE")
    for page in (ben.ready["session_id"], "none"):
        gateway.tell_page(ann.id, page, "ANYWHERE", {})
        await ann.line.until("ANYWHERE")
        await other.line.until("ANYWHERE")
    await ben.line.quiet("HERE", "ANYWHERE")
    await other.line.socket.close()


async def test_members_are_found_by_a_name_prefix(bot: Bot, ann: Person):
    world = bot.play.world
    guild: Json = {"guild_id": world.guild_id}

    async def found(**asked: Any) -> list[str]:
        await bot.line.send(8, guild | asked)
        chunk = await bot.line.until("GUILD_MEMBERS_CHUNK")
        assert chunk["not_found"] == []  # no ids were requested
        return [member["user"]["username"] for member in chunk["members"]]

    assert await found(query="A", limit=0) == ["ann"]
    assert await found(query="", limit=2) == ["Bot", "ann"]
    assert await found(query="", limit=0) == ["Bot", "ann", "ben", "cat", "dan", "eve"]
    await ann("POST", "/playground/people/Ben", {"gone": "left"})
    assert await found(query="be", limit=0) == []
