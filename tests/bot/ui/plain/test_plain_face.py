"""Tests of a face that says only what its game is, and of each part that an author replaces.

tests/contract holds for such a face as it does for any other: tests/starter/face is one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.ui.face.face import Drawing, Page
from bot.ui.face.story import Reveal
from bot.ui.panels.panel import Text
from bot.ui.panels.words import Names
from bot.ui.plain import PlainFace, order_way, way
from bot.ui.plain.plain_ways import Undeclared
from games.chance import Chance
from games.rules import Seat
from tests.small.face import read
from tests.small.game import SmallRules
from tests.small.game.events import Guessed, Hid, HidSo, Opened
from tests.small.game.moves import Guess, Hide
from tests.small.game.orders import GuessAhead, HideLast
from tests.small.game.state import Options, State
from tests.small.game.views import View

NAMES = Names(["Ann", "Ben", "Cat"])


class Plain(PlainFace):
    """The least that a face of Hidden Coins says: only the field of one order isn't plain."""

    rules = SmallRules()
    colour = 0x123456
    about = "hide and guess"
    pitch = "Everybody hides coins in a fist. Then guess in turn how many there are."
    orders = (order_way(GuessAhead, fields=(read.totals("What will you guess?"),)),)


FACE = Plain()
SAYS: dict[type, Any] = {
    Guessed: "{seat} said {total}.",
    Hid: lambda event: f"{{seat}} hid coins in fist {event.seat + 1}.",
    HidSo: "",
    Opened: "{hands:each}.",
    HideLast: "You hide {coins} last.",
}
HIDING: State = FACE.rules.start(3, Options(), Chance.tape([0])).state
GUESSING = replace(HIDING, seen=replace(HIDING.seen, ready=(True,) * 3), hidden=(2, 0, 1))
OVER = replace(GUESSING, seen=replace(GUESSING.seen, guesses=(4, 3, 5), hands=(2, 0, 1)))


def view(state: State, seat: Seat | None = None) -> View:
    return FACE.rules.view(state, seat)


def test_every_move_and_order_has_a_way():
    assert [made.verb for made in FACE.ways] == ["hide", "guess", "ponder", "hurry"]
    assert [made.verb for made in FACE.orders] == ["plan_hide_last", "plan_guess"]
    assert len(FACE.how_to) == 3
    assert [term.name for term in FACE.terms_asked] == ["most"]


def test_a_seat_is_told_what_it_can_do_and_others_for_whom_they_wait():
    assert FACE.situation(view(GUESSING, 0), NAMES) == "It's your turn: guess or ponder."
    assert FACE.situation(view(GUESSING, 1), NAMES) == "It's Ann's turn."
    assert FACE.situation(view(HIDING), NAMES) == "Waiting for Ann, Ben and Cat."
    assert FACE.situation(view(OVER), NAMES) == "The game is over."
    assert FACE.wanted(view(GUESSING, 0), NAMES) == "your turn: guess or ponder"
    assert FACE.wanted(view(GUESSING), NAMES) == "Ann must move"
    assert FACE.wanted(view(HIDING), NAMES) == "3 players must move"


def test_whoever_has_a_hand_is_asked_in_private():
    assert FACE.private(view(HIDING)) == {0, 1, 2}
    assert FACE.private(view(OVER)) == frozenset()


def test_the_end_names_the_winners_and_ranks_all():
    assert FACE.ending(view(OVER), NAMES).headline == "Ben wins."
    places = FACE.outcome(view(OVER), NAMES).places
    assert [(place.place, place.seat, place.score) for place in places] == [
        (1, 1, "1 point"),
        (2, 0, "0 points"),
        (2, 2, "0 points"),
    ]


def test_an_event_is_told_by_its_name():
    assert FACE.sentence(Guessed(seat=1, total=4), NAMES, 1) == "You guessed: total 4."
    assert FACE.sentences([Hid(seat=1), HidSo(seat=1, coins=2)], NAMES, None) == [
        "Ben hid.",
        "Ben hid so: coins 2.",
    ]
    assert FACE.reveal([Opened(hands=(2, 0, 1))], NAMES) is None
    assert FACE.describe_order(HideLast(coins=2), view(HIDING, 0), NAMES) == "You plan hide last 2."


