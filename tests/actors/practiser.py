"""A simulated player that practises: it sees one private panel, and plays on it to the end.

For drives of practice tables.
"""

import re
from random import Random

from playground.tests.user import Json, User, drawn_at, part_of, text_of
from tests.actors.player import Manners, Player, Tally
from tests.actors.watcher import BACK

TITLE = re.compile(r"^### .+: practice$", re.MULTILINE)
BY_BUTTONS = Manners(only="buttons")


class Practiser(Player):
    """One person at a practice table, who only presses buttons."""

    def __init__(self, user: User, game: str, table: int, dice: Random, tally: Tally) -> None:
        self.presses_until_reveal: int | None = None
        super().__init__(user, game, table, dice, tally, BY_BUTTONS)

    def _see_board(self, message: Json, text: str) -> None:
        """Ignore boards: a practice table has none."""

    def _see(self, kind: str, data: Json) -> None:
        message = self.user.messages.get(data.get("id", ""))
        if kind not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or message is None:
            return
        text = text_of(message)
        self.covered = message if self._covers(message) else None
        if not TITLE.search(text) or drawn_at(message, self.table) < self.step:
            return
        self.board, self.step = message, drawn_at(message, self.table)
        self.over = part_of(message, label="Play again") is not None
        self.to_move = not self.over and "thinking…" not in text
        if self.presses_until_reveal is None and text.count("### ") > 1:
            self.presses_until_reveal = self.tally.tried

    async def take_hand(self, old: Json | None) -> None:
        """Return to the panel, which shows everything, from a question."""
        if self.covered is not None:
            await self.user.click(self.covered, label=BACK)


async def practise(user: User, game: str, dice: Random, tally: Tally) -> Practiser:
    """Type the command and play to the end. Raise Stuck."""
    outcome = await user.command(f"{game} practice")
    [table] = {int(found) for found in re.findall(r"'custom_id': '(\d+):", str(outcome.message))}
    player = Practiser(user, game, table, dice, tally)
    player._see("MESSAGE_CREATE", outcome.message)
    await player.play()
    return player
