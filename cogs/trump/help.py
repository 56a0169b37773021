"""Explain how to play TRUMP The Game, with figures from the game's card data.

The opening example is from the printed rules: the sale of the Hotel, and the second deal.
"""

from collections.abc import Sequence

from bot.ui.face.face import Page
from bot.ui.panels.pics import big
from bot.ui.panels.words import listed
from cogs.trump.words import money, space
from games.trump.cards import (
    BOARD,
    CARDS,
    DIE_PAYS,
    DIE_ROLLS,
    LANDED,
    PROPERTIES,
    START_CARDS,
    START_CASH,
    START_INSIDE,
    TAX_EACH,
    Sort,
)
from games.trump.deals.offers import CIRCLES, MOST_PROMISES, MOST_WORDS


def _pay(sort: Sort) -> str:
    cards = [card for card in CARDS.values() if card.sort == sort]
    return ", ".join(f"{card.title.removesuffix(' Profits')} {money(card.pays)}" for card in cards)


def _copies(sort: Sort) -> str:
    return listed(
        [f"{card.copies} × {money(card.pays)}" for card in CARDS.values() if card.sort == sort]
    )


_MULTI = {card.needs: money(card.pays) for card in CARDS.values() if card.sort == "multi"}
_RING = " · ".join(f"{at} {space(place)}" for at, place in enumerate(BOARD, 1))

