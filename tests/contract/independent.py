"""A separate program that deals a game again, written from docs/fairness.md alone.

It imports nothing of ours except the rules of the games. If it agrees with `python -m bot verify`,
the page is complete. Each part names the section that it follows.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter

from games import GAMES
from games.rules import types_of


class Wrong(Exception):
    """The transcript is inconsistent."""


# --- "From there to cards and dice" ---------------------------------------------------------------


class Luck:
    """The luck of one step."""

    def __init__(self, secret: bytes, fixed: str, step: int) -> None:
        self._bytes = _stream(secret, fixed, step)

    def below(self, n: int) -> int:
        size = 0
        while 256**size < n:
            size += 1
        while True:
            number = 0
            for _ in range(size):
                number = number * 256 + next(self._bytes)
            if number < 256**size - 256**size % n:
                return number % n

    def die(self) -> int:
        return self.below(6) + 1

    def shuffled(self, items: Iterable[Any]) -> tuple[Any, ...]:
        cards = list(items)
        for i in reversed(range(1, len(cards))):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)


def _stream(secret: bytes, fixed: str, step: int) -> Iterator[int]:
    block = 0
    while True:
        text = f"{fixed}:{step}:{block}".encode("ascii")
        yield from hmac.new(secret, text, hashlib.sha256).digest()
        block += 1


# --- "What is mixed in" ---------------------------------------------------------------------------


def mixed_of(paper: Any) -> str:
    """Compute the hash that is mixed into the luck."""
    terms = json.dumps(paper["options"], sort_keys=True, separators=(",", ":"))
    text = (
        "Downeast, deal 2\n"
        f"game: {paper['game']}\nversion: {paper['version']}\ntable: {paper['table']}\n"
        f"terms: {terms}\nseal: {paper['seal']}\nmessage: {paper['sealed_by']}\n"
        f"joins: {' '.join(paper['joins'])}\ndeal: {paper['deal']}\n"
    )
    return hashlib.sha256(text.encode("ascii")).hexdigest()


# --- "Who held a seat, and who chose" -------------------------------------------------------------

HOUSE = re.compile("house:([a-z]{1,20}):([1-9][0-9]{0,5})")


def _check_seats(paper: Any) -> None:
    """Check who held the seats, and that it fits to the joins and the steps."""
    kind, steps = paper["transcript"], paper["steps"]
    seats = zip(paper["players"], paper["joins"], strict=True)
    for seat, (held, join) in enumerate(seats):
        mine = [step for step in steps if step["seat"] == seat]
        if kind == 5:
            _check_tenures(held, join, mine, len(steps))
        elif kind == 4:
            pairs = pairwise(held)
            _demand(len(held) > 0, "a seat without a name")
            _demand(all(a != b or a == "a former player" for a, b in pairs), "two equal names")
            if join == "house:plain:gentle" and len(held) == 1:
                _demand(all(step["by"] for step in mine), "a move of a house player")
        else:
            _demand(isinstance(held, str), "one name")
    for step in steps:
        known = {"number", "seat", "move", "told", *(["by"] if kind > 3 else [])}
        optional = {"taken_back"} if kind == 5 else set[str]()
        _demand(known <= set(step) <= known | optional, "the fields of a step")
        _demand(step.get("taken_back", False) is False, "a move taken back")
        if kind > 3:
            _demand(isinstance(step["by"], str), "who chose a step")
            _demand(step["by"] == "" or _chooser(kind, step["by"]) is not None, "no house player")
            _demand(step["seat"] is not None or step["by"] == "", "who chose the deal")


def _check_tenures(held: list[Any], join: str, mine: list[Any], steps: int) -> None:
    _demand(len(held) > 0 and held[0]["since"] == 0, "the first tenure")
    _demand(held[0]["holder"] == ("house" if HOUSE.fullmatch(join) else "person"), "a join")
    for a, b in pairwise(held):
        _demand(a["since"] < b["since"], "the order of tenures")
        _demand((a["name"], a["holder"]) != (b["name"], b["holder"]), "the same tenure twice")
    for tenure in held:
        _demand(set(tenure) == {"since", "name", "holder"}, "the fields of a tenure")
        _demand(tenure["holder"] in ("person", "stand-in", "house"), "no holder")
        _demand(type(tenure["since"]) is int, "no number")
        _demand(tenure["since"] < steps, "a tenure after the end")
    for step in mine:
        now = [tenure for tenure in held if tenure["since"] <= step["number"]][-1]
        _demand((step["by"] == "") == (now["holder"] == "person"), "who chose a step")


def _chooser(kind: int, by: str) -> tuple[str, int] | None:
    """Return the level and version of the house player that chose a step, or None if none did."""
    if kind == 4:
        by = by.replace("house:", "house:gentle:")
    found = HOUSE.fullmatch(by)
    return None if found is None else (found[1], int(found[2]))


def _house_move(paper: Any, step: Any, state: Any, fixed: str) -> Any:
    """Choose a move of the house again; return None if this program can't."""
    rules = GAMES[paper["game"]]
    chooser = _chooser(paper["transcript"], step["by"])
    if rules.player is None or chooser != ("gentle", rules.player.version):
        return None
    seat = step["seat"]
    _demand(seat in rules.to_move(rules.view(state, None)), "the house out of turn")
    luck: Any = Luck(bytes.fromhex(paper["secret"]), f"{fixed}:house:{seat}", step["number"])
    return rules.player.choose(rules.view(state, seat), luck)


