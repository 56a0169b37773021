"""Thousands of random deals of TRUMP The Game, and what must hold after each of them."""

import random
from collections import Counter as Multiset
from dataclasses import replace

import pytest

from games.chance import Chance
from games.rules import IllegalMove, Seat, Step
from games.trump.cards import CARDS, DECK, PROFIT_CARDS, PROPERTIES, in_order
from games.trump.deals.offers import offer_of, plays_from_hand
from games.trump.events import (
    CardGivenBack,
    DebtPaid,
    Ended,
    Event,
    HandedOver,
    Played,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
    TurnBegan,
)
from games.trump.moves import (
    Accept,
    Clause,
    Counter,
    Duty,
    ForceSale,
    Goods,
    Move,
    Pass,
    Play,
    Propose,
    Reject,
    Release,
    Tax,
    Withdraw,
)
from games.trump.state import OPEN_DUTIES, Acting, Over, Proposed, Relating, State
from tests.games.trump.random_games import Books, all_cards
from tests.games.trump.table import RULES, legal, table, to_move, view

GAMES, MOVES = 40, 200
DEALS = (Propose, Counter, Accept, Reject, Withdraw, Release)
CARDS_TO_PLAY = (
    *[Play(card=name) for name in CARDS],
    *[Tax(seat=seat) for seat in range(-1, 5)],
    *[ForceSale(property=name) for name in PROPERTIES],
)


def any_goods(picks: random.Random, state: State, mover: Seat, giver: Seat) -> Goods:
    """Return random goods, most of them the giver's own."""
    public, wild = state.public, picks.random() < 0.1
    has = PROPERTIES if wild else public.owned(giver)
    hand = state.hands[giver] if giver == mover and not wild else DECK
    named = picks.choice([0, 0, 0, 1, 2])
    return Goods(
        properties=tuple(name for name in has if picks.random() < 0.3),
        cards=in_order(picks.sample(hand, min(named, len(hand)))),
        random=picks.choice([0, 0, 0, 1, 2, 3]),
        cash=picks.choice([0, 0, 0, 10, 50, 100]),
    )


def any_clause(picks: random.Random, state: State, mover: Seat, other: Seat) -> Clause:
    """Return a random promise, usually a legal one."""
    public, turn = state.public, state.public.turn
    duty: Duty = picks.choice(["pay", "return", "keep", "spare", "give_back", "play"])
    if duty in ("give_back", "play"):
        return any_clause_about_a_card(picks, state, picks.choice([mover, other]), duty)
    due = duty in ("pay", "return")
    date = picks.choice(["by", "with", "until", "or by"]) if due else "until"
    carded = due and date != "by"
    lands = public.owned(mover) + public.owned(other) or PROPERTIES
    clause = Clause(
        by=picks.choice([mover, other]),
        duty=duty,
        amount=picks.randint(1, 40) * 10 if due else 0,
        property=picks.choice(lands) if duty in ("return", "keep") else None,
        card=picks.choice(sorted(PROFIT_CARDS)) if carded else None,
        turn=None if date == "with" else turn + picks.choice([0, 1, 2, 3, 5, 8 * public.seats]),
        lapses=date == "until",
    )
    return replace(clause, lapses=not clause.lapses) if picks.random() < 0.03 else clause


def any_clause_about_a_card(picks: random.Random, state: State, by: Seat, duty: Duty) -> Clause:
    """Return a random promise to give back or to play a card, usually a possible one."""
    turn = state.public.turn + picks.choice([0, 1, 2, 3, 4, 6, 8 * state.public.seats])
    return Clause(
        by=by,
        duty=duty,
        amount=picks.choice([0, 0, 10, 200]) if duty == "give_back" else 0,
        property=None,
        card=picks.choice(state.hands[by] or DECK),
        turn=turn,
        lapses=picks.random() < 0.02,
    )


def with_loans(picks: random.Random, said: tuple[Clause, ...], goods: dict[Seat, Goods]):
    """Let most cards that a promise gives back come with the deal."""
    given = {seat: list(some.cards) for seat, some in goods.items()}
    for clause in said:
        if clause.duty == "give_back" and picks.random() < 0.9:
            (giver,) = [seat for seat in goods if seat != clause.by]
            given[giver].append(clause.card or "")
    return [replace(goods[seat], cards=in_order(given[seat])) for seat in goods]


