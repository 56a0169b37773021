"""Hidden Coins on Discord: drawn, told, asked and read."""

import random

import pytest

from bot.ui.face.face import Drawing
from bot.ui.face.story import Turn
from bot.ui.panels.panel import Button, Form, Menu, Panel, Row
from bot.ui.panels.words import Names
from bot.ui.ways.offers import can_be_typed, examples, on_board, on_hand
from bot.ui.ways.read import read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from games.chance import Chance
from games.rules import IllegalMove, Refusal, Seat
from tests.contract.stories import laid_out
from tests.small.face import FACE
from tests.small.game.events import Began, Event, Guessed, Hid, HidSo, Hurried, Opened, Pondered
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.state import Options, State
from tests.small.game.views import View

RULES = FACE.rules
NAMES = Names(["Ann", "Ben", "Cat"])
WAYS = {way.verb: way for way in FACE.ways}


def after(*moves: tuple[Seat, Move]) -> State:
    """Play these moves; Ann guesses first."""
    state: State = RULES.start(3, Options(), Chance.tape([0])).state
    for seat, move in moves:
        state = RULES.play(state, seat, move, Chance.tape()).state
    return state


HIDING = after()
CLOSED = after((0, Hide(coins=2)), (1, Hide(coins=0)), (2, Hide(coins=1)))
HURRIED = RULES.play(CLOSED, 1, Hurry(), Chance.tape()).state
GUESSED = RULES.play(CLOSED, 0, Guess(total=4), Chance.tape()).state
OVER = RULES.play(
    RULES.play(GUESSED, 1, Guess(total=3), Chance.tape()).state, 2, Guess(total=5), Chance.tape()
).state


def view(state: State, seat: Seat | None = None) -> View:
    return RULES.view(state, seat)


def legal(state: State, seat: Seat) -> Legal:
    return Legal(tuple(RULES.legal_moves(view(state, seat))), RULES.sampled)


def buttons(state: State, seat: Seat | None = None) -> dict[str, Button]:
    """Return the buttons on the board, or on a seat's hand, by label."""
    parts = (
        on_board(FACE.ways, view(state), NAMES)
        if seat is None
        else on_hand(FACE.ways, view(state, seat), NAMES, legal(state, seat))
    )
    found = [button for part in parts if isinstance(part, Row) for button in part.buttons]
    return {button.label: button for button in found}


def menu(state: State, seat: Seat) -> Menu:
    parts = on_hand(FACE.ways, view(state, seat), NAMES, legal(state, seat))
    (found,) = [part for part in parts if isinstance(part, Menu)]
    return found


def written(drawing: Drawing) -> str:
    return Panel(drawing.parts).text()


def typed(state: State, seat: Seat, line: str) -> object:
    """Return the move or form that a typed line leads to; None if it is no move."""
    seen, can = view(state, seat), legal(state, seat)
    read = read_line(FACE.ways, line, seen, NAMES, can)
    return read and resolve(read[0], read[1], seen, NAMES, can, line=True)


# --- drawn ----------------------------------------------------------------------------------------


def test_the_board_says_who_has_hidden_coins_but_not_how_many():
    board = FACE.draw.board(view(after((0, Hide(coins=2)))), NAMES)
    assert "Ben and Cat have yet to hide coins" in board.headline
    assert "**Ann**  a closed fist\n**Ben**  an open hand" in written(board)
    assert board == FACE.draw.board(view(after((0, Hide(coins=3)))), NAMES)


def test_the_board_says_who_is_guessing_and_what_was_said():
    board = FACE.draw.board(view(GUESSED), NAMES)
    assert "Ben is guessing" in board.headline
    assert "**Ann**  a closed fist, guessed 4" in written(board)


def test_the_hand_says_what_one_hides_and_what_is_asked():
    assert "Your hand is empty." in FACE.draw.hand(view(HIDING, 0), NAMES).headline
    assert "You hide 2 coins." in FACE.draw.hand(view(CLOSED, 0), NAMES).headline
    assert "How many coins are there in all?" in FACE.draw.hand(view(CLOSED, 0), NAMES).headline
    assert "You hide no coins. Ann is guessing" in FACE.draw.hand(view(CLOSED, 1), NAMES).headline


def test_player_who_hid_coins_may_change_them():
    state = after((0, Hide(coins=2)), (1, Hide(coins=2)))
    assert FACE.asked.situation(view(state, 0), NAMES) == (
        "Cat has yet to hide coins. Until then you can change yours."
    )


def test_the_end_opens_all_fists_and_says_who_wins():
    ending = FACE.draw.ending(view(OVER), NAMES)
    assert ending.headline == "There are 3 coins in all, and Ben wins."
    assert "**Ann**  2 coins, guessed 4\n**Ben**  no coins, guessed 3" in written(ending)