HOW_TO: Sequence[Page] = (
    Page(
        "Four at the table: the Hotel is for sale",
        f"""{big("hotel", "youre_out")}
You land on FOR SALE and put up the Hotel, which nobody owns. You're its Broker.

All four seal a bid, and all are opened at once: you $100M, Donna $70M, Mike $120M, Jeff \
$10M. Mike leads by twenty million.

For the moment.

The Broker goes first. You play *You're Out* on Mike, and out goes his bid: now yours is the \
highest. Donna passes. Mike has no *I'm Back*. Jeff passes.

The Hotel is yours for $100M, paid to the bank, and the others take their bids back. There's \
only $50M inside. You paid more than that, but there are cards that make the Hotel pay.""",
    ),
    Page(
        "Jeff lends you his Casino",
        f"""{big("hotel", "casino")}
Later you hold *Hotel + Casino*, a card that pays $120M if you own both. You own the Hotel. \
The Casino is Jeff's.

On his turn Jeff makes you an offer: the Casino for $10M now. In return you promise him $50M \
when you've played that card, and to give the Casino back for the same $10M. You shake hands.

On your turn you play the card and get $120M from the bank. The table keeps promises, so $50M \
goes to Jeff by itself, and the Casino goes back to him for $10M.

You're $70M richer, and Jeff is $50M richer and has his Casino. Nobody needs to trust anybody. \
Much.""",
    ),
    Page(
        "What it's about",
        f"""Three or four players buy properties at auction, then make deals for the cards that \
make them pay. At the end your cash and the money inside your properties count, and the most \
wins. Cards left in your hand are worth nothing.

Everybody starts with {money(START_CASH)} and {START_CARDS} cards. Each of the \
{len(PROPERTIES)} properties has {money(START_INSIDE)} inside. All amounts are in tens of \
millions.

You can play a card on your turn. *Profits* pay you if you own the properties they need. \
*Tax* makes a player pay you {money(TAX_EACH)} for each property they own. *Force Sale* puts \
any property up for sale. *Outside Investor*, *You're Out* and *I'm Back* are for sales.""",
    ),
    Page(
        "The Buying Phase",
        f"""{big("die_t")}
On your turn you draw a card. Then you roll and move, or play a card instead. You can't pass. \
Where you land:
- a property: {money(LANDED)} from the bank goes inside, whoever owns it
- FOR SALE: you're the Broker and put up a property that nobody owns; on ANY FOR SALE, any \
property
- ADD: that amount goes into an unowned property, and you draw a card
- ROLL: you get {money(DIE_PAYS)} times your roll
- START: you take a card from everybody
- TRADE: you may swap one of your properties for any other, and nobody can refuse

The die shows 1 to 5 and a **T**. For a T, take a random card from a player you choose, then \
roll again.""",
    ),
    Page(
        "A sale",
        f"""{big("investor", "youre_out", "im_back")}
Everybody seals an opening bid or chooses not to bid, even the Broker and the owner. All bids \
are opened at once, and the highest leads. If you didn't bid, you're out of this sale.

Then it goes around. On your turn you do one thing:
- **raise** with Outside Investors, or with cash once somebody has played one in this sale
- play **You're Out** on another bidder
- play **I'm Back** if you're knocked out
- **pass**

When all the others have passed, the leader pays and gets the property with the money inside. \
The winning bid goes to the bank or to the old owner. Everybody else gets theirs back.""",
    ),
    Page(
        "The Dealing Phase",
        """It begins when every property has been bought or the draw pile is empty. On your \
turn you play a card, offer somebody a deal, or pass.

A deal can include properties, cards, cash and promises. The other player accepts, rejects or \
makes one counter-offer.

The table keeps all promises. They fall due at the end of a turn, when a card is played, or \
both. **Be careful with cards**: if a promise depends only on a card and that card is never \
played, it never falls due. Ask for a turn as well.

When everybody passes in a row, or nobody has a card left, the game is over.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "Cards you play on your turn",
        f"""{big("any_property", "tax", "force_sale", "die_roll")}
- *Profits* pay for one property (by its own card, or {money(DIE_PAYS)} times a roll), for two \
of them, for any one, for three ({_MULTI[3]}) or for four ({_MULTI[4]}). You must own what the \
card needs when you play it.
- *Tax*: a player pays you {money(TAX_EACH)} for each property they own. If they can't, they \
pay all their cash and surrender a property with the money inside.
- *Force Sale*: put any property up for sale. You're the Broker.
- *Die Roll*: roll {DIE_ROLLS} times and take a card for each T.""",
    ),
    Page(
        "The cards",
        f"""One property: {_pay("single")}.

Two: {_pay("pair")}.

Any one: {_copies("any")}.

Outside Investors: {_copies("investor")}.""",
    ),
    Page(
        "Opening bids",
        """Bids are in tens, up to all your cash. If the highest bids are equal, the first of \
them leads, counting clockwise from the Broker. If only one player bids, that player gets the \
property at once. If nobody does, nothing changes.

Otherwise everybody who bid gets a turn, clockwise from the Broker.""",
    ),
    Page(
        "Your turn in a sale",
        """- A raise must top the highest bid that's still in. Outside Investors add the bank's \
money to your bid, and you can add cash to them. You can't raise with cash alone until somebody \
has played an investor in this sale.
- After *You're Out* that player's bid doesn't count.
- After *I'm Back* your old bid counts again. Coming back takes your whole turn.
- If you pass, you can still act on a later turn.""",
    ),
    Page(
        "How a sale ends",
        """A sale ends when everybody but the leader has passed since the last raise, *You're \
Out* or *I'm Back*, and everybody who was knocked out has had a turn.

The winner pays the whole bid to the bank or to the old owner. An owner who wins puts the bid \
inside the property. Everybody else gets their whole bid back, investors' money included. The \
cards they played are gone.""",
    ),
    Page(
        "One wait for a sale",
        """With *bidding: once* (the usual setting) you say everything with your opening bid: \
how far you'd go, whether to use your investors, whether to play You're Out on the leader if \
that puts you in the lead, and whether to play I'm Back. The bidding then runs by itself, \
exactly by the printed rules.

If you give only an amount, you go no higher and play no cards. With `up to` *ask in turn*, I \
ask you on each of your turns. With *ask* for a card, I ask you when you could play it.""",
    ),
    Page(
        "Plans",
        """With *bidding: open* I ask everybody in turn, but you can make such a plan at any \
time. Only you can see it.

On your turn, a plan passes if you lead. Otherwise it does the first of these that's possible \
within your limit: the lowest raise with at least one investor, a cash raise to $10M over the \
leader, You're Out, or pass.""",
    ),
    Page(
        "When the draw pile is empty",
        """The player who drew the last card finishes the turn. Then that player sells \
everything that nobody owns, one property at a time. What nobody buys leaves the game, and \
cards that name it can't be played any more. After that the Dealing Phase begins.""",
    ),
    Page(
        "Deals",
        """A deal is between two players: properties with the money inside, cards by name, \
cards drawn at random, cash one way, promises and a line of words. You put it together in a \
draft, piece by piece, at any time. Nobody else sees your draft.

If you offer a deal and it brings you a card or a property, you may then play one card that \
goes with it.

You can ask for a card that the other player doesn't have. Then they can't accept, and \
everybody else only hears that they rejected it.""",
    ),
    Page(
        "Promises",
        f"""Either side can promise, up to {MOST_PROMISES} times in a deal:
- **pay** an amount, or **return** (hand over) a property, for an amount or for nothing
- **keep** a property, or **spare** a player from Tax and Force Sale, until a turn
- **return** a card that you get in this deal, or **play** a profit card on one of your own turns

To pay or return, name a turn, a card, or both. A card counts when the player who made the \
promise next plays it. With `until` a turn, the promise lapses if the card isn't played by then. \
With `or by` a turn, it's due then anyway.""",
    ),
    Page(
        "Cards lent, plays promised",
        """A borrowed card lies open beside you. `deal Ann: give 20; get any 40; I return any 40 \
by 31` lends you Ann's card. You can play it before then, and if you do, it doesn't go back. At \
the end of the game you keep it.

A promised card lies open too. `deal Ann: get 20; I play any 40 by 33` has me play it for you when \
your turn 33 begins, and that's your turn. If you can't play it then, that promise is off.

Open cards can't be taken or dealt away, but you can deal a borrowed one back to its lender early. \
A card promised for a turn waits for that turn.""",
    ),
    Page(
        "When promises fall due",
        f"""Turns are numbered through the whole game, and a promise reaches at most {CIRCLES} \
rounds ahead. When a card is played, money is paid first and properties are handed over after. \
At the end of a turn it's the other way around.

If you can't pay in full, you pay what you have and owe the rest. Debts are collected as soon \
as possible.

You can let go of anything that's promised or owed to you. At the end of the game, promises \
with a turn fall due at once, and debts are paid, even out of properties.""",
    ),
    Page(
        "What promises forbid",
        f"""- You can't deal away what you've promised, put it up with your own Force Sale, or \
promise it twice. If your promise depends on a card, you can't give that card by name to anybody \
else.
- If you lose a property in a sale or to a Tax, your promise to return or keep it ends, and \
nobody's to blame. A promise to pay still holds. If you win the sale of your own property, its \
promise still holds.
- Words, up to {MOST_WORDS} characters, are on your honour. Only you can keep them.""",
    ),
    Page(
        "What's secret",
        """Hands, the draw pile, sealed bids, drafts and plans are secret. Everybody knows how \
many cards each player has. A stolen card is shown only to the two players.

Money is never secret, because it follows from what everybody is told. With *books: closed* \
(the usual setting) I show each player only their own, so keep track. With *books: open* the \
board shows it all.""",
    ),
    Page(
        "Standing orders: while you buy",
        """Don't wait for a turn if you know what you'll do. Set it under *More…* on your hand, \
with `/GAME ahead`, or with a typed line:
- `next roll` is for your next turn of the Buying Phase, and `next keep rolling` is for all of \
them. You still draw a card first, but it changes nothing.
- `next any 40, tax Ann, then roll` plays one of these a turn, in this order, on as many turns \
as there are cards. If a card can't be played, the next one is. If none can, you roll. With \
`then keep rolling` you go on rolling afterwards.

Orders for the Buying Phase end with it.""",
    ),
    Page(
        "Standing orders: while you deal",
        """In the Dealing Phase it's `next pass` or `next any 40, then pass`.

`next keep passing` lasts until your number of cards, your properties or your cash changes.

`next any 40, then ask me` plays a card if everybody can see that it can be played, and asks \
you otherwise. It ends if you gain or lose another card or get an offer.""",
    ),
    Page(
        "Standing orders: what you choose",
        """`prefer sell hotel, casino; add airline; take Ann` is for when you have to put a \
property up for sale, add money to one, or take a card for a T. I take the first of each that's \
possible, but I never put up your own property. If none is possible, I ask you. The order lasts \
until you end it.

I always ask you about a sale, a trade, an offer to you, and a property to surrender.""",
    ),
    Page(
        "What happens to standing orders",
        """*More…* on your hand, or `/table orders`, lists them and ends each. If you move by \
hand, that move counts.

**Your standing orders are secret**. If a card in one is stolen, nobody can tell: you play the \
next card, or roll or pass, just as if you had meant to. While the game goes on, only you are \
told which moves they made. But others may guess that you had one from how quickly it was \
answered.""",
    ),
    Page(
        "Typing in the DM",
        """`roll`, `play any 40`, `tax Ann`, `force sale hotel`; `bid 100`, `bid 100 up to \
150 use investors out yes back ask`, `no bid`; `raise 120 with 50+20`, `you're out Ann`, \
`i'm back`, `pass`; `plan 150 use`; `deal Ann: give hotel; get 10; they return hotel for 10 \
by 31`, `accept`, `reject`, `release 3`.""",
    ),
    Page(
        "Assumed: the board",
        f"""Some details were never published, so I've filled them in. The board has \
{len(BOARD)} spaces in this order, with these amounts for ADD: {_RING}.""",
    ),
    Page(
        "Assumed: names and figures",
        """I've also filled in:
- the names of the last two properties, Office Building and Airline (one is reported, one is a \
guess)
- the single profits of the Casino, the Tropical Island, the Cruise Line, the Office Building \
and the Airline
- that pairs are neighbours, and what they pay, except Hotel + Casino and Tropical Island + \
Cruise Line
- how many Any property cards pay 40 and how many 50
- what the card for four properties pays
- how many Outside Investors there are of each amount""",
    ),
    Page(
        "Decided here: luck and bids",
        """The printed rules don't say, so here's what I do:
- Everybody rolls to go first, and a T is the highest. START only counts if you land on it. A T \
never moves you. The card you take for it comes from a hand, never from the pile.
- If you have less than $10M, I don't ask you for a bid. The money in an open bid counts neither \
as cash to raise with nor as cash to be taxed.
- I don't ask you if everybody can see that you have no choice. If only your hidden hand leaves \
you no choice, I still ask.""",
    ),
    Page(
        "Decided here: properties",
        """- You can't tax a player who owns nothing. A player who's short, by a little or by a \
lot, surrenders one property: not a promised one if there's another. With only one, I don't \
ask.
- TRADE needs nobody's consent. A property traded to the board is unowned again.
- A sale ends the turn even if nobody bids, and then a Force Sale card is gone. Everybody is \
told when money goes into a property. What's inside is told when a sale gives it a new owner.""",
    ),
    Page(
        "Decided here: the end",
        """- When the pile is empty, properties that got no bid are offered again as long as \
the last round sold something.
- A rejected or withdrawn offer ends the turn and isn't a pass. Three rounds in which nobody \
plays a card or makes a deal end the game. I tell you a round ahead.
- When you offer a deal, you can say which card you'll play if it's accepted, or none.
- A tie for the top is a shared win.""",
    ),
    Page(
        "Decided here: if time runs out",
        """You roll, make no bid, and pass for the rest of the sale. You take from the player \
with the most cards. You add to and put up the first property that nobody owns. You trade \
nothing. You surrender the property with the least inside. In the Dealing Phase you pass, reject \
offers, and play no card.""",
    ),
)
