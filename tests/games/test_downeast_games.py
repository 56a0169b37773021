"""Downeast Dealer: what no game of it may ever do, and one whole game written down."""

import os
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from games.chance import Chance
from games.downeast.cash import handful
from games.downeast.decks import CHEST_PAYS, START_CASH
from games.downeast.events import Event
from games.downeast.moves import (
    Answer,
    Call,
    Challenge,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    TurnOver,
)
from games.downeast.state import Choosing, Holding, Options, Pile, State
from games.downeast.views import View
from games.rules import IllegalMove, Step
from tests.games.downeast_table import RULES

GOLDEN = Path(__file__).parents[1] / "golden" / "downeast.txt"

TERMS = [
    Options(),
    Options(thief=True),
    Options(deck="yankee", thief=True, open_payments=True),
    Options(deck="yankee", short=True, limits=False),
    Options(short=True, thief=True, bluff_bids=True),
    Options(thief=True, short=True, removed=("Chest", "Trophy")),
    Options(bluff_bids=True),
]


def any_move(state: State, luck: Chance) -> tuple[int, Move]:
    """Pick somebody who may move, most often somebody who is awaited, and a move of theirs."""
    awaited = sorted(RULES.awaited(RULES.view(state, None)))
    seats = list(range(len(state.holdings)))
    pool = seats if luck.below(8) == 0 else awaited
    can = [(seat, move) for seat in pool for move in RULES.moves(RULES.view(state, seat))]
    if not can:
        return any_move(state, luck)
    # an auction more often than a deal, or a game would take all day
    if isinstance(can[0][1], TurnOver) and luck.below(2):
        return can[0]
    return can[luck.below(len(can))]


def game(seats: int, options: Options, seed: int) -> list[Step]:
    """Play a game at random; every step of it."""
    luck = Chance.of(b"random games", seed, 0)
    steps = [RULES.start(seats, options, luck)]
    while RULES.awaited(RULES.view(steps[-1].state, None)):
        assert len(steps) < 20_000, "this game does not end"
        seat, move = any_move(steps[-1].state, luck)
        steps.append(RULES.play(steps[-1].state, seat, move, luck))
    return steps


def all_cash(state: State) -> Counter[int]:
    hands = [card for holding in state.holdings for card in holding.cash]
    down = [card for pile in state.face_down for card in pile.cards]
    return Counter([*hands, *down, *getattr(state.phase, "pot", ())])


def all_items(state: State) -> Counter[str]:
    up = [name for holding in state.holdings for name in holding.items]
    block = [state.phase.item] if state.phase.kind not in ("choosing", "deal", "over") else []
    return Counter([*up, *state.deck, *block])


@pytest.mark.parametrize("options", TERMS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_games_end_and_keep_every_card_and_every_dollar(seats: int, options: Options):
    steps = game(seats, options, seed=seats)
    items = all_items(steps[0].state)
    for step in steps:
        state = step.state
        assert all_items(state) == items
        there = [*START_CASH, *CHEST_PAYS[: state.chests]] * seats
        assert all_cash(state) == Counter(there)
    last = steps[-1].state
    standing = RULES.standing(RULES.view(last, None))
    assert standing.winners
    if not last.phase.cut_short:
        assert all(display.count(name) == 4 for display in last.displays for name in display)


@pytest.mark.parametrize("options", TERMS)
@pytest.mark.parametrize("seats", [3, 5])
def test_a_game_that_only_the_clock_plays_ends(seats: int, options: Options):
    luck = Chance.of(b"clock", seats, 0)
    state = RULES.start(seats, options, luck).state
    for _ in range(3000):
        awaited = RULES.awaited(RULES.view(state, None))
        if not awaited:
            break
        seat = min(awaited)
        move = next(iter(RULES.moves(RULES.view(state, seat))))
        state = RULES.play(state, seat, move, luck).state
    assert state.phase.kind == "over"
    assert not state.phase.cut_short


def test_every_awaited_seat_has_moves_and_each_is_accepted():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=100 + number)[::9]:
            state = step.state
            for seat in range(4):
                moves = list(RULES.moves(RULES.view(state, seat)))
                assert moves or seat not in RULES.awaited(RULES.view(state, None))
                for move in moves:
                    RULES.play(state, seat, move, Chance.tape())


