"""The sample deals that TRUMP The Game offers to its players."""

from dataclasses import replace
from typing import get_args

from games.trump.deals import samples
from games.trump.deals.legal_deals import no_counter, no_propose
from games.trump.moves import Counter, Duty, Propose
from games.trump.state import Acting, Proposed
from tests.games.trump.dealing import (
    ANY,
    DONNA,
    MIKE,
    OUT,
    YOU,
    dealing,
    give_back,
    promised,
)
from tests.games.trump.random_games import CASES, game
from tests.games.trump.table import (
    legal,
    play,
    view,
)


def test_a_player_who_can_deal_is_always_offered_a_deal():
    empty = dealing([], [], [], [], owners={}, cash=(0, 0, 0, 0))
    for turn in range(30, 50):
        state = replace(empty, public=replace(empty.public, turn=turn))
        offers = [move for move in legal(state, YOU) if isinstance(move, Propose)]
        assert offers
        state = play(state, YOU, offers[0]).state
        assert any(isinstance(move, Counter) for move in legal(state, offers[0].to))


def test_without_a_promise_in_force_every_sample_is_legal():
    checked = 0
    for step, _ in (step for case in CASES for step in game(case)):
        public = step.state.public
        if public.promises or not public.dealing:
            continue  # samples are checked while promises are in force
        if isinstance(public.phase, Acting):
            mine = view(step.state, public.seat)
            refused = [no_propose(mine, move) for move in samples.proposals(mine)]
        elif isinstance(public.phase, Proposed) and public.phase.counter is None:
            mine = view(step.state, public.phase.open.to)
            offers = samples.counters(mine, public.phase.offer)
            refused = [no_counter(mine, move) for move in offers]
        else:
            continue
        assert not any(refused), public
        checked += len(refused)
    assert checked > 1000


def test_the_samples_show_everything_that_a_deal_may_contain():
    shown, dates = set(), set()
    loan = promised(1, DONNA, give_back(MIKE, OUT, turn=500))
    hands = ["Hotel Profits", "Tax", "Force Sale", ANY], [ANY, ANY], [ANY, OUT], ["Tax", OUT]
    state = dealing(*hands, promises=[loan])
    for turn in range(30, 130):
        at = replace(state, public=replace(state.public, turn=turn))
        for move in (move for move in legal(at, YOU) if isinstance(move, Propose)):
            for side, name in ((move.give, "give"), (move.get, "get")):
                kinds = ("properties", "cards", "random", "cash")
                shown |= {f"{name} {kind}" for kind in kinds if getattr(side, kind)}
            shown |= {f"then {move.then and move.then.kind}", f"to {move.to}"}
            for clause in move.promises:
                if clause.duty in ("pay", "return"):
                    date = (clause.card is not None, clause.turn is not None, clause.lapses)
                    dates.add((clause.duty, *date))
                shown.add(f"{clause.duty} {'mine' if clause.by == YOU else 'theirs'}")
                if clause.turn is not None:
                    shown.add("now" if clause.turn == turn else "later")
    kinds = ("properties", "cards", "random", "cash")
    duties = get_args(Duty)
    wanted = {f"{side} {kind}" for side in ("give", "get") for kind in kinds}
    wanted |= {f"then {then}" for then in ("None", "pass", "play", "tax", "force_sale")}
    wanted |= {f"{duty} {whose}" for duty in duties for whose in ("mine", "theirs")}
    assert wanted | {"to 1", "to 2", "to 3", "now", "later"} <= shown
    when = ((False, True, False), (True, False, False), (True, True, True), (True, True, False))
    assert dates == {(duty, *date) for duty in ("pay", "return") for date in when}
