"""The legal moves of Dealt!, and the reasons why other moves are illegal.

`moves_of` lists what is legal, and `is_legal` asks the same functions about one move. Moves are
shared constants: the plays of a run of cards are built once for each position.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

from games.dealt.cards import (
    DECK,
    HIGHEST,
    LONGEST,
    LOWEST,
    Card,
    Cards,
    Values,
    label,
    place,
    readings,
    spoken,
    strength,
)
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve, Turn
from games.dealt.state import FaceUp, State, mover, to_beat, turn
from games.rules import IllegalMove, Seat

_CARDS = frozenset(DECK)
_BEATS_ALL = 1000  # the strength of a Stop or Redraw, which beat everything


def moves_of(up: FaceUp, seat: Seat | None, hand: Cards) -> tuple[Move, ...]:
    """List every legal move of a seat that holds this hand, the default move first."""
    if seat is None or seat != mover(up):
        return ()
    return _places(len(hand)) if up.drawing is not None else acts_of(up, seat, hand)


def acts_of(up: FaceUp, seat: Seat, hand: Cards) -> tuple[Turn, ...]:
    """List what a seat can do in its turn of the trick, or nothing if it has no move (DL-10).

    Plays come from left to right, each at its highest value. Lower values of an X come last. DL-8,
    DL-36: the default move takes a reserve card to the right end of the hand, where that is
    allowed.
    """
    best, lower = _plays_from(range(len(hand)), hand, up)
    takes = _takes_of(up, seat, hand)
    return (*takes[:1], *best, *takes[1:], *lower)


def can_play(up: FaceUp, hand: Cards) -> bool:
    """Return whether the seat with this hand can play cards in its turn of the trick."""
    over = strength(to_beat(up))
    return any(_PLAY_CACHE[hand[at : at + LONGEST]][0] > over for at in range(len(hand)))


def is_legal(up: FaceUp, seat: Seat, hand: Cards, move: Move) -> bool:
    """Return whether `moves_of` lists a move, which may be any object."""
    if seat != mover(up):
        return False
    legal: Sequence[Move]
    if up.drawing is not None:
        legal = _places(len(hand))
    elif isinstance(move, TakeReserve):
        legal = _takes_of(up, seat, hand)
    else:  # of the plays, only those that begin at its position can equal it
        position = getattr(move, "first", getattr(move, "position", None))
        if type(position) is not int or not 1 <= position <= len(hand):
            return False
        best, lower = _plays_from((position - 1,), hand, up)
        legal = best + lower
    for allowed in legal:
        if allowed is move:  # moves are shared, so this is the usual case
            return True
    return move in legal and _is_well_typed(move)  # 1.0 and True equal 1, but are not valid here


@cache
def _places(held: int) -> tuple[Place, ...]:
    """List the gaps of a hand where a drawn card can go, the right end first (DL-36)."""
    return tuple(Place(gap=gap) for gap in range(held, -1, -1))


def _takes_of(up: FaceUp, seat: Seat, hand: Cards) -> tuple[TakeReserve, ...]:
    return _takes(up.reserves[seat], len(hand)) if up.trick else ()  # DL-8: a leader plays cards


@cache
def _takes(reserve: Cards, held: int) -> tuple[TakeReserve, ...]:
    """List where each reserve card can go in the hand, the right end first (DL-13, DL-36)."""
    cards = dict.fromkeys(reserve)
    return tuple(TakeReserve(card=card, gap=gap) for card in cards for gap in range(held, -1, -1))


class _Shared(dict[int, Turn]):
    """The plays of one run of cards by the index of its first card.

    Each is built when it is first needed, because most never come up.
    """

    def __init__(self, build: Callable[[int], Turn]) -> None:
        self._build = build

    def __missing__(self, at: int) -> Turn:
        self[at] = move = self._build(at + 1)
        return move


_STOPS = _Shared(lambda position: PlayStop(position=position))
_REDRAWS = _Shared(lambda position: PlayRedraw(position=position))


@cache
def _plays(cards: Cards, values: Values) -> _Shared:
    return _Shared(lambda first: Play(first=first, cards=cards, values=values))


PlaysByStrength: TypeAlias = tuple[tuple[int, _Shared], ...]
"""Possible plays: the strength of each, and its move by the index of its first card."""


class _PlayCache(dict[Cards, tuple[int, PlaysByStrength, PlaysByStrength]]):
    """Cache the plays of a row of neighbouring cards that begin with the first card of the row.

    Each entry holds the highest strength of all its plays; each run at its highest value; and the
    lower values that an X in the run could have.
    """

    def __missing__(self, cards: Cards) -> tuple[int, PlaysByStrength, PlaysByStrength]:
        best: list[tuple[int, _Shared]] = []
        lower: list[tuple[int, _Shared]] = []
        if cards[0] == "Stop":
            best.append((_BEATS_ALL, _STOPS))
        elif cards[0] == "Redraw":
            best.append((_BEATS_ALL, _REDRAWS))
        for size in range(1, len(cards) + 1):
            run = cards[:size]  # DL-5
            found = [(strength(values), _plays(run, values)) for values in reversed(readings(run))]
            best += found[:1]
            lower += found[1:]
        made = max(made for made, _ in best)
        self[cards] = entry = made, tuple(best), tuple(lower)
        return entry


_PLAY_CACHE = _PlayCache()


def _plays_from(starts: Iterable[int], hand: Cards, up: FaceUp) -> tuple[list[Turn], list[Turn]]:
    """List the plays from these indexes of a hand: at their highest value, then at lower ones."""
    over = strength(to_beat(up))
    best: list[Turn] = []
    lower: list[Turn] = []
    for at in starts:
        highest, most, less = _PLAY_CACHE[hand[at : at + LONGEST]]
        if highest <= over:  # DL-3: strictly higher; equal is not enough
            continue
        for made, moves in most:
            if made > over:
                best.append(moves[at])
        for made, moves in less:
            if made > over:
                lower.append(moves[at])
    return best, lower


# --- why a move is not legal ----------------------------------------------------------------------


def _is_well_typed(move: Any) -> bool:
    """Return whether every field of a move has the correct type."""
    match move:
        case Play():
            made = type(move.cards) is tuple and type(move.values) is tuple
            return (
                made
                and all(type(part) is int for part in (move.first, *move.values))
                and all(_is_card(card) for card in move.cards)
            )
        case PlayStop() | PlayRedraw():
            return type(move.position) is int
        case TakeReserve():
            return type(move.gap) is int and _is_card(move.card)
        case Place():
            return type(move.gap) is int
        case _:
            return False


def _is_card(card: Any) -> bool:
    return type(card) in (int, str) and card in _CARDS


def why_not(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Return the refusal that tells a player why their move is not legal."""
    up, hand = state.up, state.hands[seat]
    now = mover(up)
    if now is None:
        return IllegalMove("The game is over.")
    if not _is_well_typed(move):
        return IllegalMove("That isn't a move in this game.")
    if seat != now:
        return _not_your_turn(up, seat, now)
    if up.drawing is not None:
        return IllegalMove(_why_not_place(state, hand, move))
    match move:
        case Place():
            return IllegalMove(f"You haven't drawn a card to place. {_sentence(to_do(up, hand))}")
        case TakeReserve():
            return IllegalMove(_why_not_take(up, seat, hand, move))
        case PlayStop():
            return IllegalMove(_why_no_special(hand, "Stop"))
        case PlayRedraw():
            return IllegalMove(_why_no_special(hand, "Redraw"))
        case Play():
            return IllegalMove(_why_not_play(up, hand, move))


