"""Deals of Downeast Dealer: buttons, forms, commands and offers."""

import pytest

from bot.ui.panels.panel import Request, request
from bot.ui.ways.resolve import NoSuchMove, NotNow
from games.downeast.moves import Answer, Challenge, Move, Offer, Seal
from tests.cogs.downeast.face import (
    START,
    WAYS,
    board,
    command,
    filled,
    hand,
    labels,
    legal,
    menus,
    press,
    read,
    said,
    type_in,
)
from tests.games.downeast.table import ANN, BEN, CAT, Table, refuses


def test_a_deal_is_chosen_from_a_menu_and_made_in_a_form():
    table = Table("Canoe Trap / 50 10 0", "Canoe /", "Canoe Trap Trap /", deck="Buoy")
    form = read(table, ANN, press(board(table), "Downeast Deal…"))
    assert [choice.label for choice in form.entries[0].choices] == [
        "Canoe with Ben",
        "Canoe with Cat",
        "Trap with Cat",
    ]
    assert form.title == "A Downeast Deal"
    assert [entry.label for entry in form.entries[1:4]] == ["$50 bills", "$10 bills", "Bad checks"]
    assert [choice.label for choice in form.entries[1].choices] == ["0 of 1", "1 of 1"]
    trap = form.entries[0].choices[2].value
    how = form.entries[4].choices[1]
    assert (how.label, how.description) == ("fanned out", "everybody sees how many cards")
    wanted = filled(form, what=trap, cash="50, check", how=how.value)
    assert read(table, ANN, wanted) == Challenge(
        item="Trap", target=CAT, cards=(50, 0), fanned=True
    )
    form = read(table, ANN, press(hand(table, ANN), "Deal with Ben: Canoe…"))
    assert form.title == "A Downeast Deal: Canoe"
    assert form.note == "You have $50 · $10 · a bad check ($60 in all)."
    assert [entry.key for entry in form.entries] == ["#cash_a", "#cash_b", "#cash_c", "*how"]
    expected = Challenge(item="Canoe", target=BEN, cards=(10,), fanned=False)
    assert read(table, ANN, filled(form)) == expected
    with pytest.raises(NotNow):
        read(table, BEN, request("deal"))
    assert said(table, BEN).startswith("It's Ann's turn")


def test_staleness_a_deal_that_became_impossible_opens_no_form():
    table = Table("Canoe Trap / 50", "Canoe /", "Trap /", deck="Buoy")
    wanted = press(hand(table, ANN), "Deal with Ben: Canoe…")
    other = Table("Canoe Trap / 50", "Buoy /", "Trap /", deck="Buoy")
    with pytest.raises(NoSuchMove) as refusal:
        read(other, ANN, wanted)
    refuses("Ben owns no Canoe. Nobody does except you.", other.play, ANN, refusal.value.move)


def test_the_rules_refuse_an_impossible_deal_and_name_the_owners():
    table = Table("Trap Canoe / 50 10", "Trap /", "Canoe /", deck="Buoy")
    for text in ("deal trap cat 10", "deal trap with cat nothing fanned"):
        refuses("Cat owns no Trap, but Ben does.", table.play, ANN, type_in(table, ANN, text))
    form = read(table, ANN, request("deal"))
    gone = filled(form, cash="10").with_args({"*what": '["Trap",2]'})
    for wanted in (gone, request("deal", item='"Trap"', target="2")):
        refuses("Cat owns no Trap, but Ben does.", table.play, ANN, tried(table, ANN, wanted))


def tried(table: Table, seat: int, wanted: Request) -> Move:
    """Return the move of a request, even if it is illegal."""
    try:
        return read(table, seat, wanted)
    except NoSuchMove as refusal:
        return refusal.move


def test_a_deal_can_be_made_by_command():
    table = Table("Canoe Trap / 50 10 0", "Canoe /", "Canoe Trap Trap /", deck="Buoy")
    made = command(table, ANN, "deal", what="Trap with Cat", cash="50", how="fan")
    assert made == Challenge(item="Trap", target=CAT, cards=(50,), fanned=True)
    made = command(table, ANN, "deal", what="canoes ben", cash="nothing")
    assert made == Challenge(item="Canoe", target=BEN, cards=(), fanned=False)


