"""Draw TRUMP The Game: the board, a sale, an offer, a hand, and the final count."""

from collections.abc import Sequence

from bot.ui.face.face import Drawing, Outcome
from bot.ui.face.podium import places_by
from bot.ui.panels.panel import Line, Panel, Part, Text
from bot.ui.panels.words import Names
from cogs.trump.deal import binding, debt_line, due_with, offer_lines, promise_line
from cogs.trump.open_cards import open_beside, why_open
from cogs.trump.pics import on, owned
from cogs.trump.pictures.picture import picture
from cogs.trump.read import inside_known, pays, playable
from cogs.trump.sales.bids import raises_of
from cogs.trump.situation import situation
from cogs.trump.words import Voice, all_of, counted, money, purse, space, titled, upper
from games.rules import Seat
from games.trump import Trump
from games.trump.cards import BOARD, CARDS, DIE_PAYS, PROPERTIES
from games.trump.moves import ForceSale, Tax
from games.trump.promises import bound
from games.trump.state import Acting, Bidding, Opening, Over, Proposed, Public, Relating
from games.trump.turn import play
from games.trump.views import View

PROMISES_LIMIT = 1200
"""The most characters of promises and debts on the board. A button shows them all."""

# --- the table ------------------------------------------------------------------------------------


def _table(public: View, names: Names) -> list[Part]:
    """Draw the board: the current sale or offer first, then the picture and what everybody owns."""
    voice = Voice(names, public.seat)
    parts: list[Part] = [
        *_scene(public, voice),
        picture(public, names),
        Text(f"{players(public, names)}\n{small_print(public, names)}"),
    ]
    if held := promised(public, voice):
        parts += [Line(), Text(held)]
    return parts


def _scene(view: View, voice: Voice) -> list[Part]:
    """Draw the bids of a sale, or the open offer."""
    if isinstance(view.phase, Bidding):
        return [Text(bids(view.phase, voice)), Line()]
    if isinstance(view.phase, Proposed):
        return [Text("\n".join(offer_lines(view.phase.open, view.public, voice))), Line()]
    return []


def players(view: View, names: Names) -> str:
    """Write a line for each seat: its cards, pawn, properties and, if shown, its money."""
    return "\n".join(
        f"**{name}** · {counted(view.public.hands[seat], 'card')}{_open(view, seat)}"
        f"{_purse(view, seat)}{_pawn(view, seat)}{_estate(view, seat)}"
        for seat, name in enumerate(names)
    )


def _open(view: View, seat: Seat) -> str:
    text = open_beside(view.public, seat)
    return f" · {text}" if text else ""


def _estate(view: View, seat: Seat) -> str:
    """Say what a player owns. Those who own nothing are told once, in the small print."""
    mine = owns(view, view.public.owned(seat))
    return f" · owns {mine}" if mine else ""


def _purse(view: View, seat: Seat) -> str:
    return f" · {purse(view.public.cash[seat])}" if view.options.books == "open" else ""


def _pawn(view: View, seat: Seat) -> str:
    """Say where a pawn stands, as long as pawns move."""
    return "" if view.public.dealing else f" · on {space(BOARD[view.public.pawns[seat]])}"


def owns(view: View, properties: Sequence[str], voice: Voice | None = None) -> str:
    """Write properties, with the money inside if the reader is shown it.

    If a `voice` is given, promises are written out. Otherwise only their numbers appear.
    """
    return ", ".join(_property(view, name, voice) for name in properties)


def _property(view: View, property: str, voice: Voice | None) -> str:
    inside = inside_known(view, property)
    holds = [] if inside is None else [f"{money(inside)}{'' if voice else ' inside'}"]
    promise = bound(view.public.promises, property)
    if promise is not None:
        text = f"promise {promise.number}"
        holds.append(binding(property, view.public, voice) if voice else text)
    text = f"{property} ({', '.join(holds)})" if holds else property
    return f"{owned(property)}{text}"


