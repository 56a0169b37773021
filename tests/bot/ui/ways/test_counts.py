"""Tests of counting menus: every number that can be typed can be chosen."""

from itertools import product

import pytest

from bot.ui.panels.panel import CHOICE_LIMIT
from bot.ui.ways.counts import Kind, in_menus


def kind(name: str, held: int, likely: int = 0) -> Kind:
    return Kind(
        one=name,
        many=f"{name} bills",
        held=held,
        likely=likely,
        says=lambda count: f"{name}x{count}",
        pic=f"pic_{name}",
    )


SIX = [kind(name, held) for name, held in zip("fedcba", (1, 1, 2, 3, 4, 8), strict=True)]


def test_each_kind_has_its_own_menu_until_two_must_share():
    fifty, ten = in_menus([kind("50", 1), kind("10", 3, likely=2)], 5)
    assert (fifty.label, ten.label) == ("50 bills", "10 bills")
    assert [called for called, _ in ten.choices] == ["0 of 3", "1 of 3", "2 of 3", "3 of 3"]
    assert [says for _, says in ten.choices] == ["", "10x1", "10x2", "10x3"]
    assert (fifty.says, ten.says, ten.pic) == ("", "10x2", "pic_10")
    made = in_menus(SIX, 5)
    assert [count.label for count in made] == [
        *("F and e bills", "D bills", "C bills", "B bills", "A bills")
    ]
    assert [called for called, _ in made[0].choices] == [
        *("none", "0 × f, 1 × e", "1 × f, 0 × e", "1 × f, 1 × e")
    ]
    assert [says for _, says in made[0].choices] == ["", "ex1", "fx1", "fx1 ex1"]
    assert made[0].pic == ""


@pytest.mark.parametrize("room", [2, 3, 4, 5])
def test_every_combination_can_be_chosen(room: int):
    kinds = [kind(name, held) for name, held in zip("dcba", (1, 2, 1, 3), strict=True)]
    made = in_menus(kinds, room)
    assert 1 <= len(made) <= room
    said = [
        frozenset(word for text in some for word in text.split())
        for some in product(*([says for _, says in count.choices] for count in made))
    ]
    assert len(said) == len(set(said)) == 2 * 3 * 2 * 4


def test_nothing_held_or_too_many_choices_are_not_counted():
    assert len(in_menus([kind("10", CHOICE_LIMIT - 1)], 5)) == 1
    assert in_menus([kind("10", CHOICE_LIMIT)], 5) == ()
    assert in_menus([kind("b", 5), kind("a", 5)], 1) == ()
    assert in_menus([kind("b", 5)], 0) == ()
    assert in_menus([], 5) == []
