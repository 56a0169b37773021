"""Standing orders in Downeast Dealer: price lists, keep lists and the next turn.

In secret auctions, a price list has the highest price that its owner pays for each kind of item
(DD-43). A keep list has the highest price at which its owner, as the auctioneer, keeps the item
(DD-44). The owner is still asked about the treasure, the Thief and kinds that are not listed. A
turn order chooses an auction (once or every time) or a deal with its cash.

Cash is secret, so it must not decide whether an order acts. A list answers every auction, with at
most the owner's cash. The cards of an ordered deal could be spent before the turn comes. The order
therefore ends when its owner publicly pays or lays down cash (`laid_out`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from games.downeast.auctions.legal_auction import in_play
from games.downeast.cash import Cash, money, piles
from games.downeast.decks import BID_STEP, COPIES
from games.downeast.displays import matches, stake
from games.downeast.events import BidsRevealed, Challenged, DealWon, Paid, Surrendered, Tied
from games.downeast.moves import (
    AnswerLot,
    Challenge,
    Keep,
    Move,
    Pass,
    Sell,
    TurnOver,
)
from games.downeast.refusals import named, not_in_hand
from games.downeast.state import Choosing, Lot, Over
from games.downeast.views import View
from games.rules import IllegalMove, Orders, Seat

YOUR_TURN = "It's your turn now, so just make your move."
_ASK_FROM = COPIES - 1  # if a seat has this many of a kind, lists don't answer for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """One line of a list: the highest price for an item. 0 is a pass or a sale, None asks me.

    `chests` is how many chests had been found when the line was given. The next one cancels it.
    """

    item: str
    most: int | None
    chests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceList:
    """The highest prices I pay, by kind of item. Kinds not listed keep their earlier price.

    `chests` is how many chests had been found when the list last changed.
    """

    kind: Literal["price_list"] = "price_list"
    prices: tuple[Price, ...]
    chests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepList:
    """The highest prices at which I keep items as the auctioneer, no matter who bids."""

    kind: Literal["keep_list"] = "keep_list"
    prices: tuple[Price, ...]
    chests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAhead:
    """What to do on my next turn: this deal, or an auction if `item` is None.

    `always` repeats the auction on every turn. `stake` is the number of cards in the deal. `turns`
    and `laid_out` count the turns so far and how often I have spent cash, at the time of the order.
    A request may leave `turns` at 0, which means now.
    """

    kind: Literal["turn_ahead"] = "turn_ahead"
    item: str | None
    target: Seat | None
    cards: Cash
    fanned: bool
    always: bool
    stake: int
    turns: int
    laid_out: int


Order: TypeAlias = PriceList | KeepList | TurnAhead
_Listed: TypeAlias = PriceList | KeepList

NEXT_AUCTION = TurnAhead(
    item=None, target=None, cards=(), fanned=False, always=False, stake=0, turns=0, laid_out=0
)
ALWAYS_AUCTION = replace(NEXT_AUCTION, always=True)


class DowneastOrders(Orders[Order, Move, View]):
    """The standing orders of Downeast Dealer."""

    kinds: ClassVar[tuple[type, ...]] = (PriceList, KeepList, TurnAhead)

    def offered(self, view: View) -> Iterator[Order]:
        """Yield sample price lists, keep lists and orders for the next turn."""
        if view.seat is None:
            return
        if not no_list(view):
            for kind in (PriceList, KeepList):
                yield from _sample(kind, view)
        yield from _turns(view, view.seat)

    def accept(self, view: View, order: Order) -> Order:
        """Return a valid list, or a turn that is possible now, with its date filled in."""
        if isinstance(view.phase, Over):
            raise IllegalMove("The game is over, so no order can be given.")
        if isinstance(order, TurnAhead):
            return _check_turn(view, order)
        return _check_list(view, order)

    def merged(self, order: Order, before: Order | None) -> Order | None:
        """Merge a new list into the old one. A line with None deletes the old line for its item."""
        match order, before:
            case PriceList(), PriceList() | None:
                return _merge_lists(order, before)
            case KeepList(), KeepList() | None:
                return _merge_lists(order, before)
            case _:
                return order

    def answers(self, public: View, seat: Seat, orders: Sequence[Order]) -> bool:
        """Return whether the orders answer the current auction or choose the current turn."""
        return _answer(public, seat, orders) is not None

    def obey(self, view: View, orders: Sequence[Order]) -> Move:
        """Return the ordered answer, limited by the owner's cash, or the ordered turn."""
        assert view.seat is not None
        order = _answer(view, view.seat, orders)
        assert order is not None, "it answers"
        match order:
            case Price(most=most):
                return _amount(view, most or 0)
            case TurnAhead(item=str(item), target=int(target), cards=cards, fanned=fanned):
                return Challenge(item=item, target=target, cards=cards, fanned=fanned)
            case TurnAhead():
                return TurnOver()

    def remaining(self, view: View, orders: Sequence[Order]) -> Sequence[Order]:
        """Return the orders that can still act: lists while items remain, and pending turns."""
        assert view.seat is not None
        seat = view.seat
        return [
            order
            for order in orders
            if (
                _is_pending(view, seat, order)
                if isinstance(order, TurnAhead)
                else not no_list(view)
            )
        ]

    def is_lasting(self, order: Order) -> bool:
        """Return whether to offer this order in the next game: a list or a repeated auction."""
        return not isinstance(order, TurnAhead) or order.always

    def again(self, view: View, order: Order) -> Order | None:
        """Return the part of an order from the last game that fits this game, or None."""
        if isinstance(order, TurnAhead):
            possible = view.to_come and not chooses(view)
            return replace(ALWAYS_AUCTION, turns=view.turns) if possible else None
        if no_list(view):
            return None
        items, top = to_be_priced(view), in_play(view) // BID_STEP * BID_STEP
        lines = tuple(
            replace(line, most=min(line.most, top), chests=view.chests)
            for line in order.prices
            if line.item in items and line.most is not None
        )
        return replace(order, prices=lines, chests=view.chests) if lines else None


