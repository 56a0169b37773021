"""Transcripts of a game that was never played so: each is found out, in a sentence.

The forger has what everybody has in the end: a genuine transcript, and the secret.
"""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.host.proof.transcript_reader import NotProven
from bot.host.proof.verify import verify
from db.base.codec import codec_of
from games.chance import Chance, fixed_by, mixed, seal
from games.rules import AnyRules, IllegalMove
from tests.bot.host.proof.test_transcript import finished
from tests.bot.house import House
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide

RULES = SmallRules()
SMALL: dict[str, AnyRules] = {"small": RULES}
CODEC = codec_of(RULES)


@pytest.fixture
async def made(house: House) -> dict[str, Any]:
    table = await finished(house)
    return json.loads(json.dumps(await house.queries.transcript(table)))


def refused(paper: Any) -> str:
    with pytest.raises(NotProven) as problem:
        verify(paper, SMALL)
    said = str(problem.value)
    assert said.endswith((".", ")."))
    assert said.isprintable()
    assert len(said) < 600
    return said


def mix(paper: dict[str, Any]) -> str:
    return mixed(
        game=paper["game"],
        version=paper["version"],
        table=paper["table"],
        terms=json.dumps(paper["options"]),
        sealed=paper["seal"],
        message=int(paper["sealed_by"]),
        joins=[int(join) for join in paper["joins"]],
        deal=int(paper["deal"]),
    )


def streams_of(paper: dict[str, Any]) -> str:
    return fixed_by(paper["mixed"], int(paper["mixed_by"]))


def played_out(paper: dict[str, Any], numbers: list[int], deals: int = 1) -> dict[str, Any]:
    """Write a whole game on the luck of a transcript, its streams taken by these numbers.

    It is by the rules in everything, but that they deal so often.
    """
    secret, options = (
        bytes.fromhex(paper["secret"]),
        CODEC.options.load(json.dumps(paper["options"])),
    )
    left = iter(numbers)
    steps: list[Any] = []
    state: Any = None
    for _ in range(deals):
        number = next(left)
        step = RULES.start(
            len(paper["players"]), options, Chance.of(secret, streams_of(paper), number)
        )
        state = step.state
        steps.append(_written(number, None, None, step.told))
    for move in (Hide(coins=1), Hide(coins=1), Guess(total=2), Guess(total=3)):
        number, seat = next(left), min(RULES.to_move(RULES.view(state, None)))
        step = RULES.play(state, seat, move, Chance.of(secret, streams_of(paper), number))
        state = step.state
        steps.append(_written(number, seat, json.loads(CODEC.move.dump(move)), step.told))
    return {**paper, "steps": steps}


def _written(number: int, seat: int | None, move: Any, told: Any) -> dict[str, Any]:
    told = json.loads(CODEC.told.dump(told))
    return {"number": number, "seat": seat, "move": move, "told": told, "by": ""}


def test_the_unforged_transcript_is_valid(made: dict[str, Any]):
    assert "Won by" in verify(played_out(made, [0, 1, 2, 3, 4]), SMALL)


@pytest.mark.parametrize(
    "numbers",
    [[7, 8, 9, 10, 11], [0, 1, 2, 4, 5], [0, 1, 1, 2, 3], [0, 2, 1, 3, 4], [0, -1, -2, -3, -4]],
    ids=["all of them later", "a gap", "one twice", "another order", "backwards"],
)
def test_luck_cannot_be_chosen_by_a_forged_move_number(made: dict[str, Any], numbers: list[int]):
    assert "not all there" in refused(played_out(made, numbers))


def test_repeated_deals_are_detected(made: dict[str, Any]):
    assert "deals twice" in refused(played_out(made, [0, 1, 2, 3, 4, 5], deals=2))
    for numbers in ([0, 0, 1, 2, 3, 4], [0, 1, 0, 1, 2, 3]):
        assert "not all there" in refused(played_out(made, numbers, deals=2))


def test_a_transcript_without_a_deal_is_refused(made: dict[str, Any]):
    made["steps"][0] = {**made["steps"][1], "number": 0}
    assert "begin with the deal" in refused(made)
    assert "not all there" in refused({**made, "steps": []})


@pytest.mark.parametrize("most", [1, 2, 5])
def test_changed_terms_change_the_luck(made: dict[str, Any], most: int):
    assert "not what the transcript says" in refused({**made, "options": {"most": most}})


@pytest.mark.parametrize(
    "options",
    [
        {"most": 0},
        {"most": -5},
        {"most": 10**18},
        {"most": True},
        {"most": "3"},
        {"least": 1},
        [],
        3,
    ],
)
def test_unplayable_terms_are_refused(made: dict[str, Any], options: Any):
    forged = {**made, "options": options}
    assert "Step 0 is against the rules" in refused({**forged, "mixed": mix(forged)})


def test_a_wrong_seal_secret_or_order_of_seats_is_detected(made: dict[str, Any]):
    assert "does not open the seal" in refused({**made, "seal": seal(bytes(32))})
    swapped = {"seal": seal(bytes(32)), "secret": bytes(32).hex()}
    for change in (
        swapped,
        {"joins": made["joins"][::-1]},
        *({"options": {"most": n}} for n in (1, 5)),
    ):
        assert "not what the transcript says" in refused({**made, **change})


