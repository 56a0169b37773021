"""How players of Dealt! say what they want: `2-3`, `2 3 4 as 7 8 9`, `stop`, `reserve 12 at 3`.

A run is named by its numbers on the strip. A menu writes the same, and the cards with it, so that a
late choice is refused and never plays others: `2-3[7 X]as 7 7`.
"""

import re
from typing import cast

from bot.panel import Ask, Form, Names, ask
from cogs.dealt.drawn import (
    NO_VALUES,
    gap_form,
    label,
    legal_runs,
    meaning_form,
    which_form,
)
from games.dealt.cards import DECK, LONGEST, Card, Cards, Values, readings
from games.dealt.state import (
    Move,
    Place,
    Play,
    PlayRedraw,
    PlayStop,
    TakeReserve,
    View,
    to_beat,
    turn,
)
from games.rules import Refusal

CARDS: dict[str, Card] = {str(card).casefold(): card for card in DECK}

_RUN = re.compile(
    r"(?P<spots>[\d\s,-]{1,30}?)\s*(?:\[(?P<cards>[^\]]*)\])?\s*(?:as\s*(?P<meant>[\d\s,?-]*))?"
)

GUIDE_PLAY = "Type the numbers of the cards as they lie, `2-3`, and for an X `2-3 as 7 7`."
GUIDE = (
    f"{GUIDE_PLAY} Or `stop`, `redraw`, or `reserve 12 at 3` to put a reserve card in as number 3."
)
GUIDE_PLACE = "Type the number that the drawn card is to have in your hand: `3`, `left` or `right`."


def check_turn(view: View, names: Names) -> None:
    """Raise Refusal, with a name in it, if this seat is not asked for anything now."""
    up, seat = view.up, view.seat
    if up.losers:
        raise Refusal("The game is over; no more cards are played.")
    if seat is None:
        raise Refusal("You do not sit at this table.")
    now = up.drawing.seat if up.drawing else turn(up)
    if now is None or now == seat:
        return
    if up.drawing:
        raise Refusal(f"{names[now]} is still placing the cards drawn for a Redraw.")
    if seat not in up.inside:
        raise Refusal("You are out of this round, and safe: just watch until the next deal.")
    if any(act.seat == seat for act in up.trick):
        raise Refusal(f"You have acted in this trick, as everybody does once. {names[now]} is to.")
    raise Refusal(f"It is {names[now]}'s turn. I'll tell you when it is yours.")


# --- plays ----------------------------------------------------------------------------------------


def read_play(asked: Ask, view: View) -> Move | Form:
    """Read a run and what it means; an X that nobody speaks for means the most it can (DL-4)."""
    text = " ".join(asked.args.get("run", "").casefold().split())
    found = _RUN.fullmatch(text)
    if found is None or not found["spots"].strip(" ,-"):
        raise Refusal(f"Which cards? {GUIDE_PLAY}")
    first, size = _spots(found["spots"], len(view.hand))
    cards = view.hand[first - 1 : first - 1 + size]
    if found["cards"] is not None:
        cards = _cards(found["cards"])
    if cards == ("Stop",):
        return PlayStop(position=first)
    if cards == ("Redraw",):
        return PlayRedraw(position=first)
    legal = legal_runs(view).get((first, size), [])
    meant = found["meant"]
    if meant == "?" and legal and cards == view.hand[first - 1 : first - 1 + size]:
        return meaning_form(view, first, cards, legal)
    if meant and meant != "?":
        values = _values(meant, cards)
    elif legal:
        values = legal[0]
    else:
        # no meaning wins: the rules say why
        some = readings(cards)
        values = some[-1] if some else tuple(c if isinstance(c, int) else 1 for c in cards)
    over = _values_over(asked, view)
    return Play(first=first, cards=cards, values=values, over=over)


def _spots(text: str, held: int) -> tuple[int, int]:
    """Read `2-4`, `2 3 4` or `2-3-4` as where a run begins and how long it is."""
    numbers = [_number(word) for word in re.findall(r"\d+", text)]
    if len(numbers) == 2 and "-" in text and 0 <= numbers[1] - numbers[0] < LONGEST:
        numbers = list(range(numbers[0], numbers[1] + 1))
    numbers.sort()
    if not numbers[0] >= 1 or numbers[-1] > held:
        raise Refusal(f"Your cards are numbered 1 to {held}. {GUIDE_PLAY}")
    if len(numbers) > LONGEST or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise Refusal("Only one, two or three neighbouring cards can be played: `2`, `2-3`, `2-4`.")
    return numbers[0], len(numbers)


def _number(text: str) -> int:
    return int(text[:6])


def _cards(text: str) -> Cards:
    return tuple(CARDS[word] for word in text.split() if word in CARDS)


def _values(text: str, cards: Cards) -> Values:
    """Read what the cards mean: a number for each, or only for each X."""
    numbers = [_number(word) for word in re.findall(r"\d+", text)]
    if len(numbers) == cards.count("X") != len(cards):
        rest = iter(numbers)
        return tuple(next(rest) if card == "X" else _face_value(card) for card in cards)
    if len(numbers) != len(cards):
        wild = cards.count("X")
        raise Refusal(
            f"Say a number for each of the {len(cards)} cards, or for the X alone."
            if wild
            else "Those cards count as what they are; only an X can be something else."
        )
    return tuple(numbers)


