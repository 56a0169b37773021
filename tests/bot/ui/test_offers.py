"""Tests of the buttons and menus on boards and hands."""

from dataclasses import replace
from typing import Any

from bot.ui import custom_id
from bot.ui.draft_kind import DraftKind, opened
from bot.ui.fields import Known
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Button, Menu, Part, Request, Row
from bot.ui.ways import AnyWay, MenuOf, TypedText, named_in
from tests.bot.ui.market import (
    AMOUNT,
    BID_WAY,
    LOOK_WAY,
    LOOKS,
    NAMES,
    NOW,
    PASS_WAY,
    PUBLIC,
    SAYS,
    SOME_BIDS,
    SWAP_WAY,
    SWAPS,
    TRADE_WAY,
    TRADES,
    VIEW,
    WAYS,
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


def test_first_plain_button_is_highlighted_but_never_a_quiet_one():
    (row,) = [part for part in hand(*SAYS, Pass(), *SOME_BIDS) if isinstance(part, Row)]
    assert [(button.label, button.style) for button in row.buttons] == [
        ("Bid…", "yes"),
        ("Pass", "main"),
        ("It is", "plain"),
        ("It isn't", "plain"),
    ]
    quiet = replace(PASS_WAY, style="quiet")
    (row,) = [way for way in hand(Pass(), ways=(quiet,)) if isinstance(way, Row)]
    assert [(button.label, button.style) for button in row.buttons] == [("Pass", "quiet")]


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

    bid = replace(BID_WAY, hand=offers, read=lambda text, view, names: {"amount": int(text)})
    parts = on_hand((bid,), VIEW, NAMES, can(*SOME_BIDS), (slip("bid"),))
    assert labels(parts) == ["Bid $50", "Bid $70"]


def test_no_button_is_highlighted_beside_a_main_draft():
    for kind, style in ((slip("bid"), "plain"), (slip("swap"), "main")):
        parts = on_hand(WAYS, VIEW, NAMES, can(*SOME_BIDS, Pass()), (kind,))
        (found,) = [
            button
            for part in parts
            if isinstance(part, Row)
            for button in part.buttons
            if button.label == "Pass"
        ]
        assert found.style == style


def test_draft_buttons_follow_their_moves_on_the_board():
    ways = tuple(replace(way, board=lambda public: [{}]) for way in (BID_WAY, SWAP_WAY, PASS_WAY))
    (row,) = on_board(ways, PUBLIC, NAMES, (slip("bid", "swap"),))
    assert labels([row]) == ["Bid…", "Swap with…", "Reckon…", "Pass"]
    (row,) = on_board((PASS_WAY,), PUBLIC, NAMES, (slip("bid"),))
    assert labels([row]) == ["Reckon…"]
    assert on_board((PASS_WAY,), PUBLIC, NAMES, (slip("bid", hand=()),)) == []
