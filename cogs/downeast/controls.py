"""What may be pressed and filled in: buttons that name the facts they rest on, menus and forms."""

from bot.panel import Button, Choice, Field, Form, Menu, Part, Row, ask
from bot.words import Names
from cogs.downeast.words import grouped, item, laid, seat_key, the, written
from games.downeast.cash import Cash, handful, money, payments
from games.downeast.decks import BID_STEP
from games.downeast.displays import Match, matches
from games.downeast.state import Auction, Choosing, Deal, Deciding, Paying, Sealing
from games.downeast.views import View
from games.rules import Refusal

MOST_CHOICES = 25

# --- the board: what somebody may do --------------------------------------------------------------


def board(view: View, names: Names) -> list[Part]:
    """Offer what somebody may do; whether they can afford it is not to be seen here."""
    match view.phase:
        case Choosing():
            return [Row(_turn(view))]
        case Auction() as phase:
            return [Row([*_bidding(phase), *_call(phase)])]
        case Deciding() as phase:
            return [Row([_sell(phase, names), _buy(phase)])]
        case Paying() as phase:
            return [Row([Button(f"Pay {money(phase.price)}…", ask("pay", lot=phase.lot), "main")])]
        case Deal() as phase:
            return [Row(_deal(view, phase))]
        case Sealing() as phase:
            return [Row(_seal(phase))]
        case _:
            return []


def _turn(view: View) -> list[Button]:
    lot = view.lots + 1
    made: list[Button] = []
    if view.to_come:
        made.append(Button("Auction the next item", ask("turn_over", lot=lot), "main"))
    if matches(view.displays, view.turn):
        made.append(Button("Downeast Deal…", ask("deal"), "plain" if made else "main"))
    return made


def _bidding(phase: Auction) -> list[Button]:
    least = phase.high + BID_STEP
    facts = {"lot": phase.lot, "over": phase.high}
    word = "Raise to" if phase.high else "Bid"
    return [
        Button(f"{word} {money(least)}", ask("bid", amount=least, **facts), "main"),
        Button("Bid…", ask("bid", lot=phase.lot)),
        Button("Pass", ask("pass", **facts)),
    ]


def _call(phase: Auction) -> list[Button]:
    if phase.called:
        return []
    return [Button("Call it", ask("call", lot=phase.lot, over=phase.high))]


def _sell(phase: Deciding, names: Names) -> Button:
    facts = {"lot": phase.lot, "to": phase.bidder, "price": phase.price}
    label = f"Sell to {names.plain(phase.bidder)} for {money(phase.price)}"
    return Button(label, ask("sell", **facts), "main")


def _buy(phase: Deciding) -> Button:
    facts = {"lot": phase.lot, "to": phase.bidder, "price": phase.price}
    return Button(f"Keep it and pay {money(phase.price)}", ask("buy", **facts))


def _deal(view: View, phase: Deal) -> list[Button]:
    facts = {"item": phase.item, "offer": phase.offer}
    if not phase.laid:
        return [Button("Offer again…", ask("offer", target=phase.target, **facts), "main")]
    facts["challenger"] = phase.challenger
    lot = phase.item if phase.stake == 1 else f"two {item(phase.item).many}"
    give = f"Take the cash, give the {lot}"
    if phase.item == view.cards.thief.name:
        give = f"Take the cash, and the {lot}"
    return [
        Button("Answer with cash…", ask("answer", **facts), "main"),
        Button(give, ask("surrender", **facts)),
    ]


def _seal(phase: Sealing) -> list[Button]:
    facts = {"lot": phase.lot, "round": phase.round}
    return [
        Button("Seal a bid…", ask("seal", **facts), "main"),
        Button("Bid nothing", ask("seal", cash="nothing", **facts)),
    ]


# --- a hand: what its owner may do ----------------------------------------------------------------


def hand(view: View, names: Names, awaited: bool) -> list[Part]:
    """Offer what the owner of a view may do now."""
    seat, phase = view.seat, view.phase
    if isinstance(phase, Auction):
        buttons = _own_auction(view, phase)
        return [Row(buttons)] if buttons else []
    if not awaited:
        return []
    if isinstance(phase, Choosing):
        offered = [one for one in _turn(view) if one.ask.verb != "deal"]
        return [*([Row(offered)] if offered else []), *_deals(view, names)]
    if isinstance(phase, Paying):
        return _payments(view, phase)
    if isinstance(phase, Deciding):
        can = seat == view.turn and sum(view.cash) >= phase.price
        return [Row([_sell(phase, names), *([_buy(phase)] if can else [])])]
    return board(view, names)


def _own_auction(view: View, phase: Auction) -> list[Button]:
    if view.seat == view.turn:
        return _call(phase)
    if view.seat == phase.leader:
        return _limits(view, phase)
    if view.seat in phase.out:
        return []
    raising, other, passing = _bidding(phase)
    able = sum(view.cash) > phase.high or view.options.bluff_bids
    buttons = [raising, other] if able else []
    return buttons if view.seat in phase.passed else [*buttons, passing]


def _limits(view: View, phase: Auction) -> list[Button]:
    if not view.options.limits:
        return []
    facts = {"lot": phase.lot, "over": phase.high}
    made: list[Button] = []
    if sum(view.cash) > phase.high:
        made.append(Button("Secret limit…", ask("limit", **facts)))
    if view.limit is not None:
        made.append(Button("Withdraw the limit", ask("limit", limit="none", **facts)))
    return made


