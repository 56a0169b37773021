"""Tests of notices: when they are sent, edited, replaced and removed."""

import re
from typing import Any

import pytest

from bot.host.seating.quotas import Limits
from bot.host.time.deadlines import MOST_UNANSWERED
from bot.show.deliver.private.notices import REMINDER_GAP
from bot.show.deliver.queues.messenger import Refused, ShutOut, TryLater
from bot.show.draw.parts.message import Notice
from db.people.people import Notices, Person
from db.tables.shown import HandKey
from tests.bot.house import ANN, BEN, CHANNEL, GUILD, House
from tests.bot.recording import Sent
from tests.bot.show.at_table import restarted, settled
from tests.bot.show.test_orders_twins import AskedTogether
from tests.small.game.moves import Guess, Hide, Hurry, Ponder
from tests.small.game.orders import HideLast

AFTER = 30  # as in house.AT_ONCE
LIVE = 300
REMINDED = LIVE * 3 // 4


async def likes(house: House, person: int, where: Notices) -> None:
    await house.contacts.change(person, lambda one: Person(77, notices=where))


def labels(sent: Sent) -> list[str]:
    newest = sent.shown[-1]
    assert isinstance(newest, Notice)
    return [button.label for button in newest.row.buttons]


async def test_an_absent_player_gets_one_notice_with_answers(house: House, guessing: int):
    await house.passes(AFTER - 1)
    assert house.messenger.notices() == []
    await house.passes(1)
    sent = house.notice(ANN)
    notice = sent.shown[-1]
    assert isinstance(notice, Notice)
    assert (sent.person, notice.person, notice.table) == (ANN, ANN, guessing)
    assert "guess" in [button.request.verb for button in notice.row.buttons]
    assert labels(sent)[-1] == "My hand"
    assert len(notice.row.buttons) <= 5, "more than one row"
    assert notice.content.startswith(f"Hidden Coins, table {guessing}: ")
    assert re.search(r" You have about \d+ (minutes|hours) from this message\.$", notice.content)
    await house.passes(REMINDED - AFTER - 1)
    assert house.messenger.count("send_dm") == 1


async def test_a_notice_in_a_channel_reveals_nothing_private(house: House):
    await house.start()
    await likes(house, ANN, "channel")
    found = set[str]()
    for coins in (0, 3):
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN, BEN, coins=coins)
        await house.passes(AFTER)
        sent = house.notice(ANN)
        assert sent.channel == CHANNEL
        assert sent.text.startswith(f"<@{ANN}>, Hidden Coins, table ")
        text = sent.text.replace(f"table {table}", "table N").split(" By ")[0]
        found.add(f"{text} {labels(sent)}")
        await settled(house, house.host.endings.end(table, ANN, house.receipt(), moderator=False))
    assert len(found) == 1


async def test_a_notice_in_a_channel_has_the_board_s_buttons(house: House, guessing: int):
    await likes(house, ANN, "channel")
    await house.passes(AFTER)
    assert "Hurry Ann" in labels(house.notice(ANN)), "as on the board"


async def test_a_notice_to_one_of_several_offers_only_the_hand(house: House):
    await house.start()
    for person in (ANN, BEN):
        await likes(house, person, "channel")
    await house.dealt(ANN, BEN)
    await house.passes(AFTER)
    assert labels(house.notice(ANN)) == labels(house.notice(BEN)) == ["My hand"]


async def test_a_player_who_wants_no_notice_gets_none(house: House, guessing: int):
    await likes(house, ANN, "none")  # even after the question was asked
    await house.passes(LIVE - 1)
    assert house.messenger.notices() == []


async def test_a_notice_by_dm_waits_while_the_player_reads_a_panel(house: House, guessing: int):
    await house.passes(AFTER - 5)
    await house.opens_hand(guessing, ANN)
    await house.passes(AFTER - 1)
    assert house.messenger.notices() == []
    await house.passes(1)
    assert house.notice(ANN).person == ANN


async def test_a_notice_in_a_channel_does_not_reveal_a_look_at_a_hand(house: House, guessing: int):
    await likes(house, ANN, "channel")
    await house.passes(AFTER - 5)
    await house.opens_hand(guessing, ANN)
    await house.passes(5)
    assert house.notice(ANN).channel == CHANNEL


