"""Rate limits and the trouble that can be asked for."""

import aiohttp
import pytest

from bot.playground import Playground
from tests.bot.playground.callers import Answer, Bot, Json, Person, command, panel, text


@pytest.fixture
def strict(play: Playground) -> Playground:
    """The playground with its rate limits."""
    play.stage.rates.on = True
    return play


async def test_every_answer_names_its_bucket(strict: Playground, bot: Bot, games: str) -> None:
    made = await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    headers = made.headers
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("5", "4")
    assert 0 < float(headers["X-RateLimit-Reset-After"]) <= 5
    assert headers["X-RateLimit-Bucket"]
    path = f"/channels/{games}/messages/{made.body['id']}"
    edited = await bot("PATCH", path, {"content": "y"})
    assert edited.headers["X-RateLimit-Bucket"] != headers["X-RateLimit-Bucket"]
    wrong = await bot("POST", f"/channels/{games}/messages", {"content": ""})
    assert wrong.headers["X-RateLimit-Remaining"] == "3"  # refused ones count as well


async def test_the_sixth_message_in_five_seconds_is_too_many(
    strict: Playground, bot: Bot, ann: Person, games: str
) -> None:
    path = f"/channels/{games}/messages"
    answers = [await bot("POST", path, {"content": "x"}) for _ in range(6)]
    last: Answer = answers[-1]
    assert [one.status for one in answers] == [200] * 5 + [429]
    assert last.body["global"] is False
    assert 0 < last.body["retry_after"] <= 5
    assert last.headers["Via"]
    assert last.headers["X-RateLimit-Scope"] == "user"
    assert int(last.headers["Retry-After"]) >= 1
    other = next(one.id for one in strict.world.channels.values() if one.name == "parlor")
    assert (await bot("POST", f"/channels/{other}/messages", {"content": "x"})).status == 200
    for _ in range(7):  # people are not limited
        assert (await ann("POST", path, {"content": "x"})).status == 200


async def test_a_bucket_fills_again(strict: Playground, bot: Bot, games: str) -> None:
    strict.stage.rates.limits["create"] = (1, 0.05)
    path = f"/channels/{games}/messages"
    await bot("POST", path, {"content": "x"})
    refused = await bot("POST", path, {"content": "x"})
    assert refused.status == 429
    window = strict.stage.rates._windows[f"create {games}"]
    window.ends = 0  # its time is over
    assert (await bot("POST", path, {"content": "x"})).status == 200


async def test_fifty_requests_a_second_are_the_end_of_it_but_not_for_interactions(
    strict: Playground, bot: Bot, ann: Person, games: str
) -> None:
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


async def test_edits_of_a_message_older_than_an_hour_are_limited_to_three_in_six_seconds(
    strict: Playground, bot: Bot, ann: Person, games: str
) -> None:
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    await ann("POST", "/playground/clock", {"add": 3601})
    answers = [await bot("PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [one.status for one in answers] == [200, 200, 200, 429]
    assert answers[-1].code == 30046
    assert answers[-1].body["retry_after"] > 0
    assert answers[-1].headers["Via"]
    fresh = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    strict.stage.rates._windows.pop(f"edit {games}")
    fresh_path = f"/channels/{games}/messages/{fresh['id']}"
    assert (await bot("PATCH", fresh_path, {"content": "y"})).status == 200


async def test_opening_dms_too_fast_is_40003(strict: Playground, bot: Bot, ann: Person) -> None:
    strict.stage.rates.dm_opens = (1, 600.0)
    people = list(strict.world.people)
    assert (await bot("POST", "/users/@me/channels", {"recipient_id": people[0]})).status == 200
    assert (await bot("POST", "/users/@me/channels", {"recipient_id": people[0]})).status == 200
    refused = await bot("POST", "/users/@me/channels", {"recipient_id": people[1]})
    assert (refused.status, refused.code) == (429, 40003)


async def test_who_does_not_listen_is_banned(strict: Playground, bot: Bot, games: str) -> None:
    strict.stage.rates.invalid_allowed = 2
    stranger = Bot(bot.play, bot.session, "Bot wrong")
    for _ in range(3):
        assert (await stranger("GET", "/users/@me")).status == 401
    banned = await bot("GET", "/users/@me")
    assert banned.status == 429
    assert "Via" not in banned.headers
    assert isinstance(banned.body, str)


# --- faults ---


async def fault(bot: Bot, kind: str, **more: object) -> None:
    assert (await bot("POST", "/playground/faults", {"kind": kind, **more})).status == 200


BUCKET = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")


async def test_every_429_names_its_bucket_whatever_it_is_for(
    strict: Playground, bot: Bot, ann: Person, games: str
) -> None:
    """discord.js and hikari read from the headers how long to wait, and fail without them."""
    path = f"/channels/{games}/messages"
    made = (await bot("POST", path, {"content": "x"})).body
    own = f"{path}/{made['id']}"
    await ann("POST", "/playground/clock", {"add": 3601})
    edits = [await bot("PATCH", own, {"content": str(n)}) for n in range(4)]
    refused = [edits[-1]]
    await fault(bot, "rate_limit", retry_after=1.5, times=2)
    refused.append(await bot("POST", path, {"content": "x"}))
    strict.stage.rates.on = False  # what was asked for comes all the same
    refused.append(await bot("GET", path))
    strict.stage.rates.on = True
    await fault(bot, "status", status=429)
    refused.append(await bot("GET", path))
    strict.stage.rates.dm_opens = (0, 600.0)
    refused.append(await bot("POST", "/users/@me/channels", {"recipient_id": ann.id}))
    strict.stage.rates.everywhere = 0
    strict.stage.rates._windows.clear()
    refused.append(await bot("GET", "/users/@me"))
    for one in refused:
        assert one.status == 429
        assert [key for key in BUCKET if f"X-RateLimit-{key}" not in one.headers] == []
        assert one.headers["X-RateLimit-Remaining"] == "0"
        after = float(one.headers["X-RateLimit-Reset-After"])
        assert after == pytest.approx(one.body.get("retry_after", 0.0), abs=0.001)
