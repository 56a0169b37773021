"""Play a card on a turn: a profit card, Tax, Force Sale or Die Roll."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules import Seat
from games.trump import promises
from games.trump.cards import (
    CARDS,
    DIE_PAYS,
    DIE_ROLL,
    DIE_ROLLS,
    FORCE_SALE,
    PROFIT_CARDS,
    PROPERTIES,
    TAX,
    TAX_EACH,
    Card,
)
from games.trump.events import Collected, Played, Surrendered, Taxed
from games.trump.moves import ForceSale, GiveUp, Play, Tax
from games.trump.refusals import Why, named, no_card, no_property
from games.trump.sales import sale
from games.trump.state import Box, Promise, Surrendering, Taking, owned
from games.trump.step_builder import StepBuilder
from games.trump.turn import dice
from games.trump.views import View

_PLAY = {name: Play(card=name) for name, card in CARDS.items() if card.profit or name == DIE_ROLL}
_TAX = [Tax(seat=seat) for seat in range(4)]
_FORCE_SALE = [ForceSale(property=name) for name in PROPERTIES]

# --- legal cards ----------------------------------------------------------------------------------


def plays(view: View, cards: Iterable[str]) -> Iterator[Play | Tax | ForceSale]:
    """Yield every way to play these cards of the seat now. Equal cards are considered once."""
    seat = view.seat
    assert seat is not None, "only players have cards to play"
    mine = view.public.owned(seat)
    for name in dict.fromkeys(cards):
        if name in PROFIT_CARDS:
            if _requirement_met(CARDS[name], mine):
                yield _PLAY[name]
        elif name == DIE_ROLL:
            yield _PLAY[name]
        elif name == TAX:
            for target in range(view.seats):
                if not _no_target(view, target):
                    yield _TAX[target]
        elif name == FORCE_SALE:
            for move in _FORCE_SALE:
                if not _no_sale_of(view, move.property):
                    yield move


def possible(view: View, move: Play | Tax | ForceSale) -> bool:
    """Return whether the rules let the seat play this card now, assuming it is in the hand."""
    if isinstance(move, Tax):
        return not _no_target(view, move.seat)
    if isinstance(move, ForceSale):
        return not _no_sale_of(view, move.property)
    card = CARDS[move.card]
    return card.name == DIE_ROLL or (
        card.profit and _requirement_met(card, view.public.owned(view.seat))
    )


def why_not(view: View, move: Play | Tax | ForceSale) -> Why:
    """Return why the seat can't play this card. The caller has checked whose turn it is."""
    if isinstance(move, Tax):
        return not_held(view, TAX) or _no_target(view, move.seat)
    if isinstance(move, ForceSale):
        return not_held(view, FORCE_SALE) or _no_sale_of(view, move.property)
    return _no_play(view, move.card)


def _no_play(view: View, name: str) -> Why:
    card = CARDS.get(name)
    if card is None:
        return ("There's no such card.",)
    if missing := not_held(view, name):
        return missing
    if card.bidding:
        return (f"You can only play {name} in a sale.",)  # TR-5: not on a normal turn
    if name == TAX:
        return ("Say whom to tax.",)
    if name == FORCE_SALE:
        return ("Say which property to put up for sale.",)
    mine = view.public.owned(view.seat)
    if _requirement_met(card, mine):
        return ()
    if not card.named:  # TR-22: the card only needs a number of properties
        need = "a property" if card.needs == 1 else f"{card.needs} properties"
        return (f"To play {name} you must own {need}, and you own {len(mine) or 'none'}.",)
    lacking = [property for property in card.named if property not in mine]
    gone = [property for property in lacking if view.public.box(property).gone]
    if gone:  # TR-64: properties that left the game never return
        has = "has" if len(gone) == 1 else "have"
        return (f"You can't play {card.title} any more: {named(gone)} {has} left the game.",)
    need = named(card.named)
    return (f"To play {card.title} you must own {need}. You still need {named(lacking)}.",)


def _requirement_met(card: Card, mine: Sequence[str]) -> bool:
    """Return whether a player who owns these properties may play a profit card (TR-22)."""
    named = card.named
    if not named:
        return len(mine) >= card.needs
    return named[0] in mine and named[-1] in mine  # a profit card names one or two properties


def not_held(view: View, card: str) -> Why:
    """Return why the seat can't play this card: it isn't in the hand, or a promise reserves it."""
    if card in view.free:
        return ()
    title = CARDS[card].title
    if card in view.hand:  # TR-81: a promised card waits for its turn
        return (f"You've promised to play {title} on a later turn.",)
    return (no_card(title),)


