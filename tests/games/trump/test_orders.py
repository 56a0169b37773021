"""Standing orders of TRUMP The Game (TR-79): the next turns, and choices in them."""

import random
from dataclasses import replace

import pytest

from games.chance import Chance
from games.rules import IllegalMove
from games.trump.ahead.ordered import ChoicesAhead, Order, Then, TurnsAhead, finished_turns, purse
from games.trump.cards import CARDS, DECK, in_order
from games.trump.moves import Add, ForceSale, Play, PutUp, Raise, Roll, Take, Tax
from games.trump.orders import TrumpOrders
from games.trump.state import (
    Acting,
    Adding,
    Clearance,
    Clearing,
    Options,
    Over,
    Putting,
    State,
    Taking,
    Trading,
)
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.games.trump import table as laid
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    CASINO,
    CRUISE,
    HOTEL,
    ISLAND,
    OUT,
    PASS,
    REJECT,
    dealing,
    promised,
    spare,
)
from tests.games.trump.selling import I50, Sale, opening
from tests.games.trump.table import RULES, goods, propose

YOU, DONNA, MIKE, JEFF = range(4)
ORDERS = TrumpOrders()
ROLL = Roll()
TAX = "Tax"
TAKING = Taking(rolling="move", card=None, left=0, number=1)


def turns(*cards: Play | Tax | ForceSale | str, then: Then = "roll") -> TurnsAhead:
    named = tuple(Play(card=card) if isinstance(card, str) else card for card in cards)
    return TurnsAhead(cards=named, then=then, since=None)


def choices(*, sell=(), add=(), take=()) -> ChoicesAhead:
    return ChoicesAhead(sell=tuple(sell), add=tuple(add), take=tuple(take))


