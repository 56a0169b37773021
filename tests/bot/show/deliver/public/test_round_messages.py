"""Tests of the messages about the ends of rounds."""

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.show.deliver.public.boards import CHANNEL_GAP, COMES_DOWN_GAP
from bot.show.deliver.public.round_messages import ROUNDS
from bot.show.deliver.queues.messenger import Refused, TryLater
from bot.ui.face.story import Reveal
from bot.ui.panels.words import Names
from db.tables.shown import BOARD
from tests.bot.altered import altered
from tests.bot.house import ANN, BEN, CAT, House, house_on
from tests.bot.recording import Sent
from tests.bot.show.at_table import restarted, settled
from tests.small.face import SmallFace, story
from tests.small.game.events import Guessed, Opened
from tests.small.game.moves import Guess, Hurry


def _reveal(events: Sequence[Any], names: Names) -> Reveal | None:
    for event in events:
        if isinstance(event, Guessed):
            return Reveal(f"Round over: {names[event.seat]} said {event.total}.", ends_round=True)
        if isinstance(event, Opened):
            return Reveal("Round over: the fists are open.", ends_round=True)
    return None


class Loud(SmallFace):
    """Every guess ends a round, and so does the end."""

    story = altered(story, reveal=_reveal)


@pytest.fixture
async def loud(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path, faces={"small": Loud()}) as house:
        yield house


async def guessing(house: House) -> int:
    await house.start()
    table = await house.dealt(ANN, BEN, CAT)
    await settled(house, house.hide(table, ANN, BEN, CAT))
    return table


def rounds(house: House) -> list[Sent]:
    return [board for board in house.boards() if board.text.startswith("Round over")]


async def test_each_end_of_a_round_is_posted_once(loud: House):
    table = await guessing(loud)
    assert rounds(loud) == []
    for number, (person, total) in enumerate([(ANN, 1), (BEN, 2)], 1):
        await settled(loud, loud.play(table, person, Guess(total=total)))
        assert len(rounds(loud)) == number
    assert f"table {table}" in rounds(loud)[0].text, "several games may be in one channel"
    await settled(loud, loud.play(table, ANN, Hurry()))
    assert len(rounds(loud)) == 2
    assert [len(post.shown) for post in rounds(loud)] == [1, 1], "it is never edited"


async def test_the_last_round_is_told_by_the_final_board(loud: House):
    table = await guessing(loud)
    for person, total in ((ANN, 1), (BEN, 2), (CAT, 3)):
        await settled(loud, loud.play(table, person, Guess(total=total)))
    assert len(rounds(loud)) == 2
    assert "Round over: Cat said 3." in next(
        board.text for board in loud.boards() if "Rematch" in str(board.shown[-1])
    )


async def test_a_restart_posts_no_round_twice_and_misses_none(loud: House):
    table = await guessing(loud)
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    await restarted(loud)
    assert len(rounds(loud)) == 1
    loud.messenger.fail("post", TryLater("down", 5.0))
    await settled(loud, loud.play(table, BEN, Guess(total=2)))
    await restarted(loud)
    assert [post.text.partition(".")[0] for post in rounds(loud)] == [
        "Round over: Ann said 1",
        "Round over: Ben said 2",
    ]


async def test_a_refused_round_message_is_not_tried_again(loud: House):
    table = await guessing(loud)
    loud.messenger.fail("post", Refused("no"))
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    posts = loud.messenger.count("post")
    await loud.passes(120)
    assert (rounds(loud), loud.messenger.count("post")) == ([], posts)
    shown = await loud.shown(table, ROUNDS)
    assert shown.step == (await loud.stored(table)).step


async def test_an_idle_table_is_forgotten_and_read_again(loud: House):
    table = await guessing(loud)
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    loud.display.rounds.forget(table)
    await settled(loud, loud.play(table, BEN, Guess(total=2)))
    assert len(rounds(loud)) == 2


# --- the board follows ---


def board(house: House) -> Sent:
    """Return the newest board that shows players and isn't the end of a round."""
    return [sent for sent in house.boards() if sent not in rounds(house) and not sent.removed][-1]


async def test_a_board_that_was_talked_out_of_view_follows_the_round(loud: House):
    table = await guessing(loud)
    before = board(loud)
    loud.messenger.talk = 4
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    after = board(loud)
    assert before.removed
    assert after.id > rounds(loud)[-1].id, "the board stands below the reveal"


async def test_a_board_that_was_posted_at_the_same_step_follows_the_round(loud: House):
    table = await guessing(loud)
    board(loud).removed = True  # a moderator has deleted it
    loud.messenger.talk = 9
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    assert board(loud).id > rounds(loud)[-1].id
    shown = await loud.shown(table, BOARD)
    assert shown is not None
    assert shown.message == board(loud).id


async def test_a_board_in_view_stays(loud: House):
    table = await guessing(loud)
    before = board(loud)
    loud.messenger.talk = 3
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    assert board(loud) is before
    assert [call.verb for call in loud.messenger.calls].count("count") == 1, "it is asked once"


async def test_a_board_follows_every_five_minutes_at_most(loud: House):
    table = await guessing(loud)
    loud.messenger.talk = 9
    await settled(loud, loud.play(table, ANN, Guess(total=1)))
    second = board(loud)
    await loud.passes(COMES_DOWN_GAP - 10)
    await settled(loud, loud.play(table, BEN, Guess(total=2)))
    assert board(loud) is second
    assert [call.verb for call in loud.messenger.calls].count("count") == 1


async def test_two_boards_of_a_channel_follow_a_minute_apart(loud: House):
    tables = [await guessing(loud) for _ in range(2)]
    loud.messenger.talk = 9
    for table in tables:
        await settled(loud, loud.play(table, ANN, Guess(total=1)))
    assert [call.verb for call in loud.messenger.calls].count("count") == 1
    await loud.passes(CHANNEL_GAP)
    await settled(loud, loud.play(tables[1], BEN, Guess(total=2)))
    assert [call.verb for call in loud.messenger.calls].count("count") == 2
