"""Clicks whole games through the playground's page, as everybody at the table.

The simulated players know no game. They read from the board whom it waits for, become that person,
and press what is offered to them: on the board, on the notice in the DM, or under *My hand*. A form
is sent as it stands. What came to nothing is not tried again at that step. It fails if a press
changes nothing that can be seen, if nothing is left to press, or if the page says that an
interaction failed.

For whole games on the page.
"""

import re
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Protocol

from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as NotThere

from bot.show.deliver.display import Timing
from tests.actors.harbor import Harbor, harbor
from tests.actors.page.browser import be, begin_command, browser, go, screen

AT_ONCE = Timing(
    settle=0.02,
    pause=0.05,
    notice_after=0.0,
    here_for=0.0,
    house_thinks=0.0,
    picture_rest=0.02,
    emoji_pace=0.0,
)
UNCALLED = replace(AT_ONCE, notice_after=600.0, here_for=600.0)  # nobody gets a notice
MOST_TURNS = 1000
MOST_MISSED = 3  # in a game
TITLE = "small:text-is('table 1')"  # of the board; a hand says more there
TO_MOVE = re.compile(r"^To move: (.+?)(?: · .*)?$", re.MULTILINE)
OF_THE_HOUSE = {"I'm back", "My hand", "More…", "Refresh"}
BUTTON, MENU = ".row button:not(.select):enabled", ".row .select"

# what somebody sees: the messages and a form over them; nothing while a press is being served
SEEN = """name => {
    const pane = document.querySelector(`.pane[data-person=${name.toLowerCase()}]`);
    if (pane.querySelector("[aria-busy=true]")) return null;
    const parts = [...pane.querySelectorAll("li.message .body, [role=dialog]")];
    return parts.map(one => one.innerText).join("\\n");
}"""
CHANGED = f"""([name, before]) => {{
    const now = ({SEEN})(name);
    if (now?.includes("This interaction failed")) throw new Error(now);
    return now !== null && now !== before;
}}"""


@dataclass(frozen=True)
class Offer:
    """Something that may be pressed, and the words on it."""

    label: str
    node: Locator
    is_menu: bool


class PressObserver(Protocol):
    """Sees the presses of a Clicker."""

    async def before(self, who: str, node: Locator) -> None:
        """Called before somebody presses `node`."""
        ...

    async def after(self, who: str, label: str) -> None:
        """Called when everything that the press changes is shown."""
        ...


class Nobody:
    """Sees nothing."""

    async def before(self, who: str, node: Locator) -> None:
        pass

    async def after(self, who: str, label: str) -> None:
        pass