def test_deal_buttons_show_the_stake_and_four_deals_become_a_menu():
    both = Table("Canoe Canoe / 50 10", "Canoe Canoe /", "/", deck="Buoy")
    form = read(both, ANN, press(hand(both, ANN), "Deal with Ben: two Canoes…"))
    assert form.title == "A Downeast Deal: two Canoes"
    many = Table("Canoe Trap Buoy / 50", "Canoe Trap /", "Trap Buoy /", deck="Quilt")
    assert labels(hand(many, ANN)) == ["Auction the next item"]
    (menu,) = menus(hand(many, ANN))
    assert menu.placeholder == "Downeast Deal: which item, with whom?"
    assert [choice.description for choice in menu.choices] == ["each stakes one"] * 4
    form = read(many, ANN, menu.request.with_args({menu.key: menu.choices[0].value}))
    assert [entry.key for entry in form.entries] == ["#cash_a", "*how"]


def test_a_player_without_cash_is_asked_only_fan_or_stack():
    table = Table("Canoe /", "Canoe / 50", "/", deck="Buoy")
    form = read(table, ANN, press(hand(table, ANN), "Deal with Ben: Canoe…"))
    assert [entry.key for entry in form.entries] == ["*how"]
    expected = Challenge(item="Canoe", target=BEN, cards=(), fanned=False)
    assert read(table, ANN, filled(form)) == expected


def test_no_deal_is_offered_if_none_is_possible():
    table = Table("Canoe / 50", "Trap /", "Buoy Buoy Buoy Buoy /", deck="Quilt Quilt")
    assert labels(board(table)) == ["Auction the next item"]
    assert labels(hand(table, ANN)) == ["Auction the next item"]


def test_a_player_without_cash_is_offered_only_nothing():
    deal = Table("Canoe / 50", "Canoe /", "/", deck="Trap Buoy").deal(ANN, "Canoe", BEN, "50")
    assert labels(hand(deal, BEN)) == ["Answer with nothing", "Take the offer, give the Canoe"]
    assert read(deal, BEN, press(hand(deal, BEN), "Answer with nothing")) == Answer(cards=())
    assert "Or answer with nothing: you swap" in hand(deal, BEN).text()
    thief = Table(START, "/", START, deck="Thief Trap", thief=True).turn_over(ANN)
    assert labels(hand(thief, BEN)) == ["Bid nothing"]
    assert "You have no cash, so seal an empty bid." in hand(thief, BEN).text()
    form = read(thief, BEN, press(board(thief), "Seal a bid…"))
    assert form.note == "You have no cash at all."
    assert read(thief, BEN, filled(form)) == Seal(cards=())
    tied = Table("Canoe /", "Canoe / 10", "/", deck="Trap").deal(ANN, "Canoe", BEN).answer(BEN)
    again = "Make Ben another offer: nothing, because you have no cash."
    assert again in hand(tied, ANN).text()


def test_dd_21_dd_24_an_offer_after_a_tie_may_be_fanned_out():
    tied = Table("Canoe / 50 10", "Canoe /", "/", deck="Trap").deal(ANN, "Canoe", BEN).answer(BEN)
    form = read(tied, ANN, press(hand(tied, ANN), "Offer again…"))
    how = form.entries[-1]
    assert [choice.label for choice in how.choices] == ["a tight stack", "fanned out"]
    fan = Offer(cards=(50,), fanned=True)
    assert read(tied, ANN, filled(form, cash="50", how=how.choices[1].value)) == fan
    assert command(tied, ANN, "offer", cash="50", how="fan") == fan
    assert type_in(tied, ANN, "50 fan") == fan
    assert {move.fanned for move in legal(tied.view(ANN)).of(WAYS["offer"])} == {False, True}
    text = board(tied.play(ANN, fan)).text()
    assert "Tied once so far. Ann's offer is face down (one card)." in text
