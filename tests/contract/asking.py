"""Follow requests through forms and panels to a move or a refusal, as the router does."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from bot.entry.requests import move_parsing
from bot.host.reading.table_view import TableView
from bot.ui.panels.panel import Form, Panel, Request
from bot.ui.panels.render import modal
from bot.ui.panels.words import Names
from bot.ui.ways.read import named_in
from bot.ui.ways.resolve import chosen_as, value_in
from bot.ui.ways.ways import AnyWay, Legal, field_of
from games.rules import IllegalMove, Refusal, Seat
from tests.contract.counts import counted_as, counts_in
from tests.contract.drawing import (
    NAMES,
    STEP,
    TABLE,
    check_drawn,
    face_of,
    requests_of,
    seen_at,
)
from tests.contract.limits import check_modal
from tests.contract.playing import (
    Game,
    Position,
    assert_sentence,
    attributes,
    members,
    types_of,
)

MANY = 12  # legal moves of one kind to look at


def way_of(game: str, move: Any) -> AnyWay:
    """Return the way that makes a move or gives a standing order."""
    face = face_of(game)
    found = [way for way in (*face.ways, *face.orders) if way.move is type(move)]
    assert found, f"cogs/{game}/__init__.py has no Way for `{type(move).__name__}`"
    return found[0]


def some_of(legal: Legal, kind: type) -> list[Any]:
    """Choose some legal moves of a kind: the likeliest and an even spread of the others."""
    found = [move for move in legal.moves if type(move) is kind]
    return found[:4] + found[4 :: max(1, len(found) // MANY)]


def names_at(game: Game, names: tuple[str, ...] = NAMES) -> Names:
    """Return a name for each seat."""
    return _named(names[: game.case.seats])


_named = cache(Names)


def asked_by(
    game: Game,
    position: Position,
    seat: Seat,
    wanted: Request,
    names: tuple[str, ...] = NAMES,
    *,
    line: bool = False,
) -> Any:
    """Read a seat's request as the router does; return a refusal as its text."""
    face = face_of(game.case.game)
    try:
        made = move_parsing.read_request(
            face, table_of(game, position, seat, names), wanted, line=line
        )
    except Refusal as refusal:
        check_refusal(str(refusal))
        return str(refusal)
    check_made(game, made.made)
    return made.made


def check_refusal(text: str) -> None:
    """Check that a refusal is a sentence, apart from the lines that it suggests to type."""
    said = text.split("You can type")[0].strip()
    if said:
        assert_sentence(said)


def typed_by(
    game: Game, position: Position, seat: Seat, text: str, names: tuple[str, ...] = NAMES
) -> Any:
    """Read a line that a seat types; return a refusal as its text."""
    face = face_of(game.case.game)
    try:
        made = move_parsing.read_typed(face, table_of(game, position, seat, names), text)
    except Refusal as refusal:
        check_refusal(str(refusal))
        return str(refusal)
    check_made(game, made.made)
    return made.made


@lru_cache(maxsize=2000)
def table_of(game: Game, position: Position, seat: Seat, names: tuple[str, ...]) -> TableView:
    """Return the table as a seat's owner sees it, without news."""
    return seen_at(game, position, seat, names, news=0)


def check_made(game: Game, made: Any) -> None:
    """Check that a request led to a move, or to a form or panel within Discord's limits."""
    if isinstance(made, Form):
        check_form(made)
    elif isinstance(made, Panel):
        check_drawn(made, 1)
    else:
        orders = game.case.rules.orders
        ahead = () if orders is None else orders.kinds
        assert isinstance(made, (*members(types_of(game.case.rules)["move"]), *ahead))


def check_form(form: Form) -> None:
    """Check that a form is within Discord's limits and nothing of it was cut off."""
    assert 1 <= len(form.entries) <= 5
    assert 1 <= len(form.title) <= 45, f"{form.title!r} would be cut off"
    for entry in form.entries:
        assert 1 <= len(entry.label) <= 45, f"{entry.label!r} would be cut off"
        assert len(entry.hint) <= 100, f"{entry.hint!r} would be cut off"
        assert len(entry.default) <= 1000
        for choice in entry.choices:
            assert 1 <= len(choice.label) <= 100, f"{choice.label!r} would be cut off"
    check_modal(modal(form, TABLE, STEP))


def as_it_opens(form: Form) -> Request:
    """Submit a form as it opens; an empty menu takes its first choice."""
    filled: dict[str, str] = {}
    for entry in form.entries:
        chosen = [choice.value for choice in entry.choices if choice.chosen]
        first = [choice.value for choice in entry.choices][:1]
        filled[entry.key] = (chosen or first)[0] if entry.choices else entry.default
    return form.request.with_args(filled)


