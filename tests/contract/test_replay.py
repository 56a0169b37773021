"""A transcript deals its game again; a manipulated transcript doesn't."""

import copy
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from bot.host.proof.transcript import written
from bot.host.proof.verify import NotProven, verify
from db.base.codec import codec_of
from db.tables.log import LogEntry
from db.tables.tables import Player, Table
from games import GAMES
from games.chance import Chance, fixed_by, mixed, seal
from tests.contract.drawing import NAMES
from tests.contract.playing import (
    MIXED_IN,
    SECRET,
    Case,
    Game,
    cases_of,
    every_case,
    every_game,
    played,
    played_by_the_clock,
)

TABLE = 7
JOINS = tuple(MIXED_IN + (number << 22) for number in range(1, 11))  # the press that took each seat
DEALT_BY = MIXED_IN + (100 << 22)
PUBLISHED_BY = DEALT_BY + (1 << 22)


@dataclass(frozen=True)
class Mixed(Case):
    """A case dealt as the host deals now; a plain Case is dealt as the first release did.

    `waits` means that the deal waits for its message, whose id is then part of the luck.
    `is_published` means that there is such a message.
    """

    waits: bool = True
    is_published: bool = True

    @property
    def mixed(self) -> str:
        """The hash that is mixed into the luck at the deal."""
        return _mixed(self)

    def luck(self, number: int) -> Chance:
        streams = self.mixed
        if self.waits and self.is_published:
            streams = fixed_by(self.mixed, PUBLISHED_BY)
        return Chance.of(SECRET, streams, number)


@cache
def _mixed(case: Case) -> str:
    return mixed(
        game=case.game,
        version=case.rules.version,
        table=TABLE,
        terms=codec_of(case.rules).options.dump(case.options),
        sealed=seal(SECRET),
        message=MIXED_IN,
        joins=JOINS[: case.seats],
        deal=DEALT_BY + case.seed,
    )


def as_now(case: Case, *, waits: bool = True, is_published: bool = True) -> Mixed:
    """Return the case as the host deals it now, or with `waits=False` as release 0.2 did."""
    return Mixed(case.game, case.seats, case.options, case.seed, waits, is_published)


def transcript(game: Game) -> Any:
    """Return the transcript of a game, written through its log."""
    case, codec = game.case, codec_of(game.case.rules)
    now = isinstance(case, Mixed)
    waited, published = now and case.waits, now and case.is_published
    entries = [
        LogEntry(
            rev=position.number,
            step=position.number,
            kind="deal" if position.move is None else "move",
            seat=0 if position.move is None else position.seat,
            person=100,
            move=None if position.move is None else codec.move.dump(position.move),
            told=codec.told.dump(position.step.told),
            receipt=DEALT_BY + case.seed + position.number,
            at=0.0,
        )
        for position in game.positions
    ]
    table = Table(
        id=TABLE,
        game=case.game,
        version=case.rules.version,
        dealt_version=case.rules.version,
        guild=1,
        channel=2,
        opener=100,
        phase="over",
        options=codec.options.dump(case.options),
        pace="day",
        laid_open=True,
        secret=SECRET,
        sealed_by=MIXED_IN if now else MIXED_IN + case.seed,
        sealed_in=2 if now else None,
        mixed=case.mixed if isinstance(case, Mixed) else None,
        mixed_by=PUBLISHED_BY if published else None,
        mixed_in=2 if published else None,
        deal_press=DEALT_BY + case.seed if waited else None,
        state=None,
        rev=entries[-1].rev,
        step=entries[-1].step,
        subject="",
        subject_step=0,
        question="",
        question_step=0,
        hurried=False,
        opened_at=0.0,
        changed_at=0.0,
        behind=False,
        players=tuple(
            Player(seat=seat, person=100 + seat, name=NAMES[seat], joined=joined)
            for seat, joined in enumerate(JOINS[: case.seats])
        ),
    )
    return json.loads(json.dumps(written(table, entries)))


@every_case
def test_a_game_is_dealt_again_from_its_transcript(case: Case):
    for game in (played(as_now(case)), played_by_the_clock(as_now(case))):
        sentence = verify(transcript(game), GAMES)
        assert case.rules.title in sentence
        assert f"all {len(game)} steps" in sentence


