"""Tests of what a way declares, and of the legal moves."""

import json
from dataclasses import dataclass, replace
from typing import Literal

from bot.ui.ways.resolve import args_of, chosen_as, fitting, known_of
from bot.ui.ways.ways import AnyWay, Legal, Way, field_of
from tests.bot.ui.market import (
    BID_WAY,
    DEAL,
    SWAP_WAY,
    TRADE_WAY,
    TRADES,
    VIEW,
    WHO,
    Bid,
    Pass,
)


def test_arguments_are_compact_json_and_fields_found_by_name():
    assert args_of(TRADE_WAY, {"item": "lamp", "to": 1}) == {"item": '"lamp"', "to": "1"}
    assert chosen_as(TRADE_WAY, DEAL, ("lamp", 1)) == '["lamp",1]'
    assert json.loads(chosen_as(TRADE_WAY, DEAL, ("lamp", 1))) == ["lamp", 1]
    assert field_of(SWAP_WAY, "who") is WHO
    assert field_of(SWAP_WAY, "to") is None


def test_legal_moves_are_filtered_by_known_values():
    legal = Legal((*TRADES, Pass()), (Bid,))
    assert legal.of(TRADE_WAY) == list(TRADES)
    assert fitting(legal, TRADE_WAY, {"item": "lamp"}) == list(TRADES[:2])
    assert fitting(legal, TRADE_WAY, {"item": "lamp", "price": 20}) == [TRADES[1]]
    assert fitting(legal, TRADE_WAY, {}) == list(TRADES)
    assert (legal.all_of(TRADE_WAY), legal.all_of(BID_WAY)) == (True, False)
    assert known_of(DEAL, ("lamp", 1)) == {"item": "lamp", "to": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAhead:
    kind: Literal["swap_ahead"] = "swap_ahead"
    to: int
    turns: int
    trick: str
    hand: tuple[int, ...]
    since: int | None


def test_an_attribute_of_an_order_that_no_field_fills_is_an_empty_date():
    way: AnyWay = Way(
        verb="next", move=SwapAhead, help="Swap", label=lambda view, known, names: "", fields=(WHO,)
    )
    dates = {"turns": 0, "trick": "", "hand": (), "since": None}
    assert way.settled(VIEW, {"to": 2}) == {"to": 2, **dates}
    assert way.settled(VIEW, {"to": 2, "turns": 5}) == {"to": 2, **dates, "turns": 5}
    own = replace(way, settle=lambda view, known: {"turns": 1, **known})
    assert own.settled(VIEW, {"to": 2}) == {"to": 2, **dates, "turns": 1}
