"""What a seat can do. A move says what its player means, and nothing else.

Money is in $ millions. Cards and properties are called by their names (cards.py); where several
are named, properties stand in the order of the board and cards in that of a hand, so that there is
one way only to say each thing.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, cast, get_args

from games.maker import maker
from games.rules import Seat

# --- parts of moves -------------------------------------------------------------------------------

Investors: TypeAlias = Literal["use", "keep"]
Answer: TypeAlias = Literal["yes", "no", "ask"]
Duty: TypeAlias = Literal["pay", "return", "keep", "spare"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Goods:
    """What one side of a deal hands over at once; `random` cards are drawn from its hand."""

    properties: tuple[str, ...]
    cards: tuple[str, ...]
    random: int
    cash: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A promise in an offer (TR-69), made by seat `by` to the other party.

    `pay`: `amount`. `return` (hand over): `property`, for `amount` (0: for nothing). `keep`:
    `property`. `spare`: nothing more. When, of pay and return: `by N` is turn N · `with C` is card
    C · `with C until N` both and `lapses` · `with C or by N` both and not `lapses`. Of keep and
    spare: `until N` is turn N and `lapses`.
    """

    by: Seat
    duty: Duty
    amount: int
    property: str | None
    card: str | None
    turn: int | None
    lapses: bool


NOTHING = Goods(properties=(), cards=(), random=0, cash=0)

new_goods = maker(Goods)
new_clause = maker(Clause)

# --- a turn ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Roll the die and move the pawn."""

    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play a profit card, or a Die Roll card; the others have moves of their own."""

    kind: Literal["play"] = "play"
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tax:
    """Play a Tax card on somebody."""

    kind: Literal["tax"] = "tax"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceSale:
    """Play a Force Sale card on a property."""

    kind: Literal["force_sale"] = "force_sale"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """After a T: take a card at random from this player."""

    kind: Literal["take"] = "take"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Put the money of the space into this unowned property."""

    kind: Literal["add"] = "add"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutUp:
    """As the Broker: put this property up for sale."""

    kind: Literal["put_up"] = "put_up"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """On the TRADE space: give one of your properties for another's, or for an unowned one."""

    kind: Literal["swap"] = "swap"
    give: str
    get: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """On the TRADE space: trade nothing."""

    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """Short of cash for a Tax: surrender this property."""

    kind: Literal["give_up"] = "give_up"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Do nothing: on a turn of the Dealing Phase, in the bidding, or after a deal."""

    kind: Literal["pass"] = "pass"


# --- a sale ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBid:
    """Seal an opening bid (0: none), with a plan for the bidding; no `limit`, no plan.

    It may be changed until the last is in.
    """

    kind: Literal["open_bid"] = "open_bid"
    amount: int
    limit: int | None
    investors: Investors
    out: Answer
    back: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Lay down, or change, a plan for the rest of the sale (TR-61); on your own turn it acts."""

    kind: Literal["plan"] = "plan"
    limit: int
    investors: Investors
    out: Answer
    back: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class DropPlan:
    """Withdraw your plan, and be asked in turn."""

    kind: Literal["drop_plan"] = "drop_plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Raise your bid `to` this, with these Outside Investors; what they lack is your cash."""

    kind: Literal["raise"] = "raise"
    to: int
    investors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut:
    """Play You're Out on another bidder."""

    kind: Literal["knock_out"] = "knock_out"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack:
    """Knocked out: play I'm Back."""

    kind: Literal["come_back"] = "come_back"


# --- a deal ---------------------------------------------------------------------------------------

Then: TypeAlias = Play | Tax | ForceSale | Pass
"""Said with a proposal (TR-78): the related card to play if it is accepted, or (Pass) none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Propose:
    """Offer a deal; without `then` you are asked about a related card."""

    kind: Literal["propose"] = "propose"
    to: Seat
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str
    then: Then | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """Answer an offer with one of your own, to the player who made it."""

    kind: Literal["counter"] = "counter"
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """Accept the offer, or the counter-offer, that lies before you."""

    kind: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject:
    """Reject the offer, or the counter-offer, that lies before you."""

    kind: Literal["reject"] = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Take back your offer while it has not been answered."""

    kind: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """Let a promise made to you, or a debt owed to you, go."""

    kind: Literal["release"] = "release"
    number: int


