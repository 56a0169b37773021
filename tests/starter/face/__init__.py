"""Low Die on Discord: a plain face with sentences and labels of its own."""

from collections.abc import Mapping

from bot.ui.face import TakesFaces
from bot.ui.plain import PlainFace, Says, always, way
from bot.ui.words import Names
from games.rules import Seat
from games.table_game import View
from tests.starter.face.help import HOW_TO
from tests.starter.game import LowDie
from tests.starter.game.events import Began, Duelled, Kept, Lost, Rerolled, Rolled, Shown
from tests.starter.game.moves import Duel, Keep, Reroll
from tests.starter.game.state import Hand, Public

SAYS: Mapping[type, Says] = {
    Began: (
        "Round {round}: everybody rolls a die, and you go first.",
        "Round {round}: everybody rolls a die, and {opener} goes first.",
    ),
    Rolled: "{seat} rolled a {die}.",
    Kept: "{seat} kept the die.",
    Rerolled: "{seat} rolled again.",
    Duelled: "{seat} duelled {rival}.",
    Shown: "The dice: {dice:each}.",
    Lost: "{losers} lost a life.",
}


class LowDieFace(PlainFace):
    """The face of Low Die."""

    rules = LowDie()
    colour = 0x123456
    about = "keep your die, roll it again or duel somebody"
    pitch = (
        "Everybody rolls a die under a cup, and the lowest loses a life. "
        "Keep yours, roll it again, or duel a player who may have less."
    )
    ways = (
        way(Keep, "Keep your die", board=always),
        way(Reroll, "Roll it again", words=("roll", "again"), board=always),
        way(Duel, "Duel {rival}", words=("i duel",), style="main", board=always),
    )
    says = SAYS
    reveals = (Duelled, Shown, Lost)
    point = ("life", "lives")
    how_to = HOW_TO

    def about_player(self, public: View[Public, Hand], seat: Seat, names: Names) -> str:
        """Write how many lives a player has, and the die that they showed last."""
        lives, shown = public.public.lives[seat], public.public.shown[seat]
        left = self.score(lives) if lives else "out"
        return left if shown is None else f"{left} · showed a {shown}"


FACE = LowDieFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
