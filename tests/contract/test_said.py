"""Everything that players are told they can do is possible: in hints, limits, refusals."""

import re
from collections.abc import Iterator
from typing import Any

from bot.host.reading.table_view import TableView
from bot.ui.panels.panel import Entry, Form, Panel, Request, Text
from bot.ui.panels.pics import plain
from bot.ui.ways.fields import Known
from bot.ui.ways.offers import can_be_typed, suggestions, what_else
from bot.ui.ways.read import field_counted, named_in
from bot.ui.ways.resolve import NoSuchMove, ask, known_of, resolve, value_in
from bot.ui.ways.ways import AnyWay, field_of
from games.rules import IllegalMove, Refusal, Seat
from tests.contract.asking import (
    allowed,
    as_it_opens,
    asked_by,
    ends_of,
    table_of,
    typed_by,
)
from tests.contract.candidates import far_bases
from tests.contract.counts import Counting, all_counts, counts_in
from tests.contract.drawing import NAMES, drawn, face_of, requests_of
from tests.contract.playing import Case, Game, Position, attributes, every_case, played

AMOUNT = re.compile(r"\$?[0-9]+(?:,[0-9]{3})*")
NONSENSE = ("hello", "1", "70", "all", "it is mine")


def quoted(text: str) -> list[str]:
    """Return the texts between backticks: lines to type."""
    lines = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [
        match for match in re.findall(r"`([^`]+)`", lines) if not match.startswith(("/", "python "))
    ]


def can_be_done(game: Game, position: Position, seat: Seat, line: str) -> bool:
    """Return whether a line makes a legal move, or leads to one through what is asked back."""
    made = typed_by(game, position, seat, line)
    if isinstance(made, str):
        return False
    if isinstance(made, Form):
        ends = ends_of(game, position, seat, as_it_opens(made))
        return any(allowed(game, position, seat, end) for end in ends)
    if isinstance(made, Panel):
        return True
    return allowed(game, position, seat, made)


def _what_else(game: Game, position: Position, seat: Seat) -> str:
    seen, face = table_of(game, position, seat, NAMES), face_of(game.case.game)
    situation = face.asked.situation(seen.view, seen.names)
    return what_else(face.ways, situation, seen.view, seen.names, seen.legal)


def completes(game: Game, position: Position, seat: Seat, line: str, one: str) -> bool:
    """Return whether a quoted text can be typed, alone, after a line or in place of its end."""
    words = line.split()
    lines = [one, *(" ".join([*words[:count], one]) for count in range(len(words), 0, -1))]
    return any(can_be_done(game, position, seat, line) for line in lines)


def lines_of(game: Game) -> list[str]:
    """Return lines in which something may be wrong or missing."""
    found = [*NONSENSE]
    for way in face_of(game.case.game).ways:
        found += [way.verb, *way.words, *way.phrases, f"{way.verb} 1", f"{way.verb} x"]
        found += [f"{way.verb} {name}" for name in NAMES[:3]]
    return found


# --- what is asked --------------------------------------------------------------------------------


@every_case
def test_everybody_who_is_asked_is_told_what_they_can_do_and_it_is_legal(case: Case):
    game, face = played(case), face_of(case.game)
    for position in game.in_play(12):
        for seat in range(case.seats):
            seen = table_of(game, position, seat, NAMES)
            typing = can_be_typed(face.ways, seen.view, seen.names, seen.legal)
            if seat in game.to_move(position):
                assert typing, f"after move {position.number} {NAMES[seat]} is told nothing to type"
                assert any(
                    allowed(game, position, seat, end)
                    for item in (
                        *requests_of(drawn(game, position, seat)),
                        *requests_of(drawn(game, position, None)),
                    )
                    for end in ends_of(game, position, seat, item)
                ), f"after move {position.number} {NAMES[seat]} has nothing to press"
            said = [typing, _what_else(game, position, seat)]
            parts = drawn(game, position, seat).parts
            said += [plain(part.markdown) for part in parts if type(part) is Text]
            for text in said:
                for quote in quoted(text):
                    assert can_be_done(game, position, seat, quote), (
                        f"after move {position.number} {NAMES[seat]} cannot type `{quote}`: {text}"
                    )


@every_case
def test_what_a_refusal_says_that_can_be_typed_can_be(case: Case):
    game, face = played(case), face_of(case.game)
    lines = lines_of(game)
    for position in game.share(4):
        for seat in range(case.seats):
            for line in lines:
                made = typed_by(game, position, seat, line)
                for quote in quoted(made) if isinstance(made, str) else ():
                    assert completes(game, position, seat, line, quote), (
                        f"after move {position.number} {NAMES[seat]} types {line!r} and is told"
                        f" {made!r}, but cannot type `{quote}`"
                    )
            for way in face.ways:
                made = asked_by(game, position, seat, ask(way, {}))
                for quote in quoted(made) if isinstance(made, str) else ():
                    assert completes(game, position, seat, way.verb, quote), (made, quote)


