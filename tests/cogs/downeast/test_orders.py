"""Standing orders of Downeast Dealer on Discord: buttons, forms, typed lines and explanations."""

from typing import Any

import pytest

from bot.entry.game_cog import make
from bot.ui.panels.panel import Form, Menu
from bot.ui.panels.render import modal
from bot.ui.panels.words import Names
from bot.ui.ways import order_menus
from bot.ui.ways.offers import example
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import NotNow, resolve
from bot.ui.ways.ways import Legal
from cogs.downeast import FACE
from cogs.downeast.orders import KEEPS, ORDERS, PRICES, TURN
from games.downeast.orders import KeepList, Order, PriceList, TurnAhead, lines_of
from games.downeast.state import Options
from games.downeast.views import View
from games.rules import Refusal
from tests.cogs.downeast.face import START
from tests.cogs.downeast.face import filled as submitted
from tests.cogs.menus import chosen, labels, menus
from tests.cogs.terms import help_of
from tests.games.downeast.table import ANN, BEN, CAT, RULES, Table

NAMES = Names(["Ann", "Ben", "Cat"])
ENGINE = FACE.rules.orders
assert ENGINE is not None


def once(*seats: str, deck: str = "Quilt Trap Canoe Buoy", **terms: Any) -> Table:
    terms = {"bidding": "once", "payments": "house", **terms}
    seats = seats or ("Canoe " + START, "Canoe Trap " + START, "Trap / 50")
    return Table(*seats, deck=deck, **terms).turn_over(ANN)


def legal_with_orders(view: View, *said: Order) -> Legal:
    legal = Legal(tuple(RULES.legal_moves(view)), RULES.sampled)
    return legal.and_also(ENGINE.offered(view), ENGINE.kinds, said)


def offered(view: View, *said: Order) -> dict[str, Menu]:
    return menus(FACE, view, NAMES, legal_with_orders(view, *said))


def choose(view: View, sentence: str, label: str, *said: Order) -> Any:
    """Choose in a menu while these orders stand."""
    menu = offered(view, *said)[sentence]
    return chosen(FACE, menu, label, view, NAMES, legal_with_orders(view, *said))


def asked(view: View, way: Any, known: Any = None, *said: Order) -> Form:
    form = resolve(way, known or {}, view, NAMES, legal_with_orders(view, *said))
    assert isinstance(form, Form)
    return form


def filled(form: Form, view: View, **given: str) -> Any:
    """Submit a form with its defaults, except for the given values, and take the order."""
    wanted = submitted(form, **given)
    (way,) = [way for way in ORDERS if way.verb == wanted.verb]
    known = named_in(way, wanted, view, NAMES)
    return ENGINE.accept(view, resolve(way, known, view, NAMES, legal_with_orders(view), line=True))


def typed(table: Table, seat: int, text: str) -> Any:
    """Read a typed line and return the order as it would be stored."""
    view = table.view(seat)
    found = read_line((*FACE.ways, *FACE.orders), text, view, NAMES, legal_with_orders(view))
    assert found is not None, f"{text!r} is nothing"
    made = resolve(*found, view, NAMES, legal_with_orders(view), line=True)
    assert not isinstance(made, Form), f"{text!r} leaves something open"
    return ENGINE.accept(view, made)


def refused(table: Table, seat: int, text: str) -> str:
    with pytest.raises((Refusal, NotNow)) as refusal:
        typed(table, seat, text)
    return str(refusal.value)


def said(table: Table, seat: int, text: str) -> str:
    return FACE.describe_order(typed(table, seat, text), table.view(seat), NAMES)


def amounts(order: PriceList | KeepList) -> dict[str, int | None]:
    return {line.item: line.most for line in order.prices}


LIMIT, KEEP, TURNS = (
    "My limit for a Canoe",
    "As the auctioneer I keep a Canoe for up to",
    "On my next turn",
)


