from typing import Any

import pytest

from playground.tests.callers import (
    Bot,
    Json,
    Person,
    button,
    command,
    form,
    menu,
    option,
    panel,
    row,
    text,
)


async def posted(bot: Bot, channel: str, *components: Json) -> Json:
    return (await bot("POST", f"/channels/{channel}/messages", panel(*components))).body


@pytest.mark.parametrize(
    ("custom_id", "more"),
    [
        ("gone", {}),
        ("off", {}),
        ("menu", {}),
        ("menu", {"component_type": 3, "values": ["z"]}),
        ("menu", {"component_type": 3, "values": []}),
        ("menu", {"component_type": 3, "values": ["a", "a"]}),
        ("menu", {"component_type": 3, "values": ["a", "b", "c"]}),
        ("who", {"component_type": 5, "values": ["123"]}),
    ],
    ids=str,
)
async def test_an_unavailable_press_fails(
    bot: Bot, ann: Person, games: str, custom_id: str, more: Json
):
    message = await posted(
        bot,
        games,
        row(button(), button("off", disabled=True)),
        row(menu("a", "b", "c", max_values=2)),
        row({"type": 5, "custom_id": "who"}),
    )
    answer = await ann.press(message, custom_id, **more)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.complaint("data") == "COMPONENT_VALIDATION_FAILED"
    await ann.line.until("INTERACTION_FAILURE")
    await bot.line.quiet("INTERACTION_CREATE")


async def test_a_button_removed_by_an_edit_cannot_be_pressed(bot: Bot, ann: Person, games: str):
    message = await posted(bot, games, row(button("old")))
    await bot("PATCH", f"/channels/{games}/messages/{message['id']}", panel(row(button("new"))))
    assert (await ann.press(message, "old")).complaint("data") == "COMPONENT_VALIDATION_FAILED"
    assert (await ann.press(message, "new")).status == 204


def named(values: list[str], resolved: Json) -> set[str]:
    """Return the names in an interaction's `resolved` data."""
    assert set(values) == {key for kind in resolved.values() for key in kind}
    return {kind for kind in resolved if resolved[kind]}


async def test_chosen_roles_and_channels_resolve(bot: Bot, ann: Person, ben: Person, games: str):
    world = bot.play.world
    asked = [{"type": kind, "custom_id": f"m{kind}", "max_values": 2} for kind in (6, 7, 8)]
    message = await posted(bot, games, *(row(part) for part in asked))
    for kind, values, kinds in (
        (6, [world.role_id], {"roles"}),
        (7, [world.role_id, ben.id], {"roles", "users"}),
        (8, [games], {"channels"}),
    ):
        await ann.press(message, f"m{kind}", component_type=kind, values=values)
        data = (await bot.line.until("INTERACTION_CREATE"))["data"]
        members = data["resolved"].pop("members", {})
        assert set(members) == set(data["resolved"].get("users", {}))
        assert named(values, data["resolved"]) == kinds
    assert data["resolved"]["channels"][games]["permissions"] == str((1 << 54) - 1)  # Ann's DM

    await bot.register(command())
    await ann.slash("hello", games)
    one = await bot.line.until("INTERACTION_CREATE")
    await bot.answer(one, 9, form(*asked))
    opened = await ann.line.until("INTERACTION_MODAL_CREATE")
    chosen = {"m6": [world.role_id], "m7": [ben.id], "m8": [games]}
    fields = [
        {"type": 18, "component": {"type": int(key[1]), "custom_id": key, "values": values}}
        for key, values in chosen.items()
    ]
    data = {"id": opened["id"], "custom_id": opened["custom_id"], "components": fields}
    assert (await ann.interact(5, games, data)).status == 204
    resolved = (await bot.line.until("INTERACTION_CREATE"))["data"]["resolved"]
    resolved.pop("members")
    assert named([world.role_id, ben.id, games], resolved) == {"roles", "users", "channels"}


async def test_a_channel_menu_offers_only_its_channel_types(bot: Bot, ann: Person, games: str):
    asked = {"type": 8, "custom_id": "voices", "channel_types": [2]}
    message = await posted(bot, games, row(asked))
    refused = await ann.press(message, "voices", component_type=8, values=[games])
    assert refused.complaint("data") == "COMPONENT_VALIDATION_FAILED"


