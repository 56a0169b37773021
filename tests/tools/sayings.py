"""Print every sentence of a game's face as a table: `python -m tests.tools.sayings downeast`.

With `--sample 100 --seed 1` it prints a random sample instead, for a reader who marks what is
false, ambiguous or not what a native speaker would say.

Games are played at random on all terms. Every told, drawn, hinted, labelled or refused text is
collected with its reader and the situation. Texts that differ only in names and numbers are
grouped, and each group is printed with its count and one position where it was met.
"""

import argparse
import importlib
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from bot.entry.requests import move_parsing
from bot.host.reading.table_view import TableView
from bot.show.draw.panels import poster
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Form, Line, Menu, Panel, Part, Request, Row, Text
from bot.ui.panels.pics import plain
from bot.ui.ways.offers import can_be_typed
from bot.ui.ways.resolve import ask
from games import GAMES
from games.rules import IllegalMove, Refusal, Seat
from tests.contract.asking import table_of
from tests.contract.drawing import NAMES, drawn, face_of, seen_at
from tests.contract.playing import Case, Game, Position, heard, played, sizes, variants
from tests.contract.stories import laid_open

GAMES_PLAYED = 300  # on each terms
AWAY = 15  # moves between two looks of a player
LOOKED_AT = 25  # situations of one kind that are examined closely, on each terms
NONSENSE = ("", "hello", "1", "70", "12", "all", "yes", "it")


@dataclass
class Saying:
    """A sentence as it was first met, and how often similar ones were met."""

    text: str
    where: str
    met: int = 0