async def test_a_player_who_answers_in_time_gets_no_notice(house: House, guessing: int):
    await house.passes(AFTER - 1)
    await house.play(guessing, ANN, Guess(total=1))
    await house.passes(AFTER - 1)
    assert house.messenger.count("send_dm") == 0


async def test_a_notice_is_removed_after_the_default_move_and_when_the_table_is_closed(
    house: House, guessing: int
):
    await house.passes(LIVE)
    assert (await house.seen(guessing)).to_move == {1}
    assert house.messenger.notices(ANN) == []
    await house.passes(AFTER)
    assert len(house.messenger.notices(BEN)) == 1
    await settled(house, house.host.endings.end(guessing, ANN, house.receipt(), moderator=False))
    assert house.messenger.notices() == []


async def test_a_notice_is_removed_once_the_player_has_moved(house: House, guessing: int):
    await house.passes(AFTER)
    await settled(house, house.play(guessing, ANN, Guess(total=1)))
    assert house.messenger.notices() == []
    assert house.store.shown(guessing, HandKey(0)).notice is None
    await house.passes(AFTER)
    assert len(house.messenger.notices(BEN)) == 1


async def test_hurrying_a_player_sends_no_second_notice(house: House, guessing: int):
    await house.passes(AFTER)
    await house.play(guessing, BEN, Hurry())
    await house.passes(15)
    assert house.messenger.count("send_dm") == 1


async def test_a_standing_order_that_answers_removes_the_notice(house: House):
    house.played_by(AskedTogether())
    await house.start()
    table = await house.dealt(ANN, BEN)
    await house.passes(AFTER)
    assert len(house.messenger.notices(BEN)) == 1
    await settled(house, house.give_order(table, BEN, HideLast(coins=2)))
    assert house.messenger.notices(BEN) == []
    assert (await house.seen(table)).to_move == {0, 1}


async def test_a_new_question_is_edited_into_the_live_notice(house: House, table: int):
    await house.passes(AFTER)
    first = house.notice(ANN)
    before = first.text
    await house.hide(table, BEN)
    await house.passes(LIVE - AFTER)  # after Ann's default move, she must guess
    assert (await house.seen(table)).to_move == {0}
    await house.passes(AFTER + 1)
    now = house.notice(ANN)
    sent = [call for call in house.messenger.calls if (call.verb, call.where) == ("send_dm", ANN)]
    assert len(sent) == 2, "the first, and its reminder; none for the guess"
    assert now.text != before
    assert "guess" in [button.request.verb for button in now.shown[-1].row.buttons]  # type: ignore[union-attr]


async def test_a_notice_that_is_up_to_date_is_not_edited(house: House, guessing: int):
    await house.passes(AFTER)
    drawn = len(house.notice(ANN).shown)
    await house.play(guessing, ANN, Ponder())
    await house.passes(5)
    assert len(house.notice(ANN).shown) == drawn


async def test_a_notice_that_its_reader_deleted_is_not_sent_again(house: House, table: int):
    await house.passes(AFTER)
    house.messenger.delete(house.notice(ANN).id)
    await house.hide(table, BEN)
    await settled(house, house.play(table, ANN, Hide(coins=1)))
    assert house.messenger.notices(ANN) == []
    assert house.store.shown(table, HandKey(0)).notice is None


async def test_a_notice_in_a_channel_is_edited_in_the_channel(house: House):
    await house.start()
    await likes(house, ANN, "channel")
    table = await house.dealt(ANN, BEN)
    await house.passes(AFTER)
    first = house.notice(ANN)
    assert "coins are to be hidden" in first.text
    await house.hide(table, BEN)
    await house.passes(LIVE - AFTER + 1)  # after Ann's default move, she must guess
    assert "Ann is to guess" in house.notice(ANN).text
    assert house.messenger.count("notify") == 2, "the first, and its reminder"
    assert house.messenger.count("edit_dm") == 0, "it is no DM of hers"


async def test_a_new_hand_replaces_only_a_notice_in_the_dm(house: House, table: int):
    await likes(house, BEN, "channel")
    await house.passes(AFTER)
    in_dm, called = house.notice(ANN), house.notice(BEN)
    for person in (ANN, BEN):
        await house.display.hands.send_again(table, person, house.receipt())
    await house.quiet()
    assert (in_dm.removed, called.removed) == (True, False)
    assert [post.id for post in house.messenger.there(person=ANN)] == [house.hand(ANN).id]


