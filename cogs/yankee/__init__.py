"""Yankee Swap on Discord: gifts offered with a straight face, and four ways to answer.

Choosing a card and passing on a gift after a look are private. An offer is answered on the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from bot.ui.face.face import Agreed, Face, TakesFaces, Term
from bot.ui.panels.words import Names, short
from bot.ui.ways.fields import Known
from bot.ui.ways.ways import MenuOf, Way
from cogs.yankee import asking, draw, story, tell
from cogs.yankee.help import FINE_PRINT, HOW_TO
from cogs.yankee.orders import ORDERS, ahead
from cogs.yankee.read import BECAUSE, CARD, SAYS, TO, gift_in, regift_in
from cogs.yankee.tell import because
from games.gifts import gift
from games.rules import Seat
from games.yankee import YankeeSwap
from games.yankee.events import Event
from games.yankee.moves import Decline, Give, Look, Move, Regift
from games.yankee.orders import GiveAhead
from games.yankee.state import LIMIT, Giving, Offer, Options, to_move
from games.yankee.views import View

# --- the buttons ----------------------------------------------------------------------------------


def _reasons(view: View) -> Iterable[Known]:
    offered = isinstance(view.phase, Offer) and not view.phase.looked
    return [{"reason": reason} for reason in ("is", "isnt", "coal")] if offered else []


def _give_label(view: View, known: Known, names: Names) -> str:
    if "card" not in known:
        return "Give a gift…"
    one = gift(known["card"]).one
    if "to" not in known or "declared" not in known:
        return f"Give {one}…"
    given = f"Give {short(names.plain(known['to']), 24)} {one}"
    if known["card"] == known["declared"]:
        return f"{given}, truthfully"
    return f"{given} as {gift(known['declared']).one}"


def _regift_label(view: View, known: Known, names: Names) -> str:
    to = f" to {short(names.plain(known['to']), 24)}" if "to" in known else ""
    if "to" not in known or "declared" not in known:
        return f"Pass it on{to}…"
    true = ", truthfully" if known["declared"] == view.known else ""
    return f"Pass it on{to} as {gift(known['declared']).one}{true}"


def _decline_label(view: View, known: Known, names: Names) -> str:
    if "reason" not in known or not isinstance(view.phase, Offer):
        return "Decline…"
    return because(known["reason"], view.phase.declared)


def _form_title(view: View, known: Known, names: Names) -> str:
    """Return the title of the form for a gift: the name of a known gift, else the question."""
    if "to" in known:
        return f"What do you tell {short(names.plain(known['to']), 21)} it is?"
    card = known.get("card", view.known)
    return "Give a gift" if card is None else f"Your gift: {gift(card).name}"


GIVE = Way[Give, View](
    verb="give",
    move=Give,
    help="Give a card from your hand and say what it is, true or not",
    label=_give_label,
    title=_form_title,
    fields=(CARD, TO, SAYS),
    bare=True,
    style="main",
    board=lambda public: [{}] if isinstance(public.phase, Giving) else [],
    read=gift_in,
    hand=lambda view: [MenuOf(field="card", placeholder="Give…")],
    instead=lambda view, known, names: asking.which(GIVE, view, known, names),
)
DECLINE = Way[Decline, View](
    verb="decline",
    move=Decline,
    help="Decline a gift: it is what they say, it isn't, or it is Coal",
    label=_decline_label,
    fields=(BECAUSE,),
    words=("you shouldn't have", "shouldn't have"),
    bare=True,
    style="main",
    board=_reasons,
    hand=_reasons,
)
LOOK = Way[Look, View](
    verb="look",
    move=Look,
    help="Look at the gift you're offered; then you must pass it on",
    label=lambda view, known, names: "Look and re-gift",
    words=("peek", "look at it", "look and regift", "look and re-gift", "pick it up"),
    board=lambda public: [{}] if public.may_look else [],
)
REGIFT = Way[Regift, View](
    verb="regift",
    move=Regift,
    help="Pass on the gift you looked at and say what it is, true or not",
    label=_regift_label,
    title=_form_title,
    fields=(TO, SAYS),
    words=("re-gift", "pass it", "pass it on", "pass on", "give it"),
    bare=True,
    board=lambda public: [{}] if isinstance(public.phase, Offer) and public.phase.looked else [],
    read=regift_in,
    hand=asking.on_hand,
    instead=lambda view, known, names: asking.whom(REGIFT, view, known, names),
)

# --- the face -------------------------------------------------------------------------------------


class YankeeFace(Face[Options, Move, Event, View]):
    """The face of Yankee Swap."""

    rules = YankeeSwap()
    draw = asked = draw
    tell, story, how_to, fine_print = tell, story, HOW_TO, FINE_PRINT
    colour = 0x2E6B4F
    about = "give presents away, lie about them, take nothing home"
    pitch = (
        "Give away presents that nobody wants, lie about what they are, and catch others lying. "
        "One player takes too much home and loses; everybody else wins."
    )
    emojis = "🎁🎄🖤"
    pics = ("gift", "wreath", "mittens", "coal")
    hours: ClassVar[Mapping[int, int]] = {2: 2, 3: 3, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 5, 10: 5}
    ways = (GIVE, DECLINE, LOOK, REGIFT)
    orders = ORDERS
    hand_menus = 2
    terms_asked = (
        Term(
            name="first",
            fills="first",
            help="Who gives first: a random player (lot) or the host, who sits first (usual: lot)",
        ),
        Term(
            name="strict",
            fills="strict",
            help="Pass a gift on only to players who haven't seen it (usual: no)",
        ),
    )

    def terms(self, options: Options) -> Sequence[Agreed]:
        loses = Agreed(
            f"three of a kind loses; with five or more players, so does {LIMIT}★ or more",
            "only your face-up cards count. Everybody else wins.",
        )
        first = Agreed("a random player gives first", "I pick one at the deal.")
        if options.first == "host":
            first = Agreed("the host gives first", "the host is the player in the first seat.")
        whom = Agreed(
            "you may pass a gift on to anybody",
            "but anyone who already knows the gift can't look again and must decline it.",
        )
        if options.strict:
            whom = Agreed(
                "you may pass a gift on only to players who haven't seen it",
                "the last of them must decline it.",
            )
        return loses, first, whom

    def describe_order(self, order: GiveAhead, view: View, names: Names) -> str:
        return ahead(order, view, names)

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seat that must choose a card or has looked at an offered card."""
        phase = public.phase
        seat = to_move(phase)
        if seat is None or (isinstance(phase, Offer) and not phase.looked):
            return frozenset()
        return frozenset({seat})


FACE = YankeeFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
