"""Tables of TRUMP from before TR-80 and TR-81, when no card could be lent, go on as they were.

`files/trump1.json.gz` was written by the last release before them: positions with what its rules
said of them, and transcripts of whole games (files/README.md).
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from bot.host.proof.verify import verify
from db.base.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.trump.state import State

BEFORE = json.loads(
    gzip.decompress((Path(__file__).parent / "files" / "trump1.json.gz").read_bytes())
)
RULES = GAMES["trump"]
CODEC = codec_of(RULES)


def loaded(position: Any) -> State:
    """Read a stored state, which no migration has changed."""
    return CODEC.state.load(json.dumps(position["state"]))


def test_the_sample_has_every_kind_of_position_and_promise():
    public = [position["state"]["public"] for position in BEFORE["states"]]
    phases = {known["phase"]["kind"] for known in public}
    assert phases >= {"acting", "taking", "opening", "bidding", "proposed", "relating", "over"}
    duties = {promise["duty"] for known in public for promise in known["promises"]}
    assert duties == {"pay", "return", "keep", "spare"}


def test_a_stored_state_is_read_and_written_as_it_was():
    for position in BEFORE["states"]:
        state = loaded(position)
        assert json.loads(CODEC.state.dump(state)) == position["state"]
        assert all(not state.public.open_cards(seat) for seat in range(state.public.seats))


def test_a_stored_table_keeps_its_question_and_its_moves():
    for position in BEFORE["states"]:
        state = loaded(position)
        public = RULES.view(state, None)
        question = RULES.question(public)
        assert sorted(RULES.to_move(public)) == position["to_move"]
        assert list(RULES.standing(public).points) == position["points"]
        assert (question.subject, question.key) == (position["subject"], position["key"])
        for seat, moves in position["moves"].items():  # without deals, which are only sampled
            now = RULES.legal_moves(RULES.view(state, int(seat)))
            offered = [json.loads(CODEC.move.dump(move)) for move in now]
            assert all(move in offered for move in moves)
            for move in moves[:4]:
                RULES.play(
                    state, int(seat), CODEC.move.load(json.dumps(move)), Chance.of(b"", 0, 0)
                )


@pytest.mark.parametrize("number", range(len(BEFORE["transcripts"])))
def test_older_transcripts_are_still_verified(number: int):
    """Their cards are drawn from whole hands, which are all hidden."""
    written = BEFORE["transcripts"][number]
    told = [event["event"] for step in written["steps"] for event in step["told"]]
    assert {"drawn_at_random", "took_card", "handed_over"} <= {event["kind"] for event in told}
    assert f"all {len(written['steps'])} steps lead" in verify(written, GAMES)
