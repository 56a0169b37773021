"""The help pages of Dealt!: an example, the rules and the rulings."""

from collections.abc import Sequence

from bot.ui.face import Page
from bot.ui.pics import big

HOW_TO: Sequence[Page] = (
    Page(
        "Four at the table: a hand",
        f"""{big("card_7", "card_5", "card_4", "card_7", "card_12")}
So Nico's hand begins: `7 5 4 7 12`. That is how it was dealt, and so it stays; nobody sorts \
anything here. What lies side by side can be played together.

Two 7s would be a fine pair. But they are neighbours of other cards, and not of each other. \
Yet.""",
    ),
    Page(
        "A trick",
        f"""{big("card_8", "card_12", "card_5", "card_4", "card_5", "card_6")}
Andy leads an 8. Carla beats it with a 12, and no single card beats that. But two in \
sequence beat every single card, whatever they are: Nico plays `5-4`. Susie plays `5-6`, \
which is higher, and leads the next trick.

And Nico? What is left of his hand closes up: `7 7 12`. There is his pair.""",
    ),
    Page(
        "When nothing goes",
        f"""{big("card_11", "card_11", "card_6", "card_7", "card_8")}
Susie leads a pair of 11s. Andy has `6-7-8`: three in sequence beat every pair.

Carla has nothing higher, so she takes a card of her reserve, the 7, and puts it beside her \
6: two in sequence, for another time. Nico's pair of 7s doesn't go either. He takes his 12, \
and puts it beside the one that he has.""",
    ),
    Page(
        "And who pays",
        f"""{big("chip", "chip")}
So it goes on until only one player has cards left. That one gives up a chip, and all are \
dealt new hands.

Everybody began with two chips, or three. Who owes one and has none loses, and everybody \
else wins.""",
    ),
    Page(
        "What it is about",
        """Get rid of your cards; do not be the last who has some. That costs a chip, and \
whoever owes a chip and has none loses. Everybody else wins. Each player begins with two \
chips, or with three for a longer game.

**Your hand** stays in the order it was dealt. You play one, two or three cards that lie \
side by side; what is left closes up. Everybody also begins with two **reserve cards**, face \
up.""",
    ),
    Page(
        "Your turn in a trick",
        """The leader plays. Then each in turn, once around,
- plays something **strictly higher** than the highest so far, or
- plays a STOP or a REDRAW, or
- takes a card of their own reserve and puts it anywhere into their hand, by choice or \
because nothing else goes.

The highest combination leads the next trick. Taking tricks is worth nothing else.""",
    ),
    Page(
        "Low to high",
        f"""{big("card_8", "card_10", "card_9")}
1. one card
2. two in sequence, in any order: `5-6`, `6-5`
3. a pair
4. three in sequence, in any order: `8-10-9`
5. three alike

A better kind beats every lower kind; within a kind the highest card decides. There is no \
going round from 12 to 1.""",
    ),
    Page(
        "X",
        f"""{big("card_x")}
**X** is any number from 1 to 12; its player says which, else I take the highest that goes. \
Two X may be two different numbers. An X is never a STOP or a REDRAW.""",
    ),
    Page(
        "STOP and REDRAW",
        f"""{big("card_stop", "card_redraw")}
**STOP**, alone, at any turn: the trick ends at once. Whoever has not acted yet does not, \
and the player of the STOP leads the next trick.

**REDRAW**, alone, at any turn: who has the highest combination when the trick ends draws \
three cards, six if there are two, sees them one by one, puts each where they like, and then \
leads. After a led REDRAW any combination goes; if nobody plays one, the REDRAW's own player \
draws and leads, even after their last card.""",
    ),
    Page(
        "A round ends",
        """- at once, when somebody in turn can play nothing and has no reserve left: only \
they pay;
- after a trick, when only one player has cards: that one pays;
- after a trick, when nobody has: all who were still in it pay, but for the highest \
combination.

Reserve cards do not count: who ends a trick with no cards in hand is out, and safe if \
others have some. Who alone paid leads the next round; if several did, the dealer leads.""",
    ),
    Page(
        "The deck",
        """With three or four players everybody gets 10 cards, with five 7. There are four \
of each number from 1 to 12, and two each of X, STOP and REDRAW.""",
    ),
    Page(
        "Typing",
        """Places have letters, from the left: `B`, `A-B`, an X with what it is, \
`A-C as 7 8 9`; `stop`, `redraw`, `reserve 12 at C`; for a drawn card just where it goes, `C`, \
or `left`, `right`. `gone` shows which cards are gone.""",
    ),
    Page(
        "Standing orders",
        """Nobody has to wait for what you know already. Set it under *More…* on your \
hand, with `/GAME ahead`, or with a typed line:
- `lead A-B` is what you play when you next lead in this round. The order lasts until you have \
led, as long as those cards lie side by side and no others like them come or go.
- `top E`, `top A-B as 7 7`: what you play if this trick comes to you, as long as it is \
still higher. `top stop` and `top redraw` go whatever lies there.
- `fetch 12 at C` is the reserve card that you take if this trick comes to you, `fetch 12` \
to the right end.""",
    ),
    Page(
        "What happens to standing orders",
        """A play that is still higher goes before a card to fetch. If an order isn't possible any \
more, it ends and I ask you. *More…* on your hand, or `/table orders`, lists them and \
ends each. If you move by hand, that move counts.

**Your standing orders are secret**, and only you are told which moves they made while the \
game goes on. Others may guess that you had one from how quickly it was answered.""",
    ),
    Page(
        "Decided here: dealing and leading",
        """Where the printed rules are silent:
- The oldest player deals every round; who counts as the oldest is settled by lot. The \
player to the dealer's left leads the first round.
- The leader takes no reserve card. An X, a STOP or a REDRAW from the reserve works once it \
is in the hand.
- Everybody sees which reserve card goes where, so the board keeps it as *known*.
- If who should lead has no cards, the next-highest combination leads; if none of those has \
cards, the nearest player with cards to the right, against the order of play.""",
    ),
    Page(
        "Decided here: STOP and REDRAW",
        """- A STOP and a REDRAW in one trick: the highest combination draws, the player of \
the STOP leads. With no combination after a led REDRAW, the player of the REDRAW draws and \
leads.
- A STOP as last card: led, the lead goes to the right; later in a trick, to the highest \
combination whose player has cards, else to the right of the STOP.
- A REDRAW is discarded, not taken into the hand, and nothing is shuffled back within a \
round. If somebody is stuck, the round ends before anybody draws.""",
    ),
    Page(
        "Decided here: going out and paying",
        """- Who plays the last card goes out when the trick ends, not before. With the \
highest combination in a trick that has a REDRAW, they draw and are not out.
- Who owes a chip and has one pays it and plays on, even with none left. Several can lose \
together.""",
    ),
    Page(
        "Decided here: if time runs out",
        """A leader plays the leftmost card, an X as 12; others take the first reserve card \
to the right end or, with none left, play the first thing from the left that goes. Drawn \
cards go to the right end.""",
    ),
)
