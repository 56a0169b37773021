"""Luck: the only place that makes any.

A table's luck comes from one 256-bit secret. Before the deal the table publishes its SHA-256, the
*seal*. Then ids that nobody at the table chooses are mixed in: those of the message with the seal,
of the press that took each seat, of the press on *Deal*, and of a second message that is posted
just before the cards are dealt. The deal and each move, by its number, draw from a stream of their
own, so a move that is repeated after a crash gets the same luck. The secret is published at the
end, so anybody can deal the whole game again and compare.

The stream is HMAC-SHA256 in counter mode; numbers are drawn by rejection, so none is favoured.
docs/fairness.md says all of it so exactly that another program can be written from it.
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
    """Dice, cuts and shuffles."""

    @abstractmethod
    def below(self, n: int) -> int:
        """Draw one of 0 … n-1, each as likely. `n` is at least 1."""

    def die(self) -> int:
        """Roll one die: 1 … 6."""
        return self.below(6) + 1

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Shuffle (Fisher-Yates), leaving the original alone."""
        cards = list(items)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    @staticmethod
    def of(secret: bytes, mixed_in: int | str, number: int) -> "Chance":
        """Open one stream: of the deal (`number` 0), or of the move of that number.

        `mixed_in` is what `fixed_by` returns. Tables of earlier releases have what `mixed` returns
        in its place; the oldest have the id of the board with the seal, and a rev for the number.
        """
        return _Stream(secret, mixed_in, number)

    @staticmethod
    def tape(values: Iterable[Any] = ()) -> "Chance":
        """Luck laid out beforehand, for tests: see Tape."""
        return Tape(values)


def seal(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


def mixed(
    *,
    game: str,
    version: int,
    table: int,
    terms: str,
    sealed: str,
    message: int,
    joins: Sequence[int],
    deal: int,
) -> str:
    """Return what is mixed into the luck of a table at its deal: a SHA-256, in hex.

    `terms` are its options as JSON, `sealed` is its seal and `message` the id of the message that
    shows it; `joins`, seat by seat, and `deal` are the ids of the presses.
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
    """Return what the streams use: a SHA-256, in hex, over `mixed` and the id of its message.

    Discord gives that id when the message is posted, so nobody can search for a deal beforehand.
    """
    text = f"Downeast, deal 3\nmixed: {mixed}\nmessage: {message}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def short_form(digest: str) -> str:
    """Write a SHA-256, given in hex, as 43 characters of base64url: how it looks in the channel."""
    return base64.urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")


class _Stream(Chance):
    """Bytes of HMAC-SHA256, drawn one after the other; a number up to 256 takes one of them."""

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
        if 1 < n <= 256:  # nearly always: what follows, for one byte
            value, fair = self._byte(), 256 - 256 % n
            while value >= fair:
                value = self._byte()
            return value % n
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        size = ((n - 1).bit_length() + 7) // 8
        span = 256**size
        fair = span - span % n  # values from here on would favour the low numbers: draw again
        while True:
            value = 0
            for _ in range(size):
                value = value * 256 + self._byte()
            if value < fair:
                return value % n

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Shuffle as every Chance does; the drawing is written out, as games are dealt often."""
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
    """Luck laid out beforehand.

    `below` and `die` take the next number (a die's face for `die`); `shuffled` takes the next
    sequence, which must hold the same items. Running out, or a value that luck could not have
    given, is an error of the test: AssertionError.
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
    def left(self) -> int:
        """How many values have not been drawn."""
        return len(self._values)