def _face_value(card: Card) -> int:
    return card if isinstance(card, int) else 0


def _values_over(asked: Ask, view: View) -> Values:
    """Read what the play is meant to beat: as the menu was drawn, or else as things are."""
    text = asked.args.get("over")
    if text is None:
        return to_beat(view.up)
    if text == NO_VALUES:
        return ()
    return tuple(_number(word) for word in re.findall(r"\d+", text))


# --- Stop and Redraw ------------------------------------------------------------------------------


def read_special(asked: Ask, view: View) -> Move | Form:
    """Read a Stop or a Redraw; with two in a hand, ask which."""
    card: Card = "Stop" if asked.verb == "stop" else "Redraw"
    move = PlayStop if asked.verb == "stop" else PlayRedraw
    position = asked.args.get("position", "").strip()
    if position:
        if not position.isdecimal():
            raise Refusal(f"At which number does your {card} lie? Your cards are counted from 1.")
        return move(position=_number(position))
    positions = _positions(view.hand, card)
    if not positions:
        raise Refusal(f"You hold no {card}.")
    if len(positions) > 1:
        return which_form(asked.verb, card, positions)
    return move(position=positions[0])


def _positions(hand: Cards, card: Card) -> list[int]:
    return [at for at, held in enumerate(hand, start=1) if held == card]


# --- cards that go into the hand ------------------------------------------------------------------


def read_reserve(asked: Ask, view: View) -> Move | Form:
    """Read which reserve card is taken, and where it goes; without a place, ask."""
    assert view.seat is not None
    reserve = view.up.reserves[view.seat]
    said = asked.args.get("card", "").strip().casefold()
    card = CARDS.get(said)
    if card is None or card not in reserve:
        have = " and ".join(label(one) for one in reserve)
        raise Refusal(
            f"That is not in your reserve. You can take {have}."
            if reserve
            else "Your reserve is used up, so you play cards of your hand."
        )
    if not view.up.trick:
        raise Refusal("You lead this trick, so you play: one to three cards of your hand.")  # DL-8
    if "gap" not in asked.args:
        return gap_form(view, card)
    _, gap = _gap(asked.args["gap"], view.hand)
    return TakeReserve(card=card, gap=gap)


def read_place(asked: Ask, view: View) -> Move:
    """Read where the drawn card goes; a menu also names the card."""
    if view.drawn is None:
        raise Refusal("You have drawn no card that could be placed.")
    card, gap = _gap(asked.args.get("gap", ""), view.hand)
    return Place(card=view.drawn if card is None else card, gap=gap)


def _gap(text: str, hand: Cards) -> tuple[Card | None, int]:
    """Read `3`, `7@3`, `left` or `right`: the number that a card will have in the hand."""
    before, at, spot = text.strip().casefold().rpartition("@")
    card = CARDS.get(before) if at else None
    last = len(hand) + 1
    ends = {"left": 1, "right": last}
    number = ends.get(spot, _number(spot) if spot.isdecimal() else 0)
    if not 1 <= number <= last:
        raise Refusal(
            f"It can become number 1 to {last} of your hand: the cards from there on move right."
        )
    return card, number - 1


# --- typed lines ----------------------------------------------------------------------------------

_RESERVE = re.compile(
    r"(?:take|reserve)(?: the)? (?P<card>\w+)"
    r"(?:(?: at| as| to)?(?: the| number)? (?P<gap>\d+|left|right)(?: end)?)?"
)
_SPECIAL = re.compile(r"(?:play )?(?P<verb>stop|redraw)(?: (?:at )?(?P<position>\d+))?")
_PLACE = re.compile(r"(?:place |put )?(?:it )?(?:at )?(?P<gap>\d+|left|right)(?: end)?")


def read_typed(text: str, view: View) -> Ask:
    """Read a line typed in the DM. Raises Refusal with what can be typed."""
    line = " ".join(text.casefold().split()).rstrip(".!")
    if view.drawn is not None:
        place = _PLACE.fullmatch(line)
        if place is None:
            raise Refusal(GUIDE_PLACE)
        return ask("place", gap=place["gap"])
    special = _SPECIAL.fullmatch(line)
    if special is not None:
        return _typed_special(special, view)
    reserve = _RESERVE.fullmatch(line)
    if reserve is not None:
        if reserve["gap"] is None:
            raise Refusal(f"And where to? `reserve {reserve['card']} at 3` makes it number 3.")
        return ask("reserve", card=reserve["card"], gap=reserve["gap"])
    run = line.removeprefix("play ").strip()
    if _RUN.fullmatch(run) and re.search(r"\d", run):
        return ask("play", run=run)
    raise Refusal(GUIDE)


def _typed_special(found: re.Match[str], view: View) -> Ask:
    verb, position = found["verb"], found["position"]
    if position is not None:
        return ask(verb, position=position)
    positions = _positions(view.hand, cast(Card, verb.capitalize()))
    if len(positions) > 1:
        ways = " or ".join(f"`{verb} {at}`" for at in positions)
        raise Refusal(f"You hold two: {ways}.")
    return Ask(verb)
