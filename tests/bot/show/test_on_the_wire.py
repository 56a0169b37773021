"""Tests of the messenger's requests to Discord: DMs, threads and members."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest

from bot.host.reading.contacts import Contacts
from bot.show.deliver.queues.messenger import Gone, ShutOut, TryLater
from bot.show.discord_py.discord_messenger import DiscordMessenger
from bot.show.discord_py.dm_rate_limit import BURST, COOLDOWN
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Message, Notice
from bot.ui.panels.panel import Button, Panel, Row, Text
from db.database import Database
from db.people.people import Person
from tests.bot.house import ANN, BEN, CHANNEL, GUILD
from tests.bot.recording import HandClock
from tests.bot.show.wire import THREAD, Wire, error

BOARD = Message(panel=Panel([Text("The board.")]))
NOTICE = Notice(
    content="Your move.", row=Row([Button("My hand", frame.HAND)]), table=1, step=1, person=ANN
)
SILENT, COMPONENTS = 1 << 12, 1 << 15


@dataclass
class Desk:
    wire: Wire
    contacts: Contacts
    clock: HandClock
    messenger: DiscordMessenger


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    database = await Database.open(tmp_path / "downeast.sqlite3", durable=False)
    clock, wire, contacts = HandClock(), Wire(), Contacts(database)
    yield Desk(wire, contacts, clock, DiscordMessenger(wire.client, contacts, clock))
    await database.close()


async def test_every_message_that_notifies_has_plain_text(desk: Desk):
    await desk.contacts.note(ANN, Person(777, dm_closed=False))
    await desk.messenger.post(CHANNEL, BOARD, "1")
    await desk.messenger.notify(CHANNEL, NOTICE, "2")
    await desk.messenger.send_dm(ANN, BOARD, "3")
    await desk.messenger.send_dm(ANN, NOTICE, "4")
    rings = 0
    for _, _, body in desk.wire.asked:
        if not int(body.get("flags") or 0) & SILENT:
            assert body["content"] == NOTICE.content
            assert not int(body.get("flags") or 0) & COMPONENTS
            rings += 1
    assert rings == 2


def test_a_notice_without_text_cannot_be_made():
    with pytest.raises(AssertionError):
        Notice(content=" ", row=NOTICE.row, table=1, step=1, person=ANN)


async def test_a_closed_dm_is_remembered(desk: Desk):
    desk.wire.fail("POST", "/channels/777/messages", error(403, 50007))
    assert await desk.messenger.send_dm(ANN, NOTICE, "1") is None
    assert await desk.contacts.of(ANN) == Person(777, dm_closed=True)
    assert await desk.messenger.send_dm(ANN, NOTICE, "2") is None
    assert len(desk.wire.asked) == 2, "nobody knocks at a closed door again"


async def test_dms_opened_too_fast_are_opened_later(desk: Desk):
    desk.wire.fail("POST", "/users/@me/channels", error(403, 40003))
    with pytest.raises(TryLater):
        await desk.messenger.send_dm(ANN, NOTICE, "1")
    assert await desk.contacts.of(ANN) == Person()
    with pytest.raises(TryLater) as raised:
        await desk.messenger.send_dm(BEN, NOTICE, "2")
    assert raised.value.after == COOLDOWN, "nor is anybody else's opened meanwhile"
    assert len(desk.wire.asked) == 1
    desk.clock.advance(COOLDOWN)
    assert await desk.messenger.send_dm(ANN, NOTICE, "3") is not None


@pytest.mark.parametrize(
    ("path", "code"), [("/channels/777/messages", 50278), ("/users/@me/channels", 10013)]
)
async def test_a_deleted_account_is_not_a_closed_dm(desk: Desk, path: str, code: int):
    desk.wire.fail("POST", path, error(403, code))
    with pytest.raises(Gone):
        await desk.messenger.send_dm(ANN, NOTICE, "1")
    assert not (await desk.contacts.of(ANN)).dm_closed


async def test_a_deleted_dm_channel_is_forgotten(desk: Desk):
    await desk.contacts.note(ANN, Person(666, dm_closed=False))
    desk.wire.fail("POST", "/channels/666/messages", error(404, 10003))
    assert await desk.messenger.send_dm(ANN, NOTICE, "1") is None
    assert (await desk.contacts.of(ANN)).dm_channel is None


async def test_a_person_who_writes_first_needs_no_turn_for_a_dm(desk: Desk):
    for person in range(1000, 1000 + BURST):
        await desk.messenger.send_dm(person, NOTICE, str(person))
    with pytest.raises(TryLater):
        await desk.messenger.send_dm(ANN, NOTICE, "1")
    await desk.contacts.reachable(ANN, 777)
    assert await desk.messenger.send_dm(ANN, NOTICE, "2") is not None


async def test_an_open_dm_ignores_the_rate_limit(desk: Desk):
    for person in range(1, 50):
        await desk.contacts.note(person, Person(777, dm_closed=False))
        assert await desk.messenger.send_dm(person, NOTICE, str(person)) is not None


async def test_an_archived_thread_is_reopened_for_its_board(desk: Desk):
    desk.wire.fail("PATCH", f"/channels/{THREAD}/messages/1", error(400, 50083))
    assert await desk.messenger.edit(THREAD, 1, BOARD)
    assert desk.wire.paths() == [
        f"PATCH /channels/{THREAD}/messages/1",
        f"PATCH /channels/{THREAD}",
        f"PATCH /channels/{THREAD}/messages/1",
    ]
    assert desk.wire.asked[1][2] == {"archived": False}


async def test_a_locked_thread_is_left_alone_and_explained(desk: Desk):
    desk.wire.fail("PATCH", f"/channels/{THREAD}/messages/1", error(400, 50083))
    desk.wire.fail("PATCH", f"/channels/{THREAD}", error(403, 160005))
    with pytest.raises(ShutOut) as raised:
        await desk.messenger.edit(THREAD, 1, BOARD)
    assert raised.value.hint == (
        f"<#{THREAD}> is locked: somebody who manages threads can unlock it."
    )
    assert len(desk.wire.asked) == 2


async def test_a_private_thread_is_joined_or_the_problem_is_explained(desk: Desk):
    desk.wire.has_guild(discord.Permissions.none(), private=True)
    await desk.messenger.enter(THREAD)
    desk.wire.fail("PUT", f"/channels/{THREAD}/thread-members/@me", error(403, 50001))
    with pytest.raises(ShutOut) as raised:
        await desk.messenger.enter(THREAD)
    assert "Mention me there to let me in" in raised.value.hint


@pytest.mark.parametrize(
    ("channel", "denied", "code", "says"),
    [
        (CHANNEL, {"send_messages": True}, 50013, "I need Send Messages there."),
        (CHANNEL, {"view_channel": True}, 50001, "I need View Channel and Send Messages there."),
        (THREAD, {"send_messages_in_threads": True}, 50013, "I need Send Messages in Threads"),
    ],
)
async def test_missing_permissions_are_named(
    desk: Desk, channel: int, denied: dict[str, bool], code: int, says: str
):
    desk.wire.has_guild(discord.Permissions(**denied))
    desk.wire.fail("POST", f"/channels/{channel}/messages", error(403, code))
    with pytest.raises(ShutOut) as raised:
        await desk.messenger.post(channel, BOARD, "1")
    assert f"I can't write in <#{channel}>" in raised.value.hint
    assert says in raised.value.hint


async def test_a_deleted_channel_is_explained(desk: Desk):
    desk.wire.fail("POST", f"/channels/{CHANNEL}/messages", error(404, 10003))
    with pytest.raises(ShutOut) as raised:
        await desk.messenger.post(CHANNEL, BOARD, "1")
    assert raised.value.hint == "Its channel is gone."


@pytest.mark.parametrize(
    ("problem", "there"),
    [(None, True), (error(404, 10007), False), (error(404, 10013), False), (error(500), True)],
)
async def test_membership_is_looked_up(
    desk: Desk, problem: discord.HTTPException | None, there: bool
):
    if problem is not None:
        desk.wire.fail("GET", f"/guilds/{GUILD}/members/{ANN}", problem)
    assert await desk.messenger.is_member(GUILD, ANN) is there
