"""Helpers for the tests of deals and promises in TRUMP The Game."""

from collections.abc import Sequence

from games.rules import Step
from games.trump.events import Event, PromiseEnded
from games.trump.moves import Accept, Clause, Counter, Goods, Move, Pass, Propose, Reject, Withdraw
from games.trump.state import Promise, State
from tests.games.trump.table import goods, legal, play, table, told

YOU, DONNA, MIKE, JEFF = range(4)
ACCEPT, REJECT, WITHDRAW, PASS = Accept(), Reject(), Withdraw(), Pass()
ANY, OUT = "Any 40", "You're Out"
HOTEL, CASINO, ISLAND, CRUISE = "Hotel", "Casino", "Tropical Island", "Cruise Line"
TEN = goods(cash=10)


def dealing(*hands: Sequence[str], **layout) -> State:
    """Lay out a table in the Dealing Phase; everybody has a card or more, and turn 30 is yours.

    You own the Hotel, Donna the Casino, Mike the Tropical Island and Jeff the Cruise Line.
    """
    held = [*hands, *[[OUT]] * (4 - len(hands))]
    owners = {HOTEL: YOU, CASINO: DONNA, ISLAND: MIKE, CRUISE: JEFF}
    return table(*held, **{"dealing": True, "turn": 30, "owners": owners, **layout})


def open_to_donna(*hand: str, clause: Clause, **layout) -> State:
    """Lay out a table at which a card of your hand lies open for a promise to Donna (TR-80)."""
    return dealing([clause.card or "", *hand], promises=[promised(1, DONNA, clause)], **layout)


def counter(give: Goods, get: Goods, *promises: Clause, words: str = "") -> Counter:
    """Return a counter-offer."""
    return Counter(give=give, get=get, promises=promises, words=words)


def _clause(duty, by, amount=0, property=None, card=None, turn=None, lapses=False) -> Clause:
    return Clause(
        by=by, duty=duty, amount=amount, property=property, card=card, turn=turn, lapses=lapses
    )


def pay(by: int, amount: int, **when) -> Clause:
    """Return a promise to pay with `card`, by `turn` or both; `lapses`: until that turn only."""
    return _clause("pay", by, amount, **when)


def back(by: int, property: str, amount: int = 0, **when) -> Clause:
    """Return a promise to hand a property over for an amount."""
    return _clause("return", by, amount, property, **when)


def keep(by: int, property: str, turn: int) -> Clause:
    """Return a promise to keep a property until a turn."""
    return _clause("keep", by, property=property, turn=turn, lapses=True)


def spare(by: int, turn: int) -> Clause:
    """Return a promise to spare the other party until a turn."""
    return _clause("spare", by, turn=turn, lapses=True)


def give_back(by: int, card: str, amount: int = 0, *, turn: int) -> Clause:
    """Return a promise to give a borrowed card back at the end of a turn, for an amount."""
    return _clause("give_back", by, amount, card=card, turn=turn)


def will_play(by: int, card: str, turn: int) -> Clause:
    """Return a promise to play a card on a turn."""
    return _clause("play", by, card=card, turn=turn)


def promised(number: int, to: int, clause: Clause) -> Promise:
    """Return a promise in force with this number, made to a seat."""
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


def struck(state: State, seat: int, offer: Propose, *luck: int) -> Step[State, Event]:
    """Propose a deal and have it accepted."""
    return play(play(state, seat, offer).state, offer.to, ACCEPT, *luck)


def passing(state: State, number: int) -> State:
    """Let everybody pass until a turn of the Dealing Phase."""
    while state.public.turn < number:
        state = play(state, state.public.seat, PASS).state
    return state


def may(state: State, seat: int, move: Move) -> bool:
    """Return whether a move is among the legal moves of a seat."""
    return move in legal(state, seat)


def standing(state: State) -> list[int]:
    """Return the numbers of the promises in force."""
    return [promise.number for promise in state.public.promises]


def owed(state: State) -> list[tuple[int, int, int]]:
    """List the debts as debtor, creditor and amount."""
    return [(debt.by, debt.to, debt.amount) for debt in state.public.debts]


def ended(step: Step[State, Event]) -> list[tuple[int, str]]:
    """List the promises that ended without being settled, and why."""
    return [(event.promise.number, event.why) for event in told(step, PromiseEnded)]
