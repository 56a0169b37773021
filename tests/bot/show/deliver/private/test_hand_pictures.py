"""Tests of painted hands: sent with the hand, and again only when the cards have changed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.show.deliver.private.hand_pictures import HandPictures
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.draw.parts.message import Message
from bot.ui.face.face import Drawing
from bot.ui.panels.panel import Attached, Painter, Panel, Picture, Text
from bot.ui.panels.words import Names
from tests.bot.altered import altered
from tests.bot.house import ANN, BEN, House, house_on
from tests.bot.recording import RecordingReply, Sent
from tests.bot.show.at_table import settled
from tests.small.face import SmallFace, draw
from tests.small.game.views import View


class Easel:
    """A painter that can be broken."""

    def __init__(self) -> None:
        self.broken = False
        self.painted: list[tuple[int, ...]] = []

    def paint(self, content: tuple[int, ...]) -> bytes:
        if self.broken:
            raise ArithmeticError("no paint")
        self.painted.append(content)
        return bytes(content)


class PaintedFace(SmallFace):
    """The small game with a picture of the coins that a player has hidden."""

    def __init__(self, easel: Easel) -> None:
        painter = Painter("coins", 1, easel.paint)

        def hand(view: View, names: Names) -> Drawing:
            drawing, coins = draw.hand(view, names), view.own or 0
            picture = Picture((coins,), f"You have hidden {coins} coins.", painter)
            return Drawing(drawing.headline, [picture, *drawing.parts])

        self.draw = altered(draw, hand=hand)


@pytest.fixture
def easel() -> Easel:
    return Easel()


@pytest.fixture
async def painted(tmp_path: Path, easel: Easel) -> AsyncGenerator[House]:
    faces = {"small": PaintedFace(easel)}
    async with house_on(tmp_path, faces=faces, pictures=PictureCache()) as opened:
        yield opened


def uploads(panel: Sent) -> int:
    return sum(isinstance(shown, Message) and shown.picture is not None for shown in panel.shown)


def seen(panel: Sent) -> str:
    return "" if panel.picture is None else panel.picture.alt


async def press(house: House, table: int, person: int, panel: Sent) -> RecordingReply:
    reply = house.reply(person, message=panel.id, on_own_panel=True)
    await drawn(house, house.display.answer_hand(reply, table))
    return reply


async def drawn(house: House, work: Awaitable[object]) -> None:
    """Do some work, and wait until all hands are painted and shown."""
    await settled(house, work)
    while house.pictures is not None and house.pictures.painting:  # noqa: ASYNC110
        await asyncio.sleep(0.001)  # no event tells when the thread is done
    await house.quiet()


async def test_a_hand_is_uploaded_again_only_when_its_cards_change(painted: House):
    table = await painted.dealt(ANN, BEN)
    mine = await painted.opens_hand(table, ANN)
    assert (seen(mine), uploads(mine)) == ("You have hidden 0 coins.", 1)
    await drawn(painted, painted.hide(table, BEN))
    await press(painted, table, ANN, mine)
    assert len(mine.shown) == 3
    assert (seen(mine), uploads(mine)) == ("You have hidden 0 coins.", 1)
    await drawn(painted, painted.hide(table, ANN, coins=2))
    assert (seen(mine), uploads(mine)) == ("You have hidden 2 coins.", 2)
    await press(painted, table, ANN, mine)
    assert (seen(mine), uploads(mine)) == ("You have hidden 2 coins.", 2)


async def test_a_new_panel_gets_a_picture_of_its_own(painted: House, easel: Easel):
    table = await painted.dealt(ANN, BEN)
    for _ in range(2):
        assert uploads(await painted.opens_hand(table, ANN)) == 1
    assert easel.painted == [(0,)], "it is painted once"


async def test_a_pressed_panel_that_is_gone_is_replaced_with_its_picture(painted: House):
    table = await painted.dealt(ANN, BEN)
    mine = await painted.opens_hand(table, ANN)
    mine.removed = True
    reply = await press(painted, table, ANN, mine)
    [said] = reply.said
    assert said.picture is not None


async def test_a_pressed_panel_whose_file_is_gone_is_drawn_anew_with_it(painted: House):
    table = await painted.dealt(ANN, BEN)
    mine = await painted.opens_hand(table, ANN)
    mine.attached = ""  # which the bot doesn't know
    reply = await press(painted, table, ANN, mine)
    assert reply.without_picture
    assert (seen(mine), uploads(mine)) == ("You have hidden 0 coins.", 2)
    await press(painted, table, ANN, mine)
    assert (seen(mine), uploads(mine)) == ("You have hidden 0 coins.", 2), "and it is kept again"


async def test_a_hand_that_cannot_be_painted_is_in_words(
    painted: House, easel: Easel, caplog: pytest.LogCaptureFixture
):
    easel.broken = True
    table = await painted.dealt(ANN, BEN)
    mine = await painted.opens_hand(table, ANN)
    assert (seen(mine), uploads(mine)) == ("", 0)
    assert "I couldn't paint a hand" in caplog.text
    easel.broken = False
    await press(painted, table, ANN, mine)
    assert seen(mine) == "You have hidden 0 coins."


async def test_a_hand_without_a_picture_stays_as_it_is():
    plain = Message(panel=Panel([Text("You hold nothing.")]))
    assert await HandPictures(PictureCache()).added(plain, Attached("old.png", "", 5)) == plain
    coins = Picture((1,), "One coin.", Painter("coins", 1, bytes))
    hand = replace(plain, panel=Panel([coins, *plain.panel.parts]))
    assert await HandPictures(None).added(hand, None) == hand, "pictures are off"
