import json
from pathlib import Path
from typing import Any

import pytest

from bot.host.proof import transcript_reader
from bot.host.proof.transcript_reader import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_DIGITS,
    NotProven,
    OlderStep,
    OlderTranscript,
    Step,
    Transcript,
    Transcript3,
    plain,
    read,
    read_file,
    read_json,
)

COMMON: dict[str, Any] = {
    "game": "small",
    "version": 1,
    "table": 12,
    "players": ["Ann", "Ben"],
    "options": {"most": 3},
    "seal": "5e" * 32,
    "sealed_by": "901",
    "secret": "ab" * 32,
}
PAPER: dict[str, Any] = {
    **COMMON,
    "transcript": 2,
    "guild": "1",
    "sealed_in": "2",
    "joins": ["801", "802"],
    "deal": "950",
    "mixed": "31" * 32,
    "mixed_by": "960",
    "mixed_in": "2",
    "steps": [
        {"number": 0, "seat": None, "move": None, "told": []},
        {"number": 1, "seat": 1, "move": {"kind": "hide", "coins": 1}, "told": [{"to": None}]},
    ],
}
OLDER: dict[str, Any] = {
    **COMMON,
    "transcript": 1,
    "steps": [{"rev": 3, "seat": None, "move": None, "told": []}],
}


def refused(written: Any) -> str:
    with pytest.raises(NotProven) as problem:
        read(written)
    said = str(problem.value)
    assert said.isprintable()
    assert len(said) < 300
    return said


def no_json(content: bytes) -> str:
    with pytest.raises(NotProven) as problem:
        read_json(content)
    assert str(problem.value).endswith(".")
    assert str(problem.value).isprintable()
    return str(problem.value)


def test_a_written_transcript_is_read_back(tmp_path: Path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(PAPER))
    made = read(read_file(file))
    assert isinstance(made, Transcript)
    assert (made.players, made.joins, made.deal) == (("Ann", "Ben"), ("801", "802"), "950")
    assert (made.options, made.finished_under) == ({"most": 3}, None)
    assert made.steps[1] == Step(
        number=1, seat=1, move={"kind": "hide", "coins": 1}, told=[{"to": None}]
    )


def test_an_older_kind_of_transcript_is_read():
    made = read(OLDER)
    assert isinstance(made, OlderTranscript)
    assert made.steps == (OlderStep(rev=3, seat=None, move=None, told=[]),)


@pytest.mark.parametrize("kind", [None, 0, 6, True, "5", 5.0, [5], {}])
def test_an_unknown_kind_of_transcript_asks_for_a_newer_release(kind: Any):
    assert "newer release" in refused({**PAPER, "transcript": kind})


@pytest.mark.parametrize("written", [None, [], [PAPER], "transcript", 2, {}])
def test_anything_else_is_refused(written: Any):
    assert "no whole transcript" in refused(written)


@pytest.mark.parametrize("paper", [PAPER, OLDER], ids=["new", "older"])
def test_missing_and_unknown_fields_are_refused(paper: dict[str, Any]):
    for name in paper:
        refused({key: value for key, value in paper.items() if key != name})
    for more in ("finished", "Transcript", "steps "):
        refused({**paper, more: 1})
    [first, *rest] = paper["steps"]
    for step in ({**first, "at": 1}, {key: first[key] for key in list(first)[1:]}):
        refused({**paper, "steps": [step, *rest]})
    refused({**OLDER, "steps": PAPER["steps"]})


@pytest.mark.parametrize("kind", [2, 3])
def test_kinds_without_moves_of_the_house_have_no_by(kind: int):
    paper = {**PAPER, "transcript": kind}
    assert type(read(paper)) is Transcript3
    [deal, move] = paper["steps"]
    for by in ("", None, "house:1"):
        for steps in ([{**deal, "by": by}, move], [deal, {**move, "by": by}]):
            refused({**paper, "steps": steps})


def test_too_many_steps_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transcript_reader, "MOST_STEPS", 2)
    read(PAPER)
    long = {**PAPER, "steps": [*PAPER["steps"], PAPER["steps"][1]]}
    assert "longer than any game" in refused(long)


@pytest.mark.parametrize("letter", ["\x1b", "\x00", "\x9b", "\n", "\ud800"])
def test_control_characters_are_refused_everywhere(letter: str):
    spoken = f"Ann{letter}[2J"
    for forged in (
        {**PAPER, "players": [spoken, "Ben"]},
        {**PAPER, "options": {spoken: 3}},
        {**PAPER, "steps": [PAPER["steps"][0], {**PAPER["steps"][1], "move": [{"a": [spoken]}]}]},
        {**PAPER, spoken: 1},
    ):
        assert "control characters" in refused(read_json(json.dumps(forged).encode()))


