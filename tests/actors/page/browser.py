"""Drive the system's headless Chromium on the playground's page.

    async with browser(playground.base) as page:
        await be(page, "Cat")

Mark tests that use it `needs_chromium`. An error inside the page (an exception, a 404) fails the
test at its end.

For tests of the page, and for the tour's camera.
"""

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import ConsoleMessage, Locator, Page, ViewportSize, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000  # milliseconds; generous because CI may be slow

needs_chromium = [
    pytest.mark.full,
    pytest.mark.skipif(
        CHROMIUM is None, reason=f"no browser is installed (looked for {', '.join(NAMES)})"
    ),
]


@asynccontextmanager
async def browser(
    base: str,
    *,
    where: str = "",
    width: int = 1280,
    height: int = 800,
    clean: bool = True,
    welcome: bool = False,
    **context: Any,
) -> AsyncGenerator[Page]:
    """Open the playground's page and wait until it shows somebody's screen.

    `where` is the page's own address, such as `ann/games+cat/dm`. Without `clean`, errors inside
    the page are ignored. With `welcome` the page treats its user as a first-time visitor. `context`
    is for Chromium.
    """
    async with async_playwright() as player:
        chromium = await player.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        size: ViewportSize = {"width": width, "height": height}
        page = await (await chromium.new_context(viewport=size, **context)).new_page()
        page.set_default_timeout(PATIENCE)
        trouble: list[str] = []

        def logged(message: ConsoleMessage) -> None:
            if message.type == "error":
                trouble.append(message.text)

        if not welcome:
            await page.add_init_script("localStorage.setItem('playground.welcomed', 'true')")
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", logged)
        await page.goto(f"{base}/#{where}")
        await page.locator("html[data-ready]").wait_for()
        yield page
        await chromium.close()
        assert not (clean and trouble), trouble


def rail(page: Page, name: str) -> Locator:
    """Return a person's entry in the rail, with counts in `data-pings` and `data-unread`."""
    return page.locator(f".rail [data-person={name.lower()}]")


def screen(page: Page, name: str) -> Locator:
    """Return the screen of a person."""
    return page.locator(f".pane[data-person={name.lower()}]")


def messages(page: Page) -> Locator:
    """Return all visible messages."""
    return page.locator("li.message")


async def be(page: Page, name: str) -> Locator:
    """Switch to a person and return their screen."""
    await rail(page, name).click()
    shown = screen(page, name)
    await shown.wait_for()
    return shown


async def go(on: Page | Locator, channel: str) -> None:
    """Open a channel by its name, on a page or one screen of it; the DM has the bot's name."""
    await on.locator(f".channel[data-channel-name={channel}]").click()
    await on.locator(f".channel[data-channel-name={channel}][aria-current]").wait_for()


async def begin_command(page: Page, name: str) -> Locator:
    """Type a slash command, choose it from the list and return its input line."""
    box = page.locator(".composer textarea")
    await box.fill(f"/{name}")
    await page.locator(f'.suggestion[data-name="/{name}"]').click()
    line = page.locator(f'.command-line[data-command="{name}"]')
    await line.wait_for()
    return line


async def run_command(page: Page, name: str) -> None:
    """Send a slash command that needs no options."""
    await begin_command(page, name)
    await page.keyboard.press("Enter")
