"""Draw Dealt!: a hand as a strip of cards with letters, the trick, and the table."""

from collections import Counter

from bot.ui.face.face import Drawing, Outcome, Place
from bot.ui.panels.panel import Line, Panel, Part, Text
from bot.ui.panels.pics import pic
from bot.ui.panels.words import Names, capital, listed
from cogs.dealt.pics import faces
from cogs.dealt.pictures.hand import strip
from cogs.dealt.pictures.picture import picture
from games.dealt import Dealt
from games.dealt.cards import DECK, DRAWN, Cards, Values, label, place, spoken, with_article
from games.dealt.events import Act, Played, Redrawn, RoundEnded, Stopped
from games.dealt.legal import moves_of, to_do
from games.dealt.moves import Play
from games.dealt.state import FaceUp, highest, mover, turn
from games.dealt.trick import cards_in
from games.dealt.views import View

SAFE = "You're out of cards and safe this round."

# --- cards in words -------------------------------------------------------------------------------


def row(cards: Cards) -> str:
    """Write cards side by side: `7 X 12`."""
    return " ".join(label(card) for card in cards)


def lettered(hand: Cards) -> str:
    """Write a hand in its order, each card after its letter: `A:7 · B:7 · C:X`."""
    return " · ".join(f"{place(at)}:{label(card)}" for at, card in enumerate(hand, start=1))


def where(first: int, size: int) -> str:
    """Write the positions of a run in a hand: `B`, `B-C`."""
    return place(first) if size == 1 else f"{place(first)}-{place(first + size - 1)}"


def name_of(cards: Cards, values: Values) -> str:
    """Name a combination and, if it has an X, its cards: `a pair of 7s (7 X)`."""
    return spoken(values) + (f" ({row(cards)})" if "X" in cards else "")


def count(number: int, thing: str) -> str:
    """Count something in a sentence: `1 card`, `2 cards`, `no cards`."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


# --- the table, for the board and the hand --------------------------------------------------------


def scene(view: View, names: Names) -> str:
    """Describe what is happening, for everybody."""
    up = view.up
    if up.drawing is not None:
        left, who = count(up.drawing.left, "card"), names[up.drawing.seat]
        what = "the REDRAW" if redraws(up) == 1 else "both REDRAWs"
        why = "took the trick"
        if highest(up) is None:  # DL-23, DL-26
            why = "led a REDRAW and nobody played a combination"
        return f"{who} {why}, so {who} draws for {what}: {left} to go."
    if not up.trick:
        return f"Round {up.round}. {names[up.leader]} leads a new trick."
    return f"Round {up.round}. {aim(view, names)}"


def aim(view: View, names: Names) -> str:
    """Name the combination to beat in this trick."""
    best = highest(view.up)
    if best is None:
        return f"{names[view.up.leader]} led a REDRAW, so any combination will do."
    return f"To beat: {names[best.seat]}'s {bare(name_of(best.cards, best.values))}."


def redraws(up: FaceUp) -> int:
    """Count the REDRAWs in the trick."""
    return sum(isinstance(act, Redrawn) for act in up.trick)


def owed(view: View, names: Names) -> str:
    """Say which player will draw the cards for all REDRAWs in the trick (DL-16, DL-26)."""
    up = view.up
    cards = count(min(DRAWN * redraws(up), view.pile), "card")
    victim = f"Whoever takes the trick draws {cards}."
    return victim if highest(up) else f"{victim} If nobody does, {names[up.leader]} draws them."


def trick(view: View, names: Names) -> Text:
    """Write the trick so far: its leader, the actions, and the players who act next."""
    up = view.up
    lines = ["**The trick**"]
    best = highest(up)
    for act in up.trick:
        leads = " leads" if act.seat == up.leader else ""
        mark = " — **highest**" if act is best else ""
        lines.append(f"{names[act.seat]}{leads}: {did(act)}{mark}")
    acted = {act.seat for act in up.trick}
    waiting = [seat for seat in up.inside if seat not in acted]
    if up.drawing is None and turn(up) is not None:
        if redraws(up) and view.pile:
            lines.append(owed(view, names))
        lines.append(f"Still to go: {names.all(frozenset(waiting))}.")
    return Text("\n".join(lines))


def did(act: Act) -> str:
    """Describe what a player did in the trick."""
    if isinstance(act, Played):
        return f"{faces(act.cards)}{name_of(act.cards, act.values)}"
    if isinstance(act, Stopped):
        return f"{faces(('Stop',))}STOP, so the trick is over"
    if isinstance(act, Redrawn):
        return f"{faces(('Redraw',))}REDRAW"
    return f"took the {faces((act.card,))}{label(act.card)} from their reserve"


def players(view: View, names: Names) -> Text:
    """Write each player's cards, reserve and chips. Name the cards that were taken in public."""
    up = view.up
    lines: list[str] = []
    for seat, back in enumerate(up.backs):
        held = "out and safe" if seat not in up.inside else count(len(back), "card")
        left = up.reserves[seat]
        reserve = f"reserve {listed(list(map(label, left)))}" if left else "no reserve"
        known = [
            f"{label(card)} at {place(at)}" for at, card in enumerate(back, 1) if card is not None
        ]
        told = f" · known: {', '.join(known)}" if known else ""
        lines.append(f"**{names[seat]}** · {held} · {reserve} · {chips_of(up.chips[seat])}{told}")
    pile = count(view.pile, "card")
    gone = count(len(up.discards) + len(cards_in(up)), "card")
    dealer = f"{names[up.dealer]} deals"
    lines.append(f"-# Draw pile: {pile} · {gone} played this round · {dealer}")
    return Text("\n".join(lines))


