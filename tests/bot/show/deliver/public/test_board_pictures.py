"""Tests of board pictures: they never delay a move and never show a wrong position."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.show.deliver.queues.messenger import CannotSend, Refused, ShutOut, TryLater
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.ui.face.face import Drawing
from bot.ui.panels.panel import Painter, Picture
from bot.ui.panels.words import Names
from db.tables.shown import BOARD
from tests.bot.altered import altered
from tests.bot.house import ANN, AT_ONCE, BEN, CAT, CHANNEL, DAN, GUILD, House, house_on
from tests.bot.recording import problem
from tests.bot.show.at_table import restarted
from tests.small.face import SmallFace, draw
from tests.small.game.moves import Guess, Hide, Hurry
from tests.small.game.views import View

REST = 2.0
BEFORE = "The board after 3."  # of the players have hidden their coins
RESTING = replace(AT_ONCE, picture_rest=REST)


class Easel:
    """A painter that can be slow or broken."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.go.set()
        self.broken = False
        self.painted: list[tuple[int, ...]] = []

    def paint(self, content: tuple[int, ...]) -> bytes:
        assert self.go.wait(20)
        if self.broken:
            raise ArithmeticError("no paint")
        self.painted.append(content)
        return bytes(content)


class PicturedFace(SmallFace):
    """The small game with a picture that counts hidden coins and guesses."""

    def __init__(self, easel: Easel) -> None:
        painter = Painter("coins", 1, easel.paint)

        def board(public: View, names: Names) -> Drawing:
            drawing = draw.board(public, names)
            done = sum(public.seen.ready) + len(public.seen.guesses)
            picture = Picture((done,), f"The board after {done}.", painter)
            return Drawing(drawing.headline, [picture, *drawing.parts])

        self.draw = altered(draw, board=board)


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
async def pictured(tmp_path: Path, easel: Easel) -> AsyncGenerator[House]:
    faces = {"small": PicturedFace(easel)}
    async with house_on(tmp_path, timing=RESTING, faces=faces, pictures=PictureCache()) as opened:
        yield opened
        easel.go.set()


def seen(house: House) -> str:
    """Return the alt text of the board's picture; "" if it has none."""
    picture = house.board().picture
    return "" if picture is None else picture.alt


async def rests(house: House, seconds: float = REST) -> None:
    """Let time pass until a picture is painted and attached."""
    await house.passes(seconds)
    while house.pictures is not None and house.pictures.painting:  # noqa: ASYNC110
        await asyncio.sleep(0.001)  # no event tells when the thread is done
    await house.passes(0)


async def guessing(house: House) -> int:
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN, BEN, CAT)
    await rests(house)
    assert seen(house) == BEFORE
    return table


async def press(house: House, table: int, person: int, total: int):
    reply = house.reply(person, message=house.board().id)
    await house.play(table, person, Guess(total=total))
    await house.display.answer_board(reply, table)
    return reply


async def test_a_picture_is_attached_once_the_board_is_quiet(pictured: House):
    await pictured.dealt(ANN, BEN)
    await pictured.passes(REST - 0.5)
    assert seen(pictured) == ""
    await rests(pictured, 1)
    assert seen(pictured) == "The board after 0."
    [picture] = [
        shown.picture for shown in pictured.board().shown if getattr(shown, "picture", None)
    ]
    assert (picture.alt, picture.content) == ("The board after 0.", b"\0")


async def test_moves_in_quick_succession_share_one_picture(pictured: House, easel: Easel):
    table = await guessing(pictured)
    easel.painted.clear()
    before = pictured.messenger.count("edit")
    await press(pictured, table, ANN, 6)
    await pictured.passes(1.5)
    assert seen(pictured) == BEFORE
    await press(pictured, table, BEN, 5)
    await rests(pictured, 1.5)
    assert easel.painted == [], "it has not rested"
    assert pictured.messenger.count("edit") == before
    await rests(pictured)
    assert seen(pictured) == "The board after 5."
    assert easel.painted == [(5,)]
    assert pictured.messenger.count("edit") == before + 1


