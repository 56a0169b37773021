"""The life of an interaction without a port: what is kept, and who is told."""

import pytest

from bot.playground.gateway.gateway import Gateway
from bot.playground.gateway.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Interactions,
    full_name,
)
from bot.playground.world.discord_errors import Refused
from bot.playground.world.world import World
from tests.bot.playground.callers import Json, settle
from tests.bot.playground.quiet import Ear, named, note, place

HELLO: Json = {"name": "hello"}


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