def lines_of(orders: Sequence[Order], kind: type[_Listed]) -> tuple[Price, ...]:
    """Return the lines of the list of this kind, or () if there is none."""
    return next((order.prices for order in orders if isinstance(order, kind)), ())


def _answer(view: View, seat: Seat, orders: Sequence[Order]) -> Price | TurnAhead | None:
    """Return the price or turn that answers a seat's question, using public facts only."""
    phase = view.phase
    if isinstance(phase, Lot) and seat not in phase.answered:
        lines = lines_of(orders, KeepList if seat == view.turn else PriceList)
        return next((line for line in lines if _applies(view, line, phase.item)), None)
    if isinstance(phase, Choosing) and seat == view.turn:
        turns = (order for order in orders if isinstance(order, TurnAhead))
        return next((order for order in turns if _is_possible(view, seat, order)), None)
    return None


# --- prices ---------------------------------------------------------------------------------------


def to_be_priced(view: View) -> tuple[str, ...]:
    """List the kinds of item that can have a price: those still to come, but not the treasure."""
    shown = Counter(item for display in view.displays for item in display)
    treasure = view.cards.treasure
    return tuple(name for name in in_game(view) if name != treasure and shown[name] < COPIES)


def in_game(view: View) -> tuple[str, ...]:
    """List the sets in this game, most stars first (DD-4)."""
    deck, options = view.cards, view.options
    out = (options.removed or deck.left_out()) if options.short else ()
    return tuple(item.name for item in deck.items if item.name not in out)


def is_fresh(view: View, line: Price) -> bool:
    """Return whether this line is still valid: no treasure was found since it was given."""
    return line.chests == view.chests


def has_three(view: View, item: str) -> bool:
    """Return whether any seat has three items of this kind. Lists never answer for the fourth."""
    return max(display.count(item) for display in view.displays) >= _ASK_FROM


