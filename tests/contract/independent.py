"""A separate program that deals a game again, written from docs/fairness.md alone.

It imports nothing of ours except the rules of the games. If it agrees with `python -m bot verify`,
the page is complete. Each part names the section that it follows.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import TypeAdapter

from games import GAMES
from games.rules import types_of


class Wrong(Exception):
    """The transcript is inconsistent."""


# --- "From there to cards and dice" ---------------------------------------------------------------


class Luck:
    """The luck of one step."""

    def __init__(self, secret: bytes, mixed: str, step: int) -> None:
        self._bytes = _stream(secret, mixed, step)

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


def _stream(secret: bytes, mixed: str, step: int) -> Iterator[int]:
    block = 0
    while True:
        text = f"{mixed}:{step}:{block}".encode("ascii")
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


# --- "What is checked" ----------------------------------------------------------------------------


def winners(paper: Any) -> list[str]:
    """Deal and play a game again; return the winners. Raise Wrong if anything differs."""
    secret = bytes.fromhex(paper["secret"])
    _demand(hashlib.sha256(secret).hexdigest() == paper["seal"], "the seal")
    _demand(mixed_of(paper) == paper["mixed"], "what was mixed in")
    presses = [int(join) for join in paper["joins"] if join != "house:plain:gentle"]
    _demand(len(set(presses)) == len(presses), "the joins")
    _demand(len(paper["joins"]) == len(paper["players"]), "the joins")
    before = [*presses, int(paper["sealed_by"])]
    _demand(all(item >> 22 <= int(paper["deal"]) >> 22 for item in before), "the times")
    streams = paper["mixed"]
    if paper["transcript"] in (3, 4) and paper["mixed_by"] is not None:
        text = f"Downeast, deal 3\nmixed: {paper['mixed']}\nmessage: {paper['mixed_by']}\n"
        streams = hashlib.sha256(text.encode("ascii")).hexdigest()
    steps = paper["steps"]
    _demand([step["number"] for step in steps] == list(range(len(steps))), "the numbers")
    _demand(
        [step["seat"] is None for step in steps] == [True] + [False] * (len(steps) - 1), "a deal"
    )
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
            made = move.validate_json(json.dumps(entry["move"]), strict=True)
            step = rules.play(state, entry["seat"], made, luck)
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
    names = [held if isinstance(held, str) else held[-1] for held in paper["players"]]
    return [names[seat] for seat in sorted(rules.standing(public).winners)]


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)
