"""Tests of names, lists and shortened texts."""

import doctest
import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.ui.panels import words
from bot.ui.panels.words import Names, escape, folded, listed, one_line, short, spoken, visible

steady = settings(derandomize=True, deadline=None, database=None)


def test_name_cannot_ping_link_or_format():
    for name in [
        "@everyone",
        "@here",
        "<@123>",
        "<@&123>",
        "<#123>",
        "</deadman start:123>",
        "<t:0:R>",
        "<https://example.org>",
        "https://example.org",
        "ftp://localhost/x",
        "[press here](https://example.org)",
        "**bold**",
        "__under__",
        "~~gone~~",
        "||hidden||",
        "`code`",
        "```\nblock",
        "# heading",
        "> quote",
        "- list",
        "-# small",
        "Ann\nhas lost",
    ]:
        plain = escape(name)
        assert "\n" not in plain
        for harm in ("@everyone", "@here", "<", "://", "](", "**", "__", "~~", "||", "``"):
            assert harm not in plain
        for sign in "`*_~|[]()#>-":
            assert plain.count(sign) == plain.count(f"\\{sign}"), (
                f"{sign} is not escaped in {plain}"
            )
    assert escape("\\*") == "\\\\\\*"
    assert len(escape("so " * 100, 200)) > 190  # a user's text of the maximal length
    assert escape("") == escape(" \n ") == "somebody"
    names = Names(["a*b", "Ben", "Cat"])
    assert (names[0], names.plain(0)) == ("a\\*b", "a*b")
    assert list(names) == ["a\\*b", "Ben", "Cat"]
    assert len(names) == 3
    assert names.all(frozenset({2, 1})) == "Ben and Cat"
    assert names.all(frozenset()) == "nobody"
    assert names[1:] == ("Ben", "Cat")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("discord.gg/raidme", "discord. gg/raidme"),
        ("DisCord.GG/raidme", "DisCord. GG/raidme"),
        ("https://discord.com/invite/x", "https: //discord. com/invite/x"),
        ("dis\u200bcord.\u2060gg/x", "discord. gg/x"),
        ("discord\u0332.g\u0332g/x", "discord\u0332. g\u0332g/x"),
        ("ｄｉｓｃｏｒｄ．ｇｇ/x", "ｄｉｓｃｏｒｄ． ｇｇ/x"),
        ("ⓓⓘⓢⓒⓞⓡⓓ。ⓖⓖ/x", "ⓓⓘⓢⓒⓞⓡⓓ。 ⓖⓖ/x"),
        ("𝐝iscord․gg/x", "𝐝iscord․ gg/x"),
        ("https：／／10.0.0.1", "https： ／／10. 0. 0. 1"),
        ("пример.рф", "пример. рф"),
        ("भारत.भारत", "भारत. भारत"),
        ("i❤.ws", "i❤. ws"),
        ("x.xn--p1ai", "x. xn--p1ai"),
        ("Dr.Who", "Dr. Who"),
        *((name, name) for name in ("J.R. Tolkien", "Dr. Who", "St. John", "a/b", "50/50", "A.J.")),
        *((name, name) for name in ("3.50", "12:30", "Ann...Lee", ":/", "Jr.", "and/or")),
    ],
)
def test_no_name_becomes_a_link_or_an_invitation(raw: str, shown: str):
    names = Names([raw, "Ben"])
    assert one_line(raw) == names.plain(0) == shown
    assert escape(raw) == names[0] == escape(shown)
    assert folded(visible(raw)) == folded(shown), "it can be typed as Discord shows it, too"


@steady
@given(st.text("dg/:.。．․\u0301\u200bｇⓖ❤ _-1", max_size=12), st.integers(1, 12))
def test_no_text_is_read_as_a_link(text: str, limit: int):
    read = unicodedata.normalize("NFKC", one_line(text, limit))
    assert not re.search(r"\w[.。][^\W\d_]{2}|://", read)


