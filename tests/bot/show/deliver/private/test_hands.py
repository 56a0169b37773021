"""Tests that open hands are kept up to date without a ping."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.show.deliver.private.open_panels import KEPT_FOR
from bot.show.deliver.queues.messenger import TryLater
from bot.show.draw.parts.headers import as_of
from bot.show.draw.parts.message import sentence
from bot.ui.face.face import Drawing
from bot.ui.panels.words import Names
from tests.bot.altered import altered
from tests.bot.house import ANN, AT_ONCE, BEN, CAT, CHANNEL, GUILD, House, house_on
from tests.bot.recording import Call, RecordingReply, Sent, buttons
from tests.bot.show.at_table import AskingFace, settled
from tests.bot.show.test_orders_twins import wire
from tests.small.face import SmallFace, draw
from tests.small.game.moves import Guess, Hide, Hurry, Ponder
from tests.small.game.views import View

THROTTLED = replace(AT_ONCE, pause=2.0)


async def press(house: House, table: int, person: int, panel: Sent) -> RecordingReply:
    reply = house.reply(person, message=panel.id, on_own_panel=True)
    await settled(house, house.display.answer_hand(reply, table))
    return reply


def by_token(house: House) -> int:
    return house.messenger.count("token")


async def test_an_ephemeral_hand_shows_the_moves_of_others_at_once(house: House):
    table = await house.dealt(ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    await settled(house, house.hide(table, BEN))
    assert "Ben has hidden coins." in mine.text
    assert mine.steps[-1] == (await house.seen(table)).step
    assert by_token(house) == 1
    await settled(house, house.hide(table, ANN))
    assert "It's your move" in mine.text
    assert "Guess 2" in buttons(mine.panel), "what comes next can be done where one is"
    assert house.messenger.there(person=ANN) == [], "and nobody was pinged"


async def test_an_open_hand_is_not_redrawn_for_news_alone(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await settled(house, house.hide(table, ANN))
    mine = await house.opens_hand(table, ANN)
    await settled(house, house.hide(table, BEN))
    assert "Ben has hidden coins." in house.board().text
    assert (len(mine.shown), by_token(house)) == (1, 0)
    reply = await press(house, table, ANN, mine)
    assert "Ben has hidden coins." in reply.drawn[-1].panel.text(), "the next press shows it"


async def test_a_player_who_leaves_before_the_deal_is_shown_nobody_s_hand(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.seal(table)
    left = await house.opens_hand(table, BEN)
    shifted = await house.opens_hand(table, CAT)
    await settled(house, house.host.seats.leave(table, BEN, house.receipt()))
    assert "You aren't at table 1 any more." in left.text
    assert not buttons(left.panel)
    await settled(house, house.deal(table, ANN))
    for person in (ANN, CAT):
        await settled(house, house.hide(table, person, coins=3))
    assert len(left.shown) == 2, "it is told once"
    assert "You hide 3 coins." in shifted.text, "who has another seat now is shown that one"


@pytest.mark.parametrize("leaver", [ANN, BEN])
async def test_a_seat_change_during_a_press_shows_no_other_hand(house: House, leaver: int):
    table = await house.open(ANN, BEN, CAT)
    await house.seal(table)
    older = await house.opens_hand(table, BEN)
    await house.opens_hand(table, BEN)
    held = house.messenger.hold("update", where=BEN)
    first, second = (house.reply(BEN, message=older.id, on_own_panel=True) for _ in range(2))
    presses = [asyncio.ensure_future(house.display.answer_hand(first, table))]
    await held.arrived.wait()
    presses.append(asyncio.ensure_future(house.display.answer_hand(second, table)))
    await house.host.seats.leave(table, leaver, house.receipt())
    await house.deal(table, CAT)
    await house.hide(table, CAT, coins=3)
    held.release()
    answers = await asyncio.gather(*presses, return_exceptions=True)
    assert "You hide 3 coins." not in older.text
    if leaver == BEN:
        assert "You aren't at table" in str(answers[1])
    else:
        assert answers[1] is None
        assert "It's your move" in older.text


async def test_a_player_who_rejoins_has_their_hand_again(house: House):
    table = await house.open(ANN, BEN)
    mine = await house.opens_hand(table, BEN)
    await settled(house, house.host.seats.leave(table, BEN, house.receipt()))
    await settled(house, house.host.seats.join(table, BEN, "Ben", house.receipt()))
    assert "The cards haven't been dealt yet." in mine.text


async def test_moves_in_quick_succession_share_one_edit(tmp_path: Path):
    async with house_on(tmp_path, timing=THROTTLED) as house:
        table = await house.dealt(ANN, BEN, CAT)
        mine = await house.opens_hand(table, ANN)
        await house.passes(10)
        shown = len(mine.shown)
        await house.hide(table, BEN)
        await house.passes(0.1)
        await house.hide(table, CAT)
        await house.passes(1.5)
        assert len(mine.shown) == shown + 1
        await house.passes(0.5)
        assert len(mine.shown) == shown + 2
        assert "Cat has hidden coins." in mine.text


async def test_a_press_renews_the_panel_s_token(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine = await house.opens_hand(table, ANN)
    await house.passes(KEPT_FOR - 1)
    reply = await press(house, table, ANN, mine)
    assert len(reply.drawn) == 1
    await house.passes(KEPT_FOR - 1)
    await settled(house, house.hide(table, BEN))
    assert "Ben has hidden coins." in mine.text


async def test_a_panel_is_not_edited_after_its_token_expired(house: House):
    table = await house.dealt(ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    await house.passes(KEPT_FOR)
    await settled(house, house.hide(table, BEN))
    assert by_token(house) == 0
    assert "Refresh" in buttons(mine.panel)


async def test_only_the_newest_panel_is_kept_up_to_date(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    first = await house.opens_hand(table, ANN)
    second = await house.opens_hand(table, ANN)
    await settled(house, house.hide(table, BEN))
    assert (len(first.shown), len(second.shown)) == (1, 2)
    await press(house, table, ANN, first)
    await settled(house, house.hide(table, CAT))
    assert "Cat has hidden coins." in first.text
    assert "Cat has hidden coins." not in second.text


class CountingFace(SmallFace):
    """Records the seats whose hands are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[int] = []
        self.draw = altered(draw, hand=self._hand)

    def _hand(self, view: View, names: Names) -> Drawing:
        self.seats.append(view.seat or 0)
        return draw.hand(view, names)


