import socket
from pathlib import Path

import aiohttp
import pytest
from discord_playground import NAMES, Playground

from playground.tests.callers import Bot, Person, command


def test_a_new_world_has_its_people_two_channels_and_no_messages():
    world = Playground(NAMES[:3]).world
    assert [person.name for person in world.people.values()] == ["Ann", "Ben", "Cat"]
    assert [channel.name for channel in world.channels.values()] == ["games", "parlor"]
    assert not any(world.messages.values())


@pytest.mark.parametrize(
    "kept", ["", '{"half', "[]", "{}", '{"offset": 0, "bot_id": []}', "\udcff"]
)
def test_a_damaged_save_file_is_reported_and_left_alone(tmp_path: Path, kept: str):
    file = tmp_path / "playground.json"
    file.write_bytes(kept.encode(errors="surrogateescape"))
    before = file.read_bytes()
    with pytest.raises(OSError, match=r"playground\.json holds no world"):
        Playground(keep=file)
    assert file.read_bytes() == before


async def test_rest_and_gateway_have_their_own_addresses(session: aiohttp.ClientSession):
    play = Playground(port=0)
    await play.start()
    rest, gateway = port_of(play.base), port_of(play.gateway)
    assert 0 not in (rest, gateway)
    assert rest != gateway
    bot = Bot(play, session, f"Bot {play.bot_token}")
    assert (await bot("GET", "/users/@me")).body["id"] == play.world.bot_id
    assert (await bot("GET", "/gateway/bot")).body["url"] == play.gateway
    await play.stop()


async def test_a_closed_playgrounds_ports_can_be_reused_at_once(session: aiohttp.ClientSession):
    play = Playground(port=0)
    await play.start()
    person = await Person(play, session, "ann").identify()
    assert (await person("GET", "/playground/state")).status == 200  # kept alive
    await play.stop()
    assert await person.line.closed() is not None
    for address in (play.base, play.gateway.replace("ws:", "http:")):
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(address)
    again = Playground(port=play.port, gateway_port=port_of(play.gateway))
    await again.start()
    assert (again.base, again.gateway) == (play.base, play.gateway)
    assert (await Person(again, session, "ann").identify()).ready["user"]["username"] == "ann"
    await again.stop()


async def test_a_failed_start_leaves_no_port_open(session: aiohttp.ClientSession):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        play = Playground(port=taken.getsockname()[1])
        with pytest.raises(OSError, match="address already in use"):
            await play.start()
        await play.stop()
    with pytest.raises(aiohttp.ClientConnectorError):
        await session.get(play.gateway.replace("ws:", "http:"))


async def test_stopping_before_the_start_writes_nothing(tmp_path: Path):
    file = tmp_path / "playground.json"
    await Playground(port=0, keep=file).stop()
    assert not file.exists()


async def test_stop_cancels_open_interactions(play: Playground, bot: Bot, ann: Person, games: str):
    await bot.register(command())
    await ann.slash("hello", games)
    await bot.line.until("INTERACTION_CREATE")
    (one,) = play.stage.interactions.all.values()
    assert one.timer is not None
    assert not one.timer.cancelled()
    await play.stop()
    assert one.timer.cancelled()


def port_of(address: str) -> int:
    return int(address.rstrip("/").rpartition(":")[2])


async def test_a_bot_in_process_follows_the_clock(bot: Bot, ann: Person):
    heard: list[float] = []
    assert (await ann("GET", "/playground/state")).body["clock_followed"] is False
    await ann("POST", "/playground/clock", {"add": 60})
    bot.play.on_clock(heard.append)
    assert (await ann("GET", "/playground/state")).body["clock_followed"] is True
    await ann("POST", "/playground/clock", {"add": 3600})
    assert heard == [60, 3660]
