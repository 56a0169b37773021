"""Every written value can be typed, in a line or as a command option, and means the same."""

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from discord.app_commands import Group

from bot.entry.game_cog import make
from bot.ui.panels.panel import Form, Panel, Request
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field, Known
from bot.ui.ways.offers import example, examples, named_or_suggested, suggestions
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import fitting, known_of, value_in, values_of
from bot.ui.ways.ways import AnyWay, Legal
from games import GAMES
from games.rules import Refusal
from tests.contract.asking import (
    MANY,
    allowed,
    asked_by,
    by_command,
    by_line,
    ends_of,
    names_at,
    some_of,
    typed_by,
    way_of,
)
from tests.contract.drawing import (
    LONGEST_NAMES,
    NAMES,
    NAMES_WITHIN_NAMES,
    face_of,
)
from tests.contract.pieces import listed
from tests.contract.playing import (
    Case,
    attributes,
    cases_of,
    every_case,
    every_game,
    kinds_of_move,
    played,
)
from tests.contract.standing_orders import every_case_with_orders, every_game_with_orders, orders_of
from tests.contract.test_said import completes, quoted

# --- what is written can be read ------------------------------------------------------------------

CHOICE, TYPED = 100, 1000  # characters of a menu choice and of a form field

OFTEN = 12  # positions in which each word is tried
CALLED = pytest.mark.parametrize(
    "called",
    [
        pytest.param(NAMES, id="short"),
        pytest.param(LONGEST_NAMES, id="longest", marks=pytest.mark.full),
        pytest.param(NAMES_WITHIN_NAMES, id="alike", marks=pytest.mark.full),
    ],
)


@CALLED
@every_game
def test_every_value_that_is_written_is_read_back(game: str, called: tuple[str, ...]):
    for case in cases_of(game):
        found, names = played(case), Names(called[: case.seats])
        for position in found.share(12, 2) if called is NAMES else found.share(3):
            for seat in range(case.seats):
                legal, view = found.legal_with_orders(position, seat), found.view(position, seat)
                for way in all_ways(game) if legal.moves else ():
                    for field in way.fields if legal.of(way) else ():
                        moves = some_of(legal, way.move)
                        values = [value_in(field, attributes(move)) for move in moves]
                        listed = values_of(way, field, {}, view, legal)
                        for value in dict.fromkeys([*values, *listed[:MANY]]):
                            limit = CHOICE if value in listed else TYPED
                            check_read_back(field, value, view, names, limit)


def all_ways(game: str) -> tuple[AnyWay, ...]:
    """Return the ways that make moves and those that give standing orders."""
    return *face_of(game).ways, *face_of(game).orders


def check_read_back(field: Field, value: Any, view: Any, names: Names, limit: int) -> None:
    text = field.write(value, names)
    assert text == text.strip(), f"{text!r} has an edge"
    assert 0 < len(text) <= limit, f"{text!r} is too long"
    read, rest = field.read(text, view, names)
    assert (read, rest.strip()) == (value, ""), f"{field.name}: {text!r} is read as {read!r}"
    assert type(read) is type(value)


@CALLED
@every_game
def test_every_legal_move_can_be_made_by_a_command_and_by_a_typed_line(
    game: str, called: tuple[str, ...]
):
    for case in cases_of(game):
        found, names = played(case), Names(called[: case.seats])
        for position in found.share(12, 2) if called is NAMES else found.share(3):
            for seat in range(case.seats):
                legal, asked = found.legal(position, seat), None
                for kind in kinds_of_move(case.rules):
                    for move in some_of(legal, kind):
                        way = way_of(game, move)
                        where = f"{case}, after move {position.number}, seat {seat}"
                        wanted = by_command(way, move, names)
                        asked = asked_by(found, position, seat, wanted, called, line=True)
                        assert asked == move, f"{where}: {wanted} is read as {asked}"
                        text = by_line(way, move, names)
                        asked = typed_by(found, position, seat, text, called)
                        assert asked == move, f"{where}: {text!r} is read as {asked}"


@CALLED
@every_game_with_orders
def test_all_that_can_be_said_ahead_can_be_said_by_a_command_and_by_a_typed_line(
    game: str, called: tuple[str, ...]
):
    """It is kept like the offered one, apart from the time it was given."""
    orders = orders_of(GAMES[game])
    for case in cases_of(game):
        found, names = played(case), Names(called[: case.seats])
        for position in found.share(5) if called is NAMES else found.share(2, 4):
            for seat in range(case.seats):
                legal_with_orders, view = (
                    found.legal_with_orders(position, seat),
                    found.view(position, seat),
                )
                for move in [
                    move for kind in orders.kinds for move in some_of(legal_with_orders, kind)
                ]:
                    way, kept = way_of(game, move), orders.accept(view, move)
                    where = f"{case}, after move {position.number}, seat {seat}"
                    wanted = by_command(way, move, names)
                    asked = asked_by(found, position, seat, wanted, called, line=True)
                    assert type(asked) is type(move), f"{where}: {wanted} is read as {asked}"
                    assert orders.accept(view, asked) == kept, f"{where}: {wanted} is {asked}"
                    text = by_line(way, move, names)
                    asked = typed_by(found, position, seat, text, called)
                    assert type(asked) is type(move), f"{where}: {text!r} is read as {asked}"
                    assert orders.accept(view, asked) == kept, f"{where}: {text!r} is {asked}"


