"""Dealt!: when a standing order answers, the move it makes, and when it ends."""

import pytest

from games.dealt.cards import Card, Values, readings
from games.dealt.moves import Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.orders import DealtOrders, LeadAhead, Order, TakeAhead, TopAhead
from games.rules import IllegalMove
from tests.games.dealt.table import ANN, BEN, CAT, Table, cards

ORDERS = DealtOrders()


def take(card: Card, gap: int, trick: str = "") -> TakeAhead:
    return TakeAhead(card=card, gap=gap, trick=trick)


def top(first: int, some: str, values: str = "", trick: str = "") -> TopAhead:
    """Return the order to play these cards on this trick; an X gets its highest value."""
    return TopAhead(first=first, cards=cards(some), values=meant(some, values), trick=trick)


def lead(first: int, some: str, values: str = "", hand: str = "") -> LeadAhead:
    held = cards(hand)
    return LeadAhead(
        first=first, cards=cards(some), values=meant(some, values), hand=held, trick=""
    )


def meant(some: str, values: str) -> Values:
    return tuple(map(int, values.split())) or (readings(cards(some)) or ((),))[-1]


class Ahead:
    """A table and its seats' standing orders; only `left` ends them."""

    def __init__(self, *hands: str, **laid) -> None:
        self.table = Table(*hands, **laid)
        self.said: dict[int, tuple[Order, ...]] = {}

    def say(self, seat: int, *orders: Order) -> "Ahead":
        view = self.table.view(seat)
        self.said[seat] = tuple(ORDERS.accept(view, order) for order in orders)
        assert self.left(seat) == self.said[seat], "what has been taken stands"
        return self

    def left(self, seat: int) -> tuple[Order, ...]:
        return tuple(ORDERS.remaining(self.table.view(seat), self.said.get(seat, ())))

    def do(self, what: str, *args) -> "Ahead":
        """Make a seat `play`, `stop`, `redraw`, `take` or `place`."""
        getattr(self.table, what)(*args)
        self.said = {seat: self.left(seat) for seat in self.said}
        return self

    def asked(self) -> list[int]:
        """Return the seats that are to move and have no order that answers."""
        public = self.table.view(None)
        return [
            seat
            for seat in self.table.to_move()
            if not ORDERS.answers(public, seat, self.said.get(seat, ()))
        ]

    def move(self, seat: int):
        """Return the move that a seat's orders make; assert that it is legal."""
        move = ORDERS.obey(self.table.view(seat), self.said[seat])
        assert move in self.table.legal(seat)
        return move

    def obeyed(self, seat: int) -> "Ahead":
        return self.do("do", seat, self.move(seat))


def refused(ahead: Ahead, seat: int, order: Order) -> str:
    with pytest.raises(IllegalMove) as refusal:
        ahead.say(seat, order)
    return str(refusal.value)


def three(**laid) -> Ahead:
    """Ann leads; Ben holds 8 8 X 3, and 12 and Stop in his reserve; then Cat."""
    hands = ("5 6 9 2", "8 8 X 3", "10 11 4 1")
    return Ahead(*hands, **{"reserves": ("1", "12 Stop", "1"), **laid})


# --- a reserve card -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "gap", "hand"), [(12, 4, "8 8 X 3 12"), ("Stop", 1, "8 Stop 8 X 3")]
)
def test_standing_order_takes_a_reserve_card_on_its_turn(card: Card, gap: int, hand: str):
    ahead = three().say(BEN, take(card, gap)).do("play", ANN, 1)
    assert ahead.asked() == []
    assert ahead.move(BEN) == TakeReserve(card=card, gap=gap)
    ahead.obeyed(BEN)
    assert ahead.table.hand(BEN) == hand
    assert ahead.said[BEN] == (), "it was for this trick"


def test_standing_order_can_be_given_before_the_lead_and_out_of_turn():
    assert three().say(CAT, take(1, 0)).do("play", ANN, 1).asked() == [BEN]
    ahead = three().do("play", ANN, 1).say(CAT, take(1, 0)).do("play", BEN, 1)
    assert ahead.move(CAT) == TakeReserve(card=1, gap=0)


def test_standing_order_for_a_missing_card_or_gap_is_refused():
    assert refused(three(), BEN, take(7, 0)) == "That card isn't in your reserve."
    assert refused(three(), BEN, take(12, 5)) == "It can go anywhere from A to E in your hand."
    assert refused(three(), BEN, take(12, -1)) == "It can go anywhere from A to E in your hand."


# --- cards that top -------------------------------------------------------------------------------


def test_standing_order_plays_cards_that_are_still_higher():
    ahead = three().say(BEN, top(1, "8 8")).do("play", ANN, 1, 2)
    assert ahead.asked() == []
    assert ahead.move(BEN) == Play(first=1, cards=(8, 8), values=(8, 8))


