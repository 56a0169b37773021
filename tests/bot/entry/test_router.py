"""Tests that every button, menu, form and command is routed and answered.

The neighbouring files test the results: request_handler, table_actions, table_access, responder.
"""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.entry.actions.table_actions import needs_no_table
from bot.entry.error_messages import why_no_command
from bot.entry.router import entries_of
from bot.host.reading.store import SET_BACK
from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.queues.messenger import TryLater
from bot.show.draw.pages import pages
from bot.show.draw.parts import frame
from bot.ui.panels import custom_id
from bot.ui.panels.operator import Operator
from bot.ui.panels.panel import Request, request
from db import restores
from db.people.people import Person
from db.restores import Restore
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import button, over, press
from tests.bot.house import ANN, BEN, CAT, GUILD, House
from tests.bot.observe.counting import Counted
from tests.bot.recording import RecordingReply
from tests.small.game.moves import Hide

pytestmark = pytest.mark.usefixtures("replies")

GONE = "I don't know that table."
SORRY = "Sorry, I made a mistake"


async def test_menu_choice_is_a_press(house: House):
    table = await house.dealt(ANN, BEN)
    menu = custom_id.write(table, 5, request("hide"), "*coins")
    reply = await press(house, ANN, menu, data={"values": ["2"]})
    assert (await house.seen(table, ANN)).view.own == 2
    assert reply.given


async def test_menu_without_a_choice_opens_a_form(house: House):
    table = await house.dealt(ANN, BEN)
    menu = custom_id.write(table, 5, request("hide"), "*coins")
    reply = await press(house, ANN, menu, data={"values": []})
    assert [form.request.verb for form in reply.forms] == ["hide"]
    assert (await house.seen(table, ANN)).view.own is None


async def test_submitted_form_makes_the_move(house: House):
    table = await house.dealt(ANN, BEN)
    entry = {"type": 18, "component": {"type": 4, "custom_id": "?coins", "value": "3"}}
    data = {"components": [entry]}
    await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert (await house.seen(table, ANN)).view.own == 3


async def test_button_staleness_uses_its_own_step(house: House):
    table = await house.dealt(ANN, BEN)
    drawn_at = (await house.seen(table)).step
    await house.hide(table, ANN, coins=1)
    reply = await press(house, ANN, button(table, request("hide", coins=2), drawn_at))
    assert "You've moved since that was drawn." in reply.text
    assert (await house.seen(table, ANN)).view.own == 1


async def test_press_in_a_dm_makes_a_user_reachable(house: House):
    table = await house.dealt(ANN, BEN)
    for person in (ANN, BEN):
        await house.contacts.note(person, Person(None, dm_closed=True))
    await press(house, ANN, button(table, request("hide", coins=1)), guild=None, channel=55)
    await press(house, BEN, button(table, request("hide", coins=1)))
    ann, ben = await house.contacts.of(ANN), await house.contacts.of(BEN)
    assert (ann.dm_channel, ann.dm_closed) == (55, False)
    assert ben.dm_closed


async def test_other_interactions_are_ignored(house: House):
    table = await house.dealt(ANN, BEN)
    asked = arrives(ANN, data={"custom_id": button(table, request("hide", coins=1))})
    for kind in ("application_command", "autocomplete", "ping"):
        asked.type = discord.InteractionType[kind]
        await house.router.pressed(asked)
    assert (await house.seen(table, ANN)).view.own is None