def test_there_is_a_menu_for_each_kind_and_for_the_next_turn():
    found = offered(once().view(BEN))
    assert {LIMIT, KEEP, TURNS} <= set(found)
    assert len(found) == 9 + 9 + 1
    assert labels(found[LIMIT])[:3] == [f"{LIMIT}: Ask me", "Pass", "$10"]
    assert labels(found[KEEP])[:3] == [f"{KEEP}: Ask me", "Sell it", "$10"]
    assert labels(found[LIMIT])[-2:] == ["$250", "Other…"], "no more than there is in the game"
    assert list(offered(once(bidding="open").view(BEN))) == [TURNS]
    assert not offered(once().view()), "nobody else is offered anything"


def test_a_choice_changes_one_line_of_a_list():
    view = once().view(BEN)
    before = typed(once(), BEN, "prices canoe 70, trap pass")
    assert f"{LIMIT}: $70" in labels(offered(view, before)[LIMIT])
    assert f"{LIMIT}: Ask me" in labels(offered(view)[LIMIT])
    for label, after in (("$50", {"Canoe": 50, "Trap": 0}), ("Ask me", {"Trap": 0})):
        order = ENGINE.accept(view, choose(view, LIMIT, label, before))
        joined: Any = ENGINE.merged(order, before)
        assert amounts(joined) == after


def test_an_amount_that_no_menu_has_is_shown_and_can_be_typed():
    view = once().view(BEN)
    odd = typed(once(), BEN, "prices canoe 170")
    assert f"{LIMIT}: Canoe $170" in labels(offered(view, odd)[LIMIT])
    form = choose(view, LIMIT, "Other…", odd)
    assert isinstance(form, Form)
    [entry] = form.entries
    assert entry.default == "Canoe $170"
    wanted = form.request.with_args({"?prices": "canoe 130"})
    legal = legal_with_orders(view, odd)
    order = order_menus.chosen(PRICES, wanted, view, NAMES, legal, line=True)
    assert amounts(order) == {"Canoe": 130}


def test_staleness_a_menu_from_before_a_chest_is_refused():
    table = once(START, START, START, deck="Quilt Chest Buoy")
    menu = offered(table.view(BEN))[LIMIT]
    table.sell(ANN).passes(BEN, CAT)
    assert table.state.chests == 1
    view = table.view(BEN)
    order = chosen(FACE, menu, "$50", view, NAMES, legal_with_orders(view))
    with pytest.raises(
        Refusal, match=r"^A treasure Chest came up since then\. Set your prices again\.$"
    ):
        ENGINE.accept(view, order)


def test_a_limit_from_before_a_chest_does_not_stand():
    table = once(START, START, START, deck="Quilt Chest Buoy Trap")
    before = typed(table, BEN, "prices canoe 70")
    table.sell(ANN).passes(BEN, CAT)
    assert f"{LIMIT}: Ask me" in labels(offered(table.view(BEN), before)[LIMIT])


def test_a_chosen_auction_is_a_whole_order_and_a_chosen_deal_asks_for_its_cash():
    view = once().view(BEN)
    order = choose(view, TURNS, "Auction the next item")
    assert (order.item, order.always, order.cards) == (None, False, ())
    form = choose(view, TURNS, "Deal for a Canoe with Ann")
    assert isinstance(form, Form)
    assert form.entries[0].default == "Canoe with Ann", "what is chosen already, to be changed"
    assert {entry.key.partition("_")[0] for entry in form.entries} == {"?what", "#cash", "*how"}


def hint(table: Table, seat: int = BEN) -> str:
    parts = FACE.draw.hand(table.view(seat), NAMES).parts
    texts = (getattr(part, "markdown", "") for part in parts)
    return " ".join(text for text in texts if "More…" in text)


