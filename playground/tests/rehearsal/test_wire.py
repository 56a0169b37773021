"""Tests of the requests."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest
from aiohttp import web
from discord_playground.rehearsal.address import Address
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.wire import Answer, Wire


@dataclass(frozen=True)
class Served:
    """Answers at an address."""

    rest: str
    answers: list[web.Response]


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    """Serve answers one after another."""
    answers: list[web.Response] = []

    async def answer(_: web.Request) -> web.Response:
        return answers.pop(0)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield Served(f"http://127.0.0.1:{runner.addresses[0][1]}", answers)
    await runner.cleanup()


async def ask(served: Served, recorder: Recorder, *, patient: bool = True) -> Answer:
    async with aiohttp.ClientSession() as session:
        wire = Wire(session, Address("token", served.rest, ""), recorder)
        return await wire.call("get /x/{id}", ids={"id": "42"}, patient=patient)


async def test_a_short_rate_limit_is_waited_for_and_recorded(served: Served) -> None:
    served.answers[:] = [
        web.json_response({"retry_after": 0.01, "message": "slow"}, status=429),
        web.json_response({"a": 1}),
    ]
    recorder = Recorder()
    assert (await ask(served, recorder)).data == {"a": 1}
    assert [line["status"] for line in recorder.lines] == [429, 200]
    assert {line["route"] for line in recorder.lines} == {"GET /x/{id}"}


@pytest.mark.parametrize(("patient", "wait"), [(False, 0.01), (True, 600)])
async def test_otherwise_a_rate_limit_is_an_answer(
    patient: bool, wait: float, served: Served
) -> None:
    served.answers.append(web.json_response({"retry_after": wait, "code": 20028}, status=429))
    assert (await ask(served, Recorder(), patient=patient)).code == 20028


async def test_a_text_that_is_no_json_is_no_error(served: Served) -> None:
    served.answers.append(web.Response(text="upstream connect error", status=503))
    answer = await ask(served, Recorder())
    assert (answer.body, answer.code, answer.data) == ("upstream connect error", 0, {})
    assert str(answer) == "503, code 0 (no JSON)"
