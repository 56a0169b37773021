"""Declare the moves of a turn and the answers to an offer, with their commands and buttons.

Discord allows 25 commands in a group, so the moves of a sale and of an offer have their own groups:
`/trump sale bid`, `/trump offer accept`.
"""

from collections.abc import Iterable, Sequence

from bot.ui.panels.words import Names
from bot.ui.ways.fields import Known
from bot.ui.ways.ways import AnyWay, MenuOf, Way
from cogs.trump.read import CARD, GET, GIVE, PROMISE, PROPERTY, TARGET, pays
from cogs.trump.sales.ways import PLANS, WAYS_OF_A_SALE, WHOLE, during, says
from cogs.trump.words import Voice, counted, money, titled
from games.rules import Seat
from games.trump.cards import TAX_EACH
from games.trump.moves import (
    Accept,
    Add,
    ForceSale,
    GiveUp,
    Keep,
    Pass,
    Play,
    PutUp,
    Reject,
    Release,
    Roll,
    Swap,
    Take,
    Tax,
    Withdraw,
)
from games.trump.state import (
    Acting,
    Adding,
    Bidding,
    Clearing,
    Proposed,
    Putting,
    Relating,
    Surrendering,
    Taking,
    Trading,
)
from games.trump.turn import play
from games.trump.views import View


def _buying(public: View) -> Iterable[Known]:
    return WHOLE if isinstance(public.phase, Acting) and not public.public.dealing else ()


# --- a turn ---------------------------------------------------------------------------------------


def _play_label(view: View, known: Known, names: Names) -> str:
    if "card" not in known:
        return "Play a card"
    brings = pays(known["card"])
    return f"Play {titled(known['card'])}{f' ({brings})' if brings else ''}"


def _tax_label(view: View, known: Known, names: Names) -> str:
    if "seat" not in known:
        return "Tax"
    due = TAX_EACH * len(view.public.owned(known["seat"]))
    return f"Tax {names.plain(known['seat'])}: {money(due)}"


def _force_label(view: View, known: Known, names: Names) -> str:
    return f"Force Sale of the {known['property']}" if "property" in known else "Force Sale"


def _may_pass(public: View) -> Iterable[Known]:
    phase = public.phase
    dealing = isinstance(phase, Acting) and public.public.dealing
    return WHOLE if dealing or isinstance(phase, Bidding | Relating) else ()


def _pass_label(view: View, known: Known, names: Names) -> str:
    phase = view.phase
    if isinstance(phase, Relating):
        return "Play no card"
    if isinstance(phase, Bidding) and (bid := phase.bid_of(phase.turn)) and bid.out:
        return "Stay out"
    return "Pass"


def _takes(public: View) -> Iterable[Known]:
    if not isinstance(public.phase, Taking):
        return ()
    known = public.public
    others = (seat for seat in range(known.seats) if seat != known.seat)
    return [{"seat": seat} for seat in others if known.hidden(seat)]


def _take_label(view: View, known: Known, names: Names) -> str:
    if "seat" not in known:
        return "Take a card"
    seat: Seat = known["seat"]
    return f"Take one from {names.plain(seat)} ({counted(view.public.hidden(seat), 'card')})"


BUTTONS_LIMIT = 3  # more properties than this are chosen in a form


def _each(properties: Sequence[str]) -> Iterable[Known]:
    """Offer a button for each property, or one with a form: many would fill a phone's screen."""
    if len(properties) > BUTTONS_LIMIT:
        return WHOLE
    return [{"property": name} for name in properties]


def _adds(public: View) -> Iterable[Known]:
    if not isinstance(public.phase, Adding):
        return ()
    return _each(public.public.owned(None))


def _add_label(view: View, known: Known, names: Names) -> str:
    more = money(view.phase.amount) if isinstance(view.phase, Adding) else "money"
    return f"{more} into the {known['property']}" if "property" in known else f"{more} into"


def _puts_up(public: View) -> Iterable[Known]:
    phase, known = public.phase, public.public
    names: tuple[str, ...] = ()
    if isinstance(phase, Clearing) and known.clearance is not None:
        names = known.clearance.to_offer
    elif isinstance(phase, Putting):
        names = known.owned(None)
        if phase.any:
            names += tuple(name for seat in range(known.seats) for name in known.owned(seat))
    return _each(names)


def _put_up_label(view: View, known: Known, names: Names) -> str:
    if "property" not in known:
        return "Put up for sale"
    owner = view.public.box(known["property"]).owner
    if owner is None:
        return f"Sell the {known['property']}"
    return f"Sell {Voice.plain(names, view.seat).whose(owner)} {known['property']}"


def _swap_label(view: View, known: Known, names: Names) -> str:
    give, get = known.get("give"), known.get("get")
    if give is None:
        return "Trade" if get is None else f"Trade for the {get}"
    return f"Trade the {give}" if get is None else f"Trade the {give} for the {get}"


def _surrenders(public: View) -> Iterable[Known]:
    phase, known = public.phase, public.public
    if not isinstance(phase, Surrendering):
        return ()
    may = play.surrenderable(known.boxes, known.promises, phase.victim)
    return _each(may)


