"""A panel that a newer one superseded makes no move: a press on it shows how things stand.

What one does in secret is no public step, so no step tells that a panel is of before.
"""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.show.heads import renewed
from bot.show.opened import KEPT_FOR, OLDER
from bot.ui.panel import Form, Request, request
from tests.bot.house import ANN, AT_ONCE, BEN, CAT, CHANNEL, House, house_on
from tests.bot.recording import RecordingReply, Sent, buttons
from tests.small.game.orders import GuessAhead

HIDE_ONE = request("hide", coins=1)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path) as made:
        yield made


async def press(
    house: House,
    table: int,
    panel: Sent,
    wanted: Request = HIDE_ONE,
    *,
    reply: RecordingReply | None = None,
    form: bool = False,
) -> RecordingReply:
    """Have Ann press on a panel of hers, as it was drawn."""
    made = reply or house.reply(ANN, message=panel.id, on_own_panel=True, channel=CHANNEL)
    await house.router.serving.serve(made, table, wanted, panel.steps[-1], form=form)
    await house.quiet()
    return made


async def hidden(house: House, table: int) -> int | None:
    return (await house.seen(table, ANN)).view.own


async def two_panels(house: House) -> tuple[int, Sent, Sent]:
    """Open a hand twice, and hide two coins on the newer one: in secret, for she has hidden some.

    Return the table, the older panel and the newer one.
    """
    table = await house.dealt(ANN, BEN)
    await house.passes(5)
    await house.hide(table, ANN)
    older = await house.opens_hand(table, ANN)
    await house.passes(120)
    newer = await house.opens_hand(table, ANN)
    await press(house, table, newer, request("hide", coins=2))
    return table, older, newer


async def test_a_move_on_it_is_not_made_and_it_becomes_true(house: House):
    table, older, newer = await two_panels(house)
    drawn = house.clock.now() - 120
    assert "You hide 1 coin." in older.text, "nobody can edit it"
    reply = await press(house, table, older, request("hide", coins=3))
    assert await hidden(house, table) == 2
    assert "You hide 2 coins." in older.text
    assert f"\n{renewed(drawn)}\n" in older.text
    assert reply.said == [], "one answer, where it was pressed"
    await house.passes(5)
    await press(house, table, older, request("hide", coins=3))
    assert await hidden(house, table) == 3, "it is the newest now"
    assert "so I did nothing" not in older.text, "that is said once"
    await press(house, table, newer, request("hide", coins=0))
    assert await hidden(house, table) == 3, "and the other is the older one"


async def test_what_could_not_be_done_any_more_renews_it_as_well(house: House):
    """Nor can what was never there: it is no time to guess."""
    table, older, _ = await two_panels(house)
    reply = await press(house, table, older, Request("guess"))
    assert "so I did nothing" in older.text
    assert reply.said == []


async def test_what_is_said_ahead_on_it_is_held_up_too(house: House):
    table, older, newer = await two_panels(house)
    await press(house, table, older, request("when", totals="[3]"))
    assert "so I did nothing" in older.text
    assert (await house.seen(table, ANN)).orders == ()
    ahead = GuessAhead(totals=(1,))
    await house.say_ahead(table, ANN, ahead)
    await take_back(house, table, newer)
    assert "so I did nothing" in newer.text
    assert (await house.seen(table, ANN)).orders == (ahead,)
    await house.passes(5)
    await take_back(house, table, newer)
    assert (await house.seen(table, ANN)).orders == ()


async def take_back(house: House, table: int, panel: Sent) -> None:
    """Have Ann press *Take back* on a panel of hers."""
    reply = house.reply(ANN, message=panel.id, on_own_panel=True)
    await house.router.actions.serve(reply, table, request("table_unsay", kind="guess_ahead"))
    await house.quiet()


async def test_a_look_on_it_is_a_look(house: House):
    table, older, _ = await two_panels(house)
    reply = house.reply(ANN, message=older.id, on_own_panel=True)
    await house.display.answer_hand(reply, table)
    assert "You hide 2 coins." in older.text
    assert "so I did nothing" not in older.text


