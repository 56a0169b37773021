"""Dealt!: random games keep all cards, keep secrets, and end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from games.chance import Chance
from games.dealt.cards import CHIPS, DECK, Card, readings, strength
from games.dealt.events import Drew, Event, ReserveTaken, RoundEnded
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import Options, State, to_beat
from games.dealt.views import View
from games.rules import IllegalMove, Step, Told
from tests.games.dealt.table import RULES, all_cards

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
    assert RULES.standing(RULES.view(state, None)).winners == (
        set(range(seats)) - set(state.up.losers)
    )


@few
@given(st.sampled_from([3, 4, 5]), st.integers(0, 10**6))
def test_default_moves_alone_end_every_game(seats: int, seed: int):
    state = RULES.start(seats, Options(), Chance.of(b"deal", seed, 0)).state
    for rev in range(1, 2000):
        to_move = RULES.to_move(RULES.view(state, None))
        if not to_move:
            break
        seat = next(iter(to_move))
        move = next(iter(RULES.legal_moves(RULES.view(state, seat))))
        state = RULES.play(state, seat, move, Chance.of(b"deal", seed, rev)).state
    assert state.up.losers


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
    offered = list(RULES.legal_moves(RULES.view(state, seat)))
    assert len(offered) == len(set(offered))
    expected = {
        (first + 1, size, strength(values))
        for size in (1, 2, 3)
        for first in range(len(hand) - size + 1)
        for values in readings(hand[first : first + size])
        if strength(values) > strength(over)
    }
    found = {(m.first, len(m.cards), strength(m.values)) for m in offered if isinstance(m, Play)}
    assert found == expected
    assert sum(isinstance(m, PlayStop) for m in offered) == hand.count("Stop")


# --- secrets --------------------------------------------------------------------------------------


def with_the_unseen_shuffled(state: State, seat: int | None, chance: Chance) -> State:
    """Change everything hidden from a seat: the others' hands, the pile and their drawn card."""
    spots: list[tuple[int, int]] = [
        (other, at)
        for other, back in enumerate(state.up.backs)
        if other != seat
        for at, seen in enumerate(back)
        if seen is None
    ]
    drawing = state.up.drawing
    others = state.drawn is not None and drawing is not None and drawing.seat != seat
    cards: list[Card] = [*(state.hands[other][at] for other, at in spots), *state.pile]
    if others:
        cards.append(state.drawn)  # type: ignore
    mixed = list(chance.shuffled(cards))
    hands = [list(hand) for hand in state.hands]
    for other, at in spots:
        hands[other][at] = mixed.pop()
    drawn = mixed.pop() if others else state.drawn
    return replace(state, hands=tuple(map(tuple, hands)), pile=tuple(mixed), drawn=drawn)


@few
@given(games, st.integers(0, 120), st.integers(0, 10**6))
def test_view_does_not_depend_on_hidden_cards(game: tuple[int, int, int], moves: int, seed: int):
    state = after(game, moves)
    for seat in (None, *range(game[0])):
        other = with_the_unseen_shuffled(state, seat, Chance.of(b"unseen", seed, 0))
        assert all_cards(other) == Counter(DECK)
        assert RULES.view(other, seat) == RULES.view(state, seat)
        public = RULES.view(other, None)
        assert public == RULES.view(state, None)
        assert RULES.to_move(public) == RULES.to_move(RULES.view(state, None))


def heard(step: Step[State, Event], seat: int | None) -> list[Told[Event]]:
    return [told for told in step.told if told.to is None or seat in told.to]


@few
@given(games, st.integers(0, 120), st.integers(0, 10**6))
def test_events_do_not_depend_on_hidden_cards(game: tuple[int, int, int], moves: int, seed: int):
    state = after(game, moves)
    if state.up.losers:
        return
    seat = mover(state)
    other = with_the_unseen_shuffled(state, seat, Chance.of(b"unseen", seed, 0))
    luck = ("same deal", seed, 1)
    for move in list(RULES.legal_moves(RULES.view(state, seat)))[:10]:
        one = RULES.play(state, seat, move, Chance.of(luck[0].encode(), *luck[1:]))
        two = RULES.play(other, seat, move, Chance.of(luck[0].encode(), *luck[1:]))
        if any(isinstance(t.event, RoundEnded) for t in (*one.told, *two.told)):
            continue  # DL-10: that the next player is stuck is for everybody to know
        for listener in (None, *range(game[0])):
            drawing = one.state.up.drawing
            if drawing is None or drawing.seat != listener:
                assert heard(one, listener) == heard(two, listener)


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
    for _, move, step in steps(3, 2, 5):
        taken = [t.event for t in step.told if isinstance(t.event, ReserveTaken)]
        if taken and len(step.told) == 1:
            (event,) = taken
            back = step.state.up.backs[event.seat]
            assert back[event.gap] == event.card == move.card  # type: ignore
            return
    raise AssertionError("nobody took a reserve card")


# --- whatever is thrown at it ---------------------------------------------------------------------

wild = st.one_of(st.integers(-3, 15), st.integers())
some_cards = st.lists(st.sampled_from(DECK), max_size=4).map(tuple)
some_values = st.lists(wild, max_size=4).map(tuple)
any_move = st.one_of(
    st.builds(Play, first=wild, cards=some_cards, values=some_values),
    st.builds(PlayStop, position=wild),
    st.builds(PlayRedraw, position=wild),
    st.builds(TakeReserve, card=st.sampled_from(DECK), gap=wild),
    st.builds(Place, gap=wild),
)


