"""What must hold in every game of TRUMP The Game: conservation, storage and legal moves."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from db.base.codec import codec_of
from games.chance import Chance
from games.rules import IllegalMove
from games.trump.cards import CARDS, DECK, PROPERTIES, in_order
from games.trump.events import (
    Event,
)
from games.trump.moves import (
    Accept,
    Add,
    ComeBack,
    DropPlan,
    Duty,
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
from games.trump.player import TrumpPlayer
from games.trump.state import OPEN_DUTIES, Bidding, Opening, Options, Over, Phase, State
from tests.games.trump.random_games import (
    CASES,
    MORE_CASES,
    Books,
    Case,
    all_cards,
    every_case,
    game,
    some,
)
from tests.games.trump.table import RULES, deal_out, legal, to_move, view

CODEC = codec_of(RULES)


@every_case
def test_tr_55_all_cash_and_boxes_follow_from_public_events(case: Case):
    books = Books()
    for step, _ in game(case):
        books.check(step)


@every_case
def test_nothing_is_lost_and_every_game_ends(case: Case):
    deck = Counter(DECK)
    steps = game(case)
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
            assert state.sealed == state.plans == (None,) * case.seats
    last = steps[-1][0].state
    assert isinstance(last.public.phase, Over)
    assert not last.public.promises  # TR-74
    assert not last.public.debts
    standing = RULES.standing(view(last))
    best = max(standing.points)
    assert standing.winners == {
        seat for seat, points in enumerate(standing.points) if points == best
    }


@pytest.mark.parametrize("seats", [3, 4])
def test_house_players_play_whole_games_with_legal_moves(seats: int):
    for seed in range(5):
        luck, step = deal_out(seats, Options(), seed)
        owned = 0
        for _ in range(3000):
            waiting = to_move(step.state)
            if not waiting:
                break
            seat = min(waiting)
            step = RULES.play(
                step.state, seat, TrumpPlayer().choose(view(step.state, seat), luck), luck
            )
            owned = max(owned, sum(box.owner is not None for box in step.state.public.boxes))
        assert isinstance(step.state.public.phase, Over)
        assert owned >= 7  # it bids for what there is
        assert max(RULES.standing(view(step.state)).points) > 450  # and makes something of it


@every_case
def test_states_moves_events_and_views_survive_json(case: Case):
    largest = 0
    for at, (step, made) in enumerate(game(case)):
        written = CODEC.state.dump(step.state)
        largest = max(largest, len(written))
        assert CODEC.state.load(written) == step.state
        assert CODEC.told.load(CODEC.told.dump(step.told)) == step.told
        if made is not None:
            assert CODEC.move.load(CODEC.move.dump(made[1])) == made[1]
        if at % 5 == 0:
            for seat in (None, *range(case.seats)):
                own = view(step.state, seat)
                assert CODEC.view.load(CODEC.view.dump(own)) == own
    assert largest < 12_000


def test_a_game_replays_exactly():
    for case in CASES[::4]:
        luck, step = deal_out(*case)
        for before, (seat, move) in game(case)[1:]:
            step = RULES.play(step.state, seat, move, luck)
            assert step == before


def tries(state: State, seat: int) -> Iterator[Move]:
    """Yield moves of every kind that may be legal for this seat, and some that never are."""
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
    """Return whether a move is legal; only IllegalMove may be raised."""
    try:
        step = RULES.play(state, seat, move, Chance.of(b"tried", 1, 1))
    except IllegalMove as refusal:
        said = str(refusal)
    else:
        return CODEC.state.load(CODEC.state.dump(step.state)) == step.state
    assert said.endswith(".")
    assert "None" not in said
    return False


@pytest.mark.parametrize("case", CASES[::2])
def test_a_move_is_offered_exactly_if_it_is_accepted(case: Case):
    for state in some(case, 25):
        waiting = to_move(state)
        for seat in range(case.seats):
            offered = legal(state, seat)
            assert offered or seat not in waiting
            assert len(set(offered)) == len(offered), "a move is offered twice"
            assert all(accepted(state, seat, move) for move in offered)
            whole, kinds = set(offered), {type(move) for move in offered}
            for move in tries(state, seat):
                if move not in whole and accepted(state, seat, move):
                    assert type(move) in RULES.sampled, f"{move} is accepted, but not offered"
                    assert type(move) in kinds, f"no {type(move).__name__} is offered: {move}"


def test_every_kind_of_move_event_and_phase_comes_up_and_every_game_ends():
    moves, events, phases = set[type](), set[type](), set[type]()
    for case in MORE_CASES:
        for step, made in game(case):
            events |= {type(told.event) for told in step.told}
            moves |= {type(made[1])} if made else set()
            phases.add(type(step.state.public.phase))
        assert isinstance(game(case)[-1][0].state.public.phase, Over)
    assert moves == set(get_args(Move))
    assert events == set(get_args(Event))
    assert phases == set(get_args(Phase))


def test_the_samples_contain_moves_of_every_shape():
    shapes = Counter[str]()
    for case in MORE_CASES:
        for step, _ in game(case):
            for seat in to_move(step.state):
                shapes.update(shape for move in legal(step.state, seat) for shape in shape_of(move))
    wanted = {
        *(*get_args(Duty), "by turn", "with card", "until", "or by"),
        *("random", "gives card", "gets card", "gives property", "gets property", "cash", "loan"),
        *("then", "counter", "investors", "two investors", "plan", "no bid", "all in"),
    }
    assert wanted <= set(shapes), f"never: {wanted - set(shapes)}"


def shape_of(move: Any) -> Iterator[str]:
    """Yield what is special about a move of a sampled kind."""
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
        for clause in move.promises:
            yield clause.duty
            there = clause.property in (*move.give.properties, *move.get.properties)
            yield "loan" if clause.duty == "return" and there else ""
            if clause.card is None or clause.duty in OPEN_DUTIES:
                yield "by turn"
            else:
                yield "with card" if clause.turn is None else "until" if clause.lapses else "or by"
