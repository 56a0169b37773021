"""Somebody leaves the server, or we are kept out of a channel: it is said where it can be read."""

import pytest

from bot.show.messenger import TryLater
from db.people import Person
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CHANNEL, GUILD, House
from tests.bot.show.at_table import settled
from tests.small.game.moves import Hide

THREAD = 44


async def gone(house: House, table: int) -> list[bool]:
    return [player.gone for player in (await house.stored(table)).players]


@pytest.mark.parametrize("place", ["dm", "channel"])
async def test_who_has_left_is_named_on_the_board_and_written_to_no_more(house: House, place: str):
    where: dict[str, Person] = {"dm": Person(), "channel": Person(notices="channel")}
    await house.contacts.change(BEN, lambda _: where[place])
    table = await house.dealt(ANN, BEN, pace="evening")
    house.messenger.gone.add(BEN)
    await house.start()
    await house.passes(60)
    assert await gone(house, table) == [False, True]
    assert "Ben has left the server: no notices, and the clock moves for" in house.board().text
    assert house.messenger.notices(BEN) == []
    asked = house.messenger.count("send_dm") + house.messenger.count("is_member")
    await house.passes(29 * 60)
    assert (await house.stored(table)).players[1].unanswered == 1, "the clock moves for them"
    await house.passes(3600)
    after = house.messenger.count("send_dm") + house.messenger.count("is_member")
    assert after - asked <= 4, "nobody asks for them again and again"  # Ann is written to
    assert house.messenger.notices(BEN) == []


async def test_who_has_left_one_server_sits_on_in_another(house: House):
    here = await house.dealt(ANN, BEN)
    assert await house.host.gone(BEN, GUILD + 1) == []
    assert await gone(house, here) == [False, False]
    assert await house.host.gone(BEN, None) == [here]
    assert await house.host.gone(BEN, None) == [], "that is known already"


async def test_who_is_back_is_seen_by_their_move(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.gone(BEN, GUILD)
    await house.play(table, BEN, Hide(coins=1))
    assert await gone(house, table) == [False, False]
    assert "left the server" not in house.board().text


async def test_a_table_that_is_not_dealt_says_it_as_well(house: House):
    table = await house.open(ANN, BEN)
    await house.host.gone(BEN, GUILD)
    house.display.board_changed(table)
    await house.quiet()
    assert "Ben has left the server." in house.board().text


async def test_who_has_left_is_not_written_to_of_what_is_asked_next(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.gone(ANN, GUILD)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(3600)
    await house.host.play_absent(table, 0)
    found = (await house.stored(table)).players[0]
    assert found.due is not None, "Ann is to guess"
    assert found.notice_at is None


async def test_a_call_that_stands_is_taken_away_from_who_has_left(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.start()
    await house.passes(60)
    assert len(house.messenger.notices(BEN)) == 1
    await house.host.gone(BEN, GUILD)
    house.display.board_changed(table)
    await house.quiet()
    assert house.messenger.notices(BEN) == []


async def test_the_call_to_who_has_left_is_taken_away(house: House):
    await house.contacts.change(BEN, lambda _: Person(notices="channel"))
    await house.dealt(ANN, BEN, pace="evening")
    await house.start()
    await house.passes(60)
    assert len(house.messenger.notices(BEN)) == 1
    house.messenger.gone.add(BEN)
    await house.passes(23 * 60)  # they would be reminded
    assert house.messenger.notices(BEN) == []


async def test_it_is_still_known_after_a_restart(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.gone(BEN, GUILD)
    await house.crash()
    seen = await house.seen(table)
    assert seen.gone == (False, True)


async def test_what_keeps_a_board_from_being_shown_is_said_on_the_hand(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.shut_channels.add(CHANNEL)
    await settled(house, house.hide(table, ANN, BEN))
    hand = await house.opens_hand(table, ANN)
    assert f"The board cannot be shown. I am kept out of <#{CHANNEL}>." in hand.text
    assert "`/small table` in another channel brings the table there." in hand.text
    in_a_list = house.display.in_the_way(table)
    assert in_a_list == f"Its board cannot be shown. I am kept out of <#{CHANNEL}>."


async def test_let_in_again_the_board_comes_back_without_a_press(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.shut_channels.add(CHANNEL)
    await settled(house, house.hide(table, ANN, BEN))
    before = house.board().steps[-1]
    house.messenger.shut_channels.clear()
    await settled(house, house.display.let_in(GUILD + 1))
    assert house.board().steps[-1] == before, "that was another server"
    await settled(house, house.display.let_in(GUILD))
    assert house.board().steps[-1] == (await house.stored(table)).step
    assert "cannot be shown" not in (await house.opens_hand(table, ANN)).text


async def test_a_game_that_ended_while_we_were_kept_out_is_shown_as_well(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.shut_channels.add(CHANNEL)
    await settled(house, house.play_out(table))
    house.messenger.shut_channels.clear()
    await settled(house, house.display.let_in(GUILD))
    assert house.board().steps[-1] == (await house.stored(table)).step


async def test_a_thread_that_cannot_be_entered_gets_no_table(house: House):
    house.messenger.shut_channels.add(THREAD)
    with pytest.raises(Refusal, match="Mention me"):
        await house.display.enter(THREAD)


async def test_what_is_not_known_of_a_thread_keeps_nobody_from_playing(house: House):
    house.messenger.fail("enter", TryLater("x"), where=THREAD + 1)
    await house.display.enter(THREAD)
