"""Tests of the timer that has due notices sent."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.host.time.agenda import NAP
from bot.show.deliver.queues.messenger import TryLater
from db.tables.shown import HandKey
from db.tables.tables import Due
from tests.bot.house import ANN, AT_ONCE, BEN, CAT, House, house_on
from tests.bot.show.at_table import restarted

AFTER = 30  # as in house.AT_ONCE


async def test_a_due_notice_survives_a_restart(house: House, guessing: int):
    await house.passes(10)
    await restarted(house)
    await house.passes(AFTER - 1)  # ten seconds were given back after the outage
    assert house.messenger.notices() == []
    await house.passes(1)
    assert len(house.messenger.notices(ANN)) == 1


async def test_no_notice_is_sent_while_discord_is_out_of_reach(house: House, guessing: int):
    house.store.connection.lost()
    await house.passes(AFTER + NAP)
    assert house.messenger.count("send_dm") == 0
    house.store.connection.found()
    await house.passes(NAP)
    assert len(house.messenger.notices(ANN)) == 1


async def test_a_notice_is_queued_once(
    house: House, monkeypatch: pytest.MonkeyPatch, guessing: int
):
    asked: list[float] = []
    ask = house.queries.next_notice

    async def counted(but_for: set[Due]) -> Due | None:
        asked.append(house.clock.now())
        return await ask(but_for)

    monkeypatch.setattr(house.queries, "next_notice", counted)
    async with house.display.queues.in_turn((guessing, HandKey(0))):  # busy
        await house.passes(AFTER)
        before = len(asked)
        await house.passes(NAP - 1)
        assert len(asked) - before <= 1
    await house.quiet()
    assert len(house.messenger.notices(ANN)) == 1


async def test_a_waiting_notice_delays_no_other_table(house: House, guessing: int):
    house.messenger.fail("send_dm", TryLater("throttled", 200), where=ANN)
    other = await house.dealt(BEN, CAT, channel=7)
    await house.hide(other, BEN, CAT)
    await house.passes(AFTER + 1)
    assert [notice.person for notice in house.messenger.notices()] == [BEN]


async def test_a_failed_tick_is_not_the_last(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, guessing: int
):
    ask = house.queries.next_notice

    async def fail_once(but_for: object) -> None:
        monkeypatch.setattr(house.queries, "next_notice", ask)
        raise ZeroDivisionError

    monkeypatch.setattr(house.queries, "next_notice", fail_once)
    house.agenda.wake("notices")
    await house.passes(AFTER + 31)
    assert "I couldn't do what was due (notices)" in caplog.text
    assert len(house.messenger.notices(ANN)) == 1


async def test_a_player_who_moves_during_a_notice_gets_the_next_one_in_time(tmp_path: Path):
    soon = 5
    async with house_on(
        tmp_path, timing=replace(AT_ONCE, notice_after=soon, here_for=soon)
    ) as house:
        await house.start()
        table = await house.dealt(ANN, BEN)
        async with house.display.queues.in_turn((table, HandKey(0))):  # busy when the notice is due
            await house.passes(soon)
            await house.hide(table, ANN, BEN)
        usual = 1.5 * soon  # she has just taken so long for an answer, and gets half as much again
        await house.passes(usual - 1)
        assert house.messenger.notices(ANN) == []
        await house.passes(1)
        assert len(house.messenger.notices(ANN)) == 1


async def test_a_bug_in_a_face_delays_no_other_notice(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, guessing: int
):
    other = await house.dealt(BEN, CAT, channel=7)
    await house.hide(other, BEN, CAT)
    real = house.store.loaded

    async def broken(table_id: int) -> Any:
        if table_id == guessing:
            raise ZeroDivisionError
        return await real(table_id)

    monkeypatch.setattr(house.store, "loaded", broken)
    await house.passes(AFTER + 1)
    assert "I couldn't draw table" in caplog.text
    assert [notice.person for notice in house.messenger.notices()] == [BEN]