class Table:
    """Sayings, grouped by where they stand and who reads them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.groups: dict[str, dict[str, Saying]] = {}
        self.told: set[str] = set()
        self.orders: list[Any] = []

    def add(self, group: str, text: str, where: str, after: str = "") -> int:
        """Count a text (said `after` something); return how often a similar one was met there."""
        if not text.strip():
            return 0
        alike = self.groups.setdefault(group, {}).setdefault(
            template(self.game, text), Saying(f"{text}{after}", where)
        )
        alike.met += 1
        return alike.met

    def written(self) -> Iterator[str]:
        """Yield the lines of the table."""
        for group in sorted(self.groups):
            sayings = self.groups[group]
            yield f"\n## {group} ({len(sayings)})"
            for key in sorted(sayings):
                one = sayings[key]
                text = one.text.replace("\n", " / ")
                yield f"{one.met:7} x  {text}    [{one.where}]"

    def sample(self, number: int, seed: int) -> Iterator[str]:
        """Yield the lines of a random sample, each with its reader and its situation."""
        found = [
            (group, saying.text, saying.where)
            for group in sorted(self.groups)
            for _, saying in sorted(self.groups[group].items())
        ]
        chosen = random.Random(seed).sample(found, min(number, len(found)))
        for place, (group, text, where) in enumerate(chosen, 1):
            yield f"{place}. ({group}; {where})\n   {text.replace(chr(10), chr(10) + '   ')}"


# --- grouping sentences that differ only in names and numbers -------------------------------------


@cache
def _nouns(game: str) -> re.Pattern[str]:
    """Return the names of a game's cards, from its data tables."""
    found: set[str] = set()
    for module in [item for name, item in sys.modules.items() if name.startswith("games.")]:
        if module.__name__.rsplit(".", 1)[-1] in ("cards", "decks", "gifts", "dice"):
            for value in vars(module).values():
                found |= set(_strings(value))
    words = sorted(
        (result for result in found if result[:1].isupper() or " " in result), key=len, reverse=True
    )
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words)) or 'no such noun'})\b")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for pair in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(pair)
    elif isinstance(value, tuple | list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _strings(getattr(value, field.name))


_NAME = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")
_GLYPHS = re.compile(r"[◆◇■□●○★⚀⚁⚂⚃⚄⚅]+(?: [⚀⚁⚂⚃⚄⚅]+)*")
_NAMES = re.compile(r"\bN(?:, N)*,? (and|or) (?:N|you)\b")
_LISTS = (" · ", ", ", " and ", " or ", " + ", "-")


def template(game: str, text: str) -> str:
    """Replace the names, numbers and cards of a sentence with placeholders.

    >>> template("deadman", "Ann, Ben and Cat wait, with 54 (unseen).")
    'N and N wait, with # (…).'
    """
    found = _NAMES.sub(r"N \1 N", _nouns(game).sub("THING", _NAME.sub("N", text)))
    found = _GLYPHS.sub("*", re.sub(r"[0-9]+(?:,[0-9]{3})*", "#", found))
    for opening, closing in ("()", "“”", "``"):
        found = re.sub(rf"\{opening}[^{closing}]{{3,}}\{closing}", f"{opening}…{closing}", found)
    found = re.sub(r"`…`(?:(?:, | or )`…`)+", "`…`", found)
    for separator in _LISTS:
        found = _once(found, separator)
    return found


def _once(text: str, separator: str) -> str:
    """Remove the parts of a list that repeat an earlier part."""
    kept: list[str] = []
    for part in text.split(separator):
        if part.strip(".!? ") not in (item.strip(".!? ") for item in kept[-3:]):
            kept.append(part)
    return separator.join(kept)


# --- the sentences of a game ----------------------------------------------------------------------


def collect(table: Table, game: Game, whole: list[Any]) -> None:
    """Collect the sentences of a game; `whole` gathers its moves for other positions."""
    face, names = face_of(table.game), table_of(game, game.positions[0], 0, NAMES).names
    for position in game.positions:
        where = f"{game.case} after move {position.number}"
        for told_event in position.step.told:
            kind = getattr(told_event.event, "kind", type(told_event.event).__name__)
            for reader in (None, *range(game.case.seats)):
                if told_event.to is None or reader in told_event.to:
                    to = "everybody" if reader is None else "a seat"
                    private = "" if told_event.to is None else ", in private"
                    said = plain(face.tell.sentence(told_event.event, names, reader))
                    table.add(f"told to {to}{private}: {kind}", said, where)
                    table.told.add(template(table.game, said))
            if told_event.to is not None:
                table.add(
                    f"told at the end: {kind}",
                    plain(face.tell.sentence(told_event.event, names, None)),
                    where,
                )
        _headlines(table, game, position, where)
        if not position.move:
            continue
        if len(whole) < 400 or random.Random(where).random() < 0.01:
            whole.append(position.move)
        waits_for = game.to_move(position)
        public = game.view(position, None)
        subject = _situation_of(public)
        if table.add(f"board ({subject})", face.asked.situation(public, names), where) <= LOOKED_AT:
            _board(table, game, position, subject, where)
            table.add(f"notice ({subject})", face.asked.wanted(public, names), where)
        for seat in range(game.case.seats):
            role = "asked" if seat in waits_for else "not asked"
            said = face.asked.situation(game.view(position, seat), names)
            if table.add(f"hand ({subject}), {role}: situation", said, where) <= LOOKED_AT:
                _hand(table, game, position, seat, f"hand ({subject}), {role}", where, whole)
            if seat in waits_for:
                said = face.asked.wanted(game.view(position, seat), names)
                table.add(f"notice ({subject}), by DM", said, where)
    turns, where = laid_open(game), f"{game.case} after move {game.positions[-1].number}"
    for told, group in (
        (face.story.moments, "remembered at the end"),
        (face.story.truth, "the truth"),
    ):
        for line in told(turns, names):
            table.add(group, plain(line), where)


def _headlines(table: Table, game: Game, position: Position, where: str) -> None:
    """Collect the headline of a step, and the summary for players who were away."""
    face, names = face_of(table.game), table_of(game, position, 0, NAMES).names
    found = face.story.reveal(heard(position.step, None), names)
    if found is not None:
        at_the_end = ", ends a round" if found.ends_round else ""
        table.add(f"headline{at_the_end}", plain(found.text), where)
    if position.number % AWAY or not game.to_move(position):
        return
    missed = game.positions[max(0, position.number - AWAY) + 1 : position.number + 1]
    for seat in range(game.case.seats):
        told = [event for position in missed for event in heard(position.step, seat)]
        table.add("what came of it while away", plain(face.story.net(told, names, seat)), where)


def _situation_of(public: Any) -> str:
    """Return the name of the phase, if the game's views have one."""
    phase = getattr(public, "phase", None)
    return str(getattr(phase, "kind", phase)) if phase is not None else "in play"


def _board(table: Table, game: Game, position: Position, subject: str, where: str) -> None:
    panel = drawn(game, position, None)
    _parts(table, f"board ({subject})", panel.parts, where)
    if not game.to_move(position):
        ending = poster.draw(face_of(table.game), seen_at(game, position, None))
        _parts(table, "board at the end", ending.parts, where)


def _parts(table: Table, group: str, parts: Any, where: str) -> None:
    for part in parts:
        match part:
            case Text(markdown=text):
                for line in plain(text).split("\n"):
                    frames = line.startswith(("-# table", "## ", "### Your hand", "-# as of"))
                    told = template(table.game, line.removeprefix("-# ")) in table.told
                    if not frames and not told:
                        table.add(f"{group}: drawn", line, where)
            case Row(buttons=buttons):
                for button in buttons:
                    if not button.request.verb.startswith(frame.HOUSE):
                        table.add(f"{group}: buttons", button.label, where)
            case Menu(placeholder=placeholder, choices=choices):
                table.add(f"{group}: menus", placeholder, where)
                for choice in choices:
                    said = (
                        f"{choice.label} · {choice.description}"
                        if choice.description
                        else choice.label
                    )
                    table.add(f"{group}: choices", said, where)
            case _:
                assert isinstance(part, Part), part
                if not isinstance(part, Line):
                    table.add(f"{group}: other", repr(part), where)


def _hand(
    table: Table,
    game: Game,
    position: Position,
    seat: Seat,
    group: str,
    where: str,
    whole: list[Any],
) -> None:
    face, seen = face_of(table.game), table_of(game, position, seat, NAMES)
    where = f"{where}, {NAMES[seat]}"
    panel = drawn(game, position, seat)
    _parts(table, group, panel.parts, where)
    typing = can_be_typed(face.ways, seen.view, seen.names, seen.legal)
    table.add(f"{group}: can be typed", typing, where)
    for request in panel.requests():
        if not request.verb.startswith(frame.HOUSE):
            _made(table, game, position, seat, group, request, where)
    for way in (*face.ways, *face.orders):
        _made(table, game, position, seat, group, ask(way, {}), where)
        for text in (way.verb, *way.words, *way.phrases, f"{way.verb} 1", f"{way.verb} {NAMES[0]}"):
            _typed(table, seen, group, text, where)
    for text in NONSENSE:
        _typed(table, seen, group, text, where)
    _ahead(table, seen, group, where)
    picks = random.Random(where)
    for move in picks.sample(whole, min(12, len(whole))):
        try:
            game.after(position, seat, move)
        except IllegalMove as refusal:
            said = refusal.text(seen.names.__getitem__)
            table.add(f"{group}: refused by the rules", said, where, f"   <- {move}")


def _ahead(table: Table, seen: TableView, group: str, where: str) -> None:
    """Collect how orders are described, and why orders of other positions are refused."""
    face, orders = face_of(table.game), seen.rules.orders
    if orders is None:
        return
    picks = random.Random(f"{where} ahead")
    offered = list(orders.offered(seen.view))
    for pick in picks.sample(offered, min(12, len(offered))):
        kept = orders.accept(seen.view, pick)
        table.add(f"{group}: said ahead", face.describe_order(kept, seen.view, seen.names), where)
    for pick in picks.sample(table.orders, min(12, len(table.orders))):
        try:
            orders.accept(seen.view, pick)
        except IllegalMove as refusal:
            said = refusal.text(seen.names.__getitem__)
            table.add(f"{group}: refused to be said ahead", said, where, f"   <- {pick}")
    table.orders += offered[:: max(1, len(offered) // 3)] if len(table.orders) < 400 else []


def _typed(table: Table, seen: Any, group: str, text: str, where: str) -> None:
    try:
        move_parsing.read_typed(face_of(table.game), seen, text)
    except Refusal as refusal:
        table.add(f"{group}: refused when typed", str(refusal), where, f"   <- {text}")


def _made(
    table: Table,
    game: Game,
    position: Position,
    seat: Seat,
    group: str,
    wanted: Request,
    where: str,
) -> None:
    seen = table_of(game, position, seat, NAMES)
    try:
        made = move_parsing.read_request(face_of(table.game), seen, wanted, line=False).made
    except Refusal as refusal:
        table.add(f"{group}: refused when pressed", str(refusal), where)
        return
    if isinstance(made, Panel):
        _parts(table, f"{group}: panel of {wanted.verb}", made.parts, where)
    elif isinstance(made, Form):
        form = f"{group}: form of {wanted.verb}"
        table.add(form, f"{made.title} | {made.note}", where)
        for entry in made.entries:
            kind = "menu" if entry.choices else "text"
            table.add(form, f"{entry.label} | {entry.hint} | {entry.default} ({kind})", where)


# --- the tool -------------------------------------------------------------------------------------


def sayings(game: str, games: int, terms: Sequence[Any] = ()) -> Table:
    """Play this many games on each of these terms (or on all terms); return the collected table."""
    rules, table = GAMES[game], Table(game)
    importlib.import_module(f"cogs.{game}")
    for options in terms or variants(rules):
        whole: list[Any] = []
        for seed in range(games):
            seats = sizes(rules)[seed % len(sizes(rules))]
            case = Case(game, seats, options, seed)
            collect(table, played.__wrapped__(case), whole)
    return table


def main() -> None:
    """Print the table of a game, then its help."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.sayings", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=GAMES_PLAYED, help="of each terms")
    parser.add_argument("--sample", type=int, default=0, help="print so many of them at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    given = parser.parse_args()
    if given.sample:
        for line in sayings(given.game, given.games).sample(given.sample, given.seed):
            print(line)
        return
    for line in sayings(given.game, given.games).written():
        print(line)
    print("\n## help")
    face = face_of(given.game)
    for page in (*face.how_to, *face.fine_print):
        print(f"\n{page.title}\n{plain(page.text)}")


if __name__ == "__main__":
    main()
