import io

from discord_playground.rest.cdn import picture
from discord_playground.world import people_shapes
from PIL import Image

from playground.tests.callers import Bot


async def served(bot: Bot, path: str) -> bytes | None:
    """Return the picture at this address, which anybody may ask for; None if there is none."""
    async with bot.session.get(f"{bot.play.base}/cdn{path}") as response:
        assert response.status in (200, 404)
        return await response.read() if response.status == 200 else None


def test_a_picture_is_a_png_of_two_colours_and_its_own():
    drawn = {picture(f"{number}") for number in range(20)}
    assert len(drawn) == 20
    for png in drawn:
        image = Image.open(io.BytesIO(png))
        image.load()  # raises an error if the data is damaged
        assert image.size == (64, 64)
        assert len(image.convert("RGB").getcolors() or []) <= 2


async def test_avatars_are_served_at_discords_addresses(bot: Bot):
    world = bot.play.world
    avatars = {who: people_shapes.user(world, who)["avatar"] for who in world.people}
    assert None in avatars.values()
    for who, avatar in avatars.items():
        ending = "gif" if (avatar or "").startswith("a_") else "png"
        shown = await served(bot, f"/avatars/{who}/{avatar}.{ending}?size=128")
        assert (shown is None) == (avatar is None)
        assert await served(bot, f"/avatars/{who}/{'0' * 32}.png") is None
        assert await served(bot, f"/avatars/{who}/{avatar}.exe") is None
    assert await served(bot, "/avatars/1/x.png") is None


async def test_an_avatar_for_one_server_is_served_there_alone(bot: Bot):
    world = bot.play.world
    [who] = [who for who in world.people if people_shapes.server_avatar(world, who)]
    avatar = people_shapes.server_avatar(world, who)
    assert await served(bot, f"/guilds/{world.guild_id}/users/{who}/avatars/{avatar}.png")
    assert await served(bot, f"/guilds/1/users/{who}/avatars/{avatar}.png") is None


async def test_accounts_without_an_avatar_have_six_defaults(bot: Bot):
    found = [await served(bot, f"/embed/avatars/{number}.png") for number in range(7)]
    assert [picture is not None for picture in found] == [True] * 6 + [False]
    assert await served(bot, "/embed/avatars/x.png") is None