@every_case_with_orders
def test_what_is_wrong_with_what_is_said_ahead_is_answered_with_what_can_be_typed(case: Case):
    found = played(case)
    for position in found.in_play(6):
        for seat in range(case.seats):
            legal_with_orders = found.legal_with_orders(position, seat)
            for way in face_of(case.game).orders:
                for line in [f"{way.verb} {rest}".strip() for rest in ("", "1", "99", "x", "Ann")]:
                    made = typed_by(found, position, seat, line)
                    for quote in quoted(made) if isinstance(made, str) else ():
                        assert completes(found, position, seat, line, quote), (
                            f"after move {position.number} {NAMES[seat]} types {line!r} and is told"
                            f" {made!r}, but cannot type `{quote}`"
                        )
                    if isinstance(made, str) and legal_with_orders.of(way):
                        assert not made.startswith("You can't do that now."), (
                            f"{line!r}: it can be said"
                        )


@CALLED
@every_game
def test_every_example_that_is_given_can_be_typed(game: str, called: tuple[str, ...]):
    for case in cases_of(game):
        found, names, face = played(case), Names(called[: case.seats]), face_of(game)
        for position in found.share(25, 2) if called is NAMES else found.share(4):
            for seat in range(case.seats):
                legal, view = found.legal_with_orders(position, seat), found.view(position, seat)
                ahead = [order for order in face.orders if legal.of(order)]
                for text in (
                    *examples(face.ways, view, names, found.legal(position, seat)),
                    *(example(way, view, names, legal) for way in ahead),
                ):
                    made = typed_by(found, position, seat, text, called)
                    where = f"{case}, after move {position.number}, seat {seat}: `{text}`"
                    assert not isinstance(made, str | Form | Panel), f"{where} is read as {made}"
                    assert allowed(found, position, seat, made), f"{where} is not legal"
                    for spoken in (text.upper(), f"  {text} .", f"`{text}`"):
                        again = typed_by(found, position, seat, spoken, called)
                        assert again == made, f"{where} is not read as {spoken!r}"


@every_game
def test_every_word_and_phrase_is_read_as_its_way(game: str):
    """If it is legal; missing fields are asked for, or refused in a sentence."""
    ways, met = all_ways(game), Counter[str]()
    for case in cases_of(game):
        found, names = played(case), names_at(played(case))
        for position in found.in_play(20):
            for seat in range(case.seats):
                legal, view = found.legal_with_orders(position, seat), found.view(position, seat)
                for way in [way for way in ways if legal.of(way)]:
                    words = (way.verb, *way.words, *way.phrases)
                    for word in [word for word in words if met[word] < OFTEN]:
                        met[word] += 1
                        typed_by(found, position, seat, word)
                        with suppress(Refusal):  # the word needs something after it
                            read = read_line(ways, word, view, names, legal)
                            assert read is not None, f"`{word}` is no move at all"
                            assert read[0] is way, f"`{word}` is read as {read[0].verb}"
    never = [way.verb for way in ways if way.verb not in met]
    assert not never, f"no random game has a moment in which {listed(never)} is legal"


# --- commands -------------------------------------------------------------------------------------


@every_case
def test_what_is_suggested_for_an_option_is_read_back_and_leads_to_a_legal_move(case: Case):
    """Its shown text is read as its value, because people and clients send that, too."""
    found, names = played(case), names_at(played(case))
    for position in found.in_play(8):
        for seat in range(case.seats):
            legal, view = found.legal_with_orders(position, seat), found.view(position, seat)
            for way in all_ways(case.game):
                for move in [None, *some_of(legal, way.move)[:2]]:
                    given: dict[str, Any] = {}
                    for field in way.fields:
                        offered: dict[str, str] = {}
                        for typed in _beginnings(field, move, names):
                            some = suggestions(way, field, given, view, names, legal, typed)
                            assert len(some) <= 25
                            assert legal.of(way) or not some, "it is not legal at all"
                            for shown, text in some:
                                _check_suggested(way, field, given, view, names, legal, shown, text)
                                assert offered.setdefault(shown, text) == text, "it means two"
                        others, all_offered = _typed_of(way, given, names), list(offered.items())
                        for shown, text in all_offered[:4] + all_offered[-2:]:
                            value, named, _ = _asking(way, field, others, text, shown)
                            meant = named_or_suggested(way, named, view, names, legal)
                            assert meant == named_in(way, value, view, names), (
                                f"{shown!r} isn't read as {text!r}"
                            )
                        for shown, text in all_offered[-1:]:
                            value, *alike = (
                                asked_by(found, position, seat, wanted, line=True)
                                for wanted in _asking(way, field, others, text, shown)
                            )
                            assert alike == [value] * 2, f"{shown!r} doesn't do what {text!r} does"
                        if move is not None:
                            given |= known_of(field, value_in(field, attributes(move)))


