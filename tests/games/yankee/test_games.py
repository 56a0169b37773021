"""Yankee Swap: random games keep all cards, hands are private, and questions change."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.gifts import COAL, COALS, COPIES, KEYS
from games.yankee.events import Dealt, Received
from tests.games.yankee.table import RULES, after, deal, decline, give, laid, look, played, regift


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
    turns = [
        (0, give("pies", 1, "pies")),
        (1, look()),
        (1, regift(0, "pies")),
        (0, decline("isnt")),
    ]
    for turn in turns:
        state = after(state, turn).state
        asked.append(RULES.question(RULES.view(state, None)))
    assert [question.subject for question in asked] == ["0", "0", "0", "0", "1"]
    # as they were stored by the first version: its deadlines go on
    assert [question.key for question in asked] == ["0", "0:1:0", "0:1:1", "0:2:0", "1"]
    assert not any(question.hurried for question in asked)