def test_letters_of_any_language_are_accepted():
    made = read({**PAPER, "players": ["Zoë \U0001f0cf", "\u202eneB"]})
    assert made.players == ("Zoë \U0001f0cf", "\u202eneB"), "it is made harmless where it is shown"


def test_printed_text_is_short_and_visible():
    assert plain("Zoë \U0001f0cf", 100) == "Zoë \U0001f0cf"
    assert plain("A\x1b[2J\u202e\u200bnn\n", 100) == "A[2Jnn"
    assert plain("x" * 500, 100) == "x" * 100
    assert plain("\x00" * 10**6, 100) == ""


HOSTILE = {
    "nested lists": b'{"transcript": 2, "options": ' + b"[" * 200_000,
    "nested objects": b'{"a":' * 200_000,
    "closed lists": b"[" * 1000 + b"]" * 1000,
    "a number beyond all": b'{"transcript": 1e999}',
    "no number": b'{"transcript": NaN}',
    "nothing is endless": b'{"transcript": -Infinity}',
    "a long number": b'{"transcript": ' + b"9" * 10_000 + b"}",
    "a broken number": b'{"transcript": 2.5}',
    "a control character": b'{"transcript": 2, "game": "\x07"}',
    "twice": b'{"transcript": 2, "transcript": 1}',
    "twice inside": b'{"options": {"most": 1, "most": 2}}',
    "not utf-8": b'{"game": "\xff"}',
    "utf-16": '{"transcript": 2}'.encode("utf-16"),
    "a mark at the beginning": b"\xef\xbb\xbf{}",
    "nothing": b"",
    "half": b'{"transcript": 2, "steps": [',
    "two": b"{} {}",
    "zeros": bytes(1000),
    "a word": b'"transcript"',
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_gives_a_sentence(what: str):
    with pytest.raises(NotProven) as problem:
        read(read_json(HOSTILE[what]))
    assert str(problem.value).endswith(".")
    assert str(problem.value).isprintable()


def test_repeated_keys_are_refused_at_any_depth():
    for twice in (b'{"a": 1, "a": 1}', b'{"b": [{"a": 1, "a": 2}]}', b'{"a": 1, "\\u0061": 2}'):
        assert "twice" in no_json(twice)
    assert read_json(b'[{"a": 1}, {"a": 2}]') == [{"a": 1}, {"a": 2}]


def test_deep_nesting_is_refused_before_parsing(monkeypatch: pytest.MonkeyPatch):
    def nested(depth: int) -> bytes:
        return b'{"a": ' * (depth - 1) + b"[1]" + b"}" * (depth - 1)

    assert read_json(nested(MOST_DEPTH))
    monkeypatch.setattr(json, "loads", None)
    assert "too deep" in no_json(nested(MOST_DEPTH + 1))


def test_brackets_in_a_name_are_no_nesting():
    name = '"[' * MOST_DEPTH + "\\"
    assert read_json(json.dumps([name, {name: name}]).encode()) == [name, {name: name}]
    closing = json.dumps(["]}" * 10]).encode()
    for content in (b"[" * MOST_DEPTH + closing, b'["\\"]", ' + b"[" * MOST_DEPTH):
        assert "too deep" in no_json(content)


def test_only_short_whole_numbers_are_accepted():
    assert read_json(b"[0, -7, %s]" % (b"9" * MOST_DIGITS)) == [0, -7, int("9" * MOST_DIGITS)]
    for number in (b"9" * (MOST_DIGITS + 1), b"1.0", b"1e5", b"NaN", b"Infinity", b"-Infinity"):
        assert "a number in the file" in no_json(number)


def test_an_endless_file_is_not_read_whole(tmp_path: Path):
    file = tmp_path / "table.json"
    with file.open("wb") as sparse:
        sparse.truncate(MOST_BYTES * 100)
    with pytest.raises(NotProven, match="longer than any game: more than 32 MB"):
        read_file(file)


def test_an_unreadable_file_gives_a_sentence(tmp_path: Path):
    for path in (tmp_path / "nowhere.json", tmp_path, Path("a\0b"), Path("x" * 5000)):
        with pytest.raises(NotProven, match=r"cannot be read: [a-z ]+\.") as problem:
            read_file(path)
        assert str(problem.value).isprintable()
