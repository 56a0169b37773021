"""Check what an offer contains: goods of both sides, promises and words (TR-67, TR-69).

The checks use the view of the player who makes the offer. They consider the promises of the other
player, but not the other player's cash or kinds of card (TR-66).
"""

from collections import Counter as Multiset

from games.rules import Seat
from games.trump.cards import AT, CARDS, PROFIT_CARDS, RANK, STEP, without
from games.trump.moves import NOTHING, Clause, Counter, Duty, Goods, Propose
from games.trump.promises import bound, loans, promised_play, tied
from games.trump.refusals import Why, money, no_card, no_property
from games.trump.state import OPEN_DUTIES, Offer, new_offer
from games.trump.views import View

MOST_PROMISES = 4
MOST_WORDS = 200
MOST_MONEY = 10_000
"""The highest amount in an offer. One game never contains that much money."""
_JOINER = "\u200d"
"""The zero-width joiner, which joins several emoji into one."""
CIRCLES = 8
"""The longest time that a promise may last, in circles (one turn of each player)."""


def offer_of(seat: Seat, to: Seat, move: Propose | Counter) -> Offer:
    """Return the offer from `seat` to `to` that a proposal or counter-offer makes."""
    return new_offer(
        by=seat,
        to=to,
        give=move.give,
        get=move.get,
        promises=move.promises,
        words=move.words,
    )


def no_offer(view: View, offer: Offer) -> Why:
    """Return why the seat that owns the view cannot make this offer."""
    return (
        _no_goods(view, offer.by, offer.to, offer.give)
        or _no_goods(view, offer.to, offer.by, offer.get)
        or _no_promises(view, offer)
        or _too_few_cards(view, offer, offer.by, offer.give)
        or _too_few_cards(view, offer, offer.to, offer.get)
        or _no_deal(offer)
    )


def lacking(hand: tuple[str, ...], cards: tuple[str, ...]) -> str | None:
    """Return the first of these cards that is missing from the hand, counting copies."""
    for card in cards:
        if hand.count(card) < cards.count(card):
            return card
    return None


def can_give(view: View, to: Seat) -> tuple[str, ...]:
    """List the cards that the seat can deal to another: hidden ones and what that one lent it."""
    assert view.seat is not None, "only a seat has cards"
    back = [loan.card for loan in loans(view.public.promises, view.seat, to) if loan.card]
    return (*view.hidden, *back)


def received(offer: Offer, seat: Seat) -> Goods:
    """Return the goods that one party to an offer receives."""
    return offer.get if seat == offer.by else offer.give


def given(offer: Offer, seat: Seat) -> Goods:
    """Return the goods that one party to an offer gives."""
    return offer.give if seat == offer.by else offer.get


def plays_from_hand(offer: Offer, seat: Seat) -> tuple[str, ...]:
    """List the cards that a party must already hold to promise the plays in an offer (TR-81).

    A card that comes with the offer can be promised too, unless it must be given back.
    """
    plays = _cards_of(offer, seat, "play")
    if not plays:
        return ()
    coming = Multiset(received(offer, seat).cards)
    coming.subtract(_cards_of(offer, seat, "give_back"))
    held: list[str] = []
    for card in plays:
        if coming[card] > 0:
            coming[card] -= 1
        else:
            held.append(card)
    return tuple(held)


def plays_from_goods(offer: Offer, seat: Seat) -> tuple[str, ...]:
    """List the cards that come to a party with an offer and that it promises to play (TR-81)."""
    return without(tuple(_cards_of(offer, seat, "play")), plays_from_hand(offer, seat))


def _cards_of(offer: Offer, seat: Seat, duty: Duty) -> list[str]:
    """List the cards of one party's promises of a kind."""
    return [
        clause.card
        for clause in offer.promises
        if clause.by == seat and clause.duty == duty and clause.card is not None
    ]


def latest(view: View) -> int:
    """Return the latest turn that a new promise may name (TR-69)."""
    return view.public.turn + CIRCLES * view.seats


