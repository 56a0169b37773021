"""The help pages of Yankee Swap: an example, the rules and the rulings."""

from collections.abc import Sequence

from bot.ui.face import Page
from bot.ui.pics import big
from games.gifts import COPIES, GIFTS
from games.yankee.state import LIMIT

_VALUES = ", ".join(f"{gift.name} {gift.points}★" for gift in GIFTS)

HOW_TO: Sequence[Page] = (
    Page(
        "Five at the tree: Lucy gives",
        f"""{big("gift")}
It is Lucy's turn to give. She takes a card from her hand, lays it face down before Jude, \
smiles, and says: “**It's a Wreath.**”

It is Coal, of course. Nobody may call a card Coal, so she had to say something else. Jude \
knows that, too.""",
    ),
    Page(
        "Jude passes it on",
        f"""{big("coal")}
Jude could decline: “you shouldn't have, because it *is* a Wreath”, or “it *isn't*”, or “it \
is *Coal*”. He would rather **look**. Coal! Now it is his to get rid of, and Lucy is out of \
it.

He passes the same card to Rita, and says “**It's a Candle.**”""",
    ),
    Page(
        "Rita says that it isn't",
        f"""{big("coal", "gift")}
“You shouldn't have, because it isn't a Candle!” Rita is right, and Rita is wrong: of Coal \
that is true and doesn't help. Only “it is Coal” would have left it with Jude.

The Coal lies before Rita, face up, and with it comes a gift from under the tree. She gives \
next.

Three Coal before her, or three of any gift, and she has lost, and all others have won.""",
    ),
    Page(
        "A round",
        """A gift exchange where nobody wants the gifts. One player takes too much home and \
loses; all the others win.

Give a card from your hand, face down, to anybody, and say which of the ten gifts it is. Lie \
if you like. Whoever gets it has a choice:
- **Look and re-gift**: pick it up, look, and pass that same card to anybody else, as any of \
the ten. Then it is between the two of you, and whoever gave it to you is out of it.
- **Decline**: you shouldn't have, see the next page.""",
    ),
    Page(
        "Declining",
        f"""{big("wreath")}
You shouldn't have, because *it is* what they say, because *it isn't*, or because *it is \
Coal*. Now the card is turned over.

Right, and the giver keeps it, face up. Wrong, and you do. Whoever keeps it gives next.""",
    ),
    Page(
        "Coal",
        f"""{big("coal")}
Nobody may call a card Coal, not even Coal.

“It isn't a Wreath” is true of Coal and doesn't help: only “it is Coal” leaves it with the \
giver.

Whoever takes Coal takes a gift from under the tree too.""",
    ),
    Page(
        "Losing",
        f"""**You lose** with three of a kind face up (Coal is a kind), or if it is your \
turn to give and you hold no card; with five or more players also with {LIMIT}★ or more face \
up.""",
    ),
    Page(
        "The deck",
        f"""{big("tree")}
Ten gifts, {COPIES} of each, and ten Coal. With up to four players everybody holds 2 Coal, \
with more 1; the rest of the Coal stays out. As many gifts as there is Coal in play lie \
under the tree. All other cards are dealt, so some may hold one more than others.

**What they are worth**: {_VALUES}, Coal nothing.""",
    ),
    Page(
        "Standing orders",
        """You can set your next gift before it's your turn: under *More…* on your \
hand, with `/GAME ahead next`, or with a line like `next mug to ben as wreath` (a Mug for Ben, \
called a Wreath). I give it when you next open a round, and then the order ends. I always ask \
you about a gift that comes to you.

*More…* on your hand, or `/table orders`, shows your order and ends it. A gift that you choose by \
hand goes before it.""",
    ),
    Page(
        "Who knows your standing order",
        """**Your standing order is secret**, and only you are told that it gave a gift while \
the game goes on. Others may guess it from how quickly the gift was given.""",
    ),
    Page(
        "What stays secret",
        """Only whoever has held a card knows it, until it is turned over. The board counts \
whose Coal has not been seen yet; anybody at a table could.""",
    ),
    Page(
        "Assumed",
        """The printed rules name the Wreath and the Scratch-off. The names of the other \
eight gifts are ours, and so are all ten values and that Coal is worth nothing.""",
    ),
    Page(
        "Decided here: giving and passing on",
        """Where the printed rules are silent:
- “The youngest” gives first: that is drawn by lot, or it is whoever sits first, as the \
table's opener chose.
- A gift may be passed to anybody, even back to its giver. But everybody looks at most once \
a round, and who opened the round knows the card: who has it before them again must decline. \
At a strict table it goes only to players who haven't seen it, and the last of them must \
decline.
- With two players a gift that is passed on comes back to its giver, who must decline; at a \
strict table it cannot be passed on at all.""",
    ),
    Page(
        "Decided here: losing",
        f"""- What you lose by is checked when everything you take lies on the table: the \
gift from under the tree counts, and {LIMIT}★ exactly is too many. Three of a kind lose at \
any number of players.
- With an empty hand you may still be given gifts and pass them on. You lose only when a \
round is yours to open.
- “It is Coal” may be said even when all the Coal lies face up. It is just not clever.""",
    ),
    Page(
        "Decided here: if time runs out",
        """Who was offered a gift says it isn't. Who is to give gives, of the cards in hand \
that are no Coal, the one held longest (they were dealt one by one), to the next seat, and \
is honest about it. With nothing but Coal in hand it is Coal, called what most of lies face \
up; of several, what stands first under *What they are worth*. Who has looked passes the \
gift on in the same way.""",
    ),
)