def test_swapping_everything_changes_the_seal_and_mix(made: dict[str, Any]):
    forged = {**made, "seal": seal(bytes(32)), "secret": bytes(32).hex()}
    forged = played_out({**forged, "mixed": mix(forged)}, [0, 1, 2, 3, 4])
    said = verify(forged, SMALL)
    assert forged["seal"] in said
    assert forged["mixed"] in said
    assert made["seal"] not in said
    assert made["mixed"] not in said


def test_another_deal_has_another_mix(made: dict[str, Any]):
    forged = {**made, "deal": str(int(made["deal"]) + 1)}
    assert "not what the transcript says" in refused(forged)
    forged = played_out({**forged, "mixed": mix(forged)}, [0, 1, 2, 3, 4])
    assert made["mixed"] not in verify(forged, SMALL)


@pytest.mark.parametrize(
    "joins",
    [lambda ids: ids[:1], lambda ids: [*ids, "7"], lambda ids: [ids[0], ids[0]], lambda ids: []],
    ids=["left out", "too many", "twice", "none"],
)
def test_every_player_joins_exactly_once(made: dict[str, Any], joins: Callable[[Any], Any]):
    forged = {**made, "joins": joins(made["joins"])}
    assert "a join is missing, or twice" in refused({**forged, "mixed": mix(forged)})


def test_seats_are_mixed_in(made: dict[str, Any]):
    assert "not what the transcript says" in refused({**made, "joins": made["joins"][::-1]})


def test_ids_in_a_wrong_order_are_refused(made: dict[str, Any]):
    late, early = (str(int(made["deal"]) + more) for more in (1 << 22, -(1 << 22)))
    for change, says in (
        ({"sealed_by": late}, "seals nothing"),
        ({"joins": [made["joins"][0], late]}, "after the deal"),
    ):
        assert says in refused({**made, **change, "mixed": mix({**made, **change})})
    assert "published before the deal" in refused({**made, "mixed_by": early})
    assert "by half" in refused({**made, "mixed_in": None})


def test_a_move_after_the_end_is_refused(made: dict[str, Any]):
    more = {**made["steps"][-1], "number": len(made["steps"])}
    assert "after the game is over" in refused({**made, "steps": [*made["steps"], more]})


@pytest.mark.parametrize("seat", [2, -1, 10**9])
def test_a_move_by_a_stranger_is_refused(made: dict[str, Any], seat: int):
    made["steps"][1]["seat"] = seat
    assert "does not sit at the table" in refused(made)


def test_forged_recipients_of_an_event_are_detected(made: dict[str, Any]):
    told = made["steps"][1]["told"]
    told[0]["to"] = [1] if told[0]["to"] != [1] else [0]
    assert "told otherwise" in refused(made)
    told[0]["to"] = [{}]
    refused(made)


NO_IDS = ["", "0", "-1", "+7", "007", "1.0", "1e5", " 7", "٧", "²", "9" * 19, "9" * 4000, "0x7"]


@pytest.mark.parametrize("id", NO_IDS)
@pytest.mark.parametrize("field", ["sealed_by", "sealed_in", "guild", "deal", "mixed_by"])
def test_malformed_ids_are_refused(made: dict[str, Any], field: str, id: str):
    refused({**made, field: id})


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, "AB" * 32, "00 " * 32, "٠" * 64, "0" * 66])
def test_a_secret_has_one_spelling(made: dict[str, Any], secret: str):
    assert "The secret is not one of ours" in refused({**made, "secret": secret})


def other_shapes(paper: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    strange = [None, True, -1, 10**19, "x", [], {}, [[]], [None], {"kind": "hide"}]
    for field in paper:
        for number, value in enumerate(strange):
            found[f"{field} {number}"] = {**paper, field: value}
    for field in paper["steps"][1]:
        for number, value in enumerate(strange):
            forged = copy.deepcopy(paper)
            forged["steps"][1][field] = value
            found[f"step {field} {number}"] = forged
    return found


def test_every_misplaced_value_gives_a_sentence(made: dict[str, Any]):
    proved = [what for what, paper in other_shapes(made).items() if not is_refused(paper)]
    assert not proved


def is_refused(paper: Any) -> bool:
    try:
        verify(paper, SMALL)
    except NotProven as problem:
        return bool(str(problem))
    return False


@pytest.mark.parametrize("more", ["finished", "Transcript", "steps "])
def test_unknown_fields_are_refused(made: dict[str, Any], more: str):
    refused({**made, more: 1})
    made["steps"][2][more] = 1
    refused(made)


def test_right_to_left_marks_are_removed_from_names(made: dict[str, Any]):
    made["players"][0][0]["name"] = "Ann\u202e\u200b neB yb noW"
    said = verify(made, SMALL)
    assert "Won by Ann neB yb noW." in said
    assert all(line.isprintable() for line in said.splitlines())


def test_failing_rules_give_a_sentence(made: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    def stumble(*_: Any) -> Any:
        raise RecursionError

    monkeypatch.setattr(SmallRules, "play", stumble)
    assert "not a whole transcript" in refused(made)


def test_a_forged_refusal_is_printed_safely(made: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    def spoken(*_: Any) -> Any:
        raise IllegalMove("There is no \u202e" + "x" * 5000 + ".")

    monkeypatch.setattr(SmallRules, "play", spoken)
    with pytest.raises(NotProven) as problem:
        verify(made, SMALL)
    assert str(problem.value).isprintable()
    assert len(str(problem.value)) < 600
