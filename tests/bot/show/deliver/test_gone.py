"""Tests of players who left the server and of channels without access."""

import pytest

from bot.show.deliver.queues.messenger import TryLater
from db.people.people import Person
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CHANNEL, GUILD, House
from tests.bot.show.at_table import settled
from tests.small.game.moves import Hide

THREAD = 44


async def gone(house: House, table: int) -> list[bool]:
    return [player.gone for player in (await house.stored(table)).players]


@pytest.mark.parametrize("place", ["dm", "channel"])
async def test_a_player_who_left_is_named_on_the_board_and_gets_no_notice(house: House, place: str):
    where: dict[str, Person] = {"dm": Person(), "channel": Person(notices="channel")}
    await house.contacts.change(BEN, lambda _: where[place])
    table = await house.dealt(ANN, BEN, pace="evening")
    house.messenger.gone.add(BEN)
    await house.start()
    await house.passes(60)
    assert await gone(house, table) == [False, True]
    assert "Ben has left the server. I send them no notices" in house.board().text
    assert house.messenger.notices(BEN) == []
    asked = house.messenger.count("send_dm") + house.messenger.count("is_member")
    await house.passes(29 * 60)
    assert (await house.stored(table)).players[1].unanswered == 1, "the clock moves for them"
    await house.passes(3600)
    after = house.messenger.count("send_dm") + house.messenger.count("is_member")
    assert after - asked <= 4, "nobody asks for them again and again"  # Ann gets a notice
    assert house.messenger.notices(BEN) == []


async def test_a_player_who_left_one_server_stays_in_another(house: House):
    here = await house.dealt(ANN, BEN)
    assert await house.host.absence.gone(BEN, GUILD + 1) == []
    assert await gone(house, here) == [False, False]
    assert await house.host.absence.gone(BEN, GUILD) == [here]
    assert await house.host.absence.gone(BEN, GUILD) == [], "that is known already"
    await house.crash()
    assert (await house.seen(here)).gone == (False, True), "a restart forgets nothing"


async def test_a_player_who_is_back_is_noticed_by_their_move(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.absence.gone(BEN, GUILD)
    await house.play(table, BEN, Hide(coins=1))
    await house.quiet()
    assert await gone(house, table) == [False, False]
    assert "left the server" not in house.board().text


async def test_an_open_table_names_a_player_who_left(house: House):
    table = await house.open(ANN, BEN)
    await house.host.absence.gone(BEN, GUILD)
    house.display.board_changed(table)
    await house.quiet()
    assert "Ben has left the server." in house.board().text


async def test_a_player_who_left_gets_no_notice_of_the_next_question(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.absence.gone(ANN, GUILD)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(3600)
    await house.host.moves.play_absent(table, 0)
    found = (await house.stored(table)).players[0]
    assert found.due is not None, "Ann is to guess"
    assert found.notice_at is None


async def test_the_dm_notice_of_a_player_who_left_is_removed(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.start()
    await house.passes(60)
    assert len(house.messenger.notices(BEN)) == 1
    await house.host.absence.gone(BEN, GUILD)
    house.display.board_changed(table)
    await house.quiet()
    assert house.messenger.notices(BEN) == []


async def test_the_channel_notice_of_a_player_who_left_is_removed(house: House):
    await house.contacts.change(BEN, lambda _: Person(notices="channel"))
    await house.dealt(ANN, BEN, pace="evening")
    await house.start()
    await house.passes(60)
    assert len(house.messenger.notices(BEN)) == 1
    house.messenger.gone.add(BEN)
    await house.passes(23 * 60)  # their reminder would be due
    assert house.messenger.notices(BEN) == []


async def test_a_hand_explains_why_the_board_cannot_be_shown_until_access_is_back(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.shut_channels.add(CHANNEL)
    await settled(house, house.hide(table, ANN, BEN))
    text, before = (await house.opens_hand(table, ANN)).text, house.board().steps[-1]
    assert f"I can't show the board. I am kept out of <#{CHANNEL}>." in text
    assert "Use `/small table` in another channel to move the table there." in text
    in_a_list = house.display.obstacle(table)
    assert in_a_list == f"I can't show its board. I am kept out of <#{CHANNEL}>."
    house.messenger.shut_channels.clear()
    await settled(house, house.display.regain_access(GUILD + 1))
    assert house.board().steps[-1] == before, "that was another server"
    await settled(house, house.display.regain_access(GUILD))
    assert house.board().steps[-1] == (await house.stored(table)).step
    assert "can't show" not in (await house.opens_hand(table, ANN)).text


async def test_a_game_that_ended_without_access_is_shown_once_it_is_back(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.shut_channels.add(CHANNEL)
    await settled(house, house.play_out(table))
    house.messenger.shut_channels.clear()
    await settled(house, house.display.regain_access(GUILD))
    assert house.board().steps[-1] == (await house.stored(table)).step


async def test_a_thread_without_access_gets_no_table(house: House):
    house.messenger.shut_channels.add(THREAD)
    with pytest.raises(Refusal, match="Mention me"):
        await house.display.enter(THREAD)


async def test_an_uncertain_thread_keeps_nobody_from_playing(house: House):
    house.messenger.fail("enter", TryLater("x"), where=THREAD + 1)
    await house.display.enter(THREAD)
