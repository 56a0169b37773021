"""Tests that known attributes become a move, or a form that asks for the rest."""

from dataclasses import make_dataclass, replace
from typing import Any

import pytest

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Form, Request
from bot.ui.panels.render import modal
from bot.ui.ways.fields import ASK, Field, Known, number, player
from bot.ui.ways.offers import example
from bot.ui.ways.resolve import NoSuchMove, NotNow, ask, resolve
from bot.ui.ways.ways import AnyWay, Legal, Way
from tests.bot.ui.market import (
    AMOUNT,
    BID_WAY,
    LIMIT,
    LOOK_WAY,
    LOOKS,
    NAMES,
    PASS_WAY,
    REASON,
    SAY_WAY,
    SAYS,
    SOME_BIDS,
    SWAP_WAY,
    SWAPS,
    TRADE_WAY,
    TRADES,
    VIEW,
    Bid,
    Look,
    Pass,
    Swap,
    Trade,
    can,
    form_of,
    resolved,
    submitted,
)


def test_single_legal_value_is_filled_in_but_not_a_sampled_one():
    assert resolved(SWAP_WAY, {"to": 3}, *SWAPS) == Swap(to=3)
    assert resolved(SWAP_WAY, {"to": 9}) == Swap(to=9)
    assert resolved(PASS_WAY, {}) == Pass()
    assert resolved(BID_WAY, {"amount": 7, "limit": None}) == Bid(amount=7, limit=None)
    assert resolved(SWAP_WAY, {}, Swap(to=2)) == Swap(to=2)
    assert resolved(TRADE_WAY, {"item": "sled", "to": 2}, *TRADES) == TRADES[2]
    assert resolved(TRADE_WAY, {"price": 20}, *TRADES) == TRADES[1]
    form = form_of(BID_WAY, {"limit": None}, Bid(amount=50, limit=None))
    assert [entry.key for entry in form.entries] == ["?amount"]


def test_line_gets_usual_values_but_a_button_asks():
    assert resolved(BID_WAY, {"amount": 70}, *SOME_BIDS, line=True) == Bid(amount=70, limit=None)
    assert resolved(LOOK_WAY, {"at": 7}, *LOOKS, line=True) == Look(now=True, at=7)
    assert [entry.key for entry in form_of(BID_WAY, {"amount": 70}, *SOME_BIDS).entries] == [
        "?limit"
    ]
    made = resolved(LOOK_WAY, {}, *LOOKS, line=True)
    assert isinstance(made, Form)
    assert made.request == ask(LOOK_WAY, {"now": True})
    assert [entry.key for entry in made.entries] == ["?at"]


@pytest.mark.parametrize(
    ("way", "known", "moves"),
    [
        (SWAP_WAY, {}, []),
        (BID_WAY, {}, []),
        (BID_WAY, {"amount": 70}, [Pass()]),
        (TRADE_WAY, {"item": "boat", "to": 1}, TRADES),
        (TRADE_WAY, {"price": 99}, TRADES),
    ],
)
def test_impossible_values_are_refused_without_a_form(way: AnyWay, known: Known, moves: list[Any]):
    with pytest.raises(NotNow) as refusal:
        resolved(way, known, *moves)
    assert refusal.value.way is way


def test_closed_list_is_complete_even_for_sampled_moves():
    closed = replace(AMOUNT, closed=True)
    way = replace(BID_WAY, fields=(closed, LIMIT))
    with pytest.raises(NoSuchMove) as refusal:
        resolved(way, {"amount": 999}, *SOME_BIDS)
    assert refusal.value.move == replace(SOME_BIDS[0], amount=999), "of which the rules say why"
    assert isinstance(resolved(way, {"amount": 50}, *SOME_BIDS), Form)
    assert resolved(way, {"amount": 999, "limit": None}, *SOME_BIDS) == Bid(amount=999, limit=None)
    only = replace(closed, offer=lambda view, known: [50])
    asked = resolved(replace(BID_WAY, fields=(only, LIMIT)), {}, *SOME_BIDS)
    assert isinstance(asked, Form)
    assert asked.request == ask(BID_WAY, {"amount": 50})


def test_impossible_move_is_built_for_the_rules_to_refuse():
    with pytest.raises(NoSuchMove) as refusal:
        resolved(TRADE_WAY, {"item": "boat", "to": 1}, *TRADES)
    assert refusal.value.move == replace(TRADES[0], item="boat", to=1)
    with pytest.raises(NotNow) as none:
        resolved(TRADE_WAY, {"item": "boat", "to": 1})
    assert type(none.value) is NotNow, "nothing of this kind can be done: there is nothing to try"
    way = replace(BID_WAY, fields=(replace(AMOUNT, closed=True), replace(LIMIT, usual=None)))
    made = resolved(way, {"amount": 999}, *SOME_BIDS, line=True)
    assert made == Bid(amount=999, limit=None)