async def test_the_chosen_values_reach_the_bot(bot: Bot, ann: Person, ben: Person, games: str):
    message = await posted(
        bot, games, row(menu("a", "b", max_values=2)), row({"type": 5, "custom_id": "who"})
    )
    await ann.press(message, "menu", component_type=3, values=["b", "a"])
    one = await bot.line.until("INTERACTION_CREATE")
    assert one["data"]["values"] == ["b", "a"]
    await ann.press(message, "who", component_type=5, values=[ben.id])
    one = await bot.line.until("INTERACTION_CREATE")
    assert one["data"]["resolved"]["users"][ben.id]["global_name"] == "Ben"
    assert "joined_at" in one["data"]["resolved"]["members"][ben.id]


OPTIONS = (
    option("amount", 4, required=True, min_value=1, max_value=50),
    option("word", 3, min_length=2, max_length=4),
    option("how", 3, choices=[{"name": "High", "value": "high"}]),
    option("who", 6),
    option("sure", 5),
)
AMOUNT = {"name": "amount", "type": 4, "value": 5}
GIVEN_WRONG: dict[str, tuple[Json, ...]] = {
    "missing": (),
    "too small": ({"name": "amount", "type": 4, "value": 0},),
    "too large": ({"name": "amount", "type": 4, "value": 51},),
    "no number": ({"name": "amount", "type": 4, "value": "five"},),
    "half a number": ({"name": "amount", "type": 4, "value": 1.5},),
    "unknown": (AMOUNT, {"name": "other", "type": 3, "value": "x"}),
    "twice": (AMOUNT, AMOUNT),
    "too short": (AMOUNT, {"name": "word", "type": 3, "value": "x"}),
    "too long": (AMOUNT, {"name": "word", "type": 3, "value": "xxxxx"}),
    "not a choice": (AMOUNT, {"name": "how", "type": 3, "value": "low"}),
    "nobody": (AMOUNT, {"name": "who", "type": 6, "value": "1"}),
    "neither yes nor no": (AMOUNT, {"name": "sure", "type": 5, "value": "maybe"}),
    "nothing to suggest": (AMOUNT | {"focused": True},),
}


@pytest.mark.parametrize("what", GIVEN_WRONG)
async def test_an_invalid_option_value_is_refused(bot: Bot, ann: Person, games: str, what: str):
    await bot.register(command("bid", *OPTIONS))
    kind = 4 if what == "nothing to suggest" else 2
    answer = await ann.slash("bid", games, *GIVEN_WRONG[what], kind=kind)
    assert (answer.status, answer.code) == (400, 50035)
    await bot.line.quiet("INTERACTION_CREATE")


async def test_options_come_with_resolved_users(bot: Bot, ann: Person, ben: Person, games: str):
    await bot.register(command("bid", *OPTIONS))
    who = {"name": "who", "type": 6, "value": ben.id}
    assert (await ann.slash("bid", games, AMOUNT, who)).status == 204
    data = (await bot.line.until("INTERACTION_CREATE"))["data"]
    assert data["options"] == [AMOUNT, who]
    assert ben.id in data["resolved"]["users"]


async def test_exactly_one_subcommand_is_chosen(bot: Bot, ann: Person, games: str):
    start, hand = option("start", 1), option("hand", 1, options=[option("table", 4)])
    await bot.register(command("yankee", start, hand))
    assert (await ann.slash("yankee", games)).code == 50035
    chosen = {"name": "hand", "type": 1, "options": [{"name": "table", "type": 4, "value": 3}]}
    assert (await ann.slash("yankee", games, {"name": "start", "type": 1}, chosen)).code == 50035
    assert (await ann.slash("yankee", games, chosen)).status == 204
    data = (await bot.line.until("INTERACTION_CREATE"))["data"]
    assert data["options"] == [chosen]
    log = (await ann("GET", "/playground/log")).body
    assert log["interactions"][-1]["name"] == "yankee hand"


async def test_commands_are_offered_in_their_contexts(bot: Bot, ann: Person, games: str):
    await bot.register(
        command("anywhere"), command("here", contexts=[0]), command("private", contexts=[1])
    )
    there = (await ann("POST", "/users/@me/channels", {"recipient_id": bot.play.world.bot_id})).body

    async def offered(channel: str) -> set[str]:
        path = f"/channels/{channel}/application-command-index"
        return {
            command["name"] for command in (await ann("GET", path)).body["application_commands"]
        }

    assert await offered(games) == {"anywhere", "here"}
    assert await offered(there["id"]) == {"anywhere", "private"}
    guild = f"/guilds/{bot.play.world.guild_id}/application-command-index"
    assert len((await ann("GET", guild)).body["application_commands"]) == 2
    known = {command["name"]: command["id"] for command in bot.play.world.commands.values()}
    stray: Json = {"id": known["private"], "name": "private", "type": 1}
    assert (await ann.interact(2, games, stray)).code == 10063


