"""Whatever is pressed, chosen, filled in or typed becomes a move, a question or a sentence."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.panel import Ask, Form, Names, Panel, ask, modal
from games import GAMES
from games.rules import IllegalMove, Refusal, Seat
from tests.contract.drawing import (
    NAMES,
    REV,
    TABLE,
    asks_of,
    check_drawn,
    drawn,
    face_of,
    submissions,
)
from tests.contract.limits import check_modal
from tests.contract.playing import (
    CASES,
    Case,
    Game,
    Position,
    assert_sentence,
    awaited,
    cases_of,
    played,
    steady,
    types_of,
)

every_game = pytest.mark.parametrize("game", GAMES)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def answer(game: Game, position: Position, seat: Seat, wanted: Ask) -> Any:
    """Read what a seat asks for, as the router does; a refusal's sentence is returned as text."""
    case = game.case
    view = case.rules.view(position.state, seat)
    try:
        made = face_of(case.game).read(wanted, view, Names(NAMES[: case.seats]))
    except Refusal as refusal:
        assert_sentence(str(refusal))
        return str(refusal)
    if isinstance(made, Form):
        check_modal(modal(made, TABLE, REV))
    elif isinstance(made, Panel):
        check_drawn(made, 1)
    else:
        assert isinstance(made, types_of(case.rules)["move"])
    return made


def reachable(game: Game, position: Position, seat: Seat, wanted: Ask, depth: int = 4) -> list[Any]:
    """Follow a request through the forms and panels that ask on, to moves and refusals."""
    made = answer(game, position, seat, wanted)
    if depth == 0:
        return []
    if isinstance(made, Form):
        further = submissions(made)
    elif isinstance(made, Panel):
        further = [one for one in asks_of(made) if one != wanted]
    else:
        return [made]
    return [end for one in further for end in reachable(game, position, seat, one, depth - 1)]


def allowed(case: Case, position: Position, seat: Seat, made: Any) -> bool:
    """Say whether a move is legal; if not, its refusal is a sentence."""
    if isinstance(made, str):
        return False
    try:
        case.rules.play(position.state, seat, made, case.luck(position.rev + 1))
    except IllegalMove as refusal:
        assert_sentence(str(refusal))
        return False
    return True


def is_of_use(game: Game, position: Position, seat: Seat, wanted: Ask) -> bool:
    """Say whether a request leads to a legal move, or to a panel that just tells something."""
    made = answer(game, position, seat, wanted)
    if isinstance(made, Panel) and not list(asks_of(made)):
        return True
    found = reachable(game, position, seat, wanted)
    return any(allowed(game.case, position, seat, one) for one in found)


# --- what is drawn can be pressed -----------------------------------------------------------------


@every_case
def test_whatever_is_pressed_on_the_board_is_read_for_whoever_presses_it(case: Case):
    game = played(case)
    for position in game.picked(8):
        for wanted in asks_of(drawn(game, position, None)):
            for seat in range(case.seats):
                for made in reachable(game, position, seat, wanted):
                    allowed(case, position, seat, made)


@every_game
def test_everything_on_the_board_is_of_use_to_somebody_at_some_time(game: str):
    """At some time: what nobody can pay for must stand there all the same, or it would tell."""
    useful: dict[str, bool] = {}
    for case in cases_of(game):
        for position in played(case).picked(12)[:-1]:
            for wanted in asks_of(drawn(played(case), position, None)):
                useful[wanted.verb] = useful.get(wanted.verb, False) or any(
                    is_of_use(played(case), position, seat, wanted) for seat in range(case.seats)
                )
    assert not [verb for verb, of_use in useful.items() if not of_use]


@every_case
def test_everything_on_a_hand_is_of_use_to_its_owner(case: Case):
    game = played(case)
    for position in game.picked(10):
        for seat in range(case.seats):
            for wanted in asks_of(drawn(game, position, seat)):
                assert is_of_use(game, position, seat, wanted), f"{NAMES[seat]} cannot {wanted}"


@every_case
def test_whoever_is_awaited_can_move_by_what_is_drawn_for_them(case: Case):
    """By the hand alone where the question is a private one, else by the hand or the board."""
    game, face = played(case), face_of(case.game)
    for position in game.picked(15)[:-1]:
        public = case.rules.view(position.state, None)
        for seat in case.rules.awaited(public):
            wanted = list(asks_of(drawn(game, position, seat)))
            if seat not in face.private(public):
                wanted += asks_of(drawn(game, position, None))
            assert any(
                allowed(case, position, seat, made)
                for one in wanted
                for made in reachable(game, position, seat, one)
            ), f"no button leads {NAMES[seat]} to a move"


