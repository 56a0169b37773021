"""Tests of the permissions that the bot needs."""

from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.show.discord_py.needed_permissions import (
    IN_THREADS,
    NEEDED,
    WISHED,
    invitation,
    invited,
    lacking_of_all,
    missing,
)

ALL = discord.Permissions.all()


@pytest.mark.parametrize("in_thread", [True, False])
def test_all_permissions_miss_nothing_and_none_miss_everything(in_thread: bool):
    needed = IN_THREADS if in_thread else NEEDED
    assert missing(ALL, in_thread=in_thread) == []
    nothing = discord.Permissions.none()
    assert missing(nothing, in_thread=in_thread) == list(needed.values())


@pytest.mark.parametrize(
    ("denied", "in_channel", "in_thread"),
    [
        ("send_messages", ["Send Messages"], []),
        ("send_messages_in_threads", [], ["Send Messages in Threads"]),
        ("view_channel", ["View Channel"], ["View Channel"]),
        ("attach_files", [], []),
        ("create_public_threads", [], []),
        ("manage_messages", [], []),
    ],
)
def test_only_needed_permissions_are_missing(
    denied: str, in_channel: list[str], in_thread: list[str]
):
    allowed = discord.Permissions(ALL.value)
    allowed.update(**{denied: False})
    assert missing(allowed, in_thread=False) == in_channel
    assert missing(allowed, in_thread=True) == in_thread


def test_the_invitation_asks_for_exactly_the_permissions_in_use():
    assert missing(invited(), in_thread=True) == missing(invited(), in_thread=False) == []
    assert invited() == discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        attach_files=True,
        read_message_history=True,
        create_public_threads=True,
    )


def test_the_link_invites_the_bot_with_its_commands():
    parts = urlsplit(invitation(4242))
    assert (parts.scheme, parts.netloc) == ("https", "discord.com")
    asked = {name: value for name, [value] in parse_qs(parts.query).items()}
    assert asked == {
        "client_id": "4242",
        "scope": "bot applications.commands",
        "permissions": str(invited().value),
    }


def test_permissions_have_the_labels_of_discord_s_settings():
    for name, label in {**NEEDED, **IN_THREADS, **WISHED}.items():
        assert label.casefold().replace(" ", "_") == name


def test_what_the_invitation_asks_for_lacks_nothing():
    assert lacking_of_all(invited()) == []
    assert "Attach Files" in lacking_of_all(discord.Permissions(view_channel=True))
