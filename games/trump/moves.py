"""The moves of the game. A move contains only the player's choices.

Money is in millions of dollars. Cards and properties are given by their names in cards.py. Lists of
properties are in board order, and lists of cards in the order of a hand, so that there is only one
way to write a choice.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, cast, get_args

from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat

# --- parts of moves -------------------------------------------------------------------------------

Investors: TypeAlias = Literal["use", "keep"]
Answer: TypeAlias = Literal["yes", "no", "ask"]
Duty: TypeAlias = Literal["pay", "return", "keep", "spare", "give_back", "play"]


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Goods:
    """What one side hands over when a deal is made. `random` counts cards drawn from its hand."""

    properties: tuple[str, ...]
    cards: tuple[str, ...]
    random: int
    cash: int


new_goods = constructor_of(Goods)


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A promise in an offer (TR-69), made by seat `by` to the other party.

    A `pay` promises an `amount`. A `return` promises a `property` for an `amount` that may be 0.
    Both are due when the promisor plays `card` or when `turn` ends. If both are set, `lapses` says
    whether the end of `turn` cancels the promise or makes it due. A `keep` (don't give `property`
    away) and a `spare` (don't target the other party) last until `turn` ends, with `lapses` True.
    A `give_back` returns a borrowed `card` when `turn` ends, for an `amount` that may be 0 (TR-80).
    A `play` means that `card` is played when `turn` begins (TR-81).
    """

    by: Seat
    duty: Duty
    amount: int
    property: str | None
    card: str | None
    turn: int | None
    lapses: bool


new_clause = constructor_of(Clause)


NOTHING = Goods(properties=(), cards=(), random=0, cash=0)


# --- a turn ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Roll the die and move the pawn."""

    kind: Literal["roll"] = "roll"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play a profit card or a Die Roll card. Tax and Force Sale have their own moves."""

    kind: Literal["play"] = "play"
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tax:
    """Play a Tax card on an opponent."""

    kind: Literal["tax"] = "tax"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceSale:
    """Play a Force Sale card on a property."""

    kind: Literal["force_sale"] = "force_sale"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """Take a random card from this player after rolling a T."""

    kind: Literal["take"] = "take"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Put the money of an ADD space into this unowned property."""

    kind: Literal["add"] = "add"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutUp:
    """Put this property up for sale as the Broker."""

    kind: Literal["put_up"] = "put_up"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """On the TRADE space, exchange a property of yours for an opponent's or an unowned one."""

    kind: Literal["swap"] = "swap"
    give: str
    get: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """On the TRADE space, keep all your properties."""

    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """Surrender this property because you cannot pay a Tax in full."""

    kind: Literal["give_up"] = "give_up"
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Pass in the Dealing Phase or in the bidding, or decline to play a card after a deal."""

    kind: Literal["pass"] = "pass"


# --- a sale ---------------------------------------------------------------------------------------


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBid:
    """Seal an opening bid (0: no bid). If `limit` is set, also make a plan for the bidding.

    The bid can be changed until the last bidder has answered.
    """

    kind: Literal["open_bid"] = "open_bid"
    amount: int
    limit: int | None
    investors: Investors
    out: Answer
    back: Answer


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Make or change a plan for the rest of the sale (TR-61). On your turn it acts immediately."""

    kind: Literal["plan"] = "plan"
    limit: int
    investors: Investors
    out: Answer
    back: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class DropPlan:
    """Withdraw your plan for the sale, so that you are asked again on each of your turns."""

    kind: Literal["drop_plan"] = "drop_plan"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Raise your bid to the total `to` with these investors. Your cash pays the difference."""

    kind: Literal["raise"] = "raise"
    to: int
    investors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut:
    """Play You're Out to knock another bidder out."""

    kind: Literal["knock_out"] = "knock_out"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack:
    """Play I'm Back to return to the bidding after you were knocked out."""

    kind: Literal["come_back"] = "come_back"


# --- a deal ---------------------------------------------------------------------------------------

Then: TypeAlias = Play | Tax | ForceSale | Pass
"""The card that a player will play if a proposal is accepted, or Pass for no card (TR-78)."""


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Propose:
    """Propose a deal. `then` is the card to play after the deal (None: you are asked later)."""

    kind: Literal["propose"] = "propose"
    to: Seat
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str
    then: Then | None


new_propose = constructor_of(Propose)


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """Answer an offer with a counter-offer to the player who made it."""

    kind: Literal["counter"] = "counter"
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """Accept the offer or counter-offer that was made to you."""

    kind: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject:
    """Reject the offer or counter-offer that was made to you."""

    kind: Literal["reject"] = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Withdraw your offer before it is answered."""

    kind: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """Release another player from a promise or a debt to you."""

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


# --- validation of untrusted moves ----------------------------------------------------------------

_MOST = 10**12  # far above any amount in the game; Python refuses to print much larger numbers
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
        for name, fits in checks:  # this loop runs often, and all() would take twice as long
            if not fits(getattr(value, name)):
                return False
    except AttributeError:  # the move lacks a field
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
    except AttributeError:  # the goods lack a field
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
    """Return whether `move` is a move of this game and all its fields have the right type."""
    checks = _FIELDS.get(type(move))
    if checks is None or not _all_fit(move, checks):
        return False
    return getattr(move, "kind", None) == _KINDS[type(move)]
