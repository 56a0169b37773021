import pytest
from discord_playground import Playground
from discord_playground.checks import rate_limits
from discord_playground.checks.rate_limits import RateLimits
from discord_playground.gateway.message_store import NONCE_KEPT
from discord_playground.world import request_log, world

from playground.tests.callers import EPHEMERAL, Bot, Person, command


def test_expired_rate_limit_windows_are_removed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rate_limits, "SWEEP_FROM", 10)
    kept = RateLimits()
    for number in range(100):
        kept.spend("POST", "/webhooks/{webhook_id}/{webhook_token}", f"token {number}")
        kept._windows[f"webhook token {number}"].ends = 0
    assert len(kept._windows) <= 10
    kept.spend("POST", "/channels/{channel_id}/messages", "5")
    for number in range(20):
        kept.spend("POST", "/webhooks/{webhook_id}/{webhook_token}", f"new {number}")
    assert kept._windows["create 5"].left == 4  # active windows stay


async def test_expired_nonces_are_removed(play: Playground, bot: Bot, games: str):
    said = {"content": "x", "nonce": "first", "enforce_nonce": True}
    first = (await bot("POST", f"/channels/{games}/messages", said)).body["id"]
    play.world.offset += NONCE_KEPT / 2
    await bot("POST", f"/channels/{games}/messages", said | {"nonce": "second"})
    assert (await bot("POST", f"/channels/{games}/messages", said)).body["id"] == first
    play.world.offset += NONCE_KEPT / 2 + 1
    await bot("POST", f"/channels/{games}/messages", said | {"nonce": "third"})
    assert [nonce for _, _, nonce in play.stage.post._nonces] == ["second", "third"]


def test_the_log_keeps_the_bodies_of_the_newest_requests(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(request_log, "WHOLE", 3)
    kept = request_log.RequestLog()
    for number in range(10):
        kept.add(0.0, "PATCH", "/route", "/path").body = {"board": number}
    assert [line.body for line in kept.lines][-4:] == [None, *({"board": n} for n in (7, 8, 9))]
    assert len(kept.since(0)) == 10


async def test_only_old_ephemeral_messages_are_forgotten(
    play: Playground, bot: Bot, ann: Person, games: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(world, "EPHEMERAL_KEPT", 2)
    public = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body["id"]
    await bot.register(command())
    for number in range(4):
        await ann.slash("hello", games)
        one = await bot.line.until("INTERACTION_CREATE")
        await bot.answer(one, 4, {"content": str(number), "flags": EPHEMERAL})
    there = play.world.messages[games]
    private = [item.json["content"] for item in there.values() if item.only_for is not None]
    assert private == ["2", "3"]
    assert public in there


async def test_an_ephemeral_message_that_is_edited_is_not_forgotten(
    play: Playground, bot: Bot, ann: Person, games: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(world, "EPHEMERAL_KEPT", 2)
    await bot.register(command())
    tokens: list[str] = []
    for number in range(3):
        await ann.slash("hello", games)
        one = await bot.line.until("INTERACTION_CREATE")
        await bot.answer(one, 4, {"content": str(number), "flags": EPHEMERAL})
        tokens.append(one["token"])
        first = f"/webhooks/{play.world.bot_id}/{tokens[0]}/messages/@original"
        assert (await bot("PATCH", first, {"content": f"still true {number}"})).status == 200
    there = play.world.messages[games]
    private = [item.json["content"] for item in there.values() if item.only_for is not None]
    assert private == ["still true 2", "2"]


async def test_sessions_share_event_texts(
    play: Playground, ann: Person, ben: Person, bot: Bot, games: str
):
    await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    await ann.line.until("MESSAGE_CREATE")
    sessions = play.stage.gateway.sessions.values()
    told = [session.kept[-1] for session in sessions if session.owner != play.world.bot_id]
    assert [frame[1] for frame in told] == ["MESSAGE_CREATE"] * 2
    assert told[0][2] is told[1][2]
