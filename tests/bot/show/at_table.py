"""Builds tables as one reader sees them, for tests of panels and texts."""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

from bot.host.reading.table_view import News, TableView
from bot.ui.face.face import Drawing
from bot.ui.panels.panel import Text
from bot.ui.panels.words import Names
from games.chance import Chance, seal
from games.rules import Seat
from tests.bot.altered import altered
from tests.bot.house import House
from tests.small.face import SmallFace, draw
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide
from tests.small.game.state import Options, State
from tests.small.game.views import View

SECRET = bytes(range(32))
RULES = SmallRules()
NOW = 1_699_999_000.0
UNTIL = 1_700_000_000.5

HIDDEN = ((0, Hide(coins=1)), (1, Hide(coins=2)))
PLAYED = (*HIDDEN, (0, Guess(total=3)), (1, Guess(total=5)))


def at(*moves: tuple[Seat, Any]) -> State:
    """Return the state of a game of Ann and Ben after these moves; Ann guesses first."""
    state = RULES.start(2, Options(), Chance.tape([0])).state
    for seat, move in moves:
        state = RULES.play(state, seat, move, Chance.tape()).state
    return state


def seen(state: State | None = None, seat: Seat | None = None, **changes: Any) -> TableView:
    """Return a reader's view of table 12; without a state it is not dealt yet."""
    public = None if state is None else RULES.view(state, None)
    to_move = frozenset[int]() if public is None else RULES.to_move(public)
    over = public is not None and not to_move
    made = TableView(
        rules=RULES,
        id=12,
        game="small",
        guild=3,
        channel=77,
        opener=102,
        phase="open" if state is None else "over" if over else "playing",
        options=Options(),
        pace="evening",
        laid_open=True,
        seal=seal(SECRET),
        rev=9,
        step=6,
        names=Names(["Ann", "Ben"]),
        people=(101, 102),
        seat=seat,
        view=None if state is None else RULES.view(state, seat),
        public=public,
        to_move=to_move,
        question="hide",
        until=UNTIL if to_move else None,
        standing=None if public is None else RULES.standing(public),
        news=(),
        secret=SECRET if over else None,
    )
    return replace(made, **changes)


def told(*events: Any) -> tuple[News, ...]:
    """Return news of events, one per step."""
    return tuple(News(rev, rev, event) for rev, event in enumerate(events))


def _hurried_hand(view: View, names: Names) -> Drawing:
    hurried = " You are hurried." if view.seen.hurried else ""
    return Drawing(draw.hand(view, names).headline + hurried)


class AskingFace(SmallFace):
    """Hidden Coins with guesses asked in private and hands that show a hurry."""

    draw = altered(draw, hand=_hurried_hand)

    def private(self, public: View) -> frozenset[Seat]:
        return RULES.to_move(public)


class LongFace(SmallFace):
    """Hidden Coins with long drawings."""

    def __init__(self, length: int) -> None:
        parts = [Text("x" * length)]

        def board(public: View, names: Names) -> Drawing:
            return Drawing(draw.board(public, names).headline, parts)

        def hand(view: View, names: Names) -> Drawing:
            return Drawing(draw.hand(view, names).headline, parts)

        self.draw = altered(draw, board=board, hand=hand)


async def settled(house: House, work: Awaitable[object]) -> None:
    """Do some work, and wait until everything is shown."""
    await work
    await house.quiet()


async def restarted(house: House) -> None:
    """Restart the bot after a crash, and wait until everything is shown."""
    await house.crash()
    await settled(house, house.start())
