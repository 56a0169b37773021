"""The help pages of Dead Man's Chest: an example, the rules and the rulings."""

from collections.abc import Sequence

from bot.ui.face.face import Page
from bot.ui.panels.pics import big
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
Ann opens the round. She shakes the chest, lifts the lid a little, and peeks: a 3 and a 2. \
The higher die comes first, so that's **32**, and nearly everything beats it.

Nobody else has seen it. So she says “**54**”, without a blush, and passes the chest to Ben.""",
    ),
    Page(
        "Ben has a choice",
        f"""{big("gem", "gem", "gem", "gem")}
Ben has four gems, and he isn't allowed to look under the lid. He can do one of three things:
- **Challenge**. The lid comes off. If it's less than 54, Ann loses a gem. If not, Ben does.
- **Shake**, look, and bid more than 54, whatever he finds.
- **Raise**: bid more than 54 and leave the dice as they are.

Ann looks honest. Ben says “**61**” and passes the chest to Cat, dice and all.""",
    ),
    Page(
        "Cat lifts the lid",
        f"""{big("die_3", "die_2")}
Cat doesn't believe in 61, so she challenges. Under the lid: 32.

Somebody loses a gem, and it isn't Ann. Only the last bid counts, and that was Ben's. He has \
three gems left, and opens the next round.

If it had been 61 or better, Cat would have lost the gem. The last pirate with gems wins.""",
    ),
    Page(
        "What beats what",
        f"""{big("die_5", "die_2")}
Read the higher die first: a 5 and a 2 are 52, never 25.

From low to high:
- Two different dice, from 31 up to 65.
- Doubles, from 11 up to 66. Even 11 beats 65.
- **Dead Man**: a 2 and a 1. Nothing beats it.

If Dead Man is passed to you, you can't raise it. Challenge it, or shake and bid Dead Man \
too. The second Dead Man of a round is challenged automatically.""",
    ),
    Page(
        "A round",
        """The opener shakes the chest, looks, and bids anything, true or not. The chest goes \
to the next pirate on the left, who may not look under the lid. They choose:
- **Challenge**: the lid comes off. If the dice are lower than the bid, the bidder loses a \
gem. If they're as high or higher, the challenger does.
- **Raise**: bid higher, and pass the chest on as it is.
- **Shake**, look or don't, and bid higher.

Whoever loses the gem opens the next round. Run out of gems and you're out.""",
    ),
    Page(
        "Shaking",
        """Don't like your roll? Shake once more, but nobody looks at the second one, not even \
you. If Dead Man is the only bid left, I bid it for you right away.

Once you shake, you've accepted the bid and can't challenge it anymore. When you bid, you \
answer for that bid, even if somebody else shook the dice.

**Looking** at dice that were passed to you counts as a challenge. I'll ask before I take it \
as one.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "All mixed values, and their odds",
        f"""From the lowest up. The second number says how many of the 36 possible rolls are as \
high or higher:
{_chart(CHART[:_DOUBLES])}""",
    ),
    Page(
        "Doubles and Dead Man, and their odds",
        f"""These beat 65. The second number says how many of the 36 possible rolls are as high \
or higher:
{_chart(CHART[_DOUBLES:])}""",
    ),
    Page(
        "Decided here: who plays and who opens",
        """Where the printed rules are silent or differ:
- Two can play, though the publisher says three.
- You start with 4 gems each, or 3 each with seven or eight pirates.
- I pick at random who opens the first round.
- The opener of a round may shake a second time. The publisher allows it, but the printed \
rules mention it only for raising. Whoever opens the table can switch it off.
- If the loser of a challenge is out, the next pirate on their left opens.
- Dead Man costs one gem, like any other bid.
- If the chest comes back to you and nobody has shaken it since you looked, your hand still \
shows you the dice.""",
    ),
    Page(
        "Decided here: if time runs out",
        """If a bid was passed to you, I challenge it for you. But if you know that you'd lose \
(a bid of 31, or one that you've seen to be true and nobody has shaken since), I make the \
lowest raise instead. A true Dead Man can't be raised, so I shake, don't look, and bid Dead \
Man again.

If you opened the round or have shaken, I bid the truth if you saw it and it's high enough. \
Otherwise I make the lowest possible bid.""",
    ),
    Page(
        "Decided here: what stays secret",
        """Only a challenge shows dice. A roll that was shaken away isn't kept or shown, not \
even in the transcript.

But if a table's luck is revealed at the end, its secret seed is published too. With the seed \
and a program, anybody can work out every roll of the game.""",
    ),
)
