"""After each press of a game on the page, the player sees what matters without scrolling.

Played with all pictures, on a phone and on a desktop, for two dozen turns of each game. With `-s`
the test prints how many presses were measured, and at how many something was out of view.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from tests.actors.page import clicker
from tests.actors.page.browser import needs_chromium
from tests.actors.page.clicker import Clicker, start, table_at
from tests.actors.page.in_view import InView

pytestmark = needs_chromium

TURNS = 25
DESKTOP, PHONE = (1280, 800), (390, 844)
# Pixels of a board that are out of view. On a phone, Downeast's board with the auctioneer's own
# button may hide the first line of a long headline; its last line and all buttons are in view.
MOST_CUT = {DESKTOP: 1, PHONE: 30}
PLAYERS = ("Ann", "Ben", "Cat")
GAMES: Mapping[str, tuple[Mapping[str, str], Mapping[str, float]]] = {  # options, liked labels
    "deadman": ({}, {"Challenge": 2}),
    "dealt": ({}, {}),
    "downeast": ({"short": "True", "pace": "live (5 min a decision)"}, {"Pass": 6}),
    "trump": ({}, {"Pass": 3}),
    "yankee": ({}, {}),
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("game", GAMES)
async def test_what_a_press_leads_to_is_in_view(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    options, likely = GAMES[game]
    more = {"games": (game,), "pictures": True, "emojis": True}
    with patch.object(clicker, "AT_ONCE", clicker.UNCALLED):
        # a picture may be replaced while the page still loads it: that is told on the console
        async with table_at(tmp_path, PLAYERS, *size, clean=False, **more) as (here, page):
            await start(page, f"{game} start", options, PLAYERS)
            seen = InView(here, page)
            player = Clicker(here, page, Random(3), likely, observer=seen, most=TURNS, to_end=False)
            await player.play(PLAYERS[-1])
    boards = [look for look in seen.looks if look.kind == "board"]
    others = [look for look in seen.looks if look.kind != "board"]
    told = f"{game} at {size}: {seen.told()}"
    print(told)
    assert len(seen.looks) >= TURNS, told
    cut = [look for look in others if look.is_cut]
    cut += [look for look in boards if look.below > 1 or look.above > MOST_CUT[size]]
    # one late redraw on a busy machine may move what was just in view
    assert len(cut) <= 1, told
