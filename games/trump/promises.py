"""Promises and debts: what promises forbid, when they fall due and how they end.

Both are stored in tuples with the oldest first.
"""

from collections.abc import Iterator

from games.rules import Seat
from games.trump.cards import without
from games.trump.events import (
    CardGivenBack,
    DebtEnded,
    DebtPaid,
    HandedOver,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
)
from games.trump.events_deals import Ending, FromBox
from games.trump.moves import Clause, Duty, Release
from games.trump.refusals import Why, not_now
from games.trump.state import OPEN_DUTIES, Debt, Over, Promise, open_cards
from games.trump.step_builder import StepBuilder
from games.trump.views import View

_WITH_CARD: tuple[Duty, ...] = ("pay", "return")
"""The order in which promises are settled when a card makes them due (TR-70)."""
_AT_TURN_END: tuple[Duty, ...] = ("return", "give_back", "pay")
"""The order in which promises are settled at the end of a turn (TR-70, TR-80)."""

# --- promises in force ----------------------------------------------------------------------------


def bound(promises: tuple[Promise, ...], property: str) -> Promise | None:
    """Return the promise about this property, if any. There is at most one (TR-73)."""
    for promise in promises:
        if promise.property == property:
            return promise
    return None


def spared(promises: tuple[Promise, ...], by: Seat, seat: Seat) -> Promise | None:
    """Return the promise of seat `by` not to target `seat` that lasts longest."""
    spares = [
        held for held in promises if held.duty == "spare" and (held.by, held.to) == (by, seat)
    ]
    return max(spares, key=lambda spare: spare.turn or 0, default=None)


def waiting(promises: tuple[Promise, ...], seat: Seat, card: str) -> list[Promise]:
    """List the promises by a seat that fall due when it plays this card."""
    return [
        promise
        for promise in promises
        if promise.card == card and promise.by == seat and promise.duty not in OPEN_DUTIES
    ]


def tied(promises: tuple[Promise, ...], seat: Seat, card: str, save: Seat) -> Promise | None:
    """Return a promise by the seat that waits for this card. Ignore promises made to `save`."""
    waits = [promise for promise in waiting(promises, seat, card) if promise.to != save]
    return waits[0] if waits else None


def lent(promises: tuple[Promise, ...], seat: Seat, card: str) -> Promise | None:
    """Return the oldest promise by the seat to give back a card of this kind (TR-80)."""
    for promise in promises:
        if promise.duty == "give_back" and promise.by == seat and promise.card == card:
            return promise
    return None


def loans(promises: tuple[Promise, ...], seat: Seat, lender: Seat) -> list[Promise]:
    """List the promises by a seat to give cards back to this lender, the oldest first."""
    return [
        held
        for held in promises
        if held.duty == "give_back" and (held.by, held.to) == (seat, lender)
    ]


def promised_play(promises: tuple[Promise, ...], seat: Seat, turn: int) -> Promise | None:
    """Return the promise by the seat to play a card on this turn. There is at most one (TR-81)."""
    for promise in promises:
        if promise.duty == "play" and promise.by == seat and promise.turn == turn:
            return promise
    return None


def no_tax(view: View, target: Seat) -> Why:
    """Return why a promise forbids the seat that owns the view to tax `target`."""
    return _spares(view, target)


def no_force_sale(view: View, property: str) -> Why:
    """Return why a promise forbids the seat that owns the view a Force Sale of this property."""
    public = view.public
    if not public.promises:
        return ()
    promise = bound(public.promises, property)
    if promise is not None and promise.by == view.seat:  # TR-71
        if promise.duty == "return":
            return (
                f"You've promised the {property} to {{0}}, so you can't put it up for sale.",
                promise.to,
            )
        until = f"until the end of turn {promise.turn}"
        return (f"You've promised {{0}} to keep the {property} {until}.", promise.to)
    owner = public.box(property).owner
    return () if owner is None else _spares(view, owner)


def _spares(view: View, seat: Seat) -> Why:
    promises, by = view.public.promises, view.seat
    if promises and by is not None and (promise := spared(promises, by, seat)):  # TR-71
        until = f"until the end of turn {promise.turn}"
        return (f"You've promised to spare {{0}} {until}: no Tax, no Force Sale.", seat)
    return ()


# --- new promises ---------------------------------------------------------------------------------


