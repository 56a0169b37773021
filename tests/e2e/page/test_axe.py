"""What axe-core finds on the playground's page: nothing serious, on five screens of a real table.

It comes from npm (`make foreign` installs it), and is served to the page as a file of its own.
Where it is not installed the test is skipped, with a word, but fails where `AXE=must` is set.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.actors.harbor import harbor
from tests.actors.page.browser import be, browser, needs_chromium

pytestmark = needs_chromium

AXE = Path(__file__).parents[2] / "foreign" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


@pytest.fixture
def axe() -> Path:
    """Where axe-core is; skips where it is not installed."""
    if not AXE.exists():
        missing = "axe-core is not installed: make foreign"
        if os.environ.get("AXE") == "must":
            pytest.fail(missing)
        pytest.skip(missing)
    return AXE


async def found(page: Page) -> list[str]:
    """Say what axe finds grave about what is shown now: the rule, and each place."""
    await page.evaluate("() => window.axe ? null : import('/static/axe.min.js')")
    await page.wait_for_function("() => document.getAnimations().length === 0")
    result: Any = await page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{item['id']}: {node['html'][:160]} {node['failureSummary']}"
        for item in result["violations"]
        if item["impact"] in GRAVE
        for node in item["nodes"]
    ]


async def test_nothing_grave_is_found_on_six_screens(tmp_path: Path, axe: Path) -> None:
    """Such a fault stops people who use a keyboard or a screen reader."""
    async with (
        harbor(tmp_path, 3) as here,
        # axe measures with inline styles, which the page's policy forbids, and the console tells
        browser(here.playground.base, welcome=True, clean=False) as page,
    ):
        await page.route("**/static/axe.min.js", lambda route: route.fulfill(path=axe))
        await page.get_by_role("button", name="Downeast Dealer").wait_for()
        assert await found(page) == [], "an empty channel, with the welcome"
        await page.get_by_role("button", name="Got it").click()
        table = await here.table("downeast", ("Ann", "Ben", "Cat"))
        await here.settled()
        await page.locator(".phones .push").first.wait_for()
        assert await found(page) == [], "a board, and what the phones show"
        await be(page, (await here.mover(table)).name)
        board = page.locator(".container", has=page.get_by_text(f"table {table}", exact=True))
        await board.get_by_role("button", name="My hand").click()
        hand = page.locator("li.message.ephemeral")
        await hand.get_by_role("button", name="Refresh").wait_for()
        assert await found(page) == [], "a private hand"
        await hand.get_by_role("button", name=re.compile("^(Other|Keep it for up to)…$")).click()
        await page.get_by_role("dialog").wait_for()
        assert await found(page) == [], "a form"
        await page.keyboard.press("Escape")
        await hand.get_by_role("button", name="More…").click()
        await hand.get_by_role("button", name="Standing orders…").click()
        await hand.get_by_role("button", name="Back to my hand").wait_for()
        assert await found(page) == [], "a panel of menus"
        await page.set_viewport_size({"width": 390, "height": 800})
        assert await found(page) == [], "a phone"
        await page.get_by_role("button", name="Backstage").click()
        await page.locator(".composer textarea").fill("/")
        await page.locator(".suggestion").first.wait_for()
        assert await found(page) == [], "a phone, with the backstage and the commands"
