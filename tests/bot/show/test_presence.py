"""Who is here, and what whoever has answered reads of what comes next."""

from typing import Any

import pytest

from bot.host.deadlines import GIVEN_UP, HERE_WITHIN
from bot.host.table_view import TableView
from bot.show import board, presence
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.show.at_table import HIDDEN, NOW, PLAYED, at, seen
from tests.small.face import FACE
from tests.small.game.moves import Guess, Hide

LATELY = NOW - 120


def guessing(seat: int, **changes: Any) -> TableView:
    """Return what somebody sees while Ann is to guess."""
    return seen(at(*HIDDEN), seat, **changes)


def test_the_board_says_who_is_here_in_a_time_that_ages_by_itself():
    here = seen(at(), acted=(LATELY, NOW - HERE_WITHIN))
    assert f"Here: Ann, <t:{int(LATELY)}:R>" in board.draw(FACE, here, NOW).text()
    assert "Ben, <t:" not in board.draw(FACE, here, NOW).text(), "that was too long ago"
    assert "Here" not in board.draw(FACE, here, NOW + HERE_WITHIN).text()


def test_who_came_last_is_named_first():
    both = seen(at(), acted=(LATELY, LATELY + 60))
    assert presence.line(both, NOW).startswith("\n-# Here: Ben, ")


def test_the_opening_says_who_is_here_as_well():
    assert "Here: Ben" in board.draw(FACE, seen(acted=(None, LATELY)), NOW).text()


def test_who_has_answered_reads_that_staying_pays():
    said = presence.outlook(guessing(1, acted=(LATELY, NOW)), NOW, written=True)
    assert said == f"Ann is to answer. Here: Ann, <t:{int(LATELY)}:R>. Stay a minute?"


@pytest.mark.parametrize(
    ("written", "then"), [(True, "I'll write to you."), (False, "Look in later.")]
)
def test_who_has_answered_reads_that_nobody_is_there_and_what_then(written: bool, then: str):
    alone = guessing(1, acted=(None, NOW))
    said = presence.outlook(alone, NOW, written=written)
    assert said == f"Ann is to answer, and is not here just now. {then}"
    nobody = presence.outlook(seen(at(), acted=()), NOW, written=written)
    assert nobody == f"Ann and Ben are to answer, and none of them is here just now. {then}"


def test_who_is_to_move_and_who_is_done_reads_nothing_of_the_kind():
    for table in (guessing(0), seen(at(*PLAYED), 0), seen(None, 0)):
        assert presence.outlook(table, NOW, written=True) == ""


def test_who_does_not_answer_any_more_is_named_on_the_board():
    silent = seen(at(), unanswered=(GIVEN_UP - 1, GIVEN_UP))
    assert "Ben does not answer: no more notices." in board.draw(FACE, silent, NOW).text()
    assert "answer" not in board.draw(FACE, seen(at(), unanswered=(2, 0)), NOW).text()
    assert (
        "no more notices" not in board.draw(FACE, seen(at(*PLAYED), unanswered=(9, 9)), NOW).text()
    )


# --- in the house ---------------------------------------------------------------------------------


async def hand_of(house: House, table: int, person: int) -> str:
    reply = house.reply(person)
    await house.display.answer_hand(reply, table, anew=True)
    return reply.text


async def test_after_an_answer_one_s_own_panel_says_who_is_here(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN)
    assert "Ben and Cat are to answer" in await hand_of(house, table, ANN)
    assert "Stay a minute?" in await hand_of(house, table, ANN), "they have just sat down"
    await house.passes(200)
    await house.hide(table, BEN)
    assert "Here: Cat" in await hand_of(house, table, ANN)
    assert "It is your move" in await hand_of(house, table, CAT)


async def test_it_promises_only_what_will_be_done(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.hide(table, ANN)
    await house.passes(HERE_WITHIN + 1)
    assert "I'll write to you" in await hand_of(house, table, ANN)
    await house.contacts.change(ANN, lambda one: type(one)(notices="none"))
    assert "Look in later" in await hand_of(house, table, ANN)


async def test_what_is_drawn_on_a_hand_is_no_reason_to_draw_it_again(house: House):
    """Somebody coming or going must cost nothing, and must not be seen by requests."""
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.hide(table, ANN)
    await house.quiet()
    before = len(house.messenger.calls)
    await house.passes(HERE_WITHIN + 60)
    house.display.look_at(table)
    await house.quiet()
    assert house.messenger.calls[before:] == []


async def test_questions_that_run_out_are_counted_until_somebody_moves_by_hand(house: House):
    await house.deadlines.start()
    table = await house.dealt(ANN, BEN)
    await house.hide(table, BEN)
    await house.passes(300)
    assert (await house.seen(table)).unanswered == (1, 0)
    await house.passes(300)
    assert (await house.seen(table)).unanswered == (2, 0)
    await house.play(table, BEN, Guess(total=2))
    assert (await house.seen(table)).unanswered == (2, 0)
    again = await house.dealt(ANN, BEN)
    await house.play(again, ANN, Hide(coins=2))
    assert (await house.seen(again)).unanswered == (0, 0)