async def test_a_busy_board_still_gets_a_picture_now_and_then(pictured: House, easel: Easel):
    table = await pictured.dealt(ANN, BEN, CAT, DAN)
    for person in (ANN, BEN, CAT, DAN):
        await pictured.hide(table, person)
        await rests(pictured, 1.5)
    for number, person in enumerate((ANN, BEN, CAT)):
        assert easel.painted == []
        await pictured.play(table, person, Guess(total=number))
        await rests(pictured, 1.5)
    assert len(easel.painted) == 1


async def test_an_unchanged_picture_is_not_sent_again(pictured: House):
    table = await guessing(pictured)
    painted = pictured.board().attached
    before = pictured.messenger.count("edit")
    await pictured.play(table, BEN, Hurry())
    await rests(pictured)
    assert pictured.messenger.count("edit") == before + 1
    assert pictured.board().attached == painted
    assert seen(pictured) == BEFORE


async def test_an_answer_does_not_wait_for_the_painter(pictured: House, easel: Easel):
    table = await guessing(pictured)
    easel.go.clear()
    await press(pictured, table, ANN, 6)
    await pictured.passes(REST)
    reply = await press(pictured, table, BEN, 5)
    assert len(reply.drawn) == 1
    assert not reply.acknowledged, "its drawing is the answer"
    assert "Ben guessed 5" in pictured.board().text
    assert seen(pictured) == BEFORE
    easel.go.set()


async def test_a_click_during_an_upload_is_drawn_right_after_it(tmp_path: Path, easel: Easel):
    timing, faces = replace(RESTING, pause=60.0), {"small": PicturedFace(easel)}
    async with house_on(tmp_path, timing=timing, faces=faces, pictures=PictureCache()) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.hide(table, ANN, BEN, CAT)
        await rests(house, 200)
        await rests(house, 200)
        assert seen(house) == BEFORE
        await press(house, table, ANN, 6)
        held = house.messenger.hold("edit")
        await rests(house)
        await held.arrived.wait()
        reply = await press(house, table, BEN, 5)
        assert (reply.acknowledged, reply.drawn) == (True, [])
        held.release()
        await house.passes(0)
        assert "Ben guessed 5" in house.board().text
        assert house.board().steps[-1] == (await house.seen(table)).step


async def test_boards_without_pictures_are_complete(tmp_path: Path, easel: Easel):
    async with house_on(tmp_path, timing=RESTING, faces={"small": PicturedFace(easel)}) as house:
        table = await house.dealt(ANN, BEN)
        await rests(house)
        await house.hide(table, ANN, BEN)
        await rests(house)
        assert seen(house) == ""
        assert "Ben has hidden coins." in house.board().text
        assert easel.painted == []


@pytest.mark.parametrize("kind", [TryLater, ShutOut, Refused])
async def test_a_failed_upload_leaves_the_board_text_only(
    pictured: House, kind: type[CannotSend], caplog: pytest.LogCaptureFixture
):
    table = await guessing(pictured)
    await press(pictured, table, ANN, 6)
    pictured.messenger.fail("edit", problem(kind))
    before = pictured.messenger.count("edit")
    await rests(pictured)
    assert seen(pictured) == "", "the one before it would stay for good"
    assert "Ann guessed 6" in pictured.board().text
    await rests(pictured, 3600)
    assert pictured.messenger.count("edit") == before + 2
    assert caplog.text.count("I couldn't attach the picture") == 1
    shown = await pictured.shown(table, BOARD)
    assert shown.step == (await pictured.stored(table)).step


async def test_the_next_picture_is_tried_after_a_temporary_failure(pictured: House):
    table = await guessing(pictured)
    await press(pictured, table, ANN, 6)
    pictured.messenger.fail("edit", TryLater("502"))
    await rests(pictured)
    await pictured.play(table, BEN, Guess(total=5))
    await rests(pictured)
    assert seen(pictured) == "The board after 5."


