"""Tests of what becomes of a person's earlier private answers."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import pytest

from bot.show.discord_py.message_bodies import Body
from bot.show.discord_py.private_answers import FRESH_FOR, PrivateAnswers, at_rest
from bot.show.discord_py.reply import KeptAnswer
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Message, sentence
from bot.ui.panels.panel import Attached, Button, Choice, Menu, Panel, Request, Row, Text
from bot.ui.panels.render import Json
from tests.bot.recording import HandClock

ANN, BEN, HERE, THERE = 1, 2, 10, 20
HAND = Message(
    panel=Panel(
        [
            Text("Your cards"),
            Menu(Request("bid"), "*amount", "Bid…", [Choice("10", "10")]),
            Row([Button("Pass", Request("pass"))]),
        ]
    ),
    table=1,
)
LATER = Message(panel=Panel([Text("Round 2"), *HAND.panel.parts[1:]]), table=1)
LOG = Message(panel=Panel([Text("The log"), Row([Button("More", frame.STORY)])]), table=1)


def always(message: Message) -> Callable[[Attached | None], Awaitable[Message]]:
    async def draw(_: Attached | None) -> Message:
        return message

    return draw


class Desk:
    """Private messages, and the requests that were sent about them."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.answers = PrivateAnswers(self.clock)
        self.removed: list[int] = []
        self.edits: list[int] = []

    async def wait(self, seconds: float) -> None:
        """Let time pass, and all that begins then be done."""
        for advance in (0.0, seconds):
            self.clock.advance(advance)
            for _ in range(20):
                await asyncio.sleep(0)

    def kept(self, message: int, content: Message | None = HAND) -> KeptAnswer:
        async def change(_: Body) -> Json:
            self.edits.append(message)
            return {}

        async def delete(number: int) -> None:
            self.removed.append(number)

        return KeptAnswer(message, change, delete, content)

    async def answer(self, *kept: KeptAnswer, person: int = ANN, channel: int = HERE) -> None:
        reply: Any = type("Reply", (), {"person": person, "channel": channel})()
        reply.private = list(kept)
        self.answers.answered(reply, self.clock.now())
        await self.answers.settled()


@pytest.fixture
async def desk() -> AsyncGenerator[Desk]:
    made = Desk()
    yield made
    await made.answers.close()


async def test_a_new_panel_takes_the_place_of_the_one_before(desk: Desk) -> None:
    await desk.answer(desk.kept(1))
    await desk.answer(desk.kept(2))
    assert desk.removed == [1]


async def test_other_peoples_tables_and_channels_are_left_alone(desk: Desk) -> None:
    other = Message(panel=HAND.panel, table=2)
    await desk.answer(desk.kept(1))
    await desk.answer(desk.kept(2), person=BEN)
    await desk.answer(desk.kept(3), channel=THERE)
    await desk.answer(desk.kept(4, other))
    assert desk.removed == []


async def test_sentences_replace_each_other_and_go_with_the_next_panel(desk: Desk) -> None:
    await desk.answer(desk.kept(1))
    await desk.answer(desk.kept(2, sentence("No.")))
    await desk.answer(desk.kept(3, sentence("No, again.")))
    assert desk.removed == [2], "the panel stays"
    await desk.answer(desk.kept(4))
    assert sorted(desk.removed) == [1, 2, 3]


async def test_a_press_keeps_its_panel(desk: Desk) -> None:
    first = desk.kept(1)
    await desk.answer(first)
    await desk.answer(desk.kept(1, None))
    assert desk.removed == []
    assert not await first.edit(always(HAND)), "the newest token edits it from now on"
    await desk.answer(desk.kept(2))
    assert desk.removed == [1]


async def test_an_untouched_panel_keeps_one_button(desk: Desk) -> None:
    kept = desk.kept(1)
    await desk.answer(kept)
    await kept.edit(always(LATER))
    await desk.wait(FRESH_FOR - 1)
    assert desk.edits == [1]
    await desk.wait(1)
    assert desk.edits == [1, 1]
    assert kept.content == at_rest(LATER)
    assert not await kept.edit(always(HAND)), "a later drawing would bring the buttons back"


async def test_a_touched_panel_keeps_its_buttons_longer(desk: Desk) -> None:
    await desk.answer(desk.kept(1))
    await desk.wait(FRESH_FOR - 1)
    await desk.answer(desk.kept(1))
    await desk.wait(1)
    assert desk.edits == []


async def test_a_panel_without_moves_is_left_as_it_is(desk: Desk) -> None:
    """A log can be read by people who don't sit at the table and have no hand."""
    await desk.answer(desk.kept(1, LOG))
    await desk.wait(FRESH_FOR)
    assert desk.edits == []


def test_a_panel_at_rest_keeps_its_cards() -> None:
    rested = at_rest(HAND).panel
    assert rested.text() == "Your cards"
    assert list(rested.requests()) == [frame.HAND]


async def test_nothing_is_tried_with_an_expired_token(desk: Desk) -> None:
    """The machine slept, and the clock is an hour ahead at once."""
    await desk.answer(desk.kept(1))
    await desk.wait(3600)
    await desk.answer(desk.kept(2))
    assert (desk.edits, desk.removed) == ([], [])


def test_a_panel_at_rest_keeps_the_picture_that_is_attached() -> None:
    drawn = Attached("cards-1.png", "Five cards")  # as it was sent, before its file had an id
    there = Attached("cards-1.png", "Five cards", file=77)
    hand = Message(panel=Panel([drawn, *HAND.panel.parts]), table=1)
    assert list(at_rest(hand, there).panel.parts[:2]) == [there, Text("Your cards")]
    assert at_rest(hand).panel.text() == "Your cards", "the file was refused"
