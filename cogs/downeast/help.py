"""The help pages of Downeast Dealer. Their numbers come from the deck."""

from collections.abc import Sequence

from bot.ui.face.face import Page
from bot.ui.panels.pics import big
from bot.ui.panels.words import listed
from games.downeast.decks import DECKS, END_DEAL_CAP, TIE_CAP, Deck


def _stars(deck: Deck) -> str:
    return ", ".join(f"{item.many} {item.stars}★" for item in deck.items)


def _assumed(deck: Deck) -> str:
    names = [item.many for item in deck.items if item.name_assumed]
    stars = [f"{item.stars} for {item.many}" for item in deck.items if item.stars_assumed]
    printed = [item.many for item in deck.items if not item.stars_assumed]
    values = f"all star values except those of {listed(printed)}" if printed else "all star values"
    return f"the names {listed(names)}, and {values} ({', '.join(stars)})."


HOW_TO: Sequence[Page] = (
    Page(
        "A Canoe turns up",
        f"""{big("canoe", "canoe")}
Ann, Ben, Cat and Dan are playing. It's Ann's turn, and she turns over the next item: a Canoe. \
All four Canoes would be a set worth 80★, and Ben already has one.

At this table, everybody but Ann bids once, in secret. Ben would pay up to $50, Cat up to $20, \
and Dan passes. So Ben gets the Canoe for $30, which is $10 more than Cat would have paid. He \
gives Ann, the auctioneer, three tens. Now he has two Canoes.""",
    ),
    Page(
        "Ben wants Cat's Canoe",
        f"""{big("bad_check", "bad_check")}
It's Ben's turn. He wants Cat's Canoe, so he starts a *Downeast Deal*. Each of them stakes one \
Canoe. Ben lays two cards face down, fanned out so that everybody can count them, and says \
nothing. They're his two bad checks, worth exactly nothing. They look just like cash.

Cat could *answer* with cash of her own. Then they'd swap what they laid down, and whoever laid \
down more would take the other's Canoe. Any ten would do. But two cards might be $60…

So she *gives in*. She takes Ben's cards unseen, and he gets her Canoe. Cat now has two more bad \
checks. They still look just like cash, and her turn will come.""",
    ),
    Page(
        "What a set is worth",
        f"""{big("trophy", "trophy", "trophy", "trophy", "trap", "trap", "trap", "trap")}
Collect all four of an item, and you have a set. At the end, add up the stars of your sets and \
multiply by how many sets you have. Trophies are worth 100★ and Traps 50★. With both sets, you \
have (100 + 50) × 2 = **300★**. The most stars win. Incomplete sets and cash count for nothing.

So a second set, even a cheap one, doubles the first. That's why somebody will pay too much for \
your Decoys.

You start with $90 (a $50 and four $10s) and two bad checks, which are worth nothing.""",
    ),
    Page(
        "Your turn: an auction",
        f"""{big("lantern")}
On your turn, auction the next item or start a Downeast Deal. If you can't deal, I turn over the \
next item for you.

The others bid in tens, and you don't. Then you **sell** the item to the high bidder, or **keep \
it** and pay the high bidder that price. If nobody bids, it's yours for nothing.

The table's opening says how you bid:
- **Open bidding**: bid as often as you like. It's over when everybody else has passed.
- **Secret bids**: name the most you'd pay, once. The highest bidder pays $10 more than the \
next-highest bid. The auctioneer decides in secret, too.""",
    ),
    Page(
        "Your turn: a Downeast Deal",
        """Choose an item that you and another player both have. If you each have exactly two, \
each of you stakes two. Otherwise, each stakes one. Lay down any cash, or none, face down: \
stacked, or fanned out so that everybody can count the cards.

The other player can't refuse, but can choose:
- **Give in**: they take your offer unseen, and you get what they staked.
- **Answer** with any cash, or none: you swap what you laid down. Whoever laid down more takes \
what the other staked.

If it's a tie, you swap the cash too, and then you make another offer.""",
    ),
    Page(
        "Cash, Chests and the end",
        f"""{big("chest")}
**You never get change.** If you owe $80 and have only a $100, you lose $20. Usually I pick your \
cards for you, at the lowest cost, but you can pick them yourself.

**A treasure Chest brings cash.** When one is turned over, everybody gets $50. The second brings \
$100 each, the third $200 and the fourth $500. In the Yankee Swap deck, it's the Scratch-offs \
that do this.

**When the deck is empty**, there are only deals, until every set is complete. Then the most \
stars win.

Does your table play with the **Thief** (or Coal)? The fine print says how.""",
    ),
)

