"""Tests of *Rematch*, and of what the people who are asked can press."""

import asyncio

import pytest

from bot.show.draw.parts import frame
from bot.ui.panels.panel import Request
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import ask, over, reply_to
from tests.bot.entry.rematches import (
    NOT_NOW,
    question,
    questions,
    rematch_of,
    says_in,
    says_not_now,
    three_over,
)
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House, refused
from tests.bot.show.at_table import restarted
from tests.small.game.state import Options


async def presses(house: House, person: int, table: int, wanted: Request) -> None:
    """Press a button. Two people can do so at once, unlike with `ask`."""
    reply = reply_to(house, arrives(person))
    await house.router.actions.serve(reply, table, wanted)


async def test_rematch_opens_a_table_on_the_same_terms(house: House):
    table = await over(house, most=5, pace="week")
    await ask(house, BEN, table, frame.REMATCH, message=house.board().id)
    (again,) = await house.queries.of_person(BEN)
    seen = await house.seen(again)
    assert (seen.options, seen.pace, seen.laid_open) == (Options(most=5), "week", True)
    assert (list(seen.names), seen.phase) == (["Ben"], "open")


async def test_house_players_are_seated_again(house: House):
    old = await house.dealt(ANN, BEN, house=1)
    await house.host.endings.end(old, ANN, house.receipt(), moderator=False)
    again = await rematch_of(house, old, ANN)
    assert (await house.seen(again)).people == (ANN, None)
    assert f"<@{BEN}>," in question(house).text


async def test_rematch_is_for_players_of_a_finished_game(house: House):
    table = await house.dealt(ANN, BEN)
    with pytest.raises(Refusal, match="not over yet"):
        await ask(house, ANN, table, frame.REMATCH)
    await house.play_out(table)
    with pytest.raises(Refusal, match="did not play"):
        await ask(house, CAT, table, frame.REMATCH)


async def test_rematch_on_the_same_board_leads_to_the_same_table(house: House):
    old = await three_over(house)
    again = await rematch_of(house, old, CAT)
    with pytest.raises(Refusal, match=f"Table {again} is the rematch, and you sit there already"):
        await ask(house, CAT, old, frame.REMATCH)
    reply = await ask(house, BEN, old, frame.REMATCH)
    assert "You're in, seat 2" in reply.text
    assert await house.queries.of_person(BEN) == [again]
    await says_in(house, again, ANN)
    assert "cards are dealt already" in await refused(ask(house, ANN, old, frame.REMATCH))


async def test_simultaneous_rematches_open_one_table(house: House):
    old = await three_over(house)
    await asyncio.gather(*(presses(house, person, old, frame.REMATCH) for person in (ANN, BEN)))
    await house.quiet()
    (again,) = await house.queries.in_channel(CHANNEL)
    assert {*(await house.seen(again)).people} == {ANN, BEN}


async def test_rematch_where_another_table_is_open_points_to_that(house: House):
    old = await three_over(house)
    other = await house.open(DAN)
    said = await refused(ask(house, ANN, old, frame.REMATCH))
    assert said == f"Table {other} is open here already, join that one."


async def test_the_table_is_dealt_once_everybody_is_in(house: House):
    old = await three_over(house)
    again = await rematch_of(house, old)
    await says_in(house, again, ANN)
    assert (await house.stored(again)).phase == "open"
    await restarted(house)
    twice = [presses(house, BEN, again, frame.JOIN) for _ in range(2)]
    first, second = await asyncio.gather(*twice, return_exceptions=True)
    assert first is None
    assert isinstance(second, Refusal)
    await house.quiet()
    stored = await house.stored(again)
    assert (stored.phase, [player.name for player in stored.players]) == (
        "playing",
        ["Cat", "Ann", "Ben"],
    )
    assert [row.kind for row in await house.log(again)] == ["open", "join", "freeze", "deal"]
    assert questions(house) == [], "nobody is asked any more"


async def test_not_now_lets_the_others_deal_without_that_person(house: House):
    old = await three_over(house)
    again = await rematch_of(house, old)
    assert "Cat knows that you can't play now" in (await says_not_now(house, again, ANN)).text
    assert "Ann can't play now." in question(house).text
    await says_in(house, again, BEN)
    assert (await house.stored(again)).phase == "open", "it waits for Ann, or for a press"
    [deal] = [b for b in question(house).shown[-1].row.buttons if "without" in b.label]
    assert deal.label == "Deal without Ann"
    await ask(house, CAT, again, deal.request, message=question(house).id)
    assert (await house.stored(again)).phase == "playing"
    assert questions(house) == []


async def test_somebody_can_change_their_mind_until_the_deal(house: House):
    old = await three_over(house)
    again = await rematch_of(house, old)
    await says_not_now(house, again, ANN)
    await says_in(house, again, BEN)
    await says_in(house, again, ANN)
    assert (await house.stored(again)).phase == "playing"


async def test_not_now_is_for_people_who_are_asked(house: House):
    old = await three_over(house)
    again = await rematch_of(house, old)
    assert "Nobody has asked you" in await refused(ask(house, DAN, again, NOT_NOW))
    assert "You sit at table" in await refused(ask(house, CAT, again, NOT_NOW))
    assert "question is over" in await refused(ask(house, ANN, old, NOT_NOW))


async def test_a_blocked_person_is_neither_asked_nor_seated(house: House):
    old = await three_over(house)
    await house.host.moderation.block(GUILD, "this server", DAN, BEN)
    again = await rematch_of(house, old)
    assert f"<@{BEN}>" not in question(house).text
    assert "blocked you" in await refused(says_in(house, again, BEN))
    await says_in(house, again, ANN)
    assert (await house.stored(again)).phase == "playing", "nobody waits for Ben"
