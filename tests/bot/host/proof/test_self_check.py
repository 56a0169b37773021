"""The bot's own check of finished games."""

import asyncio
from typing import Any

import pytest

from bot.host.proof.self_check import Checked, SelfCheck, check
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, House
from tests.small.game.moves import Guess, Hide


async def finished(house: House) -> dict[str, Any]:
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    return await house.queries.transcript(table)


async def test_a_game_that_can_be_dealt_again_has_no_problem(house: House):
    written = await finished(house)
    frozen = written["mixed_by"] is not None
    assert check(written, house.games) == Checked(len(written["steps"]), frozen)


async def test_the_moves_of_the_house_are_counted(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, house=1)
    await house.play(table, ANN, Hide(coins=1))
    while (seen := await house.seen(table)).phase == "playing":
        taken = {getattr(news.event, "total", None) for news in seen.news}
        total = next(number for number in range(9) if number not in taken)
        await house.play(table, ANN, Guess(total=total))
    written = await house.queries.transcript(table)
    made = sum(step["by"] != "" for step in written["steps"])
    assert made > 1
    assert check(written, house.games).house == (
        f"of {made} moves at seats of the house, {made} were chosen again and are the same"
    )


async def test_a_message_that_came_after_the_deal_locked_nothing(house: House):
    """Release 0.2 posted it then."""
    written = await finished(house)
    assert check({**written, "transcript": 5}, house.games).frozen
    assert not check({**written, "transcript": 2}, house.games).frozen


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
