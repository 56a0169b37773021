"""The help pages of Dead Man's Chest: an example, the rules and the rulings."""

from collections.abc import Sequence

from bot.ui.face import Page
from bot.ui.pics import big
from games.deadman.dice import CHART, DEAD_MAN, at_least

_DOUBLES = CHART.index(11)


def _chart(values: Sequence[int]) -> str:
    return "\n".join(
        f"`{value}` {'**Dead Man** ' if value == DEAD_MAN else ''}{at_least(value)}"
        for value in values
    )


HOW_TO: Sequence[Page] = (
    Page(
        "Three pirates: Ann shakes",
        f"""{big("die_3", "die_2")}
Ann opens the round. She shakes the chest, lifts the lid a little, and looks: a 3 and a 2. \
That reads **32**, and nearly everything is better.

Nobody else has seen it. So she says “**54**”, without a blush, and passes the chest to Ben.""",
    ),
    Page(
        "Ben has a choice",
        f"""{big("gem", "gem", "gem", "gem")}
Ben has four gems, and may not look under the lid. Three things he can do:
- **Challenge**. The lid comes off. Is it less than 54, Ann loses a gem.
- **Shake**, look, and bid more than 54, whatever he finds.
- **Raise unseen**: say more, and leave the dice as they are.

Ann looks honest. Ben says “**61**” and passes the chest to Cat, dice and all.""",
    ),
    Page(
        "Cat lifts the lid",
        f"""{big("die_3", "die_2")}
Cat does not believe in 61 and challenges. Under the lid: 32.

So somebody loses a gem, and it is not Ann. Whoever passes the chest on answers for the last \
bid: that was Ben. He has three gems left, and opens the next round.

At 61 or more, Cat would have lost one. Whoever is the last with gems wins.""",
    ),
    Page(
        "A round",
        """Two dice, a chest with a lid, and pirates who say what lies in it. Be the last \
with gems.

Whoever opens a round shakes the chest, looks, and bids any value, true or not. The chest \
then goes to the next pirate on the left, who may not look under the lid, and
- **challenges**: the lid comes off. Lower than the bid, and the bidder loses a gem; as high \
or higher, and the challenger does. Or
- **raises unseen**: bids higher and passes the chest on as it is. Or
- **shakes**, looks or doesn't, and bids higher.

The loser of a challenge opens the next round; without gems one is out.""",
    ),
    Page(
        "Shaking",
        """Who does not like the roll may shake a second time, but then nobody looks, and \
bids on that. Where Dead Man is the only bid left by then, it is made at once.

Whoever shakes has believed the bid; there is no challenging it after. Whoever passes the \
chest on answers for the last bid, even if others shook the dice.

**Looking** at dice that were passed to you is a challenge. I ask before I take it as one.""",
    ),
    Page(
        "Reading dice",
        f"""{big("die_5", "die_2")}
The higher die first: 5 and 2 are 52, never 25.

Doubles beat everything mixed: 11 is above 65, then 22 and up to 66.

Above all is 21, **Dead Man**.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "Dead Man",
        f"""{big("dead_man")}
Nothing beats it: a 2 and a 1.

Who is passed it challenges, or shakes and bids Dead Man as well. The second Dead Man of a \
round is challenged at once, whoever it reaches: there is one escape.""",
    ),
    Page(
        "All mixed values, and their odds",
        f"""Lowest first, and how many of the 36 ways two dice can fall are as high or \
higher:
{_chart(CHART[:_DOUBLES])}""",
    ),
    Page(
        "Doubles and Dead Man, and their odds",
        f"""On from 65, with how many of the 36 ways are as high or higher:
{_chart(CHART[_DOUBLES:])}""",
    ),
    Page(
        "Decided here: who plays and who opens",
        """Where the printed rules are silent or differ:
- Two may play, though the publisher says three. Everybody has 4 gems; with seven or eight, \
3.
- Who opens the first round is drawn by lot.
- Who opens a round may shake a second time, unseen. The publisher allows it, the printed \
rules name it for raising only; whoever opens the table can switch it off.
- If the loser of a challenge is out, the next pirate on their left opens.
- Dead Man costs one gem, like everything else.
- If the chest comes round to you and nobody has shaken it since you looked, you still know \
the dice; your hand shows them until somebody does.""",
    ),
    Page(
        "Decided here: if time runs out",
        """Who was passed a bid challenges it. Only where they know that this loses (a bid \
of 31, or one that they have seen to be true and nobody has shaken since) they make the \
least raise instead, unseen; a true Dead Man cannot be raised, so they shake, don't look, \
and bid it again.

Who opens a round, or has shaken, bids the truth if they saw it and it goes, and otherwise \
the least that does.""",
    ),
    Page(
        "Decided here: what stays secret",
        """Only a challenge shows dice. A roll that was shaken away is neither kept nor \
shown, here or in the transcript.

But where a table is laid open at its end, the seed of all its luck is published with it, \
and with that seed and a program anybody can work out every roll there was.""",
    ),
)
