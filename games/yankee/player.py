"""The house player of Yankee Swap: half of what it says is true, and none of it impossible."""

from games.chance import Chance
from games.gifts import COAL, COPIES, KEYS, Card
from games.rules import Player, Seat
from games.yankee.moves import Decline, Give, Look, Move, Regift
from games.yankee.record import Reason
from games.yankee.state import Giving, Offer
from games.yankee.views import View


class YankeePlayer(Player[Move, View]):
    """A guest who wants to take nothing home."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Give a card, answer an offer, or pass a gift on."""
        phase = view.phase
        if isinstance(phase, Giving):
            card = view.held[luck.below(len(view.held))]
            to, declared = _claim(view, card, luck)
            return Give(card=card, to=to, declared=declared)
        assert isinstance(phase, Offer), "nobody is to move after the game"
        if phase.looked:
            assert view.known is not None, "who has looked knows the gift"
            to, declared = _claim(view, view.known, luck)
            return Regift(to=to, declared=declared)
        if view.known is not None:
            return Decline(reason=_right(phase.declared, view.known))
        if view.may_look and not luck.below(4):
            return Look()
        return Decline(reason=_guess(view, phase, luck))


def _claim(view: View, card: Card, luck: Chance) -> tuple[Seat, Card]:
    """Choose to whom to give a card, and what to call it: as often the truth as a lie."""
    to = view.targets[luck.below(len(view.targets))]
    lies = [key for key in KEYS if key != card and _unseen(view, key)] or list(KEYS)
    if card != COAL and luck.below(2):
        return to, card
    return to, lies[luck.below(len(lies))]


def _unseen(view: View, card: Card) -> int:
    """Count the copies of a gift that do not lie face up."""
    return COPIES - sum(display.count(card) for display in view.displays)


def _right(declared: Card, card: Card) -> Reason:
    """Return the reason that leaves a known card with its giver."""
    if card == COAL:
        return "coal"
    return "is" if card == declared else "isnt"


def _guess(view: View, offer: Offer, luck: Chance) -> Reason:
    """Guess what an offered card is, from the Coal that its first giver may still hold."""
    opener = offer.claims[0].giver
    if luck.below(view.hands[opener] + 1) < view.coal_left[opener]:
        return "coal"
    if _unseen(view, offer.declared) <= view.held.count(offer.declared):
        return "isnt"
    return "is" if luck.below(2) else "isnt"