# --- "What is checked" ----------------------------------------------------------------------------


def winners(paper: Any) -> list[str]:
    """Deal and play a game again; return the winners. Raise Wrong if anything differs."""
    return replayed(paper)[0]


def replayed(paper: Any) -> tuple[list[str], int, int]:
    """Deal and play a game again. Raise Wrong if anything differs.

    Return the winners, how many moves there are at seats of the house, and how many of them were
    chosen again.
    """
    secret = bytes.fromhex(paper["secret"])
    _demand(hashlib.sha256(secret).hexdigest() == paper["seal"], "the seal")
    _demand(mixed_of(paper) == paper["mixed"], "what was mixed in")
    kind = paper["transcript"]
    presses = [int(join) for join in paper["joins"] if not _house_joined(kind, join)]
    _demand(len(set(presses)) == len(presses), "the joins")
    _demand(len(paper["joins"]) == len(paper["players"]), "the joins")
    before = [*presses, int(paper["sealed_by"])]
    _demand(all(item >> 22 <= int(paper["deal"]) >> 22 for item in before), "the times")
    streams = paper["mixed"]
    if paper["transcript"] in (3, 4, 5) and paper["mixed_by"] is not None:
        text = f"Downeast, deal 3\nmixed: {paper['mixed']}\nmessage: {paper['mixed_by']}\n"
        streams = hashlib.sha256(text.encode("ascii")).hexdigest()
    steps = paper["steps"]
    _demand([step["number"] for step in steps] == list(range(len(steps))), "the numbers")
    _demand(
        [step["seat"] is None for step in steps] == [True] + [False] * (len(steps) - 1), "a deal"
    )
    _check_seats(paper)
    made = same = 0
    rules = GAMES[paper["game"]]
    types = types_of(rules)
    options, move, event = map(TypeAdapter, (types.options, types.move, types.event))
    terms = options.validate_json(json.dumps(paper["options"]), strict=True)
    state: Any = None
    for entry in steps:
        luck: Any = Luck(secret, streams, entry["number"])
        if entry["seat"] is None:
            step = rules.start(len(paper["players"]), terms, luck)
        else:
            played = move.validate_json(json.dumps(entry["move"]), strict=True)
            unsure = kind == 4 and paper["joins"][entry["seat"]] == "house:plain:gentle"
            made += unsure or entry.get("by", "") != ""
            if entry.get("by") and (chosen := _house_move(paper, entry, state, streams)):
                _demand(chosen == played, f"the house's choice in step {entry['number']}")
                same += 1
            step = rules.play(state, entry["seat"], played, luck)
        told = [
            {
                "event": event.dump_python(told.event, mode="json"),
                "to": None if told.to is None else sorted(told.to),
            }
            for told in step.told
        ]
        written = [
            {"event": told["event"], "to": None if told["to"] is None else sorted(told["to"])}
            for told in entry["told"]
        ]
        _demand(told == written, f"what was told in step {entry['number']}")
        state = step.state
    public = rules.view(state, None)
    _demand(not rules.to_move(public), "the end")
    names = [held if kind < 4 else held[-1] for held in paper["players"]]
    names = [held["name"] if kind == 5 else held for held in names]
    return [names[seat] for seat in sorted(rules.standing(public).winners)], made, same


def _house_joined(kind: int, join: str) -> bool:
    return bool(HOUSE.fullmatch(join)) if kind == 5 else kind == 4 and join == "house:plain:gentle"


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)
