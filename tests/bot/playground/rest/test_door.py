"""What comes in by the door: bodies as clients of all kinds write them, nonsense, and strangers."""

import asyncio
import json
import logging
from urllib.parse import urlencode

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.checks.own_name import OwnName
from tests.bot.playground.callers import Answer, Bot, Json, Person, command


async def raw(
    bot: Bot, path: str, data: bytes, kind: str, *, method: str = "POST", **headers: str
) -> Answer:
    """Send these very bytes."""
    sent = {"Authorization": bot.token, "Content-Type": kind, **headers}
    url = bot.play.base + "/api/v10" + path
    async with bot.session.request(method, url, data=data, headers=sent) as response:
        text = await response.text()
        made = json.loads(text) if "json" in response.content_type else text
        return Answer(response.status, made, response.headers)


def parts(*given: tuple[str, str, bytes]) -> bytes:
    """Write a form of parts: the disposition's rest, more of the head, the content."""
    made = b""
    for disposition, head, content in given:
        made += f"--XX\r\nContent-Disposition: form-data; {disposition}\r\n{head}\r\n".encode()
        made += content + b"\r\n"
    return made + b"--XX--\r\n"


FORM = "multipart/form-data; boundary=XX"


# --- bodies ---


async def test_payload_json_may_have_a_type_of_its_own(bot: Bot, games: str) -> None:
    """py-cord writes it so, and got no answer accepted."""
    content = json.dumps({"content": "x", "attachments": [{"id": 0}]}).encode()
    body = parts(
        ('name="payload_json"', "Content-Type: application/json\r\n", content),
        ('name="files[0]"; filename="a.txt"', "Content-Type: text/plain\r\n", b"hello"),
    )
    made = await raw(bot, f"/channels/{games}/messages", body, FORM)
    assert (made.status, made.body["content"]) == (200, "x")
    assert [one["filename"] for one in made.body["attachments"]] == ["a.txt"]
    named = parts(
        ('name="payload_json"; filename="blob"', "Content-Type: application/json\r\n", content)
    )
    assert (await raw(bot, f"/channels/{games}/messages", named, FORM)).complaint(
        "attachments", 0, "id"
    )


async def test_plain_fields_are_a_body_as_well(bot: Bot, games: str) -> None:
    fields = urlencode({"content": "plain & simple", "tts": "false", "flags": "4"}).encode()
    made = await raw(
        bot, f"/channels/{games}/messages", fields, "application/x-www-form-urlencoded"
    )
    assert (made.status, made.body["content"], made.body["tts"]) == (200, "plain & simple", False)
    assert made.body["flags"] == 4
    wrapped = urlencode({"payload_json": '{"content": "wrapped"}'}).encode()
    made = await raw(
        bot, f"/channels/{games}/messages", wrapped, "application/x-www-form-urlencoded"
    )
    assert made.body["content"] == "wrapped"
    form = parts(('name="content"', "", b"in a part"))
    made = await raw(bot, f"/channels/{games}/messages", form, FORM)
    assert made.body["content"] == "in a part"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, parts(('name="files[0]"; filename="a"', "X-Odd: a\x01b\r\n", b"x"))),
        (FORM, parts(('name="a\x00b"', "", b"x"))),
        (FORM, b"--XX\r\nno head at all"),
        (FORM, b"nothing of the sort"),
        (FORM, parts(('name="payload_json"', "", b"{nonsense"))),
        (FORM, parts(('name="payload_json"', "Content-Type: application/json\r\n", b"\xff"))),
        ("multipart/form-data", b"--XX--"),
        ("application/json", b"\xff\xfe"),
        ("application/json; charset=nonsense", b"{}"),
        ("application/json", b"[" * 100_000),
        ("application/json", b'{"content": ' + b"[" * 300 + b"]" * 300 + b"}"),
        ("application/json", b'{"flags": NaN}'),
        ("application/json", b'{"flags": 1e999}'),
        ("application/json", b'{"flags": ' + b"9" * 5000 + b"}"),
        ("application/json", b'"content"'),
        ("application/x-www-form-urlencoded", b"payload_json=%ff"),
    ],
    ids=str,
)
async def test_what_cannot_be_read_is_the_senders_fault(
    bot: Bot, games: str, kind: str, body: bytes
) -> None:
    """A 500 would hide from the bot's author that the request was wrong."""
    made = await raw(bot, f"/channels/{games}/messages", body, kind)
    assert made.status == 400, made.body
    assert isinstance(made.body["code"], int)


