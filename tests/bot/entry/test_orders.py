"""Tests of standing orders by menu, form, command and line, and of ending them."""

from typing import Any

from bot.entry.requests.move_parsing import read_typed
from bot.show.draw.panels import hand_panel, orders_panel
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Request, request
from bot.ui.ways.order_menus import ASKED, END
from tests.bot.entry.asking import button, press
from tests.bot.house import ANN, BEN, House, refused
from tests.bot.recording import RecordingReply, buttons
from tests.small.face import FACE
from tests.small.game.moves import Hide
from tests.small.game.orders import GuessAhead, HideLast


async def on_panel(
    house: House, person: int, table: int, wanted: Request, *, form: bool = False, **how: Any
) -> RecordingReply:
    """Press something on a panel that is drawn on the person's own hand."""
    step = (await house.seen(table)).step
    reply = house.reply(person, message=5, on_own_panel=True, **how)
    await house.router.request_handler.serve(
        reply, await house.seen(table, reply.person), wanted, step, form=form
    )
    await house.quiet()
    return reply


def last_panel(reply: RecordingReply) -> str:
    """Return the text that the pressed panel shows now."""
    assert reply.said == [], "the pressed panel shows it"
    return reply.drawn[-1].panel.text()


async def test_typed_line_stores_a_standing_order(house: House):
    table = await house.dealt(ANN, BEN)
    found = read_typed(FACE, await house.seen(table, ANN), "I will guess 3, 5")
    assert found.way is not None
    await house.give_order(table, ANN, found.made)
    seen = await house.seen(table, ANN)
    assert seen.orders == (GuessAhead(totals=(3, 5)),)
    text = orders_panel.draw(FACE, seen).text()
    assert "- When it is your turn, you guess 3, or else 5." in text


async def test_hand_names_what_stands_in_one_line_and_opens_the_panel(house: House):
    table = await house.dealt(ANN, BEN)
    hand = hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False)
    assert "standing orders" not in hand.text()
    more = await on_panel(house, ANN, table, buttons(hand)["More…"].request)
    opened = await on_panel(
        house, ANN, table, buttons(more.drawn[-1].panel)[orders_panel.OPENS].request
    )
    assert "You have none." in last_panel(opened)
    assert frame.HAND in opened.drawn[-1].panel.requests(), "it leads back"
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    hand = hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False)
    assert "-# Your standing orders: next guess." in hand.text()


async def test_choice_sets_an_order_and_redraws_the_panel(house: House):
    table = await house.dealt(ANN, BEN)
    step = (await house.seen(table)).step
    wanted = Request("when", {frame.ORDERS_PAGE: "0", "*totals": "[3]"})
    reply = await on_panel(house, ANN, table, wanted)
    assert "- When it is your turn, you guess 3." in last_panel(reply)
    assert (await house.seen(table, ANN)).orders == (GuessAhead(totals=(3,)),)
    assert (await house.seen(table)).step == step, "nobody else notices"
    again = await on_panel(house, ANN, table, Request("when", {**wanted.args, "*totals": ASKED}))
    assert "You have none." in last_panel(again)
    assert (await house.seen(table, ANN)).orders == ()
    unchanged = await on_panel(
        house, ANN, table, Request("when", {**wanted.args, "*totals": ASKED})
    )
    assert "You have none." in last_panel(unchanged), "there is nothing to end, and that's fine"


async def test_form_behind_other_leads_back_to_the_panel(house: House):
    table = await house.dealt(ANN, BEN)
    wanted = Request("when", {frame.ORDERS_PAGE: "0", "*totals": "other[3]"})
    [form] = (await on_panel(house, ANN, table, wanted)).forms
    assert [entry.default for entry in form.entries] == ["3"]
    filled = form.request.with_args({"?totals": "5, 4"})
    reply = await on_panel(house, ANN, table, filled, form=True)
    assert "- When it is your turn, you guess 5, or else 4." in last_panel(reply)


