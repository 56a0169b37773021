"""Whose turn it is, and when the game is over."""

from dataclasses import replace

from games.downeast.decks import END_DEAL_CAP
from games.downeast.displays import all_complete, matches, standing
from games.downeast.events import Ended
from games.downeast.state import Choosing, Outcome, Over, State, public
from games.rules import Step


def next_turn(state: State) -> Outcome:
    """Pass the turn on, clockwise from whoever had it (DD-7), or end the game."""
    state = replace(state, face_down=(), limit=None)
    if not state.deck:
        if all_complete(state.displays):  # DD-36: looked at after every deal and auction
            return end(state, cut_short=False)
        if state.end_deals >= END_DEAL_CAP:  # DD-37: it may go round in circles
            return end(state, cut_short=True)
    seats = len(state.holdings)
    for step in range(1, seats + 1):
        seat = (state.turn + step) % seats
        # DD-6: with the deck empty, who can start no deal is skipped
        if state.deck or matches(state.displays, seat):
            return Step(replace(state, turn=seat, turns=state.turns + 1, phase=Choosing()))
    raise AssertionError("an item is shared out, and nobody can deal for it")  # DD-36


def end(state: State, *, cut_short: bool) -> Outcome:
    """End the game and tell the score."""
    over = replace(state, phase=Over(cut_short=cut_short))
    score = standing(over.displays, over.cards, over=True)
    winners = tuple(sorted(score.winners))
    return Step(over, public(Ended(points=score.points, winners=winners, cut_short=cut_short)))