def test_standing_order_ends_when_its_cards_are_beaten():
    ahead = three().say(CAT, top(1, "10 11")).do("play", ANN, 1)
    assert ahead.do("play", BEN, 1, 2).asked() == [CAT], "8-8 beats 10-11"
    assert ahead.said[CAT] == ()


def test_standing_order_answers_only_if_its_cards_are_higher():
    public = three().do("play", ANN, 1).table.view(None)
    for first, card, answers in ((4, "3", False), (4, "5", False), (1, "8", True)):
        assert ORDERS.answers(public, BEN, [top(first, card, trick="1.45")]) == answers


def test_standing_order_prefers_cards_to_a_reserve_card():
    def said(first: int, last: int) -> Ahead:
        both = (take(1, 4), top(1, "10 11"))
        return three().say(CAT, *both).do("play", ANN, 1).do("play", BEN, first, last)

    assert said(1, 1).move(CAT) == Play(first=1, cards=(10, 11), values=(10, 11))
    assert said(1, 2).move(CAT) == TakeReserve(card=1, gap=4)


def test_standing_order_keeps_the_value_of_an_x():
    ahead = three().say(BEN, top(2, "8 X", "8 7")).do("play", ANN, 3)
    assert ahead.move(BEN) == Play(first=2, cards=(8, "X"), values=(8, 7))
    ahead = three().say(CAT, top(1, "10")).say(BEN, top(2, "8 X", "8 9"))
    assert ahead.do("play", ANN, 1, 2).obeyed(BEN).asked() == [CAT]


def test_standing_order_plays_the_chosen_one_of_two_equal_runs():
    ahead = Ahead("5 1", "7 8 7", "9 9 9", reserves=("", "2", ""))
    ahead.say(BEN, top(3, "7")).do("play", ANN, 1).obeyed(BEN)
    assert ahead.table.hand(BEN) == "7 8"


@pytest.mark.parametrize(("card", "move"), [("Stop", PlayStop), ("Redraw", PlayRedraw)])
def test_standing_order_plays_stop_and_redraw_on_anything(card: str, move: type):
    ahead = Ahead("12 12 12 1", f"3 {card}", "9 9 9", pile="1 2 3")
    ahead.say(BEN, top(2, card)).do("play", ANN, 1, 3)
    assert ahead.move(BEN) == move(position=2)


def test_standing_order_that_can_never_answer_is_refused():
    ahead = three().do("play", ANN, 3)
    assert "doesn't beat" in refused(ahead, CAT, top(3, "4"))
    for first, some in ((1, "4"), (1, "10 4"), (4, "1 5"), (1, "")):
        assert "side by side" in refused(ahead, CAT, top(first, some))
    assert "aren't a combination" in refused(ahead, CAT, top(2, "11 4", "11 4"))
    assert "can't count as that" in refused(ahead, CAT, top(1, "10", "12"))
    assert "aren't a combination" in refused(ahead, CAT, top(1, "10 11 4 1", "10 11 4 1"))
    stop = Ahead("5 1", "Stop 8", "9")
    assert "no value" in refused(stop, BEN, top(1, "Stop", "12"))
    assert "aren't a combination" in refused(stop, BEN, top(1, "Stop 8", "7 8"))


# --- the next lead --------------------------------------------------------------------------------


def won_by_ben(*orders: Order) -> Ahead:
    """Let Ben order his next lead, win the trick with his 3, and lead."""
    ahead = Ahead("1 9 9", "3 8 8 X", "2 10 10", reserves=("", "12", "5"))
    ahead.say(BEN, *orders).do("play", ANN, 1).do("play", BEN, 1)
    return ahead.do("take", CAT, 5, 0)


def test_standing_order_leads_from_the_current_position():
    ahead = won_by_ben(lead(2, "8 8 X"))
    assert ahead.asked() == []
    assert ahead.move(BEN) == Play(first=1, cards=(8, 8, "X"), values=(8, 8, 8))
    assert ahead.obeyed(BEN).said[BEN] == (), "it is led"


def test_standing_order_to_lead_answers_only_a_lead():
    ahead = Ahead("1 11 9", "3 8 8", "12 10 10", reserves=("", "7", ""))
    ahead.say(BEN, lead(2, "8 8")).do("play", ANN, 1)
    assert ahead.asked() == [BEN], "a trick that another leads is not a lead"
    ahead.do("play", BEN, 1).do("play", CAT, 1)
    assert ahead.asked() == [CAT]
    ahead.do("play", CAT, 1).do("play", ANN, 1)
    assert ahead.asked() == [BEN]
    assert [order.cards for order in ahead.said[BEN]] == [(8, 8)], "he has not led since"


