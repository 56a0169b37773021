"""The help pages of Dealt!: an example, the rules and the rulings."""

from collections.abc import Sequence

from bot.ui.face.face import Page
from bot.ui.panels.pics import big

HOW_TO: Sequence[Page] = (
    Page(
        "Four at the table: a hand",
        f"""{big("card_7", "card_5", "card_4", "card_7", "card_12")}
That's how Nico's hand begins: `7 5 4 7 12`. He keeps it in the order he was dealt it, because \
nobody sorts cards in this game. He can only play cards together if they're side by side.

Two 7s would make a fine pair. But they aren't side by side. Yet.""",
    ),
    Page(
        "A trick",
        f"""{big("card_8", "card_12", "card_5", "card_4", "card_5", "card_6")}
Andy leads an 8. Carla beats it with a 12, and no single card beats that. But two cards in a \
row beat any single card, so Nico plays `5-4`. Susie plays `5-6`, which is higher, so she leads \
the next trick.

And Nico? The rest of his hand closes up: `7 7 12`. There's his pair.""",
    ),
    Page(
        "When you can't beat it, and who pays",
        f"""{big("card_11", "card_11", "card_6", "card_7", "card_8")}
Susie leads a pair of 11s. Andy has `6-7-8`, and three in a row beat any pair.

Carla has nothing higher. So she takes the 7 from her reserve, the two cards face up in front of \
her, and puts it next to her 6. That's two in a row for another time. Nico's pair of 7s isn't \
high enough either. He takes his 12 and puts it next to the one he has.

They play on until only one player has cards left. That player gives up a chip, and everybody \
gets a new hand. If you owe a chip and have none, you lose, and everybody else wins.""",
    ),
    Page(
        "Your turn",
        """Everybody starts with two chips, or with three for a longer game. You also get two \
**reserve cards**, face up.

The leader plays first. Then everybody gets one turn, in order. On your turn, do one of these:
- Play one, two or three cards that are side by side. They must be **higher** than the highest \
combination so far, and a tie isn't higher.
- Play a STOP or a REDRAW.
- Take one of your reserve cards and put it anywhere in your hand. You can do this even if you \
could play, but not when you lead.

The player with the highest combination takes the trick and leads the next one. Taking tricks \
is worth nothing else.""",
    ),
    Page(
        "Low to high",
        f"""{big("card_8", "card_10", "card_9")}
1. one card
2. two in a row, in any order: `5-6` or `6-5`
3. a pair
4. three in a row, in any order: `8-10-9`
5. three alike

Each kind beats every kind above it on this list. Within a kind, the highest card decides. \
A 12 and a 1 aren't in a row.""",
    ),
    Page(
        "Special cards, and when a round ends",
        f"""{big("card_x", "card_stop", "card_redraw")}
- **X** is any number from 1 to 12. You choose.
- **STOP** ends the trick at once, and you lead the next one.
- **REDRAW**: whoever takes the trick draws three more cards.

You can play a STOP or a REDRAW on any of your turns, but always alone.

If your hand is empty when a trick ends and somebody else still has cards, you're safe. The \
round ends when only one player has cards left. It also ends if somebody can't play and has no \
reserve left. Either way, that player gives up a chip.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "More about X",
        f"""{big("card_x")}
Say which number your X is. If you don't, I make it the highest it can be. Two Xs can be two \
different numbers. An X can't be a STOP or a REDRAW.""",
    ),
    Page(
        "More about STOP and REDRAW",
        f"""{big("card_stop", "card_redraw")}
**STOP**: anyone who hasn't had a turn in this trick doesn't get one.

**REDRAW**: if yours is the highest combination when the trick ends, you draw three cards, or \
six if both REDRAWs were played. You see them one at a time and put each one where you like. \
Then you lead, unless a STOP ended the trick.

If you lead a REDRAW, any combination will do. If nobody plays one, you draw the cards and lead \
again, even if the REDRAW was your last card.""",
    ),
    Page(
        "How a round ends",
        """- At once, if somebody can't play on their turn and has no reserve left. Only that \
player gives up a chip.
- After a trick, if only one player has cards left. That player gives up a chip.
- After a trick, if nobody has cards left. Everybody who was still in gives up a chip, except \
the player with the highest combination.

Reserve cards don't count. If you have no cards in hand when a trick ends and somebody else \
does, you're out and safe for this round. If one player gave up a chip, they lead the next \
round. If several did, the dealer leads.""",
    ),
    Page(
        "The deck",
        """Three or four players get 10 cards each, and five players get 7 each. The deck has \
four of each number from 1 to 12, and two each of X, STOP and REDRAW.""",
    ),
    Page(
        "Typing",
        """The letters in your hand go from left to right. Type `B` or `A-B` to play those \
cards. For an X, add what it is: `A-C as 7 8 9`. You can also type `stop`, `redraw` or \
`reserve 12 at C`. For a card you drew, type just where it goes: `C`, `left` or `right`. Type \
`gone` to see which cards are gone.""",
    ),
    Page(
        "Standing orders",
        """If you already know what you'll play, nobody has to wait for you. Plan it under \
*More…* on your hand, with `/GAME ahead`, or by typing:
- `lead A-B` plays those cards the next time you lead this round. The order ends if they're no \
longer side by side, or if you gain or lose others like them.
- `top E` or `top A-B as 7 7` plays those cards if this trick reaches you and they're still \
higher. `top stop` and `top redraw` don't have to be higher.
- `fetch 12 at C` takes that reserve card if this trick reaches you. `fetch 12` puts it at the \
right end.""",
    ),
    Page(
        "What happens to standing orders",
        """If you've planned both a play and a reserve card, I make the play as long as it's \
possible. If an order is no longer possible, it ends and I ask you. See your orders and end them \
under *More…* on your hand, or with `/table orders`. If you make a move yourself, \
that counts.

**Your standing orders are secret**, and while the game goes on, only you know which moves they \
made. But others may guess that you had one from how quickly it was answered.""",
    ),
    Page(
        "Decided here: dealing and leading",
        """Where the printed rules leave something open, we play like this:
- The oldest player deals every round. I pick at random who that is. The player to the dealer's \
left leads the first round.
- The leader can't take a reserve card. You can play an X, a STOP or a REDRAW from your reserve \
once it's in your hand.
- Everybody sees which reserve card goes where, so the board lists it as *known*.
- If the player who should lead has no cards, the next-highest combination leads. If nobody who \
played one has cards left, the lead goes to the right, against the order of play, to the \
nearest player with cards.""",
    ),
    Page(
        "Decided here: STOP and REDRAW",
        """- With a STOP and a REDRAW in one trick, the highest combination draws, and the STOP's \
player leads. If somebody led a REDRAW and nobody played a combination, the REDRAW's player \
draws and leads.
- If you lead a STOP as your last card, the lead goes to the right. If you play it later in a \
trick, the highest combination whose player has cards leads. If there is none, the lead goes to \
your right.
- A REDRAW is discarded and doesn't go into a hand. Nothing is shuffled back during a round. If \
somebody can't play and has no reserve left, the round ends before anybody draws.""",
    ),
    Page(
        "Decided here: going out and paying",
        """- If you play your last card, you go out when the trick ends, not before. If yours is \
the highest combination and the trick has a REDRAW, you draw and stay in.
- If you owe a chip and have one, you pay it and play on, even if it was your last. Several \
players can lose together.""",
    ),
    Page(
        "Decided here: if time runs out",
        """A leader plays the leftmost card, and an X counts as 12. Anybody else takes their \
first reserve card and puts it at the right end. With no reserve left, they play the first \
thing from the left that can be played. Drawn cards go to the right end.""",
    ),
)
