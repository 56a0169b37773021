"""Deals of TRUMP The Game as players make them, for its tests."""

from collections.abc import Sequence

from games.rules import Step
from games.trump.events import Event
from games.trump.moves import Accept, Clause, Counter, Goods, Move, Pass, Propose, Reject, Withdraw
from games.trump.state import Promise, State
from tests.games.trump.table import legal, play, table

YOU, DONNA, MIKE, JEFF = range(4)
ACCEPT, REJECT, WITHDRAW, PASS = Accept(), Reject(), Withdraw(), Pass()
ANY, OUT = "Any 40", "You're Out"
HOTEL, CASINO, ISLAND, CRUISE = "Hotel", "Casino", "Tropical Island", "Cruise Line"


def dealing(*hands: Sequence[str], **layout) -> State:
    """Lay out a table in the Dealing Phase: everybody has a card, at least, and turn 30 is yours.

    You own the Hotel, Donna the Casino, Mike the Tropical Island and Jeff the Cruise Line.
    """
    held = [*hands, *[[OUT]] * (4 - len(hands))]
    owners = {HOTEL: YOU, CASINO: DONNA, ISLAND: MIKE, CRUISE: JEFF}
    return table(*held, **{"dealing": True, "turn": 30, "owners": owners, **layout})


def counter(give: Goods, get: Goods, *promises: Clause, words: str = "") -> Counter:
    """Make a counter-offer."""
    return Counter(give=give, get=get, promises=promises, words=words)


# --- promises in an offer -------------------------------------------------------------------------


def _clause(duty, by, amount=0, property=None, card=None, turn=None, lapses=False) -> Clause:
    return Clause(
        by=by, duty=duty, amount=amount, property=property, card=card, turn=turn, lapses=lapses
    )


def pay(by: int, amount: int, **when) -> Clause:
    """I, or they, pay AMOUNT, with `card`, `turn` or both; with `lapses` until that turn only."""
    return _clause("pay", by, amount, **when)


def back(by: int, property: str, amount: int = 0, **when) -> Clause:
    """I, or they, return PROPERTY for AMOUNT."""
    return _clause("return", by, amount, property, **when)


def keep(by: int, property: str, turn: int) -> Clause:
    """I, or they, keep PROPERTY until a turn."""
    return _clause("keep", by, property=property, turn=turn, lapses=True)


def spare(by: int, turn: int) -> Clause:
    """I, or they, spare the other until a turn."""
    return _clause("spare", by, turn=turn, lapses=True)


def promised(number: int, to: int, clause: Clause) -> Promise:
    """Let a promise stand on the table."""
    return Promise(
        number=number,
        by=clause.by,
        to=to,
        duty=clause.duty,
        amount=clause.amount,
        property=clause.property,
        card=clause.card,
        turn=clause.turn,
        lapses=clause.lapses,
    )


# --- playing --------------------------------------------------------------------------------------


def struck(state: State, seat: int, offer: Propose, *luck: int) -> Step[State, Event]:
    """Propose a deal, and have it accepted."""
    return play(play(state, seat, offer).state, offer.to, ACCEPT, *luck)


def passing(state: State, number: int) -> State:
    """Go on to a turn of the Dealing Phase, everybody passing."""
    while state.public.turn < number:
        state = play(state, state.public.seat, PASS).state
    return state


def may(state: State, seat: int, move: Move) -> bool:
    """Say whether a move is on offer."""
    return move in legal(state, seat)
