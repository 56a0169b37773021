"""What every game's face is: how one game is drawn, told and asked. Pure: no Discord in it.

A face is handed views and events that its reader may know, never a state: what it could leak, it
does not have. It declares its ways in (bot/ui/ways.py); commands, buttons, forms and typed lines
the house makes of them. Its cog is made around it (bot/entry/game_cog.py).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, get_args, get_origin

from bot.ui.draft_kind import AnySlipKind
from bot.ui.panel import Panel, Part
from bot.ui.story import Game, Reveal
from bot.ui.ways import AnyWay
from bot.ui.words import Names
from games.rules import AnyRules, E, M, O, Rules, Seat, V


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a face draws of a view; the house puts its frame around it, and the ways in under it.

    On a board the house adds the title, whom the table waits for and until when, the last few
    events, and the row with *My hand*. On a hand it adds which table it is, what was told since its
    owner last looked, and what can be typed.
    """

    headline: str
    """One or two sentences: what is happening, or what you hold."""
    parts: Sequence[Part] = ()
    """The rest of what there is to see."""


@dataclass(frozen=True, kw_only=True)
class Term:
    """One option of a game, as the `start` command asks for it."""

    name: str
    """The option's name in the command."""
    fills: str
    """The field of the game's Options that it fills; its type says the option's."""
    help: str
    """At most 100 characters; ends in what is usual: `(usual: yes)`."""
    choices: Mapping[str, Any] | None = None
    """What can be chosen: label -> value; of a Literal, without this, its values."""
    read: Callable[[str], Any] | None = None
    """Reads a term that is typed. Raises Refusal."""
    suggest: Callable[[str, Mapping[str, Any]], Sequence[str]] | None = None
    """(typed so far, what else is given by option name): suggests what can be typed."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """One of the terms that a table is played on, as its opening says it."""

    name: str
    """A few words: `with the Thief`."""
    means: str
    """What that means for who plays, in a short sentence or two."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a game's help: at most 120 words, so that it is read, on a phone too."""

    title: str
    """What stands over it, and in the menu of pages."""
    text: str


@dataclass(frozen=True, kw_only=True)
class Aside:
    """Something to look at in private that is no move: a button on the hand, and a command."""

    verb: str
    label: str
    help: str
    panel: Callable[[Any, Names], Panel]
    """(view, names): what is shown to the owner of a view."""


