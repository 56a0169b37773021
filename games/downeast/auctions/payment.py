"""Payment for an item, either automatic or with cards that the payer picks.

The automatic payment has the smallest sufficient total, then the fewest cards, then the largest
cards (DD-45). Players pick the cards themselves if they chose to do so earlier (`AskMe`) or in
their secret answer.
"""

from games.downeast.cash import Cash, payments
from games.downeast.events import AskMeSet, HandedOver, Paid
from games.downeast.moves import AskMe, Pay
from games.downeast.state import Paying
from games.downeast.step_builder import StepBuilder
from games.downeast.turns import next_turn
from games.rules import Seat


def pay(builder: StepBuilder, seat: Seat, move: Pay) -> None:
    """Pay for the item with the cards that the payer picked."""
    phase = builder.phase
    assert isinstance(phase, Paying)
    _hand_over(builder, phase, move.cards)


def pay_automatically(builder: StepBuilder, owed: Paying) -> None:
    """Pay for the item with automatically chosen cards."""
    _hand_over(builder, owed, payments(builder.holdings[owed.payer].cash, owed.price)[0])


def _hand_over(builder: StepBuilder, owed: Paying, cards: Cash) -> None:
    payer, payee, price = owed.payer, owed.payee, owed.price
    builder.take_cash(payer, cards)
    builder.give_cash(payee, cards)
    builder.tell(Paid(payer=payer, payee=payee, item=owed.item, price=price))
    handed = HandedOver(payer=payer, payee=payee, price=price, cards=cards)
    if builder.options.open_payments:  # DD-15: normally, the cards of a payment are secret
        builder.tell(handed)
    else:
        builder.tell_only(handed, payer, payee)
    award(builder, payer, owed.item)


def award(builder: StepBuilder, seat: Seat, item: str) -> None:
    """Give an item to a seat and end the turn."""
    builder.give_items(seat, item, 1)
    builder.tell_if_complete(seat, item)
    next_turn(builder)


def ask_me(builder: StepBuilder, seat: Seat, move: AskMe) -> None:
    """Switch automatic payment on or off. Switching it on also makes a payment that is due."""
    builder.ask_me = builder.ask_me | {seat} if move.on else builder.ask_me - {seat}
    builder.tell(AskMeSet(seat=seat, on=move.on))
    phase = builder.phase
    if not move.on and isinstance(phase, Paying) and phase.payer == seat:
        pay_automatically(builder, phase)