async def test_every_order_that_stands_can_be_ended_on_the_panel(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    panel = orders_panel.draw(FACE, await house.seen(table, ANN))
    [end] = [wanted for wanted in panel.requests() if END in wanted.args]
    reply = await on_panel(house, ANN, table, end)
    assert "You have none." in last_panel(reply)
    assert (await house.seen(table, ANN)).orders == ()


async def test_order_that_acts_at_once_shows_the_hand(house: House):
    """What it did is news, which the panel of standing orders doesn't tell."""
    table = await house.dealt(ANN, BEN)
    await house.play(table, BEN, Hide(coins=1))
    wanted = Request("last", {frame.ORDERS_PAGE: "0", "?coins": "2"})
    reply = await on_panel(house, ANN, table, wanted, form=True)
    assert "### Your hand" in reply.text + "".join(m.panel.text() for m in reply.drawn)
    assert (await house.seen(table, ANN)).orders == ()


async def test_buttons_of_older_hands_still_work(house: House, replies: None):
    table = await house.dealt(ANN, BEN)
    [form] = (await press(house, ANN, button(table, request("when")))).forms
    assert form.request.verb == "when"
    await house.give_order(table, ANN, HideLast(coins=2))
    old = frame.CANCEL_ORDER.with_args({"kind": "hide_last"})
    await house.router.actions.serve(house.reply(ANN), table, old)
    assert (await house.seen(table, ANN)).orders == ()


async def test_choice_that_no_panel_offers_is_refused(house: House):
    table = await house.dealt(ANN, BEN)
    for args in ({"*totals": "{"}, {"*nothing": "1"}, {"x": "1"}):
        for verb in ("when", "guess", "nosuch"):
            wanted = Request(verb, {frame.ORDERS_PAGE: "0", **args})
            assert await refused(on_panel(house, ANN, table, wanted))
    assert (await house.seen(table, ANN)).orders == ()


async def test_standing_order_of_the_last_game_is_offered_again(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(5,)))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    table = await house.dealt(ANN, BEN)
    hand = hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False)
    assert "Your last game's standing orders can be used again" in hand.text()
    before = orders_panel.draw(FACE, await house.seen(table, ANN))
    assert "**In your last game you had**\n- When it is your turn, you guess 5." in before.text()
    others = orders_panel.draw(FACE, await house.seen(table, BEN))
    assert "last game" not in others.text()
    yes, no = (wanted for wanted in before.requests() if wanted.verb == frame.REPEAT_ORDERS.verb)
    await house.router.actions.serve(house.reply(ANN), table, yes)
    after = orders_panel.draw(FACE, await house.seen(table, ANN))
    assert "- When it is your turn, you guess 5." in after.text()
    assert "last game" not in after.text()
    text = await refused(house.router.actions.serve(house.reply(ANN), table, yes))
    assert text == "No standing orders of your last game are left to use again."
    await house.router.actions.serve(house.reply(BEN), table, no)  # Ben has none to lose


async def test_standing_order_offer_can_be_dismissed(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(5,)))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    table = await house.dealt(ANN, BEN)
    no = frame.REPEAT_ORDERS.with_args({"say": "no"})
    shown = hand_panel.fingerprint_of(FACE, await house.seen(table, ANN))
    await house.router.actions.serve(house.reply(ANN), table, no)
    seen = await house.seen(table, ANN)
    assert hand_panel.fingerprint_of(FACE, seen) != shown, "an open hand is drawn anew"
    assert "last game" not in hand_panel.draw(FACE, seen, in_dm=False).text()
    assert seen.orders == ()


async def test_move_by_standing_order_is_told_to_its_owner_only(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    await house.hide(table, ANN, BEN)
    told = {
        person: "\n".join(frame.told(FACE, seen.news, seen.names, seen.seat))
        for person in (ANN, BEN, None)
        for seen in [await house.seen(table, person)]
    }
    assert "3. _(standing order)_" in told[ANN]
    assert "standing order" not in told[BEN] + told[None]
