"""Groups of people who play one table after the other, whatever goes wrong around them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import aiohttp

from bot.playground import Playground
from tests.e2e.crash import Crowd, Witness
from tests.e2e.player import Manners, Player, Stuck, Tally
from tests.e2e.user import Outcome, User
from tests.soak.trouble import Trouble

PATIENCE = 75.0  # seconds in which a table has to go on
UNHURRIED = Manners(
    mischief=0.08, command=0.12, typed=0.06, think=1.2, patience=PATIENCE, line_patience=3.0
)


class Hardy(Player):
    """A player who tries again what did not get through, and is away now and then."""

    trouble: Trouble

    async def act(self) -> None:
        """Try to move, if they are there."""
        if self.user.name in self.trouble.away:
            await self.user.change(0.5)
            return
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await super().act()

    async def idle(self) -> None:
        """Wait; somebody who is away does nothing else."""
        if self.user.name in self.trouble.away:
            await self.user.change(0.5)
            return
        with suppress(AssertionError, TimeoutError, aiohttp.ClientError):
            await super().idle()


class Party(Crowd):
    """Groups of people; `stuck` says which tables did not go on."""

    def __init__(
        self, playground: Playground, file: Path, witness: Witness, seed: int, trouble: Trouble
    ) -> None:
        super().__init__(playground, file, witness, seed)
        self.gate.set()  # nobody holds still
        self.trouble = trouble
        self.stuck: list[str] = []
        self.finished = 0

    async def play_on(self, users: Sequence[User], game: str, channel: str) -> None:
        """Play until nobody wants any more."""
        while True:
            table = await self.opened(users[0], game, channel)
            for user in users[1:]:
                await self.seated(user, table)
            await self.dealt(users[0], table)
            players = [self._player(user, game, table) for user in users]
            try:
                await asyncio.gather(*(player.play() for player in players))
            except Stuck as stuck:
                self.stuck.append(str(stuck))
                return
            self.finished += 1

    def _player(self, user: User, game: str, table: int) -> Hardy:
        dice = Random(f"{self.seed}:{table}:{user.name}")
        player = Hardy(user, game, table, dice, Tally(), UNHURRIED)
        player.trouble, player.noticed = self.trouble, self.witness.noticed
        return player

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