class Ahead:
    """A table with each seat's standing orders, which end only as `left` says."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.said: dict[int, tuple[Order, ...]] = {}

    def view(self, seat: int | None):
        return RULES.view(self.state, seat)

    def say(self, seat: int, *orders: Order) -> "Ahead":
        kept = tuple(ORDERS.accept(self.view(seat), order) for order in orders)
        kinds = {order.kind for order in kept}
        others = [order for order in self.said.get(seat, ()) if order.kind not in kinds]
        self.said[seat] = (*others, *kept)
        assert tuple(ORDERS.remaining(self.view(seat), self.said[seat])) == self.said[seat]
        return self

    def do(self, seat: int, move, *luck) -> "Ahead":
        self.state = laid.play(self.state, seat, move, *luck).state
        return self._look()

    def is_now(self, **public) -> "Ahead":
        """Change public facts."""
        self.state = replace(self.state, public=replace(self.state.public, **public))
        return self._look()

    def holds(self, seat: int, *cards: str) -> "Ahead":
        """Swap the cards of a hand secretly, for as many others."""
        hands = list(self.state.hands)
        assert len(cards) == len(hands[seat])
        hands[seat] = in_order(cards)
        self.state = replace(self.state, hands=tuple(hands))
        return self

    def _look(self) -> "Ahead":
        for seat, orders in self.said.items():
            self.said[seat] = tuple(ORDERS.remaining(self.view(seat), orders))
        return self

    def passing(self, until: int) -> "Ahead":
        while self.state.public.turn < until:
            self.do(self.state.public.seat, PASS)
        return self

    def answers(self, seat: int) -> bool:
        return ORDERS.answers(self.view(None), seat, self.said[seat])

    def move(self, seat: int):
        assert self.answers(seat)
        return ORDERS.obey(self.view(seat), self.said[seat])

    def obey(self, seat: int, *luck) -> "Ahead":
        return self.do(seat, self.move(seat), *luck)


def refused(state: State, seat: int, order: Order) -> str:
    with pytest.raises(IllegalMove) as refusal:
        ORDERS.accept(RULES.view(state, seat), order)
    return str(refusal.value)


def offered_to(state: State, seat: int | None) -> list[Order]:
    return list(ORDERS.offered(RULES.view(state, seat)))


def buying(*hands, **layout) -> State:
    return laid.table(*[*hands, *[[OUT]] * (3 - len(hands))], **layout)


def test_tr_79_a_standing_order_to_roll_is_for_the_next_turn_only():
    table = Ahead(buying()).say(DONNA, turns())
    assert not table.answers(DONNA), "it is Ann's turn"
    assert table.do(YOU, ROLL, 1).move(DONNA) == ROLL
    assert table.obey(DONNA, 1).said[DONNA] == (), "the order is used up"
    # given after one's own roll, it is for the turn after
    table = Ahead(buying()).is_now(phase=Trading()).say(YOU, turns())
    assert not table.answers(YOU), "a trade is asked"
    table.is_now(phase=Acting(), turn=10, seat=DONNA).is_now(turn=11, seat=MIKE)
    assert table.said[YOU]
    assert table.is_now(turn=12, seat=YOU).move(YOU) == ROLL
    # a move by hand on that turn uses it up too
    table = Ahead(buying([], [ANY])).say(DONNA, turns()).is_now(turn=10, seat=DONNA)
    assert table.do(DONNA, ROLL, 1).said[DONNA] == ()


def test_tr_79_a_standing_order_to_keep_rolling_goes_on_until_the_dealing_phase():
    table = Ahead(buying()).say(DONNA, turns(then="keep_rolling"))
    for die in (1, 2, 2):  # from property to property
        table.do(YOU, ROLL, die).obey(DONNA, die).do(MIKE, ROLL, die)
    assert table.is_now(dealing=True).said[DONNA] == ()
    for then in ("roll", "keep_rolling"):
        table = Ahead(buying([], [ANY])).say(DONNA, turns(ANY, then=then)).is_now(dealing=True)
        assert table.said[DONNA] == ()


def test_tr_79_queued_cards_are_played_one_a_turn_in_order():
    table = Ahead(buying([], [ANY, "Any 50"], owners={CASINO: DONNA}))
    table.say(DONNA, turns("Any 50", ANY)).do(YOU, ROLL, 1)
    assert table.move(DONNA) == Play(card="Any 50")
    table.obey(DONNA).do(MIKE, ROLL, 1)
    assert table.do(YOU, ROLL, 2).move(DONNA) == Play(card=ANY)
    assert table.obey(DONNA).said[DONNA] == ()


def test_tr_79_an_unplayable_card_is_passed_over_and_in_the_end_the_player_rolls():
    for order in (turns("Hotel Profits", ANY), turns(ANY, then="keep_rolling")):
        hand = [play.card for play in order.cards]
        table = Ahead(buying([], hand, owners={CASINO: DONNA}, pile=[OUT] * 9))
        table.say(DONNA, order).do(YOU, ROLL, 1).obey(DONNA)
        assert table.state.public.discards == (ANY,), "Donna does not own the Hotel"
        assert table.do(MIKE, ROLL, 1).do(YOU, ROLL, 2).move(DONNA) == ROLL


def test_a_player_with_two_copies_who_queues_one_keeps_the_other():
    hand = ["Hotel Profits", ANY, ANY, "Any 50"]
    state = buying([], hand, owners={CASINO: DONNA}, pile=[OUT] * 9)
    table = Ahead(state).say(DONNA, turns("Hotel Profits", ANY, "Any 50"))
    table.do(YOU, ROLL, 1).obey(DONNA).do(MIKE, ROLL, 1).do(YOU, ROLL, 2)
    assert table.state.public.discards == (ANY,), "in the Hotel's place"
    assert table.move(DONNA) == Play(card="Any 50")
    # a card like it that another player has played changes nothing
    state = buying([], ["Hotel Profits", ANY], owners={CASINO: DONNA, HOTEL: DONNA}, pile=[OUT] * 9)
    table = Ahead(state).say(DONNA, turns("Hotel Profits", ANY)).do(YOU, ROLL, 1).obey(DONNA)
    table.is_now(discards=(*table.state.public.discards, ANY))
    assert table.do(MIKE, ROLL, 1).do(YOU, ROLL, 2).move(DONNA) == Play(card=ANY)


def test_a_queued_tax_or_force_sale_names_its_target():
    hand = [TAX, TAX, "Force Sale"]
    named = Tax(seat=MIKE), Tax(seat=JEFF), ForceSale(property=HOTEL)
    table = Ahead(dealing([ANY], hand)).say(DONNA, turns(*named, then="pass")).passing(31)
    assert table.obey(DONNA).state.public.discards == (TAX,)
    assert table.passing(35).move(DONNA) == Tax(seat=JEFF)
    table.is_now(boxes=tuple(replace(box, owner=YOU) for box in table.state.public.boxes))
    assert table.move(DONNA) == ForceSale(property=HOTEL), "TR-18: Jeff owns nothing now"


def test_tr_71_a_queued_tax_on_a_spared_player_is_passed_over():
    promise = promised(1, MIKE, spare(DONNA, 40))
    table = Ahead(dealing([ANY], [TAX], promises=[promise], passes=0))
    table.say(DONNA, turns(Tax(seat=MIKE), then="pass")).passing(31)
    assert table.move(DONNA) == PASS


def test_tr_79_a_standing_order_to_pass_is_for_one_turn():
    for cards in ((), ("Hotel Profits",)):
        table = Ahead(dealing([ANY], ["Hotel Profits"])).say(DONNA, turns(*cards, then="pass"))
        assert table.passing(31).move(DONNA) == PASS
        assert table.obey(DONNA).said[DONNA] == ()


def keeps_passing() -> Ahead:
    return Ahead(dealing()).say(DONNA, turns(then="keep_passing"))


def test_tr_79_keep_passing_lasts_until_a_card_money_or_property_comes_or_goes():
    table = keeps_passing()
    assert table.passing(31).move(DONNA) == PASS
    assert table.obey(DONNA).said[DONNA]
    assert keeps_passing().is_now(hands=(0, 1, 2, 5), cash=(0, 400, 900, 10)).said[DONNA]
    for change in (
        {"hands": (1, 2, 1, 1)},
        {"hands": (1, 0, 1, 1)},
        {"cash": (400, 380, 420, 400)},
        {"boxes": dealing(owners={HOTEL: YOU}).public.boxes},
    ):
        assert keeps_passing().is_now(**change).said[DONNA] == (), change


def test_tr_79_an_offer_is_always_asked_and_only_accepting_it_ends_keep_passing():
    table = keeps_passing().do(YOU, propose(DONNA, goods(cash=10)))
    assert not table.answers(DONNA)
    assert table.do(DONNA, REJECT).move(DONNA) == PASS
    assert not keeps_passing().do(YOU, propose(DONNA, goods(cash=10))).do(DONNA, ACCEPT).said[DONNA]


def test_money_in_a_bid_still_counts_as_the_bidders_cash():
    sale = Sale([ANY], [ANY, I50], [ANY], dealing=True)
    table = Ahead(sale.state).say(DONNA, turns(then="keep_passing"))
    for seat, bid in ((YOU, 20), (DONNA, 10), (MIKE, 0)):
        table.do(seat, opening(bid))
    assert (table.state.public.cash[DONNA], purse(table.state.public, DONNA)) == (390, 400)
    assert table.said[DONNA]
    table.do(YOU, PASS)
    assert not table.do(DONNA, Raise(to=60, investors=(I50,))).said[DONNA], "her investor has gone"
    assert purse(table.state.public, DONNA) == 400


def asks(*hand: str, named: tuple = (ANY,)) -> Ahead:
    return Ahead(dealing([ANY], hand)).say(DONNA, turns(*named, then="ask"))


def test_tr_79_then_ask_me_plays_only_what_everybody_can_see_is_possible():
    assert asks(ANY, OUT).passing(31).move(DONNA) == Play(card=ANY)
    table = asks("Hotel Profits", OUT, named=("Hotel Profits",)).passing(31)
    assert not table.answers(DONNA), "all see that the Hotel is not hers"
    assert table.do(DONNA, PASS).said[DONNA] == ()


def test_tr_79_then_ask_me_ends_when_an_unknown_card_goes_or_an_offer_comes():
    for hand in ((ANY,), (OUT,)):
        table = asks(ANY, OUT).is_now(hands=(1, 1, 2, 1))
        table.state = replace(table.state, hands=((ANY,), hand, (OUT, OUT), (OUT,)))
        assert table.said[DONNA] == ()
    # an offer may swap a card for another, and nothing would show it
    assert asks(ANY, OUT).do(YOU, propose(DONNA, goods(cash=10))).said[DONNA] == ()
    assert asks(ANY, OUT).do(YOU, propose(MIKE, goods(cash=10))).said[DONNA]


def test_tr_79_then_ask_me_asks_if_the_queued_card_may_have_been_played_already():
    named = "Hotel Profits", ANY
    table = asks("Hotel Profits", ANY, OUT, named=named).passing(31).obey(DONNA)
    assert table.state.public.discards == (ANY,)
    assert (bool(table.passing(35).said[DONNA]), table.answers(DONNA)) == (True, False)
    both = asks(ANY, ANY, OUT, named=(ANY, ANY)).passing(31).obey(DONNA).passing(35)
    assert both.move(DONNA) == Play(card=ANY), "of two one is left"


def chosen(state: State, order: ChoicesAhead):
    table, phase = Ahead(state), state.public.phase
    table.is_now(phase=Acting(), seat=MIKE).say(YOU, order).is_now(phase=phase, seat=YOU)
    return table.move(YOU) if table.answers(YOU) else None


def test_tr_79_a_standing_choice_takes_the_first_possible_entry_of_its_list():
    state = buying([ANY], [], [ANY], phase=TAKING)
    state = replace(state, public=replace(state.public, hands=(1, 0, 1)))
    assert chosen(state, choices(take=(DONNA, MIKE))) == Take(seat=MIKE)
    assert chosen(state, choices(take=(DONNA,))) is None
    assert chosen(state, choices(sell=(HOTEL,))) is None
    state = buying(owners={HOTEL: DONNA}, phase=Adding(amount=30))
    assert chosen(state, choices(add=(HOTEL, CASINO))) == Add(property=CASINO)
    assert chosen(state, choices(add=(HOTEL,), sell=(CASINO,))) is None


def test_tr_79_a_standing_choice_puts_up_the_first_listed_property_but_never_ones_own():
    owners = {HOTEL: YOU, CASINO: DONNA}
    wanted = choices(sell=(HOTEL, CASINO, ISLAND))
    state = buying(owners=owners, phase=Putting(any=False))
    assert chosen(state, wanted) == PutUp(property=ISLAND)
    anything = buying(owners=owners, phase=Putting(any=True))
    assert chosen(anything, wanted) == PutUp(property=CASINO)
    assert chosen(anything, choices(sell=(HOTEL,))) is None
    assert chosen(anything, choices(add=(ISLAND,))) is None
    left = Clearance(round=1, to_offer=(ISLAND, CRUISE), unsold=(HOTEL,), sold=False)
    state = buying(phase=Clearing(), pile=[])  # the pile ran out
    state = replace(state, public=replace(state.public, clearance=left))
    assert chosen(state, choices(sell=(HOTEL, CRUISE, ISLAND))) == PutUp(property=CRUISE)


def test_standing_choices_answer_no_trade_and_no_other_players_question():
    order = choices(sell=(HOTEL,), add=(HOTEL,), take=(DONNA,))
    assert chosen(buying(owners={HOTEL: YOU}, phase=Trading()), order) is None
    table = Ahead(buying([OUT], [OUT], [OUT])).say(DONNA, choices(take=(MIKE,)))
    assert not table.is_now(phase=TAKING).answers(DONNA)


def test_standing_choices_of_properties_end_with_the_buying_phase_and_others_stay():
    table = Ahead(buying()).say(YOU, choices(take=(MIKE,))).say(DONNA, choices(add=(HOTEL,)))
    assert all(table.do(YOU, ROLL, 1).said.values())
    table.is_now(dealing=True)
    assert (bool(table.said[YOU]), table.said[DONNA]) == (True, ())


def test_both_kinds_of_standing_order_work_together():
    table = Ahead(buying([OUT], [ANY], [OUT])).say(DONNA, turns(), choices(take=(MIKE, YOU)))
    table.do(YOU, ROLL, 1).obey(DONNA, 6)
    assert table.said[DONNA] == (choices(take=(MIKE, YOU)),), "the turn is used up"
    assert table.move(DONNA) == Take(seat=MIKE)


def test_whether_a_standing_order_acts_and_stays_never_depends_on_the_hand():
    for order, last in ((turns(ANY, "Any 50"), ROLL), (turns(ANY, "Any 50", then="pass"), PASS)):
        state = buying([], [ANY, "Any 50", OUT], owners={CASINO: DONNA})
        if last == PASS:
            state = replace(state, public=replace(state.public, dealing=True))
        table = Ahead(state).say(DONNA, order)
        table.is_now(turn=10, seat=DONNA)
        kept, moves = table.said[DONNA], []
        for hand in ((ANY, "Any 50", OUT), (OUT, "Any 50", OUT), (OUT, OUT, OUT)):
            table.holds(DONNA, *hand)._look()
            assert table.said[DONNA] == kept
            moves.append(table.move(DONNA))
        assert moves == [Play(card=ANY), Play(card="Any 50"), last]


@pytest.mark.parametrize("seats", [3, 4])
def test_standing_orders_act_alike_in_states_that_differ_only_in_secrets(seats: int):
    different = acted = 0
    for state, said in _said_ahead(seats, range(4)):
        number = state.public.turn
        for reader in (None, *range(seats)):
            other = Otherwise(Chance.of(b"twins", seats, number))
            twin = secrets_of("trump").twin(state, reader, other)
            for seat, some in said.items():
                left = [
                    tuple(ORDERS.remaining(RULES.view(twin_state, seat), some))
                    for twin_state in (state, twin)
                ]
                assert left[0] == left[1], "that an order has ended tells what is held"
                publics = RULES.view(state, None), RULES.view(twin, None)
                acts = [ORDERS.answers(public, seat, left[0]) for public in publics]
                assert acts[0] == acts[1]
                different += twin.hands[seat] != state.hands[seat]
                acted += acts[0]
    assert min(different, acted) > 100


def test_an_impossible_standing_order_is_refused():
    hand = [ANY, OUT, TAX, "Force Sale", "Cruise Line Profits"]
    state = buying([], hand, gone=[CRUISE])
    for order, sentence in (
        (turns(then="pass"), "Nobody passes in the Buying Phase"),
        (turns(then="keep_passing"), "Nobody passes in the Buying Phase"),
        (turns(ANY, then="ask"), "Nobody passes in the Buying Phase"),
        (turns("Any 50"), "You have no Any 50 card."),
        (turns(OUT), "You can only play You're Out"),
        (turns("Joker"), "There's no such card."),
        (turns(TAX), "Say whom to tax."),
        (turns("Force Sale"), "Say which property to put up for sale."),
        (turns(Tax(seat=DONNA)), "Tax one of the other players."),
        (turns(Tax(seat=3)), "Tax one of the other players."),
        (turns(Tax(seat=-1)), "Tax one of the other players."),
        (turns(ForceSale(property="Yacht")), "There's no such property."),
        (turns(ForceSale(property=CRUISE)), "The Cruise Line has left the game."),
        (turns("Cruise Line Profits"), "The Cruise Line has left the game."),
        (turns(ANY, ANY), "You don't have that many Any 40 cards."),
        (turns(*[ANY] * 7), "Name at most 6 cards."),
        (choices(), "Name a property to sell"),
        (choices(take=(DONNA,)), "Take a card from one of the other players."),
        (choices(take=(MIKE, 3)), "Take a card from one of the other players."),
        (choices(sell=("Yacht",)), "There's no such property."),
        (choices(add=(CRUISE,)), "The Cruise Line has left the game."),
    ):
        assert sentence in refused(state, DONNA, order)


def test_an_impossible_standing_order_of_the_dealing_phase_is_refused():
    for order, sentence in (
        (turns(), "Nobody rolls in the Dealing Phase"),
        (turns(then="ask"), "You'll be asked anyway"),
        (turns(ANY, then="keep_passing"), "If you keep passing, you play no cards"),
        (choices(sell=(HOTEL,)), "In the Dealing Phase no roll lets you pick a property"),
        (
            choices(add=(HOTEL,), take=(YOU,)),
            "In the Dealing Phase no roll lets you pick a property",
        ),
    ):
        assert sentence in refused(dealing([ANY], [ANY]), DONNA, order)


def test_no_standing_order_is_given_for_a_choice_that_is_asked_now():
    assert refused(buying(), YOU, turns()).startswith("It's your turn now")
    choosing = buying(phase=TAKING)
    assert refused(choosing, YOU, choices(take=(MIKE,))).startswith("It's your choice now")
    assert ORDERS.accept(RULES.view(choosing, DONNA), choices(take=(MIKE,)))
    offered = laid.play(dealing([ANY], [ANY]), YOU, propose(DONNA, goods(cash=10))).state
    assert "answered" in refused(offered, DONNA, turns(ANY, then="ask"))
    over = dealing(phase=Over(why="passes"))
    assert (
        refused(over, DONNA, turns(then="pass")) == "The game is over, so there are no more turns."
    )
    for state, seat in ((over, DONNA), (buying(), None)):
        assert offered_to(state, seat) == []


def test_a_standing_choice_listed_twice_counts_once():
    order = choices(sell=(HOTEL, HOTEL), add=(CASINO,) * 3, take=(MIKE, YOU, MIKE))
    once = choices(sell=(HOTEL,), add=(CASINO,), take=(MIKE, YOU))
    assert ORDERS.accept(RULES.view(buying(), DONNA), order) == once


def test_the_offered_standing_orders_fit_the_phase_and_the_hand():
    buy = offered_to(buying([], [ANY, TAX, OUT]), DONNA)
    thens = {order.then for order in buy if isinstance(order, TurnsAhead)}
    assert thens == {"roll", "keep_rolling"}
    assert turns(Tax(seat=MIKE)) in buy
    assert not any(OUT in str(order) for order in buy)
    deal = offered_to(dealing([ANY], [ANY, OUT]), DONNA)
    thens = {order.then for order in deal if isinstance(order, TurnsAhead)}
    assert thens == {"pass", "keep_passing", "ask"}
    assert not [order for order in deal if isinstance(order, ChoicesAhead)], "no die, no T"
    assert choices(take=(MIKE,)) in offered_to(dealing([ANY], ["Hotel Roll"]), DONNA)
    assert offered_to(buying([ANY]), YOU)[0].kind == "choices_ahead", "it's your turn"


def _said_ahead(seats: int, seeds: range):
    """Play random games with many standing orders; yield each state with the orders that stand."""
    for seed in seeds:
        picks, options = random.Random(f"{seats} {seed}"), Options()
        luck, step = laid.deal_out(seats, options, seed)
        state, said = step.state, dict[int, tuple[Order, ...]]()
        while waits := RULES.to_move(RULES.view(state, None)):
            for seat in range(seats):
                offered = offered_to(state, seat)
                if offered and picks.random() < 0.2:
                    new = ORDERS.accept(RULES.view(state, seat), picks.choice(offered))
                    others = [old for old in said.get(seat, ()) if old.kind != new.kind]
                    said[seat] = (*others, new)
            yield state, said
            seat = picks.choice(sorted(waits))
            if ORDERS.answers(RULES.view(state, None), seat, said.get(seat, ())):
                move = ORDERS.obey(RULES.view(state, seat), said[seat])
            else:
                legal = list(RULES.legal_moves(RULES.view(state, seat)))
                quiet = [move for move in legal if not hasattr(move, "promises")]
                move = picks.choice([ACCEPT] if ACCEPT in legal else quiet or legal)
            state = RULES.play(state, seat, move, luck).state
            for giver, some in said.items():
                said[giver] = tuple(ORDERS.remaining(RULES.view(state, giver), some))


@pytest.mark.parametrize("seats", [3, 4])
def test_every_standing_order_that_acts_makes_a_legal_move_in_both_phases(seats: int):
    met = set[tuple[bool, str]]()
    for state, said in _said_ahead(seats, range(12)):
        public = RULES.view(state, None)
        for seat in RULES.to_move(public):
            if ORDERS.answers(public, seat, said.get(seat, ())):
                view = RULES.view(state, seat)
                move = ORDERS.obey(view, said[seat])
                assert move in list(RULES.legal_moves(view))
                met.add((state.public.dealing, move.kind))
    wanted = {(False, kind) for kind in ("roll", "play", "tax", "force_sale", "take", "add")}
    wanted |= {(False, "put_up"), (True, "pass"), (True, "play"), (True, "tax")}
    assert wanted <= met


def test_each_own_turn_of_a_standing_order_is_counted_once():
    table = Ahead(buying([], [ANY])).say(DONNA, turns(then="keep_rolling"))
    (order,) = table.said[DONNA]
    assert isinstance(order, TurnsAhead)
    counted: list[int] = []
    for turn in range(9, 18):
        for phase in (Acting(), Trading()):
            table.is_now(turn=turn, seat=turn % 3, phase=phase)
            counted.append(finished_turns(table.view(DONNA), order))
    assert counted == [0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3]


def test_every_card_that_can_be_played_on_a_turn_can_be_queued():
    for name in dict.fromkeys(DECK):
        offered = offered_to(buying([], [name]), DONNA)
        named = any(isinstance(order, TurnsAhead) and order.cards for order in offered)
        assert named != CARDS[name].bidding
