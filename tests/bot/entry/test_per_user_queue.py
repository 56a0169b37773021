"""Tests of the queue of each user, and of the queue of their autocompletes."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from discord import InteractionType, app_commands

from bot.entry.per_user_queue import AT_ONCE, WAITING, NewestPerUser, PerUserQueue
from games.rules import Refusal
from tests.bot.house import ANN, BEN, House


async def steps() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Line:
    """Presses that take until the test releases them."""

    def __init__(self) -> None:
        self.turns = PerUserQueue()
        self.inside: list[str] = []
        self.go_on: dict[str, asyncio.Event] = {}

    def press(self, person: int, what: str, fault: Exception | None = None) -> asyncio.Task[None]:
        self.go_on[what] = asyncio.Event()

        async def work() -> None:
            async with self.turns.of(person):
                self.inside.append(what)
                await self.go_on[what].wait()
                if fault is not None:
                    raise fault

        return asyncio.create_task(work())


async def test_per_user_queue_refuses_too_many_presses():
    turns, go_on, inside = PerUserQueue(), asyncio.Event(), list[int]()

    async def wait(person: int) -> None:
        async with turns.of(person):
            inside.append(person)
            await go_on.wait()

    mine = [asyncio.create_task(wait(ANN)) for _ in range(AT_ONCE + WAITING + 1)]
    await steps()
    assert inside == [ANN] * AT_ONCE
    assert isinstance(mine[-1].exception(), Refusal)
    other = asyncio.create_task(wait(BEN))
    await steps()
    assert inside[-1] == BEN
    go_on.set()
    await asyncio.gather(*mine, other, return_exceptions=True)
    assert inside.count(ANN) == AT_ONCE + WAITING
    assert len(turns) == 0, "nobody is kept in mind"


async def test_per_user_queue_keeps_the_order():
    line = Line()
    pressed = [line.press(ANN, what) for what in ("a", "b", "c", "d", "e")]
    await steps()
    assert line.inside == ["a", "b"]
    for what in ("b", "a", "c", "d", "e"):
        line.go_on[what].set()
        await steps()
    assert line.inside == ["a", "b", "c", "d", "e"]
    await asyncio.gather(*pressed)


async def test_failed_press_frees_its_place():
    line = Line()
    pressed = [line.press(ANN, what, RuntimeError("a bug")) for what in ("a", "b")]
    pressed.append(line.press(ANN, "c"))
    await steps()
    for what in ("a", "b", "c"):
        line.go_on[what].set()
    await asyncio.gather(*pressed, return_exceptions=True)
    assert line.inside == ["a", "b", "c"]
    assert len(line.turns) == 0


async def test_cancelled_press_takes_no_place():
    line = Line()
    inside = [line.press(ANN, what) for what in ("a", "b")]
    gone, last = line.press(ANN, "gone"), line.press(ANN, "last")
    await steps()
    gone.cancel()
    line.go_on["a"].set()
    await steps()
    assert line.inside == ["a", "b", "last"]
    for event in line.go_on.values():
        event.set()
    await asyncio.gather(*inside, gone, last, return_exceptions=True)
    assert len(line.turns) == 0


async def test_refused_user_may_press_again_later():
    line = Line()
    names = [str(number) for number in range(AT_ONCE + WAITING)]
    pressed = [line.press(ANN, what) for what in names]
    await steps()
    for _ in range(3):
        more = line.press(ANN, "more")
        await steps()
        assert isinstance(more.exception(), Refusal)
    line.go_on["0"].set()
    await steps()
    last = line.press(ANN, "more")
    for event in line.go_on.values():
        event.set()
    await asyncio.gather(*pressed, last)
    assert line.inside[-1] == "more"


class Suggesting:
    """Autocompletes that take until the test releases them."""

    def __init__(self, house: House) -> None:
        self.responder = house.router.responder
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
        interaction: Any = SimpleNamespace(
            user=SimpleNamespace(id=person),
            response=response,
            type=InteractionType.autocomplete,
            command=None,
        )
        return asyncio.create_task(self.responder.suggested(interaction, suggest))


async def test_autocompletes_of_one_user_delay_nobody_else(house: House):
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
    assert len(asked.responder.newest) == 0, "nobody is kept in mind"


async def test_waiting_autocomplete_is_answered_in_time(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.entry.per_user_queue.PATIENCE", 0.01)
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
async def test_failed_autocomplete_lets_the_next_run(house: House, fault: Exception):
    asked = Suggesting(house)
    first, waiting, newest = asked.ask(ANN, "x", fault), asked.ask(ANN, "xy"), asked.ask(ANN, "xyz")
    await steps()
    newest.cancel()
    asked.go_on.set()
    await asyncio.gather(first, waiting, newest, return_exceptions=True)
    await asked.ask(ANN, "xyzz")
    assert asked.answered[-1] == (ANN, "xyzz", ["xyzz"])
    assert len(asked.responder.newest) == 0


async def test_cancelled_autocomplete_lets_the_next_run():
    newest = NewestPerUser()
    async with newest.of(ANN) as wanted:
        assert wanted
        waiting = asyncio.create_task(_waits(newest))
        await steps()
    waiting.cancel()  # it may run, but does not know yet
    await asyncio.gather(waiting, return_exceptions=True)
    async with newest.of(ANN) as wanted:
        assert wanted
    assert len(newest) == 0


async def _waits(newest: NewestPerUser) -> None:
    async with newest.of(ANN):
        raise AssertionError


async def test_autocompletes_of_different_users_are_independent():
    newest = NewestPerUser()
    async with newest.of(ANN) as mine, newest.of(BEN) as theirs:
        assert (mine, theirs) == (True, True)
        assert len(newest) == 2
    assert len(newest) == 0


async def test_only_the_newest_waiting_autocomplete_runs():
    newest, said = NewestPerUser(), dict[str, bool]()

    async def ask(text: str) -> None:
        async with newest.of(ANN) as wanted:
            said[text] = wanted

    async with newest.of(ANN):
        asked = [asyncio.create_task(ask("x" * number)) for number in (1, 2, 3)]
        await steps()
        assert said == {"x": False, "xx": False}
    await asyncio.gather(*asked)
    assert said == {"x": False, "xx": False, "xxx": True}
    assert len(newest) == 0