async def test_press_on_an_outdated_board_redraws_it(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.passes(60)
    house.messenger.fail("edit", TryLater("down"))
    await house.hide(table, ANN)
    await house.passes(10)
    board = house.board()
    assert "Ann has hidden coins." not in board.text
    await press(house, BEN, button(table, frame.HAND, board.steps[-1]), on=board.id)
    assert "Ann has hidden coins." in board.text, "half a minute before it would have"


async def test_command_moves_at_the_right_table(house: House, replies: list[RecordingReply]):
    table = await house.dealt(ANN, BEN)
    face, wanted = house.faces["small"], Request("hide", {"?coins": "2"})
    asked = arrives(ANN)
    asked.id = house.receipt()  # the id of a command contains its time
    await house.router.command(asked, face, wanted, None)
    assert (await house.seen(table, ANN)).view.own == 2
    await house.router.command(arrives(CAT, guild=3), face, wanted, table)
    assert replies[-1].text == GONE


async def test_hand_command_shows_a_players_hand(house: House, replies: list[RecordingReply]):
    table = await house.dealt(ANN, BEN)
    await house.router.hand(arrives(ANN), house.faces["small"], None)
    assert replies[-1].text.startswith(f"### Your hand · Hidden Coins, table {table},")
    await house.router.hand(arrives(CAT), house.faces["small"], table)
    assert "welcome to watch" in replies[-1].text


async def test_rules_command_works_anywhere(house: House, replies: list[RecordingReply]):
    face = house.faces["small"]
    await house.router.rules(arrives(CAT, guild=None, channel=55), face)
    assert replies[-1].text == pages.how_to(face, 0).text()


async def test_start_with_bad_terms_opens_no_table(house: House, replies: list[RecordingReply]):
    def given() -> Mapping[str, Any]:
        raise Refusal("No fist is so large.")

    face = house.faces["small"]
    terms: dict[str, Any] = {"pace": "day", "laid_open": True, "stand_in": 0, "house": 0}
    await house.router.open(arrives(ANN), face, given, **terms)
    assert replies[-1].text == "No fist is so large."
    assert await house.queries.of_person(ANN) == []


async def test_failed_command_is_answered_once(house: House, replies: list[RecordingReply]):
    asked, error = arrives(ANN), app_commands.CommandNotFound("dance", [])
    await house.router.command_failed(asked, error)
    assert replies[-1].text == why_no_command(Operator(), error)
    asked.response._response_type = discord.InteractionResponseType.channel_message
    await house.router.command_failed(asked, error)
    assert len(replies) == 1, "it has its answer"


async def test_a_command_that_fails_by_a_bug_is_counted_as_a_failure(
    house: House, replies: list[RecordingReply]
):
    counted = house.store.observer = Counted()
    await house.router.command_failed(arrives(ANN), app_commands.CommandNotFound("dance", []))
    await house.router.command_failed(arrives(ANN), app_commands.AppCommandError("broken"))
    assert "Sorry, I made a mistake" in replies[-1].text
    assert counted.events == [("command", "refused"), ("command", "failed")]


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


@pytest.mark.parametrize("wanted", EVERYTHING, ids=lambda wanted: wanted.verb)
async def test_buttons_do_not_reveal_tables_to_strangers(house: House, wanted: Request):
    tables = [await house.open(ANN, BEN), await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)]
    await house.play_out(tables[2])
    for table in (*tables, 999, 10**14):
        for guild, channel in ((GUILD, 9), (None, 55), (3, 9)):
            reply = await press(house, CAT, button(table, wanted), guild=guild, channel=channel)
            assert reply.text == GONE
            assert (reply.drawn, reply.forms) == ([], [])
    assert [len((await house.seen(table)).people) for table in tables] == [2, 2, 2]