def make(step: StepBuilder, by: Seat, to: Seat, clauses: tuple[Clause, ...]) -> None:
    """Add the promises of a deal between two seats."""
    for clause in clauses:
        promise = Promise(
            number=step.promised + 1,
            by=clause.by,
            to=to if clause.by == by else by,
            duty=clause.duty,
            amount=clause.amount,
            property=clause.property,
            card=clause.card,
            turn=clause.turn,
            lapses=clause.lapses,
        )
        if clause.property is not None and (old := bound(step.promises, clause.property)):
            end_promise(step, old, "replaced")  # TR-77: same parties as the old promise (TR-73)
        step.promised += 1
        step.promises += (promise,)
        step.tell(PromiseMade(promise=promise))


# --- promises that fall due -----------------------------------------------------------------------


def card_played(step: StepBuilder, seat: Seat, card: str) -> None:
    """Settle the promises tied to a card after its player has collected the profit."""
    if not step.promises:
        return
    _settle(step, waiting(step.promises, seat, card), _WITH_CARD)


def at_turn_end(step: StepBuilder) -> None:
    """Settle promises due at the end of a turn, then debts. End the promises that expire."""
    if not (step.promises or step.debts):
        return
    now = step.turn
    over = [due for due in step.promises if due.turn is not None and due.turn <= now]
    _settle(step, [due for due in over if not due.lapses], _AT_TURN_END)
    _pay_debts(step, in_the_count=False)
    for promise in over:
        if promise.lapses:
            end_promise(step, promise, "done" if _holds(promise) else "lapsed")


def at_end(step: StepBuilder) -> None:
    """Settle or end all promises and debts when the game is over (TR-74)."""
    if not (step.promises or step.debts):
        return
    dated = [due for due in step.promises if due.turn is not None and not due.lapses]
    # TR-80: at the end, a borrowed card stays where it is, and its price is not paid
    _settle(step, [due for due in dated if due.duty not in OPEN_DUTIES], _AT_TURN_END)
    for promise in step.promises:
        end_promise(step, promise, "done" if _holds(promise) else "lapsed")
    while _pay_debts(step, in_the_count=True):
        pass  # a creditor who has just been paid may now be able to pay an older debt
    for debt in step.debts:
        step.tell(DebtEnded(debt=debt, released=False))
    step.debts = ()


def _holds(promise: Promise) -> bool:
    """Return whether a promise is kept by doing nothing, such as sparing a player."""
    return promise.duty in ("keep", "spare")


def _settle(step: StepBuilder, due: list[Promise], order: tuple[Duty, ...]) -> None:
    """Settle the promises that are due, in the order of their duties, oldest first."""
    for promise in sorted(due, key=lambda promise: order.index(promise.duty)):
        if promise.duty == "pay":
            _pay(step, promise)
        elif promise.duty == "give_back":
            _give_back(step, promise)
        else:
            _hand_over(step, promise)


def _pay(step: StepBuilder, promise: Promise) -> None:
    amount = step.pay_available(promise.by, promise.to, promise.amount)
    owing = promise.amount - amount
    _remove(step, promise)
    step.tell(PromisePaid(promise=promise, amount=amount, owing=owing))
    _add_debt(step, promise.number, promise.by, promise.to, owing)


def _hand_over(step: StepBuilder, promise: Promise) -> None:
    property = promise.property
    assert property is not None, "a promise to hand over names a property"
    step.set_owner(property, promise.to)
    amount, owing = _pay_price(step, promise)
    step.tell(HandedOver(promise=promise, amount=amount, owing=owing))


def _give_back(step: StepBuilder, promise: Promise) -> None:
    """Give a borrowed card back to the player who lent it (TR-80)."""
    card = promise.card
    assert card is not None, "a promise to give back names a card"
    step.remove_cards(promise.by, card)
    step.add_cards(promise.to, card)
    amount, owing = _pay_price(step, promise)
    step.tell(CardGivenBack(promise=promise, amount=amount, owing=owing))


def _pay_price(step: StepBuilder, promise: Promise) -> tuple[int, int]:
    """End a promise whose receiver pays its price. Return the sums that were paid and not paid."""
    amount = step.pay_available(promise.to, promise.by, promise.amount)
    owing = promise.amount - amount
    _remove(step, promise)
    _add_debt(step, promise.number, promise.to, promise.by, owing)
    return amount, owing