def test_the_hint_about_price_lists_appears_at_the_start_and_after_each_chest():
    table = once(START, START, START, deck="Quilt Trap Chest Buoy")
    for seat in (ANN, BEN, CAT):
        assert "Set a limit for each kind" in hint(table, seat)
    table.sell(ANN).passes(BEN, CAT)
    assert table.state.phase.item == "Trap"
    assert not hint(table)
    table.sell(BEN).passes(ANN, CAT)
    assert table.state.phase.item == "Chest"
    assert hint(table).startswith("-# New cash, so your price limits from before it have ended.")
    assert not hint(once(bidding="open"))


def test_the_list_form_has_a_line_for_each_kind_still_to_come():
    view = once("Canoe Canoe Canoe Canoe " + START, START, START, short=True).view(BEN)
    form = asked(view, PRICES)
    (entry,) = form.entries
    assert entry.long
    assert entry.default.split("\n") == [
        *("Trophy ask", "Trap ask", "Outboard ask", "Quilt ask", "Snowshoes ask", "Lantern ask")
    ], "neither all four Canoes, nor the Chest, nor what stays in the box"
    assert form.note == "You have $90. Nobody else sees this before the end."


def test_the_list_form_is_a_multi_line_field_on_discord():
    form = asked(once().view(BEN), PRICES)
    made = modal(form, 1, 1)
    entry = made["components"][-1]["component"]
    assert entry["style"] == 2, "it could not be written in lines"
    assert len(entry["value"]) <= entry["max_length"]


def test_a_list_form_gives_a_standing_order_only_if_it_was_filled():
    view = once().view(BEN)
    for way in (PRICES, KEEPS):
        order = filled(asked(view, way), view)
        assert set(amounts(order).values()) == {None}
        assert ENGINE.merged(order, None) is None
    order = filled(asked(view, PRICES), view, prices="Canoe $70\ntrap: pass\n\nQuilts up to 30")
    assert isinstance(order, PriceList)
    assert amounts(order) == {"Canoe": 70, "Trap": 0, "Quilt": 30}


def test_the_list_form_starts_with_the_current_list():
    table = once()
    before = typed(table, BEN, "prices canoe 70, trap pass")
    form = asked(table.view(BEN), PRICES, None, before)
    lines = form.entries[0].default.split("\n")
    assert lines[:3] == ["Trophy ask", "Canoe $70", "Trap pass"]
    assert amounts(filled(form, table.view(BEN)))["Canoe"] == 70


def test_the_turn_form_starts_with_the_current_order():
    table = once()
    before = typed(table, BEN, "plan auction until I say")
    (chosen,) = [
        choice
        for choice in asked(table.view(BEN), TURN, None, before).entries[0].choices
        if choice.chosen
    ]
    assert chosen.label == "auction until I say"


def test_staleness_a_list_form_from_before_a_chest_is_refused():
    table = once(START, START, START, deck="Quilt Chest Buoy")
    form = asked(table.view(BEN), PRICES)
    table.sell(ANN).passes(BEN, CAT)
    assert table.state.chests == 1
    with pytest.raises(
        Refusal, match=r"^A treasure Chest came up since then\. Set your prices again\.$"
    ):
        filled(form, table.view(BEN), prices="canoe 70")


@pytest.mark.parametrize(
    "text",
    [
        "prices canoe 70, trap pass",
        "Prices: Canoes $70; the traps no",
        "my price list canoe up to 70 and trap 0",
        "price list canoe = $70, trap: nothing",
        "prices a canoe 70 trap pass",
    ],
)
def test_a_price_list_can_be_typed(text: str):
    order = typed(once(), BEN, text)
    assert isinstance(order, PriceList)
    assert amounts(order) == {"Canoe": 70, "Trap": 0}


def test_ask_can_be_typed_for_a_kind():
    assert amounts(typed(once(), BEN, "prices canoe ask, trap ask me, quilt ?")) == {
        "Canoe": None,
        "Trap": None,
        "Quilt": None,
    }


