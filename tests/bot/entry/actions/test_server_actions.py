"""Tests of the panel and the commands of moderators."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.entry.actions.server_actions import ServerActions
from bot.show.draw.pages import server_panel
from bot.show.draw.parts import frame
from bot.ui.panels.custom_id import write
from bot.ui.panels.panel import Request
from db.people.people import Person
from games.rules import Refusal
from tests.bot.entry.arriving import arrives
from tests.bot.entry.asking import button, press, reply_to
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House, refused
from tests.bot.recording import RecordingReply

MANAGER = discord.Permissions(manage_guild=True)
GUARD = discord.Permissions(manage_messages=True)
NOT_YOU = "You need the permission *Manage Server* for that."
BLOCKED = "The moderators of this server have blocked you from its tables."


def somebody(person: int, name: str = "Ben", *, bot: bool = False) -> Any:
    return SimpleNamespace(id=person, mention=f"<@{person}>", display_name=name, bot=bot)


async def asks(
    house: House,
    what: Callable[[ServerActions, RecordingReply], Awaitable[None]],
    person: int = ANN,
    permissions: discord.Permissions = MANAGER,
) -> str:
    reply = reply_to(house, arrives(person, permissions=permissions))
    await what(house.router.actions.server_actions, reply)
    await house.quiet()
    return reply.text


async def picks(house: House, wanted: Request, *values: str, person: int = ANN, **how: Any) -> str:
    """Pick something in a menu of the panel; return what is answered."""
    permissions = how.pop("permissions", MANAGER)
    data = {"component_type": 3, "values": list(values)}
    written = write(0, 0, wanted, server_panel.PICKED)
    reply = await press(house, person, written, data=data, permissions=permissions, **how)
    return reply.text


@pytest.mark.usefixtures("replies")
async def test_every_menu_of_the_panel_sets_what_it_says(house: House):
    known = house.store.servers
    await picks(house, server_panel.CHANNELS, "5", "3")
    await picks(house, server_panel.OPENER, "7")
    await picks(house, server_panel.LIMIT, "3")
    said = await picks(house, server_panel.GAMES, "nonsense")
    assert "3 tables, open or in play" in said, "it is answered with the panel"
    now = known.of(GUILD)
    assert (now.channels, now.games, now.opener_role, now.most_tables) == ((5, 3), (), 7, 3)
    for wanted in (server_panel.CHANNELS, server_panel.OPENER):
        await picks(house, wanted)
    await picks(house, server_panel.LIMIT, "0")
    now = known.of(GUILD)
    assert (now.channels, now.games, now.opener_role, now.most_tables) == ((), (), None, None)


@pytest.mark.usefixtures("replies")
async def test_a_menu_checks_again_who_presses_it(house: House):
    for wanted in (
        *(server_panel.CHANNELS, server_panel.GAMES),
        *(server_panel.OPENER, server_panel.LIMIT),
    ):
        assert await picks(house, wanted, "1", person=BEN, permissions=GUARD) == NOT_YOU
        assert "a channel of your server" in await picks(house, wanted, "1", person=BEN, guild=None)
    assert await house.store.servers.newest_acts(GUILD, 9) == []


async def test_every_command_checks_who_gives_it(house: House):
    commands: list[Callable[[ServerActions, RecordingReply], Awaitable[None]]] = [
        lambda it, reply: it.settings(reply),
        lambda it, reply: it.set_channels(reply, [5]),
        lambda it, reply: it.set_games(reply, ["small"]),
        lambda it, reply: it.set_opener(reply, 7),
        lambda it, reply: it.set_limit(reply, 1),
        lambda it, reply: it.block(reply, somebody(CAT)),
        lambda it, reply: it.unblock(reply, somebody(CAT)),
        lambda it, reply: it.log(reply),
        lambda it, reply: it.check(reply),
    ]
    for command in commands:
        assert await refused(asks(house, command, BEN, GUARD)) == NOT_YOU
    assert await house.store.servers.newest_acts(GUILD, 9) == []


async def test_all_games_or_the_role_of_everybody_are_no_restriction(house: House):
    await asks(house, lambda it, reply: it.set_games(reply, ["small"]))
    await asks(house, lambda it, reply: it.set_opener(reply, GUILD))
    now = house.store.servers.of(GUILD)
    assert (now.games, now.opener_role) == ((), None), "`small` is the only game"


async def test_a_list_has_at_most_as_many_channels_as_a_menu(house: House):
    many = list(range(1, 27))
    assert "25 channels" in await refused(
        asks(house, lambda it, reply: it.set_channels(reply, many))
    )


async def test_moderators_bots_and_oneself_are_not_blocked(house: House):
    def block(who: Any) -> Awaitable[str]:
        return asks(house, lambda it, reply: it.block(reply, who))

    assert await refused(block(somebody(ANN))) == "You can't block yourself."
    assert "bots don't play" in await refused(block(somebody(BEN, bot=True)))
    manager: Any = arrives(BEN, permissions=MANAGER).user
    assert "also manages this server" in await refused(block(manager))
    assert house.store.servers.of(GUILD).blocked == frozenset()


async def test_a_block_says_what_it_changed_and_the_log_keeps_it(house: House):
    table = await house.open(ANN, BEN)
    said = await asks(house, lambda it, reply: it.block(reply, somebody(BEN)))
    assert f"<@{BEN}> is blocked from the tables here. This changed table {table}." in said
    assert "Ben" not in house.board().text
    said = await asks(house, lambda it, reply: it.unblock(reply, somebody(BEN)))
    assert "can play here again" in said
    said = await asks(house, lambda it, reply: it.unblock(reply, somebody(BEN)))
    assert said == f"<@{BEN}> isn't blocked here."
    log = await asks(house, lambda it, reply: it.log(reply))
    assert log.index("unblocked") < log.index(f"blocked <@{BEN}>.", log.index("unblocked") + 9)


@pytest.mark.usefixtures("replies")
async def test_a_blocked_person_is_told_so_by_every_button(house: House):
    table = await house.dealt(ANN, BEN)
    opened = await house.open(CAT)
    await asks(house, lambda it, reply: it.block(reply, somebody(BEN)))
    for number in (table, opened):
        for wanted in (frame.HAND, frame.JOIN, frame.REMATCH, frame.FAIR, frame.END, frame.BACK):
            assert (await press(house, BEN, button(number, wanted))).text == BLOCKED
    assert (await press(house, BEN, button(table, frame.HAND), guild=None)).text == BLOCKED
    gone = await press(house, BEN, button(opened, frame.HAND), guild=None)
    assert gone.text == "I don't know that table.", "from a DM nobody sees that channel"
    start = frame.START.with_args({"game": "small"})
    assert (await press(house, BEN, button(0, start))).text == BLOCKED
    assert len((await house.seen(opened)).people) == 1


@pytest.mark.usefixtures("replies")
async def test_what_is_a_blocked_person_s_alone_stays_theirs(house: House):
    await asks(house, lambda it, reply: it.block(reply, somebody(BEN)))
    notices = frame.NOTICES.with_args({"where": "none"})
    assert "I won't message you" in (await press(house, BEN, button(0, notices))).text
    how_to = frame.HOW_TO.with_args({"game": "small"})
    assert "how to play" in (await press(house, BEN, button(0, how_to))).text


async def test_no_seat_is_offered_to_a_blocked_person(house: House):
    table = await house.dealt(ANN, CAT)
    await asks(house, lambda it, reply: it.block(reply, somebody(DAN)))
    offer = frame.REPLACE.with_args({"to": str(DAN), "name": "Dan", "seat": "1"})
    reply = reply_to(house, arrives(ANN))
    said = await refused(house.router.actions.serve(reply, table, offer))
    assert said == "Dan can't take a seat on this server."


async def test_a_channel_s_moderator_removes_a_player_who_is_told(house: House):
    table = await house.open(ANN, BEN, CAT)

    async def remove(it: ServerActions, reply: RecordingReply) -> None:
        await it.remove(reply, table, somebody(BEN))

    assert f"Only a moderator of <#{CHANNEL}>" in await refused(
        asks(house, remove, ANN, discord.Permissions.none())
    )
    assert await asks(house, remove, DAN, GUARD) == f"<@{BEN}> is no longer at table {table}."
    assert [part.text for part in house.messenger.there(person=BEN)] == [
        f"A moderator took you off Hidden Coins, table {table} in <#{CHANNEL}> before its deal, "
        "so your seat there is free again."
    ]
    assert "Ben" not in house.board().text.partition("\n-#")[0]

    async def own(it: ServerActions, reply: RecordingReply) -> None:
        await it.remove(reply, table, somebody(CAT))

    assert "`/table leave`" in await refused(asks(house, own, CAT, GUARD))


@pytest.mark.parametrize(
    ("settings", "closed", "by_dm", "in_channel"),
    [
        (Person(), False, 1, 0),
        (Person(), True, 0, 1),
        (Person(notices="channel"), False, 0, 1),
        (Person(notices="none"), False, 0, 0),
    ],
    ids=["by DM", "closed DMs", "in the channel", "nowhere"],
)
async def test_a_removed_player_is_told_where_they_get_notices(
    house: House, settings: Person, closed: bool, by_dm: int, in_channel: int
):
    table = await house.open(ANN, BEN)
    await house.contacts.change(BEN, lambda _: settings)
    if closed:
        house.messenger.closed_dms.add(BEN)
    await asks(house, lambda it, reply: it.remove(reply, table, somebody(BEN)), DAN, GUARD)
    assert len(house.messenger.there(person=BEN)) == by_dm
    assert len(house.messenger.notices(BEN)) == in_channel


async def test_rematch_and_start_obey_the_limit_and_the_games(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    await house.quiet()
    await asks(house, lambda it, reply: it.set_channels(reply, [9]))
    start = frame.START.with_args({"game": "small"})
    for wanted in (frame.REMATCH, start):
        reply = reply_to(house, arrives(ANN))
        with pytest.raises(Refusal, match="don't want tables in this channel"):
            await house.router.actions.serve(reply, table, wanted)
