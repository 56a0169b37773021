"""Panels become Discord's components, and every press comes back as what was asked."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.panel import (
    Ask,
    Button,
    Choice,
    Field,
    Form,
    Line,
    Menu,
    Panel,
    Part,
    Row,
    Text,
    ask,
    chosen_in,
    custom_id,
    layout,
    modal,
    read_custom_id,
    with_key,
)
from tests.contract.limits import check_message, check_modal, nested

steady = settings(derandomize=True, deadline=None, database=None)


def sent(*parts: Part, accent: int | None = None) -> list[dict[str, Any]]:
    """Render parts and check them against Discord's limits."""
    return check_message(layout(Panel(parts), 12, 34, accent))


def of_type(found: list[dict[str, Any]], kind: int) -> list[dict[str, Any]]:
    return [one for one in found if one["type"] == kind]


def buttons(number: int) -> Row:
    return Row([Button(f"No. {n}", ask("pick", number=n)) for n in range(number)])


def menu(number: int, **more: Any) -> Menu:
    choices = [Choice(f"No. {n}", str(n)) for n in range(number)]
    return Menu(ask("pick"), "number", "Pick one…", choices, **more)


# --- asking ---------------------------------------------------------------------------------------

plain_text = st.text(st.characters(exclude_characters=":=;", exclude_categories=["Cs"]), max_size=8)
asks = st.builds(
    Ask,
    st.from_regex(r"[a-z_]{1,12}", fullmatch=True),
    st.dictionaries(st.from_regex(r"[a-z_]{1,6}", fullmatch=True), plain_text, max_size=3),
)


@steady
@given(st.integers(0, 10**15 - 1), st.integers(0, 10**9), asks, st.none() | st.integers(0, 999))
def test_a_custom_id_is_read_back_as_it_was_written(
    table: int, rev: int, wanted: Ask, number: int | None
):
    assert read_custom_id(custom_id(table, rev, wanted, number)) == (table, rev, wanted)


NOT_OURS = (
    "1 1:2 1:2: 1:2:GO 1:2:go; 1:2:go;x 1:2:go;x=1=2 :2:go 1::go 1:2:go:x 1:2:go:1234 -1:2:go"
)


@pytest.mark.parametrize("text", ["", " 1:2:go", "1:2:go ", "9" * 16 + ":1:go", *NOT_OURS.split()])
def test_any_other_custom_id_is_none_of_ours(text: str):
    assert read_custom_id(text) is None


@pytest.mark.parametrize("bad", ["a:b", "a=b", "a;b", "a" * 100])
def test_what_does_not_fit_into_a_custom_id_is_our_mistake(bad: str):
    with pytest.raises(ValueError):
        custom_id(1, 1, ask("bid", amount=bad))


def test_arguments_have_names_and_plain_text():
    assert ask("bid", amount=80) == Ask("bid", {"amount": "80"})
    assert ask("bid", amount=80).with_args(over="60") == ask("bid", amount=80, over=60)
    with pytest.raises(ValueError):
        Ask("bid", {"Amount!": "80"})


def test_an_ask_cannot_be_changed_from_outside():
    args = {"amount": "80"}
    wanted = Ask("bid", args)
    args["amount"] = "0"
    assert wanted.args["amount"] == "80"


def test_what_is_chosen_in_a_menu_goes_where_it_is_marked():
    marked = with_key(menu(3))
    assert marked == ask("pick", number="*")
    assert chosen_in(marked, ["2"]) == ask("pick", number=2)
    assert chosen_in(marked, ["1", "2"]) == ask("pick", number="1,2")
    assert chosen_in(marked, []) == ask("pick", number="")
    assert chosen_in(ask("pick", number=1), []) == ask("pick", number=1)


# --- panels ---------------------------------------------------------------------------------------


def test_a_panel_is_drawn_from_top_to_bottom():
    found = sent(Text("Hello"), Line(), buttons(2), menu(3))
    assert [one["type"] for one in found] == [17, 10, 14, 1, 2, 2, 1, 3]


def test_more_than_five_buttons_flow_onto_further_rows():
    rows = of_type(sent(buttons(12)), 1)
    assert [len(row["components"]) for row in rows] == [5, 5, 2]