def _not_your_turn(up: FaceUp, seat: Seat, now: Seat) -> IllegalMove:
    if seat not in up.inside:
        return IllegalMove("You're out of cards and safe this round. It's {0}'s turn.", now)
    if up.drawing is not None:
        return IllegalMove("{0} is still placing cards drawn for a REDRAW.", now)
    if any(act.seat == seat for act in up.trick):
        return IllegalMove("You've already had your turn in this trick. It's {0}'s turn.", now)
    return IllegalMove("It's {0}'s turn, not yours.", now)


def _why_not_place(state: State, hand: Cards, move: Move) -> str:
    if not isinstance(move, Place):
        assert state.drawn is not None, "the player who draws holds a drawn card"
        return f"First put the {label(state.drawn)} you drew into your hand."
    return _why_no_gap(hand)


def _why_no_gap(hand: Cards) -> str:
    if not hand:
        return "Your hand is empty, so the card can only go at A."
    return f"The card can go anywhere from A to {place(len(hand) + 1)}."


def _why_not_take(up: FaceUp, seat: Seat, hand: Cards, move: TakeReserve) -> str:
    reserve = up.reserves[seat]
    if not up.trick:  # DL-8
        return f"You lead, so you can't take a reserve card. {_sentence(to_do(up, hand))}"
    if not reserve:  # DL-10
        return _sentence(to_do(up, hand))
    if move.card not in reserve:  # DL-13
        cards = _listed([f"the {label(card)}" for card in dict.fromkeys(reserve)], "or")
        return f"There's no {label(move.card)} in your reserve. You can take {cards}."
    return _why_no_gap(hand)