def _no_deal(offer: Offer) -> Why:
    give, get, words = offer.give, offer.get, offer.words
    if give.cash and get.cash:  # TR-45: only one side may give cash
        return ("In a deal, cash goes one way. Take the smaller amount off the larger.",)
    if not offer.promises and give == NOTHING == get:  # TR-67: a deal must not be empty
        return ("There's nothing in this deal yet. Say what you give and what you want.",)
    if words and (len(words) > MOST_WORDS or not words.replace(_JOINER, "").isprintable()):
        return (f"Your words must fit on one line of at most {MOST_WORDS} characters.",)
    return ()


# --- goods ----------------------------------------------------------------------------------------


def _no_goods(view: View, giver: Seat, receiver: Seat, goods: Goods) -> Why:
    """Return why one side of a deal can't give these goods."""
    properties, cards, random, cash = goods.properties, goods.cards, goods.random, goods.cash
    if properties and (why_not := _no_properties(view, giver, receiver, properties)):
        return why_not
    if cards and (why_not := _no_cards(view, giver, receiver, cards)):
        return why_not
    if cash and (why_not := _no_cash(view, giver, cash)):
        return why_not
    return ("Say how many cards are drawn at random.",) if random < 0 else ()


def _too_few_cards(view: View, offer: Offer, giver: Seat, goods: Goods) -> Why:
    """Return why one side has too few hidden cards for what it gives (TR-67)."""
    if not (goods.cards or goods.random):
        return ()
    # TR-81: a card promised to be played stays in the hand
    held = max(0, view.public.hidden(giver) - len(plays_from_hand(offer, giver)))
    if not goods.random:  # TR-82: a borrowed card can go back to its lender
        receiver = offer.to if giver == offer.by else offer.by
        back = [loan.card for loan in loans(view.public.promises, giver, receiver)]
        held += sum(min(back.count(card), goods.cards.count(card)) for card in {*goods.cards})
    if len(goods.cards) + goods.random <= held:
        return ()
    many = f"{held} card{'s' * (held != 1)}"
    if giver == view.seat:
        return (f"You have {many} to give.",)
    return (f"{{0}} has {many} to give.", giver)


def _no_cash(view: View, giver: Seat, cash: int) -> Why:
    if why_not := _no_money(cash, 0):
        return why_not
    if giver == view.seat and cash > view.cash:  # TR-45: only cash in hand can be given now
        return (f"You have {money(view.cash)} in hand. You can promise to pay the rest later.",)
    return ()


def _no_properties(view: View, giver: Seat, receiver: Seat, properties: tuple[str, ...]) -> Why:
    last = -1
    for property in properties:
        if no_such := no_property(property):
            return no_such
        if AT[property] <= last:
            return ("Name each property once, in the order of the board.",)
        last = AT[property]
        owner = view.public.box(property).owner
        if owner is None or owner != giver:  # TR-64: a property out of the game has no owner
            if giver == view.seat:
                return (f"The {property} isn't yours to give.",)
            return (f"The {property} isn't {{0}}'s to give.", giver)
        if why_not := _promised(view, receiver, property):
            return why_not
    return ()


def _promised(view: View, receiver: Seat, property: str) -> Why:
    promise = bound(view.public.promises, property)
    if promise is None or promise.to == receiver:
        return ()
    mine = promise.by == view.seat  # TR-71, TR-73: it can't go to a third player
    if promise.duty == "return":
        if mine:
            return (
                f"You've promised the {property} to {{0}}, so nobody else can have it.",
                promise.to,
            )
        return (f"{{0}} has promised the {property} to {{1}}.", promise.by, promise.to)
    until = f"to keep the {property} until the end of turn {promise.turn}"
    if mine:
        return (f"You've promised {{0}} {until}.", promise.to)
    return (f"{{0}} has promised {{1}} {until}.", promise.by, promise.to)


