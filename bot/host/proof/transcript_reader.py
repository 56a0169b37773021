"""Reads transcripts with strict checks and limits, because anybody may have written them.

A person who verifies a deal may have got the file from somebody they don't trust. So its size,
nesting, numbers and characters are checked first. A repeated key is refused, because two programs
could read two different games from it.
"""

import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, cast

from db.base.codec import Codec, Unreadable

MOST_BYTES: Final = 32 * 1024 * 1024  # ten times the longest transcript of simulated games
MOST_DEPTH: Final = 32  # nesting levels of JSON; a move that contains a deal has twelve
MOST_DIGITS: Final = 20
MOST_STEPS: Final = 100_000


class NotProven(Exception):
    """A transcript could not be verified. The message says what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a game: the deal (number 0, without seat or move) or a move, with its events."""

    number: int
    seat: int | None
    move: Any
    told: list[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenStep(Step):
    """A step in kind 4. `by` is the house player that chose it, or "" if none did."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step5(ChosenStep):
    """A step in kind 5. A later release marks moves that were taken back."""

    taken_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A tenure: who held a seat from the step `since` on."""

    since: int
    name: str
    holder: Literal["person", "stand-in", "house"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """A transcript of a game. Its Discord ids are strings.

    In transcripts of kind 2, the message `mixed_by` was posted after the deal. Since kind 3, it is
    posted before the deal, and its id is mixed into the luck. Since kind 4, each step says whether
    the house chose it, and since kind 5, `players` says who held each seat when.
    """

    transcript: Literal[2, 3, 4, 5]
    game: str
    version: int
    finished_under: int | None = None
    table: int
    players: tuple[str, ...] | tuple[tuple[str, ...], ...] | tuple[tuple[Held, ...], ...]
    """The players by seat: their names, the names of all holders in turn, or the tenures."""
    options: Any
    guild: str
    seal: str
    sealed_by: str
    sealed_in: str
    joins: tuple[str, ...]
    deal: str
    mixed: str
    mixed_by: str | None
    mixed_in: str | None
    secret: str
    set_back: tuple[str, ...] = ()
    """The times to which the table was set back from a backup, as text."""
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript3(Transcript):
    """A transcript without moves by the house."""

    transcript: Literal[2, 3]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript4(Transcript):
    """A transcript with house moves, in which nothing says who held a seat when."""

    transcript: Literal[4]
    players: tuple[tuple[str, ...], ...]
    steps: tuple[ChosenStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript5(Transcript):
    """A transcript as this release writes it."""

    transcript: Literal[5]
    players: tuple[tuple[Held, ...], ...]
    steps: tuple[Step5, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OlderStep:
    """A step of a game in which the random numbers depend on `rev`, the number of the log row."""

    rev: int
    seat: int | None
    move: Any
    told: list[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OlderTranscript:
    """A transcript of the first release, which mixed only one message id into the luck."""

    transcript: Literal[1]
    game: str
    version: int
    finished_under: int | None = None
    table: int
    players: tuple[str, ...]
    options: Any
    seal: str
    sealed_by: str
    secret: str
    set_back: tuple[str, ...] = ()
    steps: tuple[OlderStep, ...]


_KINDS: dict[int, Codec[Any]] = {
    1: Codec(OlderTranscript),
    2: Codec(Transcript3),
    3: Codec(Transcript3),
    4: Codec(Transcript4),
    5: Codec(Transcript5),
}


def read_file(path: Path) -> Any:
    """Parse the JSON in a file. Raises NotProven if the file can't be read or is malformed."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise NotProven(f"{str(path)!r} cannot be read: {_why(error)}.") from error
    return read_json(content)


def read_json(content: bytes) -> Any:
    """Parse the JSON of a transcript. Raises NotProven if it is malformed or too large."""
    if len(content) > MOST_BYTES:
        raise NotProven(f"The file is longer than any game: more than {MOST_BYTES >> 20} MB.")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise NotProven("The file is no transcript: it is not written in UTF-8.") from None
    _check_depth(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except (ValueError, RecursionError):
        raise NotProven("The file is no transcript: it is not JSON, or not all of it.") from None


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or "there can be no such file").lower()


def _check_depth(text: str) -> None:
    """Raise NotProven if JSON text is nested too deeply. Call this before parsing the text."""
    depth, in_string, escaped = 0, False, False
    for letter in text:
        if in_string:
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == '"':
                in_string = False
        elif letter == '"':
            in_string = True
        elif letter in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                raise NotProven("The file is no transcript: it is nested too deep for one.")
        elif letter in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise NotProven("The file says something twice, so two programs could read it differently.")
    return made


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _no_number(digits)
    return int(digits)


def _no_number(_: str) -> NoReturn:
    raise NotProven("There is a number in the file such as no transcript has.")


def read(written: Any) -> Transcript | OlderTranscript:
    """Convert parsed JSON to a transcript. Raises NotProven if it isn't one."""
    kind = cast(dict[str, Any], written).get("transcript") if isinstance(written, dict) else None
    codec = _KINDS.get(kind) if type(kind) is int else None
    if codec is None:
        raise NotProven("This is no whole transcript of ours, or one of a newer release.")
    _check_letters(written)
    try:
        paper = codec.load(json.dumps(written, allow_nan=False))
    except (Unreadable, ValueError, TypeError, RecursionError) as error:
        where = f" ({plain(str(error), 200)})" if isinstance(error, Unreadable) else ""
        raise NotProven(f"This is not a whole transcript of ours{where}.") from error
    if len(paper.steps) > MOST_STEPS:
        raise NotProven("This is longer than any game.")
    return paper


def plain(text: str, most: int) -> str:
    """Shorten an untrusted text to `most` characters and remove unprintable characters."""
    return "".join(letter for letter in text[:most] if letter.isprintable())


def _check_letters(value: Any) -> None:
    """Raise NotProven if any string contains a control character or a lone surrogate."""
    if isinstance(value, str):
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
            raise NotProven("There are control characters in the file, such as no transcript has.")
    elif isinstance(value, dict):
        for name, part in cast(dict[str, Any], value).items():
            _check_letters(name)
            _check_letters(part)
    elif isinstance(value, list | tuple):
        for part in cast(list[Any], value):
            _check_letters(part)
