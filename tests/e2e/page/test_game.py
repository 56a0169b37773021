"""Whole tables, played on the playground's page in a real browser: by clicking, as everybody."""

import re
from pathlib import Path
from random import Random

from tests.actors.page.browser import needs_chromium
from tests.actors.page.clicker import Clicker, check_ending, start, table_at

pytestmark = needs_chromium


async def test_downeast_dealer_is_played_from_the_first_word_to_the_last_score(
    tmp_path: Path,
) -> None:
    players = ("Ann", "Ben", "Cat")
    likely = {"Pass": 6, "Call it": 0.2, "Keep it": 0.4, "Take the offer": 4}
    async with table_at(tmp_path, players) as (here, page):
        options = {"thief": "True", "short": "True", "pace": "live (5 min a decision)"}
        await start(page, "downeast start", options, players)
        await page.keyboard.press("Alt+Shift+1")  # all three screens side by side
        await page.keyboard.press("Alt+Shift+2")
        clicker = Clicker(here, page, Random(1), likely)
        final = await clicker.play("Ann")
        await page.goto(f"{here.playground.base}/#ann/games")
        assert re.search(r"wins? Downeast Dealer with \d+★", final), final
        assert all(re.search(rf"^\d\. {name} · .*\d+★", final, re.MULTILINE) for name in players), (
            final
        )
        await check_ending(page, players, final)
        done = clicker.pressed
        for way in ("(in the DM)", "(form: A Downeast Deal", "(form: Your sealed bid)", "My hand"):
            assert any(item.startswith(way) for item in done), done


async def test_dead_mans_chest_is_played_from_the_first_word_to_the_last_gem(
    tmp_path: Path,
) -> None:
    players = ("Ann", "Ben")
    async with table_at(tmp_path, players) as (here, page):
        await start(page, "deadman start", {}, players)
        clicker = Clicker(here, page, Random(2), {"Challenge": 2})
        final = await clicker.play("Ben")
        assert re.search("(Ann|Ben) wins Dead Man's Chest with ", final), final
        await check_ending(page, players, final)
        done = clicker.pressed
        assert done["(in the DM)"], done
        assert any(label.startswith("Challenge") for label in done), done
