"""The base class of the games' faces. A face draws one game and tells its events, without Discord.

A face receives views and events that its reader may know, never a state, so it cannot leak a
secret. It declares its kinds of move as ways (bot/ui/ways/ways.py), from which commands, buttons,
forms and typed lines are built. bot/entry/game_cog.py builds the game's cog around the face.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias

from bot.ui.face.story import Game, Reveal
from bot.ui.panels.panel import Panel, Part
from bot.ui.panels.words import Names
from bot.ui.ways.draft_kind import AnyDraftKind
from bot.ui.ways.ways import AnyWay
from games.rules import AnyRules, E, M, O, Seat, V, types_of


@dataclass(frozen=True, slots=True)
class Drawing:
    """A face's drawing of a view. The bot completes it with a frame and with buttons.

    On a board the bot adds the title, the players to move and their deadline, the latest events and
    the row with *My hand*. On a hand it adds the table's name, the news since the owner last
    looked, and examples of lines to type.
    """

    headline: str
    """One or two sentences: what is happening, or what the owner holds."""
    parts: Sequence[Part] = ()
    """Everything below the headline."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of one player in a finished game. Tied players share a place."""

    place: int
    seat: Seat
    score: str
    """What the player reached, short enough for a podium: `540★`, `2 gems`, `$490M`."""
    lost: bool = False
    """Whether the player lost the game for good: no medal and no step on the podium."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: everybody's place, the winners first."""

    places: Sequence[Place]
    how: str = ""
    """A sentence about the end where the score doesn't say it: who lost, and why."""


@dataclass(frozen=True, kw_only=True)
class Term:
    """One option of a game in the `start` command."""

    name: str
    """The option's name in the command."""
    fills: str
    """The field of the game's Options that it fills. The field's type is also the option's type."""
    help: str
    """At most 100 characters, ending with the usual value: `(usual: yes)`."""
    choices: Mapping[str, Any] | None = None
    """The choices as label -> value. If None, the values of the field's Literal are the choices."""
    read: Callable[[str], Any] | None = None
    """Parses a typed term. Raises Refusal."""
    suggest: Callable[[str, Mapping[str, Any]], Sequence[str]] | None = None
    """(text typed so far, the other options by name): suggests completions."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """One of a table's terms as the opening message shows it."""

    name: str
    """The term in a few words: `with the Thief`."""
    means: str
    """What the term means for the players, in one or two short sentences."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a game's help: at most 120 words, short enough to read on a phone."""

    title: str
    """The page's heading and its name in the menu of pages."""
    text: str
    """The page in Markdown. `/GAME bid` stands for a command of the game in it (pages.py)."""


@dataclass(frozen=True, kw_only=True)
class Aside:
    """A private panel that makes no move. A button on the hand or a command opens it."""

    verb: str
    label: str
    help: str
    panel: Callable[[Any, Names], Panel]
    """(view, names): the panel for the owner of the view."""


class Draw(Protocol):
    """A face's module `draw`: the board and the hand, complete in text."""

    def board(self, public: Any, names: Names, /) -> Drawing:
        """Draw the public board of a running game. The text alone must be complete."""
        ...

    def hand(self, view: Any, names: Names, /) -> Drawing:
        """Draw the private cards and facts of the view's owner."""
        ...

    def ending(self, public: Any, names: Names, /) -> Drawing:
        """Draw the final board: the winner and the final scores."""
        ...

    def outcome(self, public: Any, names: Names, /) -> Outcome:
        """Rank all players of a finished game, for its poster."""
        ...


class Asked(Protocol):
    """A face's module for the open question; in a small game it is `draw`."""

    def situation(self, view: Any, names: Names, /) -> str:
        """Tell the view's owner what they must do, or what the table is waiting for."""
        ...

    def wanted(self, view: Any, names: Names, /) -> str:
        """Summarize the open question for a notice, in a few words that are clear on a phone.

        A DM passes the view of the seat that must move; a channel notice passes the public view.
        The text is one or two clauses, plain and without a full stop. The notice adds the table's
        name and the deadline itself.
        """
        ...


class Tell(Protocol):
    """A face's module `tell`: events as sentences."""

    def sentence(self, event: Any, names: Names, to: Seat | None, /) -> str:
        """Describe an event in a short sentence: for seat `to` as "you", or for everybody if None.

        Returns "" if the event is not worth a sentence. Events that only some seats may know are
        told to those seats, and to everybody (`to=None`) after the end if the terms say so.
        """
        ...

    def sentences(self, events: Sequence[Any], names: Names, to: Seat | None, /) -> list[str]:
        """Describe consecutive events, oldest first. Several events may share one sentence.

        That helps if one kind of event comes in long runs (bids that rise by single steps), which
        would push other news off the board. Events that are not worth a sentence are left out.
        The story of a finished table describes each event by itself. `one_by_one` makes the
        ordinary case.
        """
        ...


