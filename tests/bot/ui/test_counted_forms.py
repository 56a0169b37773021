"""Tests of the entries of forms: lines to type and counting menus."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.ui.panels.panel import Form, Request
from bot.ui.panels.render import modal
from bot.ui.ways.fields import ASK, Count, Field, Known
from bot.ui.ways.read import field_counted, named_in, put_together
from bot.ui.ways.resolve import asked_again, carried, counted, resolve, typed, value_in
from bot.ui.ways.ways import AnyWay, Legal
from games.rules import Refusal
from tests.bot.ui.market import AMOUNT, BID_WAY, DEAL, LIMIT, NAMES, SOME_BIDS, VIEW, Bid, can
from tests.contract.limits import check_modal


def in_coins(view: Any, known: Known, likely: Any, room: int) -> Sequence[Count]:
    """Count an amount in hundreds and tens, if there is room for two entries."""
    if room < 2:
        return ()
    hundreds, tens = (0, 0) if likely is ASK else (likely // 100, likely % 100 // 10)
    return [
        Count(
            label="Hundreds",
            choices=[(f"{number} of 2", f"{number}00" if number else "") for number in range(3)],
            says=f"{hundreds}00" if hundreds else "",
            pic="die_1",
        ),
        Count(
            label="Tens",
            choices=[(f"{number} of 9", f"{number}0" if number else "") for number in range(10)],
            says=f"{tens}0" if tens else "",
            hint="of your nine",
        ),
    ]


def summed(parts: Sequence[str]) -> str:
    return str(sum(map(int, parts)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Much:
    """A move with many fields."""

    amount: int
    a: int
    b: int
    c: int
    d: int


COINS: Field = replace(AMOUNT, counts=in_coins, together=summed)
COIN_WAY: AnyWay = replace(BID_WAY, fields=(COINS, LIMIT))


def opened(way: AnyWay, legal: Legal) -> Form:
    made = resolve(way, {}, VIEW, NAMES, legal)
    assert isinstance(made, Form)
    check_modal(modal(made, 1, 1))
    return made


def test_each_kind_is_counted_in_a_menu():
    form = opened(COIN_WAY, can(*SOME_BIDS))
    hundreds, tens, limit = form.entries
    assert [entry.key for entry in form.entries] == ["#amount_a", "#amount_b", "?limit"]
    assert [entry.label for entry in form.entries] == ["Hundreds", "Tens", LIMIT.label]
    assert [choice.label for choice in hundreds.choices] == ["0 of 2", "1 of 2", "2 of 2"]
    both = [*hundreds.choices, *tens.choices]
    assert [choice.label for choice in both if choice.chosen] == ["0 of 2", "5 of 9"]
    assert all(choice.value for choice in hundreds.choices), "Discord takes no empty choice"
    assert (tens.hint, hundreds.choices[0].pic, limit.choices) == ("of your nine", "die_1", ())
    assert form.asks() == [AMOUNT.label, LIMIT.label], "it asks for two things, not for three"


def test_counts_are_read_like_a_typed_line():
    form = opened(COIN_WAY, can(*SOME_BIDS))
    for hundreds in form.entries[0].choices:
        for tens in form.entries[1].choices:
            args = {"#amount_b": tens.value, "#amount_a": hundreds.value, "?limit": ""}
            known = named_in(COIN_WAY, form.request.with_args(args), VIEW, NAMES)
            amount = 100 * int(hundreds.label[0]) + 10 * int(tens.label[0])
            assert known == {"amount": amount, "limit": None}


def test_counting_form_is_filled_with_the_likeliest_value():
    form = opened(COIN_WAY, can(*SOME_BIDS))
    chosen = {
        entry.key: next((choice.value for choice in entry.choices if choice.chosen), entry.default)
        for entry in form.entries
    }
    known = named_in(COIN_WAY, form.request.with_args(chosen), VIEW, NAMES)
    assert resolve(COIN_WAY, known, VIEW, NAMES, can(*SOME_BIDS)) == Bid(amount=50, limit=140)


def test_field_is_typed_if_counts_do_not_fit():
    assert counted(COINS, VIEW, {}, 50, 1) == []
    assert counted(AMOUNT, VIEW, {}, 50, 5) == []
    crowded = replace(
        COIN_WAY,
        move=Much,
        fields=(COINS, *(replace(LIMIT, name=at, fills=(at,)) for at in "abcd")),
    )
    form = opened(crowded, Legal((Much(amount=50, a=1, b=1, c=1, d=1),), (Much,)))
    assert form.entries[0].key == "?amount"
    assert len(form.entries) == 5


def test_count_may_be_typed_beside_menus():
    def loosely(view: Any, known: Known, likely: Any, room: int) -> Sequence[Count]:
        return Count(label="How much?", says="$50", hint="in tens"), *in_coins(view, known, ASK, 2)

    (first, *_) = counted(replace(COINS, counts=loosely), VIEW, {}, 50, 5)
    assert (first.key, first.default, first.hint) == ("#amount_a", "$50", "in tens")
    assert first.choices == []


def test_unknown_or_forged_count_is_refused():
    for args in [
        {"#whom_a": "1"},
        {"#limit_a": "1"},
        {"#amount_a": " "},
        {"#amount_a": "100", "#amount_b": ""},
        {"#amount": "100"},
        {"#": "100"},
    ]:
        with pytest.raises((Refusal, ValueError), match=r"doesn't work any more|not an argument"):
            named_in(COIN_WAY, Request("bid", args), VIEW, NAMES)
    way: AnyWay = replace(BID_WAY, fields=(replace(COINS, together=" ".join), LIMIT))
    with pytest.raises(Refusal, match="Please give a number"):
        named_in(way, Request("bid", {"#amount_a": "x" * 4000}), VIEW, NAMES)


def test_count_belongs_to_a_field_and_keeps_its_order():
    assert field_counted("#up_to_b") == "up_to"
    assert {field_counted(key) for key in ("?amount", "#amount", "amount_a", "#_a")} == {""}
    joined: Field = replace(COINS, together="+".join)
    parts = [("#amount_c", "3"), ("#amount_a", "1"), ("#amount_b", "-")]
    assert put_together(joined, parts) == "1+3"


def test_custom_id_carries_what_fits():
    known = {"item": "lamp", "to": 1, "price": 5}
    args = {"item": '"lamp"', "to": "1", "price": "5"}
    assert carried([DEAL], known, args) == (known, [])
    for text in ("x" * 90, "a;b"):
        kept, again = carried([DEAL], known, {**args, "item": text})
        assert (kept, again) == ({"price": 5}, [DEAL])
    entry = asked_again(DEAL, {"item": "lamp", "to": 1}, VIEW, NAMES)
    assert (entry.key, entry.default, entry.required) == ("?deal", "lamp with Ben", True)
    assert not typed(LIMIT, "", "").required
    assert value_in(DEAL, {"item": "lamp", "to": 1}) == ("lamp", 1)
