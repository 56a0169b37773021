"""Notices: one live one a seat, at its instant, to who is awaited and has not been told."""

from typing import Any

import pytest

from bot.show.messenger import Notice, Refused, ShutOut, TryLater
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House
from tests.small.game.moves import Guess, Hurry

AFTER = 30  # as in house.AT_ONCE
LIVE = 300


@pytest.fixture
async def guessing(house: House) -> int:
    """Have Ann be awaited before everybody's eyes; the notices are running."""
    await house.start()
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await house.quiet()
    return table


async def test_who_is_awaited_and_does_not_come_is_called_once(house: House, guessing: int):
    await house.passes(AFTER - 1)
    assert house.messenger.notices() == []
    await house.passes(1)
    [sent] = house.messenger.notices()
    notice = sent.shown[-1]
    assert isinstance(notice, Notice)
    assert (sent.channel, notice.person, notice.table) == (CHANNEL, ANN, guessing)
    assert f"<@{ANN}>" in notice.content
    assert f"table {guessing}" in notice.content
    assert [one.label for one in notice.row.buttons] == ["My hand"]
    await house.passes(LIVE - AFTER - 1)
    assert house.messenger.count("notify") == 1


async def test_it_says_nothing_that_only_its_reader_may_know(house: House):
    """Whatever lies in their fist: the same words."""
    await house.start()
    texts = set[str]()
    for coins in (0, 3):
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN, BEN, coins=coins)
        await house.passes(AFTER)
        texts |= {
            one.text.replace(f"table {table}", "table N") for one in house.messenger.notices()
        }
        await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert len(texts) == 1


async def test_who_comes_in_time_is_not_called(house: House, guessing: int):
    await house.passes(AFTER - 1)
    await house.play(guessing, ANN, Guess(total=1))
    await house.passes(AFTER - 1)
    assert house.messenger.count("notify") == 0


async def test_once_they_have_moved_it_is_removed(house: House, guessing: int):
    await house.passes(AFTER)
    await house.play(guessing, ANN, Guess(total=1))
    await house.quiet()
    assert house.messenger.notices() == []
    assert house.store.shown(guessing, 0).notice is None
    await house.passes(AFTER)
    assert len(house.messenger.notices(BEN)) == 1


async def test_when_the_clock_has_moved_for_them_it_is_removed(house: House, guessing: int):
    await house.passes(LIVE)
    assert (await house.seen(guessing)).to_move == {1}
    assert house.messenger.notices(ANN) == []


async def test_when_the_table_is_ended_it_is_removed(house: House, guessing: int):
    await house.passes(AFTER)
    await house.host.end(guessing, ANN, house.receipt(), moderator=False)
    await house.quiet()
    assert house.messenger.notices() == []


async def test_a_call_is_no_second_notice(house: House, guessing: int):
    await house.passes(AFTER)
    await house.play(guessing, BEN, Hurry())
    await house.passes(15)
    assert house.messenger.count("notify") == 1


# --- who has been told already --------------------------------------------------------------------


async def test_who_has_the_question_in_their_dm_is_not_called(house: House):
    await house.start()
    await house.dealt(ANN, BEN)
    await house.passes(LIVE - 1)
    assert house.messenger.count("notify") == 0


async def test_who_took_no_dm_is_called_at_once_and_not_again(house: House):
    house.messenger.closed_dms.add(BEN)
    await house.start()
    await house.dealt(ANN, BEN)
    await house.passes(1)
    assert len(house.messenger.notices(BEN)) == 1
    await house.passes(LIVE - 10)
    assert house.messenger.count("notify") == 1


async def test_who_was_asked_by_dm_and_is_then_awaited_openly_is_called(house: House):
    """The clock has hidden coins for them; the guess is asked for nowhere else."""
    await house.start()
    table = await house.dealt(ANN, BEN)
    await house.hide(table, BEN)
    await house.passes(LIVE)
    assert (await house.seen(table)).to_move == {0}
    assert house.messenger.notices() == []
    await house.passes(AFTER)
    assert len(house.messenger.notices(ANN)) == 1


# --- instants in the file -------------------------------------------------------------------------


async def test_a_notice_that_is_due_survives_a_restart(house: House, guessing: int):
    await house.passes(10)
    await house.crash()
    await house.start()
    await house.passes(AFTER - 11)
    assert house.messenger.notices() == []
    await house.passes(1)
    assert len(house.messenger.notices(ANN)) == 1


async def test_a_notice_that_was_sent_is_not_sent_again_after_a_restart(
    house: House, guessing: int
):
    await house.passes(AFTER)
    await house.crash()
    await house.start()
    await house.passes(AFTER)
    assert house.messenger.count("notify") == 1
    await house.play(guessing, ANN, Guess(total=1))
    await house.quiet()
    assert house.messenger.notices(ANN) == [], "it was forgotten that it stands there"


