"""Tests of a person's to-do list of tables."""

from dataclasses import replace
from typing import Any

from bot.show.draw.parts import frame, headers
from bot.show.draw.people import todo
from bot.ui.panels.panel import TEXT_LIMIT, Panel, Row
from bot.ui.panels.render import layout
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.recording import buttons
from tests.bot.show.at_table import NOW, at, seen
from tests.contract.limits import check_message
from tests.small.face import FACE
from tests.small.game.moves import Hide

FACES = {"small": FACE}
HID = (0, Hide(coins=1))


def entry(number: int, *moves: Any, due: float | None = 5000.0, **more: Any) -> todo.Entry:
    table = seen(at(*moves), 0, id=number, dues=(due, due), until=due)
    return todo.Entry(table, f"https://discord.com/channels/3/77/{900 + number}", **more)


def drawn(*entries: todo.Entry, more: int = 0) -> Panel:
    panel = todo.draw(entries, FACES, now=NOW, more=more)
    check_message(layout(panel, 0, 0))
    return panel


def test_waiting_tables_come_first_by_deadline():
    panel = drawn(entry(1, HID), entry(2, due=9000.0), entry(3, due=8000.0), entry(4, due=None))
    text = panel.text()
    assert text.startswith("### Waiting for you\n**Hidden Coins, table 3**, [board](https:")
    assert [text.index(f"table {number}**") for number in (3, 2, 4, 1)] == sorted(
        text.index(f"table {number}**") for number in (1, 2, 3, 4)
    )
    assert "<t:8000:R>" in text
    assert "### Your other tables\n**Hidden Coins, table 1**" in text
    assert "waiting for Ben" in text


def test_the_list_shows_when_it_was_made():
    assert drawn(entry(1), more=2).text().endswith(f"… and 2 more.\n-# {headers.as_of(NOW)}")


def test_each_waiting_table_has_a_button_for_a_new_panel():
    panel = drawn(entry(1, HID), entry(2), entry(3))
    [row] = [part for part in panel.parts if isinstance(part, Row)]
    assert [(button.label, button.table) for button in row.buttons] == [
        ("Open table 2", 2),
        ("Open table 3", 3),
    ]
    assert {button.request.verb for button in row.buttons} == {frame.HAND.verb}
    ids = [component["custom_id"] for component in _components(panel) if component.get("custom_id")]
    assert [id.split(":")[0] for id in ids] == ["2", "3"]


def _components(panel: Panel) -> list[dict[str, Any]]:
    [container] = layout(panel, 0, 0)
    return [
        component for part in container["components"] for component in part.get("components", ())
    ]


def test_a_list_without_waiting_tables_has_no_buttons():
    panel = drawn(entry(1, HID), todo.Entry(seen(None, 0), "<#77>"))
    assert "none is waiting for you" in panel.text()
    assert "open, 2 at the table" in panel.text()
    assert buttons(panel) == {}


def test_a_hidden_board_is_explained_and_omitted_tables_are_counted():
    hidden = "I can't show its board. I may not write there."
    assert hidden in drawn(entry(1, hidden=hidden)).text()
    assert "… and 4 more." in drawn(entry(1), more=4).text()
    long = [replace(entry(n), hidden="x" * 400) for n in range(1, 21)]
    panel = drawn(*long)
    assert len(panel.text()) <= TEXT_LIMIT
    shown = panel.text().count("**Hidden Coins, table")
    assert f"… and {20 - shown} more." in panel.text()
    assert shown > 5


async def test_a_waiting_table_asks_like_a_notice(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, BEN)
    mine, theirs = await house.seen(table, ANN), await house.seen(table, BEN)
    asked = drawn(todo.Entry(mine, "<#2>")).text()
    assert FACE.asked.wanted(mine.view, mine.names) in asked
    assert "none is waiting for you" in drawn(todo.Entry(theirs, "<#2>")).text()
