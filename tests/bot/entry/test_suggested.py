"""One person's flood of autocompletes holds up nobody else's, and each is answered in time."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from bot.entry.turns import Newest
from tests.bot.house import ANN, BEN, House


class Suggesting:
    """Autocompletes whose suggestions take as long as they are let."""

    def __init__(self, house: House) -> None:
        self.door = house.router.door
        self.go_on = asyncio.Event()
        self.served: list[tuple[int, str]] = []
        self.answered: list[tuple[int, str, list[Any]]] = []

    def ask(self, person: int, text: str, fault: Exception | None = None) -> asyncio.Task[None]:
        done = list[bool]()

        async def answer(choices: list[Any]) -> None:
            done.append(True)
            self.answered.append((person, text, choices))

        async def suggest() -> None:
            self.served.append((person, text))
            await self.go_on.wait()
            if fault is not None:
                raise fault
            await answer([text])

        response = SimpleNamespace(autocomplete=answer, is_done=lambda: bool(done))
        interaction: Any = SimpleNamespace(user=SimpleNamespace(id=person), response=response)
        return asyncio.create_task(self.door.suggested(interaction, suggest))


async def steps() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_who_types_without_end_holds_up_nobody_elses_suggestions(house: House):
    """Every letter is an autocomplete: a flood of them would be worked through before others'."""
    asked = Suggesting(house)
    flood = [asked.ask(ANN, "x" * n) for n in range(1, 101)]
    await steps()
    other = asked.ask(BEN, "y")
    await steps()
    assert asked.served == [(ANN, "x"), (BEN, "y")]
    let_go = [(person, text) for person, text, choices in asked.answered if choices == []]
    assert let_go == [(ANN, "x" * n) for n in range(2, 100)], "answered at once, with nothing"
    asked.go_on.set()
    await asyncio.gather(*flood, other)
    assert asked.served == [(ANN, "x"), (BEN, "y"), (ANN, "x" * 100)], "the newest is what counts"
    assert len(asked.answered) == 101, "each is answered, and once"
    assert len(asked.door.newest) == 0, "nobody is kept in mind"


async def test_suggestions_that_wait_for_others_are_answered_in_time(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.entry.turns.PATIENCE", 0.01)
    asked = Suggesting(house)
    first = asked.ask(ANN, "x")
    await steps()
    await asked.ask(ANN, "xy")
    assert asked.answered == [(ANN, "xy", [])]
    asked.go_on.set()
    await first
    await asked.ask(ANN, "xyz")
    assert asked.answered[-1] == (ANN, "xyz", ["xyz"]), "and the next has its turn again"


@pytest.mark.parametrize("fault", [app_commands.CommandNotFound("x", []), RuntimeError("a bug")])
async def test_whatever_becomes_of_suggestions_the_next_have_their_turn(
    house: House, fault: Exception
):
    asked = Suggesting(house)
    first, waiting, newest = asked.ask(ANN, "x", fault), asked.ask(ANN, "xy"), asked.ask(ANN, "xyz")
    await steps()
    newest.cancel()
    asked.go_on.set()
    await asyncio.gather(first, waiting, newest, return_exceptions=True)
    await asked.ask(ANN, "xyzz")
    assert asked.answered[-1] == (ANN, "xyzz", ["xyzz"])
    assert len(asked.door.newest) == 0


async def test_who_is_let_in_and_gone_by_then_lets_the_next_in():
    newest = Newest()
    async with newest.of(ANN) as wanted:
        assert wanted
        waiting = asyncio.create_task(_waits(newest))
        await steps()
    waiting.cancel()  # it has its turn, and has not come to know of it
    await asyncio.gather(waiting, return_exceptions=True)
    async with newest.of(ANN) as wanted:
        assert wanted
    assert len(newest) == 0


async def _waits(newest: Newest) -> None:
    async with newest.of(ANN):
        raise AssertionError
