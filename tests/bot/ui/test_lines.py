"""Tests of typed lines, their examples, and suggestions for commands."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example as for_example
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.fields import Known
from bot.ui.lines import (
    Meant,
    can_be_typed,
    example,
    examples,
    plain_line,
    read_line,
    suggestions,
    what_else,
)
from bot.ui.ways import AnyWay, TypedText
from bot.ui.words import Names
from games.rules import Refusal
from tests.bot.ui.market import (
    AMOUNT,
    BID_WAY,
    DEAL,
    LIMIT,
    LOOK_WAY,
    LOOKS,
    NAMES,
    PASS_WAY,
    PRICE,
    REASON,
    SAY_WAY,
    SAYS,
    SOME_BIDS,
    SWAP_WAY,
    SWAPS,
    TRADE_WAY,
    TRADES,
    VIEW,
    WAYS,
    WHO,
    Bid,
    Look,
    Pass,
    Swap,
    can,
)

steady = settings(derandomize=True, deadline=None, database=None)


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


def test_example_of_each_legal_way_but_quiet_ones():
    legal = can(*SOME_BIDS, Pass(), *SWAPS, *TRADES, *SAYS, *LOOKS)
    lines = examples(WAYS, VIEW, NAMES, legal)
    assert lines == ["$50", "pass", "swap Ben", "trade lamp with Ben 10", "say it is", "look 0"]
    told = can_be_typed(WAYS, VIEW, NAMES, legal)
    assert told.startswith("You can type `$50`, `pass`")
    assert told.endswith("or `look 0`.")
    assert can_be_typed(WAYS, VIEW, NAMES, can()) == ""
    ways = [replace(way, style="quiet") if way.verb == "pass" else way for way in WAYS]
    assert examples(ways, VIEW, NAMES, can(*SOME_BIDS, Pass())) == ["$50"]
    assert can_be_typed(ways, VIEW, NAMES, can(Pass())) == ""
    found = read_line(ways, "pass", VIEW, NAMES, can(Pass()))
    assert found is not None
    assert found[0].verb == "pass"
    legal = can(Pass(), *SAYS)
    said = what_else(WAYS, "Ben is to bid.", VIEW, NAMES, legal)
    assert said == f"Ben is to bid. {can_be_typed(WAYS, VIEW, NAMES, legal)}"
    assert "`pass`" in said
    assert what_else(WAYS, "Ben is to bid.", VIEW, NAMES, can()) == "Ben is to bid."


def test_way_can_choose_its_example():
    limit = replace(LIMIT, before="up to")
    own = replace(BID_WAY, fields=(AMOUNT, limit), bare=False)
    for move, said in ((Bid(amount=70, limit=None), "bid $70"), (None, "bid $50 up to 90")):
        way = replace(own, example=lambda view, move=move: move)
        assert example(way, VIEW, NAMES, can(Bid(amount=50, limit=90))) == said
    way = replace(BID_WAY, example=lambda view: TypedText("70"))
    assert example(way, VIEW, NAMES, can(*SOME_BIDS)) == "bid 70"
    limit = replace(LIMIT, before="up to")
    way = replace(BID_WAY, fields=(AMOUNT, limit), bare=False)
    assert example(way, VIEW, NAMES, can(Bid(amount=50, limit=90))) == "bid $50 up to 90"
    assert example(way, VIEW, NAMES, can(Bid(amount=50, limit=None))) == "bid $50"
    assert example(replace(PASS_WAY, bare=True), VIEW, NAMES, can(Pass())) == "pass"


def test_example_escapes_names():
    names = Names(["Ann", "`[click](https://example.org)"])
    told = can_be_typed(WAYS, VIEW, names, can(Swap(to=1)))
    assert told == "You can type `swap seat 2`."


def suggested(way: AnyWay, field: Any, text: str, *moves: Any, **given: Any) -> list[str]:
    found = suggestions(way, field, given, VIEW, NAMES, can(*moves), text)
    return [value for _, value in found]


def test_suggestions_fit_options_and_typed_text():
    assert suggested(SWAP_WAY, WHO, "", *SWAPS) == ["Ben", "Cat", "Dan"]
    assert suggested(TRADE_WAY, PRICE, "", *TRADES) == ["10", "20"]
    assert suggested(TRADE_WAY, PRICE, "", *TRADES, item="sled", to=2) == ["10"]
    assert suggested(TRADE_WAY, PRICE, "", *TRADES, price=20) == ["10", "20"], "its own is retyped"
    assert suggested(SWAP_WAY, WHO, "A", *SWAPS) == ["Cat", "Dan"]
    assert suggested(SWAP_WAY, WHO, " ben", *SWAPS) == ["Ben"]
    assert suggested(SWAP_WAY, WHO, "seat 3", *SWAPS) == ["Cat"], "read, not only compared"
    assert suggested(SWAP_WAY, WHO, "zoe", *SWAPS) == []
    assert suggested(SAY_WAY, REASON, "isn’t", *SAYS) == []
    assert suggested(BID_WAY, AMOUNT, "50", *SOME_BIDS) == ["$50"]
    assert suggested(BID_WAY, AMOUNT, "5", *SOME_BIDS) == ["$50"]
    assert suggested(LOOK_WAY, LOOK_WAY.fields[1], "39", *LOOKS) == ["39"]
    assert suggested(BID_WAY, AMOUNT, "x", *SOME_BIDS) == []
    assert suggested(BID_WAY, AMOUNT, "", Pass()) == []
    found = suggestions(TRADE_WAY, DEAL, {}, VIEW, NAMES, can(*TRADES), "sled")
    assert found == [("sled with Cat: Cat has one, too", "sled with Cat")]


def test_suggestions_are_limited_to_25_with_the_exact_match():
    at = LOOK_WAY.fields[1]
    many = tuple(Look(now=True, at=number) for number in range(300, 0, -1))
    assert len(suggested(LOOK_WAY, at, "", *many)) == 25
    found = suggested(LOOK_WAY, at, "1", *many)
    assert len(found) == 25
    assert "1" in found


def test_player_named_like_a_move_follows_the_verb():
    names, bare = Names(["Ann", "pass", "Bid"]), replace(SWAP_WAY, bare=True)
    for move in SWAPS[:2]:
        (line,) = examples([bare], VIEW, names, can(move))
        among = examples([bare, PASS_WAY, replace(BID_WAY, bare=False)], VIEW, names, can(move))
        assert among == [f"swap {line}"]
        found = read_line([PASS_WAY, bare], among[0], VIEW, names, can(move))
        assert found is not None
        assert found[1] == {"to": move.to}
    assert examples([bare, PASS_WAY], VIEW, Names(["Ann", "Ben", "Cat"]), can(SWAPS[0])) == ["Ben"]


def test_invisible_characters_are_removed_from_a_line():
    assert plain_line(" p\u200bass\u202e\x00 ") == "pass"
