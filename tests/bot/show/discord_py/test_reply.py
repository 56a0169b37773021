"""Tests of the answer to an interaction, through the real client."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.show.discord_py.reply import DONE, InteractionReply, PanelPictures
from bot.show.draw.parts.message import File, Message, Notice
from bot.ui.paint.paint import png
from bot.ui.panels.panel import Attached, Button, Entry, Form, Panel, Request, Row, Text
from playground.tests.user import EPHEMERAL, User, files_in, pictures_in, text_of
from tests.actors.harbor import Harbor, harbor

THINKING = 1 << 7
FORM = Form(Request("x"), "A form", [Entry("?x", "What?")])

Work = Callable[[InteractionReply], Awaitable[None]]


def always(message: Message) -> Callable[[Attached | None], Awaitable[Message]]:
    async def draw(_: Attached | None) -> Message:
        return message

    return draw


def panel(text: str) -> Message:
    return Message(panel=Panel([Text(text), Row([Button("Press", Request("x"))])]), table=1)


class Desk:
    """The bot with a test's answers in place of its router's."""

    def __init__(self, here: Harbor) -> None:
        self.here = here
        self.ann: User = here.users["Ann"]
        self.patience = 2.0
        self.pictures = PanelPictures()
        self.replies: list[InteractionReply] = []
        self._works: list[Work] = []
        self._served = asyncio.Event()
        here.services.router.rules = self._serve  # type: ignore[method-assign]
        here.services.router.pressed = self._serve_press  # type: ignore[method-assign]

    async def _serve_press(self, interaction: Any) -> None:
        if interaction.type.name == "component":
            await self._serve(interaction)

    async def _serve(self, interaction: Any, *_: Any) -> None:
        async with InteractionReply(interaction, self.patience, pictures=self.pictures) as reply:
            await self._works.pop(0)(reply)
            self.replies.append(reply)
        self._served.set()

    async def command(self, work: Work) -> Any:
        return await self._done(work, self.ann.command("deadman rules"))

    async def press(self, message: Any, work: Work) -> Any:
        return await self._done(work, self.ann.click(message, label="Press"))

    async def _done(self, work: Work, asked: Awaitable[Any]) -> Any:
        self._works.append(work)
        self._served.clear()
        asking = asyncio.ensure_future(asked)
        await asyncio.wait_for(self._served.wait(), 10)
        return await asking

    async def ready(self) -> Any:
        """Send Ann a private panel; return its message."""
        await self.command(lambda reply: reply.say(panel("first")))
        return await self.ann.find(text="first")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    async with harbor(tmp_path, 2, games=("deadman",)) as here:
        yield Desk(here)


async def until_given(reply: InteractionReply) -> None:
    """Wait longer than the reply's patience."""
    for _ in range(2000):
        if reply.given:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("nobody has put it off")


async def test_an_answer_is_ephemeral(desk: Desk):
    async def work(reply: InteractionReply) -> None:
        await reply.say(panel("one"))
        await reply.say(panel("two"))

    outcome = await desk.command(work)
    assert "one" in outcome.text
    for text in ("one", "two"):
        assert (await desk.ann.find(text=text))["flags"] & EPHEMERAL
    ben = next(user for name, user in desk.here.users.items() if name != "Ann")
    assert not any("one" in text_of(message) for message in ben.messages.values())


async def test_a_slow_answer_is_deferred_and_given_later(desk: Desk):
    desk.patience = 0.02

    async def work(reply: InteractionReply) -> None:
        await until_given(reply)
        await reply.say(panel("at last"))

    await desk.command(work)
    found = await desk.ann.find(text="at last")
    assert not found["flags"] & THINKING
    assert [message for message in desk.ann.messages.values() if message["flags"] & THINKING] == []


async def test_a_command_without_an_answer_does_not_think_for_ever(desk: Desk):
    await desk.command(lambda reply: asyncio.sleep(0))
    assert await desk.ann.find(text=DONE.panel.text())
    assert [message for message in desk.ann.messages.values() if message["flags"] & THINKING] == []


async def test_a_file_can_be_the_answer_in_time_and_late(desk: Desk):
    file = File(name="table-1.json", content=b"{}", alt="The transcript")
    message = Message(panel=Panel([Text("Here.")]), file=file)
    await desk.command(lambda reply: reply.say(message))
    desk.patience = 0.02

    async def late(reply: InteractionReply) -> None:
        await until_given(reply)
        await reply.say(message)

    await desk.command(late)
    shown = [file for message in desk.ann.messages.values() for file in files_in(message)]
    assert [file["name"] for file in shown] == ["table-1.json"] * 2
    assert desk.here.unhappy() == []


async def test_a_board_is_posted_publicly_and_its_id_is_known(desk: Desk):
    posted: list[int | None] = []

    async def work(reply: InteractionReply) -> None:
        posted.append(await reply.post(panel("board"), "b1"))

    await desk.command(work)
    found = await desk.ann.find(text="board")
    assert posted == [int(found["id"])]
    assert not found["flags"] & EPHEMERAL


