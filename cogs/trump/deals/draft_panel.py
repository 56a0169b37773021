"""Draw the panel of a deal draft, and the page that adds cards to it.

`drafting` handles the buttons and menus that are drawn here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from bot.ui.panels.panel import CHOICE_LIMIT, Button, Choice, Menu, Panel, Part, Row, Style, Text
from bot.ui.panels.words import Names, short
from bot.ui.ways.draft_kind import about, torn
from cogs.trump.deal import binding, due_with, items_in, mirrored, promised_in, warnings
from cogs.trump.deals.offer_draft import OfferDraft, as_offer, describe_draft, play_named, problems
from cogs.trump.deals.possible_promises import owned_after, possible_promises, promise_label
from cogs.trump.deals.promise_page import (
    KIND,
    SUMS,
    UNKNOWN_BUTTON,
    encode,
)
from cogs.trump.read import pays
from cogs.trump.words import Voice, counted, money, purse, the, titled, upper
from games.rules import Refusal, Seat
from games.trump.cards import AT, CARDS, DIE_ROLL, FORCE_SALE, PROFIT_CARDS, PROPERTIES, TAX
from games.trump.deals.offers import MOST_PROMISES, can_give
from games.trump.moves import ForceSale, Goods, Pass, Play, Tax, Then
from games.trump.state import Acting, Offer, Proposed
from games.trump.views import View


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPage:
    """A stored draft. `answers` is the turn of the offer that it counters, if any."""

    slip: OfferDraft
    answers: int | None

    @property
    def to(self) -> Seat:
        """The seat of the other party."""
        assert self.slip.to is not None, "a draft is begun with somebody"
        return self.slip.to


# --- the offer to answer --------------------------------------------------------------------------


def writer(view: View) -> Seat:
    assert view.seat is not None, "a draft is written by a seat"
    return view.seat


def offer_to_answer(view: View) -> Offer | None:
    """Return the offer that the owner of the view can still counter."""
    phase = view.public.phase
    if view.seat is None or not isinstance(phase, Proposed) or phase.counter is not None:
        return None
    return phase.offer if phase.offer.to == view.seat else None


def countered_turn(view: View, to: Seat) -> int | None:
    """Return the turn of this player's offer if it can be countered, else None."""
    offer = offer_to_answer(view)
    return view.public.turn if offer is not None and offer.by == to else None


# --- the panel ------------------------------------------------------------------------------------


def draw_draft(page: DraftPage, number: int, view: View, names: Names, note: str = "") -> Panel:
    draft, seat = page.slip, writer(view)
    voice, plain = Voice(names, seat), Voice.plain(names, seat)
    counters = countered_turn(view, page.to) is not None
    with_whom = f"{voice.whose(page.to)} offer" if counters else voice.who(page.to)
    title = f"### {'Your answer to' if counters else 'A deal with'} {with_whom}"
    lines = [title, *describe_draft(draft, view, names), *_warning(draft, seat, voice)]
    lines.append(f"-# {_holdings(page, view, voice)} {_status(page, view, voice)}")
    parts: list[Part] = [Text(f"**{note}**")] if note else []
    parts.append(Text("\n".join(lines)))
    their = plain.who(page.to)
    menus = [
        ("give", "*what", "You give…", _goods_choices(draft.give, seat, view.cash, view, plain)),
        ("get", "*what", "You get…", _goods_choices(draft.get, page.to, None, view, plain)),
        ("promise", "*so", f"A promise, yours or {their}'s…", _promise_choices(draft, view, plain)),
        ("then", "*what", "Then I play…", () if counters else _play_choices(draft, view, names)),
        ("take", "*what", "Remove a line…", _line_choices(draft, view, names, plain)),
    ]
    for word, key, placeholder, choices in menus:
        if choices:
            parts.append(Menu(about(KIND, word, number), key, placeholder, choices))
    seen, ready = fingerprint(page, view), counters or may_propose(view)
    style: Style = "main" if ready and not problems(draft, view, names) else "plain"
    offers = "Counter with this" if counters else "Propose"
    buttons = [
        Button(offers, about(KIND, "offer", number, seen=seen), style),
        Button("Cards…", about(KIND, "cards", number)),
        Button("Other amounts…", about(KIND, "sums", number)),
        Button("Words…", about(KIND, "words", number)),
        Button("Refresh", about(KIND, "look", number)),
        Button("Discard", torn(KIND, number), "danger"),
    ]
    return Panel([*parts, Row(buttons)])