@pytest.mark.parametrize("version", ["/v9", "/v11", ""])
async def test_only_version_ten_is_spoken(bot: Bot, version: str) -> None:
    answer = await asked(bot, f"/api{version}/users/@me", Authorization=bot.token)
    assert (answer.status, json.loads(answer.body)["code"]) == (400, 50041)


@pytest.mark.parametrize(
    "query", ["before=abc", "around=", "after=1e3", "limit=", "limit=all", "before=-1", "limit=0"]
)
async def test_a_page_is_asked_for_with_numbers(bot: Bot, games: str, query: str) -> None:
    refused = await bot("GET", f"/channels/{games}/messages?{query}")
    assert (refused.status, refused.code) == (400, 50035)
    assert refused.complaint(query.partition("=")[0])


@pytest.mark.parametrize("flags", ["64", 1.5, -1, [64], {"a": 1}], ids=str)
async def test_flags_of_a_deferral_have_to_be_a_number(
    bot: Bot, ann: Person, games: str, flags: object
) -> None:
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    assert (await bot.answer(one, 5, {"flags": flags})).complaint("data", "flags")
    assert (await bot.answer(one, 5, {"flags": 64})).status == 200


# --- strangers ---


async def asked(bot: Bot, path: str, **headers: str) -> Answer:
    url = bot.play.base + path
    async with bot.session.get(url, headers=headers) as response:
        text = await response.text()
        return Answer(response.status, text, response.headers)


PATHS = ["/", "/static/app.js", "/playground/state", "/api/v10/gateway", "/attachments/1/1/a"]


@pytest.mark.parametrize("path", PATHS)
async def test_nothing_is_answered_under_another_name(bot: Bot, path: str) -> None:
    """A page whose name is made to mean this machine could play as anybody (DNS rebinding)."""
    port = bot.play.port
    for name in (f"evil.example:{port}", "evil.example", f"127.0.0.1.evil.example:{port}", ""):
        assert (await asked(bot, path, Host=name, Authorization="ann")).status == 403, name
    assert (await asked(bot, path, Host=f"localhost:{port}")).status != 403


@pytest.mark.parametrize("path", PATHS)
async def test_nothing_is_answered_to_another_page(bot: Bot, path: str) -> None:
    """Another program's page on this very machine is a stranger too: its port is another."""
    port = bot.play.port
    for origin in (
        "https://example.org",
        "null",
        "http://127.0.0.1",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"http://evil.example:{port}",
    ):
        answer = await asked(bot, path, Origin=origin, Authorization="ann")
        assert answer.status == 403, origin
    assert (await asked(bot, path, Origin=bot.play.base)).status != 403


async def test_the_gateway_opens_to_our_own_page_alone(bot: Bot, play: Playground) -> None:
    for headers in (
        {"Origin": "https://example.org"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "evil.example"},
    ):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await bot.session.ws_connect(play.gateway, headers=headers)
    own = {"Origin": f"http://localhost:{play.port}"}
    await (await bot.session.ws_connect(play.gateway, headers=own)).close()


async def test_an_interactions_token_is_no_way_round_it(bot: Bot, ann: Person, games: str) -> None:
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    path = f"/interactions/{one['id']}/{one['token']}/callback"
    body = json.dumps({"type": 4, "data": {"content": "x"}}).encode()
    refused = await raw(bot, path, body, "application/json", Origin="https://example.org")
    assert refused.status == 403
    assert (await raw(bot, path, body, "application/json")).status == 204


