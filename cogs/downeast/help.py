"""The help pages of Downeast Dealer. Their numbers come from the deck."""

from collections.abc import Sequence

from bot.ui.face import Page
from bot.ui.pics import big
from bot.ui.words import listed
from games.downeast.decks import DECKS, END_DEAL_CAP, TIE_CAP, Deck


def _stars(deck: Deck) -> str:
    return ", ".join(f"{item.many} {item.stars}★" for item in deck.items)


def _assumed(deck: Deck) -> str:
    names = [item.many for item in deck.items if item.name_assumed]
    stars = [f"{item.stars} for {item.many}" for item in deck.items if item.stars_assumed]
    printed = [item.many for item in deck.items if not item.stars_assumed]
    values = f"the star values but those of {listed(printed)}" if printed else "all star values"
    return f"The names {listed(names)}, and {values} ({', '.join(stars)})."


HOW_TO: Sequence[Page] = (
    Page(
        "Four at the table: a Canoe turns up",
        f"""{big("canoe", "canoe")}
It is Ann's turn, and she turns over the next item: a Canoe. Four of them would be a set, \
worth 80★. Ben has one already.

At this table each of the others answers a lot once, in secret. Ben would pay up to $50, Cat \
up to $20, Dan passes. So Ben has it, for $30: $10 more than Cat would have gone. He lays \
down three tens, and Ann, who sells, has $30 more.""",
    ),
    Page(
        "Whose Canoes are they?",
        f"""{big("bad_check", "bad_check")}
Ben's turn. Cat owns a Canoe as well, and he wants it. A *Downeast Deal*: both stake a \
Canoe, or two where both own two; here Cat has one, so it is one.

Ben lays two cards face down, fanned out for all to count, and says nothing. They are his \
two bad checks, worth exactly nothing. They look just like cash.""",
    ),
    Page(
        "Cat gives in",
        f"""{big("canoe", "canoe", "canoe")}
Cat can *answer* with cash of her own: then both swap what they laid down, and who laid more \
takes the other's Canoe too. Any ten would do. But two cards might be $60…

She *gives in*: takes Ben's offer unseen, and he gets the Canoe. Cat now owns two more bad \
checks. They still look just like cash, and her turn will come.""",
    ),
    Page(
        "What a set is worth",
        f"""{big("trophy", "trophy", "trophy", "trophy", "trap", "trap", "trap", "trap")}
At the end only complete sets count, times how many you have. All four Trophies are 100★, \
all four Traps 50★. Whoever has both has (100 + 50) × 2 = **300★**.

So a second set, even a cheap one, doubles the first. That is why somebody will pay too much \
for your Decoys.""",
    ),
    Page(
        "What it is about",
        """Collect sets of four. Your score is the stars of all your complete sets, times \
how many of them you have: (100 + 50) × 2 = 300★.

Cash is worth nothing in the end, but until then it is everything. You begin with $90: a \
$50, four $10, two bad checks. Nobody makes change.

**Your turn** is an auction or a Downeast Deal. While nobody else owns any item that you own \
no deal is possible, and the next item is turned over at once.""",
    ),
    Page(
        "An auction",
        f"""{big("lantern")}
Turn over the next item. The others bid, in tens, as often as they like; you don't. When all \
the others have passed on the high bid the hammer falls, and you choose: *sell* to the high \
bidder, or, if you hold enough, *keep it* and pay the high bidder as much. No bid at all, \
and it is yours for nothing.

You may *call* (going once, going twice): who has not answered then has little time. A new \
bid cancels the call.

A table may also play with *one answer a lot*, as its opening says: then nobody bids in the \
open, see the next page.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "One answer a lot",
        """Usual at a day's pace or a week's. In secret everybody but the auctioneer says \
the most they would pay, or passes; you are asked whatever you hold, and may change your \
answer while others are still to answer. Then whoever named most has the item, for $10 more \
than the next; alone, for $10. Of equal amounts the first clockwise from the auctioneer's \
left has it, at that amount.

Meanwhile the auctioneer says to sell it, or up to what price to keep it, from all or from \
one of you: at just that price it is kept.""",
    ),
    Page(
        "What one answer a lot bends",
        """Told are who has it, the price, and who else bid; no other amount while the game \
goes on.

What this bends: you see nobody's bids, nobody jumps ahead or calls, the auctioneer decides \
before knowing who bids and what, and your cards may only be able to overpay the price. It \
goes without limits and without bluffs.""",
    ),
    Page(
        "Paying",
        f"""{big("bill_50", "bill_10", "bill_10", "bill_10", "bill_10", "bad_check", "bad_check")}
Enough, and no card that could stay at home: owe $80 with only a $100, and $20 are gone.

The house picks your cards: the smallest sum that will do, then the fewest cards, the \
largest among them. Say *ask me* to pick them yourself.""",
    ),
    Page(
        "A Downeast Deal",
        """Pick an item that you and somebody else both own some of, and lay down any cash, \
or none, face down: a stack, or fanned out so that the cards can be counted. Bad checks are \
worth nothing, and look like cash.

The other one *gives in*: takes your offer unseen, and you get the item. Or *answers* with \
cash, or none: you swap, and who laid down more takes the other's stake. The stake is one \
card each; if you both own two it is two. Equal offers are swapped as well, and the \
challenger offers again.""",
    ),
    Page(
        "Treasure",
        f"""{big("chest")}
Treasure ({DECKS["classified"].item("Chest").many}, in the Yankee Swap deck Scratch-offs) \
brings cash when it is turned over, to everybody: $50 for the first, then $100, $200, $500.""",
    ),
    Page(
        "The Thief",
        f"""{big("thief")}
The Thief (Coal in the Yankee Swap deck) is there only where the table plays with it. Nobody \
wants it. When one is turned over everybody seals a bid, the auctioneer too, of any cash or \
none. The lowest takes it, and all the cash that was bid. Who ties for the lowest bids \
again.

In a deal for Thieves nothing is swapped: who lays down less takes the other's stake, and \
all the cash. Holding all four at the end costs a set, the lowest.""",
    ),
    Page(
        "The end",
        """When the deck is empty only deals are left, and they go on until every set is \
complete, that of the Thief too. Who can start no deal then is skipped. The most stars win.""",
    ),
    Page(
        "The decks",
        f"""**Classified**: {_stars(DECKS["classified"])}.

**Yankee Swap**: {_stars(DECKS["yankee"])}.""",
    ),
    Page(
        "Terms: short games, payments, open cash",
        """What a table may agree on; its opening says what is unusual.
- *Short*: two sets stay in the box, the two cheapest unless the opener chose others. \
Without its treasure a game brings no new cash.
- *Payments*: as usual the house pays for whoever has not said *ask me*; or all begin by \
being asked. You can change that for yourself at any time, and all are told. You can also \
ask with your answer to one lot, and nobody is told unless you come to pay.
- *Open cash*: everybody sees the cards that pay for an auction. Without it, as usual, \
everybody is told the price, and only the two see the cards.""",
    ),
    Page(
        "Terms: bluffs",
        """Without them, as usual, nobody can bid more than they hold, and who tries is \
told so alone.

With them anybody may bid, with little cash or none, up to all the money that is in the \
game; a bid of all of it brings the hammer down. A bluffer to whom the item is sold shows \
all their cash and is out, and it is auctioned again for the others. If none are left, the \
auctioneer has it for nothing.""",
    ),
    Page(
        "Terms: limits",
        """As usual: with a bid, or while your bid is the high one, you may give a secret \
limit, from the bid up to all you hold. When somebody else raises, it bids for you at once, \
by the least amount that is needed: so a bid that is answered at once met a limit.

Of two limits the higher stands $10 above the lower, or at itself if that is less; of two \
equal ones the first stands, at that amount. A bid of just your limit stands against it.""",
    ),
    Page(
        "How long a limit lasts",
        """It ends with the auction; until you are outbid you can change or withdraw it. \
Nobody else is told of it while the game goes on. A table may also play without limits.""",
    ),
    Page(
        "Standing orders: price lists",
        """Nobody has to wait for what you know already. Set it under *More…* on your \
hand, with `/GAME ahead`, or with a typed line. If the table plays *one answer a lot*:
- `prices canoe 70, trap pass` is your price list: the most you pay for each kind, or a pass. I \
ask you about kinds that aren't on it.
- `retain canoe 50, trap sell` is for lots that you auction: you keep the item up to that price, \
or sell it.

A new list changes only the kinds it names; `canoe ask` takes a kind off.""",
    ),
    Page(
        "When a price list still asks you",
        """Your limit counts as far as your cash goes when the item is up; with less than \
$10 it's a pass, or a sale. I still ask you about:
- a kind of which anybody holds three, you included;
- every kind once a treasure Chest (a Scratch-off) has come up, because there's new cash, until \
you set new limits;
- that Chest itself, and the Thief or Coal.

Your hand reminds you after the deal and with each Chest.""",
    ),
    Page(
        "Standing orders: your turns",
        """At every table:
- `plan auction` or `plan canoe with ben 50 10 fan` is what you do on your next turn. I ask you \
if it isn't possible any more, or if the deal would be for another number of cards. The order \
ends with that turn. A deal names cards, so it also ends as soon as you pay, answer a deal, or \
lay down cash in any other way.
- `plan auction until I say` is an auction on each of your turns. A new order for your turns \
replaces the old one.

There is no standing order for an offer, an answer to a deal, or the cards you pay with.""",
    ),
    Page(
        "What happens to standing orders",
        """*More…* on your hand, or `/table orders`, lists them and ends each. If you \
move by hand, that move counts.

**Your standing orders are secret**, and only you are told which moves they made while the \
game goes on. Others may guess that you had one from how quickly it was answered.

They end with the game. In your next one I offer you your lists and "until I say" again, with \
one button or `/table again`.""",
    ),
    Page(
        "Typing in the DM",
        """`bid 80`, and where limits are played `bid 80 limit 120`, `limit 120`, `no \
limit`; `pass`, `call`, `sell`, `buy`; with one answer a lot `50`, `50 ask me`, `pass`, and \
of the auctioneer `sell`, `keep 40`, `keep 40, 60 against Ben`; `askme on`, `askme off`; \
cards as `50 10x3 c` (`c` is a bad check), `nothing`, `all`; `auction`; `deal canoe with ben \
50 10 fan`; `surrender`.""",
    ),
    Page(
        "Assumed: the Classified deck",
        f"""The printed rules don't tell everything. Ours are, in the Classified deck: \
{_assumed(DECKS["classified"])}""",
    ),
    Page(
        "Assumed: the Yankee Swap deck",
        f"""Ours are, in the Yankee Swap deck: {_assumed(DECKS["yankee"])}""",
    ),
    Page(
        "Decided here: auctions",
        """Where the printed rules are silent:
- Who begins is drawn by lot; after a deal the turn goes on from the challenger.
- The hammer falls only when all others have passed since the last bid; until then a pass is \
not final, and who has passed may bid.
- With one answer a lot the Thief is bid for as ever, and with no bid the item is still the \
auctioneer's for nothing.
- The auctioneer sells to the high bidder or keeps the item at that price, and can do \
nothing else with it; with too little cash to keep it, only sell.""",
    ),
    Page(
        "Decided here: deals",
        f"""- A deal cannot be declined, only given in to. Two against two is always for \
both.
- An offer or an answer may be no cards at all, or bad checks only. Nobody counts a stack, \
and nobody counts an answer.
- While the game goes on only the two in a deal are told what was laid down in it, whether \
it was answered or not. Everybody is told who got the items.
- After a tie, if neither has any money left, or if it was the {TIE_CAP}th in a row, the \
challenger has their way: gets the items, or is rid of the Thief.""",
    ),
    Page(
        "Decided here: the Thief",
        f"""- Giving in to a deal for Thieves takes the offer, and the challenger's staked \
Thieves too. Tied there, each picks up their own.
- Sealed bids that tie: only those who tied bid again, and what was bid stays in the pot; \
only the new bids are compared. If none of them has money left, or after {TIE_CAP} rounds, \
the first of them in bidding order takes it: clockwise from the auctioneer's left, the \
auctioneer last.
- Four Thieves cost nothing where there is no set to lose; they are no set themselves.""",
    ),
    Page(
        "Decided here: the end",
        f"""- A game whose last deals go round in circles ends after {END_DEAL_CAP} of them; \
what is not complete then scores nothing.
- A shared top score is a shared win.""",
    ),
    Page(
        "Decided here: if time runs out",
        """You pass, sell, pay the cheapest way, give in, seal an empty bid, offer nothing \
after a tie; on your turn you auction, or with the deck empty offer nothing for the first \
deal there is. With one answer a lot you may change such a pass, or sale, while others are \
awaited.""",
    ),
)
