"""Tests of rendering panels and forms within Discord's limits."""

from typing import Any

from bot.ui.panels.custom_id import CustomId, read
from bot.ui.panels.panel import (
    Attached,
    Button,
    Choice,
    Entry,
    Form,
    Line,
    Menu,
    Painter,
    Panel,
    Part,
    Picture,
    Request,
    Row,
    Text,
    request,
)
from bot.ui.panels.pics import all_pics, pic
from bot.ui.panels.render import button_rows, layout, modal
from tests.contract.limits import check_message, check_modal, nested

ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12


def sent(*parts: Part, accent: int | None = None) -> list[dict[str, Any]]:
    """Render parts, and check them against Discord's limits."""
    return check_message(layout(Panel(parts), 12, 34, accent))


def of_type(found: list[dict[str, Any]], kind: int) -> list[dict[str, Any]]:
    return [part for part in found if part["type"] == kind]


def buttons(number: int) -> Row:
    return Row([Button(f"No. {n}", request("pick", number=n)) for n in range(number)])


def menu(number: int) -> Menu:
    choices = [Choice(f"No. {n}", str(n)) for n in range(number)]
    return Menu(request("pick"), "*number", "Pick one…", choices)


def test_picture_needs_an_attachment_and_a_short_alt_text():
    [gallery] = of_type(sent(Text("x"), Attached("ring-1.png", "The board.")), GALLERY)
    [item] = gallery["items"]
    assert item["media"] == {"url": "attachment://ring-1.png"}
    assert item["description"] == "The board."
    picture = Picture((1,), "The board.", Painter("ring", 1, bytes))
    assert sent(Text("x"), picture) == sent(Text("x"))
    [gallery] = of_type(sent(Attached("ring-1.png", "a" * 2000)), GALLERY)
    assert len(gallery["items"][0]["description"]) == 1024


def test_panel_is_drawn_from_top_to_bottom():
    found = sent(Text("Hello"), Line(), buttons(2), menu(3))
    assert [part["type"] for part in found] == [17, 10, 14, 1, 2, 2, 1, 3]


def test_buttons_flow_onto_further_rows():
    rows = of_type(sent(buttons(12)), ROW)
    assert [len(row["components"]) for row in rows] == [5, 5, 2]


def test_choices_flow_into_further_menus_with_one_choice_each():
    menus = of_type(sent(menu(60)), SELECT)
    assert [len(menu["options"]) for menu in menus] == [25, 25, 10]
    reads = [read(menu["custom_id"]) for menu in menus]
    assert reads == [CustomId(12, 34, request("pick"), "*number")] * 3
    values = [option["value"] for menu in menus for option in menu["options"]]
    assert values == [str(n) for n in range(60)]
    (one,) = of_type(sent(menu(3)), SELECT)
    assert (one["min_values"], one["max_values"]) == (1, 1)


def test_equal_requests_have_unique_custom_ids():
    go = request("go")
    same = Row([Button("One", go), Button("Other", go), Button("Third", go)])
    ids = [button["custom_id"] for button in of_type(sent(same, same), BUTTON)]
    assert len(set(ids)) == 6
    assert all(read(text) == CustomId(12, 34, go) for text in ids)
    row = Row([Button("Any", request("pick"))])
    found = sent(row, menu(2), menu(2))
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert [read(text) for text in ids] == [
        CustomId(12, 34, request("pick")),
        *[CustomId(12, 34, request("pick"), "*number")] * 2,
    ]


def test_long_texts_and_labels_are_shortened():
    found = of_type(sent(Text("a" * 3990), Text("b" * 100), Text("c" * 100), buttons(1)), TEXT)
    texts = [text["content"] for text in found]
    assert [len(text) for text in texts] == [3990, 10]
    assert texts[1].endswith("…")
    assert len(of_type(sent(Text(""), Text("x")), TEXT)) == 1
    long = Menu(request("go"), "*x", "p" * 200, [Choice("l" * 200, "0", "d" * 200)])
    found = sent(Row([Button("x" * 200, request("go"))]), long)
    (button,) = of_type(found, BUTTON)
    (select,) = of_type(found, SELECT)
    (option,) = select["options"]
    for text, limit in (
        (button["label"], 80),
        (select["placeholder"], 150),
        (option["label"], 100),
        (option["description"], 100),
    ):
        assert len(text) == limit
        assert text.endswith("…")


def test_button_styles_are_mapped():
    row = Row(
        [
            Button("a", request("a")),
            Button("b", request("b"), "main"),
            Button("c", request("c"), "yes"),
            Button("d", request("d"), "danger", disabled=True),
        ]
    )
    found = of_type(sent(row), BUTTON)
    assert [button["style"] for button in found] == [2, 1, 3, 4]
    assert [bool(button.get("disabled")) for button in found] == [False, False, False, True]


def test_panel_has_the_colour_of_its_game():
    assert sent(Text("x"), accent=0x123456)[0]["accent_color"] == 0x123456
    assert not sent(Text("x"))[0].get("accent_color")


