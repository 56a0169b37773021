"""Tests of the yardstick that sends the requests of a move and knows no game."""

from collections import Counter
from pathlib import Path
from typing import Any

from discord_playground.world.request_log import Line

from tests.tools.bench.lean_people import lean_people
from tests.tools.bench.lean_script import MOVE, Script, read, save, scripts_of

TEXT = {"type": 10, "content": "your turn"}
PANEL = {"components": [TEXT], "flags": 1 << 15}
HAND = PANEL | {"components": [TEXT, MOVE]}


def line(method: str, route: str, body: Any = None) -> Line:
    return Line(1, 0.0, method, route, route, body)


BEAT = [
    line("POST", "/interactions/{id}/{token}/callback", {"type": 7, "data": PANEL}),
    line("PATCH", "/channels/{id}/messages/{id}", PANEL | {"nonce": "1"}),
    line("POST", "/interactions/{id}/{token}/callback", {"type": 6}),
    line("PATCH", "/webhooks/{id}/{token}/messages/@original", PANEL),
    line("POST", "/channels/{id}/messages", PANEL),
    line("DELETE", "/channels/{id}/messages/{id}"),
    line("GET", "/channels/{id}/messages"),
]


def test_a_beat_is_shared_out_among_its_presses(tmp_path: Path) -> None:
    first, second = scripts_of(BEAT)
    assert first.answer == {"type": 7, "data": HAND}
    assert second.answer == {"type": 6}
    sent = [("board", PANEL), ("hand", HAND), ("post", PANEL), ("delete", None), ("read", None)]
    assert sorted([*first.others, *second.others], key=str) == sorted(sent, key=str)
    assert abs(len(first.others) - len(second.others)) <= 1
    save([first, second], tmp_path / "scripts.json")
    kept = read(tmp_path / "scripts.json")
    assert [item.answer for item in kept] == [first.answer, second.answer]


async def test_each_press_sends_the_requests_of_its_script(tmp_path: Path) -> None:
    sent = [("board", PANEL), ("hand", HAND), ("hand", HAND), ("post", PANEL), ("delete", None)]
    script = Script({"type": 7, "data": HAND}, [*sent, ("read", None)])
    async with lean_people(1, 2, [script], tmp_path) as people:
        log = people.playground.stage.log
        for presses in (1, 2, 3):
            before = log.number
            assert await people.move() == 1
            user = people.tables[0][0]
            await user.until(lambda last=before: log.number >= last + 7)
            found = Counter(item.method for item in log.lines if item.n > before)
            assert found == {"POST": 2, "PATCH": 3, "DELETE": 1, "GET": 1}, presses
