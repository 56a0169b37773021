"""The welcome of the playground's page: a newcomer's one press begins a game."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.host.time.clock import ClockAhead
from games import GAMES
from tests.actors.harbor import UNHURRIED, Harbor, harbor
from tests.actors.page.browser import browser, needs_chromium, screen

pytestmark = needs_chromium

SCREENS = ((1280, 800), (390, 844))


@asynccontextmanager
async def arrived(
    folder: Path, width: int = 1280, height: int = 800
) -> AsyncGenerator[tuple[Harbor, Page]]:
    """Open the page as a newcomer, with a bot that goes by the playground's clock."""
    clock = ClockAhead()
    async with harbor(folder, 3, timing=UNHURRIED, clock=clock) as here:
        here.playground.on_clock(clock.set_ahead)
        there = here.playground.base
        async with browser(there, welcome=True, width=width, height=height) as page:
            await page.locator(".game").first.wait_for()
            yield here, page
        assert here.unhappy() == []


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_one_press_on_a_card_leads_to_a_running_game(
    width: int, height: int, tmp_path: Path
) -> None:
    async with arrived(tmp_path, width, height) as (here, page):
        for rules in GAMES.values():
            card = page.get_by_role("button", name=rules.title)
            await expect(card).to_contain_text(f"{rules.seats.start} to {rules.seats.stop - 1}")
            for picture in await card.locator("img").all():
                assert await picture.evaluate("one => one.decode().then(() => one.naturalWidth)")
        await page.get_by_role("button", name="Dead Man's Chest").click()
        await page.locator("li.message").get_by_text("To move:").wait_for()
        await expect(page.get_by_role("region", name="Welcome")).to_be_hidden()
        seen = await here.seen(1)
        assert (seen.phase, len(seen.names), len(seen.played_by_house)) == ("playing", 3, 2)
        await expect(page.locator("li.message", has_text="Only you can see this")).to_have_count(0)


async def test_without_the_choice_a_card_opens_a_table_for_others_to_join(tmp_path: Path) -> None:
    async with arrived(tmp_path) as (here, page):
        await page.get_by_role("switch", name="Fill the table and deal for me").uncheck()
        await page.get_by_role("button", name="Yankee Swap").click()
        await page.locator("li.message").get_by_role("button", name="Join").wait_for()
        seen = await here.seen(1)
        assert (seen.phase, len(seen.names)) == ("open", 1)


async def test_two_screens_side_by_side_are_one_press_and_so_is_one_alone(tmp_path: Path) -> None:
    async with arrived(tmp_path) as (_, page):
        await page.get_by_role("switch", name="Two screens side by side").check()
        await expect(screen(page, "Ann")).to_be_visible()
        await expect(screen(page, "Ben")).to_be_visible()
        control = page.get_by_role("button", name="Two screens side by side")
        await expect(control).to_have_attribute("aria-pressed", "true")
        await page.locator(".rail [data-person=cat]").click()
        await expect(screen(page, "Ben")).to_be_visible()
        await control.click()
        await expect(page.locator(".pane")).to_have_count(1)
        await expect(screen(page, "Cat")).to_be_visible()
        assert not await page.get_by_role("switch", name="Two screens side by side").is_checked()


async def test_beside_the_bell_it_becomes_an_hour_or_a_day_later(tmp_path: Path) -> None:
    async with arrived(tmp_path) as (here, page):
        await page.get_by_role("button", name="An hour later").click()
        await expect(page.get_by_role("status").last).to_have_text("It's an hour later.")
        assert here.playground.world.offset == 3600
        await page.get_by_role("button", name="A day later").click()
        await expect(page.get_by_role("status").last).to_have_text("It's a day later.")
        assert here.playground.world.offset == 25 * 3600
