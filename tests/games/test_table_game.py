"""What a TableGame adds to its game: guards, views, and questions whose keys never come back.

The game is a small one: all choose a number in secret, and may change it; when all have chosen, the
round ends. Anybody may wave at any time, which everybody sees. Seat 0 may then end the game alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import pytest

from games.chance import Chance
from games.random_player import RandomPlayer
from games.rules import IllegalMove, Refusal, Seat, Standing, Step
from games.table_game import State, TableGame, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    options: Options
    round: int
    ready: tuple[bool, ...]
    waves: int
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    kind: Literal["choose"] = "choose"
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wave:
    kind: Literal["wave"] = "wave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    kind: Literal["settle"] = "settle"
    end: bool


Move: TypeAlias = Choose | Wave | Settle
Table: TypeAlias = State[Public, int]


class Picking(TableGame[Options, Public, int, Move, Wave]):
    name = "picking"
    title = "Picking"
    version = 1
    seats = range(2, 4)

    def deal(self, seats: int, options: Options, chance: Chance) -> Step[Table, Wave]:
        ready = (False,) * seats
        public = Public(options=options, round=1, ready=ready, waves=0, over=False)
        return Step(State(public=public, hands=(0,) * seats, asked=0))

    def waits_for(self, public: Public) -> tuple[Seat, ...]:
        if public.over:
            return ()
        waiting = tuple(seat for seat, ready in enumerate(public.ready) if not ready)
        return waiting or (0,)

    def moves(self, view: View[Public, int]) -> Iterator[Move]:
        public = view.public
        if not all(public.ready):
            yield from (Choose(numbers=(number,)) for number in (1, 2) if number != view.mine)
        elif view.me == 0:
            yield Settle(end=False)
            yield Settle(end=True)
        yield Wave()

    def make(self, state: Table, seat: Seat, move: Move, chance: Chance) -> Step[Table, Wave]:
        public = state.public
        match move:
            case Choose(numbers=numbers):
                hands = (*state.hands[:seat], *numbers, *state.hands[seat + 1 :])
                ready = (*public.ready[:seat], True, *public.ready[seat + 1 :])
                return Step(replace(state, hands=hands, public=replace(public, ready=ready)))
            case Wave():
                return Step(replace(state, public=replace(public, waves=public.waves + 1)))
            case Settle(end=end):
                ready, ended = (False,) * len(public.ready), public.round + (not end)
                after = replace(public, ready=ready, over=end, round=ended)
                return Step(replace(state, public=after, hands=(0,) * len(ready)))

    def points(self, public: Public) -> tuple[int, ...]:
        return tuple(map(int, public.ready))

    def winners(self, public: Public) -> list[Seat]:
        return [0] if public.over else []


RULES = Picking()
ONE, TWO = Choose(numbers=(1,)), Choose(numbers=(2,))


def state_after(*moves: tuple[Seat, Move], seats: int = 2) -> Table:
    state = RULES.start(seats, Options(), Chance.tape()).state
    for seat, move in moves:
        state = RULES.play(state, seat, move, Chance.tape()).state
    return state


def key(*moves: tuple[Seat, Move], seats: int = 2) -> str:
    return RULES.question(RULES.view(state_after(*moves, seats=seats), None)).key


def refusal(state: Table, seat: Any, move: Any) -> str:
    with pytest.raises(IllegalMove) as refused:
        RULES.play(state, seat, move, Chance.tape())
    return str(refused.value)


# --- questions ------------------------------------------------------------------------------------


def test_an_answer_of_one_of_several_asks_the_others_nothing_new():
    assert key((0, ONE), seats=3) == key((0, ONE), (2, ONE), seats=3) == key(seats=3)


def test_a_question_is_new_when_other_seats_are_asked():
    keys = [key(), key((0, ONE), (1, ONE)), key((0, ONE), (1, ONE), (0, Settle(end=False)))]
    assert len(set(keys)) == 3


def test_a_question_is_new_when_the_only_seat_asked_has_moved():
    before = ((0, ONE), (1, ONE))
    assert key(*before, (0, Wave())) != key(*before), "seat 0 is asked alone, and has waved"


def test_a_question_is_new_when_the_last_to_answer_is_asked_again_alone():
    assert key((1, ONE)) == key()
    assert key((1, ONE), (0, ONE)) != key((1, ONE))


def test_a_move_out_of_turn_asks_nothing_new():
    before = ((0, ONE), (1, ONE))
    assert key(*before, (1, Wave())) == key(*before)
    assert key((0, ONE), (0, Wave())) == key()
    assert key((0, Wave())) == key(), "seat 0 is one of two who are asked"


def test_a_secret_change_asks_nothing_new():
    assert key((0, ONE), (0, TWO)) == key((0, ONE))
    assert state_after((0, ONE)) != state_after((0, ONE), (0, TWO))


def test_no_key_comes_back_when_everything_public_is_as_it_was():
    rounds = [(0, ONE), (1, ONE), (0, Settle(end=False))]
    again = [replace(state_after(*rounds * count).public, round=1) for count in range(4)]
    assert len(set(again)) == 1
    assert len({state_after(*rounds * count).asked for count in range(4)}) == 4


def test_a_game_may_count_a_question_itself():
    class Counting(Picking):
        def make(self, state: Table, seat: Seat, move: Move, chance: Chance) -> Step[Table, Wave]:
            step = super().make(state, seat, move, chance)
            return Step(replace(step.state, asked=step.state.asked + 1))

    state = state_after((0, ONE))
    assert Counting().play(state, 1, Wave(), Chance.tape()).state.asked == 1, "it was out of turn"
    assert Counting().play(state, 1, ONE, Chance.tape()).state.asked == 1, "it is not counted twice"


def test_a_question_is_about_the_round():
    assert RULES.question(RULES.view(state_after(), None)).subject == "round 1"
    ended = state_after((0, ONE), (1, ONE), (0, Settle(end=False)))
    assert RULES.question(RULES.view(ended, None)).subject == "round 2"


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 2, 10**9, True, 0.0, None, "0"])
def test_a_stranger_has_no_moves(seat: Any):
    assert "don't have a seat" in refusal(state_after(), seat, ONE)


@pytest.mark.parametrize(
    "move",
    [
        *(Choose(numbers=numbers) for numbers in [(), (True,), (1.0,), (1, 2), (3,), [1], "1", 1]),
        *(Settle(end=end) for end in [0, 1, None]),
        *(None, 1, "wave", Wave),
    ],
)
def test_a_move_with_a_field_of_another_type_is_not_a_legal_move(move: Any):
    state = state_after((0, ONE), (1, ONE)) if isinstance(move, Settle) else state_after()
    assert refusal(state, 0, move) == "You can't do that now. Your hand shows what you can do."


def test_a_seat_that_is_not_asked_is_told_for_whom_the_table_waits():
    assert refusal(state_after((0, ONE), (1, ONE)), 1, ONE) == "It's seat 1's turn. Wait for yours."
    assert refusal(state_after((0, TWO), seats=3), 0, TWO) == (
        "It isn't your turn. Wait for the others."
    )


def test_nothing_is_played_after_the_end():
    state = state_after((0, ONE), (1, ONE), (0, Settle(end=True)))
    assert refusal(state, 0, Wave()) == "The game is over."
    assert not list(RULES.legal_moves(RULES.view(state, 0)))


def test_a_game_words_its_refusals():
    class Gentle(Picking):
        def why_not(self, view: View[Public, int], move: Move) -> IllegalMove:
            return IllegalMove("{0}, choose 1 or 2.", view.me)

    with pytest.raises(IllegalMove, match="seat 2, choose 1 or 2"):
        Gentle().play(state_after(), 1, Choose(numbers=(9,)), Chance.tape())


def test_a_game_is_asked_only_about_moves_of_its_types():
    """So its author need not think of a number that is a text, or of a seat that nobody has."""

    class Trusting(Picking):
        def is_legal(self, view: View[Public, int], move: Move) -> bool:
            return isinstance(move, Choose) and max(move.numbers) < 3

        def why_not(self, view: View[Public, int], move: Move) -> IllegalMove:
            return IllegalMove(f"{move.kind} is not possible.")

    def refused(move: Any) -> str:
        with pytest.raises(IllegalMove) as refusal:
            Trusting().play(state_after(), 0, move, Chance.tape())
        return str(refusal.value)

    assert refused(Wave()) == "wave is not possible."
    for move in (Choose(numbers=("9",)), Settle(end=1), "wave", None):  # type: ignore[arg-type]
        assert refused(move).startswith("You can't do that now.")


def test_a_game_that_samples_a_kind_of_move_says_which_are_legal():
    class Sampling(Picking):
        sampled = (Choose,)

        def is_legal(self, view: View[Public, int], move: Move) -> bool:
            return isinstance(move, Choose) and move.numbers == (7,)

    assert (
        Sampling().play(state_after(), 1, Choose(numbers=(7,)), Chance.tape()).state.hands[1] == 7
    )


def test_a_number_of_players_that_cannot_play_is_refused():
    with pytest.raises(Refusal, match="Picking is for 2 to 3 players"):
        RULES.start(4, Options(), Chance.tape())


# --- what follows from the rest -------------------------------------------------------------------


def test_a_view_has_its_own_hand_and_no_other():
    state = state_after((1, TWO))
    assert [RULES.view(state, seat).hand for seat in (None, 0, 1)] == [None, 0, 2]
    assert (RULES.view(state, 1).me, RULES.view(state, 1).mine) == (1, 2)
    for absent in ("me", "mine"):
        with pytest.raises(AssertionError, match="the public"):
            getattr(RULES.view(state, None), absent)


def test_the_public_has_no_moves():
    assert not list(RULES.legal_moves(RULES.view(state_after(), None)))


def test_the_standing_is_the_points_and_the_winners():
    state = state_after((0, ONE), (1, ONE), (0, Settle(end=True)))
    assert RULES.standing(RULES.view(state, None)) == Standing((0, 0), frozenset({0}))


def test_a_game_without_a_house_player_has_one_that_plays_at_random():
    assert isinstance(RULES.player, RandomPlayer)
    view = RULES.view(state_after(), 0)
    assert RULES.player.choose(view, Chance.tape([0, 1])) == TWO

    class Housed(Picking):
        player = RandomPlayer(lambda view: [Wave()])

    own = Housed.player
    assert Housed().player is own
