"""The bot's own check of finished games."""

import asyncio
from typing import Any

import pytest

from bot.host.proof.self_check import Checked, SelfCheck, check
from tests.bot.house import ANN, BEN, House


async def finished(house: House) -> dict[str, Any]:
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    return await house.queries.transcript(table)


async def test_a_game_that_can_be_dealt_again_has_no_problem(house: House):
    written = await finished(house)
    frozen = written["mixed_by"] is not None
    assert check(written, house.games) == Checked(len(written["steps"]), frozen)


async def test_a_changed_game_is_not_called_fair(house: House):
    written = await finished(house)
    assert "does not open the seal" in check({**written, "seal": "0" * 64}, house.games).problem


async def test_an_answer_does_not_wait_for_a_slow_check_and_finds_it_later(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    written, asked = await finished(house), list[int]()
    go = asyncio.Event()

    async def transcript(table_id: int) -> dict[str, Any]:
        asked.append(table_id)
        return written

    async def slow(work: Any, *given: Any) -> Any:
        await go.wait()
        return work(*given)

    monkeypatch.setattr(asyncio, "to_thread", slow)
    checks = SelfCheck(transcript)
    assert await checks.of(1, house.games, patience=0) is None
    go.set()
    found = await checks.of(1, house.games, patience=5)
    assert found is not None
    assert found.problem == ""
    assert asked == [1], "checked once"