def test_form_carries_known_values_and_asks_for_others():
    form = form_of(TRADE_WAY, {"item": "lamp", "to": 1}, *TRADES)
    assert form.request == Request("trade", {"item": '"lamp"', "to": "1"})
    assert [(entry.key, entry.label) for entry in form.entries] == [("*price", "For how much?")]
    assert submitted(TRADE_WAY, form, price="20") == {"item": "lamp", "to": 1, "price": 20}


def test_form_asks_again_for_values_unfit_for_a_custom_id():
    kind = make_dataclass("Sell", [("words", str), ("to", int)], frozen=True, kw_only=True)
    words = Field(
        name="words",
        fills=("words",),
        label="In your words",
        write=lambda value, names: value,
        read=lambda text, view, names: (text, ""),
    )
    label = lambda view, known, names: "Sell…"  # noqa: E731
    fields = (words, player("to", "to", "To whom?"))
    way: AnyWay = Way(verb="sell", move=kind, help="Sell", label=label, fields=fields)
    for mark in ":;=":
        said = f"now{mark}"
        form = form_of(way, {"words": said}, *[kind(words=said, to=to) for to in (1, 2)])
        assert form.request == Request("sell")
        assert [(entry.key, entry.default) for entry in form.entries] == [
            ("?words", said),
            ("*to", ""),
        ]
        assert custom_id.write(1, 2, form.request)


def test_form_starts_with_the_standing_order():
    def begun(way: AnyWay, *said: Any) -> list[str]:
        legal = can(*SOME_BIDS, Pass()).and_also((), (Bid,), said)
        form = resolve(way, {}, VIEW, NAMES, legal)
        assert isinstance(form, Form)
        return [entry.default for entry in form.entries]

    assert begun(BID_WAY)[0] == AMOUNT.write(50, NAMES)
    assert begun(BID_WAY, Bid(amount=70, limit=90)) == ["$70", "90"]
    closed = replace(BID_WAY, fields=(replace(AMOUNT, closed=True, offer=lambda *_: [50, 60]),))
    chosen = [
        [entry.label for entry in made.entries[0].choices if entry.chosen]
        for amount in (60, 70)
        for legal in [can(*SOME_BIDS).and_also((), (), [Bid(amount=amount, limit=None)])]
        for made in [resolve(closed, {"limit": None}, VIEW, NAMES, legal)]
        if isinstance(made, Form)
    ]
    assert chosen == [["$60"], ["$50"]], "what is not on the list cannot be said again"


def test_form_gives_each_part_its_own_line():
    made = form_of(replace(BID_WAY, fields=(replace(AMOUNT, lines="5"), LIMIT)), {}, *SOME_BIDS)
    assert (made.entries[0].default, made.entries[0].long) == ("$\n0", True)
    there = modal(made, 1, 1)["components"]
    inputs = [part["component"] for part in there if "component" in part]
    assert [entry["style"] for entry in inputs] == [2, 1]
    assert [entry["max_length"] for entry in inputs] == [1000, 200]


def test_way_settles_one_field_by_another():
    def settle(view: Any, known: Known) -> Known:
        return {**known, "price": 10} if known.get("to") == 1 else known

    way = replace(TRADE_WAY, settle=settle)
    named = {"item": "lamp", "to": 1}
    for line in (False, True):
        assert resolved(way, named, *TRADES, line=line) == Trade(item="lamp", to=1, price=10)
    ben = [Trade(item="lamp", to=2, price=price) for price in (5, 10)]
    assert [entry.key for entry in form_of(way, {"item": "lamp", "to": 2}, *ben).entries] == [
        "*price"
    ]


def test_form_asks_again_for_values_too_long_for_a_custom_id():
    kind = make_dataclass(
        "Sell", [("price", int), ("words", str), ("to", int)], frozen=True, kw_only=True
    )
    words = Field(
        name="words",
        fills=("words",),
        label="In your words",
        write=lambda value, names: value,
        read=lambda text, view, names: (text, ""),
    )
    way: AnyWay = Way(
        verb="sell",
        move=kind,
        help="Sell",
        label=lambda view, known, names: "Sell…",
        fields=(number("price", "price", "How much?"), words, player("to", "to", "To whom?")),
    )
    long = "a fine old lamp, hardly used, " * 3
    legal = [kind(price=5, words=long, to=to) for to in (1, 2)]
    form = form_of(way, {"price": 5, "words": long}, *legal)
    assert form.request == Request("sell", {"price": "5"})
    assert [(entry.key, entry.default) for entry in form.entries] == [("?words", long), ("*to", "")]
    assert custom_id.write(10**15 - 1, 10**15 - 1, form.request)
    known = submitted(way, form, words=long, to="2")
    assert known == {"price": 5, "words": long, "to": 2}