def chips_of(left: int) -> str:
    """Count a player's chips, and warn if there are none."""
    return count(left, "chip") if left else "no chips: losing one more round loses the game"


def chips_left(view: View, names: Names) -> Text:
    """Rank the players by their remaining chips, with the rounds that they lost."""
    up = view.up
    lines: list[str] = []
    for seat in sorted(range(len(up.chips)), key=lambda seat: (seat in up.losers, -up.chips[seat])):
        lost = [str(end.number) for end in up.past if seat in end.payers]
        which = f"round{'s' * (len(lost) > 1)} {listed(lost)}" if lost else "no rounds"
        left = f"{count(up.chips[seat], 'chip')} left"
        lines.append(f"**{names[seat]}** · {left}, lost {which}")
    return Text("\n".join(lines))


def gone(view: View, names: Names) -> Panel:
    """Count the cards of each kind that were played in this round."""
    played = Counter(view.up.discards + cards_in(view.up))
    total = Counter(DECK)
    lines = [f"{label(card)}: {played[card]} of {total[card]}" for card in total if played[card]]
    return Panel([Text("**Cards played this round**\n" + ("\n".join(lines) or "Nothing yet."))])


def rounds(ends: tuple[RoundEnded, ...], names: Names) -> Text:
    """List which players lost each round, and why."""
    why = {
        "stuck": "couldn't play and had no reserve left",
        "last": "was the last one with cards",
        "all_out": "went out in the last trick but didn't take it",
    }
    lines = [f"{end.number}. {names.all(frozenset(end.payers))} {why[end.why]}." for end in ends]
    return Text("\n".join(["**Who lost each round**", *lines]))


# --- the hand -------------------------------------------------------------------------------------


def own_scene(view: View, names: Names) -> str:
    """Tell a hand's owner what they must do, if anything."""
    up, seat = view.up, view.seat
    if view.drawn is not None and up.drawing is not None:
        more = up.drawing.left - 1
        rest = f"{more} more to come" if more else "the last one"
        return f"You drew **{with_article(view.drawn)}** ({rest}). Where does it go?"
    if seat is None or up.drawing is not None:
        return scene(view, names)
    if seat not in up.inside:
        return f"{SAFE} {scene(view, names)}"
    if seat != turn(up):
        return scene(view, names)
    do = f"{capital(to_do(up, view.hand))}."
    return f"**Your turn.** {aim(view, names)} {do}" if up.trick else f"**You lead.** {do}"


def held(view: View) -> list[Part]:
    """Draw the hand as a strip of cards and in words, and the reserve below it."""
    if view.seat is None:
        return []
    reserve = view.up.reserves[view.seat]
    beside = (
        f"Your reserve: {faces(reserve)}{row(reserve)}" if reserve else "Your reserve is empty."
    )
    cards = f"**Your cards**: {lettered(view.hand)}" if view.hand else "You have no cards in hand."
    mine = view.up.chips[view.seat]
    own_chips = f"{pic('chip') * mine} " if mine else ""
    painted = [strip(view.hand)] if view.hand else []
    return [*painted, Text(f"{cards}\n{beside} · {own_chips}{chips_of(mine)}")]


def offered(values: Values) -> str:
    """Name a combination next to its position: `a pair of 7s`, `7-8 in a row`."""
    alike = len(set(values)) == 1
    return spoken(values) if alike else f"{spoken(values)} in a row"