FINE_PRINT: Sequence[Page] = (
    Page(
        "The Thief (or Coal)",
        f"""{big("thief")}
Only some tables play with the Thief, which is called Coal in the Yankee Swap deck. Nobody wants \
it. When one turns up, everybody seals a bid, the auctioneer too, with any cash or none. The \
lowest bidder takes the Thief and all the cash that was bid. If several tie for the lowest, they \
bid again.

In a deal for Thieves you don't swap. Whoever lays down less takes what the other staked, and \
all the cash. If you have all four at the end, your lowest set doesn't count.""",
    ),
    Page(
        "Secret bids",
        """These are usual at a day's or a week's pace. Everybody but the auctioneer names the \
most they'd pay, or passes. I ask you even if you have no cash. You can change your answer until \
everybody has answered. Whoever named the most gets the item for $10 more than the next-highest \
amount, or for $10 if nobody else bid. If several tie, the first of them clockwise from the \
auctioneer's left gets it, at that amount.

At the same time, the auctioneer says to sell the item, or up to what price to keep it. There \
can be another price for a single bidder. If the price is exactly the auctioneer's limit, the \
auctioneer keeps it.""",
    ),
    Page(
        "What secret bids change",
        """I tell everybody who got the item, the price, and who else bid. I don't tell any other \
amount while the game goes on.

This differs from the printed rules. You don't see other bids, nobody can jump ahead or call, \
and the auctioneer decides before knowing who bids and how much. You may also end up with a \
price that you can only overpay. Secret bids go without secret limits and without bluffs.""",
    ),
    Page(
        "Open bidding and the call",
        """If you've passed, you can still bid until the bidding is over. As the auctioneer, you \
can *call* it (“going once, going twice”). Then anyone who hasn't answered has little time left. \
A new bid cancels the call.""",
    ),
    Page(
        "Paying",
        f"""{big("bill_50", "bill_10", "bill_10", "bill_10", "bill_10", "bad_check", "bad_check")}
A payment must be enough, without any card that you could leave out. So a bad check never pays.

I pick your cards: the lowest total that's enough, then the fewest cards, then the largest \
cards. Say `askme on` to pick them yourself. You can change that at any time, and everybody is \
told. With a secret bid, you can also ask to pick the cards for that item. I don't tell anybody, \
unless you have to pay.""",
    ),
    Page(
        "The last deals",
        """The sets that must be completed include the Thieves (or Coal). If it's your turn \
and you can't start a deal, your turn is skipped.""",
    ),
    Page(
        "The decks",
        f"""**Classified**: {_stars(DECKS["classified"])}.

**Yankee Swap**: {_stars(DECKS["yankee"])}.""",
    ),
    Page(
        "Options: short games, payments, open cash",
        """The table's opening says which options it plays with.
- *Short*: the game leaves out two sets, the two cheapest unless somebody chose others. Without \
the treasure Chests (or Scratch-offs), a game brings no new cash.
- *Payments*: usually I pick everybody's cards until they say otherwise. A table can also start \
with everybody picking their own.
- *Open cash*: everybody sees the cards that pay for an auction. Usually everybody is told the \
price, and only the payer and the payee see the cards.""",
    ),
    Page(
        "Options: bluffs",
        """Usually you can't bid more than you have. If you try, only you are told.

With bluffs, anyone can bid up to all the money in the game, even with no cash. If somebody bids \
all of it, the bidding is over. If the item is sold to you and you can't pay, you show all your \
cash and you're out of that auction. Then it starts again for the others. If nobody is left, the \
auctioneer gets the item for nothing.""",
    ),
    Page(
        "Options: secret limits",
        """With open bidding, you can usually set a secret limit together with a bid, or while \
you have the high bid. It can be anything from your bid up to all your cash. When somebody bids \
more, I raise your bid at once, by as little as possible. So if your bid is beaten at once, it \
met a limit.

If two limits meet, the higher one wins, at $10 above the lower one or at the limit itself if \
that's less. If they're equal, the one set first wins, at that amount. A new bid of exactly your \
limit doesn't beat you.""",
    ),
    Page(
        "How long a limit lasts",
        """Until the auction ends. You can change or withdraw it until you're outbid. I don't tell \
anybody else about it while the game goes on. A table can also play without limits.""",
    ),
    Page(
        "Standing orders: price lists",
        """If you already know what you'd pay, nobody has to wait for you. Set it from your hand, \
with `/GAME ahead`, or by typing. If the table plays with secret bids:
- `prices canoe 70, trap pass` is your price list: the most you'd pay for each kind, or a pass. I \
ask you about kinds that aren't on it.
- `retain canoe 50, trap sell` is for items that you auction: you keep them for up to that price, \
or sell them.

A new list changes only the kinds it names. `canoe ask` takes a kind off.""",
    ),
    Page(
        "When a price list still asks you",
        """Your limit counts as far as your cash goes when the item is up. If you have less than \
$10, it's a pass or a sale. I still ask you about:
- a kind that anybody has three of, you included;
- every kind once a treasure Chest (or Scratch-off) has come up, until you set new limits, \
because there's new cash;
- that Chest itself, and the Thief or Coal.

Your hand reminds you after the deal and with each Chest.""",
    ),
    Page(
        "Standing orders: your turns",
        """At every table:
- `plan auction` or `plan canoe with ben 50 10 fan` is what you'll do on your next turn. I ask \
you if it's no longer possible, or if each of you would now stake a different number of cards. \
The order ends with that turn. A deal names cards, so it also ends as soon as you pay, answer a \
deal, or lay down cash in any other way.
- `plan auction until I say` auctions an item on each of your turns. A new order for your turns \
replaces the old one.

There's no standing order for another offer after a tie, an answer to a deal, or the cards you \
pay with.""",
    ),
    Page(
        "What happens to standing orders",
        """See your orders and end them from your hand, or with `/table orders`. If you make a \
move yourself, that counts.

**Your standing orders are secret**, and while the game goes on, only you know which moves they \
made. But others may guess that you had one from how quickly it was answered.

They end with the game. In your next one, I offer you your lists and "until I say" again, with \
one button or `/table again`.""",
    ),
    Page(
        "Typing in the DM",
        """- With open bidding: `bid 80`, `pass`, `call`, `sell`, `buy`. If the table has limits: \
`bid 80 limit 120`, `limit 120`, `no limit`.
- With secret bids: `50`, `50 ask me`, `pass`. As the auctioneer: `sell`, `keep 40`, `keep 40, 60 \
against Ben`.
- On your turn: `auction`, or `deal canoe with ben 50 10 fan`. In a deal: `answer 50 10x3 c` or \
`surrender`.
- Cards: `50 10x3 c` (`c` is a bad check), `nothing`, `all`. To pick your own cards when you pay: \
`askme on`. To let me pick: `askme off`.""",
    ),
    Page(
        "Assumed: the Classified deck",
        f"""The printed rules don't say everything. In the Classified deck, I made up \
{_assumed(DECKS["classified"])}""",
    ),
    Page(
        "Assumed: the Yankee Swap deck",
        f"""In the Yankee Swap deck, I made up {_assumed(DECKS["yankee"])}""",
    ),
    Page(
        "Decided here: auctions",
        """The printed rules don't say, so here's how we play it:
- I pick at random who goes first. After a deal, the turn passes clockwise from the challenger.
- With open bidding, the auctioneer can't close an auction at will. It ends only when everybody \
else has passed since the last bid.
- With secret bids, the Thief is still bid for with sealed cash, and if nobody bids for an item, \
it's still the auctioneer's for nothing.
- The auctioneer can only sell to the high bidder or keep the item at that price. If you don't \
have enough cash to keep it, you can only sell.""",
    ),
    Page(
        "Decided here: deals",
        f"""- You can't refuse a deal, but you can give in. Two against two is always for both.
- You can offer or answer with no cards at all, or with bad checks only. Nobody can count a \
stack or an answer.
- While the game goes on, only the two players in a deal are told what was laid down, even if \
one of them gave in. Everybody is told who got the items.
- If a deal is tied and neither player has any money left, or if it's the {TIE_CAP}th tie in a \
row, the challenger gets the items, or gets rid of the Thieves.""",
    ),
    Page(
        "Decided here: the Thief",
        f"""- If you give in to a deal for Thieves, you take the offer and the challenger's staked \
Thieves. If such a deal is tied, both take back their own cash.
- If sealed bids tie for the lowest, only the tied players bid again. All earlier bids stay in \
the pot, and only the new bids count. If none of the tied players has money left, or after \
{TIE_CAP} rounds, the first of them in bidding order takes the Thief. That order goes clockwise \
from the auctioneer's left, with the auctioneer last.
- If you have four Thieves but no set, you lose nothing. The Thieves aren't a set themselves.""",
    ),
    Page(
        "Decided here: the end",
        f"""- If the last deals go in circles, the game ends after {END_DEAL_CAP} of them, and \
incomplete sets score nothing.
- If several players tie for the most stars, they share the win.""",
    ),
    Page(
        "Decided here: if time runs out",
        """I make a move for you. You pass, sell, pay the cheapest way, give in, or seal an empty \
bid. After a tie in your deal, you offer nothing. On your turn, you auction, or if the deck is \
empty, you start the first possible deal and offer nothing. With secret bids, you can still \
change such a pass or sale until everybody has answered.""",
    ),
)
