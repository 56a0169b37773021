"""A finished game can be dealt again from its transcript; a transcript that was touched cannot."""

import copy
import json
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from bot.sight import transcript_of
from bot.verify import NotProven, verify
from db.codec import codec_of
from db.tables import Entry, Sitter, Table
from games import GAMES
from games.rules import AnyRules
from tests.contract.drawing import NAMES
from tests.contract.playing import (
    CASES,
    MIXED_IN,
    SECRET,
    Case,
    Game,
    cases_of,
    played,
    played_by_the_clock,
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES)


def transcript(game: Game) -> Any:
    """Write a game down as the house does, by way of its log."""
    case, codec = game.case, codec_of(game.case.rules)
    entries = [
        Entry(
            rev=one.rev,
            kind="deal" if one.move is None else "move",
            seat=0 if one.move is None else one.seat,
            person=100,
            move=None if one.move is None else codec.move.dump(one.move),
            told=codec.told.dump(one.step.told),
            receipt=one.rev,
            at=0.0,
        )
        for one in game.positions
    ]
    table = Table(
        id=7,
        game=case.game,
        version=case.rules.version,
        guild=1,
        channel=2,
        opener=100,
        phase="over",
        options=codec.options.dump(case.options),
        pace="day",
        laid_open=True,
        secret=SECRET,
        sealed_by=MIXED_IN + case.seed,
        state=None,
        question="",
        rev=entries[-1].rev,
        opened_at=0.0,
        changed_at=0.0,
        board=None,
        board_rev=0,
        sitters=tuple(Sitter(seat, 100 + seat, NAMES[seat]) for seat in range(case.seats)),
    )
    return json.loads(json.dumps(transcript_of(table, entries)))


@every_case
def test_a_game_is_dealt_again_from_its_transcript(case: Case):
    for game in (played(case), played_by_the_clock(case)):
        sentence = verify(transcript(game), GAMES)
        assert case.rules.title in sentence
        assert f"all {len(game)} steps" in sentence


def tampered(written: Any) -> dict[str, Any]:
    """Return transcripts with one thing changed in each."""
    middle = len(written["steps"]) // 2

    def with_change(change: Any) -> Any:
        changed = copy.deepcopy(written)
        change(changed)
        return changed

    return {
        "another secret": with_change(lambda t: t.update(secret="00" * 32)),
        "another seal": with_change(lambda t: t.update(seal="0" * 64)),
        "another message": with_change(lambda t: t.update(sealed_by=str(int(t["sealed_by"]) + 1))),
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
    step = next(one for one in written["steps"] if one["told"])
    step["told"][0]["to"] = [0] if step["told"][0]["to"] != [0] else [1]


@every_game
def test_a_transcript_that_was_touched_proves_nothing(game: str):
    case = next(case for case in cases_of(game) if case.seed == 1)
    written = transcript(played(case))
    verify(written, GAMES)
    for what, changed in tampered(written).items():
        with pytest.raises(NotProven) as problem:
            verify(changed, GAMES)
        assert str(problem.value), what


@every_game
def test_luck_decides_something(game: str):
    """Dealt again with another secret, the same game would have gone otherwise."""
    case = cases_of(game)[0]
    deals = {repr(case.rules.start(case.seats, case.options, case.luck(rev))) for rev in range(9)}
    assert len(deals) > 1


def luck_in(value: Any) -> bool:
    """Look for what could open the seal, anywhere in a value."""
    if is_dataclass(value):
        return any(luck_in(getattr(value, one.name)) for one in fields(value))
    if isinstance(value, tuple | frozenset):
        return any(luck_in(one) for one in value)
    return value in (SECRET, SECRET.hex())


@every_case
def test_a_state_holds_no_seed_of_its_luck(case: Case):
    rules: AnyRules = case.rules
    for position in played(case).picked(5):
        assert not luck_in(position.state), f"{rules.title} keeps what decides its future"
