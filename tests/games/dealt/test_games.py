"""Dealt!: random games keep all cards, a hand keeps its order, and refusals say what is legal."""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.dealt.cards import CHIPS, DECK, Card, readings, strength
from games.dealt.events import Drew, Event, RoundEnded
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import Options, State, to_beat
from games.rules import IllegalMove, Step
from tests.games.dealt.table import ANN, BEN, RULES, Table, all_cards

TERMS = {2: Options(chips=2), 3: Options(chips=3)}
games = st.tuples(st.sampled_from([3, 4, 5]), st.sampled_from([2, 3]), st.integers(0, 10**6))
few = settings(max_examples=30, deadline=None)


def steps(
    seats: int, chips: int, seed: int, limit: int = 1000
) -> Iterator[tuple[State, Move, Step[State, Event]]]:
    """Yield for each move of a random game the state before it, the move and the step."""
    picks = Chance.of(b"picks", seed, 0)
    state = RULES.start(seats, TERMS[chips], Chance.of(b"deal", seed, 0)).state
    for rev in range(1, limit + 1):
        seat = next(iter(RULES.to_move(RULES.view(state, None))), None)
        if seat is None:
            return
        moves = list(RULES.legal_moves(RULES.view(state, seat)))
        move = moves[picks.below(len(moves))]
        step = RULES.play(state, seat, move, Chance.of(b"deal", seed, rev))
        yield state, move, step
        state = step.state


def after(game: tuple[int, int, int], moves: int) -> State:
    """Return the state of a random game after this many moves, or at its end."""
    state = RULES.start(game[0], TERMS[game[1]], Chance.of(b"deal", game[2], 0)).state
    for _, _, step in steps(*game, limit=moves):
        state = step.state
    return state


def mover(state: State) -> int:
    (seat,) = RULES.to_move(RULES.view(state, None))
    return seat


@few
@given(games)
def test_random_games_end_and_keep_their_54_cards_and_15_chips(game: tuple[int, int, int]):
    seats, chips, _ = game
    state = after(game, 0)
    for _, _, step in steps(*game):
        state = step.state
        assert all_cards(state) == Counter(DECK)
        assert [len(back) for back in state.up.backs] == [len(hand) for hand in state.hands]
        owed = sum(len(end.payers) for end in state.up.past) - len(state.up.losers)
        assert sum(state.up.chips) + owed == seats * chips <= CHIPS
        assert min(state.up.chips) >= 0
    assert state.up.losers
    winners = RULES.standing(RULES.view(state, None)).winners
    assert winners == set(range(seats)) - set(state.up.losers)


def rest_of(hand: tuple[Card, ...], backs: tuple[Card | None, ...]) -> bool:
    return all(back in (None, card) for card, back in zip(hand, backs, strict=True))


@few
@given(games)
def test_hand_keeps_its_order(game: tuple[int, int, int]):
    for before, move, step in steps(*game):
        if any(isinstance(told.event, RoundEnded) for told in step.told):
            continue
        seat = mover(before)
        hand, now = before.hands[seat], step.state.hands[seat]
        if isinstance(move, TakeReserve | Place):
            assert now[: move.gap] + now[move.gap + 1 :] == hand
            card = move.card if isinstance(move, TakeReserve) else before.drawn
            assert now[move.gap] == card
        else:
            size = len(move.cards) if isinstance(move, Play) else 1
            first = move.first if isinstance(move, Play) else move.position
            assert hand[: first - 1] + hand[first - 1 + size :] == now
        for other in range(len(before.hands)):
            assert other == seat or before.hands[other] == step.state.hands[other]
            assert rest_of(step.state.hands[other], step.state.up.backs[other])


@few
@given(games, st.integers(0, 60))
def test_legal_moves_contain_every_play(game: tuple[int, int, int], moves: int):
    state = after(game, moves)
    if state.up.losers or state.up.drawing:
        return
    seat = mover(state)
    hand, over = state.hands[seat], to_beat(state.up)
    view = RULES.view(state, seat)
    offered = list(RULES.legal_moves(view))
    assert len(offered) == len(set(offered))
    expected = {
        (first + 1, size, strength(values))
        for size in (1, 2, 3)
        for first in range(len(hand) - size + 1)
        for values in readings(hand[first : first + size])
        if strength(values) > strength(over)
    }
    plays = {move for move in offered if isinstance(move, Play)}
    assert {(play.first, len(play.cards), strength(play.values)) for play in plays} == expected
    assert plays <= set(RULES.candidates(view))
    assert sum(isinstance(m, PlayStop) for m in offered) == hand.count("Stop")


def test_a_drawn_card_is_its_owners_secret():
    for state, _, step in steps(4, 2, 7):
        drawing = step.state.up.drawing
        if drawing is not None:
            views = [RULES.view(step.state, seat) for seat in range(4)]
            seen = {view.seat: view.drawn for view in views if view.drawn is not None}
            assert seen == {drawing.seat: step.state.drawn}
            assert RULES.view(state, None).drawn is None
            drew = [told.to for told in step.told if isinstance(told.event, Drew)]
            assert drew == [frozenset({drawing.seat})]
            return
    raise AssertionError("this game has no Redraw: choose another seed")


def test_a_reserve_card_stays_known_where_it_was_put():
    table = Table("9 1", "4 2", "10 3", reserves=("", "7", "")).play(ANN, 1).take(BEN, 7, 1)
    assert table.up.backs[BEN] == (None, 7, None)


@few
@given(games, st.integers(0, 100))
def test_refusal_suggests_only_legal_moves(game: tuple[int, int, int], moves: int):
    state = after(game, moves)
    if state.up.losers or state.up.drawing:
        return
    seat = mover(state)
    view = RULES.view(state, seat)
    kinds = {type(move) for move in RULES.legal_moves(view)}
    too_low = [
        Play(first=at, cards=(card,), values=(card,))
        for at, card in enumerate(view.hand, start=1)
        if isinstance(card, int) and 0 < strength((card,)) <= strength(to_beat(view.up))
    ]
    for move in (*too_low, Place(gap=0), TakeReserve(card="X", gap=99)):
        try:
            RULES.play(state, seat, move, Chance.of(b"any", 1, 1))
        except IllegalMove as refusal:
            said = str(refusal)
        else:
            raise AssertionError(f"{move} is legal")
        assert not said[0].islower()
        if "in your reserve. You can" in said or "The card can go" in said:
            assert TakeReserve in kinds
            continue
        assert ("play something higher" in said.lower() or "card" in said) or Play not in kinds
        assert ("a STOP" in said) == (PlayStop in kinds)
        assert ("a REDRAW" in said) == (PlayRedraw in kinds)
        assert ("or take a" in said or ", so take a" in said) == (TakeReserve in kinds)
        used_up = bool(view.up.trick) and not view.up.reserves[seat]
        assert ("reserve is empty" in said) == used_up
        is_low = Play not in kinds and bool(to_beat(view.up))
        assert ("ou have nothing higher" in said) == is_low


def test_highest_reading_of_cards_comes_first():
    for state, _, _ in steps(3, 2, 5):
        if state.up.drawing is None:
            view = RULES.view(state, mover(state))
            plays = [move for move in RULES.legal_moves(view) if isinstance(move, Play)]
            best = [move for move in plays if move.values == readings(move.cards)[-1]]
            assert plays[: len(best)] == best
            assert [move.first for move in best] == sorted(move.first for move in best)
