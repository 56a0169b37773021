"""Ways for a small market, used by the tests of ways.

Bids are only sampled; the legal moves of all other kinds are complete. An item and a partner form
one field of a trade. Each test lists its own legal moves.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from bot.ui.panels.panel import Form, Panel, Request, Text
from bot.ui.panels.render import modal
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field, Known, number, one_of, player, yes_no
from bot.ui.ways.read import named_in
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import AnyWay, Legal, Way
from games.rules import Refusal
from tests.contract.limits import check_modal

Item = Literal["lamp", "sled", "boat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """Bid an amount, perhaps up to a limit."""

    kind: Literal["bid"] = "bid"
    amount: int
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    kind: Literal["swap"] = "swap"
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    kind: Literal["trade"] = "trade"
    item: Item
    to: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    kind: Literal["say"] = "say"
    word: Literal["is", "isnt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    kind: Literal["look"] = "look"
    now: bool
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The view: its owner, and the present bid."""

    seat: int | None = 0
    high: int = 40


NAMES = Names(["Ann", "Ben", "Cat", "Dan"])
VIEW = View()
PUBLIC = View(seat=None)


def _bid_label(view: View, known: Known, names: Names) -> str:
    return f"Bid ${known['amount']}" if "amount" in known else "Bid…"


def _swap_label(view: View, known: Known, names: Names) -> str:
    return f"Swap with {names.plain(known['to'])}" if "to" in known else "Swap with…"


def _trade_label(view: View, known: Known, names: Names) -> str:
    if {"item", "to", "price"} <= set(known):
        return f"Trade the {known['item']} for {known['price']}"
    return "Trade…"


def _say_label(view: View, known: Known, names: Names) -> str:
    return {"is": "It is", "isnt": "It isn't", None: "Say…"}[known.get("word")]


def _look_label(view: View, known: Known, names: Names) -> str:
    return "Look now" if known.get("now") and "at" in known else "Look…"


def _bid_board(public: View) -> Iterable[Known]:
    return [{"amount": public.high + 10, "limit": None}, {}]


def _warn(view: View, known: Known, names: Names) -> Panel | None:
    """Ask back if a player swaps with Dan."""
    return Panel([Text("With Dan? Really?")]) if known.get("to") == 3 else None


def _write_deal(deal: tuple[str, int], names: Names) -> str:
    return f"{deal[0]} with {names.to_type(deal[1])}"


def _read_deal(text: str, view: Any, names: Names) -> tuple[tuple[str, int], str]:
    item, _, rest = text.strip().partition(" ")
    if item.casefold() not in ("lamp", "sled", "boat"):
        raise Refusal("Which item? There are a lamp, a sled and a boat.")
    rest = rest.removeprefix("with ")
    to, rest = WHO.read(rest, view, names)
    return (item.casefold(), to), rest


AMOUNT = number(
    "amount",
    "amount",
    "How much do you bid?",
    money=True,
    offer=lambda view, known: [view.high + 10, view.high + 20],
    hint=lambda view, known: f"${view.high + 10} or more, in tens",
)
LIMIT = number(
    "limit", "limit", "Up to what limit?", usual=None, offer=lambda view, known: [view.high + 100]
)
WHO = player("who", "to", "With whom?")
DEAL = Field(
    name="deal",
    fills=("item", "to"),
    label="What, and with whom?",
    write=_write_deal,
    read=_read_deal,
    about=lambda deal, view, names: f"{names.plain(deal[1])} has one, too",
)
PRICE = number("price", "price", "For how much?")
REASON = one_of("because", "word", "Is it?", {"is": "it is", "isnt": "it isn't"})
NOW = yes_no("now", "now", "Look at once (usual: yes)", usual=True)
AT = number("at", "at", "At which number?")

PASS_WAY: AnyWay = Way(
    verb="pass",
    move=Pass,
    help="Bid no more",
    label=lambda view, known, names: "Pass",
    words=("no more",),
)
BID_WAY: AnyWay = Way(
    verb="bid",
    move=Bid,
    help="Bid",
    label=_bid_label,
    fields=(AMOUNT, LIMIT),
    words=("offer", "bid up to"),
    bare=True,
    holds="subject",
    style="yes",
    board=_bid_board,
    note=lambda view, names: "You hold $200.",
)
SWAP_WAY: AnyWay = Way(
    verb="swap", move=Swap, help="Swap", label=_swap_label, fields=(WHO,), instead=_warn
)
TRADE_WAY: AnyWay = Way(
    verb="trade",
    move=Trade,
    help="Trade",
    label=_trade_label,
    fields=(DEAL, PRICE),
    title=lambda view, known, names: "What do you trade, with whom and for how much, I wonder?",
)
SAY_WAY: AnyWay = Way(
    verb="say",
    move=Say,
    help="Say what it is",
    label=_say_label,
    fields=(REASON,),
    phrases={"isn't": {"word": "isnt"}, "it is": {"word": "is"}},
)
LOOK_WAY: AnyWay = Way(
    verb="look", move=Look, help="Look", label=_look_label, fields=(NOW, AT), words=("see",)
)
WAYS = (BID_WAY, PASS_WAY, SWAP_WAY, TRADE_WAY, SAY_WAY, LOOK_WAY)

SOME_BIDS = (Bid(amount=50, limit=None), Bid(amount=60, limit=None))
SWAPS = tuple(Swap(to=seat) for seat in (1, 2, 3))
SAYS = (Say(word="is"), Say(word="isnt"))
TRADES = (
    Trade(item="lamp", to=1, price=10),
    Trade(item="lamp", to=1, price=20),
    Trade(item="sled", to=2, price=10),
)
LOOKS = tuple(Look(now=now, at=at) for now in (True, False) for at in range(40))


def can(*moves: Any) -> Legal:
    """Build the legal moves; bids are only sampled."""
    return Legal(moves, (Bid,))


def named(way: AnyWay, **args: str) -> Known:
    return named_in(way, Request(way.verb, args), VIEW, NAMES)


def typed(way: AnyWay, **args: str) -> Known:
    """Return the attributes named by a command's options."""
    return named(way, **{f"?{key}": text for key, text in args.items()})


def chosen(way: AnyWay, **args: str) -> Known:
    """Parse a choice from a menu."""
    return named(way, **{f"*{key}": text for key, text in args.items()})


def resolved(way: AnyWay, known: Known, *moves: Any, line: bool = False) -> Any:
    return resolve(way, known, VIEW, NAMES, can(*moves), line=line)


def form_of(way: AnyWay, known: Known, *moves: Any) -> Form:
    made = resolved(way, known, *moves)
    assert isinstance(made, Form), made
    check_modal(modal(made, 1, 1))
    return made


def submitted(way: AnyWay, form: Form, **filled: str) -> Known:
    """Parse a form whose entries are filled in by name."""
    keys = {entry.key[1:]: entry.key for entry in form.entries}
    args = {keys[name]: text for name, text in filled.items()}
    return named_in(way, form.request.with_args(args), VIEW, NAMES)
