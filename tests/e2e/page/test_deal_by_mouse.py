"""Play deal #2 of the printed rules with the mouse alone: buy on loan, play, pay, give back.

The test reads only what the page shows. A press is a click on a button, on a menu or on a choice.
Each stage is saved as a screenshot:

    SHOTS=/tmp/shots .venv/bin/python -m pytest tests/e2e/page/test_deal_by_mouse.py
"""

import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.async_api import Locator, Page, expect

from games.rules import Step, Told
from games.trump import Trump
from games.trump.events import TurnBegan
from games.trump.state import State
from tests.actors.harbor import Harbor, harbor
from tests.actors.page.browser import be, browser, needs_chromium, screen
from tests.games.trump.dealing import CASINO, HOTEL, JEFF, YOU, dealing
from tests.games.trump.table import NAMES

pytestmark = needs_chromium

CARD, TITLE, OUT = "Hotel and Casino", "Hotel + Casino", "You're Out"
MOST = 20  # presses of both players together
WIDTHS = pytest.mark.parametrize("width", [1280, 390], ids=["desktop", "phone"])

Words: TypeAlias = str | re.Pattern[str]


class Mouse:
    """Controls the mouse: presses, counts presses and takes screenshots."""

    def __init__(self, here: Harbor, page: Page, shots: Path) -> None:
        self.here, self.page, self.shots = here, page, shots
        self.who, self.presses, self.taken = "", 0, 0

    @property
    def screen(self) -> Locator:
        return screen(self.page, self.who)

    async def become(self, who: str) -> None:
        """Switch to another person, which does not count as a press."""
        self.who = who
        await self.here.settled()
        if not await self.screen.count():
            await be(self.page, who)

    def panel(self, text: Words) -> Locator:
        """Return the last message with these words."""
        return self.screen.locator(".container", has_text=text).last

    async def press(self, panel: Words, label: str) -> None:
        """Press a button on the last message with these words."""
        self.presses += 1
        await self.panel(panel).get_by_role("button", name=label, exact=True).click()
        await self.answered()

    async def answered(self) -> None:
        """Wait until a press has been served and all its results are shown."""
        await self.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        await self.here.settled()

    async def see(self, panel: Words) -> None:
        """Scroll to the last message with these words."""
        await self.panel(panel).scroll_into_view_if_needed()
        await self.panel(panel).evaluate("one => one.scrollIntoView({block: 'start'})")

    async def choose(self, panel: Words, menu: str, label: str) -> None:
        """Open a menu and choose."""
        self.presses += 2
        await self.panel(panel).locator(f".row .select[aria-label*='{menu}']").first.click()
        await self.shot(f"menu {menu}")
        await self.page.get_by_role("option", name=label).first.click()
        await self.answered()

    async def reads(self, panel: Words, *texts: str) -> None:
        """Wait until the message with these words also shows others."""
        for text in texts:
            await expect(self.panel(panel)).to_contain_text(text)

    async def shot(self, what: str) -> None:
        """Take a screenshot."""
        self.taken += 1
        name = "".join(letter if letter.isalnum() else "-" for letter in what.lower()).strip("-")
        await self.page.screenshot(path=self.shots / f"{self.taken:02}-{self.who}-{name}.png")


@asynccontextmanager
async def laid_out(
    state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, width: int
) -> AsyncGenerator[Mouse]:
    """Start a table in the position of the printed example, and show it."""
    begun = TurnBegan(seat=state.public.seat, number=state.public.turn, dealing=True)
    step = Step(state, (Told(begun),))

    def start(*_: object) -> Step[State, TurnBegan]:
        return step

    monkeypatch.setattr(Trump, "start", start)
    shots = Path(os.environ.get("SHOTS") or tmp_path) / f"{name}-{width}"
    shots.mkdir(parents=True, exist_ok=True)
    async with harbor(tmp_path, NAMES, pictures=True) as here:
        await here.table("trump", NAMES)
        async with browser(here.playground.base, where="jeff/games", width=width) as page:
            yield Mouse(here, page, shots)
        assert here.unhappy() == []


BOARD, HAND = re.compile(r"TRUMP The Game\s*table 1"), "Your hand · TRUMP"