@settings(max_examples=150, deadline=None)
@given(games, st.integers(0, 40), wild, any_move)
def test_any_move_is_played_or_refused_in_a_sentence(
    game: tuple[int, int, int], moves: int, seat: int, move: Move
):
    state = after(game, moves)
    for mover_or_other in (seat, *RULES.to_move(RULES.view(state, None))):
        try:
            step = RULES.play(state, mover_or_other, move, Chance.of(b"any", 1, 1))
        except IllegalMove as refused:
            sentence = refused.said(lambda other: f"Seat {other + 1}")
        else:
            sentence = "It was played."
            assert all_cards(step.state) == Counter(DECK)
        assert not sentence[0].islower()
        assert sentence.endswith((".", "!"))


@few
@given(games, st.integers(0, 200))
def test_states_views_moves_and_events_survive_json(game: tuple[int, int, int], moves: int):
    for before, move, step in steps(*game, limit=moves):
        last = (before, move, step)
    if moves == 0:
        return
    before, move, step = last

    def keeps(kind: Any, value: object) -> None:
        adapter: TypeAdapter[object] = TypeAdapter(kind)
        assert adapter.validate_json(adapter.dump_json(value)) == value

    keeps(State, step.state)
    keeps(Move, move)
    for told in step.told:
        keeps(Event, told.event)
    for seat in (None, 0):
        keeps(View, RULES.view(step.state, seat))


def test_one_deadline_covers_all_cards_of_a_draw():
    keys = {}
    for before, move, step in steps(4, 2, 7):
        key = RULES.question(RULES.view(before, None)).key
        then = RULES.question(RULES.view(step.state, None)).key
        keys[before.up.drawing and before.up.drawing.left] = key
        goes_on = isinstance(move, Place) and step.state.up.drawing is not None
        assert (key == then) == goes_on
    assert any(left and left > 1 for left in keys)


@few
@given(games)
def test_question_key_is_never_reused(
    game: tuple[int, int, int],
):
    asked: dict[str, tuple[int, bool]] = {}
    last = ""
    for before, _, _ in steps(*game):
        key = RULES.question(RULES.view(before, None)).key
        put = (mover(before), before.up.drawing is not None)
        assert asked.setdefault(key, put) == put
        # only the cards of one draw share a question, and nothing comes between them
        assert key == last or list(asked)[-1] == key
        assert key != last or put[1]
        last = key


# --- refusals -------------------------------------------------------------------------------------


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
        if "is not in your reserve" in said or "the card can go to" in said:
            assert TakeReserve in kinds
            continue
        assert ("play something higher" in said.lower() or "card" in said) or Play not in kinds
        assert ("a STOP" in said) == (PlayStop in kinds)
        assert ("a REDRAW" in said) == (PlayRedraw in kinds)
        assert ("or take a" in said or ": take a" in said) == (TakeReserve in kinds)
        assert ("reserve is used up" in said) == (
            bool(view.up.trick) and not view.up.reserves[seat]
        )
        assert ("Nothing you hold is higher" in said) == (
            Play not in kinds and bool(to_beat(view.up))
        )


# --- what is legal, both ways ---------------------------------------------------------------------


def everything_to_try(view: View) -> set[Move]:
    """Return moves of every kind, near misses among them, for this position."""
    small = range(-1, len(view.hand) + 3)
    tried: set[Move] = set(RULES.candidates(view))
    tried |= {PlayStop(position=at) for at in small}
    tried |= {PlayRedraw(position=at) for at in small}
    tried |= {Place(gap=gap) for gap in small}
    return tried | {TakeReserve(card=card, gap=gap) for card in set(DECK) for gap in small}


@settings(max_examples=15, deadline=None)
@given(games, st.integers(0, 60))
def test_legal_moves_are_exactly_the_accepted_moves(game: tuple[int, int, int], moves: int):
    state = after(game, moves)
    for seat in range(game[0]):
        view = RULES.view(state, seat)
        legal = list(RULES.legal_moves(view))
        assert len(legal) == len(set(legal))
        assert bool(legal) == (seat in RULES.to_move(RULES.view(state, None)))
        tried = everything_to_try(view)
        assert set(legal) <= tried, "the candidates leave a legal move out"
        accepted = {move for move in tried if can_be_played(state, seat, move)}
        assert accepted == set(legal)


def can_be_played(state: State, seat: int, move: Move) -> bool:
    try:
        RULES.play(state, seat, move, Chance.of(b"try", 1, 1))
    except IllegalMove:
        return False
    return True


def test_the_public_has_no_moves():
    state = after((4, 2, 3), 5)
    assert list(RULES.legal_moves(RULES.view(state, None))) == []


def test_highest_reading_of_cards_comes_first():
    for state, _, _ in steps(3, 2, 5):
        if state.up.drawing is None:
            view = RULES.view(state, mover(state))
            plays = [move for move in RULES.legal_moves(view) if isinstance(move, Play)]
            best = [move for move in plays if move.values == readings(move.cards)[-1]]
            assert plays[: len(best)] == best
            assert [move.first for move in best] == sorted(move.first for move in best)
