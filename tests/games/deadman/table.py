"""Play Dead Man's Chest with luck on a tape, for tests."""

import re
from dataclasses import replace

import pytest

from games.chance import Chance, Tape
from games.deadman import DeadMan
from games.deadman.events import Event
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.deadman.views import View
from games.rules import IllegalMove, Question, Step

RULES = DeadMan()
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal")


class Table:
    """A game in progress, with its luck on a tape: the opening dice, then the bids made so far."""

    def __init__(
        self, opening: int, *bids: int, seats: int = 3, starter: int = 0, reshake: bool = True
    ) -> None:
        luck = Chance.tape([starter, *_faces(opening)])
        self.step = RULES.start(seats, Options(opener_may_reshake=reshake), luck)
        self.events: list[Event] = [told.event for told in self.step.told]
        for value in bids:
            self.bids(self.state.holder, value)

    @property
    def state(self) -> State:
        return self.step.state

    def plays(self, seat: int, move: Move, *rolls: int) -> list[Event]:
        """Make a move; assert that it uses every roll on the tape."""
        luck = Tape([face for roll in rolls for face in _faces(roll)])
        self.step = RULES.play(self.state, seat, move, luck)
        assert not luck.remaining
        return [told.event for told in self.step.told]

    def bids(self, seat: int, value: int, *rolls: int) -> list[Event]:
        return self.plays(seat, Bid(value=value), *rolls)

    def challenges(self, seat: int, *rolls: int) -> list[Event]:
        return self.plays(seat, Challenge(), *rolls)

    def shakes(self, seat: int, roll: int, look: bool = False) -> list[Event]:
        return self.plays(seat, Shake(look=look), roll)

    def looks(self, seat: int) -> list[Event]:
        return self.plays(seat, Look())

    def shakes_again(self, seat: int, roll: int) -> list[Event]:
        return self.plays(seat, ShakeAgain(), roll)

    def view(self, seat: int | None) -> View:
        return RULES.view(self.state, seat)

    def question(self) -> Question:
        return RULES.question(self.view(None))

    def offers(self) -> list[Move]:
        return list(RULES.legal_moves(self.view(self.state.holder)))

    def refuses(self, seat: int, move: Move, because: str) -> None:
        before = self.state
        with pytest.raises(IllegalMove) as refused:
            RULES.play(self.state, seat, move, Chance.tape())
        said = refused.value.text(NAMES.__getitem__)
        assert re.search(because, said), said
        assert re.match(r"[^a-z].*\.$", said), "no sentence"
        assert self.state is before
        assert move not in RULES.legal_moves(self.view(seat))

    def with_gems(self, *gems: int) -> "Table":
        self.step = Step(replace(self.state, gems=gems))
        return self


def _faces(roll: int) -> tuple[int, int]:
    return roll // 10, roll % 10
