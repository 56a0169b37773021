"""How Downeast Dealer is played, in our own words; the figures are the deck's."""

from collections.abc import Sequence

from bot.ui.words import listed
from games.downeast.decks import DECKS, END_DEAL_CAP, TIE_CAP, Deck


def _stars(deck: Deck) -> str:
    return ", ".join(f"{item.many} {item.stars}★" for item in deck.items)


def _assumed(deck: Deck) -> str:
    names = [item.many for item in deck.items if item.name_assumed]
    stars = [f"{item.stars} for {item.many}" for item in deck.items if item.stars_assumed]
    printed = [item.many for item in deck.items if not item.stars_assumed]
    values = f"the star values but those of {listed(printed)}" if printed else "all star values"
    return f"**{deck.title}**: the names {listed(names)}, and {values} ({', '.join(stars)})."


_PLAY = f"""Collect sets of four. Your score is the stars of all your complete sets, times how \
many of them you have: (100 + 50) × 2 = 300★. Cash is worth nothing in the end, but until then it \
is everything. You begin with $90: a $50, four $10, two bad checks. Nobody makes change.

**Your turn** is an auction or a Downeast Deal. Where nobody owns what you own, no deal is \
possible, and the next item is turned over at once.

**Auction.** Turn over the next item. The others bid, in tens, as often as they like; you don't. \
When all have passed on the high bid the hammer falls, and you choose: *sell* to the high bidder, \
or *keep it* and pay the high bidder as much. No bid at all, and it is yours for nothing. You may \
*call* (going once, going twice): who has not answered then has little time.

**Paying.** Whoever pays picks the cards: enough, and none that could stay at home. Owe $80 with \
only a $100, and $20 are gone.

**Downeast Deal.** Pick an item that you and somebody else both own some of, and lay down any \
cash face down: a stack, or fanned out so that the cards can be counted. Bad checks are worth \
nothing, and look like cash. The other one *gives in*: takes it unseen, and you get the item. Or \
*answers* with cash: you swap, and who laid down more takes the other's stake. The stake is one \
card each; if you both own two it is two. Equal offers are swapped, and the challenger offers again.

**Treasure** ({DECKS["classified"].item("Chest").many}, Scratch-offs) brings cash when it is \
turned over, to everybody: $50 for the first, then $100, $200, $500.

**The Thief** (Coal in the Yankee Swap deck; an option). Nobody wants it. Everybody seals a bid, \
the lowest takes it, and all the cash bid with it. Ties bid again. In a deal for Thieves who lays \
down less takes them, and all the cash. All four cost you a set, the lowest.

**The end.** When the deck is empty only deals are left, and they go on until every set is \
complete."""

_SMALL_PRINT = f"""**The decks**
Classified: {_stars(DECKS["classified"])}.
Yankee Swap: {_stars(DECKS["yankee"])}.
A short game leaves two sets out: the cheapest two, unless the opener chose others.

**Assumed.** The printed rules don't tell everything. Ours are, in the
{_assumed(DECKS["classified"])}
{_assumed(DECKS["yankee"])}

**Decided here**, where the printed rules are silent
- Who begins is drawn by lot; after a deal the turn goes on from the challenger.
- The hammer falls only when all others have passed since the last bid; until then a pass is not \
final.
- You cannot bid more than you hold; only you are told. With *bluff bids* you can: who then cannot \
pay shows all their cash, and the item is auctioned again without them.
- A *secret limit* bids for you, by the least amount, whenever somebody else raises. Of two limits \
the higher stands $10 above the lower; of two equal ones the first stands. Nobody else sees it.
- The price of an auction is public, the cards that pay it are known to the two.
- An offer may be no cards at all. If both have no money left, or after {TIE_CAP} ties in a row, \
the challenger has their way.
- Taking the cash in a deal for Thieves takes the challenger's Thief too. Tied there, each picks \
up their own.
- Sealed bids that tie: only those who tied bid again, and what was bid stays in the pot. If none \
of them has money, or after {TIE_CAP} rounds, the first in bidding order takes it: clockwise from \
the auctioneer's left, the auctioneer last.
- A game whose last deals go round in circles ends after {END_DEAL_CAP} of them.
- A shared top score is a shared win.

**If your time runs out** you pass, sell, pay the cheapest way, give in, bid nothing; on your turn \
you auction, or offer nothing for the first deal there is.

**Typing in the DM**: `bid 80 limit 120`, `pass`, `call`, `sell`, `buy`; cards as `50 10 c` (`c` \
is a bad check), `nothing`, `all`; `deal canoe ben 50 10 fan`; `surrender`."""

HOW_TO: Sequence[str] = (_PLAY, _SMALL_PRINT)