def test_on_all_addresses_any_address_is_ours_and_no_name() -> None:
    everywhere = OwnName("0.0.0.0")
    assert everywhere.is_host("192.168.1.7:8765")
    assert everywhere.is_host("[fe80::1]:8765")
    assert everywhere.is_host("localhost:8765")
    assert not everywhere.is_host("evil.example:8765")
    assert not OwnName("127.0.0.1").is_host("192.168.1.7:8765")
    named = OwnName("table.local")
    assert named.is_host("Table.local:8765")
    assert not named.is_host("localhost:8765")


# --- who goes away ---


@pytest.mark.parametrize("path", ["/api/v10/channels/1/messages", "/playground/channels"])
@pytest.mark.parametrize("torn", [True, False], ids=["torn off", "hung up"])
async def test_who_goes_away_in_the_middle_of_a_body_is_no_error(
    bot: Bot, path: str, torn: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that is killed as it writes would look like a fault of the playground."""
    caplog.set_level(logging.DEBUG, "bot.playground.rest.door")
    _, line = await asyncio.open_connection("127.0.0.1", bot.play.port)
    head = {"Host": f"127.0.0.1:{bot.play.port}", "Authorization": bot.token}
    head |= {"Content-Type": "application/json", "Content-Length": "500"}
    written = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    line.write(f'POST {path} HTTP/1.1\r\n{written}\r\n{{"content'.encode())
    await line.drain()
    assert (await bot("GET", "/users/@me")).status == 200  # by now the other is being read
    if torn:
        line.transport.abort()
    else:
        line.close()
    async with asyncio.timeout(20):
        while "has gone away" not in caplog.text:  # noqa: ASYNC110 (nobody rings)
            await asyncio.sleep(0.01)
    assert "Traceback" not in caplog.text
    assert [one.levelname for one in caplog.records if one.name.startswith("bot")] == ["DEBUG"]
    assert all(one["status"] < 400 for one in bot.play.stage.log.since(0))


# --- what a browser may do with it ---


async def sent(bot: Bot, games: str, name: str, content: bytes) -> Json:
    body: Json = {"content": "x"}
    made = await bot("POST", f"/channels/{games}/messages", body, files={name: content})
    return made.body["attachments"][0]


async def test_what_was_sent_is_only_ever_downloaded(bot: Bot, games: str) -> None:
    """A page that somebody uploads would be one of ours: it could play as anybody."""
    one = await sent(bot, games, "page.html", b"<script>alert(1)</script>")
    answer = await asked(bot, one["url"].removeprefix(bot.play.base))
    assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''page.html"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "script-src" not in answer.headers["Content-Security-Policy"]


async def test_a_file_of_a_strange_kind_can_be_fetched(bot: Bot, games: str) -> None:
    head = "Content-Type: text/html; charset=utf-8; x\r\n"
    body = parts(
        ('name="payload_json"', "", b'{"content": "x"}'),
        ('name="files[0]"; filename="a"', head, b"x"),
        ('name="files[1]"; filename="b"', "Content-Type: nonsense\r\n", b"y"),
    )
    made = (await raw(bot, f"/channels/{games}/messages", body, FORM)).body["attachments"]
    kinds = []
    for one in made:
        answer = await asked(bot, one["url"].removeprefix(bot.play.base))
        assert answer.status == 200
        kinds.append(answer.headers["Content-Type"])
    assert kinds == ["text/html", "application/octet-stream"]


async def test_the_page_runs_its_own_scripts_and_talks_to_its_own_gateway(bot: Bot) -> None:
    policy = (await asked(bot, "/")).headers["Content-Security-Policy"]
    rules = dict(one.strip().split(" ", 1) for one in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert bot.play.gateway.rstrip("/") in rules["connect-src"]
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    state = await asked(bot, "/playground/state")
    assert state.headers["Content-Security-Policy"].startswith("default-src 'none'")