async def test_admin_commands_are_for_the_owner(bot: Bot, ann: Person, ben: Person, games: str):
    await bot.register(command("end", default_member_permissions="32"))
    assert (await ben.slash("end", games)).status == 403
    assert (await ann.slash("end", games)).status == 204


async def form_sent(bot: Bot, ann: Person, games: str, shown: Json, fields: list[Json]) -> Any:
    """Open a modal for Ann and submit these fields."""
    message = await posted(bot, games, row(button()))
    await ann.press(message, "go")
    opened = await bot.answer(await bot.line.until("INTERACTION_CREATE", type=3), 9, shown)
    assert opened.status == 200, opened.body
    modal = await ann.line.until("INTERACTION_MODAL_CREATE")
    filled = [{"type": 18, "component": field} for field in fields]
    data = {"id": modal["id"], "custom_id": modal["custom_id"], "components": filled}
    return await ann.interact(5, games, data)


ASKED = form(
    {"type": 4, "style": 1, "custom_id": "amount", "min_length": 1, "max_length": 3},
    {**menu("a", "b"), "required": True},
    {"type": 4, "style": 2, "custom_id": "why", "required": False},
)
WELL_FILLED: list[Json] = [
    {"type": 4, "custom_id": "amount", "value": "50"},
    {"type": 3, "custom_id": "menu", "values": ["b"]},
    {"type": 4, "custom_id": "why", "value": ""},
]


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(0, {"value": ""}), (0, {"value": "5000"}), (1, {"values": []}), (1, {"values": ["z"]})],
    ids=str,
)
async def test_invalid_modals_are_refused(
    bot: Bot, ann: Person, games: str, place: int, wrong: Json
):
    filled = [item | (wrong if number == place else {}) for number, item in enumerate(WELL_FILLED)]
    answer = await form_sent(bot, ann, games, ASKED, filled)
    assert answer.code == 50035
    assert "components" in answer.body["errors"]["data"]


async def test_a_modal_submission_reaches_the_bot_in_discords_form(
    bot: Bot, ann: Person, games: str
):
    assert (await form_sent(bot, ann, games, ASKED, WELL_FILLED)).status == 204
    one = await bot.line.until("INTERACTION_CREATE", type=5)
    amount, choice, why = (part["component"] for part in one["data"]["components"])
    assert (amount["custom_id"], amount["value"], amount["type"]) == ("amount", "50", 4)
    assert choice["values"] == ["b"]
    assert why["value"] == ""


async def test_radio_buttons_and_checkboxes_are_submitted(bot: Bot, ann: Person, games: str):
    options = [{"label": letter, "value": letter} for letter in "ab"]
    shown = form(
        {"type": 21, "custom_id": "radio", "options": options},
        {"type": 22, "custom_id": "boxes", "options": options},
        {"type": 23, "custom_id": "box"},
    )
    filled: list[Json] = [
        {"type": 21, "custom_id": "radio", "value": "b"},
        {"type": 22, "custom_id": "boxes", "values": ["a", "b"]},
        {"type": 23, "custom_id": "box", "value": True},
    ]
    assert (await form_sent(bot, ann, games, shown, filled)).status == 204
    one = await bot.line.until("INTERACTION_CREATE", type=5)
    radio, boxes, box = (part["component"] for part in one["data"]["components"])
    assert (radio["value"], boxes["values"], box["value"]) == ("b", ["a", "b"], True)


async def test_people_cannot_act_for_others_or_as_the_bot(bot: Bot, ann: Person, games: str):
    panel_of_hers = panel(text("x"), row(button()))
    assert (await ann("POST", f"/channels/{games}/messages", panel_of_hers)).code == 50035
    assert (await bot("POST", "/interactions", {"type": 2})).code == 20001
    assert (await ann("PUT", f"/applications/{bot.play.world.bot_id}/commands", [])).code == 20002
    nobody = Person(bot.play, bot.session, "nobody")
    assert (await nobody("GET", "/users/@me")).status == 401
    stray = await ann.interact(2, games, {}, application_id="1")
    assert stray.complaint("application_id") is not None
    assert (await ann.interact(2, "1", {})).code == 10003
    assert (await ann.interact(9, games, {})).complaint("type") is not None


async def test_an_invalid_interaction_is_refused(bot: Bot, ann: Person, games: str):
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
