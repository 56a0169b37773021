"""Dealt! on Discord: the trick in the channel, the hand as a row of cards in private.

Every card comes from a hidden hand, so all buttons are on the hand, and the hand is sent by DM to
the player who is to move. The board has no buttons.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from bot.ui.face.face import Agreed, Aside, Face, TakesFaces, Term
from bot.ui.panels.panel import CHOICE_LIMIT
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Field, Known
from bot.ui.ways.offers import FEW
from bot.ui.ways.ways import MenuOf, TypedText, Way
from cogs.dealt import draw, story, tell
from cogs.dealt.draw import where
from cogs.dealt.help import FINE_PRINT, HOW_TO
from cogs.dealt.likely import kind_of, likely_gaps, runs_of
from cogs.dealt.orders import ORDERS, ahead
from cogs.dealt.pics import of
from cogs.dealt.read import (
    DRAWN_TO,
    REDRAW_AT,
    RESERVE_CARD,
    RUN,
    STOP_AT,
    TAKEN_TO,
    line_of,
    read_take,
)
from games.dealt import Dealt
from games.dealt.cards import Card, label, place, readings
from games.dealt.events import Event
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.orders import Order
from games.dealt.state import Options
from games.dealt.views import View
from games.rules import Seat

# --- the buttons ----------------------------------------------------------------------------------


def _plays(view: View) -> Iterable[MenuOf | TypedText]:
    """Offer the likeliest plays as buttons and other plays in a menu.

    If they are too many for one menu, plays with an X get a menu of their own.

    A button's id names the positions of its cards and not the cards, because an id must hold no
    secret.
    """
    plain, with_x = runs_of(view)
    some = plain if len(plain) <= FEW else plain[: FEW - 1]
    first, kind = plain[len(some) :], max((kind_of(run[2]) for run in plain), default=0)
    first += [run for run in with_x if kind_of(run[2]) > kind and run[2] == readings(run[1])[-1]]
    rest = [run for run in with_x if run not in first]
    yield from (TypedText(where(at, len(cards))) for at, cards, _ in some)
    more = "Play something else…" if some else "Play…"
    if len(first) + len(rest) <= CHOICE_LIMIT:
        yield MenuOf(field=RUN.name, placeholder=more, but_for=some)
        return
    yield MenuOf(field=RUN.name, placeholder=more, but_for=[*some, *rest])
    yield MenuOf(field=RUN.name, placeholder="Play with an X…", but_for=[*plain, *first])


def _likeliest(view: View) -> Play | None:
    plain, with_x = runs_of(view)
    if not plain and not with_x:
        return None
    first, cards, values = [*plain, *with_x][0]
    return Play(first=first, cards=cards, values=values)


def _play_label(view: View, known: Known, names: Names) -> str:
    """Name the cards of a play, and their letters only if other cards make the same play."""
    if "values" not in known:
        return "Play…"
    cards = known["cards"]
    called = draw.the(cards, known["values"])
    plain, with_x = runs_of(view)
    alike = [run for run in (*plain, *with_x) if draw.the(*run[1:]) == called]
    at = f" at {where(known['first'], len(cards))}" if len(alike) > 1 else ""
    return f"Play {called}{at}"


def _special_label(view: View, known: Known, words: str, card: Card) -> str:
    """Label a special card's button. If the hand has two, add "…" because a menu asks which."""
    return words if "position" in known or view.hand.count(card) < 2 else f"{words}…"


def _special(field: Field, card: Card) -> Callable[[View], Iterable[Known | MenuOf]]:
    """Offer a special card without naming its position. If the hand has two, offer a menu."""

    def made(view: View) -> Iterable[Known | MenuOf]:
        two = view.hand.count(card) > 1
        return [MenuOf(field=field.name, placeholder="") if two else {}]

    return made


def _take_label(view: View, known: Known, names: Names) -> str:
    if "card" not in known:
        return "Take a reserve card…"
    card = label(known["card"])
    there = f" and put it at {place(known['gap'] + 1)}" if "gap" in known else "…"
    return f"Take the {card}{there}"


def _take_title(view: View, known: Known, names: Names) -> str:
    card = f"the {label(known['card'])}" if "card" in known else "a card"
    return f"Take {card} from your reserve"


def _takes(view: View) -> Iterable[Known | MenuOf]:
    """Offer each reserve card with its possible gaps: a few as buttons, many in a menu."""
    assert view.seat is not None, "only the player to move takes a reserve card"
    for card in dict.fromkeys(view.up.reserves[view.seat]):
        yield from _gaps(TAKEN_TO, card, view, {"card": card})


def _places(view: View) -> Iterable[Known | MenuOf]:
    assert view.drawn is not None, "only a player who drew a card places one"
    return _gaps(DRAWN_TO, view.drawn, view, {})


