"""`/server check`: what is missing in a channel, and what works instead."""

import discord
import pytest

from bot.show.discord_py.needed_permissions import WISHED, invited
from db.servers.servers import Server
from tests.bot.entry.arriving import PRIVATE_THREAD, THREAD, VOICE, arrives
from tests.bot.entry.asking import reply_to
from tests.bot.house import ANN, BEN, CHANNEL, GUILD, House, refused

MANAGER = discord.Permissions(manage_guild=True)


def all_but(*names: str) -> discord.Permissions:
    """Return the permissions of the invitation without some of them."""
    allowed = invited()
    allowed.update(**dict.fromkeys(names, False))
    return allowed


async def checked(
    house: House,
    allowed: discord.Permissions | None = None,
    *,
    kind: int = 0,
    locked: bool = False,
    permissions: discord.Permissions = MANAGER,
) -> str:
    reply = reply_to(
        house,
        arrives(
            ANN,
            allowed=allowed or invited(),
            kind=kind,
            locked=locked,
            permissions=permissions,
        ),
    )
    await house.router.actions.server_actions.check(reply)
    return reply.text


async def test_a_channel_in_which_all_is_well(house: House):
    said = await checked(house)
    assert "✅ Tables can be opened here." in said
    assert "**Games:** all of mine." in said
    assert "a table can have one of its own" in said
    assert "no tables in this channel, no tables on the server" in said


@pytest.mark.parametrize("name", ["send_messages", "view_channel"])
async def test_a_permission_without_which_no_board_can_stand(house: House, name: str):
    said = await checked(house, all_but(name))
    assert "❌ Tables can't be opened here. I can't work in this channel yet" in said


@pytest.mark.parametrize("name", WISHED)
async def test_a_permission_that_is_only_wished_for_is_named(house: House, name: str):
    label = f"*{WISHED[name]}*"
    said = await checked(house, all_but(name))
    if name != "attach_files":  # there are no pictures in this house
        assert label in said
    assert "✅" in said
    assert label not in await checked(house)


async def test_pictures_need_their_permission_and_may_be_off(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    assert "whoever runs me has switched them off" in await checked(house)
    monkeypatch.setattr(type(house.display.board_pictures), "on", property(lambda _: True))
    assert "boards have them" in await checked(house)
    assert "I need *Attach Files*" in await checked(house, all_but("attach_files"))


async def test_a_thread_is_judged_as_a_thread(house: House):
    said = await checked(house, all_but("send_messages"), kind=THREAD)
    assert "✅" in said
    assert "this is one, so a table stays in it" in said
    assert "❌" in await checked(house, all_but("send_messages_in_threads"), kind=THREAD)
    assert "This thread is locked" in await checked(house, kind=THREAD, locked=True)
    assert "✅" in await checked(house, kind=PRIVATE_THREAD)
    assert "none in this kind of channel" in await checked(house, kind=VOICE)


async def test_what_moderators_have_set_is_taken_into_account(house: House):
    await house.store.servers.load()
    await house.open(ANN, BEN)
    house.store.servers.put(GUILD, Server(games=("small",), opener_role=7, most_tables=1))
    said = await checked(house)
    assert "❌ Tables can't be opened here. The server has one table, which is its limit." in said
    assert "<@&7> may open a table" in said
    assert "one table in this channel, one table on the server" in said
    house.store.servers.put(GUILD, Server(channels=(CHANNEL + 7,)))
    assert "❌ Tables can't be opened here. The moderators don't want" in await checked(house)


async def test_a_channel_that_is_full_is_said(house: House):
    await house.open(ANN, BEN)
    house.router.actions.opening.most_in_channel = 1
    assert "The channel has one table, which is my limit" in await checked(house)


async def test_only_who_manages_the_server_may_ask(house: House):
    nobody = discord.Permissions.none()
    assert "Manage Server" in await refused(checked(house, permissions=nobody))
