"""The agreed terms of a Downeast Dealer table, each with its meaning."""

from collections.abc import Sequence

from bot.ui.face import Agreed
from cogs.downeast.text import left_out
from games.downeast.decks import DECKS
from games.downeast.state import Options


def agreed(options: Options) -> Sequence[Agreed]:
    """List the deck, the length of the game, the bidding and every unusual term."""
    terms = [_deck(options), _length(options), _bidding(options)]
    if options.bluff_bids:
        means = "anybody may bid more than they hold; who is found out shows all their cash."
        terms.append(Agreed("bluff bids", means))
    if not options.limits and options.bidding != "once":  # DD-43: limits would have no effect
        terms.append(Agreed("no secret limits", "no bid is raised for you while you are away."))
    if options.payments == "asked":
        means = "the house does it for who asks it to."
        terms.append(Agreed("whoever pays picks the cards", means))
    if options.open_payments:
        terms.append(Agreed("payments are shown", "all see the cards that pay for an auction."))
    return terms


def _deck(options: Options) -> Agreed:
    deck = DECKS[options.deck]
    thief = f"{'the ' * (options.deck == 'classified')}{deck.thief.name}"
    if options.thief:
        means = f"nobody wants {thief}, so who has to take it is settled by sealed bids."
        return Agreed(f"{deck.title}, with {thief}", means)
    return Agreed(f"{deck.title}, without {thief}", "whatever turns up is worth having.")


def _length(options: Options) -> Agreed:
    if not options.short:
        return Agreed("full game", "no set stays in the box.")
    removed = options.removed or DECKS[options.deck].left_out()
    return Agreed(left_out(removed), "those stay in the box, and it is over sooner.")


def _bidding(options: Options) -> Agreed:
    if options.bidding == "once":
        return Agreed(
            "one answer a lot",
            "all but the auctioneer say in secret what they'd pay; who names most has it, for "
            "little more than the next.",
        )
    return Agreed(
        "open bidding",
        "in the open and as often as you like; when all others have passed, the hammer falls.",
    )
