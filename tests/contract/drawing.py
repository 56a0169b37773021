"""Positions as their readers see them: the game's face inside the frame of the bot."""

from collections.abc import Iterator
from functools import cache, lru_cache

from bot.host.reading.table_view import MeetingView, News, TableView
from bot.show.deliver.public.board_pictures import picture_of, with_picture
from bot.show.draw.panels import board_panel, hand_panel
from bot.ui.face.face import AnyFace
from bot.ui.panels import custom_id
from bot.ui.panels.panel import ALT_LIMIT, Attached, Menu, Panel, Request, Row, Text
from bot.ui.panels.pics import plain
from bot.ui.panels.render import layout
from bot.ui.panels.words import Names
from games import GAMES
from games.chance import seal
from games.rules import Seat
from tests.contract.limits import BUTTON, SELECT, check_message
from tests.contract.pieces import load_face
from tests.contract.playing import SECRET, Game, Position, heard

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
LONGEST_NAMES = ("*_`~|[x](y)<@&1>#>-*_`~|[x](y)<@",) * 10  # 32 characters, Discord's maximum
NAMES_WITHIN_NAMES = ("Ann", "Ann Lee", "ann", "Anna", "An", "Lee", "Annika", "Seat 3", "7", "pass")
NOW = 1_700_000_000.0
TABLE, STEP = 123456, 4321  # large, so that the numbers in custom_ids are as long as they can get


@cache
def face_of(game: str) -> AnyFace:
    """Load the face of a game."""
    return load_face(game)


def seen_at(
    game: Game,
    position: Position,
    seat: Seat | None,
    names: tuple[str, ...] = NAMES,
    news: int = 12,
) -> TableView:
    """Return the table as one reader sees it at a position, with the news of the last moves."""
    case, rules = game.case, game.case.rules
    public = game.view(position, None)
    recent = game.positions[max(0, position.number + 1 - news) : position.number + 1]
    to_move = game.to_move(position)
    return TableView(
        rules=rules,
        id=TABLE,
        game=case.game,
        guild=10**18,
        channel=10**18 + 1,
        opener=100,
        phase="playing" if to_move else "over",
        options=case.options,
        pace="day",
        laid_open=True,
        seal=seal(SECRET),
        rev=position.number,
        step=position.number,
        names=Names(names[: case.seats]),
        people=tuple(range(100, 100 + case.seats)),
        seat=seat,
        view=game.view(position, seat),
        public=public,
        to_move=to_move,
        question=rules.question(public).key,
        until=1_800_000_000.0,
        standing=rules.standing(public),
        news=tuple(
            News(position.number, position.number, event)
            for position in recent
            for event in heard(position.step, seat)
        ),
        secret=None if to_move else SECRET,
        # the longest frame: everybody present, each with another deadline, all coming to a meeting,
        # and all but one player for ending the game
        acted=(NOW,) * case.seats,
        dues=tuple(1_800_000_000.0 + seat for seat in range(case.seats)),
        would_end=frozenset(range(case.seats - 1)),
        meeting=MeetingView(NOW + 3600.0, frozenset(range(case.seats))),
    )


def drawn(
    game: Game, position: Position, seat: Seat | None, names: tuple[str, ...] = NAMES
) -> Panel:
    """Draw the board, or the hand of a seat whose owner hasn't looked for a long time."""
    return _drawn(game, position, seat, names)


@lru_cache(maxsize=1000)
def _drawn(game: Game, position: Position, seat: Seat | None, names: tuple[str, ...]) -> Panel:
    seen = seen_at(game, position, seat, names, news=12 if seat is None else 60)
    face = face_of(game.case.game)
    return (
        board_panel.draw(face, seen, NOW)
        if seat is None
        else hand_panel.draw(face, seen, in_dm=True, now=NOW)
    )


def requests_of(panel: Panel) -> Iterator[Request]:
    """Return the game's own requests on a panel, without drafts."""
    for request in panel.requests():
        if not request.verb.startswith(("table_", *_slips())):
            yield request


@cache
def _slips() -> tuple[str, ...]:
    return tuple(f"{kind.kind}_" for game in GAMES for kind in face_of(game).drafts)


def check_drawn(panel: Panel, colour: int) -> None:
    """Check that a panel is within Discord's limits and nothing of it was cut off."""
    written = [plain(part.markdown) for part in panel.parts if isinstance(part, Text)]
    assert len("\n".join(written)) <= 4000, "the end of it would be cut off"
    hung = picture_of(panel)
    if hung is not None:
        assert 0 < len(hung.alt) <= ALT_LIMIT, "its alt text would be cut off"
        panel = with_picture(panel, Attached(hung.name, hung.alt))
    for part in panel.parts:
        if isinstance(part, Row):
            assert part.buttons, "an empty row"
            for button in part.buttons:
                assert button.label.strip() == button.label
                assert 0 < len(button.label) <= 80, f"{button.label!r} would be cut off"
        elif isinstance(part, Menu):
            assert part.choices, "a menu with nothing to choose"
            assert 0 < len(part.placeholder) <= 150, part.placeholder
            for choice in part.choices:
                assert 0 < len(choice.label) <= 100, f"{choice.label!r} would be cut off"
                assert len(choice.description) <= 100, f"{choice.description!r} would be cut off"
    found = check_message(layout(panel, TABLE, STEP, colour))
    buttons = [button for part in panel.parts if isinstance(part, Row) for button in part.buttons]
    menus = [part for part in panel.parts if isinstance(part, Menu)]
    ids = [result["custom_id"] for result in found if result["type"] == BUTTON]
    read = [custom_id.read(id) for id in ids]
    assert read == [custom_id.CustomId(TABLE, STEP, button.request) for button in buttons]
    for result in found:
        if result["type"] == SELECT:
            again = custom_id.read(result["custom_id"])
            assert again is not None
            assert (again.request, again.pick) in [(menu.request, menu.key) for menu in menus]
