"""Tests of the connection to the gateway."""

import aiohttp
from discord_playground import Playground
from discord_playground.rehearsal.command_line import address_of
from discord_playground.rehearsal.gateway_line import GatewayLine
from discord_playground.rehearsal.recorder import Recorder


async def test_a_cut_session_is_resumed(stand_in: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        line = GatewayLine(session, address_of(stand_in), Recorder())
        await line.connect()
        assert await line.wait(lambda name, _: name == "GUILD_CREATE", 5.0)
        await line.cut()
        since = len(line.events)
        await line.resume()
        assert await line.wait(lambda name, _: name == "RESUMED", 5.0, since) is not None
        await line.close()


async def test_what_does_not_come_is_none(stand_in: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        line = GatewayLine(session, address_of(stand_in), Recorder())
        await line.connect()
        assert await line.wait(lambda name, _: name == "NEVER", 0.05) is None
        await line.close()
