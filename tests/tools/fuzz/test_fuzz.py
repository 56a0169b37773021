"""Tests of the fuzzer: a short run finds no fault, and each of its checks can fail.

The long run is `python -m tests.tools.fuzz --inputs 100000`.
"""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from discord_playground import Playground

from bot.entry.actions.table_actions import TableActions
from bot.entry.router import Router
from bot.show.draw.pages import pages
from games import GAMES
from playground.tests.user import AUTOCOMPLETE as SUGGEST
from playground.tests.user import COMMAND, COMPONENT, MODAL, User
from tests.actors.harbor import harbor
from tests.contract.drawing import face_of
from tests.crews.crew import resident
from tests.tools.fuzz import tables as tables_module
from tests.tools.fuzz.__main__ import BATCH, PEOPLE, Machine, Run, fuzz, give_back
from tests.tools.fuzz.inputs import NOOK, Input, Maker, read_input
from tests.tools.fuzz.tables import Tables

pytestmark = pytest.mark.full

COMMANDS = [
    {
        "name": "deadman",
        "options": [
            {
                "name": "bid",
                "type": 1,
                "options": [
                    {"name": "value", "type": 3, "required": True, "autocomplete": True},
                    {"name": "table", "type": 4, "autocomplete": True},
                ],
            }
        ],
    },
    {"name": "games"},
]
LOOK = Input("raw", COMPONENT, "Ann", "games", {"custom_id": "1:1:table_hand", "component_type": 2})


async def test_five_thousand_hostile_inputs_are_answered(tmp_path: Path) -> None:
    run = await fuzz(tmp_path, 5000, 1)
    assert run.wrong == {}
    assert sum(many for how, many in run.came.items() if how.endswith("answered")) > 3000
    assert run.came["lines that somebody must not see"] > 0
    assert run.came["tables in a thread"] > 0


def maker(seed: int) -> Maker:
    users = {name: User(name, "") for name in PEOPLE}
    return Maker(Random(seed), users, COMMANDS, {name: face_of(name) for name in GAMES})


def test_inputs_are_settled_by_the_seed_and_read_as_they_were_printed() -> None:
    ours, again = maker(7), maker(7)
    for _ in range(1000):
        made = ours.make()
        assert made == again.make()
        assert read_input(made.written()) == made


def test_every_verb_that_the_bot_serves_is_tried() -> None:
    nothing: Any = None
    served = set(TableActions(Mock(), Mock(), nothing, Mock()).verbs)
    ours, tried = maker(4), set[str]()
    for _ in range(20_000):
        made = ours.make().data.get("custom_id", "").split(":")
        tried |= {verb.split(";")[0] for verb in made[2:3]}
    assert not served - tried, "these buttons are never pressed"


def test_half_of_the_inputs_go_past_discords_checks() -> None:
    ours = maker(3)
    raw = sum(ours.make().side == "raw" for _ in range(2000))
    assert 900 < raw < 1100


def test_inputs_of_all_kinds_come_from_inside_a_thread() -> None:
    ours = maker(5)
    made = [ours.make() for _ in range(2000)]
    kinds = {(order.side, order.kind) for order in made if order.where == NOOK}
    assert {side for side, _ in kinds} == {"user", "raw"}
    assert {kind for side, kind in kinds if side == "raw"} == {COMMAND, COMPONENT, SUGGEST, MODAL}


async def test_of_every_second_game_the_tables_stand_in_a_thread(tmp_path: Path) -> None:
    data = {"custom_id": "2:1:table_hand", "component_type": 2}
    press = Input("raw", COMPONENT, "Ann", NOOK, data)
    run = await fuzz(tmp_path, 0, 1, press, ["deadman", "dealt"])
    assert run.wrong == {}
    assert run.came["tables in a thread"] > 0


# --- the checks can fail --------------------------------------------------------------------------


async def test_a_traceback_is_put_down_to_its_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the report of a bug names the button, and shows the traceback once."""

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a bug of ours")

    monkeypatch.setattr(pages, "how_to", broken)
    data = {"custom_id": "1:1:table_howto", "component_type": 2}
    press = Input("raw", COMPONENT, "Ann", "games", data)
    run = await fuzz(tmp_path, 0, 1, press, ["deadman"])
    assert len(run.wrong) == 1, run.wrong
    ((kind, met),) = run.wrong.items()
    assert kind.startswith("ZeroDivisionError at")
    assert met[0].startswith(press.written())
    assert "in broken" in met[0]


async def test_a_press_without_an_answer_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def silent(*_: Any) -> None:
        return None

    monkeypatch.setitem(Playground.__init__.__kwdefaults__ or {}, "answer_within", 1.0)
    monkeypatch.setattr(Router, "pressed", silent)
    run = await fuzz(tmp_path, 0, 1, LOOK, ["deadman"])
    assert run.wrong == {"not answered in time": [LOOK.written()]}


async def test_a_move_of_somebody_else_is_reported(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3, games=["deadman"]) as here:
        table = await here.table("deadman", list(here.users))
        mover = await here.move(table)
        tables = Tables(here, mover, {})
        tables.look_into_log()
        assert tables.wrong == []
        receipt = here.rows("SELECT max(receipt) FROM log")[0][0]
        tables = Tables(here, mover, {}, sent={receipt: int(mover.id) + 1})
        tables.look_into_log()
        assert "somebody else" in tables.wrong[0]


async def test_receipts_are_not_kept_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that old ids are forgotten, so that memory doesn't grow."""
    monkeypatch.setattr(tables_module, "REMEMBERED", 2)
    async with harbor(tmp_path, 1, games=["deadman"], bot=False) as here:
        kept = Tables(here, here.users["Ann"], {}, sent={1: 7, 2: 7, 3: 7})
        kept.forget_sent()
        assert kept.sent == {2: 7, 3: 7}


async def test_a_machine_that_lets_nobody_get_on_is_noticed() -> None:
    machine = Machine()
    measuring = asyncio.create_task(machine.measure())
    await asyncio.sleep(0)
    time.sleep(1.0)  # noqa: ASYNC251 (nobody gets on)
    await asyncio.sleep(0.01)
    measuring.cancel()
    assert machine.holds_up


def test_holes_in_the_heap_are_given_back_before_it_is_measured() -> None:
    some = [bytes(1000) for _ in range(60_000)]
    every_other, some[::200] = some[::200], [b""] * len(some[::200])
    before = resident()
    some.clear()
    give_back()
    assert resident() < before - (40 << 20)
    assert every_other


def test_memory_that_grows_is_reported() -> None:
    run = Run(1)
    run.memory = [100 << 20] * (20 * BATCH) + [200 << 20]
    assert run.grown() == "memory has grown from 100 to 200 MB"
    run.memory[-1] = 130 << 20
    assert run.grown() == ""
