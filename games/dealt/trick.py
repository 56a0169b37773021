"""What happens by itself in Dealt!: a trick ends, a round ends, new hands are dealt.

Nothing here is anybody's decision. `settle` is called after each move and carries the table on to
the next decision; what it meets on the way it tells, in the order of DL-16.
"""

from collections.abc import Iterator
from dataclasses import replace

from games.chance import Chance
from games.dealt.cards import (
    DECK,
    DRAWN,
    HAND,
    LONGEST,
    RESERVE,
    Card,
    Cards,
    Values,
    beats,
    readings,
)
from games.dealt.state import (
    Drawing,
    DrawOwed,
    Drew,
    EndReason,
    Event,
    FaceUp,
    GameEnded,
    HandDealt,
    LeadReason,
    LeadTaken,
    Play,
    Played,
    PlayRedraw,
    PlayStop,
    Redrawn,
    RoundEnded,
    RoundStarted,
    State,
    Stopped,
    TrickEnded,
    WentOut,
    highest,
    to_beat,
    turn,
)
from games.rules import Seat, Told


class Telling(list[Told[Event]]):
    """What is being told in one step, in order."""

    def all(self, event: Event) -> None:
        """Tell everybody."""
        self.append(Told(event))

    def only(self, seat: Seat, event: Event) -> None:
        """Tell one seat."""
        self.append(Told(event, frozenset({seat})))


def plays(hand: Cards, over: Values) -> Iterator[Play | PlayStop | PlayRedraw]:
    """Yield every play from a hand, from left to right, of an X's meanings the highest first."""
    for first, card in enumerate(hand, start=1):
        if card == "Stop":
            yield PlayStop(position=first)
        elif card == "Redraw":
            yield PlayRedraw(position=first)
        for size in range(1, min(LONGEST, len(hand) - first + 1) + 1):
            cards = hand[first - 1 : first - 1 + size]  # DL-5: neighbours
            for values in reversed(readings(cards)):
                if beats(values, over):
                    yield Play(first=first, cards=cards, values=values, over=over)


def is_stuck(state: State, seat: Seat) -> bool:
    """Say whether a player has nothing to play and no reserve card to take (DL-10)."""
    if state.up.reserves[seat]:
        return False
    return next(plays(state.hands[seat], to_beat(state.up)), None) is None


def settle(state: State, told: Telling, chance: Chance) -> State:
    """Carry the table on from a move to the next decision."""
    seat = turn(state.up)
    if seat is None:
        return _end_trick(state, told, chance)
    if is_stuck(state, seat):
        # DL-10: at once, whoever went out in this trick and whatever a Redraw would have cost
        return _end_round(state, "stuck", (seat,), told, chance)
    return state


def draw(state: State, seat: Seat, left: int, told: Telling) -> State:
    """Put the next card of the pile into a player's fingers; they see it, then place it (DL-20)."""
    card = state.pile[0]
    told.only(seat, Drew(seat=seat, card=card))
    up = replace(state.up, drawing=Drawing(seat, left))
    return replace(state, up=up, pile=state.pile[1:], drawn=card)


def _end_trick(state: State, told: Telling, chance: Chance) -> State:
    """DL-16, steps 1 and 2: who had the highest combination, and who draws for a Redraw."""
    best = highest(state.up)
    told.all(TrickEnded(winner=best.seat if best else None))
    redraws = sum(isinstance(act, Redrawn) for act in state.up.trick)  # DL-25: six for both
    owed = min(DRAWN * redraws, len(state.pile))  # DL-20, DL-28: nothing is shuffled back
    if owed:
        # DL-23, DL-26, DL-27: the highest combination draws, or else whoever led the Redraw
        victim = best.seat if best else state.up.leader
        told.all(DrawOwed(seat=victim, cards=owed))
        return draw(state, victim, owed, told)
    return clear_trick(state, told, chance)


def clear_trick(state: State, told: Telling, chance: Chance) -> State:
    """DL-16, steps 3 to 6: discard, see who is out, and end the round or find the next leader."""
    up = state.up
    left = tuple(seat for seat in up.inside if state.hands[seat])
    for seat in up.inside:
        if seat not in left:
            told.all(WentOut(seat=seat))
    if not left:
        best = highest(up)
        payers = tuple(seat for seat in up.inside if best is None or seat != best.seat)  # DL-29
        return _end_round(state, "all_out", payers, told, chance)
    if len(left) == 1:
        return _end_round(state, "last", left, told, chance)
    leader, why = next_leader(up, left)
    told.all(LeadTaken(seat=leader, why=why))
    discards = up.discards + cards_in(up)
    up = replace(up, inside=left, leader=leader, trick=(), drawing=None, discards=discards)
    return replace(state, up=up, drawn=None)


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
    """Say who leads the next trick, of those that have cards left, and why."""
    owners = [act.seat for act in reversed(up.trick) if isinstance(act, Played)]
    stopper = next((act.seat for act in up.trick if isinstance(act, Stopped)), None)
    if not owners and isinstance(up.trick[0], Redrawn):
        return up.leader, "redraw"  # DL-23, DL-26: a led Redraw's own words go before a Stop's
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
    """Take the chips; end the game, or deal again."""
    up = state.up
    losers = tuple(seat for seat in payers if up.chips[seat] == 0)
    chips = tuple(had - 1 if seat in payers and had else had for seat, had in enumerate(up.chips))
    end = RoundEnded(number=up.round, why=why, payers=payers, chips=chips)
    told.all(end)
    up = replace(up, chips=chips, past=(*up.past, end), losers=losers, drawing=None)
    if losers:
        told.all(GameEnded(losers=losers))  # DL-33
        return replace(state, up=up, drawn=None)
    leader = payers[0] if len(payers) == 1 else up.dealer  # DL-32
    return deal(up, leader, told, chance)


def deal(up: FaceUp, leader: Seat, told: Telling, chance: Chance) -> State:
    """Shuffle, deal everybody a hand and a reserve, and begin a round."""
    deck = chance.shuffled(DECK)
    seats = range(len(up.chips))
    size = HAND[len(seats)]
    rest = size * len(seats)
    hands = tuple(deck[size * seat : size * (seat + 1)] for seat in seats)
    reserves = tuple(deck[rest + RESERVE * seat : rest + RESERVE * (seat + 1)] for seat in seats)
    up = replace(
        up,
        round=len(up.past) + 1,
        backs=((None,) * size,) * len(seats),
        reserves=reserves,
        inside=tuple(seats),
        leader=leader,
        trick=(),
        discards=(),
    )
    told.all(RoundStarted(number=up.round, leader=leader))
    for seat in seats:
        told.only(seat, HandDealt(seat=seat, cards=hands[seat]))
    return State(up=up, hands=hands, pile=deck[rest + RESERVE * len(seats) :])