def test_coins_are_private_and_guesses_public():
    assert FACE.private(view(after((1, Hide(coins=0))))) == {0, 2}
    assert FACE.private(view(CLOSED)) == frozenset()


def test_the_terms_say_how_many_coins():
    assert [choice.name for choice in FACE.terms(FACE.options({}))] == [
        "up to 3 coins in each fist"
    ]
    assert FACE.terms(FACE.options({"most": 1}))[0].name == "up to 1 coin in each fist"


def test_help_example_plays_as_told():
    hidden = [(seat, Hide(coins=coins)) for seat, coins in enumerate((2, 1, 0))]
    guessed = [(seat, Guess(total=total)) for seat, total in enumerate((4, 3, 2))]
    assert RULES.standing(view(after(*hidden, *guessed))).winners == {1}
    told = " ".join(page.text for page in FACE.how_to[:2])
    assert "There are three coins in all" in told
    assert "There are three, and Ben wins." in told


# --- told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "to", "line"),
    [
        (Began(first=0), None, "Everybody hides coins; Ann will guess first."),
        (Began(first=0), 0, "Everybody hides coins; you will guess first."),
        (Hid(seat=1), None, "Ben has hidden coins."),
        (Hid(seat=1), 1, ""),
        (HidSo(seat=1, coins=1), 1, "You hid 1 coin."),
        (HidSo(seat=1, coins=0), None, "Ben hid no coins."),
        (Guessed(seat=2, total=7), 0, "Cat guessed 7."),
        (Guessed(seat=2, total=7), 2, "You guessed 7."),
        (Pondered(seat=0, least=2, most=8), 0, "With yours, there are 2 to 8 in all."),
        (Pondered(seat=0, least=2, most=8), None, ""),
        (Hurried(seat=1, guesser=0), None, "Ben hurries Ann."),
        (Hurried(seat=1, guesser=0), 0, "Ben hurries you."),
        (Hurried(seat=1, guesser=0), 1, "You hurry Ann."),
        (Opened(hands=(2, 0, 1)), None, "The fists open: Ann 2, Ben 0 and Cat 1; 3 coins in all."),
    ],
)
def test_an_event_is_told_to_its_reader(event: Event, to: Seat | None, line: str):
    assert FACE.tell.sentence(event, NAMES, to) == line


# --- pressed --------------------------------------------------------------------------------------


def test_board_offers_legal_moves():
    assert list(buttons(HIDING)) == ["Hide coins…"]
    assert list(buttons(CLOSED)) == ["Guess…", "Hurry Ann"]
    assert list(buttons(HURRIED)) == ["Guess…"]
    assert list(buttons(OVER)) == []


def test_a_hand_offers_each_number_of_coins_and_the_others_instead():
    each = ["Hide no coins", "Hide 1 coin", "Hide 2 coins", "Hide 3 coins"]
    assert list(buttons(HIDING, 0)) == each
    hidden = after((0, Hide(coins=2)))
    assert list(buttons(hidden, 0)) == ["Rather no coins", "Rather 1 coin", "Rather 3 coins"]


def test_a_hand_offers_the_likeliest_guess_and_the_others_in_a_menu():
    assert list(buttons(CLOSED, 0)) == ["Guess 5", "Count on your fingers"]
    assert [choice.value for choice in menu(CLOSED, 0).choices] == [*"01234", *"6789"]
    assert list(buttons(CLOSED, 2)) == ["Hurry Ann"]


def test_the_buttons_on_the_board_open_a_form_with_the_likeliest_answer():
    guess = resolve(WAYS["guess"], {}, view(CLOSED, 0), NAMES, legal(CLOSED, 0))
    assert isinstance(guess, Form)
    assert (guess.title, guess.note) == ("Guess", "You hide 2 coins.")
    (entry,) = guess.entries
    assert "0 to 9" in entry.hint
    assert [choice.label for choice in entry.choices if choice.chosen] == ["5"]
    hide = resolve(WAYS["hide"], {}, view(HIDING, 0), NAMES, legal(HIDING, 0))
    assert isinstance(hide, Form)
    assert [choice.label for choice in hide.entries[0].choices] == ["0", "1", "2", "3"]


def test_what_cannot_be_done_is_refused():
    with pytest.raises(Refusal):
        resolve(WAYS["guess"], {}, view(CLOSED, 1), NAMES, legal(CLOSED, 1))
    with pytest.raises(Refusal):
        resolve(WAYS["hide"], {}, view(CLOSED, 1), NAMES, legal(CLOSED, 1))


# --- typed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["2", "hide 2", "two coins", "put 2 coins", "Take two."])
def test_coins_are_hidden_by_a_line(line: str):
    assert typed(HIDING, 0, line) == Hide(coins=2)