def test_standing_order_given_after_a_lead_is_for_the_next_one():
    ahead = Ahead("9 4 4 5", "1 8 8", "2 10 10", reserves=("", "7", "7"))
    ahead.do("play", ANN, 1).say(ANN, lead(1, "4 4"))
    ahead.do("take", BEN, 7, 0)
    assert ahead.said[ANN], "the lead of this trick was led before it was said"
    ahead.do("take", CAT, 7, 0)
    assert ahead.move(ANN) == Play(first=1, cards=(4, 4), values=(4, 4))
    assert ahead.obeyed(ANN).said[ANN] == ()


def test_standing_order_ends_when_its_cards_are_separated():
    hands = ("1 9 9", "8 8 3", "2 10 10")
    ahead = Ahead(*hands, reserves=("", "12", "5")).say(BEN, lead(1, "8 8"))
    ahead.do("play", ANN, 1).do("take", BEN, 12, 1)
    assert ahead.said[BEN] == ()


def test_standing_order_ends_when_its_cards_were_played():
    assert won_by_ben(lead(1, "3")).asked() == [BEN]


def test_standing_order_ends_when_equal_leads_are_ambiguous():
    hands = ("1 9 9", "3 7 8 7", "2 10 10")
    ahead = Ahead(*hands, reserves=("", "7", "5")).say(BEN, lead(4, "7"))
    ahead.do("play", ANN, 1).do("play", BEN, 1).do("take", CAT, 5, 0)
    assert ahead.move(BEN) == Play(first=3, cards=(7,), values=(7,))
    ahead = Ahead(*hands, reserves=("", "7", "5")).say(BEN, lead(4, "7"))
    assert ahead.do("play", ANN, 1).do("take", BEN, 7, 0).said[BEN] == (), "which is it now?"


def test_standing_order_survives_a_redraw_unless_cards_are_separated():
    def drawn(*gaps: int) -> Ahead:
        hands = ("Redraw 9 9", "3 8 8", "2 10 10")
        ahead = Ahead(*hands, reserves=("", "", "5"), pile="4 5 6").say(BEN, lead(2, "8 8"))
        ahead.do("redraw", ANN).do("play", BEN, 1).do("take", CAT, 5, 0)
        for gap in gaps:
            assert ahead.asked() == [BEN], "where a drawn card goes is never said ahead"
            ahead.do("place", BEN, gap)
        return ahead

    assert drawn(0, 0, 4).move(BEN) == Play(first=3, cards=(8, 8), values=(8, 8))
    assert drawn(0, 2, 4).asked() == [BEN]
    assert drawn(0, 2, 4).said[BEN] == ()


def test_standing_order_can_be_given_while_placing_a_drawn_card():
    hands = ("Redraw 9 9", "3 8 8", "2 10 10")
    ahead = Ahead(*hands, reserves=("", "", "5"), pile="4 5 6")
    ahead.do("redraw", ANN).do("play", BEN, 1).do("take", CAT, 5, 0)
    ahead.say(BEN, lead(1, "8 8")).do("place", BEN, 0, 0, 0)
    assert ahead.move(BEN) == Play(first=4, cards=(8, 8), values=(8, 8))
    ahead = Ahead(*hands, pile="4 5 6", reserves=("", "4", "5"))
    ahead.do("redraw", ANN).do("take", BEN, 4, 0).do("take", CAT, 5, 0)
    ahead.say(ANN, lead(1, "9 9")).do("place", ANN, 2, 2, 2)
    assert ahead.asked() == [], "it was said in a trick that Ann led, and is for the one after it"


@pytest.mark.parametrize(("card", "move"), [("Stop", PlayStop), ("Redraw", PlayRedraw)])
def test_standing_order_can_lead_stop_and_redraw(card: str, move: type):
    hands = ("1 9 9", f"3 8 {card}", "2 10 10")
    ahead = Ahead(*hands, reserves=("", "12", "5"), pile="1 2 3").say(BEN, lead(3, card))
    ahead.do("play", ANN, 1).do("play", BEN, 1).do("take", CAT, 5, 0)
    assert ahead.move(BEN) == move(position=2)


def test_standing_order_to_lead_is_checked_like_a_play():
    assert "side by side" in refused(three(), BEN, lead(2, "8 8"))
    assert "can't count" in refused(three(), BEN, lead(1, "8 8", "8 9"))
    assert "has changed" in refused(three(), BEN, lead(1, "8 8", hand="8 8 X"))
    three().say(BEN, lead(1, "8 8", hand="8 8 X 3"))


# --- when there is nothing to say, and when it is over --------------------------------------------