class Face(ABC, Generic[O, M, E, V]):
    """One game on Discord. A subclass stands in cogs/<game>/__init__.py."""

    rules: ClassVar[AnyRules]
    colour: ClassVar[int]
    """The stripe beside this game's panels, 0xRRGGBB, not 0."""
    about: ClassVar[str]
    """A line for the list of commands, at most 100 characters."""
    pitch: ClassVar[str]
    """What the game is, in two sentences, at most 200 characters: it stands on the opening."""
    pics: ClassVar[tuple[str, ...]] = ()
    """Three to five of its small pictures (bot/ui/pics.py), beside its title on the opening."""
    ways: ClassVar[tuple[AnyWay, ...]]
    """Every kind of move; the heart of the game first."""
    terms_asked: ClassVar[tuple[Term, ...]] = ()
    asides: ClassVar[tuple[Aside, ...]] = ()
    hours: ClassVar[Mapping[int, int]] = {}
    """By players: the waking hours in which nine of ten games are over at a day's pace, on what is
    usual there, where people look in now and then. Measured (docs/a-day.md), or left out."""
    slips: ClassVar[tuple[AnySlipKind, ...]] = ()
    """What can be put together in private before it is a move."""
    orders: ClassVar[tuple[AnyWay, ...]] = ()
    """Every kind of order (`Rules.orders`): what can be said ahead, by ways in like any move's."""

    def options(self, given: Mapping[str, Any]) -> O:
        """Make the options of what was given for the terms, by name; the rest is as usual.

        Raises Refusal for terms that make no sense.
        """
        kind = options_type(self.rules)
        return kind(**{one.fills: given[one.name] for one in self.terms_asked if one.name in given})

    def usual(self, pace: str, said: Mapping[str, Any]) -> Mapping[str, Any]:
        """Say what a new table is played on where its opener did not say: terms, by name.

        For what suits one pace (of bot/host/pace.py, by its name) and not another, or has become
        usual since the first tables were dealt. `said` is what the opener did say. All that is in
        neither is as the options have it.
        """
        return {}

    def lasts(self, options: O, players: int) -> int | None:
        """Say in how many waking hours nine of ten such games are over at a day's pace.

        None of what was not measured.
        """
        if options != self.options(self.usual("day", {})):
            return None
        return self.hours.get(players)

    # --- drawn from views ---

    @abstractmethod
    def terms(self, options: O) -> Sequence[Agreed]:
        """Say the terms of the game, one by one, each with what it means."""

    @abstractmethod
    def how_to(self) -> Sequence[Page]:
        """Explain the game in our own words, in pages of at most 120 words each.

        First an example turn, its pictures leading each page; then the rules by topic, what can
        be said ahead and typed, what is assumed in the deck, and the rulings last.
        """

    @abstractmethod
    def board(self, public: V, names: Names) -> Drawing:
        """Draw what everybody may see, complete in text, while the game goes on."""

    @abstractmethod
    def hand(self, view: V, names: Names) -> Drawing:
        """Draw what the owner of this view has in private."""

    @abstractmethod
    def situation(self, view: V, names: Names) -> str:
        """Say to the owner of a view what is asked of them, or else what the table waits for."""

    def wanted(self, view: V, names: Names) -> str:
        """Say in a notice what is asked, in a few words that stand for themselves on a phone.

        In a DM that is said to the owner of the view; in a channel it is said of the public view,
        to whoever is called there. What the table is and by when, the house says. One or two
        clauses, plain text, without a full stop; it is asked of who is to move alone.
        """
        return self.situation(view, names)

    def answered_by(self, public: V, seat: Seat) -> frozenset[str] | None:
        """Name the ways by which a seat that is to move can answer, as everybody knows, by verb.

        Only these stand under a notice: in the channel those of them that are on the board. None:
        any of those in the hand; in the channel any on the board, if nobody else is awaited.
        """
        return None

    @abstractmethod
    def ending(self, public: V, names: Names) -> Drawing:
        """Draw the final board: who won and by what sum."""

    @abstractmethod
    def tell(self, event: E, names: Names, to: Seat | None) -> str:
        """Tell an event in one short sentence, to a seat ("you") or, with None, of everybody.

        "" if it is not worth a sentence. An event that only some seats may know is told to them,
        and after the end, if the terms say so, to everybody (`to=None`).
        """

    def tell_all(self, events: Sequence[E], names: Names, to: Seat | None) -> list[str]:
        """Tell events that followed each other, oldest first; some may share a sentence.

        A face writes this itself where one kind of event comes in long runs (each outbids the
        other by a step), which would push all else out of sight. Those not worth a sentence are
        left out. In the story of a table each is told by itself.
        """
        return [line for event in events if (line := self.tell(event, names, to))]

    # --- moments ---

    def reveal(self, events: Sequence[E], names: Names) -> Reveal | None:
        """Say what a public step has laid open (dice, sealed bids, a gift); None if nothing.

        `events` are those of one step that everybody was told. It stands above the headline until
        the next step: one or two sentences that need nothing beside them.
        """
        return None

    def net(self, events: Sequence[E], names: Names, to: Seat) -> str:
        """Sum up to a seat what changed while it was away, in a sentence; "" if not worth one.

        `events` are all that were told to it since it last looked, its own moves too.
        """
        return ""

    def moments(self, game: Game, names: Names) -> Sequence[str]:
        """Find what was worth laughing about in a game that is laid open, the best first.

        Each is one sentence with its figures, and true; the house shows the first few.
        """
        return ()

    def truth(self, game: Game, names: Names) -> Sequence[str]:
        """Tell what was hidden in a game that is laid open, as lines in the order of the game.

        Claim beside truth, what was sealed side by side, what nobody called. Without any, all that
        happened is told. A line that begins with `**` begins a chapter.
        """
        return ()

    def ahead(self, order: Any, view: V, names: Names) -> str:
        """Say to its owner what an order will do, and when it ends, in one sentence."""
        raise NotImplementedError  # of a game in which something can be said ahead

    @abstractmethod
    def private(self, public: V) -> frozenset[Seat]:
        """Say which seats that are to move owe something in private (they get it by DM)."""


def options_type(rules: AnyRules) -> Any:
    """Find the type of a game's options in `Rules[Options, State, …]`."""
    for base in type(rules).__mro__:
        for origin in getattr(base, "__orig_bases__", ()):
            if get_origin(origin) is Rules:
                return get_args(origin)[0]
    raise TypeError(f"{type(rules).__name__} does not say its types: Rules[Options, State, …]")


AnyFace: TypeAlias = Face[Any, Any, Any, Any]


class TakesFaces(Protocol):
    """The bot, as a face's module sees it in `setup(bot)`, which discord.py calls."""

    async def add_face(self, face: AnyFace) -> None:
        """Make a cog around a face, and load it."""
        ...
