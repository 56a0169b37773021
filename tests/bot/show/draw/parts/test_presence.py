"""Tests of who is here, and of the outlook on a hand."""

from dataclasses import replace
from typing import Any

import pytest

from bot.host.reading.table_view import TableView
from bot.host.time.deadlines import MOST_UNANSWERED, PRESENT_WITHIN
from bot.show.draw.panels import board_panel
from bot.show.draw.parts import presence
from bot.ui.panels.words import Names
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.show.at_table import HIDDEN, NOW, PLAYED, at, seen, settled
from tests.small.face import FACE
from tests.small.game.moves import Guess, Hide, Ponder

LATELY = NOW - 120


def guessing(seat: int, **changes: Any) -> TableView:
    return seen(at(*HIDDEN), seat, **changes)


def test_the_board_shows_who_is_here_with_a_relative_time():
    here = seen(at(), acted=(LATELY, NOW - PRESENT_WITHIN))
    assert f"Here: Ann, <t:{int(LATELY)}:R>" in board_panel.draw(FACE, here, NOW).text()
    assert "Ben, <t:" not in board_panel.draw(FACE, here, NOW).text(), "that was too long ago"
    assert "Here" not in board_panel.draw(FACE, here, NOW + PRESENT_WITHIN).text()


def test_the_latest_player_is_named_first():
    both = seen(at(), acted=(LATELY, LATELY + 60))
    assert presence.line(both, NOW) == f"\n-# Here: Ben and Ann (as of <t:{int(LATELY) + 60}:R>)"


def test_the_opening_shows_who_is_here():
    assert "Here: Ben" in board_panel.draw(FACE, seen(acted=(None, LATELY)), NOW).text()


def test_a_player_who_has_answered_reads_that_staying_is_worth_it():
    said = presence.outlook(guessing(1, acted=(LATELY, NOW)), NOW, written=True)
    assert said == f"Waiting for Ann, who was here <t:{int(LATELY)}:R>. Stay a minute?"


@pytest.mark.parametrize(
    ("written", "then"), [(True, "I'll message you."), (False, "Check back later.")]
)
def test_a_player_who_has_answered_reads_that_nobody_is_here(written: bool, then: str):
    alone = guessing(1, acted=(None, NOW))
    said = presence.outlook(alone, NOW, written=written)
    assert said == f"Waiting for Ann, who isn't here right now. {then}"
    nobody = presence.outlook(seen(at(), acted=()), NOW, written=written)
    assert nobody == f"Waiting for Ann and Ben. None of them is here right now. {then}"


def test_a_player_who_must_move_or_is_done_reads_no_outlook():
    for table in (guessing(0), seen(at(*PLAYED), 0), seen(None, 0)):
        assert presence.outlook(table, NOW, written=True) == ""


def test_a_player_who_no_longer_answers_is_named_on_the_board():
    silent = seen(at(), unanswered=(MOST_UNANSWERED - 1, MOST_UNANSWERED))
    assert (
        "Ben isn't answering, so I've stopped sending notices."
        in board_panel.draw(FACE, silent, NOW).text()
    )
    assert "answer" not in board_panel.draw(FACE, seen(at(), unanswered=(2, 0)), NOW).text()
    assert (
        "no more notices"
        not in board_panel.draw(FACE, seen(at(*PLAYED), unanswered=(9, 9)), NOW).text()
    )


def test_that_all_are_here_replaces_the_list():
    both = seen(at(), acted=(LATELY, NOW - 5), all_here=True)
    said = f"\n-# Both are here. (As of <t:{int(NOW) - 5}:R>)"
    assert presence.line(both, NOW) == said
    assert presence.line(seen(at(), acted=(LATELY, NOW - 5)), NOW).startswith("\n-# Here: ")


def test_five_players_are_counted_as_five():
    names, people = Names(["Ann", "Ben", "Cat", "Dan", "Eve"]), (101, 102, 103, 104, 105)
    five = seen(at(), names=names, people=people, acted=(NOW,) * 5, all_here=True)
    assert "All five are here." in presence.line(five, NOW)


def test_the_board_no_longer_says_that_all_are_here_once_one_is_gone():
    later = seen(at(), acted=(LATELY, NOW), all_here=True)
    assert "are here" not in presence.line(later, LATELY + PRESENT_WITHIN)


