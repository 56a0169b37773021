"""Requests that several of these tests send, besides those of callers.py."""

import json

from playground.tests.callers import Answer, Bot

FORM = "multipart/form-data; boundary=XX"


async def raw(
    bot: Bot, path: str, data: bytes, kind: str, *, method: str = "POST", **headers: str
) -> Answer:
    """Send a request with exactly these bytes as its body."""
    sent = {"Authorization": bot.token, "Content-Type": kind, **headers}
    url = bot.play.base + "/api/v10" + path
    async with bot.session.request(method, url, data=data, headers=sent) as response:
        text = await response.text()
        made = json.loads(text) if "json" in response.content_type else text
        return Answer(response.status, made, response.headers)


def parts(*given: tuple[str, str, bytes]) -> bytes:
    """Return a multipart body from (disposition parameters, extra headers, content) parts."""
    made = b""
    for disposition, head, content in given:
        made += f"--XX\r\nContent-Disposition: form-data; {disposition}\r\n{head}\r\n".encode()
        made += content + b"\r\n"
    return made + b"--XX--\r\n"


async def asked(bot: Bot, path: str, **headers: str) -> Answer:
    """Request a page without a token."""
    url = bot.play.base + path
    async with bot.session.get(url, headers=headers) as response:
        text = await response.text()
        return Answer(response.status, text, response.headers)


async def withdraw(bot: Bot, channel: str, *names: str) -> None:
    """Withdraw some of the bot's permissions in a channel."""
    body = {"bot_permissions": dict.fromkeys(names, False)}
    assert (await bot("POST", f"/playground/channels/{channel}", body)).status == 200


async def fault(bot: Bot, kind: str, **more: object) -> None:
    """Add a fault."""
    assert (await bot("POST", "/playground/faults", {"kind": kind, **more})).status == 200
