"""Declare the moves that propose and counter a deal, and the fields of their forms.

`deal_likely` supplies the suggested values and the examples.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.ui.panels.words import LITTLE, Names, folded, short
from bot.ui.ways.fields import ASK, Field, Known, player, read_player
from bot.ui.ways.ways import TypedText, Way
from cogs.trump.deal import next_turn, undated
from cogs.trump.deals.goods import Puzzled, goods_in, write_goods
from cogs.trump.deals.likely import (
    answer_to,
    completed,
    dated_answer,
    example_counter,
    example_deal,
    is_legal,
    likely_gets,
    likely_gives,
    likely_plays,
    likely_promises,
    open_offer,
    other_party,
    other_seats,
    proposal,
    settle_counter,
    settle_offer,
    with_example,
)
from cogs.trump.deals.line import (
    NO_PROMISES,
    Promises,
    Reader,
    Side,
    dated_in,
    write_promises,
    write_then,
)
from cogs.trump.words import purse
from games.rules import Refusal, Seat
from games.trump.deals import legal_deals
from games.trump.moves import NOTHING, Accept, Counter, Goods, Propose, Then
from games.trump.views import View

# --- goods ----------------------------------------------------------------------------------------


def _goods_reader(side: Side) -> Callable[[str, View, Names], tuple[Goods, str]]:
    def read(text: str, view: View, names: Names) -> tuple[Goods, str]:
        line = folded(text).removeprefix(f"{side} ")
        try:
            result = goods_in(line)
            if result is None or result[1].strip(" ,.!"):
                what = short((result[1] if result else line).strip(" ,;:."), 20)
                raise Puzzled(_unknown(what), side)
        except Puzzled as puzzled:
            raise with_example(puzzled, view, names) from None
        return result[0], ""

    return read


def _unknown(what: str) -> str:
    if not what:
        return "Name properties, cards or money."
    shown = "".join(char for char in what if char.isalnum() or char in " $.,+'-…")
    return f"I don't know what “{shown}” is. Put commas between things."


def _write_goods(goods: Goods, names: Names) -> str:
    return write_goods(goods)


def _nothing_likely(view: View, known: Known, values: Sequence[Any]) -> Any:
    return ASK


def _once_complete(value: Any) -> Callable[[View, Known], Any]:
    """Return a default that applies once `get` is named. Until then the field is required."""
    return lambda view, known: value if "get" in known else ASK


def _get_likely(view: View, known: Known, values: Sequence[Any]) -> Any:
    return proposal(view, known).get


def _as_offered(name: str) -> Callable[[View, Known, Sequence[Any]], Any]:
    """Return a function that fills in one field of a counter-offer from the original offer."""

    def likely(view: View, known: Known, values: Sequence[Any]) -> Any:
        answer = completed(view, known)
        if answer is None or not is_legal(view, answer):
            return ASK
        value = getattr(answer, name)
        return (value, answer.words) if name == "promises" else value

    return likely


_THINGS = "properties, cards, cards at random, money"

GIVE = Field(
    name="give",
    fills=("give",),
    label="You give",
    write=_write_goods,
    read=_goods_reader("give"),
    offer=likely_gives,
    likely=_nothing_likely,
    hint=lambda view, known: f"With commas between: {_THINGS}. Empty: nothing",
    usual=NOTHING,
    usually=_once_complete(NOTHING),
    before="give",
)
GET = Field(
    name="get",
    fills=("get",),
    label="You get",
    write=_write_goods,
    read=_goods_reader("get"),
    offer=likely_gets,
    likely=_get_likely,
    hint=lambda view, known: f"With commas between: {_THINGS}; or: nothing",
    before="get",
)


# --- promises, and the card that follows ----------------------------------------------------------


def _read_promises(text: str, view: View, names: Names) -> tuple[Promises, str]:
    answer, turn = answer_to(view), dated_in(text)
    if answer is not None and turn is not None:
        return dated_answer(view, turn), ""
    try:
        terms = Reader(view, names, other_party(view, {})).read(text)
        if not {*terms} <= {"promises", "words"}:
            raise Puzzled("Only promises go here: who, what and when.", "promise")
    except Puzzled as puzzled:
        raise with_example(puzzled, view, names) from None
    return (terms.get("promises", ()), terms.get("words", "")), ""


PROMISES = Field(
    name="promises",
    fills=("promises", "words"),
    label="Promises, and words in quotes",
    write=write_promises,
    read=_read_promises,
    offer=likely_promises,
    likely=_nothing_likely,
    hint=lambda view, known: "I return the Casino by TURN; they pay SUM with CARD; “words”",
    usual=NO_PROMISES,
    usually=_once_complete(NO_PROMISES),
)


def _read_then(text: str, view: View, names: Names) -> tuple[Then | None, str]:
    line = folded(text).removeprefix("then ")
    try:
        play = Reader(view, names, other_party(view, {})).then_in(line)
    except Puzzled as puzzled:
        raise Refusal(str(puzzled)) from None
    if play is None:
        raise Refusal("Name a card to play once it's a deal, or say “no card”.")
    return play


def _about_then(then: Then | None, view: View, names: Names) -> str:
    return "once it's a deal" if then is None else ""


THEN = Field(
    name="then",
    fills=("then",),
    label="Then you play",
    write=write_then,
    read=_read_then,
    offer=likely_plays,
    likely=_nothing_likely,
    about=_about_then,
    hint=lambda view, known: "A card that goes with the deal, or: no card. Empty: I'll ask you",
    usual=None,
    usually=_once_complete(None),
    before="then",
)


# --- the other party ------------------------------------------------------------------------------


def _read_to(text: str, view: View, names: Names) -> tuple[Seat, str]:
    first, _, rest = text.strip().partition(" ")
    return read_player(rest if rest and folded(first) in LITTLE else text, view, names)


def _others(view: View, known: Known) -> Sequence[Seat]:
    return other_seats(view)


WITH = player("with", "to", "Deal with", read=_read_to, offer=_others, closed=True, before="with")


# --- whole lines ----------------------------------------------------------------------------------


def read_offer(text: str, view: View, names: Names) -> Known:
    """Read a typed proposal: `Ann: give Casino; get 10; they return Casino for 10 by 31`."""
    to, rest = _split_other(text, view, names)
    if not rest:
        return {"to": to}
    empty = {"give": NOTHING, "get": NOTHING, "promises": (), "words": "", "then": None}
    return {"to": to, **empty, **_read_terms(rest, view, names, to)}


def _split_other(text: str, view: View, names: Names) -> tuple[Seat, str]:
    """Read the other party. Return the rest of the text with its capitals, which quotes keep."""
    try:
        to, left = _read_to(text, view, names)
    except Refusal:
        head, mark, tail = text.partition(":")
        if not mark:
            raise
        to, left = _read_to(f"{head.strip()} , {tail}", view, names)
    ends = (at for at in range(len(text) + 1) if _trimmed(text[at:]) == _trimmed(left))
    return to, text[next(ends, len(text)) :].strip(" ,:;")


def _trimmed(text: str) -> str:
    return folded(text).strip(" ,:;")


def _read_terms(text: str, view: View, names: Names, other: Seat) -> dict[str, Any]:
    try:
        return Reader(view, names, other).read(text)
    except Puzzled as puzzled:
        raise with_example(puzzled, view, names) from None


def read_counter(text: str, view: View, names: Names) -> Known:
    """Read a typed counter-offer: `give 30` changes one part, `by 31` adds a latest turn."""
    if not text.strip():
        return {}
    answer, turn = answer_to(view), dated_in(text)
    if answer is not None and turn is not None:
        promises, words = dated_answer(view, turn)
        return {"promises": promises, "words": words}
    terms = _read_terms(text, view, names, other_party(view, {}))
    if "then" in terms:
        raise Refusal("Only the player who proposes a deal plays a card with it.")
    return terms


# --- the ways -------------------------------------------------------------------------------------


def _deal_label(view: View, known: Known, names: Names) -> str:
    return f"Deal with {names.plain(known['to'])}" if "to" in known else "Deal in one form"


def _deal_title(view: View, known: Known, names: Names) -> str:
    return f"A deal with {names.plain(known['to'])}" if "to" in known else "A deal"


def _deal_note(view: View, names: Names) -> str:
    return (
        f"You have {purse(view.cash)} in hand. “Hotel, Casino” means two properties, and “Hotel "
        "+ Casino” means the card. For cards drawn at random, write “2 cards”."
    )


def _counter_label(view: View, known: Known, names: Names) -> str:
    offer = open_offer(view)
    if offer is None or "promises" not in known:
        return "Counter in one form"
    turn = next_turn(view.public, offer.by)
    return f"Accept if it's due by {names.plain(offer.by)}'s turn {turn}"


def _counter_title(view: View, known: Known, names: Names) -> str:
    offer = open_offer(view)
    return "A counter-offer" if offer is None else f"A counter-offer to {names.plain(offer.by)}"


def _counter_hand(view: View) -> Iterator[Known | TypedText]:
    """Suggest accepting with a latest turn if the offer has a promise without one (TR-48)."""
    offer = open_offer(view)
    if offer is not None and undated(offer) and not legal_deals.no_accept(view, Accept()):
        turn = next_turn(view.public, offer.by)
        promises, words = dated_answer(view, turn)
        move = completed(view, {"promises": promises, "words": words})
        if move is not None and is_legal(view, move):
            yield TypedText(f"by {turn}")
    yield {}


PROPOSE: Way[Propose, View] = Way(
    verb="deal",
    move=Propose,
    help="Offer a player a deal: properties, cards, money now, and promises for later",
    label=_deal_label,
    title=_deal_title,
    note=_deal_note,
    fields=(WITH, GIVE, GET, PROMISES, THEN),
    group="offer",
    words=("offer", "propose"),
    read=read_offer,
    settle=settle_offer,
    example=example_deal,
    holds="game",  # legal only on the player's own turn, and complete by itself
    hand=lambda view: ({},),
)

COUNTER: Way[Counter, View] = Way(
    verb="counter",
    move=Counter,
    help="Answer an offer with one of your own; what you don't name stays as offered",
    label=_counter_label,
    title=_counter_title,
    note=_deal_note,
    fields=(
        replace(GIVE, usual=ASK, likely=_as_offered("give"), hint=GET.hint),
        replace(GET, likely=_as_offered("get")),
        replace(PROMISES, usual=ASK, likely=_as_offered("promises")),
    ),
    group="offer",
    words=("counter offer", "counter-offer"),
    read=read_counter,
    settle=settle_counter,
    example=example_counter,
    hand=_counter_hand,
)
