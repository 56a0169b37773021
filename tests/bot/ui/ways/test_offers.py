"""Tests that boards and hands offer the moves that are legal, and lines to type."""

from dataclasses import replace
from typing import Any

import pytest

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Button, Menu, Part, Request, Row, Text
from bot.ui.panels.words import Names
from bot.ui.ways.draft_kind import DraftKind, opened
from bot.ui.ways.fields import Known
from bot.ui.ways.offers import (
    can_be_typed,
    example,
    examples,
    named_or_suggested,
    on_board,
    on_hand,
    suggestions,
    text_meant,
    what_else,
)
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.ways import AnyWay, MenuOf, TypedText, several
from games.rules import Refusal
from tests.bot.ui.market import (
    AMOUNT,
    BID_WAY,
    DEAL,
    LIMIT,
    LOOK_WAY,
    LOOKS,
    NAMES,
    NOW,
    PASS_WAY,
    PRICE,
    PUBLIC,
    REASON,
    SAY_WAY,
    SAYS,
    SOME_BIDS,
    SWAP_WAY,
    SWAPS,
    TRADE_WAY,
    TRADES,
    VIEW,
    WAYS,
    WHO,
    Bid,
    Look,
    Pass,
    Swap,
    View,
    can,
)


def labels(parts: list[Part]) -> list[str]:
    return [button.label for part in parts if isinstance(part, Row) for button in part.buttons]


def menus(parts: list[Part]) -> list[Menu]:
    return [part for part in parts if isinstance(part, Menu)]


def hand(*moves: Any, ways: tuple[AnyWay, ...] = WAYS) -> list[Part]:
    return on_hand(ways, VIEW, NAMES, can(*moves))


def test_board_and_hand_offer_what_their_view_allows():
    (row,) = on_board(WAYS, PUBLIC, NAMES)
    assert isinstance(row, Row)
    assert [(button.label, button.request) for button in row.buttons] == [
        ("Bid $50", Request("bid", {"amount": "50", "limit": "null"})),
        ("Bid…", Request("bid")),
    ]
    assert on_board((PASS_WAY,), PUBLIC, NAMES) == []
    assert hand() == []
    assert labels(hand(Pass())) == ["Pass"]
    assert labels(hand(Pass(), Swap(to=2))) == ["Pass", "Swap with Cat"]
    assert labels(hand(*SWAPS)) == ["Swap with Ben", "Swap with Cat", "Swap with Dan"]


def test_a_label_gets_its_dots_exactly_where_something_is_asked_first():
    plain = replace(LOOK_WAY, label=lambda view, known, names: "Look", board=lambda public: [{}])
    (menu,) = menus(hand(*LOOKS, ways=(plain,)))
    assert menu.placeholder == "Look…"
    assert labels(hand(*LOOKS[:40], ways=(plain,))) == ["Look…"], "too many for a menu"
    assert labels(hand(LOOKS[0], ways=(plain,))) == ["Look"], "only one is legal"
    assert labels(on_board((plain,), PUBLIC, NAMES)) == ["Look…"], "the board can't know that"


def test_more_values_get_a_menu_or_a_form_button():
    many = [Swap(to=seat) for seat in (1, 2, 3, 0)]
    parts = hand(Pass(), *many)
    (menu,) = menus(parts)
    assert parts[1] is menu, "the button is of the first way"
    assert hand(Pass(), *many, ways=(SWAP_WAY, PASS_WAY))[0] == menu
    assert (menu.placeholder, menu.key) == ("Swap with…", "*who")
    assert [choice.label for choice in menu.choices] == ["Ben", "Cat", "Dan", "Ann"]
    picked = menu.request.with_args({menu.key: menu.choices[1].value})
    assert named_in(SWAP_WAY, picked, VIEW, NAMES) == {"to": 2}
    assert labels(parts) == ["Pass"]
    one_field = replace(LOOK_WAY, fields=(LOOK_WAY.fields[1], NOW))
    assert labels(hand(*LOOKS, ways=(one_field,))) == ["Look…"]
    (menu,) = menus(hand(*TRADES))
    assert (menu.key, [choice.label for choice in menu.choices]) == (
        "*deal",
        ["lamp with Ben", "sled with Cat"],
    )


