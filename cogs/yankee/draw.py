"""Draw Yankee Swap: the face-up cards, the claims, and the question each player is asked."""

from collections import Counter

from bot.ui.face.face import Drawing, Outcome, Place
from bot.ui.panels.panel import Part, Text
from bot.ui.panels.words import Names, listed
from cogs.yankee.pics import WRAPPED, some
from cogs.yankee.pictures.picture import picture
from cogs.yankee.tell import called, why_lost
from games.gifts import COAL, COPIES, gift, in_order, points
from games.rules import Seat
from games.yankee import YankeeSwap
from games.yankee.state import LIMIT, Giving, Offer, Over, counts_points
from games.yankee.views import View

_CLAIM = "call it any of the ten gifts, true or not, but never Coal."


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def _face_up(view: View, seat: Seat) -> str:
    """Write a seat's face-up cards, and how close they are to losing."""
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
    """Write a line for each seat: its face-up cards, and the size of its hand."""
    return "\n".join(
        f"**{name}** · {_face_up(view, seat)} · {_many(view.hands[seat], 'card')} in hand"
        for seat, name in enumerate(names)
    )


def taken_home(view: View, names: Names) -> str:
    """List the gifts each player takes home, the loser last. Add their sum if points count."""
    stars = counts_points(view.seats)
    seats = [place.seat for place in outcome(view, names).places]
    return "\n".join(f"**{names[seat]}** · {_taken_home(view, seat, stars)}" for seat in seats)


def _taken_home(view: View, seat: Seat, stars: bool) -> str:
    counted = Counter(in_order(view.displays[seat]))
    shown: list[str] = []
    for card, count in counted.items():
        name = gift(card).name if count == 1 else f"**{gift(card).name} ×{count}**"
        worth = f" {points([card] * count)}★" if stars and card != COAL else ""
        shown.append(f"{name}{worth}")
    if not shown:
        return "nothing to take home"
    return ", ".join(shown) + (
        f" = {points(view.displays[seat])}★" if stars and len(shown) > 1 else ""
    )


def tree(view: View, names: Names) -> str:
    """Write what is public about the tree, and whose Coal has not been turned over."""
    left = [f"{names[seat]} {count}" for seat, count in enumerate(view.coal_left) if count]
    limit = f" {LIMIT}★ or more loses." if counts_points(view.seats) else ""
    return (
        f"Under the tree: {_many(view.tree, 'gift')}."
        f" Coal still hidden: {', '.join(left) or 'none'}.{limit}"
    )


def chain(view: View, offer: Offer, names: Names) -> str:
    """Recap a gift's earlier claims, and count the face-up copies of the declared gift.

    The newest claim is in the headline, so it is not repeated.
    """
    steps: list[str] = []
    for claim in offer.claims[:-1]:
        giver, to = called(claim.giver, names, view.seat), called(claim.to, names, view.seat)
        verb = "passed it on" if steps else "gave it"
        steps.append(f"{giver} {verb} to {to} as {gift(claim.declared).one}")
    held = view.held.count(offer.declared)
    mine = f", {held} in your hand" if view.seat is not None else ""
    up = sum(row.count(offer.declared) for row in view.displays)
    before = f"Before that, {'; '.join(steps)}.\n" if steps else ""
    counted = f"{gift(offer.declared).name}: {up} of {COPIES} face up{mine}."
    return f"{before}{some(offer.declared)}{counted}"


def honesty(view: View, names: Names) -> str:
    """Count how often each player told the truth."""
    claims = [(claim, round_.card) for round_ in view.past for claim in round_.claims]
    honest = Counter(claim.giver for claim, card in claims if claim.declared == card)
    claimed = Counter(claim.giver for claim, _ in claims)
    truths = [f"{names[seat]} {honest[seat]} of {claimed[seat]}" for seat in sorted(claimed)]
    return f"How often each told the truth: {', '.join(truths)}." if truths else ""


def _cards_held(view: View) -> str:
    """Write a hand by kind, with the points of each card if points count."""
    stars = counts_points(view.seats)
    lines = [
        some(card, count)
        + gift(card).name
        + (f" ×{count}" if count > 1 else "")
        + (f" · {gift(card).points}★{' each' if count > 1 else ''}" if stars else "")
        for card, count in Counter(in_order(view.held)).items()
    ]
    return "\n".join(lines) or "Your hand is empty. If you have to start a round, you lose."


def _own_face_up(view: View) -> str:
    """Write the face-up cards of a view's owner."""
    if view.seat is None:
        return ""
    if not view.displays[view.seat]:
        return "You have no face-up cards."
    return f"Your face-up cards: {_face_up(view, view.seat)}."


def headline(view: View, names: Names) -> str:
    """Describe what is happening, for players who needn't do anything."""
    match view.phase:
        case Giving(seat=seat):
            whom = " and who gets it"
            if view.seats == 2:
                whom = f" for {called(1 - seat, names, view.seat)}"
            return f"Round {len(view.past) + 1}: {names[seat]} is picking a gift{whom}."
        case Over(loser=loser, losses=losses):
            lose = "You lose" if loser == view.seat else f"{names[loser]} loses"
            return f"{lose} with {why_lost(losses)}."
        case Offer() as offer:
            to, giver = names[offer.to], names[offer.giver]
            offers = "You offer" if offer.giver == view.seat else f"{giver} offers"
            said = f"{offers} {to} a gift: “It's {gift(offer.declared).one}.”"
            if offer.looked:
                return f"{said} {to} has looked and must pass it on."
            if offer.to in offer.handled:
                return f"{said} {to} knows this gift and must decline it."
            if not view.may_look:
                return f"{said} There's nobody to pass it on to, so {to} must decline it."
            return said