async def pressed(house: House, table: int, person: int, move: Any) -> None:
    notice = house.notice(person)
    reply = house.reply(person, message=notice.id, in_dm=True)
    with house.display.answering(reply, table):
        await house.play(table, person, move, drawn_at=notice.steps[-1])
        await house.display.answer_hand(reply, table)
    await house.quiet()


async def test_a_pressed_notice_becomes_the_hand(house: House, guessing: int):
    await house.passes(AFTER)
    notice, before = house.notice(ANN), len(house.messenger.calls)
    await pressed(house, guessing, ANN, Guess(total=1))
    to_her = [call.verb for call in house.messenger.calls[before:] if call.where == ANN]
    assert to_her == ["update"], "one response, and no further request"
    assert house.messenger.notices(ANN) == []
    assert house.hand(ANN).id == notice.id
    assert "Waiting for Ben" in house.hand(ANN).text
    await house.passes(2)
    shown = await house.shown(guessing, HandKey(0))
    assert (shown.message, shown.notice) == (notice.id, None)


async def test_the_hand_from_a_notice_is_removed_with_the_next_notice(house: House, table: int):
    await house.passes(AFTER)
    first = house.notice(ANN).id
    await pressed(house, table, ANN, Hide(coins=1))
    await house.hide(table, BEN)
    await house.passes(2 * AFTER)
    assert house.notice(ANN).id != first
    assert [post.id for post in house.messenger.there(person=ANN)] == [house.notice(ANN).id]


async def test_a_notice_pressed_during_its_edit_still_becomes_the_answer(house: House, table: int):
    await house.passes(AFTER)
    held = house.messenger.hold("edit_dm", where=ANN)
    await settled(house, house.hide(table, BEN))
    held.release()
    await pressed(house, table, ANN, Hide(coins=1))
    assert "You hide 1 coin." in house.hand(ANN).text


async def test_a_pressed_notice_stays_until_the_press_is_handled(house: House, guessing: int):
    await house.passes(AFTER)
    notice = house.notice(ANN)
    reply = house.reply(ANN, message=notice.id, in_dm=True)
    with house.display.answering(reply, guessing):
        with house.display.answering(reply, guessing):  # a repeated delivery
            await house.play(guessing, ANN, Guess(total=1), drawn_at=notice.steps[-1])
        await house.quiet()
        assert not notice.removed
    await house.quiet()
    assert notice.removed


async def test_a_press_on_a_notice_in_a_channel_is_answered_ephemerally(
    house: House, guessing: int
):
    await likes(house, ANN, "channel")
    await house.passes(AFTER)
    notice = house.notice(ANN)
    reply = house.reply(ANN, message=notice.id)
    with house.display.answering(reply, guessing):
        await house.play(guessing, ANN, Guess(total=1), drawn_at=notice.steps[-1])
        await house.display.answer_hand(reply, guessing)
    await house.quiet()
    assert (reply.drawn, len(reply.said)) == ([], 1), "everybody would read it"
    assert notice.removed


async def test_a_reminder_replaces_the_notice_after_three_quarters(house: House, guessing: int):
    await house.passes(REMINDED - 1)
    first = house.notice(ANN)
    await house.passes(2)
    again = house.notice(ANN)
    assert (first.removed, again.id != first.id) == (True, True)
    assert again.text.startswith("Still waiting for you at Hidden Coins")
    await house.passes(LIVE - REMINDED - 3)
    assert house.messenger.count("send_dm") == 2, "once for a question"


async def test_a_player_who_looked_but_did_not_answer_gets_a_reminder(house: House, guessing: int):
    await house.passes(AFTER)
    reply = house.reply(ANN, message=house.notice(ANN).id, in_dm=True)
    await settled(house, house.display.answer_hand(reply, guessing))
    assert house.messenger.notices(ANN) == []
    await house.passes(REMINDED - AFTER + 1)
    assert house.notice(ANN).text.startswith("Still waiting")


