"""The secrets of a finished game: face-down cash and secret answers.

Public facts (open bids, prices, sealed bids against the Thief) and small change are left out.
"""

from collections.abc import Iterator, Sequence

from bot.ui.story import Game
from bot.ui.words import Names, listed
from cogs.downeast.finished.moments import DEAR, bluffers
from cogs.downeast.finished.past import Bargain, Round, Sale, episodes
from cogs.downeast.text import ORDINALS, cards_in, keep_text, laid_down, some, the
from games.downeast.cash import money
from games.downeast.decks import START_CASH
from games.downeast.events import ChestFound
from games.downeast.state import Options

_TIES_TOLD = 2


def truth(game: Game, names: Names) -> Sequence[str]:
    """List the secrets in chapters. Each chest and the end of the deck begin a chapter."""
    if not game:
        return ()
    options = game[0].seen(None).options
    lines: list[str] = []
    chapter = f"**At first, with {money(sum(START_CASH))} each**"
    for episode in episodes(game):
        if isinstance(episode, ChestFound):
            pays = f"{money(episode.card)} more for everybody"
            chapter = f"**After the {ORDINALS[episode.number]} {episode.item}: {pays}**"
            continue
        if isinstance(episode, Sale):
            line = _sale(episode, options, names)
        else:
            line = _bargain(episode, names) if isinstance(episode, Bargain) else ""
        if line:
            lines += [chapter, line] if chapter else [line]
            chapter = ""
        if isinstance(episode, Sale) and episode.last:
            chapter = "**With no cards to come**"
    return lines


def gaps(game: Game, names: Names) -> list[str]:
    """Name the bids that were furthest above the cash in hand."""
    bluffs = [
        (bid - held, f"{names[seat]} bid {money(bid)} for {some(sale.item, 1)} with {money(held)}")
        for sale in episodes(game)
        if isinstance(sale, Sale)
        for seat, (bid, held) in sale.bluffs.items()
    ]
    bluffs.sort(key=lambda bluff: -bluff[0])
    return [f"{bluff} in hand." for _, bluff in bluffs]


# --- auctions -------------------------------------------------------------------------------------


def _sale(sale: Sale, options: Options, names: Names) -> str:
    """Describe what was secret in an auction, or return ""."""
    secrets = [*_answers(sale, names), *_bluffs(sale, names)]
    if (
        sale.payee is not None
        and sum(sale.cards) - sale.price >= DEAR
        and not options.open_payments
    ):
        secrets.append(
            f"{names[sale.taker]} handed over {laid_down(sale.cards)}, and got no change"
        )
    return f"{_outcome(sale, names)}: {'; '.join(secrets)}." if secrets else ""


def _outcome(sale: Sale, names: Names) -> str:
    what = the(sale.item)[:1].upper() + the(sale.item)[1:]
    if sale.payee is None:
        return f"{what}, to {names[sale.taker]} for nothing"
    price, how = money(sale.price), "kept by" if sale.kept else "to"
    return f"{what}, {how} {names[sale.taker]} for {price}"


def _answers(sale: Sale, names: Names) -> Iterator[str]:
    """Describe the bidders' secret amounts, highest first, and the auctioneer's answer."""
    most = [
        (most, seat)
        for seat, most in sale.most.items()
        if most and (seat != sale.taker or most >= sale.price)  # below: they bid on by hand
    ]
    most.sort(reverse=True)
    if most:
        shown = listed([f"{names[seat]} up to {money(amount)}" for amount, seat in most])
        yield f"in secret {shown}"
    answer = sale.word
    if answer is not None and (answer.most or answer.against):
        keep = keep_text(answer.most, answer.against, names.__getitem__)
        yield f"{names[sale.auctioneer]} would {keep}"


def _bluffs(sale: Sale, names: Names) -> Iterator[str]:
    """Describe bids that their bidders could not have paid, if nobody noticed."""
    some_bids = [(names[seat], *map(money, sale.bluffs[seat])) for seat in bluffers(sale)]
    if some_bids:
        bluffs = listed([f"{name} bid {bid} with {held} in hand" for name, bid, held in some_bids])
        yield f"{bluffs}, and nobody ever knew"


# --- deals ----------------------------------------------------------------------------------------


def _bargain(bargain: Bargain, names: Names) -> str:
    """Describe the cash of both players in a deal, and the outcome."""
    challenger, target = names[bargain.challenger], names[bargain.target]
    last = bargain.last
    about = f"{challenger} wanted {target}'s {_lot(bargain)}"
    if bargain.over_thieves:
        about = f"{challenger} wanted {target} to take {some(bargain.item, bargain.stake)}"
    offered = f"{about}, {_tied(bargain)}offered {_offered(last)}"
    if last.answer is None:
        return f"{offered}; {target} {_gave_in(bargain)}."
    return f"{offered}; {target} answered with {laid_down(last.answer)}. {_result(bargain, names)}"


def _lot(bargain: Bargain) -> str:
    return bargain.item if bargain.stake == 1 else some(bargain.item, bargain.stake)


def _tied(bargain: Bargain) -> str:
    """Describe the tied offers before the last one."""
    tied = bargain.rounds[:-1]
    if not tied:
        return "and "
    sums = listed([money(sum(trade.offer)) for trade in tied[-_TIES_TOLD:]])
    last = f"{len(tied)} times, the last at" if len(tied) > _TIES_TOLD else "at"
    return f"tied {last} {sums}, then "


def _offered(trade: Round) -> str:
    """Write an offer. If it was fanned out, add the number of cards that everybody saw."""
    if trade.count:
        return f"{cards_in(trade.count)}, fanned out: {laid_down(trade.offer)}"
    return laid_down(trade.offer)


def _gave_in(bargain: Bargain) -> str:
    """Describe a surrender. It was a bluff if the offer was worth nothing and nobody noticed."""
    took = f"took it, and {_STAKED_CARDS[bargain.stake]}" if bargain.over_thieves else "gave in"
    if bargain.last.by == "clock":
        return f"{took}, as time was up"
    return f"{took}: a bluff, and it worked" if bargain.last.worthless else took


_STAKED_CARDS = ("", "the card", "both cards")


def _result(bargain: Bargain, names: Names) -> str:
    winner, loser, lot = names[bargain.winner], names[bargain.loser], _lot(bargain)
    if bargain.over_thieves:
        cash = f", and got {money(bargain.cost)} with it" if bargain.cost else ""
        return f"{winner} had to take {loser}'s {lot}{cash}."
    cost = f" for {money(bargain.cost)}" if bargain.cost else ""
    return f"{winner} won {loser}'s {lot}{cost}."