def test_standing_order_for_a_past_turn_is_refused():
    ahead = three()
    for order in (take(1, 0), top(1, "5"), lead(1, "5")):
        assert refused(ahead, ANN, order) == "You're leading now, so just play your cards."
    ahead.do("play", ANN, 1)
    for order in (take(12, 0), top(1, "8")):
        assert "your turn now" in refused(ahead, BEN, order)
        assert "no more turns in this trick" in refused(ahead, ANN, order)
    ahead.say(BEN, lead(1, "8 8"))
    ahead.do("play", BEN, 1)
    assert "no more turns in this trick" in refused(ahead, BEN, take(12, 0))


def test_standing_order_for_another_trick_is_stale():
    ahead = three()
    then = ORDERS.accept(ahead.table.view(BEN), take(12, 0)).trick
    ahead.do("play", ANN, 1).do("play", BEN, 1).do("play", CAT, 1)
    assert "already over" in refused(ahead, BEN, take(12, 0, trick=then))
    assert "already over" in refused(ahead, BEN, top(1, "8 X", trick=then))


def test_standing_order_ends_with_its_trick():
    ahead = Ahead("5 1 1", "Stop 8 8", "9 10", reserves=("", "12", "4"))
    ahead.say(CAT, take(4, 0), top(1, "9"), lead(1, "9 10"))
    ahead.do("play", ANN, 1).do("stop", BEN)
    assert [type(order) for order in ahead.said[CAT]] == [LeadAhead], "the trick never came to Cat"


def test_standing_order_ends_while_cards_are_drawn():
    ahead = Ahead("Redraw 1 1", "Stop 8 8", "9 10", reserves=("", "", "4"), pile="2 3 4")
    ahead.say(CAT, take(4, 0)).do("redraw", ANN).do("stop", BEN)
    assert ahead.said[CAT] == ()
    assert "no more turns in this trick" in refused(ahead, CAT, take(4, 0))


def test_standing_orders_end_when_their_player_goes_out():
    ahead = Ahead("1 9 9", "3", "2 10 10", reserves=("", "", "5"))
    ahead.say(BEN, lead(1, "3")).do("play", ANN, 1).do("play", BEN, 1)
    assert ahead.said[BEN] == ()
    ahead.do("take", CAT, 5, 0)
    assert refused(ahead, BEN, lead(1, "3")) == "You're out of cards and safe this round."
    assert list(ORDERS.offered(ahead.table.view(BEN))) == []


def test_standing_orders_end_with_the_round():
    ahead = Ahead("9 9 1 1", "8", "1 2 3", reserves=("12", "", ""))
    ahead.say(CAT, top(3, "3"), lead(1, "1"))
    ahead.do("play", ANN, 1, 2)  # Ben is stuck: new hands are dealt
    assert ahead.table.up.round == 2
    assert ahead.said[CAT] == ()
    view = ahead.table.view(ANN)
    same = LeadAhead(first=1, cards=view.hand[:1], values=(1,), hand=view.hand, trick="1.40")
    assert ORDERS.remaining(view, [same]) == []


def test_standing_order_is_refused_after_the_game():
    ahead = Ahead("9 9 1 1", "8", "1 2 3", chips=(1, 0, 1)).do("play", ANN, 1, 2)
    assert ahead.table.up.losers == (BEN,)
    for order in (take(1, 0), top(1, "1"), lead(1, "1")):
        assert refused(ahead, CAT, order) == "The game is over."
    assert list(ORDERS.offered(ahead.table.view(CAT))) == []


def test_standing_orders_of_each_kind_are_offered():
    ahead = three().do("play", ANN, 1)
    assert kinds(ahead, BEN) == {LeadAhead}, "it is his turn"
    assert kinds(ahead, CAT) == {LeadAhead, TakeAhead, TopAhead}
    assert kinds(ahead, ANN) == {LeadAhead}, "she has acted"
    assert kinds(three(), ANN) == set(), "she leads now"
    offered = list(ORDERS.offered(ahead.table.view(CAT)))
    gaps = [order.gap for order in offered if isinstance(order, TakeAhead)]
    assert gaps == [4, 3, 2, 1, 0], "the right end first"
    tops = [order.cards for order in offered if isinstance(order, TopAhead)]
    assert tops == [(10, 11), (10,), (11,)], "what beats a 5, longest first"


def kinds(ahead: Ahead, seat: int) -> set[type]:
    return {type(order) for order in ORDERS.offered(ahead.table.view(seat))}


def test_standing_order_answers_regardless_of_hidden_cards():
    for hands in (("5 6", "8 8 X", "10 11"), ("5 2", "3 4 7", "12 12")):
        table = Table(*hands, reserves=("", "12", "1")).play(ANN, 1)
        said = [take(12, 0, "x"), top(1, "8 8", trick="x"), lead(1, "8 8")]
        public = table.view(None)
        assert public.hand == ()
        assert [ORDERS.answers(public, BEN, [order]) for order in said] == [True, True, False]
        assert [ORDERS.answers(public, CAT, [order]) for order in said] == [False] * 3