def _deals(view: View, names: Names) -> list[Part]:
    found = [_match(one, names) for one in matches(view.displays, view.turn)]
    return (
        [Menu(ask("deal"), "what", "Downeast Deal: for what, with whom?", found)] if found else []
    )


def _payments(view: View, phase: Paying) -> list[Part]:
    ways = list(payments(view.cash, phase.price))
    facts = {"lot": phase.lot, "price": phase.price}
    cheapest = ask("pay", cash=written(ways[0]), **facts)
    buttons = [Button(f"Pay {laid(ways[0])}", cheapest, "main")]
    if len(ways) > MOST_CHOICES + 1:
        buttons.append(Button("Other cards…", ask("pay", lot=phase.lot)))
    made: list[Part] = [Row(buttons)]
    if len(ways) > 1:
        listed = [_payment(cards, phase.price) for cards in ways[1 : MOST_CHOICES + 1]]
        made.append(Menu(ask("pay", **facts), "cash", "Pay another way…", listed))
    return made


def _payment(cards: Cash, price: int) -> Choice:
    over = sum(cards) - price
    return Choice(laid(cards), written(cards), f"{money(over)} too much" if over else "exactly")


def _match(match: Match, names: Names) -> Choice:
    both = match.stake == 2
    return Choice(
        f"{match.item}{' ×2' * both}, with {names.plain(match.target)}",
        f"{match.item}@{seat_key(match.target)}",
        "two against two, for both" if both else "one against one",
    )


# --- forms ----------------------------------------------------------------------------------------


def bid_form(view: View, phase: Auction) -> Form:
    """Ask how much to bid, and for a secret limit."""
    least, held = phase.high + BID_STEP, sum(view.cash)
    if held < least and not view.options.bluff_bids:
        raise Refusal(f"You hold {money(held)}, and the least bid is {money(least)}: pass.")
    most = f"{money(least)} to {money(held - held % BID_STEP)}, in tens"
    if held == least:
        most = f"{money(least)}, all you hold"
    if view.options.bluff_bids:
        most = f"{money(least)} or more, in tens; you hold {money(held)}"
    fields = [Field("amount", "Your bid", most, str(least))]
    if view.options.limits and held > least:
        hint = f"Optional, at most {money(held)}: the house bids on for you up to it, in tens"
        fields.append(Field("limit", "Secret limit", hint, required=False))
    title = f"A bid for {the(phase.item)}"
    return Form(ask("bid", lot=phase.lot), title, fields)


def limit_form(view: View, phase: Auction) -> Form:
    """Ask how far the house may bid for the high bidder."""
    held = sum(view.cash)
    hint = f"{money(phase.high)} to {money(held)}, in tens; empty: none"
    now = "" if view.limit is None else str(view.limit)
    field = Field("limit", "Secret limit", hint, now or str(held - held % BID_STEP), required=False)
    return Form(ask("limit", lot=phase.lot, over=phase.high), "Your secret limit", [field])


def pay_form(view: View, phase: Paying) -> Form:
    """Ask which cards to pay with; the cheapest way stands there."""
    best = payments(view.cash, phase.price)[0]
    hint = f"{money(phase.price)} or more, but no card that could stay at home"
    field = Field("cash", "Cards", hint, " ".join(map(str, best)))
    facts = {"lot": phase.lot, "price": phase.price}
    return Form(ask("pay", **facts), f"Pay {money(phase.price)}", [field], _you_hold(view))


def deal_form(view: View, names: Names, what: str | None) -> Form:
    """Ask for what and with whom (unless that is known), and for an offer."""
    fields: list[Field] = []
    if what is None:
        found = [_match(one, names) for one in matches(view.displays, view.turn)]
        first = [Choice(found[0].label, found[0].value, found[0].description, chosen=True)]
        offered = [*first, *found[1:MOST_CHOICES]]
        fields.append(Field("what", "For what, with whom", choices=offered))
    wanted = ask("deal") if what is None else ask("deal", what=what)
    fields += [_cash_field(view), _how_field()]
    return Form(wanted, "A Downeast Deal", fields, _you_hold(view))


def offer_form(view: View, phase: Deal) -> Form:
    """Ask for another offer, after a tie."""
    fields = [_cash_field(view), _how_field()]
    wanted = ask("offer", item=phase.item, target=phase.target, offer=phase.offer)
    return Form(wanted, "Offer again", fields, _you_hold(view))


def answer_form(view: View, phase: Deal) -> Form:
    """Ask for cash to lay against an offer."""
    facts = {"item": phase.item, "challenger": phase.challenger, "offer": phase.offer}
    wanted = ask("answer", **facts)
    return Form(wanted, "Your answer", [_cash_field(view)], _you_hold(view))


def seal_form(view: View, phase: Sealing) -> Form:
    """Ask for a sealed bid."""
    wanted = ask("seal", lot=phase.lot, round=phase.round)
    return Form(wanted, "A sealed bid", [_cash_field(view)], _you_hold(view))


def _cash_field(view: View) -> Field:
    small = handful(card for card in view.cash if card)[-1:]
    hint = "As in 50 10 10; c is a bad check; empty: nothing"
    return Field("cash", "Cards you lay down", hint, " ".join(map(str, small)), required=False)


def _how_field() -> Field:
    ways = [
        Choice("A tight stack", "stack", "nobody can count it", chosen=True),
        Choice("Fanned out", "fan", "everybody sees how many cards"),
    ]
    return Field("how", "How it lies there", choices=ways)


def _you_hold(view: View) -> str:
    return f"You hold {grouped(view.cash)}: {money(sum(view.cash))} in all."