def _own_headline(view: View, names: Names) -> str:
    """Tell a view's owner what they must do, or what is happening."""
    phase = view.phase
    if isinstance(phase, Giving) and phase.seat == view.seat:
        card = "a card" if len(view.held) > 1 else "your last card"
        whom = "anybody" if view.seats > 2 else names[view.targets[0]]
        return f"You give next. Give {card} to {whom} and {_CLAIM}"
    if not isinstance(phase, Offer) or phase.to != view.seat:
        return headline(view, names)
    if phase.looked:
        whom = _recipients(view, names)
        return f"You've looked. Now pass it on to {whom} and {_CLAIM}"
    said = f"{names[phase.giver]} offers you a gift: “It's {gift(phase.declared).one}.”"
    if view.may_look:
        return f"{said} Decline it, or look and pass it on."
    why = "You know it" if phase.to in phase.handled else "There's nobody to pass it on to"
    return f"{said} {why}, so you must decline it."


def _recipients(view: View, names: Names) -> str:
    """Say who can get a gift that is passed on."""
    if not view.options.strict and len(view.targets) > 1:
        return "anybody else"
    # YS-8, strict: name the possible recipients if they are few
    if len(view.targets) <= 3:
        return listed([names[seat] for seat in view.targets], "or")
    return "somebody who hasn't seen it"


def wanted(view: View, names: Names) -> str:
    """Write the question for a notice, to the view's owner or (public view) to anybody."""
    phase, mine = view.phase, view.seat is not None
    match phase:
        case Giving(seat=seat) if mine:
            whom = f" for {names[view.targets[0]]}" if view.seats == 2 else " and who gets it"
            return f"you give next: pick a gift{whom}"
        case Giving(seat=seat):
            return f"{names[seat]} gives next"
        case Offer(looked=True) if view.known is not None:
            return f"you looked and it's {gift(view.known).one}, so pass it on"
        case Offer(to=to, looked=True):
            return f"{names[to]} has looked and must pass the gift on"
        case Offer(to=to) as offer:
            whom = "you" if mine else names[to]
            said = f"{names[offer.giver]} offers {whom} “{gift(offer.declared).one}”"
            if view.may_look:
                return f"{said}: decline it, or look and pass it on"
            know = "you know" if mine else f"{whom} knows"
            why = f"{know} it" if to in offer.handled else "there's nobody to pass it on to"
            return f"{said}: {why}, so decline it"
        case Over():
            return "the game is over"


def situation(view: View, names: Names) -> str:
    """Tell a view's owner what they are asked, or which player the table waits for."""
    match view.phase:
        case Giving(seat=seat) if view.seat not in (None, seat):
            return f"{names[seat]} gives next. Wait until a gift comes to you."
        case Offer(to=to, looked=True) if view.seat not in (None, to):
            return f"{names[to]} has looked at the gift and must pass it on first."
        case Offer(to=to) if view.seat not in (None, to):
            return f"The gift is in front of {names[to]}, who must answer it first."
        case _:
            return _own_headline(view, names)


def board(public: View, names: Names) -> Drawing:
    """Draw what is offered to whom, everybody's gifts, and the claims about the offered gift."""
    parts: list[Part] = [
        picture(public, names),
        Text(displays(public, names)),
        Text(tree(public, names)),
    ]
    if isinstance(public.phase, Offer):
        parts.append(Text(chain(public, public.phase, names)))
    up = f"{WRAPPED} " if isinstance(public.phase, Offer) else ""
    return Drawing(f"{up}{headline(public, names)}", parts)


def hand(view: View, names: Names) -> Drawing:
    """Draw a player's cards and face-up gifts, and the offered gift if they know it.

    Only the player to whom it is offered reads its claims here. The others have them on the board,
    so that their hands needn't be redrawn each time the gift is passed on.
    """
    parts: list[Part] = [Text(_cards_held(view)), Text(_own_face_up(view))]
    if isinstance(view.phase, Offer):
        if view.phase.to == view.seat:
            parts.append(Text(chain(view, view.phase, names)))
        if view.known:
            big = "# " if view.phase.looked and view.phase.to == view.seat else ""
            parts.append(Text(f"{big}{some(view.known)}The gift is {gift(view.known).one}."))
    return Drawing(_own_headline(view, names), parts)


def ending(public: View, names: Names) -> Drawing:
    """Draw the loser, and the gifts that everybody takes home."""
    if not isinstance(public.phase, Over):
        return board(public, names)
    loser = public.phase.loser
    winners = names.all([seat for seat in range(public.seats) if seat != loser])
    headline = (
        f"**{names[loser]} loses** with {why_lost(public.phase.losses)}."
        f" {winners} {'wins' if public.seats == 2 else 'win'}."
    )
    text = [Text(taken_home(public, names)), Text(honesty(public, names))]
    return Drawing(headline, [picture(public, names), *text])


def outcome(public: View, names: Names) -> Outcome:
    """Put all winners on the first place together, and the loser behind them (YS-16)."""
    standing = YankeeSwap().standing(public)
    winners = sorted(standing.winners, key=lambda seat: (-standing.points[seat], seat))
    places = [Place(1, seat, _reached(public, seat)) for seat in winners]
    if not isinstance(public.phase, Over):
        return Outcome(places)
    loser = public.phase.loser
    places.append(Place(len(winners) + 1, loser, "lost", lost=True))
    return Outcome(places, f"{names[loser]} loses with {why_lost(public.phase.losses)}.")


def _reached(view: View, seat: Seat) -> str:
    """Return what a player took home: its worth if that counts, otherwise how many gifts."""
    if counts_points(view.seats):
        return f"{points(view.displays[seat])}★"
    taken = len(view.displays[seat])
    return "1 gift" if taken == 1 else f"{taken} gifts"