def test_plain_message_can_have_buttons():
    same = Row([Button("My hand", request("table_hand")), Button("Again", request("table_hand"))])
    found = [button for row in button_rows(same, 12, 34) for button in row["components"]]
    assert [button["label"] for button in found] == ["My hand", "Again"]
    assert len({button["custom_id"] for button in found}) == 2
    assert all(
        read(button["custom_id"]) == CustomId(12, 34, request("table_hand")) for button in found
    )


BID = request("bid", over=60)


def test_form_is_filled_with_the_likeliest_answer():
    people = [Choice("Ann", "0"), Choice("Ben", "1", chosen=True)]
    entries = [
        Entry("?amount", "How much?", "$70 to $130, in tens", "70"),
        Entry("?limit", "Limit", required=False),
        Entry("*to", "To whom?", choices=people),
        Entry("*look", "Look?", choices=[Choice("yes", "true")], required=False),
    ]
    made = modal(Form(BID, "Bid", entries, "A note."), 12, 34)
    check_modal(made)
    assert read(made["custom_id"]) == CustomId(12, 34, BID)
    inside = {part["custom_id"]: part for part in nested(made["components"]) if "custom_id" in part}
    assert list(inside) == ["?amount", "?limit", "*to", "*look"]
    assert inside["?amount"]["value"] == "70"
    assert [bool(part["required"]) for part in inside.values()] == [True, False, True, False]
    assert [bool(option.get("default")) for option in inside["*to"]["options"]] == [False, True]
    assert [inside[key]["min_values"] for key in ("*to", "*look")] == [1, 0]


def test_form_note_comes_first():
    entry = Entry("?amount", "How much?", "in tens")
    note, label = modal(Form(BID, "Bid", [entry], "You hold $80."), 1, 1)["components"]
    assert note["content"] == "You hold $80."
    assert (label["label"], label["description"]) == ("How much?", "in tens")


def test_long_form_labels_and_menus_are_shortened():
    form = Form(request("bid"), "t" * 99, [Entry("?x", "l" * 99, "h" * 200)])
    made = modal(form, 1, 1)
    check_modal(made)
    assert made["title"].endswith("…")
    choices = [Choice(f"No. {n}", str(n)) for n in range(30)]
    made = modal(Form(Request("pick"), "Pick", [Entry("*x", "Which?", choices=choices)]), 1, 1)
    check_modal(made)


KNOWN = {pic.emoji: 2**63 for pic in all_pics().values()}
CANOE = all_pics()["canoe"].emoji
MARKUP = f"<:{CANOE}:{2**63}>"


def texts(*written: str, known: dict[str, int] | None = None) -> list[str]:
    panel = Panel([Text(text) for text in written])
    found = check_message(layout(panel, 1, 1, None, KNOWN if known is None else known))
    return [part["content"] for part in of_type(found, TEXT)]


def test_picture_in_text_needs_its_emoji():
    canoe = f"{pic('canoe')} Canoe"
    assert texts(canoe) == [f"{MARKUP} Canoe"]
    assert texts(canoe, known={}) == ["Canoe"]


def test_pictures_give_way_to_words():
    canoe = f"{pic('canoe')} Canoe"
    assert texts(canoe, "a" * 3990, canoe[-5:]) == ["Canoe", "a" * 3990, "Canoe"]
    room = 4000 - 2 * len("Canoe") - len(MARKUP) - 1
    assert texts(canoe, canoe, "a" * room) == [f"{MARKUP} Canoe", "Canoe", "a" * room]
    assert texts("a" * 3990 + canoe, "b" * 20)[0] == "a" * 3990 + "Canoe"


def test_message_has_at_most_60_pictures():
    many, few = pic("canoe") * 40 + " forty", pic("canoe") * 20 + " twenty"
    short, *rest = texts(many, pic("canoe") * 21 + " more", few)
    assert short.count(MARKUP) == 40
    assert rest == ["more", MARKUP * 20 + " twenty"]


def test_buttons_and_menus_have_pictures():
    row = Row([Button("Canoe", request("go"), pic="canoe"), Button("x", request("x"), pic="none")])
    choices = [Choice("Canoe", "1", pic="canoe"), Choice("Other", "2")]
    panel = Panel([row, Menu(request("go"), "*x", "Which?", choices)])
    found = check_message(layout(panel, 1, 1, None, KNOWN))
    first, other = of_type(found, BUTTON)
    assert (first["label"], first["emoji"]["name"], int(first["emoji"]["id"])) == (
        *("Canoe", CANOE),
        2**63,
    )
    assert not other.get("emoji")
    (select,) = of_type(found, SELECT)
    assert [(option.get("emoji") or {}).get("name") for option in select["options"]] == [
        CANOE,
        None,
    ]
    plainly = check_message(layout(panel, 1, 1))
    assert not any(part.get("emoji") for part in nested(plainly))
    asked = modal(Form(request("go"), "Go", [Entry("*x", "X", choices=choices)]), 1, 1, KNOWN)
    assert CANOE in str(asked)
