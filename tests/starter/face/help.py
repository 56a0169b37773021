"""The help pages of Low Die: an example, then the rules."""

from collections.abc import Sequence

from bot.ui.face import Page

HOW_TO: Sequence[Page] = (
    Page(
        "Three at the table: everybody rolls",
        """Ann rolls a 2, Ben a 5 and Cat a 3. Each of them looks under their own cup and nowhere \
else.

Ann goes first. She doesn't like her 2, so she rolls again: a 4. Ben keeps his 5, and his \
face says nothing.""",
    ),
    Page(
        "Three at the table: the duel",
        """Cat has a 3. She could roll again, too, but she thinks that Ann has rolled something \
lower, and duels her.

Both show their dice: a 3 for Cat, a 4 for Ann. Cat's is lower, so Cat loses a life and goes \
first in the next round.""",
    ),
    Page(
        "The rules",
        """Each round everybody rolls a die under a cup. On your turn **keep** your die, **roll it \
again** once, or **duel** another player.

In a duel both dice are shown, and the lower one loses a life. At a tie that's whoever \
began the duel. Then the round is over.

If everybody has kept or rolled again, all dice are shown, and everybody who has the lowest \
loses a life. If nobody would be left, nobody loses one.

Without lives you're out. The last player in the game wins.""",
    ),
)