def test_each_part_is_replaced_by_itself():
    class Own(Plain):
        ways = (way(Guess, "Say {total}"),)
        says = SAYS
        reveals = ends_round = (Opened,)
        how_to = (Page("My page", "My words."),)
        point = ("guess", "guesses")

        def board(self, public: View, names: Names) -> Drawing:
            return Drawing("My board.")

        def moments(self, game: Sequence[Any], names: Names) -> list[str]:
            return ["My moment."]

    face = Own()
    assert [made.verb for made in face.ways] == [made.verb for made in FACE.ways]
    assert face.ways[1].label(view(GUESSING, 0), {"total": 3}, NAMES) == "Say 3"
    assert face.sentences([Guessed(seat=1, total=4), HidSo(seat=1, coins=2)], NAMES, 1) == [
        "You said 4."
    ]
    assert face.sentence(Hid(seat=1), NAMES, 1) == "You hid coins in fist 2."
    revealed = face.story.reveal([Hid(seat=1), Opened(hands=(2, 0, 1))], NAMES)
    assert revealed == Reveal("Ann 2, Ben 0, Cat 1.", ends_round=True)
    assert face.describe_order(HideLast(coins=2), view(HIDING, 0), NAMES) == "You hide 2 last."
    assert face.draw.board(view(HIDING), NAMES) == Drawing("My board.")
    hand = face.draw.hand(view(GUESSING, 0), NAMES)
    assert hand.headline == "It's your turn: say or ponder."
    assert hand.parts == FACE.hand(view(GUESSING, 0), NAMES).parts
    assert face.story.moments([], NAMES) == ["My moment."]
    assert [page.title for page in face.how_to] == ["My page"]
    assert face.score(1) == "1 guess"


def test_a_player_can_be_described_in_other_words():
    class Own(Plain):
        def about_player(self, public: View, seat: Seat, names: Names) -> str:
            return "has a fist"

    assert Own().board(view(HIDING), NAMES).parts[0] == Text(
        "**Ann**  has a fist\n**Ben**  has a fist\n**Cat**  has a fist"
    )


def test_lines_of_the_board_and_of_the_hand_can_be_replaced_by_themselves():
    class Own(Plain):
        def about_table(self, public: View, names: Names) -> str:
            return "**Most:** 9" if any(public.seen.ready) else ""

        def about_hand(self, view: View, names: Names) -> str:
            return f"**Fist:** {view.own}"

        def choices(self, view: View, names: Names) -> str:
            return "name a number"

    face = Own()
    assert [part.markdown for part in face.board(view(GUESSING), NAMES).parts[1:]] == [
        "**Most:** 9"
    ]
    assert len(face.board(view(HIDING), NAMES).parts) == 1
    assert face.hand(view(GUESSING, 0), NAMES).parts == [Text("**Fist:** 2")]
    assert face.situation(view(GUESSING, 0), NAMES) == "It's your turn: name a number."
    assert face.wanted(view(GUESSING, 0), NAMES) == "your turn: name a number"


def test_a_renamed_face_plays_its_own_parts():
    renamed = FACE.called_as(FACE.rules.offered_as("fists", "Fists"))
    assert renamed.draw is renamed
    assert FACE.draw is FACE


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"pitch": "…"}, r"needs `rules`: an instance of the game's Rules"),
        ({"says": {Guess: "{seat} guesses."}}, "Guess is no event of this game"),
        ({"says": {Guessed: "{who} guessed."}}, r"Guessed has no field {who}.*seat and total"),
        ({"says": {Hid: ("You hid.", "{her} hid.")}}, r"Hid has no field {her}"),
        ({"orders": ()}, r"can't ask for GuessAhead.totals"),
        ({"ways": (way(HideLast),)}, "HideLast, which is no move"),
    ],
)
def test_what_a_face_says_wrongly_is_refused_with_what_is_right(parts: dict[str, Any], says: str):
    base = PlainFace if "pitch" in parts else Plain
    with pytest.raises(Undeclared, match=says):
        type("Wrong", (base,), parts)()


def test_a_long_list_of_choices_gives_way_to_a_few_words():
    class Long(Plain):
        ways = (way(Hide, "Hide " + "very " * 30), way(Guess))

    assert Long().wanted(view(HIDING, 0), NAMES) == "your turn: choose a move"