def _no_cards(view: View, giver: Seat, receiver: Seat, cards: tuple[str, ...]) -> Why:
    last = 0
    for card in cards:
        if card not in CARDS:
            return ("There's no such card.",)
        if RANK[card] < last:
            return ("Name the cards in the order of a hand.",)
        last = RANK[card]
        if promise := tied(view.public.promises, giver, card, receiver):  # TR-71
            if giver == view.seat:
                return (
                    f"Your promise to {{0}} depends on {CARDS[card].title}, so nobody else can"
                    " have it.",
                    promise.to,
                )
            title = CARDS[card].title
            return (f"{{0}} needs {title} for a promise to {{1}}.", giver, promise.to)
    for card in dict.fromkeys(view.public.open_cards(giver)):
        if why_not := _no_open_card(view, giver, receiver, card, cards.count(card)):
            return why_not
    if giver == view.seat and (card := lacking(mine := can_give(view, receiver), cards)):
        return (_too_few(mine, cards, card),)
    return ()


def _no_open_card(view: View, giver: Seat, receiver: Seat, card: str, count: int) -> Why:
    """Return why a player can't give so many cards of a kind: the others lie open (TR-80)."""
    mine, promises = giver == view.seat, view.public.promises
    back = loans(promises, giver, receiver)  # TR-82: these can go back early
    opened = [
        held
        for held in promises
        if held.by == giver and held.card == card and held.duty in OPEN_DUTIES and held not in back
    ]
    most = view.hand.count(card) if mine else CARDS[card].copies
    title = CARDS[card].title
    if not opened or count <= most - len(opened):
        return ()
    promise = next((held for held in opened if held.duty == "give_back"), None)
    if promise is not None:
        if mine:
            return (f"You've promised to give {title} back to {{0}}.", promise.to)
        return (f"{{0}} has promised to give {title} back to {{1}}.", giver, promise.to)
    if mine:
        return (f"You've promised to play {title}, so you have to keep it.",)
    return (f"{{0}} has promised to play {title}.", giver)


def _too_few(hand: tuple[str, ...], cards: tuple[str, ...], card: str) -> str:
    title = CARDS[card].title
    return f"You don't have {cards.count(card)} {title} cards." if card in hand else no_card(title)


def _no_money(amount: int, least: int) -> Why:
    if amount < least or amount % STEP or amount > MOST_MONEY:  # TR-1: whole tens only
        return (f"Name an amount in tens, from {money(least)} to {money(MOST_MONEY)}.",)
    return ()


# --- promises -------------------------------------------------------------------------------------


def _no_promises(view: View, offer: Offer) -> Why:
    if not offer.promises:
        return ()
    if len(offer.promises) > MOST_PROMISES:
        return (f"A deal holds at most {MOST_PROMISES} promises.",)
    met: list[str] = []
    for clause in offer.promises:
        if why_not := _no_clause(view, offer, clause):
            return why_not
        if clause.property is not None:
            if clause.property in met:  # TR-73: one promise for each property
                return (f"The {clause.property} can be promised only once.",)
            met.append(clause.property)
    duties = {clause.duty for clause in offer.promises}
    return (_no_lending(view, offer) if "give_back" in duties else ()) or (
        _no_plays(view, offer) if "play" in duties else ()
    )


def _no_lending(view: View, offer: Offer) -> Why:
    """Return why a card can't be promised back: it doesn't come with this offer (TR-80)."""
    for seat in (offer.by, offer.to):
        coming, back = received(offer, seat).cards, tuple(_cards_of(offer, seat, "give_back"))
        if card := lacking(coming, back):
            title = CARDS[card].title
            if seat == view.seat:
                return (f"You can't give {title} back, because you don't get it in this deal.",)
            return (f"{{0}} can't give {title} back without getting it in this deal.", seat)
    return ()


def _no_plays(view: View, offer: Offer) -> Why:
    """Return why a card can't be promised to be played: its turn is taken or it's not held."""
    plays = [clause for clause in offer.promises if clause.duty == "play"]
    turns = [clause.turn for clause in plays]
    for clause in plays:
        number, by = clause.turn or 0, clause.by
        if turns.count(number) > 1 or promised_play(view.public.promises, by, number):
            return (f"A card is already promised for turn {number}. Name another turn.",)
    return lacks_play(view, offer)  # TR-66: the other player's cards count when they accept


