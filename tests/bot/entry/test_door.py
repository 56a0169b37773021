"""Everybody is answered: each person in their turn, and nobody with an apology for what is done."""

import asyncio
from typing import Any

import discord
import pytest

from bot.entry.table_actions import needs_no_table
from bot.entry.turns import AT_ONCE, WAITING, Turns
from bot.show import frame
from bot.show.messenger import TryLater
from bot.ui import custom_id
from bot.ui.panel import Request, request
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.house import ANN, BEN, CAT, House
from tests.bot.recording import RecordingReply
from tests.small.game.moves import Hide

GONE = "I know of no such table here."
SORRY = "Sorry, that is a mistake of mine"


@pytest.fixture(autouse=True)
def replies(house: House, monkeypatch: pytest.MonkeyPatch) -> list[RecordingReply]:
    """Keep what is answered to every interaction that comes through the door."""
    made: list[RecordingReply] = []

    class Reply(RecordingReply):
        def __init__(self, interaction: discord.Interaction[Any], known: Any = None) -> None:
            on = interaction.extras.get("message")
            super().__init__(house.messenger, interaction.id, interaction.user.id, message=on)
            self.interaction = interaction
            made.append(self)

        async def __aenter__(self) -> "Reply":
            return self

        async def __aexit__(self, *_: object) -> None:
            await self.acknowledge()

    monkeypatch.setattr("bot.entry.door.InteractionReply", Reply)
    return made


async def press(
    house: House, person: int, written: str, *, form: bool = False, data: Any = None, **how: Any
) -> RecordingReply:
    """Have a press arrive as Discord sends it; return its answer."""
    sent = {"custom_id": written, "component_type": 2} | (data or {})
    interaction = arrives(person, data=sent, **how)
    kind = discord.InteractionType.modal_submit if form else discord.InteractionType.component
    interaction.type = kind
    made: list[RecordingReply] = []
    answered = house.router.door.answered

    async def kept(asked: discord.Interaction[Any], work: Any) -> None:
        async def do(reply: Any) -> None:
            made.append(reply)
            await work(reply)

        await answered(asked, do)

    house.router.door.answered = kept  # type: ignore[method-assign]
    try:
        await house.router.pressed(interaction)
    finally:
        house.router.door.answered = answered  # type: ignore[method-assign]
    await house.quiet()
    return made[0]


def button(table: int, wanted: Request, step: int = 5) -> str:
    return custom_id.write(table, step, wanted)


# --- a table's number is no key -------------------------------------------------------------------


EVERYTHING = [
    *(one for one in vars(frame).values() if isinstance(one, Request) and not needs_no_table(one)),
    request("hide", coins=1),
    request("nonsense"),
    request("sum_open"),
]


@pytest.mark.parametrize("wanted", EVERYTHING, ids=lambda one: one.verb)
async def test_no_button_tells_a_stranger_whether_a_table_exists(house: House, wanted: Request):
    """Whoever changes a button's number reads the same of a table that is there and one not."""
    tables = [await house.open(ANN, BEN), await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)]
    await house.play_out(tables[2])
    for table in (*tables, 999, 10**14):
        for where in ({"channel": 9}, {"guild": None, "channel": 55}, {"guild": 3, "channel": 9}):
            reply = await press(house, CAT, button(table, wanted), **where)
            assert reply.text == GONE
            assert (reply.drawn, reply.forms) == ([], [])
    assert [len((await house.seen(table)).people) for table in tables] == [2, 2, 2]


async def test_where_a_table_stands_its_buttons_answer_everybody(house: House):
    table = await house.open(ANN, BEN)
    assert "You sit in seat 3" in (await press(house, CAT, button(table, frame.JOIN))).text
    await house.host.leave(table, CAT, house.receipt())
    assert "welcome to watch" in (await press(house, CAT, button(table, frame.HAND))).text


