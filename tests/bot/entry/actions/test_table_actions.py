"""Tests of the buttons of every table: join, deal, hand, rematch, moving and ending it."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import discord
import pytest

from bot.host.time.pace import USUAL_PACE
from bot.show.deliver.queues.messenger import ShutOut
from bot.show.discord_py.needed_permissions import IN_THREADS, NEEDED
from bot.show.draw.pages import server_panel
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Request, request
from db.people.people import Person
from games.rules import Refusal
from tests.bot.entry.arriving import ALL, PRIVATE_THREAD, TEXT_CHANNEL, THREAD, arrives
from tests.bot.entry.asking import ask, reply_to
from tests.bot.entry.server import DEN, GUARD_ROLE, HALL, STAFF, STAFF_ROLE, Server, server
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House, refused
from tests.bot.recording import RecordingReply, buttons
from tests.small.game.state import Options

OTHER = 9
WITH_THREADS = ALL | discord.Permissions(send_messages_in_threads=True)
MODERATOR = discord.Permissions(manage_messages=True)


async def open_by(house: House, interaction: discord.Interaction[Any]) -> RecordingReply:
    reply = reply_to(house, interaction)
    await house.router.actions.opening.open(
        reply, "small", Options(), pace="live", laid_open=True, stand_in=0
    )
    await house.quiet()
    return reply


async def test_start_button_opens_a_table_on_the_usual_terms(house: House):
    await ask(house, ANN, 0, request(frame.START.verb, game="small"))
    assert "Ann opened this table." in house.board().text
    [mine] = await house.queries.of_person(ANN)
    stored = await house.stored(mine)
    assert (stored.pace, stored.laid_open, stored.opener) == (USUAL_PACE, True, ANN)


async def test_start_button_of_a_removed_game_is_refused(house: House):
    gone = request(frame.START.verb, game="whist")
    assert await refused(ask(house, BEN, 0, gone)) == "I don't have that game any more."


def every_way(house: House) -> set[str]:
    return set(house.router.actions.verbs)


async def test_every_frame_button_is_served(house: House):
    constants = [constant for constant in vars(frame).values() if isinstance(constant, Request)]
    opens_a_panel = {frame.ORDERS.verb, frame.MORE.verb}  # request_handler.py serves it
    of_tables = every_way(house) - server_panel.VERBS
    assert of_tables == {wanted.verb for wanted in constants} - opens_a_panel
    assert all(verb.startswith(frame.HOUSE) for verb in of_tables)
    assert every_way(house) > server_panel.VERBS


async def test_table_opens_in_the_channel_of_the_command(house: House):
    reply = await open_by(house, arrives(ANN, channel=OTHER))
    assert "Ann opened this table" in house.board(OTHER).text
    assert reply.said == []
    (table,) = await house.queries.of_person(ANN)
    seen = await house.seen(table)
    assert (seen.guild, seen.channel, seen.opener, seen.pace) == (GUILD, OTHER, ANN, "live")


async def test_table_cannot_open_in_a_dm(house: House):
    with pytest.raises(Refusal, match="a server's channel"):
        await open_by(house, arrives(ANN, guild=None))
    assert await house.queries.of_person(ANN) == []


async def test_missing_permissions_are_named_before_opening(house: House):
    for needed, kind in ((NEEDED, TEXT_CHANNEL), (IN_THREADS, THREAD)):
        for missing, label in needed.items():
            allowed = discord.Permissions(ALL.value)
            allowed.update(**{missing: False})
            with pytest.raises(Refusal) as refusal:
                await open_by(house, arrives(ANN, kind=kind, allowed=allowed))
            assert f"I need {label}. Somebody" in str(refusal.value), "just what is missing"
    assert await house.queries.of_person(ANN) == []


async def test_thread_needs_its_own_write_permission(house: House):
    allowed = discord.Permissions(ALL.value)
    allowed.update(send_messages=False)
    await open_by(house, arrives(ANN, kind=THREAD, allowed=allowed))
    assert len(await house.queries.of_person(ANN)) == 1


async def test_table_cannot_open_in_an_unusable_thread(house: House):
    with pytest.raises(Refusal, match="This thread is locked"):
        await open_by(house, arrives(ANN, kind=THREAD, locked=True))
    house.messenger.shut_channels.add(CHANNEL)
    with pytest.raises(Refusal, match="I'm not in this private thread"):
        await open_by(house, arrives(ANN, kind=PRIVATE_THREAD))
    assert await house.queries.of_person(ANN) == []
    await open_by(house, arrives(ANN, channel=OTHER, kind=PRIVATE_THREAD))
    assert "Ann opened this table" in house.board(OTHER).text


async def test_table_cannot_move_to_an_unusable_thread(house: House, here: Server):
    table = await house.open(ANN, BEN)
    house.messenger.shut_channels.add(DEN)
    here.regain_access(DEN, ANN)
    reply = reply_to(house, here.arrives(ANN, channel=DEN, kind=PRIVATE_THREAD))
    with pytest.raises(Refusal, match="I'm not in this private thread"):
        await house.router.actions.bring(reply, await house.seen(table, reply.person))
    assert (await house.stored(table)).channel == CHANNEL


async def test_opening_a_table_retries_a_closed_dm(house: House):
    await house.contacts.note(ANN, Person(77, dm_closed=True))
    await open_by(house, arrives(ANN))
    assert (await house.contacts.of(ANN)).dm_closed is False


async def test_join_tells_the_seat(house: House):
    table = await house.open(ANN)
    reply = await ask(house, BEN, table, frame.JOIN)
    assert "You're in, seat 2" in reply.text
    assert "Ann, Ben" in house.board().text


async def test_join_retries_a_closed_dm(house: House):
    table = await house.open(ANN)
    await house.contacts.note(BEN, Person(77, dm_closed=True))
    await ask(house, BEN, table, frame.JOIN)
    assert (await house.contacts.of(BEN)).dm_closed is False


async def test_leave_updates_the_board(house: House):
    table = await house.open(ANN, BEN)
    reply = await ask(house, BEN, table, frame.LEAVE)
    assert f"You have left table {table}" in reply.text
    assert "Ben" not in house.board().text
    assert "You can come back while it's open." in reply.text
    with pytest.raises(Refusal):
        await ask(house, CAT, table, frame.LEAVE)


async def test_last_player_to_leave_is_not_invited_back(house: House):
    table = await house.open(ANN)
    reply = await ask(house, ANN, table, frame.LEAVE)
    assert reply.text.endswith("Nobody was left, so it's closed.")
    with pytest.raises(Refusal, match="was closed"):
        await ask(house, ANN, table, frame.JOIN)


@pytest.mark.parametrize(
    ("wanted", "happened"),
    [(frame.JOIN, "join"), (frame.LEAVE, "leave"), (frame.DEAL, "deal")],
    ids=lambda case: getattr(case, "verb", case),
)
async def test_change_counts_even_if_it_cannot_be_shown(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    wanted: Request,
    happened: str,
):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("nothing can be shown today")

    table = await house.open(ANN, BEN)
    await house.quiet()
    monkeypatch.setattr(house.display, "answer_hand", broken)
    monkeypatch.setattr(RecordingReply, "say", broken)
    person = CAT if wanted is frame.JOIN else BEN
    await ask(house, person, table, wanted)
    assert "nothing can be shown today" in caplog.text
    assert (await house.log(table))[-1].kind == happened


async def test_table_is_open_even_if_its_board_cannot_be_posted(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no board today")

    monkeypatch.setattr(house.display, "post_board", broken)
    reply = await open_by(house, arrives(ANN))
    (table,) = await house.queries.of_person(ANN)
    assert reply.text.startswith(f"Table {table} is open, but I couldn't show it here")
    assert "`/small table`" in reply.text


async def test_deal_button_redraws_the_board_and_posts_a_new_one(house: House):
    table = await house.open(ANN, BEN)
    await house.quiet()
    opening = house.board().id
    reply = await ask(house, ANN, table, frame.DEAL, message=opening)
    assert "Dealing to Ann and Ben…" in reply.drawn[-1].panel.text()
    assert reply.said == []
    await house.quiet()
    assert house.board().id > opening
    assert "To move:** Ann and Ben" in house.board().text


async def test_deal_command_is_answered_with_the_hand(house: House):
    table = await house.open(ANN, BEN)
    await house.quiet()
    reply = await ask(house, ANN, table, frame.DEAL)
    assert f"Your hand · Hidden Coins, table {table}," in reply.text
    assert "To move:** Ann and Ben" in house.board().text


async def test_hand_is_ephemeral_and_redrawn_in_place(house: House):
    table = await house.dealt(ANN, BEN)
    first = await ask(house, ANN, table, frame.HAND, message=house.board().id)
    assert f"Your hand · Hidden Coins, table {table}," in first.text
    assert first.drawn == []
    own = house.messenger.make(first.said[0], channel=CHANNEL, person=None, nonce="")
    again = await ask(house, ANN, table, frame.HAND, message=own, on_own_panel=True)
    assert (again.said, len(again.drawn)) == ([], 1)


async def test_watcher_has_no_hand(house: House):
    table = await house.dealt(ANN, BEN)
    reply = await ask(house, CAT, table, frame.HAND)
    assert "welcome to watch" in reply.text
    assert [button.request for button in buttons(reply.said[-1].panel).values()] == [frame.WATCH]


@pytest.fixture
async def here() -> AsyncGenerator[Server]:
    async with server() as kept:
        yield kept


async def bring(house: House, table: int, asked: discord.Interaction[Any]) -> RecordingReply:
    reply = reply_to(house, asked)
    await house.router.actions.bring(reply, await house.router.which(asked, None, table))
    await house.quiet()
    return reply


async def test_board_is_posted_again_in_its_channel(house: House):
    table = await house.dealt(ANN, BEN)
    before = house.board()
    await bring(house, table, arrives(BEN))
    boards = [
        message
        for message in house.messenger.there(channel=CHANNEL)
        if "Hidden Coins" in message.text
    ]
    assert len(boards) == 1
    assert boards[0].id != before.id


async def test_player_or_moderator_moves_a_board(house: House, here: Server):
    table = await house.dealt(ANN, BEN)
    await bring(house, table, here.arrives(BEN, channel=HALL))
    assert "Hidden Coins" in house.board(HALL).text
    assert (await house.seen(table)).channel == HALL
    await house.passes(31)
    asked = here.arrives(CAT, channel=HALL, permissions=MODERATOR)
    await bring(house, table, asked)
    assert (await house.seen(table)).channel == HALL


async def test_watcher_cannot_move_a_board(house: House, here: Server):
    table = await house.dealt(ANN, BEN)
    for channel in (CHANNEL, HALL):
        asked = here.arrives(DAN, channel=channel)
        assert f"<#{CHANNEL}>" in await refused(bring(house, table, asked))
    moderates_elsewhere = here.arrives(DAN, channel=HALL, permissions=MODERATOR)
    await refused(bring(house, table, moderates_elsewhere))
    assert (await house.seen(table)).channel == CHANNEL
    assert house.messenger.count("reply") == 1, "the opening"


async def test_repost_rate_limit_is_half_a_minute(house: House):
    table = await house.dealt(ANN, BEN)
    await bring(house, table, arrives(ANN))
    again = int(house.clock.now()) + 31
    for person in (ANN, BEN):
        said = await refused(bring(house, table, arrives(person)))
        assert f"<t:{again}:R>" in said
    two = [bring(house, await house.dealt(ANN, CAT), arrives(CAT)) for _ in range(1)]
    await asyncio.gather(*two)  # another table need not wait
    await house.passes(31)
    at_once = await asyncio.gather(
        *(bring(house, table, arrives(person)) for person in (ANN, BEN)), return_exceptions=True
    )
    assert sum(isinstance(result, Refusal) for result in at_once) == 1


async def test_failed_repost_is_exempt_from_the_rate_limit(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.fail("post", ShutOut("no"))
    reply = reply_to(house, arrives(ANN), late=True)
    await house.router.actions.bring(reply, await house.seen(table, reply.person))
    assert "couldn't be shown just now. Try again with `/small table`." in reply.text
    await bring(house, table, arrives(ANN))


async def test_stranger_learns_nothing_by_moving_a_board(house: House, here: Server):
    table = await house.dealt(ANN, BEN, channel=STAFF)
    said = await refused(bring(house, table, here.arrives(DAN, channel=HALL)))
    assert said == await refused(bring(house, 999, here.arrives(DAN, channel=HALL)))


async def test_player_cannot_move_a_table_from_an_unseen_channel(house: House, here: Server):
    table = await house.dealt(ANN, BEN, channel=STAFF)
    said = await refused(bring(house, table, here.arrives(BEN, channel=HALL)))
    assert "can't see" in said
    await bring(house, table, here.arrives(BEN, channel=HALL, roles=(STAFF_ROLE,)))
    assert (await house.seen(table)).channel == HALL


async def test_player_moves_a_table_whose_channel_is_gone(house: House, here: Server):
    table = await house.dealt(ANN, BEN, channel=404)
    asked = here.arrives(CAT, channel=HALL, permissions=MODERATOR)
    assert await refused(bring(house, table, asked)) == "I don't know that table."
    await bring(house, table, here.arrives(BEN, channel=HALL))
    assert (await house.seen(table)).channel == HALL
    assert here.asked == [("channel", 404)] * 2, "once for each who asked"


async def test_opener_or_moderator_moves_a_table_into_a_private_thread(house: House, here: Server):
    table = await house.dealt(ANN, BEN)
    here.regain_access(DEN, ANN, BEN, CAT)
    said = await refused(bring(house, table, here.arrives(BEN, channel=DEN)))
    assert "Only Ann, who opened table" in said
    await bring(house, table, here.arrives(ANN, channel=DEN, allowed=WITH_THREADS))
    assert (await house.seen(table)).channel == DEN
    await house.passes(31)
    await refused(bring(house, table, here.arrives(BEN, channel=CHANNEL)))
    await bring(house, table, here.arrives(CAT, channel=CHANNEL, roles=(GUARD_ROLE,)))
    assert (await house.seen(table)).channel == CHANNEL


async def test_board_is_not_moved_to_an_unusable_channel(house: House, here: Server):
    table = await house.dealt(ANN, BEN)
    asked = here.arrives(ANN, channel=HALL, allowed=discord.Permissions.none())
    assert "View Channel" in await refused(bring(house, table, asked))
    assert (await house.seen(table)).channel == CHANNEL


async def test_board_stays_on_its_server(house: House):
    table = await house.dealt(ANN, BEN)
    for guild in (3, None):
        with pytest.raises(Refusal, match="its own server"):
            await bring(house, table, arrives(ANN, guild=guild))


async def end(house: House, table: int, asked: discord.Interaction[Any]) -> RecordingReply:
    reply = reply_to(house, asked)
    await house.router.actions.end_actions.end(reply, table)
    return reply


async def test_opener_and_moderator_end_a_table(house: House, here: Server):
    for asked in (
        arrives(ANN),
        arrives(ANN, channel=HALL),
        here.arrives(CAT, channel=CHANNEL, permissions=MODERATOR),
        here.arrives(CAT, channel=HALL, roles=(GUARD_ROLE,)),
    ):
        table = await house.dealt(ANN, BEN)
        assert "is closed." in (await end(house, table, asked)).text
        assert (await house.seen(table)).phase == "ended"


async def test_moderator_of_another_channel_cannot_end_a_table(house: House, here: Server):
    table = await house.dealt(ANN, BEN)
    asked = here.arrives(CAT, channel=HALL, permissions=MODERATOR)
    assert "Only Ann, a moderator or all its players together" in await refused(
        end(house, table, asked)
    )
    hidden = await house.dealt(ANN, BEN, channel=STAFF)
    asked = here.arrives(CAT, channel=HALL, permissions=MODERATOR)
    assert await refused(end(house, hidden, asked)) == "I don't know that table."


async def test_table_ends_even_if_it_cannot_be_shown(house: House, monkeypatch: pytest.MonkeyPatch):
    async def broken(*_: Any) -> None:
        raise RuntimeError("nothing can be said")

    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(RecordingReply, "say", broken)
    await end(house, table, arrives(ANN))
    assert (await house.seen(table)).phase == "ended"
