"""TRUMP The Game: what no game of it may ever do, and what is offered against what is taken."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, get_args

import pytest

from db.codec import codec_of
from games.chance import Chance
from games.rules import IllegalMove, Step
from games.trump import house
from games.trump.cards import CARDS, DECK, INVESTORS, PROPERTIES, in_order
from games.trump.events import (
    Added,
    BidsOpened,
    CameBack,
    ClearingEnded,
    Collected,
    DealStruck,
    Dealt,
    DebtPaid,
    DrawnAtRandom,
    Drew,
    DrewCard,
    Ended,
    Event,
    HandedOver,
    KnockedOut,
    Played,
    PromisePaid,
    Raised,
    Sold,
    Surrendered,
    Swapped,
    Taxed,
    Took,
    TookCard,
)
from games.trump.moves import (
    Accept,
    Add,
    ComeBack,
    DropPlan,
    ForceSale,
    GiveUp,
    Keep,
    KnockOut,
    Move,
    OpenBid,
    Pass,
    Plan,
    Play,
    PutUp,
    Reject,
    Release,
    Roll,
    Swap,
    Take,
    Tax,
    Withdraw,
)
from games.trump.state import Acting, Bidding, Opening, Options, Over, Proposed, State
from tests.games.trump.table import RULES, deal_out, legal, to_move, view

TERMS = [Options(), Options(bidding="open", books="open")]
CASES = [(seats, terms, seed) for seats in (3, 4) for terms in TERMS for seed in (1, 2, 3)]
every_case = pytest.mark.parametrize(("seats", "terms", "seed"), CASES)
CODEC = codec_of(RULES)


def any_move(state: State, picks: random.Random, seed: int) -> tuple[int, Move]:
    """Pick somebody who may move, most often somebody who is to move, and a move of theirs.

    In some games deals are struck more often than not, or there would be few promises to keep; in
    some few bid, or the pile would never be at its end before all is sold.
    """
    waiting = sorted(to_move(state))
    seats = range(state.public.seats) if picks.random() < 0.1 else waiting
    can = [(seat, move) for seat in seats for move in legal(state, seat)]
    if not can:
        return any_move(state, picks, seed)
    if seed % 2 and picks.random() < 0.5:
        for seat, move in can:
            if isinstance(move, Accept):
                return seat, move
    if seed % 4 == 0 and picks.random() < 0.9:
        for seat, move in can:
            if isinstance(move, OpenBid) and not move.amount:
                return seat, move
    kinds = sorted({type(move).__name__ for _, move in can})
    kind = picks.choice(kinds)  # a kind first, or most moves would be proposals
    return picks.choice([one for one in can if type(one[1]).__name__ == kind])


@cache
def game(seats: int, terms: Options, seed: int) -> tuple[tuple[Step[State, Event], Any], ...]:
    """Play a game at random: every step of it, with who moved and what."""
    luck, step = deal_out(seats, terms, seed)
    picks = random.Random(seed)
    found: list[tuple[Step[State, Event], Any]] = [(step, None)]
    while to_move(step.state):
        assert len(found) < 5000, "this game does not end"
        seat, move = any_move(step.state, picks, seed)
        step = RULES.play(step.state, seat, move, luck)
        found.append((step, (seat, move)))
    return tuple(found)


# --- what is conserved ----------------------------------------------------------------------------


class Books:
    """What somebody writes down who hears no more than everybody is told (TR-55)."""

    def __init__(self) -> None:
        self.money: Counter[Any] = Counter()
        self.owners: dict[str, int | None] = dict.fromkeys(PROPERTIES)
        self.hands: Counter[int] = Counter()
        self.pile = 0

    def moves(self, source: Any, goal: Any, amount: int) -> None:
        assert amount >= 0
        self.money[source] -= amount
        self.money[goal] += amount
        assert source == "bank" or self.money[source] >= 0, f"{source} has less than nothing"

    def hear(self, event: Event) -> None:
        match event:
            case Dealt():
                for seat in range(event.seats):
                    self.moves("bank", seat, event.cash)
                    self.hands[seat] = event.cards
                for name in PROPERTIES:
                    self.moves("bank", name, event.inside)
                self.pile = event.pile
            case Added():
                self.moves("bank", event.property, event.amount)
            case Collected():
                self.moves("bank", event.seat, event.amount)
            case Taxed():
                self.moves(event.victim, event.seat, event.amount)
            case ClearingEnded():
                for one in event.left:
                    self.moves(one.property, "bank", one.inside)
            case BidsOpened():
                for bid in event.bids:
                    self.moves(bid.seat, ("table", bid.seat), bid.amount)
            case Raised():
                self.moves(event.seat, ("table", event.seat), event.cash)
                for card in event.investors:
                    self.moves("bank", ("table", event.seat), INVESTORS[card])
                assert self.money["table", event.seat] == event.to
            case Sold():
                self._hear_sold(event)
            case _:
                self._hear_of_a_deal(event)
        self._hear_of_goods(event)

    def _hear_sold(self, event: Sold) -> None:
        for back in event.returned:
            self.moves(("table", back.seat), back.seat, back.amount)
        kept = event.owner == event.seat
        goal = event.property if kept else "bank" if event.owner is None else event.owner
        self.moves(("table", event.seat), goal, event.price)
        assert not any(amount for where, amount in self.money.items() if type(where) is tuple)
        assert (event.inside is None) == kept
        assert event.inside in (None, self.money[event.property])

    def _hear_of_a_deal(self, event: Event) -> None:
        match event:
            case DealStruck(offer=offer):
                self.moves(offer.by, offer.to, offer.give.cash)
                self.moves(offer.to, offer.by, offer.get.cash)
            case PromisePaid(promise=promise):
                self.moves(promise.by, promise.to, event.amount)
                assert event.amount + event.owing == promise.amount
            case HandedOver(promise=promise):
                self.moves(promise.to, promise.by, event.amount)
            case DebtPaid(debt=debt):
                self.moves(debt.by, debt.to, event.amount)
                for box in event.boxes:
                    assert self.owners[box.property] == debt.by
                    self.moves(box.property, debt.to, box.amount)
                paid = event.amount + sum(box.amount for box in event.boxes)
                assert paid + event.left == debt.amount
            case Ended():
                for seat, total in enumerate(event.totals):
                    mine = [name for name, owner in self.owners.items() if owner == seat]
                    assert total == self.money[seat] + sum(self.money[name] for name in mine)
            case _:
                pass

    def _hear_of_goods(self, event: Event) -> None:
        match event:
            case Drew():
                self.hands[event.seat] += 1
                self.pile -= 1
                assert event.left == self.pile
            case Took():
                self.hands[event.seat] += 1
                self.hands[event.victim] -= 1
            case Played() | KnockedOut() | CameBack():
                self.hands[event.seat] -= 1
            case Raised():
                self.hands[event.seat] -= len(event.investors)
            case Sold():
                self.owners[event.property] = event.seat
            case Swapped():
                self.owners[event.get] = event.seat
                self.owners[event.give] = event.owner
            case Surrendered():
                self.owners[event.property] = event.to
            case HandedOver(promise=promise):
                assert promise.property is not None
                self.owners[promise.property] = promise.to
            case DealStruck(offer=offer):
                for goods, giver, taker in (
                    (offer.give, offer.by, offer.to),
                    (offer.get, offer.to, offer.by),
                ):
                    self.hands[giver] -= len(goods.cards) + goods.random
                    self.hands[taker] += len(goods.cards) + goods.random
                    for name in goods.properties:
                        assert self.owners[name] == giver
                        self.owners[name] = taker
            case _:
                pass

    def agree(self, state: State) -> None:
        public = state.public
        for seat in range(public.seats):
            assert self.money[seat] == public.cash[seat]
            assert self.hands[seat] == public.hands[seat] == len(state.hands[seat])
        for name in PROPERTIES:
            box = public.box(name)
            assert self.money[name] == box.inside
            assert self.owners[name] == box.owner
        bids = public.phase.bids if isinstance(public.phase, Bidding) else ()
        assert {bid.seat: bid.amount for bid in bids} == {
            where[1]: amount
            for where, amount in self.money.items()
            if type(where) is tuple and amount
        }
        assert self.pile == public.pile == len(state.pile)


def all_cards(state: State) -> list[str]:
    """List all cards, wherever they lie."""
    phase = state.public.phase
    laid = [card for bid in phase.bids for card in bid.cards] if isinstance(phase, Bidding) else []
    hands = [card for hand in state.hands for card in hand]
    return [*hands, *state.pile, *state.public.discards, *laid]


@every_case
def test_tr_55_every_purse_and_box_follows_from_what_everybody_is_told(
    seats: int, terms: Options, seed: int
):
    books = Books()
    for step, _ in game(seats, terms, seed):
        for told in step.told:
            if told.to is None:
                books.hear(told.event)
        books.agree(step.state)


@every_case
def test_no_card_money_or_property_is_lost_and_every_game_ends(
    seats: int, terms: Options, seed: int
):
    deck = Counter(DECK)
    steps = game(seats, terms, seed)
    for step, _ in steps:
        state, public = step.state, step.state.public
        assert Counter(all_cards(state)) == deck
        assert all(hand == in_order(hand) for hand in state.hands)
        assert all(cash >= 0 and cash % 10 == 0 for cash in public.cash)
        assert all(box.inside >= 0 and box.inside % 10 == 0 for box in public.boxes)
        assert all(box.owner is None and not box.inside for box in public.boxes if box.gone)
        if public.dealing:
            assert all(box.gone or box.owner is not None for box in public.boxes)
        else:
            assert not public.promises  # TR-57
            assert not public.debts
        if not isinstance(public.phase, Opening | Bidding):
            assert state.sealed == state.plans == (None,) * seats
    last = steps[-1][0].state
    assert isinstance(last.public.phase, Over)
    assert not last.public.promises  # TR-74
    assert not last.public.debts
    standing = RULES.standing(view(last))
    best = max(standing.points)
    assert standing.winners == {
        seat for seat, points in enumerate(standing.points) if points == best
    }


def test_many_more_games_end_whoever_plays_them():
    for seed in range(20, 40):
        steps = game(3 + seed % 2, TERMS[seed // 2 % 2], seed)
        assert steps[-1][0].state.public.phase.kind == "over"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_house_plays_whole_games_and_only_legal_moves(seats: int):
    for seed in range(5):
        luck, step = deal_out(seats, Options(), seed)
        owned = 0
        for _ in range(3000):
            waiting = to_move(step.state)
            if not waiting:
                break
            seat = min(waiting)
            step = RULES.play(step.state, seat, house.choose(view(step.state, seat)), luck)
            owned = max(owned, sum(box.owner is not None for box in step.state.public.boxes))
        assert isinstance(step.state.public.phase, Over)
        assert owned >= 7  # it bids for what there is
        assert max(RULES.standing(view(step.state)).points) > 450  # and makes something of it


# --- in and out of storage, and again -------------------------------------------------------------


@every_case
def test_states_moves_events_and_views_come_back_from_json_as_they_were(
    seats: int, terms: Options, seed: int
):
    largest = 0
    for at, (step, made) in enumerate(game(seats, terms, seed)):
        written = CODEC.state.dump(step.state)
        largest = max(largest, len(written))
        assert CODEC.state.load(written) == step.state
        assert CODEC.told.load(CODEC.told.dump(step.told)) == step.told
        if made is not None:
            assert CODEC.move.load(CODEC.move.dump(made[1])) == made[1]
        if at % 5 == 0:
            for seat in (None, *range(seats)):
                own = view(step.state, seat)
                assert CODEC.view.load(CODEC.view.dump(own)) == own
    assert largest < 12_000


def test_a_game_replays_exactly_alike():
    for seats, terms, seed in CASES[::4]:
        luck, step = deal_out(seats, terms, seed)
        for before, (seat, move) in game(seats, terms, seed)[1:]:
            step = RULES.play(step.state, seat, move, luck)
            assert step == before


# --- what is legal --------------------------------------------------------------------------------


def some(seats: int, terms: Options, seed: int, about: int) -> list[State]:
    """Choose some positions: those after a new kind of move or phase, and others evenly between."""
    steps, seen, found = game(seats, terms, seed), set[Any](), list[State]()
    stride = max(1, len(steps) // about)
    for at, (step, made) in enumerate(steps):
        news = (made and type(made[1]), type(step.state.public.phase), step.state.public.dealing)
        if news not in seen or at % stride == 0:
            found.append(step.state)
        seen.add(news)
    return found


def tries(state: State, seat: int) -> Iterator[Move]:
    """Lay out moves of every kind that could be legal for this seat, and some that could not."""
    seats, names = range(-1, state.public.seats + 1), (*PROPERTIES, "Opera")
    yield from (Roll(), Keep(), Pass(), DropPlan(), ComeBack(), Accept(), Reject(), Withdraw())
    for kind in (Take, Tax, KnockOut):
        yield from (kind(seat=seat) for seat in seats)
    for kind in (ForceSale, Add, PutUp, GiveUp):
        yield from (kind(property=name) for name in names)
    yield from (Play(card=card) for card in (*CARDS, "Coal"))
    yield from (Swap(give=give, get=get) for give in names for get in names)
    yield from (Release(number=number) for number in range(-1, state.public.promised + 2))
    for amount in (-10, 0, 5, 10, 400, 410, 10_000, 10_010):
        yield OpenBid(amount=amount, limit=None, investors="use", out="ask", back="no")
        yield Plan(limit=amount, investors="use", out="ask", back="no")
    yield from RULES.candidates(view(state, seat))


def accepted(state: State, seat: int, move: Move) -> bool:
    """Say whether a move is legal; nothing but IllegalMove may be raised."""
    try:
        step = RULES.play(state, seat, move, Chance.of(b"tried", 1, 1))
    except IllegalMove as refusal:
        said = str(refusal)
    else:
        return CODEC.state.load(CODEC.state.dump(step.state)) == step.state
    assert said.endswith(".")
    assert "None" not in said
    return False


@pytest.mark.parametrize(("seats", "terms", "seed"), CASES[::2])
def test_what_is_offered_is_accepted_and_what_is_accepted_is_offered(
    seats: int, terms: Options, seed: int
):
    for state in some(seats, terms, seed, 25):
        waiting = to_move(state)
        for seat in range(seats):
            offered = legal(state, seat)
            assert offered or seat not in waiting
            assert len(set(offered)) == len(offered), "a move is offered twice"
            assert all(accepted(state, seat, move) for move in offered)
            whole, kinds = set(offered), {type(move) for move in offered}
            for move in tries(state, seat):
                if move not in whole and accepted(state, seat, move):
                    assert type(move) in RULES.sampled, f"{move} is accepted, but not offered"
                    assert type(move) in kinds, f"no {type(move).__name__} is offered: {move}"


def test_all_kinds_of_moves_and_events_come_up():
    moves, events = set[type](), set[type]()
    for seed in range(20, 40):
        for step, made in game(3 + seed % 2, TERMS[seed // 2 % 2], seed):
            events |= {type(one.event) for one in step.told}
            moves |= {type(made[1])} if made else set()
    assert moves == set(get_args(Move))
    assert events == set(get_args(Event))


def test_moves_of_all_shapes_are_among_the_samples():
    shapes = Counter[str]()
    for seed in range(20, 40):
        for step, _ in game(3 + seed % 2, TERMS[seed // 2 % 2], seed):
            for seat in to_move(step.state):
                shapes.update(shape for move in legal(step.state, seat) for shape in shape_of(move))
    wanted = {
        *("pay", "return", "keep", "spare", "by turn", "with card", "until", "or by"),
        *("random", "gives card", "gets card", "gives property", "gets property", "cash", "loan"),
        *("then", "counter", "investors", "two investors", "plan", "no bid", "all in"),
    }
    assert wanted <= set(shapes), f"never: {wanted - set(shapes)}"


def shape_of(move: Any) -> Iterator[str]:
    """Say what is peculiar about a move of a sampled kind."""
    kind = move.kind
    if kind == "raise":
        yield from ["investors", "two investors"][: len(move.investors)]
    elif kind == "open_bid":
        yield "plan" if move.limit is not None else "no plan"
        yield "no bid" if not move.amount else "all in" if move.amount >= 100 else "bid"
    elif kind in ("propose", "counter"):
        yield kind
        yield "then" if kind == "propose" and move.then else "no then"
        yield "random" if move.give.random or move.get.random else "named"
        yield "cash" if move.give.cash or move.get.cash else "no cash"
        for name, goods in (("gives", move.give), ("gets", move.get)):
            yield f"{name} card" if goods.cards else ""
            yield f"{name} property" if goods.properties else ""
        for one in move.promises:
            yield one.duty
            there = one.property in (*move.give.properties, *move.get.properties)
            yield "loan" if one.duty == "return" and there else ""
            if one.card is None:
                yield "by turn"
            else:
                yield "with card" if one.turn is None else "until" if one.lapses else "or by"


# --- what is secret -------------------------------------------------------------------------------


def offered(state: State, seat: int) -> tuple[str, ...]:
    """List the cards that a seat has said it holds, by offering them."""
    phase = state.public.phase
    if not isinstance(phase, Proposed):
        return ()
    offers = [one for one in (phase.offer, phase.counter) if one is not None and one.by == seat]
    return tuple(card for one in offers for card in one.give.cards)


def disguised(state: State, reader: int | None, luck: Chance) -> State:
    """Change all that a reader may not know, and nothing else."""
    public = state.public
    others = [seat for seat in range(public.seats) if seat != reader]
    hidden = [card for seat in others for card in state.hands[seat]] + list(state.pile)
    for seat in others:
        for card in offered(state, seat):
            hidden.remove(card)
    mixed = list(luck.shuffled(hidden))
    hands, sealed, plans = list(state.hands), list(state.sealed), list(state.plans)
    for seat in others:
        shown = offered(state, seat)  # who offers a card has it
        hands[seat] = in_order([*shown, *(mixed.pop() for _ in state.hands[seat][len(shown) :])])
        if sealed[seat] is not None:
            sealed[seat] = 10 * luck.below(public.cash[seat] // 10 + 1)
        if isinstance(public.phase, Opening | Bidding):
            limit = 10 * luck.below(60)
            plan = Plan(limit=limit, investors="use", out="yes", back="yes")
            plans[seat] = plan if luck.below(2) else None
    then, drawn = state.then, state.drawn
    if reader != public.seat:
        then = (None, Pass())[luck.below(2)] if public.phase.kind == "proposed" else then
        drawn = hands[public.seat][: len(drawn)]
    return replace(
        state,
        hands=tuple(hands),
        pile=tuple(mixed),
        sealed=tuple(sealed),
        plans=tuple(plans),
        then=then,
        drawn=drawn,
    )


def twins(seats: int, terms: Options, seed: int) -> Iterator[tuple[int | None, State, State]]:
    for number, state in enumerate(some(seats, terms, seed, 40)):
        for reader in (None, *range(seats)):
            for other in range(2):
                luck = Chance.of(b"twins", other, number)
                yield reader, state, disguised(state, reader, luck)


@every_case
def test_hidden_things_show_in_no_view_no_menu_no_wait_and_no_score(
    seats: int, terms: Options, seed: int
):
    different = 0
    for reader, state, twin in twins(seats, terms, seed):
        different += state != twin
        assert view(state, reader) == view(twin, reader)
        here, there = view(state), view(twin)
        assert here == there
        for seat in range(seats):
            assert view(state, seat).public is state.public
        assert RULES.to_move(here) == RULES.to_move(there)
        assert RULES.question(here) == RULES.question(there)
        assert RULES.standing(here) == RULES.standing(there)
        if reader is not None:
            assert legal(state, reader) == legal(twin, reader)
    assert different


def until_it_shows(step: Step[State, Event], reader: int | None) -> tuple[list[Event], bool]:
    """List what a reader was told until something hidden came to light; and whether it did."""
    heard: list[Event] = []
    struck = False
    for told in step.told:
        if told.to is not None and reader not in told.to:
            continue
        event = told.event
        shown = isinstance(event, BidsOpened | DrewCard | TookCard | DrawnAtRandom)
        if shown or struck:  # after a deal, what was said with it comes to light
            return heard, True
        heard.append(event)
        struck = isinstance(event, DealStruck) and step.state.public.phase.kind != "relating"
    return heard, False


@every_case
def test_hidden_things_are_told_to_nobody_else(seats: int, terms: Options, seed: int):
    compared = 0
    for reader, state, twin in twins(seats, terms, seed):
        for seat in to_move(state):
            if isinstance(state.public.phase, Bidding):
                continue  # others' plans act at once: that is how they come to light
            there = set(legal(twin, seat))
            for move in [one for one in legal(state, seat) if one in there][:8]:
                steps = [
                    RULES.play(one, seat, move, Chance.of(b"t", 1, 1)) for one in (state, twin)
                ]
                (here, shown), (others, too) = (until_it_shows(one, reader) for one in steps)
                common = min(len(here), len(others))
                assert here[:common] == others[:common]
                if not shown and not too:
                    compared += 1
                    assert here == others
                    if seat != reader:
                        assert view(steps[0].state, reader) == view(steps[1].state, reader)
    assert compared


@pytest.mark.parametrize(("seats", "terms", "seed"), CASES[:4])
def test_nobody_sees_more_than_they_were_told(seats: int, terms: Options, seed: int):
    compared = 0
    for state in some(seats, terms, seed, 40):
        for seat in range(seats):
            steps = [
                RULES.play(state, seat, move, Chance.of(b"seen", 1, 1))
                for move in legal(state, seat)[:12]
            ]
            for reader in (None, *range(seats)):
                seen: dict[str, Step[State, Event]] = {}
                for step in steps if reader != seat else ():
                    heard = [one.event for one in step.told if one.to is None or reader in one.to]
                    first = seen.setdefault(repr(heard), step)
                    compared += first is not step
                    assert view(first.state, reader) == view(step.state, reader)
    assert compared


# --- what is asked --------------------------------------------------------------------------------


@every_case
def test_a_question_never_comes_back_and_under_one_those_asked_only_get_fewer(
    seats: int, terms: Options, seed: int
):
    asked, last, waited = set[str](), "", frozenset[int]()
    subjects = dict[str, str]()
    for step, _ in game(seats, terms, seed):
        public = view(step.state)
        question, waiting = RULES.question(public), RULES.to_move(public)
        assert not question.hurried
        assert subjects.setdefault(question.key, question.subject) == question.subject
        if question.key == last:
            assert waiting <= waited
        else:
            assert question.key not in asked
        asked.add(question.key)
        last, waited = question.key, waiting


@every_case
def test_who_alone_changes_something_secret_changes_nothing_public(
    seats: int, terms: Options, seed: int
):
    steps = game(seats, terms, seed)
    for (before, _), (after, made) in pairwise(steps):
        if not any(one.to is None for one in after.told):
            assert before.state.public == after.state.public
            assert isinstance(made[1], OpenBid | Plan | DropPlan)


def test_all_phases_come_up():
    phases = {
        type(step.state.public.phase)
        for seed in range(20, 40)
        for step, _ in game(3 + seed % 2, TERMS[seed // 2 % 2], seed)
    }
    assert Acting in phases
    assert len(phases) == 12