# --- nonsense -------------------------------------------------------------------------------------

ODD = ["", " ", "0", "1", "2", "-1", "7", "21", "60", "$60", "1e9", "٣", "½", "²", "*", "no", "yes"]
ODD += ["none", "None", "seat 1", "seat 99", "Ann", "all", "50 10 10", "X", "1,1,1", "🎲", "null"]
ODD += ["9" * 400, "a:b;c=d", "'", "\\", "\n", "x" * 4000, "0x10", "1_000", "10.5", "--", "+5"]
SAID = ["pass", "bid", "raise", "look", "give", "it is", "coal", "to", "challenge", "seal", "as"]
SAID += ["sell", "buy", "deal", "offer", "stop", "redraw", "play", "take", "place", "hand", "?"]

values = st.one_of(
    st.sampled_from(ODD), st.text(max_size=12), st.integers(-(10**20), 10**20).map(str)
)
lines = st.one_of(
    st.lists(st.one_of(st.sampled_from(SAID), values, st.sampled_from(NAMES)), max_size=5).map(
        " ".join
    ),
    st.text(max_size=30),
)


def asked_anywhere(game: str) -> Iterator[Ask]:
    """Collect what is asked for on the boards and hands of a game, and by its forms."""
    for case in cases_of(game):
        for position in played(case).picked(6)[:-1]:
            for seat in awaited(case.rules, position.state):
                for wanted in asks_of(drawn(played(case), position, seat)):
                    yield wanted
                    made = answer(played(case), position, seat, wanted)
                    if isinstance(made, Form):
                        yield submissions(made)[-1]
            yield from asks_of(drawn(played(case), position, None))


@st.composite
def positions(draw: st.DrawFn, game: str) -> tuple[Game, Position, Seat]:
    """Draw a position of some game, and a seat, most often one that is awaited."""
    found = played(draw(st.sampled_from(cases_of(game))))
    position = found.positions[draw(st.integers(0, len(found) - 1))]
    waits_for = sorted(awaited(found.case.rules, position.state))
    return found, position, draw(st.sampled_from([*waits_for, *waits_for, 0, 1]))


@every_game
def test_nonsense_in_a_custom_id_a_form_or_a_command_is_answered(game: str):
    real = list({repr(one): one for one in asked_anywhere(game)}.values())
    verbs = sorted({one.verb for one in real} | {"x", "bid", "pass", "hand"})
    keys = sorted({key for one in real for key in one.args} | {"x", "amount", "cards"})

    @st.composite
    def requests(draw: st.DrawFn) -> Ask:
        one = draw(st.sampled_from(real))
        if draw(st.booleans()):
            one = Ask(draw(st.sampled_from(verbs)), one.args)
        for key in draw(st.lists(st.sampled_from([*one.args, *keys]), max_size=2)):
            one = one.with_args(**{key: draw(values)})
        gone = draw(st.sampled_from([*one.args, "nothing", "nothing"]))
        return Ask(one.verb, {key: value for key, value in one.args.items() if key != gone})

    @settings(steady, max_examples=300)
    @given(positions(game), requests())
    def check(where: tuple[Game, Position, Seat], wanted: Ask):
        found, position, seat = where
        for made in reachable(found, position, seat, wanted, depth=2):
            allowed(found.case, position, seat, made)

    check()


@every_game
def test_nonsense_that_is_typed_is_answered(game: str):
    @settings(steady, max_examples=400)
    @given(positions(game), lines)
    def check(where: tuple[Game, Position, Seat], text: str):
        found, position, seat = where
        view = found.case.rules.view(position.state, seat)
        try:
            wanted = face_of(game).typed(text, view)
        except Refusal as refusal:
            assert_sentence(str(refusal))
            return
        for made in reachable(found, position, seat, wanted, depth=2):
            allowed(found.case, position, seat, made)

    check()


@every_game
def test_an_unknown_verb_and_an_empty_line_are_no_move(game: str):
    case = cases_of(game)[0]
    position = played(case).positions[0]
    seat = min(awaited(case.rules, position.state))
    view = case.rules.view(position.state, seat)
    names = Names(NAMES[: case.seats])
    with pytest.raises(Refusal):
        face_of(game).read(ask("dance"), view, names)
    for text in ("", "   ", "dance with me"):
        with pytest.raises(Refusal):
            face_of(game).read(face_of(game).typed(text, view), view, names)
