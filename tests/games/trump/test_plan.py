"""Plans for a sale of TRUMP The Game (TR-61): what they do, and that nobody else sees them."""

import pytest

from games.trump.events import BidPassed, PlanNoted
from games.trump.moves import Answer, DropPlan, Pass, Raise
from games.trump.sales.plan import cheapest
from games.trump.state import Options
from tests.games.trump.selling import (
    ANY,
    BACK,
    I20,
    I30,
    I40,
    I50,
    I60,
    OUT,
    Sale,
    a_plan,
    opening,
)
from tests.games.trump.table import refused, view

YOU, DONNA, MIKE, JEFF = range(4)


def on_turn(*hand: str, own: int = 20, high: int = 60, cash: int = 400, unlocked: bool = False):
    """Start a sale in which Mike must act with a bid of `own` against Jeff's `high`."""
    jeff = [I20, ANY] if unlocked else [ANY]
    sale = Sale([ANY], [ANY], hand, jeff, cash=[400, 400, cash, 400], broker=JEFF)
    if unlocked:
        sale.open(10, 20, own, high - 20).raises(JEFF, high, I20)
    else:
        sale.open(10, 20, own, high).passes(JEFF)
    return sale.passes(YOU, DONNA)


def raised(sale: Sale) -> tuple[int, tuple[str, ...]]:
    """Return the amount that Mike raised to, and his investors."""
    (event,) = [event for event in sale.heard() if event.kind == "raised" and event.seat == MIKE]
    return event.to, event.investors


def test_tr_61_a_plan_is_made_with_the_opening_bid_or_later_in_the_sale():
    sale = Sale([ANY], [ANY], [ANY])
    with refused("Seal your bid first"):
        sale.plans(YOU, 100)
    sale.play(YOU, opening(0))
    with refused("and you chose not to bid"):
        sale.plans(YOU, 100)
    sale.play(YOU, opening(10, 100, "use", "yes", "ask"))
    assert view(sale.state, YOU).plan == a_plan(100, "use", "yes", "ask")
    sale.plans(YOU, 70)
    assert view(sale.state, YOU).plan == a_plan(70)
    sale.drops(YOU)
    assert view(sale.state, YOU).plan is None
    sale.open(10, 20, 30).plans(MIKE, 200)
    assert view(sale.state, MIKE).plan == a_plan(200)
    assert sale.turn == YOU


def test_tr_61_changing_the_opening_bid_changes_the_plan():
    sale = Sale([ANY], [ANY], [ANY]).play(YOU, opening(10, 100))
    for change, left in (
        (opening(20, 50, "use"), a_plan(50, "use")),
        (opening(30), None),
        (opening(10, 100), a_plan(100)),
        (opening(0, 100), None),  # no bid, no plan
    ):
        sale.play(YOU, change)
        assert view(sale.state, YOU).plan == left
    limits = [event.limit for event in sale.heard(YOU) if isinstance(event, PlanNoted)]
    assert limits == [100, 50, None, 100, None]


def test_tr_61_a_limit_is_a_multiple_of_ten():
    sale = Sale([ANY], [ANY], [ANY]).play(YOU, opening(10))
    for limit in (-10, 5, 10_010, 10**9):
        with refused(r"Your limit can be \$0M to \$10,000M, in tens"):
            sale.plans(YOU, limit)
        with refused("Your limit can be"):
            sale.play(YOU, opening(10, limit))
        with refused("Your limit can be"):
            sale.play(YOU, opening(0, limit))
    for limit in (0, 10, 10_000):
        assert view(sale.plans(YOU, limit).state, YOU).plan == a_plan(limit)


