"""Explain how to play TRUMP The Game, with figures from the game's card data.

The opening example is from the printed rules: the sale of the Hotel, and the second deal.
"""

from collections.abc import Sequence

from bot.ui.face import Page
from bot.ui.pics import big
from bot.ui.words import listed
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
    return ", ".join(f"{card.name.removesuffix(' Profits')} {money(card.pays)}" for card in cards)


def _copies(sort: Sort) -> str:
    return listed(
        [f"{card.copies} × {money(card.pays)}" for card in CARDS.values() if card.sort == sort]
    )


_MULTI = {card.needs: money(card.pays) for card in CARDS.values() if card.sort == "multi"}
_RING = " · ".join(f"{at} {space(place)}" for at, place in enumerate(BOARD, 1))

HOW_TO: Sequence[Page] = (
    Page(
        "Four at the table: the Hotel is for sale",
        f"""{big("hotel")}
You land on FOR SALE and put up the Hotel, which nobody owns. You are its Broker.

All four seal a bid, and all are opened at once: you $100M, Donna $70M, Mike $120M, Jeff \
$10M. Mike leads, by twenty millions.

For the moment.""",
    ),
    Page(
        "You're out, Mike",
        f"""{big("youre_out", "hotel")}
The Broker goes first. You play *You're Out* on Mike, and with him goes his bid: now yours \
is the highest. Donna passes. Mike holds no *I'm Back*. Jeff passes.

The Hotel is yours, for $100M to the bank, and the others take their bids back. There is \
$50M inside. You have paid more than that; but there are cards which make it pay.""",
    ),
    Page(
        "Jeff lends you his Casino",
        f"""{big("hotel", "casino")}
Later you own the Hotel, and hold the card *Hotel and Casino Profits*: $120M for whoever \
owns both. The Casino is Jeff's.

On his turn Jeff offers: the Casino for $10M now. You promise him $50M when you have played \
that card, and to hand the Casino back, for the same $10M.

You shake hands.""",
    ),
    Page(
        "And everybody is richer",
        f"""{big("hotel", "casino")}
On your turn you play the card: $120M from the bank. The table keeps promises, so $50M go to \
Jeff by themselves, and the Casino goes back to him for $10M.

You are $70M richer, Jeff is $50M richer, and he has his Casino. Nobody can forget what was \
promised, and nobody need trust anybody. Much.""",
    ),
    Page(
        "What it is about",
        f"""Three or four play. You buy properties at auction, then deal for the cards that \
make them pay. At the end your cash and the money inside your properties count; the most \
wins. Cards count nothing.

Everybody begins with {money(START_CASH)} and {START_CARDS} cards; each of the \
{len(PROPERTIES)} properties has {money(START_INSIDE)} inside. All money comes in tens of \
millions.""",
    ),
    Page(
        "The Buying Phase",
        f"""{big("die_t")}
On your turn you draw a card; then you roll and move, or play a card instead. There is no \
passing. Where you land:
- a property: {money(LANDED)} of the bank's goes inside, whoever owns it;
- FOR SALE: you are the Broker of a property that nobody owns; ANY FOR SALE: of any at all;
- ADD: so much goes into a property that nobody owns, and you draw a card;
- ROLL: {money(DIE_PAYS)} for each point of the die; · START: one card from everybody;
- TRADE: give one of yours for any other, if you like; nobody is asked.

The die has 1 to 5 and a **T**: take a card at random from a player you choose, and roll \
again.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "The Dealing Phase",
        """It begins when every property has been bought, or the pile is empty: then who \
drew the last card sells what is left, one by one, and what nobody buys leaves the game. On \
your turn you play a card, offer a deal, or pass. When all have passed in a row, or nobody \
holds a card, the game is over.""",
    ),
    Page(
        "Cards you play on your turn",
        f"""{big("any_property", "tax", "force_sale", "die_roll")}
- *Profits*: one property (its own card, or {money(DIE_PAYS)} a point with the die), two of \
them, any one, three ({_MULTI[3]}) or four ({_MULTI[4]}). You must own what the card wants \
at that moment.
- *Tax*: somebody pays you {money(TAX_EACH)} for each property they own. Short of cash, they \
pay all they have and surrender a property with what is inside.
- *Force Sale*: put any property up for sale.
- *Die Roll*: roll {DIE_ROLLS} times, and take a card for each T.""",
    ),
    Page(
        "A sale opens",
        """Everybody, the Broker and the owner too, seals an opening bid in tens, or none. \
All are opened at once; the highest leads, of equal ones the first clockwise from the \
Broker. Who made no bid is out of it. Alone, you have it at once. Otherwise it goes round.""",
    ),
    Page(
        "Your turn in a sale",
        f"""{big("investor", "youre_out", "im_back")}
You do one thing:
- *raise*: with Outside Investors, who bring the bank's money. Cash can be raised only once \
somebody has played one in this sale. A raise must top the highest bid that is still in;
- *You're Out* on another bidder, whose bid counts no more;
- *I'm Back*, if you are knocked out: your old bid counts again. It takes the whole turn;
- *pass*: you may still act later.""",
    ),
    Page(
        "How a sale ends",
        """It ends when all but the leader have passed since the last raise, *You're Out* \
or *I'm Back*, and who was knocked out has had a turn. The winner pays the whole bid, to the \
bank or to the former owner, and gets the property with what is inside. The owner who wins \
puts the bid inside. All others get their whole bid back, investors' money too. The cards \
are gone.""",
    ),
    Page(
        "One wait for a sale",
        """With *bidding: once* (as usual) you say with your opening bid how you go on: up \
to what, whether your investors are used, You're Out on the leader if that puts you first, \
I'm Back if you are knocked out. The bidding then runs by itself, exactly as printed.

If you say nothing you go no higher than your opening bid and play no card. `up to` *ask in \
turn* has you asked as printed; *ask* for a card asks you when it could be played.""",
    ),
    Page(
        "A plan",
        """With *bidding: open* everybody is asked in turn, and may lay down such a plan at \
any time. A plan is in nobody's sight but yours.

A plan, on your turn: leading, it passes. Otherwise the first of these that is possible \
within its limit: the lowest raise with at least one investor; $10M over the leader in cash; \
You're Out; pass.""",
    ),
    Page(
        "Deals",
        """On your turn of the Dealing Phase you offer one other player a deal: properties \
with what is inside, cards by name, cards drawn at random, cash one way, promises, a line of \
words. They accept, reject, or answer with one counter-offer. You put it together in a \
draft, piece by piece, whenever you like; nobody else sees it.

If a deal brings you a card or a property you may then play one card that has to do with it. \
You may ask for a card that they do not hold: then they cannot accept, and all others hear \
only that they rejected it.""",
    ),
    Page(
        "Promises",
        f"""They are kept by the table, up to {MOST_PROMISES} in a deal, by either side:
- *pay* a sum; *return*, hand over, a property, for a sum or for nothing. By a turn, with a \
card (when who promised it plays that card next), or both: `until` a turn it lapses, `or by` \
a turn it is due then in any case;
- *keep* a property, *spare* a player (no Tax on them, no Force Sale of theirs), until a \
turn.

**Beware of *when***: a promise that waits for a card alone never falls due if the card is \
not played. Ask for a turn as well.""",
    ),
    Page(
        "When promises fall due",
        f"""Turns are numbered through the game; a promise reaches at most {CIRCLES} rounds \
ahead. With a card one pays first, then hands over; at the end of a turn the other way \
round. Who cannot pay in full pays what there is, and owes the rest; debts are taken as soon \
as they can be.

Who was promised something can let it go at any time. When the game ends what has a turn \
falls due at once, and debts are paid, out of properties too.""",
    ),
    Page(
        "What promises forbid",
        f"""- What is promised cannot be dealt away, put up by one's own Force Sale, or \
promised twice. A card that one's promise waits for is given by name to nobody else.
- A property lost by a sale or for Tax takes the promise to return or to keep it with it, \
through no fault of anybody's. A promise to pay stands. If its owner wins the sale, the \
promise stands.
- Words, up to {MOST_WORDS} characters, are on their honour: nobody keeps them but who said \
them.""",
    ),
    Page(
        "What everybody may know",
        """Hands, the pile, sealed bids and plans are secret. Who holds how many cards is \
public; a taken card is shown to the two alone. Money follows from what all have been told; \
with *books: closed*, as usual, the board shows it to its owner alone and everybody \
remembers the rest, with *books: open* to all.""",
    ),
    Page(
        "The cards",
        f"""One property: {_pay("single")}.

Two: {_pay("pair")}.

Any one: {_copies("any")}.

Outside Investors: {_copies("investor")}.""",
    ),
    Page(
        "Standing orders: while you buy",
        """Nobody has to wait for what you know already. Set it under *More…* on your \
hand, with `/GAME ahead`, or with a typed line:
- `next roll` is for your next turn of the Buying Phase, `next keep rolling` for all of \
them. You draw first, as always, and what you draw changes nothing.
- `next any 40, tax Ann, then roll` plays one of these a turn, in this order, on as many \
turns as there are cards. What cannot be played then is passed over for the next, and if \
none can be you roll. With `then keep rolling` you roll on behind them.

Orders for the Buying Phase end with it.""",
    ),
    Page(
        "Standing orders: while you deal",
        """In the Dealing Phase it is `next pass`, or `next any 40, then pass`. `next keep \
passing` stands until the number of your cards, your properties or your cash change. `next \
any 40, then ask me` plays a card while everybody could reckon that it can be played, and \
asks you otherwise; it ends when another card of yours comes or goes, or a deal with you is \
offered.""",
    ),
    Page(
        "Standing orders: what you choose",
        """`prefer sell hotel, casino; add airline; take Ann` is what you choose whenever \
you must put a property up, add money to one, or take a card for a T. I take the first of each \
that works, but never put up a property of your own. If none works, I ask you. The order lasts \
until you end it.

I always ask you about a sale, a trade, an offer to you, and a property to surrender.""",
    ),
    Page(
        "What happens to standing orders",
        """*More…* on your hand, or `/table orders`, lists them and ends each. If you \
move by hand, that move counts.

**Your standing orders are secret**, and so is whether a card in one has been stolen: then you \
play the next card, or roll or pass, just as if you had meant to. Only you are told which moves \
they made while the game goes on. Others may guess that you had one from how quickly it was \
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
        f"""Not everything was ever published. Ours are: {len(BOARD)} spaces in this order, \
and the sums of ADD: {_RING}.""",
    ),
    Page(
        "Assumed: names and figures",
        """Ours are, too,
- the names Office Building and Airline as the last two properties' (one is reported, one a \
guess);
- the single profits of the Casino, the Tropical Island, the Cruise Line, the Office \
Building and the Airline; that the pairs are neighbours, and what they pay, but for Hotel \
and Casino and for Tropical Island and Cruise Line; how many cards of Any property pay 40 \
and how many 50; what the card for four properties pays; how many Outside Investors there \
are of each sum.""",
    ),
    Page(
        "Decided here: luck and bids",
        """Where the printed rules are silent:
- Who begins is rolled for, T the highest; START counts when landed on only. A T never moves \
you; a card taken for it comes from a hand, never from the pile.
- Who has less than $10M is not asked for a bid. A bid of yours that lies on the table \
counts neither as cash to raise with nor to be taxed.
- Nobody is asked where all can see that there is no choice; a choice that only a hidden \
hand forbids is asked.""",
    ),
    Page(
        "Decided here: properties",
        """- Tax on who owns nothing is not allowed. Short by a little or by all of it, one \
property goes, not one that is promised while there is another; with one it goes without a \
question.
- TRADE needs nobody's consent; a property given to the board is unowned again.
- A sale ends the turn, bid or no bid, and a Force Sale card without a bid is gone. Money \
added to a property is told to all; what is inside is told when it gets a new owner by a \
sale.""",
    ),
    Page(
        "Decided here: the end",
        """- When the pile is empty, what found no bid is offered again while the last \
round sold something.
- A rejected offer, or one withdrawn, ends the turn and is not a pass. Three circles in \
which nobody plays a card or makes a deal end the game; you are told a circle ahead.
- With the proposal you may say which card you play if it is accepted, or none.
- A shared top score is a shared win.""",
    ),
    Page(
        "Decided here: if time runs out",
        """You roll; make no bid, and pass for the rest of the sale; take from who has the \
most cards; add to, and put up, the first property that nobody owns; trade nothing; \
surrender the property with the least inside; pass, reject, play no card.""",
    ),
)