def test_sampled_values_keep_a_form_button_unless_closed():
    alone = replace(BID_WAY, fields=(AMOUNT,))
    assert labels(hand(*SOME_BIDS, ways=(alone,))) == ["Bid $50", "Bid $60", "Bid…"]
    assert labels(hand(*SOME_BIDS)) == ["Bid…"], "an amount and a limit are open"
    closed = replace(AMOUNT, closed=True)
    assert labels(hand(*SOME_BIDS, ways=(replace(BID_WAY, fields=(closed,)),))) == [
        "Bid $50",
        "Bid $60",
    ]


def test_face_can_choose_its_offers():
    def offers(view: View) -> list[Known | MenuOf]:
        return [{"to": 3}, MenuOf(field="who", placeholder="Or with…", but_for=[3])]

    parts = hand(*SWAPS, ways=(replace(SWAP_WAY, hand=offers),))
    assert labels(parts) == ["Swap with Dan"]
    (menu,) = menus(parts)
    assert (menu.placeholder, [choice.label for choice in menu.choices]) == (
        "Or with…",
        ["Ben", "Cat"],
    )


def test_menu_keeps_known_values_and_is_left_out_if_empty():
    (who,) = SWAP_WAY.fields
    last_first = replace(who, sort=lambda view, known, values: sorted(values, reverse=True))
    most = MenuOf(field="who", placeholder="With…", but_for=[1])
    swap = replace(SWAP_WAY, hand=lambda view: [most], fields=(last_first,))
    (menu,) = menus(hand(*SWAPS, ways=(swap,)))
    assert [choice.label for choice in menu.choices] == ["Dan", "Cat"]

    none = MenuOf(field="who", placeholder="Or with…", but_for=[1, 2, 3])
    assert hand(*SWAPS, ways=(replace(SWAP_WAY, hand=lambda view: [none]),)) == []

    price = MenuOf(field="price", placeholder="", known={"item": "lamp", "to": 1})
    (menu,) = menus(hand(*TRADES, ways=(replace(TRADE_WAY, hand=lambda view: [price]),)))
    assert [choice.value for choice in menu.choices] == ["10", "20"]
    assert menu.placeholder == "Trade…"
    assert custom_id.read(custom_id.write_menu(1, 2, menu)) == custom_id.CustomId(
        1, 2, menu.request, "*price"
    )


def test_buttons_have_the_style_of_their_way():
    ways = tuple(replace(way, style="main") if way is PASS_WAY else way for way in WAYS)
    (row,) = [part for part in hand(*SAYS, Pass(), ways=ways) if isinstance(part, Row)]
    assert [(button.label, button.style) for button in row.buttons] == [
        ("Pass", "main"),
        ("It is", "plain"),
        ("It isn't", "plain"),
    ]


def test_hand_can_offer_a_line_as_a_button():
    read = lambda text, view, names: {"amount": int(text.removeprefix("for ")), "limit": None}  # noqa: E731
    way = replace(BID_WAY, read=read, hand=lambda view: [TypedText("for 70"), {}])
    (row,) = hand(*SOME_BIDS, ways=(way,))
    assert isinstance(row, Row)
    assert [(button.label, button.request) for button in row.buttons] == [
        ("Bid $70", Request("bid", {"said": "for 70"})),
        ("Bid…", Request("bid")),
    ]
    assert custom_id.read(custom_id.write(1, 2, row.buttons[0].request)) is not None


