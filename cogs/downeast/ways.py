"""The ways to make each kind of move in Downeast Dealer: commands, buttons and forms."""

from collections.abc import Callable, Iterable
from typing import Any

from bot.ui.panels.panel import CHOICE_LIMIT
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Known
from bot.ui.ways.ways import MenuOf, Way, several
from cogs.downeast import deals
from cogs.downeast.cash import CASH, PAYMENT, payments_of, you_hold
from cogs.downeast.lots import (
    AGAINST,
    ASK,
    MOST,
    ON,
    PRICE,
    answer_label,
    drop_equal_prices,
    keep_label,
    may_answer,
    may_keep,
    own_answers,
    own_keeps,
    secret_note,
    suggested_bids,
    title,
)
from cogs.downeast.pics import picture_name
from cogs.downeast.read import AMOUNT, BID_LIMIT, DEAL, HOW, LIMIT, bluff_note
from cogs.downeast.text import laid, the
from games.downeast.auctions.legal_auction import limits
from games.downeast.cash import money
from games.downeast.moves import (
    Answer,
    AnswerLot,
    AskMe,
    Buy,
    Call,
    Challenge,
    Keep,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.state import Auction, Choosing, Deciding, Lot, Paying, Phase
from games.downeast.views import View
from games.rules import Seat

WHOLE: tuple[Known, ...] = ({},)  # no field is left to ask, or a form asks for all of them
MOST_BUTTONS = 3  # the most payments that get a button each


def _during(*kinds: type[Phase]) -> Callable[[View], Iterable[Known]]:
    """Return a function that offers a kind of move on the board during these phases."""

    def board(public: View) -> Iterable[Known]:
        return WHOLE if isinstance(public.phase, kinds) else ()

    return board


def _auctioneer(public: View) -> Seat:
    return public.turn


# --- a turn ---------------------------------------------------------------------------------------


def _may_turn_over(public: View) -> Iterable[Known]:
    return WHOLE if isinstance(public.phase, Choosing) and public.to_come else ()


# --- an auction -----------------------------------------------------------------------------------


def _may_bid(view: View) -> Iterable[Known]:
    some_bids = suggested_bids(view)
    return [*({"amount": amount, "limit": None} for amount in some_bids), {}] if some_bids else ()


def _bid_label(view: View, known: Known, names: Names) -> str:
    if "amount" not in known:
        return "Bid"
    high = isinstance(view.phase, Auction) and view.phase.high
    limit = f", up to {money(known['limit'])}" if known.get("limit") else ""
    bluff = view.seat is not None and known["amount"] > sum(view.cash)
    text = f"{'Raise to' if high else 'Bid'} {money(known['amount'])}{limit}"
    return f"{text}, a bluff" if bluff else text


def _bid_title(view: View, known: Known, names: Names) -> str:
    return f"Your bid for {the(view.phase.item)}" if isinstance(view.phase, Auction) else "Your bid"


def _own_limit(view: View) -> Iterable[Known]:
    phase = view.phase
    may = limits(view, phase.high) if isinstance(phase, Auction) else ()
    if len(may) > 1:
        yield {}
    elif may and view.limit is None:
        yield {"limit": may[0]}
    if view.limit is not None:
        yield {"limit": None}


def _limit_label(view: View, known: Known, names: Names) -> str:
    if "limit" not in known:
        return "Secret limit"
    limit = known["limit"]
    return "Withdraw the limit" if limit is None else f"Secret limit {money(limit)}"


def _asking_label(view: View, known: Known, names: Names) -> str:
    return "Choose my own payments" if known.get("on") else "Pay for me automatically"


def _may_call(public: View) -> Iterable[Known]:
    return WHOLE if isinstance(public.phase, Auction) and not public.phase.called else ()


def _sell_label(view: View, known: Known, names: Names) -> str:
    phase = view.phase
    if not isinstance(phase, Deciding):
        return "Sell it"
    return f"Sell to {names.plain(phase.bidder)} for {money(phase.price)}"


def _buy_label(view: View, known: Known, names: Names) -> str:
    phase = view.phase
    return f"Keep it and pay {money(phase.price)}" if isinstance(phase, Deciding) else "Keep it"


def _pay_label(view: View, known: Known, names: Names) -> str:
    if "cards" in known:
        return f"Pay {laid(known['cards'])}"
    if not isinstance(view.phase, Paying):
        return "Pay"
    return "Other cards" if view.seat == view.phase.payer else _pay_title(view, known, names)


def _pay_title(view: View, known: Known, names: Names) -> str:
    return f"Pay {money(view.phase.price)}" if isinstance(view.phase, Paying) else "Pay"


BUTTON_CARDS = 12  # the most cards in the label of a payment button


def _payment_buttons(view: View) -> Iterable[Known | MenuOf]:
    """Offer few payments as buttons; otherwise the cheapest, a menu, and a form for the rest."""
    payments = payments_of(view)
    all_short = all(len(payment) <= BUTTON_CARDS for payment in payments)
    first = payments if all_short and len(payments) <= MOST_BUTTONS else payments[:1]
    yield from ({"cards": payment} for payment in first)
    shown = CHOICE_LIMIT + 1
    if payments[len(first) :]:
        but_for = (payments[0], *payments[shown:])
        yield MenuOf(field="cash", placeholder="Pay another way…", but_for=but_for)
    if payments[shown:]:
        yield {}


_WITHDRAWN = ("no limit", "withdraw", "withdraw the limit", "withdraw my limit")

WAYS: tuple[Way[Any, View], ...] = (
    Way(
        verb="auction",
        move=TurnOver,
        help="Turn over the next item and auction it",
        label=lambda view, known, names: "Auction the next item",
        words=("auction the next item", "turn over", "next"),
        style="main",
        board=_may_turn_over,
    ),
    Way(
        verb="deal",
        move=Challenge,
        help="Start a Downeast Deal for an item that you both own",
        label=deals.deal_label,
        title=deals.deal_title,
        note=you_hold,
        fields=(DEAL, CASH, HOW),
        settle=deals.skip_cash_if_none,
        style="main",
        board=deals.may_deal,
        hand=deals.own_deals,
        pic=lambda view, known: picture_name(known["item"]) if "item" in known else "",
    ),
    Way(
        verb="bid",
        move=Raise,
        help="Bid for the item, with a secret limit if you like and the table has limits",
        label=_bid_label,
        title=_bid_title,
        note=bluff_note,
        fields=(AMOUNT, BID_LIMIT),
        words=("raise to", "raise"),
        bare=True,
        holds="subject",
        presser=several,
        board=_may_bid,
        hand=_may_bid,
    ),
    Way(
        verb="limit",
        move=SetLimit,
        help="Set, change or withdraw the secret limit of your high bid",
        label=_limit_label,
        title=lambda view, known, names: "Your secret limit",
        fields=(LIMIT,),
        words=("secret limit",),
        phrases={text: {"limit": None} for text in _WITHDRAWN},
        holds="subject",
        hand=_own_limit,
    ),
    Way(
        verb="most",
        move=AnswerLot,
        help="In an auction with secret bids: the most you'd pay",
        label=answer_label,
        title=title,
        note=secret_note,
        fields=(MOST, ASK),
        words=("up to", "bid"),
        bare=True,
        presser=several,
        board=may_answer,
        hand=own_answers,
    ),
    Way(
        verb="pass",
        move=Pass,
        help="Don't bid",
        label=lambda view, known, names: "Pass",
        presser=several,
        board=_during(Auction, Lot),
    ),
    Way(
        verb="call",
        move=Call,
        help="As the auctioneer, call “going once, going twice”",
        label=lambda view, known, names: "Call it",
        words=("call it", "going once, going twice", "going once"),
        presser=_auctioneer,
        board=_may_call,
    ),
    Way(
        verb="sell",
        move=Sell,
        help="As the auctioneer, sell to the high bidder",
        label=_sell_label,
        words=("sell it",),
        presser=_auctioneer,
        board=_during(Deciding, Lot),
    ),
    Way(
        verb="keep",
        move=Keep,
        help="As the auctioneer, with secret bids: the most you'd pay to keep the item",
        label=keep_label,
        title=title,
        note=secret_note,
        fields=(PRICE, AGAINST, ASK),
        settle=drop_equal_prices,
        words=("keep it for up to", "keep it up to", "keep up to", "keep it"),
        presser=_auctioneer,
        board=may_keep,
        hand=own_keeps,
    ),
    Way(
        verb="buy",
        move=Buy,
        help="As the auctioneer, keep the item and pay the high bidder",
        label=_buy_label,
        words=("keep it and pay", "keep it", "keep"),
        board=_during(Deciding),
    ),
    Way(
        verb="pay",
        move=Pay,
        help="Pay for the item you won",
        label=_pay_label,
        title=_pay_title,
        note=you_hold,
        fields=(PAYMENT,),
        bare=True,
        board=_during(Paying),
        hand=_payment_buttons,
    ),
    Way(
        verb="answer",
        move=Answer,
        help="In a Downeast Deal, answer with cash of your own or none",
        label=deals.answer_label,
        title=lambda view, known, names: "Your answer",
        note=you_hold,
        fields=(CASH,),
        bare=True,
        board=deals.may_answer,
        hand=deals.own_answer,
    ),
    Way(
        verb="surrender",
        move=Surrender,
        help="In a Downeast Deal, give in and take the offer",
        label=deals.surrender_label,
        words=("give in", "take the cash", "take the offer", "take it", "take"),
        board=deals.may_surrender,
    ),
    Way(
        verb="offer",
        move=Offer,
        help="After a tie in your Downeast Deal, offer again",
        label=lambda view, known, names: "Offer again",
        title=lambda view, known, names: "Offer again",
        note=you_hold,
        fields=(CASH, HOW),
        bare=True,
        settle=deals.skip_cash_if_none,
        style="main",
        board=deals.may_offer,
        hand=deals.may_offer,
    ),
    Way(
        verb="seal",
        move=Seal,
        help="Seal a bid to keep the Thief (or Coal) away",
        label=deals.seal_label,
        words=("seal a bid", "bid"),
        title=lambda view, known, names: "Your sealed bid",
        note=you_hold,
        fields=(CASH,),
        bare=True,
        holds="subject",
        board=deals.may_seal,
        hand=deals.own_seal,
    ),
    Way(
        verb="askme",
        move=AskMe,
        help="Pick the cards yourself when you pay, or let the bot; everybody is told which",
        label=_asking_label,
        fields=(ON,),
        phrases={
            "ask me": {"on": True},
            "don't ask me": {"on": False},
            "let the house pay": {"on": False},
            "choose my own payments": {"on": True},
            "pay for me automatically": {"on": False},
        },
        holds="game",
        style="quiet",
    ),
)