def the(cards: Cards, values: Values) -> str:
    """Name a combination in the owner's hand: `the 7`, `the pair of 7s (7 X)`, `8-9-10`."""
    name = name_of(cards, values)
    return name if bare(name) == name else f"the {bare(name)}"


def bare(name: str) -> str:
    """Drop the article of a combination, to put it after its player: `Ann's pair of 7s`."""
    article, _, rest = name.partition(" ")
    return rest if article in ("a", "an") else name


def numbers_of(values: Values) -> str:
    """Write values: `7 8 9`."""
    return " ".join(str(value) for value in values)


def situation(view: View, names: Names) -> str:
    """Tell a view's owner what they are asked, or which player the table waits for and why."""
    up, seat, now = view.up, view.seat, mover(view.up)
    if now is None:
        return "The game is over."
    if seat == now:
        return own_scene(view, names)
    if up.drawing is not None:
        return f"{names[now]} is still placing cards drawn for a REDRAW."
    awaited = f"It's {names[now]}'s turn{'' if up.trick else ' to lead'}."
    if seat is None:
        return awaited
    if seat not in up.inside:
        return f"{SAFE} {awaited}"
    if any(act.seat == seat for act in up.trick):
        return f"You've already had your turn in this trick. {awaited}"
    return awaited


def wanted(view: View, names: Names) -> str:
    """Write the question for a notice, to the view's owner or (public view) to anybody."""
    up, mine = view.up, view.seat is not None
    if up.drawing is not None:
        if view.drawn is not None:
            return f"you drew {with_article(view.drawn)}: where does it go?"
        cards = count(up.drawing.left, "card")
        return f"{names[up.drawing.seat]} has {cards} to place for a REDRAW"
    if not up.trick:
        return "you lead a new trick" if mine else f"{names[up.leader]} leads a new trick"
    best = highest(up)
    if best is None:
        return f"{names[up.leader]} led a REDRAW, so any combination will do"
    beat = f"the play to beat is {names[best.seat]}'s {bare(spoken(best.values))}"
    if mine and not any(isinstance(move, Play) for move in moves_of(up, view.seat, view.hand)):
        return f"{beat}, and you have nothing higher"
    return beat


def spot(hand: Cards, gap: int) -> str:
    """Name the cards on both sides of a gap of a hand: `between 7 and X`."""
    if not hand:
        return "into your empty hand"
    if gap == 0:
        return f"left end, before {label(hand[0])}"
    if gap == len(hand):
        return f"right end, after {label(hand[-1])}"
    return f"between {label(hand[gap - 1])} and {label(hand[gap])}"


def board(public: View, names: Names) -> Drawing:
    """Draw the trick, and what everybody holds."""
    played = [trick(public, names), Line()] if public.up.trick else []
    parts: list[Part] = [picture(public, names), *played, players(public, names)]
    return Drawing(scene(public, names), parts)


def hand(view: View, names: Names) -> Drawing:
    """Draw a player's cards in their order, and the trick if it is their turn."""
    parts = held(view)
    if view.up.trick and view.seat is not None and view.seat == mover(view.up):
        parts.append(trick(view, names))
    drawn = () if view.drawn is None else (view.drawn,)
    return Drawing(f"{faces(drawn)}{own_scene(view, names)}", parts)


def ending(public: View, names: Names) -> Drawing:
    """Draw the loser, who owed a chip and had none, and the rounds that led to it."""
    up = public.up
    winners = Dealt().standing(public).winners
    win = "wins" if len(winners) == 1 else "win"
    headline = f"{_why_lost(public, names)} **{names.all(winners)} {win}.**"
    parts = [picture(public, names), chips_left(public, names), rounds(up.past, names)]
    return Drawing(headline, parts)


def outcome(public: View, names: Names) -> Outcome:
    """Put all winners on the first place together, and the losers behind them."""
    up = public.up
    winners = sorted(Dealt().standing(public).winners, key=lambda seat: (-up.chips[seat], seat))
    places = [Place(1, seat, count(up.chips[seat], "chip")) for seat in winners]
    places += [Place(len(winners) + 1, seat, "lost", lost=True) for seat in sorted(up.losers)]
    return Outcome(places, _why_lost(public, names))


def _why_lost(view: View, names: Names) -> str:
    """Say why the losers lost."""
    losers = names.all(frozenset(view.up.losers))
    if len(view.up.losers) == 1:
        return f"{losers} owes a chip but has none left, so **{losers} loses**."
    return f"{losers} owe a chip each but have none left, so **they lose**."