def test_tr_61_only_an_existing_plan_can_be_withdrawn():
    sale = Sale([ANY], [ANY], [ANY]).play(YOU, opening(10))
    assert DropPlan() not in sale.legal(YOU)
    with refused("no plan for this sale"):
        sale.drops(YOU)
    assert DropPlan() in sale.plans(YOU, 50).legal(YOU)
    with refused("You can't withdraw a plan now"):
        Sale([ANY], [ANY]).open(0, 0).drops(YOU)
    with refused("You can't plan your bidding now"):
        Sale([ANY], [ANY]).open(0, 0).plans(YOU, 50)
    with refused("You made no opening bid"):
        Sale([ANY], [ANY], [ANY]).open(10, 20, 0).plans(MIKE, 100)
    sale = Sale([ANY], [ANY], [ANY]).open(opening(10, 50), opening(20, 60), opening(30, 90))
    assert (sale.bought(), sale.state.plans) == ((MIKE, 30), (None,) * 3), "it ends with the sale"


def test_tr_61_nobody_else_sees_a_plan():
    sale = Sale([ANY], [I20], [ANY], [ANY]).open(10, 20, 30, 40)
    before, told = sale.state, len(sale.heard())
    sale.plans(JEFF, 300, "use", "yes", "ask").plans(JEFF, 200).drops(JEFF).plans(DONNA, 90, "use")
    assert view(sale.state) == view(before)
    for seat in (YOU, MIKE):
        assert view(sale.state, seat) == view(before, seat)
        assert len(sale.heard(seat)) == told + 1  # what is their own: their sealed bids
    assert len(sale.heard()) == told


def test_tr_61_a_plan_acts_at_once_on_the_bidders_turn_and_on_later_turns():
    sale = on_turn(ANY, unlocked=True).plans(MIKE, 100)
    assert raised(sale) == (70, ())
    sale.raises(JEFF, 80)
    assert sale.turn == YOU
    sale.passes(YOU, DONNA)  # and here the plan answers
    assert sale.leader == (MIKE, 90)


def test_tr_61_a_plans_move_is_told_like_a_move_by_hand():
    by_plan, by_hand = on_turn(OUT, I50), on_turn(OUT, I50)
    by_plan.plans(MIKE, 100, "use")
    by_hand.raises(MIKE, 70, I50)
    assert by_plan.heard() == by_hand.heard()
    assert by_plan.state.public == by_hand.state.public
    passes = on_turn(OUT).plans(MIKE, 10).heard()
    assert BidPassed(seat=MIKE, out=False, asked=True) in passes


def test_tr_61_the_plan_of_the_leader_passes():
    sale = Sale([ANY], [I50, OUT], [ANY]).open(10, opening(50, 500, "use", "yes", "yes"), 20)
    assert sale.passes(YOU).turns() == ["0 bid_passed", "1 bid_passed"]


@pytest.mark.parametrize(
    ("own", "least", "most", "cash", "held", "found"),
    [
        (20, 70, 100, 400, (I20, I50), (70, (I50,))),  # both reach $70M; the most bank money
        (20, 70, 100, 400, (I20, I30, I50), (70, (I50,))),  # rather one card than two
        (20, 70, 100, 400, (I20, I30, I60), (70, (I20, I30))),  # the $60M would be a higher bid
        (20, 70, 100, 0, (I20, I60), (80, (I60,))),  # nothing to fill up with
        (20, 70, 70, 0, (I20, I60), None),
        (20, 70, 60, 400, (I50,), None),
        (20, 70, 100, 30, (I20,), (70, (I20,))),
        (20, 70, 100, 20, (I20,), None),
        (20, 200, 300, 0, (I20, I30, I40, I60), None),
        (50, 200, 300, 0, (I20, I30, I40, I60), (200, (I20, I30, I40, I60))),
        (20, 60, 100, 400, (I20, I40), (60, (I40,))),
        (20, 60, 100, 400, (I20, I20, I40), (60, (I40,))),  # as much with fewer cards
        (20, 120, 120, 400, (I40, I50, I50, I60), (120, (I40, I60))),  # the first of their like
        (20, 70, 100, 400, (), None),
    ],
)
def test_tr_61_1_the_lowest_bid_with_the_most_investor_money_and_the_fewest_cards(
    own, least, most, cash, held, found
):
    raised = found and Raise(to=found[0], investors=found[1])
    assert cheapest(own, least, most, cash, held) == raised


