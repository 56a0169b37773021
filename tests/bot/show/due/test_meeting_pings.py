"""Tests of the ping at the beginning of a meeting."""

import pytest

from bot.host.agreements.meetings import CALLED_FOR, LATEST_CALL
from bot.show.deliver.queues.messenger import Refused, ShutOut, TryLater
from bot.show.draw.texts import meeting_text
from db.people.people import Person
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House
from tests.bot.recording import buttons, problem
from tests.bot.show.at_table import restarted, settled
from tests.small.face import FACE


async def meets(house: House, *coming: int, when: str = "22:30") -> tuple[int, float]:
    """Deal to Ann, Ben and Cat and plan a meeting; return the table and the time."""
    await house.start()
    await house.contacts.change(ANN, lambda one: Person(zone="UTC"))
    table = await house.dealt(ANN, BEN, CAT, pace="week")
    now, _ = await house.host.meetings.call(table, ANN, when)
    for person in coming:
        await house.host.meetings.come(table, person, None, house.receipt())
    house.display.board_changed(table)
    await house.quiet()
    return table, now.at


def calls(house: House) -> list[str]:
    return [post.text for post in house.messenger.notices() if post.channel == CHANNEL]


async def test_people_who_are_coming_are_pinged_once_and_the_board_is_redrawn(house: House):
    table, at = await meets(house, ANN, CAT)
    assert "Ann and Cat are coming." in house.board().text
    await house.passes(at - house.clock.now() - 1)
    assert calls(house) == []
    before = len(house.messenger.calls)
    await house.passes(1)
    assert calls(house) == [
        f"<@{ANN}>, <@{CAT}>: Hidden Coins, table {table}, meets now. Ann and Cat are coming."
    ]
    assert [call.verb for call in house.messenger.calls[before:]] == ["notify", "edit"]
    assert "Meeting" not in house.board().text
    assert "I'll come" not in buttons(house.board().panel)
    await house.passes(60)
    assert house.messenger.count("notify") == 1


async def test_the_ping_is_removed_an_hour_later_even_after_a_restart(house: House):
    _, at = await meets(house, BEN)
    await house.passes(at - house.clock.now())
    await restarted(house)
    await house.passes(CALLED_FOR - 1)
    assert len(calls(house)) == 1
    await house.passes(1)
    assert calls(house) == []
    assert await house.queries.next_meeting(0.0) is None


async def test_a_meeting_without_people_pings_nobody(house: House):
    _, at = await meets(house)
    await house.passes(at - house.clock.now())
    assert calls(house) == []
    assert house.messenger.count("notify") == 0
    assert "Meeting" not in house.board().text


@pytest.mark.parametrize(("late", "called"), [(LATEST_CALL - 1, 1), (LATEST_CALL + 1, 0)])
async def test_a_restart_still_pings_unless_it_is_too_late(house: House, late: float, called: int):
    _, at = await meets(house, BEN)
    await house.crash()
    house.clock.set(at + late)
    await house.start()
    await house.passes(1)
    assert len(calls(house)) == called
    assert "Meeting" not in house.board().text
    await restarted(house)
    await house.passes(1)
    assert len(calls(house)) == called, "once, through any number of restarts"


async def test_a_restart_before_the_ping_was_noted_pings_nobody_twice(house: House):
    _, at = await meets(house, BEN)
    held = house.messenger.hold("notify")
    await house.passes(at - house.clock.now())
    assert held.arrived.is_set()
    notice = meeting_text.ping(FACE, await house.seen(1), {1: BEN})
    house.messenger.make(notice, channel=CHANNEL, person=None, nonce=f"m1:{int(at)}")
    await house.crash()
    held.release()
    await house.start()
    await house.passes(1)
    assert len(calls(house)) == 1
    await house.passes(CALLED_FOR)
    assert calls(house) == [], "and it is known which message that was"


