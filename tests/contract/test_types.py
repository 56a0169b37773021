"""The five types of every game: frozen, slotted, plain, and told apart by their kind."""

import dataclasses
import json
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from db.base.codec import Codec, Unreadable, codec_of
from games import GAMES
from games.rules import AnyRules
from tests.contract.playing import kinds_of_move, members, types_of

every_rules = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


def parts_of(kind: Any, seen: set[Any] | None = None) -> Iterator[Any]:
    """Walk a type, and the types of everything in it."""
    seen = set() if seen is None else seen
    if kind in seen:
        return
    seen.add(kind)
    yield kind
    if dataclasses.is_dataclass(kind):
        for hint in get_type_hints(kind).values():
            yield from parts_of(hint, seen)
    elif get_origin(kind) is not Literal:
        for inner in get_args(kind):
            yield from parts_of(inner, seen)


def has_default(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is not missing or field.default_factory is not missing


@every_rules
def test_everything_that_is_stored_is_frozen_slotted_and_plain(rules: AnyRules):
    plain = (bool, int, str, NoneType, Ellipsis)
    for name, kind in types_of(rules).items():
        for part in parts_of(kind):
            if dataclasses.is_dataclass(part):
                assert part.__dataclass_params__.frozen, f"{name}: {part} can be changed"
                assert "__slots__" in vars(part), f"{name}: {part} has no slots"
                continue
            origin = get_origin(part)
            if origin is Literal:
                assert all(isinstance(value, str | int) for value in get_args(part))
                continue
            assert (
                part in plain
                or origin in (tuple, frozenset, Union, UnionType)
                or (origin is not None and dataclasses.is_dataclass(origin))
            ), f"{name}: {part} does not belong into a {name}"


@every_rules
def test_the_five_types_are_made_by_keyword_alone(rules: AnyRules):
    for name, kind in types_of(rules).items():
        for member in members(kind):
            by_position = [field.name for field in dataclasses.fields(member) if not field.kw_only]
            assert not by_position, f"{name}: {member.__name__} takes {by_position} without a name"


@every_rules
def test_no_field_of_a_move_event_state_or_view_has_a_made_up_default(rules: AnyRules):
    for name, kind in types_of(rules).items():
        for member in members(kind) if name != "options" else ():
            made_up = [
                field.name
                for field in dataclasses.fields(member)
                if has_default(field) and field.name != "kind"
            ]
            assert not made_up, f"{name}: {member.__name__} makes up {made_up}"


@every_rules
def test_a_kind_alone_is_not_read_as_a_move_or_an_event(rules: AnyRules):
    """A missing amount must not become 0."""
    for name in ("move", "event"):
        codec: Codec[Any] = getattr(codec_of(rules), name)
        for member in members(types_of(rules)[name]):
            kind = [field for field in dataclasses.fields(member) if field.name == "kind"]
            text = json.dumps({field.name: field.default for field in kind})
            if len(dataclasses.fields(member)) == len(kind):
                assert codec.load(text) == member()
                continue
            with pytest.raises(Unreadable):
                codec.load(text)


@every_rules
def test_unions_are_told_apart_by_the_kind_that_is_their_first_field(rules: AnyRules):
    for kind in types_of(rules).values():
        for part in parts_of(kind):
            if get_origin(part) not in (Union, UnionType):
                continue
            some = [arg for arg in get_args(part) if dataclasses.is_dataclass(arg)]
            if len(some) < 2:
                continue
            kinds: list[object] = []
            for move in some:
                first = dataclasses.fields(move)[0]
                assert first.name == "kind", f"{move} does not begin with its kind"
                assert get_args(get_type_hints(move)["kind"]) == (first.default,), move
                kinds.append(first.default)
            assert len(set(kinds)) == len(kinds), f"two of one kind in {part}"


@every_rules
def test_the_rules_say_who_they_are(rules: AnyRules):
    assert GAMES[rules.name] is rules
    assert rules.name.isidentifier()
    assert rules.name == rules.name.lower()
    assert rules.title
    assert rules.version >= 1
    assert rules.seats.step == 1
    assert 2 <= rules.seats[0] <= rules.seats[-1] <= 10
    assert "seat" in {field.name for field in dataclasses.fields(*members(types_of(rules)["view"]))}
    assert types_of(rules)["options"]() == types_of(rules)["options"]()
    assert codec_of(rules) is codec_of(rules)
    assert set(rules.sampled) <= set(kinds_of_move(rules)), "a sample of what is no move"


@every_rules
def test_options_that_are_not_given_are_the_usual_ones(rules: AnyRules):
    assert codec_of(rules).options.load("{}") == types_of(rules)["options"]()
