"""Tests that requests and typed lines are read, or refused in a sentence."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example as for_example
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.panels import custom_id
from bot.ui.panels.panel import Form, Request
from bot.ui.panels.words import Names
from bot.ui.ways.fields import Known
from bot.ui.ways.read import Meant, named_in, plain_line, read_line
from bot.ui.ways.resolve import ask, chosen_as
from bot.ui.ways.ways import AnyWay
from games.rules import Refusal
from tests.bot.ui.market import (
    BID_WAY,
    LOOK_WAY,
    LOOKS,
    NAMES,
    PASS_WAY,
    SAY_WAY,
    SAYS,
    SOME_BIDS,
    SWAP_WAY,
    SWAPS,
    TRADE_WAY,
    TRADES,
    VIEW,
    WAYS,
    Pass,
    Trade,
    can,
    chosen,
    named,
    resolved,
    typed,
)

steady = settings(derandomize=True, deadline=None, database=None)


def test_press_choice_and_text_name_attributes():
    assert named(TRADE_WAY, item='"lamp"', to="1") == {"item": "lamp", "to": 1}
    assert named(BID_WAY, amount="50", limit="null") == {"amount": 50, "limit": None}
    assert chosen(SWAP_WAY, who="2") == {"to": 2}
    assert chosen(TRADE_WAY, deal='["lamp",1]') == {"item": "lamp", "to": 1}
    assert chosen(LOOK_WAY, now="false") == {"now": False}
    assert typed(TRADE_WAY, deal="lamp with Ben", price="1,000") == {
        "item": "lamp",
        "to": 1,
        "price": 1000,
    }
    assert typed(BID_WAY, amount=" ", limit="  ") == {"limit": None}
    assert named_in(
        SWAP_WAY, Request("swap", {"to": "1"}).with_args({"*who": "2"}), VIEW, NAMES
    ) == {"to": 2}


FORGED = [
    (SWAP_WAY, {"whom": "1"}),
    (SWAP_WAY, {"*whom": "1"}),
    (SWAP_WAY, {"?whom": "Ben"}),
    (SWAP_WAY, {"kind": '"swap"'}),
    (SWAP_WAY, {"*kind": '"swap"'}),
    (SWAP_WAY, {"who": "1"}),
    (SWAP_WAY, {"to": ""}),
    (SWAP_WAY, {"to": "Ben"}),
    (SWAP_WAY, {"to": '"1"'}),
    (SWAP_WAY, {"to": "1.0"}),
    (SWAP_WAY, {"to": "true"}),
    (SWAP_WAY, {"to": "null"}),
    (SWAP_WAY, {"to": "٣"}),
    (SWAP_WAY, {"to": "[1]"}),
    (SWAP_WAY, {"*who": "1 2"}),
    (SAY_WAY, {"word": '"is not"'}),
    (SAY_WAY, {"*because": "is"}),
    (LOOK_WAY, {"now": "1"}),
    (TRADE_WAY, {"*deal": '"lamp"'}),
    (TRADE_WAY, {"*deal": '["lamp"]'}),
    (TRADE_WAY, {"*deal": '["lamp",1,2]'}),
    (TRADE_WAY, {"*deal": '["lamp","1"]'}),
    (TRADE_WAY, {"*deal": '[["lamp"],1]'}),
    (TRADE_WAY, {"*deal": '["lamp",NaN]'}),
    (TRADE_WAY, {"*deal": '{"item":"lamp","to":1}'}),
    (TRADE_WAY, {"*deal": "["}),
    (TRADE_WAY, {"*deal": "[" * 90}),
    (TRADE_WAY, {"*deal": "9" * 5000}),
]


@pytest.mark.parametrize(("way", "args"), FORGED)
def test_unknown_request_is_refused(way: AnyWay, args: dict[str, str]):
    with pytest.raises(Refusal, match="doesn't work any more"):
        named_in(way, Request(way.verb, args), VIEW, NAMES)


keys = st.sampled_from(["to", "item", "price", "kind", "*deal", "*price", "?deal", "?price", "?x"])
texts = st.text(max_size=15) | st.sampled_from(["1", '"lamp"', '["lamp",1]', "lamp with ben", "[]"])


@steady
@given(st.dictionaries(keys, texts))
def test_forged_request_is_read_or_refused(args: dict[str, str]):
    try:
        known = named_in(TRADE_WAY, Request("trade", args), VIEW, NAMES)
        assert set(known) <= {"item", "to", "price"}
        made = resolved(TRADE_WAY, known, *TRADES)
        assert isinstance(made, Trade | Form)
    except Refusal as refusal:
        said = str(refusal)
        assert said


def test_text_after_a_typed_value_is_refused():
    with pytest.raises(Refusal, match="“90”"):
        typed(BID_WAY, amount="80 90")
    assert typed(BID_WAY, amount="80.") == {"amount": 80}


EVERY_MOVE: list[tuple[AnyWay, Any]] = [
    (way, move)
    for way in WAYS
    for move in (Pass(), *SOME_BIDS, *SWAPS, *SAYS, *TRADES, *LOOKS)
    if way.move is type(move)
]


@pytest.mark.parametrize(("way", "move"), EVERY_MOVE)
def test_every_move_round_trips_by_button_menu_and_text(way: AnyWay, move: Any):
    known = {name: getattr(move, name) for field in way.fields for name in field.fills}
    text = custom_id.write(1, 2, ask(way, known))
    read = custom_id.read(text)
    assert read is not None
    assert named_in(way, read.request, VIEW, NAMES) == known
    for field in way.fields:
        own = {name: known[name] for name in field.fills}
        value = known[field.fills[0]] if len(own) == 1 else tuple(own.values())
        assert chosen(way, **{field.name: chosen_as(way, field, value)}) == own
        if value is not None:
            assert typed(way, **{field.name: field.write(value, NAMES)}) == own


def test_button_can_stand_for_a_line():
    way = replace(BID_WAY, read=lambda text, view, names: {"amount": int(text), "limit": None})
    assert named(way, said="70") == {"amount": 70, "limit": None}
    with pytest.raises(Refusal, match="doesn't work any more"):
        named(BID_WAY, said="70")  # it parses no lines


def said(text: str, *moves: Any, ways: tuple[AnyWay, ...] = WAYS) -> tuple[str, Known] | None:
    found = read_line(ways, text, VIEW, NAMES, can(*moves))
    return None if found is None else (found[0].verb, dict(found[1]))


def test_line_is_normalized_verb_and_fields():
    for text, plain in [
        ("  bid   80 ", "bid 80"),
        ("`bid 80`", "bid 80"),
        ("“bid 80”.", "bid 80"),
        ("It isn’t!", "It isn't"),
        ("bid\n80 …", "bid 80 …"),
        ("", ""),
        (" .!", ""),
        ("pass,", "pass"),
    ]:
        assert plain_line(text) == plain
    for text, meant in [
        ("pass", ("pass", {})),
        ("PASS!", ("pass", {})),
        ("no more", ("pass", {})),
        ("bid 80", ("bid", {"amount": 80})),
        ("Bid: $80", ("bid", {"amount": 80})),
        ("I bid 80", ("bid", {"amount": 80})),
        ("I’ll bid 80", ("bid", {"amount": 80})),
        ("offer 80, 120", ("bid", {"amount": 80, "limit": 120})),
        ("bid up to 90", ("bid", {"amount": 90})),
        ("bid", ("bid", {})),
        ("swap cat", ("swap", {"to": 2})),
        ("trade lamp with ben 20", ("trade", {"item": "lamp", "to": 1, "price": 20})),
        ("trade lamp ben, 20", ("trade", {"item": "lamp", "to": 1, "price": 20})),
        ("look no, 12", ("look", {"now": False, "at": 12})),
        ("say it is", ("say", {"word": "is"})),
    ]:
        assert said(text) == meant
    for text in ["dance", "passing", "bidder 80", "", "…", "lamp with ben 20"]:
        assert said(text) is None


def test_line_with_a_bad_remainder_is_refused():
    for text in ["pass now", "swap zoe", "bid eighty", "bid 80 90 100", "look 12"]:
        with pytest.raises(Refusal):
            said(text)
    for text in ("80 or so", "about 80", "80 90 100"):
        with pytest.raises(Refusal):
            said(text, *SOME_BIDS)
    assert said("hello", *SOME_BIDS) is None
    assert said("isn't") == ("say", {"word": "isnt"})
    assert said("it isn’t") is None
    assert said("it is") == ("say", {"word": "is"})
    assert said("isn't a lamp") is None


def test_bare_line_answers_the_question():
    assert said("80", *SOME_BIDS) == ("bid", {"amount": 80})
    assert said("$80 120", *SOME_BIDS) == ("bid", {"amount": 80, "limit": 120})
    assert said("80", Pass()) is None, "where no bid is legal it is none"
    bare = (replace(SWAP_WAY, bare=True), BID_WAY)
    assert said("cat", *SWAPS, *SOME_BIDS, ways=bare) == ("swap", {"to": 2})
    assert said("80", *SWAPS, *SOME_BIDS, ways=bare) == ("bid", {"amount": 80})
    with pytest.raises(Refusal):
        said("cat 80", *SWAPS, *SOME_BIDS, ways=bare)


def test_bare_line_meant_for_one_way_is_refused():
    def read(text: str, view: Any, names: Names) -> Known:
        raise Meant("There is no such place.") if text == "a-k" else Refusal("What is that?")

    own = replace(SWAP_WAY, bare=True, read=read)
    with pytest.raises(Refusal, match="no such place"):
        said("a-k", *SWAPS, ways=(own,))
    assert said("hello", *SWAPS, ways=(own,)) is None


def test_legal_way_wins_if_two_share_a_word():
    both = (replace(PASS_WAY, words=("go on",)), replace(SAY_WAY, words=("go on",)))
    assert said("go on", Pass(), ways=both) == ("pass", {})
    assert said("go on", *SAYS, ways=both) == ("say", {})
    both = (replace(PASS_WAY, words=("it",)), SAY_WAY)
    assert said("it is", Pass(), ways=both) == ("say", {"word": "is"})


def test_way_can_parse_its_own_lines():
    def backwards(text: str, view: Any, names: Names) -> Known:
        return {"to": NAMES.plain(1) == text[::-1].capitalize() and 1}

    assert said("swap neb", ways=(replace(SWAP_WAY, read=backwards),)) == ("swap", {"to": 1})


@steady
@given(st.text(max_size=30) | st.from_regex(r"(bid|swap|look|say|trade) .{0,12}", fullmatch=True))
@for_example("bid ` 80")
@for_example("ſay it is")
def test_any_line_is_read_or_refused(text: str):
    try:
        found = said(text, *SOME_BIDS, *SWAPS, *SAYS, *TRADES)
    except Refusal:
        return
    assert found is None or found[0] in {way.verb for way in WAYS}


def test_invisible_characters_are_removed_from_a_line():
    assert plain_line(" p\u200bass\u202e\x00 ") == "pass"
