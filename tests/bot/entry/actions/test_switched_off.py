"""Tests of a game that the operator has switched off: played to its end, and never dealt again."""

import pytest

from bot.show.draw.pages.welcome import welcome
from bot.show.draw.panels.practice_panel import draw as draw_practice
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Request, request
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import ask, over, reply_to
from tests.bot.host.seating.test_practice import practises
from tests.bot.host.seating.test_tenures import dealt as dealt_with_house
from tests.bot.host.seating.test_tenures import gives_up
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, House, refused
from tests.bot.recording import buttons
from tests.small.game.moves import Hide

NO_NEW = "I don't deal new games of Hidden Coins here any more."
OF_THE_GAME = {"game": "small"}


@pytest.mark.parametrize("wanted", [frame.START, frame.PRACTICE])
async def test_old_welcome_starts_no_new_game(house: House, wanted: Request):
    house.offers("")
    assert await refused(ask(house, ANN, 0, wanted.with_args(OF_THE_GAME))) == NO_NEW
    assert await house.queries.of_person(ANN) == []


@pytest.mark.parametrize(
    ("person", "wanted"),
    [(CAT, frame.JOIN), (ANN, frame.DEAL), (ANN, frame.HOUSE_PLAYERS.with_args({"number": "1"}))],
)
async def test_open_table_is_not_filled_or_dealt(house: House, person: int, wanted: Request):
    table = await house.open(ANN, BEN)
    await house.passes(10)
    house.offers("")
    assert await refused(ask(house, person, table, wanted)) == NO_NEW
    assert (await house.seen(table)).phase == "open"


async def test_open_table_can_only_be_left_and_closes_then(house: House):
    table = await house.open(ANN, BEN)
    house.offers("")
    await ask(house, BEN, table, frame.LEAVE)
    assert NO_NEW in house.board().text
    assert set(buttons(house.board().panel)) == {"Leave", "How to play"}
    await ask(house, ANN, table, frame.LEAVE)
    assert (await house.seen(table)).phase == "ended"
    assert buttons(house.board().panel) == {}, "no rematch"


async def test_game_whose_deal_was_pressed_is_dealt(house: House):
    table = await house.open(ANN, BEN)
    await house.passes(10)
    await house.host.deals.deal(table, ANN, house.receipt())
    house.offers("")
    await house.passes(10)
    assert (await house.seen(table)).phase == "playing"


async def test_game_in_play_ends_without_a_rematch(house: House):
    table = await house.dealt(ANN, BEN)
    house.offers("")
    await house.play_out(table)
    await house.quiet()
    board = house.boards()[-1].panel
    assert "win" in board.text()
    assert list(buttons(board)) == ["The truth", "Was it fair?", "Share"]


async def test_rematch_on_an_old_board_is_refused(house: House):
    table = await over(house)
    waiting = await house.open(CAT)
    house.offers("")
    said = await refused(ask(house, ANN, table, frame.REMATCH))
    assert said == NO_NEW, f"and table {waiting}, which nobody can join, is not named"


async def test_seat_that_was_given_up_can_still_be_taken(house: House):
    table = await dealt_with_house(house)
    await gives_up(house, table, CAT)
    house.offers("")
    reply = await ask(house, DAN, table, frame.JOIN)
    assert "You're in, seat 3" in reply.text


async def test_practice_game_goes_on_and_offers_no_other(house: House):
    table = await practises(house)
    house.offers("")
    await ask(house, ANN, 0, frame.PRACTICE.with_args(OF_THE_GAME))
    assert await house.host.practice.running(ANN, "small") == table
    await house.play(table, ANN, Hide(coins=1))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    panel = draw_practice(house.faces["small"], await house.seen(table, ANN))
    assert list(panel.requests()) == []


async def test_hints_name_only_commands_that_exist(house: House):
    table = await house.dealt(ANN, BEN)
    house.offers("")
    house.display.boards.obstacles[table] = "I may not write there."
    assert "`/table bring` in another channel" in (await house.opens_hand(table, ANN)).text
    practice = await practises(house, BEN)
    house.offers("")
    with pytest.raises(Refusal) as refusal:
        await house.router.actions.bring(
            reply_to(house, arrives(BEN)), await house.seen(practice, BEN)
        )
    assert "Use `/games` to see it." in str(refusal.value)


async def test_welcome_leaves_the_game_out(house: House):
    wanted = list(welcome(house.faces.values()).requests())
    assert request(frame.START.verb, game="small") in wanted
    house.offers("")
    panel = welcome(house.faces.values())
    assert list(panel.requests()) == []
    assert "Hidden Coins" not in panel.text()


async def test_game_under_another_name_is_named_so(house: House):
    house.offers("fists", "Full Fists")
    assert "`/fists start`" in welcome(house.faces.values()).text()
    table = await house.open(ANN)
    await house.passes(10)
    assert "## Full Fists" in house.board().text
    said = await refused(ask(house, ANN, table, frame.DEAL))
    assert said.startswith("Full Fists is for 2 to 4 players")
    house.display.boards.obstacles[table] = ""
    await ask(house, BEN, table, frame.JOIN)
    await ask(house, ANN, table, frame.DEAL)
    await house.passes(10)
    house.display.boards.obstacles[table] = ""
    assert "`/fists table` in another channel" in (await house.opens_hand(table, ANN)).text
    assert house.messenger.there(channel=CHANNEL) != []
    stored = await house.stored(table)
    assert stored.game == "small", "the file and its luck know the game by its own name"
