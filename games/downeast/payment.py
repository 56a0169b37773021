"""Payment for an item: automatic, or with cards that the payer picks.

DD-45: the automatic payment is the smallest sufficient total, then the fewest cards, then the
largest cards. A player picks the cards if they announced it (`AskMe`) or said so in their answer.
"""

from games.downeast.cash import Cash, payments
from games.downeast.events import AskMeSet, HandedOver, Paid
from games.downeast.moves import AskMe, Pay
from games.downeast.state import Paying
from games.downeast.step_builder import Draft
from games.downeast.turns import next_turn
from games.rules import Seat


def pay(draft: Draft, seat: Seat, move: Pay) -> None:
    """Pay for the item with the cards that the payer picked."""
    phase = draft.phase
    assert isinstance(phase, Paying)
    _hand_over(draft, phase, move.cards)


def house_pays(draft: Draft, owed: Paying) -> None:
    """Pay for the item with the automatic payment."""
    _hand_over(draft, owed, payments(draft.holdings[owed.payer].cash, owed.price)[0])


def _hand_over(draft: Draft, owed: Paying, cards: Cash) -> None:
    payer, payee, price = owed.payer, owed.payee, owed.price
    draft.gives(payer, cards)
    draft.gets(payee, cards)
    draft.tell(Paid(payer=payer, payee=payee, item=owed.item, price=price))
    handed = HandedOver(payer=payer, payee=payee, price=price, cards=cards)
    if draft.options.open_payments:  # DD-15: the price is public, the cards are secret
        draft.tell(handed)
    else:
        draft.tell_only(handed, payer, payee)
    take(draft, payer, owed.item)


def take(draft: Draft, seat: Seat, item: str) -> None:
    """Give an item to a seat and end the turn."""
    draft.wins(seat, item, 1)
    draft.tell_if_complete(seat, item)
    next_turn(draft)


def ask_me(draft: Draft, seat: Seat, move: AskMe) -> None:
    """Set who picks this seat's cards; switching to automatic also makes a payment that is due."""
    draft.ask_me = draft.ask_me | {seat} if move.on else draft.ask_me - {seat}
    draft.tell(AskMeSet(seat=seat, on=move.on))
    phase = draft.phase
    if not move.on and isinstance(phase, Paying) and phase.payer == seat:
        house_pays(draft, phase)
