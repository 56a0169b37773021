import base64
from pathlib import Path

import pytest
from discord_playground import Playground
from discord_playground.world.save_file import read_into, to_text
from discord_playground.world.world import World

from playground.tests.callers import Bot, button, panel, row

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 100
COAL = Path(__file__).parents[3] / "bot" / "ui" / "emojis" / "coal.png"


def uri(content: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


@pytest.fixture
def path(play: Playground) -> str:
    return f"/applications/{play.world.bot_id}/emojis"


async def test_an_emoji_is_added_renamed_and_deleted(bot: Bot, path: str):
    made = await bot("POST", path, {"name": "coal_k3f", "image": uri(COAL.read_bytes())})
    assert made.status == 201
    number = made.body["id"]
    assert (await bot("GET", path)).body["items"] == [made.body]
    assert (await bot("GET", f"{path}/{number}")).body["name"] == "coal_k3f"
    assert (await bot("PATCH", f"{path}/{number}", {"name": "lump"})).body["name"] == "lump"
    async with bot.session.get(f"{bot.play.base}/emojis/{number}.png") as shown:
        assert shown.content_type == "image/png"
        assert await shown.read() == COAL.read_bytes()
    assert (await bot("DELETE", f"{path}/{number}")).status == 204
    for answer in (
        await bot("GET", f"{path}/{number}"),
        await bot("PATCH", f"{path}/{number}", {"name": "lump"}),
        await bot("DELETE", f"{path}/{number}"),
    ):
        assert (answer.status, answer.code) == (404, 10014)
    async with bot.session.get(f"{bot.play.base}/emojis/{number}.png") as gone:
        assert gone.status == 404


@pytest.mark.parametrize(
    ("body", "place", "complaint"),
    [
        ({"image": uri(PNG)}, "name", "BASE_TYPE_REQUIRED"),
        ({"name": "x", "image": uri(PNG)}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "x" * 33, "image": uri(PNG)}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "a-b", "image": uri(PNG)}, "name", "STRING_TYPE_REGEX"),
        ({"name": "there", "image": uri(PNG)}, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        ({"name": "coal"}, "image", "BASE_TYPE_REQUIRED"),
        ({"name": "coal", "image": "https://x/y.png"}, "image", "IMAGE_INVALID"),
        ({"name": "coal", "image": uri(b"text", "text/plain")}, "image", "IMAGE_INVALID"),
        ({"name": "coal", "image": uri(b"no picture")}, "image", "IMAGE_INVALID"),
        ({"name": "coal", "image": "data:image/png;base64,!"}, "image", "IMAGE_INVALID"),
        (
            {"name": "coal", "image": uri(PNG + b"x" * 256 * 1024)},
            *("image", "BINARY_TYPE_MAX_SIZE"),
        ),
    ],
)
async def test_invalid_emojis_are_refused(
    bot: Bot, path: str, body: dict[str, str], place: str, complaint: str
):
    await bot("POST", path, {"name": "there", "image": uri(PNG)})
    answer = await bot("POST", path, body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.complaint(place) == complaint
    assert len((await bot("GET", path)).body["items"]) == 1


async def test_two_thousand_emojis_are_the_limit(bot: Bot, path: str):
    bot.play.world.emojis.update({str(number): {"name": f"n{number}"} for number in range(2000)})
    answer = await bot("POST", path, {"name": "coal", "image": uri(PNG)})
    assert (answer.status, answer.code) == (400, 30008)


async def test_emojis_of_another_application_are_refused(bot: Bot):
    for method, body in (("GET", None), ("POST", {"name": "coal", "image": uri(PNG)})):
        assert (await bot(method, "/applications/1/emojis", body)).code == 20012


async def test_emojis_survive_a_restart(bot: Bot, path: str):
    made = (await bot("POST", path, {"name": "coal", "image": uri(PNG)})).body
    again = World((), lambda: None)
    read_into(again, to_text(bot.play.world))
    assert again.emojis == {made["id"]: made}
    assert again.emoji_images == {made["id"]: ("image/png", PNG)}


async def test_the_id_of_an_emoji_on_a_button_comes_back_as_text(bot: Bot, path: str, games: str):
    made = (await bot("POST", path, {"name": "coal_abc", "image": uri(COAL.read_bytes())})).body
    emoji = {"id": int(made["id"]), "name": "coal_abc"}
    body = {"content": "Coal?", "components": [row(button(emoji=emoji))]}
    sent = (await bot("POST", f"/channels/{games}/messages", body)).body
    assert sent["components"][0]["components"][0]["emoji"]["id"] == made["id"]


async def test_application_emojis_can_be_used_after_creation(bot: Bot, games: str):
    path = f"/applications/{bot.play.world.bot_id}/emojis"
    image = "data:image/png;base64,iVBORw0KGgo="
    made = (await bot("POST", path, {"name": "lobster", "image": image})).body
    assert [item["name"] for item in (await bot("GET", path)).body["items"]] == ["lobster"]
    emoji = {"name": "lobster", "id": made["id"]}
    posted = await bot("POST", f"/channels/{games}/messages", panel(row(button(emoji=emoji))))
    assert posted.status == 200
    assert (await bot("DELETE", f"{path}/{made['id']}")).status == 204
    assert (await bot("GET", f"{path}/{made['id']}")).code == 10014