# --- hostile presses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "data"),
    [
        ("", {}),
        ("another:bot:button", {}),
        ("confirm_delete", {}),
        ("\0", {}),
        ("\ud800", {}),
        ("²:5:hide", {}),
        ("١:5:hide", {}),
        ("1" * 40 + ":5:hide", {}),
        ("1:5:hide;coins=\ud800", {}),
        ("1:5:hide;coins=²", {}),
        ("1:5:hide;coins=" + "9" * 60, {}),
        ("1:5:hide;coins=" + "[" * 60, {}),
        ("1:5:hide;*coins=" + "[" * 60, {}),
        ("1:5:hide;?coins=²", {}),
        ("1:5:hide;?coins=١", {}),
        ("1:5:hide;?coins=\0", {}),
        ("1:5:hide;?coins=\ud800", {}),
        ("1:5:hide;*coins", {"values": []}),
        ("1:5:hide;*coins", {"values": "[[["}),
        ("1:5:hide;*coins", {"values": [None]}),
        ("1:5:hide;*coins", {"values": ["[" * 100_000]}),
        ("1:5:hide;*coins", {"values": ["9" * 5000]}),
        ("1:5:table_howto;page=²", {}),
        ("1:5:table_come;at=²", {}),
        ("1:5:table_unsay;kind=\ud800", {}),
        ("0:0:table_howto;game=\ud800", {}),
        ("0:0:table_notices;where=\0", {}),
    ],
)
async def test_whatever_a_press_says_it_is_answered_in_a_sentence(
    house: House, written: str, data: dict[str, Any], caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    assert table == 1
    for form in (False, True):
        reply = await press(house, ANN, written, form=form, data=data)
        assert reply.given
        assert SORRY not in reply.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "components",
    [
        None,
        "nonsense",
        [None, 5, "x"],
        [{"components": {"custom_id": "?coins"}}],
        [{"component": [1, 2]}],
        [{"component": {"custom_id": 5, "value": "1"}}],
        [{"component": {"custom_id": "no key; at all", "value": "1"}}],
        [{"component": {"custom_id": "?coins", "value": {"a": []}}}],
        [{"component": {"custom_id": "?coins", "values": {"a": 1}}}],
        [{"component": {"custom_id": "?coins", "value": "²"}}],
        [{"component": {"custom_id": "?coins", "value": "9" * 4000}}],
        [{"component": {"custom_id": "?coins", "value": "\ud800\0\u202e"}}],
        [{"component": {"custom_id": "?nothing", "value": "x"}}],
    ],
)
async def test_whatever_a_form_holds_it_is_answered_and_never_with_a_form(
    house: House, components: Any, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    data = {"components": components}
    reply = await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert reply.given
    assert reply.forms == []
    assert SORRY not in reply.text
    assert "Traceback" not in caplog.text


async def test_a_form_nested_without_end_is_read_no_deeper_than_a_form_goes(house: House):
    nested: Any = []
    for _ in range(5000):
        nested = [{"components": nested}]
    table = await house.dealt(ANN, BEN)
    data = {"components": nested}
    reply = await press(house, ANN, button(table, request("hide")), form=True, data=data)
    assert reply.given
    assert SORRY not in reply.text


# --- after a commit there is no apology -----------------------------------------------------------


async def test_what_has_happened_is_shown_and_nobody_is_told_that_it_has_not(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    play = house.router.serving.play

    async def breaks_after(*given: Any) -> Any:
        await play(*given)
        raise RuntimeError("after the commit")

    monkeypatch.setattr(house.router.serving, "play", breaks_after)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert reply.text == ""
    assert "after the commit" in caplog.text
    assert (await house.seen(table, ANN)).view.own == 2
    assert "Ann" not in (await house.seen(table)).names.all((await house.seen(table)).to_move)
    assert house.board().steps[-1] == (await house.seen(table)).step, "drawn at the next chance"


async def test_whoever_cannot_be_told_of_a_change_the_change_has_been_made(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)

    def broken(*_: Any) -> None:
        raise RuntimeError("nobody hears")

    monkeypatch.setattr(house.host, "changed", broken)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert SORRY not in reply.text
    assert "nobody hears" in caplog.text


async def test_a_fault_before_anything_has_changed_is_apologised_for(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("before it")

    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(house.host, "play", broken)
    reply = await press(house, ANN, button(table, request("hide", coins=2)))
    assert SORRY in reply.text


# --- one person's presses never delay another's ---------------------------------------------------


async def test_who_presses_a_hundred_times_waits_for_themselves_alone(house: House):
    """All that one person asks for would else be written before what another does."""
    table = await house.dealt(ANN, BEN, CAT)
    done: list[int] = []

    async def pressed(person: int, wanted: Request) -> None:
        interaction = arrives(person, data={"custom_id": button(table, wanted)})
        interaction.type = discord.InteractionType.component
        await house.router.pressed(interaction)
        done.append(person)

    likes = [request(frame.NOTICES.verb, where=("dm", "channel")[n % 2]) for n in range(20)]
    flood = [asyncio.create_task(pressed(ANN, one)) for one in likes]
    other = asyncio.create_task(pressed(BEN, request("hide", coins=1)))
    await asyncio.gather(*flood, other)
    assert done.index(BEN) < len(flood) / 2


async def test_a_few_of_ones_presses_are_served_at_once_and_too_many_are_refused():
    turns, go_on, inside = Turns(), asyncio.Event(), list[int]()

    async def wait(person: int) -> None:
        async with turns.of(person):
            inside.append(person)
            await go_on.wait()

    mine = [asyncio.create_task(wait(ANN)) for _ in range(AT_ONCE + WAITING + 1)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert inside == [ANN] * AT_ONCE
    assert isinstance(mine[-1].exception(), Refusal)
    other = asyncio.create_task(wait(BEN))
    await asyncio.sleep(0)
    assert inside[-1] == BEN
    go_on.set()
    await asyncio.gather(*mine, other, return_exceptions=True)
    assert inside.count(ANN) == AT_ONCE + WAITING
    assert len(turns) == 0, "nobody is kept in mind"


async def test_who_presses_on_a_board_that_is_behind_sees_it_catch_up(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.passes(60)
    house.messenger.fail("edit", TryLater("down"))
    await house.hide(table, ANN)
    await house.passes(10)
    board = house.board()
    assert "Ann has hidden coins." not in board.text
    interaction = arrives(BEN, data={"custom_id": button(table, frame.HAND, board.steps[-1])})
    interaction.type = discord.InteractionType.component
    interaction.extras["message"] = board.id
    await house.router.pressed(interaction)
    await house.quiet()
    assert "Ann has hidden coins." in board.text, "half a minute before it would have"


# --- typed lines ----------------------------------------------------------------------------------


class Line:
    """A line that somebody types in their DM, and what was answered."""

    reference = None

    def __init__(self, house: House, person: int, text: str) -> None:
        self.id, self.content, self.author, self.channel = house.receipt(), text, self, self
        self.person, self.answers = person, list[str]()

    async def send(self, *, view: Any, silent: bool) -> None:
        self.answers.append(str(view.to_components()))


async def types(house: House, person: int, text: str) -> str:
    line: Any = Line(house, person, text)
    line.author = discord.Object(person)
    line.channel = _Place(line)
    await house.router.typed(line)
    await house.quiet()
    return "\n".join(line.answers)


class _Place:
    id = 55

    def __init__(self, line: Line) -> None:
        self.send = line.send


async def test_a_line_tells_no_stranger_whether_a_table_exists(house: House):
    table = await house.dealt(ANN, BEN)
    for number in (table, 999, 10**14):
        assert GONE in await types(house, CAT, f"{number}: pass")
    assert GONE in await types(house, ANN, "999: pass")


@pytest.mark.parametrize(
    "text",
    ["²", "١", "\0", "\ud800", "9" * 2000, "[" * 2000, "1: ²", "\u202e2", "seat ²", "²: 1"],
)
async def test_whatever_is_typed_is_answered_in_a_sentence(
    house: House, text: str, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    said = await types(house, BEN, text)
    assert said or text == "\u202e2", "what turns the line round is left out of it"
    assert SORRY not in said
    assert "Traceback" not in caplog.text
    assert len(said) < 3000


async def test_a_line_that_has_moved_is_not_apologised_for(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)

    async def broken(*_: Any) -> None:
        raise RuntimeError("no hand below it")

    monkeypatch.setattr(house.display.hands, "send_again", broken)
    assert await types(house, ANN, "2") == ""
    assert (await house.seen(table, ANN)).view.own == 2
    assert "no hand below it" in caplog.text