def any_deal(picks: random.Random, state: State, mover: Seat, other: Seat) -> Move | None:
    """Return a random legal offer, or None if eight tries find none."""
    for _ in range(8):
        give, get = (any_goods(picks, state, mover, seat) for seat in (mover, other))
        get = replace(get, cash=0 if give.cash else get.cash)
        if picks.random() < 0.7:
            get = replace(get, cards=())
        size = picks.choice([0, 1, 2, 4])
        said = tuple(any_clause(picks, state, mover, other) for _ in range(size))
        give, get = with_loans(picks, said, {mover: give, other: get})
        move: Move = Counter(give=give, get=get, promises=said, words="")
        if isinstance(state.public.phase, Acting):
            then = picks.choice([None, None, Pass(), *CARDS_TO_PLAY])
            move = Propose(to=other, give=give, get=get, promises=said, words="", then=then)
        if can(state, mover, move):
            return move
    return None


def can(state: State, seat: Seat, move: Move) -> bool:
    """Return whether a move is legal."""
    try:
        RULES.play(state, seat, move, Chance.of(b"try", 1, 1))
    except IllegalMove:
        return False
    return True


def any_move(picks: random.Random, state: State) -> tuple[Seat, Move]:
    """Pick a seat and its move, most often a deal."""
    phase, seat = state.public.phase, picks.choice(sorted(to_move(state)))
    others = [other for other in range(state.public.seats) if other != seat]
    move: Move | None = None
    if isinstance(phase, Acting) and picks.random() < 0.75:
        move = any_deal(picks, state, seat, picks.choice(others))
    elif isinstance(phase, Proposed) and not phase.counter and picks.random() < 0.3:
        move = any_deal(picks, state, seat, phase.offer.by)
    elif isinstance(phase, Proposed) and picks.random() < 0.8 and Accept() in legal(state, seat):
        move = Accept()
    if move is not None:
        return seat, move
    if picks.random() < 0.05:
        seat = picks.choice([other for other in range(state.public.seats) if legal(state, other)])
    offered = legal(state, seat)
    if picks.random() < 0.7:
        offered = [move for move in offered if not isinstance(move, DEALS)] or offered
    return seat, picks.choice(offered)


def laid_out(picks: random.Random) -> State:
    """Lay out the start of a Dealing Phase with random hands, cash and owners."""
    seats, deck = picks.choice([3, 4]), picks.sample(DECK, len(DECK))
    gone = [name for name in PROPERTIES if picks.random() < 0.05]
    hands: list[list[str]] = []
    for _ in range(seats):
        size = picks.choice([0, 1, 3, 6, 10])
        hands.append(deck[:size])
        deck = deck[size:]
    return table(
        *hands,
        cash=[picks.choice([0, 10, 30, 100, 400]) for _ in hands],
        owners={name: picks.randrange(seats) for name in PROPERTIES if name not in gone},
        gone=gone,
        dealing=True,
        turn=30,
        discards=deck,
    )


def check_promises(before: State, step: Step[State, Event], move: Move) -> None:
    """Check that all promises made and not ended are in force and can still be kept."""
    public, over = step.state.public, isinstance(step.state.public.phase, Over)
    properties = [held.property for held in public.promises if held.property is not None]
    assert len(set(properties)) == len(properties)  # TR-73
    for promise in public.promises:
        assert promise.property is None or public.box(promise.property).owner == promise.by  # TR-71
        assert promise.turn is None or promise.turn >= public.turn  # none is overdue
    standing = [claim.number for claim in (*public.promises, *public.debts)]
    assert len(set(standing)) == len(standing)
    events = [told.event for told in step.told]
    kinds = PromisePaid | HandedOver | CardGivenBack | PromiseEnded
    gone = [event.promise.number for event in events if isinstance(event, kinds)]
    made = {event.promise.number for event in events if isinstance(event, PromiseMade)}
    old = {held.number for held in before.public.promises}
    assert len(set(gone)) == len(gone)
    assert {held.number for held in public.promises} == (old | made) - set(gone)
    lost = [event for event in events if isinstance(event, PromiseEnded) and event.why == "lost"]
    assert not lost or not isinstance(move, DEALS)  # TR-72: never by a deal
    assert not over or not standing  # TR-74


