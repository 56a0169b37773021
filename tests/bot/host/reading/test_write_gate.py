import asyncio
from collections.abc import Callable
from contextlib import suppress

import pytest

from bot.host.reading.write_gate import WriteGate
from tests.bot.host.time.test_clock import turns


async def test_write_gate_shuts_once_empty_and_holds_back_others():
    gate, order, go = WriteGate(), list[str](), asyncio.Event()

    async def change(name: str) -> None:
        async with gate.through():
            order.append(f"{name} in")
            await go.wait()
            order.append(f"{name} out")

    async def change_all() -> None:
        async with gate.shut():
            order.append("shut")
            await asyncio.sleep(0)
            order.append("open")

    first = asyncio.ensure_future(change("first"))
    await asyncio.sleep(0)
    all_of_them = asyncio.ensure_future(change_all())
    await asyncio.sleep(0)
    second = asyncio.ensure_future(change("second"))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(first, all_of_them, second)
    assert order == ["first in", "first out", "shut", "open", "second in", "second out"]


async def test_write_gate_survives_a_cancelled_change():
    gate = WriteGate()
    with suppress(ZeroDivisionError):
        async with gate.through():
            raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        async with gate.shut():
            raise ZeroDivisionError
    async with asyncio.timeout(1), gate.through():
        pass


async def test_open_write_gate_lets_changes_run_side_by_side():
    gate, inside = WriteGate(), asyncio.Barrier(3)

    async def change() -> None:
        async with gate.through():
            await inside.wait()  # all are inside at once, or nobody ever comes out

    changing = [asyncio.ensure_future(change()) for _ in range(3)]
    await turns()
    assert [task.done() for task in changing] == [True] * 3


async def test_shutting_the_write_gate_waits_for_the_last_change():
    gate, goes = WriteGate(), [asyncio.Event(), asyncio.Event()]
    shut = asyncio.Event()

    async def change(go: asyncio.Event) -> None:
        async with gate.through():
            await go.wait()

    changing = [asyncio.ensure_future(change(go)) for go in goes]
    await turns()
    shutting = asyncio.ensure_future(held(gate, shut.set))
    for go, is_shut in zip(goes, (False, True), strict=True):
        go.set()
        await turns()
        assert shut.is_set() == is_shut
    await asyncio.gather(shutting, *changing)


async def held(gate: WriteGate, then: Callable[[], object]) -> None:
    async with gate.shut():
        then()


async def test_write_gate_is_held_by_one_task_at_a_time():
    gate, go, order = WriteGate(), asyncio.Event(), list[str]()

    async def change_all(name: str) -> None:
        async with gate.shut():
            order.append(f"{name} in")
            await go.wait()
            order.append(f"{name} out")

    both = [asyncio.ensure_future(change_all(name)) for name in ("first", "second")]
    await turns()
    assert order == ["first in"]
    go.set()
    await asyncio.gather(*both)
    assert order == ["first in", "first out", "second in", "second out"]


async def test_cancelled_shutting_leaves_the_write_gate_open():
    gate, go, later = WriteGate(), asyncio.Event(), list[str]()

    async def change(name: str) -> None:
        async with gate.through():
            await go.wait()
            later.append(name)

    inside = asyncio.ensure_future(change("inside"))
    await turns()
    shutting = asyncio.ensure_future(held(gate, lambda: later.append("shut")))
    await turns()
    waiting = asyncio.ensure_future(change("waited"))
    await turns()
    shutting.cancel()
    go.set()
    await turns()
    assert later == ["inside", "waited"]
    assert (inside.done(), waiting.done(), shutting.cancelled()) == (True, True, True)
