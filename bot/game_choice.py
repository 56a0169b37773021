"""Reads which games the operator offers, and what each is called here."""

import re
from collections.abc import Collection, Mapping

from bot.ui.panels.words import listed, one_line, visible
from games.rules import AnyRules

OWN_COMMANDS = frozenset({"games", "help", "me", "privacy", "server", "settings", "table"})
"""The commands of the bot itself, which no game can have."""
LONGEST_TITLE = 40

_COMMAND = re.compile(r"[a-z0-9_-]{1,32}")  # Discord allows more alphabets
_TITLE = re.compile(r"[^\W_][^\\`*_~|\[\]<>@#]*")  # without Markdown and mentions


class BadChoice(ValueError):
    """The choice of games can't be read. `str()` tells the operator what it must be."""


def chosen_games(text: str, games: Mapping[str, AnyRules]) -> dict[str, AnyRules]:
    """Return all games, with the commands and titles that an operator has chosen for them.

    `text` is a list such as `downeast, trump=deal:The Deal`. Games that are not in it get no
    command and come last. Raises BadChoice.
    """
    chosen: dict[str, AnyRules] = {}
    for number, entry in enumerate(text.split(","), 1):
        if entry.strip():
            rules = _read(entry, number, games)
            _check_unique(rules, number, chosen)
            chosen[rules.name] = rules
    if not chosen:
        raise BadChoice("must name a game, or be empty for all games")
    off = {
        name: rules.offered_as("", rules.title)
        for name, rules in games.items()
        if name not in chosen
    }
    return chosen | off


def _read(entry: str, number: int, games: Mapping[str, AnyRules]) -> AnyRules:
    """Read one entry: `game`, `game=command` or `game=command:Title`. Raises BadChoice."""
    name, renames, called = (part.strip() for part in entry.partition("="))
    if name not in games:
        known = listed(list(games), "or")
        raise BadChoice(f"must begin entry {number} with the name of a game: {known}")
    rules = games[name]
    command, entitles, title = (part.strip() for part in called.partition(":"))
    if renames:
        _check_command(command, number)
    return rules.offered_as(
        command if renames else rules.command,
        _title(title, number) if entitles else rules.title,
    )


def _check_command(command: str, number: int) -> None:
    if not _COMMAND.fullmatch(command):
        raise BadChoice(
            f"must give entry {number} a command of 1 to 32 small letters, digits, - and _, with a "
            "colon between it and a title"
        )
    if command in OWN_COMMANDS:
        mine = listed(sorted(OWN_COMMANDS))
        raise BadChoice(f"must give entry {number} another command: {mine} are my own")


def _title(title: str, number: int) -> str:
    """Return a title as it will be shown. Raises BadChoice."""
    seen = visible(title).strip() and one_line(title, LONGEST_TITLE + 1)
    if not _TITLE.fullmatch(seen) or len(seen) > LONGEST_TITLE or "//" in seen:
        raise BadChoice(
            f"must give entry {number} a title of at most {LONGEST_TITLE} characters that begins "
            "with a letter or digit, without a comma, // or any of \\ ` * _ ~ | [ ] < > @ #"
        )
    return seen


def _check_unique(rules: AnyRules, number: int, others: Mapping[str, AnyRules]) -> None:
    """Raise BadChoice if an earlier entry has the same game, command or title."""
    earlier = others.values()
    taken: dict[str, Collection[str]] = {
        "game": others,
        "command": [other.command for other in earlier],
        "title": [other.title.casefold() for other in earlier],
    }
    named = {"game": rules.name, "command": rules.command, "title": rules.title.casefold()}
    for what, value in named.items():
        if value in taken[what]:
            raise BadChoice(
                f"must give entry {number} another {what}, because an earlier entry has that one"
            )