async def test_a_hand_is_drawn_once_and_only_for_an_open_panel(tmp_path: Path):
    face = CountingFace()
    async with house_on(tmp_path, faces={"small": face}) as house:
        table = await house.dealt(ANN, BEN, CAT)
        assert face.seats == []
        await settled(house, house.opens_hand(table, ANN))
        assert face.seats == [0]
        face.seats.clear()
        await settled(house, house.hide(table, BEN))
        assert face.seats == [0]


async def test_secret_moves_of_others_leave_a_panel_alone(tmp_path: Path):
    async with house_on(tmp_path, faces={"small": AskingFace()}) as house:
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN, BEN)
        mine = await house.opens_hand(table, BEN)
        await press(house, table, BEN, mine)  # so that no news is left unread
        before = len(mine.shown)
        await settled(house, house.play(table, ANN, Ponder()))
        assert len(mine.shown) == before


async def test_a_deleted_panel_is_not_tried_again(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine = await house.opens_hand(table, ANN)
    house.messenger.delete(mine.id)
    await settled(house, house.hide(table, BEN))
    await settled(house, house.hide(table, CAT))
    assert by_token(house) == 1


async def test_a_failed_edit_of_a_panel_is_retried(house: House):
    table = await house.dealt(ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    house.messenger.fail("token", TryLater("not now", 5.0))
    await settled(house, house.hide(table, BEN))
    assert "Ben has hidden coins." not in mine.text
    await house.passes(31)
    assert "Ben has hidden coins." in mine.text


async def test_a_slow_panel_delays_nobody_and_shows_the_newest_state(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine, other = await house.opens_hand(table, ANN), await house.opens_hand(table, BEN)
    held = house.messenger.hold("token", where=ANN)
    await settled(house, house.hide(table, CAT))
    assert "Cat has hidden coins." in other.text
    reply = await press(house, table, ANN, mine)
    assert reply.acknowledged, "it is being drawn: the next drawing is the answer"
    await house.hide(table, BEN)
    held.release()
    await house.quiet()
    assert "Ben has hidden coins." in mine.text
    assert sorted(mine.steps) == mine.steps


async def test_a_drawing_of_the_hand_never_lands_on_a_page_that_covers_it(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine = await house.opens_hand(table, ANN)
    held = house.messenger.hold("token", where=ANN)
    for person in (BEN, CAT):
        await house.hide(table, person)
    await house.passes(1)
    await held.arrived.wait()  # the hand is being drawn, with what others did
    reply = house.reply(ANN, message=mine.id, on_own_panel=True)

    async def cover() -> None:
        async with house.display.covering_hand(reply, table):
            await reply.update(sentence("A page of orders."))

    covering = asyncio.ensure_future(cover())
    held.release()
    await settled(house, covering)
    assert mine.text == "A page of orders."
    await settled(house, house.hide(table, ANN))
    assert mine.text == "A page of orders.", "and what happens later isn't drawn on it either"


async def test_a_page_waits_for_a_drawing_of_the_dm_hand_that_it_covers(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN)
    await settled(asking, asking.hide(table, ANN, BEN))
    mine, held = asking.hand(ANN), asking.messenger.hold("edit_dm", where=ANN)
    await asking.play(table, BEN, Hurry())
    await held.arrived.wait()
    reply = asking.reply(ANN, message=mine.id, in_dm=True)

    async def cover() -> None:
        async with asking.display.covering_hand(reply, table):
            await reply.update(sentence("A page of orders."))

    covering = asyncio.ensure_future(cover())
    await asking.quiet()
    assert reply.drawn == [], "two write to one message at once"
    held.release()
    await settled(asking, covering)
    assert mine.text == "A page of orders."


async def test_a_move_during_an_answer_reaches_the_panel(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine = await house.opens_hand(table, ANN)
    held = house.messenger.hold("update", where=ANN)
    reply = house.reply(ANN, message=mine.id, on_own_panel=True)
    task = asyncio.ensure_future(house.display.answer_hand(reply, table))
    await held.arrived.wait()
    await settled(house, house.hide(table, BEN))
    held.release()
    await task
    await house.quiet()
    assert "Ben has hidden coins." in mine.text


async def test_a_panel_is_kept_up_to_date_again_after_a_restart_and_a_press(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine = await house.opens_hand(table, ANN)
    await house.crash()
    await settled(house, house.hide(table, BEN))
    assert by_token(house) == 0
    await press(house, table, ANN, mine)
    await settled(house, house.hide(table, CAT))
    assert "Cat has hidden coins." in mine.text
    assert by_token(house) == 1


async def test_a_press_on_a_dm_hand_lets_its_token_edit_it(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    hand = house.hand(ANN)
    await house.display.answer_hand(house.reply(ANN, message=hand.id, in_dm=True), table)
    await house.quiet()
    await settled(house, house.play(table, BEN, Hide(coins=1)))
    assert "Ben has hidden coins." in hand.text
    assert by_token(house) == 1
    assert Call("edit_dm", ANN, hand.id) not in house.messenger.calls


async def test_a_panel_shows_the_end_of_the_game(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    await house.play(table, ANN, Guess(total=2))
    await settled(house, house.play(table, BEN, Guess(total=3)))
    assert "There are 2 coins in all, and Ann wins." in mine.text


async def test_a_panel_shows_when_it_was_drawn(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    mine = await house.opens_hand(table, ANN)
    assert mine.text.split("\n")[1] == f"-# {as_of(house.clock.now())}"
    await house.passes(120)
    await settled(house, house.hide(table, BEN))
    assert f"-# {as_of(house.clock.now())}" in mine.text
    assert f"-# {as_of(house.clock.now() - 120)}" not in mine.text


async def test_the_time_on_a_panel_reveals_no_secret_moves_of_others(tmp_path: Path):
    shown: list[list[str]] = []
    for secretly in (True, False):
        folder = tmp_path / str(secretly)
        folder.mkdir()
        async with house_on(folder, faces={"small": AskingFace()}) as house:
            table = await house.dealt_by_dm(ANN, BEN)
            await house.hide(table, ANN, BEN)
            mine = await house.opens_hand(table, BEN)
            await house.passes(100)
            if secretly:
                await house.play(table, ANN, Ponder())
            await house.passes(100)
            await house.play(table, ANN, Guess(total=2))
            await house.passes(100)
            panels = (mine, house.hand(BEN))
            shown.append([wire(drawn) for panel in panels for drawn in panel.shown])
    assert shown[0] == shown[1]
    assert len(shown[0]) > 3


async def test_the_dm_hand_shows_what_its_owner_does_elsewhere(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT)
    lies, beside = house.hand(ANN), await house.opens_hand(table, ANN)
    await settled(house, house.hide(table, ANN, coins=2))
    await settled(house, house.hide(table, ANN, coins=3))
    for panel in (lies, beside):
        assert "You hide 3 coins." in panel.text


async def test_an_open_panel_is_kept_up_to_date_while_its_owner_uses_the_dm(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT)
    beside = await house.opens_hand(table, ANN)
    await house.display.answer_hand(house.reply(ANN, message=house.hand(ANN).id, in_dm=True), table)
    await settled(house, house.hide(table, ANN, coins=2))
    assert "You hide 2 coins." in beside.text
    assert "You hide 2 coins." in house.hand(ANN).text


async def test_a_moved_deadline_is_shown_on_a_panel(house: House):
    table = await house.dealt(ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    before = (await house.stored(table)).players[0].due
    assert before is not None
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET due=due+600 WHERE table_id=?", (table,))
    house.store.cache.drop(table)
    house.display.board_changed(table)
    await house.quiet()
    assert (
        f"**It's your move** · by <t:{int(before) + 600}:t>, <t:{int(before) + 600}:R>" in mine.text
    )


async def test_a_panel_says_that_the_board_cannot_be_shown_while_that_is_so(house: House):
    table = await house.dealt(ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    house.messenger.shut_channels.add(CHANNEL)
    await settled(house, house.hide(table, BEN))
    assert "I can't show the board." in mine.text
    house.messenger.shut_channels.clear()
    await settled(house, house.display.regain_access(GUILD))
    assert "can't show" not in mine.text


async def test_a_panel_follows_the_wish_for_notices(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    mine = await house.opens_hand(table, ANN)
    await house.passes(700)
    await house.display.answer_hand(house.reply(ANN, message=mine.id, on_own_panel=True), table)
    assert "I'll message you." in mine.text
    await house.contacts.likes(ANN, "none")
    house.display.hands.notices_moved(ANN)
    await house.quiet()
    assert "I'll message you." not in mine.text
    assert "Check back later." in mine.text


async def test_a_panel_shows_that_the_table_is_closed(house: House):
    table = await house.dealt(ANN, BEN)
    mine = await house.opens_hand(table, ANN)
    await settled(house, house.host.endings.end(table, ANN, house.receipt(), moderator=False))
    assert "This table is closed." in mine.text
    assert not buttons(mine.panel)


async def test_a_blocked_player_gets_no_notice_and_no_news_on_their_hand(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, CAT, stand_in=0)
    hand = await house.opens_hand(table, BEN)
    await house.host.moderation.block(GUILD, "Ours", ANN, BEN)
    await house.passes(1)
    assert "have blocked you from its tables." in hand.panel.text()
    drawn = len(hand.shown)
    await house.hide(table, ANN, CAT)
    await house.passes(40)
    assert len(hand.shown) == drawn
    assert house.messenger.notices(BEN) == []
    assert house.messenger.notices(ANN) == []
