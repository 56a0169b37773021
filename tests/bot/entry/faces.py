"""Faces of the small game with more features: an aside, a question back, a draft, terms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from bot.ui.face.face import Aside, Term
from bot.ui.panels.panel import Button, Entry, Form, Panel, Request, Row, Text
from bot.ui.panels.words import Names
from bot.ui.ways.draft_kind import Becomes, DraftKind, about, opened, torn
from bot.ui.ways.fields import Known, number, one_of, yes_no
from bot.ui.ways.resolve import ask
from bot.ui.ways.ways import Way
from games.rules import Refusal, Rules
from tests.small.face import WAYS, SmallFace
from tests.small.game import SmallRules
from tests.small.game.events import Event
from tests.small.game.moves import Guess, Move
from tests.small.game.state import State
from tests.small.game.views import View

GUESS = next(way for way in WAYS if way.verb == "guess")


def _odds(view: View, names: Names) -> Panel:
    return Panel([Text(f"{names[view.seat or 0]} could be anywhere near.")])


def _sure(view: View, known: Known, names: Names) -> Panel | None:
    """Ask back if a player guesses 0."""
    if known.get("total") != 0:
        return None
    return Panel([Text("None at all?"), Row([Button("Rather 1", ask(GUESS, {"total": 1}))])])


class AskingFace(SmallFace):
    """Hidden Coins with an aside, and a question back to anyone who guesses 0."""

    ways = (replace(GUESS, instead=_sure), *(way for way in WAYS if way.verb != "guess"))
    asides = (Aside(verb="odds", label="The odds?", help="See the odds", panel=_odds),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """A draft of a guess: the coins that each other player may hide."""

    coins: tuple[int, ...]


def _begin(known: Known, view: View, names: Names) -> Reckoning | Form:
    if "first" not in known:
        return Form(opened("sum"), "Reckon", [Entry("?first", "How many, to begin with?")])
    return Reckoning(coins=(known["first"],))


def _panel(draft: Reckoning, number: int, view: View, names: Names) -> Panel:
    buttons = [
        Button("One more", about("sum", "add", number, coins="1")),
        Button("Guess that", about("sum", "guess", number)),
        Button("Tear up", torn("sum", number)),
    ]
    return Panel([Text(f"So far: {sum(draft.coins)}."), Row(buttons)])


def _work(
    draft: Reckoning, wanted: Request, view: View, names: Names
) -> Reckoning | Form | Becomes:
    if wanted.verb == "sum_guess":
        total = sum(draft.coins)
        done = {"done": f"You guessed {total}."} if total == 2 else {}
        return Becomes("guess", Guess(total=total), **done)
    if wanted.args.get("coins") == "1":
        return replace(draft, coins=(*draft.coins, 1))
    raise Refusal("One more at a time.")


RECKONING = DraftKind[Reckoning, View](
    kind="sum",
    help="Reckon before you guess",
    holds=Reckoning,
    fields=(number("first", "first", "How many, to begin with?"),),
    begin=_begin,
    meant=lambda draft, known, view: known.get("first") == draft.coins[0],
    panel=_panel,
    work=_work,
    hand=lambda view, names: [Button("Reckon…", opened("sum"))],
    becomes=("guess",),
    board=lambda public, names: [Button("Reckon…", opened("sum"))],
)


class ReckoningFace(SmallFace):
    """Hidden Coins with a draft."""

    drafts = (RECKONING,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Options of every type that a command supports."""

    deck: Literal["plain", "fancy"] = "plain"
    rounds: Literal[1, 3] = 1
    open: bool = False
    most: int = 3
    sets: tuple[str, ...] = ()


class TermsRules(SmallRules):
    """Hidden Coins with these options; it is never played."""

    __orig_bases__ = (Rules[Terms, State, Move, Event, View],)
    name, title = "terms", "Terms"


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """A move whose fields are named like Python keywords."""

    kind: Literal["give"] = "give"
    what: Literal["cup", "hat"]
    cash: int
    look: bool


def _sets(typed: str) -> tuple[str, ...]:
    if not typed.strip():
        raise Refusal("Name a set.")
    return tuple(typed.split())


def _suggest(typed: str, given: Mapping[str, Any]) -> Sequence[str]:
    return [f"{given.get('deck', 'plain')} {number} {'x' * 100}" for number in range(30)]


class TermsFace(SmallFace):
    about = "Terms of every kind, and " + "a very long story about them " * 5
    rules = TermsRules()
    asides = AskingFace.asides
    orders = ()
    terms_asked = (
        Term(name="deck", fills="deck", help="Which deck (usual: plain)"),
        Term(name="rounds", fills="rounds", help="How many rounds (usual: 1)"),
        Term(name="open", fills="open", help="All open (usual: no)"),
        Term(name="most", fills="most", help="The most coins", choices={"one": 1, "five": 5}),
        Term(name="with", fills="sets", help="Sets to play with", read=_sets, suggest=_suggest),
    )
    ways = (
        Way(
            verb="give",
            move=Give,
            help="Give something, and say what it is",
            label=lambda view, known, names: "Give…",
            fields=(
                one_of(
                    "as",
                    "what",
                    "What you say it is",
                    {"cup": "a cup", "hat": "a hat"},
                    about=lambda what, view, names: "It has feathers" if what == "hat" else "",
                ),
                number("with", "cash", "For how much?", money=True),
                yes_no("from", "look", "Look at it", usual=True),
            ),
        ),
    )