async def test_a_late_board_or_form_is_reported(desk: Desk):
    desk.patience = 0.02
    came: list[Any] = []

    async def work(reply: InteractionReply) -> None:
        await until_given(reply)
        came.extend([await reply.post(panel("board"), "b1"), await reply.form(FORM, 1, 1)])

    await desk.command(work)
    assert came == [None, False]


async def test_a_form_opens_as_a_modal(desk: Desk):
    came: list[bool] = []

    async def work(reply: InteractionReply) -> None:
        came.append(await reply.form(FORM, 1, 1))

    outcome = await desk.press(await desk.ready(), work)
    assert (outcome.kind, came) == ("form", [True])
    assert outcome.form["title"] == "A form"


@pytest.mark.parametrize("late", [False, True])
async def test_the_pressed_message_is_edited_also_after_a_deferral(desk: Desk, late: bool):
    came: list[bool] = []

    async def work(reply: InteractionReply) -> None:
        if late:
            await until_given(reply)
        for text in ("second", "third"):
            came.append(await reply.update(panel(text)))

    message = await desk.ready()
    desk.patience = 0.02 if late else desk.patience
    await desk.press(message, work)
    assert came == [True, True]
    assert (await desk.ann.find(text="third"))["id"] == message["id"]
    [reply] = desk.replies[1:]
    assert (reply.message, reply.on_own_panel) == (int(message["id"]), True)


async def test_a_press_without_an_answer_does_not_fail(desk: Desk):
    message = await desk.ready()
    outcome = await desk.press(message, lambda reply: asyncio.sleep(0))
    assert outcome.kind == "answered"
    assert desk.here.unhappy() == []


async def test_a_press_on_a_deleted_message_can_still_be_answered(desk: Desk):
    async def post(reply: InteractionReply) -> None:
        await reply.post(panel("board"), "b1")

    await desk.command(post)
    message = await desk.ann.find(text="board")
    came: list[tuple[bool, bool]] = []

    async def work(reply: InteractionReply) -> None:
        await reply.interaction.channel.get_partial_message(reply.message).delete()  # type: ignore[union-attr]
        came.append((await reply.update(panel("second")), reply.given))
        await reply.say(panel("gone"))

    await desk.press(message, work)
    assert came == [(False, False)]
    assert await desk.ann.find(text="gone")


async def test_a_public_notice_turns_only_into_a_notice(desk: Desk):
    games, row = int(desk.ann.channels["games"]), Row([Button("Press", Request("x"))])
    notice = Notice(content="asked", row=row, table=1, step=1, person=int(desk.ann.id))
    message = await desk.here.bot.messenger.notify(games, notice, "n")
    came: list[tuple[bool, bool]] = []

    async def work(reply: InteractionReply) -> None:
        came.append((await reply.update(panel("panel")), reply.given))
        answer = replace(notice, content="answered", row=Row([]))
        came.append((await reply.update(answer), reply.given))

    await desk.press(await desk.ann.find(text="asked"), work)
    assert came == [(False, False), (True, True)]
    answered = await desk.ann.find(text="answered")
    assert (answered["id"], answered["components"]) == (str(message), [])
    assert await desk.here.bot.messenger.edit(games, message, notice)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (400, 50035)])
async def test_a_lost_answer_is_logged(
    desk: Desk, caplog: pytest.LogCaptureFixture, status: int, code: int
):
    came: list[bool] = []

    async def work(reply: InteractionReply) -> None:
        fault = {"kind": "status", "method": "POST", "route": "interactions"}
        desk.here.trouble(**fault, status=status, code=code)
        came.append(await reply.update(panel("second")))
        assert reply.given

    message = await desk.ready()
    desk.here.playground.stage.interactions.answer_within = 0.3
    assert (await desk.press(message, work)).kind == "failed"
    assert came == [False]
    assert "I couldn't send an answer" in caplog.text


@pytest.mark.parametrize("late", [False, True])
async def test_a_refused_picture_does_not_prevent_the_answer(desk: Desk, late: bool):
    pictured = Message(panel=Panel([Text("second"), Attached("gone.png", "A board.")]), table=1)
    came: list[tuple[bool, bool]] = []

    async def work(reply: InteractionReply) -> None:
        if late:
            await until_given(reply)
        came.append((await reply.update(pictured), reply.without_picture))

    message = await desk.ready()
    desk.patience = 0.02 if late else desk.patience
    assert (await desk.press(message, work)).kind == "answered"
    assert came == [(True, True)]
    assert (await desk.ann.find(text="second"))["id"] == message["id"]
    kept = desk.replies[-1].kept
    assert kept is not None, "the panel is known, and what is attached to it"
    assert (kept.message, kept.attached) == (int(message["id"]), None)


