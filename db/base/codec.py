"""Converts plain dataclasses to JSON and back with pydantic. All stored values go through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar, Union, cast

from pydantic import TypeAdapter
from pydantic_core import (
    PydanticSerializationError,
    SchemaSerializer,
    SchemaValidator,
    ValidationError,
)

from games.rules import AnyRules, Told, types_of

T = TypeVar("T")


class Unreadable(Exception):
    """Stored JSON does not fit its type, because other rules wrote it or it is damaged."""


class Codec(Generic[T]):
    """Converts values of one type to JSON and back.

    >>> from games.deadman.moves import Bid, Move
    >>> codec: Codec[Move] = Codec(Move)
    >>> codec.dump(Bid(value=66))
    '{"kind":"bid","value":66}'
    >>> codec.load('{"kind":"bid","value":66}')
    Bid(kind='bid', value=66)
    """

    def __init__(self, kind: Any) -> None:
        plain: Any = TypeAdapter(kind).core_schema
        definitions = {definition["ref"]: definition for definition in plain.get("definitions", ())}
        schema = _by_kind(plain, definitions)
        self._validator = SchemaValidator(schema)
        self._serializer = SchemaSerializer(schema)

    def dump(self, value: T) -> str:
        """Return a value as compact JSON."""
        return self._serializer.to_json(value).decode()

    def dump_checked(self, value: T) -> str:
        """Convert an untrusted value to JSON. Raises Unreadable unless it has exactly this type.

        >>> from games.deadman.moves import Bid
        >>> Codec(Bid).dump_checked(Bid(value="66"))
        Traceback (most recent call last):
            ...
        db.base.codec.Unreadable: it is of another type
        """
        try:
            text = self._serializer.to_json(value, warnings="error").decode()
        except PydanticSerializationError:
            raise Unreadable("it is of another type") from None
        if self.load(text) != value:
            raise Unreadable("it would not come back as it is")
        return text

    def load(self, text: str) -> T:
        """Convert JSON to a value without coercing types. Raises Unreadable if it doesn't fit.

        >>> from games.deadman.moves import Bid
        >>> Codec(Bid).load('{"kind":"bid","value":"66"}')
        Traceback (most recent call last):
            ...
        db.base.codec.Unreadable: Bid: value: int_type
        """
        try:
            return self._validator.validate_json(text, strict=True, extra="forbid")
        except ValidationError as error:
            # name the field but not its value, because logs must not contain cards
            raise Unreadable(f"{error.title}: {_where(error)}") from None


@dataclass(frozen=True, slots=True)
class GameCodec:
    """The codecs (JSON converters) for the types of one game.

    `told` converts all events of one move. `order` is None if the game has no standing orders.

    >>> from games.deadman import DeadMan
    >>> codec_of(DeadMan()).options.load("{}")
    Options(opener_may_reshake=True)
    """

    options: Codec[Any]
    state: Codec[Any]
    move: Codec[Any]
    event: Codec[Any]
    view: Codec[Any]
    told: Codec[tuple[Told[Any], ...]]
    order: Codec[Any] | None


@cache
def codec_of(rules: AnyRules) -> GameCodec:
    """Return a game's codecs."""
    types = types_of(rules)
    return GameCodec(
        options=Codec(types.options),
        state=Codec(types.state),
        move=Codec(types.move),
        event=Codec(types.event),
        view=Codec(types.view),
        told=Codec(tuple[Told[types.event], ...]),
        order=_of_orders(rules),
    )


def _of_orders(rules: AnyRules) -> Codec[Any] | None:
    return None if rules.orders is None else Codec(Union[*rules.orders.kinds])


def _where(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['type']}"


def _by_kind(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a schema in which the field `kind` selects the member of a dataclass union.

    Otherwise pydantic tries each member in turn, which takes ten times as long. The rules can't
    declare this themselves, because they import only the standard library.
    """
    if isinstance(schema, list):
        return [_by_kind(part, definitions) for part in cast(list[Any], schema)]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _by_kind(part, definitions) for key, part in cast(dict[str, Any], schema).items()}
    if parts.get("type") == "union":
        tagged = {_kind_of(choice, definitions): choice for choice in parts["choices"]}
        if None not in tagged and len(tagged) == len(parts["choices"]):
            return {"type": "tagged-union", "discriminator": "kind", "choices": tagged}
    return parts


def _kind_of(choice: Any, definitions: Mapping[str, Any]) -> str | None:
    """Return the literal value of a dataclass's field `kind`, or None if it has no such field."""
    if isinstance(choice, tuple):
        return None
    if choice.get("type") == "definition-ref":
        choice = definitions[choice["schema_ref"]]
    if choice.get("type") != "dataclass":
        return None
    for field in choice["schema"]["fields"]:
        if field["name"] == "kind":
            literal = field["schema"].get("schema", field["schema"])
            return literal["expected"][0] if literal["type"] == "literal" else None
    return None
