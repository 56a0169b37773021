"""Low Die on Discord: what is drawn, offered, typed and told."""

from typing import Any

from bot.ui.face import Drawing
from bot.ui.offers import can_be_typed, on_board, on_hand
from bot.ui.panel import Part, Row, Text
from bot.ui.read import read_line
from bot.ui.resolve import resolve
from bot.ui.ways import Legal
from bot.ui.words import Names
from games.chance import Chance
from games.rules import Seat, Step
from tests.starter.face import FACE
from tests.starter.game.moves import Duel, Keep, Move, Reroll
from tests.starter.game.state import Options

RULES = FACE.rules
NAMES = Names(["Ann", "Ben", "Cat"])


def played(luck: list[int], *moves: tuple[Seat, Move]) -> Step[Any, Any]:
    """Play these moves from a deal in which Ann opens; return the last step."""
    chance = Chance.tape(luck)
    step = RULES.start(3, Options(), chance)
    for seat, move in moves:
        step = RULES.play(step.state, seat, move, chance)
    return step


DEALT = played([0, 2, 5, 3])
DUEL = played(
    [0, 2, 5, 3, 4, 1, 1, 1], (0, Reroll()), (1, Keep()), (2, Duel(rival=0))
)  # the help's example


def view(step: Step[Any, Any], seat: Seat | None = None) -> Any:
    return RULES.view(step.state, seat)


def legal(step: Step[Any, Any], seat: Seat) -> Legal:
    return Legal(tuple(RULES.legal_moves(view(step, seat))))


def labels(parts: list[Part]) -> list[str]:
    return [button.label for part in parts if isinstance(part, Row) for button in part.buttons]


def told(step: Step[Any, Any], to: Seat | None) -> list[str]:
    """Tell the events of a step that a reader may know."""
    events = [told.event for told in step.told if told.to is None or to in told.to]
    return FACE.sentences(events, NAMES, to)


def texts(drawing: Drawing) -> list[str]:
    return [part.markdown for part in drawing.parts if isinstance(part, Text)]


# --- drawn ----------------------------------------------------------------------------------------


def test_the_board_has_the_lives_and_the_dice_that_were_shown():
    assert texts(FACE.board(view(DUEL), NAMES)) == [
        "**Ann**  3 lives · showed a 4\n**Ben**  3 lives\n**Cat**  2 lives · showed a 3",
        "**Round:** 2\n**Opener:** Cat",
    ]


def test_only_its_owner_sees_a_die():
    assert texts(FACE.hand(view(DEALT, 1), NAMES)) == ["**Die:** 5"]
    assert not any("5" in text for text in texts(FACE.board(view(DEALT), NAMES)))


def test_a_player_is_told_what_to_do_and_the_others_whose_turn_it_is():
    assert FACE.situation(view(DEALT, 0), NAMES) == (
        "It's your turn: keep your die, roll it again or duel a player."
    )
    assert FACE.situation(view(DEALT, 1), NAMES) == "It's Ann's turn."


# --- offered --------------------------------------------------------------------------------------


def test_the_moves_are_on_the_board_and_on_the_hand_of_whoever_has_the_turn():
    assert labels(on_board(FACE.ways, view(DEALT), NAMES)) == [
        *("Keep your die", "Roll it again", "Duel…")
    ]
    assert labels(on_hand(FACE.ways, view(DEALT, 0), NAMES, legal(DEALT, 0))) == [
        *("Keep your die", "Roll it again", "Duel Ben", "Duel Cat")
    ]
    assert on_hand(FACE.ways, view(DEALT, 1), NAMES, legal(DEALT, 1)) == []


def test_every_move_can_be_typed():
    seen, can = view(DEALT, 0), legal(DEALT, 0)
    assert can_be_typed(FACE.ways, seen, NAMES, can) == (
        "You can type `keep`, `reroll` or `duel Ben`."
    )
    for line, move in [("keep", Keep()), ("roll", Reroll()), ("i duel cat", Duel(rival=2))]:
        read = read_line(FACE.ways, line, seen, NAMES, can)
        assert read is not None
        assert resolve(*read, seen, NAMES, can, line=True) == move


# --- told -----------------------------------------------------------------------------------------


def test_each_player_reads_of_their_own_die_and_of_no_other():
    assert told(DEALT, 0) == [
        "Round 1: everybody rolls a die, and you go first.",
        "You rolled a 2.",
    ]
    assert told(DEALT, None) == ["Round 1: everybody rolls a die, and Ann goes first."]


def test_the_example_of_the_help_ends_as_it_says():
    """Cat's 3 is lower than the 4 that Ann rolled, so Cat goes first in the next round."""
    assert told(DUEL, 0)[:3] == ["Cat duelled you.", "The dice: Ann 4, Cat 3.", "Cat lost a life."]
    assert told(DUEL, 2)[3] == "Round 2: everybody rolls a die, and you go first."
    revealed = FACE.reveal([told.event for told in DUEL.told if told.to is None], NAMES)
    assert revealed is not None
    assert revealed.text == "Cat duelled Ann. The dice: Ann 4, Cat 3. Cat lost a life."


def test_the_last_player_with_a_life_wins():
    options = Options(lives=1)
    chance = Chance.tape([0, 2, 5])
    over = RULES.play(RULES.start(2, options, chance).state, 0, Duel(rival=1), chance)
    names = Names(["Ann", "Ben"])
    assert FACE.ending(view(over), names).headline == "Ben wins."
    assert [place.score for place in FACE.outcome(view(over), names).places] == [
        *("1 life", "0 lives")
    ]
