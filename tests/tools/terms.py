"""The terms of a table as words on a command line: `thief,short`, `chips=3`.

They come from what a game's face asks in its `start` command, so no game is named here.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from bot.ui.face.face import AnyFace, Term
from games.chance import Chance
from games.rules import Refusal, types_of
from tests.contract.drawing import face_of

PLAIN = "plain"
WORDS = {"yes": True, "no": False}


class NoSuchTerms(Exception):
    """Raised for words that name no terms; its text lists the terms there are."""


def values_of(face: AnyFace, term: Term) -> dict[str, Any] | None:
    """Return the choices of a term by their words; None if the term is typed."""
    hint = get_type_hints(types_of(face.rules).options)[term.fills]
    if term.choices is not None:
        return {str(value): value for value in term.choices.values()}
    if get_origin(hint) is Literal:
        return {str(value): value for value in get_args(hint)}
    return WORDS if hint is bool else None


def read_terms(game: str, text: str) -> dict[str, Any]:
    """Parse words into options of the `start` command. Raise NoSuchTerms.

    A word is the name of a yes/no term (`thief`), a value that only one term can have (`yankee`),
    or both (`limits=no`, `chips=3`).
    """
    face, given = face_of(game), dict[str, Any]()
    for word in text.split(",") if text != PLAIN else ():
        given |= _read(face, *word.strip().partition("=")[::2])
    try:
        _try(face, given)
    except Refusal as refusal:
        raise NoSuchTerms(f"{game} cannot be played on these terms: {refusal}") from None
    return given


def _read(face: AnyFace, name: str, value: str) -> dict[str, Any]:
    for term in face.terms_asked:
        values = values_of(face, term)
        if term.name == name:
            found = value or "yes"
            if values is None:
                return {name: _number_or_text(face, term, found)}
            if found in values:
                return {name: values[found]}
    if not value:
        terms = [(path, values_of(face, path) or {}) for path in face.terms_asked]
        fits = [{path.name: values[name]} for path, values in terms if name in values]
        if len(fits) == 1:
            return fits[0]
    word = f"{name}={value}" if value else name
    raise NoSuchTerms(f"{face.rules.name} has no terms `{word}`. There are: {what_there_is(face)}.")


def _number_or_text(face: AnyFace, term: Term, text: str) -> int | str:
    hint = get_type_hints(types_of(face.rules).options)[term.fills]
    return int(text) if hint is int and text.lstrip("-").isdigit() else text


def what_there_is(face: AnyFace) -> str:
    """Describe the available terms in one line."""
    found = [PLAIN]
    for term in face.terms_asked:
        values = values_of(face, term)
        if values is None:
            likely = term.suggest("", {}) if term.suggest else ()
            found.append(f"{term.name}={'|'.join(likely) or '…'}")
        else:
            found.append(term.name if values is WORDS else f"{term.name}={'|'.join(values)}")
    return ", ".join(found)


def _try(face: AnyFace, given: Mapping[str, Any]) -> Any:
    """Return the options that the command would make. Raise Refusal if they are impossible."""
    readers = {path.name: path.read for path in face.terms_asked}
    read = {
        name: value if (reader := readers[name]) is None else reader(value)
        for name, value in given.items()
    }
    options = face.options(read)
    face.rules.start(face.rules.seats.start, options, Chance.of(bytes(32), 0, 0))
    return options


# --- all of them, in turn -------------------------------------------------------------------------


def in_turn(game: str) -> list[str]:
    """Yield the terms worth playing: the usual ones, each change alone, and all changes together.

    A change that only makes sense with another (the sets to leave out of a short game) comes with
    all together.
    """
    face = face_of(game)
    changes = {term.name: _changes(face, term) for term in face.terms_asked}
    together: list[str] = []
    for words in changes.values():
        if words and _opens(game, [*together, words[-1]]):
            together.append(words[-1])
    together = _with_what_is_typed(face, together)
    alone = [word for words in changes.values() for word in words if _opens(game, [word])]
    return list(dict.fromkeys(item for item in (PLAIN, *alone, ",".join(together)) if item))


def _changes(face: AnyFace, term: Term) -> list[str]:
    """Yield each unusual value of a term; for a number, the next one."""
    usual = getattr(face.options(face.usual("day", {})), term.fills)
    values = values_of(face, term)
    if values is None:
        return [f"{term.name}={usual + 1}"] if isinstance(usual, int) else []
    others = {word: value for word, value in values.items() if value != usual}
    return [term.name if value is True else f"{term.name}={word}" for word, value in others.items()]


def _with_what_is_typed(face: AnyFace, words: list[str]) -> list[str]:
    """Add the suggestion for each typed term, if they go together."""
    game, typed = face.rules.name, dict[str, str]()
    given = read_terms(game, ",".join(words)) if words else {}
    for term in face.terms_asked:
        likely = term.suggest("", {**given, **typed}) if term.suggest else ()
        rest = [item for item in likely if item not in typed.values()]
        if rest:
            typed[term.name] = rest[0]
    more = [*words, *(f"{name}={value}" for name, value in typed.items())]
    return more if _opens(game, more) else words


def _opens(game: str, words: list[str]) -> bool:
    try:
        read_terms(game, ",".join(words))
    except NoSuchTerms:
        return False
    return True


def options_of(game: str, text: str) -> Any:
    """Return the options that `start` makes of these words at a day's pace. Raise NoSuchTerms."""
    face, said = face_of(game), read_terms(game, text)
    return _try(face, {**face.usual("day", said), **said})
