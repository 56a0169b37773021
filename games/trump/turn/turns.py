"""Carry out a turn (draw, roll, board space), and start the next turn or end the game."""

from games.rules import Seat
from games.trump import promises
from games.trump.cards import BOARD, DIE_PAYS, LANDED, Space
from games.trump.events import (
    Added,
    ClearingBegan,
    ClearingEnded,
    Collected,
    DealingBegan,
    Drew,
    DrewCard,
    Ended,
    EndIsNear,
    Kept,
    Left,
    Moved,
    Passed,
    Swapped,
    TurnBegan,
)
from games.trump.moves import Add, Keep, Pass, PutUp, Roll, Swap, Take
from games.trump.sales import sale
from games.trump.state import (
    Acting,
    Adding,
    Clearance,
    Clearing,
    Over,
    Putting,
    Taking,
    Trading,
)
from games.trump.step_builder import StepBuilder
from games.trump.turn import dice, play

_ACTING, _CLEARING, _TRADING = Acting(), Clearing(), Trading()
_PUTTING, _PUTTING_ANY = Putting(any=False), Putting(any=True)
_CIRCLES = 3
"""The number of circles without a card or a deal that end the game (TR-49)."""

# --- a turn of the Buying Phase -------------------------------------------------------------------


def roll(step: StepBuilder, seat: Seat, move: Roll) -> None:
    """Roll the die and move the pawn."""
    _roll_and_move(step)


def take(step: StepBuilder, seat: Seat, move: Take) -> None:
    """Take a card for a T, and continue the roll that produced the T."""
    phase = step.phase
    assert isinstance(phase, Taking), "the phase must be Taking"
    dice.take(step, seat, move.seat)
    if phase.rolling == "move":
        _roll_and_move(step)
    elif phase.rolling == "space":
        _roll_for_money(step)
    else:
        play.continue_after_taking(step, phase)


def _roll_and_move(step: StepBuilder) -> None:
    number = dice.roll_until_number(step, "move", None)  # TR-6: a T never moves the pawn
    if number is None:
        return
    seat, pawns = step.seat, step.pawns
    at = (pawns[seat] + number) % len(BOARD)
    step.pawns = (*pawns[:seat], at, *pawns[seat + 1 :])
    step.tell(Moved(seat=seat, space=at))
    step.phase = None
    _land(step, BOARD[at])


def _land(step: StepBuilder, space: Space) -> None:
    match space.sort:
        case "start":  # TR-10, TR-65: take a random card from each opponent
            for other in step.clockwise(step.seat)[1:]:
                if step.hidden(other):
                    dice.take(step, step.seat, other, start=True)
        case "property":  # TR-11: money is added no matter who owns the property
            assert space.property is not None
            _add(step, space.property, LANDED, landed=True)
        case "for_sale":
            unowned = step.owned(None)
            if len(unowned) == 1:  # TR-60: there is no choice
                sale.put_up(step, unowned[0], step.seat, "space")
            else:
                step.phase = _PUTTING
        case "any_for_sale":
            step.phase = _PUTTING_ANY
        case "roll":
            _roll_for_money(step)
        case "add":
            unowned = step.owned(None)
            if len(unowned) == 1:  # TR-12: there is no choice
                _add_and_draw(step, unowned[0], space.amount)
            else:
                step.phase = Adding(amount=space.amount)
        case "trade":
            if step.owned(step.seat):  # TR-15: a trade needs a property to give
                step.phase = _TRADING


def _roll_for_money(step: StepBuilder) -> None:
    number = dice.roll_until_number(step, "space", None)
    if number is not None:  # TR-14: the player keeps the money
        step.earn(step.seat, DIE_PAYS * number)
        step.tell(Collected(seat=step.seat, amount=DIE_PAYS * number, card=None))
        step.phase = None


def _add(step: StepBuilder, property: str, amount: int, landed: bool) -> None:
    step.put_in_box(property, amount)
    step.tell(Added(seat=step.seat, property=property, amount=amount, landed=landed))


def _add_and_draw(step: StepBuilder, property: str, amount: int) -> None:
    _add(step, property, amount, landed=False)
    if step.pile:  # TR-12: an empty pile gives no card
        _draw(step, added=True)


def _draw(step: StepBuilder, added: bool) -> None:
    card = step.draw(step.seat)
    step.tell(Drew(seat=step.seat, left=len(step.pile), added=added))
    step.tell_only(DrewCard(seat=step.seat, card=card), step.seat)


def add(step: StepBuilder, seat: Seat, move: Add) -> None:
    """Put the money of an ADD space into a property and draw a card."""
    phase = step.phase
    assert isinstance(phase, Adding), "the phase must be Adding"
    step.phase = None
    _add_and_draw(step, move.property, phase.amount)


def put_up(step: StepBuilder, seat: Seat, move: PutUp) -> None:
    """Put a property up for sale from a FOR SALE space or after the pile ran out."""
    if step.clearance is None:
        sale.put_up(step, move.property, seat, "space")
    else:
        _offer(step, step.clearance, move.property)


