"""Tests of a notice's text, buttons and fingerprint."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.host.reading.table_view import TableView
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Notice
from bot.show.draw.people import notice_panel
from bot.ui.face.face import AnyFace
from bot.ui.ways.fields import Known
from db.tables.tables import Player
from games.rules import Seat
from tests.bot.altered import altered
from tests.bot.show.at_table import HIDDEN, NOW, UNTIL, at, seen
from tests.small.face import FACE, WAYS, SmallFace, draw
from tests.small.game.moves import Hide, Hurry
from tests.small.game.state import Options, State
from tests.small.game.views import View

ANN = Player(0, 101, "Ann", due=UNTIL, asked_at=NOW)
BY = " You have about 15 minutes from this message."


def noticed(table: TableView, player: Player = ANN, face: AnyFace = FACE) -> Notice:
    return notice_panel.draw(face, table, player, sent_at=NOW, again=False)


def labels(made: Notice) -> list[str]:
    return [button.label for button in made.row.buttons]


def test_a_notice_shows_the_table_the_question_and_the_deadline():
    made = noticed(seen(at(), 0))
    assert made.content == f"Hidden Coins, table 12: hide up to 3 coins, or none.{BY}"
    assert (made.table, made.step, made.person) == (12, 6, 101)


def test_a_notice_in_a_channel_mentions_its_player():
    made = noticed(seen(at()))
    assert made.content == f"<@101>, Hidden Coins, table 12: coins are to be hidden.{BY}"


def test_a_notice_announces_the_stand_in_with_its_time():
    soon = (
        " If you don't answer within about 15 minutes of this message, the house plays for you "
        "until you're back."
    )
    once = replace(ANN, unanswered=1)
    assert noticed(seen(at(), 0, stand_in=2), once).content.endswith(soon)
    assert noticed(seen(at(), 0, stand_in=2)).content.endswith(BY), "only the second one counts"
    assert noticed(seen(at(), 0), once).content.endswith(BY), "this table waits"
    called = at(*HIDDEN, (1, Hurry()))
    said = noticed(seen(called, 0, stand_in=2), once).content
    assert said.endswith(BY), "a missed call does not count"


@pytest.mark.parametrize(
    ("seat", "begins"),
    [(0, "Still waiting for you at Hidden"), (None, "<@101>, still waiting for you at Hidden")],
)
def test_a_reminder_says_that_it_is_one(seat: Seat | None, begins: str):
    made = notice_panel.draw(FACE, seen(at(), seat), ANN, sent_at=NOW, again=True)
    assert made.content.startswith(begins)


@pytest.mark.parametrize(
    ("due", "left"),
    [
        (NOW + 3 * 3600 - 75, " You have about 3 hours from this message."),
        (NOW + 48 * 3600, " You have about 2 days from this message."),
        (None, ""),
    ],
)
def test_a_notice_says_how_long_there_is_from_the_message(due: float | None, left: str):
    """A phone's push shows Discord's timestamps as they are written."""
    made = noticed(seen(at(), 0), replace(ANN, due=due))
    assert made.content.endswith(f"or none.{left}")
    assert "<t:" not in made.content


class Wanting(SmallFace):
    """Hidden Coins with another question."""

    def __init__(self, wanted: str) -> None:
        self.asked = altered(draw, wanted=lambda view, names: wanted)


@pytest.mark.parametrize(
    ("wanted", "written"),
    [
        ("hide **two** coins.", "hide two coins."),
        ("do you hide any?", "do you hide any?"),
        ("hide some, quick!", "hide some, quick!"),
        ("x" * (notice_panel.LONGEST + 50), "x" * (notice_panel.LONGEST - 1) + "…"),
    ],
)
def test_the_question_of_a_notice_is_one_plain_sentence(wanted: str, written: str):
    made = noticed(seen(at(), 0), face=Wanting(wanted))
    assert made.content == f"Hidden Coins, table 12: {written}{BY}"


def test_a_dm_notice_offers_answers_and_the_hand():
    made = noticed(seen(at(), 0))
    coins = ["Hide no coins", "Hide 1 coin", "Hide 2 coins", "Hide 3 coins"]
    assert labels(made) == [*coins, "My hand"]
    assert {button.style for button in made.row.buttons} == {"plain"}
    assert made.row.buttons[-1].request == frame.HAND


def test_a_menu_becomes_a_button_that_opens_a_form():
    made = noticed(seen(at(*HIDDEN), 0))
    assert labels(made)[:2] == ["Guess 2", "Guess…"]
    assert made.row.buttons[1].request.args == {}


def likely_last(view: View) -> Iterable[Known]:
    """Offers the most coins first, so the default move comes last."""
    return [{"coins": number} for number in reversed(range(view.seen.options.most + 1))]


def turned(**changes: Any) -> SmallFace:
    """Return Hidden Coins with another way to hide."""
    face = SmallFace()
    face.ways = [replace(way, **changes) if way.verb == "hide" else way for way in WAYS]
    return face


def most(number: int) -> State:
    state = at()
    return replace(state, seen=replace(state.seen, options=Options(most=number)))


def test_the_default_move_is_never_crowded_out():
    made = noticed(seen(most(5), 0), face=turned(hand=likely_last))
    assert labels(made) == [
        *("Hide 5 coins", "Hide 4 coins", "Hide 3 coins", "Hide no coins"),
        "My hand",
    ]


def test_a_notice_in_a_channel_offers_only_what_the_board_offers():
    found = {
        repr(noticed(seen(at((0, Hide(coins=coins)), (1, Hide(coins=2)))))) for coins in (0, 1, 3)
    }
    assert len(found) == 1
    assert labels(noticed(seen(at(*HIDDEN)))) == ["Guess…", "Hurry Ann", "My hand"]


def test_a_notice_in_a_channel_always_keeps_the_last_button():
    many = turned(board=lambda public: [{"coins": number} for number in range(6)])
    made = noticed(seen(at((1, Hide(coins=2)))), face=many)
    assert labels(made) == [
        *("Hide no coins", "Hide 1 coin", "Hide 2 coins", "Hide 5 coins"),
        "My hand",
    ]


class Answering(SmallFace):
    """Hidden Coins with a public way to hide no coins."""

    def answered_by(self, public: View, seat: Seat) -> frozenset[str] | None:
        return frozenset({"hide"})


def test_a_notice_for_several_offers_answers_only_if_they_are_for_its_reader():
    made = noticed(seen(at()))
    assert labels(made) == ["My hand"]
    assert made.row.buttons[0].style == "main", "it is the one thing to do"
    assert labels(noticed(seen(at()), face=Answering())) == ["Hide coins…", "My hand"]


def test_a_notice_offers_only_answers_of_its_seat():
    table = seen(at(*HIDDEN), 0)
    assert labels(noticed(table, face=Answering())) == ["My hand"]


def test_the_fingerprint_of_a_notice_changes_with_its_text_and_buttons():
    made = noticed(seen(at(), 0))
    others = [
        notice_panel.fingerprint_of(noticed(seen(most(4), 0)), "5", ANN),
        notice_panel.fingerprint_of(noticed(seen(at((0, Hide(coins=1))), 0)), "5", ANN),
        notice_panel.fingerprint_of(made, "6", ANN),
        notice_panel.fingerprint_of(made, "5", replace(ANN, acted_step=4)),
    ]
    assert len({notice_panel.fingerprint_of(made, "5", ANN), *others}) == 5


def test_the_fingerprint_of_a_notice_ignores_a_step_that_changes_nothing():
    before, after = noticed(seen(at(), 0)), noticed(seen(at(), 0, step=7, rev=12))
    assert before != after
    assert notice_panel.fingerprint_of(before, "5", ANN) == notice_panel.fingerprint_of(
        after, "5", ANN
    )
