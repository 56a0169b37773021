"""Tests of lines typed in a DM: words, moves, and the table that a line is for."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.host.reading.store import SET_BACK
from bot.show.draw.pages import pages
from bot.show.draw.pages.welcome import welcome
from bot.show.draw.parts.message import Notice
from cogs.deadman import FACE as DEADMAN
from cogs.yankee import YankeeFace
from db.base.problems import NotSaved
from db.restores import Restore
from db.tables.shown import HandKey
from games.gifts import KEYS, gift
from tests.bot.house import ANN, BEN, CAT, DAN, House, house_on
from tests.bot.observe.counting import Counted
from tests.bot.observe.writing import written
from tests.bot.show.test_orders_twins import dealt
from tests.small.face import FACE
from tests.small.game.moves import Hide

GONE = "I don't know that table."
SORRY = "Sorry, I made a mistake"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path, faces={"small": FACE, "deadman": DEADMAN}) as made:
        yield made


class NamedInOrder(YankeeFace):
    """Yankee Swap with lines that are read field by field, as in most games."""

    ways = tuple(replace(way, read=None) for way in YankeeFace.ways)


async def types(house: House, person: int, text: str, reply_to: int | None = None) -> str:
    """Type a line in somebody's DM; return the text of the answer, if any."""
    reference = None if reply_to is None else SimpleNamespace(message_id=reply_to)
    line: Any = SimpleNamespace(
        id=house.receipt(),
        content=text,
        author=SimpleNamespace(id=person),
        channel=SimpleNamespace(id=55),
        reference=reference,
    )
    await house.router.typed(line)
    await house.quiet()
    sent = house.messenger.sent
    answers = [id for id, message in sent.items() if message.nonce == f"line{line.id}"]
    return "\n".join(sent.pop(id).text for id in answers)  # so that only hands stay there


async def two_tables(house: House) -> tuple[int, int]:
    """Seat Ann at two tables that both wait for her."""
    first, second = await house.dealt(ANN, BEN), await house.dealt(ANN, CAT)
    await house.passes(5)
    return first, second


@pytest.mark.parametrize("text", ["help", "/help", "Help!", "help me"])
async def test_help_welcomes_a_stranger(house: House, text: str):
    assert await types(house, DAN, text) == welcome(house.faces.values()).text()


@pytest.mark.parametrize("text", ["help deadman", "/help Dead Man's Chest", "help dead man"])
async def test_help_explains_a_named_game(house: House, text: str):
    assert await types(house, DAN, text) == pages.how_to(DEADMAN, 0).text()


async def test_help_at_a_table_explains_its_game(house: House):
    table, _ = await two_tables(house)
    assert await types(house, ANN, f"{table}: help") == pages.how_to(FACE, 0).text()


@pytest.mark.parametrize("text", ["games", "/games"])
async def test_games_lists_open_questions(house: House, text: str):
    table = await house.dealt(ANN, BEN)
    assert f"**Hidden Coins, table {table}**" in await types(house, ANN, text)
    assert "You aren't at any table." in await types(house, DAN, text)


@pytest.mark.parametrize("text", ["hand", "/hand", "Hand."])
async def test_hand_sends_the_hand(house: House, text: str):
    table = await house.dealt(ANN, BEN)
    assert await types(house, ANN, text) == ""
    assert house.hand(ANN).text.startswith(f"### Your hand · Hidden Coins, table {table},")


async def test_hand_of_a_named_table_is_sent(house: House):
    _, second = await two_tables(house)
    assert "You're at several tables." in await types(house, ANN, "hand")
    await types(house, ANN, f"{second}: hand")
    assert f"table {second}," in house.hand(ANN).text


async def test_line_without_a_table_lists_the_questions(house: House):
    first, second = await two_tables(house)
    said = await types(house, ANN, "2")
    assert said.startswith("You're at several tables. Start your line with the one you mean:\n")
    wanted = FACE.asked.wanted((await house.seen(first, ANN)).view, (await house.seen(first)).names)
    for table in (first, second):
        assert f"\n`{table}:` **Hidden Coins**: {wanted}" in said
    for table in (first, second):
        await house.play(table, ANN, Hide(coins=1))
    assert f"`{first}:` **Hidden Coins**: waiting for Ben" in await types(house, ANN, "2")


async def test_refusal_names_its_table_if_there_are_several(house: House):
    first, _ = await two_tables(house)
    refused = "I cannot make anything of that"
    said = await types(house, ANN, f"{first}: 99")
    assert said.startswith(f"Hidden Coins, table {first}: "), refused
    assert not (await types(house, BEN, "99")).startswith("Hidden Coins, table")


async def test_impossible_line_is_refused_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "secrets.token_bytes", bytes
    )  # find a deal that leaves a gift out of a hand
    async with house_on(tmp_path / "yankee", faces={"yankee": NamedInOrder()}) as house:
        table = await dealt(house, "yankee", (ANN, BEN, CAT), None)
        (giver,) = (await house.seen(table)).to_move
        held = set((await house.seen(table, (ANN, BEN, CAT)[giver])).view.held)
        lacking = next(key for key in KEYS if key not in held)
        said = await types(house, (ANN, BEN, CAT)[giver], f"give {gift(lacking).name}")
        assert said.startswith(f"You don't have {gift(lacking).one} in your hand. You can give: ")


