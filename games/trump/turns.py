"""The course of a turn: the draw, the roll, the spaces; what follows it; the phases and the end."""

from games.rules import Seat
from games.trump import dice, play, promises, sale
from games.trump.cards import BOARD, DIE_PAYS, LANDED, Space
from games.trump.events import (
    Added,
    ClearingBegan,
    ClearingEnded,
    Collected,
    DealingBegan,
    Ended,
    EndIsNear,
    Kept,
    Left,
    Passed,
    Swapped,
    new_drew,
    new_drew_card,
    new_moved,
    new_turn_began,
)
from games.trump.moves import Add, Keep, Pass, PutUp, Roll, Swap, Take
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
from games.trump.step_builder import Draft

_ACTING, _CLEARING, _TRADING = Acting(), Clearing(), Trading()
_PUTTING, _PUTTING_ANY = Putting(any=False), Putting(any=True)
_CIRCLES = 3
"""So many circles without a card or a deal end the game (TR-49)."""

# --- a turn of the Buying Phase -------------------------------------------------------------------


def roll(draft: Draft, seat: Seat, move: Roll) -> None:
    """Roll the die, and move the pawn."""
    _move_on(draft)


def take(draft: Draft, seat: Seat, move: Take) -> None:
    """Take a card for a T, and go on with what the die was rolled for."""
    phase = draft.phase
    assert isinstance(phase, Taking), "a card is taken for a T"
    dice.take(draft, seat, move.seat)
    if phase.rolling == "move":
        _move_on(draft)
    elif phase.rolling == "space":
        _roll_for_money(draft)
    else:
        play.after_taking(draft, phase)


def _move_on(draft: Draft) -> None:
    number = dice.roll_for(draft, "move", None)  # TR-6: a T never moves the pawn
    if number is None:
        return
    seat, pawns = draft.seat, draft.pawns
    at = (pawns[seat] + number) % len(BOARD)
    draft.pawns = (*pawns[:seat], at, *pawns[seat + 1 :])
    draft.tell(new_moved(seat=seat, space=at))
    draft.phase = None
    _land(draft, BOARD[at])


def _land(draft: Draft, space: Space) -> None:
    match space.sort:
        case "start":  # TR-10, TR-65
            for other in draft.clockwise(draft.seat)[1:]:
                if draft.hands[other]:
                    dice.take(draft, draft.seat, other, start=True)
        case "property":  # TR-11: whoever owns it
            assert space.property is not None
            _add(draft, space.property, LANDED, landed=True)
        case "for_sale":
            unowned = draft.owned(None)
            if len(unowned) == 1:  # TR-60
                sale.put_up(draft, unowned[0], draft.seat, "space")
            else:
                draft.phase = _PUTTING
        case "any_for_sale":
            draft.phase = _PUTTING_ANY
        case "roll":
            _roll_for_money(draft)
        case "add":
            unowned = draft.owned(None)
            if len(unowned) == 1:  # TR-12
                _add_and_draw(draft, unowned[0], space.amount)
            else:
                draft.phase = Adding(amount=space.amount)
        case "trade":
            if draft.owned(draft.seat):  # TR-15
                draft.phase = _TRADING


def _roll_for_money(draft: Draft) -> None:
    number = dice.roll_for(draft, "space", None)
    if number is not None:  # TR-14
        draft.earns(draft.seat, DIE_PAYS * number)
        draft.tell(Collected(seat=draft.seat, amount=DIE_PAYS * number, card=None))
        draft.phase = None


def _add(draft: Draft, property: str, amount: int, landed: bool) -> None:
    draft.puts_inside(property, amount)
    draft.tell(Added(seat=draft.seat, property=property, amount=amount, landed=landed))


def _add_and_draw(draft: Draft, property: str, amount: int) -> None:
    _add(draft, property, amount, landed=False)
    if draft.pile:  # TR-12
        _draw(draft, added=True)


def _draw(draft: Draft, added: bool) -> None:
    card = draft.draws(draft.seat)
    draft.tell(new_drew(seat=draft.seat, left=len(draft.pile), added=added))
    draft.tell_only(new_drew_card(seat=draft.seat, card=card), draft.seat)


def add(draft: Draft, seat: Seat, move: Add) -> None:
    """Put the money of an ADD space into a property, and draw a card."""
    phase = draft.phase
    assert isinstance(phase, Adding), "there is something to add"
    draft.phase = None
    _add_and_draw(draft, move.property, phase.amount)


def put_up(draft: Draft, seat: Seat, move: PutUp) -> None:
    """Put a property up for sale, on a FOR SALE space or at the end of the pile."""
    if draft.clearance is None:
        sale.put_up(draft, move.property, seat, "space")
    else:
        _offer(draft, draft.clearance, move.property)


def swap(draft: Draft, seat: Seat, move: Swap) -> None:
    """Trade a property for another, boxes and all (TR-15)."""
    owner = draft.box(move.get).owner
    draft.owns(move.get, seat)
    draft.owns(move.give, owner)  # TR-43: the board's own is unowned again
    draft.tell(Swapped(seat=seat, give=move.give, get=move.get, owner=owner))
    draft.phase = None


