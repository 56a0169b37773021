"""The help pages of Hidden Coins: an example, the rules, the rulings."""

from collections.abc import Sequence

from bot.ui.face.face import Page
from tests.small.game.cards import USUAL

HOW_TO: Sequence[Page] = (
    Page(
        "Three at the table: the fists close",
        """Ann hides two coins, Ben one, and Cat, who looks innocent, none at all. Nobody sees \
what the others do. There are three coins in all, and nobody knows it yet.""",
    ),
    Page(
        "The fists open",
        """Ann guesses 4. Ben, who would have said 4, says 3. Cat has to say something else: 2.

The fists open. There are three, and Ben wins.""",
    ),
    Page(
        "The rules",
        f"""Everybody hides some coins in a fist: up to {USUAL}, if the terms do not say \
otherwise, or none. Nobody sees how many. While somebody still hides theirs, you can change yours.

Then each in turn guesses how many coins there are **in all**. What somebody has said is taken.

The fists open, and whoever is nearest wins; who are equally near win together.

*Count on your fingers* says what is possible with your own coins; nobody notices. Those who wait \
can hurry whoever guesses, once.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "Decided here: if time runs out",
        """If you don't answer in time, you hide nothing and guess the lowest number that is \
left.""",
    ),
)
