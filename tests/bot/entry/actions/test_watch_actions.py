"""Tests of *Watch* and *Stop watching*."""

import pytest

from bot.show.draw.parts import frame
from bot.show.draw.people import watch_text
from db.people.people import Person
from db.tables import watchers
from games.rules import Refusal
from tests.bot.entry.asking import ask, button, press
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House
from tests.bot.recording import RecordingReply, buttons


async def watching(house: House, table: int) -> list[int]:
    return await watchers.of_table(house.database.reader, table)


async def test_my_hand_offers_a_stranger_to_watch_and_the_answers_undo_each_other(house: House):
    table = await house.dealt(ANN, BEN)
    offer = (await ask(house, CAT, table, frame.HAND)).said[-1]
    begun = await ask(house, CAT, table, buttons(offer.panel)["Watch"].request)
    assert f"You're watching Hidden Coins, table {table}." in begun.text
    assert await watching(house, table) == [CAT]
    stop = buttons(begun.said[-1].panel)["Stop watching"].request
    assert "You no longer watch" in (await ask(house, CAT, table, stop)).text
    assert await watching(house, table) == []


async def test_the_board_and_the_channel_stay_as_they_are(house: House):
    table = await house.dealt(ANN, BEN)
    await house.quiet()
    public = [message.shown[:] for message in house.messenger.there(channel=CHANNEL)]
    reply = await ask(house, CAT, table, frame.WATCH, message=house.board().id)
    await house.passes(10)
    assert reply.drawn == []
    assert [message.shown for message in house.messenger.there(channel=CHANNEL)] == public


async def test_a_player_and_a_blocked_person_cannot_watch(
    house: House, replies: list[RecordingReply]
):
    table = await house.dealt(ANN, BEN)
    with pytest.raises(Refusal, match="You play at table"):
        await ask(house, BEN, table, frame.WATCH)
    await house.host.moderation.block(GUILD, "this server", ANN, CAT)
    refused = await press(house, CAT, button(table, frame.WATCH))
    assert "blocked you" in refused.text
    assert await watching(house, table) == []


async def test_a_hidden_table_cannot_be_watched_by_its_number(
    house: House, replies: list[RecordingReply]
):
    table = await house.dealt(ANN, BEN)
    refused = await press(house, CAT, button(table, frame.WATCH), channel=77)
    unknown = await press(house, CAT, button(999, frame.WATCH), channel=77)
    assert refused.text == unknown.text
    assert await watching(house, table) == []


async def test_closed_dms_are_tried_again_and_the_answer_says_so(house: House):
    table = await house.dealt(ANN, BEN)
    await house.contacts.change(CAT, lambda _: Person(dm_closed=True))
    assert "allow DMs" in (await ask(house, CAT, table, frame.WATCH)).text
    assert not (await house.contacts.of(CAT)).dm_closed
    await ask(house, CAT, table, watch_text.STOP)
    assert "allow DMs" not in (await ask(house, CAT, table, frame.WATCH)).text


async def test_my_hand_at_a_table_that_is_over_offers_nothing_to_watch(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    with pytest.raises(Refusal, match="You aren't at table"):
        await ask(house, CAT, table, frame.HAND)
