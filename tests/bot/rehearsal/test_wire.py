"""Tests of the requests."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from discord import http

from bot.rehearsal.recorder import Recorder
from bot.rehearsal.wire import Answer, Wire
from tests.bot.rehearsal.conftest import own_aim


@pytest.fixture
async def served() -> AsyncIterator[list[web.Response]]:
    """Serve these answers one after another."""
    answers: list[web.Response] = []

    async def answer(_: web.Request) -> web.Response:
        return answers.pop(0)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    with own_aim():
        http.Route.BASE = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield answers
    await runner.cleanup()


async def ask(recorder: Recorder, *, patient: bool = True) -> Answer:
    async with aiohttp.ClientSession() as session:
        wire = Wire(session, "token", recorder)
        return await wire.call("get /x/{id}", ids={"id": "42"}, patient=patient)


async def test_a_short_rate_limit_is_waited_for_and_recorded(served: list[web.Response]) -> None:
    served += [
        web.json_response({"retry_after": 0.01, "message": "slow"}, status=429),
        web.json_response({"a": 1}),
    ]
    recorder = Recorder()
    assert (await ask(recorder)).data == {"a": 1}
    assert [line["status"] for line in recorder.lines] == [429, 200]
    assert {line["route"] for line in recorder.lines} == {"GET /x/{id}"}


@pytest.mark.parametrize(("patient", "wait"), [(False, 0.01), (True, 600)])
async def test_otherwise_a_rate_limit_is_an_answer(
    patient: bool, wait: float, served: list[web.Response]
) -> None:
    served.append(web.json_response({"retry_after": wait, "code": 20028}, status=429))
    assert (await ask(Recorder(), patient=patient)).code == 20028


async def test_a_text_that_is_no_json_is_no_error(served: list[web.Response]) -> None:
    served.append(web.Response(text="upstream connect error", status=503))
    answer = await ask(Recorder())
    assert (answer.body, answer.code, answer.data) == ("upstream connect error", 0, {})
    assert str(answer) == "503, code 0 (no JSON)"
