"""Tests of standing orders by button, form, command and line, and of cancelling them."""

from bot.entry.move_parsing import read_typed
from bot.show.draw import frame, hand_panel
from bot.ui.panel import request
from tests.bot.house import ANN, BEN, House, refused
from tests.small.face import FACE
from tests.small.game.orders import GuessAhead


async def test_typed_line_stores_a_standing_order(house: House):
    table = await house.dealt(ANN, BEN)
    found = read_typed(FACE, await house.seen(table, ANN), "I will guess 3, 5")
    assert found.way is not None
    await house.give_order(table, ANN, found.made)
    seen = await house.seen(table, ANN)
    assert seen.orders == (GuessAhead(totals=(3, 5)),)
    text = hand_panel.draw(FACE, seen, in_dm=False).text()
    assert "When it is your turn, you guess 3, or else 5." in text


async def test_hand_offers_and_cancels_a_standing_order(house: House):
    table = await house.dealt(ANN, BEN)
    wanted = list(hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False).requests())
    assert request("when") in wanted
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    wanted = list(hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False).requests())
    assert frame.CANCEL_ORDER.with_args({"kind": "guess_ahead"}) in wanted
    described = FACE.describe_order(GuessAhead(totals=(3,)), None, None)  # type: ignore[arg-type]
    assert described == "When it is your turn, you guess 3."


async def test_standing_order_of_the_last_game_is_offered_again(house: House):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(5,)))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    table = await house.dealt(ANN, BEN)
    before = hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False)
    assert "**Last time you said ahead**\nWhen it is your turn, you guess 5." in before.text()
    assert (
        "Last time" not in hand_panel.draw(FACE, await house.seen(table, BEN), in_dm=False).text()
    )
    yes, no = (wanted for wanted in before.requests() if wanted.verb == frame.REPEAT_ORDERS.verb)
    await house.router.actions.serve(house.reply(ANN), table, yes)
    after = hand_panel.draw(FACE, await house.seen(table, ANN), in_dm=False)
    assert "**Said ahead**\nWhen it is your turn, you guess 5." in after.text()
    assert "Last time" not in after.text()
    text = await refused(house.router.actions.serve(house.reply(ANN), table, yes))
    assert text == "There is nothing of a game before to say again, or it is said."
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
    assert "Last time" not in hand_panel.draw(FACE, seen, in_dm=False).text()
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
    assert "3. _(said ahead)_" in told[ANN]
    assert "said ahead" not in told[BEN] + told[None]