async def test_a_failed_ping_is_tried_again(house: House):
    _, at = await meets(house, BEN)
    house.messenger.fail("notify", TryLater("busy"), times=2)
    await house.passes(at - house.clock.now())
    assert calls(house) == []
    await house.passes(60)
    assert len(calls(house)) == 1


@pytest.mark.parametrize("kind", [ShutOut, Refused])
async def test_a_forbidden_ping_is_not_tried_again(house: House, kind: type[ShutOut | Refused]):
    _, at = await meets(house, BEN)
    house.messenger.fail("notify", problem(kind))
    await house.passes(at - house.clock.now())
    await house.passes(120)
    assert house.messenger.count("notify") == 1
    assert await house.queries.next_meeting(0.0) is None


async def test_a_meeting_called_off_pings_nobody(house: House):
    table, at = await meets(house, BEN)
    await house.host.meetings.call_off(table, CAT, None)
    await house.passes(at - house.clock.now() + 60)
    assert house.messenger.count("notify") == 0


async def test_a_meeting_called_off_during_its_ping_removes_the_ping(house: House):
    table, at = await meets(house, BEN)
    held = house.messenger.hold("notify")
    house.clock.set(at - 1)
    other, _ = await house.host.meetings.call(table, ANN, "22:30")
    await house.passes(1)
    assert held.arrived.is_set()
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    held.release()
    await house.passes(1)
    assert other.at == at
    assert house.messenger.count("notify") == 1
    assert calls(house) == []


async def test_a_replaced_meeting_pings_at_the_new_time(house: House):
    table, at = await meets(house, BEN)
    await house.host.meetings.call(table, ANN, "22:45")
    await house.host.meetings.come(table, CAT, None, house.receipt())
    await house.passes(at - house.clock.now())
    assert house.messenger.count("notify") == 0
    await house.passes(15 * 60)
    [text] = calls(house)
    assert f"<@{CAT}>: " in text
    assert f"<@{BEN}>" not in text


async def test_one_slow_channel_delays_no_other_table(house: House):
    table, at = await meets(house, BEN)
    other = await house.dealt(ANN, BEN, channel=77, pace="week")
    await house.host.meetings.call(other, ANN, "22:30")
    await house.host.meetings.come(other, ANN, None, house.receipt())
    held = house.messenger.hold("notify", where=CHANNEL)
    await house.passes(at - house.clock.now())
    assert held.arrived.is_set()
    assert [post.text for post in house.messenger.notices() if post.channel == 77]
    held.release()
    await house.passes(1)
    assert len(calls(house)) == 1
    assert table != other


async def test_a_board_that_is_being_drawn_is_drawn_once_more(house: House):
    table, _ = await meets(house)
    held = house.messenger.hold("edit")
    await settled(house, house.hide(table, ANN, BEN, CAT))
    assert held.arrived.is_set()
    await house.host.meetings.come(table, BEN, None, house.receipt())
    house.display.board_changed(table)
    await house.quiet()
    held.release()
    await house.quiet()
    assert "Ben is coming." in house.board().text


async def test_the_board_shows_the_meeting_after_a_restart(house: House):
    table, _ = await meets(house)
    await house.host.meetings.come(table, BEN, None, house.receipt())
    assert "Ben is coming." not in house.board().text
    await restarted(house)
    assert "Ben is coming." in house.board().text


async def test_a_meeting_does_not_call_a_blocked_player(house: House):
    await house.start()
    await house.contacts.change(ANN, lambda _: Person(zone="UTC"))
    table = await house.dealt(ANN, BEN, pace="week")
    now, _ = await house.host.meetings.call(table, ANN, "22:30")
    for person in (ANN, BEN):
        await house.host.meetings.come(table, person, None, house.receipt())
    await house.host.moderation.block(GUILD, "Ours", ANN, BEN)
    await house.passes(now.at - house.clock.now() + 1)
    [call] = [notice for notice in house.messenger.notices() if notice.nonce.startswith("m")]
    assert f"<@{ANN}>" in call.text
    assert f"<@{BEN}>" not in call.text
