"""Low Die on Discord: what is drawn, offered and told."""

from dataclasses import replace

from bot.ui.panels.words import Names
from games.chance import Chance
from games.rules import Seat
from games.table_game import State, View
from tests.starter.face import FACE
from tests.starter.game import LowDie
from tests.starter.game.events import Began, Lost, Rolled, Shown
from tests.starter.game.state import Hand, Options, Public

RULES = LowDie()
NAMES = Names(["Ann", "Ben", "Cat"])
BEGUN = RULES.start(3, Options(), Chance.tape([0, 4, 2, 6])).state


def view(seat: Seat | None = None, state: State[Public, Hand] = BEGUN) -> View[Public, Hand]:
    return RULES.view(state, seat)


def test_everybody_sees_the_lives_and_the_last_dice_and_each_their_own_die():
    public = replace(BEGUN.public, lives=(3, 1, 0), shown=(5, None, 1))
    later = replace(BEGUN, public=public)
    board = FACE.board(view(state=later), NAMES)
    assert board.parts[0].markdown == (
        "**Ann**  3 lives · showed a 5 last\n**Ben**  1 life\n**Cat**  is out"
    )
    assert len(board.parts) == 1
    assert FACE.hand(view(1), NAMES).parts[0].markdown == "**Die:** 2"


def test_the_board_says_who_goes_first_from_the_second_round_on():
    second = replace(BEGUN, public=replace(BEGUN.public, round=2, opener=1))
    board = FACE.board(view(state=second), NAMES)
    assert board.parts[1].markdown == "**Round 2:** Ben goes first"


def test_a_player_is_told_what_they_can_do():
    assert FACE.situation(view(0), NAMES) == (
        "It's your turn: keep your die, roll again or duel a player."
    )
    assert FACE.situation(view(1), NAMES) == "It's Ann's turn."


def test_a_player_reads_you_where_others_read_a_name():
    assert FACE.sentence(Rolled(seat=1, die=2), NAMES, 1) == "You rolled a 2."
    assert FACE.sentence(Rolled(seat=1, die=2), NAMES, None) == "Ben rolled a 2."
    began = Began(round=2, opener=1)
    assert FACE.sentence(began, NAMES, 1) == "Round 2: everybody rolled, and you go first."
    assert FACE.sentence(began, NAMES, 0) == "Round 2: everybody rolled, and Ben goes first."


def test_shown_dice_head_the_board_with_what_they_cost():
    events = [Shown(dice=(4, None, 2)), Lost(losers=(2,))]
    shown = FACE.reveal(events, NAMES)
    assert shown is not None
    assert shown.text == "The cups came up: Ann 4, Cat 2. Cat lost a life."