def unowned(view: View) -> str:
    """List the unowned properties with the money inside, if it is shown, or return "".

    Otherwise the list would only repeat what the players' lines leave out. A sale needs the room.
    """
    if view.options.books != "open" or isinstance(view.phase, Opening | Bidding):
        return ""
    left = [
        f"{name} ({money(inside_known(view, name) or 0)} inside)"
        for name in view.public.owned(None)
    ]
    return f"nobody's yet: {', '.join(left)}" if left else ""


def small_print(view: View, names: Names) -> str:
    """Write the turn, the phase, the pile, the last card played, and when the game can end."""
    public = view.public
    notes = [f"Turn {public.turn}, {names[public.seat]}'s", "Dealing Phase"]
    if not public.dealing:
        notes = [notes[0], "Buying Phase", f"{counted(public.pile, 'card')} to draw"]
        if free := unowned(view):
            notes.append(free)
    if public.discards:
        notes.append(f"last played: {titled(public.discards[-1])}")
    gone = [name for name, box in zip(PROPERTIES, public.boxes, strict=True) if box.gone]
    if gone:
        notes.append(f"left the game: {all_of(gone)}")
    if public.dealing and public.passes:
        notes.append(f"passes in a row: {public.passes} ({view.seats} end the game)")
    return f"-# {' · '.join(notes)}"


def promised(view: View, voice: Voice) -> str:
    """List promises and debts, as many as the board has room for."""
    lines = _promises(view, voice)
    shown: list[str] = []
    room = PROMISES_LIMIT
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            more = len(lines) - len(shown)
            shown.append(f"… and {more} more: *Promises* on your hand lists them.")
            break
        shown.append(line)
    return "\n".join(["**Promised**", *shown]) if shown else ""


def _promises(view: View, voice: Voice) -> list[str]:
    public = view.public
    lines = [promise_line(promise, public, voice) for promise in public.promises]
    return [*lines, *[debt_line(debt, voice) for debt in public.debts]]


# --- a sale ---------------------------------------------------------------------------------------


def bids(phase: Bidding, voice: Voice) -> str:
    """Write each bidder's bid, cards and status on a line."""
    leader = phase.leader()
    lines: list[str] = []
    for bid in phase.bids:
        notes = [f"**{money(bid.amount)}**"]
        if bid is leader:
            notes.append("leads")
        elif bid.out:
            notes.append("knocked out")
        elif bid.passed:
            notes.append("passed")
        if bid.cards:
            notes.append(listed_cards(bid.cards))
        lines.append(f"{upper(voice.who(bid.seat))}: {' · '.join(notes)}")
    unlocked = "An Outside Investor has been played, so you can raise with cash too."
    locked = "You can't raise with cash alone until somebody plays an Outside Investor."
    return "\n".join([*lines, f"-# {unlocked if phase.unlocked else locked}"])


# --- a hand ---------------------------------------------------------------------------------------


def _held(view: View, names: Names) -> str:
    """Say how much cash the player has, and how much lies inside their properties."""
    voice = Voice(names, view.seat)
    assert view.seat is not None, "a hand is somebody's"
    mine = view.public.owned(view.seat)
    text = f"You have **{purse(view.cash)}** in hand"
    if not mine:
        return f"{text} and own no properties."
    inside = sum(view.public.box(name).inside for name in mine)
    return f"{text} and {money(inside)} inside your properties: {owns(view, mine, voice)}."


def _cards(view: View, names: Names) -> str:
    """Write a hand in groups by when its cards can be played, with the playable cards first."""
    voice = Voice(names, view.seat)
    mine = view.seat == view.public.seat and isinstance(view.phase, Acting | Relating)
    later = "Not right now" if mine else "On your turn"
    groups: dict[str, list[str]] = {"Now": [], "In a sale": [], later: [], "Not yet": []}
    now, properties = _now(view), view.public.owned(view.seat)
    for card, times in _counts(view.hand):
        needs = _still_needs(view.public, card, properties)
        if card in now:
            group = "Now"
        elif CARDS[card].bidding:
            group = "In a sale"
        else:
            group = "Not yet" if needs else later
        groups[group].append(_card(view, card, times, needs, voice))
    small = {"Not yet": "-# "}  # write cards that can't be played yet in small print
    lines = [
        f"{small.get(title, '')}**{title}**: {', '.join(group)}"
        for title, group in groups.items()
        if group
    ]
    return "\n".join(lines) or "You hold no cards."


