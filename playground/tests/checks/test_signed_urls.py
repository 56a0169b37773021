"""Addresses of attachments: signed wherever they leave, and dead after a day."""

import json
from urllib.parse import parse_qs, urlsplit

from discord_playground.checks.signed_urls import ISSUED_EVERY, LIFE, is_valid, sign

from playground.tests.callers import Bot, Json, Person

PLAIN = "http://127.0.0.1:8765/attachments/1/2/a.png"
NOW = 1_750_000_000.0


def query_of(url: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}


def test_an_address_is_valid_for_a_day():
    url: str = json.loads(sign(json.dumps({"url": PLAIN}), NOW))["url"]
    query, path = query_of(url), "/attachments/1/2/a.png"
    assert url.startswith(PLAIN + "?ex=")
    assert int(query["ex"], 16) - int(query["is"], 16) == LIFE == 86_400
    assert is_valid(path, query, NOW + LIFE - ISSUED_EVERY)
    assert not is_valid(path, query, NOW + LIFE)


def test_a_changed_address_is_not_valid():
    query = query_of(json.loads(sign(json.dumps(PLAIN), NOW)))
    assert not is_valid("/attachments/1/3/a.png", query, NOW)
    later = query | {"ex": f"{int(query['ex'], 16) + 60:x}"}
    assert not is_valid("/attachments/1/2/a.png", later, NOW)
    assert not is_valid("/attachments/1/2/a.png", {}, NOW)


def test_only_whole_plain_addresses_are_signed():
    signed = json.loads(sign(json.dumps(PLAIN), NOW))
    for text in (signed, f"see {PLAIN}", "https://example.org/attachments/1/2/a.png", "x"):
        assert json.loads(sign(json.dumps(text), NOW)) == text
    media = PLAIN.replace("/attachments", "/media/attachments")
    assert "?ex=" in sign(json.dumps({"proxy_url": media}), NOW)


async def test_each_answer_and_event_carries_an_address_that_is_still_valid(
    bot: Bot, ann: Person, games: str
):
    """A bot that stores an address instead of the message's id has a dead link a day later."""
    path = f"/channels/{games}/messages"

    async def status_of(message: Json) -> int:
        async with bot.session.get(message["attachments"][0]["url"]) as response:
            return response.status

    made = (await bot("POST", path, {"content": "x"}, files={"a.txt": b"x"})).body
    heard = await ann.line.until("MESSAGE_CREATE")
    assert [await status_of(message) for message in (made, heard)] == [200, 200]
    await ann("POST", "/playground/clock", {"add": 86_400})
    assert [await status_of(message) for message in (made, heard)] == [404, 404]
    fetched = (await bot("GET", f"{path}/{made['id']}")).body
    assert await status_of(fetched) == 200
    plain = fetched["attachments"][0]["url"].partition("?")[0]
    async with bot.session.get(plain) as response:
        assert response.status == 404
