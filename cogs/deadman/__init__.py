"""Dead Man's Chest on Discord: the chest is handled in the channel, the dice are seen in private.

Everybody sees what a player does with the chest, so its buttons are on the board. The dice are
drawn only on the hand of a player who has seen them, from a view that forgets them when they
change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from bot.ui.face.face import Agreed, Face, TakesFaces, Term
from bot.ui.panels.panel import Button, Panel, Row
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Known
from bot.ui.ways.resolve import ask
from bot.ui.ways.ways import MenuOf, Way
from cogs.deadman import draw, story, tell
from cogs.deadman.draw import warning
from cogs.deadman.help import FINE_PRINT, HOW_TO
from cogs.deadman.read import LOOK_AT_ONCE, ROLL, likely_bids, only_dead_man, possible, truth
from games.deadman import DeadMan
from games.deadman.dice import DEAD_MAN, higher, spoken
from games.deadman.events import Event
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options
from games.deadman.views import View
from games.rules import Seat

# --- the buttons ----------------------------------------------------------------------------------


def _when_legal(kind: type[Move], known: Known) -> Callable[[View], Iterable[Known]]:
    """Put a button for this kind of move on the board whenever the chest's holder may make it."""
    return lambda public: [known] if any(type(move) is kind for move in possible(public)) else []


def _bid_on_board(public: View) -> Iterable[Known]:
    """Offer a bid on the board. To raise without shaking, also offer the lowest possible bid."""
    if not any(type(move) is Bid for move in possible(public)):
        return []
    if only_dead_man(public):
        return [{"value": DEAD_MAN}]
    return [{"value": higher(public.over)[0]}, {}] if public.chest == "passed" else [{}]


def _bid_on_hand(view: View) -> Iterable[Known | MenuOf]:
    """Offer the likeliest bids as buttons, the true value first, and all others in a menu."""
    if only_dead_man(view):
        return [{"value": DEAD_MAN}]
    # A hand has room for five buttons. On a passed chest, one challenges and two shake.
    some = likely_bids(view)[: 2 if view.chest == "passed" else None]
    other = "Raise to…" if view.chest == "passed" else "Bid something else…"
    return [
        *({"value": value} for value in some),
        MenuOf(field="value", placeholder=other, but_for=some),
    ]


def _bid_label(view: View, known: Known, names: Names) -> str:
    verb = "Raise" if view.chest == "passed" else "Bid"
    if "value" not in known:
        return verb
    true = ", the truth" if known["value"] == truth(view) else ""
    to = " to" if view.chest == "passed" else ""
    return f"{verb}{to} {spoken(known['value'])}{true}"


def _challenge_label(view: View, known: Known, names: Names) -> str:
    return f"Challenge {spoken(view.over)}" if view.over else "Challenge"


def _shake_label(view: View, known: Known, names: Names) -> str:
    if "look" not in known:
        return "Shake"
    return "Shake and look" if known["look"] else "Shake, don't look"


def _again_label(view: View, known: Known, names: Names) -> str:
    return "Shake again and bid Dead Man" if only_dead_man(view) else "Shake again, don't look"


def _look_warning(view: View, known: Known, names: Names) -> Panel | None:
    """Warn a player who tries to look at dice that were passed to them (DM-8)."""
    if view.chest != "passed" or view.over is None or view.seat != view.holder:
        return None
    challenge = Button(_challenge_label(view, {}, names), ask(CHALLENGE, {}), "danger")
    return warning(
        view, names, Row([challenge, Button("Shake and look", ask(SHAKE, {"look": True}))])
    )


# --- the ways in ----------------------------------------------------------------------------------

CHALLENGE = Way[Challenge, View](
    verb="challenge",
    move=Challenge,
    help="Challenge the last bid, and open the chest",
    label=_challenge_label,
    words=("i challenge", "doubt", "i doubt it", "liar"),
    style="main",
    board=_when_legal(Challenge, {}),
)
LOOK = Way[Look, View](
    verb="look",
    move=Look,
    help="Look at the dice you shook",
    label=lambda view, known, names: "Look",
    words=("peek",),
    board=_when_legal(Look, {}),
    instead=_look_warning,
)
BID = Way[Bid, View](
    verb="bid",
    move=Bid,
    help="Bid, and pass the chest to the next pirate",
    label=_bid_label,
    fields=(ROLL,),
    words=("i bid", "raise", "raise to", "raise unseen", "raise unseen to"),
    bare=True,
    board=_bid_on_board,
    hand=_bid_on_hand,
    title=lambda view, known, names: "Your raise" if view.chest == "passed" else "Your bid",
)
SHAKE = Way[Shake, View](
    verb="shake",
    move=Shake,
    help="Accept the last bid, shake the chest and look",
    label=_shake_label,
    fields=(LOOK_AT_ONCE,),
    words=("roll",),
    phrases={
        "shake and look": {"look": True},
        "shake unseen": {"look": False},
        "shake only": {"look": False},
        "shake don't look": {"look": False},
        "shake, don't look": {"look": False},
        "shake dont look": {"look": False},
    },
    style="main",
    board=_when_legal(Shake, {"look": True}),
    hand=lambda view: [{"look": True}, {"look": False}],
)
SHAKE_AGAIN = Way[ShakeAgain, View](
    verb="reshake",
    move=ShakeAgain,
    help="Shake a second time, without looking",
    label=_again_label,
    words=(
        *("again", "shake again", "shake again unseen", "shake again, unseen"),
        *("shake again, don't look", "shake again don't look", "shake again dont look"),
    ),
    board=_when_legal(ShakeAgain, {}),
)


# --- the face -------------------------------------------------------------------------------------


class DeadManFace(Face[Options, Move, Event, View]):
    """The face of Dead Man's Chest."""

    rules = DeadMan()
    draw = asked = draw
    tell, story, how_to, fine_print = tell, story, HOW_TO, FINE_PRINT
    colour = 0x7A1F2B
    about = "two dice in a chest, and a bid that may be a bluff"
    pitch = (
        "Shake two dice in a chest, peek, and claim whatever you like. The next pirate bids higher "
        "or lifts the lid: whoever was wrong loses a gem, and the last pirate with gems wins."
    )
    emojis = "☠️💎🎲"
    pics = ("die_2", "die_1", "dead_man", "gem")
    hours: ClassVar[Mapping[int, int]] = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 13, 8: 13}
    ways = (CHALLENGE, LOOK, BID, SHAKE, SHAKE_AGAIN)
    terms_asked = (
        Term(
            name="reshake",
            fills="opener_may_reshake",
            help="Let the opener of a round shake a second time, without looking (usual: yes)",
        ),
    )

    def terms(self, options: Options) -> Sequence[Agreed]:
        gems = Agreed(
            "4 gems each, 3 with seven or eight pirates",
            "whoever is wrong when the lid comes off loses one. Run out of gems and you're out.",
        )
        if options.opener_may_reshake:
            return gems, Agreed(
                "the opener of a round may shake again",
                "don't like your roll? Shake once more, but nobody looks at the second one.",
            )
        return gems, Agreed("the opener of a round shakes only once", "no second try.")

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seat that holds a shaken chest, because its next moves are private."""
        return frozenset() if public.chest == "passed" else self.rules.to_move(public)


FACE = DeadManFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