def _now(view: View) -> set[str]:
    """Return the kinds of card that the player can play at this moment."""
    phase = view.phase
    if isinstance(phase, Bidding):
        bid = phase.bid_of(phase.turn)
        if phase.turn != view.seat:
            return set()
        if bid is not None and bid.out:
            return {"I'm Back"}
        others = any(not other.out and other is not bid for other in phase.bids)
        able = {card for _, some in raises_of(view) for card in some}
        return able | ({"You're Out"} if others else set())
    kinds = set(playable(view))
    mine = view.seat == view.public.seat and isinstance(phase, Acting)
    for move in play.plays(view, view.free) if mine else ():
        kinds |= {"Tax"} if isinstance(move, Tax) else set()
        kinds |= {"Force Sale"} if isinstance(move, ForceSale) else set()
    return kinds


def _still_needs(public: Public, card: str, mine: Sequence[str]) -> str:
    """Say what a player who owns these properties still lacks to play a profit card."""
    kind = CARDS[card]
    if not kind.profit:
        return ""
    if kind.named:
        lacking = [name for name in kind.named if name not in mine]
        gone = [name for name in lacking if public.box(name).gone]
        if gone:
            return f"{all_of(gone)} {'has' if len(gone) == 1 else 'have'} left the game"
        return f"you need {all_of(lacking)}" if lacking else ""
    short = kind.needs - len(mine)
    if short <= 0:
        return ""
    return f"you need {short} more {'property' if short == 1 else 'properties'}"


def _card(view: View, card: str, times: int, needs: str, voice: Voice) -> str:
    notes = [pays(card)] if CARDS[card].profit else []
    notes += [needs]
    notes += [due_with(card, view.public, voice), *why_open(card, times, view.public, voice)]
    text = ", ".join(note for note in notes if note)
    many = f" ×{times}" if times > 1 else ""
    return f"{on(card)}{titled(card)}{many}{f' ({text})' if text else ''}"


def _counts(cards: Sequence[str]) -> list[tuple[str, int]]:
    return [(card, cards.count(card)) for card in dict.fromkeys(cards)]


def listed_cards(cards: Sequence[str]) -> str:
    """Write cards by kind: `You're Out ×2, I'm Back`."""
    return ", ".join(
        f"{on(card)}{titled(card)}{f' ×{times}' if times > 1 else ''}"
        for card, times in _counts(cards)
    )


def _own_scene(view: View, names: Names) -> list[Part]:
    """Draw what the player must decide about: the bids, the offer, the sale or the next roll."""
    voice, phase = Voice(names, view.seat), view.phase
    if isinstance(phase, Bidding):
        return [Text(bids(phase, voice))]
    if isinstance(phase, Proposed):
        return [Text("\n".join(offer_lines(phase.open, view.public, voice)))]
    if isinstance(phase, Acting) and not view.public.dealing and view.seat == view.public.seat:
        return [Text(_next_spaces(view))]
    if isinstance(phase, Opening) and view.seat in phase.asked:
        return [Text(_sale_note(view, phase))]
    return []


def _next_spaces(view: View) -> str:
    assert view.seat is not None, "it is somebody's turn"
    at = view.public.pawns[view.seat]
    ahead = [space(BOARD[(at + number) % len(BOARD)]) for number in range(1, 6)]
    return "-# Where a roll takes you: " + ", ".join(
        f"{number} {name}" for number, name in enumerate(ahead, 1)
    )


def _sale_note(view: View, phase: Opening) -> str:
    """Say where the winning bid goes and, if the player is shown it, how much is inside."""
    inside = inside_known(view, phase.property)
    if phase.owner == view.seat:
        return f"-# It's yours, with {money(inside or 0)} inside. If you win, your bid goes inside."
    goes = "to the bank" if phase.owner is None else "to the owner"
    holds = "" if inside is None else f" {money(inside)} is inside."
    once = " A button bids that amount and no more. For a limit or cards, use *Bid…*."
    alone = once if view.options.bidding == "once" else ""
    return f"-# The winner's bid goes {goes}. Everybody else gets theirs back.{holds}{alone}"