def _add_debt(step: StepBuilder, number: int, by: Seat, to: Seat, amount: int) -> None:
    if amount:
        step.debts += (Debt(number=number, by=by, to=to, amount=amount),)


# --- debts ----------------------------------------------------------------------------------------


def _pay_debts(step: StepBuilder, *, in_the_count: bool) -> bool:
    """Pay all debts as far as possible, oldest first. Return whether any money was paid."""
    owed, left_owing = step.debts, list[Debt]()
    for debt in owed:
        amount = step.pay_available(debt.by, debt.to, debt.amount)
        left, boxes = debt.amount - amount, tuple[FromBox, ...]()
        if left and in_the_count:
            boxes = _out_of_boxes(step, debt, left)
            left -= sum([box.amount for box in boxes])
        if left != debt.amount:
            step.tell(DebtPaid(debt=debt, amount=amount, boxes=boxes, left=left))
        if left:
            left_owing.append(Debt(number=debt.number, by=debt.by, to=debt.to, amount=left))
    step.debts = tuple(left_owing)
    return step.debts != owed


def _out_of_boxes(step: StepBuilder, debt: Debt, owing: int) -> tuple[FromBox, ...]:
    taken: list[FromBox] = []
    for property in step.owned(debt.by):
        amount = min(owing, step.box(property).inside)
        if amount:
            step.take_from_box(property, amount)
            step.earn(debt.to, amount)
            owing -= amount
            taken.append(FromBox(property=property, amount=amount))
    return tuple(taken)


# --- promises that end unsettled ------------------------------------------------------------------


def lost(step: StepBuilder, property: str, to: Seat) -> None:
    """End the promise about a property that has a new owner after a sale, a Tax or a deal."""
    if step.promises and (promise := bound(step.promises, property)):
        # TR-72: the promise counts as kept if the promisee got the property, otherwise as lost
        end_promise(step, promise, "done" if promise.to == to else "lost")


def card_dealt(step: StepBuilder, seat: Seat, card: str, to: Seat) -> None:
    """End a loan if a deal gives its card back to the lender, for want of a hidden copy (TR-82)."""
    if card not in without(step.hands[seat], open_cards(step.promises, seat)):
        loan = next(held for held in loans(step.promises, seat, to) if held.card == card)
        end_promise(step, loan, "done")


def open_cards_played(step: StepBuilder, seat: Seat, *cards: str) -> None:
    """End the promises about open cards that their holder has just played."""
    for card in cards if step.promises else ():
        promise = promised_play(step.promises, seat, step.turn)
        if promise is not None and promise.card == card:  # TR-81: the promise is kept
            end_promise(step, promise, "done")
        elif promise := lent(step.promises, seat, card):  # TR-80: borrowed cards are played first
            end_promise(step, promise, "played")


def releases(view: View) -> Iterator[Release]:
    """Yield one possible release for each promise or debt to the seat (TR-77)."""
    public = view.public
    if isinstance(public.phase, Over):
        return
    for claim in (*public.promises, *public.debts):
        if claim.to == view.seat:
            yield Release(number=claim.number)


def no_release(view: View, move: Release) -> Why:
    """Return why the player cannot release this promise or debt."""
    public = view.public
    if isinstance(public.phase, Over):
        return not_now(view, "let a promise go")
    for claim in (*public.promises, *public.debts):
        if claim.number == move.number:
            if claim.to == view.seat:
                return ()
            if claim.by == view.seat:
                return ("Only {0} can let go of that.", claim.to)
            return ("That was promised to {0}, and only {0} can let go of it.", claim.to)
    return ("There's no such promise, or it's over.",)


def release(step: StepBuilder, seat: Seat, move: Release) -> None:
    """Release another player from a promise or a debt."""
    for promise in step.promises:
        if promise.number == move.number:
            end_promise(step, promise, "released")
            return
    for debt in step.debts:
        if debt.number == move.number:
            step.debts = tuple([kept for kept in step.debts if kept is not debt])
            step.tell(DebtEnded(debt=debt, released=True))


def end_promise(step: StepBuilder, promise: Promise, why: Ending) -> None:
    """End a promise without settling it."""
    _remove(step, promise)
    step.tell(PromiseEnded(promise=promise, why=why))


def _remove(step: StepBuilder, promise: Promise) -> None:
    step.promises = tuple([kept for kept in step.promises if kept is not promise])