async def test_a_form_that_was_opened_from_it_goes_by_its_step(house: House):
    table, older, _ = await two_panels(house)
    asked = await press(house, table, older, Request("hide"))
    assert all(isinstance(one, Form) for one in asked.forms)
    await press(house, table, older, Request("hide", {"?coins": "3"}), form=True)
    assert await hidden(house, table) == 3


async def test_what_was_delivered_twice_is_answered_as_it_was(house: House):
    table, older, newer = await two_panels(house)
    reply = house.reply(ANN, message=older.id, on_own_panel=True)
    for _ in range(2):
        await press(house, table, older, request("hide", coins=3), reply=reply)
        assert await hidden(house, table) == 2
    again = house.reply(ANN, message=newer.id, on_own_panel=True)
    await house.display.answer_hand(again, table)
    made = house.reply(ANN, message=newer.id, on_own_panel=True)
    await press(house, table, newer, request("hide", coins=3), reply=made)
    await house.opens_hand(table, ANN)
    shown = len(newer.shown)
    await press(house, table, newer, request("hide", coins=3), reply=made)
    assert await hidden(house, table) == 3
    assert len(newer.shown) == shown + 1, "as a move that is made"
    assert "so I did nothing" not in newer.text


async def test_who_presses_twice_in_a_second_has_not_read_what_it_became(tmp_path: Path):
    async with house_on(tmp_path, timing=replace(AT_ONCE, reading=1.0)) as house:
        table, older, _ = await two_panels(house)
        for _ in range(3):
            await press(house, table, older, request("hide", coins=3))
            await house.passes(0.2)
        assert await hidden(house, table) == 2
        await house.passes(1.0)
        await press(house, table, older, request("hide", coins=3))
        assert await hidden(house, table) == 3


async def test_the_hand_in_the_dm_and_a_private_answer_supersede_neither_the_other(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    lies, beside = house.hand(ANN), await house.opens_hand(table, ANN)
    for panel, coins in ((lies, 1), (beside, 2), (lies, 3)):
        how = {"in_dm": True} if panel is lies else {"on_own_panel": True}
        reply = house.reply(ANN, message=panel.id, **how)
        await press(house, table, panel, request("hide", coins=coins), reply=reply)
        assert await hidden(house, table) == coins


async def test_a_private_answer_that_nobody_keeps_true_any_more_gives_way_to_the_dm(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT, pace="day")
    beside = await house.opens_hand(table, ANN)
    await house.passes(KEPT_FOR + 1)
    dm = house.reply(ANN, message=house.hand(ANN).id, in_dm=True)
    await press(house, table, house.hand(ANN), request("hide", coins=2), reply=dm)
    await press(house, table, beside, request("hide", coins=3))
    assert await hidden(house, table) == 2
    assert "so I did nothing" in beside.text


async def test_after_a_restart_the_step_decides(house: House):
    table, older, _ = await two_panels(house)
    await house.crash()
    await press(house, table, older, request("hide", coins=3))
    assert await hidden(house, table) == 3, "nobody knows that there was a newer one"
    await house.crash()
    await house.hide(table, BEN)
    await house.quiet()
    reply = await press(house, table, older, request("guess", total=1))
    assert "since that was drawn" in reply.text


async def test_a_panel_that_asks_back_is_no_hand_and_is_not_superseded(house: House):
    """Nor is a draft, nor a list of tables: what they say they do."""
    table, *_ = await two_panels(house)
    asked = house.messenger.sent[
        house.messenger.make(
            (await house.opens_hand(table, ANN)).shown[-1], channel=None, person=None, nonce=""
        )
    ]
    await press(house, table, asked, request("hide", coins=3))
    assert await hidden(house, table) == 3


async def test_many_panels_are_not_remembered_for_ever(house: House):
    table = await house.dealt(ANN, BEN)
    first = await house.opens_hand(table, ANN)
    for _ in range(OLDER + 1):
        await house.opens_hand(table, ANN)
    assert len(house.display.hands._opened._tables[table].older) == OLDER
    assert "Hide 1 coin" in buttons(first.panel)
