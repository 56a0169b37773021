"""The buttons for deals and sealed bids: when they are offered, and how they are labelled."""

from collections.abc import Iterable

from bot.ui.panels.words import Names, short
from bot.ui.ways.fields import Known
from bot.ui.ways.ways import MenuOf
from cogs.downeast.text import laid, some, the
from games.downeast.displays import has_deal, matches, stake
from games.downeast.state import Choosing, Deal, Sealing
from games.downeast.views import View

WHOLE: tuple[Known, ...] = ({},)  # the form asks for all fields
MOST_BUTTONS = 3  # the most deals that get a button each


def may_deal(public: View) -> Iterable[Known]:
    """Offer a deal on the board if one is possible."""
    there_is_one = isinstance(public.phase, Choosing) and has_deal(public.displays, public.turn)
    return WHOLE if there_is_one else ()


def own_deals(view: View) -> Iterable[Known | MenuOf]:
    """Offer each deal as a button, or all in a menu if there are many."""
    deals = matches(view.displays, view.turn)
    if len(deals) > MOST_BUTTONS:
        return (MenuOf(field="what", placeholder="Downeast Deal: which item, with whom?"),)
    return [{"item": deal.item, "target": deal.target} for deal in deals]


def deal_label(view: View, known: Known, names: Names) -> str:
    """Label a deal with the partner and the item."""
    if "item" not in known:
        return "Downeast Deal"
    return f"Deal with {short(names.plain(known['target']), 30)}: {_lot(view, known)}"


def _lot(view: View, known: Known) -> str:
    item: str = known["item"]
    own = view.turn if view.seat is None else view.seat
    return some(item, 2) if stake(view.displays, item, own, known["target"]) == 2 else item


def deal_title(view: View, known: Known, names: Names) -> str:
    """Return the title of the deal form."""
    return f"A Downeast Deal: {_lot(view, known)}" if "item" in known else "A Downeast Deal"


def skip_cash_if_none(view: View, known: Known) -> Known:
    """Return a default for the cash field, so that a player without cash isn't asked for it."""
    return known if view.cash else {"cards": (), **known}


# --- answers, and sealed bids ---------------------------------------------------------------------


def may_answer(public: View) -> Iterable[Known]:
    """Offer an answer on the board, with cash or with nothing."""
    return ({}, {"cards": ()}) if isinstance(public.phase, Deal) and public.phase.laid else ()


def may_surrender(public: View) -> Iterable[Known]:
    """Offer surrender on the board."""
    return WHOLE if isinstance(public.phase, Deal) and public.phase.laid else ()


def may_offer(public: View) -> Iterable[Known]:
    """After a tie, put a button for another offer on the board."""
    return WHOLE if isinstance(public.phase, Deal) and not public.phase.laid else ()


def own_answer(view: View) -> Iterable[Known]:
    """Offer an answer in the hand. A player without cash can only answer with nothing."""
    return may_answer(view) if view.cash else ({"cards": ()},)


def answer_label(view: View, known: Known, names: Names) -> str:
    """Label the button for an answer to a deal."""
    return "Answer with nothing" if "cards" in known else "Answer with cash"


def surrender_label(view: View, known: Known, names: Names) -> str:
    """Label surrender with what the target takes and gives."""
    phase = view.phase
    if not isinstance(phase, Deal):
        return "Take the offer"
    lot = the(phase.item) if phase.stake == 1 else some(phase.item, 2)
    taken = phase.item == view.cards.thief.name
    if phase.count == 0:  # everybody can see that the offer has no cash
        return f"Take {lot}" if taken else f"Give up {lot}"
    return f"Take the offer and {lot}" if taken else f"Take the offer, give {lot}"


def may_seal(view: View) -> Iterable[Known]:
    """Offer a sealed bid on the board."""
    return ({}, {"cards": ()}) if isinstance(view.phase, Sealing) else ()


def own_seal(view: View) -> Iterable[Known]:
    """Offer a sealed bid in the hand. A player without cash can only bid nothing."""
    return may_seal(view) if view.cash else ({"cards": ()},)


def seal_label(view: View, known: Known, names: Names) -> str:
    """Label the button for a sealed bid."""
    if "cards" not in known:
        return "Seal a bid"
    return f"Bid {laid(known['cards'])}"