async def test_a_notice_whose_reason_is_gone_after_a_restart_is_removed(
    house: House, guessing: int
):
    """They moved, and then the power failed."""
    await house.passes(AFTER)
    held = house.messenger.hold("remove")
    await house.play(guessing, ANN, Guess(total=1))
    await house.quiet()
    await house.crash()
    held.release()
    await house.start()
    await house.quiet()
    assert house.messenger.notices(ANN) == []


# --- on the way -----------------------------------------------------------------------------------


async def test_it_is_checked_again_after_sending(house: House, guessing: int):
    """Somebody who moves while it is on its way would find it standing there for ever."""
    held = house.messenger.hold("notify")
    await house.passes(AFTER)
    assert held.arrived.is_set()
    await house.play(guessing, ANN, Guess(total=1))
    await house.quiet()
    held.release()
    await house.quiet()
    assert house.messenger.notices(ANN) == []
    assert house.store.shown(guessing, 0).notice is None


async def test_it_is_removed_once_whoever_sees_first_that_they_have_moved(
    house: House, guessing: int
):
    """Its own lane, or whoever has just sent it: Discord has nothing to remove a second time."""
    held = house.messenger.hold("notify")
    await house.passes(AFTER)
    slow = house.messenger.hold("remove")
    held.release()
    await house.play(guessing, ANN, Guess(total=1))
    await house.passes(1)
    slow.release()
    await house.quiet()
    assert house.messenger.notices(ANN) == []
    assert house.messenger.count("remove") == 1


async def test_one_that_could_not_be_removed_is_removed_later(house: House, guessing: int):
    await house.passes(AFTER)
    house.messenger.fail("remove", TryLater("throttled", 5))
    await house.play(guessing, ANN, Guess(total=1))
    await house.quiet()
    assert len(house.messenger.notices(ANN)) == 1
    await house.passes(100)
    assert house.messenger.notices(ANN) == []


async def test_what_was_noted_while_it_was_on_its_way_stays(house: House, guessing: int):
    """They pressed My hand: what they have read is not news any more."""
    held = house.messenger.hold("notify")
    await house.passes(AFTER)
    await house.display.answer_hand(house.reply(ANN), guessing, anew=True)
    rev = (await house.seen(guessing)).rev
    held.release()
    await house.quiet()
    shown = house.store.shown(guessing, 0)
    assert (shown.looked_rev, shown.notice) == (rev, house.messenger.notices(ANN)[0].id)


async def test_throttled_it_is_sent_when_discord_will_take_it(house: House, guessing: int):
    house.messenger.fail("notify", TryLater("throttled", 50))
    await house.passes(AFTER + 49)
    assert house.messenger.notices() == []
    await house.passes(2)
    assert len(house.messenger.notices(ANN)) == 1


async def test_one_that_waits_does_not_hold_up_another_table(house: House, guessing: int):
    house.messenger.fail("notify", TryLater("throttled", 200), where=CHANNEL)
    other = await house.dealt(BEN, CAT, channel=7)
    await house.hide(other, BEN, CAT)
    await house.passes(AFTER + 1)
    [notice] = house.messenger.notices()
    assert notice.channel == 7


@pytest.mark.parametrize("problem", [ShutOut("no"), Refused("bad")])
async def test_where_it_cannot_be_sent_nobody_tries_for_ever(
    house: House, guessing: int, problem: Exception
):
    house.messenger.fail("notify", problem, times=99)
    await house.passes(LIVE - 1)
    assert house.messenger.count("notify") == 1


async def test_a_beat_that_fails_is_not_the_last(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, guessing: int
):
    ask = house.queries.next_notice

    async def fail_once(but_for: set[tuple[int, int]]) -> None:
        monkeypatch.setattr(house.queries, "next_notice", ask)
        raise ZeroDivisionError

    monkeypatch.setattr(house.queries, "next_notice", fail_once)
    house.notices.wake()
    await house.passes(AFTER + 31)
    assert "A beat was missed" in caplog.text
    assert len(house.messenger.notices(ANN)) == 1


async def test_a_bug_in_a_face_does_not_hold_up_other_tables(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, guessing: int
):
    other = await house.dealt(BEN, CAT, channel=7)
    await house.hide(other, BEN, CAT)
    real = house.store.loaded

    async def broken(table_id: int) -> Any:
        if table_id == guessing:
            raise ZeroDivisionError
        return await real(table_id)

    monkeypatch.setattr(house.store, "loaded", broken)
    await house.passes(AFTER + 1)
    assert "could not be sent" in caplog.text
    assert [one.channel for one in house.messenger.notices()] == [7]


async def test_it_can_be_closed_before_it_was_started_and_twice(house: House):
    await house.notices.close()
    house.notices.start()
    await house.notices.close()
    await house.notices.close()


async def test_a_game_that_asks_in_private_all_the_time_calls_nobody(asking: House):
    await asking.start()
    table = await asking.dealt(ANN, BEN)
    await asking.hide(table, ANN, BEN)
    await asking.passes(LIVE - 1)
    assert asking.messenger.count("notify") == 0