def filled_for(form: Form, way: AnyWay, move: Any, view: Any, names: Names) -> Request | None:
    """Fill a form so that it asks for exactly this move; None if the form can't say it."""
    filled: dict[str, str] = {}
    for name, entries in counts_in(form).items():
        field = field_of(way, name)
        assert field is not None, f"{way.verb}: a form counts {name}, which is no field"
        counts = counted_as(entries, field, value_in(field, attributes(move)), view, names)
        if counts is None:
            return None
        filled |= counts
    for entry in form.entries:
        if entry.key in filled:
            continue
        field = field_of(way, entry.key[1:])
        assert field is not None, f"{way.verb}: a form asks for {entry.key}, which is no field"
        value = value_in(field, attributes(move))
        if not entry.choices:
            filled[entry.key] = field.write(value, names)
            continue
        filled[entry.key] = chosen_as(way, field, value)
        if filled[entry.key] not in [choice.value for choice in entry.choices]:
            return None
    return form.request.with_args(filled)


def ends_of(
    game: Game, position: Position, seat: Seat, wanted: Request, depth: int = 4
) -> Iterator[Any]:
    """Follow a request through further forms and panels to moves and refusals."""
    made = asked_by(game, position, seat, wanted)
    if isinstance(made, Form) and depth:
        submitted = [as_it_opens(made)]
        face, legal_with_orders = face_of(game.case.game), game.legal_with_orders(position, seat)
        for way in (*face.ways, *face.orders):
            if way.verb == made.request.verb:
                fits = legal_with_orders.of(way)[:2]
                view = game.view(position, seat)
                submitted += [one for move in fits if (one := _filled(game, made, way, move, view))]
        for key in dict.fromkeys(map(_frozen, submitted)):
            yield from ends_of(game, position, seat, _thawed(key), depth - 1)
    elif isinstance(made, Panel) and depth:
        for request in requests_of(made):
            if request != wanted:
                yield from ends_of(game, position, seat, request, depth - 1)
    elif not isinstance(made, Form | Panel):
        yield made


def _filled(game: Game, form: Form, way: AnyWay, move: Any, view: Any) -> Request | None:
    return filled_for(form, way, move, view, names_at(game))


def _frozen(wanted: Request) -> tuple[str, tuple[tuple[str, str], ...]]:
    return wanted.verb, tuple(wanted.args.items())


def _thawed(frozen: tuple[str, tuple[tuple[str, str], ...]]) -> Request:
    return Request(frozen[0], dict(frozen[1]))


def allowed(game: Game, position: Position, seat: Seat, made: Any) -> bool:
    """Return whether a move or standing order is legal; check the refusal's sentence if not."""
    if isinstance(made, str):
        return False
    ahead = game.case.rules.orders
    try:
        if ahead is not None and isinstance(made, ahead.kinds):
            ahead.accept(game.view(position, seat), made)
        else:
            game.after(position, seat, made)
    except IllegalMove as refusal:
        assert_sentence(str(refusal))
        return False
    return True


def by_command(way: AnyWay, move: Any, names: Names) -> Request:
    """Ask for a move as its slash command does, with every option filled in."""
    said = attributes(move)
    written = {field.name: field.write(value_in(field, said), names) for field in way.fields}
    return Request(way.verb, {f"?{name}": text for name, text in written.items()})


def by_line(way: AnyWay, move: Any, names: Names) -> str:
    """Ask for a move as a typed line does: the verb, then each field."""
    said = attributes(move)
    return " ".join(
        [way.verb, *(field.write(value_in(field, said), names) for field in way.fields)]
    )


def can_be_pressed(
    game: Game, position: Position, seat: Seat, offered: list[Request], move: Any
) -> bool:
    """Return whether the offered buttons and forms can make exactly this move."""
    return any(_leads_to(game, position, seat, order, move, 3) for order in offered)


def _leads_to(
    game: Game, position: Position, seat: Seat, wanted: Request, move: Any, depth: int
) -> bool:
    way, said, names = way_of(game.case.game, move), attributes(move), names_at(game)
    if wanted.verb == way.verb:
        try:
            known = named_in(way, wanted, game.view(position, seat), names)
        except Refusal:
            return False
        if any(said[name] != value for name, value in known.items()):
            return False
    made = asked_by(game, position, seat, wanted)
    if isinstance(made, Form) and wanted.verb == way.verb:
        filled = filled_for(made, way, move, game.view(position, seat), names)
        made = None if filled is None else asked_by(game, position, seat, filled)
    if isinstance(made, Panel):
        further = [request for request in requests_of(made) if request != wanted]
        return depth > 0 and any(
            _leads_to(game, position, seat, item, move, depth - 1) for item in further
        )
    return made == move