def swap(step: StepBuilder, seat: Seat, move: Swap) -> None:
    """Exchange a property for another. Each keeps the money in its box (TR-15)."""
    owner = step.box(move.get).owner
    step.set_owner(move.get, seat)
    step.set_owner(move.give, owner)  # TR-43: a property traded to the board is unowned again
    step.tell(Swapped(seat=seat, give=move.give, get=move.get, owner=owner))
    step.phase = None


def keep(step: StepBuilder, seat: Seat, move: Keep) -> None:
    """Keep all properties on the TRADE space."""
    step.tell(Kept(seat=seat))
    step.phase = None


# --- a turn of the Dealing Phase ------------------------------------------------------------------


def pass_turn(step: StepBuilder, seat: Seat, move: Pass) -> None:
    """Pass a turn of the Dealing Phase."""
    step.passes += 1
    step.tell(Passed(seat=seat, in_row=step.passes))
    step.phase = None


# --- the next turn --------------------------------------------------------------------------------


def go_on(step: StepBuilder) -> None:
    """End turns and begin new ones until a player must answer or the game is over."""
    while step.phase is None:
        if step.clearance is None:
            _end_turn(step)
        else:
            _continue_clearing(step, step.clearance)


def begin_turn(step: StepBuilder) -> None:
    """Begin a turn. Its player draws a card (TR-3) or plays the one promised for this turn."""
    step.tell(TurnBegan(seat=step.seat, number=step.turn, dealing=step.dealing))
    if not step.dealing:
        _draw(step, added=False)
    step.phase = _ACTING
    play.play_promised(step)


def _end_turn(step: StepBuilder) -> None:
    step.then, step.drawn = None, ()
    promises.at_turn_end(step)
    if not step.dealing:
        unowned = step.owned(None)
        if unowned and not step.pile:  # TR-41: the Broker must offer all unowned properties
            step.clearance = Clearance(round=1, to_offer=unowned, unsold=(), sold=False)
            step.tell(ClearingBegan(broker=step.seat, properties=unowned, round=1))
            return
        if not unowned:  # TR-42: the Buying Phase is over
            _begin_dealing(step)
    _next_turn(step)


def _begin_dealing(step: StepBuilder) -> None:
    step.dealing, step.passes, step.lively = True, 0, step.turn
    step.tell(DealingBegan())


def _next_turn(step: StepBuilder) -> None:
    if step.dealing and _is_over(step):
        return
    step.turn += 1
    step.seat = (step.seat + 1) % step.seats
    begin_turn(step)


# --- the end of the pile (TR-41) ------------------------------------------------------------------


def _continue_clearing(step: StepBuilder, clearance: Clearance) -> None:
    """Continue the sale of the unowned properties after the pile has run out (TR-41)."""
    unsold = tuple([name for name in clearance.unsold if step.box(name).owner is None])
    sold = clearance.sold or unsold != clearance.unsold
    to_offer, number = clearance.to_offer, clearance.round
    if not to_offer and not (unsold and sold):
        _end_clearing(step, unsold)
        return
    if to_offer:
        clearance = Clearance(round=number, to_offer=to_offer, unsold=unsold, sold=sold)
    else:
        number += 1
        clearance = Clearance(round=number, to_offer=unsold, unsold=(), sold=False)
        step.tell(ClearingBegan(broker=step.seat, properties=unsold, round=number))
    step.clearance = clearance
    if number == 1 and len(to_offer) > 1:
        step.phase = _CLEARING
    else:  # later rounds repeat the order of round 1; TR-60: a single property leaves no choice
        _offer(step, clearance, clearance.to_offer[0])


def _end_clearing(step: StepBuilder, unsold: tuple[str, ...]) -> None:
    left = [Left(property=name, inside=step.remove_property(name)) for name in unsold]
    step.tell(ClearingEnded(left=tuple(left)))
    step.clearance = None
    _begin_dealing(step)
    _next_turn(step)


def _offer(step: StepBuilder, clearance: Clearance, property: str) -> None:
    step.clearance = Clearance(
        round=clearance.round,
        to_offer=tuple([name for name in clearance.to_offer if name != property]),
        unsold=(*clearance.unsold, property),  # it counts as unsold until somebody buys it
        sold=clearance.sold,
    )
    sale.put_up(step, property, step.seat, "clearing")


# --- the end --------------------------------------------------------------------------------------


def _is_over(step: StepBuilder) -> bool:
    quiet = step.turn - step.lively
    if not any(step.hands):  # TR-50: without cards nobody can earn any more
        _end(step, Over(why="cards"))
    elif step.passes >= step.seats:  # TR-49: all players passed in a row
        _end(step, Over(why="passes"))
    elif quiet >= _CIRCLES * step.seats:
        _end(step, Over(why="circles"))
    elif quiet == (_CIRCLES - 1) * step.seats:
        step.tell(EndIsNear(last=step.turn + step.seats))
    return isinstance(step.phase, Over)


def _end(step: StepBuilder, over: Over) -> None:
    promises.at_end(step)  # TR-74: settle promises and debts before the count
    totals = list(step.cash)
    for box in step.boxes:
        if box.owner is not None:
            totals[box.owner] += box.inside
    most = max(totals)  # TR-51: ties are shared
    winners = tuple([seat for seat, total in enumerate(totals) if total == most])
    step.tell(Ended(why=over.why, totals=tuple(totals), winners=winners))
    step.phase = over
