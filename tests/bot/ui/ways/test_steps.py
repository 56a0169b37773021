"""Tests that fields that depend on each other are asked one after the other."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from bot.ui.panels.panel import Form, Menu, Panel, Text
from bot.ui.ways.fields import number, one_of
from bot.ui.ways.read import named_in
from bot.ui.ways.resolve import resolve
from bot.ui.ways.steps import first_step
from bot.ui.ways.ways import AnyWay, Legal, Way
from tests.bot.ui.market import NAMES, VIEW


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    kind: Literal["bid"] = "bid"
    count: int
    face: Literal["ones", "twos"]


WAY: AnyWay = Way(
    verb="bid",
    move=Bid,
    help="Bid",
    label=lambda view, known, names: f"Bid {known.get('count', '')}".strip(),
    fields=(
        number("count", "count", "How many?"),
        one_of("face", "face", "Of which face?", {"ones": "ones", "twos": "twos"}),
    ),
)
HIGHER = Legal((Bid(count=2, face="twos"), Bid(count=3, face="ones"), Bid(count=3, face="twos")))
"""After two ones were bid."""


def step(legal: Legal, known: dict[str, Any], way: AnyWay = WAY, *, line: bool = False) -> Any:
    return first_step(way, known, VIEW, NAMES, legal, line=line)


def test_the_first_field_is_asked_alone_and_its_choice_narrows_the_next():
    panel = step(HIGHER, {})
    assert isinstance(panel, Panel)
    title, menu = panel.parts
    assert title == Text("**Bid**")
    assert isinstance(menu, Menu)
    assert (menu.placeholder, [choice.label for choice in menu.choices]) == (
        "How many?",
        ["2", "3"],
    )
    two, three = (menu.request.with_args({menu.key: choice.value}) for choice in menu.choices)
    known = named_in(WAY, two, VIEW, NAMES)
    assert step(HIGHER, dict(known)) is None
    assert resolve(WAY, known, VIEW, NAMES, HIGHER) == Bid(count=2, face="twos")
    form = resolve(WAY, named_in(WAY, three, VIEW, NAMES), VIEW, NAMES, HIGHER)
    assert isinstance(form, Form)
    assert (form.title, [entry.label for entry in form.entries]) == ("Bid 3", ["Of which face?"])


def test_fields_that_go_together_in_every_way_are_asked_in_one_form():
    every = Legal((Bid(count=2, face="ones"), *HIGHER.moves))
    assert step(every, {}) is None
    assert step(HIGHER, {"count": 3}) is None, "only one is open"
    assert step(Legal(()), {}) is None, "nothing is legal"


def test_what_is_only_sampled_or_too_long_for_menus_is_asked_in_one_form():
    assert step(Legal(HIGHER.moves, sampled=(Bid,)), {}) is None
    many = tuple(Bid(count=count, face="ones") for count in range(80))
    assert step(Legal((*many, Bid(count=3, face="twos"))), {}) is None


def test_a_typed_line_leaves_out_what_is_usual_instead():
    usual = replace(WAY, fields=(WAY.fields[0], replace(WAY.fields[1], usual="ones")))
    assert step(HIGHER, {}, usual, line=True) is None
    assert step(HIGHER, {}, usual) is not None
    assert step(HIGHER, {}, line=True) is not None