def _why_no_special(hand: Cards, card: Card) -> str:
    held = [place(at) for at, held_card in enumerate(hand, start=1) if held_card == card]
    if not held:
        return f"You have no {label(card)} in your hand."
    return f"There's no {label(card)} there. Yours {_positions_text(held)}."


def _positions_text(held: list[str]) -> str:
    return f"{'is' if len(held) == 1 else 'are'} at {_listed(held, 'and')}"


def _why_not_play(up: FaceUp, hand: Cards, move: Play) -> str:
    """Return why this play is no combination from the hand that beats the previous one."""
    start, size = move.first - 1, len(move.cards)
    if not 1 <= size <= LONGEST:
        return "A combination is one, two or three neighbouring cards from your hand."
    if start < 0 or hand[start : start + size] != move.cards:  # DL-5
        return "You don't have those cards side by side there."
    if "Stop" in move.cards or "Redraw" in move.cards:  # DL-7
        return "A STOP or a REDRAW has no value and is always played alone."
    if len(move.values) != size or any(
        card not in ("X", value) for card, value in zip(move.cards, move.values, strict=True)
    ):  # DL-4
        return "A number card counts as itself. Only an X counts as what you say."
    if not all(LOWEST <= value <= HIGHEST for value in move.values):  # DL-4
        return f"An X can be any number from {LOWEST} to {HIGHEST}."
    made, over = strength(move.values), to_beat(up)
    if not made:
        cards = _listed([str(value) for value in move.values], "and")
        return f"{cards} aren't a combination. Play two or three in a row, or two or three alike."
    if made <= strength(over):  # DL-3
        equal = ", because equal isn't higher" if made == strength(over) else ""
        beaten = f"You can't beat {spoken(over)} with {spoken(move.values)}{equal}."
        return f"{beaten} {_sentence(to_do(up, hand))}"
    same = next(values for values in readings(move.cards) if strength(values) == made)
    meant = " ".join(str(value) for value in same)
    return f"Say that as {meant}. The order doesn't change the combination."


# --- what can be done, in words -------------------------------------------------------------------


def to_do(up: FaceUp, hand: Cards) -> str:
    """Describe the legal choices of the player whose turn it is in the trick."""
    seat = turn(up)
    assert seat is not None, "the trick is over"
    legal = acts_of(up, seat, hand)
    kinds = {type(move) for move in legal}
    over, reserve = bool(to_beat(up)), up.reserves[seat]
    cards: list[str] = []
    if Play in kinds:
        cards.append("something higher" if over else neighbours(legal))
    cards += ["a STOP"] * (PlayStop in kinds) + ["a REDRAW"] * (PlayRedraw in kinds)
    done = [f"play {_listed(cards, 'or')}"] if cards else []
    if TakeReserve in kinds:
        done.append("take a reserve card")
    first = ["you have nothing higher"] * (over and Play not in kinds)
    first += ["your reserve is empty"] * (bool(up.trick) and not reserve)
    why = f"{_listed(first, 'and')}, so " if first else ""
    return why + (", or " if len(cards) > 1 else " or ").join(done)


def neighbours(legal: tuple[Move, ...]) -> str:
    """Describe how many cards a play can have: `one card`, `one or two neighbouring cards`."""
    sizes = sorted({len(move.cards) for move in legal if isinstance(move, Play)})
    words = _listed([("one", "two", "three")[size - 1] for size in sizes], "or")
    return "one card" if sizes == [1] else f"{words} neighbouring cards"


def _listed(words: list[str], last: str) -> str:
    if len(words) < 3:
        return f" {last} ".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
