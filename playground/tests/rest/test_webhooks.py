import pytest

from playground.tests.callers import (
    EPHEMERAL,
    Bot,
    Json,
    Person,
    button,
    command,
    option,
    panel,
    row,
    text,
)


@pytest.mark.parametrize("flags", ["64", 1.5, -1, [64], {"a": 1}], ids=str)
async def test_deferral_flags_must_be_a_number(bot: Bot, ann: Person, games: str, flags: object):
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    assert (await bot.answer(one, 5, {"flags": flags})).complaint("data", "flags")
    assert (await bot.answer(one, 5, {"flags": 64})).status == 200


async def test_only_the_deferral_makes_an_answer_ephemeral(bot: Bot, ann: Person, games: str):
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 5)
    assert (await bot.say(one, {"content": "x", "flags": EPHEMERAL})).body["flags"] == 0


async def said(bot: Bot, person: Person, channel: str) -> Json:
    """Send /hello as a person; return the interaction."""
    await bot.register(command())
    await person.slash("hello", channel)
    return await bot.line.until("INTERACTION_CREATE", type=2)


async def pressed(bot: Bot, person: Person, channel: str) -> tuple[Json, Json]:
    """Post a board and press its button as a person; return both."""
    body = panel(text("x"), row(button()))
    board = (await bot("POST", f"/channels/{channel}/messages", body)).body
    await person.press(board, "go")
    return board, await bot.line.until("INTERACTION_CREATE", type=3)


async def test_a_callback_response_describes_the_interaction(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    full_name = (await bot.answer(one, 4, {"content": "x"})).body["resource"]["message"]
    assert (full_name["type"], full_name["interaction"]["name"]) == (20, "hello")
    assert (full_name["interaction_metadata"]["id"], full_name["application_id"]) == (
        one["id"],
        bot.play.world.bot_id,
    )
    board, press = await pressed(bot, ann, games)
    beside = (await bot.answer(press, 4, {"content": "x"})).body["resource"]["message"]
    assert (beside["type"], beside["message_reference"]["message_id"]) == (19, board["id"])
    assert beside["interaction_metadata"]["interacted_message_id"] == board["id"]
    later = (await bot.say(press, {"content": "y"})).body
    assert later["interaction_metadata"]["original_response_message_id"] == beside["id"]
    assert later["message_reference"]["message_id"] == beside["id"]


async def test_a_press_gets_an_update_or_a_deferred_update(bot: Bot, ann: Person, games: str):
    board, one = await pressed(bot, ann, games)
    answer = await bot.answer(one, 7, panel(text("moved")))
    assert answer.body["resource"]["type"] == 7
    assert answer.body["resource"]["message"]["id"] == board["id"]
    assert answer.body["interaction"]["response_message_id"] == board["id"]
    assert len(bot.play.world.messages[games]) == 1, "nothing was written beside it"


async def test_a_refused_answer_leaves_it_unanswered(bot: Bot, ann: Person, games: str):
    _, one = await pressed(bot, ann, games)
    empty = await bot.answer(one, 7, panel(text("")))
    assert empty.complaint("data", "components", 0, "components", 0, "content")
    assert (await bot.answer(one, 9, {"title": "x"})).complaint("data", "custom_id")
    assert (await bot.answer(one, 5, {"flags": 1 << 30})).complaint("data", "flags")
    assert (await bot.answer(one, 4, {})).code == 50006
    assert (await bot.say(one, {"content": "x"})).code == 10015
    assert (await bot.answer(one, 6)).status == 200
    assert (await bot.answer(one, 6)).code == 40060


async def test_a_token_reaches_its_own_and_the_pressed_one(bot: Bot, ann: Person, games: str):
    board, one = await pressed(bot, ann, games)
    other = (await bot("POST", f"/channels/{games}/messages", {"content": "x"})).body
    await bot.answer(one, 6)
    own = bot.followed(one, board["id"])
    assert (await bot("PATCH", own, panel(text("moved")))).status == 200
    assert (await bot("GET", bot.followed(one))).body["id"] == board["id"]
    beside = (await bot.say(one, {"content": "y"})).body
    assert (await bot("GET", bot.followed(one, beside["id"]))).body["content"] == "y"
    for method, body in (("GET", None), ("PATCH", {"content": "y"}), ("DELETE", None)):
        assert (await bot(method, bot.followed(one, other["id"]), body)).code == 10008


async def test_a_deferral_cannot_be_filled_with_an_empty_message(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await bot.answer(one, 5, {"flags": EPHEMERAL})
    assert (await bot("PATCH", bot.followed(one), {})).code == 50006
    assert (await bot.say(one, {})).code == 50006
    filled = await bot.say(one, {"content": "x"})
    assert filled.body["flags"] == EPHEMERAL, "whom it is for was said when it was deferred"
    assert (await bot("GET", bot.followed(one))).body["id"] == filled.body["id"]


async def test_answers_and_follow_ups_can_have_files(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    answer = await bot.answer(one, 5)
    assert answer.status == 200
    edited = await bot("PATCH", bot.followed(one), {"content": "x"}, files={"a.txt": b"a"})
    assert [kept["filename"] for kept in edited.body["attachments"]] == ["a.txt"]
    path = bot.followed(one).removesuffix("/messages/@original")
    said_on = await bot("POST", path, {"content": "y"}, files={"b.txt": b"b"})
    assert [kept["filename"] for kept in said_on.body["attachments"]] == ["b.txt"]


async def test_a_follow_up_without_wait_has_an_empty_response(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await bot.answer(one, 4, {"content": "x"})
    path = bot.followed(one).removesuffix("/messages/@original")
    assert (await bot("POST", f"{path}?wait=false", {"content": "y"})).status == 204
    assert (await bot("POST", path, {"content": "z"})).body["content"] == "z"
    assert len(bot.play.world.messages[games]) == 3


async def test_an_interaction_answer_never_pings_everyone(bot: Bot, ann: Person, games: str):
    loud = {"bot_permissions": {"mention_everyone": True}}
    await bot("POST", f"/playground/channels/{games}", loud)
    words = f"@everyone <@{ann.id}>"
    plain = await bot("POST", f"/channels/{games}/messages", {"content": words})
    assert plain.body["mention_everyone"] is True
    one = await said(bot, ann, games)
    made = (await bot.answer(one, 4, {"content": words})).body["resource"]["message"]
    assert made["mention_everyone"] is False
    assert [who["id"] for who in made["mentions"]] == [ann.id]
    hushed = (await bot.say(one, {"content": words, "allowed_mentions": {"parse": []}})).body
    assert hushed["mentions"] == []


async def test_autocomplete_has_no_message_and_no_follow_ups(bot: Bot, ann: Person, games: str):
    await bot.register(command("bid", option("amount", 4, autocomplete=True)))
    half: Json = {"name": "amount", "type": 4, "value": "5", "focused": True}
    await ann.slash("bid", games, half, kind=4)
    one = await bot.line.until("INTERACTION_CREATE", type=4)
    nameless = await bot.answer(one, 8, {"choices": [{"name": "", "value": 5}]})
    assert nameless.complaint("data", "choices", 0, "name") == "BASE_TYPE_REQUIRED"
    assert (await bot.answer(one, 8, {"choices": []})).status == 200
    assert (await bot.say(one, {"content": "x"})).code == 10008
    assert (await bot("GET", bot.followed(one))).code == 10008
    assert bot.play.world.messages[games] == {}
