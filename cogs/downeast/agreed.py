"""The agreed terms of a Downeast Dealer table, each with its meaning."""

from collections.abc import Sequence

from bot.ui.face.face import Agreed
from cogs.downeast.text import left_out
from games.downeast.decks import DECKS
from games.downeast.state import Options


def agreed(options: Options) -> Sequence[Agreed]:
    """List the deck, the length of the game, the bidding and every unusual term."""
    terms = [_deck(options), _length(options), _bidding(options)]
    if options.bluff_bids:
        means = "you can bid more than you have, but if it's found out, you show all your cash."
        terms.append(Agreed("bluff bids", means))
    if not options.limits and options.bidding != "once":  # DD-43: limits would have no effect
        terms.append(Agreed("no secret limits", "I don't raise your bids while you're away."))
    if options.payments == "asked":
        means = "you can still let me do it for you."
        terms.append(Agreed("whoever pays picks the cards", means))
    if options.open_payments:
        terms.append(
            Agreed("payments are shown", "everybody sees the cards that pay for an auction.")
        )
    return terms


def _deck(options: Options) -> Agreed:
    deck = DECKS[options.deck]
    thief = f"{'the ' * (options.deck == 'classified')}{deck.thief.name}"
    if options.thief:
        means = f"nobody wants {thief}, so sealed bids decide who has to take it."
        return Agreed(f"{deck.title}, with {thief}", means)
    return Agreed(f"{deck.title}, without {thief}", "everything that turns up is worth having.")


def _length(options: Options) -> Agreed:
    if not options.short:
        return Agreed("full game", "all ten sets are in the deck.")
    removed = options.removed or DECKS[options.deck].left_out()
    return Agreed(left_out(removed), "with fewer cards, it's over sooner.")


def _bidding(options: Options) -> Agreed:
    if options.bidding == "once":
        return Agreed(
            "secret bids",
            "everybody names their limit once, in secret. The highest gets the item for little "
            "more than the next-highest.",
        )
    return Agreed(
        "open bidding",
        "bid as often as you like. The bidding is over when everybody else has passed.",
    )
