"""Tests of how the people who run the bot are named."""

import doctest

import bot.ui.panels.operator
from bot.ui.panels.operator import Operator


def test_examples_in_docstrings_are_true():
    tried = doctest.testmod(bot.ui.panels.operator)
    assert tried.attempted == 2
    assert tried.failed == 0


def test_addresses_can_be_copied_and_all_else_is_harmless():
    contact = "**Ada** @everyone <@1>, ada_l@example.org, https://example.org/a_b?c=1, discord.gg/a"
    assert Operator(contact).shown == (
        "\\*\\*Ada\\*\\* @\u200beveryone ‹@\u200b1\\>, ada_l@example.org, "
        "https://example.org/a_b?c=1, discord.gg/a"
    )
    assert Operator("[x](https://example.org)").shown == ("\\[x\\]\\(https: //example. org\\)")


def test_operator_who_says_nothing_is_still_named():
    assert Operator().named == "whoever runs me"
    assert Operator().shown == ""
    assert Operator("Ada").named == Operator("Ada").shown == "Ada"
