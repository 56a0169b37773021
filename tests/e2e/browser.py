"""A real browser at the playground's page: the Chromium of this machine, without a window.

    async with browser(playground.base) as page:
        await be(page, "Cat")

A test that wants one is marked `needs_chromium`. What goes wrong inside the page (an exception, a
request that finds nothing) fails the test at the end.
"""

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import ConsoleMessage, Error, Locator, Page, async_playwright

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
PATIENCE = 60_000  # milliseconds; a machine may be slow, what is waited for comes

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
) -> AsyncGenerator[Page]:
    """Open the playground's page and wait until it shows somebody's screen.

    `where` is the page's own address: `ann/games+cat/dm`. Without `clean`, what goes wrong inside
    the page is let pass. `welcome`: as somebody who is there for the first time.
    """
    async with async_playwright() as player:
        chromium = await player.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = await chromium.new_context(viewport={"width": width, "height": height})
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        trouble: list[str] = []

        def crashed(error: Error) -> None:
            trouble.append(str(error))

        def logged(message: ConsoleMessage) -> None:
            if message.type == "error":
                trouble.append(message.text)

        if not welcome:
            await page.add_init_script("localStorage.setItem('downeast.welcomed', 'true')")
        page.on("pageerror", crashed)
        page.on("console", logged)
        await page.goto(f"{base}/#{where}")
        await page.locator("html[data-ready]").wait_for()
        yield page
        await chromium.close()
        assert not (clean and trouble), trouble


def rail(page: Page, name: str) -> Locator:
    """Find somebody in the rail, with what waits for them in `data-pings` and `data-unread`."""
    return page.locator(f".rail [data-person={name.lower()}]")


def screen(page: Page, name: str) -> Locator:
    """Find the screen of somebody who is shown."""
    return page.locator(f".pane[data-person={name.lower()}]")


def messages(page: Page) -> Locator:
    """Find all messages that are shown."""
    return page.locator("li.message")


async def be(page: Page, name: str) -> Locator:
    """Become somebody, and return their screen."""
    await rail(page, name).click()
    shown = screen(page, name)
    await shown.wait_for()
    return shown


async def go(page: Page, channel: str) -> None:
    """Go to a channel by its name; the DM is called as the bot is."""
    await page.locator(f".channel[data-channel-name={channel}]").click()
    await page.locator(f".channel[data-channel-name={channel}][aria-current]").wait_for()


async def begin_command(page: Page, name: str) -> Locator:
    """Type a slash command's name and take it from the list; return its line."""
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
