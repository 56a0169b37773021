"""Tests of the words about a table's thread."""

from dataclasses import replace

import pytest

from bot.host.reading.table_view import TableView
from bot.show.draw.panels import board_panel, opening_panel
from bot.show.draw.texts import thread_text
from bot.ui.panels.panel import Panel, Text
from db.tables.tables import NoThread
from tests.bot.house import ANN, BEN, House
from tests.small.face import FACE


async def playing(house: House) -> TableView:
    return await house.seen(await house.dealt(ANN, BEN))


async def test_an_open_table_says_that_it_will_be_in_a_thread(house: House):
    for in_thread in (True, False):
        seen = await house.seen(await house.open(ANN, BEN, in_thread=in_thread))
        text = opening_panel.draw(FACE, seen, 0.0).text()
        assert ("**In a thread**: I make one at the deal." in text) is in_thread


@pytest.mark.parametrize("why", ["forbidden", "full", "failed"])
async def test_the_board_says_once_why_there_is_no_thread(house: House, why: NoThread):
    seen = replace(await playing(house), thread=why)
    text = board_panel.draw(FACE, seen, 0.0).text()
    assert text.count("You play in this channel, because ") == 1
    assert "You play in this channel" not in board_panel.draw(FACE, await playing(house), 0).text()


async def test_what_stays_in_the_channel_leads_to_the_thread(house: House):
    seen = replace(await playing(house), channel=77, opened_in=5)
    opening = thread_text.opening(FACE, seen)
    assert "The game is in <#77>." in opening.text()
    assert "Ann, Ben" in opening.text()
    result = thread_text.result(seen, Panel([Text("Ann wins!")]))
    assert result.text().startswith("Ann wins!")
    assert f"Table {seen.id} was played in <#77>." in result.text()


async def test_the_welcome_mentions_people_only(house: House):
    table = await house.open(ANN, BEN, house=1)
    seen = await house.seen(table)
    welcome = thread_text.welcome(FACE, seen)
    assert welcome == f"Hidden Coins, table {table}, is played here by <@{ANN}> and <@{BEN}>."
    assert thread_text.name(FACE, seen) == f"Hidden Coins, table {table}"
