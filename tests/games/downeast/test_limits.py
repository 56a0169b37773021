"""Secret limits of Downeast Dealer (DD-42)."""

from itertools import pairwise

import pytest

from games.downeast.events import Event, LimitSet, Raised
from tests.games.downeast.table import ANN, BEN, CAT, DAN, Table, auction, refused, refuses, rich


def test_dd_42_the_rules_raise_for_the_owner_by_the_least_amount():
    table = rich().bid(BEN, 30, limit=100).bid(CAT, 50)
    assert table.bids() == [(BEN, 30), (CAT, 50), (BEN, 60)]
    assert table.to_move() == {CAT, DAN}  # Ben leads through his limit
    table.bid(CAT, 100)
    assert (table.state.phase.leader, table.high, table.to_move()) == (CAT, 100, {BEN, DAN})


def test_dd_42_the_higher_of_two_limits_leads_ten_above_the_other():
    table = rich().bid(BEN, 30, limit=100).bid(CAT, 40, limit=80)
    assert table.bids() == [(BEN, 30), (CAT, 80), (BEN, 90)]
    table = rich().bid(BEN, 30, limit=80).bid(CAT, 40, limit=150)
    assert table.bids() == [(BEN, 30), (CAT, 40), (BEN, 80), (CAT, 90)]
    assert table.view(CAT).limit == 150


def test_dd_42_the_first_of_two_equal_limits_leads_at_that_limit():
    table = rich().bid(BEN, 30, limit=80).bid(CAT, 40, limit=80)
    assert table.bids() == [(BEN, 30), (CAT, 70), (BEN, 80)]


def test_dd_42_a_limit_can_be_changed_or_withdrawn_but_not_below_the_high_bid():
    table = rich().bid(BEN, 30, limit=100).bid(CAT, 50).limit(BEN, 70)
    assert table.view(BEN).limit == 70
    refuses("lower than your bid", table.limit, BEN, 50)
    refuses("Ben has that. Bid more, and give it with your bid", table.limit, CAT, 90)
    table.limit(BEN, None)
    refuses("no secret limit", table.limit, BEN, None)
    table.bid(CAT, 70)
    assert table.state.phase.leader == CAT


def test_dd_42_only_its_owner_sees_a_limit():
    table, other = rich().bid(BEN, 30, limit=100), rich().bid(BEN, 30, limit=150)
    for seat in (None, ANN, CAT, DAN):
        assert table.view(seat) == other.view(seat)
        assert table.heard(seat) == other.heard(seat)
        assert table.kinds(seat) == ["turned_over", "raised"]
    assert table.kinds(BEN) == ["turned_over", "limit_set", "raised"]
    assert LimitSet(seat=BEN, limit=100) in table.heard(BEN)


def expected(standing: int, bid: int, limit: int) -> tuple[int, int]:
    """Return the high bidder and the high bid after Cat's bid meets Ben's limit."""
    if standing <= bid:  # Cat's bid counts first, and no limit can answer it
        return CAT, bid
    if limit > standing:
        return CAT, standing + 10
    return BEN, min(standing, limit + 10)  # if equal, the earlier limit leads


@pytest.mark.parametrize("standing", range(20, 210, 20))
@pytest.mark.parametrize("bid", range(30, 210, 30))
def test_dd_42_a_bid_counts_before_the_limits_answer_it(standing: int, bid: int):
    for limit in range(bid, 210, 10):
        table = rich().bid(BEN, 20, limit=standing).bid(CAT, bid, limit=limit)
        assert (table.state.phase.leader, table.high) == expected(standing, bid, limit)
        made = table.bids()
        assert all(a[1] < b[1] and a[0] != b[0] for a, b in pairwise(made)), "as if by hand"


@pytest.mark.parametrize("limit", [None, 60, 70, 150])
def test_dd_42_a_bid_equal_to_the_limit_leads(limit: int | None):
    table = rich().bid(BEN, 30, limit=60).bid(CAT, 60, limit=limit)
    assert table.bids() == [(BEN, 30), (CAT, 60)]
    assert (table.view(CAT).limit, table.view(BEN).limit) == (limit, None)


