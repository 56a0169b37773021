"""What a game consists of. A piece that is missing is named, with the place to write it."""

import inspect
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bot.ui.face.face import AnyFace, Asked, Draw, Drawing, Face, Story, Tell
from bot.ui.panels.words import Names
from games.chance import Chance
from games.rules import AnyRules, Orders, Player, Question, Rules, Standing, Step, types_of


def assert_rules(rules: AnyRules) -> None:
    """Fail with a sentence for each piece that a game's rules lack."""
    lacking = list(_of_rules(rules)) or list(_wrong_results(rules))
    assert not lacking, "\n".join(lacking)


def load_face(game: str) -> AnyFace:
    """Load the face of a game. Fail with a sentence for each piece that it lacks."""
    name, here = f"cogs.{game}", f"cogs/{game}/__init__.py"
    assert find_spec(name), f"`{game}` has no face: write {here}."
    module = import_module(name)
    face = getattr(module, "FACE", None)
    assert isinstance(face, Face), f"{here} has no face: end it with `FACE = …Face()`."
    assert hasattr(module, "setup"), (
        f"{here} has no `async def setup(bot)` that calls `bot.add_face(FACE)`."
    )
    assert_face(face)
    return face


def assert_face(face: AnyFace) -> None:
    """Fail with a sentence for each piece that a face lacks."""
    lacking = list(_of_face(face)) or list(_wrong_drawings(face))
    assert not lacking, "\n".join(lacking)


def listed(found: Iterable[Any]) -> str:
    """List names, and types by their names, for a message."""
    names = (item.__name__ if isinstance(item, type) else str(item) for item in found)
    return ", ".join(f"`{name}`" for name in sorted(names))


def _of_rules(rules: AnyRules) -> Iterator[str]:
    yield from _attributes(rules, Rules, "games/rules.py")
    if rules.player is None:
        yield (
            f"{_named(rules)} has no house player: write one in player.py beside it, and set "
            "`player` to it."
        )
    else:
        yield from _attributes(rules.player, Player, "games/rules.py")
    if rules.orders is not None:
        yield from _attributes(rules.orders, Orders, "games/rules.py")


def _wrong_results(rules: AnyRules) -> Iterator[str]:
    """Name the methods that return something else than they should right after the deal."""
    options, luck = types_of(rules).options(), Chance.of(bytes(32), 1, 0)
    step = rules.start(rules.seats[0], options, luck)
    yield from _wrong(rules, "start", step, Step)
    if not isinstance(step, Step):
        return
    public = rules.view(step.state, None)
    if public is None:
        yield f"{_named(rules)}.view returns None: build a view."
        return
    yield from _wrong(rules, "to_move", waiting := rules.to_move(public), frozenset)
    yield from _wrong(rules, "question", rules.question(public), Question)
    yield from _wrong(rules, "standing", rules.standing(public), Standing)
    if not waiting:
        yield f"{_named(rules)}.to_move names no seat after the deal: nobody can begin."
        return
    seat = min(waiting)
    legal = list(rules.legal_moves(rules.view(step.state, seat)) or ())
    if not legal:
        yield f"{_named(rules)}.legal_moves gives seat {seat} no move, and the game waits for it."
        return
    yield from _wrong(rules, "play", rules.play(step.state, seat, legal[0], luck), Step)


def _wrong_drawings(face: AnyFace) -> Iterator[str]:
    """Name what the face draws and says after the deal that is no drawing and no text."""
    rules, options = face.rules, types_of(face.rules).options()
    state = rules.start(rules.seats[0], options, Chance.of(bytes(32), 1, 0)).state
    public, names = rules.view(state, None), Names(tuple("ABCDEFGHIJ"[: rules.seats[0]]))
    view = rules.view(state, min(rules.to_move(public)))
    draw, asked = face.draw, face.asked
    yield from _wrong(draw, "board", draw.board(public, names), Drawing)
    yield from _wrong(draw, "hand", draw.hand(view, names), Drawing)
    yield from _wrong(asked, "situation", asked.situation(view, names), str)
    yield from _wrong(asked, "wanted", asked.wanted(view, names), str)
    yield from _wrong(face.story, "net", face.story.net((), names, 0), str)
    yield from _wrong(face, "terms", face.terms(options), Sequence)
    yield from _wrong(face, "private", face.private(public), frozenset)


def _wrong(thing: Any, method: str, result: object, wanted: type) -> Iterator[str]:
    if not isinstance(result, wanted):
        yield f"{_named(thing)}.{method} returned {result!r}: return a {wanted.__name__}."


def _of_face(face: AnyFace) -> Iterator[str]:
    yield from _attributes(face, Face, "bot/ui/face/face.py")
    for name, kind in (("draw", Draw), ("asked", Asked), ("tell", Tell), ("story", Story)):
        module = getattr(face, name, None)
        if module is not None:
            yield from _functions(module, kind)
    if face.rules.orders is not None and type(face).describe_order is Face.describe_order:
        name = _named(face)
        yield f"{name} has no `describe_order`: write it as `Face` in bot/ui/face/face.py says."


def _attributes(thing: Any, kind: type, where: str) -> Iterator[str]:
    """Name the attributes that a base class only announces and that nobody has set."""
    for name in inspect.get_annotations(kind):
        if not hasattr(thing, name):
            yield f"{_named(thing)} has no `{name}`: set it as `{kind.__name__}` in {where} says."


def _functions(module: Any, kind: type) -> Iterator[str]:
    for name, function in inspect.getmembers(kind, inspect.isfunction):
        if not name.startswith("_") and not hasattr(module, name):
            does = (inspect.getdoc(function) or "").splitlines()[0]
            yield (
                f"{_named(module)} has no function `{name}`: write it as `{kind.__name__}` in "
                f"bot/ui/face/face.py says. {does}"
            )


def _named(thing: Any) -> str:
    return getattr(thing, "__name__", type(thing).__name__)
