"""Presses of one kind at many tables together.

Nobody knows before a press whether it makes a move, because a button may also open a form. So the
beats learn which kinds of presses usually make one, and all others are released between the beats.
They also learn which are refused in another player's turn.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from random import Random

from db.base.place import Place
from playground.tests.user import BUTTON, Json, Outcome, User
from tests.actors.player import verb_of
from tests.tools.bench.crowd import AT_ONCE, Conductor, Group, Press, moved
from tests.tools.bench.process import Bot

TRIES = 300  # releases of other presses until enough tables wait for a move
ENOUGH = 0.5  # share of the tables
KNOWN = 4  # presses of one kind after which it is known what they usually do
USUALLY = 0.95  # share of the presses of one kind


@dataclass(frozen=True, slots=True)
class Collected:
    """What Python's garbage collector did since it was asked before."""

    seconds: float
    longest: float
    runs: int


class Beats:
    """Presses on the bot; each kind returns how many presses there were."""

    def __init__(self, groups: list[Group], conductor: Conductor, bot: Bot, place: Place) -> None:
        self.groups = groups
        self.conductor = conductor
        self.bot = bot
        self.place = place
        self.dice = Random(1)
        self._pressed: Counter[str] = Counter()  # by kind of press
        self._moved: Counter[str] = Counter()
        self._not_refused: set[str] = set()  # kinds that worked in another player's turn

    async def open_panels(self) -> None:
        """Have everybody open a fresh panel, because the bot can change it for 15 minutes only."""
        for group in self.groups:
            await group.go_on()
            for user in group.users if group.is_playing else ():
                await self._at_once(group.look(user))

    async def get_ready(self) -> None:
        """Release presses that don't move until most tables wait for one that does."""
        for _ in range(TRIES):
            for group in self.groups:
                await group.go_on()
            waiting = await self.conductor.waiting(len(self.groups))
            others = [press for press in waiting if not self._moves(press)]
            if len(waiting) - len(others) >= ENOUGH * len(self.groups):
                return
            await self._release(others)
        raise RuntimeError("the players find no move")

    async def move(self) -> int:
        """Release what probably makes a move. Return 0 if any press did something else."""
        waiting = await self.conductor.waiting(len(self.groups))
        presses = [press for press in waiting if self._moves(press)]
        return len(presses) if await self._release(presses) == len(presses) else 0

    async def _release(self, presses: Sequence[Press]) -> int:
        """Release presses, count which kinds made a move, and return how many did."""
        outcomes = await self.conductor.let_go(presses)
        kinds = [
            press.kind
            for press, outcome in zip(presses, outcomes, strict=True)
            if moved(self.place, [outcome])
        ]
        self._pressed.update(press.kind for press in presses if not press.late)
        self._moved.update(kinds)
        return len(kinds)

    def _moves(self, press: Press) -> bool:
        """Return whether a press will probably make a move."""
        tried = self._pressed[press.kind]
        return not press.late and tried >= KNOWN and self._moved[press.kind] >= USUALLY * tried

    async def look(self) -> int:
        """Have one person at each table open their hand, if the last move didn't end the game."""
        groups = [group for group in self.groups if group.is_playing]
        looks = [group.look(self.dice.choice(group.users)) for group in groups]
        await asyncio.gather(*(self._at_once(look) for look in looks))
        return len(looks)

    async def nothing(self) -> int:
        """Have one person at each table type `/nothing`."""
        people = [self.dice.choice(group.users) for group in self.groups]
        for outcome in await asyncio.gather(
            *(self._at_once(user.command("nothing")) for user in people)
        ):
            assert outcome.text == "nothing", outcome
        return len(people)

    async def refusal(self) -> int:
        """Have one person at each table press in another's turn. Return 0 if any press worked."""
        presses = [found for group in self.groups if (found := self._in_anothers_turn(group))]
        outcomes = await asyncio.gather(
            *(self._at_once(user.press(message, button)) for _, user, message, button in presses)
        )
        worked = [
            kind
            for (kind, *_), outcome in zip(presses, outcomes, strict=True)
            if not _is_refusal(outcome)
        ]
        self._not_refused.update(worked)
        return 0 if worked else len(presses)

    def _in_anothers_turn(self, group: Group) -> tuple[str, User, Json, Json] | None:
        """Choose a button of the game for somebody who isn't to move: its kind and where it is."""
        found = [
            (kind, player.user, message, button)
            for player in group.players
            if not player.to_move
            for message, button in player.offers(player.board)
            if button["type"] == BUTTON
            and (kind := f"{group.game} {verb_of(button)}") not in self._not_refused
        ]
        return self.dice.choice(found) if found else None

    async def collected(self) -> Collected:
        """Ask the bot what its garbage collector did since the last time."""
        outcome = await self._at_once(self.groups[0].users[0].command("collected"))
        return Collected(**json.loads(outcome.text))

    async def _at_once(self, work: Awaitable[Outcome]) -> Outcome:
        """Do something now, not in the conductor's beat."""
        token = AT_ONCE.set(True)
        try:
            return await work
        finally:
            AT_ONCE.reset(token)


def _is_refusal(outcome: Outcome) -> bool:
    """Return whether the answer is a sentence: panels have their game's color, sentences none."""
    said = outcome.said
    return said is not None and not any(item.get("accent_color") for item in said["components"])
