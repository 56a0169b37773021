"""Decide which moves are legal, using only the view of the player who moves.

For each kind of move a function `_no_…` returns the error sentence for the player, or () if the
move is legal. For each phase a generator yields the legal moves, the default move first (TR-53).
Sales and deals have their own modules.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from games.rules import IllegalMove, Seat
from games.trump import promises
from games.trump.cards import PROPERTIES
from games.trump.deals import legal_deals
from games.trump.moves import (
    Accept,
    Add,
    ComeBack,
    Counter,
    DropPlan,
    ForceSale,
    GiveUp,
    Keep,
    KnockOut,
    Move,
    OpenBid,
    Pass,
    Plan,
    Play,
    Propose,
    PutUp,
    Raise,
    Reject,
    Release,
    Roll,
    Swap,
    Take,
    Tax,
    Withdraw,
    well_made,
)
from games.trump.refusals import Why, no_property, not_now, not_on_turn
from games.trump.sales import legal_sale
from games.trump.state import (
    Acting,
    Adding,
    Bidding,
    Clearing,
    Opening,
    Over,
    Proposed,
    Public,
    Putting,
    Relating,
    Surrendering,
    Taking,
    Trading,
)
from games.trump.turn import play
from games.trump.views import View

_ROLL, _PASS, _KEEP = Roll(), Pass(), Keep()
_TAKE = [Take(seat=seat) for seat in range(4)]
_ADD = {name: Add(property=name) for name in PROPERTIES}
_PUT_UP = {name: PutUp(property=name) for name in PROPERTIES}
_GIVE_UP = {name: GiveUp(property=name) for name in PROPERTIES}


def check(view: View, move: Move) -> None:
    """Raise IllegalMove if the seat that owns the view may not make this move."""
    if not well_made(move):
        raise IllegalMove("That isn't a move in this game.")
    if isinstance(view.public.phase, Over):
        raise IllegalMove("The game is over.")
    why_not = _WHY_NOT[type(move)](view, move)
    if why_not:
        raise IllegalMove(*why_not)


def legal_moves(view: View) -> Iterator[Move]:
    """Yield the legal moves of the seat that owns the view. Some kinds are only sampled."""
    if view.seat is None:
        return iter(())
    public = view.public
    moves = _MOVES_IN[type(public.phase)](view)
    if public.promises or public.debts:
        return chain(moves, promises.releases(view))
    return moves


# --- a turn ---------------------------------------------------------------------------------------


def _in_turn(view: View) -> Iterator[Move]:
    if view.seat != view.public.seat:
        return
    dealing = view.public.dealing
    yield _PASS if dealing else _ROLL  # TR-4: nobody can pass in the Buying Phase
    yield from play.plays(view, view.free)
    if dealing:  # TR-57: no deals in the Buying Phase
        yield from legal_deals.proposals(view)


def _no_roll(view: View, move: Roll) -> Why:
    public = view.public
    if not isinstance(public.phase, Acting) or view.seat != public.seat:
        return not_on_turn(view, "roll")
    if public.dealing:
        return ("Nobody rolls in the Dealing Phase. Play a card, offer a deal or pass.",)
    return ()


def _no_card(view: View, move: Play | Tax | ForceSale) -> Why:
    public = view.public
    if isinstance(public.phase, Relating):
        return legal_deals.no_related(view, move)
    if not isinstance(public.phase, Acting) or view.seat != public.seat:
        return not_on_turn(view, "play that card")
    return play.why_not(view, move)


def _no_pass(view: View, move: Pass) -> Why:
    public = view.public
    if isinstance(public.phase, Bidding):
        return legal_sale.no_pass(view, move)
    if isinstance(public.phase, Relating):
        return legal_deals.no_related(view, move)
    if not isinstance(public.phase, Acting) or view.seat != public.seat:
        return not_on_turn(view, "pass")
    if not public.dealing:  # TR-4: a Buying Phase turn must be used
        return ("Nobody passes in the Buying Phase. Roll the die or play a card.",)
    return ()


def _after_a_deal(view: View) -> Iterator[Move]:
    if view.seat == view.public.seat:
        yield _PASS
        yield from play.plays(view, legal_deals.related(view))


# --- choices within a turn ------------------------------------------------------------------------


def _not_mine(view: View, phase: type, what: str) -> Why:
    """Return an error sentence if the game is not in this phase or waits for another seat."""
    if not isinstance(view.public.phase, phase) or view.seat != view.public.seat:
        return not_now(view, what)
    return ()


def to_take_from(public: Public) -> list[Seat]:
    """List the opponents with hidden cards, those with most first. Ties go clockwise."""
    seats = public.seats
    left = [(public.seat + offset) % seats for offset in range(1, seats)]
    return sorted(
        [seat for seat in left if public.hidden(seat)], key=lambda seat: -public.hidden(seat)
    )


def _taking(view: View) -> Iterator[Move]:
    if view.seat == view.public.seat:
        for seat in to_take_from(view.public):
            yield _TAKE[seat]


def _no_take(view: View, move: Take) -> Why:
    if not_mine := _not_mine(view, Taking, "take a card"):
        return not_mine
    if move.seat in to_take_from(view.public):
        return ()
    if not 0 <= move.seat < view.seats or move.seat == view.seat:
        return ("Take a card from one of the other players.",)
    return ("{0} has no card to take.", move.seat)


def _adding(view: View) -> Iterator[Move]:
    if view.seat == view.public.seat:
        for name in view.public.owned(None):
            yield _ADD[name]


def _no_add(view: View, move: Add) -> Why:
    return _not_mine(view, Adding, "add money to a property") or _not_unowned(view, move.property)


def _not_unowned(view: View, property: str) -> Why:
    if no_such := no_property(property):
        return no_such
    box = view.public.box(property)
    if box.gone:  # TR-64: it can't be chosen any more
        return (f"The {property} has left the game.",)
    if box.owner is None:
        return ()
    if box.owner == view.seat:
        return (f"The {property} is yours. Choose one that nobody owns.",)
    return (f"The {property} is {{0}}'s. Choose one that nobody owns.", box.owner)


def to_put_up(public: Public) -> Sequence[str]:
    """List the properties that the Broker may put up: unowned, opponents' and the Broker's own."""
    if public.clearance is not None:
        return public.clearance.to_offer
    unowned = public.owned(None)
    if not isinstance(public.phase, Putting) or not public.phase.any:
        return unowned
    boxes, broker = list(zip(PROPERTIES, public.boxes, strict=True)), public.seat
    others = [name for name, box in boxes if box.owner is not None and box.owner != broker]
    return (*unowned, *others, *public.owned(broker))  # TR-13: the space allows all three


def _putting(view: View) -> Iterator[Move]:
    if view.seat == view.public.seat:
        for name in to_put_up(view.public):
            yield _PUT_UP[name]


def _no_put_up(view: View, move: PutUp) -> Why:
    public = view.public
    if not isinstance(public.phase, Putting | Clearing) or view.seat != public.seat:
        return not_now(view, "put a property up for sale")
    if move.property in to_put_up(public):
        return ()
    if why_not := _not_unowned(view, move.property):
        return why_not
    return (f"The {move.property} has been offered. The others come first now.",)


def _trading(view: View) -> Iterator[Move]:
    public, seat = view.public, view.seat
    if seat != public.seat:
        return
    yield _KEEP
    mine = public.owned(seat)
    for name in PROPERTIES:
        if name not in mine:
            for give in mine:
                yield Swap(give=give, get=name)


def _no_swap(view: View, move: Swap) -> Why:
    if not_mine := _not_mine(view, Trading, "trade a property"):
        return not_mine
    for name in (move.give, move.get):
        if no_such := no_property(name):
            return no_such
    if view.public.box(move.give).owner != view.seat:
        return (f"The {move.give} isn't yours to give.",)
    if view.public.box(move.get).owner == view.seat:
        return (f"The {move.get} is already yours. Name one that isn't.",)
    return ()


def _no_keep(view: View, move: Keep) -> Why:
    return _not_mine(view, Trading, "keep your properties")


def _to_surrender(public: Public, victim: Seat) -> list[str]:
    """List the properties that a Tax victim may surrender, the emptiest box first."""
    names = play.surrenderable(public.boxes, public.promises, victim)
    return sorted(names, key=lambda name: public.box(name).inside)


def _surrendering(view: View) -> Iterator[Move]:
    phase = view.public.phase
    if isinstance(phase, Surrendering) and phase.victim == view.seat:
        for name in _to_surrender(view.public, phase.victim):
            yield _GIVE_UP[name]


def _no_give_up(view: View, move: GiveUp) -> Why:
    phase = view.public.phase
    if not isinstance(phase, Surrendering) or phase.victim != view.seat:
        return not_now(view, "surrender a property")
    if no_such := no_property(move.property):
        return no_such
    if view.public.box(move.property).owner != view.seat:
        return (f"The {move.property} isn't yours to surrender.",)
    if move.property not in _to_surrender(view.public, phase.victim):  # TR-18
        return (f"The {move.property} is promised. Surrender one that isn't.",)
    return ()


def _nothing(view: View) -> Iterator[Move]:
    return iter(())


_MOVES_IN: dict[type, Callable[[View], Iterator[Move]]] = {
    Acting: _in_turn,
    Taking: _taking,
    Adding: _adding,
    Putting: _putting,
    Trading: _trading,
    Surrendering: _surrendering,
    Clearing: _putting,
    Opening: legal_sale.in_opening,
    Bidding: legal_sale.in_bidding,
    Proposed: legal_deals.in_proposed,
    Relating: _after_a_deal,
    Over: _nothing,
}

_WHY_NOT: dict[type, Callable[[View, Any], Why]] = {
    Roll: _no_roll,
    Play: _no_card,
    Tax: _no_card,
    ForceSale: _no_card,
    Take: _no_take,
    Add: _no_add,
    PutUp: _no_put_up,
    Swap: _no_swap,
    Keep: _no_keep,
    GiveUp: _no_give_up,
    Pass: _no_pass,
    OpenBid: legal_sale.no_open_bid,
    Plan: legal_sale.no_plan,
    DropPlan: legal_sale.no_drop_plan,
    Raise: legal_sale.no_raise,
    KnockOut: legal_sale.no_knock_out,
    ComeBack: legal_sale.no_come_back,
    Propose: legal_deals.no_propose,
    Counter: legal_deals.no_counter,
    Accept: legal_deals.no_accept,
    Reject: legal_deals.no_reject,
    Withdraw: legal_deals.no_withdraw,
    Release: promises.no_release,
}


def near_misses(view: View) -> Iterator[Move]:
    """Yield complex moves for tests: some are legal, and others are just barely illegal."""
    if view.seat is not None:
        yield from legal_sale.near_misses(view)
        yield from legal_deals.near_misses(view)