@pytest.mark.parametrize("line", ["none", "hide no coins", "0", "nothing"])
def test_no_coins_are_hidden_by_a_line(line: str):
    assert typed(HIDING, 0, line) == Hide(coins=0)


@pytest.mark.parametrize("line", ["7", "guess 7", "I guess 7", "say 7!"])
def test_a_total_is_guessed_by_a_line(line: str):
    assert typed(CLOSED, 0, line) == Guess(total=7)


@pytest.mark.parametrize(
    ("seat", "line", "move"),
    [(0, "ponder", Ponder()), (0, "hm", Ponder()), (1, "hurry", Hurry()), (1, "go on", Hurry())],
)
def test_the_rest_is_a_word(seat: Seat, line: str, move: Move):
    assert typed(CLOSED, seat, line) == move


def test_unknown_line_is_no_move_and_invalid_line_is_refused():
    assert typed(CLOSED, 0, "dance with me") is None
    with pytest.raises(Refusal):
        typed(HIDING, 0, "hide many")


def test_a_player_reads_what_can_be_typed_now():
    def lines(state: State, seat: Seat) -> str:
        return can_be_typed(FACE.ways, view(state, seat), NAMES, legal(state, seat))

    assert lines(HIDING, 0) == "You can type `0`."
    assert lines(CLOSED, 0) == "You can type `0` or `ponder`."
    assert lines(CLOSED, 1) == "You can type `hurry`."
    assert lines(OVER, 1) == ""


# --- in games at random ---------------------------------------------------------------------------


def positions(seed: int) -> list[State]:
    picks = random.Random(seed)
    state: State = RULES.start(3, Options(), Chance.of(b"", seed, 1)).state
    found = [state]
    while waits_for := RULES.to_move(view(state)):
        seat = picks.choice(sorted(waits_for))
        state = RULES.play(state, seat, picks.choice(legal(state, seat).moves), Chance.tape()).state
        found.append(state)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_typed_examples_are_legal_and_written_moves_are_read_back(seed: int):
    for state in positions(seed):
        for seat in range(3):
            seen, can = view(state, seat), legal(state, seat)
            for line in examples(FACE.ways, seen, NAMES, can):
                assert typed(state, seat, line) in can.moves
            for move in can.moves:
                way = next(way for way in FACE.ways if way.move is type(move))
                for field in way.fields:
                    value = getattr(move, field.fills[0])
                    assert field.read(field.write(value, NAMES), seen, NAMES) == (value, "")


@pytest.mark.parametrize("seed", range(5))
def test_every_button_on_a_hand_leads_to_a_legal_move(seed: int):
    for state in positions(seed):
        for seat in range(3):
            seen, can = view(state, seat), legal(state, seat)
            for button in buttons(state, seat).values():
                way = WAYS[button.request.verb]
                known = {key: int(text) for key, text in button.request.args.items()}
                move = resolve(way, known, seen, NAMES, can)
                try:
                    RULES.play(state, seat, move, Chance.tape())
                except IllegalMove as refusal:
                    pytest.fail(f"{button.label}: {refusal}")


# --- stories --------------------------------------------------------------------------------------


def game(*moves: tuple[Seat, Move]) -> list[Turn]:
    """Return the turns of a revealed game with these moves; Ann guesses first."""
    return laid_out(RULES, RULES.start(3, Options(), Chance.tape([0])), moves, Chance.tape())


PLAYED = game(
    (0, Hide(coins=3)),
    (0, Hide(coins=2)),
    (1, Hide(coins=0)),
    (2, Hide(coins=1)),
    (0, Guess(total=4)),
    (1, Guess(total=3)),
    (2, Guess(total=5)),
)


def test_only_open_fists_are_a_headline():
    *before, last = [FACE.story.reveal(turn.events, NAMES) for turn in PLAYED]
    assert before == [None] * 7
    assert last is not None
    assert last.text == "The fists open: Ann 2, Ben 0 and Cat 1, 3 coins in all."


def test_ending_names_the_nearest_guess():
    assert list(FACE.story.moments(PLAYED, NAMES)) == [
        "**Nearest guess:** Ben said 3, and 3 it was."
    ]
    assert list(FACE.story.moments(PLAYED[:1], NAMES)) == [], "nobody has guessed"


def test_truth_tells_changed_coins_and_compares_guesses():
    assert list(FACE.story.truth(PLAYED, NAMES)) == [
        "**What was hidden**",
        "Ann hid 2 coins, after 3 coins.",
        "Ben hid no coins.",
        "Cat hid 1 coin.",
        "**What was said**",
        "Ann, with 2 coins in hand, guessed 4.",
        "Ben, with no coins in hand, guessed 3.",
        "Cat, with 1 coin in hand, guessed 5.",
    ]
