import asyncio

import pytest
from discord_playground import Playground
from discord_playground.gateway.gateway import Gateway
from discord_playground.gateway.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Interactions,
    full_name,
)
from discord_playground.world.discord_errors import Refused
from discord_playground.world.world import World

from playground.tests.callers import (
    EPHEMERAL,
    V2,
    Answer,
    Bot,
    Json,
    Person,
    board,
    button,
    command,
    option,
    panel,
    pressed,
    row,
    said,
    settle,
    text,
)
from playground.tests.quiet import Ear, named, note, place

HOUR = 3600
HELLO: Json = {"name": "hello"}


def hurry(bot: Bot) -> None:
    """Let interactions fail after 0.05 seconds."""
    bot.play.stage.interactions.answer_within = 0.05


async def test_a_command_is_answered_for_everybody(bot: Bot, ann: Person, ben: Person, games: str):
    one = await said(bot, ann, games)
    assert one["data"]["name"] == "hello"
    assert one["member"]["user"]["id"] == ann.id
    assert one["channel"]["id"] == one["channel_id"] == games
    needed = "attachment_size_limit app_permissions context entitlements locale guild_locale"
    assert all(key in one for key in (*needed.split(), "authorizing_integration_owners"))
    answer = await bot.answer(one, 4, {"content": "hi"})
    assert answer.status == 200
    message = answer.body["resource"]["message"]
    assert answer.body["interaction"]["response_message_id"] == message["id"]
    assert message["interaction_metadata"]["user"]["id"] == ann.id
    for person in (ann, ben):
        assert (await person.line.until("MESSAGE_CREATE"))["content"] == "hi"
    assert (await ann.line.until("INTERACTION_SUCCESS"))["id"] == one["id"]
    await ben.line.quiet("INTERACTION_SUCCESS", "INTERACTION_CREATE")