def _surrender_label(view: View, known: Known, names: Names) -> str:
    return f"Surrender the {known['property']}" if "property" in known else "Surrender"


# --- offers ---------------------------------------------------------------------------------------


def _may_withdraw(public: View) -> Iterable[Known]:
    return WHOLE if isinstance(public.phase, Proposed) and public.phase.counter is None else ()


def _offerer(public: View) -> Seat | None:
    return public.phase.offer.by if isinstance(public.phase, Proposed) else None


_WAYS_OF_A_TURN: tuple[AnyWay, ...] = (
    Way[Roll, View](
        verb="roll",
        move=Roll,
        help="Roll the die and move your pawn",
        label=says("Roll"),
        words=("roll the die",),
        style="main",
        board=_buying,
    ),
    Way[Play, View](
        verb="play",
        move=Play,
        help="Play a profit card, or a Die Roll",
        label=_play_label,
        fields=(CARD,),
        bare=True,
        style="main",
        board=during(Acting, Relating),
    ),
    Way[Tax, View](
        verb="tax",
        move=Tax,
        help="Play a Tax card: somebody pays you $20M for each property they own",
        label=_tax_label,
        fields=(TARGET,),
        words=("play tax on", "play tax"),
        style="main",
    ),
    Way[ForceSale, View](
        verb="force",
        move=ForceSale,
        help="Play a Force Sale card: put any property up for sale",
        label=_force_label,
        fields=(PROPERTY,),
        words=("force sale of", "force sale", "play force sale of", "play force sale"),
        style="main",
    ),
    Way[Take, View](
        verb="take",
        move=Take,
        help="After rolling a T, take a card at random from a player",
        label=_take_label,
        fields=(TARGET,),
        words=("take from", "take one from", "take a card from"),
        bare=True,
        board=_takes,
        hand=_takes,
    ),
    Way[Add, View](
        verb="add",
        move=Add,
        help="On ADD, put the money into an unowned property",
        label=_add_label,
        fields=(PROPERTY,),
        words=("add to", "put into"),
        bare=True,
        board=_adds,
    ),
    Way[PutUp, View](
        verb="sell",
        move=PutUp,
        help="As the Broker, put a property up for sale",
        label=_put_up_label,
        fields=(PROPERTY,),
        words=("put up",),
        bare=True,
        board=_puts_up,
    ),
    Way[Swap, View](
        verb="swap",
        move=Swap,
        help="On TRADE, swap one of your properties for another",
        label=_swap_label,
        title=says("A trade"),
        fields=(GIVE, GET),
        words=("trade",),
        board=during(Trading),
    ),
    Way[Keep, View](
        verb="keep",
        move=Keep,
        help="On TRADE, keep what you have",
        label=says("Keep everything"),
        words=("keep everything", "keep all", "no trade"),
        board=during(Trading),
    ),
    Way[GiveUp, View](
        verb="surrender",
        move=GiveUp,
        help="Surrender a property because you couldn't pay a Tax in full",
        label=_surrender_label,
        fields=(PROPERTY,),
        words=("give up", "give"),
        bare=True,
        board=_surrenders,
    ),
)

_PASS: AnyWay = Way[Pass, View](
    verb="pass",
    move=Pass,
    help="Pass in the bidding or on your turn to deal, or play no card after a deal",
    label=_pass_label,
    words=("stay out", "play no card", "no card"),
    board=_may_pass,
)

_ANSWERS: tuple[AnyWay, ...] = (
    Way[Accept, View](
        verb="accept",
        move=Accept,
        help="Accept the offer made to you",
        label=says("Accept"),
        group="offer",
        style="main",
        board=during(Proposed),
    ),
    Way[Reject, View](
        verb="reject",
        move=Reject,
        help="Reject the offer made to you",
        label=says("Reject"),
        group="offer",
        words=("decline",),
        board=during(Proposed),
    ),
    Way[Withdraw, View](
        verb="withdraw",
        move=Withdraw,
        help="Take back your offer before it's answered",
        label=says("Withdraw the offer"),
        group="offer",
        words=("withdraw the offer", "withdraw my offer"),
        presser=_offerer,
        board=_may_withdraw,
    ),
    Way[Release, View](
        verb="release",
        move=Release,
        help="Let go of a promise made to you or a debt owed to you",
        label=lambda view, known, names: (
            f"Let promise {known['number']} go" if "number" in known else "Let a promise go…"
        ),
        group="offer",
        words=("let go of", "let go"),
        fields=(PROMISE,),
        holds="subject",  # the promise may have turned into a debt with the same number
        style="quiet",
        hand=lambda view: (MenuOf(field=PROMISE.name, placeholder="Let a promise or debt go…"),),
    ),
)


def all_ways(*deals: AnyWay) -> tuple[AnyWay, ...]:
    """List all kinds of move, including the given proposal and counter-offer."""
    propose, counter = deals[:1], deals[1:]
    return (
        *_WAYS_OF_A_TURN[:4],
        *propose,
        *_WAYS_OF_A_TURN[4:],
        *WAYS_OF_A_SALE,
        *PLANS,
        *_ANSWERS[:2],
        *counter,
        *_ANSWERS[2:],
        _PASS,
    )
