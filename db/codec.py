"""Plain dataclasses to JSON and back, through pydantic: the only door in and out of storage."""

from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin

from pydantic import Field, TypeAdapter, ValidationError

from games.rules import AnyRules, Rules, Told

T = TypeVar("T")


class Unreadable(Exception):
    """Stored JSON does not fit its type: it was written by other rules, or is damaged."""


class Codec(Generic[T]):
    """Writes and reads one type."""

    def __init__(self, kind: Any) -> None:
        self._adapter: TypeAdapter[T] = TypeAdapter(_told_apart(kind))

    def dump(self, value: T) -> str:
        """Write as compact JSON."""
        return self._adapter.dump_json(value).decode()

    def load(self, text: str) -> T:
        """Read back, strictly. Raises Unreadable."""
        try:
            return self._adapter.validate_json(text, strict=True)
        except ValidationError as error:
            raise Unreadable(str(error)) from error


@dataclass(frozen=True, slots=True)
class GameCodec:
    """The codecs of one game's five types, and of what is told in one move."""

    options: Codec[Any]
    state: Codec[Any]
    move: Codec[Any]
    event: Codec[Any]
    view: Codec[Any]
    told: Codec[tuple[Told[Any], ...]]


@cache
def codec_of(rules: AnyRules) -> GameCodec:
    """Find the types in `Rules[Options, State, Move, Event, View]`."""
    for base in type(rules).__mro__:
        for origin in getattr(base, "__orig_bases__", ()):
            if get_origin(origin) is Rules:
                options, state, move, event, view = get_args(origin)
                return GameCodec(
                    Codec(options),
                    Codec(state),
                    Codec(move),
                    Codec(event),
                    Codec(view),
                    Codec(tuple[Told[_told_apart(event)], ...]),
                )
    raise TypeError(f"{type(rules).__name__} does not say its types: Rules[Options, State, …]")


def _told_apart(kind: Any) -> Any:
    """Have a union of dataclasses read by its `kind`, not by trying each."""
    union = isinstance(kind, UnionType) or get_origin(kind) is Union
    if union and all(hasattr(one, "__dataclass_fields__") for one in get_args(kind)):
        return Annotated[kind, Field(discriminator="kind")]
    return kind
