"""Tests that everybody is answered, and nobody gets an apology for a committed change."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from bot.observe.pseudonyms import pseudonym
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Request, request
from db.base.problems import NotSaved, Unsure
from db.database import Transaction
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import button, press
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.observe.counting import Counted
from tests.bot.observe.writing import written

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


async def test_nothing_is_denied_that_may_be_saved(house: House, monkeypatch: pytest.MonkeyPatch):
    table = await house.dealt(ANN, BEN)

    async def cut_off(*_: object) -> None:
        raise Unsure("cut off")

    monkeypatch.setattr(house.host.committer, "change", cut_off)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert "I can't tell whether that counted" in reply.text


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


async def test_everything_that_people_send_is_measured_once(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG")
    counted = house.store.observer = Counted()
    table = await house.dealt(ANN, BEN)
    hide = button(table, request("hide", coins=2), 7)
    await press(house, ANN, hide)
    await press(house, BEN, button(table, Request("hide")), form=True)
    await press(house, CAT, hide)
    monkeypatch.setattr(house.host.moves, "play", broken)
    failed = await press(house, BEN, hide)
    assert counted.events == [
        *(("button", "done"), ("form", "refused"), ("button", "refused"), ("button", "failed"))
    ]
    ended = [record for record in caplog.records if record.name == "bot.observe.events"]
    assert len(ended) == 4
    assert SORRY in failed.text


async def test_the_log_says_what_was_handled_under_the_reference_that_the_player_got(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(house.host.moves, "play", broken)
    with written() as out:
        reply = await press(house, ANN, button(table, request("hide", coins=2), 7))
    reference = reply.text.split("`")[1]
    about = f"button hide, table {table}, step 7, person {pseudonym(ANN)}, reference {reference}"
    bug, event = [line for line in out.getvalue().splitlines() if about in line]
    assert bug.startswith("A player ran into a bug")
    assert event.startswith("failed in ")
    assert "RuntimeError: before it" in out.getvalue(), "the traceback"


async def test_the_step_of_an_event_is_that_after_the_change(house: House):
    table = await house.dealt(ANN, BEN)
    with written() as out:
        await press(house, ANN, button(table, request("hide", coins=2), 4))
        await press(house, BEN, button(table, request("hide", coins=1), 4))
    step = (await house.seen(table)).step
    assert f"(button hide, table {table}, step {step}, person {pseudonym(BEN)})" in out.getvalue()


async def broken(*_: Any, **__: Any) -> None:
    raise RuntimeError("before it")
