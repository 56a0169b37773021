"""How Dead Man's Chest is played: the pages of its help."""

from games.deadman.dice import CHART, DEAD_MAN, at_least

_CHART_LINES = "\n".join(
    f"`{value}` {'**Dead Man** ' if value == DEAD_MAN else ''}{at_least(value)}" for value in CHART
)

HOW_TO = (
    """Two dice, a chest with a lid, and pirates who say what lies in it. Be the last with gems.

**A round.** Whoever opens it shakes the chest, looks, and bids any value, true or not. The chest \
then goes to the next pirate on the left, who may not look under the lid, and
- **challenges**: the lid comes off. Lower than the bid, and the bidder loses a gem; as high or \
higher, and the challenger does. Or
- **raises unseen**: bids higher and passes the chest on as it is. Or
- **shakes**, looks or doesn't, and bids higher. Who does not like the roll may shake a second \
time, but then nobody looks, and bids on that. Where Dead Man is the only bid left by then, it is \
made at once.

Whoever shakes has believed the bid; there is no challenging it after. Whoever passes the chest on \
answers for the last bid, even if others shook the dice. The loser of a challenge opens the next \
round; without gems one is out.

**Reading dice.** The higher die first: 5 and 2 are 52, never 25. Doubles beat everything mixed: \
11 is above 65, then 22 and up to 66. Above all is 21, **Dead Man**.

**Dead Man.** Nothing beats it. Who is passed it challenges, or shakes and bids Dead Man as well. \
The second Dead Man of a round is challenged at once, whoever it reaches: there is one escape.

**Looking** at dice that were passed to you is a challenge. I ask before I take it as one.""",
    f"""**All 21 values**, lowest first, and how many of the 36 ways two dice can fall are as high \
or higher:
{_CHART_LINES}""",
    """**What was decided for this table**, where the printed rules are silent or differ:
- Two may play, though the publisher says three. Everybody has 4 gems; with seven or eight, 3.
- Who opens the first round is drawn by lot.
- Who opens a round may shake a second time, unseen. The publisher allows it, the printed rules \
name it for raising only; whoever opens the table can switch it off.
- If the loser of a challenge is out, the next pirate on their left opens.
- Dead Man costs one gem, like everything else.
- If the chest comes round to you and nobody has shaken it since you looked, you still know the \
dice; your hand shows them until somebody does.
- If time runs out, who was passed a bid challenges it. Only where they know that this loses (a \
bid of 31, or one that they have seen to be true and nobody has shaken since) they make the least \
raise instead, unseen; a true Dead Man cannot be raised, so they shake, don't look, and bid it \
again. Who opens a round, or has shaken, bids the truth if they saw it and it goes, and otherwise \
the least that does.

**Secrets.** Only a challenge shows dice. A roll that was shaken away is neither kept nor shown, \
here or in the transcript. But where a table is laid open at its end, the seed of all its luck is \
published with it, and with that seed and a program anybody can work out every roll there was.""",
)