def _warning(draft: OfferDraft, seat: Seat, voice: Voice) -> list[str]:
    """Warn the draft's writer of what the other party may never do (TR-48, TR-80)."""
    return [f"-# {line}" for line in warnings(mirrored(as_offer(draft, seat)), voice)]


def _holdings(page: DraftPage, view: View, voice: Voice) -> str:
    cards = counted(view.public.hands[page.to], "card")
    return f"You have {purse(view.cash)} in hand. {upper(voice.who(page.to))} has {cards}."


def may_propose(view: View) -> bool:
    public = view.public
    return public.dealing and public.seat == view.seat and isinstance(public.phase, Acting)


def _status(page: DraftPage, view: View, voice: Voice) -> str:
    public = view.public
    if countered_turn(view, page.to) is not None:
        return "You can counter once."
    if may_propose(view):
        return "It's your turn."
    if not public.dealing:
        return "You can't make deals in the Buying Phase. The draft is kept for later."
    if public.seat == view.seat:
        return "The draft is kept."
    return f"It's {voice.whose(public.seat)} turn. The draft is kept for yours."


def fingerprint(page: DraftPage, view: View) -> str:
    """Return a fingerprint of what the player sees when offering this draft."""
    shown = repr((page.slip, view.public.turn, countered_turn(view, page.to)))
    return f"{crc32(shown.encode('utf-8', 'backslashreplace')):08x}"


# --- the menus ------------------------------------------------------------------------------------


def _goods_choices(
    goods: Goods, owner: Seat, cash: int | None, view: View, plain: Voice
) -> Sequence[Choice]:
    """List the properties and the sums of money that one side can add."""
    properties = [
        Choice(the(box), box, upper(binding(box, view.public, plain)))
        for box in view.public.owned(owner)
        if box not in goods.properties
    ]
    sums = [sum for sum in SUMS if cash is None or sum <= cash]
    if cash and cash not in sums:
        sums.append(cash)
    money_choices = [
        Choice(money(sum), f"cash {sum}", "all you have in hand" if sum == cash else "")
        for sum in sums
        if sum != goods.cash
    ]
    return [*properties, *money_choices][:CHOICE_LIMIT]


def _promise_choices(draft: OfferDraft, view: View, plain: Voice) -> Sequence[Choice]:
    on_it = [clause.property for clause in draft.promises if clause.property is not None]
    full = len(draft.promises) >= MOST_PROMISES
    return [
        Choice(promise_label(clause, draft, plain), encode(clause, writer(view)))
        for clause in possible_promises(draft, view)
        if not full or clause.property in on_it
    ]


def _play_choices(draft: OfferDraft, view: View, names: Names) -> Sequence[Choice]:
    """List the cards that the writer may be able to play after the deal (TR-46, TR-78)."""
    get = draft.get
    if not (get.properties or get.cards or get.random):
        return ()
    plain = _Plain(names)
    rows = [("ask", "Ask me once it's a deal", False)] if draft.then is not None else []
    rows += [
        (_play_code(then), upper(play_named(then, plain)), then == draft.then)
        for then in (*_related_plays(draft, view), Pass())
    ]
    return [Choice(label, value, chosen=chosen) for value, label, chosen in rows]


def _related_plays(draft: OfferDraft, view: View) -> list[Then]:
    left = list(view.free)
    for card in draft.give.cards:
        if card in left:
            left.remove(card)
    after, get = set(owned_after(draft, view, writer(view))), draft.get
    plays: list[Then] = []
    for name in (card for card in CARDS if card in left or card in get.cards):
        card = CARDS[name]
        if name in PROFIT_CARDS:
            counted_by = get.properties and (
                not card.named or not set(card.named).isdisjoint(get.properties)
            )
            if set(card.named) <= after and len(after) >= card.needs:
                plays += [Play(card=name)] if name in get.cards or counted_by else []
        elif name not in get.cards:
            continue
        elif name == DIE_ROLL:
            plays.append(Play(card=name))
        elif name == TAX:
            plays += [Tax(seat=seat) for seat in range(view.seats) if seat != view.seat]
        elif name == FORCE_SALE:
            plays += [
                ForceSale(property=box) for box in PROPERTIES if not view.public.box(box).gone
            ]
    return plays


