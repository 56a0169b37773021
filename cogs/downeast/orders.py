"""Standing orders on Discord: price lists, keep lists and the next turn.

The panel of standing orders has a menu for each kind still to come, and one for the next turn. The
form of a list has a line for each kind: `canoe 70`, `trap pass`, `quilt ask`. Players can also type
`prices canoe 70, trap pass` or, for the auctioneer, `retain canoe 50, trap sell`. Kinds that are
missing stay unchanged. A turn is `plan auction` or `plan canoe with ben 50 10`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from bot.ui.panels.words import Names, escape, folded, listed, short
from bot.ui.ways.fields import ASK, Field, Known
from bot.ui.ways.ways import OrderMenu, TypedText, Way
from cogs.downeast.cash import CASH, read_cash_ahead, you_hold
from cogs.downeast.lots import suggested_amount
from cogs.downeast.read import HOW, deal_among, found_item, read_dollars, write_deal
from cogs.downeast.text import item, laid, some, without_article
from games.downeast.auctions.legal_auction import in_play
from games.downeast.cash import Cash, money
from games.downeast.decks import CHEST_PAYS
from games.downeast.displays import matches, stake
from games.downeast.orders import (
    YOUR_TURN,
    KeepList,
    Order,
    Price,
    PriceList,
    TurnAhead,
    chooses,
    in_game,
    is_fresh,
    no_list,
    to_be_priced,
)
from games.downeast.state import Lot
from games.downeast.views import View
from games.rules import Refusal, Seat

Prices: TypeAlias = tuple[Price, ...]

# --- lists of prices ------------------------------------------------------------------------------

_PREFIX = re.compile(r"[:=]? ?(?:up to |at most |max |for )?")
_AMOUNT = re.compile(r"\$?[1-9]")
_ASKED = re.compile(r"(?:ask(?: me)?|as usual|\?)(?![\w])")
_NONE = re.compile(r"(?:pass|sell(?: it)?|nothing|none|never|no|\$?0|-)(?![\w.])")
_AMOUNTS = (0, *range(10, 110, 10), 120, 150, 200, 250, 300)  # on a menu, in dollars
_BETWEEN = re.compile(r"[ ,;.·]*(?:and )?")


def _line_of(view: View, name: str, most: int | None) -> Price:
    return Price(item=name, most=most, chests=view.chests)


def _whole(view: View, said: Prices) -> Prices:
    """Return a line for each kind still to come. A kind not on the list gets `ask`."""
    lines = {line.item: line for line in said}
    return tuple(lines.get(name) or _line_of(view, name, None) for name in to_be_priced(view))


def _some_prices(view: View, known: Known) -> Sequence[Prices]:
    """Offer lists of one line each. If there is no list yet, the first offer changes nothing."""
    kinds = to_be_priced(view)
    lines = [_line_of(view, name, suggested_amount(view, name)) for name in kinds]
    return [(line,) for line in (*(_line_of(view, name, None) for name in kinds[:1]), *lines)]


def _read_prices(text: str, view: View, names: Names, none: str) -> tuple[Prices, str]:
    """Read a list of kinds and amounts, separated by commas or line breaks."""
    rest = folded(text).strip(" ,;.")
    if not rest:
        raise Refusal(f"Name kinds of items and prices, {_as_in(view, none)}.")
    lines: list[Price] = []
    deck = [kind.name for kind in (*view.cards.items, view.cards.thief)]
    while rest:
        named = found_item(rest, deck)
        if named is None:
            kinds = listed([item(name).many for name in to_be_priced(view)])
            raise Refusal(f"I don't know “{escape(short(rest, 20))}”. You can name {kinds}.")
        most, rest = _read_most(named[0], named[1], none)
        lines.append(_line_of(view, named[0], most))
        between = _BETWEEN.match(rest)
        rest = rest[between.end() :] if between else rest
    return tuple(lines), ""


def _read_most(name: str, text: str, none: str) -> tuple[int | None, str]:
    prefix = _PREFIX.match(text)
    rest = text[prefix.end() :] if prefix else text
    if match := _ASKED.match(rest):
        return None, rest[match.end() :]
    if match := _NONE.match(rest):
        return 0, rest[match.end() :]
    if not _AMOUNT.match(rest):
        raise Refusal(f"How much for {some(name, 1)}? Give an amount, `{none}` or `ask`.")
    return read_dollars(rest)


def _as_in(view: View, none: str) -> str:
    kinds = to_be_priced(view)
    lines = [f"{kinds[0]} 70", f"{kinds[-1]} {none}"][: len(kinds)] if kinds else []
    return f"like `{', '.join(lines).casefold()}`" if lines else "one kind at a time"


def _prices(name: str, label: str, none: str) -> Field:
    """Return the form field of a list. `none` is the word for no price at all."""

    def write(lines: Prices, names: Names) -> str:
        return ", ".join(f"{line.item} {_write_amount(line, none)}" for line in lines)

    def hint(view: View, known: Known) -> str:
        return (
            f"An amount, {none}, or ask (I'll ask you then). Kinds you leave out stay as they were"
        )

    return Field(
        name=name,
        fills=("prices",),
        label=label,
        write=write,
        read=lambda text, view, names: _read_prices(text, view, names, none),
        offer=_some_prices,
        likely=lambda view, known, values: _whole(view, values[0]),
        hint=hint,
        lines=", ",
    )


def _write_amount(line: Price, none: str) -> str:
    return "ask" if line.most is None else money(line.most) if line.most else none


def _now(view: View, known: Known) -> Known:
    """Store how many chests had come when the form or the menu of a list was drawn."""
    lines: Prices = known.get("prices", ())
    return {"chests": lines[0].chests if lines else view.chests, **known}


def _menus(
    sentence: str, none: str
) -> Callable[[View, Names, PriceList | KeepList | None], Sequence[OrderMenu]]:
    """Return the menus of a list: one for each kind still to come. `none` is its label for $0."""

    def made(view: View, names: Names, order: PriceList | KeepList | None) -> list[OrderMenu]:
        prices = () if order is None else order.prices
        lines = {line.item: line for line in prices if line.most is not None}
        amounts = [amount for amount in _AMOUNTS if amount <= in_play(view)]

        def menu(name: str) -> OrderMenu:
            line = lines.get(name)
            values = [_line_of(view, name, amount) for amount in amounts]
            return OrderMenu(
                field="prices",
                sentence=sentence.format(some(name, 1)),
                values=[((value,), money(value.most) if value.most else none) for value in values],
                stands=(line,) if line is not None and is_fresh(view, line) else ASK,
                asked=(_line_of(view, name, None),),
            )

        return [menu(name) for name in to_be_priced(view)]

    return made


def _example(none: str) -> Callable[[View], TypedText]:
    def made(view: View) -> TypedText:
        kinds = to_be_priced(view)
        most = suggested_amount(view, kinds[0])
        lines = [f"{kinds[0]} {most}", f"{kinds[-1]} {none}"][: len(kinds)]
        return TypedText(", ".join(lines).casefold())

    return made


def _list_note(view: View, names: Names) -> str:
    return f"You have {money(sum(view.cash))}. Nobody else sees this before the end."


PRICES = Way[PriceList, View](
    verb="prices",
    move=PriceList,
    help="Set the most you'd pay for each kind of item: canoe 70, trap pass",
    label=lambda view, known, names: "The most you'd pay for each kind",
    note=_list_note,
    fields=(_prices("prices", "One kind per line, and the most you'd pay", "pass"),),
    group="ahead",
    words=("price list", "my price list", "price"),
    holds="game",
    settle=_now,
    example=_example("pass"),
    called="price list",
    menus=_menus("My limit for {}", "Pass"),
)
KEEPS = Way[KeepList, View](
    verb="retain",
    move=KeepList,
    help="Set the most you'd pay to keep each kind you auction: canoe 50, trap sell",
    label=lambda view, known, names: "What you'd keep as the auctioneer",
    note=_list_note,
    fields=(_prices("prices", "Keep it if it costs at most", "sell"),),
    group="ahead",
    words=("what i keep",),
    holds="game",
    settle=_now,
    example=_example("sell"),
    called="keep list",
    menus=_menus("As the auctioneer I keep {} for up to", "Sell it"),
)

# --- a turn ---------------------------------------------------------------------------------------

Turn: TypeAlias = tuple[str | None, Seat | None, bool]
_NEXT: Turn = (None, None, False)
_ALWAYS: Turn = (None, None, True)
_AUCTION = re.compile(
    r"(?P<first>always )?auction(?: the next item)?"
    r"(?P<always>,? (?:until i say(?: so)?|always|(?:each|every) (?:time|turn)))?(?!\w)"
)
_DEAL = re.compile(r"(?:a )?(?:downeast )?(?:deal|dealing) (?:for )?")


def _deals(view: View) -> list[tuple[str, Seat]]:
    if view.seat is None or chooses(view):
        return []
    return [(deal.item, deal.target) for deal in matches(view.displays, view.seat)]


def _turns(view: View, known: Known) -> Sequence[Turn]:
    if chooses(view):
        return ()
    auctions = (_NEXT, _ALWAYS) if view.to_come else ()
    return [*auctions, *((name, target, False) for name, target in _deals(view))]


def _write_turn(turn: Turn, names: Names) -> str:
    name, target, always = turn
    if name is None or target is None:
        return "auction until I say" if always else "auction"
    return write_deal((name, target), names)


def _read_turn(text: str, view: View, names: Names) -> tuple[Turn, str]:
    line = folded(text)
    if auction := _AUCTION.match(line):
        always = bool(auction["first"] or auction["always"])
        return (_ALWAYS if always else _NEXT), line[auction.end() :]
    can = _deals(view)
    if not can:
        raise Refusal(YOUR_TURN if chooses(view) else _no_deal(view))
    prefix = _DEAL.match(line)
    (name, target), rest = deal_among(can, line[prefix.end() :] if prefix else line, view, names)
    return (name, target, False), rest


def _no_deal(view: View) -> str:
    other = " You can plan `auction` or `auction until I say`." if view.to_come else ""
    return f"You have no deal, because nobody else owns any item that you own.{other}"


def _about_turn(turn: Turn, view: View, names: Names) -> str:
    name, target, always = turn
    if name is None or target is None or view.seat is None:
        return "on every turn where you have a choice" if always else "on your next turn only"
    both = stake(view.displays, name, view.seat, target) == 2
    return "a deal: each stakes two" if both else "a deal: each stakes one"


def _turn_known(view: View, known: Known) -> Known:
    """Clear the cash of an ordered auction."""
    auction = "item" in known and known["item"] is None
    empty: Known = {"cards": (), "fanned": False} if auction or not _deals(view) else {}
    return {**known, **empty}


def _turn_note(view: View, names: Names) -> str:
    return you_hold(view, names) if _deals(view) else ""


def _deal_as_typed(view: View) -> TypedText | None:
    return TypedText("auction") if view.to_come else None


_NO_CASH = "An auction takes no cash, whatever you choose below"
WHAT = Field(
    name="what",
    fills=("item", "target", "always"),
    label="What you'll do",
    write=_write_turn,
    read=_read_turn,
    offer=_turns,
    closed=True,
    hint=lambda view, known: _NO_CASH if _deals(view) else "",
    about=_about_turn,
)


def _said_or_small(view: View, known: Known, values: Sequence[Any]) -> Cash:
    """Fill the form with the cash of the current order, or with a small bill."""
    return values[0] or CASH.likely(view, known, values)


AHEAD = replace(
    CASH,
    read=read_cash_ahead,
    likely=_said_or_small,
)


def _turn_menus(view: View, names: Names, order: TurnAhead | None) -> list[OrderMenu]:
    """Return the menu for the next turn. A deal opens a form that asks for its cash."""
    labels = {_NEXT: "Auction the next item", _ALWAYS: "Auction on every turn, until I end this"}
    values = [(turn, labels.get(turn) or _deal_label(turn, names)) for turn in _turns(view, {})]
    return [OrderMenu(field="what", sentence="On my next turn", values=values)] if values else []


def _deal_label(turn: Turn, names: Names) -> str:
    name, target, _ = turn
    assert name is not None
    assert target is not None
    return f"Deal for {some(name, 1)} with {names.plain(target)}"


TURN = Way[TurnAhead, View](
    verb="plan",
    move=TurnAhead,
    help="Plan your next turn: an auction, or a deal with its cash",
    label=lambda view, known, names: "Your next turn",
    note=_turn_note,
    fields=(WHAT, AHEAD, HOW),
    group="ahead",
    words=("my next turn", "my turn"),
    holds="subject",
    settle=_turn_known,
    example=_deal_as_typed,
    called="next turn",
    menus=_turn_menus,
)
ORDERS: tuple[Way[Any, View], ...] = (PRICES, KEEPS, TURN)

# --- explanations ---------------------------------------------------------------------------------


def order_hint(view: View) -> str:
    """Point out price lists at the first auction and whenever a chest brings new cash.

    The hint depends only on public facts, so it does not show who has a list.
    """
    if not isinstance(view.phase, Lot) or no_list(view):
        return ""
    if view.phase.item == view.cards.treasure:
        return (
            "New cash, so your price limits from before it have ended. Set new ones under"
            " *More…*, and most items won't have to wait for you."
        )
    if view.lots == 1:
        return (
            "Set a limit for each kind of item under *More…*, and most items won't have"
            " to wait for you."
        )
    return ""


def ahead(order: Order, view: View, names: Names) -> str:
    """Explain to its owner what a standing order will do and when it ends."""
    match order:
        case PriceList(prices=lines):
            return _list_said(
                lines, view, "As far as your cash goes, you'll pay up to", "you'll pass on"
            )
        case KeepList(prices=lines):
            return _list_said(
                lines,
                view,
                "As the auctioneer you'll keep these, as far as your cash goes, for up to",
                "you'll sell",
            )
        case TurnAhead():
            return _turn_said(order, view, names)


def _list_said(lines: Prices, view: View, priced: str, none: str) -> str:
    """Explain which lines of a price list are still valid, and which are out of date."""
    can = [line for line in lines if line.item in to_be_priced(view)]
    fresh = [line for line in can if is_fresh(view, line)]
    up_to = [f"{line.item} {money(line.most)}" for line in fresh if line.most]
    not_at_all = [line.item for line in fresh if not line.most]
    old = [line.item for line in can if not is_fresh(view, line)]
    does = [f"{priced}: {', '.join(up_to)}"] if up_to else []
    if not_at_all:
        does.append(f"{none}: {', '.join(not_at_all)}")
    parts: list[str] = []
    if does:
        text = "; ".join(does)
        parts.append(f"{text[:1].upper()}{text[1:]}. {_asked(view)}")
    if old:
        chest = f"the last {without_article(view.cards.treasure)}"
        parts.append(f"You set these before {chest}, so I'll ask you: {', '.join(old)}.")
    return " ".join(parts) or "Nothing on this list will come up again."


def _asked(view: View) -> str:
    treasure = view.cards.treasure
    comes = treasure in in_game(view) and view.chests < len(CHEST_PAYS)
    until = f", and about everything once {some(treasure, 1)} comes up" if comes else ""
    return f"I'll still ask you once somebody has three of a kind{until}."


def _turn_said(order: TurnAhead, view: View, names: Names) -> str:
    if order.item is None or order.target is None:
        if order.always:
            return (
                "On each turn where you have a choice, you'll auction the next item, until you end"
                " this order or the deck is empty."
            )
        return "On your next turn, you'll auction the next item. Then this order ends."
    how = "fanned out" if order.fanned else "in a tight stack"
    offer = f"{laid(order.cards)}, {how}" if order.cards else "no cash at all"
    return (
        f"On your next turn, you'll start a Downeast Deal with {names[order.target]} for"
        f" {some(order.item, order.stake)}, offering {offer}. If that isn't possible then, I'll ask"
        " you. This order ends with that turn, or once you pay or lay down cash."
    )
