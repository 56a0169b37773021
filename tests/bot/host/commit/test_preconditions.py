from dataclasses import replace
from typing import Any

import pytest

from bot.host.commit.preconditions import in_play, require_open, seated, sits_already
from bot.host.reading.loaded_table import LoadedTable
from db.tables.tables import Player
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, DAN, House
from tests.small.game import SmallRules

IS_OVER = "The game at table {} is over."
WAS_CLOSED = "Table {} was closed before its game was over."


@pytest.fixture
async def playing(house: House) -> LoadedTable:
    return await house.store.loaded(await house.dealt(ANN, BEN))


def in_phase(loaded: LoadedTable, phase: Any) -> LoadedTable:
    if phase == "frozen":
        table, state = replace(loaded.table, phase="open", deal_press=7), None
    else:
        table = replace(loaded.table, phase=phase, deal_press=None)
        state = None if phase == "open" else loaded.state
    return replace(loaded, table=table, state=state, views={})


def said(check: Any, *what: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        check(*what)
    return str(refusal.value)


async def test_precondition_seated_invites_others_to_watch(playing: LoadedTable):
    table = playing.table
    assert [seated(table, person).seat for person in (ANN, BEN)] == [0, 1]
    assert said(seated, table, CAT) == (
        f"You aren't at table {table.id}, but you're welcome to watch."
    )


async def test_a_house_players_seat_belongs_to_nobody(playing: LoadedTable):
    table = playing.table
    left = replace(table, players=(table.players[0], replace(table.players[1], person=None)))
    assert "aren't at table" in said(seated, left, BEN)


@pytest.mark.parametrize(
    ("people", "deal"),
    [
        (1, "*Deal* starts the game once there are 2 of you, and "),
        (2, "*Deal* starts the game, and "),
        (4, "*Deal* starts the game, and "),
    ],
)
async def test_joining_twice_says_when_the_game_can_begin(
    playing: LoadedTable, people: int, deal: str
):
    players = tuple(Player(seat, person, "") for seat, person in enumerate((DAN, ANN, BEN, CAT)))[
        :people
    ]
    table, last = replace(playing.table, phase="open", players=players), players[-1]
    sentence = sits_already(table, playing.rules, last)
    assert f"in seat {people}. {deal}" in sentence, "seats are counted from one"
    assert "*Leave* gives up your seat." in sentence


@pytest.mark.parametrize(
    ("phase", "open_only", "play_only"),
    [
        ("open", None, "Table {} hasn't been dealt yet."),
        (
            "frozen",
            "The cards at table {} are being dealt right now.",
            "Table {} hasn't been dealt yet.",
        ),
        ("playing", "The cards at table {} have already been dealt.", None),
        ("over", IS_OVER, IS_OVER),
        ("ended", WAS_CLOSED, WAS_CLOSED),
    ],
)
async def test_preconditions_refuse_the_wrong_phase(
    playing: LoadedTable, phase: str, open_only: str | None, play_only: str | None
):
    loaded = in_phase(playing, phase)
    for check, sentence in ((require_open, open_only), (in_play, play_only)):
        if sentence is None:
            check(loaded)
        else:
            assert said(check, loaded) == sentence.format(loaded.table.id)


async def test_preconditions_return_what_they_checked(playing: LoadedTable):
    assert in_play(playing) is playing.rules
    opened = in_phase(playing, "open")
    assert require_open(opened) == (opened.table, opened.rules)


async def test_precondition_in_play_says_how_to_close_an_old_table(playing: LoadedTable):
    older = replace(playing, state=None, history=(), views={})
    sentence = said(in_play, older)
    assert f"older rules of {SmallRules.title}" in sentence
    assert "`/table end`" in sentence
    assert "all its players together" in sentence