def test_form_menus_have_descriptions_if_values_are_few():
    now, at = form_of(LOOK_WAY, {}, *LOOKS).entries
    assert (now.key, at.key) == ("*now", "?at")
    assert [choice.label for choice in now.choices] == ["yes", "no"]
    assert (at.choices, at.hint) == ((), "0 to 39")
    assert form_of(LOOK_WAY, {}, *LOOKS[:3], *LOOKS[4:]).entries[1].hint == "0 to 39"
    gap = [look for look in LOOKS if look.at != 3]
    assert form_of(LOOK_WAY, {}, *gap).entries[1].hint == "", "not every number is possible"
    (entry,) = form_of(TRADE_WAY, {"price": 10}, *TRADES).entries
    assert [(choice.label, choice.description) for choice in entry.choices] == [
        ("lamp with Ben", "Ben has one, too"),
        ("sled with Cat", "Cat has one, too"),
    ]


def test_form_is_filled_with_the_likeliest_value_if_any():
    form = form_of(BID_WAY, {}, *SOME_BIDS)
    amount, limit = form.entries
    assert (amount.default, amount.hint) == ("$50", "$50 or more, in tens")
    assert (amount.required, limit.required) == (True, False)
    assert [entry.chosen for entry in form_of(SAY_WAY, {}, *SAYS).entries[0].choices] == [
        True,
        False,
    ]
    assert form.note == "You hold $200."
    way = replace(BID_WAY, fields=(replace(AMOUNT, likely=lambda *_: ASK), LIMIT))
    assert form_of(way, {}, *SOME_BIDS).entries[0].default == ""
    unsaid = replace(SAY_WAY, fields=(replace(REASON, likely=lambda *_: ASK),))
    (entry,) = form_of(unsaid, {}, *SAYS).entries
    assert not any(choice.chosen for choice in entry.choices)
    form = form_of(BID_WAY, {}, *SOME_BIDS)
    known = submitted(BID_WAY, form, **{entry.key[1:]: entry.default for entry in form.entries})
    assert resolved(BID_WAY, known, *SOME_BIDS) == Bid(amount=50, limit=140)


def test_empty_optional_entry_gets_its_usual_value():
    form = form_of(LOOK_WAY, {}, *LOOKS)
    assert not form.entries[0].required
    known = submitted(LOOK_WAY, form, at="7")
    assert resolved(LOOK_WAY, known, *LOOKS, line=True) == Look(now=True, at=7)


def test_usual_value_may_depend_on_other_fields():
    as_much = replace(
        LIMIT, usually=lambda view, known: ASK if known["amount"] > 50 else known["amount"]
    )
    way = replace(BID_WAY, fields=(AMOUNT, as_much))
    assert resolved(way, {"amount": 50}, *SOME_BIDS, line=True) == Bid(amount=50, limit=50)
    assert isinstance(resolved(way, {"amount": 60}, *SOME_BIDS, line=True), Form)
    form = form_of(way, {}, *SOME_BIDS)
    assert submitted(way, form, amount="50", limit="") == {"amount": 50, "limit": 50}
    assert example(way, VIEW, NAMES, Legal((Bid(amount=50, limit=50),))) == "$50"


def test_form_title_is_the_label_or_the_ways_title():
    assert form_of(BID_WAY, {}, *SOME_BIDS).title == "Bid"
    title = form_of(TRADE_WAY, {}, *TRADES).title
    assert title == "What do you trade, with whom and for how…"


def test_form_has_at_most_five_entries():
    names = [f"n{letter}" for letter in "abcdefg"]
    kind = make_dataclass("Much", [(name, int) for name in names], frozen=True, kw_only=True)
    way: AnyWay = Way(
        verb="much",
        move=kind,
        help="Say much",
        label=lambda view, known, names: "Say…",
        fields=tuple(number(name, name, "How much?") for name in names),
        note=lambda view, names: "You hold $80.",
    )
    many = [kind(**dict.fromkeys(names, value)) for value in range(3)]
    full = form_of(way, {}, *many)
    assert (len(full.entries), full.note) == (5, "")
    less = form_of(
        way,
        {"na": 1, "nb": 1, "nc": 1},
        *[kind(**dict.fromkeys(names, 1) | {n: v}) for n in names[3:] for v in (1, 2)],
    )
    assert (len(less.entries), less.note) == (4, "You hold $80.")