# --- reference panels -----------------------------------------------------------------------------


def all_promises(view: View, names: Names) -> Panel:
    """Draw all promises and debts, as many as fit in a message."""
    lines = _promises(view, Voice(names, view.seat))
    kept: list[str] = []
    room = 3500
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            kept.append(f"… and {len(lines) - len(kept)} more, made later.")
            break
        kept.append(line)
    return Panel([Text("\n".join(["**Promises and debts**", *(kept or ["There are none yet."])]))])


def all_cards(view: View, names: Names) -> Panel:
    """Draw the list of all cards."""
    lines: list[str] = []
    for title, sorts, says in _SORTS:
        kinds = [card for card in CARDS.values() if card.sort in sorts]
        written = ", ".join(
            f"{card.title}{f' {money(card.pays)}' if card.named and card.pays else ''}"
            f"{f' ×{card.copies}' if card.copies > 1 else ''}"
            for card in kinds
        )
        lines.append(f"**{title}** ({says}): {written}.")
    return Panel([Text("\n".join(["**The 72 cards**", *lines]))])


_SORTS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("One property", ("single",), "you must own it"),
    (
        "One property, with the die",
        ("die",),
        f"you must own it, and get {money(DIE_PAYS)} times your roll",
    ),
    ("Two properties", ("pair",), "you must own both"),
    ("Any property", ("any",), "you must own at least one"),
    ("Several", ("multi",), "you must own that many: $160M for three, $200M for four"),
    ("On your turn", ("tax", "force_sale", "die_roll"), "see /help"),
    ("In a sale", ("investor", "out", "back"), "an investor's number is the money it brings"),
)

# --- the end --------------------------------------------------------------------------------------


def _winners(names: Names, seats: frozenset[Seat], total: int) -> str:
    """Announce the winner or the winners."""
    if len(seats) == 1:
        return f"**{names.all(seats)} wins, with {money(total)}.**"
    return f"**{names.all(seats)} share the win, with {money(total)} each.**"


def _ranking(view: View, names: Names) -> list[Part]:
    """Rank the players with their count, and say why the game ended."""
    public = view.public
    lines: list[str] = []
    totals = [total_of(public, seat) for seat in range(view.seats)]
    for seat in sorted(range(view.seats), key=lambda seat: -totals[seat]):
        mine = public.owned(seat)
        summed = [f"{money(public.cash[seat])} in hand"]
        summed += [f"{owned(name)}{name} {money(public.box(name).inside)}" for name in mine]
        place = 1 + sum(total > totals[seat] for total in totals)
        counted_up = f"{' + '.join(summed)} = **{money(totals[seat])}**"
        lines.append(f"**{place}. {names[seat]}** · {counted_up}")
    parts: list[Part] = [Text("\n".join(lines))]
    if isinstance(public.phase, Over):
        parts += [Line(), Text(_WHY[public.phase.why])]
    return parts


def total_of(public: Public, seat: Seat) -> int:
    """Return a player's cash plus the money inside their properties (TR-51)."""
    return public.cash[seat] + sum(public.box(name).inside for name in public.owned(seat))


_WHY = {
    "cards": "Nobody had a card left.",
    "passes": "Everybody passed, one after the other.",
    "circles": "Nobody played a card or made a deal for three rounds.",
}


def board(public: View, names: Names) -> Drawing:
    """Draw the board: what is going on, who owns what, and the ring of spaces."""
    return Drawing(situation(public, names), _table(public, names))


def hand(view: View, names: Names) -> Drawing:
    """Draw a player's hand: money, cards, and what the player must decide."""
    held = [Text(_held(view, names)), Text(_cards(view, names))]
    return Drawing(situation(view, names), [*held, *_own_scene(view, names)])


def ending(public: View, names: Names) -> Drawing:
    """Draw the end of the game: the winner, and each player's money line by line."""
    standing = Trump().standing(public)
    headline = _winners(names, standing.winners, max(standing.points))
    return Drawing(headline, [picture(public, names), *_ranking(public, names)])


def outcome(public: View, names: Names) -> Outcome:
    """Rank the players by their money."""
    return Outcome(places_by(Trump().standing(public), money))
