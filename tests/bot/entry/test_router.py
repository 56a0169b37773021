"""Every button, menu, form and command finds its way, and gets an answer whatever it says.

Where it leads is told by the neighbours: serving, table_actions, sight, door.
"""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.entry.error_messages import why_no_command
from bot.entry.router import entries_of
from bot.entry.table_actions import needs_no_table
from bot.show import frame, pages
from bot.show.messenger import TryLater
from bot.ui import custom_id
from bot.ui.panel import Request, request
from db.people import Person
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import button, press
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.recording import RecordingReply
from tests.small.game.moves import Hide

pytestmark = pytest.mark.usefixtures("replies")

GONE = "I know of no such table here."
SORRY = "Sorry, that is a mistake of mine"


async def test_what_is_chosen_in_a_menu_is_what_is_pressed(house: House):
    table = await house.dealt(ANN, BEN)
    menu = custom_id.write(table, 5, request("hide"), "*coins")
    reply = await press(house, ANN, menu, data={"values": ["2"]})
    assert (await house.seen(table, ANN)).view.own == 2
    assert reply.given


async def test_a_menu_in_which_nothing_was_chosen_asks(house: House):
    table = await house.dealt(ANN, BEN)
    menu = custom_id.write(table, 5, request("hide"), "*coins")
    reply = await press(house, ANN, menu, data={"values": []})
    assert [form.request.verb for form in reply.forms] == ["hide"]
    assert (await house.seen(table, ANN)).view.own is None


async def test_a_form_that_is_sent_off_makes_the_move(house: House):
    table = await house.dealt(ANN, BEN)
    entry = {"type": 18, "component": {"type": 4, "custom_id": "?coins", "value": "3"}}
    data = {"components": [entry]}
    await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert (await house.seen(table, ANN)).view.own == 3


async def test_a_button_goes_by_the_step_that_is_written_on_it(house: House):
    table = await house.dealt(ANN, BEN)
    drawn_at = (await house.seen(table)).step
    await house.hide(table, ANN, coins=1)
    reply = await press(house, ANN, button(table, request("hide", coins=2), drawn_at))
    assert "You have moved since that was drawn." in reply.text
    assert (await house.seen(table, ANN)).view.own == 1


async def test_who_presses_in_their_dm_can_be_written_to_there(house: House):
    table = await house.dealt(ANN, BEN)
    for person in (ANN, BEN):
        await house.contacts.note(person, Person(None, dm_closed=True))
    await press(house, ANN, button(table, request("hide", coins=1)), guild=None, channel=55)
    await press(house, BEN, button(table, request("hide", coins=1)))
    ann, ben = await house.contacts.of(ANN), await house.contacts.of(BEN)
    assert (ann.dm_channel, ann.dm_closed) == (55, False)
    assert ben.dm_closed


async def test_what_is_no_press_is_left_to_others(house: House):
    table = await house.dealt(ANN, BEN)
    asked = arrives(ANN, data={"custom_id": button(table, request("hide", coins=1))})
    for kind in ("application_command", "autocomplete", "ping"):
        asked.type = discord.InteractionType[kind]
        await house.router.pressed(asked)
    assert (await house.seen(table, ANN)).view.own is None