def test_everything_survives_json():
    for number, options in enumerate(TERMS[:5]):
        steps = game(3, options, seed=200 + number)
        for step in [*steps[::40], steps[-1]]:
            values: list[tuple[object, object]] = [
                (State, step.state),
                (View, RULES.view(step.state, 1)),
                *((Event, told.event) for told in step.told),
                *((Move, move) for move in RULES.moves(RULES.view(step.state, 1))),
            ]
            for kind, value in values:
                door = TypeAdapter(kind)
                assert door.validate_json(door.dump_json(value), strict=True) == value


# --- secrets --------------------------------------------------------------------------------------


def disguised(state: State, seat: int | None) -> State:
    """Change everything that this seat may not know: luck to come, others' cash and secrets."""
    twisted = Counter(START_CASH * 3)
    holdings = tuple(
        holding if other == seat else replace(holding, cash=handful(twisted.elements()))
        for other, holding in enumerate(state.holdings)
    )
    face_down = tuple(
        pile if pile.seat == seat else Pile(pile.seat, (500, 0)) for pile in state.face_down
    )
    leads = getattr(state.phase, "leader", None)
    return replace(
        state,
        holdings=holdings,
        deck=tuple(reversed(state.deck)),
        face_down=face_down,
        limit=state.limit if seat is not None and seat == leads else 870,
        past=tuple(told for told in state.past if told.to is None or seat in told.to),
    )


def test_views_and_who_is_awaited_do_not_depend_on_what_a_seat_may_not_know():
    for number, options in enumerate(TERMS):
        for step in game(4, options, seed=300 + number)[::3]:
            for seat in (None, 0, 1, 2, 3):
                other = disguised(step.state, seat)
                assert RULES.view(other, seat) == RULES.view(step.state, seat)
                awaited, question = RULES.awaited, RULES.question
                here, there = RULES.view(step.state, None), RULES.view(other, None)
                if seat is None:
                    assert (awaited(here), question(here)) == (awaited(there), question(there))


def secretly_otherwise(state: State, seat: int, move: Move) -> Move | None:
    """Make a move that looks the same to all who are not concerned, with another secret in it."""
    hand = state.holdings[seat].cash
    if isinstance(move, Seal) and len(state.phase.bidders) - len(state.phase.sealed) > 1:
        return replace(move, cards=hand[:1] if move.cards != hand[:1] else ())
    if isinstance(move, Challenge | Offer):
        cards = handful(set(hand) - set(move.cards)) if not move.fanned else move.cards[::-1]
        return replace(move, cards=cards)
    if isinstance(move, Raise) and move.limit is None and state.limit is None:
        fits = state.options.limits and move.amount <= sum(hand)
        return replace(move, limit=move.amount) if fits else None
    if isinstance(move, SetLimit) and move.limit is not None:
        return replace(move, limit=move.bid)
    return None


def test_told_is_the_same_to_all_who_may_not_know_the_difference():
    compared = Counter()
    for number, options in enumerate(TERMS):
        luck = Chance.of(b"told", number, 0)
        state = RULES.start(4, options, luck).state
        while RULES.awaited(RULES.view(state, None)):
            seat, move = any_move(state, luck)
            step = RULES.play(state, seat, move, luck)
            other = secretly_otherwise(state, seat, move)
            if other is not None:
                twin = RULES.play(state, seat, other, luck)
                for reader in {None, 0, 1, 2, 3} - {seat}:
                    assert heard(step, reader) == heard(twin, reader)
                    assert RULES.view(step.state, reader) == RULES.view(twin.state, reader)
                compared[type(move)] += 1
            state = step.state
    assert {Seal, Challenge, Offer, Raise, SetLimit} <= set(compared)


def heard(step: Step, reader: int | None) -> list[Event]:
    return [told.event for told in step.told if told.to is None or reader in told.to]


def test_a_view_remembers_no_more_than_its_seat_was_told():
    steps = game(4, Options(thief=True), seed=400)
    for seat in (None, 0, 1, 2, 3):
        told = [event for step in steps for event in heard(step, seat)]
        past = RULES.view(steps[-1].state, seat).past
        assert past
        assert not Counter(map(repr, past)) - Counter(map(repr, told))