def slip(*becomes: str, hand: tuple[str, ...] = ("Reckon…",)) -> DraftKind[Any, Any]:
    """A draft with these buttons that becomes moves of these ways."""

    def never(*_: Any) -> Any:
        raise AssertionError("nothing is begun here")

    begins = [Button(label, opened("sum")) for label in hand]
    return DraftKind(
        kind="sum",
        help="Reckon",
        holds=int,
        begin=never,
        panel=never,
        work=never,
        becomes=becomes,
        hand=lambda view, names: begins,
        board=lambda public, names: begins,
    )


def with_slip(kind: DraftKind[Any, Any], *moves: Any) -> list[Part]:
    return on_hand(WAYS, VIEW, NAMES, can(*moves), (kind,))


def test_draft_replaces_the_form_button():
    assert labels(with_slip(slip("bid"), *SOME_BIDS, Pass())) == ["Pass"]
    assert labels(with_slip(slip("trade"), *SOME_BIDS, Pass())) == ["Bid…", "Pass"]
    no_way_in = slip("bid", hand=())
    assert labels(with_slip(no_way_in, *SOME_BIDS, Pass())) == ["Bid…", "Pass"]


def test_whole_moves_and_lines_stay_beside_a_draft():
    def offers(view: View) -> list[Known | TypedText]:
        return [{"amount": 50, "limit": None}, {"amount": 60}, TypedText("70"), {}]

    bid = replace(
        BID_WAY,
        hand=offers,
        read=lambda text, view, names: {"amount": int(text), "limit": None},
    )
    parts = on_hand((bid,), VIEW, NAMES, can(*SOME_BIDS), (slip("bid"),))
    assert labels(parts) == ["Bid $50", "Bid $70"]


def test_draft_buttons_come_last_on_the_board():
    ways = tuple(replace(way, board=lambda public: [{}]) for way in (BID_WAY, PASS_WAY))
    (row,) = on_board(ways, PUBLIC, NAMES, (slip("bid"),))
    assert labels([row]) == ["Bid…", "Pass", "Reckon…"]
    (row,) = on_board((PASS_WAY,), PUBLIC, NAMES, (slip("bid"),))
    assert labels([row]) == ["Reckon…"]
    assert on_board((PASS_WAY,), PUBLIC, NAMES, (slip("bid", hand=()),)) == []


def test_buttons_of_one_seat_stand_below_its_name():
    def with_board(way: AnyWay, presser: Any = None) -> AnyWay:
        return replace(way, board=lambda public: [{}], presser=presser)

    ways = (
        with_board(PASS_WAY),
        with_board(SWAP_WAY, lambda public: 2),
        with_board(BID_WAY, several),
    )
    parts = on_board(ways, PUBLIC, NAMES, to_move={1})
    assert [part.markdown if isinstance(part, Text) else labels([part]) for part in parts] == [
        *("-# **Ben**, your move:", ["Pass"]),
        *("-# **Cat**, you can also:", ["Swap with…"]),
        ["Bid…"],
    ]
    parts = on_board(ways, PUBLIC, NAMES, to_move={0, 1})
    assert labels(parts[:1]) == ["Pass", "Bid…"], "two may press them"


def test_example_of_each_legal_way_but_quiet_ones():
    legal = can(*SOME_BIDS, Pass(), *SWAPS, *TRADES, *SAYS, *LOOKS)
    lines = examples(WAYS, VIEW, NAMES, legal)
    assert lines == ["$50", "pass", "swap Ben", "trade lamp with Ben 10", "say it is", "look 0"]
    told = can_be_typed(WAYS, VIEW, NAMES, legal)
    assert told.startswith("You can type `$50`, `pass`")
    assert told.endswith("or `look 0`.")
    assert can_be_typed(WAYS, VIEW, NAMES, can()) == ""
    ways = [replace(way, style="quiet") if way.verb == "pass" else way for way in WAYS]
    assert examples(ways, VIEW, NAMES, can(*SOME_BIDS, Pass())) == ["$50"]
    assert can_be_typed(ways, VIEW, NAMES, can(Pass())) == ""
    found = read_line(ways, "pass", VIEW, NAMES, can(Pass()))
    assert found is not None
    assert found[0].verb == "pass"
    legal = can(Pass(), *SAYS)
    said = what_else(WAYS, "Ben is to bid.", VIEW, NAMES, legal)
    assert said == f"Ben is to bid. {can_be_typed(WAYS, VIEW, NAMES, legal)}"
    assert "`pass`" in said
    assert what_else(WAYS, "Ben is to bid.", VIEW, NAMES, can()) == "Ben is to bid."


