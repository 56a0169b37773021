from db.people.people import Person
from tests.bot.house import ANN, BEN, CAT, House, refused


async def zoned(house: House, *people: int, zone: str = "UTC") -> None:
    for person in people:
        await house.contacts.change(person, lambda one: Person(zone=zone))


async def test_a_meeting_changes_nothing_in_the_game(house: House):
    await zoned(house, ANN)
    table = await house.dealt(ANN, BEN)
    before, log = await house.stored(table), await house.log(table)
    now, _ = await house.host.meetings.call(table, ANN, "20:00")
    await house.host.meetings.come(table, BEN, int(now.at), house.receipt())
    await house.quiet()
    after = await house.stored(table)
    assert (after.rev, after.step, after.players) == (before.rev, before.step, before.players)
    assert await house.log(table) == log
    meeting = (await house.seen(table)).meeting
    assert meeting is not None
    assert (meeting.at, meeting.coming) == (now.at, {1})


async def test_a_meeting_survives_a_restart_and_moves(house: House):
    await zoned(house, ANN)
    table = await house.dealt(ANN, BEN)
    now, _ = await house.host.meetings.call(table, ANN, "20:00")
    await house.host.meetings.come(table, BEN, None, house.receipt())
    await house.hide(table, ANN)
    seen = (await house.seen(table)).meeting
    await house.crash()
    assert (await house.seen(table)).meeting == seen
    assert seen is not None
    assert (seen.at, seen.coming) == (now.at, {1})


async def test_a_second_press_withdraws_and_the_same_press_is_idempotent(house: House):
    await zoned(house, ANN)
    table = await house.dealt(ANN, BEN)
    await house.host.meetings.call(table, ANN, "20:00")
    one, two, three = (house.receipt() for _ in range(3))
    for receipt, comes in ((one, True), (one, True), (three, False), (two, False), (three, False)):
        now = await house.host.meetings.come(table, BEN, None, receipt)
        assert now.coming == ({BEN} if comes else set()), receipt
    assert (await house.host.meetings.come(table, BEN, None, house.receipt())).coming == {BEN}


async def test_a_new_meeting_replaces_the_old_one(house: House):
    await zoned(house, ANN, BEN)
    table = await house.dealt(ANN, BEN)
    first, before = await house.host.meetings.call(table, ANN, "20:00")
    assert before is None
    await house.host.meetings.come(table, ANN, None, house.receipt())
    same, before = await house.host.meetings.call(table, BEN, "8 pm")
    assert same == before, "nobody has to press again for what was so already"
    assert same.coming == {ANN}
    other, before = await house.host.meetings.call(table, BEN, "21:00")
    assert before == same
    assert (other.at, other.caller, other.coming) == (first.at + 3600, BEN, set())
    said = await refused(house.host.meetings.come(table, ANN, int(first.at), house.receipt()))
    assert f"<t:{int(other.at)}:F>" in said, "that button was drawn for the one before"
    assert "<t:" in await refused(house.host.meetings.call_off(table, ANN, int(first.at)))


async def test_only_players_can_call_a_meeting_off(house: House):
    await zoned(house, ANN, CAT)
    table = await house.dealt(ANN, BEN)
    now, _ = await house.host.meetings.call(table, ANN, "20:00")
    for work in (
        house.host.meetings.call_off(table, CAT, None),
        house.host.meetings.come(table, CAT, None, house.receipt()),
        house.host.meetings.call(table, CAT, "21:00"),
    ):
        assert "aren't at table" in await refused(work)
    assert (await house.host.meetings.call_off(table, BEN, int(now.at))).at == now.at
    assert (await house.seen(table)).meeting is None
    for work in (
        house.host.meetings.call_off(table, BEN, None),
        house.host.meetings.come(table, BEN, int(now.at), house.receipt()),
    ):
        assert "Use `/table meet 20:00` to plan one" in await refused(work)


async def test_nobody_joins_a_meeting_that_has_begun(house: House):
    await zoned(house, ANN)
    table = await house.dealt(ANN, BEN)
    now, _ = await house.host.meetings.call(table, ANN, "20:00")
    house.clock.set(now.at)
    assert "no meeting planned" in await refused(
        house.host.meetings.come(table, BEN, None, house.receipt())
    )


async def test_a_meeting_ends_with_the_game(house: House):
    await zoned(house, ANN)
    table = await house.dealt(ANN, BEN)
    await house.host.meetings.call(table, ANN, "20:00")
    await house.play_out(table)
    assert (await house.seen(table)).meeting is None
    assert await house.queries.next_meeting(0.0) is None
    assert "is over" in await refused(house.host.meetings.call(table, ANN, "20:00"))


async def test_a_meeting_ends_with_a_closed_table(house: House):
    await zoned(house, ANN)
    table = await house.open(ANN, BEN)
    await house.host.meetings.call(table, ANN, "20:00")
    for person in (ANN, BEN):
        await house.host.meetings.come(table, person, None, house.receipt())
    await house.host.seats.leave(table, BEN, house.receipt())
    await house.host.seats.join(table, CAT, "Cat", house.receipt())
    meeting = (await house.seen(table)).meeting
    assert meeting is not None
    assert meeting.coming == {0}, "Cat sits where Ben sat, and has said nothing"
    await house.host.seats.join(table, BEN, "Ben", house.receipt())
    assert (await house.seen(table)).meeting == meeting
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert (await house.seen(table)).meeting is None
    assert await house.queries.next_meeting(0.0) is None
