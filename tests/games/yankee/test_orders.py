"""Yankee Swap: when the standing order gives its gift, and when it ends."""

import pytest

from games.chance import Chance
from games.gifts import COAL, KEYS
from games.rules import IllegalMove
from games.yankee.moves import Decline, Give, Look, Regift
from games.yankee.orders import GiveAhead, YankeeOrders
from tests.games.yankee.table import RULES, laid

ORDERS = YankeeOrders()
ANN, BEN, CAT = range(3)


def ahead(card: str, to: int, declared: str = "", held: int = 0) -> GiveAhead:
    return GiveAhead(card=card, to=to, declared=declared or card, held=held)


class Table:
    """A table where Ann gives, with the seats' standing orders; only `left` ends them."""

    def __init__(self, *hands: str, **others) -> None:
        self.state = laid(*hands, **others)
        self.said: dict[int, tuple[GiveAhead, ...]] = {}

    def view(self, seat: int | None):
        return RULES.view(self.state, seat)

    def say(self, seat: int, order: GiveAhead) -> "Table":
        self.said[seat] = (ORDERS.accept(self.view(seat), order),)
        assert tuple(ORDERS.remaining(self.view(seat), self.said[seat])) == self.said[seat]
        return self

    def do(self, seat: int, *moves) -> "Table":
        for move in moves:
            self.state = RULES.play(self.state, seat, move, Chance.tape()).state
            for owner, some in self.said.items():
                self.said[owner] = tuple(ORDERS.remaining(self.view(owner), some))
        return self

    def answers(self, seat: int) -> bool:
        return ORDERS.answers(self.view(None), seat, self.said[seat])

    def move(self, seat: int) -> Give:
        assert self.answers(seat)
        move = ORDERS.obey(self.view(seat), self.said[seat])
        assert isinstance(move, Give)
        return move


def refused(table: Table, seat: int, order: GiveAhead) -> str:
    with pytest.raises(IllegalMove) as refusal:
        table.say(seat, order)
    return str(refusal.value)


def three(**others) -> Table:
    return Table("mug mug wreath", "pies coal pies", "candle mittens", **others)


GIVEN = Give(card="mug", to=BEN, declared="wreath")
WRONG, RIGHT = Decline(reason="is"), Decline(reason="isnt")


def test_standing_order_gives_when_its_player_opens_a_round():
    table = three().do(ANN, GIVEN).say(BEN, ahead("pies", CAT, "mug"))
    assert not table.answers(BEN), "a gift is before him: that is his to answer"
    table.do(BEN, WRONG)  # he takes the Mug, and gives
    assert table.move(BEN) == Give(card="pies", to=CAT, declared="mug")
    table.do(BEN, table.move(BEN))
    assert table.said[BEN] == (), "it is given"


def test_standing_order_waits_while_others_open_rounds():
    table = three().say(BEN, ahead("coal", ANN, "mug")).do(ANN, GIVEN)
    table.do(BEN, RIGHT)  # Ann takes it back, and gives again
    assert not table.answers(BEN)
    table.do(ANN, Give(card="mug", to=CAT, declared="mug")).do(CAT, Look())
    table.do(CAT, Regift(to=BEN, declared="candle")).do(BEN, WRONG)
    assert table.move(BEN) == Give(card="coal", to=ANN, declared="mug")


def test_standing_order_does_not_answer_a_regift():
    table = three().do(ANN, GIVEN).say(BEN, ahead("pies", CAT)).do(BEN, Look())
    assert not table.answers(BEN)
    table.do(BEN, Regift(to=CAT, declared="pies"))
    assert table.said[BEN], "no card of his own was given"


def test_standing_order_ends_when_its_player_opens_a_round():
    table = Table("mug", "pies pies coal").say(BEN, ahead("pies", ANN))
    table.state = Table("mug", "pies pies coal").do(ANN, GIVEN).do(BEN, WRONG).state
    table.do(BEN, Give(card="coal", to=ANN, declared="pies"))
    assert table.said[BEN] == ()


def test_standing_order_given_after_a_gift_is_for_the_next_one():
    table = three().do(ANN, GIVEN).say(ANN, ahead("mug", CAT)).do(BEN, RIGHT)
    assert table.move(ANN) == Give(card="mug", to=CAT, declared="mug")


def test_standing_order_survives_a_gift_from_the_tree():
    """YS-10: gifts from the tree are face up like the Coal, so the order stays valid."""
    table = three().do(ANN, GIVEN).say(ANN, ahead("wreath", BEN)).do(BEN, WRONG)
    table.do(BEN, Give(card="coal", to=ANN, declared="mug"))
    table.do(ANN, WRONG)  # Ann takes Coal, and the Mug from under the tree
    assert table.state.displays[ANN] == (COAL, "mug")
    assert table.move(ANN) == Give(card="wreath", to=BEN, declared="wreath")


def test_standing_order_ends_when_its_card_is_gone():
    table = three().say(BEN, ahead("pies", CAT))
    order = GiveAhead(card="mug", to=CAT, declared="mug", held=3)
    assert ORDERS.remaining(table.view(BEN), [order]) == []


def test_impossible_standing_order_is_refused():
    table = three()
    assert refused(table, BEN, ahead("mug", CAT)) == (
        "You don't have that card in your hand. You can give: Whoopie Pies, Coal."
    )
    assert "to yourself" in refused(table, BEN, ahead("pies", BEN))
    assert "Nobody sits there" in refused(table, BEN, ahead("pies", 3))
    assert "Nobody sits there" in refused(table, BEN, ahead("pies", -1))
    assert "You can't call any card Coal" in refused(table, BEN, ahead(COAL, CAT))
    assert "There's no such gift" in refused(table, BEN, ahead("pies", CAT, "yacht"))


def test_standing_order_for_an_earlier_hand_is_stale():
    table = three().do(ANN, GIVEN)
    assert "given a gift since" in refused(table, ANN, ahead("wreath", BEN, held=3))
    table.say(ANN, ahead("wreath", BEN, held=2))


def test_standing_order_is_refused_with_a_reason():
    assert refused(three(), ANN, ahead("mug", BEN)) == (
        "It's your turn to give, so give a gift now instead of planning one."
    )
    empty = Table("mug", "pies pies").do(ANN, GIVEN)
    assert refused(empty, ANN, ahead("mug", BEN)) == "You have no cards left to give."
    over = three(face_up={BEN: "mug mug"}).do(ANN, GIVEN).do(BEN, WRONG)
    assert refused(over, CAT, ahead("candle", BEN)) == (
        "This game is over, so there are no more gifts to give."
    )
    for table, seat in ((three(), ANN), (empty, ANN), (over, CAT), (three(), None)):
        assert list(ORDERS.offered(table.view(seat))) == []


def test_standing_orders_offer_each_card_honestly_and_as_a_lie():
    offered = list(ORDERS.offered(three().view(BEN)))
    assert {(order.card, order.to) for order in offered} == {
        (card, to) for card in ("pies", COAL) for to in (ANN, CAT)
    }
    honest = {order.declared == order.card for order in offered if order.card == "pies"}
    assert honest == {True, False}
    assert all(order.declared in KEYS for order in offered), "YS-5: nothing is called Coal"
    assert len(set(offered)) == len(offered) == 6
