"""What the page begins with, and its levers."""

from tests.bot.playground.callers import Bot, Person


async def test_the_state_lists_people_and_channels(bot: Bot, ann: Person, games: str):
    state = (await ann("GET", "/playground/state")).body
    names = [(person["name"], person["token"], person["dms_open"]) for person in state["people"]]
    assert names[0] == ("Ann", "ann", True)
    assert len(names) == 5
    assert [channel["name"] for channel in state["channels"]] == ["games", "parlor"]
    assert state["channels"][0]["bot_permissions"]["send_messages"] is True
    assert state["bot"]["connected"] is True
    assert state["gateway"] == bot.play.gateway
    assert state["rest"] == bot.play.base
    assert state["guild"]["id"] == bot.play.world.guild_id


async def test_a_new_channel_is_in_the_state(bot: Bot, ann: Person):
    made = (await ann("POST", "/playground/channels", {"name": "attic"})).body
    assert (await bot.line.until("CHANNEL_CREATE"))["id"] == made["id"]
    assert (await ann.line.until("CHANNEL_CREATE"))["name"] == "attic"


async def test_the_page_is_served(bot: Bot):
    async with bot.session.get(bot.play.base + "/") as response:
        assert response.status == 200
        assert response.content_type in ("text/html", "text/plain")


async def test_an_invalid_control_request_answers_400(bot: Bot, games: str):
    assert (await bot("POST", "/playground/people/Nobody", {})).code == 10013
    wrong = {"bot_permissions": {"fly": True}}
    assert (await bot("POST", f"/playground/channels/{games}", wrong)).code == 50035
    assert (await bot("POST", "/playground/clock", {"add": "soon"})).status == 400
    async with bot.session.post(bot.play.base + "/playground/clock", data="{") as response:
        assert response.status == 400