async def test_buttons_answer_everybody_in_the_tables_channel(house: House):
    table = await house.open(ANN, BEN)
    assert "You're in, seat 3" in (await press(house, CAT, button(table, frame.JOIN))).text
    await house.host.seats.leave(table, CAT, house.receipt())
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
async def test_every_press_is_answered_with_a_sentence(
    house: House, written: str, data: dict[str, Any], caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    assert table == 1
    for form in (False, True):
        reply = await press(house, ANN, written, form=form, data=data)
        assert reply.given
        assert SORRY not in reply.text
    assert "Traceback" not in caplog.text


DEEP: Any = []
for _ in range(5000):
    DEEP = [{"components": DEEP}]


@pytest.mark.parametrize(
    "components",
    [
        DEEP,
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
async def test_every_form_is_answered_without_a_form(
    house: House, components: Any, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    data = {"components": components}
    reply = await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert reply.given
    assert reply.forms == []
    assert SORRY not in reply.text
    assert "Traceback" not in caplog.text


async def test_autocomplete_sees_the_users_own_view(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=2))
    seen = await house.router.seen(arrives(ANN), "small", None)
    assert seen is not None
    assert (seen.id, seen.seat, seen.view.own) == (table, 0, 2)
    assert await house.router.seen(arrives(CAT), "small", None) is None, "who only watches"
    assert await house.router.seen(arrives(ANN), "small", 999) is None


async def test_autocomplete_before_the_deal_is_empty(house: House):
    await house.open(ANN, BEN)
    assert await house.router.seen(arrives(ANN), "small", None) is None


async def test_autocomplete_offers_own_tables(house: House):
    tables = [await house.open(ANN, BEN) for _ in range(3)]
    face = house.faces["small"]
    offered = await house.router.tables(arrives(BEN), face, "")
    assert {choice.value for choice in offered} == set(tables)
    assert all(choice.name == f"table {choice.value}" for choice in offered)
    (found,) = await house.router.tables(arrives(BEN), None, f" {tables[1]} ")
    assert found.value == tables[1]
    assert await house.router.tables(arrives(CAT), face, "") == []


async def test_command_means_the_named_or_own_table(house: House):
    table = await house.open(ANN, BEN)
    for named in (None, table):
        found = await house.router.which(arrives(BEN, guild=None), "small", named)
        assert (found.id, found.seat) == (table, 1)
    assert (await house.router.which(arrives(CAT), None, table)).id == table, "where it stands"
    with pytest.raises(Refusal, match="don't know that table"):
        await house.router.which(arrives(CAT, guild=3), "small", table)


def test_form_is_read_by_the_keys_of_its_entries():
    sent = [
        {"type": 10, "id": 1},
        {"type": 18, "id": 2, "component": {"type": 4, "custom_id": "?amount", "value": "80"}},
        {"type": 18, "component": {"type": 3, "custom_id": "*to", "values": ["2"]}},
        {"type": 1, "components": [{"type": 4, "custom_id": "?limit", "value": ""}]},
    ]
    assert entries_of(sent) == {"?amount": "80", "*to": "2", "?limit": ""}
    sent = [{"type": 18, "component": {"type": 3, "custom_id": "*look", "values": []}}]
    assert entries_of(sent) == {}
    sent = [
        {"type": 18, "component": {"type": 4, "custom_id": "?limit"}},
        {"type": 18, "component": {"type": 4, "custom_id": "?other", "value": None}},
    ]
    assert entries_of(sent) == {"?limit": "", "?other": ""}
    unknown = {"type": 77, "id": 900, "custom_id": "new", "components": [{"type": 77}]}
    assert entries_of([unknown, {"type": 18, "component": unknown}]) == {}


@pytest.mark.parametrize("form", [False, True])
async def test_press_of_the_lost_future_is_refused_at_a_step_that_comes_again(
    house: House, form: bool
):
    table = await house.dealt(ANN, BEN)
    before = (await house.seen(table, ANN)).rev
    # the table stands at the very step at which the button was drawn, so only the epoch differs
    step = (await house.seen(table, ANN)).step
    house.host.store.database.restored = Restore(7, 0.0, 0.0)
    data = {"values": ["2"]}
    for epoch in (1, 6, 8):
        lost = custom_id.write(table, step, request("hide"), "*coins", epoch=epoch)
        reply = await press(house, ANN, lost, data=data, form=form)
        assert SET_BACK in str(reply.said)
        assert (await house.seen(table, ANN)).rev == before
    good = custom_id.write(table, step, request("hide"), "*coins", epoch=7)
    await press(house, ANN, good, data=data)
    assert (await house.seen(table, ANN)).view.own == 2


async def test_buttons_of_the_table_itself_are_refused_after_a_restore_too(house: House):
    table = await house.open(ANN)
    house.host.store.database.restored = Restore(7, 0.0, 0.0)
    before = (await house.seen(table, ANN)).rev
    for wanted in (frame.JOIN, frame.DEAL):
        reply = await press(house, BEN, button(table, wanted))
        assert SET_BACK in str(reply.said)
        assert (await house.seen(table, ANN)).rev == before


async def set_back(house: House, *, to: float, epoch: int = 7) -> None:
    """Record a restore of the file, and have the bot know it, as after a start."""
    restore = Restore(epoch, 0.0, to)  # at a time before the ids of these presses
    async with house.database.transaction() as tx:
        await restores.record(tx, restore)
    house.database.restored = restore


@pytest.mark.parametrize("wanted", [frame.TRUTH, frame.FAIR, frame.SHARE, frame.HOW_TO])
async def test_pages_of_a_game_that_was_over_before_the_backup_can_be_read_after_a_restore(
    house: House, wanted: Request
):
    table = await over(house)
    board = house.board().id
    house.clock.advance(5)
    await set_back(house, to=house.clock.now())
    await set_back(house, to=house.clock.now() + 60, epoch=8)
    reply = await press(house, CAT, button(table, wanted), on=board)
    assert reply.given
    assert SET_BACK not in str(reply.said)


async def test_pages_of_a_message_of_the_lost_future_are_refused(house: House):
    """The number of its table may be another table's by now."""
    await set_back(house, to=house.clock.now())
    house.clock.advance(5)
    table = await over(house)
    reply = await press(house, CAT, button(table, frame.TRUTH), on=house.board().id)
    assert SET_BACK in str(reply.said)
    without = await press(house, CAT, button(table, frame.TRUTH))
    assert SET_BACK in str(without.said)


async def test_a_board_whose_button_is_refused_after_a_restore_gets_buttons_that_work(house: House):
    table = await over(house)
    board = house.board()
    house.clock.advance(5)
    await set_back(house, to=house.clock.now())
    await house.quiet()
    before = len(board.shown)
    reply = await press(house, ANN, button(table, frame.REMATCH), on=board.id)
    assert SET_BACK in str(reply.said)
    await house.passes(1)
    assert len(board.shown) == before + 1
    assert not board.removed


async def test_interaction_that_is_older_than_a_restore_is_refused(house: House):
    table = await house.dealt(ANN, BEN)
    later = 1_790_000_000.0
    house.host.store.database.restored = Restore(7, later, later - 60)
    menu = custom_id.write(table, 5, request("hide"), "*coins", epoch=7)
    reply = await press(house, ANN, menu, data={"values": ["2"]})
    assert SET_BACK in str(reply.said)
    assert (await house.seen(table, ANN)).view.own is None
    house.host.store.check_after_restore(lowest_id_at(later))
