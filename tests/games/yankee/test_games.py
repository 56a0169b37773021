"""Yankee Swap: random games keep all cards, keep secrets, and end."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.gifts import COAL, COALS, COPIES, KEYS
from games.yankee.events import Dealt, Received
from games.yankee.moves import Decline, Give, Look
from games.yankee.state import Offer, Over
from tests.games.yankee.table import (
    CODEC,
    NO_LUCK,
    RULES,
    deal,
    decline,
    give,
    heard,
    laid,
    look,
    played,
    regift,
)


def all_cards(state):
    cards = Counter(card for row in (*state.hands, *state.displays, state.tree) for card in row)
    cards[COAL] += COALS - len(state.hands) * (2 if len(state.hands) <= 4 else 1)
    if state.gift is not None:
        cards[state.gift] += 1
    return cards


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 120), st.booleans())
def test_cards_are_conserved(seats, seed, steps, strict):
    state, _ = played(seats, seed, steps, strict=strict)
    assert all_cards(state) == Counter({**dict.fromkeys(KEYS, COPIES), COAL: COALS})


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.booleans())
def test_random_games_end_and_everything_survives_json(seats, seed, strict):
    end, _ = played(seats, seed, strict=strict)
    assert isinstance(end.phase, Over)
    assert not list(RULES.legal_moves(RULES.view(end, end.phase.loser)))
    for codec, value in [(CODEC.state, end), (CODEC.view, RULES.view(end, 0))]:
        assert codec.load(codec.dump(value)) == value


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 60))
def test_every_move_on_offer_is_accepted(seats, seed, steps):
    state, _ = played(seats, seed, steps)
    for seat in RULES.to_move(RULES.view(state, None)):
        moves = list(RULES.legal_moves(RULES.view(state, seat)))
        assert moves
        for move in moves:
            step = RULES.play(state, seat, move, NO_LUCK)
            assert CODEC.move.load(CODEC.move.dump(move)) == move
            assert CODEC.told.load(CODEC.told.dump(step.told)) == step.told


def disguised(state, seat, luck):
    """Swap at random the gifts that a seat (or the public, None) cannot tell apart."""
    hidden = [i for i in range(len(state.hands)) if i != seat]
    phase = state.phase
    knows = isinstance(phase, Offer) and seat in phase.handled
    loose = [card for i in hidden for card in state.hands[i] if card != COAL] + [*state.tree]
    swap_gift = state.gift not in (None, COAL) and not knows
    if swap_gift:
        loose.append(state.gift)
    luck.shuffle(loose)

    def draw(card):
        return card if card == COAL else loose.pop()

    other = replace(
        state,
        hands=tuple(
            hand if i == seat else tuple(draw(card) for card in hand)
            for i, hand in enumerate(state.hands)
        ),
        tree=tuple(draw(card) for card in state.tree),
        gift=draw(state.gift) if swap_gift else state.gift,
    )
    # the opener may have given the Coal that they seem to hold, or kept it
    if isinstance(phase, Offer) and not knows and phase.claims[0].giver != seat:
        opener = phase.claims[0].giver
        hand = list(other.hands[opener])
        if hand and luck.random() < 0.5:
            at = luck.randrange(len(hand))
            hand[at], gift = other.gift, hand[at]
            hands = (*other.hands[:opener], tuple(hand), *other.hands[opener + 1 :])
            other = replace(other, hands=hands, gift=gift)
    return other


@settings(max_examples=120, deadline=None)
@given(
    st.integers(2, 10), st.integers(0, 10**6), st.integers(0, 60), st.randoms(use_true_random=False)
)
def test_views_and_events_reveal_no_secret(seats, seed, steps, luck):
    state, _ = played(seats, seed, steps)
    for seat in (None, *range(seats)):
        other = disguised(state, seat, luck)
        assert all_cards(other) == all_cards(state)
        assert RULES.view(other, seat) == RULES.view(state, seat)
        for mover in RULES.to_move(RULES.view(state, None)):
            for move in list(RULES.legal_moves(RULES.view(state, mover)))[-8:]:
                if isinstance(move, Decline) or (isinstance(move, Look) and mover == seat):
                    continue  # the card is shown, to all or to this seat
                same = move
                if isinstance(move, Give) and mover != seat:
                    same = replace(move, card=luck.choice(other.hands[mover]))
                assert heard(state, mover, move, seat) == heard(other, mover, same, seat)


def test_hands_are_told_only_to_their_owners():
    told = deal(3).told
    assert isinstance(told[0].event, Dealt)
    assert told[0].to is None
    assert [(told_event.event.seat, told_event.to) for told_event in told[1:]] == [
        (seat, frozenset({seat})) for seat in range(3)
    ]
    assert all(isinstance(told_event.event, Received) for told_event in told[1:])


def test_question_subject_is_the_round_and_key_changes_with_each_step():
    state = laid("coal pies", "pies mug", "flannel pies")
    asked = [RULES.question(RULES.view(state, None))]
    for seat, move in [
        (0, give("pies", 1, "pies")),
        (1, look()),
        (1, regift(0, "pies")),
        (0, decline("isnt")),
    ]:
        state = RULES.play(state, seat, move, NO_LUCK).state
        asked.append(RULES.question(RULES.view(state, None)))
    assert [question.subject for question in asked] == ["0", "0", "0", "0", "1"]
    # as they were stored by the first version: its deadlines go on
    assert [question.key for question in asked] == ["0", "0:1:0", "0:1:1", "0:2:0", "1"]
    assert not any(question.hurried for question in asked)
