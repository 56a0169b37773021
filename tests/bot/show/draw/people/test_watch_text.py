"""Tests of the texts for watchers."""

from bot.show.draw.panels import poster
from bot.show.draw.parts import frame
from bot.show.draw.people import watch_text
from tests.bot.recording import buttons
from tests.bot.show.at_table import PLAYED, at, seen
from tests.small.face import FACE

BOARD = "https://discord.com/channels/3/77/900"


def test_the_dm_says_who_won_and_links_to_the_board():
    over = seen(at(*PLAYED))
    notice = watch_text.ended(FACE, over, BOARD, 103)
    won = poster.won(FACE, FACE.draw.outcome(over.public, over.names), over)
    first = f"Hidden Coins, table 12, which you watched, is over. {won}\n"
    assert notice.content.startswith(first)
    assert "*" not in notice.content, "a push shows no markup"
    assert notice.content.endswith(f"\n{BOARD}")


def test_the_dm_of_a_closed_table_names_no_winner():
    notice = watch_text.ended(FACE, seen(at(), phase="ended"), BOARD, 103)
    assert notice.content.splitlines()[0] == (
        "Hidden Coins, table 12, which you watched, was closed before its game was over."
    )


def test_a_game_that_cannot_be_read_any_more_is_over_too():
    notice = watch_text.ended(FACE, seen(phase="over"), BOARD, 103)
    assert notice.content.splitlines()[0] == "Hidden Coins, table 12, which you watched, is over."


def test_each_answer_offers_the_opposite():
    begun = buttons(watch_text.begun(FACE, seen(at()), dm_closed=False))
    assert begun["Stop watching"].request == watch_text.STOP
    assert buttons(watch_text.stopped(FACE, seen(at())))["Watch again"].request == frame.WATCH
    assert "allow DMs" in watch_text.begun(FACE, seen(at()), dm_closed=True).text()
