"""Tests that a hand shows little at once, and that a board says whose its buttons are."""

import re
from collections.abc import Iterator

from bot.entry.requests.move_parsing import read_request
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import CHOICE_LIMIT, Button, Menu, Panel, Request, Row, Text
from bot.ui.ways.draft_kind import AnyDraftKind
from games.rules import Seat
from tests.contract.drawing import check_drawn, drawn, face_of, seen_at
from tests.contract.playing import Case, Game, Position, every_case, played

MOST_BUTTONS = 5
AMOUNT = re.compile(r"^(Bid|Raise|Raise to|Up to|Pay|Answer with|Secret limit)\b.*\d")
HEADING = re.compile(r"-# \*\*(.+)\*\*, (your move|you can also):")


def seats_at(case: Case, least: int) -> Iterator[tuple[Game, Position, Seat]]:
    found = played(case)
    for position in found.in_play(least):
        for seat in range(case.seats):
            yield found, position, seat


def buttons_of(panel: Panel) -> list[Button]:
    return [button for part in panel.parts if isinstance(part, Row) for button in part.buttons]


def begins_a_draft(request: Request, drafts: tuple[AnyDraftKind, ...]) -> bool:
    return any(request.verb.startswith(f"{kind.kind}_") for kind in drafts)


def of_the_game(panel: Panel, face: AnyFace) -> list[Button]:
    """Return the buttons that make a move or open a form for one."""
    return [
        button
        for button in buttons_of(panel)
        if not button.request.verb.startswith(frame.HOUSE)
        and not begins_a_draft(button.request, face.drafts)
    ]


def behind(game: Game, position: Position, seat: Seat, hand: Panel) -> Panel | None:
    """Return the panel behind *More…*, or None if the hand has no such button."""
    if frame.MORE not in hand.requests():
        return None
    made = read_request(
        face_of(game.case.game), seen_at(game, position, seat), frame.MORE, line=False
    )
    assert isinstance(made.made, Panel)
    return made.made


@every_case
def test_a_hand_shows_five_move_buttons_and_its_menus_at_most(case: Case):
    face = face_of(case.game)
    for game, position, seat in seats_at(case, 25):
        hand = drawn(game, position, seat)
        where = f"{case}, after move {position.number}, seat {seat}"
        labels = [button.label for button in of_the_game(hand, face)]
        assert len(labels) <= MOST_BUTTONS, f"{where}: {labels}"
        menus = [part for part in hand.parts if isinstance(part, Menu)]
        shown = sum(-(-len(menu.choices) // CHOICE_LIMIT) for menu in menus)
        assert shown <= face.hand_menus, f"{where}: {[menu.placeholder for menu in menus]}"
        last = hand.parts[-1]
        assert isinstance(last, Row)
        assert [button.label for button in last.buttons] in (["More…", "Refresh"], ["Refresh"])


@every_case
def test_what_a_hand_leaves_out_is_behind_more(case: Case):
    """A hand that shows less than there is has the button, and its panel leads back."""
    face = face_of(case.game)
    looks = [Request(aside.verb) for aside in face.asides]
    looks += [frame.ORDERS] if face.orders else []
    for game, position, seat in seats_at(case, 25):
        hand = drawn(game, position, seat)
        more = behind(game, position, seat, hand)
        reached = [*hand.requests(), *(more.requests() if more else ())]
        where = f"{case}, after move {position.number}, seat {seat}"
        offered = {way.verb for way in face.ways if game.legal(position, seat).of(way)}
        begun = {
            verb
            for kind in face.drafts
            for verb in kind.becomes
            if any(begins_a_draft(request, (kind,)) for request in reached)
        }
        assert offered <= {request.verb for request in reached} | begun, where
        assert all(look in reached for look in looks), where
        if more is not None:
            check_drawn(more, face.colour)
            assert list(more.requests())[-1] == frame.HAND, f"{where}: no way back"
            repeated = {repr(button.request) for button in of_the_game(hand, face)}
            repeated &= {repr(button.request) for button in of_the_game(more, face)}
            assert not repeated, f"{where}: shown twice"


@every_case
def test_the_primary_colour_is_never_on_an_amount(case: Case):
    face = face_of(case.game)
    for position in played(case).in_play(25):
        for seat in (None, *range(case.seats)):
            for button in of_the_game(drawn(played(case), position, seat), face):
                if button.style == "main":
                    assert not AMOUNT.search(button.label), f"{case}: {button.label}"


@every_case
def test_buttons_of_one_player_are_headed_by_their_name(case: Case):
    """Below a name are buttons that only this player may press; elsewhere none are."""
    face, names = face_of(case.game), {}
    for position in played(case).in_play(25):
        game = played(case)
        board = drawn(game, position, None)
        seen = seen_at(game, position, None)
        names = {seen.names[seat]: seat for seat in range(case.seats)}
        may = {seat: game.legal(position, seat) for seat in range(case.seats)}
        alone = len({seat for seat in may if may[seat].moves}) == 1
        heading: Seat | None = None
        for before, part in zip((None, *board.parts), board.parts, strict=False):
            if not isinstance(part, Row):
                continue
            found = HEADING.fullmatch(before.markdown) if isinstance(before, Text) else None
            heading = names[found[1]] if found else None
            for button in of_the_game(Panel([part]), face):
                way = next(way for way in face.ways if way.verb == button.request.verb)
                pressers = {seat for seat in may if may[seat].of(way)}
                where = f"{case}, after move {position.number}: {button.label}"
                if heading is None:
                    assert not alone, f"{where}: it is of {pressers} alone"
                else:
                    assert pressers <= {heading}, f"{where}: {pressers} may press it"
                    asked = heading in seen.to_move
                    assert found is not None
                    assert (found[2] == "your move") == asked, where