def _no_target(view: View, target: Seat) -> Why:
    if target == view.seat or not 0 <= target < view.seats:
        return ("Tax one of the other players.",)
    for box in view.public.boxes:
        if box.owner == target:
            return promises.no_tax(view, target)
    return ("{0} owns no property, so there is nothing to tax.", target)  # TR-18


def _no_sale_of(view: View, property: str) -> Why:
    if no_such := no_property(property):
        return no_such
    if view.public.box(property).gone:  # TR-64: it can't be chosen any more
        return (f"The {property} has left the game.",)
    return promises.no_force_sale(view, property)


# --- effects of cards -----------------------------------------------------------------------------


def perform(step: StepBuilder, seat: Seat, move: Play | Tax | ForceSale) -> None:
    """Play a card and carry out its effect."""
    if step.dealing:  # TR-49: playing a card restarts the count of quiet turns
        step.passes, step.lively = 0, step.turn
    if isinstance(move, Tax):
        _tax(step, seat, move.seat)
    elif isinstance(move, ForceSale):
        _discard(step, seat, FORCE_SALE, property=move.property)
        sale.put_up(step, move.property, seat, "card")  # TR-23: the player is the Broker
    else:
        _play(step, seat, CARDS[move.card])


def play_promised(step: StepBuilder) -> None:
    """Play the card that the player on turn has promised to play on this turn (TR-81)."""
    promise = promises.promised_play(step.promises, step.seat, step.turn)
    if promise is None or promise.card is None:
        return
    if _requirement_met(CARDS[promise.card], step.owned(step.seat)):
        perform(step, step.seat, _PLAY[promise.card])
    else:
        promises.end_promise(step, promise, "unplayable")


def continue_after_taking(step: StepBuilder, phase: Taking) -> None:
    """Continue the effect of a die card after its player has taken a card for a T."""
    assert phase.card is not None, "the roll must belong to a card"
    if phase.rolling == "five":
        _roll_five_times(step, phase.left)
    else:
        _roll_for_profit(step, step.seat, phase.card)


def _discard(
    step: StepBuilder,
    seat: Seat,
    card: str,
    target: Seat | None = None,
    property: str | None = None,
) -> None:
    step.discard(seat, card)
    step.tell(Played(seat=seat, card=card, target=target, property=property))
    promises.open_cards_played(step, seat, card)


def _play(step: StepBuilder, seat: Seat, card: Card) -> None:
    _discard(step, seat, card.name)
    if card.name == DIE_ROLL:
        _roll_five_times(step, DIE_ROLLS)
    elif card.sort == "die":
        _roll_for_profit(step, seat, card.name)
    else:
        _collect(step, seat, card.name, card.pays)


def _roll_for_profit(step: StepBuilder, seat: Seat, card: str) -> None:
    number = dice.roll_until_number(step, "card", card)
    if number is not None:
        _collect(step, seat, card, DIE_PAYS * number)  # TR-21: the profit depends on the roll


def _roll_five_times(step: StepBuilder, times: int) -> None:
    if dice.roll_repeatedly(step, DIE_ROLL, times):
        step.phase = None


def _collect(step: StepBuilder, seat: Seat, card: str, amount: int) -> None:
    step.earn(seat, amount)
    step.tell(Collected(seat=seat, amount=amount, card=card))
    promises.card_played(step, seat, card)  # TR-70: promises tied to the card fall due now
    step.phase = None


def _tax(step: StepBuilder, seat: Seat, victim: Seat) -> None:
    _discard(step, seat, TAX, target=victim)
    due = TAX_EACH * len(step.owned(victim))
    paid = step.pay_available(victim, seat, due)
    step.tell(Taxed(seat=seat, victim=victim, due=due, amount=paid))
    step.phase = None
    if paid < due:  # TR-18: the victim gives up one property, even if little is missing
        choice = surrenderable(step.boxes, step.promises, victim)
        if len(choice) == 1:
            _surrender(step, victim, choice[0])
        else:
            step.phase = Surrendering(victim=victim)


def surrenderable(
    boxes: Sequence[Box], promised: tuple[Promise, ...], victim: Seat
) -> tuple[str, ...]:
    """List the properties a Tax victim may surrender. Promised ones are a last resort (TR-18)."""
    all_owned = owned(boxes, victim)
    free = tuple([name for name in all_owned if promises.bound(promised, name) is None])
    return free or all_owned


def give_up(step: StepBuilder, seat: Seat, move: GiveUp) -> None:
    """Surrender a property for a Tax that the victim could not pay in full."""
    _surrender(step, seat, move.property)


def _surrender(step: StepBuilder, victim: Seat, property: str) -> None:
    step.set_owner(property, step.seat)
    step.tell(Surrendered(victim=victim, to=step.seat, property=property))
    promises.lost(step, property, step.seat)  # TR-72: the loss ends promises about it
    step.phase = None