@pytest.mark.parametrize(("late", "sent"), [(-1, 2), (1, 1)])
async def test_no_reminder_follows_a_late_notice(house: House, guessing: int, late: int, sent: int):
    until = REMINDED - REMINDER_GAP + late
    house.messenger.fail("send_dm", TryLater("throttled", until - AFTER))
    await house.passes(until)
    assert len(house.messenger.notices(ANN)) == 1
    await house.passes(LIVE - until - 1)
    assert house.messenger.count("send_dm") == 1 + sent, "and the one that failed"


async def test_a_reminder_survives_a_restart(house: House, guessing: int):
    await house.passes(AFTER + 1)
    await restarted(house)
    await house.passes(REMINDED)  # the time of the outage is given back
    assert house.notice(ANN).text.startswith("Still waiting")
    assert len(house.messenger.there(person=ANN)) == 1


async def test_after_three_missed_questions_no_notice_is_sent(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="live", most=3)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET unanswered=? WHERE seat=0", (MOST_UNANSWERED - 1,))
    house.store.cache.drop(table)
    await house.hide(table, BEN)
    await house.passes(LIVE + AFTER + 5)  # after Ann's default move, she must guess
    assert "Ann isn't answering, so I've stopped sending notices." in house.board().text
    assert (await house.seen(table)).to_move == {0}
    sent = [call for call in house.messenger.calls if (call.verb, call.where) == ("send_dm", ANN)]
    assert len(sent) == 2, "what she was sent before stays true, and is not sent again"
    await settled(house, house.play(table, ANN, Guess(total=1)))
    assert house.messenger.notices(ANN) == []
    assert "no more notices" not in house.board().text