def test_a_keep_list_can_be_typed():
    order = typed(once(), BEN, "retain canoe 50, trap sell")
    assert isinstance(order, KeepList)
    assert amounts(order) == {"Canoe": 50, "Trap": 0}
    assert typed(once(), BEN, "what I keep: canoe 50, traps sell it") == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("prices thief 10", "A list can't price the Thief: I always ask everybody."),
        ("prices chest 20", "Chests bring cash, so I'll ask you when one comes up."),
        ("prices boat 20", "I don't know “boat 20”. You can name Trophies, Canoes, Traps,"),
        ("prices canoe", "How much for a Canoe? Give an amount, `pass` or `ask`."),
        ("retain canoe, trap 20", "How much for a Canoe? Give an amount, `sell` or `ask`."),
        ("prices canoe 75", "Amounts go in tens, like $10 or $50."),
        ("prices canoe 70.50", "That isn't a whole number."),
        ("prices canoe 70, canoe 80", "You named a kind twice. Name each kind once."),
        ("prices canoe 5000", "There's only $270 in the whole game now. Name less."),
        ("plan quilt with cat 10", "You can't deal for a Quilt now. You can deal for"),
        ("plan canoe with ann 500", "You don't have a $500."),
        ("plan canoe with ann 50x", "I can't read “x” as cash (c is a bad check). You have"),
        ("plan nothing", "I don't know the item “nothing”. You can deal for a Canoe or a Trap."),
    ],
)
def test_an_invalid_standing_order_is_refused_with_the_valid_ones(text: str, why: str):
    assert refused(once(), BEN, text).startswith(why)


def test_open_bidding_refuses_price_lists_with_the_reason():
    assert refused(once(bidding="open"), BEN, "prices canoe 20").startswith(
        "This table bids in the open"
    )


def test_a_turn_order_can_be_typed():
    table = once()
    nothing: dict[str, Any] = {"cards": (), "fanned": False}
    for text, want in {
        "plan auction": {"item": None, "always": False, **nothing},
        "my next turn: auction": {"item": None, "always": False, **nothing},
        "plan auction until I say": {"item": None, "always": True, **nothing},
        "plan always auction": {"item": None, "always": True, **nothing},
        "plan canoe with ann 50 10 fan": {
            "item": "Canoe",
            "target": ANN,
            "cards": (50, 10),
            "fanned": True,
        },
        "plan deal canoe, nothing": {"item": "Canoe", "target": ANN, **nothing},
        "plan trap with cat for all": {"item": "Trap", "target": CAT, "fanned": False},
    }.items():
        order = typed(table, BEN, text)
        assert isinstance(order, TurnAhead), text
        assert {name: getattr(order, name) for name in want} == want, text


def test_without_a_possible_deal_the_turn_form_offers_auctions():
    table = once(START, START, START)
    assert refused(table, BEN, "plan canoe with ann 50") == (
        "You have no deal, because nobody else owns any item that you own. You can plan `auction`"
        " or `auction until I say`."
    )
    (entry,) = asked(table.view(BEN), TURN).entries
    assert [choice.label for choice in entry.choices] == ["auction", "auction until I say"]


def test_an_ordered_auction_ignores_the_cash_in_its_form():
    view = once().view(BEN)
    form = asked(view, TURN)
    kinds = ["#cash_a", "#cash_b", "#cash_c"]
    assert [entry.key for entry in form.entries] == ["*what", *kinds, "*how"]
    assert form.entries[0].hint == "An auction takes no cash, whatever you choose below"
    order = filled(form, view)
    assert (order.item, order.cards) == (None, ())
    dealt = filled(form, view, what='["Canoe",0,false]', cash="50", how="true")
    assert (dealt.item, dealt.target, dealt.cards, dealt.fanned) == ("Canoe", ANN, (50,), True)


def test_the_example_of_each_standing_order_can_be_typed():
    table = once()
    view = table.view(BEN)
    lines = [example(way, view, NAMES, legal_with_orders(view)) for way in ORDERS]
    assert lines == ["prices trophy 60, buoy pass", "retain trophy 60, buoy sell", "plan auction"]
    kinds = [type(typed(table, BEN, line)) for line in lines]
    assert kinds == [PriceList, KeepList, TurnAhead]


