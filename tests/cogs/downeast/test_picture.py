"""The board picture of Downeast Dealer: what it shows, and its alt text."""

from dataclasses import replace

from cogs.downeast.pictures.picture import paint, picture
from cogs.downeast.pictures.shelves import Kind, Shop, shop_of
from tests.cogs.downeast.face import START, names
from tests.games.downeast.table import ANN, BEN, CAT, Table, thief


def shop(table: Table) -> Shop:
    return shop_of(table.view(), names(table.state))


def alt(table: Table) -> str:
    return picture(table.view(), names(table.state)).alt


def laid(*rows: str, deck: str = "Canoe Trap") -> Table:
    """Put items before the players, each with the cash of the start."""
    return Table(*(f"{row} {START}" for row in rows), deck=deck)


def test_the_shelves_show_items_complete_sets_and_the_score():
    ann, ben, cat = shop(laid("Canoe Canoe", "Trap Trap Trap Trap", "")).shelves
    assert ann.kinds == (Kind(picture="canoe", count=2, scores=False),)
    assert (ann.score, ann.turn) == (0, True)
    assert ben.kinds == (Kind(picture="trap", count=4, scores=True),)
    assert (ben.score, ben.turn) == (50, False)
    assert cat.kinds == ()


def test_the_item_on_the_block_comes_with_its_stars_and_the_high_bid():
    table = laid("", "", "")
    assert (shop(table).block, shop(table).says) == ("", "Ann's turn")
    table.turn_over(ANN)
    shown = shop(table)
    assert (shown.item, shown.block, shown.stars, shown.says) == (
        "Canoe",
        "canoe",
        80,
        "No bids yet",
    )
    assert (shown.left, shown.treasure, shown.pays) == (1, "chest", 50)
    assert shop(table.bid(BEN, 60)).says == "Ben bids $60"
    assert shop(table.passes(CAT)).says == "Sell to Ben for $60?"


def test_secret_answers_and_sealed_bids_are_counted_and_not_shown():
    table = Table(START, START, START, deck="Canoe", bidding="once").turn_over(ANN)
    assert shop(table).says == "Secret answers: 0 of 3"
    low, high = (answered(amount) for amount in (10, 50))
    assert shop(low) == shop(high)
    assert shop(low).says == "Secret answers: 1 of 3"
    assert shop(thief(START, START, START)).says == "Sealed bids: 0 of 3"


def answered(amount: int) -> Table:
    table = Table(START, START, START, deck="Canoe", bidding="once").turn_over(ANN)
    return table.answers(BEN, amount)


def test_the_alt_text_describes_the_picture():
    table = laid("Canoe Canoe", "Trap Trap Trap Trap", "").turn_over(ANN).bid(BEN, 60)
    assert alt(table) == (
        "The shelves on turn 1. Canoe on the block, 80★ a set. Ben bids $60. "
        "Ann: Canoe ×2. Ben: all Traps; 50★. Cat: nothing yet. 1 card left."
    )


def test_everything_that_is_drawn_changes_the_picture():
    shown = [
        laid("Canoe", "", ""),
        laid("Canoe Canoe", "", ""),
        laid("Trap", "", ""),
        laid("Trap Trap Trap Trap", "", ""),
        laid("", "Canoe", ""),
        laid("Canoe", "", "", deck="Canoe Trap Trap"),
        laid("Canoe", "", "").turn_over(ANN),
        laid("Canoe", "", "").turn_over(ANN).bid(BEN, 60),
        laid("Canoe", "", "").turn_over(ANN).bid(BEN, 70),
        laid("Canoe", "", "").turn_over(ANN).bid(CAT, 70),
    ]
    assert len({paint(shop(table)) for table in shown}) == len(shown)


def test_hidden_cash_does_not_change_the_picture():
    table = laid("Canoe", "", "").turn_over(ANN)
    rich = table.state.holdings[BEN]
    holdings = [table.state.holdings[0], replace(rich, cash=(500,)), table.state.holdings[2]]
    other = replace(table.state, holdings=tuple(holdings), deck=("Buoy",))
    before = shop(table), alt(table)
    table.state = other
    assert (shop(table), alt(table)) == before