def _applies(view: View, line: Price, item: str) -> bool:
    return (
        line.item == item
        and line.most is not None
        and is_fresh(view, line)  # false if a chest was just found
        and not has_three(view, item)
    )


def _amount(view: View, most: int) -> Move:
    """Return the secret answer with this amount, capped by the cash in hand (DD-43, DD-44)."""
    most = min(most, sum(view.cash) // BID_STEP * BID_STEP)
    if view.seat == view.turn:
        return Keep(most=most, against=(), ask=False) if most else Sell()
    return AnswerLot(most=most, ask=False) if most else Pass()


def _merge_lists(new: _Listed, before: _Listed | None) -> _Listed | None:
    """Merge the lines of a new list into the old list. Return None if no line is left."""
    lines = {line.item: line for line in before.prices} if before is not None else {}
    lines |= {line.item: line for line in new.prices}
    left = tuple(line for line in lines.values() if line.most is not None)
    return replace(new, prices=left) if left else None


def no_list(view: View) -> str:
    """Return why a price list is refused, or "" if it is allowed. Uses public facts only."""
    if view.options.bidding != "once":
        return "This table bids in the open, so there are no price lists. Bid when an item is up."
    if not view.to_come and not isinstance(view.phase, Lot):
        return "There are no more auctions, so there's nothing left to price."
    return "" if to_be_priced(view) else "No more items come up that a list could price."


def _check_list(view: View, order: _Listed) -> _Listed:
    if why := no_list(view):
        raise IllegalMove(why)
    deck = view.cards
    if order.chests != view.chests:
        chest = deck.item(deck.treasure).one
        raise IllegalMove(
            f"{chest[:1].upper()}{chest[1:]} came up since then. Set your prices again."
        )
    if not order.prices:
        raise IllegalMove("Name a kind of item and a price for it.")
    for line in order.prices:
        _check_line(view, line)
    lines = {line.item: replace(line, chests=view.chests) for line in order.prices}
    if len(lines) < len(order.prices):
        raise IllegalMove("You named a kind twice. Name each kind once.")
    return replace(order, prices=tuple(lines[name] for name in in_game(view) if name in lines))


def _check_line(view: View, line: Price) -> None:
    deck, item, most = view.cards, line.item, line.most
    if item == deck.thief.name:
        raise IllegalMove(f"A list can't price the {item}: I always ask everybody.")
    if item not in in_game(view):
        raise IllegalMove("That kind isn't in this game. Name another one.")
    many = deck.item(item).many
    if item == deck.treasure:
        raise IllegalMove(f"{many} bring cash, so I'll ask you when one comes up.")
    if item not in to_be_priced(view):
        raise IllegalMove(f"All four {many} have come up already. Name another kind.")
    if most is not None and (most < 0 or most % BID_STEP):
        raise IllegalMove(f"Amounts go in tens, like {money(BID_STEP)} or {money(5 * BID_STEP)}.")
    if most is not None and most > in_play(view):
        raise IllegalMove(f"There's only {money(in_play(view))} in the whole game now. Name less.")


def _sample(kind: type[_Listed], view: View) -> Iterator[_Listed]:
    """Yield sample lists with all, some or single kinds of item, at varying prices."""
    items, most = to_be_priced(view), in_play(view) // BID_STEP * BID_STEP
    some = [amount for amount in (80, 30, 10) if amount <= most]
    amounts: tuple[int | None, ...] = (*some, 0, None, most)

    def made(names: Sequence[str], start: int) -> _Listed:
        lines = tuple(
            Price(item=name, most=amounts[(start + at) % len(amounts)], chests=view.chests)
            for at, name in enumerate(names)
        )
        return kind(prices=lines, chests=view.chests)

    yield made(items, 0)
    yield made(items, 2)
    yield made(items[::3], 1)
    for at, name in enumerate(items):
        yield made((name,), at)


# --- a turn ---------------------------------------------------------------------------------------


def laid_out(view: View, seat: Seat) -> int:
    """Count how often a seat has paid or laid down cash, from public events."""
    count, target, gave_in = 0, None, False
    for event in view.past:
        match event:
            case Paid(payer=payer):
                count += payer == seat
            case Challenged(challenger=challenger):
                count += challenger == seat
                target, gave_in = event.target, False
            case Surrendered():
                gave_in = True  # a player who surrenders lays down no cash
            case Tied() | DealWon():
                count += target == seat and not gave_in
            case BidsRevealed(bids=bids):
                count += any(bid.seat == seat for bid in bids)
            case _:
                pass  # either no cash is laid down, or another event counts it
    return count


def chooses(view: View) -> bool:
    """Return whether the owner of a view must now choose between an auction and a deal."""
    return isinstance(view.phase, Choosing) and view.turn == view.seat


def _is_possible(view: View, seat: Seat, order: TurnAhead) -> bool:
    """Return whether an ordered turn is possible, judged from public facts."""
    if order.item is None or order.target is None:
        return view.to_come > 0
    same = stake(view.displays, order.item, seat, order.target) == order.stake  # DD-19
    return same and laid_out(view, seat) == order.laid_out


def _is_pending(view: View, seat: Seat, order: TurnAhead) -> bool:
    """Return whether an ordered turn is still to come and its cash, if any, is still in hand."""
    if order.item is None and not view.to_come:
        return False
    if order.always:
        return True
    if order.item is not None and laid_out(view, seat) != order.laid_out:
        return False
    if view.turn != seat or view.turns == order.turns:
        return True
    return chooses(view) and _is_possible(view, seat, order)  # else the turn is over or impossible


def _check_turn(view: View, order: TurnAhead) -> TurnAhead:
    if chooses(view):
        raise IllegalMove(YOUR_TURN)
    if order.item is None:
        kept = replace(NEXT_AUCTION, always=order.always, turns=view.turns)
        if not view.to_come:
            raise IllegalMove("There are no cards left to auction.")
        if (order.target, order.cards, order.fanned) != (None, (), False):
            raise IllegalMove("An auction takes no partner and no cash.")
    else:
        kept = _check_deal(view, order, order.item)
    if order.turns and order != kept:
        raise IllegalMove("Things have changed since you planned that. Plan it again.")
    return kept


def _check_deal(view: View, order: TurnAhead, item: str) -> TurnAhead:
    seat, target = view.seat, order.target
    assert seat is not None
    if order.always:
        raise IllegalMove("You can plan a deal for your next turn only.")
    if target is None or target not in range(view.seats) or target == seat:
        raise IllegalMove("Deal with one of the other players.")
    if item not in view.displays[seat]:  # DD-18: both players must own the item
        raise IllegalMove("You don't own that item, and in a deal both players must own one.")
    staked = stake(view.displays, item, seat, target)
    if not staked:
        raise IllegalMove(
            f"You can't deal for {named(view, item)} with {{0}}, who owns none.", target
        )
    if why := not_in_hand(view, order.cards):
        raise IllegalMove(*why)
    spent = laid_out(view, seat)
    return replace(order, stake=staked, turns=view.turns, laid_out=spent)


def _turns(view: View, seat: Seat) -> Iterator[TurnAhead]:
    """Yield sample turn orders: auctions, and some offers for each possible deal."""
    if isinstance(view.phase, Over) or chooses(view):
        return
    if view.to_come:
        yield replace(NEXT_AUCTION, turns=view.turns)
        yield replace(ALWAYS_AUCTION, turns=view.turns)
    spent, some = laid_out(view, seat), piles(view.cash)
    for at, match in enumerate(matches(view.displays, seat)):
        for cards in dict.fromkeys((some[at % len(some)], some[-1])):
            yield TurnAhead(
                item=match.item,
                target=match.target,
                cards=cards,
                fanned=at % 3 == 2,
                always=False,
                stake=match.stake,
                turns=view.turns,
                laid_out=spent,
            )
