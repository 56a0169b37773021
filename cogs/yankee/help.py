"""The help pages of Yankee Swap: an example, the rules and the rulings."""

from collections.abc import Sequence

from bot.ui.face.face import Page
from bot.ui.panels.pics import big
from games.gifts import COPIES, GIFTS
from games.yankee.state import LIMIT

_VALUES = ", ".join(f"{gift.name} {gift.points}★" for gift in GIFTS)

HOW_TO: Sequence[Page] = (
    Page(
        "Five at the tree: Lucy gives",
        f"""{big("gift")}
It's Lucy's turn to give. She takes a card from her hand, lays it face down in front of Jude, \
smiles and says: “**It's a Wreath.**”

It's Coal, of course. Nobody may call a card Coal, so she had to say something else. Jude \
knows that, too.

Jude could decline: “You shouldn't have, because it *is* a Wreath,” or “it *isn't*,” or “it's \
*Coal*.” He'd rather **look**. It's Coal, so now he has to get rid of it, and Lucy is off the \
hook. He passes the same card to Rita and says: “**It's a Candle.**”""",
    ),
    Page(
        "Rita says it isn't",
        f"""{big("coal", "gift")}
“You shouldn't have, because it isn't a Candle!” That's true, but for Coal it counts as wrong. If \
she had said “it's Coal,” Jude would have had to take it. She could also have passed it on, as \
Jude did.

So Rita takes the Coal, face up, and a gift from under the tree comes with it. She gives next.

If she ever has three Coal face up, or three of any gift, she loses and everybody else wins.""",
    ),
    Page(
        "A round",
        """It's a gift exchange where nobody wants the gifts. One player takes too much home and \
loses. Everybody else wins.

If it's your turn, give any card from your hand to anybody, face down, and say which of the \
ten gifts it is. You can lie. The player you give it to has a choice:
- **Look and re-gift**: they look at the card, then pass it on to anybody else and say what it \
is, true or not. Now it's between those two, and you're off the hook.
- **Decline**: they say whether it's what you said. The next page shows how.

If they already know the card, they can't look again and must decline it.""",
    ),
    Page(
        "Declining",
        f"""{big("wreath")}
If you're given a gift, you can decline it. Say why they shouldn't have: because *it is* what \
they say, because *it isn't*, or because *it is Coal*. Then the card is turned over.

If you're right, the giver takes it, face up. If you're wrong, you take it. Whoever takes it \
gives next.""",
    ),
    Page(
        "Coal",
        f"""{big("coal")}
Nobody may call a card Coal, not even Coal.

There are two ways to avoid Coal: say “it is Coal,” so the giver takes it, or look and pass it \
on. If you say “it isn't a Wreath,” you're wrong, even though it's true.

Whoever takes Coal also takes a gift from under the tree, face up.""",
    ),
    Page(
        "Losing",
        f"""You lose in any of these ways:
- You have three of a kind face up. Coal counts as a kind.
- It's your turn to give and your hand is empty.
- With five or more players: your face-up cards add up to {LIMIT}★ or more. With fewer players, \
stars don't count.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "The deck",
        f"""{big("tree")}
There are ten gifts, {COPIES} of each, and ten Coal. With up to four players everybody gets 2 \
Coal. With more, everybody gets 1. The rest of the Coal stays in the box. For each Coal in \
play, one gift goes under the tree. All other gifts are dealt, so some players may get one card \
more than others.

**What they are worth**: {_VALUES}, Coal nothing.""",
    ),
    Page(
        "Standing orders",
        """You can plan your next gift before it's your turn: under *More…* on your \
hand, with `/GAME ahead next`, or with a line like `next mug to ben as wreath` (a Mug for Ben, \
called a Wreath). I give it when you next open a round, and then the order ends. I always ask \
you about a gift that comes to you.

*More…* or `/table orders` shows your order and lets you end it. If you give a \
gift by hand first, that ends the order, too.""",
    ),
    Page(
        "Who knows your standing order",
        """**Your standing order is secret.** While the game goes on, only you are told that it \
gave a gift. Others may guess it from how quickly the gift was given.""",
    ),
    Page(
        "What stays secret",
        """Until a card is turned over, only players who have had it in their hand or looked at \
it know what it is. The board counts whose Coal is still hidden, which anybody at a table could \
work out.""",
    ),
    Page(
        "Assumed",
        """The printed rules name the Wreath and the Scratch-off. We made up the names of the \
other eight gifts and all ten values, and decided that Coal is worth nothing.""",
    ),
    Page(
        "Decided here: giving and passing on",
        """Where the printed rules are silent:
- The youngest player should give first. Here it's a random player or the player in the first \
seat, as the table's opener chose.
- You can pass a gift on to anybody, even back to its giver. You can look only once a round, \
and not at all if you started it. If a card you know comes back to you, you must decline it.
- At a strict table, a gift goes only to players who haven't seen it. The last of them must \
decline it.
- With two players, a gift that you pass on goes back to its giver, who must decline it. At a \
strict table, you can't pass it on.""",
    ),
    Page(
        "Decided here: losing",
        f"""- I check whether you lose once you've taken all your cards, so the gift from under \
the tree counts. Exactly {LIMIT}★ is too many. Three of a kind loses with any number of players.
- If your hand is empty, you can still be given gifts and pass them on. You lose only when you \
have to open a round.
- You can say “it is Coal” even when all the Coal is face up. It just isn't clever.""",
    ),
    Page(
        "Decided here: if time runs out",
        """If a player's time runs out, I play for them:
- If they were offered a gift, I say it isn't what the giver says.
- If they have to give, I give the next seat the card that they've held longest (Coal aside) and \
tell the truth about it. The cards were dealt one by one.
- If they hold nothing but Coal, I give Coal and call it the gift with the most copies face up. \
If several are tied, I use the first of them under *What they are worth*.
- If they've looked at a gift, I pass it on in the same way.""",
    ),
)
