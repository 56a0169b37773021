import aiohttp
import pytest
from discord_playground.checks.faults import KINDS, ON_GATEWAY, Faults

from playground.tests.asking import fault
from playground.tests.callers import Bot, Json, Person, command, panel, text
from playground.tests.checks.judging import refused


async def test_an_answer_can_be_made_to_fail(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    await fault(bot, "status", method="POST", route="/messages$", status=503, code=7, times=2)
    assert (await bot("GET", path)).status == 200
    for _ in range(2):
        failed = await bot("POST", path, {"content": "x"})
        assert (failed.status, failed.code) == (503, 7)
    assert (await bot("POST", path, {"content": "x"})).status == 200
    assert len(bot.play.world.messages[games]) == 1


async def test_a_503_is_plain_text_as_from_a_proxy(bot: Bot):
    await fault(bot, "status", status=503)
    failed = await bot("GET", "/users/@me")
    assert (failed.status, failed.body[:22]) == (503, "upstream connect error")
    await fault(bot, "status", status=500)
    assert (await bot("GET", "/users/@me")).body["message"] == "500: Internal Server Error"


async def test_faults_do_not_affect_people(bot: Bot, ann: Person, games: str):
    await fault(bot, "status", route=".*")
    assert (await ann("POST", f"/channels/{games}/messages", {"content": "x"})).status == 200
    assert (await bot("GET", "/users/@me")).status == 500


async def test_a_fault_can_cause_a_429_rate_limit(bot: Bot, games: str):
    await fault(bot, "rate_limit", route=r"channels/\{channel_id\}", retry_after=1.5)
    rate_limited = await bot("GET", f"/channels/{games}")
    assert rate_limited.status == 429
    assert rate_limited.body["retry_after"] == 1.5
    assert rate_limited.headers["Via"]
    await fault(bot, "rate_limit", **{"global": True})
    assert (await bot("GET", "/users/@me")).body["global"] is True


async def test_a_fault_can_delay_an_answer(bot: Bot, ann: Person, games: str):
    bot.play.stage.interactions.answer_within = 0.03
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await fault(bot, "delay", route="/callback", seconds=0.06)
    assert (await bot.answer(one, 4, {"content": "x"})).code == 10062


async def test_a_fault_can_lose_the_answer_of_a_served_request(bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    await fault(bot, "lose_answer", method="POST", route="/messages")
    body: Json = {**panel(text("x")), "nonce": "one", "enforce_nonce": True}
    with pytest.raises(aiohttp.ClientError):
        await bot("POST", path, body)
    (kept,) = bot.play.world.messages[games].values()
    again = await bot("POST", path, body)  # the nonce makes it one message
    assert again.body["id"] == kept.id
    assert len(bot.play.world.messages[games]) == 1


async def test_faults_can_be_cleared_and_unknown_kinds_are_refused(bot: Bot):
    await fault(bot, "status", times=100)
    assert (await bot("DELETE", "/playground/faults")).status == 204
    assert (await bot("GET", "/users/@me")).status == 200
    assert (await bot("POST", "/playground/faults", {"kind": "earthquake"})).code == 50035


def test_a_fault_strikes_as_often_as_asked_on_matching_requests():
    faults = Faults()
    faults.add({"kind": "status", "method": "post", "route": r"\{channel_id\}/messages$"})
    faults.add({"kind": "delay", "route": "/channels/7/", "times": 2})
    there = ("POST", "/channels/{channel_id}/messages", "/channels/7/messages")
    assert faults.take("status", "GET", *there[1:]) is None
    assert faults.take("status", "POST", "/users/@me", "/users/@me") is None
    assert faults.take("lose_answer", *there) is None
    assert faults.take("status", *there) is not None, "a method is written either way"
    assert faults.take("status", *there) is None
    assert faults.take("delay", *there) is faults.take("delay", *there) is not None
    assert faults.pending == []


def test_faults_strike_in_the_order_they_were_added():
    faults = Faults()
    for status in (500, 502):
        faults.add({"kind": "status", "status": status})
    taken = [faults.take("status", "GET", "/x", "/x") for _ in range(3)]
    assert [fault.status if fault else None for fault in taken] == [500, 502, None]


def test_gateway_faults_strike_at_once():
    faults = Faults()
    for kind in KINDS:
        faults.add({"kind": kind})
    assert {fault.kind for fault in faults.pending} == set(KINDS) - set(ON_GATEWAY)
    faults.clear()
    assert [faults.take(kind) for kind in KINDS] == [None] * len(KINDS)


def test_a_requested_429_does_not_count_towards_the_ban():
    made = Faults().add({"kind": "rate_limit", "retry_after": 2.5}).refused()
    assert (made.status, made.headers["X-RateLimit-Scope"]) == (429, "shared")
    assert made.body()["retry_after"] == 2.5
    everywhere = Faults().add({"kind": "rate_limit", "global": True}).refused()
    assert everywhere.headers["X-RateLimit-Scope"] == "global"


def test_an_invalid_fault_is_refused():
    for wanted in ({"kind": "earthquake"}, {}):
        assert refused(lambda: Faults().add(wanted)).complaint("kind")  # noqa: B023
