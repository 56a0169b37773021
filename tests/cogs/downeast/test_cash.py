"""Cash of Downeast Dealer, typed and chosen in forms."""

from collections import Counter
from itertools import product

import pytest

from bot.ui.panels.words import Names
from cogs.downeast.cash import read_cash, write_cash
from games.downeast.moves import Seal
from games.downeast.views import View
from games.rules import Refusal
from tests.cogs.downeast.face import CALLED, START, hand, press, read, type_in
from tests.games.downeast.table import ANN, BEN, Table

HELD = (500, 50, 10, 10, 10, 0, 0)


def holding(cards: tuple[int, ...]) -> View:
    return Table("/", f"/ {' '.join(map(str, cards))}", "/", deck="Trap").view(BEN)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("50 10 10", (50, 10, 10)),
        ("$50", (50,)),
        ("50+10", (50, 10)),
        ("50,10,10", (50, 10, 10)),
        ("50, $10 and a check", (50, 10, 0)),
        ("50+10+c", (50, 10, 0)),
        ("c", (0,)),
        ("c c", (0, 0)),
        ("check", (0,)),
        ("a bad check", (0,)),
        ("2 bad checks", (0, 0)),
        ("10 10 check", (10, 10, 0)),
        ("10 10 0", (10, 10, 0)),
        ("3x10", (10, 10, 10)),
        ("$10 ×3 · 2 bad checks", (10, 10, 10, 0, 0)),
        ("10 50", (50, 10)),
        ("0", ()),
        ("nothing", ()),
        ("all", HELD),
        ("50,100", (100, 50)),
    ],
)
def test_cash_is_read_as_players_write_it(text: str, cards):
    called = Names(CALLED)
    assert read_cash(text, holding(HELD), called) == (cards, "")
    assert read_cash(write_cash(cards, called), holding(HELD), called) == (cards, "")


@pytest.mark.parametrize(
    "text", ["80", "50 x", "fifty", "50 20", "1" * 500, "10 " * 200, "50x", "-10", "50 fast", ""]
)
def test_unreadable_cash_is_refused_with_an_example(text: str):
    table = Table("/", "/ 50 10 10 0", "/", deck="Thief", thief=True).turn_over(ANN)
    with pytest.raises(Refusal, match=r"try `10 c` or `nothing`\.") as refused:
        read_cash(text, table.view(BEN), Names(CALLED))
    assert "You have $50 · $10 ×2 · a bad check" in str(refused.value)
    assert type_in(table, BEN, "10 c") == Seal(cards=(10, 0))


def every_count(entries):
    """Yield every combination of choices in these entries."""
    keys = [entry.key for entry in entries]
    for some in product(*([choice.value for choice in entry.choices] for entry in entries)):
        yield dict(zip(keys, some, strict=True))


def test_all_six_kinds_of_cash_can_be_chosen_in_a_form():
    """A form has five menus, so the two rarest kinds share one; in a deal it has four."""
    cash = "500 200 100 100 50 50 10 10 10 0 0"
    table = Table(f"/ {cash}", f"/ {cash}", START, deck="Thief Buoy", thief=True).turn_over(ANN)
    form = read(table, BEN, press(hand(table, BEN), "Seal a bid…"))
    assert [entry.label for entry in form.entries] == [
        *("$500 and $200 bills", "$100 bills", "$50 bills", "$10 bills", "Bad checks")
    ]
    assert [choice.label for choice in form.entries[0].choices] == [
        *("none", "0 × $500, 1 × $200", "1 × $500, 0 × $200", "1 × $500, 1 × $200")
    ]
    held = Counter(table.view(BEN).cash)
    ways_to_lay = 1
    for count in held.values():
        ways_to_lay *= count + 1
    sealed = {
        read(table, BEN, form.request.with_args(some)).cards for some in every_count(form.entries)
    }
    assert len(sealed) == ways_to_lay
    deal = Table(f"Canoe / {cash}", "Canoe /", "/", deck="Buoy")
    form = read(deal, ANN, press(hand(deal, ANN), "Deal with Ben: Canoe…"))
    assert [entry.label for entry in form.entries] == [
        *("$500 and $200 bills", "$100 and $50 bills", "$10 bills", "Bad checks"),
        "How you lay it down",
    ]


def test_cash_that_fits_no_menu_is_typed():
    table = Table("/", "/" + " 10" * 25, START, deck="Thief Buoy", thief=True).turn_over(ANN)
    form = read(table, BEN, press(hand(table, BEN), "Seal a bid…"))
    assert [entry.key for entry in form.entries] == ["?cash"]
    assert read(table, BEN, form.request.with_args({"?cash": "10x25"})) is not None