def _typed_of(way: AnyWay, given: Known, names: Names) -> dict[str, str]:
    """Write the fields that are filled in already as the options of a command."""
    filled = [field for field in way.fields if all(name in given for name in field.fills)]
    return {f"?{field.name}": field.write(value_in(field, given), names) for field in filled}


def _asking(
    way: AnyWay, field: Field, others: dict[str, str], text: str, shown: str
) -> list[Request]:
    """Fill an option with a suggestion's typed text, its shown text, and that in capitals."""
    return [
        Request(way.verb, {**others, f"?{field.name}": said})
        for said in (text, shown, f" {shown.upper()} ")
    ]


def _beginnings(field: Field, move: Any, names: Names) -> list[str]:
    if move is None:
        return ["", "x", "7"]
    text = field.write(value_in(field, attributes(move)), names)
    return ["", text, text[:1].upper()]


def _check_suggested(
    way: Any, field: Any, given: Any, view: Any, names: Names, legal: Legal, shown: str, text: str
) -> None:
    assert 1 <= len(shown) <= 100
    assert 1 <= len(text) <= 100
    if field.option is int:
        assert int(text.lstrip("$").replace(",", "")) >= 0
    value, rest = field.read(text, view, names)
    assert not rest.strip(), f"{way.verb}: {text!r} is not read to its end"
    if legal.all_of(way):
        known = {**given, **known_of(field, value)}
        assert fitting(legal, way, known), f"{way.verb}: {text!r} is suggested, and not legal"


@every_case_with_orders
def test_what_is_suggested_for_an_order_can_be_said_ahead(case: Case):
    """Further forms are sent as they open."""
    found, names = played(case), names_at(played(case))
    for position in found.in_play(5):
        for seat in range(case.seats):
            legal_with_orders, view = (
                found.legal_with_orders(position, seat),
                found.view(position, seat),
            )
            for way in face_of(case.game).orders:
                for field in way.fields:
                    some = suggestions(way, field, {}, view, names, legal_with_orders, "")
                    for _, text in some[:2] + some[-2:]:
                        wanted = Request(way.verb, {f"?{field.name}": text})
                        ends = ends_of(found, position, seat, wanted)
                        assert any(allowed(found, position, seat, end) for end in ends), (
                            f"after move {position.number} {NAMES[seat]} is told that {way.verb}"
                            f" {field.name}:{text} can be"
                        )


@every_case
def test_a_legal_value_is_suggested_as_soon_as_it_is_typed(case: Case):
    """Otherwise it couldn't be found in a long list."""
    found, names = played(case), names_at(played(case))
    for position in found.in_play(6):
        for seat in found.to_move(position):
            legal, view = found.legal(position, seat), found.view(position, seat)
            for way in face_of(case.game).ways if legal.moves else ():
                for move in some_of(legal, way.move) if legal.all_of(way) else ():
                    for field in way.fields:
                        text = field.write(value_in(field, attributes(move)), names)
                        some = suggestions(way, field, {}, view, names, legal, text)
                        assert text in [item for _, item in some] or len(some) == 25


@every_game
def test_the_slash_group_is_within_discords_limits(game: str):
    face = face_of(game)
    router: Any = None  # the commands are only built here
    group = make(face, router).app_command
    assert group is not None
    assert group.name == game
    paths = {" ".join(command.qualified_name.split()[1:]) for command in group.walk_commands()}
    below = {command.name for command in group.commands if isinstance(command, Group)}
    ways = {f"{way.group} {way.verb}".strip() for way in all_ways(game)}
    looks = {aside.verb for aside in face.asides} | {aside.kind for aside in face.drafts}
    assert paths == {"start", "practice", "hand", "table", "rules"} | ways | looks | below
    assert len(group.commands) <= 25
    length = len(group.name) + len(group.description)
    for command in group.walk_commands():
        assert 1 <= len(command.name) <= 32
        assert 1 <= len(command.description) <= 100
        length += len(command.name) + len(command.description)
        if isinstance(command, Group):
            assert 1 <= len(command.commands) <= 25
            continue
        assert len(command.parameters) <= 25
        for option in command.parameters:
            assert 1 <= len(option.name) <= 32
            assert 1 <= len(option.description) <= 100
            assert len(option.choices) <= 25
            length += len(option.name) + len(str(option.description))
            length += sum(len(choice.name) + len(str(choice.value)) for choice in option.choices)
    assert length <= 8000
