"""What one reader may see of a table, and nothing else of it: the only form in which it is shown.

The stored table holds everybody's cards and the secret of its luck. A `Sight` is built from it by
`Rules.view` and by who was told what, so that whoever draws it has no secret to give away.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.panel import Names
from db.codec import codec_of
from db.tables import Entry, Phase, Sitter, Table
from games.chance import seal
from games.rules import AnyRules, Seat, Standing, Told


@dataclass(frozen=True, slots=True)
class News:
    """An event its reader may know; `absent` if the clock moved for somebody."""

    rev: int
    event: Any
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What one reader may see of a table; `seat=None` is the public.

    Before the deal `view` and `public` are None; after it too, and `options` with them, if the
    table was dealt under older rules, which alone could read it. `until` is the earliest deadline
    (seconds since 1970). `secret` is there only once the table is over and its terms lay everything
    open.
    """

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
    names: Names
    people: tuple[int, ...]
    seat: Seat | None
    view: Any
    public: Any
    awaited: frozenset[Seat]
    question: str
    until: float | None
    standing: Standing | None
    news: tuple[News, ...]
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class Showing:
    """Everything that is to be shown of a table, each part to its own reader."""

    public: Sight
    seats: tuple[Sight, ...]
    board: int | None
    board_rev: int
    sitters: tuple[Sitter, ...]


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A stored table and its log, read once for all readers. It holds secrets: the host's alone.

    `state` and `options` are None, and nothing is heard, where only older rules could read them.
    """

    rules: AnyRules
    table: Table
    options: Any
    state: Any
    heard: tuple[tuple[Entry, tuple[Told[Any], ...]], ...]


def unpacked(rules: AnyRules, table: Table, entries: Sequence[Entry]) -> Unpacked:
    """Read what is stored of a table. Raises Unreadable if it is damaged."""
    if table.state is not None and table.version != rules.version:
        return Unpacked(rules, table, None, None, ())
    codec = codec_of(rules)
    return Unpacked(
        rules,
        table,
        codec.options.load(table.options),
        None if table.state is None else codec.state.load(table.state),
        tuple((entry, codec.told.load(entry.told)) for entry in entries),
    )


def sight_of(stored: Unpacked, seat: Seat | None, since: int, *, all_of_it: bool = False) -> Sight:
    """Make what one reader may see, with the news after a rev.

    `all_of_it` tells everybody's news: for a table that may be laid open, and no other.
    """
    rules, table = stored.rules, stored.table
    view = public = standing = None
    awaited: frozenset[Seat] = frozenset()
    if stored.state is not None:
        public = rules.view(stored.state, None)
        view = public if seat is None else rules.view(stored.state, seat)
        standing = rules.standing(public)
        if table.phase == "playing":
            awaited = rules.awaited(public)
    news = tuple(
        News(entry.rev, told.event, entry.kind == "clock")
        for entry, told_then in stored.heard
        if entry.rev > since
        for told in told_then
        if all_of_it or may_know(told, seat)
    )
    return Sight(
        id=table.id,
        game=table.game,
        guild=table.guild,
        channel=table.channel,
        opener=table.opener,
        phase=table.phase,
        options=stored.options,
        pace=table.pace,
        laid_open=table.laid_open,
        seal=seal(table.secret),
        rev=table.rev,
        names=Names([one.name for one in table.sitters]),
        people=tuple(one.person for one in table.sitters),
        seat=seat,
        view=view,
        public=public,
        awaited=awaited,
        question=table.question,
        until=min((one.due for one in table.sitters if one.due is not None), default=None),
        standing=standing,
        news=news,
        secret=table.secret if may_be_laid_open(table) else None,
    )


def transcript_of(table: Table, entries: Sequence[Entry]) -> dict[str, Any]:
    """Write a game that may be laid open down, so that anybody can deal it again."""
    steps = [entry for entry in entries if entry.kind in ("deal", "move", "clock")]
    return {
        "transcript": 1,
        "game": table.game,
        "version": table.version,
        "table": table.id,
        "players": [one.name for one in table.sitters],
        "options": json.loads(table.options),
        "seal": seal(table.secret),
        "sealed_by": str(table.sealed_by),
        "secret": table.secret.hex(),
        "steps": [
            {
                "rev": entry.rev,
                "seat": None if entry.kind == "deal" else entry.seat,
                "move": None if entry.move is None else json.loads(entry.move),
                "told": json.loads(entry.told),
            }
            for entry in steps
        ],
    }


def may_know(told: Told[Any], seat: Seat | None) -> bool:
    """Say whether an event was told to this seat (None: to the public)."""
    return told.to is None or (seat is not None and seat in told.to)


def may_be_laid_open(table: Table) -> bool:
    """Say whether everything may be shown: the game is over, and its terms say so."""
    return table.phase == "over" and table.laid_open
