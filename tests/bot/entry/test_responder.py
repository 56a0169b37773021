"""Tests that everybody is answered, and nobody gets an apology for a committed change."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from bot.show.draw import frame
from bot.ui.panel import Request, request
from db.database import Transaction
from db.problems import NotSaved
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import button, press
from tests.bot.house import ANN, BEN, CAT, House

pytestmark = pytest.mark.usefixtures("replies")

SORRY = "Sorry, I made a mistake"


async def test_committed_change_gets_no_apology(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    play = house.router.request_handler.play

    async def breaks_after(*given: Any) -> Any:
        await play(*given)
        raise RuntimeError("after the commit")

    monkeypatch.setattr(house.router.request_handler, "play", breaks_after)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert reply.text == ""
    assert "after the commit" in caplog.text
    assert (await house.seen(table, ANN)).view.own == 2
    assert "Ann" not in (await house.seen(table)).names.all((await house.seen(table)).to_move)
    assert house.board().steps[-1] == (await house.seen(table)).step, "drawn at the next chance"


async def test_change_counts_even_if_its_answer_is_lost(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)

    def broken(*_: Any) -> None:
        raise RuntimeError("nobody hears")

    monkeypatch.setattr(house, "table_changed", broken)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert SORRY not in reply.text
    assert "nobody hears" in caplog.text


async def test_fault_before_a_change_gets_an_apology(house: House, monkeypatch: pytest.MonkeyPatch):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("before it")

    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(house.host.moves, "play", broken)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert SORRY in reply.text


async def test_full_disk_is_reported_as_such(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    transaction = house.store.database.transaction

    @asynccontextmanager
    async def full() -> AsyncGenerator[Transaction]:
        async with transaction() as tx:
            yield tx
            raise NotSaved("its disk is full")

    monkeypatch.setattr(house.store.database, "transaction", full)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert "I can't save anything right now" in reply.text
    assert SORRY not in reply.text
    assert "its disk is full" in caplog.text
    monkeypatch.undo()
    assert (await house.seen(table, ANN)).view.own is None
    await press(house, ANN, button(table, request("hide", coins=2)))
    assert (await house.seen(table, ANN)).view.own == 2


async def test_rate_limit_of_one_user_delays_nobody_else(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    done: list[int] = []

    async def pressed(person: int, wanted: Request) -> None:
        interaction = arrives(person, data={"custom_id": button(table, wanted)})
        interaction.type = discord.InteractionType.component
        await house.router.pressed(interaction)
        done.append(person)

    likes = [request(frame.NOTICES.verb, where=("dm", "channel")[n % 2]) for n in range(20)]
    flood = [asyncio.create_task(pressed(ANN, place)) for place in likes]
    other = asyncio.create_task(pressed(BEN, request("hide", coins=1)))
    await asyncio.gather(*flood, other)
    assert done.index(BEN) < len(flood), "Ben doesn't wait for all of Ann's presses"


async def test_an_interaction_tells_which_avatar_its_person_has(house: House):
    table, noted = await house.dealt(ANN, BEN), house.display.avatars._hashes
    await press(house, ANN, button(table, frame.HOW_TO), avatar="a_" + "0" * 32)
    assert noted == {ANN: "a_" + "0" * 32}
    await press(house, BEN, button(table, frame.HOW_TO))
    assert noted.keys() == {ANN}
    await press(house, ANN, button(table, frame.HOW_TO))
    assert not noted, "Ann has no avatar any more"
