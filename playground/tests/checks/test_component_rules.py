from typing import Any

import pytest
from discord_playground.checks.component_rules import ComponentCheck
from discord_playground.world.discord_errors import Form

from playground.tests.callers import V2, Answer, Bot, Json, button, field, menu, panel, row, text
from playground.tests.checks.judging import judged

IN_BOX = ("components", 0, "components")


def rows(*components: Json) -> Json:
    return {"content": "x", "components": [row(*components)]}


def select(**more: Any) -> Json:
    return rows(menu("a", "b", **more))


def section(*texts: Json, accessory: Json | None = None) -> Json:
    made: Json = {"type": 9, "components": list(texts)}
    return made | ({"accessory": accessory} if accessory else {})


def label(asked: Json, **more: Any) -> Json:
    return {"type": 18, "label": "Say", "component": asked, **more}


def message(body: Json, **known: Any) -> Answer:
    """Return the answer to a message with these components."""
    form = Form()
    v2 = bool(body.get("flags", 0) & V2)
    ComponentCheck(form, **known).message(("components",), body["components"], v2=v2)
    return judged(form)


def modal(*components: Json) -> Answer:
    """Return the answer to a modal with these components."""
    form = Form()
    ComponentCheck(form).modal(("components",), list(components))
    return judged(form)


