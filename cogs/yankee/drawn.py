"""What Yankee Swap looks like: what lies where, what was claimed, and what may be done about it."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.panel import Ask, Button, Choice, Field, Form, Menu, Names, Panel, Part, Row, Text, ask
from bot.words import listed
from games.gifts import COAL, COPIES, GIFTS, Card, gift, in_order, points
from games.rules import Seat
from games.yankee import (
    LIMIT,
    Dealt,
    Declined,
    Event,
    Given,
    Giving,
    Looked,
    Loss,
    Lost,
    Offer,
    Over,
    Reason,
    Received,
    Saw,
    ThreeAlike,
    TooMany,
    Unwrapped,
    View,
    counts_points,
)

TRUTH = "truth"
"""What stands for "call it what it is", where a card is not chosen yet."""


def seat_key(seat: Seat) -> str:
    """Write a seat as a player may type it too."""
    return f"seat {seat + 1}"


def because(reason: Reason, declared: Card) -> str:
    """Write a reason for declining: `it isn't a Wreath`."""
    if reason == "coal":
        return "it is Coal"
    verb = "is" if reason == "is" else "isn't"
    return f"it {verb} {gift(declared).one}"


def why_lost(losses: Iterable[Loss]) -> str:
    """Write what somebody lost by: `a third Mug and 228★`."""
    parts: list[str] = []
    for loss in losses:
        if isinstance(loss, ThreeAlike):
            parts.append(f"a third {gift(loss.card).one.removeprefix('a ')}")
        elif isinstance(loss, TooMany):
            parts.append(f"{loss.total}★ ({LIMIT}★ is too many)")
        else:
            parts.append("nothing left to give")
    return listed(parts)


def _who(seat: Seat, names: Names, you: Seat | None) -> str:
    return "you" if seat == you else str(names[seat])


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


# --- what there is to see -------------------------------------------------------------------------


def _face_up(view: View, seat: Seat) -> str:
    """Write what lies face up before a seat, and how near to losing it is."""
    counted = Counter(in_order(view.displays[seat]))
    if not counted:
        return "nothing face up"
    shown: list[str] = []
    for card, count in counted.items():
        name = gift(card).name if count == 1 else f"**{gift(card).name} ×{count}**"
        warning = " (one more loses)" if count == 2 and not isinstance(view.phase, Over) else ""
        shown.append(f"{name}{warning}")
    stars = f" · {points(view.displays[seat])}★" if counts_points(view.seats) else ""
    return ", ".join(shown) + stars


def displays(view: View, names: Names) -> str:
    """Write a line for each seat: what lies face up, and how many cards are held."""
    return "\n".join(
        f"**{name}** · {_face_up(view, seat)} · {_many(view.hands[seat], 'card')} in hand"
        for seat, name in enumerate(names)
    )


def tree(view: View, names: Names) -> str:
    """Write what is known of the tree, and whose Coal has not been turned over."""
    left = [f"{names[seat]} {count}" for seat, count in enumerate(view.coal_left) if count]
    limit = f" {LIMIT}★ or more loses." if counts_points(view.seats) else ""
    return (
        f"Under the tree: {_many(view.tree, 'gift')}."
        f" Coal not seen yet: {', '.join(left) or 'none'}.{limit}"
    )


def chain(view: View, offer: Offer, names: Names) -> str:
    """Recap a round, and count what is face up of the kind that it is said to be."""
    steps: list[str] = []
    for claim in offer.claims:
        giver, to = _who(claim.giver, names, view.seat), _who(claim.to, names, view.seat)
        verb = "passed it on" if steps else "gave it"
        steps.append(f"{giver} {verb} to {to} as {gift(claim.declared).one}")
    held = view.held.count(offer.declared)
    mine = f", {held} in your hand" if view.seat is not None else ""
    up = sum(row.count(offer.declared) for row in view.displays)
    counted = f"{gift(offer.declared).name}: {up} of {COPIES} face up{mine}."
    return f"This round: {'; '.join(steps)}.\n{counted}"


def recap(view: View, names: Names) -> str:
    """Recap a game: what was claimed last, and what it was; and how honest everybody has been."""
    if not view.past:
        return ""
    last = view.past[-1]
    honest = Counter(c.giver for one in view.past for c in one.claims if c.declared == one.card)
    claimed = Counter(claim.giver for one in view.past for claim in one.claims)
    truths = [f"{names[seat]} {honest[seat]} of {claimed[seat]}" for seat in sorted(claimed)]
    claims = [f"{names[claim.giver]} said {gift(claim.declared).one}" for claim in last.claims]
    end = f"The last of {_many(len(view.past), 'round')}: {'; '.join(claims)}"
    return f"{end}; it was {gift(last.card).one}.\nTrue claims: {', '.join(truths)}."


def hand(view: View) -> str:
    """Write a hand by kind, with what each is worth where that matters."""
    stars = counts_points(view.seats)
    lines = [
        gift(card).name
        + (f" ×{count}" if count > 1 else "")
        + (f" · {gift(card).points}★{' each' if count > 1 else ''}" if stars else "")
        for card, count in Counter(in_order(view.held)).items()
    ]
    return "\n".join(lines) or "You hold no cards. If a round were yours to open, you would lose."


def before_you(view: View) -> str:
    """Write what lies face up before the owner of a view."""
    return "" if view.seat is None else f"Before you: {_face_up(view, view.seat)}."


def situation(view: View, names: Names) -> str:
    """Say what the table waits for."""
    match view.phase:
        case Giving(seat=seat):
            return (
                f"Round {len(view.past) + 1}: {names[seat]} picks a card, and whom to give it to."
            )
        case Over(loser=loser, losses=losses):
            return f"{names[loser]} has lost, with {why_lost(losses)}."
        case Offer() as offer:
            to = names[offer.to]
            said = f"{to} is offered a gift by {names[offer.giver]}: “{gift(offer.declared).one}”."
            if offer.looked:
                return f"{said} {to} has looked, and must pass it on."
            if offer.to in offer.handled:
                return f"{said} {to} knows it already, and must decline."
            if not view.may_look:
                return f"{said} Everybody else knows it: {to} must decline."
            return said


def own_situation(view: View, names: Names) -> str:
    """Say what is asked of the owner of a view, or what the table waits for."""
    phase = view.phase
    if isinstance(phase, Giving) and phase.seat == view.seat:
        return "You give next: any card, to anybody, called any gift you like, just never Coal."
    if not isinstance(phase, Offer) or phase.to != view.seat:
        return situation(view, names)
    if phase.looked:
        return "You have looked. Now pass it on: to anybody else, called what you like."
    said = f"{names[phase.giver]} offers you a gift: “{gift(phase.declared).one}”."
    if view.may_look:
        return said
    why = "You know it" if phase.to in phase.handled else "Everybody else knows it"
    return f"{said} {why}, so you decline it."


# --- what may be done -----------------------------------------------------------------------------


def answers(view: View) -> list[Part]:
    """Offer what the awaited player may do, where everybody may see that they can."""
    phase = view.phase
    if isinstance(phase, Giving):
        return [Row([Button("Give a gift…", ask("give"), "main")])]
    if not isinstance(phase, Offer):
        return []
    facts = {"giver": phase.giver, "says": phase.declared}
    if phase.looked:
        return [Row([Button("Pass it on…", ask("regift", giver=phase.giver), "main")])]
    one = gift(phase.declared).one
    looking = [Button("Look and re-gift", ask("look", **facts), "main")] if view.may_look else []
    declining = [
        Button(label, ask("decline", because=reason, **facts))
        for reason, label in (
            ("is", f"It is {one}"),
            ("isnt", f"It isn't {one}"),
            ("coal", "It is Coal"),
        )
    ]
    return [Row([*looking, *declining])]


def give_menu(view: View) -> Menu:
    """Offer the cards in hand."""
    return Menu(ask("give"), "card", "Give a card…", _cards(view))


def _cards(view: View) -> list[Choice]:
    stars = counts_points(view.seats)
    return [
        Choice(
            f"{gift(card).name} ({count})" if count > 1 else gift(card).name,
            card,
            f"{gift(card).points}★" if stars else "",
        )
        for card, count in Counter(in_order(view.held)).items()
    ]


def _to_field(view: View, names: Names) -> list[Field]:
    """Ask for whom, if there is a choice."""
    if len(view.targets) == 1:
        return []
    offered = [
        Choice(names.plain(seat), seat_key(seat), chosen=at == 0)
        for at, seat in enumerate(view.targets)
    ]
    return [Field("to", "To whom", choices=offered)]


def _gift_choices(chosen: Card | None = None) -> list[Choice]:
    return [Choice(one.name, one.key, chosen=one.key == chosen) for one in GIFTS]


def give_form(view: View, names: Names) -> Form:
    """Ask for everything: a card, to whom, and as what."""
    truth = Choice("What it is", TRUTH, chosen=True)
    fields = [
        Field("card", "Your card", choices=_cards(view)),
        *_to_field(view, names),
        Field("says", "You say it is", choices=[truth, *_gift_choices()]),
    ]
    return Form(ask("give"), "Give a gift", fields)


def claim_form(wanted: Ask, card: Card, view: View, names: Names) -> Form:
    """Ask to whom a card goes, and as what; honestly, unless another gift is chosen."""
    says = Field("says", "You say it is", "True or not", choices=_gift_choices(card))
    title = f"Your gift: {gift(card).name}"
    return Form(wanted, title, [*_to_field(view, names), says])


def name_coal(wanted: Ask, to: str) -> Panel:
    """Ask what Coal is to be called."""
    text = f"It is Coal, and nothing may be called Coal. What do you tell {to} it is?"
    return Panel([Text(text), Menu(wanted, "says", "You say it is…", _gift_choices())])


# --- what has happened ----------------------------------------------------------------------------


def tell(event: Event, names: Names, to: Seat | None) -> str:
    """Tell an event in a sentence or two."""
    match event:
        case Dealt():
            return _dealt(event, names, to)
        case Received(seat=seat, cards=cards):
            if seat == to:
                return ""  # the hand shows it
            counted = Counter(in_order(cards)).items()
            kinds = [f"{gift(card).name} ×{n}" if n > 1 else gift(card).name for card, n in counted]
            return f"{names[seat]} was dealt {listed(kinds)}."
        case Given():
            return _given(event, names, to)
        case Looked(seat=seat):
            return "" if seat == to else f"{names[seat]} looked at it."
        case Saw(seat=seat, card=card):
            if seat == to:
                return f"You looked: it is {gift(card).one}."
            return f"What {names[seat]} looked at was {gift(card).one}."
        case Declined():
            return _declined(event, names, to)
        case Unwrapped(seat=seat, card=card):
            who = "You" if seat == to else names[seat]
            return f"{who} took a gift from under the tree too: {gift(card).one}."
        case Lost(seat=seat, losses=losses):
            have = "You have" if seat == to else f"{names[seat]} has"
            return f"{have} lost, with {why_lost(losses)}. Everybody else wins."


def _dealt(event: Dealt, names: Names, to: Seat | None) -> str:
    cards = listed([str(size) for size in sorted(set(event.hands))], "or")
    first = "You give" if event.first == to else f"{names[event.first]} gives"
    return (
        f"Everybody holds {cards} cards, {event.coal_each} of them Coal; {event.tree} gifts lie"
        f" under the tree. {first} first."
    )


def _given(event: Given, names: Names, to: Seat | None) -> str:
    who = "You" if event.giver == to else names[event.giver]
    verb = "passed it on to" if event.again else "gave a gift to"
    return f"{who} {verb} {_who(event.to, names, to)}: “{gift(event.declared).one}”."


def _declined(event: Declined, names: Names, to: Seat | None) -> str:
    who = "You" if event.seat == to else names[event.seat]
    taker = _who(event.taker, names, to)
    verdict = "Right" if event.taker == event.giver else "Wrong"
    if event.card == COAL and event.reason == "isnt":
        verdict = "True, but only calling it Coal escapes Coal"
    return (
        f"{who} declined: “{because(event.reason, event.declared)}”."
        f" {verdict}: it was {gift(event.card).one}, and {taker} took it."
    )


# --- how it is played -----------------------------------------------------------------------------

_VALUES = ", ".join(f"{one.name} {one.points}★" for one in GIFTS)

HOW_TO: Sequence[str] = (
    f"""A gift exchange where nobody wants the gifts. One player takes too much home and loses; \