async def test_reply_to_a_hand_is_for_its_table(house: House):
    first, second = await two_tables(house)
    for table in (first, second):
        await types(house, ANN, f"{table}: hand")
    hands = {table: shown(house, table) for table in (first, second)}
    assert None not in hands.values()
    await types(house, ANN, "2", reply_to=hands[second])
    assert (await house.seen(second, ANN)).view.own == 2
    assert (await house.seen(first, ANN)).view.own is None


async def test_reply_to_a_notice_is_for_its_table(house: House):
    await house.start()
    first, second = await two_tables(house)
    await house.passes(60)
    notices = {
        notice.shown[-1].table: notice.id
        for notice in house.messenger.notices(ANN)
        if isinstance(notice.shown[-1], Notice)
    }
    await types(house, ANN, "3", reply_to=notices[first])
    assert (await house.seen(first, ANN)).view.own == 3
    assert (await house.seen(second, ANN)).view.own is None


async def test_reply_to_a_finished_hand_is_for_no_other_table(house: House):
    first, second = await two_tables(house)
    await types(house, ANN, f"{first}: hand")
    message = shown(house, first)
    await house.passes(2)  # until it is in the database
    await house.host.endings.end(first, ANN, house.receipt(), moderator=False)
    assert "closed" in await types(house, ANN, "2", reply_to=message)
    assert (await house.seen(second, ANN)).view.own is None


async def test_number_beats_the_replied_message(house: House):
    first, second = await two_tables(house)
    await types(house, ANN, f"{first}: hand")
    await types(house, ANN, f"{second}: 2", reply_to=shown(house, first))
    assert (await house.seen(second, ANN)).view.own == 2


async def test_reply_to_another_message_is_a_plain_line(house: House):
    table = await house.dealt(ANN, BEN)
    await house.passes(5)
    await types(house, BEN, "hand")
    theirs = shown(house, table, seat=1)
    assert await house.queries.shown_on(ANN, theirs or 0) is None
    await types(house, ANN, "2", reply_to=theirs)
    assert (await house.seen(table, ANN)).view.own == 2


async def test_typed_line_does_not_reveal_tables_to_strangers(house: House):
    table = await house.dealt(ANN, BEN)
    for number in (table, 999, 10**14):
        assert GONE in await types(house, CAT, f"{number}: pass")
    assert GONE in await types(house, ANN, "999: pass")


@pytest.mark.parametrize(
    "text", ["²", "١", "\0", "\ud800", "9" * 2000, "[" * 2000, "1: ²", "\u202e2", "seat ²", "²: 1"]
)
async def test_every_typed_line_is_answered_with_a_sentence(
    house: House, text: str, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    said = await types(house, BEN, text)
    assert said or text == "\u202e2", "what turns the line round is left out of it"
    assert SORRY not in said
    assert "Traceback" not in caplog.text
    assert len(said) < 3000


async def test_a_typed_line_is_logged_by_what_it_was_and_not_by_what_it_said(house: House):
    counted = house.store.observer = Counted()
    table = await house.dealt(ANN, BEN)
    with written() as out:
        await types(house, ANN, "hide 2")
        await types(house, BEN, "hide flibbertigibbet")
    assert counted.events == [("line", "done"), ("line", "refused")]
    about = f"(line hide, table {table}, step {(await house.seen(table)).step}, "
    assert about in out.getvalue()
    assert "flibbertigibbet" not in out.getvalue()


async def test_committed_line_gets_no_apology(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)

    async def broken(*_: Any) -> None:
        raise RuntimeError("no hand below it")

    monkeypatch.setattr(house.display.hands, "send_again", broken)
    assert await types(house, ANN, "2") == ""
    assert (await house.seen(table, ANN)).view.own == 2
    assert "no hand below it" in caplog.text


async def test_line_that_cannot_be_saved_is_reported(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)

    async def full(*_: Any, **__: Any) -> None:
        raise NotSaved("its disk is full")

    monkeypatch.setattr(house.router.request_handler, "play", full)
    said = await types(house, ANN, "2")
    assert "I can't save anything right now" in said
    assert SORRY not in said
    assert "its disk is full" in caplog.text
    assert (await house.seen(table, ANN)).view.own is None


def shown(house: House, table: int, seat: int = 0) -> int | None:
    """Return the message with a seat's hand, perhaps before the database has it."""
    return house.store.shown(table, HandKey(seat)).message


async def test_the_hand_below_a_line_names_the_next_table_that_waits(house: House):
    one, two = await two_tables(house)
    await types(house, ANN, f"{one}: hide 1")
    hand = house.messenger.there(person=ANN)[-1]
    assert f"Next: Hidden Coins, table {two}, waits for you." in hand.text
    await types(house, ANN, f"{two}: hide 1")
    assert "Next:" not in house.messenger.there(person=ANN)[-1].text, "no other table waits"


async def test_line_of_the_lost_future_is_refused_after_a_restore(house: House):
    table = await house.dealt(ANN, BEN)
    now = house.clock.now()
    house.host.store.database.restored = Restore(7, now + 60, now - 60)
    assert await types(house, ANN, f"{table}: hide 2") == SET_BACK
    assert await types(house, ANN, "hide 2") == SET_BACK
    assert (await house.seen(table, ANN)).view.own is None
    house.clock.advance(61)
    await types(house, ANN, f"{table}: hide 2")
    assert (await house.seen(table, ANN)).view.own == 2
