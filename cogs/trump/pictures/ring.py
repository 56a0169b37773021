"""Choose what the board picture shows, and describe it in its alt text.

A `Ring` holds everything that is painted. It comes only from the public view. Equal rings give the
same picture.
"""

from dataclasses import dataclass

from bot.ui.paint.sheet import name_of
from bot.ui.panels.words import Names, listed, short
from cogs.trump.words import Voice, all_of, counted, money, space, the, titled, upper
from games.rules import Seat
from games.trump.cards import BOARD, PROPERTIES
from games.trump.state import Bidding, Opening, Over, Public
from games.trump.views import View

ALT_NAME_LIMIT = 32
MOST_NAMED_CARDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player in the picture's list. `money` is "" if hidden. `open` counts open cards."""

    name: str
    money: str
    open: int
    wins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """The content of the board picture.

    `owners` and `gone` follow PROPERTIES, `pawns` has the space of each seat while pawns move, and
    `seat` is the player on turn.
    """

    title: str
    doing: str
    seat: Seat | None
    players: tuple[Player, ...]
    pawns: tuple[int, ...]
    owners: tuple[Seat | None, ...]
    gone: tuple[bool, ...]
    for_sale: str | None


def ring_of(view: View, names: Names) -> Ring:
    """Build the content of the board picture from a public view."""
    public = view.public
    called = [name_of(names.plain(seat), seat) for seat in range(view.seats)]
    totals = [_total(public, seat) for seat in range(view.seats)]
    over = isinstance(public.phase, Over)
    players = tuple(
        Player(
            name=name,
            money=money(totals[seat]) if over else _purse(view, seat),
            open=len(public.open_cards(seat)),
            wins=over and totals[seat] == max(totals),
        )
        for seat, name in enumerate(called)
    )
    sold = _for_sale(view)
    return Ring(
        title="The end" if over else f"Turn {public.turn}",
        doing=_doing(public, players, sold),
        seat=None if over else public.seat,
        players=players,
        pawns=() if public.dealing or over else public.pawns,
        owners=tuple(None if box.gone else box.owner for box in public.boxes),
        gone=tuple(box.gone for box in public.boxes),
        for_sale=sold,
    )


def _doing(public: Public, players: tuple[Player, ...], sold: str | None) -> str:
    if isinstance(public.phase, Over):
        first = [player.name for player in players if player.wins]
        return f"{listed(first)} {'wins' if len(first) == 1 else 'share the win'}"
    return f"For sale: {sold}" if sold else f"{players[public.seat].name}'s turn"


def _for_sale(view: View) -> str | None:
    return view.phase.property if isinstance(view.phase, Opening | Bidding) else None


def _purse(view: View, seat: Seat) -> str:
    return money(view.public.cash[seat]) if view.options.books == "open" else ""


def _total(public: Public, seat: Seat) -> int:
    return public.cash[seat] + sum(public.box(name).inside for name in public.owned(seat))


# --- alt text -------------------------------------------------------------------------------------


def alt_of(ring: Ring, view: View, names: Names) -> str:
    """Describe the board picture for players who cannot see it."""
    public = view.public
    voice = Voice([short(names.plain(seat), ALT_NAME_LIMIT) for seat in range(view.seats)], None)
    lines = [_heading(public, voice)]
    if ring.for_sale:
        lines.append(f"{upper(the(ring.for_sale))} is for sale.")
    if ring.pawns:
        stand = [f"{voice.who(seat)} on {space(BOARD[at])}" for seat, at in enumerate(ring.pawns)]
        lines.append(f"Pawns: {', '.join(stand)}.")
    for seat, player in enumerate(ring.players):
        mine = public.owned(seat)
        has = f" ({player.money})" if player.money else ""
        if mine or has:
            lines.append(f"{voice.who(seat)}{has} owns {all_of(mine) if mine else 'nothing'}.")
    lines += [_open_cards(public, seat, voice) for seat in range(view.seats)]
    if left := public.owned(None):
        none = len(left) == len(PROPERTIES)
        lines.append("Nobody owns anything yet." if none else f"Nobody owns {all_of(left)}.")
    if gone := [name for name, out in zip(PROPERTIES, ring.gone, strict=True) if out]:
        lines.append(f"{upper(all_of(gone))} {'has' if len(gone) == 1 else 'have'} left the game.")
    return " ".join(line for line in lines if line)


def _open_cards(public: Public, seat: Seat, voice: Voice) -> str:
    """Name a player's open cards, or count them if there are many. May return ""."""
    cards = [titled(card) for card in public.open_cards(seat)]
    if not cards:
        return ""
    which = f": {listed(cards)}" if len(cards) <= MOST_NAMED_CARDS else ""
    return f"{voice.who(seat)} has {counted(len(cards), 'open card')}{which}."


def _heading(public: Public, voice: Voice) -> str:
    if isinstance(public.phase, Over):
        return f"The board at the end, after {public.turn} turns."
    phase = "Dealing" if public.dealing else "Buying"
    whose = voice.whose(public.seat)
    return f"The board at turn {public.turn}, {whose} turn, in the {phase} Phase."
