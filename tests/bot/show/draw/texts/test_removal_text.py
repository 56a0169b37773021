"""Tests of what a removed player is told."""

from bot.show.draw.texts import removal_text
from tests.bot.show.at_table import HIDDEN, at, seen
from tests.small.face import FACE


def test_a_removed_player_is_told_in_one_sentence_which_seat_they_lost():
    table = seen(at(*HIDDEN))
    text = removal_text.removed(FACE, table)
    assert f"Hidden Coins, table {table.id}" in text
    assert f"<#{table.channel}>" in text
    assert text.count(". ") == 0
    assert text.endswith(".")


def test_the_notice_in_the_channel_pings_only_the_removed_player():
    table = seen(at(*HIDDEN))
    notice = removal_text.ping(FACE, table, 102)
    assert notice.content == f"<@102> {removal_text.removed(FACE, table)}"
    assert (notice.person, notice.others) == (102, ())