def test_dd_42_a_limit_that_wins_goes_on_bidding():
    table = rich().bid(BEN, 30, limit=80).bid(CAT, 40, limit=120).bid(DAN, 100)
    assert table.bids()[-2:] == [(DAN, 100), (CAT, 110)]
    table.bid(BEN, 120)
    assert table.state.phase.leader == BEN


def told_by(table: Table) -> list[tuple[Event, frozenset[int] | None]]:
    """Return the events of the last move with their readers, and clear them."""
    told, table.told = [(told.event, told.to) for told in table.told], []
    return told


def test_dd_42_a_limit_is_told_to_its_owner_before_the_bids_that_result():
    table = rich()
    told_by(table)
    assert told_by(table.bid(BEN, 30, limit=80)) == [
        (LimitSet(seat=BEN, limit=80), {BEN}),
        (Raised(seat=BEN, amount=30), None),
    ]
    assert told_by(table.bid(CAT, 40, limit=100)) == [
        (LimitSet(seat=CAT, limit=100), {CAT}),
        (Raised(seat=CAT, amount=40), None),
        (Raised(seat=BEN, amount=80), None),
        (Raised(seat=CAT, amount=90), None),
    ]
    assert told_by(table.bid(DAN, 100, limit=100)) == [
        (LimitSet(seat=DAN, limit=100), {DAN}),
        (Raised(seat=DAN, amount=100), None),
    ]
    assert told_by(table.limit(DAN, 150)) == [(LimitSet(seat=DAN, limit=150), {DAN})]
    assert told_by(table.limit(DAN, None)) == [(LimitSet(seat=DAN, limit=None), {DAN})]


def test_dd_42_bids_by_a_limit_look_like_bids_by_hand():
    by_limit = rich().bid(BEN, 30, limit=100).bid(CAT, 40, limit=80)
    by_hand = rich().bid(BEN, 30, limit=100).bid(CAT, 80)
    for seat in (None, ANN, BEN, DAN):
        assert by_limit.heard(seat) == by_hand.heard(seat)
        assert by_limit.view(seat) == by_hand.view(seat)


def test_dd_42_a_changed_limit_leaves_no_trace_for_others():
    table = rich().bid(BEN, 30, limit=100)
    for limit in (70, 200, 30, None, 50):
        before = [table.view(seat) for seat in (None, ANN, CAT, DAN)], table.question()
        table.limit(BEN, limit)
        after = [table.view(seat) for seat in (None, ANN, CAT, DAN)], table.question()
        assert before == after
        assert table.view(BEN).limit == limit


def test_dd_42_a_limit_ends_with_its_auction():
    table = rich().bid(BEN, 30, limit=100).passes(CAT, DAN)
    assert (table.state.phase.price, table.state.limit) == (30, None)
    table = auction("/", "/ 90", "/ 90", "/ 90", bluff_bids=True)
    table.bid(BEN, 20, limit=60).bid(CAT, 100).passes(BEN, DAN).sell(ANN)  # Cat cannot pay
    assert table.state.limit is None
    table.bid(DAN, 10)
    assert table.bids()[-1] == (DAN, 10)
    assert table.state.phase.leader == DAN


def test_dd_42_an_invalid_limit_is_refused_with_the_valid_ones():
    refuses("lower than your bid", rich().bid, BEN, 50, limit=40)
    refuses(r"You have \$200, so your limit can't be \$210", rich().bid, BEN, 50, limit=210)
    refuses("go in tens", rich().bid, BEN, 50, limit=55)
    refuses("without secret limits", rich(limits=False).bid, BEN, 50, limit=60)
    table = rich().bid(BEN, 50)
    refuses(r"Your limit can't be lower than your bid. Give \$50 to \$200", table.limit, BEN, 40)
    refuses(r"Limits go in tens. Give \$50 to \$200", table.limit, BEN, 55)
    refuses(r"Ben has that. Bid more, and give it with your bid", table.limit, CAT, 90)
    refuses("so only the others bid", table.limit, ANN, 90)
    with refused(
        "A limit goes with a bid, and there are no bids yet. Bid, and give it with your bid"
    ):
        rich().limit(CAT, 90)
    with refused(r"You can only pass. You have \$0, and the next bid must be at least \$60"):
        auction("/", "/ 50", "/").bid(BEN, 50).limit(CAT, 60)
    with refused("This table plays without secret limits"):
        rich(limits=False).bid(BEN, 50).limit(BEN, 60)