async def test_who_presses_on_a_board_that_is_behind_sees_it_catch_up(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.passes(60)
    house.messenger.fail("edit", TryLater("down"))
    await house.hide(table, ANN)
    await house.passes(10)
    board = house.board()
    assert "Ann has hidden coins." not in board.text
    await press(house, BEN, button(table, frame.HAND, board.steps[-1]), on=board.id)
    assert "Ann has hidden coins." in board.text, "half a minute before it would have"


async def test_a_command_moves_at_the_table_that_is_meant(
    house: House, replies: list[RecordingReply]
):
    table = await house.dealt(ANN, BEN)
    face, wanted = house.faces["small"], Request("hide", {"?coins": "2"})
    asked = arrives(ANN)
    asked.id = house.receipt()  # that of a command says when it was written
    await house.router.command(asked, face, wanted, None)
    assert (await house.seen(table, ANN)).view.own == 2
    await house.router.command(arrives(CAT, guild=3), face, wanted, table)
    assert replies[-1].text == GONE


async def test_a_hand_is_shown_by_command_to_who_sits_there(
    house: House, replies: list[RecordingReply]
):
    table = await house.dealt(ANN, BEN)
    await house.router.hand(arrives(ANN), house.faces["small"], None)
    assert replies[-1].text.startswith(f"### Your hand · Hidden Coins, table {table},")
    await house.router.hand(arrives(CAT), house.faces["small"], table)
    assert "welcome to watch" in replies[-1].text


async def test_the_rules_of_a_game_are_shown_to_whoever_asks_anywhere(
    house: House, replies: list[RecordingReply]
):
    face = house.faces["small"]
    await house.router.rules(arrives(CAT, guild=None, channel=55), face)
    assert replies[-1].text == pages.how_to(face, 0).text()


async def test_terms_that_cannot_be_had_are_refused_and_no_table_is_opened(
    house: House, replies: list[RecordingReply]
):
    def given() -> Mapping[str, Any]:
        raise Refusal("No fist is so large.")

    face = house.faces["small"]
    await house.router.open(arrives(ANN), face, given, pace="day", laid_open=True)
    assert replies[-1].text == "No fist is so large."
    assert await house.queries.of_person(ANN) == []


async def test_a_command_that_could_not_be_run_is_answered_and_only_once(
    house: House, replies: list[RecordingReply]
):
    asked, error = arrives(ANN), app_commands.CommandNotFound("dance", [])
    await house.router.command_failed(asked, error)
    assert replies[-1].text == why_no_command(error)
    asked.response._response_type = discord.InteractionResponseType.channel_message
    await house.router.command_failed(asked, error)
    assert len(replies) == 1, "it has its answer"


EVERYTHING = [
    *(
        constant
        for constant in vars(frame).values()
        if isinstance(constant, Request) and not needs_no_table(constant)
    ),
    request("hide", coins=1),
    request("nonsense"),
    request("sum_open"),
]


@pytest.mark.parametrize("wanted", EVERYTHING, ids=lambda one: one.verb)
async def test_no_button_tells_a_stranger_whether_a_table_exists(house: House, wanted: Request):
    tables = [await house.open(ANN, BEN), await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)]
    await house.play_out(tables[2])
    for table in (*tables, 999, 10**14):
        for where in ({"channel": 9}, {"guild": None, "channel": 55}, {"guild": 3, "channel": 9}):
            reply = await press(house, CAT, button(table, wanted), **where)
            assert reply.text == GONE
            assert (reply.drawn, reply.forms) == ([], [])
    assert [len((await house.seen(table)).people) for table in tables] == [2, 2, 2]


async def test_where_a_table_stands_its_buttons_answer_everybody(house: House):
    table = await house.open(ANN, BEN)
    assert "You sit in seat 3" in (await press(house, CAT, button(table, frame.JOIN))).text
    await house.host.leave(table, CAT, house.receipt())
    assert "welcome to watch" in (await press(house, CAT, button(table, frame.HAND))).text


