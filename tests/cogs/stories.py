"""Games that are laid open, for the stories that faces tell of them."""

from collections.abc import Iterable
from functools import partial

from bot.ui.story import Turn
from tests.contract.playing import Game


def turns_of(game: Game) -> list[Turn]:
    """Write a game that was played as the turns that a face is handed when it is over."""
    found: list[Turn] = []
    before = game.positions[0].state
    for position in game.positions:
        found.append(
            Turn(
                seat=position.seat,
                move=position.move,
                by="hand" if position.number else "deal",
                events=tuple(one.event for one in position.step.told),
                seen=partial(game.case.rules.view, before),
            )
        )
        before = position.state
    return found


def assert_fit(lines: Iterable[str], names: Iterable[str]) -> None:
    """Check that each is a single line that a page has room for, and harms nobody's name."""
    for line in lines:
        assert line.strip() == line != "", repr(line)
        assert "\n" not in line, line
        assert len(line) < 300, line
        assert not any(trace in line for trace in ("None", "frozenset", "kind=", "$-")), line
        for name in names:
            raw = name.replace("\\", "")
            assert name == raw or raw not in line, line
