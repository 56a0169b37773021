"""Tests of the words that are no moves in a DM: help, games, hand."""

from typing import Any

import pytest

from bot.entry.dm_words import helped, listed, word_in
from bot.show.draw.pages import pages
from bot.show.draw.pages.welcome import welcome
from bot.show.draw.people import todo
from bot.ui.panels.panel import Panel
from cogs.deadman import FACE as DEADMAN
from cogs.downeast import FACE as DOWNEAST
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House
from tests.bot.recording import buttons
from tests.small.face import FACE

FACES: dict[str, Any] = {"small": FACE, "deadman": DEADMAN, "downeast": DOWNEAST}


async def tables_of(house: House, person: int) -> Panel:
    return (await listed(house.host, house.display, person)).panel


def test_word_is_parsed_in_any_spelling():
    for written in ["{}", "/{}", " {}. ", "`/{}`", "{}?!"]:
        for word in ["help", "games", "hand"]:
            for spelled in (word, word.upper(), word.capitalize()):
                assert word_in(written.format(spelled)) == (word, "")
    assert word_in("/help Dead Man's Chest") == ("help", "dead man's chest")
    assert word_in("help   me") == ("help", "me")
    for line in ["hand over the Casino", "games 5", "helpful", "handy", "pass", "5", "", "/", " ?"]:
        assert word_in(line) == ("", "")


def test_help_finds_a_game_or_shows_the_welcome():
    for about in ["deadman", "DEADMAN", "Dead Man's Chest", "dead-man", "dead", "“Dead Man’s”"]:
        said = helped(FACES, about)
        assert said.panel == pages.how_to(DEADMAN, 0)
        assert said.accent == DEADMAN.colour
    for about in ["", "me", "chess", "chest", "?!", "\u202e", "downeaster"]:
        assert helped(FACES, about).panel == welcome(FACES.values())


def test_help_finds_a_game_whose_title_differs():
    assert helped(FACES, "small").panel == pages.how_to(FACE, 0)
    assert helped(FACES, "hidden coins").panel == pages.how_to(FACE, 0)


async def test_games_tells_newcomers_how_to_begin(idle_house: House):
    said = (await tables_of(idle_house, CAT)).text()
    assert said == "You aren't at any table. Use `/small start` in a server's channel to open one."


async def test_games_lists_each_own_table(house: House):
    waits = await house.dealt(ANN, BEN)
    others = await house.dealt(ANN, CAT)
    await house.hide(others, ANN, coins=3)
    panel = await tables_of(house, ANN)
    text = panel.text()
    assert f"### Waiting for you\n**Hidden Coins, table {waits}**, [board](https:" in text
    assert f"### Your other tables\n**Hidden Coins, table {others}**" in text
    assert list(buttons(panel)) == [f"Open table {waits}"]
    assert f"table {others}" not in (await tables_of(house, BEN)).text()


async def test_games_counts_the_tables_left_out(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(todo, "LISTED", 2)
    for _ in range(3):
        await house.open(ANN, BEN)
    assert "… and 1 more." in (await tables_of(house, ANN)).text()


async def test_games_explains_a_hidden_board(house: House):
    table = await house.dealt(ANN, BEN)
    await house.passes(5)
    house.messenger.shut_channels.add(CHANNEL)
    await house.hide(table, BEN)
    await house.passes(60)
    text = (await tables_of(house, ANN)).text()
    assert f"I am kept out of <#{CHANNEL}>." in text
