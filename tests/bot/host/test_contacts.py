"""What is known of people: kept in memory and in the file, and written when it is news."""

import asyncio
from dataclasses import replace

import pytest

from bot.host import contacts
from bot.host.contacts import Contacts, place_of
from db import people
from db.people import Person
from tests.bot.house import ANN, BEN, CAT, House


async def in_file(house: House, person: int) -> Person:
    return await people.load(house.database.reader, person)


async def test_of_a_stranger_nothing_is_known(idle_house: House):
    assert await idle_house.contacts.of(ANN) == Person(None, dm_closed=False)


async def test_what_was_noted_outlives_the_process(idle_house: House):
    await idle_house.contacts.note(ANN, Person(77, dm_closed=True))
    assert await idle_house.contacts.of(ANN) == Person(77, dm_closed=True)
    assert await Contacts(idle_house.database).of(ANN) == Person(77, dm_closed=True)


async def test_only_news_are_written(idle_house: House):
    """Every press in a DM notes that it is open: that must not be a transaction each."""
    await idle_house.contacts.reachable(ANN, 77)
    with idle_house.counting() as asked:
        for _ in range(3):
            await idle_house.contacts.reachable(ANN, 77)
    assert (asked.transactions, asked.reads) == (0, 0)


async def test_who_writes_in_a_dm_that_was_closed_has_opened_it(idle_house: House):
    await idle_house.contacts.note(ANN, Person(None, dm_closed=True))
    await idle_house.contacts.reachable(ANN, 77)
    assert await in_file(idle_house, ANN) == Person(77, dm_closed=False)


async def test_who_takes_a_seat_is_tried_again_in_the_same_channel(idle_house: House):
    await idle_house.contacts.note(ANN, Person(77, dm_closed=True))
    for person in (ANN, BEN):
        await idle_house.contacts.try_again(person)
    assert await in_file(idle_house, ANN) == Person(77, dm_closed=False)
    assert await in_file(idle_house, BEN) == Person()


async def test_it_does_not_remember_without_end(idle_house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contacts, "PEOPLE_KEPT", 2)
    for person in (ANN, BEN, CAT):
        await idle_house.contacts.reachable(person, person + 1000)
    assert len(idle_house.contacts._known) == 2
    assert await idle_house.contacts.of(ANN) == Person(ANN + 1000), "read again from the file"


SAID = Person(77, notices="channel", here=False, zone="Asia/Tokyo", awake_from=9, awake_until=24)


async def test_how_a_dm_is_reached_changes_nothing_of_what_they_have_said(idle_house: House):
    """A press in a DM would otherwise end somebody's quiet hours."""
    await idle_house.contacts.change(ANN, lambda _: SAID)
    await idle_house.contacts.note(ANN, Person(None, dm_closed=True))
    assert await in_file(idle_house, ANN) == replace(SAID, dm_channel=None, dm_closed=True)
    await idle_house.contacts.reachable(ANN, 78)
    assert await in_file(idle_house, ANN) == replace(SAID, dm_channel=78)
    await idle_house.contacts.note(ANN, Person(78, dm_closed=True))
    await idle_house.contacts.try_again(ANN)
    assert await in_file(idle_house, ANN) == replace(SAID, dm_channel=78)
    assert await idle_house.contacts.of(ANN) == replace(SAID, dm_channel=78)


async def test_where_somebody_likes_to_be_written_to_is_known_at_once_and_after_a_restart(
    idle_house: House,
):
    for wanted in ("channel", "none", "dm"):
        await idle_house.contacts.change(ANN, lambda old: replace(old, notices=wanted))  # noqa: B023
        assert (await idle_house.contacts.of(ANN)).notices == wanted
        assert (await Contacts(idle_house.database).of(ANN)).notices == wanted


@pytest.mark.parametrize(
    ("known", "place"),
    [
        (Person(), "dm"),
        (Person(77), "dm"),
        (Person(77, dm_closed=True), "channel"),
        (Person(77, notices="channel"), "channel"),
        (Person(77, dm_closed=True, notices="channel"), "channel"),
        (Person(77, notices="none"), "none"),
        (Person(77, dm_closed=True, notices="none"), "none"),
    ],
)
def test_a_closed_dm_is_made_up_for_in_the_channel_if_notices_are_wanted_at_all(
    known: Person, place: str
):
    assert place_of(known) == place


async def test_a_table_full_of_people_is_one_query_and_then_none(idle_house: House):
    """It is asked at every move."""
    await idle_house.contacts.change(BEN, lambda _: SAID)
    fresh = Contacts(idle_house.database)
    await fresh.of(ANN)
    with idle_house.counting() as asked:
        found = await fresh.of_all([ANN, BEN, CAT, BEN])
    assert dict(found) == {ANN: Person(), BEN: SAID, CAT: Person()}
    assert asked.reads == 1
    with idle_house.counting() as asked:
        assert await fresh.of_all([ANN, BEN, CAT]) == found
        assert await fresh.of_all([]) == {}
    assert (asked.transactions, asked.reads) == (0, 0)


async def test_two_changes_at_once_both_count(idle_house: House):
    """A press in the DM, while its owner says when they sleep."""
    await idle_house.contacts.of(ANN)
    await asyncio.gather(
        idle_house.contacts.reachable(ANN, 77),
        idle_house.contacts.change(ANN, lambda old: replace(old, zone="UTC")),
        idle_house.contacts.change(ANN, lambda old: replace(old, here=False)),
    )
    assert await in_file(idle_house, ANN) == Person(77, here=False, zone="UTC")
    assert await idle_house.contacts.of(ANN) == Person(77, here=False, zone="UTC")


async def test_what_was_read_before_a_change_is_not_kept_after_it(
    idle_house: House, monkeypatch: pytest.MonkeyPatch
):
    """Or what somebody has just said would be forgotten until the next start."""
    load_all, mine = people.load_all, idle_house.contacts
    change = asyncio.Event()

    async def slow(reads: object, some: list[int]) -> dict[int, Person]:
        found = await load_all(idle_house.database.reader, some)
        monkeypatch.setattr(people, "load_all", load_all)
        change.set()
        await asyncio.sleep(0.05)
        return found

    monkeypatch.setattr(people, "load_all", slow)
    reading = asyncio.create_task(mine.of(ANN))
    await change.wait()
    await mine.change(ANN, lambda old: replace(old, notices="none"))
    await reading
    assert (await mine.of(ANN)).notices == "none"


async def test_a_change_that_was_cut_off_is_read_again(
    idle_house: House, monkeypatch: pytest.MonkeyPatch
):
    await idle_house.contacts.reachable(ANN, 77)

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(people, "save", fail)
        with pytest.raises(ZeroDivisionError):
            await idle_house.contacts.reachable(ANN, 78)
    with idle_house.counting() as asked:
        assert await idle_house.contacts.of(ANN) == Person(77)
    assert asked.reads == 1