Move: TypeAlias = (
    Roll
    | Play
    | Tax
    | ForceSale
    | Take
    | Add
    | PutUp
    | Swap
    | Keep
    | GiveUp
    | Pass
    | OpenBid
    | Plan
    | DropPlan
    | Raise
    | KnockOut
    | ComeBack
    | Propose
    | Counter
    | Accept
    | Reject
    | Withdraw
    | Release
)

new_raise = maker(Raise)
new_propose = maker(Propose)
new_counter = maker(Counter)

# --- whatever may be handed to `play` -------------------------------------------------------------

_MOST = 10**12  # far more than there is of anything; larger numbers cannot always be written out
_Fits: TypeAlias = Callable[[object], bool]


def _is_number(value: object) -> bool:
    return type(value) is int and -_MOST < value < _MOST


def _is_word(value: object) -> bool:
    return type(value) is str


def _is_yes_or_no(value: object) -> bool:
    return type(value) is bool


def _or_none(fits: _Fits) -> _Fits:
    return lambda value: value is None or fits(value)


def _one_of(words: tuple[str, ...]) -> _Fits:
    return lambda value: type(value) is str and value in words


def _each(fits: _Fits) -> _Fits:
    return lambda value: (
        type(value) is tuple and (not value or all(map(fits, cast(tuple[object, ...], value))))
    )


def _all_fit(value: object, checks: tuple[tuple[str, _Fits], ...]) -> bool:
    try:
        for name, fits in checks:  # an all() takes twice as long, and this is asked often
            if not fits(getattr(value, name)):
                return False
    except AttributeError:  # made without its fields
        return False
    return True


_are_words = _each(_is_word)
_CLAUSE_FIELDS: tuple[tuple[str, _Fits], ...] = (
    ("by", _is_number),
    ("duty", _one_of(get_args(Duty))),
    ("amount", _is_number),
    ("property", _or_none(_is_word)),
    ("card", _or_none(_is_word)),
    ("turn", _or_none(_is_number)),
    ("lapses", _is_yes_or_no),
)


def _is_goods(value: object) -> bool:
    if type(value) is not Goods:
        return False
    try:
        return (
            _are_words(value.properties)
            and _are_words(value.cards)
            and _is_number(value.random)
            and _is_number(value.cash)
        )
    except AttributeError:  # made without its fields
        return False


def _is_clause(value: object) -> bool:
    return type(value) is Clause and _all_fit(value, _CLAUSE_FIELDS)


def _is_then(value: object) -> bool:
    return isinstance(value, Then) and well_made(value)


_PROPERTY: tuple[tuple[str, _Fits], ...] = (("property", _is_word),)
_SEAT: tuple[tuple[str, _Fits], ...] = (("seat", _is_number),)
_ANSWERS: tuple[tuple[str, _Fits], ...] = (
    ("investors", _one_of(get_args(Investors))),
    ("out", _one_of(get_args(Answer))),
    ("back", _one_of(get_args(Answer))),
)
_OFFER: tuple[tuple[str, _Fits], ...] = (
    ("give", _is_goods),
    ("get", _is_goods),
    ("promises", _each(_is_clause)),
    ("words", _is_word),
)
_FIELDS: dict[type, tuple[tuple[str, _Fits], ...]] = {
    Roll: (),
    Play: (("card", _is_word),),
    Tax: _SEAT,
    ForceSale: _PROPERTY,
    Take: _SEAT,
    Add: _PROPERTY,
    PutUp: _PROPERTY,
    Swap: (("give", _is_word), ("get", _is_word)),
    Keep: (),
    GiveUp: _PROPERTY,
    Pass: (),
    OpenBid: (("amount", _is_number), ("limit", _or_none(_is_number)), *_ANSWERS),
    Plan: (("limit", _is_number), *_ANSWERS),
    DropPlan: (),
    Raise: (("to", _is_number), ("investors", _are_words)),
    KnockOut: _SEAT,
    ComeBack: (),
    Propose: (("to", _is_number), *_OFFER, ("then", _or_none(_is_then))),
    Counter: _OFFER,
    Accept: (),
    Reject: (),
    Withdraw: (),
    Release: (("number", _is_number),),
}
_KINDS = {kind: fields(kind)[0].default for kind in _FIELDS}


def well_made(move: object) -> bool:
    """Say whether this is a move at all, with every field there and of its own type."""
    checks = _FIELDS.get(type(move))
    if checks is None or not _all_fit(move, checks):
        return False
    return getattr(move, "kind", None) == _KINDS[type(move)]