def check_turns_end(before: State, step: Step[State, Event]) -> None:
    """Work out what a turn's end settles (TR-70), and compare."""
    public, events = before.public, [told.event for told in step.told]
    cash, found = list(public.cash), list[tuple[int, int]]()
    debts = [[debt.number, debt.by, debt.to, debt.amount] for debt in public.debts]
    due = [held for held in public.promises if held.turn == public.turn and not held.lapses]
    order = ("return", "give_back", "pay")  # TR-80: cards after properties, before payments
    for promise in sorted(due, key=lambda held: (order.index(held.duty), held.number)):
        payer, payee = promise.by, promise.to
        if promise.duty != "pay":
            payer, payee = payee, payer
        paid = min(cash[payer], promise.amount)
        cash[payer], cash[payee] = cash[payer] - paid, cash[payee] + paid
        found.append((promise.number, paid))
        if paid < promise.amount:
            debts.append([promise.number, payer, payee, promise.amount - paid])
    for debt in debts:
        number, payer, payee, owed = debt
        paid = min(cash[payer], owed)
        cash[payer], cash[payee], debt[3] = cash[payer] - paid, cash[payee] + paid, owed - paid
        if paid:
            found.append((number, paid))
    told: list[tuple[int, int]] = []
    for event in events:
        if isinstance(event, TurnBegan | Ended):
            break
        if isinstance(event, PromisePaid | HandedOver | CardGivenBack):
            told.append((event.promise.number, event.amount))
        if isinstance(event, DebtPaid):
            told.append((event.debt.number, event.amount))
    if isinstance(step.state.public.phase, Over):  # then more follows
        assert told[: len(found)] == found
        return
    assert told == found
    if any(isinstance(event, Played) for event in events):  # TR-81: the next turn is a promised one
        return
    assert step.state.public.cash == tuple(cash)
    left = [tuple(debt) for debt in debts if debt[3]]
    assert [
        (debt.number, debt.by, debt.to, debt.amount) for debt in step.state.public.debts
    ] == left


def check_open_cards(before: State, step: Step[State, Event]) -> None:
    """Check that an open card leaves a hand only if its promise ends (TR-80, TR-81)."""
    after = step.state
    for seat, hand in enumerate(after.hands):
        assert not Multiset(after.public.open_cards(seat)) - Multiset(hand)
        numbers = {held.number for held in after.public.promises}
        kept = [
            held.card or ""
            for held in before.public.promises
            if held.by == seat and held.duty in OPEN_DUTIES and held.number in numbers
        ]
        assert not Multiset(kept) - Multiset(hand)
    for promise in after.public.promises:
        if promise.duty == "play":
            assert promise.turn is not None
            assert after.public.turn_of(promise.turn) == promise.by
            assert promise.turn > after.public.turn
    plays = [held.turn for held in after.public.promises if held.duty == "play"]
    assert len(set(plays)) == len(plays)


def only_ends_a_turn(state: State, move: Move) -> bool:
    """Return whether a move only ends the turn."""
    if isinstance(move, Pass):
        return isinstance(state.public.phase, Acting | Relating)
    return isinstance(move, Reject | Withdraw)


def twin(picks: random.Random, state: State, seat: Seat, move: Move) -> State:
    """Deal all cards again, except those that the move shows to be in a hand."""
    needed: dict[Seat, tuple[str, ...]] = {}
    phase = state.public.phase
    if isinstance(move, Propose | Counter):
        to = move.to if isinstance(move, Propose) else phase.open.by
        offer = offer_of(seat, to, move)
        needed[seat] = (*move.give.cards, *plays_from_hand(offer, seat))
    elif isinstance(move, Accept) and isinstance(phase, Proposed):
        by, to = phase.open.by, phase.open.to
        needed[by] = (*phase.open.give.cards, *plays_from_hand(phase.open, by))
        needed[to] = (*phase.open.get.cards, *plays_from_hand(phase.open, to))
    for holder in range(state.public.seats):
        needed[holder] = (*needed.get(holder, ()), *state.public.open_cards(holder))
    cards = [card for hand in state.hands for card in hand]
    for hand in needed.values():
        for card in hand:
            cards.remove(card)
    picks.shuffle(cards)
    hands: list[tuple[str, ...]] = []
    for holder, hand in enumerate(state.hands):
        kept = needed[holder]
        hands.append(in_order([*kept, *(cards.pop() for _ in range(len(hand) - len(kept)))]))
    return replace(state, hands=tuple(hands), drawn=())


