"""Declare the standing orders of TRUMP The Game: a player's next turns, and automatic choices.

The panel of standing orders has menus for them, and each has a typed line: `next any 40, tax ann,
then roll` and `prefer sell hotel, casino; take ann`. Their values have the same meaning at any
time, so a form stays valid while others play.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from bot.ui.panels.words import Names, escape, folded, listed, short
from bot.ui.ways.fields import ASK, Field, Known, one_of, read_player
from bot.ui.ways.ways import OrderMenu, TypedText, Way
from cogs.trump.read import led_in, read_property
from cogs.trump.sales.bids import line_in_any_order
from cogs.trump.sales.ways import says
from cogs.trump.words import CARD_WORDS, named_in, the, titled
from games.rules import Refusal, Seat
from games.trump.ahead.legal_orders import cards_to_queue, offered_choices, offered_turns, thens
from games.trump.ahead.ordered import (
    ChoicesAhead,
    Order,
    Then,
    ToPlay,
    TurnsAhead,
    card_of,
    finished_turns,
)
from games.trump.cards import FORCE_SALE, TAX
from games.trump.moves import ForceSale, Play, Tax
from games.trump.views import View

T = TypeVar("T")
Read: TypeAlias = Callable[[str, View, Names], tuple[T, str]]
_EXAMPLES = 4  # number of cards that a refusal names as examples


def _read_all(
    text: str, read: Read[T], stop: re.Pattern[str], view: View, names: Names
) -> tuple[tuple[T, ...], str]:
    """Read values separated by commas, up to a word that begins the next field."""
    values: list[T] = []
    line = folded(text).strip(" ,")
    while True:
        value, rest = read(line, view, names)
        values.append(value)
        between = line.removesuffix(rest).rstrip()
        if not rest or not between.endswith(",") or stop.match(rest):
            return tuple(values), rest
        line = rest


# --- the next turns -------------------------------------------------------------------------------

_NO_CARD = "no card"
_NONE = re.compile(r"(?:no cards?|none)(?!\w)[ ,]*")
_PLAY = re.compile(r"play (?:an? )?")
_TAX = re.compile(r"tax(?!\w) ?(?:on(?!\w) ?)?")
_FORCE = re.compile(r"force(?: sale)?(?!\w) ?(?:of(?!\w) ?)?")
_THEN = re.compile(r"(?:then|roll|keep|pass|ask)(?!\w)")


def _write_card(move: ToPlay, names: Names) -> str:
    """Write a card as players type it: `Any 40`, `Tax Ann`, `Force Sale Hotel`."""
    if isinstance(move, Tax):
        return f"{TAX} {names.to_type(move.seat)}"
    if isinstance(move, ForceSale):
        return f"{FORCE_SALE} {move.property}"
    return titled(move.card)


def _read_card(text: str, view: View, names: Names) -> tuple[ToPlay, str]:
    led = _PLAY.match(text)
    line = text[led.end() :] if led else text
    if match := _TAX.match(line):
        if not line[match.end() :]:
            raise Refusal("Say whom to tax.")
        seat, rest = read_player(line[match.end() :], view, names)
        return Tax(seat=seat), rest
    if match := _FORCE.match(line):
        if not line[match.end() :]:
            raise Refusal("Say which property to put up for sale.")
        property, rest = read_property(line[match.end() :], view, names)
        return ForceSale(property=property), rest
    card = named_in(line, CARD_WORDS)
    if card is None:
        held = _nameable(view)[:_EXAMPLES]
        can = (
            f"You can name {listed(held, 'or')}." if held else "You have no card to play on a turn."
        )
        raise Refusal(f"There's no card “{escape(short(line, 20))}”. {can}")
    return Play(card=card[0]), card[1]


def _nameable(view: View) -> list[str]:
    """List the kinds of card in the hand that an order can name."""
    return [titled(card) for card in dict.fromkeys(map(card_of, cards_to_queue(view)))]


def _read_cards(text: str, view: View, names: Names) -> tuple[tuple[ToPlay, ...], str]:
    line = folded(text)
    if found := _NONE.match(line):
        return (), line[found.end() :]
    return _read_all(line, _read_card, _THEN, view, names)


def _write_cards(cards: Sequence[ToPlay], names: Names) -> str:
    return ", ".join([_write_card(card, names) for card in cards]) or _NO_CARD


def _lists(view: View, known: Known) -> Sequence[tuple[ToPlay, ...]]:
    then: Then | None = known.get("then")
    return [order.cards for order in offered_turns(view) if then in (None, order.then)]


_CARDS = Field(
    name="cards",
    fills=("cards",),
    label="Cards to play, one a turn: any 40, tax Ann",
    write=_write_cards,
    read=_read_cards,
    offer=_lists,
    likely=lambda view, known, values: ASK,
    hint=lambda view, known: "In order, with commas. Leave it empty to play none",
    usual=(),
)
_THENS: dict[Then, str] = {
    "roll": "then roll",
    "keep_rolling": "then keep rolling",
    "pass": "then pass",
    "keep_passing": "then keep passing",
    "ask": "then ask me",
}
_THEN_NOTES: dict[Then, str] = {
    "roll": "On your next turn, or one turn for each card",
    "keep_rolling": "On every turn, until you end this order or the Buying Phase ends",
    "pass": "On your next turn, or one turn for each card",
    "keep_passing": "Until your number of cards, your properties or your cash changes",
    "ask": "Unless everybody can see that the card can be played",
}
_THEN_WORDS: dict[str, Then] = {
    "roll": "roll",
    "keep rolling": "keep_rolling",
    "roll on": "keep_rolling",
    "roll until i say": "keep_rolling",
    "pass": "pass",
    "keep passing": "keep_passing",
    "pass on": "keep_passing",
    "pass until something changes": "keep_passing",
    "ask": "ask",
    "ask me": "ask",
}


def _thens(view: View, known: Known) -> Sequence[Then]:
    """List what a player can do after the cards: `ask` needs cards, `keep_passing` allows none."""
    not_so = "keep_passing" if known.get("cards") else "ask"
    return [then for then in thens(view) if then != not_so]


def _usual_then(view: View, known: Known) -> Any:
    """By default roll or pass if cards were named. Otherwise the player must choose."""
    return thens(view)[0] if known.get("cards") else ASK


def _about_then(then: Then, view: View, names: Names) -> str:
    return _THEN_NOTES[then]


_THEN_FIELD = one_of(
    "then",
    "then",
    "If no card is played",
    _THENS,
    {**_THEN_WORDS, **{f"then {word}": then for word, then in _THEN_WORDS.items()}},
    offer=_thens,
    closed=True,
    usual="roll, or pass",
    usually=_usual_then,
    about=_about_then,
)


def _next_in(text: str, view: View, names: Names) -> Known:
    """Read a typed order or the beginning of one: `any 40, tax ann, then roll`, `keep rolling`."""
    known: dict[str, Any] = {}
    rest = folded(text).strip(" ,")
    if rest and not _THEN.match(rest):
        known["cards"], rest = _read_cards(rest, view, names)
    if rest:
        known["then"], rest = _THEN_FIELD.read(rest, view, names)
        known.setdefault("cards", ())
    if rest:
        raise Refusal(f"I don't understand “{escape(short(rest, 20))}” there.")
    return known


def _note(view: View, names: Names) -> str:
    if _buying(view):
        return "You still draw a card on each of these turns, and I don't ask you."
    return "To be asked if a card can't be played, type in our DM: `next any 40, then ask me`."


def _buying(view: View) -> bool:
    return not view.public.dealing


_THEN_LABELS: dict[Then, str] = {
    "roll": "Roll",
    "keep_rolling": "Keep rolling",
    "pass": "Pass",
    "keep_passing": "Keep passing",
}


def _next_menus(view: View, names: Names, order: TurnsAhead | None) -> list[OrderMenu]:
    """Return the menu for turns without a card; the form behind *Other…* asks for cards too."""
    values = [(then, _THEN_LABELS[then]) for then in _thens(view, {})]
    known: Known = {"cards": ()}
    return [OrderMenu(field="then", sentence="On my next turn", known=known, values=values)]


NEXT = Way[TurnsAhead, View](
    verb="next",
    move=TurnsAhead,
    help="Set what you do on your next turns: cards to play, roll, pass",
    label=says("Your next turns"),
    fields=(_CARDS, _THEN_FIELD),
    group="ahead",
    words=("next turn", "next turns", "my next turn", "my next turns"),
    holds="game",
    read=_next_in,
    example=lambda view: TypedText("roll" if _buying(view) else "pass"),
    note=_note,
    called="next turns",
    menus=_next_menus,
)

# --- automatic choices ----------------------------------------------------------------------------

_ASK_ME = "ask me"
_ASKED = re.compile(r"ask(?: me)?(?!\w)[ ,]*")
_PARTS = re.compile(r"(?:sell|add|take)(?!\w)")


def _choice_field(
    name: str,
    label: str,
    sentence: str,
    write: Callable[[Any, Names], str],
    read: Read[Any],
    hint: str,
    likely: Callable[[View], Any] = lambda view: ASK,
) -> Field:
    """Make the field of one choice: a list in order of preference, or empty to be asked."""

    def write_all(values: Sequence[Any], names: Names) -> str:
        return ", ".join([write(value, names) for value in values]) or _ASK_ME

    def read_all(text: str, view: View, names: Names) -> tuple[tuple[Any, ...], str]:
        line = folded(text)
        if match := _ASKED.match(line):
            return (), line[match.end() :]
        return _read_all(line, read, _PARTS, view, names)

    def offer(view: View, known: Known) -> Sequence[tuple[Any, ...]]:
        return [values for order in offered_choices(view) if (values := getattr(order, name))]

    return Field(
        name=name,
        fills=(name,),
        label=label,
        sentence=sentence,
        write=write_all,
        read=led_in(name, read_all),
        offer=offer,
        likely=lambda view, known, values: likely(view),
        hint=lambda view, known: hint,
        usual=(),
        before=name,
    )


def _by_hand_size(view: View) -> Sequence[Seat]:
    """List the other seats in the order of the default move: most cards, then clockwise (TR-53)."""
    seat, seats, public = view.seat or 0, view.seats, view.public
    others = ((seat + by) % seats for by in range(1, seats))
    return tuple(sorted(others, key=lambda other: -public.hidden(other)))


_SELL = _choice_field(
    "sell",
    "Put up for sale, the first I'm able to",
    "If I may pick a property to sell",
    lambda property, names: property,
    read_property,
    "Hotel, Casino (never your own). Leave it empty to be asked",
)
_ADD = _choice_field(
    "add",
    "Add money to, the first nobody owns",
    "If I may pick a property to add to",
    lambda property, names: property,
    read_property,
    "Hotel, Casino. Leave it empty to be asked",
)
_TAKE = _choice_field(
    "take",
    "Take a card from, the first who has one",
    "If I may take a card",
    lambda seat, names: names.to_type(seat),
    read_player,
    "Names, with commas. Leave it empty to be asked",
    _by_hand_size,
)


def _example_choices(view: View) -> ChoicesAhead | None:
    """Return an order that names a property to sell as well as a player to take from."""
    return next((order for order in offered_choices(view) if order.sell and order.take), None)


def _without_rolls(view: View, known: Known) -> Known:
    """Leave out properties in the Dealing Phase, when nobody rolls."""
    return known if _buying(view) else {"sell": (), "add": (), **known}


PREFER = Way[ChoicesAhead, View](
    verb="prefer",
    move=ChoicesAhead,
    help="Set what you put up for sale or add to, and whom you take a card from",
    label=says("If you must choose"),
    fields=(_SELL, _ADD, _TAKE),
    group="ahead",
    holds="game",
    read=line_in_any_order(_SELL, _ADD, _TAKE),
    settle=_without_rolls,
    example=_example_choices,
    called="automatic choices",
)
ORDERS: tuple[Way[Any, View], ...] = (NEXT, PREFER)

# --- describing an order --------------------------------------------------------------------------


def ahead(order: Order, view: View, names: Names) -> str:
    """Tell its owner in a sentence what a standing order will do, and when it ends."""
    if isinstance(order, ChoicesAhead):
        return _choosing(order, view, names)
    done = finished_turns(view, order)
    cards = [_played(card, names) for card in order.cards[done:]]
    turns = max(1, len(order.cards)) - done
    buying = " of the Buying Phase" if order.then == "roll" else ""
    when = f"On your next {'turn' if turns == 1 else f'{turns} turns'}{buying}"
    over = f"This order ends after that{', or when that phase ends' if buying else ''}"
    match order.then:
        case "keep_rolling":
            until = "until you end this order or the Buying Phase ends"
            if not cards:
                return f"You roll on your turns {until}."
            first = f"On your next turns you play {_one_a_turn(cards)}"
            return f"{first}. On every turn with no card to play, you roll, {until}."
        case "keep_passing":
            change = "until your number of cards, your properties or your cash changes"
            return f"You pass on your turns until you end this order, or {change}."
        case "ask":
            asks = "If that isn't certain" if len(cards) == 1 else "If none is certain"
            end = "you gain or lose another card or get an offer"
            does = f"{when} you play {_one_a_turn(cards)}"
            return f"{does}. {asks}, I'll ask you. This order ends early if {end}."
        case _:
            does = "roll" if buying else "pass"
            if not cards:
                return f"{when} you {does}. {over}."
            where = "if you can't" if len(cards) == 1 else "if you can play none"
            return f"{when} you play {_one_a_turn(cards)}, or {does} {where}. {over}."


def _played(move: ToPlay, names: Names) -> str:
    if isinstance(move, Tax):
        return f"{TAX} on {names[move.seat]}"
    if isinstance(move, ForceSale):
        return f"{FORCE_SALE} of {the(move.property)}"
    return titled(move.card)


def _one_a_turn(cards: Sequence[str]) -> str:
    passing = " (skipping any you can't play)" if len(cards) > 1 else ""
    return f"{', then '.join(cards)}{passing}"


def _choosing(order: ChoicesAhead, view: View, names: Names) -> str:
    parts: list[str] = []
    if order.sell and _buying(view):
        parts.append(f"put up {_one_of(map(the, order.sell))} (but never your own)")
    if order.add and _buying(view):
        parts.append(f"add to {_one_of(map(the, order.add))}")
    if order.take:
        parts.append(f"take a card from {_one_of(names[seat] for seat in order.take)}")
    several = max(map(len, (order.sell, order.add, order.take))) > 1
    first = ", each time the first that's possible" if several else ", if that's possible"
    until = "until you end this order" + ("" if order.take else " or the Buying Phase ends")
    return (
        f"When you have to choose, you {listed(parts)}{first}. Otherwise I'll ask you. This"
        f" lasts {until}."
    )


def _one_of(words: Iterable[str]) -> str:
    return listed(list(words), "or")
