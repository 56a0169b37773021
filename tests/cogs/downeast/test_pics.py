"""The small pictures of Downeast Dealer."""

from bot.ui.panels.panel import Panel, Text
from bot.ui.panels.pics import all_pics, names_in, pic, plain, slots
from bot.ui.panels.render import layout
from cogs.downeast.pics import picture_name, row
from games.downeast.cash import CARDS
from games.downeast.decks import DECKS
from tests.cogs.downeast.face import START, board, hand
from tests.contract.limits import TEXT, check_message
from tests.games.downeast.table import ANN, BEN, CAT, Table

KNOWN = {picture.emoji: 2**64 - 1 for picture in all_pics().values()}


def markdown(panel: Panel) -> str:
    return "\n".join(part.markdown for part in panel.parts if isinstance(part, Text))


def test_every_item_and_every_card_of_cash_has_its_picture():
    for deck in DECKS.values():
        assert {picture_name(kind.name) for kind in (*deck.items, deck.thief)} <= set(all_pics())
    assert set(names_in(row(CARDS))) <= set(all_pics())
    assert len({row((card,)) for card in CARDS}) == len(CARDS)


def test_a_set_is_drawn_as_four_slots_and_a_complete_one_as_one_picture():
    table = Table("Canoe Canoe Chest /", "Trap Trap Trap Trap /", "/", deck="Trophy")
    two, one = slots("canoe", 2, 4), slots("chest", 1, 4)
    assert f"Your items: {two} Canoe ×2, {one} Chest" in markdown(hand(table, ANN))
    assert two.count("▢") == 2
    assert f"Your items: {pic('trap')} **Traps, complete (50★)**" in markdown(hand(table, BEN))
    assert "Your items: nothing yet" in markdown(hand(table, CAT))


def test_the_board_lists_the_items_in_words_because_its_picture_draws_them():
    table = Table("Canoe Canoe Chest /", "Trap Trap Trap Trap /", "/", deck="Trophy")
    assert markdown(board(table)).split("\n")[1:4] == [
        "**Ann** · Canoe ×2, Chest",
        "**Ben** · **Traps, complete (50★)**",
        "**Cat** · nothing yet",
    ]


def test_the_picture_of_the_item_comes_before_its_sentence():
    table = Table(START, START, START, deck="Canoe Trap").turn_over(ANN)
    for drawn in (board(table), hand(table, BEN)):
        assert f"{pic('canoe')} " in markdown(drawn)
    assert markdown(board(table)).startswith(f"{pic('canoe')} Ann is auctioning a Canoe")
    assert board(table).text().startswith("Ann is auctioning a Canoe")


def test_cash_is_a_row_of_bills_above_its_sum():
    drawn = markdown(hand(Table(START, START, START, deck="Trap"), ANN))
    _, first, second, *_ = drawn.split("\n")
    bills = ["bill_50", *["bill_10"] * 4, *["bad_check"] * 2]
    assert list(names_in(first)) == bills
    assert plain(first) == ""
    assert second.startswith("$50 · $10 ×4 · 2 bad checks · **$90 in all**")
    many = row((100,) * 9 + (10,) * 20 + (0,))
    assert list(names_in(many)) == ["bill_100", "bill_10", "bad_check"], "one of each kind"


def test_the_fullest_hand_has_room_for_all_its_pictures():
    """One player has an item of each kind and all cash, and the emoji ids have full length."""
    items = " ".join(kind.name for kind in DECKS["classified"].items)
    table = Table(f"{items} {START}", START, START)
    [shown] = [
        part["content"]
        for part in check_message(layout(hand(table, ANN), 12, 6, 1, KNOWN))
        if part["type"] == TEXT and "Trophy" in part["content"]
    ]
    assert shown.count("<:") == len(DECKS["classified"].items) + 7
    assert shown.count("▢") == 30
