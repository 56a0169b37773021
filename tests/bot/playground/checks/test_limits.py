"""What Discord refuses in a message: each limit with its own complaint, at its own place."""

from typing import Any

import pytest

from tests.bot.playground.callers import (
    V2,
    Bot,
    Json,
    button,
    menu,
    panel,
    row,
    text,
)

IN_BOX = ("components", 0, "components")


def rows(*components: Json) -> Json:
    return {"content": "x", "components": [row(*components)]}


def select(**more: Any) -> Json:
    return rows(menu("a", "b", **more))


def section(*texts: Json, accessory: Json | None = None) -> Json:
    made: Json = {"type": 9, "components": list(texts)}
    return made | ({"accessory": accessory} if accessory else {})


def embed(**more: Any) -> Json:
    return {"embeds": [more]}


REFUSED: dict[str, tuple[Json, tuple[str | int, ...], str]] = {
    "content over 2000": ({"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    "nonce over 25": ({"content": "x", "nonce": "n" * 26}, ("nonce",), "BASE_TYPE_MAX_LENGTH"),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, ("embeds",), "BASE_TYPE_MAX_LENGTH"),
    "embed title": (embed(title="x" * 257), ("embeds", 0, "title"), "BASE_TYPE_MAX_LENGTH"),
    "embeds over 6000": (
        {"embeds": [{"description": "x" * 3001}] * 2},
        ("embeds",),
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "content beside components v2": (
        panel(text("x"), content="y"),
        ("content",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside components v2": (
        panel(text("x"), embeds=[{"title": "y"}]),
        ("embeds",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "v2 components without the flag": (
        {"content": "x", "components": [text("y")]},
        ("components", 0),
        "UNION_TYPE_CHOICES",
    ),
    "6 rows": (
        {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
        ("components",),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a button outside a row": (panel(button()), (*IN_BOX, 0), "UNION_TYPE_CHOICES"),
    "an unknown component": (panel({"type": 99}), (*IN_BOX, 0), "UNION_TYPE_CHOICES"),
    "a box in a box": (
        panel({"type": 17, "components": [text("x")]}),
        (*IN_BOX, 0),
        "UNION_TYPE_CHOICES",
    ),
    "a label outside a modal": (
        panel({"type": 18, "label": "x", "component": button()}),
        (*IN_BOX, 0),
        "UNION_TYPE_CHOICES",
    ),
    "text over 4000 in all": (
        panel(text("x" * 2001), text("x" * 2000)),
        ("components",),
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "one text over 4000": (
        panel(text("x" * 4001)),
        (*IN_BOX, 0, "content"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty text": (panel(text("")), (*IN_BOX, 0, "content"), "BASE_TYPE_REQUIRED"),
    "41 components": (
        panel(*(text("x") for _ in range(40))),
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "an empty box": (panel(), IN_BOX, "BASE_TYPE_BAD_LENGTH"),
    "an empty row": (rows(), ("components", 0, "components"), "BASE_TYPE_BAD_LENGTH"),
    "6 buttons in a row": (
        rows(*(button(str(n)) for n in range(6))),
        ("components", 0, "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "menu and button in a row": (
        rows(menu("a"), button()),
        ("components", 0, "components", 1),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two menus in a row": (
        rows(menu("a"), menu("b", custom_id="other")),
        ("components", 0, "components", 1),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "custom_id over 100": (
        rows(button("x" * 101)),
        ("components", 0, "components", 0, "custom_id"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "custom_id empty": (
        rows(button("")),
        ("components", 0, "components", 0, "custom_id"),
        "BASE_TYPE_REQUIRED",
    ),
    "custom_id twice": (
        panel(row(button("same")), row(button("same"))),
        (*IN_BOX, 1, "components", 0, "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "component id twice": (
        panel({**text("x"), "id": 7}, {**text("y"), "id": 7}),
        (*IN_BOX, 1),
        "COMPONENT_ID_DUPLICATED",
    ),
    "label over 80": (
        rows(button(label="x" * 81)),
        ("components", 0, "components", 0, "label"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "neither label nor emoji": (
        rows(button(label=None)),
        ("components", 0, "components", 0),
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "an emoji that is none": (
        rows(button(emoji={"name": "smile"})),
        ("components", 0, "components", 0, "emoji"),
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "somebody else's emoji": (
        rows(button(emoji={"name": "ours", "id": "123"})),
        ("components", 0, "components", 0, "emoji"),
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "a style that is none": (
        rows(button(style=7)),
        ("components", 0, "components", 0, "style"),
        "NUMBER_TYPE_MAX",
    ),
    "a link over 512": (
        rows({"type": 2, "style": 5, "label": "x", "url": "https://" + "x" * 512}),
        ("components", 0, "components", 0, "url"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a link to nowhere": (
        rows({"type": 2, "style": 5, "label": "x", "url": "ftp://x"}),
        ("components", 0, "components", 0, "url"),
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a link with a custom_id": (
        rows(button(style=5, url="https://example.org")),
        ("components", 0, "components", 0),
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "26 options": (
        rows(menu(*map(str, range(26)))),
        ("components", 0, "components", 0, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no options": (
        rows(menu()),
        ("components", 0, "components", 0, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option twice": (
        rows(menu("a", "a")),
        ("components", 0, "components", 0, "options", 1, "value"),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "option label over 100": (
        rows({**menu(), "options": [{"label": "x" * 101, "value": "x"}]}),
        ("components", 0, "components", 0, "options", 0, "label"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "option value over 100": (
        rows({**menu(), "options": [{"label": "x", "value": "x" * 101}]}),
        ("components", 0, "components", 0, "options", 0, "value"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "option description over 100": (
        rows({**menu(), "options": [{"label": "x", "value": "x", "description": "x" * 101}]}),
        ("components", 0, "components", 0, "options", 0, "description"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "placeholder over 150": (
        select(placeholder="x" * 151),
        ("components", 0, "components", 0, "placeholder"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "26 to be chosen": (
        select(max_values=26),
        ("components", 0, "components", 0, "max_values"),
        "NUMBER_TYPE_MAX",
    ),
    "more to be chosen than there are": (
        select(max_values=3),
        ("components", 0, "components", 0, "max_values"),
        "SELECT_COMPONENT_VALUES_TOO_LARGE",
    ),
    "at least two of at most one": (
        select(min_values=2),
        ("components", 0, "components", 0, "min_values"),
        "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
    ),
    "two defaults of one": (
        rows({**menu(), "options": [{"label": n, "value": n, "default": True} for n in "ab"]}),
        ("components", 0, "components", 0, "options"),
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "four texts in a section": (
        panel(section(*[text("x")] * 4, accessory=button())),
        (*IN_BOX, 0, "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a section without accessory": (
        panel(section(text("x"))),
        (*IN_BOX, 0, "accessory"),
        "BASE_TYPE_REQUIRED",
    ),
    "a menu as accessory": (
        panel(section(text("x"), accessory=menu("a"))),
        (*IN_BOX, 0, "accessory"),
        "UNION_TYPE_CHOICES",
    ),
    "11 pictures": (
        panel({"type": 12, "items": [{"media": {"url": "https://example.org/x.png"}}] * 11}),
        (*IN_BOX, 0, "items"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a picture that was not sent": (
        panel({"type": 12, "items": [{"media": {"url": "attachment://x.png"}}]}),
        (*IN_BOX, 0, "items", 0, "media"),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file from elsewhere": (
        panel({"type": 13, "file": {"url": "https://example.org/x.pdf"}}),
        (*IN_BOX, 0, "file", "url"),
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a colour that is none": (
        {
            "flags": V2,
            "components": [{"type": 17, "components": [text("x")], "accent_color": 1 << 24}],
        },
        ("components", 0, "accent_color"),
        "NUMBER_TYPE_MAX",
    ),
    "a wide gap that is none": (
        panel(text("x"), {"type": 14, "spacing": 3}),
        (*IN_BOX, 1, "spacing"),
        "BASE_TYPE_CHOICES",
    ),
    "101 people pinged": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        ("allowed_mentions", "users"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "parse and users at once": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        ("allowed_mentions",),
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "an attachment that was not sent": (
        {"content": "x", "attachments": [{"id": 0, "filename": "x"}]},
        ("attachments", 0, "id"),
        "ATTACHMENT_NOT_FOUND",
    ),
    "components that are no list": (
        {"content": "x", "components": 5},
        ("components",),
        "LIST_TYPE_CONVERT",
    ),
    "components that are no objects": (
        {"content": "x", "components": [5]},
        ("components",),
        "MODEL_TYPE_CONVERT",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_message_over_a_limit_is_refused_at_its_place(
    bot: Bot, games: str, what: str
) -> None:
    body, path, code = REFUSED[what]
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert answer.complaint(*path) == code, answer.body
    assert answer.body["message"] == "Invalid Form Body"
    assert not bot.play.world.messages[games]


JUST_FITS: dict[str, Json] = {
    "content of 2000": {"content": "x" * 2000},
    "text of 4000 in all": panel(text("x" * 2000), text("x" * 2000)),
    "40 components": panel(*(text("x") for _ in range(39))),
    "5 buttons": rows(*(button(str(n)) for n in range(5))),
    "25 options": rows(menu(*map(str, range(25)), max_values=25)),
    "custom_id of 100, label of 80": rows(button("x" * 100, label="x" * 80)),
    "an emoji alone": rows(button(label=None, emoji={"name": "🎲"})),
    "a link": rows({"type": 2, "style": 5, "label": "x", "url": "https://example.org"}),
    "a section with a button": panel(section(text("x"), accessory=button())),
    "a picture from elsewhere": panel(
        {"type": 12, "items": [{"media": {"url": "https://example.org/x.png"}}]}
    ),
    "embeds of 6000": {"embeds": [{"description": "x" * 3000}] * 2},
}


@pytest.mark.parametrize("what", JUST_FITS)
async def test_a_message_at_the_limit_is_taken(bot: Bot, games: str, what: str) -> None:
    answer = await bot("POST", f"/channels/{games}/messages", JUST_FITS[what])
    assert answer.status == 200, answer.body


@pytest.mark.parametrize("body", [{}, {"content": "  \n"}, {"flags": V2, "components": []}])
async def test_an_empty_message_is_50006(bot: Bot, games: str, body: Json) -> None:
    answer = await bot("POST", f"/channels/{games}/messages", body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_a_body_that_is_no_json_is_50109(bot: Bot, games: str) -> None:
    url = f"{bot.play.base}/api/v10/channels/{games}/messages"
    headers = {"Authorization": bot.token, "Content-Type": "application/json"}
    async with bot.session.post(url, data="{nonsense", headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["code"] == 50109


async def test_a_body_that_is_a_list_is_refused(bot: Bot, games: str) -> None:
    assert (await bot("POST", f"/channels/{games}/messages", [1])).code == 50035


async def test_files_are_limited_in_number_and_size(bot: Bot, games: str) -> None:
    path = f"/channels/{games}/messages"
    many = {f"{n}.txt": b"x" for n in range(11)}
    assert (await bot("POST", path, {}, files=many)).code == 50035
    large = {"large.bin": b"\0" * (10 * 1024 * 1024 + 1)}
    answer = await bot("POST", path, {}, files=large)
    assert (answer.status, answer.code) == (413, 40005)
    largest = {"large.bin": b"\0" * (10 * 1024 * 1024)}
    assert (await bot("POST", path, {}, files=largest)).status == 200


async def test_components_are_numbered_and_written_out(bot: Bot, games: str) -> None:
    body = panel(text("x"), {**text("y"), "id": 3}, row(button(), button("b")), row(menu("a")))
    made = (await bot("POST", f"/channels/{games}/messages", body)).body
    box = made["components"][0]
    first, second, buttons, choice = box["components"]
    numbers = [box["id"], first["id"], second["id"], buttons["id"]]
    assert numbers == [1, 2, 3, 4]
    assert [one["id"] for one in buttons["components"]] == [5, 6]
    assert box["accent_color"] is None
    assert choice["components"][0]["min_values"] == choice["components"][0]["max_values"] == 1


async def test_the_components_flag_can_be_set_by_an_edit_and_never_removed(
    bot: Bot, games: str
) -> None:
    made = (await bot("POST", f"/channels/{games}/messages", {"content": "old"})).body
    path = f"/channels/{games}/messages/{made['id']}"
    keeps_content = await bot("PATCH", path, panel(text("new")))
    assert keeps_content.complaint("content") is not None  # the old content has to be cleared
    turned = await bot("PATCH", path, panel(text("new"), content=None, embeds=[], attachments=[]))
    assert turned.status == 200
    assert turned.body["flags"] == V2
    back = await bot("PATCH", path, {"flags": 0, "content": "old again", "components": []})
    assert back.complaint("content") is not None
    kept = await bot("PATCH", path, {"flags": 0, "components": [text("still")]})
    assert kept.status == 200
    assert kept.body["flags"] == V2
