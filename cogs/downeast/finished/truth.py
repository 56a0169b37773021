"""The secrets of a finished game: face-down cash and secret answers.

Public facts (open bids, prices, sealed bids against the Thief) and small change are left out.
"""

from collections.abc import Iterator, Sequence

from bot.ui.face.story import Game
from bot.ui.panels.words import Names, listed
from cogs.downeast.finished.moments import DEAR, bluffers
from cogs.downeast.finished.past import Bargain, Round, Sale, episodes
from cogs.downeast.text import ORDINALS, cards_in, in_hand, keep_text, laid_down, some, the
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
    chapter = f"**At the start: {money(sum(START_CASH))} for everybody**"
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
            chapter = "**After the last card**"
    return lines


def gaps(game: Game, names: Names) -> list[str]:
    """Name the bids furthest above the cash in hand, and worthless offers that were believed.

    An offer ranks by the stars at stake, as a bid does by the dollars that were missing.
    """
    if not game:
        return []
    past, deck = episodes(game), game[0].seen(None).cards
    found = [
        (
            bid - held,
            f"{names[seat]} bid {money(bid)} for {some(sale.item, 1)} with {in_hand(held)}.",
        )
        for sale in past
        if isinstance(sale, Sale)
        for seat, (bid, held) in sale.bluffs.items()
    ]
    found += [
        (deal.stake * deck.item(deal.item).stars, _believed(deal, names))
        for deal in past
        if isinstance(deal, Bargain)
        and deal.gave_in
        and deal.last.worthless
        and deal.last.by != "clock"
    ]
    found.sort(key=lambda gap: -gap[0])
    return [line for _, line in found]


def _believed(bargain: Bargain, names: Names) -> str:
    """Describe a worthless offer that was believed."""
    challenger, target = names[bargain.challenger], names[bargain.target]
    offer = laid_down(bargain.last.offer) if bargain.last.offer else "no cash at all"
    lot = some(bargain.item, bargain.stake)
    if bargain.over_thieves:
        return f"{challenger} offered {target} {offer} to take {lot}, and {target} did."
    return f"{challenger} offered {target} {offer} for {lot}, and {target} gave in."


# --- auctions -------------------------------------------------------------------------------------


def _sale(sale: Sale, options: Options, names: Names) -> str:
    """Describe what was secret in an auction, or return ""."""
    secrets = [*_answers(sale, names), *_bluffs(sale, names)]
    if (
        sale.payee is not None
        and sum(sale.cards) - sale.price >= DEAR
        and not options.open_payments
    ):
        secrets.append(f"{names[sale.taker]} handed over {laid_down(sale.cards)} and got no change")
    return f"{'. '.join([_outcome(sale, names), *secrets])}." if secrets else ""


def _outcome(sale: Sale, names: Names) -> str:
    verb = "kept" if sale.kept else "got"
    price = "nothing" if sale.payee is None else money(sale.price)
    return f"{names[sale.taker]} {verb} {the(sale.item)} for {price}"


def _answers(sale: Sale, names: Names) -> Iterator[str]:
    """Describe the bidders' secret amounts, highest first, and the auctioneer's answer."""
    most = [
        (most, seat)
        for seat, most in sale.most.items()
        if most and (seat != sale.taker or most >= sale.price)  # below: they bid on by hand
    ]
    most.sort(reverse=True)
    if most:
        (first, seat), *others = most
        limits = [f"{names[seat]}'s secret limit was {money(first)}"]
        limits += [f"{names[seat]}'s was {money(amount)}" for amount, seat in others]
        yield listed(limits)
    answer = sale.word
    if answer is not None and (answer.most or answer.against):
        keep = keep_text(answer.most, answer.against, names.__getitem__)
        yield f"{names[sale.auctioneer]}'s secret answer: {keep}"


def _bluffs(sale: Sale, names: Names) -> Iterator[str]:
    """Describe bids that their bidders could not have paid, if nobody noticed."""
    some_bids = [(names[seat], *sale.bluffs[seat]) for seat in bluffers(sale)]
    if some_bids:
        bluffs = listed(
            [f"{name} bid {money(bid)} with {in_hand(held)}" for name, bid, held in some_bids]
        )
        yield f"{bluffs}, and nobody noticed"


# --- deals ----------------------------------------------------------------------------------------


def _bargain(bargain: Bargain, names: Names) -> str:
    """Describe the cash of both players in a deal, and the outcome."""
    challenger, target = names[bargain.challenger], names[bargain.target]
    last = bargain.last
    about = f"{challenger} wanted {target}'s {_lot(bargain)}"
    if bargain.over_thieves:
        about = f"{challenger} wanted {target} to take {some(bargain.item, bargain.stake)}"
    tied = _tied(bargain)
    offered = (
        f"{about}{f'. {tied}, then {challenger}' if tied else ' and'} offered {_offered(last)}"
    )
    if last.answer is None:
        return f"{offered}. {target} {_gave_in(bargain)}."
    return f"{offered}. {target} answered with {laid_down(last.answer)}. {_result(bargain, names)}"


def _lot(bargain: Bargain) -> str:
    return bargain.item if bargain.stake == 1 else some(bargain.item, bargain.stake)


def _tied(bargain: Bargain) -> str:
    """Describe the tied offers before the last one, or return ""."""
    tied = bargain.rounds[:-1]
    if not tied:
        return ""
    sums = listed([money(sum(trade.offer)) for trade in tied[-_TIES_TOLD:]])
    last = f"{len(tied)} times, in the end at" if len(tied) > _TIES_TOLD else "at"
    return f"They tied {last} {sums}"


def _offered(trade: Round) -> str:
    """Write an offer. If it was fanned out, add the number of cards that everybody saw."""
    if trade.count:
        return f"{cards_in(trade.count)}, fanned out: {laid_down(trade.offer)}"
    return laid_down(trade.offer)


def _gave_in(bargain: Bargain) -> str:
    """Describe a surrender. It was a bluff if the offer was worth nothing and nobody noticed."""
    took = "gave in"
    if bargain.over_thieves:
        took += f" and took {the(bargain.item) if bargain.stake == 1 else _lot(bargain)}"
    if bargain.last.by == "clock":
        return f"{took} because time ran out"
    return f"{took}, so the bluff worked" if bargain.last.worthless else took


def _result(bargain: Bargain, names: Names) -> str:
    winner, loser, lot = names[bargain.winner], names[bargain.loser], _lot(bargain)
    if bargain.over_thieves:
        cash = f" and got {money(bargain.cost)}" if bargain.cost else ""
        return f"{winner} had to take {loser}'s {lot}{cash}."
    cost = f" for {money(bargain.cost)}" if bargain.cost else ""
    return f"{winner} won {loser}'s {lot}{cost}."