def check_nothing_shows(picks: random.Random, state: State, seat: Seat, move: Move) -> None:
    """Check that the public side of a deal never depends on hidden cards (TR-66, 76, 78)."""
    state = replace(state, then=None)
    if isinstance(move, Propose):  # the secret choice of a card does not show either
        move = replace(move, then=picks.choice([None, Pass(), *CARDS_TO_PLAY]))
    here, there = (
        RULES.play(laid, seat, move, Chance.of(b"twin", 1, 1))
        for laid in (state, twin(picks, state, seat, move))
    )
    assert here.state.public == there.state.public
    assert view(here.state) == view(there.state)
    heard = [[told.event for told in step.told if told.to is None] for step in (here, there)]
    assert heard[0] == heard[1]


def check_what_is_offered(state: State) -> None:
    """Check that moves of the completely listed kinds are legal exactly if they are offered."""
    numbers = [Release(number=number) for number in range(state.public.promised + 2)]
    tried = (Accept(), Reject(), Withdraw(), Pass(), *CARDS_TO_PLAY, *numbers)
    for seat in range(state.public.seats):
        offered = legal(state, seat)
        assert {move for move in tried if can(state, seat, move)} == set(offered) & set(tried)


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_deals_lose_nothing_keep_every_promise_and_end(seed: int):
    check_game(seed)


@pytest.mark.full
def test_tr_80_tr_81_tr_82_hundreds_of_random_games_lend_cards_and_promise_plays():
    """Every way in which a loan or a promised play can end comes up many times."""
    ends = Multiset[tuple[str, str]]()
    for seed in range(1000, 1400):
        for event in check_game(seed):
            if isinstance(event, CardGivenBack):
                ends["give_back", "owing" if event.owing else "settled"] += 1
            elif isinstance(event, PromiseEnded) and event.promise.duty in OPEN_DUTIES:
                ends[event.promise.duty, event.why] += 1
    ends_of_loans = (
        "settled",
        "owing",
        "played",
        "released",
        "lapsed",
        "done",
    )  # TR-82: dealt back
    wanted = {("give_back", why) for why in ends_of_loans}
    wanted |= {("play", why) for why in ("done", "unplayable", "released", "lapsed")}
    assert set(ends) == wanted
    assert min(ends.values()) > 5


def check_game(seed: int) -> list[Event]:
    """Play a random game, and check every step of it. Return all its events."""
    told: list[Event] = []
    picks, luck = random.Random(seed), Chance.of(b"haggling", seed, 1)
    state = laid_out(picks)
    books = Books.of(state)
    for _ in range(MOVES):
        if not to_move(state):
            break
        seat, move = any_move(picks, state)
        if isinstance(move, DEALS) and picks.random() < 0.2:
            check_nothing_shows(picks, state, seat, move)
        if picks.random() < 0.02:
            check_what_is_offered(state)
        step = RULES.play(state, seat, move, luck)
        told += [told_event.event for told_event in step.told]
        state = check_step(books, state, step, move)
    while waits_for := to_move(state):  # then only default moves until the end
        move = legal(state, min(waits_for))[0]
        step = RULES.play(state, min(waits_for), move, luck)
        told += [told_event.event for told_event in step.told]
        state = check_step(books, state, step, move)
    assert state.public.promises == state.public.debts == ()
    return told


def check_step(books: Books, before: State, step: Step[State, Event], move: Move) -> State:
    """Check what must hold after every move; return the new state."""
    books.check(step)
    assert sorted(all_cards(step.state)) == sorted(DECK)
    check_open_cards(before, step)
    check_promises(before, step, move)
    if only_ends_a_turn(before, move):
        check_turns_end(before, step)
    return step.state