async def test_a_notice_waits_for_the_end_of_new_quiet_hours(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    now = house.clock.now()
    hour = int(now // 3600 % 24)
    await house.contacts.change(
        ANN,
        lambda one: Person(77, zone="Etc/UTC", awake_from=(hour + 2) % 24, awake_until=hour or 24),
    )
    await house.passes(AFTER + 1)
    assert len(house.messenger.notices(BEN)) == 1
    assert house.messenger.notices(ANN) == []
    await house.passes(3600 * 2)
    assert len(house.messenger.notices(ANN)) == 1
    assert (await house.seen(table)).to_move == {0, 1}


async def test_six_tables_overnight_ring_once_and_are_all_listed(house: House):
    house.host.seats.limits = Limits(opened=6)
    await house.start()
    tables: list[int] = []
    for channel in range(11, 17):
        tables.append(await house.dealt(ANN, BEN, pace="week", channel=channel))
        await house.hide(tables[-1], BEN)
    await house.passes(8 * 3600)
    notice = house.notice(ANN)
    assert house.messenger.there(person=ANN) == [notice], "she has not come for it yet"
    assert notice.text.count("Also waiting for you: Hidden Coins, table") == 3
    assert "2 more: `/games` lists them all." in notice.text
    newest = notice.shown[-1]
    assert isinstance(newest, Notice)
    listed = [button.table for button in newest.row.buttons if button.table]
    assert len(listed) == 3
    await house.hide(listed[0], ANN)  # and now she is there
    await house.passes(60)
    assert f"table {listed[0]}:" not in house.messenger.notices(ANN)[0].text


async def test_who_has_come_is_rung_by_another_table(house: House):
    await house.start()
    first = await house.dealt(ANN, BEN, pace="week", channel=11)
    await house.hide(first, BEN)
    await house.passes(AFTER)
    await house.hide(first, ANN)
    second = await house.dealt(ANN, BEN, pace="week", channel=12)
    await house.hide(second, BEN)
    await house.passes(3600)
    assert {sent.shown[-1].table for sent in house.messenger.notices(ANN)} == {first, second}


async def test_a_player_with_a_closed_dm_gets_a_channel_notice(house: House, guessing: int):
    house.messenger.closed_dms.add(ANN)
    await house.passes(AFTER)
    assert house.notice(ANN).channel == CHANNEL
    assert house.messenger.count("send_dm") == 1, "and their DM is not tried again and again"


async def test_a_second_question_gets_a_notice_of_its_own_delay(house: House, table: int):
    await house.hide(table, ANN)
    await house.passes(5)
    await house.hide(table, BEN)
    await house.passes(AFTER - 1)
    assert house.messenger.notices() == []
    await house.passes(2)
    assert len(house.messenger.notices(ANN)) == 1


async def test_a_sent_notice_is_not_sent_again_after_a_restart(house: House, guessing: int):
    await house.passes(AFTER)
    await restarted(house)
    await house.passes(AFTER)
    assert house.messenger.count("send_dm") == 1
    await settled(house, house.play(guessing, ANN, Guess(total=1)))
    assert house.messenger.notices(ANN) == [], "it was forgotten that it stands there"


async def test_an_unneeded_notice_is_removed_after_a_restart(house: House, guessing: int):
    await house.passes(AFTER)
    held = house.messenger.hold("remove_dm")
    await settled(house, house.play(guessing, ANN, Guess(total=1)))
    await house.crash()
    held.release()
    await settled(house, house.start())
    assert house.messenger.notices(ANN) == []


async def test_a_notice_is_checked_again_after_sending(house: House, guessing: int):
    held = house.messenger.hold("send_dm")
    await house.passes(AFTER)
    assert held.arrived.is_set()
    await settled(house, house.play(guessing, ANN, Guess(total=1)))
    held.release()
    await house.quiet()
    assert house.messenger.notices(ANN) == []
    assert house.store.shown(guessing, HandKey(0)).notice is None


async def test_a_notice_is_removed_only_once(house: House, guessing: int):
    held = house.messenger.hold("send_dm")
    await house.passes(AFTER)
    slow = house.messenger.hold("remove_dm")
    held.release()
    await house.play(guessing, ANN, Guess(total=1))
    await house.passes(1)
    slow.release()
    await house.quiet()
    assert house.messenger.notices(ANN) == []
    assert house.messenger.count("remove_dm") == 1


async def test_a_notice_that_could_not_be_removed_is_removed_later(house: House, guessing: int):
    await house.passes(AFTER)
    house.messenger.fail("remove_dm", TryLater("throttled", 5))
    await settled(house, house.play(guessing, ANN, Guess(total=1)))
    assert len(house.messenger.notices(ANN)) == 1
    await house.passes(100)
    assert house.messenger.notices(ANN) == []


async def test_an_old_hand_that_could_not_be_removed_is_removed_before_the_notice(house: House):
    await house.start()
    table = await house.dealt_by_dm(ANN, BEN)
    await settled(house, house.hide(table, ANN, BEN))
    before = house.hand(ANN)
    house.messenger.fail("remove_dm", TryLater("throttled", 5), where=ANN)
    await house.passes(AFTER + 1)
    assert not before.removed
    assert house.messenger.notices(ANN) == [], "one or the other"
    await house.passes(100)
    assert [post.id for post in house.messenger.there(person=ANN)] == [house.notice(ANN).id]


async def test_what_changed_while_a_notice_was_sent_is_kept(house: House, guessing: int):
    held = house.messenger.hold("send_dm")
    await house.passes(AFTER)
    await house.display.answer_hand(house.reply(ANN), guessing, new_panel=True)
    rev = (await house.seen(guessing)).rev
    held.release()
    await house.quiet()
    shown = house.store.shown(guessing, HandKey(0))
    assert (shown.looked_rev, shown.notice) == (rev, house.messenger.notices(ANN)[0].id)


@pytest.mark.parametrize("problem", [ShutOut("no"), Refused("bad")])
async def test_a_refused_notice_is_not_tried_again(house: House, guessing: int, problem: Exception):
    house.messenger.fail("send_dm", problem, times=99)
    await house.passes(REMINDED - 1)
    assert house.messenger.count("send_dm") == 1


async def test_a_game_with_private_questions_sends_notices_too(asking: House):
    await asking.start()
    table = await asking.dealt(ANN, BEN)
    await asking.hide(table, ANN, BEN)
    await asking.passes(AFTER)
    assert len(asking.messenger.notices(ANN)) == 1


async def test_a_notice_to_a_blocked_player_is_removed(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, stand_in=0)
    await house.passes(60)
    assert len(house.messenger.notices(BEN)) == 1
    await house.host.moderation.block(GUILD, "Ours", ANN, BEN)
    await house.passes(1)
    assert house.messenger.notices(BEN) == []
    assert await house.queries.of_person(BEN) == []
    assert await house.queries.of_person(ANN) == [table]