def tampered(written: Any) -> dict[str, Any]:
    """Return transcripts with one thing changed in each."""
    # not a look, because the game goes the same without it
    told = [any(item["to"] is None for item in step["told"]) for step in written["steps"]]
    middle = next(at for at in range(len(told) // 2, len(told)) if told[at])

    def with_change(change: Any) -> Any:
        changed = copy.deepcopy(written)
        change(changed)
        return changed

    return {
        "another secret": with_change(lambda t: t.update(secret="00" * 32)),
        "another seal": with_change(lambda t: t.update(seal="0" * 64)),
        "another message": with_change(lambda t: t.update(sealed_by=str(MIXED_IN + 1))),
        "a join left out": with_change(lambda t: t["joins"].pop()),
        "another join": with_change(lambda t: t["joins"].__setitem__(0, str(MIXED_IN + 7))),
        "another deal": with_change(lambda t: t.update(deal=str(DEALT_BY + 77))),
        "another table": with_change(lambda t: t.update(table=8)),
        "other usual terms": with_change(lambda t: t["options"].popitem()),
        "a step left out": with_change(lambda t: t["steps"].pop(middle)),
        "a step twice": with_change(lambda t: t["steps"].insert(middle, t["steps"][middle])),
        "another order": with_change(lambda t: t["steps"].reverse()),
        "the end left out": with_change(lambda t: t["steps"].pop()),
        "nothing at all": with_change(lambda t: t["steps"].clear()),
        "another seat": with_change(lambda t: t["steps"][middle].update(seat=99)),
        "no such move": with_change(lambda t: t["steps"][middle].update(move={"kind": "win"})),
        "told otherwise": with_change(lambda t: t["steps"][middle]["told"].append({"event": 1})),
        "told to others": with_change(told_to_others),
        "one player less": with_change(lambda t: t["players"].pop()),
        "another game": with_change(lambda t: t.update(game="chess")),
        "another version": with_change(lambda t: t.update(version=99)),
        "other terms": with_change(lambda t: t.update(options={"nothing": 1})),
        "no secret": with_change(lambda t: t.pop("secret")),
        "a list": [],
        "a word": "transcript",
        "nothing": None,
    }


def told_to_others(written: Any) -> None:
    step = next(item for item in written["steps"] if item["told"])
    step["told"][0]["to"] = [0] if step["told"][0]["to"] != [0] else [1]


@every_game
def test_a_game_that_was_dealt_before_is_dealt_again_by_the_luck_of_then(game: str):
    older = played(next(case for case in cases_of(game) if case.seed == 1))
    written = transcript(older)
    assert written["transcript"] == 1
    assert f"all {len(older)} steps" in verify(written, GAMES)


@every_game
@pytest.mark.parametrize(
    ("waits", "kind", "is_published"),
    [
        (True, 5, True),
        (False, 2, True),
        pytest.param(True, 5, False, marks=pytest.mark.full),
        pytest.param(False, 2, False, marks=pytest.mark.full),
    ],
)
def test_a_game_is_dealt_again_by_the_luck_of_its_kind_alone(
    game: str, waits: bool, kind: int, is_published: bool
):
    """A deal that waited has the second message's id in its luck; no other deal has."""
    case = next(case for case in cases_of(game) if case.seed == 1)
    whole = transcript(played(as_now(case, waits=waits, is_published=is_published)))
    assert (whole["transcript"], whole["mixed_by"] is not None) == (kind, is_published)
    verify(whole, GAMES)
    others = [{**whole, "mixed_by": str(PUBLISHED_BY + n), "mixed_in": "2"} for n in range(1, 31)]
    told = [
        is_proven(other) for other in others
    ]  # in a game with little luck some ids lead to the same game
    assert all(told) is not waits


def is_proven(written: Any) -> bool:
    """Return whether a transcript is proven."""
    try:
        verify(written, GAMES)
    except NotProven:
        return False
    return True


@every_game
def test_a_transcript_that_was_touched_proves_nothing(game: str):
    case = next(case for case in cases_of(game) if case.seed == 1)
    whole = transcript(played(as_now(case)))
    verify(whole, GAMES)
    for what, changed in tampered(whole).items():
        with pytest.raises(NotProven) as problem:
            verify(changed, GAMES)
        assert str(problem.value), what