# --- nonsense -------------------------------------------------------------------------------------

numbers = st.sampled_from([-(10**30), -10, -1, 0, 1, 2, 3, 5, 10, 60, 100, 10**30])
some_cash = st.lists(numbers, max_size=4).map(tuple)
names = st.sampled_from(["Canoe", "Trap", "Thief", "", "Wreath", "canoe"])
limits = st.none() | numbers
nonsense = st.one_of(
    st.builds(TurnOver, lot=numbers),
    st.builds(Raise, lot=numbers, amount=numbers, over=numbers, limit=limits),
    st.builds(SetLimit, lot=numbers, bid=numbers, limit=limits),
    st.builds(Pass, lot=numbers, over=numbers),
    st.builds(Call, lot=numbers, over=numbers),
    st.builds(Sell, lot=numbers, to=numbers, price=numbers),
    st.builds(Pay, lot=numbers, price=numbers, cards=some_cash),
    st.builds(Challenge, item=names, target=numbers, cards=some_cash),
    st.builds(Offer, item=names, target=numbers, offer=numbers, cards=some_cash),
    st.builds(Answer, item=names, challenger=numbers, offer=numbers, cards=some_cash),
    st.builds(Seal, lot=numbers, round=numbers, cards=some_cash),
)
POSITIONS = [step.state for step in game(3, Options(thief=True), seed=500)[::7]]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(POSITIONS), numbers, nonsense)
def test_any_move_at_all_is_played_or_refused_in_a_sentence(state: State, seat: int, move: Move):
    sentence = "Played."
    try:
        RULES.play(state, seat, move, Chance.tape())
    except IllegalMove as refusal:
        sentence = str(refusal)
    assert sentence.endswith((".", "?"))


# --- a whole game, written down -------------------------------------------------------------------


def written_game() -> str:
    """Write a small game down: the moves, what was told to whom, and what every seat could see."""
    luck = Chance.of(b"golden", 4, 0)
    deck = ("Trophy", "Chest", "Thief") * 4
    state = State(
        options=Options(thief=True),
        holdings=(Holding(START_CASH),) * 3,
        deck=luck.shuffled(deck),
        turn=0,
        phase=Choosing(),
    )
    lines = ["A small game: twelve cards, three seats.", *seen(state)]
    number = 0
    while RULES.awaited(RULES.view(state, None)):
        number += 1
        seat, move = any_move(state, luck)
        step = RULES.play(state, seat, move, luck)
        state = step.state
        lines += ["", f"{number}. seat {seat}: {move}"]
        for told in step.told:
            whom = "all" if told.to is None else ", ".join(map(str, sorted(told.to)))
            lines.append(f"   told {whom}: {told.event}")
        lines += seen(state)
    lines += ["", f"standing: {RULES.standing(RULES.view(state, None))}"]
    for one in (None, 0, 1, 2):
        past = RULES.view(state, one).past
        lines += ["", f"what {'everybody' if one is None else f'seat {one}'} remembers:"]
        lines += [f"   {event}" for event in past]
    return "\n".join(lines) + "\n"


def seen(state: State) -> list[str]:
    """Write the public view in full, and of each seat's own what differs."""
    public = RULES.view(state, None)
    rest = ("seat", "options", "past")
    shown = {one.name: getattr(public, one.name) for one in fields(public) if one.name not in rest}
    lines = [f"   public: {' '.join(f'{key}={value!r}' for key, value in shown.items())}"]
    for seat in range(len(state.holdings)):
        view = RULES.view(state, seat)
        own = {key: getattr(view, key) for key in shown if getattr(view, key) != shown[key]}
        lines.append(
            f"   seat {seat}: {' '.join(f'{key}={value!r}' for key, value in own.items())}"
            f" awaited={seat in RULES.awaited(public)}"
        )
    return lines


def test_the_golden_game_is_played_as_it_was_written_down():
    game_now = written_game()
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.write_text(game_now)
    assert game_now == GOLDEN.read_text()
