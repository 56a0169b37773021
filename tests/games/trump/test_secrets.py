"""What no view, question or event of TRUMP The Game may reveal."""

from collections import Counter as Multiset
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from games.chance import Chance
from games.rules import Step
from games.trump.cards import in_order, without
from games.trump.deals.offers import plays_from_hand
from games.trump.events import (
    BidsOpened,
    DealStruck,
    DrawnAtRandom,
    DrewCard,
    Event,
    TookCard,
)
from games.trump.moves import (
    DropPlan,
    OpenBid,
    Pass,
    Plan,
)
from games.trump.state import OPEN_DUTIES, Bidding, Opening, Proposed, State
from tests.games.trump.random_games import CASES, Case, every_case, game, some
from tests.games.trump.table import RULES, legal, to_move, view


def shown_cards(state: State, seat: int) -> tuple[str, ...]:
    """List the cards that a seat has shown that it holds: open ones, and those of its offers."""
    phase, shown = state.public.phase, state.public.open_cards(seat)
    if not isinstance(phase, Proposed):
        return shown
    for offer in (phase.offer, phase.counter):
        if offer is not None and offer.by == seat:
            shown += (*offer.give.cards, *plays_from_hand(offer, seat))
    return shown


def disguised(state: State, reader: int | None, luck: Chance) -> State:
    """Return the state with everything changed that a reader may not know, and nothing else."""
    public = state.public
    others = [seat for seat in range(public.seats) if seat != reader]
    hidden = [card for seat in others for card in state.hands[seat]] + list(state.pile)
    for seat in others:
        for card in shown_cards(state, seat):
            hidden.remove(card)
    mixed = list(luck.shuffled(hidden))
    hands, sealed, plans = list(state.hands), list(state.sealed), list(state.plans)
    for seat in others:
        shown = shown_cards(state, seat)  # a player who offers a card holds it
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
        drawn = without(hands[public.seat], public.open_cards(public.seat))[: len(drawn)]
    return replace(
        state,
        hands=tuple(hands),
        pile=tuple(mixed),
        sealed=tuple(sealed),
        plans=tuple(plans),
        then=then,
        drawn=drawn,
    )


def twins(case: Case) -> Iterator[tuple[int | None, State, State]]:
    for number, state in enumerate(some(case, 40)):
        for reader in (None, *range(case.seats)):
            for other in range(2):
                luck = Chance.of(b"twins", other, number)
                yield reader, state, disguised(state, reader, luck)


@every_case
def test_secrets_show_in_no_view_menu_question_or_score(case: Case):
    different = 0
    for reader, state, twin in twins(case):
        different += state != twin
        assert view(state, reader) == view(twin, reader)
        here, there = view(state), view(twin)
        assert here == there
        for seat in range(case.seats):
            assert view(state, seat).public is state.public
        assert RULES.to_move(here) == RULES.to_move(there)
        assert RULES.question(here) == RULES.question(there)
        assert RULES.standing(here) == RULES.standing(there)
        if reader is not None:
            assert legal(state, reader) == legal(twin, reader)
    assert different


def until_it_shows(step: Step[State, Event], reader: int | None) -> tuple[list[Event], bool]:
    """List what a reader was told until a secret was revealed, and whether one was."""
    heard: list[Event] = []
    struck = False
    for told in step.told:
        if told.to is not None and reader not in told.to:
            continue
        event = told.event
        shown = isinstance(event, BidsOpened | DrewCard | TookCard | DrawnAtRandom)
        if shown or struck:  # after a deal the secret choice of a card is revealed
            return heard, True
        heard.append(event)
        struck = isinstance(event, DealStruck) and step.state.public.phase.kind != "relating"
    return heard, False


@every_case
def test_secrets_are_told_to_nobody_else(case: Case):
    compared = 0
    for reader, state, twin in twins(case):
        for seat in to_move(state):
            if isinstance(state.public.phase, Bidding):
                continue  # others' plans act at once, which reveals them
            there = set(legal(twin, seat))
            for move in [move for move in legal(state, seat) if move in there][:8]:
                steps = [
                    RULES.play(start, seat, move, Chance.of(b"t", 1, 1)) for start in (state, twin)
                ]
                (here, shown), (others, too) = (until_it_shows(step, reader) for step in steps)
                common = min(len(here), len(others))
                assert here[:common] == others[:common]
                if not shown and not too:
                    compared += 1
                    assert here == others
                    if seat != reader:
                        assert view(steps[0].state, reader) == view(steps[1].state, reader)
    assert compared


@pytest.mark.parametrize("case", CASES[:4])
def test_a_view_shows_no_more_than_its_seat_was_told(case: Case):
    compared = 0
    for state in some(case, 40):
        for seat in range(case.seats):
            steps = [
                RULES.play(state, seat, move, Chance.of(b"seen", 1, 1))
                for move in legal(state, seat)[:12]
            ]
            for reader in (None, *range(case.seats)):
                seen: dict[str, Step[State, Event]] = {}
                for step in steps if reader != seat else ():
                    heard = [
                        told.event for told in step.told if told.to is None or reader in told.to
                    ]
                    first = seen.setdefault(repr(heard), step)
                    compared += first is not step
                    assert view(first.state, reader) == view(step.state, reader)
    assert compared


@every_case
def test_a_question_never_returns_and_its_seats_only_get_fewer_for_staleness(case: Case):
    asked, last, waited = set[str](), "", frozenset[int]()
    subjects = dict[str, str]()
    for step, _ in game(case):
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
def test_a_secret_move_changes_nothing_public(case: Case):
    steps = game(case)
    for (before, _), (after, made) in pairwise(steps):
        if not any(told.to is None for told in after.told):
            assert before.state.public == after.state.public
            assert isinstance(made[1], OpenBid | Plan | DropPlan)


def test_tr_80_tr_81_the_twins_have_open_cards_in_play_and_leave_them_as_they_are():
    opened = set[str]()
    for case in CASES:
        for _, state, twin in twins(case):
            for seat in range(case.seats):
                cards = state.public.open_cards(seat)
                assert not Multiset(cards) - Multiset(twin.hands[seat])
            if twin.hands != state.hands:
                opened |= {promise.duty for promise in state.public.promises}
    assert opened >= set(OPEN_DUTIES)