def keep(draft: Draft, seat: Seat, move: Keep) -> None:
    """Trade nothing."""
    draft.tell(Kept(seat=seat))
    draft.phase = None


# --- a turn of the Dealing Phase ------------------------------------------------------------------


def pass_turn(draft: Draft, seat: Seat, move: Pass) -> None:
    """Pass a turn of the Dealing Phase."""
    draft.passes += 1
    draft.tell(Passed(seat=seat, in_row=draft.passes))
    draft.phase = None


# --- what follows ---------------------------------------------------------------------------------


def go_on(draft: Draft) -> None:
    """Go on while nobody is asked anything: end the turn, the phase, the game; begin a turn."""
    while draft.phase is None:
        if draft.clearance is None:
            _end_turn(draft)
        else:
            _clear(draft, draft.clearance)


def begin_turn(draft: Draft) -> None:
    """Begin the turn of the player who is next; in the Buying Phase they draw (TR-3)."""
    draft.tell(new_turn_began(seat=draft.seat, number=draft.turn, dealing=draft.dealing))
    if not draft.dealing:
        _draw(draft, added=False)
    draft.phase = _ACTING


def _end_turn(draft: Draft) -> None:
    draft.then, draft.drawn = None, ()
    promises.at_turn_end(draft)
    if not draft.dealing:
        unowned = draft.owned(None)
        if unowned and not draft.pile:  # TR-41
            draft.clearance = Clearance(round=1, to_offer=unowned, unsold=(), sold=False)
            draft.tell(ClearingBegan(broker=draft.seat, properties=unowned, round=1))
            return
        if not unowned:  # TR-42
            _begin_dealing(draft)
    _next_turn(draft)


def _begin_dealing(draft: Draft) -> None:
    draft.dealing, draft.passes, draft.lively = True, 0, draft.turn
    draft.tell(DealingBegan())


def _next_turn(draft: Draft) -> None:
    if draft.dealing and _is_over(draft):
        return
    draft.turn += 1
    draft.seat = (draft.seat + 1) % draft.seats
    begin_turn(draft)


# --- the end of the pile (TR-41) ------------------------------------------------------------------


def _clear(draft: Draft, clearance: Clearance) -> None:
    """Go on clearing, after the turn's action or after a sale."""
    unsold = tuple([one for one in clearance.unsold if draft.box(one).owner is None])
    sold = clearance.sold or unsold != clearance.unsold
    to_offer, number = clearance.to_offer, clearance.round
    if not to_offer and not (unsold and sold):
        _end_clearing(draft, unsold)
        return
    if to_offer:
        clearance = Clearance(round=number, to_offer=to_offer, unsold=unsold, sold=sold)
    else:
        number += 1
        clearance = Clearance(round=number, to_offer=unsold, unsold=(), sold=False)
        draft.tell(ClearingBegan(broker=draft.seat, properties=unsold, round=number))
    draft.clearance = clearance
    if number == 1 and len(to_offer) > 1:
        draft.phase = _CLEARING
    else:  # later rounds keep the order of the first; TR-60: and of one there is none
        _offer(draft, clearance, clearance.to_offer[0])


def _end_clearing(draft: Draft, unsold: tuple[str, ...]) -> None:
    left = [Left(property=one, inside=draft.leaves_the_game(one)) for one in unsold]
    draft.tell(ClearingEnded(left=tuple(left)))
    draft.clearance = None
    _begin_dealing(draft)
    _next_turn(draft)


def _offer(draft: Draft, clearance: Clearance, property: str) -> None:
    draft.clearance = Clearance(
        round=clearance.round,
        to_offer=tuple([one for one in clearance.to_offer if one != property]),
        unsold=(*clearance.unsold, property),  # until it has been bought
        sold=clearance.sold,
    )
    sale.put_up(draft, property, draft.seat, "clearing")


# --- the end --------------------------------------------------------------------------------------


def _is_over(draft: Draft) -> bool:
    quiet = draft.turn - draft.lively
    if not any(draft.hands):  # TR-50
        _end(draft, Over(why="cards"))
    elif draft.passes >= draft.seats:  # TR-49
        _end(draft, Over(why="passes"))
    elif quiet >= _CIRCLES * draft.seats:
        _end(draft, Over(why="circles"))
    elif quiet == (_CIRCLES - 1) * draft.seats:
        draft.tell(EndIsNear(last=draft.turn + draft.seats))
    return isinstance(draft.phase, Over)


def _end(draft: Draft, over: Over) -> None:
    promises.at_end(draft)  # TR-74
    totals = list(draft.cash)
    for box in draft.boxes:
        if box.owner is not None:
            totals[box.owner] += box.inside
    most = max(totals)  # TR-51: ties are shared
    winners = tuple([seat for seat, total in enumerate(totals) if total == most])
    draft.tell(Ended(why=over.why, totals=tuple(totals), winners=winners))
    draft.phase = over
