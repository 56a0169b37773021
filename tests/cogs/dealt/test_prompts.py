"""Dealt!: prompts name exactly what their reader can do, in every position."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from discord import app_commands

from bot.entry.game_cog import make
from bot.entry.requests.move_parsing import read_request, read_typed
from bot.ui.panels.panel import Panel, Request
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.dealt import FACE
from cogs.dealt.read import RUN
from games.dealt.cards import place
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import mover, to_beat
from games.dealt.views import View
from games.rules import Refusal
from tests.cogs.dealt.face import NAMES, drawing_table, offered, told, typed
from tests.cogs.terms import help_of
from tests.contract.asking import table_of, typed_by
from tests.contract.drawing import face_of
from tests.contract.playing import Case, Game, Position, cases_of, played
from tests.games.dealt.table import ANN, BEN, CAT, RULES, Table

every_case = pytest.mark.parametrize("case", cases_of("dealt"), ids=str)

Moves = list[Move]


def sizes(moves: Moves) -> set[int]:
    return {len(move.cards) for move in moves if isinstance(move, Play)}


def are(*kinds: type) -> Callable[[View, Moves], bool]:
    """Say whether moves of each of these kinds are legal."""
    return lambda view, moves: set(kinds) <= {type(move) for move in moves}


def cards_at_once(*some: int) -> Callable[[View, Moves], bool]:
    return lambda view, moves: sizes(moves) == set(some) and not to_beat(view.up)


So = tuple[str, Callable[[View, Moves], bool]]

HOW_IT_STANDS: list[So] = [  # phrases of a prompt, and the check that each is true
    (r"\*\*You lead\.\*\* ", lambda view, moves: not view.up.trick and view.up.leader == view.seat),
    (r"\*\*Your turn\.\*\* ", lambda view, moves: bool(view.up.trick) and not view.up.drawing),
    (r"To beat: \w+'s [^.]+\. ", lambda view, moves: bool(to_beat(view.up))),
    (r"\w+ led a REDRAW, so any combination will do\. ", lambda view, moves: not to_beat(view.up)),
    (
        r"[Yy]ou have nothing higher(?: and |, so )",
        lambda view, moves: not sizes(moves) and bool(to_beat(view.up)),
    ),
    (r"[Yy]our reserve is empty, so ", lambda view, moves: not view.up.reserves[view.seat or 0]),
]
CAN_BE_DONE: list[So] = [
    (r"You drew \*\*[^*]+\*\* \([^)]+\)\. Where does it go\?", are(Place)),
    (r"one, two or three neighbouring cards", cards_at_once(1, 2, 3)),
    (r"one or two neighbouring cards", cards_at_once(1, 2)),
    (r"one or three neighbouring cards", cards_at_once(1, 3)),
    (r"one card", cards_at_once(1)),
    (r"something higher", lambda view, moves: sizes(moves) != set() and bool(to_beat(view.up))),
    (r"a STOP", are(PlayStop)),
    (r"a REDRAW", are(PlayRedraw)),
    (r"(?:,? or )?[Tt]ake a reserve card", are(TakeReserve)),
]
GLUE = re.compile(r"(?:[Pp]lay|or|[ ,.])*")

NOT_ASKED = [
    r"It's (?P<now>\w+)'s turn(?: to lead)?\.",
    r"You've already had your turn in this trick\. It's (?P<now>\w+)'s turn\.",
    r"You're out of cards and safe this round\. It's (?P<now>\w+)'s turn(?: to lead)?\.",
    r"(?P<now>\w+) is still placing cards drawn for a REDRAW\.",
    r"(?:You're out of cards and safe this round\. )?Round \d+\. (?P<now>\w+) leads a new trick\.",
    r"(?:You're out of cards and safe this round\. )?Round \d+\. To beat: \w+'s [^.]+\.",
    r"(?:You're out of cards and safe this round\. )?Round \d+\. \w+ led a REDRAW, so any \D+\.",
    r"\w+ (?:took the trick|led a REDRAW and nobody played a combination), so (?P<now>\w+) draws"
    r" for (?:the REDRAW|both REDRAWs): \d cards? to go\.",
]


def promised(said: str, view: View, moves: Moves) -> int:
    """Assert that each phrase of a prompt is true; return how many moves it named."""
    rest, named = said, 0
    for words, is_so in HOW_IT_STANDS + CAN_BE_DONE:
        rest, found = re.subn(words, "", rest)
        if found:
            assert is_so(view, moves), f"{said!r} says {words!r} of {view}"
            named += (words, is_so) in CAN_BE_DONE
    assert GLUE.fullmatch(rest), f"{said!r} says what is not in the table: {rest!r}"
    return named


def looked_at(case: Case) -> Iterator[tuple[Game, Position]]:
    game = played(case)
    for position in game.in_play(120):
        yield game, position


@every_case
def test_prompt_names_exactly_what_its_reader_can_do(case: Case):
    names = Names(["Ann", "Ben", "Cat", "Dan", "Eve"][: case.seats])
    for game, position in looked_at(case):
        for seat in range(case.seats):
            view, moves = game.view(position, seat), list(game.legal(position, seat).moves)
            for said in {
                FACE.asked.situation(view, names),
                plain(FACE.draw.hand(view, names).headline),
            }:
                if seat in game.to_move(position):
                    assert promised(said, view, moves), f"{said!r} asks for nothing"
                    kinds = {type(move) for move in moves}
                    to_play = re.sub(r"led a REDRAW|You drew \*\*[^*]+\*\*", "", said)
                    assert ("a STOP" in to_play) == (PlayStop in kinds)
                    assert ("a REDRAW" in to_play) == (PlayRedraw in kinds)
                    assert ("ake a reserve card" in said) == (TakeReserve in kinds)
                else:
                    found = [match for words in NOT_ASKED if (match := re.fullmatch(words, said))]
                    assert len(found) == 1, f"{said!r} is said to who is not asked"
                    if now := found[0].groupdict().get("now"):
                        assert now == names[mover(view.up) or 0]
        public = game.view(position, None)
        assert any(re.fullmatch(words, FACE.asked.situation(public, names)) for words in NOT_ASKED)


def test_a_prompt_that_promises_too_much_would_be_caught():
    table = Table("5 1", "3 2 1", "10 3", reserves=("", "7", "")).play(ANN, 1)
    moves = table.legal(BEN)
    view = table.view(BEN)
    before = "**Your turn.** To beat: Ann's 5. "
    assert promised(f"{before}Play something higher or take a reserve card.", view, moves)
    for said in ("Play a STOP.", "Play one card.", "Sing a song.", "Nothing you hold is higher: ."):
        with pytest.raises(AssertionError):
            promised(before + said, view, moves)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("9", "**You lead.** Play one card."),
        ("9 1 9", "**You lead.** Play one card."),
        ("9 8 Redraw", "**You lead.** Play one or two neighbouring cards or a REDRAW."),
        (
            "7 7 7 Stop Redraw",
            "**You lead.** Play one, two or three neighbouring cards, a STOP or a REDRAW.",
        ),
        ("Stop", "**You lead.** Play a STOP."),
    ],
)
def test_the_prompt_of_a_leader_names_stop_and_redraw_where_they_are_held(hand: str, said: str):
    table = Table(hand, "4 2", "10 3", reserves=("12 5", "", ""))
    assert FACE.asked.situation(table.view(ANN), NAMES) == said
    assert FACE.draw.hand(table.view(ANN), NAMES).headline == said


def test_hand_says_what_is_possible_without_a_legal_play():
    for hand, reserve, said in (
        ("4 2 Stop", "7", "nothing higher, so play a STOP or take a reserve card."),
        ("4 2 Stop", "", "nothing higher and your reserve is empty, so play a STOP."),
        ("4 2", "7", "nothing higher, so take a reserve card."),
    ):
        table = Table("12", hand, "10 3", reserves=("", reserve, "")).play(ANN, 1)
        situation = FACE.asked.situation(table.view(BEN), NAMES)
        assert situation == f"**Your turn.** To beat: Ann's 12. You have {said}"


def test_dl_26_why_somebody_draws_for_a_trick_that_nobody_took():
    table = Table("Redraw 5", "Redraw 2", "5 5", reserves=("", "", "7"), pile="1 2 3 4 5 6")
    table.redraw(ANN).redraw(BEN).take(CAT, 7)
    assert FACE.draw.board(table.view(None), NAMES).headline == (
        "Ann led a REDRAW and nobody played a combination, so Ann draws for both REDRAWs:"
        " 6 cards to go."
    )
    for to, said in (
        (BEN, "Ann led the REDRAW, so Ann had"),
        (ANN, "You led the REDRAW, so you had"),
    ):
        assert f"{said} to draw 6 cards for both REDRAWs." in FACE.tell.sentences(
            table.events, NAMES, to
        )


def test_dl_26_why_a_led_redraw_keeps_the_lead_is_told_once():
    table = Table("Redraw 5", "Redraw 2", "5 5", reserves=("", "", "7"), pile="1 2 3 4 5 6")
    table.redraw(ANN).redraw(BEN).take(CAT, 7).place(ANN, *range(6))
    assert told(table, None)[3:5] == [
        "Nobody played a combination, so nobody took the trick.",
        "Ann had to draw 6 cards for both REDRAWs.",
    ]
    assert told(table, None)[-2:] == [
        "Ann put the last drawn card at F.",
        "Ann led the REDRAW and nobody played a combination, so Ann leads again.",
    ]
    assert (
        told(table, ANN)[-1]
        == "You led the REDRAW and nobody played a combination, so you lead again."
    )


@pytest.mark.parametrize(
    ("hands", "acts", "why"),
    [
        (
            ("Stop", "4 2", "3 1"),
            ("stop",),
            "The player who should lead is out of cards, so the lead passes to the right: "
            "Cat leads.",
        ),
        (("9 8", "Stop 2", "3 1"), ("1", "stop"), "Ben played the STOP, so Ben leads."),
        (
            ("3 1", "4 2", "5"),
            ("1", "1", "1"),
            "Ben played the highest combination of those who still have cards, so Ben leads.",
        ),
    ],
)
def test_dl_19_why_somebody_leads_is_told(hands: tuple[str, ...], acts: tuple[str, ...], why: str):
    table = Table(*hands)
    for seat, act in enumerate(acts):
        table.stop(seat) if act == "stop" else table.play(seat, int(act))
    assert told(table, None)[-1] == why


@every_case
def test_whoever_is_to_move_is_asked_in_private_and_no_custom_id_reveals_a_hand(case: Case):
    for game, position in looked_at(case):
        assert FACE.private(game.view(position, None)) == game.to_move(position)
        for seat in range(case.seats):
            view: View = game.view(position, seat)
            for part in offered(view):
                for wanted in Panel([part]).requests():
                    known = {key: text for key, text in wanted.args.items() if key[0] != "*"}
                    assert set(known) <= {"card", "gap", "said"}
                    assert re.fullmatch("[A-W](-[A-W])?", known.get("said", "A")), "no card"
                    if "card" in known:
                        assert known["card"].strip('"') in map(str, view.up.reserves[seat])


# --- a letter means one thing to one question -----------------------------------------------------


@every_case
def test_letter_means_a_place_only_while_placing_a_drawn_card(case: Case):
    meant: dict[str, tuple[int, bool]] = {}
    for game, position in looked_at(case):
        (seat,) = game.to_move(position)
        view: View = game.view(position, seat)
        draws = view.up.drawing is not None
        key = RULES.question(game.view(position, None)).key
        assert meant.setdefault(key, (seat, draws)) == (seat, draws)
        for at in range(1, len(view.hand) + 2):
            made = typed_by(game, position, seat, place(at))
            if draws:
                assert made == Place(gap=at - 1)
            elif at <= len(view.hand) and not isinstance(made, str):
                card = view.hand[at - 1]
                if isinstance(made, Play):
                    assert (made.first, made.cards) == (at, (card,))
                else:
                    assert card == {PlayStop: "Stop", PlayRedraw: "Redraw"}[type(made)]
                    assert made.position == at


def test_typed_line_of_a_player_who_is_not_asked_is_refused():
    table = drawing_table()
    assert typed(table, ANN, "A") == Place(gap=0)
    for seat in (BEN, CAT):
        assert typed(table, seat, "A") is None
        assert typed(table, seat, "left") is None


# --- as it is written -----------------------------------------------------------------------------


def test_cards_can_be_typed_as_the_strip_writes_them():
    table = Table("7 7 X 8 Stop Redraw", "1 1", "2 2")
    pair = Play(first=1, cards=(7, 7), values=(7, 7))
    for text in ("A:7 B:7", "play A:7, B:7", "A:7-B:7", "A:7 B", "A–B", "B-A"):
        assert typed(table, ANN, text) == pair, text
    for text in ("C:X", "C:x as 12", "x", "the X", "X as 12", "play x"):
        assert typed(table, ANN, text) == Play(first=3, cards=("X",), values=(12,)), text
    assert typed(table, ANN, "E:STOP") == typed(table, ANN, "STOP") == PlayStop(position=5)
    assert typed(table, ANN, "F:REDRAW") == typed(table, ANN, "REDRAW") == PlayRedraw(position=6)
    with pytest.raises(Refusal, match=r"^Your card at A is a 7\.$"):
        typed(table, ANN, "A:8 B:7")


def test_one_of_two_x_is_named_by_its_letter():
    table = Table("7 X 1 X", "1 1", "2 2")
    with pytest.raises(Refusal, match=r"You have an X at B and D\. Type the letter of one"):
        typed(table, ANN, "play x")
    with pytest.raises(Refusal, match="You have no X in your hand"):
        typed(Table("7 1", "1 1", "2 2"), ANN, "play x")


def test_a_drawn_card_may_be_named_and_is_not_taken_for_a_place():
    table = Table("9 8 3", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 Stop 6")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1)
    for text in ("put the 4 at B", "Put the 4 at B", "4 to B", "place it at B", "B"):
        assert typed(table, ANN, text) == Place(gap=1), text
    assert typed(table, ANN, "Put the 4 at the right end") == Place(gap=2)
    for text, why in (
        ("put the 4", "go. Type a letter from `A` to `C`, or `left` or `right`"),
        ("place", "Where does the 4 go"),
        ("put the 9 at B", "The card you drew is a 4"),
    ):
        with pytest.raises(Refusal, match=why):
            typed(table, ANN, text)
    table.place(ANN, 0)
    assert typed(table, ANN, "put the STOP at the left end") == Place(gap=0)


def test_reserve_cards_are_typed_as_the_board_writes_them():
    table = Table("12 1", "4 2", "10 3", reserves=("", "STOP REDRAW".title(), "")).play(ANN, 1)
    assert typed(table, BEN, "reserve STOP at A") == TakeReserve(card="Stop", gap=0)
    assert typed(table, BEN, "take the REDRAW, left") == TakeReserve(card="Redraw", gap=0)
    assert typed(table, BEN, "take Redraw,c") == TakeReserve(card="Redraw", gap=2)


def test_letters_are_letters_and_digits_digits():
    table = Table("7 7 X 8", "1 1", "2 2")
    for text in ("Ａ", "ª", "Ⓐ", "А", "A²", "Ａ-Ｂ", "C as １"):
        with suppress(Refusal):
            assert typed(table, ANN, text) is None, text


# --- refusals while one is asked ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "text", "said"),
    [
        (
            "7 7 X",
            "play",
            "Name your cards by their letters. You can type `A`, `A-B` or ",
        ),
        ("7 9", "play", "Name your cards by their letters. You can type `A`."),
        ("7 9", "C", "Your cards are A to B. You can type "),
        ("9", "D", "You have only one card, at A. You can type "),
        ("7 X 2", "A-C", "7 X 2 can't be a combination, whatever number the X is."),
        (
            "7 9 1",
            "A C",
            "You can play only one, two or three neighbouring cards. You can type ",
        ),
        ("7 X 9", "B as 3 4", "Give one number for the X."),
        ("X X 9", "A-B as 3", "Give a number for each of the 2 cards."),
        ("X X 9", "A-C as 3", "Give a number for each of the 3 cards, or just for each X."),
        ("7 X 9", "A-B as 3 4 5", "Give a number for each of the 2 cards, or just for the X."),
        ("7 7 9", "A-B as 3", "A number card counts as itself. Only an X can be another"),
        ("Stop 9 Stop", "stop B", "Your STOPs are at A and C."),
        ("9 Stop", "play B", "B is your STOP. To play it, type `stop B`."),
    ],
)
def test_unreadable_line_is_refused_with_the_facts(hand: str, text: str, said: str):
    with pytest.raises(Refusal) as refusal:
        typed(Table(hand, "1 1", "2 2"), ANN, text)
    assert str(refusal.value).startswith(said)
    table = Table(hand, "1 1", "2 2")
    for line in re.findall("`([^`]+)`", str(refusal.value)):
        assert typed(table, ANN, line) in table.legal(ANN)


def test_a_card_for_an_empty_hand_has_one_place():
    table = Table("Redraw", "Stop 2", "3 1", pile="4 5 6").redraw(ANN).stop(BEN)
    assert typed(table, ANN, "place") == typed(table, ANN, "A") == Place(gap=0)
    with pytest.raises(Refusal, match="Your hand is empty, so it can only go at A"):
        typed(table, ANN, "B")


@every_case
def test_a_form_says_how_many_cards_can_be_played_and_no_other_number(case: Case):
    counted = {"one": 1, "two": 2, "three": 3}
    for game, position in looked_at(case):
        for seat in game.to_move(position):
            view, moves = game.view(position, seat), list(game.legal(position, seat).moves)
            hint = RUN.hint(view, {})
            assert {counted[word] for word in re.findall(r"\w+", hint) if word in counted} == (
                sizes(moves)
            )
            assert not re.search("[0-9]", hint)


# --- what is only looked at -----------------------------------------------------------------------


def test_whatever_can_be_looked_at_has_a_command_and_a_line():
    router = None  # commands are made, and none is called
    group = make(FACE, router).app_command  # type: ignore[arg-type]
    assert isinstance(group, app_commands.Group)
    game = played(cases_of("dealt")[0])
    (position,) = game.in_play(1)[:1]
    for aside in FACE.asides:
        command = group.get_command(aside.verb)
        assert command is not None
        assert command.description == aside.help
        assert f"`{aside.verb}`" in help_of(FACE)
        for seat in range(game.case.seats):  # to move or not
            seen = table_of(game, position, seat, tuple(NAMES))
            shown = aside.panel(seen.view, seen.names)
            for text in (aside.verb, aside.verb.upper(), aside.label, f"`{aside.verb}`"):
                made = read_typed(face_of("dealt"), seen, text).made
                assert isinstance(made, Panel)
                assert made.text() == shown.text()
            made = read_request(face_of("dealt"), seen, Request(aside.verb), line=True).made
            assert isinstance(made, Panel)
            assert made.text() == shown.text()
