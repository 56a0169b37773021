import pytest
from discord_playground import Playground
from discord_playground.checks.rate_limits import (
    GLOBAL,
    INVALID,
    LIMITS,
    NAMED,
    SWEEP_FROM,
    RateLimits,
    rate_limited,
)

from playground.tests.asking import fault
from playground.tests.callers import Answer, Bot, Person, command
from playground.tests.checks.conftest import Clock
from playground.tests.checks.judging import refused


@pytest.fixture
def strict(play: Playground) -> Playground:
    """Return the playground with its rate limits on."""
    play.stage.rates.on = True
    return play


async def test_every_answer_has_rate_limit_headers(strict: Playground, bot: Bot, games: str):
    made = await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    headers = made.headers
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("5", "4")
    assert 0 < float(headers["X-RateLimit-Reset-After"]) <= 5
    assert headers["X-RateLimit-Bucket"]
    path = f"/channels/{games}/messages/{made.body['id']}"
    edited = await bot("PATCH", path, {"content": "y"})
    assert edited.headers["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]
    assert edited.headers["X-RateLimit-Remaining"] == "4", "they count apart"
    wrong = await bot("POST", f"/channels/{games}/messages", {"content": ""})
    assert wrong.headers["X-RateLimit-Remaining"] == "3"  # refused requests count too


async def test_the_sixth_message_hits_the_rate_limit(
    strict: Playground, bot: Bot, ann: Person, games: str
):
    path = f"/channels/{games}/messages"
    answers = [await bot("POST", path, {"content": "x"}) for _ in range(6)]
    last: Answer = answers[-1]
    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert last.body["global"] is False
    assert 0 < last.body["retry_after"] <= 5
    assert last.headers["Via"]
    assert last.headers["X-RateLimit-Scope"] == "user"
    assert int(last.headers["Retry-After"]) >= 1
    other = next(
        channel.id for channel in strict.world.channels.values() if channel.name == "parlor"
    )
    assert (await bot("POST", f"/channels/{other}/messages", {"content": "x"})).status == 200
    for _ in range(7):  # people have no rate limits
        assert (await ann("POST", path, {"content": "x"})).status == 200


async def test_interactions_skip_the_global_rate_limit(
    strict: Playground, bot: Bot, ann: Person, games: str
):
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    strict.stage.rates.everywhere = 3
    strict.stage.rates._windows.clear()
    answers = [await bot("GET", "/users/@me") for _ in range(4)]
    assert answers[-1].status == 429
    assert answers[-1].body["global"] is True
    assert answers[-1].headers["X-RateLimit-Scope"] == "global"
    assert (await bot.answer(one, 4, {"content": "still"})).status == 200
    assert (await bot.say(one, {"content": "still"})).status == 200


async def test_edits_of_old_messages_have_a_rate_limit_of_three_in_six_seconds(
    strict: Playground, bot: Bot, ann: Person, games: str
):
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    await ann("POST", "/playground/clock", {"add": 3601})
    answers = [await bot("PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].code == 30046
    assert answers[-1].body["retry_after"] > 0
    assert answers[-1].headers["Via"]
    fresh = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    strict.stage.rates._windows.pop(f"edit {games}")
    fresh_path = f"/channels/{games}/messages/{fresh['id']}"
    assert (await bot("PATCH", fresh_path, {"content": "y"})).status == 200


async def test_opening_dms_too_fast_is_40003(strict: Playground, bot: Bot, ann: Person):
    strict.stage.rates.dm_opens = (1, 600.0)
    people = list(strict.world.people)
    assert (await bot("POST", "/users/@me/channels", {"recipient_id": people[0]})).status == 200
    assert (await bot("POST", "/users/@me/channels", {"recipient_id": people[0]})).status == 200
    refused = await bot("POST", "/users/@me/channels", {"recipient_id": people[1]})
    assert (refused.status, refused.code) == (403, 40003)
    assert "retry_after" not in refused.body


async def test_too_many_invalid_requests_lead_to_a_ban(strict: Playground, bot: Bot, games: str):
    strict.stage.rates.invalid_allowed = 2
    stranger = Bot(bot.play, bot.session, "Bot wrong")
    for _ in range(3):
        assert (await stranger("GET", "/users/@me")).status == 401
    banned = await bot("GET", "/users/@me")
    assert banned.status == 429
    assert "Via" not in banned.headers
    assert isinstance(banned.body, str)


BUCKET = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")


async def test_a_429_of_a_bucket_has_its_headers(strict: Playground, bot: Bot, games: str):
    path = f"/channels/{games}/messages"
    answers = [await bot("POST", path, {"content": "x"}) for _ in range(6)]
    strict.stage.rates.on = False  # a requested fault strikes anyway
    await fault(bot, "status", status=429)
    answers.append(await bot("GET", path))
    for refusal in answers[-2:]:
        assert refusal.status == 429
        assert refusal.body["message"] == "You are being rate limited."
        assert [key for key in BUCKET if f"X-RateLimit-{key}" not in refusal.headers] == []
        assert refusal.headers["X-RateLimit-Remaining"] == "0"
        after = float(refusal.headers["X-RateLimit-Reset-After"])
        assert after == pytest.approx(refusal.body["retry_after"], abs=0.001)


async def test_a_shared_429_says_in_its_body_alone_how_long_to_wait(
    strict: Playground, bot: Bot, ann: Person, games: str
):
    """A client that believes the headers would come back at once, and be refused again."""
    path = f"/channels/{games}/messages"
    made = (await bot("POST", path, {"content": "x"})).body
    await ann("POST", "/playground/clock", {"add": 3601})
    edits = [await bot("PATCH", f"{path}/{made['id']}", {"content": str(n)}) for n in range(4)]
    await fault(bot, "rate_limit", retry_after=1163.097)
    fault_answer = await bot("POST", path, {"content": "x"})
    assert fault_answer.body["message"] == "The resource is being rate limited."
    assert fault_answer.body["retry_after"] == 1163.097
    for refusal in (edits[-1], fault_answer):
        assert refusal.headers["X-RateLimit-Scope"] == "shared"
        assert refusal.headers["X-RateLimit-Remaining"] == "4"
        assert refusal.headers["Retry-After"] == "1"
        assert float(refusal.headers["X-RateLimit-Reset-After"]) < refusal.body["retry_after"]


async def test_a_global_429_has_no_bucket(strict: Playground, bot: Bot):
    strict.stage.rates.everywhere = 0
    refusal = await bot("GET", "/users/@me")
    assert (refusal.status, refusal.headers["X-RateLimit-Global"]) == (429, "true")
    assert [key for key in BUCKET if f"X-RateLimit-{key}" in refusal.headers] == []


OWN = ("POST", "/channels/{channel_id}/messages")
HOOK = "/webhooks/{webhook_id}/{webhook_token}"


def spent(rates: RateLimits, method: str, route: str, major: str, times: int = 1) -> Answer:
    """Empty a bucket; return the refusal of the next request."""
    for _ in range(times):
        rates.spend(method, route, major)
    return refused(lambda: rates.spend(method, route, major))


def test_a_rate_limit_bucket_belongs_to_a_route_and_a_channel(clock: Clock):
    rates = RateLimits()
    spent(rates, *OWN, "7", times=LIMITS["create"][0])
    assert rates.spend(*OWN, "8")["X-RateLimit-Remaining"] == "4"
    assert rates.spend("PATCH", OWN[1] + "/{message_id}", "7")["X-RateLimit-Remaining"] == "4"
    clock.now += LIMITS["create"][1]
    assert rates.spend(*OWN, "7")["X-RateLimit-Remaining"] == "4"


def test_a_route_has_the_same_bucket_name_in_all_channels(clock: Clock):
    rates = RateLimits()
    here, there = rates.spend(*OWN, "7"), rates.spend(*OWN, "8")
    assert here["X-RateLimit-Bucket"] == there["X-RateLimit-Bucket"]
    names = {rates.spend(*route, "7")["X-RateLimit-Bucket"] for route in NAMED}
    assert len(names) == len(NAMED) - 1, "new messages and edits have one name"


def test_retry_after_is_the_same_in_body_and_headers(clock: Clock):
    rates = RateLimits()
    rates.spend(*OWN, "7")
    clock.now += 1.5
    answer = spent(rates, *OWN, "7", times=4)
    assert answer.body["retry_after"] == 3.5
    headers = rates.headers(*OWN, after=3.5)
    assert headers["X-RateLimit-Reset-After"] == "3.500"
    assert float(headers["X-RateLimit-Reset"]) == pytest.approx(clock.time() + 3.5, abs=0.01)
    assert rate_limited(0.2).headers["Retry-After"] == "1", "whole seconds, and never at once"
    assert rate_limited(64.2).headers["Retry-After"] == "65", "and never too early"


def test_the_global_rate_limit_is_fifty_a_second_for_all_routes(clock: Clock):
    rates = RateLimits()
    for number in range(GLOBAL):
        rates.spend("GET", "/channels/{channel_id}", str(number))
    assert refused(lambda: rates.spend("GET", "/users/@me", "")).body["global"] is True
    assert rates.spend("POST", HOOK, "7+token"), "what follows an interaction is not among them"
    assert rates.spend("POST", "/interactions/{interaction_id}/{token}/callback", "") == {}
    clock.now += 1
    assert rates.spend("GET", "/users/@me", "")


def test_follow_ups_are_rate_limited_by_their_token(clock: Clock):
    rates = RateLimits()
    answer = spent(rates, "POST", HOOK, "7+one", times=LIMITS["webhook"][0])
    assert answer.status == 429
    edits = refused(lambda: rates.spend("PATCH", HOOK + "/messages/@original", "7+one"))
    assert edits.status == 429, "new words and edits are one bucket"
    assert rates.spend("POST", HOOK, "7+two")


def test_edits_of_old_messages_have_their_own_rate_limit(clock: Clock):
    rates = RateLimits()
    for _ in range(3):
        rates.spend_old_edit("7")
    answer = refused(lambda: rates.spend_old_edit("7"))
    assert (answer.status, answer.code) == (429, 30046)
    rates.spend_old_edit("8")
    clock.now += 6
    rates.spend_old_edit("7")


def test_a_thread_is_renamed_twice_in_ten_minutes(clock: Clock):
    rates = RateLimits()
    for _ in range(2):
        rates.spend_rename("7")
    answer = refused(lambda: rates.spend_rename("7"))
    assert (answer.status, answer.body["retry_after"]) == (429, 600.0)
    rates.spend_rename("8")
    clock.now += 600
    rates.spend_rename("7")


def test_expired_rate_limit_windows_are_removed(clock: Clock):
    rates = RateLimits()
    for number in range(SWEEP_FROM + 10):
        rates.spend("POST", HOOK, f"7+{number}")
    clock.now += 60
    spent(rates, "POST", HOOK, "7+last", times=LIMITS["webhook"][0])
    assert len(rates._windows) < 10


def test_a_ban_ends_when_the_invalid_requests_are_old_enough(clock: Clock):
    rates = RateLimits()
    rates.invalid_allowed = 2
    for _ in range(3):
        assert not rates.banned
        rates.count_invalid()
    assert rates.banned
    clock.now += INVALID[1] + 1
    assert not rates.banned


def test_disabled_rate_limits_refuse_nothing(clock: Clock):
    rates = RateLimits(on=False)
    rates.invalid_allowed = 0
    for _ in range(GLOBAL + 1):
        assert rates.spend(*OWN, "7") == {}
        rates.spend_old_edit("7")
        rates.spend_rename("7")
        rates.spend_dm()
        rates.count_invalid()
    assert not rates.banned