def test_way_can_choose_its_example():
    limit = replace(LIMIT, before="up to")
    own = replace(BID_WAY, fields=(AMOUNT, limit), bare=False)
    for move, said in ((Bid(amount=70, limit=None), "bid $70"), (None, "bid $50 up to 90")):
        way = replace(own, example=lambda view, move=move: move)
        assert example(way, VIEW, NAMES, can(Bid(amount=50, limit=90))) == said
    way = replace(BID_WAY, example=lambda view: TypedText("70"))
    assert example(way, VIEW, NAMES, can(*SOME_BIDS)) == "bid 70"
    limit = replace(LIMIT, before="up to")
    way = replace(BID_WAY, fields=(AMOUNT, limit), bare=False)
    assert example(way, VIEW, NAMES, can(Bid(amount=50, limit=90))) == "bid $50 up to 90"
    assert example(way, VIEW, NAMES, can(Bid(amount=50, limit=None))) == "bid $50"
    assert example(replace(PASS_WAY, bare=True), VIEW, NAMES, can(Pass())) == "pass"


def test_example_escapes_names():
    names = Names(["Ann", "`[click](https://example.org)"])
    told = can_be_typed(WAYS, VIEW, names, can(Swap(to=1)))
    assert told == "You can type `swap seat 2`."


def suggested(way: AnyWay, field: Any, text: str, *moves: Any, **given: Any) -> list[str]:
    found = suggestions(way, field, given, VIEW, NAMES, can(*moves), text)
    return [value for _, value in found]


def test_suggestions_fit_options_and_typed_text():
    assert suggested(SWAP_WAY, WHO, "", *SWAPS) == ["Ben", "Cat", "Dan"]
    assert suggested(TRADE_WAY, PRICE, "", *TRADES) == ["10", "20"]
    assert suggested(TRADE_WAY, PRICE, "", *TRADES, item="sled", to=2) == ["10"]
    assert suggested(TRADE_WAY, PRICE, "", *TRADES, price=20) == ["10", "20"], "its own is retyped"
    assert suggested(SWAP_WAY, WHO, "A", *SWAPS) == ["Cat", "Dan"]
    assert suggested(SWAP_WAY, WHO, " ben", *SWAPS) == ["Ben"]
    assert suggested(SWAP_WAY, WHO, "seat 3", *SWAPS) == ["Cat"], "read, not only compared"
    assert suggested(SWAP_WAY, WHO, "zoe", *SWAPS) == []
    assert suggested(SAY_WAY, REASON, "isn’t", *SAYS) == []
    assert suggested(BID_WAY, AMOUNT, "50", *SOME_BIDS) == ["$50"]
    assert suggested(BID_WAY, AMOUNT, "5", *SOME_BIDS) == ["$50"]
    assert suggested(LOOK_WAY, LOOK_WAY.fields[1], "39", *LOOKS) == ["39"]
    assert suggested(BID_WAY, AMOUNT, "x", *SOME_BIDS) == []
    assert suggested(BID_WAY, AMOUNT, "", Pass()) == []
    found = suggestions(TRADE_WAY, DEAL, {}, VIEW, NAMES, can(*TRADES), "sled")
    shown = [("sled with Cat: Cat has one, too", "sled with Cat")]
    assert found == shown
    for typed in ("sled with cat: ", "Sled with Cat: Cat has one, too"):
        assert suggestions(TRADE_WAY, DEAL, {}, VIEW, NAMES, can(*TRADES), typed) == shown


