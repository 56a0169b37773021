"""Everything that happens in Dealt! without a decision: tricks and rounds end, new hands are dealt.

`settle` is called after each turn. It advances the table to the next decision and records the
events in the order of DL-16.
"""

from dataclasses import replace

from games.chance import Chance
from games.dealt.cards import DECK, DRAWN, HAND, RESERVE, Card, Cards
from games.dealt.events import (
    DrawOwed,
    Drew,
    EndReason,
    Event,
    GameEnded,
    HandDealt,
    LeadReason,
    Played,
    Redrawn,
    RoundEnded,
    RoundStarted,
    Stopped,
    WentOut,
    lead_taken,
    trick_ended,
)
from games.dealt.legal import can_play
from games.dealt.state import Drawing, FaceUp, Options, State, highest, new_state, turn
from games.rules import Seat, Told, new_told


class Telling(list[Told[Event]]):
    """Collect the events of one step, in order."""

    def all(self, event: Event) -> None:
        """Add an event that everybody sees."""
        self.append(new_told(event))

    def only(self, seat: Seat, event: Event) -> None:
        """Add an event that only one seat sees."""
        self.append(new_told(event, frozenset({seat})))


def settle(state: State, told: Telling, chance: Chance) -> State:
    """Advance the table after a turn to the next decision."""
    up = state.up
    seat = turn(up)
    if seat is None:
        return _end_trick(state, told, chance)
    if not up.reserves[seat] and not can_play(up, state.hands[seat]):
        # DL-10: immediately, even if others went out or a Redraw would have added cards
        return _end_round(state, "stuck", (seat,), told, chance)
    return state


def draw(state: State, seat: Seat, left: int, told: Telling) -> State:
    """Draw the next card of the pile for a player. The player sees it before placing it (DL-20)."""
    card = state.pile[0]
    told.only(seat, Drew(seat=seat, card=card))
    up = state.up.drawn(state.up.backs, Drawing(seat=seat, left=left))
    return new_state(up=up, hands=state.hands, pile=state.pile[1:], drawn=card)


def _end_trick(state: State, told: Telling, chance: Chance) -> State:
    """Find the highest combination and draw cards for a Redraw (DL-16, steps 1 and 2)."""
    best = highest(state.up)
    told.append(trick_ended(best.seat if best else None))
    redraws = sum([isinstance(act, Redrawn) for act in state.up.trick])  # DL-25: six for both
    owed = min(DRAWN * redraws, len(state.pile))  # DL-20, DL-28: discards are not shuffled back
    if owed:
        # DL-23, DL-26, DL-27: the owner of the highest combination draws, or else the one who led
        # it
        victim = best.seat if best else state.up.leader
        told.all(DrawOwed(seat=victim, cards=owed))
        return draw(state, victim, owed, told)
    return clear_trick(state, told, chance)


def clear_trick(state: State, told: Telling, chance: Chance) -> State:
    """Discard the trick, then end the round or find the next leader (DL-16, steps 3 to 6)."""
    up = state.up
    left = tuple([seat for seat in up.inside if state.hands[seat]])
    if not left:
        best = highest(up)
        payers = tuple(seat for seat in up.inside if best is None or seat != best.seat)  # DL-29
        return _end_round(state, "all_out", payers, told, chance)
    if len(left) == 1:
        return _end_round(state, "last", left, told, chance)
    for seat in up.inside:
        if seat not in left:  # a player's going out is reported only if the round continues
            told.all(WentOut(seat=seat))
    leader, why = next_leader(up, left)
    told.append(lead_taken(leader, why))
    up = up.cleared(left, leader, up.discards + cards_in(up))
    return new_state(up=up, hands=state.hands, pile=state.pile, drawn=None)


def cards_in(up: FaceUp) -> Cards:
    """Return the cards that were played in the trick."""
    cards: list[Card] = []
    for act in up.trick:
        if isinstance(act, Played):
            cards += act.cards
        elif isinstance(act, Stopped):
            cards.append("Stop")
        elif isinstance(act, Redrawn):
            cards.append("Redraw")
    return tuple(cards)


def next_leader(up: FaceUp, left: tuple[Seat, ...]) -> tuple[Seat, LeadReason]:
    """Find which seat with cards left leads the next trick, and return it with the reason."""
    owners = [act.seat for act in reversed(up.trick) if isinstance(act, Played)]
    last = up.trick[-1]
    stopper = last.seat if isinstance(last, Stopped) else None
    if not owners and isinstance(up.trick[0], Redrawn):
        return up.leader, "redraw"  # DL-23, DL-26: a led Redraw has priority over a Stop
    if stopper in left:
        return stopper, "stop"  # DL-21, DL-23, DL-24
    for seat in owners:
        if seat in left:
            return seat, "highest" if seat == owners[0] else "next"  # DL-19, DL-22
    would_lead = owners[0] if stopper is None else stopper
    table = len(up.chips)
    right = ((would_lead - step) % table for step in range(1, table))  # DL-37
    return next(seat for seat in right if seat in left), "neighbour"


def _end_round(
    state: State, why: EndReason, payers: tuple[Seat, ...], told: Telling, chance: Chance
) -> State:
    """Take a chip from each payer, then end the game or deal the next round."""
    up = state.up
    losers = tuple(seat for seat in payers if up.chips[seat] == 0)
    chips = tuple(had - 1 if seat in payers and had else had for seat, had in enumerate(up.chips))
    end = RoundEnded(number=up.round, why=why, payers=payers, chips=chips)
    told.all(end)
    past = (*up.past, end)
    if losers:
        told.all(GameEnded(losers=losers))  # DL-33
        up = replace(up, chips=chips, past=past, losers=losers, drawing=None)
        return new_state(up=up, hands=state.hands, pile=state.pile, drawn=None)
    leader = payers[0] if len(payers) == 1 else up.dealer  # DL-32
    return deal(up.options, up.dealer, chips, past, leader, told, chance)


def deal(
    options: Options,
    dealer: Seat,
    chips: tuple[int, ...],
    past: tuple[RoundEnded, ...],
    leader: Seat,
    told: Telling,
    chance: Chance,
) -> State:
    """Shuffle, deal everybody a hand and a reserve, and begin a round."""
    deck = chance.shuffled(DECK)
    seats = range(len(chips))
    size = HAND[len(seats)]
    rest = size * len(seats)
    hands = tuple(deck[size * seat : size * (seat + 1)] for seat in seats)
    reserves = tuple(deck[rest + RESERVE * seat : rest + RESERVE * (seat + 1)] for seat in seats)
    up = FaceUp(
        options=options,
        dealer=dealer,
        round=len(past) + 1,
        chips=chips,
        backs=((None,) * size,) * len(seats),
        reserves=reserves,
        inside=tuple(seats),
        leader=leader,
        trick=(),
        drawing=None,
        discards=(),
        past=past,
        losers=(),
    )
    told.all(RoundStarted(number=up.round, leader=leader))
    for seat in seats:
        told.only(seat, HandDealt(seat=seat, cards=hands[seat]))
    return new_state(up=up, hands=hands, pile=deck[rest + RESERVE * len(seats) :], drawn=None)
