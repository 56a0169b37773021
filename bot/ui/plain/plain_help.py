"""Write the terms and the help of a game from its types, its pitch and its ways."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from bot.ui.face.face import Agreed, Page, Term
from bot.ui.panels.words import spoken
from bot.ui.plain.plain_text import hints_of, words
from bot.ui.ways.ways import AnyWay
from games.rules import AnyRules

WORDS_ON_A_PAGE = 90


def pages(rules: AnyRules, pitch: str, ways: Sequence[AnyWay]) -> tuple[Page, ...]:
    """Explain a game as far as its face says anything: what it is, and what players can do.

    The pages don't name the game, because an operator can give it another title.
    """
    game = Page("The game in short", f"{pitch}\n\nIt is for {spoken(rules.seats)} players.")
    return game, *_moves(ways), AT_THE_TABLE


AT_THE_TABLE = Page(
    "At the table",
    "The board in the channel shows what everybody may see. **My hand** shows what only you may "
    "see, and what you can do now.\n\nPress a button, or write me what you do in a DM: the hand "
    "there lists lines that you can type. If you don't answer in time, the house makes a move for "
    "you.",
)


def _moves(ways: Sequence[AnyWay]) -> Iterator[Page]:
    """List what players can do, on as many pages as it takes, but three at most."""
    lines, left, number = (
        ["Each of these is a button when you can do it, and a command:"],
        WORDS_ON_A_PAGE,
        1,
    )
    for way in ways:
        line = f"- `/GAME {f'{way.group} {way.verb}'.strip()}`: {way.help.rstrip('.')}."
        left -= len(line.split())
        if left < 0 and number < 3:
            yield _page(lines, number)
            lines, left, number = (
                ["More that you can do, as a button or a command when you can:"],
                WORDS_ON_A_PAGE,
                number + 1,
            )
        if left >= 0:
            lines.append(line)
    yield _page(lines, number)


def _page(lines: Sequence[str], number: int) -> Page:
    return Page("What you can do" + (f", page {number}" if number > 1 else ""), "\n".join(lines))


def terms(options: Any) -> list[Agreed]:
    """List the value of each option, and what is usual."""
    usual = type(options)()
    return [
        Agreed(f"{words(name)}: {_value(now)}", _compared(now, getattr(usual, name)))
        for name in hints_of(options.__class__)
        for now in [getattr(options, name)]
    ]


def _compared(value: Any, usual: Any) -> str:
    return "That's the usual." if value == usual else f"The usual is {_value(usual)}."


def terms_asked(kind: Any) -> tuple[Term, ...]:
    """Ask for each option, with the usual value in its help."""
    usual = kind()
    return tuple(
        Term(
            name=name,
            fills=name,
            help=f"{words(name).capitalize()} (usual: {_value(getattr(usual, name))})",
            choices={str(value): value for value in get_args(hint)}
            if get_origin(hint) is Literal
            else None,
        )
        for name, hint in hints_of(kind).items()
    )


def _value(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