REFUSED: dict[str, tuple[Json, str]] = {
    "6 rows": (
        {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
        "components BASE_TYPE_MAX_LENGTH",
    ),
    "a button outside a row": (panel(button()), "BOX.0 UNION_TYPE_CHOICES"),
    "an unknown component": (panel({"type": 99}), "BOX.0 UNION_TYPE_CHOICES"),
    "a label outside a modal": (
        panel({"type": 18, "label": "x", "component": button()}),
        "BOX.0 UNION_TYPE_CHOICES",
    ),
    "text over 4000 in all": (
        panel(text("x" * 2001), text("x" * 2000)),
        "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "one text over 4000": (panel(text("x" * 4001)), "BOX.0.content BASE_TYPE_BAD_LENGTH"),
    "an empty text": (panel(text("")), "BOX.0.content BASE_TYPE_REQUIRED"),
    "41 components": (
        panel(*(text("x") for _ in range(40))),
        "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "an empty box": (panel(), "BOX BASE_TYPE_BAD_LENGTH"),
    "an empty row": (rows(), "BOX BASE_TYPE_BAD_LENGTH"),
    "6 buttons in a row": (rows(*(button(str(n)) for n in range(6))), "BOX BASE_TYPE_BAD_LENGTH"),
    "menu and button in a row": (
        rows(menu("a"), button()),
        "BOX.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two menus in a row": (
        rows(menu("a"), menu("b", custom_id="other")),
        "BOX.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "custom_id over 100": (rows(button("x" * 101)), "BOX.0.custom_id BASE_TYPE_BAD_LENGTH"),
    "custom_id empty": (rows(button("")), "BOX.0.custom_id BASE_TYPE_REQUIRED"),
    "custom_id twice": (
        panel(row(button("same")), row(button("same"))),
        "BOX.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "component id twice": (
        panel({**text("x"), "id": 7}, {**text("y"), "id": 7}),
        "BOX.1 COMPONENT_ID_DUPLICATED",
    ),
    "label over 80": (rows(button(label="x" * 81)), "BOX.0.label BASE_TYPE_MAX_LENGTH"),
    "neither label nor emoji": (
        rows(button(label=None)),
        "BOX.0 BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "an emoji that is none": (
        rows(button(emoji={"name": "smile"})),
        "BOX.0.emoji BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "somebody else's emoji": (
        rows(button(emoji={"name": "ours", "id": "123"})),
        "BOX.0.emoji BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "a style that is none": (rows(button(style=7)), "BOX.0.style NUMBER_TYPE_MAX"),
    "a link over 512": (
        rows({"type": 2, "style": 5, "label": "x", "url": "https://" + "x" * 512}),
        "BOX.0.url BASE_TYPE_BAD_LENGTH",
    ),
    "a link to nowhere": (
        rows({"type": 2, "style": 5, "label": "x", "url": "ftp://x"}),
        "BOX.0.url URL_TYPE_INVALID_SCHEME",
    ),
    "a link with a custom_id": (
        rows(button(style=5, url="https://example.org")),
        "BOX.0 BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "26 options": (rows(menu(*map(str, range(26)))), "BOX.0.options BASE_TYPE_BAD_LENGTH"),
    "no options": (rows(menu()), "BOX.0.options BASE_TYPE_BAD_LENGTH"),
    "an option twice": (
        rows(menu("a", "a")),
        "BOX.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "option label over 100": (
        rows({**menu(), "options": [{"label": "x" * 101, "value": "x"}]}),
        "BOX.0.options.0.label BASE_TYPE_BAD_LENGTH",
    ),
    "option value over 100": (
        rows({**menu(), "options": [{"label": "x", "value": "x" * 101}]}),
        "BOX.0.options.0.value BASE_TYPE_BAD_LENGTH",
    ),
    "option description over 100": (
        rows({**menu(), "options": [{"label": "x", "value": "x", "description": "x" * 101}]}),
        "BOX.0.options.0.description BASE_TYPE_MAX_LENGTH",
    ),
    "placeholder over 150": (
        select(placeholder="x" * 151),
        "BOX.0.placeholder BASE_TYPE_MAX_LENGTH",
    ),
    "26 to be chosen": (select(max_values=26), "BOX.0.max_values NUMBER_TYPE_MAX"),
    "more to be chosen than there are": (
        select(max_values=3),
        "BOX.0.max_values SELECT_COMPONENT_VALUES_TOO_LARGE",
    ),
    "at least two of at most one": (
        select(min_values=2),
        "BOX.0.min_values SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
    ),
    "two defaults of one": (
        rows({**menu(), "options": [{"label": n, "value": n, "default": True} for n in "ab"]}),
        "BOX.0.options SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "four texts in a section": (
        panel(section(*[text("x")] * 4, accessory=button())),
        "BOX.0.components BASE_TYPE_BAD_LENGTH",
    ),
    "a section without accessory": (
        panel(section(text("x"))),
        "BOX.0.accessory BASE_TYPE_REQUIRED",
    ),
    "a menu as accessory": (
        panel(section(text("x"), accessory=menu("a"))),
        "BOX.0.accessory UNION_TYPE_CHOICES",
    ),
    "11 pictures": (
        panel({"type": 12, "items": [{"media": {"url": "https://example.org/x.png"}}] * 11}),
        "BOX.0.items BASE_TYPE_BAD_LENGTH",
    ),
    "a picture that was not sent": (
        panel({"type": 12, "items": [{"media": {"url": "attachment://x.png"}}]}),
        "BOX.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file from elsewhere": (
        panel({"type": 13, "file": {"url": "https://example.org/x.pdf"}}),
        "BOX.0.file.url URL_TYPE_INVALID_SCHEME",
    ),
    "a colour that is none": (
        {
            "flags": V2,
            "components": [{"type": 17, "components": [text("x")], "accent_color": 1 << 24}],
        },
        "components.0.accent_color NUMBER_TYPE_MAX",
    ),
    "a wide gap that is none": (
        panel(text("x"), {"type": 14, "spacing": 3}),
        "BOX.1.spacing BASE_TYPE_CHOICES",
    ),
    "channels of a kind that is none": (
        rows({"type": 8, "custom_id": "where", "channel_types": [17]}),
        "BOX.0.channel_types.0 NUMBER_TYPE_MAX",
    ),
    "kinds of channels that are no list": (
        rows({"type": 8, "custom_id": "where", "channel_types": 7}),
        "BOX.0.channel_types LIST_TYPE_CONVERT",
    ),
    "components that are no list": (
        {"content": "x", "components": 5},
        "components LIST_TYPE_CONVERT",
    ),
    "components that are no objects": (
        {"content": "x", "components": [5]},
        "components MODEL_TYPE_CONVERT",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_components_over_a_limit_are_refused_at_their_place(what: str):
    body, error = REFUSED[what]
    path, code = error.split()
    answer = message(body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.complaint(path) == code, answer.body


JUST_FITS: dict[str, Json] = {
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
}


@pytest.mark.parametrize("what", JUST_FITS)
async def test_components_at_the_limit_are_accepted(bot: Bot, games: str, what: str):
    assert message(JUST_FITS[what]).status == 200
    answer = await bot("POST", f"/channels/{games}/messages", JUST_FITS[what])
    assert answer.status == 200, answer.body


def test_all_errors_are_reported_together():
    answer = message(panel(row(button("x" * 101, label="x" * 81)), text("")))
    button_at = (*IN_BOX, 0, "components", 0)
    assert answer.complaint(*button_at, "custom_id") == "BASE_TYPE_BAD_LENGTH"
    assert answer.complaint(*button_at, "label") == "BASE_TYPE_MAX_LENGTH"
    assert answer.complaint(*IN_BOX, 1, "content") == "BASE_TYPE_REQUIRED"


def test_attachments_and_own_emojis_can_be_shown():
    file = panel({"type": 13, "file": {"url": "attachment://rules.pdf"}})
    assert message(file).status == 400
    assert message(file, attachments={"rules.pdf"}).status == 200
    ours = rows(button(label=None, emoji={"id": "7", "name": "coal"}))
    assert message(ours).status == 400
    assert message(ours, emojis={"7"}).status == 200


def test_link_buttons_have_no_custom_id_so_two_may_be_equal():
    link: Json = {"type": 2, "style": 5, "label": "x", "url": "https://example.org"}
    assert message(rows(link, link)).status == 200
    both = message(rows(button(url="https://example.org")))
    code = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
    assert both.complaint("components", 0, "components", 0) == code


def test_default_values_must_fit_the_number_of_choices():
    def people(number: int) -> Json:
        chosen = [{"id": str(n), "type": "user"} for n in range(number)]
        return rows({"type": 5, "custom_id": "who", "default_values": chosen, "max_values": 2})

    assert message(people(0)).status == message(people(2)).status == 200
    refused = message(people(3))
    place = ("components", 0, "components", 0, "default_values")
    assert refused.complaint(*place) == "BASE_TYPE_BAD_LENGTH"


def radio(number: int) -> Json:
    options = [{"label": str(item), "value": str(item)} for item in range(number)]
    return label({"type": 21, "custom_id": "radio", "options": options})


IN_LABEL = ("components", 0, "component")
MODALS_REFUSED: dict[str, tuple[Json, str]] = {
    "a button": (row(button()), "BOX.0 UNION_TYPE_CHOICES"),
    "a box": (panel(text("x"))["components"][0], "components.0 UNION_TYPE_CHOICES"),
    "label over 45": (label(field(), label="x" * 46), "components.0.label BASE_TYPE_BAD_LENGTH"),
    "nothing asked": ({"type": 18, "label": "Say"}, "LABEL BASE_TYPE_REQUIRED"),
    "placeholder over 100": (
        label(field(placeholder="x" * 101)),
        "LABEL.placeholder BASE_TYPE_MAX_LENGTH",
    ),
    "4001 letters asked": (label(field(max_length=4001)), "LABEL.max_length NUMBER_TYPE_MAX"),
    "so many letters that are no number": (
        label(field(max_length="x", value="abc")),
        "LABEL.max_length NUMBER_TYPE_COERCE",
    ),
    "more filled in than fits": (
        label(field(max_length=2, value="xyz")),
        "LABEL.value BASE_TYPE_MAX_LENGTH",
    ),
    "a disabled menu": (
        label(menu("a", disabled=True)),
        "LABEL.disabled COMPONENT_DISABLED_NOT_ALLOWED",
    ),
    "one to choose from": (radio(1), "LABEL.options BASE_TYPE_BAD_LENGTH"),
    "11 to choose from": (radio(11), "LABEL.options BASE_TYPE_BAD_LENGTH"),
    "an old row without a label": (row(field()), "BOX.0.label BASE_TYPE_REQUIRED"),
}


@pytest.mark.parametrize("what", MODALS_REFUSED)
def test_a_modal_over_a_limit_is_refused(what: str):
    one, error = MODALS_REFUSED[what]
    path, code = error.split()
    assert modal(one).complaint(path) == code, modal(one).body


def test_a_modal_has_one_to_five_fields_with_unique_custom_ids():
    five = [label(field(str(number))) for number in range(5)]
    assert modal(five[0]).status == modal(*five).status == 200
    assert modal().complaint("components") == "BASE_TYPE_BAD_LENGTH"
    assert modal(*five, text("x")).complaint("components") == "BASE_TYPE_BAD_LENGTH"
    twice = modal(five[0], five[0])
    place = ("components", 1, "component", "custom_id")
    assert twice.complaint(*place) == "COMPONENT_CUSTOM_ID_DUPLICATED"


def test_a_modal_can_contain_every_kind_of_field():
    answer = modal(
        radio(2),
        radio(10) | {"component": radio(10)["component"] | {"custom_id": "ten"}},
        label(menu("a", "b", min_values=0, max_values=2)),
        label({"type": 19, "custom_id": "files", "min_values": 0, "max_values": 10}),
        row(field(label="Say")),
    )
    assert answer.status == 200, answer.body
