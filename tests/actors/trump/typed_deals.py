"""Typed TRUMP deals: `deal Ann: give Casino; get $10M; they return Casino`.

Goods come from the commands' suggestions; promises are invented from them. A card that the
deal brings may be lent, and a profit card may be promised to be played.

For the dealer.
"""

import re
from collections.abc import Mapping, Sequence
from random import Random

from games.trump.cards import CARDS, PROFIT_CARDS, PROPERTIES

CIRCLE = 4  # turns ahead at most, so that promises fall due soon
TURN = re.compile(r"\bturn ([0-9]+)", re.IGNORECASE)
TITLES = {card.title for card in CARDS.values()}
PROFIT_TITLES = {CARDS[name].title for name in PROFIT_CARDS}
WORDS = ("", "", ' "you will not regret it"', " “as agreed, 100%”")


def turn_in(text: str) -> int:
    """Return the turn on a board; 1 if it shows none."""
    found = TURN.search(text)
    return int(found[1]) if found else 1


def promises(
    dice: Random,
    turn: int,
    mine: Sequence[str],
    theirs: Sequence[str],
    got: Mapping[str, str] | None = None,
) -> str:
    """Invent up to three promises about what each player owns after the deal.

    `got` is what the deal brings to "I" and to "they".
    """
    own = {
        who: dice.sample(properties, len(properties))
        for who, some in (("I", mine), ("they", theirs))
        for properties in [[move for move in some if move in PROPERTIES]]
    }
    found = [_promise(dice, turn, own) for _ in range(dice.choice([1, 1, 1, 2, 3]))]
    open_card = _open_card(dice, turn, mine, got or {})
    found += [open_card] if open_card and dice.random() < 0.5 else []
    return "; ".join(found) + dice.choice(WORDS)


def _promise(dice: Random, turn: int, own: dict[str, list[str]]) -> str:
    """Invent a promise; remove its property, because each is promised once (TR-73)."""
    who = dice.choice(["I", "they"])
    soon = turn + dice.randint(1, 2 * CIRCLE)
    duties = ["pay", "pay", "return", "return", "return", "keep"] if own[who] else ["pay", "spare"]
    duty = dice.choice(duties)
    if duty == "keep":
        return f"{who} keep {own[who].pop()} until {soon}"
    if duty == "spare":
        return f"{who} spare until {soon}"
    if duty == "pay":
        what = f"pay {dice.choice(['10', '$20M', '30 million', '50', '150'])}"
    else:
        what = f"return {own[who].pop()}{dice.choice(['', ' for 10', ' for $30M'])}"
    card = dice.choice(sorted(PROFIT_CARDS))
    whens = [f"by {soon}"] * 4 + [f"with {card}", f"with {card} until {soon}"]
    return f"{who} {what} {dice.choice([*whens, f'with {card} or by {soon}'])}"


def _open_card(dice: Random, turn: int, mine: Sequence[str], got: Mapping[str, str]) -> str:
    """Invent the return of a card that the deal brings, or the play of a card. May return ""."""
    back = [f"{who} return {card}" for who, card in got.items() if card in TITLES]
    if back:
        return f"{dice.choice(back)}{dice.choice(['', ' for 20'])} by {turn + dice.randint(1, 8)}"
    profits = [card for card in mine if card in PROFIT_TITLES]
    # the promisor is on turn, and the next turn of that player depends on the number of players
    return f"I play {dice.choice(profits)} by {turn + dice.choice((2, 3, 4))}" if profits else ""


def likely(suggested: Sequence[str]) -> Sequence[str]:
    """Drop most suggested cards, because few of them are held by the other player."""
    few = [choice for choice in suggested if choice in PROPERTIES or choice[0] in "$123"]
    return [*few, *[choice for choice in suggested if choice not in few][: max(1, len(few) // 4)]]


def line(given: Mapping[str, str]) -> str:
    """Write the chosen options of `deal` or `counter` as a line without its verb."""
    said = [given["with"]] if "with" in given else []
    for name, before in (("give", "give "), ("get", "get "), ("promises", ""), ("then", "then ")):
        if name in given:
            said.append(f"{before}{given[name]}")
    if "with" in given and len(said) > 1:
        said[:2] = [f"{said[0]}: {said[1]}"]
    return "; ".join(said)
