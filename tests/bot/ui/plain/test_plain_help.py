"""Tests that terms and help are written from options and ways."""

from dataclasses import dataclass
from typing import Literal

from bot.ui.plain import plain_help, way
from bot.ui.plain.plain_ways import AnyWay
from tests.bot.ui.plain.dice import Bid, Keep
from tests.small.game import SmallRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    lives: int = 3
    ones_wild: bool = False
    order: Literal["high", "low"] = "high"


def test_each_option_is_a_term_with_its_value_and_the_usual_one():
    terms = plain_help.terms(Options(lives=5, ones_wild=True))
    assert [(term.name, term.means) for term in terms] == [
        ("lives: 5", "The usual is 3."),
        ("ones wild: yes", "The usual is no."),
        ("order: high", "That's the usual."),
    ]


def test_each_option_is_asked_for_with_its_choices():
    lives, wild, order = plain_help.terms_asked(Options)
    assert (lives.name, lives.fills, lives.help) == ("lives", "lives", "Lives (usual: 3)")
    assert (wild.help, wild.choices) == ("Ones wild (usual: no)", None)
    assert order.choices == {"high": "high", "low": "low"}


def test_the_help_has_the_pitch_and_a_line_for_each_way():
    pages = plain_help.pages(SmallRules(), "Hide and guess.", (way(Keep), way(Bid, group="sale")))
    assert [page.title for page in pages] == [
        *("The game in short", "What you can do", "At the table")
    ]
    assert pages[0].text == "Hide and guess.\n\nIt is for 2 to 4 players."
    assert "- `/GAME keep`: Keep your die.\n- `/GAME sale bid`: Bid." in pages[1].text


def test_many_ways_take_more_pages_and_never_too_many():
    long: AnyWay = way(Keep, help="Keep your die and " + "wait " * 16)
    pages = plain_help.pages(SmallRules(), "Hide and guess.", (long,) * 40)
    assert 3 < len(pages) <= 6
    assert len({page.title for page in pages}) == len(pages)
    assert all(len(page.text.split()) <= 120 for page in pages)
