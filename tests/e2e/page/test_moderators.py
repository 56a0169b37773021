"""The panel of a server's settings, used on the playground's page with its menus."""

from pathlib import Path

from playwright.async_api import expect

from tests.actors.harbor import harbor
from tests.actors.page.browser import browser, messages, needs_chromium, run_command

pytestmark = needs_chromium


async def test_channels_games_and_the_limit_are_chosen_on_the_page(tmp_path: Path) -> None:
    async with harbor(tmp_path, 3) as here, browser(here.playground.base) as page:
        await run_command(page, "server settings")
        panel = messages(page).last
        await expect(panel).to_contain_text("tables can be opened in every channel")
        await panel.get_by_role("combobox", name="Channels for tables").click()
        await page.get_by_role("option", name="parlor").click()
        await page.get_by_role("button", name="Done").click()
        await expect(panel).to_contain_text("parlor, and in its threads")
        await expect(panel.get_by_role("combobox", name="Channels for tables")).to_have_text(
            "#parlor"
        )
        await panel.get_by_role("combobox", name="Games (none picked: all)").click()
        for title in ("Dealt!", "Yankee Swap"):
            await page.get_by_role("option", name=title).click()
        await page.get_by_role("button", name="Done").click()
        await expect(panel).to_contain_text("Games: Dealt! and Yankee Swap")
        await panel.get_by_role("combobox", name="Tables at once").click()
        await page.get_by_role("option", name="3 tables, open or in play").click()
        await expect(panel).to_contain_text("How many at once: 3 tables")
        await panel.get_by_role("combobox", name="Channels for tables").click()
        await page.get_by_role("option", name="parlor").click()
        await page.get_by_role("button", name="Done").click()
        await expect(panel).to_contain_text("tables can be opened in every channel")
        assert here.unhappy() == []
