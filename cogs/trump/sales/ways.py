"""Declare the moves of a sale: opening bids, plans, raises and bidding cards."""

from collections.abc import Callable, Iterable

from bot.ui.panels.words import Names
from bot.ui.ways.fields import Known
from bot.ui.ways.ways import AnyWay, MenuOf, TypedText, Way
from cogs.trump.read import TARGET
from cogs.trump.sales.bids import (
    AMOUNT,
    BACK,
    BOLD_BID,
    LIMIT,
    OUT,
    RAISE,
    UP_TO,
    USE,
    Raised,
    likely_raises,
    line_in_any_order,
    raises_of,
    suggested_bid,
)
from cogs.trump.words import money, purse
from games.rules import Seat
from games.trump.cards import INVESTORS, STEP
from games.trump.moves import ComeBack, DropPlan, KnockOut, OpenBid, Plan, Raise
from games.trump.state import Bidding, Opening, Phase
from games.trump.views import View

WHOLE: tuple[Known, ...] = ({},)  # a single button, which opens a form if the move has fields


def _only_bidder(public: View) -> Seat | None:
    """Return the only seat that may bid, or None if several may. Sealed bids can be changed."""
    phase = public.phase
    return phase.asked[0] if isinstance(phase, Opening) and len(phase.asked) == 1 else None


def during(*kinds: type[Phase]) -> Callable[[View], Iterable[Known]]:
    """Return a function that offers a move on the board during these phases."""

    def board(public: View) -> Iterable[Known]:
        return WHOLE if isinstance(public.phase, kinds) else ()

    return board


def says(words: str) -> Callable[[View, Known, Names], str]:
    """Return a function that always returns this label."""
    return lambda view, known, names: words


def _plain_bid(view: View, amount: int) -> Known:
    """Return a bid of exactly this amount. With `once`, the amount is also its limit (TR-62)."""
    limit = amount if amount and view.options.bidding == "once" else None
    return {"amount": amount, "limit": limit, "investors": "keep", "out": "no", "back": "no"}


_NO_BID: Known = {"amount": 0, "limit": None, "investors": "keep", "out": "no", "back": "no"}
_STAND_BY: Known = {"limit": 0, "investors": "keep", "out": "no", "back": "no"}


def _bids(view: View) -> Iterable[Known]:
    if not isinstance(view.phase, Opening):
        return ()
    most = 10 * suggested_bid(view) if view.seat is None else view.cash
    likely = suggested_bid(view)
    sums = dict.fromkeys(amount for amount in (STEP, likely) if amount <= most)
    return [*(_plain_bid(view, amount) for amount in sums), {}, _NO_BID]


def _bid_label(view: View, known: Known, names: Names) -> str:
    if "amount" not in known:
        return "Bid"
    if not known["amount"]:
        return "No bid"
    if "limit" not in known:
        return f"Bid {money(known['amount'])}"
    limit, usual = known["limit"], _plain_bid(view, known["amount"])["limit"]
    if limit == usual:
        return f"Bid {money(known['amount'])}"
    further = "then ask me" if limit is None else f"up to {money(limit)}"
    return f"Bid {money(known['amount'])}, {further}"


def _bid_title(view: View, known: Known, names: Names) -> str:
    phase = view.phase
    return f"A bid for the {phase.property}" if isinstance(phase, Opening) else "An opening bid"


def _plan_label(view: View, known: Known, names: Names) -> str:
    if "limit" not in known:
        return "Plan" if view.plan is None else "Change the plan"
    if known["limit"]:
        return f"Plan up to {money(known['limit'])}"
    return "Pass for the rest of the sale"


def _own_plans(view: View) -> Iterable[Known]:
    if isinstance(view.phase, Bidding) and view.phase.turn == view.seat:
        yield _STAND_BY
    yield {}


def _example_bid(view: View) -> TypedText:
    """Return an example bid with a limit. The prompt mentions that a player may bid nothing."""
    amount = min(suggested_bid(view), view.cash)
    most = amount + BOLD_BID
    if not any(card in INVESTORS for card in view.hand):
        most = min(most, view.cash)
    further = f" up to {most}" if view.options.bidding == "once" and most > amount else ""
    return TypedText(f"{amount}{further}")


def _example_plan(view: View) -> TypedText:
    phase = view.phase
    least = phase.leader().amount if isinstance(phase, Bidding) else view.sealed or 0
    use = " use" if any(card in INVESTORS for card in view.hand) else ""
    return TypedText(f"up to {least + BOLD_BID}{use}")