def _gaps(field: Field, card: Card, view: View, known: Known) -> Iterable[Known | MenuOf]:
    gaps = likely_gaps(view.hand, card)
    if len(gaps) <= FEW:
        return [{**known, "gap": gap} for gap in gaps]
    return [MenuOf(field=field.name, placeholder="", known=known)]


def _place_label(view: View, known: Known, names: Names) -> str:
    card = "the card" if view.drawn is None else f"the {label(view.drawn)}"
    if "gap" not in known:
        return f"Put {card}…"
    if not view.hand:
        return f"Put {card} into your hand"
    if known["gap"] in (0, len(view.hand)):
        return f"Put {card} at the {'right' if known['gap'] else 'left'} end"
    return f"Put {card} at {place(known['gap'] + 1)}, {draw.spot(view.hand, known['gap'])}"


PLAY = Way[Play, View](
    verb="play",
    move=Play,
    help="Play one, two or three neighbouring cards from your hand",
    label=_play_label,
    fields=(RUN,),
    bare=True,
    style="main",
    hand=_plays,
    example=_likeliest,
    read=line_of(RUN),
    note=lambda view, names: draw.aim(view, names) if view.up.trick else "",
)
STOP = Way[PlayStop, View](
    verb="stop",
    move=PlayStop,
    help="Play a STOP to end the trick at once",
    label=lambda view, known, names: _special_label(view, known, "Stop the trick", "Stop"),
    title=lambda view, known, names: "Play a STOP",
    fields=(STOP_AT,),
    words=("play stop", "play a stop", "play the stop", "stop the trick"),
    bare=True,
    style="danger",
    hand=_special(STOP_AT, "Stop"),
    read=line_of(STOP_AT),
    pic=lambda view, known: of("Stop"),
)
REDRAW = Way[PlayRedraw, View](
    verb="redraw",
    move=PlayRedraw,
    help="Play a REDRAW: whoever takes the trick draws three more cards",
    label=lambda view, known, names: _special_label(view, known, "Play a REDRAW", "Redraw"),
    title=lambda view, known, names: "Play a REDRAW",
    fields=(REDRAW_AT,),
    words=("play redraw", "play a redraw", "play the redraw"),
    bare=True,
    style="danger",
    hand=_special(REDRAW_AT, "Redraw"),
    read=line_of(REDRAW_AT),
    pic=lambda view, known: of("Redraw"),
)
RESERVE = Way[TakeReserve, View](
    verb="reserve",
    move=TakeReserve,
    help="Take a reserve card into your hand",
    label=_take_label,
    title=_take_title,
    fields=(RESERVE_CARD, TAKEN_TO),
    words=("take",),
    hand=_takes,
    read=read_take,
    pic=lambda view, known: of(known["card"]) if "card" in known else "",
)
PLACE = Way[Place, View](
    verb="place",
    move=Place,
    help="Put the card you drew into your hand",
    label=_place_label,
    fields=(DRAWN_TO,),
    words=("put",),
    bare=True,
    hand=_places,
    read=line_of(DRAWN_TO),
)
GONE = Aside(
    verb="gone",
    label="Which cards are gone?",
    help="See which cards have been played this round",
    panel=draw.gone,
)

# --- the face -------------------------------------------------------------------------------------


class DealtFace(Face[Options, Move, Event, View]):
    """The face of Dealt!."""

    rules = Dealt()
    draw = asked = draw
    tell, story, how_to, fine_print = tell, story, HOW_TO, FINE_PRINT
    colour = 0x2E7D5B
    about = "play the hand you were dealt, in the order you were dealt it"
    pitch = (
        "Your cards stay in the order you were dealt them, and only neighbours can be played "
        "together. The last player with cards gives up a chip, and if you owe one and have none, "
        "you lose."
    )
    emojis = "🃏🛑🔄"
    pics = ("card_5", "card_6", "card_x", "card_stop")
    hours: ClassVar[Mapping[int, int]] = {3: 10, 4: 17, 5: 18}
    ways = (PLAY, STOP, REDRAW, RESERVE, PLACE)
    terms_asked = (
        Term(
            name="chips",
            fills="chips",
            help="Chips for each player: 2 for a short game, 3 for a longer one (usual: 2)",
        ),
    )
    asides = (GONE,)
    orders = ORDERS
    hand_menus = 2

    def terms(self, options: Options) -> Sequence[Agreed]:
        length = "a short game" if options.chips == 2 else "a longer game"
        means = "if you owe one and have none, you lose and everybody else wins."
        return (Agreed(f"{options.chips} chips each, {length}", means),)

    def describe_order(self, order: Order, view: View, names: Names) -> str:
        return ahead(order, view, names)

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seat that is to move, because it needs its private hand to do so."""
        return self.rules.to_move(public)


FACE = DealtFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