@pytest.mark.parametrize(
    ("written", "data"),
    [
        ("", {}),
        ("another:bot:button", {}),
        ("confirm_delete", {}),
        ("\0", {}),
        ("\ud800", {}),
        ("²:5:hide", {}),
        ("١:5:hide", {}),
        ("1" * 40 + ":5:hide", {}),
        ("1:5:hide;coins=\ud800", {}),
        ("1:5:hide;coins=²", {}),
        ("1:5:hide;coins=" + "9" * 60, {}),
        ("1:5:hide;coins=" + "[" * 60, {}),
        ("1:5:hide;*coins=" + "[" * 60, {}),
        ("1:5:hide;?coins=²", {}),
        ("1:5:hide;?coins=١", {}),
        ("1:5:hide;?coins=\0", {}),
        ("1:5:hide;?coins=\ud800", {}),
        ("1:5:hide;*coins", {"values": []}),
        ("1:5:hide;*coins", {"values": "[[["}),
        ("1:5:hide;*coins", {"values": [None]}),
        ("1:5:hide;*coins", {"values": ["[" * 100_000]}),
        ("1:5:hide;*coins", {"values": ["9" * 5000]}),
        ("1:5:table_howto;page=²", {}),
        ("1:5:table_come;at=²", {}),
        ("1:5:table_unsay;kind=\ud800", {}),
        ("0:0:table_howto;game=\ud800", {}),
        ("0:0:table_notices;where=\0", {}),
    ],
)
async def test_whatever_a_press_says_it_is_answered_in_a_sentence(
    house: House, written: str, data: dict[str, Any], caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    assert table == 1
    for form in (False, True):
        reply = await press(house, ANN, written, form=form, data=data)
        assert reply.given
        assert SORRY not in reply.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "components",
    [
        None,
        "nonsense",
        [None, 5, "x"],
        [{"components": {"custom_id": "?coins"}}],
        [{"component": [1, 2]}],
        [{"component": {"custom_id": 5, "value": "1"}}],
        [{"component": {"custom_id": "no key; at all", "value": "1"}}],
        [{"component": {"custom_id": "?coins", "value": {"a": []}}}],
        [{"component": {"custom_id": "?coins", "values": {"a": 1}}}],
        [{"component": {"custom_id": "?coins", "value": "²"}}],
        [{"component": {"custom_id": "?coins", "value": "9" * 4000}}],
        [{"component": {"custom_id": "?coins", "value": "\ud800\0\u202e"}}],
        [{"component": {"custom_id": "?nothing", "value": "x"}}],
    ],
)
async def test_whatever_a_form_holds_it_is_answered_and_never_with_a_form(
    house: House, components: Any, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    data = {"components": components}
    reply = await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert reply.given
    assert reply.forms == []
    assert SORRY not in reply.text
    assert "Traceback" not in caplog.text


async def test_a_form_nested_without_end_is_read_no_deeper_than_a_form_goes(house: House):
    nested: Any = []
    for _ in range(5000):
        nested = [{"components": nested}]
    table = await house.dealt(ANN, BEN)
    data = {"components": nested}
    reply = await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert reply.given
    assert SORRY not in reply.text


async def test_an_autocomplete_sees_what_its_asker_sees(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=2))
    seen = await house.router.seen(arrives(ANN), "small", None)
    assert seen is not None
    assert (seen.id, seen.seat, seen.view.own) == (table, 0, 2)
    assert await house.router.seen(arrives(CAT), "small", None) is None, "who only watches"
    assert await house.router.seen(arrives(ANN), "small", 999) is None


async def test_before_the_deal_there_is_nothing_to_suggest(house: House):
    await house.open(ANN, BEN)
    assert await house.router.seen(arrives(ANN), "small", None) is None


async def test_ones_own_tables_are_offered(house: House):
    tables = [await house.open(ANN, BEN) for _ in range(3)]
    face = house.faces["small"]
    offered = await house.router.tables(arrives(BEN), face, "")
    assert {choice.value for choice in offered} == set(tables)
    assert all(choice.name == f"table {choice.value}" for choice in offered)
    (found,) = await house.router.tables(arrives(BEN), None, f" {tables[1]} ")
    assert found.value == tables[1]
    assert await house.router.tables(arrives(CAT), face, "") == []


async def test_a_command_means_the_table_that_is_said_or_ones_own(house: House):
    table = await house.open(ANN, BEN)
    assert await house.router.which(arrives(BEN, guild=None), "small", None) == table
    assert await house.router.which(arrives(BEN, guild=None), "small", table) == table
    assert await house.router.which(arrives(CAT), None, table) == table, "where it stands"
    with pytest.raises(Refusal, match="no such table"):
        await house.router.which(arrives(CAT, guild=3), "small", table)


def test_a_form_is_read_under_its_entries_keys():
    sent = [
        {"type": 10, "id": 1},
        {"type": 18, "id": 2, "component": {"type": 4, "custom_id": "?amount", "value": "80"}},
        {"type": 18, "component": {"type": 3, "custom_id": "*to", "values": ["2"]}},
        {"type": 1, "components": [{"type": 4, "custom_id": "?limit", "value": ""}]},
    ]
    assert entries_of(sent) == {"?amount": "80", "*to": "2", "?limit": ""}


def test_what_was_left_empty_in_a_menu_was_not_said():
    sent = [{"type": 18, "component": {"type": 3, "custom_id": "*look", "values": []}}]
    assert entries_of(sent) == {}


def test_a_line_that_was_left_empty_is_blank():
    sent = [
        {"type": 18, "component": {"type": 4, "custom_id": "?limit"}},
        {"type": 18, "component": {"type": 4, "custom_id": "?other", "value": None}},
    ]
    assert entries_of(sent) == {"?limit": "", "?other": ""}
