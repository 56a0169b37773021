"""Tests of options that name a person."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.entry.person_option import NamedPerson


async def test_a_bare_id_is_no_person() -> None:
    """Discord looks people up; a forged command may name an id that nobody has."""
    nobody: Any = discord.Object(5)
    with pytest.raises(app_commands.TransformerError):
        await NamedPerson().transform(nobody, nobody)


async def test_somebody_who_has_left_the_server_can_be_named() -> None:
    state: Any = None
    data: Any = {"id": "5", "username": "ann", "discriminator": "0", "avatar": None}
    gone = discord.User(state=state, data=data)
    assert await NamedPerson().transform(state, gone) is gone