async def test_without_with_response_the_answer_is_empty(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    path = f"/interactions/{one['id']}/{one['token']}/callback"
    assert (await bot("POST", path, {"type": 5})).status == 204


async def test_a_second_answer_is_40060(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    first, second = await asyncio.gather(*(bot.answer(one, 4, {"content": "hi"}) for _ in "12"))
    assert {first.status, second.status} == {200, 400}
    refused = max(first, second, key=lambda answer: answer.status)
    assert refused.code == 40060
    assert len(bot.play.world.messages[games]) == 1


async def test_a_late_answer_is_10062_and_the_press_has_failed(bot: Bot, ann: Person, games: str):
    hurry(bot)
    one = await said(bot, ann, games)
    assert (await ann.line.until("INTERACTION_FAILURE"))["id"] == one["id"]
    answer = await bot.answer(one, 4, {"content": "late"})
    assert (answer.status, answer.code) == (404, 10062)
    assert (await bot.answer(one | {"id": "1"}, 4, {"content": "x"})).code == 10062
    seen = (await ann("GET", "/playground/events")).body
    assert [line["id"] for line in seen["late"]] == [one["id"]]


async def test_a_refused_answer_can_be_corrected(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    refused = await bot.answer(one, 4, {"content": "x" * 2001})
    assert refused.complaint("data", "content") == "BASE_TYPE_MAX_LENGTH"
    assert (await bot.answer(one, 4, {"content": "short"})).status == 200


async def test_a_token_is_valid_for_fifteen_minutes(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await ann("POST", "/playground/clock", {"add": 60})  # the press counts, not the answer
    await bot.answer(one, 4, {"content": "hi"})
    await ann("POST", "/playground/clock", {"add": 839})
    assert (await bot("PATCH", bot.followed(one), {"content": "still"})).status == 200
    await ann("POST", "/playground/clock", {"add": 2})
    for answer in (
        await bot("PATCH", bot.followed(one), {"content": "late"}),
        await bot.say(one, {"content": "late"}),
        await bot("DELETE", bot.followed(one)),
    ):
        assert (answer.status, answer.code) == (401, 50027)


async def test_an_unanswered_interaction_has_no_follow_ups(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    answer = await bot.say(one, {"content": "too soon"})
    assert (answer.status, answer.code) == (404, 10015)
    await bot.answer(one, 4, {"content": "hi"})
    elsewhere = bot.followed(one | {"application_id": "1"})
    assert (await bot("GET", elsewhere)).code == 10015
    nobodys = bot.followed(one | {"token": "nobodys"})
    assert (await bot("GET", nobodys)).code == 50027


async def test_an_ephemeral_answer_is_seen_by_one_person(
    bot: Bot, ann: Person, ben: Person, games: str
):
    one = await said(bot, ann, games)
    answer = await bot.answer(one, 4, panel(text("secret"), row(button()), flags=V2 | EPHEMERAL))
    message = answer.body["resource"]["message"]
    assert message["flags"] == V2 | EPHEMERAL
    assert (await ann.line.until("MESSAGE_CREATE"))["id"] == message["id"]
    await ben.line.quiet("MESSAGE_CREATE")
    path = f"/channels/{games}/messages/{message['id']}"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await bot(method, path, body)).code == 10008
    assert (await bot("GET", f"/channels/{games}/messages")).body == []
    assert (await ben("GET", f"/channels/{games}/messages")).body == []
    assert (await ben("GET", path)).code == 10008
    assert (await ben.press(message, "go")).code == 10008
    assert (await ann("GET", f"/channels/{games}/messages")).body == []  # not even after a reload
    edited = await bot("PATCH", bot.followed(one), {"components": [text("changed")]})
    assert edited.status == 200
    assert (await ann.line.until("MESSAGE_UPDATE"))["id"] == message["id"]
    await ben.line.quiet("MESSAGE_UPDATE")


async def test_a_dismissed_ephemeral_message_stays_editable(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    answer = await bot.answer(one, 4, {"content": "secret", "flags": EPHEMERAL})
    message = answer.body["resource"]["message"]
    assert (await ann("DELETE", f"/channels/{games}/messages/{message['id']}")).status == 204
    path = f"/channels/{games}/messages/{message['id']}"
    assert (await ann("GET", path)).code == 10008
    await ann.line.until("INTERACTION_SUCCESS")
    assert (await bot("PATCH", bot.followed(one), {"content": "changed"})).status == 200
    await ann.line.quiet("MESSAGE_UPDATE")


async def test_a_press_can_edit_an_old_ephemeral_message(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    secret = panel(text("hand"), row(button()), flags=V2 | EPHEMERAL)
    message = (await bot.answer(one, 4, secret)).body["resource"]["message"]
    await ann("POST", "/playground/clock", {"add": HOUR})
    again = await pressed(bot, ann, message)
    assert again["message"]["flags"] & EPHEMERAL
    answer = await bot.answer(again, 7, panel(text("new hand")))
    assert answer.status == 200
    update = await ann.line.until("MESSAGE_UPDATE", id=message["id"])
    assert update["flags"] & EPHEMERAL


async def test_an_edit_fills_a_deferred_answer(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    answer = await bot.answer(one, 5, {"flags": EPHEMERAL})
    assert answer.body["interaction"]["response_message_loading"]
    assert (await ann.line.until("MESSAGE_CREATE"))["flags"] == 128 | EPHEMERAL
    edited = await bot("PATCH", bot.followed(one), panel(text("done")))
    assert edited.status == 200
    assert edited.body["flags"] == V2 | EPHEMERAL


async def test_the_first_follow_up_fills_the_deferral(
    bot: Bot, ann: Person, ben: Person, games: str
):
    one = await said(bot, ann, games)
    await bot.answer(one, 5, {"flags": EPHEMERAL})
    first = (await bot.say(one, {"content": "secret"})).body
    assert first["flags"] & EPHEMERAL
    await ben.line.quiet("MESSAGE_CREATE")
    second = (await bot.say(one, {"content": "public"})).body
    assert second["id"] != first["id"]
    assert (await ben.line.until("MESSAGE_CREATE"))["content"] == "public"


async def test_follow_ups_are_edited_and_deleted_by_token(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await bot.answer(one, 4, {"content": "first"})
    extra = (await bot.say(one, {"content": "secret", "flags": EPHEMERAL})).body
    path = bot.followed(one, extra["id"])
    assert (await bot("PATCH", path, {"content": "changed"})).body["content"] == "changed"
    assert (await bot("GET", path)).body["content"] == "changed"
    assert (await bot("DELETE", path)).status == 204
    assert (await bot("GET", path)).code == 10008
    assert (await bot("DELETE", bot.followed(one))).status == 204
    assert (await bot("GET", bot.followed(one))).code == 10008
    other = await said(bot, ann, games)
    await bot.answer(other, 4, {"content": "other"})
    fresh = (await bot.say(other, {"content": "fresh"})).body
    assert (await bot("GET", bot.followed(one, fresh["id"]))).code == 10008


async def test_a_press_can_edit_its_message(bot: Bot, ann: Person, ben: Person, games: str):
    message = await board(bot, games)
    one = await pressed(bot, ann, message)
    assert one["message"]["id"] == message["id"]
    assert one["data"]["component_type"] == 2
    answer = await bot.answer(one, 7, panel(text("moved on")))
    assert answer.body["resource"]["message"]["id"] == message["id"]
    assert (await ben.line.until("MESSAGE_UPDATE"))["edited_timestamp"]
    assert (await bot("GET", bot.followed(one))).body["id"] == message["id"]


async def test_a_deferred_update_changes_nothing_until_the_edit(bot: Bot, ann: Person, games: str):
    message = await board(bot, games)
    one = await pressed(bot, ann, message)
    deferred = await bot.answer(one, 6)
    assert deferred.status == 200
    assert "resource" not in deferred.body
    await ann.line.until("INTERACTION_SUCCESS")
    await ann.line.quiet("MESSAGE_UPDATE")
    edited = await bot("PATCH", bot.followed(one), panel(text("moved on")))
    assert edited.body["id"] == message["id"]


async def test_a_press_cannot_edit_a_deleted_message(bot: Bot, ann: Person, games: str):
    message = await board(bot, games)
    one = await pressed(bot, ann, message)
    await bot("DELETE", f"/channels/{games}/messages/{message['id']}")
    assert (await bot.answer(one, 7, panel(text("x")))).code == 10008
    assert (await bot.answer(one, 4, {"content": "it is gone"})).status == 200


async def test_each_interaction_type_allows_only_its_own_answers(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    for kind in (1, 6, 7, 8, 10, 12):
        assert (await bot.answer(one, kind, {"choices": []})).complaint("type") is not None


async def test_autocomplete_suggestions_reach_the_person_typing(bot: Bot, ann: Person, games: str):
    await bot.register(command("bid", option("amount", 4, autocomplete=True)))
    half_typed = {"name": "amount", "type": 4, "value": "5", "focused": True}
    assert (await ann.slash("bid", games, half_typed, kind=4)).status == 204
    one = await bot.line.until("INTERACTION_CREATE", type=4)
    assert one["data"]["options"][0] == half_typed
    too_many = [{"name": str(n), "value": n} for n in range(26)]
    assert (await bot.answer(one, 8, {"choices": too_many})).complaint("data", "choices")
    assert (await bot.answer(one, 4, {"content": "x"})).complaint("type") is not None
    assert (await bot.answer(one, 8, {"choices": too_many[:25]})).status == 200
    offered = await ann.line.until("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
    assert len(offered["choices"]) == 25


async def test_an_interaction_in_a_dm_has_a_user_and_no_server(bot: Bot, ann: Person):
    await bot.register(command(contexts=[0, 1]))
    channel = (
        await ann("POST", "/users/@me/channels", {"recipient_id": bot.play.world.bot_id})
    ).body
    one = await said(bot, ann, channel["id"])
    assert one["user"]["id"] == ann.id
    assert one["context"] == 1
    assert not {"guild_id", "member", "guild"} & set(one)
    assert (await bot.answer(one, 4, {"content": "psst"})).status == 200


async def test_an_interaction_in_a_deleted_channel_is_10003(bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await ann("DELETE", f"/playground/channels/{games}")
    assert (await bot.answer(one, 4, {"content": "x"})).code == 10003


async def test_interaction_answers_need_no_send_permission(bot: Bot, ann: Person, games: str):
    await ann(
        "POST", f"/playground/channels/{games}", {"bot_permissions": {"send_messages": False}}
    )
    one = await said(bot, ann, games)
    assert not int(one["app_permissions"]) & 1 << 11
    assert (await bot.answer(one, 4, {"content": "an answer"})).status == 200


async def test_the_log_has_each_interaction(play: Playground, bot: Bot, ann: Person, games: str):
    one = await said(bot, ann, games)
    await bot.answer(one, 4, {"content": "hi"})
    answer: Answer = await ann("GET", "/playground/log")
    (line,) = answer.body["interactions"]
    assert line["callback_type"] == 4
    assert 0 <= line["answered_after"] < 3
    assert (line["kind"], line["name"], line["user"]) == ("command", "hello", "Ann")
    request = answer.body["requests"][-1]
    assert request["interaction_id"] == one["id"]
    assert request["body"]["data"] == {"content": "hi"}
    assert request["route"].endswith("/callback")
    hurry(bot)
    await said(bot, ann, games)
    await ann.line.until("INTERACTION_FAILURE")
    seen = (await ann("GET", "/playground/events")).body
    assert len(seen["unanswered"]) == 1
    assert not seen["late"]


@pytest.fixture
def lives(world: World, gateway: Gateway) -> Interactions:
    """Return interactions that fail as soon as all other tasks have run."""
    return Interactions(world, gateway, 0)


def test_a_full_command_name_has_subcommands_but_no_options():
    start: Json = {"type": 1, "name": "start", "options": [{"type": 4, "name": "seats"}]}
    group: Json = {"type": 2, "name": "table", "options": [{"type": 1, "name": "leave"}]}
    for options in (None, [], [{"type": 3, "name": "word"}]):
        assert full_name({"name": "yankee", "options": options}) == "yankee"
    assert full_name({"name": "yankee", "options": [start]}) == "yankee start"
    assert full_name({"name": "yankee", "options": [group]}) == "yankee table leave"


async def test_a_page_gets_its_interaction_first(
    world: World, gateway: Gateway, lives: Interactions
):
    bot, ann = Ear(gateway, world.bot_id), Ear(gateway, named(world, "Ann").id)
    one = lives.open(COMMAND, named(world, "Ann"), place(world), HELLO, nonce="n")
    lives.answered(lives.begin(one.id, one.token), 4)
    lives.succeed(one)
    assert ann.events == ["INTERACTION_CREATE", "INTERACTION_SUCCESS"]
    assert all(data == {"id": one.id, "nonce": "n"} for _, data in ann.heard)
    ((event, data),) = bot.heard
    assert (event, data["id"], data["token"]) == ("INTERACTION_CREATE", one.id, one.token)


async def test_an_answered_interaction_does_not_fail(
    world: World, gateway: Gateway, lives: Interactions
):
    ann = Ear(gateway, named(world, "Ann").id)
    good, bad = (lives.open(COMMAND, named(world, "Ann"), place(world), HELLO) for _ in "12")
    lives.answered(good, 4)
    await settle()
    assert (good.failed, bad.failed) == (False, True)
    failures = [data["id"] for event, data in ann.heard if event == "INTERACTION_FAILURE"]
    assert failures == [bad.id]


async def test_only_late_answers_with_the_right_token_count(world: World, lives: Interactions):
    one = lives.open(COMMAND, named(world, "Ann"), place(world), HELLO)
    await settle()
    for own, token in ((one.id, "another"), ("1", one.token)):
        with pytest.raises(Refused) as refused:
            lives.begin(own, token)
        assert (refused.value.code, one.late) == (10062, 0)
    with pytest.raises(Refused) as refused:
        lives.begin(one.id, one.token)
    assert (refused.value.code, one.late) == (10062, 1)


async def test_autocomplete_sends_only_suggestions(
    world: World, gateway: Gateway, lives: Interactions
):
    ann = Ear(gateway, named(world, "Ann").id)
    one = lives.open(AUTOCOMPLETE, named(world, "Ann"), place(world), HELLO, nonce="n")
    lives.answered(one, 8)
    lives.suggest(one, [{"name": "five", "value": 5}])
    lives.succeed(one)
    ((event, data),) = ann.heard
    assert event == "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE"
    assert data == {"nonce": "n", "choices": [{"name": "five", "value": 5}]}


async def test_a_refused_press_never_reaches_the_bot(
    world: World, gateway: Gateway, lives: Interactions
):
    bot, ann = Ear(gateway, world.bot_id), Ear(gateway, named(world, "Ann").id)
    lives.refuse(named(world, "Ann"), "n", "")
    ((event, data),) = ann.heard
    assert (event, data["nonce"]) == ("INTERACTION_FAILURE", "n")
    assert bot.heard == []
    assert not lives.all


async def test_the_oldest_interactions_and_tokens_are_dropped(world: World, lives: Interactions):
    first, *_, last = (lives.open(COMMAND, named(world, "Ann"), place(world), HELLO) for _ in "123")
    for answered in (first, last):
        lives.answered(answered, 4)
    lives.keep(2)
    assert len(lives.all) == 2
    with pytest.raises(Refused) as refused:
        lives.begin(first.id, first.token)
    assert refused.value.code == 10062
    with pytest.raises(Refused) as refused:
        lives.follow(world.bot_id, first.token)
    assert refused.value.code == 50027
    assert lives.follow(world.bot_id, last.token) is last


async def test_interaction_metadata_leads_back_to_the_first(world: World, lives: Interactions):
    ann, board = named(world, "Ann"), note(world, place(world), world.bot_id)
    data: Json = {"name": "yankee", "options": [{"type": 1, "name": "start"}]}
    asked = lives.metadata(lives.open(COMMAND, ann, place(world), data))
    assert (asked["name"], asked["command_type"], asked["user"]["id"]) == (
        "yankee start",
        1,
        ann.id,
    )
    press = lives.open(COMPONENT, ann, place(world), {"custom_id": "go"}, message=board)
    sent = lives.metadata(lives.open(MODAL, ann, place(world), {"custom_id": "f"}, opener=press))
    assert "name" not in sent
    began = sent["triggering_interaction_metadata"]
    assert (began["id"], began["interacted_message_id"]) == (press.id, board.id)
