"""Deals of TRUMP as somebody types them: `deal Ann: give Casino; get $10M; they return Casino`.

What is given and got is what the commands suggest; the promises are made up here, out of that.
"""

import re
from collections.abc import Mapping, Sequence
from random import Random

from games.trump.cards import PROFIT_CARDS, PROPERTIES

CIRCLE = 4  # turns, at most: promises are kept to the next circle or two
TURN = re.compile(r"\bturn ([0-9]+)", re.IGNORECASE)
WORDS = ("", "", ' "you will not regret it"', " “as agreed, 100%”")


def turn_in(text: str) -> int:
    """Read from a board which turn it is; 1, if it does not say."""
    found = TURN.search(text)
    return int(found[1]) if found else 1


def promises(dice: Random, turn: int, mine: Sequence[str], theirs: Sequence[str]) -> str:
    """Make up to three promises, of what each of the two has once the deal is struck."""
    own = {
        who: dice.sample(properties, len(properties))
        for who, some in (("I", mine), ("they", theirs))
        for properties in [[move for move in some if move in PROPERTIES]]
    }
    found = [_promise(dice, turn, own) for _ in range(dice.choice([1, 1, 1, 2, 3]))]
    return "; ".join(found) + dice.choice(WORDS)


def _promise(dice: Random, turn: int, own: dict[str, list[str]]) -> str:
    """Make one promise; a property is promised once (TR-73), and so taken out of what they own."""
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


def likely(suggested: Sequence[str]) -> Sequence[str]:
    """Leave most cards out of what could be got: few are held, and nobody knows by whom."""
    few = [choice for choice in suggested if choice in PROPERTIES or choice[0] in "$123"]
    return [*few, *[choice for choice in suggested if choice not in few][: max(1, len(few) // 4)]]


def line(given: Mapping[str, str]) -> str:
    """Write what was chosen for each option of `deal` or `counter` as one line, but its verb."""
    said = [given["with"]] if "with" in given else []
    for name, before in (("give", "give "), ("get", "get "), ("promises", ""), ("then", "then ")):
        if name in given:
            said.append(f"{before}{given[name]}")
    if "with" in given and len(said) > 1:
        said[:2] = [f"{said[0]}: {said[1]}"]
    return "; ".join(said)
