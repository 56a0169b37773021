"""What one reader may see of a table, and nothing else of it: the only form in which it is shown.

The stored table holds everybody's cards and the secret of its luck. A `TableView` is built from it
by `Rules.view` and by who was told what, so that whoever draws it has no secret to give away.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.ui.story import Game
from bot.ui.ways import Legal
from bot.ui.words import Names
from db.tables import Phase
from games.rules import AnyRules, Seat, Standing

NO_SUCH_TABLE = "I know of no such table here."
"""Said of a table that is not there, and to who may not see one, of one that is."""


@dataclass(frozen=True, slots=True)
class News:
    """An event its reader may know, and the public step it came with.

    `absent`: the clock moved; `ordered`: what its reader had said ahead was laid down. `own`: it
    tells a move of the reader's own, by hand, that everybody saw, and not what that led to.
    """

    rev: int
    step: int
    event: Any
    absent: bool = False
    ordered: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class MeetingView:
    """When the people of a table want to meet (seconds since 1970), and which seats come."""

    at: float
    coming: frozenset[Seat]


def link_to(guild: int, channel: int, message: int) -> str:
    """Write the address of a message in a server's channel."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


def finished(table_id: int, phase: Phase) -> str:
    """Say that nothing more can be done at a table, and why."""
    closed = f"Table {table_id} was closed before its game was over."
    return closed if phase == "ended" else f"The game at table {table_id} is over."


@dataclass(frozen=True, kw_only=True)
class TableView:
    """What one reader may see of a table; `seat=None` is the public.

    Before the deal `view` and `public` are None; after it too where only older rules could read the
    state (`options` where only they can read these). `closed_unread`: that is why it was closed.
    `orders` are what its own seat has said ahead, `offered` what it said so in a game before.
    `people` are None where the house plays. `until` is the earliest deadline (seconds since 1970),
    `dues` has that of each seat. `acted` says when each last did something that all could see,
    `unanswered` how many questions in a row have run out for it, `gone` whether it has left the
    server; `would_end` are those who would end the game here; `all_here`: the newest public act by
    hand found everybody here who was not before. `sealed` is the address of the message with the
    seal, "" if that is not published yet, or was a board. `dealing`: *Deal* has been pressed, and
    the cards come in a moment. `secret` is there only once the table is
    over and its terms lay everything open, `turns` where its whole story was asked for then.
    """

    rules: AnyRules
    id: int
    game: str
    guild: int
    channel: int
    opener: int
    phase: Phase
    options: Any
    pace: str
    laid_open: bool
    seal: str
    rev: int
    step: int
    names: Names
    people: tuple[int | None, ...]
    seat: Seat | None
    view: Any
    public: Any
    to_move: frozenset[Seat]
    question: str
    until: float | None
    standing: Standing | None
    news: tuple[News, ...]
    secret: bytes | None
    closed_unread: bool = False
    orders: tuple[Any, ...] = ()
    offered: tuple[Any, ...] = ()
    acted: tuple[float | None, ...] = ()
    unanswered: tuple[int, ...] = ()
    gone: tuple[bool, ...] = ()
    would_end: frozenset[Seat] = frozenset()
    dues: tuple[float | None, ...] = ()
    all_here: bool = False
    meeting: MeetingView | None = None
    sealed: str = ""
    dealing: bool = False
    turns: Game = ()
    memo: dict[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False)
    """What was drawn of it, so that it is drawn once."""

    @cached_property
    def legal(self) -> Legal:
        """What this seat may do now; nothing for the public, and where there is no game on."""
        if self.view is None or self.seat is None or self.phase != "playing":
            return Legal((), self.rules.sampled)
        return Legal(tuple(self.rules.legal_moves(self.view)), self.rules.sampled)

    @cached_property
    def sayable(self) -> Legal:
        """What this seat may do now, and what it may say ahead, or has said."""
        ahead = self.rules.orders
        if ahead is None or self.view is None or self.seat is None or self.phase != "playing":
            return self.legal
        return self.legal.and_also(ahead.offered(self.view), ahead.kinds, self.orders)

    @cached_property
    def again(self) -> tuple[Any, ...]:
        """What this seat said ahead in a game before, as it can be said again now."""
        ahead = self.rules.orders
        if ahead is None or self.view is None or self.seat is None or self.phase != "playing":
            return ()
        found = (ahead.again(self.view, one) for one in self.offered)
        return tuple(one for one in found if one is not None)

    def is_order(self, made: Any) -> bool:
        """Say whether something is said ahead, and no move."""
        return self.rules.orders is not None and type(made) in self.rules.orders.kinds