@dataclass
class Clicker:
    """Plays a table to its end; `likely` says how much some labels are liked (others: 1)."""

    here: Harbor
    page: Page
    dice: Random
    likely: Mapping[str, float]
    pressed: Counter[str] = field(default_factory=Counter[str])
    tried: set[tuple[int, str, str]] = field(default_factory=set[tuple[int, str, str]])
    observer: PressObserver = field(default_factory=Nobody)
    most: int = MOST_TURNS
    to_end: bool = True
    missed: int = 0  # times that an offer was gone before it could be pressed

    def board(self, who: str) -> Locator:
        return screen(self.page, who).locator(".container", has=self.page.locator(TITLE))

    def hand(self, who: str) -> Locator:
        """The hand that was shown to them last."""
        return screen(self.page, who).locator(".container", has_text="Your hand · ").last

    async def play(self, who: str) -> str:
        """Press what is offered until the board says who has won; return that board's text.

        The board is looked at by whoever has moved, and first by `who`.
        """
        for _ in range(self.most):
            step = await self.step(who)
            text = await self.board(who).inner_text()
            waiting = TO_MOVE.search(text)
            if waiting is None:
                return text
            who = self.dice.choice(re.split(r", | and ", waiting[1]))
            if not await screen(self.page, who).count():
                await be(self.page, who)
            await self.move(who, step)
            if not await self.board(who).count():
                await go(screen(self.page, who), "games")
        assert not self.to_end, f"no end after {self.most} turns: {text}"
        return text

    async def step(self, who: str) -> int:
        """Wait until the board shows the newest step, and return it."""
        await self.here.settled()
        step = self.here.step(1)
        drawn = self.board(who).locator(f'[data-custom-id^="1:{step}:"]').first
        await expect(drawn).to_be_attached()
        return step

    async def move(self, who: str, step: int) -> None:
        """Do one thing as somebody, on their screen."""
        offers = [
            item for item in await self.look(who) if (step, who, item.label) not in self.tried
        ]
        if not offers:  # a question took the place of the hand: begin again
            self.tried = {tried for tried in self.tried if tried[:2] != (step, who)}
            offers = await self.look(who)
        assert offers, f"nothing is left to press for {who}"
        [offer] = self.dice.choices(offers, [self.weight(offer.label) for offer in offers])
        self.tried.add((step, who, offer.label))
        self.pressed[offer.label] += 1
        await self.press(who, offer)

    def weight(self, label: str) -> float:
        liked = (weight for start, weight in self.likely.items() if label.startswith(start))
        return next(liked, 1.0)

    async def look(self, who: str) -> list[Offer]:
        """Look where something is offered: in the DM, on the board, in the hand."""
        called = screen(self.page, who).locator(".channel.dm:not([data-pings='0'])")
        if self.dice.random() < 0.4 and await called.count():
            return await self.look_in_dm(who)
        if not await self.board(who).count():  # they still look at the DM
            await go(screen(self.page, who), "games")
        on_board = await self.offers(self.board(who))
        if on_board and self.dice.random() < 0.9:
            return on_board
        await self.open_hand(who, self.board(who))
        return await self.offers(self.hand(who)) or on_board

    async def look_in_dm(self, who: str) -> list[Offer]:
        """Look at the notice that came by DM, or at the hand that it becomes."""
        await go(screen(self.page, who), "Downeast")
        self.pressed["(in the DM)"] += 1
        notice = screen(self.page, who).locator("li.message").last
        on_notice = await self.offers(notice)
        if on_notice and self.dice.random() < 0.5:
            return on_notice
        await self.open_hand(who, notice)
        return await self.offers(self.hand(who))

    async def open_hand(self, who: str, place: Locator) -> None:
        """Press *My hand* somewhere."""
        button = place.get_by_role("button", name="My hand")
        await self.observer.before(who, button)
        before = await self.page.evaluate(SEEN, who)
        await button.click()
        await self.page.wait_for_function(CHANGED, arg=[who, before])
        await self.observer.after(who, "My hand")
        self.pressed["My hand"] += 1

    async def offers(self, place: Locator) -> list[Offer]:
        """List what of the game may be pressed in a place: buttons, then menus."""
        return [
            Offer(label, place.locator(kind).nth(at), kind == MENU)
            for kind in (BUTTON, MENU)
            for at, label in enumerate(await place.locator(kind).all_inner_texts())
            if label not in OF_THE_HOUSE
        ]

    async def press(self, who: str, offer: Offer) -> None:
        """Press a button, or choose from a menu; a form that opens is sent as it is.

        A hand may be replaced between looking and pressing, on a slow machine: look again then.
        """
        page = self.page
        await self.observer.before(who, offer.node)
        before = await page.evaluate(SEEN, who)
        try:
            await offer.node.click(timeout=10_000)
        except NotThere:
            self.missed += 1
            assert self.missed <= MOST_MISSED, f"{who} cannot press {offer.label}"
            return
        if offer.is_menu:
            options = page.get_by_role("option")
            await options.nth(self.dice.randrange(await options.count())).click()
        await page.wait_for_function(CHANGED, arg=[who, before])
        await self.observer.after(who, offer.label)
        form = screen(page, who).get_by_role("dialog")
        if await form.count():
            before = await page.evaluate(SEEN, who)
            self.pressed[f"(form: {await form.get_by_role('heading').inner_text()})"] += 1
            await form.get_by_role("button", name="Submit").click()
            await page.wait_for_function(CHANGED, arg=[who, before])
            await expect(form).to_have_count(0, timeout=30_000)
            await self.observer.after(who, f"{offer.label} (sent)")


@asynccontextmanager
async def table_at(
    folder: Path,
    players: Sequence[str],
    width: int = 1600,
    height: int = 800,
    *,
    clean: bool = True,
    **more: Any,
) -> AsyncGenerator[tuple[Harbor, Page]]:
    """Open a harbor, and its page; nothing may have gone wrong there in the end."""
    async with harbor(folder, players, timing=AT_ONCE, **more) as here:
        base = here.playground.base
        async with browser(base, width=width, height=height, clean=clean) as page:
            yield here, page
        assert here.unhappy() == []


async def start(
    page: Page, command: str, options: Mapping[str, str], players: Sequence[str]
) -> None:
    """Type a `start` command with its options, have everybody sit down, and deal."""
    line = await begin_command(page, command)
    for name, value in options.items():
        await line.get_by_role("combobox", name="optional").click()
        await page.locator(f'.suggestion[data-name="{name}"]').click()
        await page.locator(f'.suggestion[data-name="{value}"]').click()
    await page.keyboard.press("Enter")
    for name in players[1:]:
        await be(page, name)
        await page.get_by_role("button", name="Join").click()
        await expect(page.locator(".container").first).to_contain_text(f", {name}")
    await page.locator("li.message").get_by_role("button", name="What's this?").wait_for()
    await page.get_by_role("button", name="Deal").click()
    await page.locator("li.message").get_by_text("To move:").wait_for()


async def check_ending(page: Page, players: Sequence[str], final: str) -> None:
    """See that everybody reads the same ending, and can read the whole story behind it."""
    for name in players:
        await be(page, name)
        board = page.locator(".container", has=page.locator(TITLE))
        await expect(board.get_by_role("button", name="Rematch")).to_be_visible()
        assert await board.inner_text() == final
    await page.get_by_role("button", name="The truth", exact=True).click()
    story = page.locator(".container", has_text="What really happened")
    await story.wait_for()
    later = story.locator("button:enabled", has_text="Later")
    while await later.count():
        before = await story.inner_text()
        await later.click()
        await expect(story).not_to_have_text(before, use_inner_text=True)
    await expect(story).to_contain_text(re.compile("|".join(players)))
