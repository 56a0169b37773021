"""Measures after each press whether the player sees what matters without scrolling.

What matters is the panel or form that the press opened or changed, or else the board: its headline,
whose move it is, and its last button. On a hand the question and the buttons matter; the cards and
the news above them may begin out of view.

For games that somebody clicks through on the page.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Locator, Page

from tests.actors.harbor import Harbor
from tests.actors.page.clicker import TITLE

PATIENCE = 20  # tenths of a second until everything is in view

# remembers what each message says, and scrolls as a player does who reads there before the press:
# until the last button is in view, and as far up to the title as the buttons stay in view
BEFORE = """node => {
    const pane = node.closest(".pane");
    if (!pane) return;  // it was just drawn again
    pane.said = new Map([...pane.querySelectorAll("li.message")]
        .map(one => [one.dataset.messageId, one.querySelector(".body").innerText]));
    const message = node.closest("li.message");
    if (!message) return;
    const scroller = pane.querySelector(".scroller");
    const room = scroller.getBoundingClientRect();
    const [last] = [...message.querySelectorAll(".row")].slice(-1);
    const below = last.getBoundingClientRect().bottom - room.bottom;
    const above = room.top - message.getBoundingClientRect().top;
    if (below > 0) scroller.scrollTop += below;
    else if (above > 0) scroller.scrollTop -= Math.min(above, -below);
}"""
# of the form, of the panel that the press changed and of the board: the one that is cut off least
AFTER = """([who, title]) => {
    const pane = document.querySelector(`.pane[data-person=${who.toLowerCase()}]`);
    const form = pane.querySelector("[role=dialog]");
    const scroller = pane.querySelector(".scroller").getBoundingClientRect();
    const room = form ? {top: 0, bottom: innerHeight} : scroller;
    const messages = [...pane.querySelectorAll("li.message")];
    const isNew = one => pane.said?.get(one.dataset.messageId)
        !== one.querySelector(".body").innerText;
    const isBoard = one => [...one.querySelectorAll("small")].some(at => at.innerText === title);
    const isPanel = one => one.dataset.ephemeral === "true" && isNew(one);
    const look = (kind, node) => {
        if (!node) return null;
        const all = [...node.querySelectorAll(".text, .row")];
        const isHand = all[0]?.innerText.startsWith("Your hand");
        const first = all.findIndex(one => one.matches(".row"));
        const parts = form ? [form] : all.slice(isHand && first > 1 ? first - 1 : 1);
        const boxes = parts.map(one => one.getBoundingClientRect());
        const rows = [...node.querySelectorAll(".row")].map(one => one.getBoundingClientRect());
        const top = Math.min(...boxes.map(box => box.top));
        const bottom = Math.max(...(form || !rows.length ? boxes : rows).map(box => box.bottom));
        return {
            kind,
            above: Math.max(0, Math.round(room.top - top)),
            below: Math.max(0, Math.round(bottom - room.bottom)),
            height: Math.round(bottom - top),
            room: Math.round(room.bottom - room.top),
            end: messages.at(-1).innerText,
        };
    };
    const looks = form
        ? [look("form", form)]
        : [look("panel", messages.filter(isPanel).at(-1)),
            look("board", messages.filter(isBoard).at(-1))];
    const [first] = looks.filter(one => one)
        .sort((one, other) => one.above + one.below - other.above - other.below);
    return first;
}"""
STILL = """who => {
    const pane = document.querySelector(`.pane[data-person=${who.toLowerCase()}]`);
    return [...pane.querySelectorAll("li.message img")].every(one => one.complete);
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """What a player sees after a press: how many pixels are cut off above and below.

    `end` is what the last message of the conversation says.
    """

    label: str
    kind: str
    above: int
    below: int
    height: int
    room: int
    end: str

    @property
    def is_cut(self) -> bool:
        return self.above > 1 or self.below > 1


@dataclass
class InView:
    """Collects a look after each press."""

    here: Harbor
    page: Page
    looks: list[Look] = field(default_factory=list[Look])

    async def before(self, who: str, node: Locator) -> None:
        """Scroll to what is pressed, as a player does."""
        await node.evaluate(BEFORE)

    async def after(self, who: str, label: str) -> None:
        """Measure when everything is drawn."""
        await self.here.settled()
        await self.page.wait_for_function(STILL, arg=who)
        look = await self._look(who, label)
        for _ in range(PATIENCE):  # a busy machine draws and scrolls late
            if not look.is_cut:
                break
            await asyncio.sleep(0.1)
            look = await self._look(who, label)
        self.looks.append(look)

    async def _look(self, who: str, label: str) -> Look:
        seen: dict[str, Any] = await self.page.evaluate(AFTER, [who, TITLE_TEXT])
        return Look(label, **seen)

    def told(self) -> str:
        """Say how many looks there were of each kind, at how many something was out of view."""
        kinds = sorted({look.kind for look in self.looks})
        return ", ".join(self._told(kind) for kind in kinds)

    def _told(self, kind: str) -> str:
        looks = [look for look in self.looks if look.kind == kind]
        cut = [look for look in looks if look.is_cut]
        worst = max((look.above + look.below for look in cut), default=0)
        return f"{kind}: {len(looks)}, cut {len(cut)} (at most by {worst} px)"


TITLE_TEXT = TITLE.split("'")[1]