def test_tr_61_1_a_plan_plays_an_investor_before_cash():
    assert raised(on_turn(I30, ANY, unlocked=True).plans(MIKE, 100, "use")) == (70, (I30,))
    assert raised(on_turn(I30, ANY, unlocked=True).plans(MIKE, 100, "keep")) == (70, ())


def test_tr_61_1_the_limit_counts_the_whole_bid():
    sale = on_turn(I60, ANY).plans(MIKE, 70, "use")
    assert sale.turns()[-1] == "2 bid_passed"  # the investor alone brings $80M
    assert raised(on_turn(I60, ANY).plans(MIKE, 80, "use")) == (80, (I60,))


def test_tr_61_2_a_plan_raises_with_cash_to_the_leading_bid_plus_10_within_the_limit():
    assert raised(on_turn(ANY, unlocked=True).plans(MIKE, 70)) == (70, ())
    assert raised(on_turn(ANY, cash=70, unlocked=True).plans(MIKE, 500)) == (70, ())
    for sale in (
        on_turn(ANY, unlocked=True).plans(MIKE, 60),
        on_turn(ANY, cash=60, unlocked=True).plans(MIKE, 500),
        on_turn(ANY).plans(MIKE, 500),
    ):
        assert sale.turns()[-1] == "2 bid_passed"


def test_tr_61_3_a_plan_knocks_the_leader_out_if_its_bid_then_leads_within_the_limit():
    sale = on_turn(OUT, ANY, own=30).plans(MIKE, 30, out="yes")
    assert sale.turns()[-1] == "2 knocked_out"
    assert sale.leader == (MIKE, 30)
    for sale in (
        on_turn(OUT, ANY, own=30).plans(MIKE, 20, out="yes"),
        on_turn(OUT, ANY, own=10).plans(MIKE, 50, out="yes"),  # Donna would lead with $20M
        on_turn(OUT, ANY, own=20).plans(MIKE, 50, out="yes"),  # and of equal bids is the first
        on_turn(OUT, ANY, own=30).plans(MIKE, 50, out="no"),
        on_turn(ANY, ANY, own=30).plans(MIKE, 50, out="yes"),
    ):
        assert sale.turns()[-1] == "2 bid_passed"


def test_tr_61_3_a_plan_knocks_out_only_if_it_cannot_raise():
    assert raised(on_turn(OUT, I50, own=30).plans(MIKE, 100, "use", "yes")) == (80, (I50,))
    assert on_turn(OUT, I50, own=30).plans(MIKE, 70, "use", "yes").leader == (MIKE, 30)


def out(*hand: str, own=60, high=50, limit=100, back: Answer = "yes", cash=400) -> Sale:
    """Mike with $60M is knocked out by you, who lead then; his plan is to answer."""
    sale = Sale([OUT, ANY], [I20, ANY], hand, cash=[400, 400, cash])
    sale.open(high, 10, opening(own, limit, back=back))
    return sale.outs(YOU, MIKE)


def test_tr_61_a_plan_comes_back_if_the_old_bid_would_lead_within_the_limit():
    sale = out(BACK, ANY, limit=60).passes(DONNA)
    assert sale.turns()[-1] == "2 came_back"
    assert sale.leader == (MIKE, 60)
    for sale in (
        out(BACK, ANY, limit=50),
        out(BACK, ANY, back="no"),
        out(ANY, ANY),
        out(BACK, ANY, own=40),  # would not lead
    ):
        sale.passes(DONNA)
        assert "2 came_back" not in sale.turns()


def test_tr_61_a_plan_comes_back_if_cash_can_beat_the_leading_bid():
    sale = out(BACK, ANY, own=40, limit=60).raises(DONNA, 60, I20)
    assert "2 came_back" not in sale.turns()
    sale = out(BACK, ANY, own=40, limit=70).raises(DONNA, 60, I20)
    assert sale.turns()[-1] == "2 came_back"
    assert sale.leader == (DONNA, 60)
    sale.passes(YOU, DONNA)  # and then the plan raises
    assert sale.leader == (MIKE, 70)


