"""Groups of people who play one table after the other, whatever goes wrong around them."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Any

import aiohttp
from discord_playground import Playground

from db.base.place import Place
from playground.tests.user import Json, Outcome, User
from tests.actors.player import Manners, Player, Stuck, Tally
from tests.tools.crash import Crowd, Witness
from tests.tools.soak.trouble import Trouble

# seconds in which a table has to go on: two drawings that were lost one after the other are tried
# again after half a minute each, and who lost the line tries for as long to have it back
PATIENCE = 150.0
RELOADED = 30.0  # seconds in which nothing happens, after which somebody opens the app anew
UNHURRIED = Manners(
    mischief=0.08, command=0.12, typed=0.06, think=1.2, patience=PATIENCE, line_patience=3.0
)


class Hardy(Player):
    """A player who tries again what did not get through, and is away now and then."""

    trouble: Trouble

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.lately: deque[str] = deque(maxlen=8)
        self._still = (0, 0.0)  # at which step they saw nothing happen, since when

    def note(self, component: Json, outcome: Outcome) -> None:
        """Keep in mind what came of an attempt, for who has to find out why all stopped."""
        at = f"{datetime.now(UTC):%H:%M:%S}"
        said = f"{outcome.why} {outcome.text}".strip().replace("\n", " ")[:120]
        took = f"{outcome.kind} in {outcome.seconds:.1f} s"
        self.lately.append(f"{at} {component['custom_id']}: {took} {said}")

    def seen(self) -> str:
        """Say what they see, and what they have tried lately."""
        moves = ", and is to move" if self.to_move else ""
        gone = ", and is away" if self.user.name in self.trouble.away else ""
        tried = "".join(f"\n    {item}" for item in self.lately)
        return f"{self.user.name} sees step {self.step}{moves}{gone}; lately:{tried}"

    async def _reload(self) -> None:
        """Open the app anew if nothing has happened for long: something may have passed it by."""
        now = asyncio.get_running_loop().time()
        step, since = self._still
        if step != self.step:
            self._still = (self.step, now)
        elif now - since > RELOADED:
            self._still = (self.step, now)
            await self.trouble.catch_up(self.user)

    async def act(self) -> None:
        """Try to move, if they are there."""
        if self.user.name in self.trouble.away:
            await self.user.change(0.5)
            return
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await self._reload()
            await super().act()

    async def idle(self) -> None:
        """Wait; somebody who is away does nothing else."""
        if self.user.name in self.trouble.away:
            await self.user.change(0.5)
            return
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await self._reload()
            await super().idle()


class Party(Crowd):
    """Groups of people; `stuck` says which tables did not go on."""

    def __init__(
        self, playground: Playground, place: Place, witness: Witness, seed: int, trouble: Trouble
    ) -> None:
        super().__init__(playground, place, witness, seed)
        self.gate.set()  # nobody holds still
        self.trouble = trouble
        self.stuck: list[str] = []

    def player(self, user: User, dice: Random, game: str, table: int) -> Player:
        """Sit somebody down who copes with trouble."""
        player = Hardy(user, game, table, dice, Tally(), UNHURRIED)
        player.trouble = self.trouble

        def noticed(component: Json, outcome: Outcome) -> None:
            player.note(component, outcome)
            self.witness.noticed(component, outcome)

        player.noticed = noticed
        return player

    def note_stuck(self, stuck: Stuck, players: Sequence[Any]) -> None:
        """Record a table that doesn't go on, with what everybody sees there."""
        self.stuck.append("\n".join([str(stuck), *(player.seen() for player in players)]))

    async def pressed(self, user: User, table: int, verb: str) -> Outcome | None:
        """Press a button of the house; where its board is gone, or they are, type the command."""
        if self.trouble.away & {user.name}:
            await user.change(0.5)
            return None
        outcome = await super().pressed(user, table, verb)
        if outcome is None or outcome.kind != "answered":
            await user.change(0.5)
            command = f"table {verb.removeprefix('table_')}"
            with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
                await user.command(command, {"table": table})
        return outcome