class Story(Protocol):
    """A face's module `story`: what was revealed, what changed, and the tale of a finished game."""

    def reveal(self, events: Sequence[Any], names: Names, /) -> Reveal | None:
        """Describe what a public step has just revealed (sealed bids, a gift), or None if nothing.

        `events` are the public events of that one step. The text stands above the headline until
        the next step, so it must be one or two sentences that are clear by themselves.
        """
        ...

    def net(self, events: Sequence[Any], names: Names, to: Seat, /) -> str:
        """Summarize for a seat what changed while it was away, in one sentence, or return "".

        `events` are all events told to the seat since it last looked, including its own moves.
        """
        ...

    def moments(self, game: Game, names: Names, /) -> Sequence[str]:
        """Find the funniest moments of a finished game, the best first.

        Each moment is one true sentence with its figures, after a label of its own: `**Boldest
        lie:** Ben called Coal a Mug.` No two have the same label. Only the first few are shown.
        """
        ...

    def gaps(self, game: Game, names: Names, /) -> Sequence[str]:
        """Find the largest gaps between what players said, paid or did and what was so.

        Each is a true sentence or two with the figures, the largest gap first. Only the first few
        are shown, as the head of the truth.
        """
        ...

    def truth(self, game: Game, names: Names, /) -> Sequence[str]:
        """Reveal the secrets of a finished game, as lines in the order of play.

        Lines set each claim beside the truth, compare sealed bids, and name bluffs that nobody
        called. Without lines, the page tells all events instead. A line that begins with `**`
        starts a chapter.
        """
        ...


class Face(ABC, Generic[O, M, E, V]):
    """One game on Discord. cogs/<game>/__init__.py defines its subclass.

    Most of a face are modules, which the bot calls directly. A new game begins with a PlainFace
    (bot/ui/plain/), which has all of this already.
    """

    rules: AnyRules
    """The rules, which say how the game is called here."""
    draw: Draw
    asked: Asked
    tell: Tell
    story: Story
    how_to: Sequence[Page]
    """How to play, in at most six pages of at most 120 words each.

    They begin with an example turn, with pictures on top of each page. The rules that everybody
    needs follow.
    """
    fine_print: ClassVar[Sequence[Page]] = ()
    """The rest of the rules, in pages of at most 120 words each, which readers choose by title.

    Rules by topic come first, then terms, standing orders and typed lines, then assumptions about
    the deck, and the rulings last.
    """
    colour: ClassVar[int]
    """The colour of the stripe beside the game's panels, as 0xRRGGBB. It must not be 0."""
    about: ClassVar[str]
    """What the game is, in a few words. They follow its title in the list of commands."""
    pitch: ClassVar[str]
    """What the game is, in two sentences of at most 200 characters, for the opening message."""
    emojis: ClassVar[str] = "🎲"
    """A few of Unicode's emojis that stand for the game in a result to paste elsewhere."""
    pics: ClassVar[tuple[str, ...]] = ()
    """Three to five small pictures (bot/ui/panels/pics.py) for the title of the opening message."""
    ways: tuple[AnyWay, ...]
    """All kinds of move, the most important first."""
    terms_asked: tuple[Term, ...] = ()
    asides: ClassVar[tuple[Aside, ...]] = ()
    hours: ClassVar[Mapping[int, int]] = {}
    """Number of players -> the waking hours in which nine of ten games end, if their players look
    in now and then and play the usual terms at a day's pace. Measured (docs/a-day.md), or left out.
    """
    drafts: ClassVar[tuple[AnyDraftKind, ...]] = ()
    """The kinds of draft that players can prepare in private before they move."""
    hand_menus: ClassVar[int] = 1
    """How many menus a hand shows at once: 2 in a game in which one choice has two fields."""
    orders: tuple[AnyWay, ...] = ()
    """All kinds of standing order (`Rules.orders`), declared as ways like moves."""

    def called_as(self, rules: AnyRules) -> Self:
        """Return a copy of this face with the same rules under another command and title."""
        renamed = copy(self)
        renamed.rules = rules
        return renamed

    def options(self, given: Mapping[str, Any]) -> O:
        """Build the game's options from the given terms by name. Use defaults for the other terms.

        Raises Refusal if the terms contradict each other.
        """
        filled = {term.fills: given[term.name] for term in self.terms_asked if term.name in given}
        return types_of(self.rules).options(**filled)

    def usual(self, pace: str, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return this face's default terms, by name, for a table whose opener left them out.

        Override this for defaults that depend on the pace (bot/host/time/pace.py), or that changed
        after the first tables were dealt. `chosen` holds the terms that the opener chose.
        Terms that are in neither mapping get the default of the game's options.
        """
        return {}

    def duration(self, options: O, players: int) -> int | None:
        """Return the waking hours in which nine of ten games with these terms end at a day's pace.

        Returns None if these options were not measured.
        """
        if options != self.options(self.usual("day", {})):
            return None
        return self.hours.get(players)

    def telling(self, public: V | None) -> Tell:
        """Return what tells the events of a table, of which this is the public view, if any.

        Override this if sentences need what no event says, such as whose turn a number is.
        """
        return self.tell

    @abstractmethod
    def terms(self, options: O) -> Sequence[Agreed]:
        """List the terms of the game, each with its explanation."""

    def answered_by(self, public: V, seat: Seat) -> frozenset[str] | None:
        """Return the verbs that can answer a seat's open question, judged by public facts.

        A notice offers only these ways; in a channel, only those that the board offers too. None
        means all ways of the hand, or in a channel all ways of the board if no other seat must
        move.
        """
        return None

    def describe_order(self, order: Any, view: V, names: Names) -> str:
        """Tell the owner of a standing order what it will do and when it ends, in one sentence."""
        raise NotImplementedError  # needed only by games with standing orders

    @abstractmethod
    def private(self, public: V) -> frozenset[Seat]:
        """Return the seats to move whose answer is private. Their notice is sent by DM."""


AnyFace: TypeAlias = Face[Any, Any, Any, Any]


class TakesFaces(Protocol):
    """The part of the bot that a face's module uses in `setup(bot)`, which discord.py calls."""

    async def add_face(self, face: AnyFace) -> None:
        """Add a face, and load the commands of its game if it is offered."""
        ...