def test_tr_61_ask_me_asks_at_the_right_moment_whatever_the_hand():
    for hand in ([OUT, ANY], [ANY, ANY]):
        sale = on_turn(*hand, own=30).plans(MIKE, 30, out="ask")
        assert sale.turn == MIKE
        assert view(sale.state, MIKE).plan == a_plan(30, out="ask")  # it stays
        assert {"raise", "knock_out", "plan", "drop_plan", "pass"} >= sale.kinds(MIKE)
    assert on_turn(OUT, own=30).plans(MIKE, 20, out="ask").turns()[-1] == "2 bid_passed"
    for hand in ([BACK, ANY], [ANY, ANY]):
        sale = out(*hand, back="ask").passes(DONNA)
        assert sale.turn == MIKE
        assert "pass" in sale.kinds(MIKE)
    assert "2 bid_passed" in out(BACK, limit=50, back="ask").passes(DONNA).turns()


def test_tr_61_ask_me_asks_nobody_without_a_card():
    sale = Sale([ANY], [I20], [I20], [ANY]).open(10, 20, opening(30, 70, "use", "ask"), 40)
    sale.passes(YOU, DONNA)  # Mike raises to $50M with his only card
    sale.passes(JEFF).raises(YOU, 80).passes(DONNA)
    # cash would go past his limit, and all can see that he has nothing to knock out with
    assert (sale.turns()[-1], sale.turn) == ("2 bid_passed", JEFF)


def test_tr_61_when_a_plan_asks_another_plan_may_replace_it():
    sale = on_turn(OUT, ANY, own=30).plans(MIKE, 30, out="ask")
    sale.plans(MIKE, 30, out="yes")
    assert sale.turns()[-1] == "2 knocked_out"


def test_tr_61_after_withdrawing_a_plan_the_bidder_is_asked():
    sale = on_turn(OUT, ANY, own=30).plans(MIKE, 30, out="ask").drops(MIKE)
    assert (sale.turn, view(sale.state, MIKE).plan) == (MIKE, None)
    assert sale.outs(MIKE, JEFF).leader == (MIKE, 30)


@pytest.mark.parametrize("bidding", ["once", "open"])
def test_tr_62_with_plans_from_everybody_a_sale_is_one_wait(bidding):
    hands = [OUT, ANY], [I30, ANY], [BACK, I50], [ANY, ANY]
    sale = Sale(*hands, options=Options(bidding=bidding))
    sale.open(
        opening(100, 100, out="yes"),
        opening(70, 150, "use"),
        opening(120, 200, "use", back="yes"),
        opening(10, 10),
    )
    assert sale.turns() == [
        "0 knocked_out",  # Mike
        "1 raised",  # to $110M, $10M of it cash
        "2 came_back",  # with $120M
        "3 bid_passed",
        "0 bid_passed",
        "1 raised",  # to $130M, all cash
        "2 raised",  # to $170M, the investor's $50M whole
        "3 bid_passed",
        "0 bid_passed",
        "1 bid_passed",
    ]
    assert sale.cash == (400, 430, 280, 400)
    assert sale.bought() == (MIKE, 170)


def test_tr_62_a_bidder_without_a_plan_is_asked_as_printed():
    sale = Sale([ANY], [ANY], [ANY]).open(opening(10, 10), 20, opening(30, 30))
    assert sale.turn == DONNA
    assert sale.passes(DONNA).bought() == (MIKE, 30)


def test_tr_53_the_default_move_is_a_plan_to_pass_and_passing_once_comes_second():
    sale = Sale([ANY, ANY], [I20], [ANY]).open(30, 20, 10)
    assert sale.legal(YOU)[:2] == [a_plan(0), Pass()]