async def test_no_picture_is_sent_after_a_permission_error_until_access_is_back(pictured: House):
    table = await pictured.dealt(ANN, BEN, CAT)
    pictured.messenger.fail("edit", ShutOut("50013"))
    await rests(pictured)
    await pictured.hide(table, ANN, BEN, CAT)
    await pictured.play(table, ANN, Guess(total=6))
    before = pictured.messenger.count("edit")
    await rests(pictured)
    assert pictured.messenger.count("edit") <= before + 1, "the words alone"
    assert seen(pictured) == ""
    await pictured.display.regain_access(GUILD)
    await rests(pictured)
    assert seen(pictured) == "The board after 4."


async def test_a_picture_that_cannot_be_painted_is_not_tried_again(
    pictured: House, easel: Easel, caplog: pytest.LogCaptureFixture
):
    easel.broken = True
    table = await pictured.dealt(ANN, BEN)
    await rests(pictured)
    await rests(pictured, 3600)
    assert caplog.text.count("I couldn't paint the picture") == 1
    await pictured.passes(5)
    assert (await pictured.stored(table)).rev == pictured.store.caught_up_at(table)


async def test_a_missing_picture_costs_nobody_their_answer(pictured: House):
    table = await guessing(pictured)
    pictured.board().attached = ""
    reply = await press(pictured, table, ANN, 6)
    assert "Ann guessed 6" in reply.drawn[-1].panel.text()
    assert seen(pictured) == ""
    await rests(pictured)
    assert seen(pictured) == "The board after 4."
    pictured.board().attached = ""
    await pictured.play(table, BEN, Guess(total=5))
    await pictured.passes(0)
    assert pictured.board().steps[-1] == (await pictured.seen(table)).step


async def test_the_attached_picture_is_known_after_a_restart(pictured: House):
    table = await guessing(pictured)
    await pictured.passes(5)
    await restarted(pictured)
    before = pictured.messenger.count("edit")
    await rests(pictured, 10)
    assert pictured.messenger.count("edit") == before, "it is there already"
    await press(pictured, table, ANN, 6)
    assert seen(pictured) == BEFORE
    await rests(pictured)
    assert seen(pictured) == "The board after 4."


async def test_a_pending_picture_is_attached_after_a_restart(pictured: House, easel: Easel):
    table = await guessing(pictured)
    await pictured.passes(5)
    easel.go.clear()
    await press(pictured, table, ANN, 6)
    await pictured.passes(REST + 2)  # everything but the picture is stored
    easel.go.set()
    await pictured.crash()
    assert seen(pictured) == BEFORE
    await pictured.start()
    await rests(pictured)
    assert seen(pictured) == "The board after 4."


async def test_a_restart_during_an_upload_names_no_missing_picture(pictured: House):
    table = await guessing(pictured)
    await press(pictured, table, ANN, 6)
    held = pictured.messenger.hold("edit")
    await rests(pictured)
    await held.arrived.wait()
    shown = await pictured.shown(table, BOARD)
    assert shown.print == ""
    held.release()


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_board_posted_anew_gets_its_picture_again(pictured: House, deleted: bool):
    table = await guessing(pictured)
    old = pictured.board().id
    if deleted:
        pictured.messenger.delete(old)
        await pictured.play(table, BEN, Hurry())
    else:
        await pictured.display.post_board(pictured.reply(BEN, channel=CHANNEL), table)
    await pictured.passes(0)
    assert pictured.board().id != old
    assert seen(pictured) == ""
    await rests(pictured)
    assert seen(pictured) == BEFORE


async def test_secret_changes_send_nothing(pictured: House):
    table = await pictured.dealt(ANN, BEN, CAT)
    await pictured.play(table, ANN, Hide(coins=1))
    await rests(pictured)
    before = pictured.messenger.count("edit")
    await pictured.play(table, ANN, Hide(coins=2))
    await rests(pictured)
    assert pictured.messenger.count("edit") == before
