"""Tests of custom_ids: they are read back, and foreign ones are rejected."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.panels.custom_id import LIMIT, CustomId, read, write, write_menu
from bot.ui.panels.panel import Choice, Menu, Request, request

steady = settings(derandomize=True, deadline=None, database=None)

plain_text = st.text(st.characters(exclude_characters=":=;", exclude_categories=["Cs"]), max_size=8)
requests = st.builds(
    Request,
    st.from_regex(r"[a-z_]{1,12}", fullmatch=True),
    st.dictionaries(st.from_regex(r"[a-z_]{1,6}", fullmatch=True), plain_text, max_size=2),
)
picks = st.none() | st.from_regex(r"\*[a-z_]{1,9}", fullmatch=True)


@steady
@given(
    st.integers(0, 10**15 - 1),
    st.integers(0, 10**9),
    requests,
    picks,
    st.none() | st.integers(0, 999),
)
def test_custom_id_round_trip(
    table: int, step: int, wanted: Request, pick: str | None, number: int | None
):
    text = write(table, step, wanted, pick, number)
    assert len(text) <= LIMIT
    assert read(text) == CustomId(table, step, wanted, pick)


def test_custom_id_matches_the_documentation():
    assert write(12, 34, request("bid", amount=60)) == "12:34:bid;amount=60"
    for json in ['"isnt"', "[1,2]", "null", "true", "-3", '["gold","red"]']:
        wanted = Request("play", {"cards": json})
        assert read(write(1, 2, wanted)) == CustomId(1, 2, wanted)
    menu = Menu(request("swap", first=3), "*target", "Whose?", [Choice("Ann", "0")])
    assert write_menu(12, 34, menu) == "12:34:swap;first=3;*target"
    assert read(write_menu(12, 34, menu, 2)) == CustomId(12, 34, menu.request, "*target")
    for pick in ["number", "*", "?number", "*Number", ""]:
        with pytest.raises(ValueError):
            write(1, 1, request("bid"), pick)


NOT_OURS = (
    "1 1:2 1:2: 1:2:GO 1:2:go; 1:2:go;x 1:2:go;x=1=2 :2:go 1::go 1:2:go:x 1:2:go:1234 -1:2:go "
    "1:2:go;* 1:2:go;*x=1 1:2:go;*x;*y 1:2:go;?x=1 1:2:go;*x;y=1 1:2:go;x={1:2} 1:2:go;X=1 "
    "١:2:go 1:²:go 1:2:gö 1:2:go:١"
)


def test_foreign_custom_id_is_rejected():
    for text in ["", " 1:2:go", "1:2:go ", "1:2:go\n", "9" * 16 + ":1:go", *NOT_OURS.split()]:
        assert read(text) is None
    for bad in ["a:b", "a=b", "a;b", "a" * 100, '{"a":1}']:
        with pytest.raises(ValueError):
            write(1, 1, request("bid", amount=bad))


@steady
@given(st.text(max_size=120) | st.from_regex(r"[0-9]{1,3}:[0-9]{1,3}:[a-z;=*:0-9]{0,40}"))
def test_random_custom_id_is_read_or_rejected(text: str):
    found = read(text)
    assert found is None or found.table >= 0


def test_epoch_is_written_only_after_a_restore():
    go = request("go")
    assert write(12, 34, go, epoch=1) == "12:34:go"
    written = write(12, 34, go, "*of", 2, 1_790_000_000)
    assert written == "12.6ab13b80:34:go;*of:2"
    assert read(written) == CustomId(12, 34, go, "*of", 1_790_000_000)
    for text in ["12.:34:go", "12.x:34:go", "12.123456789:34:go", ".1:34:go"]:
        assert read(text) is None
