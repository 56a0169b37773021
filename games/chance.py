"""Provide all randomness in the games. No other module draws random numbers.

A table's luck comes from one 256-bit secret. Before the deal the table publishes the secret's
SHA-256, the *seal*. Then ids that no player can choose are mixed in: the ids of the message with
the seal, of the button presses that took each seat and started the deal, and of a second message
that is posted just before the cards are dealt. The deal and each numbered move draw from their own
stream, so a move that is repeated after a crash gets the same luck. The secret is published at the
end of the game, so anybody can deal the whole game again and compare.

A stream is HMAC-SHA256 in counter mode; rejection sampling makes every number equally likely.
docs/fairness.md describes the algorithm precisely enough to write another program from it.
"""

import base64
import hashlib
import hmac
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Chance(ABC):
    """Draw the random values that a game needs: dice, numbers and shuffles.

    >>> luck = Chance.of(bytes(32), "mixed", 0)
    >>> luck.below(100), luck.die(), luck.shuffled("ABCDE")
    (61, 6, ('E', 'D', 'C', 'A', 'B'))
    """

    @abstractmethod
    def below(self, n: int) -> int:
        """Draw a number from 0 to n-1, with equal probability. `n` is at least 1."""

    def die(self) -> int:
        """Roll one die: 1 to 6."""
        return self.below(6) + 1

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in random order (Fisher-Yates). `items` itself is not changed."""
        cards = list(items)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    @staticmethod
    def of(secret: bytes, mixed_in: int | str, number: int) -> "Chance":
        """Open the random stream of the deal (`number` 0) or of the move with this number.

        `mixed_in` is the result of `fixed_by`. Tables of earlier releases pass the result of
        `mixed` instead. The oldest tables pass the id of their sealed board, and a rev as the
        number.

        >>> [Chance.of(bytes(32), "mixed", 1).below(100) for _ in range(3)]  # the same each time
        [40, 40, 40]
        """
        return _Stream(secret, mixed_in, number)

    @staticmethod
    def tape(values: Iterable[Any] = ()) -> "Chance":
        """Return a Tape, whose random values a test chooses in advance.

        >>> Chance.tape([6, 1]).die()
        6
        """
        return Tape(values)


def seal(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256, in hex.

    >>> seal(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(secret).hexdigest()


def mixed(
    *,
    game: str,
    version: int,
    table: int,
    terms: str,
    sealed: str,
    message: int,
    joins: Sequence[int | str],
    deal: int,
) -> str:
    """Return the public value that is mixed into a table's luck at its deal: a SHA-256, in hex.

    `joins` has for each seat the id of the press that took it, or the kind of its house player.

    >>> table = {"game": "deadman", "version": 1, "table": 12, "sealed": seal(bytes(32))}
    >>> ids = {"message": 100, "joins": [101, "house:plain:gentle"], "deal": 102}
    >>> mixed(**table, terms="{}", **ids)
    '8f9c46c8de009aedb981e14a9f1460fad3aa79a973e1499be40b379badf4da29'
    """
    lines = [
        "Downeast, deal 2",
        f"game: {game}",
        f"version: {version}",
        f"table: {table}",
        f"terms: {json.dumps(json.loads(terms), sort_keys=True, separators=(',', ':'))}",
        f"seal: {sealed}",
        f"message: {message}",
        f"joins: {' '.join(map(str, joins))}",
        f"deal: {deal}",
    ]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


def fixed_by(mixed: str, message: int) -> str:
    """Hash `mixed` and a message id into the value that seeds the streams: a SHA-256, in hex.

    Discord assigns the id when the message is posted, so nobody can search for a good deal.

    >>> fixed_by(seal(b"mixed in"), 103)
    'acb60ec96f3dc64f79b0f8a2053bb9e8b326756a3d101ba8bdc0e4c5795a1bd6'
    """
    text = f"Downeast, deal 3\nmixed: {mixed}\nmessage: {message}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def short_form(digest: str) -> str:
    """Convert a SHA-256 from hex to the 43 characters of base64url that the channel shows.

    >>> short_form(seal(bytes(32)))
    'Zmh6rfhivXdsj8GLjp-OIAiXFIVu4jOzkCpZHQ1fKSU'
    """
    return base64.urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")


class _Stream(Chance):
    """Draw numbers from the bytes of HMAC-SHA256. A draw among up to 256 numbers takes one byte."""

    __slots__ = ("_at", "_block", "_count", "_mixed_in", "_number", "_secret")

    def __init__(self, secret: bytes, mixed_in: int | str, number: int) -> None:
        self._secret = secret
        self._mixed_in = mixed_in
        self._number = number
        self._count = 0
        self._block = b""
        self._at: int = 0

    def _byte(self) -> int:
        if self._at == len(self._block):
            label = f"{self._mixed_in}:{self._number}:{self._count}"
            self._block = hmac.digest(self._secret, label.encode(), "sha256")
            self._count += 1
            self._at = 0
        byte = self._block[self._at]
        self._at += 1
        return byte

    def below(self, n: int) -> int:
        if 1 < n <= 256:  # a shortcut for nearly every draw: the code below for one byte
            value, fair = self._byte(), 256 - 256 % n
            while value >= fair:
                value = self._byte()
            return value % n
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        size = ((n - 1).bit_length() + 7) // 8
        span = 256**size
        fair = span - span % n  # reject higher values: they would make low results likelier
        while True:
            value = 0
            for _ in range(size):
                value = value * 256 + self._byte()
            if value < fair:
                return value % n

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Shuffle like any Chance, with the draws inlined for speed: games are dealt often."""
        cards = list(items)
        if len(cards) > 256:
            return super().shuffled(cards)
        block, at = self._block, self._at
        for i in range(len(cards) - 1, 0, -1):
            n = i + 1
            fair = 256 - 256 % n
            value = 256
            while value >= fair:
                if at == len(block):
                    self._block, self._at = block, at
                    value = self._byte()
                    block, at = self._block, self._at
                else:
                    value = block[at]
                    at += 1
            j = value % n
            cards[i], cards[j] = cards[j], cards[i]
        self._block, self._at = block, at
        return tuple(cards)


class Tape(Chance):
    """Return values that a test chose in advance, instead of random ones.

    `below` and `die` return the next number, `shuffled` returns the next sequence, which must
    hold the same items as its argument. Raise AssertionError if no values are left or the next
    value is impossible for a real draw.

    >>> tape = Tape([6, ("B", "A")])
    >>> tape.die(), tape.remaining
    (6, 1)
    >>> tape.shuffled(["A", "B"])
    ('B', 'A')
    """

    def __init__(self, values: Iterable[Any] = ()) -> None:
        self._values = list(values)

    def _next(self, for_what: str) -> Any:
        assert self._values, f"the tape ran out at {for_what}"
        return self._values.pop(0)

    def below(self, n: int) -> int:
        value = self._next(f"below({n})")
        assert isinstance(value, int), f"below({n}) met {value!r} on the tape"
        assert 0 <= value < n, f"below({n}) met {value!r} on the tape"
        return value

    def die(self) -> int:
        value = self._next("die()")
        assert value in range(1, 7), f"die() met {value!r} on the tape"
        return value

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        want = list(items)
        value: Sequence[T] = self._next("shuffled()")
        assert sorted(map(repr, value)) == sorted(map(repr, want)), "the tape shuffles other cards"
        return tuple(value)

    @property
    def remaining(self) -> int:
        """The number of values that have not been drawn yet."""
        return len(self._values)
