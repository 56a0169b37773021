from dataclasses import fields, replace
from typing import Any

import pytest

from bot.host.proof.terms import read_terms, stored_terms
from db.base.codec import codec_of
from games import GAMES
from games.rules import Refusal
from tests.bot.house import ANN, House, refused
from tests.contract.playing import cases_of, every_game

STRANGE: tuple[Any, ...] = (None, -1, 0, 10**18, 1.5, "no such thing", (), ("x", "y"), b"x")


@every_game
def test_playable_terms_round_trip(game: str):
    rules = GAMES[game]
    for options in {case.options for case in cases_of(game)}:
        assert read_terms(rules, stored_terms(rules, options)) == options


@every_game
def test_invalid_terms_are_neither_stored_nor_verified(game: str):
    rules = GAMES[game]
    usual = cases_of(game)[0].options
    for field in fields(usual):
        for value in STRANGE:
            if value == getattr(usual, field.name):
                continue
            with pytest.raises(Refusal):
                stored_terms(rules, replace(usual, **{field.name: value}))
    for written in ("{", "[]", "null", '{"colour": "red"}', '{"": 1}'):
        with pytest.raises(Refusal):
            read_terms(rules, written)
    with pytest.raises(Refusal):
        stored_terms(rules, object())


async def test_invalid_terms_open_no_table(house: House):
    usual = codec_of(house.games["small"]).options.load("{}")
    for most in (0, 1.0, "3", 10**18):
        await refused(
            house.host.seats.open(
                "small",
                replace(usual, most=most),
                pace="live",
                laid_open=True,
                guild=1,
                channel=2,
                person=ANN,
                name="Ann",
                receipt=house.receipt(),
            )
        )
    assert await house.queries.of_person(ANN) == []