all the others win.

**A round.** Give a card from your hand, face down, to anybody, and say which of the ten gifts it \
is. Lie if you like. Whoever gets it has a choice:
- **Look and re-gift**: pick it up, look, and pass that same card to anybody else, as whatever you \
like. Then it is between the two of you, and whoever gave it to you is out of it.
- **Decline**: you shouldn't have, because *it is* what they say, because *it isn't*, or because \
*it is Coal*. Now the card is turned over. Right, and the giver keeps it, face up. Wrong, and you \
do. Whoever keeps it gives next.

**Coal.** Nobody may call a card Coal, not even Coal. “It isn't a Wreath” is true of Coal and \
doesn't help: only “it is Coal” leaves it with the giver. Whoever takes Coal takes a gift from \
under the tree too.

**You lose** with three of a kind face up (Coal is a kind), or if it is your turn to give and you \
hold no card; with five or more players also with {LIMIT}★ or more face up.

**The deck.** Ten gifts, {COPIES} of each, and ten Coal. With up to four players everybody holds \
2 Coal, with more 1; the rest of the Coal stays out. As many gifts as there is Coal in play lie \
under the tree. All other cards are dealt, so some may hold one more than others.
{_VALUES}, Coal nothing.""",
    f"""**Assumed.** The printed rules name the Wreath and the Scratch-off. The names of the other \
eight gifts are ours, and so are all ten values and that Coal is worth nothing.

**What was decided for this table**, where the printed rules are silent:
- “The youngest” gives first: that is drawn by lot, or it is whoever sits first, as the table's \
opener chose.
- A gift may be passed to anybody, even back to its giver. But everybody looks at most once a \
round, and who opened the round knows the card: who has it before them again must decline. At a \
strict table it goes only to players who haven't seen it, and the last of them must decline.
- With two players a gift that is passed on comes back to its giver, who must decline.
- What you lose by is checked when everything you take lies on the table: the gift from under the \
tree counts, and {LIMIT}★ exactly is too many. Three of a kind lose at any number of players.
- With an empty hand you may still be given gifts and pass them on. You lose only when a round is \
yours to open.
- “It is Coal” may be said even when all the Coal lies face up. It is just not clever.
- If time runs out, who was offered a gift says it isn't; who is to give gives the first card in \
hand to the next seat, and is honest about it. Coal is then called {GIFTS[0].one}.

**Secrets.** Only whoever has held a card knows it, until it is turned over. The board counts \
whose Coal has not been seen yet; anybody at a table could.""",
)
