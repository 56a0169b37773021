"""Random sales of TRUMP The Game, checked against an independent reading of the rulings."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from games.chance import Chance
from games.rules import IllegalMove, Step
from games.trump.cards import CARDS, DECK, INVESTORS
from games.trump.events import BidsOpened, NotSold, Sold
from games.trump.moves import ComeBack, DropPlan, KnockOut, Move, OpenBid, Pass, Plan, PutUp, Raise
from games.trump.state import Bidding, Opening, Putting, State
from tests.games.trump.random_games import Books, all_cards
from tests.games.trump.selling import BACK, OUT, a_plan
from tests.games.trump.table import RULES, legal, opening, table, to_move, view

SALES = range(100)
TURNS = ("raised", "knocked_out", "came_back", "bid_passed")
CASH = (0, 10, 50, 80, 120, 250, 400, 700)
ANSWERS = ("yes", "no", "ask")
BIDDING_CARDS = [card for card in DECK if CARDS[card].bidding]


def put_up(luck: Chance) -> State:
    """Lay out a table with random hands, cash, owner and Broker, where any property can be sold."""
    seats = 3 + luck.below(2)
    deck = luck.shuffled([*BIDDING_CARDS, *BIDDING_CARDS, *DECK, *[BACK] * 25])
    hands: list[tuple[str, ...]] = []
    for _ in range(seats):
        size = (0, 1, 3, 5, 8)[luck.below(5)]
        hands.append(deck[:size])
        deck = deck[size:]
    owner = luck.below(2 * seats)
    return table(
        *hands,
        cash=[CASH[luck.below(len(CASH))] for _ in range(seats)],
        owners={"Hotel": owner} if owner < seats else {},
        seat=luck.below(seats),
        phase=Putting(any=True),
    )


def some_move(state: State, luck: Chance) -> tuple[int, Move]:
    """Pick a seat, most often one that must move, and a legal move of it."""
    pool = sorted(to_move(state)) if luck.below(4) else list(range(len(state.hands)))
    can = [(seat, move) for seat in pool for move in legal(state, seat)]
    if not can:
        return some_move(state, luck)
    lively = [pick for pick in can if isinstance(pick[1], Raise | KnockOut | ComeBack)]
    bids = [pick for pick in can if isinstance(pick[1], OpenBid) and pick[1].amount]
    if luck.below(4):  # otherwise few sales would go on for long
        can = lively or bids or can
    seat, move = can[luck.below(len(can))]
    if isinstance(move, Plan) and luck.below(2):  # a plan that no sample contains
        move = some_plan(luck)
    return seat, move


def some_plan(luck: Chance) -> Plan:
    limit = 10 * luck.below(60)
    out, back = ANSWERS[luck.below(3)], ANSWERS[luck.below(3)]
    return a_plan(limit, "use" if luck.below(3) else "keep", out, back)


def on(state: State) -> bool:
    """Return whether the sale is still on."""
    return isinstance(state.public.phase, Opening | Bidding)


class Played:
    """One random sale: each state, the seat and its move, and the step that followed."""

    def __init__(self, seed: int) -> None:
        luck = Chance.of(b"random sales", seed, 0)
        self.seed, self.start = seed, put_up(luck)
        seat, move = self.start.public.seat, PutUp(property="Hotel")
        step = RULES.play(self.start, seat, move, luck)
        self.steps: list[tuple[State, int, Move, Step[State, Any]]] = []
        self.steps.append((self.start, seat, move, step))
        while on(step.state):
            assert len(self.steps) < 2000, "this sale does not end"  # TR-40
            seat, move = some_move(step.state, luck)
            before, step = step.state, RULES.play(step.state, seat, move, luck)
            self.steps.append((before, seat, move, step))

    def events(self, to: int | None = None) -> list[Any]:
        """List the events of the sale that a seat, or the public (None), was told."""
        every = [told for *_, step in self.steps for told in step.told]
        heard = [told.event for told in every if told.to is None or to in told.to]
        ends = [at for at, event in enumerate(heard) if isinstance(event, Sold | NotSold)]
        return heard[: ends[0] + 1]

    def positions(self) -> list[State]:
        return [before for before, *_ in self.steps[1:]]


played = cache(Played)


def every_sale(check: Callable[[Played], None]) -> Callable[[], None]:
    """Turn a check of one sale into a test that checks all sales and reports all that fail."""

    def check_all() -> None:
        errors = list[AssertionError]()
        for seed in SALES:
            try:
                check(played(seed))
            except AssertionError as error:
                error.add_note(f"in sale {seed}")
                errors.append(error)
        if errors:
            raise ExceptionGroup("some sales break the rules", errors)

    return check_all


@every_sale
def test_tr_37_tr_39_tr_55_money_and_cards_follow_from_public_events_and_none_is_lost(sale: Played):
    books, deck = Books.of(sale.start), sorted(all_cards(sale.start))
    for before, _, _, step in sale.steps:
        books.check(step)
        assert sorted(all_cards(step.state)) == deck
        if on(step.state):
            assert step.state.public.discards == before.public.discards
        points = RULES.standing(view(step.state)).points
        assert all(total >= 0 and not total % 10 for total in points)


class Course:
    """The bidding as an attentive player would follow it from the public events."""

    def __init__(self, opened: BidsOpened, start: State) -> None:
        self.cards, self.cash = list(start.public.hands), list(start.public.cash)
        for bid in opened.bids:
            self.cash[bid.seat] -= bid.amount
        self.amount = {bid.seat: bid.amount for bid in opened.bids if bid.amount}
        self.order = list(self.amount)
        self.reached = {seat: at for at, seat in enumerate(self.order)}
        self.out: dict[int, bool] = {}  # knocked out: have they had a turn since?
        self.passed: set[int] = set()
        self.unlocked = False
        self.turns = 0

    def leader(self) -> int:
        still_in = [seat for seat in self.order if seat not in self.out]
        return max(still_in, key=lambda seat: (self.amount[seat], -self.reached[seat]))

    def whose(self) -> int:
        return self.order[self.turns % len(self.order)]

    def is_over(self) -> bool:
        waiting = set(self.order) - set(self.out) - self.passed - {self.leader()}
        return not waiting and all(self.out.values())

    def has_choice(self, seat: int) -> bool:
        """Return whether everybody can see that the seat has a choice (TR-60)."""
        least = self.amount[self.leader()] + 10 - self.amount[seat]
        can_raise = seat not in self.out and self.unlocked and least <= self.cash[seat]
        return self.cards[seat] > 0 or can_raise

    def hears(self, event: Any) -> None:
        seat = event.seat
        assert seat == self.whose()
        assert not self.is_over()
        assert self.has_choice(seat) == (event.kind != "bid_passed" or event.asked)
        self.turns += 1
        if event.kind == "bid_passed":
            assert event.out == (seat in self.out)
            if seat in self.out:
                self.out[seat] = True
            else:
                self.passed.add(seat)
            return
        self.passed.clear()
        if event.kind == "raised":
            brings = sum(INVESTORS[card] for card in event.investors)
            assert event.to == self.amount[seat] + event.cash + brings
            assert event.to >= self.amount[self.leader()] + 10
            assert event.investors or self.unlocked
            assert seat not in self.out
            self.amount[seat], self.reached[seat] = event.to, 10 + self.turns
            self.unlocked |= bool(event.investors)
            self.cards[seat] -= len(event.investors)
            self.cash[seat] -= event.cash
        elif event.kind == "knocked_out":
            assert seat not in self.out
            assert event.target in self.order
            assert event.target not in self.out
            assert event.target != seat
            self.out[event.target] = False
            self.cards[seat] -= 1
        else:
            del self.out[seat]
            self.cards[seat] -= 1
        assert event.leader == self.leader()


@every_sale
def test_tr_28_to_35_the_rotation_ends_exactly_when_the_bidding_is_over(sale: Played):
    events = sale.events()
    opened = next((event for event in events if isinstance(event, BidsOpened)), None)
    if opened is None or opened.leader is None:
        assert isinstance(events[-1], NotSold)
        assert opened is None or not any(bid.amount for bid in opened.bids)
        return
    course = Course(opened, sale.start)
    assert course.leader() == opened.leader
    for event in events[events.index(opened) + 1 : -1]:
        course.hears(event)
    assert course.is_over()
    sold = events[-1]
    assert (sold.seat, sold.price) == (course.leader(), course.amount[course.leader()])
    assert {bid.seat: bid.amount for bid in sold.returned} == {
        seat: amount for seat, amount in course.amount.items() if seat != sold.seat
    }


@every_sale
def test_tr_60_only_seats_with_a_visible_choice_are_asked(sale: Played):
    for state in sale.positions():
        public, phase = state.public, state.public.phase
        if isinstance(phase, Opening):
            assert all(public.cash[seat] >= 10 for seat in phase.asked)
            assert len(phase.asked) == sum(cash >= 10 for cash in public.cash)
            continue
        bid, best = phase.bid_of(phase.turn), phase.leader().amount
        if not public.hands[phase.turn]:
            assert not bid.out
            assert phase.unlocked
            assert public.cash[phase.turn] >= best + 10 - bid.amount


def accepted(state: State, seat: int, move: Move) -> bool:
    try:
        RULES.play(state, seat, move, Chance.tape())
    except IllegalMove:
        return False
    return True


def good_raise(state: State, seat: int, move: Raise) -> bool:
    """Return whether a raise follows TR-29 and TR-30, worked out independently."""
    phase, hand = state.public.phase, Counter(state.hands[seat])
    if not isinstance(phase, Bidding) or phase.turn != seat:
        return False
    bids = {bid.seat: bid for bid in phase.bids}
    if bids[seat].out or Counter(move.investors) - hand or set(move.investors) - set(INVESTORS):
        return False
    if list(move.investors) != sorted(move.investors):
        return False
    cash = move.to - bids[seat].amount - sum(INVESTORS[card] for card in move.investors)
    best = max(bid.amount for bid in bids.values() if not bid.out)
    return (
        not move.to % 10
        and move.to >= best + 10
        and 0 <= cash <= state.public.cash[seat]
        and bool(phase.unlocked or move.investors)
    )


def good_limit(limit: int | None) -> bool:
    return limit is None or (0 <= limit <= 10_000 and limit % 10 == 0)


@every_sale
def test_a_move_of_a_sale_is_offered_exactly_if_it_is_accepted(sale: Played):
    fixed: list[Move] = [Pass(), ComeBack(), DropPlan()]
    fixed += [KnockOut(seat=seat) for seat in (-1, *range(5))]
    for state in sale.positions()[:25]:
        for seat in range(len(state.hands)):
            offered = legal(state, seat)
            assert len(set(offered)) == len(offered)
            assert bool(offered) or seat not in to_move(state)
            for move in offered:
                assert accepted(state, seat, move), (seat, move, state)
            for move in fixed:
                assert (move in offered) == accepted(state, seat, move), (seat, move, state)
            kinds = {type(move) for move in offered}
            for move in RULES.candidates(view(state, seat)):
                good = accepted(state, seat, move)
                assert type(move) in kinds or not good
                if isinstance(move, Raise):
                    assert good == good_raise(state, seat, move), (seat, move, state)
                elif isinstance(move, Plan | OpenBid):
                    assert good_limit(move.limit) or not good
                if isinstance(move, OpenBid) and good:
                    assert 0 <= move.amount <= state.public.cash[seat]
                    assert move.amount % 10 == 0


@every_sale
def test_a_raise_is_offered_whenever_one_is_legal(sale: Played):
    for state in sale.positions():
        phase = state.public.phase
        if isinstance(phase, Bidding):
            found = any(True for _ in all_raises(state, 2000))
            assert found == any(isinstance(move, Raise) for move in legal(state, phase.turn))


def all_raises(state: State, most: int) -> list[Raise]:
    """List every legal raise of the bidder on turn, up to a bid of `most`."""
    seat, phase = state.public.phase.turn, state.public.phase
    held = [card for card in state.hands[seat] if card in INVESTORS]
    own, best = phase.bid_of(seat).amount, phase.leader().amount
    found: list[Raise] = []
    for some in {cards for size in range(len(held) + 1) for cards in combinations(held, size)}:
        top = own + state.public.cash[seat] + sum(INVESTORS[card] for card in some)
        for to in range(best + 10, min(most, top) + 1, 10):
            move = Raise(to=to, investors=some)
            if good_raise(state, seat, move):
                found.append(move)
    return found


def test_the_samples_contain_every_shape_of_bid_plan_and_raise():
    answers: dict[type, set[Any]] = {OpenBid: set(), Plan: set()}
    raises, amounts = set[Any](), set[str]()
    for seed in SALES:
        for state in played(seed).positions():
            for seat in range(len(state.hands)):
                for move in legal(state, seat):
                    if isinstance(move, OpenBid | Plan):
                        answers[type(move)].add((move.investors, move.out, move.back))
                    if isinstance(move, OpenBid) and move.amount:
                        all_in = move.amount == state.public.cash[seat]
                        amounts.add("all" if all_in else "10" if move.amount == 10 else "some")
                        amounts.add("alone" if move.limit is None else "with a plan")
                    if isinstance(move, Raise):
                        phase = state.public.phase
                        brings = sum(INVESTORS[card] for card in move.investors)
                        cash = move.to - phase.bid_of(seat).amount - brings
                        more = move.to > max(phase.leader().amount + 10, move.to - cash)
                        raises.add((min(len(move.investors), 2), cash > 0, more))
    assert all(len(some) == 18 for some in answers.values())
    assert amounts == {"all", "10", "some", "alone", "with a plan"}
    ways = {(cards, cash, more) for cards in range(3) for cash in (True, False) for more in (0, 1)}
    # without cash there is nothing more than needed, and without cards there is cash
    assert raises == {way for way in ways if way[1] or (way[0] and not way[2])}


def planned(state: State, plan: Plan) -> Move | None:
    """Return what a plan does for the bidder on turn, read from TR-61 word by word."""
    public, phase = state.public, state.public.phase
    seat, hand = phase.turn, state.hands[phase.turn]
    bids = {bid.seat: bid for bid in phase.bids}
    order = sorted(
        [bid for bid in phase.bids if not bid.out], key=lambda bid: (-bid.amount, bid.reached)
    )
    own, lead = bids[seat], order[0]
    if own.out:
        first = (own.amount, -own.reached) > (lead.amount, -lead.reached)
        wants = (first and own.amount <= plan.limit) or (
            phase.unlocked and lead.amount + 10 <= plan.limit
        )
        if wants and plan.back == "ask":
            return None if public.hands[seat] else Pass()
        return ComeBack() if wants and plan.back == "yes" and BACK in hand else Pass()
    if lead is own:
        return Pass()
    raises = all_raises(state, plan.limit)
    ways = [move for move in raises if move.investors] if plan.investors == "use" else []
    if ways:
        brings = {move: sum(INVESTORS[card] for card in move.investors) for move in ways}
        best = min((move.to, -brings[move], len(move.investors)) for move in ways)
        ranked = [move for move in ways if (move.to, -brings[move], len(move.investors)) == best]
        return min(ranked, key=lambda move: move.investors)
    by_cash = Raise(to=lead.amount + 10, investors=())
    if by_cash in raises:
        return by_cash
    if plan.out != "no" and order[1] is own and own.amount <= plan.limit:
        if plan.out == "ask":
            return None if public.hands[seat] else Pass()
        if OUT in hand:
            return KnockOut(seat=lead.seat)
    return Pass()


def by_everybody(step: Step[State, Any]) -> list[Any]:
    return [told.event for told in step.told if told.to is None]


@every_sale
def test_tr_61_a_plan_acts_as_ruled_and_is_told_like_a_move_by_hand(sale: Played):
    luck = Chance.of(b"plans", sale.seed, 0)
    for state in sale.positions():
        if not isinstance(state.public.phase, Bidding):
            continue
        seat = state.public.phase.turn
        for _ in range(4):
            plan = some_plan(luck)
            move = planned(state, plan)
            step = RULES.play(state, seat, plan, Chance.tape())
            if move is None:
                assert step.state.public == state.public
                assert by_everybody(step) == []
                continue
            # the move by hand, with the same plan for what comes after it
            plans = (*state.plans[:seat], plan, *state.plans[seat + 1 :])
            by_hand = RULES.play(replace(state, plans=plans), seat, move, Chance.tape())
            assert by_everybody(step) == by_everybody(by_hand)
            assert step.state == by_hand.state


@every_sale
def test_tr_61_a_sale_with_plans_looks_the_same_when_played_by_hand(sale: Played):
    state = sale.steps[0][3].state
    if not on(state):
        return
    heard, opened = [], next(event for event in sale.events() if isinstance(event, BidsOpened))
    for bid in opened.bids:
        if on(state) and bid.seat in to_move(state):
            step = RULES.play(state, bid.seat, opening(bid.amount), Chance.tape())
            state, heard = step.state, by_everybody(step)
    events = sale.events()
    turns = [event for event in events if event.kind in TURNS]
    for event in turns:
        if event.kind == "bid_passed" and not event.asked:
            continue
        move: Move = Pass()
        if event.kind == "raised":
            move = Raise(to=event.to, investors=event.investors)
        elif event.kind == "knocked_out":
            move = KnockOut(seat=event.target)
        elif event.kind == "came_back":
            move = ComeBack()
        step = RULES.play(state, event.seat, move, Chance.tape())
        state = step.state
        heard += by_everybody(step)
    heard = heard[heard.index(opened) :]
    known = events[events.index(opened) :]
    assert heard[: len(known)] == known
    assert state.public.cash == sale.steps[-1][3].state.public.cash
    assert state.hands == sale.steps[-1][3].state.hands


@every_sale
def test_a_secret_move_of_a_sale_changes_nothing_that_others_see(sale: Played):
    for before, seat, move, step in sale.steps[1:]:
        phase = before.public.phase
        on_turn = isinstance(phase, Bidding) and phase.turn == seat
        changed = isinstance(phase, Opening) and seat in phase.answered
        if not (isinstance(move, DropPlan) or changed or (isinstance(move, Plan) and not on_turn)):
            continue
        if isinstance(move, OpenBid) and not on(step.state):
            continue
        assert step.state.public == before.public
        for other in (None, *range(len(before.hands))):
            if other != seat:
                assert view(step.state, other) == view(before, other)
                assert not [told for told in step.told if told.to is None or other in told.to]


def disguised(state: State, seat: int, luck: Chance) -> State:
    """Give all other seats random hands of the same size and no plans, and change the pile."""
    others = [card for at, hand in enumerate(state.hands) if at != seat for card in hand]
    deck = luck.shuffled([*others, *state.pile, *BIDDING_CARDS])
    hands: list[tuple[str, ...]] = []
    for at, hand in enumerate(state.hands):
        if at != seat:
            deck, hand = deck[len(hand) :], deck[: len(hand)]
        hands.append(tuple(sorted(hand, key=list(CARDS).index)))
    plans = tuple(plan if at == seat else None for at, plan in enumerate(state.plans))
    return replace(state, hands=tuple(hands), plans=plans, pile=deck[: len(state.pile)])


@every_sale
def test_public_events_of_a_sale_never_depend_on_hidden_hands(sale: Played):
    luck = Chance.of(b"disguised", sale.seed, 0)
    for before, seat, move, _ in sale.steps[1:]:
        twins = [disguised(before, seat, luck) for _ in range(2)]
        assert legal(twins[0], seat) == legal(twins[1], seat)
        steps = [RULES.play(twin, seat, move, Chance.tape()) for twin in twins]
        assert by_everybody(steps[0]) == by_everybody(steps[1])
        assert steps[0].state.public == steps[1].state.public


def test_the_random_sales_are_varied_enough_to_prove_something():
    kinds, ends = Counter[str](), Counter[str]()
    for seed in SALES:
        events = played(seed).events()
        kinds += Counter(event.kind for event in events)
        ends[events[-1].kind] += 1
        if isinstance(events[-1], Sold):
            ends["kept" if events[-1].owner == events[-1].seat else "bought"] += 1
    assert all(kinds[kind] >= 15 for kind in TURNS), kinds
    assert ends["kept"] >= 5
    assert ends["bought"] >= 20