@WIDTHS
async def test_printed_deal_2_by_mouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int):
    state = dealing([CARD, OUT], turn=33, seat=JEFF, owners={HOTEL: YOU, CASINO: JEFF})
    async with laid_out(state, tmp_path, monkeypatch, "lent", width) as mouse:
        await mouse.become("Jeff")
        await mouse.reads(BOARD, "It's Jeff's turn to play a card, offer a deal or pass.")
        await mouse.shot("his turn")
        await mouse.press(BOARD, "Deal…")
        await mouse.shot("with whom")
        await mouse.press("Who do you want", "Deal with Ann…")
        draft, promise = "A deal with Ann", "A promise"
        await mouse.reads(draft, "You give: nothing.", "There's nothing in this deal yet")
        await mouse.shot("a draft")
        await mouse.choose(draft, "You give…", "the Casino")
        await mouse.choose(draft, "You get…", "$10M")
        await mouse.reads(draft, "You give: the Casino.", "You get: $10M.")
        await mouse.shot("give and get")
        await mouse.choose(draft, "A promise", "Ann pays you money")
        await mouse.shot("a promise")
        await mouse.choose(promise, "How much", "$50M")
        await mouse.choose(promise, "which card", TITLE)
        await mouse.reads(promise, f"Ann promises to pay you $50M when Ann plays {TITLE}.")
        await mouse.shot("a promise to pay")
        await mouse.press(promise, "Add")
        await mouse.shot("a promise put in")
        await mouse.choose(draft, "A promise", "Ann gives the Casino back")
        await mouse.reads(promise, "give the Casino back to you for $10M")
        await mouse.shot("a promise to give back")
        await mouse.press(promise, "Add")
        await mouse.shot("all of it")
        await mouse.press(draft, "Propose")
        await mouse.reads("Proposed to Ann", "You give: the Casino.", "Ann answers next")
        await mouse.shot("proposed")
        of_jeff, mouse.presses = mouse.presses, 0
        await mouse.become("Ann")
        await mouse.reads(
            BOARD, "Ann hasn't answered Jeff's offer yet.", "Ann promises to pay Jeff $50M"
        )
        await mouse.shot("an offer")
        await mouse.press(BOARD, "My hand")
        await mouse.reads(HAND, "You get: the Casino.", "You promise to pay Jeff $50M")
        await mouse.shot("an offer in hand")
        await mouse.press(HAND, "Accept")
        await mouse.reads(HAND, f"{TITLE} ($120M, you then pay Jeff $50M)", "got the Casino")
        await mouse.shot("a deal")
        await mouse.press(HAND, f"Play {TITLE} ($120M)")
        await mouse.reads(
            HAND, "You paid Jeff $50M, as promised.", "handed the Casino over to Jeff"
        )
        await mouse.shot("kept in hand")
        await mouse.see(BOARD)
        await mouse.shot("kept")
        await kept(mouse)
        assert (of_jeff, mouse.presses) == (17, 3)
        assert of_jeff + mouse.presses <= MOST


@WIDTHS
async def test_deal_2_proposed_by_the_borrower(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
):
    state = dealing([CARD, OUT], turn=32, seat=YOU, owners={HOTEL: YOU, CASINO: JEFF})
    async with laid_out(state, tmp_path, monkeypatch, "borrowed", width) as mouse:
        await mouse.become("Ann")
        await mouse.press(BOARD, "My hand")
        await mouse.reads(HAND, f"{TITLE} ($120M, you need the Casino)")
        await mouse.shot("her hand")
        await mouse.press(HAND, "Deal with Jeff…")
        draft, promise = "A deal with Jeff", "A promise"
        await mouse.choose(draft, "You get…", "the Casino")
        await mouse.choose(draft, "You give…", "$10M")
        await mouse.shot("give and get")
        await mouse.choose(draft, "A promise", "You give the Casino back")
        await mouse.shot("a promise to give back")
        await mouse.reads(promise, "for $10M at the end of your turn 32")
        await mouse.press(promise, "Add")
        await mouse.choose(draft, "A promise", "You pay Jeff money")
        await mouse.choose(promise, "How much", "$50M")
        await mouse.choose(promise, "which card", TITLE)
        await mouse.press(promise, "Add")
        await mouse.shot("all of it")
        await mouse.press(draft, "Propose")
        await mouse.reads("Proposed to Jeff", "You get: the Casino.", "Jeff answers next")
        await mouse.shot("proposed")
        of_ann, mouse.presses = mouse.presses, 0
        await mouse.become("Jeff")
        await mouse.see(BOARD)
        await mouse.reads(BOARD, "Jeff gives: the Casino.", "Ann promises to pay Jeff $50M")
        await mouse.shot("an offer")
        await mouse.press(BOARD, "Accept")
        await mouse.reads(BOARD, "Ann and Jeff have a deal", "Ann may play a card that goes")
        await mouse.shot("a deal")
        of_jeff, mouse.presses = mouse.presses, of_ann
        await mouse.become("Ann")
        await mouse.see(BOARD)
        await mouse.shot("struck")
        await mouse.press(BOARD, "My hand")
        await mouse.reads(HAND, "It's a deal. Play a card that goes with it, or none.")
        await mouse.shot("a card to play")
        await mouse.press(HAND, f"Play {TITLE} ($120M)")
        await mouse.shot("kept in hand")
        await mouse.see(BOARD)
        await mouse.shot("kept")
        await kept(mouse)
        assert (mouse.presses, of_jeff) == (19, 1)
        assert mouse.presses + of_jeff <= MOST


async def kept(mouse: Mouse) -> None:
    """Assert the outcome of the deal: all sums to the dollar, and the Casino is Jeff's."""
    state = (await mouse.here.seen(1)).public.public
    assert state.cash == (470, 400, 400, 450)
    assert state.box(CASINO).owner == JEFF
    assert (state.promises, state.debts) == ((), ())
