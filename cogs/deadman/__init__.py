"""Dead Man's Chest on Discord: the chest is handled in the channel, the dice are seen in private.

Everybody sees what a player does with the chest, so its buttons are on the board. The dice are
drawn only on the hand of a player who has seen them, from a view that forgets them when they
change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from bot.ui.face import Agreed, Face, TakesFaces, Term
from bot.ui.fields import Known
from bot.ui.panel import Button, Panel, Row
from bot.ui.resolve import ask
from bot.ui.ways import MenuOf, Way
from bot.ui.words import Names
from cogs.deadman import draw, story, tell
from cogs.deadman.draw import warning
from cogs.deadman.help import HOW_TO
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
    """Offer a bid on the board. To raise without looking, also offer the lowest possible bid."""
    if not any(type(move) is Bid for move in possible(public)):
        return []
    if only_dead_man(public):
        return [{"value": DEAD_MAN}]
    return [{"value": higher(public.over)[0]}, {}] if public.chest == "passed" else [{}]


def _bid_on_hand(view: View) -> Iterable[Known | MenuOf]:
    """Offer the likeliest bids as buttons, the true value first, and all others in a menu."""
    if only_dead_man(view):
        return [{"value": DEAD_MAN}]
    some = likely_bids(view)
    other = "Raise unseen to…" if view.chest == "passed" else "Bid something else…"
    return [
        *({"value": value} for value in some),
        MenuOf(field="value", placeholder=other, but_for=some),
    ]


def _bid_label(view: View, known: Known, names: Names) -> str:
    unseen = view.chest == "passed"
    if "value" not in known:
        return "Raise unseen…" if unseen else "Bid…"
    true = ", the truth" if known["value"] == truth(view) else ""
    return f"{'Raise unseen to' if unseen else 'Bid'} {spoken(known['value'])}{true}"


def _challenge_label(view: View, known: Known, names: Names) -> str:
    return f"Challenge {spoken(view.over)}" if view.over else "Challenge"


def _shake_label(view: View, known: Known, names: Names) -> str:
    if "look" not in known:
        return "Shake…"
    return "Shake and look" if known["look"] else "Shake, don't look"


def _again_label(view: View, known: Known, names: Names) -> str:
    return "Shake again and bid Dead Man" if only_dead_man(view) else "Shake again, unseen"


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
    help="Challenge the bid before you: the lid comes off",
    label=_challenge_label,
    words=("i challenge", "doubt", "i doubt it", "liar"),
    board=_when_legal(Challenge, {}),
)
LOOK = Way[Look, View](
    verb="look",
    move=Look,
    help="Look at the dice you have shaken",
    label=lambda view, known, names: "Look",
    words=("peek",),
    board=_when_legal(Look, {}),
    instead=_look_warning,
)
BID = Way[Bid, View](
    verb="bid",
    move=Bid,
    help="Bid, and pass the chest to your left",
    label=_bid_label,
    fields=(ROLL,),
    words=("i bid", "raise", "raise to", "raise unseen", "raise unseen to"),
    bare=True,
    board=_bid_on_board,
    hand=_bid_on_hand,
    title=lambda view, known, names: "Raise unseen" if view.chest == "passed" else "Your bid",
)
SHAKE = Way[Shake, View](
    verb="shake",
    move=Shake,
    help="Believe the bid, shake the chest, and look",
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
    board=_when_legal(Shake, {"look": True}),
    hand=lambda view: [{"look": True}, {"look": False}],
)
SHAKE_AGAIN = Way[ShakeAgain, View](
    verb="reshake",
    move=ShakeAgain,
    help="Shake a second time, and do not look",
    label=_again_label,
    words=("again", "shake again", "shake again unseen", "shake again, unseen"),
    board=_when_legal(ShakeAgain, {}),
)


# --- the face -------------------------------------------------------------------------------------


class DeadManFace(Face[Options, Move, Event, View]):
    """The face of Dead Man's Chest."""

    rules = DeadMan()
    draw = asked = draw
    tell, story, how_to = tell, story, HOW_TO
    colour = 0x7A1F2B
    about = "two dice in a chest, and a bid you had better believe"
    pitch = (
        "Shake two dice in a chest, peek, and say what you like. The next pirate believes you and "
        "bids higher, or lifts the lid: whoever was wrong loses a gem, and the last with gems wins."
    )
    emojis = "☠️💎🎲"
    pics = ("die_2", "die_1", "dead_man", "gem")
    hours: ClassVar[Mapping[int, int]] = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 13, 8: 13}
    ways = (CHALLENGE, LOOK, BID, SHAKE, SHAKE_AGAIN)
    terms_asked = (
        Term(
            name="reshake",
            fills="opener_may_reshake",
            help="Who opens a round may shake a second time, unseen (usual: yes)",
        ),
    )

    def terms(self, options: Options) -> Sequence[Agreed]:
        gems = Agreed(
            "4 gems each, 3 with seven or eight pirates",
            "whoever is wrong when the lid comes off loses one, and who has none is out.",
        )
        if options.opener_may_reshake:
            return gems, Agreed(
                "who opens a round may shake again, unseen",
                "do you not like the first roll? The second is bid on without a look.",
            )
        return gems, Agreed("who opens a round shakes only once", "that roll is what they bid on.")

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seat that holds a shaken chest, because its next moves are private."""
        return frozenset() if public.chest == "passed" else self.rules.to_move(public)


FACE = DeadManFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
