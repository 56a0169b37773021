"""Tests of the requests for application emojis."""

from collections.abc import Awaitable, Callable

import discord
import pytest

from bot.show.deliver.queues.messenger import Refused, TryLater
from bot.show.discord_py.discord_emojis import DiscordApplication
from tests.bot.show.wire import Json, Wire, error

APPLICATION = 4242
PATH = f"/applications/{APPLICATION}/emojis"
PNG = b"\x89PNG\r\n\x1a\n and a picture"


def emoji(number: int, name: str) -> Json:
    return {"id": str(number), "name": name, "animated": False, "available": True}


@pytest.fixture
async def wire() -> Wire:
    made = Wire()
    made.client._connection.application_id = APPLICATION
    return made


async def test_emojis_are_listed_by_name(wire: Wire):
    wire.answer("GET", PATH, {"items": [emoji(7, "gem_abc"), emoji(8, "chip_def")]})
    assert await DiscordApplication(wire.client).emojis() == {"gem_abc": 7, "chip_def": 8}
    wire.answer("GET", PATH, {"items": []})
    assert await DiscordApplication(wire.client).emojis() == {}


async def test_an_emoji_is_added_with_its_name_and_picture(wire: Wire):
    wire.answer("POST", PATH, emoji(9, "gem_abc"))
    assert await DiscordApplication(wire.client).add("gem_abc", PNG) == 9
    [(_, _, body)] = wire.asked
    assert body["name"] == "gem_abc"
    assert body["image"].startswith("data:image/png;base64,")


async def test_an_emoji_is_removed_by_its_id(wire: Wire):
    await DiscordApplication(wire.client).remove(7)
    assert wire.paths() == [f"DELETE {PATH}/7"]


REQUESTS: dict[str, Callable[[DiscordApplication], Awaitable[object]]] = {
    "GET": lambda application: application.emojis(),
    "POST": lambda application: application.add("gem_abc", PNG),
    "DELETE": lambda application: application.remove(7),
}


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize(
    ("problem", "kind"),
    [(error(429), TryLater), (error(500), TryLater), (error(400, 30008), Refused)],
    ids=["throttled", "failing", "as many as there can be"],
)
async def test_every_error_becomes_one_of_our_exceptions(
    wire: Wire, method: str, problem: discord.HTTPException, kind: type[Exception]
):
    wire.fail(method, f"{PATH}.*", problem)
    with pytest.raises(kind):
        await REQUESTS[method](DiscordApplication(wire.client))
