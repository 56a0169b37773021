"""Tests of the poster that a game ends with, and of the result to paste elsewhere."""

from bot.show.draw.panels import poster
from bot.show.draw.parts import frame
from bot.ui.face.face import Outcome, Place
from bot.ui.panels.panel import Picture
from bot.ui.panels.render import layout
from tests.bot.recording import buttons
from tests.bot.show.at_table import PLAYED, at, seen
from tests.contract.limits import check_message
from tests.small.face import FACE


def test_the_winner_is_named_first_and_largest():
    text = poster.draw(FACE, seen(at(*PLAYED))).text()
    assert text.startswith("# 🏆 Ann wins Hidden Coins with 1 point!\n-# table 12\n")
    assert text.count("# 🏆") == 1


def test_winners_with_the_same_score_share_it_and_others_have_none():
    table = seen(at(*PLAYED))
    tied = Outcome([Place(1, 0, "50★"), Place(1, 1, "50★")])
    assert poster.won(FACE, tied, table) == "Ann and Ben win Hidden Coins with 50★ each!"
    apart = Outcome([Place(1, 0, "50★"), Place(1, 1, "40★")])
    assert poster.won(FACE, apart, table) == "Ann and Ben win Hidden Coins!"


def test_a_title_with_an_exclamation_mark_gets_no_second_one():
    loud = FACE.called_as(FACE.rules.offered_as("coins", "Coins!"))
    said = poster.won(loud, Outcome([Place(1, 0, "50★")]), seen(at(*PLAYED)))
    assert said == "Ann wins Coins with 50★!"


def test_everybody_who_played_is_mentioned_and_house_players_are_not():
    table = seen(at(*PLAYED), people=(101, None))
    text = poster.draw(FACE, table).text()
    assert "-# Played by <@101>." in text
    assert "None" not in text


def test_the_poster_has_one_podium_whose_words_rank_everybody():
    panel = poster.draw(FACE, seen(at(*PLAYED)))
    pictures = [part for part in panel.parts if isinstance(part, Picture)]
    assert [picture.alt for picture in pictures] == [
        "The podium: 1. Ann, 1 point; 2. Ben, no point."
    ]


def test_the_result_to_paste_is_plain_text_in_a_block_of_code():
    panel = poster.to_share(FACE, seen(at(*PLAYED)))
    check_message(layout(panel, 12, 6))
    assert "```\nHidden Coins 🎲\n🥇 Ann · 1 point\n🥈 Ben · no point\n```" in panel.text()


def test_a_name_cannot_end_the_block_of_code():
    table = seen(at(*PLAYED), names=type(seen(at(*PLAYED)).names)(["```x", "Ben"]))
    assert poster.to_share(FACE, table).text().count("```") == 2


def test_a_table_that_keeps_its_secrets_offers_only_a_rematch_and_the_result():
    panel = poster.draw(FACE, seen(at(*PLAYED), laid_open=False, secret=None))
    assert buttons(panel).keys() == {"Rematch", "Share"}
    assert buttons(panel)["Share"].request == frame.SHARE