def _play_code(then: Then) -> str:
    match then:
        case Play(card=card):
            return f"play {card}"
        case Tax(seat=seat):
            return f"tax {seat}"
        case ForceSale(property=property):
            return f"sale {property}"
        case Pass():
            return "none"


def play_in(text: str, view: View) -> Then | None:
    """Read the play that follows a deal from a menu value. Raise Refusal if it is malformed."""
    kind, _, name = text.partition(" ")
    if kind == "play" and (name in PROFIT_CARDS or name == DIE_ROLL):
        return Play(card=name)
    if kind == "tax" and name in [str(seat) for seat in range(view.seats) if seat != view.seat]:
        return Tax(seat=int(name))
    if kind == "sale" and name in AT:
        return ForceSale(property=name)
    if text in ("ask", "none"):
        return None if text == "ask" else Pass()
    raise Refusal(UNKNOWN_BUTTON)


class _Plain(Names):
    """Player names as menus show them, without Markdown escapes."""

    def __getitem__(self, seat: int) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.plain(seat)


def _line_choices(draft: OfferDraft, view: View, names: Names, plain: Voice) -> Sequence[Choice]:
    """List every line of the draft that can be removed."""
    seat = writer(view)
    offer = as_offer(draft, seat)
    rows: list[tuple[str, str]] = []
    for side, way, goods in (("give", "You give", draft.give), ("get", "You get", draft.get)):
        rows += [(f"{side} {name}", f"{way} {text}") for name, text in items_in(goods)]
    rows += [
        (f"promise {encode(due, seat)}", promised_in(offer, due, view.public, plain).rstrip("."))
        for due in dict.fromkeys(draft.promises)
    ]
    rows += [("words", f"The words “{draft.words}”")] if draft.words.strip() else []
    if draft.then is not None:
        rows.append(("then", upper(f"then {play_named(draft.then, _Plain(names))}")))
    return [Choice(short(label, 100), value) for value, label in rows]


# --- the page of cards ----------------------------------------------------------------------------


def cards_page(page: DraftPage, number: int, view: View, names: Names) -> Panel:
    """Draw the page of cards: the writer's own cards, and every kind to ask for."""
    draft, seat = page.slip, writer(view)
    plain = Voice.plain(names, seat)
    their, mine = short(plain.who(page.to), 40), can_give(view, page.to)
    own = [
        Choice(titled(card), card, upper(due_with(card, view.public, plain)) or pays(card))
        for card in dict.fromkeys(mine)
        if mine.count(card) > draft.give.cards.count(card)
    ]
    kinds = [
        [
            Choice(titled(name), name, pays(name))
            for name, card in CARDS.items()
            if bool(card.named) is named and draft.get.cards.count(name) < card.copies
        ]
        for named in (True, False)
    ]
    menus = [
        ("give", "You give a card…", own),
        ("give", "You give cards drawn at random…", _random_choices(draft.give, view, seat)),
        ("get", f"You get a card that names properties, if {their} has it…", kinds[0]),
        ("get", f"You get a card of another kind, if {their} has it…", kinds[1]),
        (
            "get",
            f"You get cards drawn at random from {their}'s hand…",
            _random_choices(draft.get, view, page.to),
        ),
    ]
    held = f"{names[page.to]} has {counted(view.public.hands[page.to], 'card')}"
    text = (
        f"### Cards\nYou have {counted(len(view.hand), 'card')}, and {held}. You can ask for any"
        " kind of card. The answer shows whether they have it."
    )
    parts: list[Part] = [Text(text)]
    for word, placeholder, choices in menus:
        if choices:
            parts.append(Menu(about(KIND, word, number), "*what", placeholder, choices))
    return Panel([*parts, Row([Button("Back", about(KIND, "look", number))])])


def _random_choices(goods: Goods, view: View, giver: Seat) -> Sequence[Choice]:
    left = view.public.hidden(giver) - len(goods.cards)
    return [
        Choice(counted(count, "card"), f"random {count}", chosen=count == goods.random)
        for count in range(1, min(left, CHOICE_LIMIT) + 1)
    ]