async def hand_of(house: House, table: int, person: int) -> str:
    reply = house.reply(person)
    await house.display.answer_hand(reply, table, new_panel=True)
    return reply.text


async def test_an_answered_hand_shows_who_is_here(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN)
    assert "Waiting for Ben and Cat" in await hand_of(house, table, ANN)
    assert "Stay a minute?" in await hand_of(house, table, ANN), "they have just sat down"
    await house.passes(200)
    await house.hide(table, BEN)
    assert "Cat, who was here" in await hand_of(house, table, ANN)
    assert "It's your move" in await hand_of(house, table, CAT)


async def test_a_notice_is_promised_only_if_it_will_be_sent(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.hide(table, ANN)
    await house.passes(PRESENT_WITHIN + 1)
    assert "I'll message you" in await hand_of(house, table, ANN)
    await house.contacts.change(ANN, lambda one: type(one)(notices="none"))
    assert "Check back later" in await hand_of(house, table, ANN)


async def test_presence_is_no_reason_to_redraw_a_hand(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    await settled(house, house.hide(table, ANN))
    before = len(house.messenger.calls)
    await house.passes(PRESENT_WITHIN + 60)
    house.display.look_at(table)
    await house.quiet()
    assert house.messenger.calls[before:] == []


async def test_missed_questions_are_counted_until_the_player_moves(house: House):
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


async def test_the_board_says_once_that_all_are_here(house: House):
    table = await house.dealt(ANN, BEN, CAT, pace="evening")
    assert "All three are here. (As of" in house.board().text, "they have just sat down"
    await settled(house, house.hide(table, ANN))
    assert "All three" not in house.board().text, "they stay, and it was said"
    await house.passes(PRESENT_WITHIN)
    await settled(house, house.hide(table, BEN))
    assert "-# Here: Ben, " in house.board().text
    await house.play(table, ANN, Hide(coins=2))
    await settled(house, house.hide(table, CAT))
    assert "All three" not in house.board().text, "what Ann changes in secret says nothing of her"
    await settled(house, house.play(table, ANN, Guess(total=3)))
    assert "All three are here." in house.board().text
    await settled(house, house.play(table, BEN, Guess(total=4)))
    assert "All three" not in house.board().text


async def test_a_default_move_neither_completes_nor_ends_the_presence_of_all(house: House):
    await house.deadlines.start()
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.hide(table, ANN, BEN)
    assert not (await house.seen(table)).all_here
    await house.passes(PRESENT_WITHIN)
    await house.play(table, ANN, Guess(total=2))
    assert not (await house.seen(table)).all_here
    await house.passes(8 * 3600)
    assert not (await house.seen(table)).all_here


async def test_a_player_who_hides_presence_never_counts_as_here(house: House):
    await house.contacts.change(BEN, lambda one: replace(one, here=False))
    table = await house.dealt(ANN, BEN, pace="evening")
    await settled(house, house.hide(table, ANN, BEN))
    assert "are here" not in house.board().text


async def test_that_all_are_here_survives_a_restart(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    assert (await house.seen(table)).all_here
    await house.crash()
    assert (await house.seen(table)).all_here


async def test_secret_moves_do_not_change_the_presence_of_all(house: House):
    table = await house.dealt(ANN, BEN, pace="evening")
    await house.hide(table, ANN)
    await house.passes(PRESENT_WITHIN - 60)
    await house.hide(table, BEN)
    await house.passes(120)
    await house.play(table, ANN, Guess(total=2))
    assert (await house.seen(table)).all_here
    before = await house.seen(table)
    await house.play(table, BEN, Ponder())
    after = await house.seen(table)
    assert (before.step, before.all_here) == (after.step, after.all_here)
    assert before.rev < after.rev


async def test_a_default_move_for_a_player_does_not_end_the_presence_of_all(house: House):
    await house.deadlines.start()
    table = await house.dealt(ANN, BEN, pace="live")
    step = (await house.seen(table)).step
    await house.passes(301)
    seen = await house.seen(table)
    assert seen.step > step, "the clock has moved"
    assert seen.all_here
    assert "Both are here." in house.board().text


def test_nobody_is_told_to_wait_for_a_house_player():
    names, people = Names(["Ann", "Barnacle"]), (101, None)
    table = seen(at(*HIDDEN), 0, names=names, people=people, to_move=frozenset({1}))
    assert presence.outlook(table, NOW, written=True) == "Barnacle is thinking…"
