"""Positions as their readers meet them: framed by the house, drawn by the face of the game."""

import importlib
from collections.abc import Iterator
from functools import cache

from bot import frame
from bot.face import AnyFace
from bot.panel import Ask, Form, Menu, Names, Panel, Row, layout, read_custom_id
from bot.sight import News, Sight
from db.codec import codec_of
from games.chance import seal
from games.rules import Seat
from tests.contract.limits import BUTTON, SELECT, check_message
from tests.contract.playing import SECRET, Game, Position, awaited, heard

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
LONGEST_NAMES = ("*_`~|[x](y)<@&1>#>-*_`~|[x](y)<@",) * 10  # 32 characters, as Discord allows
TABLE, REV = 123456, 4321  # large, as the numbers in a custom_id may get


@cache
def face_of(game: str) -> AnyFace:
    """Load the face of a game; drawing, telling and reading need no press."""
    return importlib.import_module(f"cogs.{game}").FACE(None)


def sight_at(
    game: Game,
    position: Position,
    seat: Seat | None,
    names: tuple[str, ...] = NAMES,
    news: int = 12,
) -> Sight:
    """Return what one reader may see at a position, with the news of so many moves."""
    case, rules = game.case, game.case.rules
    public = rules.view(position.state, None)
    recent = game.positions[max(0, position.rev - news) : position.rev]
    waits_for = awaited(rules, position.state)
    return Sight(
        id=TABLE,
        game=case.game,
        guild=10**18,
        channel=10**18 + 1,
        opener=100,
        phase="playing" if waits_for else "over",
        options=codec_of(rules).options.load(codec_of(rules).options.dump(case.options)),
        pace="day",
        laid_open=True,
        seal=seal(SECRET),
        rev=position.rev,
        names=Names(names[: case.seats]),
        people=tuple(range(100, 100 + case.seats)),
        seat=seat,
        view=public if seat is None else rules.view(position.state, seat),
        public=public,
        awaited=waits_for,
        question=rules.question(public).key,
        until=1_800_000_000.0,
        standing=rules.standing(public),
        news=tuple(News(one.rev, event) for one in recent for event in heard(one.step, seat)),
        secret=None if waits_for else SECRET,
    )


def drawn(
    game: Game, position: Position, seat: Seat | None, names: tuple[str, ...] = NAMES
) -> Panel:
    """Draw the board, or the hand of a seat whose owner has not looked for long."""
    sight = sight_at(game, position, seat, names, news=12 if seat is None else 60)
    face = face_of(game.case.game)
    return frame.board(face, sight) if seat is None else frame.hand(face, sight, in_dm=True)


def asks_of(panel: Panel) -> Iterator[Ask]:
    """Everything that can be asked for on a panel, but for what is asked of the house.

    A menu of which several may be chosen is answered with the first, with the first few, and with
    as many as it allows.
    """
    for one in panel.asks():
        if not one.verb.startswith("table_"):
            yield one
    for part in panel.parts:
        if isinstance(part, Menu) and part.most > 1:
            values = [choice.value for choice in part.choices]
            for count in {max(1, part.least), min(2, part.most), part.most}:
                yield part.ask.with_args(**{part.key: ",".join(values[:count])})


def submissions(form: Form) -> list[Ask]:
    """Submit a form as it opens, and with the first answer where one must still be chosen."""
    as_it_opens: dict[str, str] = {}
    first: dict[str, str] = {}
    for one in form.fields:
        chosen = [choice.value for choice in one.choices if choice.chosen]
        as_it_opens[one.key] = ",".join(chosen) if one.choices else one.default
        if one.choices and not chosen:
            first[one.key] = one.choices[0].value
    opened = form.ask.with_args(**as_it_opens)
    return [opened, opened.with_args(**first)] if first else [opened]


def check_drawn(panel: Panel, colour: int) -> None:
    """Check a panel against Discord's limits, with nothing of it cut off."""
    assert len(panel.text()) <= 4000, "the end of it would be cut off"
    found = check_message(layout(panel, TABLE, REV, colour))
    buttons = [one for part in panel.parts if isinstance(part, Row) for one in part.buttons]
    ids = [one["custom_id"] for one in found if one["type"] == BUTTON]
    assert [read_custom_id(one) for one in ids] == [(TABLE, REV, one.ask) for one in buttons]
    for one in found:
        if one["type"] == SELECT:
            read = read_custom_id(one["custom_id"])
            assert read is not None
            assert list(read[2].args.values()).count("*") == 1, "where does the choice go in?"
