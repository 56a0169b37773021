"""Hidden Coins on Discord: hidden in private, guessed aloud."""

from collections.abc import Iterable, Sequence

from bot.ui.face.face import Agreed, Face, TakesFaces, Term
from bot.ui.panels.words import Names, listed
from bot.ui.ways.fields import Known, number
from bot.ui.ways.ways import MenuOf, Way, several
from games.rules import Seat
from tests.small.face import draw, read, story, tell
from tests.small.face.help import FINE_PRINT, HOW_TO
from tests.small.face.tell import of_coins
from tests.small.game import SmallRules
from tests.small.game.cards import HANDS, USUAL
from tests.small.game.events import Event
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.orders import GuessAhead, HideLast, Order
from tests.small.game.state import Options
from tests.small.game.views import View

RULES = SmallRules()

# --- hide -----------------------------------------------------------------------------------------


def _hide_label(view: View, known: Known, names: Names) -> str:
    if "coins" not in known:
        return "Hide coins"
    what = of_coins(known["coins"])
    return f"Hide {what}" if view.own is None else f"Rather {what}"


def _hide_board(public: View) -> Iterable[Known]:
    return () if all(public.seen.ready) else ({},)


def _hide_hand(view: View) -> Iterable[Known]:
    """Offer each number of coins as a button; four would otherwise be a menu."""
    return [{"coins": move.coins} for move in RULES.legal_moves(view) if isinstance(move, Hide)]


# --- guess ----------------------------------------------------------------------------------------


def _guess_label(view: View, known: Known, names: Names) -> str:
    return f"Guess {known['total']}" if "total" in known else "Guess"


def _guess_board(public: View) -> Iterable[Known]:
    return () if public.seen.guesser is None else ({},)


def _guess_hand(view: View) -> Iterable[Known | MenuOf]:
    """Offer the likeliest guess as a button and the others in a menu."""
    totals = [move.total for move in RULES.legal_moves(view) if isinstance(move, Guess)]
    likely = _likely(view, {}, totals)
    others = MenuOf(field="total", placeholder="Another number…", but_for=[likely])
    return [{"total": likely}, others]


def _likely(view: View, known: Known, totals: Sequence[int]) -> int:
    """Return the total to expect if only one's own coins are known."""
    own, others = view.own or 0, len(view.seen.ready) - 1
    return min(totals, key=lambda total: abs(2 * (total - own) - others * view.seen.options.most))


def _limits(view: View, known: Known) -> str:
    return f"0 to {view.seen.totals[-1]}, and not said yet"


# --- ponder, hurry --------------------------------------------------------------------------------


def _ponder_label(view: View, known: Known, names: Names) -> str:
    return "Count on your fingers"


def _hurry_label(view: View, known: Known, names: Names) -> str:
    guesser = view.seen.guesser
    return "Hurry" if guesser is None else f"Hurry {names.plain(guesser)}"


def _hurry_board(public: View) -> Iterable[Known]:
    return () if public.seen.guesser is None or public.seen.hurried else ({},)


WAYS = (
    Way(
        verb="guess",
        move=Guess,
        help="Say how many coins there are in all",
        label=_guess_label,
        fields=(
            number("total", "total", "How many are there in all?", hint=_limits, likely=_likely),
        ),
        words=("say", "i guess"),
        bare=True,
        board=_guess_board,
        hand=_guess_hand,
        note=lambda view, names: draw.own_coins(view),
    ),
    Way(
        verb="hide",
        move=Hide,
        help="Hide coins in your fist, or others instead",
        label=_hide_label,
        fields=(read.coins("coins", "How many coins do you hide?"),),
        words=("put", "take", "rather"),
        bare=True,
        presser=several,  # who has hidden coins may hide others until all have
        board=_hide_board,
        hand=_hide_hand,
    ),
    Way(
        verb="ponder",
        move=Ponder,
        help="Count on your fingers how many there can be; nobody notices",
        label=_ponder_label,
        words=("count", "hm", "think"),
    ),
    Way(
        verb="hurry",
        move=Hurry,
        help="Hurry whoever guesses",
        label=_hurry_label,
        words=("go on", "come on"),
        presser=several,
        board=_hurry_board,
    ),
)


# --- standing orders ------------------------------------------------------------------------------


def _when_label(view: View, known: Known, names: Names) -> str:
    return "When it is my turn…"


def _last_label(view: View, known: Known, names: Names) -> str:
    return "When all others have hidden theirs…"


ORDERS = (
    Way(
        verb="when",
        move=GuessAhead,
        help="Set what you guess when it's your turn",
        label=_when_label,
        fields=(read.totals("What will you guess? First choice first"),),
        called="next guess",
        group="ahead",
        words=("i will guess",),
        holds="game",
    ),
    Way(
        verb="last",
        move=HideLast,
        help="Set what you hide when all others have",
        label=_last_label,
        fields=(read.coins("coins", "How many coins will you hide?"),),
        called="last coins",
        group="ahead",
        words=("i will hide",),
        holds="game",
    ),
)


class SmallFace(Face[Options, Move, Event, View]):
    """The face of Hidden Coins."""

    rules = RULES
    draw = asked = draw
    tell, story, how_to, fine_print = tell, story, HOW_TO, FINE_PRINT
    colour = 0x123456
    pitch = (
        "Everybody hides some coins in a fist, then guesses in turn how many there are in all. "
        "Whoever is nearest wins."
    )
    about = "hide some in your fist, guess how many all hide"
    ways = WAYS
    orders = ORDERS
    terms_asked = (
        Term(
            name="most",
            fills="most",
            help=f"The most coins that a fist can hide (usual: {USUAL})",
            choices={str(most): most for most in HANDS},
        ),
    )

    def terms(self, options: Options) -> Sequence[Agreed]:
        return (Agreed(f"up to {of_coins(options.most)} in each fist", "or none; who can tell?"),)

    def describe_order(self, order: Order, view: View, names: Names) -> str:
        if isinstance(order, HideLast):
            return f"When all others have hidden theirs, you hide {of_coins(order.coins)}."
        first, *others = order.totals
        also = f", or else {listed([str(total) for total in others], 'or')}" if others else ""
        return f"When it is your turn, you guess {first}{also}."

    def private(self, public: View) -> frozenset[Seat]:
        """Return the seats that must hide coins: they do it in private, and guess in public."""
        hiding = not all(public.seen.ready)
        return RULES.to_move(public) if hiding else frozenset()


FACE = SmallFace()


async def setup(bot: TakesFaces) -> None:
    """Load this game (discord.py calls it)."""
    await bot.add_face(FACE)
