"""Tests of the menus for standing orders, on the declarations of the small game."""

from dataclasses import replace
from typing import Any

import pytest

from bot.ui.panels.panel import CHOICE_LIMIT, Form, Menu, Request
from bot.ui.panels.words import Names
from bot.ui.ways.fields import ASK, one_of
from bot.ui.ways.order_menus import (
    AS_IT_STANDS,
    ASKED,
    END,
    OTHER,
    VALUE_LIMIT,
    EndOrder,
    Unchanged,
    chosen,
    draw,
    menus_of,
)
from bot.ui.ways.ways import AnyWay, Legal, OrderMenu
from games.rules import Refusal
from tests.bot.show.at_table import at, seen
from tests.small.face import FACE, ORDERS
from tests.small.game import SmallRules
from tests.small.game.orders import GuessAhead, HideLast, Order, SmallOrders

NAMES = Names(["Ann", "Ben"])
WHEN, LAST = ORDERS
VIEW = seen(at(), 0).view


def legal(*said: Order) -> Legal:
    offered = SmallOrders().offered(VIEW)
    return Legal((), SmallRules.sampled).and_also(offered, SmallOrders.kinds, said)


def menu(way: AnyWay, *said: Order) -> Menu:
    [declared] = menus_of(way, VIEW, NAMES, legal(*said))
    return draw(way, declared, {}, VIEW, NAMES, legal(*said))


def labels(drawn: Menu) -> list[str]:
    return [choice.label for choice in drawn.choices]


def choose(way: AnyWay, text: str, *said: Order, line: bool = False, key: str = "*totals") -> Any:
    return chosen(way, Request(way.verb, {key: text}), VIEW, NAMES, legal(*said), line=line)


def test_first_field_gets_a_menu_with_the_title_as_its_sentence():
    drawn = menu(WHEN)
    assert (drawn.key, drawn.placeholder) == ("*totals", "When it is my turn")
    assert labels(drawn)[:3] == ["When it is my turn: Ask me", "0", "1"]
    assert labels(drawn)[-1] == "Other…"


def test_what_stands_is_chosen_in_a_sentence():
    assert "When it is my turn: 3" in labels(menu(WHEN, GuessAhead(totals=(3,))))
    typed = menu(WHEN, GuessAhead(totals=(3, 1)))
    assert labels(typed)[1] == "When it is my turn: 3, 1", "also what the menu doesn't offer"
    assert sum(choice.chosen for choice in typed.choices) == 1


def test_order_that_cannot_be_given_has_no_menu():
    assert menus_of(WHEN, VIEW, NAMES, Legal((), SmallRules.sampled)) == ()


def test_choice_makes_an_order_and_ask_me_ends_it():
    order = GuessAhead(totals=(3,))
    assert choose(WHEN, "[4]") == GuessAhead(totals=(4,))
    assert choose(WHEN, ASKED, order) == EndOrder("guess_ahead")
    assert choose(WHEN, ASKED) == Unchanged()
    assert choose(WHEN, AS_IT_STANDS, order) == Unchanged()
    ends = Request("when", {END: "yes"})
    assert chosen(WHEN, ends, VIEW, NAMES, legal(order), line=False) == EndOrder("guess_ahead")


def test_other_opens_a_form_with_what_stands():
    drawn = menu(WHEN, GuessAhead(totals=(3, 1)))
    form = choose(WHEN, drawn.choices[-1].value)
    assert isinstance(form, Form)
    assert [(entry.key, entry.default) for entry in form.entries] == [("?totals", "3, 1")]
    assert choose(WHEN, "5 2", line=True, key="?totals") == GuessAhead(totals=(5, 2))
    empty = choose(LAST, OTHER, key="*coins")
    assert isinstance(empty, Form)
    assert [entry.default for entry in empty.entries] == [""]


def test_value_that_is_too_long_for_a_choice_is_kept_as_it_stands():
    long = GuessAhead(totals=tuple(range(1000, 1030)))
    drawn = menu(WHEN, long)
    assert labels(drawn)[0] == "When it is my turn: as it stands"
    assert all(len(choice.value) <= VALUE_LIMIT for choice in drawn.choices)


def test_long_list_of_values_leaves_room_for_ask_me_and_other():
    declared = OrderMenu(
        field="totals", sentence="Guess", values=[((n,), str(n)) for n in range(40)]
    )
    drawn = draw(WHEN, declared, {"p": "1"}, VIEW, NAMES, legal(GuessAhead(totals=(39,))))
    assert len(drawn.choices) <= CHOICE_LIMIT
    assert "Guess: 39" in labels(drawn)
    assert drawn.request.args == {"p": "1"}


def test_menu_can_say_itself_what_stands():
    declared = OrderMenu(
        field="totals", sentence="Guess", values=[((1,), "One")], stands=ASK, asked=(0,)
    )
    drawn = draw(WHEN, declared, {}, VIEW, NAMES, legal(GuessAhead(totals=(3,))))
    assert labels(drawn)[0] == "Guess: Ask me"
    assert drawn.choices[0].value == "[0]", "the value with which they are asked"


@pytest.mark.parametrize("text", ["{", "other{", "ask me", "[1", "otherwise"])
def test_forged_choice_is_refused(text: str):
    with pytest.raises(Refusal):
        choose(WHEN, text)
    assert FACE.orders == ORDERS


def test_closed_field_offers_no_other():
    words = {coins: str(coins) for coins in range(4)}
    field = one_of("coins", "coins", "How many?", words, closed=True)
    closed = replace(LAST, fields=(replace(field, offer=lambda view, known: list(words)),))
    assert labels(menu(closed)) == [
        "When all others have hidden theirs: Ask me",
        *("0", "1", "2", "3"),
    ]
    made = chosen(closed, Request("last", {"*coins": "2"}), VIEW, NAMES, legal(), line=False)
    assert made == HideLast(coins=2)
