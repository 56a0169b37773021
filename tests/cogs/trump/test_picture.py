"""The board picture of TRUMP The Game: its public content, its names and its alt text."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.ui.panels.panel import ALT_LIMIT
from bot.ui.panels.words import Names
from cogs.trump.pictures.pictograms import SIGNS
from cogs.trump.pictures.picture import SHORT, SIZE, paint, picture
from cogs.trump.pictures.ring import ring_of
from games.trump.cards import BOARD, PROPERTIES
from games.trump.state import Opening, Options, Over, Promise, State
from tests.games.trump.dealing import give_back, promised, will_play
from tests.games.trump.table import RULES, table

HAND = ["Any 40"]
THREE = ["Hotel Profits", "Any 40", "3 Properties"]
FOUR = (HAND, HAND, HAND, HAND)
CALLED = Names(["Ann", "Ben", "Cat", "Dan"])
HOSTILE = ("*_`~|[x](y)<@&1>#>-*_`~|[x](y)<@", "\u202e\u0000\u200b", "𝕎" * 32, "W" * 32)


def ring(state: State, names: Names = CALLED):
    return ring_of(RULES.view(state, None), names)


def alt(state: State, names: Names = CALLED) -> str:
    return picture(RULES.view(state, None), names).alt


def sale(by: int = 0) -> Opening:
    return Opening(
        number=1,
        property="Casino",
        broker=by,
        owner=None,
        by="space",
        asked=(0, 1, 2, 3),
        answered=frozenset(),
    )


def lent(by: int, to: int) -> Promise:
    """Return a promise for which an Any 40 lies open beside a player."""
    return promised(1, to, give_back(by, "Any 40", turn=40))


def pixels(state: State, names: Names = CALLED) -> Image.Image:
    return Image.open(BytesIO(paint(ring(state, names)))).convert("RGB")


def test_the_picture_shows_turn_pawns_owners_and_sale():
    shown = ring(table(*FOUR, turn=12, seat=1))
    assert (shown.title, shown.doing) == ("Turn 12", "Ben's turn")
    shown = ring(table(*FOUR, turn=41, seat=2, dealing=True))
    assert (shown.title, shown.doing) == ("Turn 41", "Cat's turn")
    assert shown.pawns == (), "they stand still for good"

    shown = ring(table(*FOUR, pawns=(0, 3, 3, 17), owners={"Hotel": 2}, gone=["Airline"]))
    assert shown.pawns == (0, 3, 3, 17)
    assert dict(zip(PROPERTIES, shown.owners, strict=True))["Hotel"] == 2
    assert [name for name, gone in zip(PROPERTIES, shown.gone, strict=True) if gone] == ["Airline"]

    shown = ring(table(*FOUR, phase=sale()))
    assert (shown.for_sale, shown.doing) == ("Casino", "For sale: Casino")


def test_money_is_painted_with_open_books_and_at_the_end():
    closed = table(*FOUR, cash=(10, 20, 30, 40))
    assert [player.money for player in ring(closed).players] == [""] * 4
    shown = table(*FOUR, cash=(10, 20, 30, 40), options=Options(books="open"))
    assert [player.money for player in ring(shown).players] == ["$10M", "$20M", "$30M", "$40M"]
    over = table(*FOUR, cash=(10, 20, 30, 40), owners={"Hotel": 0}, phase=Over(why="cards"))
    ended = ring(over)
    assert [player.money for player in ended.players] == ["$60M", "$20M", "$30M", "$40M"]
    assert [player.wins for player in ended.players] == [True, False, False, False]
    assert (ended.title, ended.doing) == ("The end", "Ann wins")

    ended = ring(table(*FOUR, phase=Over(why="passes")))
    assert ended.doing == "Ann, Ben, Cat and Dan share the win"


def test_every_player_has_a_writable_name():
    found = ring(table(*FOUR), Names(["李明", "Ben", "Ømer", "🎲🎲"])).players
    assert [player.name for player in found] == ["Seat 1", "Ben", "Omer", "Seat 4"]


@pytest.mark.parametrize("shown", [False, True])
def test_names_of_any_kind_and_length_can_be_painted(shown: bool):
    names = Names(HOSTILE)
    options = Options(books="open" if shown else "closed")
    owners: dict[str, int] = dict.fromkeys(PROPERTIES, 3)
    held = [
        promised(by + 4 * at, 0, will_play(by, "Any 40", 40)) for by in range(4) for at in range(12)
    ]
    state = table(
        *[HAND * 12] * 4,
        owners=owners,
        options=options,
        cash=(99990,) * 4,
        turn=99999,
        seat=3,
        promises=held,
    )
    found = ring(state, names)
    assert all(player.name for player in found.players)
    assert pixels(state, names).size == SIZE
    assert 0 < len(alt(state, names)) <= ALT_LIMIT


def test_a_pawn_is_painted_on_its_space_only():
    for at in range(len(BOARD)):
        elsewhere = (at + 9) % len(BOARD)
        here = pixels(table(*FOUR, pawns=(at, elsewhere, elsewhere, elsewhere)))
        gone = pixels(table(*FOUR, pawns=(elsewhere,) * 4))
        apart = ImageChops.difference(here, gone).convert("L")
        for number in range(len(BOARD)):
            most = max(apart.crop(space_box(number)).tobytes())
            changed = most > 50  # PNG compression changes colours slightly
            assert changed == (number in (at, elsewhere)), f"{at}: space {number}"


def space_box(at: int) -> tuple[int, int, int, int]:
    """Return the box of a space: 6 across, 5 down, clockwise from the upper left."""
    across = [*((n, 0) for n in range(6)), *((5, n) for n in range(1, 5))]
    back = [*((n, 4) for n in range(4, -1, -1)), *((0, n) for n in range(3, 0, -1))]
    column, row = [*across, *back][at]
    left, top = 12 + column * 172, 12 + row * 106
    return left, top, left + 172, top + 106


def test_players_can_be_told_apart_without_colour():
    greys = [
        pixels(table(*FOUR, pawns=tuple(7 if pawn == seat else 0 for pawn in range(4))))
        .crop(space_box(7))
        .convert("L")
        .point([0] * 201 + [255] * 55)
        .tobytes()
        for seat in range(4)
    ]
    assert len(set(greys)) == 4


def test_everything_drawn_changes_the_picture():
    usual = table(*FOUR, owners={"Hotel": 0})
    pictures = [paint(ring(usual))]
    for other in (
        table(*FOUR, owners={"Hotel": 1}),
        table(*FOUR, owners={"Hotel": 0, "Airline": 0}),
        table(*FOUR, owners={"Hotel": 0}, gone=["Airline"]),
        table(*FOUR, owners={"Hotel": 0}, seat=1),
        table(*FOUR, owners={"Hotel": 0}, turn=10),
        table(*FOUR, owners={"Hotel": 0}, dealing=True),
        table(*FOUR, owners={"Hotel": 0}, phase=sale()),
        table(*FOUR, owners={"Hotel": 0}, promises=[lent(1, to=2)]),
        table(*FOUR, owners={"Hotel": 0}, promises=[lent(1, to=2), lent(1, to=0)]),
        table(*FOUR, owners={"Hotel": 0}, promises=[lent(2, to=1)]),
        table(*FOUR, owners={"Hotel": 0}, options=Options(books="open")),
        table(*FOUR, owners={"Hotel": 0}, phase=Over(why="cards")),
    ):
        pictures.append(paint(ring(other)))
    assert len(set(pictures)) == len(pictures)


def test_equal_content_gives_the_same_small_picture():
    state = table(*FOUR, owners={"Hotel": 0})
    assert paint(ring(state)) == paint(ring(state))
    assert len(paint(ring(state))) < 60_000

    assert set(SIGNS) == set(PROPERTIES)
    assert set(SHORT) <= set(PROPERTIES)
    assert len({SHORT.get(name, name) for name in PROPERTIES}) == len(PROPERTIES)


def test_tr_80_open_cards_are_counted_in_the_picture_and_named_in_its_alt_text():
    plays = [promised(at, 0, will_play(3, card, 40 + at)) for at, card in enumerate(THREE)]
    state = table(HAND, HAND, HAND, THREE, promises=[lent(1, to=2), *plays])
    assert [player.open for player in ring(state).players] == [0, 1, 0, 3]
    assert "Ben has 1 open card: Any 40. Dan has 3 open cards. " in alt(state)
    assert "open" not in alt(table(*FOUR))
    none, one = pixels(table(*FOUR)), pixels(table(*FOUR, promises=[lent(1, to=2)]))
    apart = ImageChops.difference(none, one).convert("L").point([0] * 51 + [255] * 205)
    left, top, right, bottom = apart.getbbox() or (0, 0, 0, 0)  # compression changes colours a bit
    assert 30 <= right - left <= 60, "one small card, and nothing else"
    assert 40 <= bottom - top <= 46


def test_secrets_do_not_change_the_picture():
    state = table(*FOUR, owners={"Hotel": 0}, phase=sale())
    other = replace(
        state,
        hands=(("Tax",), ("Hotel Profits",), ("Any 50",), ("I'm Back",)),
        pile=tuple(reversed(state.pile)),
        sealed=(10, 20, None, 0),
        then=None,
    )
    assert picture(RULES.view(state, None), CALLED) == picture(RULES.view(other, None), CALLED)
    rich = table(*FOUR, owners={"Hotel": 0}, phase=sale(), cash=(10, 900, 20, 30))
    assert ring(rich) == ring(state)
    boxes = table(*FOUR, owners={"Hotel": 0}, phase=sale(), inside={"Hotel": 300})
    assert ring(boxes) == ring(state)
    assert alt(boxes) == alt(state)


def test_the_alt_text_describes_the_picture():
    state = table(*FOUR, turn=12, seat=1, owners={"Hotel": 0, "Casino": 0}, pawns=(1, 3, 3, 0))
    assert alt(state) == (
        "The board at turn 12, Ben's turn, in the Buying Phase. "
        "Pawns: Ann on Hotel, Ben on Casino, Cat on Casino, Dan on START. "
        "Ann owns the Hotel and the Casino. "
        "Nobody owns the Tropical Island, the Cruise Line, the Convention Center, "
        "the Office Building, the Airline and the Sports Complex."
    )

    assert "The Casino is for sale." in alt(table(*FOUR, phase=sale()))
    assert "Nobody owns anything yet." in alt(table(*FOUR))
    dealing = alt(table(*FOUR, dealing=True, gone=["Airline"], owners={"Hotel": 3}))
    assert "in the Dealing Phase" in dealing
    assert "Pawns" not in dealing
    assert "The Airline has left the game." in dealing
    over = alt(table(*FOUR, owners={"Hotel": 3}, phase=Over(why="cards"), turn=60))
    assert over.startswith("The board at the end, after 60 turns. Ann ($400M) owns nothing.")
    assert "Dan ($450M) owns the Hotel." in over
