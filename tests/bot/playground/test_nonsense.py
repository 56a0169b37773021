"""Nonsense of the right shape: each of these was once a 500, found by throwing things at it."""

import pytest

from tests.bot.playground.callers import Bot, Json, Person, button, command, form, option, row

BOXED = [row(button(components=2**31)), row(button(accessory=[1], component="x"))]


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x", "message_reference": "64"},
        {"content": "x", "message_reference": [1]},
        {"components": BOXED},
        {"components": [row(button(components=[{"id": [1]}, 7]))]},
        {"content": "x", "components": [{"type": [1]}]},
        {"content": "x", "embeds": [{"footer": [[]], "author": 1, "fields": {}}]},
        {"content": "x", "allowed_mentions": [1]},
    ],
    ids=str,
)
async def test_a_message_is_taken_or_refused(bot: Bot, games: str, body: Json) -> None:
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert answer.status in (200, 400), answer.body


@pytest.mark.parametrize(
    "one",
    [
        command("hello", option("a") | {"name": [1]}),
        command("hello") | {"type": [1]},
        command("hello") | {"type": {"a": 1}},
        command("hello") | {"options": 7},
    ],
    ids=str,
)
async def test_a_command_is_refused(bot: Bot, one: Json) -> None:
    assert (await bot.register(one)).code == 50035


async def test_an_interaction_is_refused(bot: Bot, ann: Person, games: str) -> None:
    kinds: list[object] = [[{}], {"a": 1}, None, "2", 2.5]
    for kind in kinds:
        refused = await ann.interact(2, games, {}, type=kind)
        assert refused.complaint("type"), kind
    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 9, form({"type": 4, "style": 1, "custom_id": "field"}))
    opened = await ann.line.until("INTERACTION_MODAL_CREATE")
    fields: list[object] = [7, [1], {"type": 18, "component": 7}, {"type": {}, "components": 1}]
    data = {"id": opened["id"], "custom_id": "form", "components": fields}
    assert (await ann.interact(5, games, data)).code == 50035  # the field is required


@pytest.mark.parametrize("add", [1e300, -1e12, 2**70, [1], None, {}], ids=str)
async def test_the_clock_stays_among_the_years_there_are(bot: Bot, games: str, add: object) -> None:
    """Set too far ahead nothing could be written any more: every message has a date."""
    assert (await bot("POST", "/playground/clock", {"add": add})).status == 400
    made = await bot("POST", f"/channels/{games}/messages", {"content": "x"})
    assert made.status == 200