@steady
@given(st.text())
@example("x" * 39 + " y")
def test_any_name_becomes_one_short_line(name: str):
    assert 1 <= len(one_line(name)) <= 40
    assert one_line(name) == one_line(name).strip()
    assert len(escape(name).splitlines()) == 1
    assert len(escape(name)) <= 120
    assert "<" not in escape(name)


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("\u202eAnn\u202c", "Ann"),
        ("\u2066Ann\u2069\u200e\u200f", "Ann"),
        ("A\u200bn\u200cn\u200d\ufeff", "Ann"),
        ("Ann\u3164\u115f\u2800", "Ann"),
        ("A\x00n\x1bn\x7f", "Ann"),
        ("Ann\ud800", "Ann"),
        ("Ann\u2028Lee", "Ann Lee"),
        ("Ann\ufe0f", "Ann"),
        ("\u0301Ann", "Ann"),
        ("\u200b\u3164\u202e", "somebody"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("x" * 10_000, "x" * 40),
        ("Z" + "\u0353\u0300\u0334" * 20 + "oe", None),
        ("ไปที่นี่", "ไปที่นี่"),
        ("Nguyễn Thị", "Nguyễn Thị"),
    ],
)
def test_invisible_characters_are_removed_from_names(raw: str, read: str | None):
    shown = one_line(raw)
    if read is None:
        assert (len(shown), shown[0], shown[-2:]) == (5, "Z", "oe")
    else:
        assert shown == read


@steady
@given(st.text(st.characters(), max_size=60))
@example("\ud800\u202e\u0300\u0300\u0300\u0300")
def test_any_typed_text_can_be_sent_and_stored(text: str):
    kept = visible(text)
    kept.encode()
    assert visible(kept) == kept
    assert not any(char in kept for char in "\0\x1b\u202e\u200b\u2066")


def test_lookalike_names_show_their_seats():
    names = Names(["Ann", "Ben", "ANN", "A\u200bnn", "Ａｎｎ"])
    assert list(names) == ["Ann (seat 1)", "Ben", "ANN (seat 3)", "Ann (seat 4)", "Ａｎｎ (seat 5)"]
    assert names.plain(3) == "Ann (seat 4)"
    assert names.called(3) == "Ann"
    assert len(Names(["x" * 50] * 10).plain(9)) == 40


def test_name_like_a_seat_shows_its_seat():
    assert list(Names(["seat 2", "Ben", "Ben (seat 1)"]))[::2] == [
        "seat 2 (seat 1)",
        "Ben \\(seat 1\\) (seat 3)",
    ]
    assert list(Names(["Sea turtle", "seat"])) == ["Sea turtle", "seat"]
    for name in ["seat 1", "Seat 12", "seat 1 of us", "SEAT 3, really"]:
        assert typed_for("Ann", name) == ["Ann", "seat 2"]
    for name in ["seat", "seats 3", "seat three", "seat 1st", "seat ٣"]:
        assert typed_for("Ann", name) == ["Ann", name]


def test_name_like_a_number_is_typed_by_seat():
    for name in ["12: pass", "12", "80 or so", "²", "١٢", "#12", "$5", "x:y", "-1"]:
        assert typed_for("Ann", name) == ["Ann", "seat 2"]
    assert typed_for("Ann", "Ann Lee", "José", "Dan 🦞") == ["Ann", "Ann Lee", "José", "Dan 🦞"]
    assert typed_for("Ann", "Ben", "ANN", "ann ") == ["seat 1", "Ben", "seat 3", "seat 4"]


def typed_for(*raw: str) -> list[str]:
    names = Names(raw)
    return [names.to_type(seat) for seat in range(len(names))]


def test_name_cannot_break_out_of_an_example():
    for name in ["`Ann`", "A`nn", "`[here](https://example.org)", "``"]:
        assert typed_for(name, "Ben") == ["seat 1", "Ben"]
    for name in ["Ann!", "Ann.", "“Ann”", ":Ann", ",Ann", "Ann,", ". Ann", '"']:
        assert typed_for("Ann", name) == ["Ann", "seat 2"]


@pytest.mark.parametrize(
    ("some", "sentence"),
    [([], "nobody"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_list_reads_as_a_sentence(some: list[str], sentence: str):
    assert listed(some) == sentence


def test_list_of_choices_ends_with_or():
    assert listed(["a", "b", "c"], "or") == "a, b or c"


@steady
@given(st.text(max_size=50), st.integers(1, 40))
def test_long_text_is_shortened(text: str, limit: int):
    cut = short(text, limit)
    assert len(cut) <= limit
    assert cut == text if len(text) <= limit else cut.endswith("…")


def test_player_count_is_written_as_a_range():
    assert spoken(range(3, 6)) == "3 to 5"
    assert spoken(range(2, 3)) == "2"


def test_module_examples_are_true():
    found = doctest.testmod(words)
    assert found.attempted
    assert not found.failed
