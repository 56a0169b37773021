"""Deals and sealed bids, as they are offered: what is open, and how the buttons are called."""

from collections.abc import Iterable

from bot.ui.fields import Known
from bot.ui.ways import MenuOf
from bot.ui.words import Names, short
from cogs.downeast.draw import laid, some
from games.downeast.displays import can_deal, matches, stake
from games.downeast.state import Choosing, Deal, Sealing
from games.downeast.views import View

WHOLE: tuple[Known, ...] = ({},)  # everything is asked for
FEW = 3  # deals that are a button each


def may_deal(public: View) -> Iterable[Known]:
    """Offer a deal on the board, where there is one."""
    there_is_one = isinstance(public.phase, Choosing) and can_deal(public.displays, public.turn)
    return WHOLE if there_is_one else ()


def own_deals(view: View) -> Iterable[Known | MenuOf]:
    """Offer few deals as a button each, more of them in a menu."""
    deals = matches(view.displays, view.turn)
    if len(deals) > FEW:
        return (MenuOf(field="what", placeholder="Downeast Deal: for what, with whom?"),)
    return [{"item": one.item, "target": one.target} for one in deals]


def deal_label(view: View, known: Known, names: Names) -> str:
    """Label a deal: with whom, and for what."""
    if "item" not in known:
        return "Downeast Deal…"
    return f"Deal with {short(names.plain(known['target']), 30)}: {_lot(view, known)}…"


def _lot(view: View, known: Known) -> str:
    item: str = known["item"]
    own = view.turn if view.seat is None else view.seat
    return some(item, 2) if stake(view.displays, item, own, known["target"]) == 2 else item


def deal_title(view: View, known: Known, names: Names) -> str:
    """Head the form."""
    return f"A Downeast Deal: {_lot(view, known)}" if "item" in known else "A Downeast Deal"


def nothing_of_none(view: View, known: Known) -> Known:
    """Leave out of a form the cash of who has none; how it lies there is asked all the same."""
    return known if view.cash else {"cards": (), **known}


# --- answers, and sealed bids ---------------------------------------------------------------------


def may_answer(public: View) -> Iterable[Known]:
    """Offer an answer on the board, with cash or with nothing."""
    return ({}, {"cards": ()}) if isinstance(public.phase, Deal) and public.phase.laid else ()


def may_surrender(public: View) -> Iterable[Known]:
    """Offer to give in on the board."""
    return WHOLE if isinstance(public.phase, Deal) and public.phase.laid else ()


def may_offer(public: View) -> Iterable[Known]:
    """Offer another offer, after a tie."""
    return WHOLE if isinstance(public.phase, Deal) and not public.phase.laid else ()


def own_answer(view: View) -> Iterable[Known]:
    """Offer an answer on a hand; without cash, nothing is all it can be."""
    return may_answer(view) if view.cash else ({"cards": ()},)


def answer_label(view: View, known: Known, names: Names) -> str:
    """Label an answer."""
    return "Answer with nothing" if "cards" in known else "Answer with cash…"


def surrender_label(view: View, known: Known, names: Names) -> str:
    """Label giving in: what is taken, and what is given."""
    phase = view.phase
    if not isinstance(phase, Deal):
        return "Take the cash"
    lot = phase.item if phase.stake == 1 else some(phase.item, 2)
    taken = phase.item == view.cards.thief.name
    if phase.count == 0:  # as everybody can see, there is no cash to take
        return f"Take the {lot}" if taken else f"Give up the {lot}"
    return f"Take the cash, and the {lot}" if taken else f"Take the cash, give the {lot}"


def may_seal(view: View) -> Iterable[Known]:
    """Offer a sealed bid on the board."""
    return ({}, {"cards": ()}) if isinstance(view.phase, Sealing) else ()


def own_seal(view: View) -> Iterable[Known]:
    """Offer a sealed bid on a hand; without cash, nothing is all it can be."""
    return may_seal(view) if view.cash else ({"cards": ()},)


def seal_label(view: View, known: Known, names: Names) -> str:
    """Label a sealed bid."""
    if "cards" not in known:
        return "Seal a bid…"
    return f"Bid {laid(known['cards'])}"