def test_standing_orders_have_their_own_command_group():
    group = make(FACE, None).app_command  # type: ignore[arg-type]
    there = {command.qualified_name for command in group.walk_commands()}  # type: ignore[union-attr]
    assert {f"downeast ahead {way.verb}" for way in ORDERS} <= there


def test_staleness_a_turn_form_goes_stale_with_the_subject_and_a_list_form_does_not():
    assert (TURN.holds, PRICES.holds, KEEPS.holds) == ("subject", "game", "game")


_ASKS = "I'll still ask you once somebody has three of a kind"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "prices canoe 70, quilt 20, trap pass",
            "As far as your cash goes, you'll pay up to: Canoe $70, Quilt $20; you'll pass on:"
            " Trap. "
            f"{_ASKS}, and about everything once a treasure Chest comes up.",
        ),
        (
            "prices trap pass",
            f"You'll pass on: Trap. {_ASKS}, and about everything once a treasure Chest comes up.",
        ),
        (
            "retain canoe 50, trap sell",
            "As the auctioneer you'll keep these, as far as your cash goes, for up to: Canoe $50;"
            " you'll sell: Trap. "
            f"{_ASKS}, and about everything once a treasure Chest comes up.",
        ),
        ("plan auction", "On your next turn, you'll auction the next item. Then this order ends."),
        (
            "plan auction until I say",
            "On each turn where you have a choice, you'll auction the next item, until you end this"
            " order or the deck is empty.",
        ),
        (
            "plan canoe with ann 50 10",
            "On your next turn, you'll start a Downeast Deal with Ann for a Canoe, offering"
            " $60 (50 + 10), in a tight stack. If that isn't possible then, I'll ask you."
            " This order ends with that turn, or once you pay or lay down cash.",
        ),
    ],
)
def test_a_standing_order_explains_itself(line: str, sentence: str):
    assert said(once(), BEN, line) == sentence


def test_prices_from_before_a_chest_are_shown_as_out_of_date():
    table = once(START, START, START, deck="Quilt Chest Buoy Trap")
    before = typed(table, BEN, "prices canoe 70, trap pass")
    table.sell(ANN).passes(BEN, CAT)
    now = ENGINE.merged(typed(table, BEN, "prices quilt 30"), before)
    assert now is not None
    assert [line.chests for line in lines_of([now], PriceList)] == [0, 0, 1]
    assert FACE.describe_order(now, table.view(BEN), NAMES) == (
        f"As far as your cash goes, you'll pay up to: Quilt $30. {_ASKS}, and about everything"
        " once a"
        " treasure Chest comes up. You set these before the last treasure Chest, so I'll ask you:"
        " Canoe,"
        " Trap."
    )


def test_standing_orders_use_the_names_of_the_yankee_deck():
    terms = Options(deck="yankee", thief=True, bidding="once", payments="house")
    table = Table(START, START, START, deck="Mug Candle Candle", terms=terms).turn_over(ANN)
    assert said(table, BEN, "prices whoopie pies 80, mittens pass") == (
        "As far as your cash goes, you'll pay up to: Whoopie Pies $80; you'll pass on: Mittens."
        f" {_ASKS},"
        " and about everything once a Scratch-off comes up."
    )
    assert (
        refused(table, BEN, "prices coal 10")
        == "A list can't price the Coal: I always ask everybody."
    )
    assert refused(table, BEN, "prices scratch-off 10").startswith("Scratch-offs bring cash")


def test_the_help_explains_standing_orders_and_what_others_can_guess():
    text = help_of(FACE)
    for way in ORDERS:
        assert f"`{way.verb} " in text, f"nobody learns of `{way.verb}`"
    assert "`/GAME ahead`" in text
    assert "**Your standing orders are secret**" in text
    assert "may guess that you had one from how quickly it was answered" in text