def test_suggestions_are_limited_to_25_with_the_exact_match():
    at = LOOK_WAY.fields[1]
    many = tuple(Look(now=True, at=number) for number in range(300, 0, -1))
    assert len(suggested(LOOK_WAY, at, "", *many)) == 25
    found = suggested(LOOK_WAY, at, "1", *many)
    assert len(found) == 25
    assert "1" in found


def meant(way: AnyWay, *moves: Any, **typed: str) -> Known:
    wanted = Request(way.verb, {f"?{name}": text for name, text in typed.items()})
    return named_or_suggested(way, wanted, VIEW, NAMES, can(*moves))


def test_a_suggestions_shown_text_is_read_as_its_value():
    shown = "lamp with Ben: Ben has one, too"
    known = {"item": "lamp", "to": 1}
    for text in (shown, shown.upper(), f"  {shown.replace(' ', '  ')} ", "lamp with Ben"):
        assert meant(TRADE_WAY, *TRADES, deal=text) == known
        assert meant(TRADE_WAY, *TRADES, price="20", deal=text) == {**known, "price": 20}
    wrong = meant(TRADE_WAY, *TRADES, price="20", deal="sled with Cat: Cat has one, too")
    assert wrong == {"item": "sled", "to": 2, "price": 20}, "the rules refuse it, as its value"


def test_a_shown_text_that_is_cut_off_is_read():
    long = replace(DEAL, about=lambda deal, view, names: f"{names.plain(deal[1])} {'so ' * 40}")
    way = replace(TRADE_WAY, fields=(long, PRICE))
    [(shown, _)] = suggestions(way, long, {}, VIEW, NAMES, can(*TRADES), "sled")
    assert len(shown) == 100
    assert meant(way, *TRADES, deal=shown) == {"item": "sled", "to": 2}


@pytest.mark.parametrize("text", ["boat with Dan: Dan has one, too", "lamp with Ben: Cat has"])
def test_what_is_not_suggested_now_is_refused_as_before(text: str):
    said = [""] * 2
    for number, read in enumerate((named_in, named_or_suggested)):
        wanted: list[Any] = [TRADE_WAY, Request("trade", {"?deal": text}), VIEW, NAMES]
        with pytest.raises(Refusal) as refusal:
            read(*wanted, *([can(*TRADES)] if number else []))
        said[number] = str(refusal.value)
    assert said[0] == said[1]


def test_a_press_that_is_forged_is_refused():
    with pytest.raises(Refusal, match="doesn't work any more"):
        named_or_suggested(TRADE_WAY, Request("trade", {"*deal": "x"}), VIEW, NAMES, can(*TRADES))


def test_values_come_before_shown_texts_and_two_meanings_are_none():
    offered = [("Ann", "1"), ("1", "2"), ("Ben", "3"), ("Ben", "4"), ("cat", "5"), ("Cat", "6")]
    typed = ("Ann", "1", "ann ", "Ben", "Cat", "CAT", "Dan")
    assert [text_meant(text, offered) for text in typed] == [
        "1",
        "1",
        "1",
        "Ben",
        "6",
        "CAT",
        "Dan",
    ]
    assert text_meant("Eve", [("Eve", "7"), ("Eve", "7")]) == "7"


def test_player_named_like_a_move_follows_the_verb():
    names, bare = Names(["Ann", "pass", "Bid"]), replace(SWAP_WAY, bare=True)
    for move in SWAPS[:2]:
        (line,) = examples([bare], VIEW, names, can(move))
        among = examples([bare, PASS_WAY, replace(BID_WAY, bare=False)], VIEW, names, can(move))
        assert among == [f"swap {line}"]
        found = read_line([PASS_WAY, bare], among[0], VIEW, names, can(move))
        assert found is not None
        assert found[1] == {"to": move.to}
    assert examples([bare, PASS_WAY], VIEW, Names(["Ann", "Ben", "Cat"]), can(SWAPS[0])) == ["Ben"]