def test_more_than_25_choices_flow_into_further_menus():
    menus = of_type(sent(menu(60)), 3)
    assert [len(one["options"]) for one in menus] == [25, 25, 10]
    reads = [read_custom_id(one["custom_id"]) for one in menus]
    assert [found and found[2] for found in reads] == [ask("pick", number="*")] * 3
    values = [option["value"] for one in menus for option in one["options"]]
    assert values == [str(n) for n in range(60)]


def test_two_buttons_that_ask_the_same_have_custom_ids_of_their_own():
    same = Row([Button("One", ask("go")), Button("Other", ask("go")), Button("Third", ask("go"))])
    ids = [one["custom_id"] for one in of_type(sent(same, same), 2)]
    assert len(set(ids)) == 6
    assert all(read_custom_id(one) == (12, 34, ask("go")) for one in ids)


def test_a_menu_asks_for_as_many_as_it_says_and_there_are():
    (one,) = of_type(sent(menu(3, least=2, most=9)), 3)
    assert (one["min_values"], one["max_values"]) == (2, 3)


def test_text_is_cut_visibly_where_discord_would_refuse_it_all():
    found = of_type(sent(Text("a" * 3990), Text("b" * 100), Text("c" * 100), buttons(1)), 10)
    texts = [one["content"] for one in found]
    assert [len(text) for text in texts] == [3990, 10]
    assert texts[1].endswith("…")


def test_a_text_with_nothing_in_it_is_left_out():
    assert len(of_type(sent(Text(""), Text("x")), 10)) == 1


def test_long_labels_are_cut_visibly():
    (button,) = of_type(sent(Row([Button("x" * 200, ask("go"))])), 2)
    assert len(button["label"]) == 80
    assert button["label"].endswith("…")


def test_buttons_look_as_they_are_meant():
    row = Row(
        [
            Button("a", ask("a")),
            Button("b", ask("b"), "main"),
            Button("c", ask("c"), "yes"),
            Button("d", ask("d"), "danger", disabled=True),
        ]
    )
    found = of_type(sent(row), 2)
    assert [one["style"] for one in found] == [2, 1, 3, 4]
    assert [bool(one.get("disabled")) for one in found] == [False, False, False, True]


def test_a_panel_has_the_colour_of_its_game():
    assert sent(Text("x"), accent=0x123456)[0]["accent_color"] == 0x123456
    assert not sent(Text("x"))[0].get("accent_color")


async def test_a_drawing_leaves_nothing_behind():
    view = layout(Panel([Text("x"), buttons(3)]), 1, 1)
    assert view.is_finished()
    assert view.timeout is None
    assert modal(Form(ask("go"), "Go", [Field("x", "X")]), 1, 1).is_finished()


def test_a_panel_can_be_read_aloud_and_asked_what_it_offers():
    row = Row([Button("a", ask("a")), Button("b", ask("b"), disabled=True)])
    panel = Panel([Text("One."), Line(), Text("Two."), row, menu(2), menu(2, least=2, most=2)])
    assert panel.text() == "One.\nTwo."
    assert list(panel.asks()) == [ask("a"), ask("pick", number=0), ask("pick", number=1)]


# --- forms ----------------------------------------------------------------------------------------


def test_a_form_is_filled_with_the_likeliest_answer():
    fields = [
        Field("amount", "How much?", "$70 to $130, in tens", "70"),
        Field("limit", "Limit", required=False),
        Field("to", "To whom?", choices=[Choice("Ann", "0"), Choice("Ben", "1", chosen=True)]),
        Field("some", "Which?", choices=[Choice("A", "a"), Choice("B", "b")], most=2),
    ]
    made = modal(Form(ask("bid", over=60), "Bid", fields, "A note."), 12, 34)
    check_modal(made)
    payload = made.to_dict()
    assert read_custom_id(payload["custom_id"]) == (12, 34, ask("bid", over=60))
    inside = {one["custom_id"]: one for one in nested(payload["components"]) if "custom_id" in one}
    assert list(inside) == ["amount", "limit", "to", "some"]
    assert inside["amount"]["value"] == "70"
    assert inside["amount"]["required"]
    assert not inside["limit"]["required"]
    assert [bool(one.get("default")) for one in inside["to"]["options"]] == [False, True]
    assert inside["some"]["max_values"] == 2
    assert inside["to"]["required"]


def test_long_titles_and_labels_of_a_form_are_cut_visibly():
    form = Form(ask("bid"), "t" * 99, [Field("x", "l" * 99, "h" * 200)])
    check_modal(modal(form, 1, 1))
