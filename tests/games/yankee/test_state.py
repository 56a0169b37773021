"""Yankee Swap: stored tables, old ones too, and the record of rounds."""

import json

import pytest

from db.base.codec import Unreadable
from games.gifts import COAL
from games.yankee.record import Claim, Round, remembered
from games.yankee.state import Giving, migrated
from tests.games.yankee.table import CODEC, RULES, after, decline


def test_each_round_of_the_record_is_parsed_once():
    record = "mug 0 isnt 0 1 mug 1 0 pies;"
    before, after = remembered(record), remembered(f"{record}mug 1 is 0 1 mug;")
    assert (len(before), len(after)) == (1, 2)
    assert before[0] is after[0]


OF_VERSION_1 = """{
    "options": {"first": "lot", "strict": false},
    "hands": [["pies"], ["mug", "coal"], ["candle"]],
    "displays": [["mug"], [], ["coal", "syrup"]],
    "tree": ["flannel"],
    "past": [{
        "claims": [
            {"giver": 0, "to": 1, "declared": "mug"}, {"giver": 1, "to": 0, "declared": "pies"}
        ],
        "reason": "isnt", "card": "mug", "taker": 0
    }, {
        "claims": [{"giver": 0, "to": 2, "declared": "mug"}],
        "reason": "is", "card": "coal", "taker": 2
    }],
    "phase": {
        "kind": "offer", "claims": [{"giver": 0, "to": 1, "declared": "wreath"}], "looked": false
    },
    "gift": "coal"
}"""


def test_stored_table_of_version_1_is_migrated():
    state = CODEC.state.load(json.dumps(migrated(json.loads(OF_VERSION_1))))
    assert RULES.view(state, None).coal_left == (1, 2, 2)
    claims = (Claim(giver=0, to=1, declared="mug"), Claim(giver=1, to=0, declared="pies"))
    coal = Claim(giver=0, to=2, declared="mug")
    assert RULES.view(state, 2).past == (
        Round(claims=claims, reason="isnt", card="mug", taker=0),
        Round(claims=(coal,), reason="is", card="coal", taker=2),
    )
    end = after(state, (1, decline("coal"))).state
    assert end.displays[0] == ("mug", COAL, "flannel")
    assert end.phase == Giving(seat=0)


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "give"}',
        '{"kind": "regift"}',
        '{"kind": "decline"}',
        '{"kind": "look", "giver": 0, "declared": "mug"}',  # what version 1 said besides
        '{"kind": "decline", "reason": "is", "giver": 0, "declared": "mug"}',
    ],
)
def test_stored_move_with_missing_or_extra_fields_is_unreadable(text):
    with pytest.raises(Unreadable):
        CODEC.move.load(text)
