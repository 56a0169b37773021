"""Low Die on Discord: a die in private, a duel in public."""

from typing import Any

from bot.ui.face.face import TakesFaces
from bot.ui.panels.words import Names
from bot.ui.plain import PlainFace, always, way
from games.rules import Seat
from tests.starter.game import LowDie
from tests.starter.game.events import Began, Duelled, Kept, Lost, Rerolled, Rolled, Shown
from tests.starter.game.moves import Duel, Keep, Reroll

SAYS: dict[type, str] = {
    Began: "Round {round}: everybody rolled, and {opener:goes|go} first.",
    Rolled: "{seat} rolled a {die}.",
    Kept: "{seat} kept the die.",
    Rerolled: "{seat} rolled again.",
    Duelled: "{seat} challenged {rival} to a duel.",
    Shown: "The cups came up: {dice:each}.",
    Lost: "{losers} lost a life.",
}


class LowDieFace(PlainFace):
    """The face of Low Die: its types say the rest."""

    rules = LowDie()
    colour = 0x123456
    about = "roll under a cup, and don't be the lowest"
    pitch = (
        "Everybody rolls a die under a cup. Keep it, roll again or duel somebody: the lowest die "
        "loses a life."
    )
    point = ("life", "lives")
    ways = (
        way(Keep, "Keep your die", board=always, words=("stay",)),
        way(Reroll, "Roll again", board=always, words=("again",)),
        way(Duel, "Duel {rival}", board=always),
    )
    says = SAYS
    reveals = (Shown, Lost)

    def about_player(self, public: Any, seat: Seat, names: Names) -> str:
        """Write a player's lives, and the die that they showed last."""
        lives, die = public.public.lives[seat], public.public.shown[seat]
        if not lives:
            return "is out"
        return self.score(lives) + (f" · showed a {die} last" if die else "")

    def about_table(self, public: Any, names: Names) -> str:
        """Write who goes first, but only from the second round on."""
        table = public.public
        opener = names[table.opener]
        return f"**Round {table.round}:** {opener} goes first" if table.round > 1 else ""


FACE = LowDieFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
