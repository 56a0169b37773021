from typing import Any

import pytest
from discord_playground.gateway import close_codes
from discord_playground.gateway.close_codes import (
    CLOSE_REASONS,
    PRIVILEGED,
    wrong_intents,
    wrong_shard,
)

from playground.tests.callers import INTENTS, Bot, Json


@pytest.mark.parametrize("given", [None, "513", 1.5, True, -1, 1 << 17, 1 << 30, 1 << 53], ids=str)
def test_unknown_intents_are_4013(given: Any):
    assert wrong_intents(given, 0) == wrong_intents(given, PRIVILEGED) == 4013


@pytest.mark.parametrize("name", ["MEMBERS", "PRESENCES", "MESSAGE_CONTENT"])
def test_each_privileged_intent_is_4014_until_it_is_approved(name: str):
    one = getattr(close_codes, name)
    assert wrong_intents(INTENTS | one, 0) == 4014
    assert wrong_intents(INTENTS | one, PRIVILEGED & ~one) == 4014  # others do not help
    assert wrong_intents(INTENTS | one, one) is None


def test_all_other_intents_need_no_approval():
    listed = {*range(17), 20, 21, 24, 25}  # events/gateway, "List of Intents"
    free = sum(1 << bit for bit in listed) & ~PRIVILEGED
    assert wrong_intents(free, 0) is None
    assert wrong_intents(0, 0) is None


def test_unknown_intents_are_reported_before_unapproved_ones():
    assert wrong_intents(PRIVILEGED | 1 << 18, 0) == 4013


@pytest.mark.parametrize("given", [None, [0, 1], [0, 2], [1, 2], [15, 16]], ids=str)
def test_a_shard_is_a_number_and_a_total(given: Any):
    assert wrong_shard(given) is None


@pytest.mark.parametrize(
    "given",
    [[], [0], [0, 0], [2, 2], [-1, 1], [0, 1, 2], ["0", "1"], [0.0, 1.0], "first", 0, {}],
    ids=str,
)
def test_an_impossible_shard_is_4010(given: Any):
    assert wrong_shard(given) == 4010


def test_every_close_reason_fits_into_a_close_frame():
    assert all(4000 <= code < 5000 for code in CLOSE_REASONS)
    assert all(0 < len(words.encode()) <= 123 for words in CLOSE_REASONS.values())
    refusals = {wrong_intents(None, 0), wrong_intents(PRIVILEGED, 0), wrong_shard(0)}
    assert refusals <= CLOSE_REASONS.keys()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 << 17}, 4013),
        ({"intents": -1}, 4013),
        ({"intents": 1.5}, 4002),
        ({"intents": 0, "shard": [0]}, 4010),
        ({"intents": 0, "shard": "first"}, 4010),
        ({"intents": 0, "shard": [-1, 1]}, 4010),
    ],
    ids=str,
)
async def test_an_identify_with_wrong_intents_or_shard_is_refused(bot: Bot, more: Json, code: int):
    line = await bot.connect()
    await line.send(2, {"token": bot.play.bot_token, **more})
    assert await line.closed() == code