def _in_hand(view: View, names: Names) -> str:
    held = [card for card in view.hand if card in INVESTORS]
    cards = f", and {', '.join(held)}" if held else ""
    return f"You have {purse(view.cash)} in hand{cards}."


def _may_act(public: View) -> Iterable[Known]:
    phase = public.phase
    turn = phase.bid_of(phase.turn) if isinstance(phase, Bidding) else None
    return WHOLE if turn is not None and not turn.out else ()


def _may_raise(public: View) -> Iterable[Known]:
    """Offer the likely cash raises on the board, and a form for all other raises."""
    return [*({"to": to, "investors": ()} for to in likely_raises(public)), *_may_act(public)]


def _may_come_back(public: View) -> Iterable[Known]:
    return WHOLE if isinstance(public.phase, Bidding) and not _may_act(public) else ()


RAISE_BUTTONS = 3  # number of raises that get a button each


def _own_raises(view: View) -> Iterable[Known | MenuOf]:
    """Offer the lowest raises and a larger cash raise as buttons, and the others in a menu."""
    least = [option for option in raises_of(view) if len(option[1]) <= 2]
    jumps: list[Raised] = [(to, ()) for to in likely_raises(view)]
    first = list(dict.fromkeys((*least[: RAISE_BUTTONS - len(jumps[1:])], *jumps[1:])))
    for to, investors in first:
        yield {"to": to, "investors": investors}
    if least[len(first) :]:
        yield MenuOf(field=RAISE.name, placeholder="Raise your bid to…", but_for=first)
    yield {}


def _raise_label(view: View, known: Known, names: Names) -> str:
    if "to" not in known:
        return "Raise"
    if "investors" not in known:
        return f"Raise to {money(known['to'])}"
    return f"Raise to {RAISE.write((known['to'], known['investors']), names)}"


def _out_label(view: View, known: Known, names: Names) -> str:
    return f"You're Out: {names.plain(known['seat'])}" if "seat" in known else "You're Out"


WAYS_OF_A_SALE: tuple[AnyWay, ...] = (
    Way[OpenBid, View](
        verb="bid",
        move=OpenBid,
        help="Seal an opening bid, and say how far you'd go",
        label=_bid_label,
        title=_bid_title,
        fields=(AMOUNT, UP_TO, USE, OUT, BACK),
        group="sale",
        words=("open",),
        phrases={"no bid": _NO_BID},
        bare=True,
        presser=_only_bidder,
        board=_bids,
        hand=_bids,
        example=_example_bid,
        read=line_in_any_order(AMOUNT, UP_TO, USE, OUT, BACK),
    ),
    Way[Raise, View](
        verb="raise",
        move=Raise,
        help="Raise your bid with Outside Investors, or with cash once one has been played",
        label=_raise_label,
        title=says("Raise your bid"),
        fields=(RAISE,),
        group="sale",
        words=("raise to",),
        bare=True,
        board=_may_raise,
        hand=_own_raises,
        note=_in_hand,
    ),
    Way[KnockOut, View](
        verb="out",
        move=KnockOut,
        help="Play You're Out on another bidder",
        label=_out_label,
        fields=(TARGET,),
        group="sale",
        words=("you're out", "play you're out on", "knock out"),
        board=_may_act,
    ),
    Way[ComeBack, View](
        verb="back",
        move=ComeBack,
        help="Play I'm Back if you've been knocked out",
        label=says("I'm Back"),
        group="sale",
        words=("i'm back", "play i'm back", "come back"),
        board=_may_come_back,
    ),
)

PLANS: tuple[AnyWay, ...] = (
    Way[Plan, View](
        verb="plan",
        move=Plan,
        help="Plan your bids for the rest of this sale in secret",
        label=_plan_label,
        title=says("A plan for this sale"),
        fields=(LIMIT, USE, OUT, BACK),
        group="sale",
        phrases={"pass for the rest of the sale": _STAND_BY, "pass for the rest": _STAND_BY},
        holds="subject",
        presser=_only_bidder,
        board=during(Bidding),
        hand=_own_plans,
        example=_example_plan,
        note=_in_hand,
        read=line_in_any_order(LIMIT, USE, OUT, BACK),
    ),
    Way[DropPlan, View](
        verb="unplan",
        move=DropPlan,
        help="Withdraw your plan for this sale and be asked in turn",
        label=says("Withdraw the plan"),
        group="sale",
        words=("no plan", "withdraw the plan", "withdraw my plan"),
        style="quiet",
    ),
)