def lacking_play(view: View, offer: Offer) -> str | None:
    """Return a card whose play the seat promises in an offer without a hidden one to spare."""
    assert view.seat is not None, "only a seat makes promises"
    kept = list(view.hidden)
    for card in given(offer, view.seat).cards:
        if card in kept:  # otherwise the borrowed one goes back
            kept.remove(card)
    return lacking(tuple(kept), plays_from_hand(offer, view.seat))


def lacks_play(view: View, offer: Offer) -> Why:
    """Return why the seat that owns the view can't keep its promises of a play in an offer."""
    seat = view.seat
    assert seat is not None, "only a seat makes promises"
    card = lacking_play(view, offer)
    if card is None:
        return ()
    return (f"You can't promise to play {CARDS[card].title}, because you don't have one to spare.",)


def _no_clause(view: View, offer: Offer, clause: Clause) -> Why:
    if clause.by not in (offer.by, offer.to):
        return ("Only the two players in a deal can make promises in it.",)
    duty, property, turn = clause.duty, clause.property, clause.turn
    about = duty in ("return", "keep")
    if about != (property is not None):
        return ("You can promise to pay money, spare a player, or keep or hand over a property.",)
    if duty == "give_back":
        why_not = _no_money(clause.amount, 0) or _no_loan(clause)
    elif duty == "play":
        why_not = _no_play(view, clause)
    elif duty in ("pay", "return"):
        why_not = _no_money(clause.amount, STEP if duty == "pay" else 0) or _no_date(clause)
    else:
        why_not = _no_term(clause)
    if why_not:
        return why_not
    now = view.public.turn
    if turn is not None and not now <= turn <= latest(view):
        return (f"A promise can name a turn from {now} to {latest(view)}.",)
    return () if property is None else _no_promise_on(view, offer, clause.by, property)


def _no_date(clause: Clause) -> Why:
    """Return why the due date of a promise to pay or hand over is invalid."""
    card, turn = clause.card, clause.turn
    if card is None and turn is None:
        return ("Say when: at the end of a turn, when a profit card is played, or both.",)
    if clause.lapses and (card is None or turn is None):
        return ("A promise can only lapse if it waits for a card until the end of a turn.",)
    if card is not None and card not in PROFIT_CARDS:
        return ("A promise can only wait for a profit card.",)
    return ()


def _no_term(clause: Clause) -> Why:
    """Return why a promise to keep a property or spare a player is invalid."""
    if clause.turn is None or clause.card is not None or not clause.lapses:
        return ("A promise to keep a property or spare a player lasts until the end of a turn.",)
    return ("A promise to keep or spare has no price.",) if clause.amount else ()


def _no_loan(clause: Clause) -> Why:
    """Return why a promise to give a card back is invalid (TR-80)."""
    if clause.card not in CARDS:
        return ("Name the card to give back.",)
    if clause.turn is None or clause.lapses:
        return ("Say at the end of which turn the card goes back.",)
    return ()


def _no_play(view: View, clause: Clause) -> Why:
    """Return why a promise to play a card is invalid (TR-81)."""
    if clause.card not in PROFIT_CARDS:
        return ("You can only promise to play a profit card.",)
    if clause.turn is None or clause.lapses or clause.amount:
        return ("Say on which turn to play the card.",)
    if clause.turn <= view.public.turn or view.public.turn_of(clause.turn) != clause.by:
        if clause.by == view.seat:
            return ("Name a later turn of your own.",)
        return ("Name a later turn of {0}'s.", clause.by)
    return ()


def _no_promise_on(view: View, offer: Offer, by: Seat, property: str) -> Why:
    """Return why one party to a deal can't promise this property."""
    if no_such := no_property(property):
        return no_such
    owner = view.public.box(property).owner
    if property in offer.give.properties or property in offer.get.properties:
        owner = offer.to if owner == offer.by else offer.by
    elif promise := bound(view.public.promises, property):
        other = offer.to if by == offer.by else offer.by
        if promise.by == by and promise.to != other:  # TR-73: the same two players may replace it
            return (f"The {property} is already promised to {{0}}.", promise.to)
    if owner != by:  # TR-69: only the owner can promise a property
        if by == view.seat:
            return (f"After this deal the {property} isn't yours to promise.",)
        return (f"After this deal the {property} isn't {{0}}'s to promise.", by)
    return ()