@every_case
def test_of_what_fits_no_legal_move_the_rules_say_why(case: Case):
    """The replacement for an illegal move must be illegal too, or there is no reason to give."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(4):
        for seat in range(case.seats):
            table = table_of(game, position, seat, NAMES)
            for way in [
                item for item in (*face.ways, *face.orders) if table.legal_with_orders.of(item)
            ]:
                for base in far_bases(case, way.move) if len(way.fields) > 1 else ():
                    for field in way.fields:
                        known = known_of(field, value_in(field, attributes(base)))
                        move = in_its_place(table, way, known)
                        assert move is None or not allowed(game, position, seat, move), move


def in_its_place(table: TableView, way: AnyWay, known: Known) -> Any:
    """Return the move to ask the rules about if these values fit no legal move, else None."""
    try:
        resolve(way, known, table.view, table.names, table.legal_with_orders)
    except NoSuchMove as none:
        return none.move
    return None


@every_case
def test_what_the_rules_refuse_is_refused_in_a_sentence_with_names(case: Case):
    """A refusal names players instead of roles, and the lines that it suggests can be typed."""
    game = played(case)
    met = [position.move for position in game.positions if position.move is not None]
    for position in game.in_play(8):
        for seat in range(case.seats):
            for move in met[:: max(1, len(met) // 25)]:
                try:
                    game.after(position, seat, move)
                except IllegalMove as refusal:
                    said = refusal.text(NAMES.__getitem__)
                    assert "{" not in said, said
                    assert NAMES[seat] not in said.split(), f"{NAMES[seat]} is “you”: {said}"
                    assert not re.search(r"\bseat [0-9]", said), f"nobody is a number: {said}"
                    for quote in quoted(said):
                        assert can_be_done(game, position, seat, quote), (said, quote)


# --- forms ----------------------------------------------------------------------------------------


def forms_of(game: Game, position: Position, seat: Seat) -> Iterator[Form]:
    """Open every form that a seat can reach: from its hand, the board, or a bare verb."""
    wanted = [*requests_of(drawn(game, position, seat)), *requests_of(drawn(game, position, None))]
    wanted += [ask(way, {}) for way in face_of(game.case.game).ways]
    for item in {repr(item): item for item in wanted}.values():
        made = asked_by(game, position, seat, item)
        if isinstance(made, Form):
            yield made


def accepted(game: Game, position: Position, seat: Seat, filled: Request) -> bool:
    """Return whether a filled form leads to a legal move."""
    ends = ends_of(game, position, seat, filled)
    return any(allowed(game, position, seat, end) for end in ends)


@every_case
def test_a_form_says_its_limits_as_they_are(case: Case):
    """A form can be submitted as it opens, and every number in its hints is accepted."""
    game = played(case)
    for position in game.in_play(8):
        for seat in range(case.seats):
            for form in forms_of(game, position, seat):
                opened = as_it_opens(form)
                if all(entry.choices or entry.default for entry in form.entries if entry.required):
                    assert accepted(game, position, seat, opened), (position, seat, form)
                for entry in form.entries:
                    if not field_counted(
                        entry.key
                    ):  # their combination decides whether it is legal
                        _check_entry(game, position, seat, opened, entry)


def _check_entry(game: Game, position: Position, seat: Seat, opened: Request, entry: Entry) -> None:
    values = [choice.value for choice in entry.choices] or AMOUNT.findall(entry.hint)
    for value in values:
        filled = opened.with_args({entry.key: value})
        assert accepted(game, position, seat, filled), (
            f"after move {position.number} {NAMES[seat]} cannot answer {value!r}: {entry}"
        )


@every_case
def test_whatever_is_counted_in_a_form_is_read_as_it_is_written(case: Case):
    """Try every combination of counts; what the form refuses, the rules refuse too."""
    game, face = played(case), face_of(case.game)
    for position in game.in_play(8):
        for seat in range(case.seats):
            seen = table_of(game, position, seat, NAMES)
            for form in forms_of(game, position, seat):
                way = next(
                    request
                    for request in (*face.ways, *face.orders)
                    if request.verb == form.request.verb
                )
                for name, entries in counts_in(form).items():
                    field = field_of(way, name)
                    assert field is not None
                    said: list[Any] = []
                    counting = Counting(entries, field, seen.view, seen.names)
                    for some in all_counts(entries):
                        wanted = Request(way.verb, some)
                        value = value_in(field, named_in(way, wanted, seen.view, seen.names))
                        written = field.write(value, seen.names)
                        assert field.read(written, seen.view, seen.names) == (value, ""), written
                        assert counting.chosen_for(value) == some
                        said.append(value)
                    assert len(set(said)) == len(said), "what is chosen otherwise says the same"


# --- commands -------------------------------------------------------------------------------------


@every_case
def test_what_an_autocomplete_suggests_is_accepted(case: Case):
    """This covers sampled kinds too; further forms are sent as they open."""
    game = played(case)
    for position in game.in_play(6):
        for seat in range(case.seats):
            seen = table_of(game, position, seat, NAMES)
            for way in [item for item in face_of(case.game).ways if seen.legal.of(item)]:
                for field in way.fields:
                    some = suggestions(way, field, {}, seen.view, seen.names, seen.legal, "")
                    for _, text in some[:3] + some[-2:]:
                        assert _can_be_given(game, position, seat, way, field.name, text), (
                            f"after move {position.number} {NAMES[seat]} is told that {way.verb}"
                            f" {field.name}:{text} can be"
                        )


def _can_be_given(
    game: Game, position: Position, seat: Seat, way: AnyWay, name: str, text: str
) -> bool:
    wanted = Request(way.verb, {f"?{name}": text})
    try:
        made = asked_by(game, position, seat, wanted)
    except Refusal:
        return False
    if isinstance(made, Form):
        return accepted(game, position, seat, as_it_opens(made))
    return isinstance(made, Panel) or allowed(game, position, seat, made)


# --- what is pressed ------------------------------------------------------------------------------


@every_case
def test_every_choice_of_every_menu_can_be_made(case: Case):
    game = played(case)
    for position in game.in_play(10):
        for seat in game.to_move(position):
            for wanted in requests_of(drawn(game, position, seat)):
                made = asked_by(game, position, seat, wanted)
                if isinstance(made, Panel) and not list(requests_of(made)):
                    continue  # a panel that only tells something
                assert accepted(game, position, seat, wanted), (
                    f"after move {position.number} {NAMES[seat]} is offered {wanted} in vain"
                )