# --- a panel with a picture -----------------------------------------------------------------------

CARDS = Attached("cards.png", "Your cards.")
PNG = png(Image.new("RGB", (90, 60), "#204060"))


def pictured(text: str, attached: Attached = CARDS) -> Message:
    picture = None if attached.file else File(name=CARDS.name, content=PNG, alt=CARDS.alt)
    parts = [attached, *panel(text).panel.parts]
    return Message(panel=Panel(parts), table=1, picture=picture)


def shown_in(message: Any) -> list[str]:
    """Return the alt texts of the pictures that a message shows."""
    return [picture["description"] for picture in pictures_in(message)]


@pytest.mark.parametrize("late", [False, True])
async def test_a_panel_keeps_its_picture_until_it_is_drawn_without(desk: Desk, late: bool):
    async def say(reply: InteractionReply) -> None:
        if late:
            await until_given(reply)
        await reply.say(pictured("first"))

    desk.patience = 0.02 if late else desk.patience
    await desk.command(say)
    desk.patience = 2.0
    message = await desk.ann.find(text="first")
    assert shown_in(message) == ["Your cards."]
    first = desk.replies[-1].kept
    assert first is not None
    assert first.attached is not None
    kept = first.attached
    assert (kept.name, kept.file > 0) == ("cards.png", True)

    await desk.press(message, lambda reply: update(reply, pictured("second", kept)))
    assert shown_in(await desk.ann.find(text="second")) == ["Your cards."]
    second = desk.replies[-1].kept
    assert second is not None
    assert second.attached == kept

    assert await second.edit(always(pictured("third", kept)))
    assert shown_in(await desk.ann.find(text="third")) == ["Your cards."]
    assert await second.edit(always(panel("fourth")))
    bare = await desk.ann.find(text="fourth")
    assert (shown_in(bare), bare["attachments"], second.attached) == ([], [], None)


async def update(reply: InteractionReply, message: Message) -> None:
    assert await reply.update(message)


async def test_a_press_that_draws_no_picture_removes_the_one_that_was_there(desk: Desk):
    await desk.command(lambda reply: reply.say(pictured("first")))
    await desk.press(
        await desk.ann.find(text="first"), lambda reply: update(reply, panel("second"))
    )
    bare = await desk.ann.find(text="second")
    assert (shown_in(bare), bare["attachments"]) == ([], [])


async def test_two_drawings_of_a_panel_take_turns_and_the_second_keeps_the_new_file(desk: Desk):
    """A press while a picture is being uploaded brings another token for the same panel."""
    await desk.command(lambda reply: reply.say(pictured("first")))
    message, first = await desk.ann.find(text="first"), desk.replies[-1].kept
    assert first is not None
    before, begun, go_on = first.attached, asyncio.Event(), asyncio.Event()

    async def uploaded(_: Attached | None) -> Message:
        begun.set()
        await go_on.wait()
        return pictured("second")

    async def kept(attached: Attached | None) -> Message:
        assert attached is not None
        return pictured("third", attached)

    uploading = asyncio.ensure_future(first.edit(uploaded))
    await begun.wait()
    await desk.press(message, lambda reply: reply.acknowledge())
    second = desk.replies[-1].kept
    assert second is not None
    keeping = asyncio.ensure_future(second.edit(kept))
    await asyncio.sleep(0)
    go_on.set()
    assert (await uploading, await keeping) == (True, True)
    assert shown_in(await desk.ann.find(text="third")) == ["Your cards."]
    assert second.attached != before
    assert not [request for request in desk.here.requests if request["status"] >= 400]


async def test_a_panel_whose_file_is_gone_is_drawn_anew_with_it(desk: Desk):
    await desk.command(lambda reply: reply.say(pictured("first")))
    kept = desk.replies[-1].kept
    assert kept is not None
    kept.keep(replace(CARDS, file=1))  # which Discord doesn't know

    async def draw(attached: Attached | None) -> Message:
        return pictured("second", attached or CARDS)

    assert await kept.edit(draw)
    assert shown_in(await desk.ann.find(text="second")) == ["Your cards."]
    assert kept.attached not in (None, replace(CARDS, file=1))


@pytest.mark.parametrize("late", [False, True])
async def test_a_refused_upload_leaves_a_panel_in_words(desk: Desk, late: bool):
    async def work(reply: InteractionReply) -> None:
        if late:
            await until_given(reply)
        await reply.say(replace(pictured("first"), picture=None))  # names a file that isn't there
        assert reply.without_picture

    desk.patience = 0.02 if late else desk.patience
    await desk.command(work)
    message = await desk.ann.find(text="first")
    assert shown_in(message) == []
    kept = desk.replies[-1].kept
    assert kept is not None
    assert await kept.edit(always(replace(pictured("second"), picture=None)))
    assert shown_in(await desk.ann.find(text="second")) == []
