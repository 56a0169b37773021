"""Tests of the message that asks for a rematch: whom it pings, and that it goes in the end."""

from dataclasses import replace

from bot.host.agreements.unasked import PAUSE
from bot.show.deliver.queues.messenger import ShutOut, TryLater
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from db.people.people import Person
from db.tables.shown import QUESTION
from tests.bot.entry.asking import ask
from tests.bot.entry.rematches import question, questions, rematch_of, says_not_now, three_over
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House
from tests.bot.recording import problem
from tests.bot.show.at_table import restarted


def pinged(house: House) -> set[int]:
    notice = question(house).shown[0]
    assert isinstance(notice, Notice)
    return set(notice.others)


async def test_the_question_stands_under_the_opening_and_pings_everybody_once(house: House):
    await rematch_of(house, await three_over(house))
    assert question(house).id > house.boards()[-1].id
    assert pinged(house) == {ANN, BEN}
    before = house.messenger.count("notify")
    await restarted(house)
    await house.passes(3600)
    assert house.messenger.count("notify") == before


async def test_whoever_wants_no_notices_is_asked_without_a_ping(house: House):
    await house.contacts.change(ANN, lambda one: replace(one, notices="none"))
    await rematch_of(house, await three_over(house))
    assert f"<@{ANN}> and <@{BEN}>" in question(house).text
    assert pinged(house) == {BEN}


async def test_a_rematch_that_is_closed_and_asked_again_pings_nobody_soon(house: House):
    await house.start()
    old = await three_over(house)
    again = await rematch_of(house, old)
    await says_not_now(house, again, ANN)
    for _ in range(3):
        await house.host.endings.end(again, CAT, house.receipt(), moderator=False)
        await house.quiet()
        again = await rematch_of(house, old)
        assert pinged(house) == set()
    await house.passes(PAUSE)
    assert pinged(house) == {BEN}, "and never who can't play now"


async def test_whoever_sleeps_is_pinged_when_they_wake(house: House):
    """It is 22:13 UTC."""
    asleep = Person(zone="UTC", awake_from=8, awake_until=22)
    await house.contacts.change(BEN, lambda _: asleep)
    await house.start()
    await rematch_of(house, await three_over(house))
    first = question(house)
    assert pinged(house) == {ANN}
    await restarted(house)
    await house.passes(9 * 3600)
    assert question(house) is first
    await house.passes(3600)
    assert question(house).id > first.id, "an edit doesn't ping"
    assert pinged(house) == {BEN}


async def test_people_who_left_the_server_are_not_asked(house: House):
    old = await three_over(house)
    house.messenger.gone.add(ANN)
    again = await rematch_of(house, old)
    assert f"<@{ANN}>" not in question(house).text
    assert "Ann" not in question(house).text
    await ask(house, BEN, again, frame.JOIN)
    assert (await house.stored(again)).phase == "playing", "nobody waits for Ann"


async def test_the_question_waits_for_the_seal(house: House):
    """Or the last press could come before it, and the table would not be dealt by itself."""
    old = await three_over(house)
    held = house.messenger.hold("publish")
    await rematch_of(house, old)
    assert questions(house) == []
    held.release()
    await house.quiet()
    assert len(questions(house)) == 1


async def test_a_question_that_did_not_get_through_is_posted_later(house: House):
    old = await three_over(house)
    house.messenger.fail("notify", problem(TryLater))
    await rematch_of(house, old)
    assert questions(house) == []
    await house.passes(house.timing.retry)
    assert pinged(house) == {ANN, BEN}


async def test_a_channel_that_refuses_the_question_is_asked_again_once_it_lets_the_bot_in(
    house: House,
):
    await house.start()
    old = await three_over(house, pace="week")
    house.messenger.fail("notify", problem(ShutOut))
    await rematch_of(house, old)
    await house.passes(600)
    assert house.messenger.count("notify") == 1, "a closed door isn't knocked at every half minute"
    await house.display.regain_access(GUILD)
    await house.quiet()
    assert pinged(house) == {ANN, BEN}


async def test_a_deleted_question_is_posted_again_without_a_ping(house: House):
    again = await rematch_of(house, await three_over(house))
    house.messenger.delete(question(house).id)
    await says_not_now_by_command(house, again)
    assert "Ann can't play now." in question(house).text
    assert pinged(house) == set()


async def says_not_now_by_command(house: House, table: int) -> None:
    await house.host.rematches.decline(table, ANN)
    await house.quiet()


async def test_the_question_goes_when_the_table_closes_or_is_dealt(house: House):
    again = await rematch_of(house, await three_over(house))
    await ask(house, CAT, again, frame.LEAVE)
    assert (await house.stored(again)).phase == "ended"
    assert questions(house) == []
    await house.passes(1)
    shown = await house.shown(again, QUESTION)
    assert shown is not None
    assert shown.notice is None, "a restart looks for no message"


async def test_a_question_that_is_posted_too_late_is_removed(house: House):
    """While it is being posted, the table can be dealt or closed."""
    old = await three_over(house)
    held = house.messenger.hold("notify")
    again = await rematch_of(house, old)
    await ask(house, CAT, again, frame.LEAVE)
    held.release()
    await house.passes(1)
    assert questions(house) == []
    assert house.messenger.count("notify") == 1


async def test_a_crash_after_a_press_leaves_no_outdated_question(house: House):
    again = await rematch_of(house, await three_over(house))
    held = house.messenger.hold("edit", where=CHANNEL)
    await says_not_now(house, again, ANN)
    assert "can't play" not in question(house).text
    house.messenger.drop(held)
    await restarted(house)
    assert "Ann can't play now." in question(house).text


async def test_whoever_leaves_the_table_again_is_not_asked_twice(house: House):
    again = await rematch_of(house, await three_over(house))
    await ask(house, BEN, again, frame.JOIN)
    before = house.messenger.count("notify")
    await ask(house, BEN, again, frame.LEAVE)
    assert "Ben can't play now." in question(house).text
    assert house.messenger.count("notify") == before
    assert (await house.seen(again)).people == (CAT,)
