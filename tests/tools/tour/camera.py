"""Takes pictures of single messages, as a browser draws them on a desk and on a phone.

    async with camera(base, folder) as eye:
        said = await eye.message("Ann", "games", message_id, "downeast-01-opening")

One page is open all the time, and is made wide or narrow for each picture. It is high, so that a
message is never cut; only the message itself is kept, with a little around it.
"""

import io
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Locator, Page

from tests.actors.page.browser import browser

SUFFIX = ".webp"
WIDTHS: Final[Mapping[str, int]] = {"desktop": 1280, "phone": 390}
SCREENS: Final = {"desktop": (1280, 800), "phone": (390, 844)}
HEIGHT = 2600
SHARP = 1.5  # pixels for each point: sharp where it is shown smaller, and not too heavy
COLOURS = 96  # kept of a picture; its lettering needs few
WIDEST = 690  # points of a message that are pictured: a card is not wider
ROUND = 8  # points beside what is pictured
STILL = """node => new Promise(done => {
    const seen = () => node.innerText + node.querySelectorAll("img").length;
    const drawn = () => [...node.querySelectorAll("img")].every(one => one.naturalWidth > 0);
    let before = null, since = 0;
    const look = () => {
        const now = seen();
        since = now === before && drawn() ? since + 1 : 0;
        before = now;
        since > 3 ? done() : setTimeout(look, 40);
    };
    look();
})"""
# what is there on the page and not in a picture: lines between days, the cursor, where one looks
PLAIN = """
    .divider, .tools, .edited, .lead:has(.excerpt) { display: none !important; }
    .message.joined > .gutter > .avatar { display: grid !important; }
    .message.joined > .body > .head { display: flex !important; }
    .message { margin-top: 14px !important; background: none !important; }
    .message.ephemeral { background: #1d2938 !important; }
    .reading.reading.reading.reading :is(small, .head, .lead, .only-you) {
        display: none !important;
    }
    * { caret-color: transparent !important; outline: none !important; }
"""
CLOCK = "ahead => import('/static/time.js').then(time => time.setClockOffset(ahead))"
INK = """node => {
    const cards = [...node.querySelectorAll(".container, .row > *, .body > .text")];
    const edges = cards.map(one => one.getBoundingClientRect().right);
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [left, top, right, bottom, edges.length ? Math.max(...edges) : right];
}"""


class Cut(AssertionError):
    """Something does not fit on the page that is pictured."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture that was taken: its name without width and suffix, and what is read on it."""

    name: str
    words: str


class Camera:
    """One page, and where its pictures go."""

    def __init__(self, page: Page, base: str, folder: Path) -> None:
        self.page = page
        self._base = base
        self._folder = folder

    async def message(self, who: str, channel: str, message_id: str, name: str) -> Shot:
        """Take a message as somebody sees it."""
        return await self.take(await self.find(who, channel, message_id), name)

    async def find(self, who: str, channel: str, message_id: str) -> Locator:
        """Be somebody in a channel ("dm": their direct messages), and find a message there."""
        place = f"#{who.lower()}/{channel}"
        if await self.page.evaluate("location.hash") != place:
            await self.page.evaluate("place => { location.hash = place; }", place)
        pane = self.page.locator(f".pane[data-person={who.lower()}]")
        found = pane.locator(f'li.message[data-message-id="{message_id}"]')
        await found.wait_for()
        return found

    async def take(self, what: Locator, name: str, above: int = ROUND) -> Shot:
        """Take something on the page at every width, and what is `above` it, in points."""
        for device, width in WIDTHS.items():
            await self.page.set_viewport_size({"width": width, "height": HEIGHT})
            await what.evaluate(STILL)
            await what.scroll_into_view_if_needed()
            left, top, right, bottom, ink = await what.evaluate(INK)
            if top < 0 or bottom > HEIGHT:
                raise Cut(f"{name} is {bottom - top:.0f} points high on the {device}")
            if ink > right + 1:
                raise Cut(f"{name} runs out at its right on the {device}")
            box = {
                "x": max(0, left),
                "y": max(0, top - above),
                "width": min(ink + ROUND, right, width, left + WIDEST) - max(0, left),
                "height": bottom - top + above,
            }
            made = await self.page.screenshot(clip=box, animations="disabled")  # type: ignore[arg-type]
            self._keep(name, device, made)
        await self.page.set_viewport_size({"width": WIDTHS["desktop"], "height": HEIGHT})
        return Shot(name, await self._words(what))

    async def whole(self, name: str) -> Shot:
        """Take the page as it is, as high as a screen."""
        for device, (width, height) in SCREENS.items():
            await self.page.set_viewport_size({"width": width, "height": height})
            await self.page.locator("body").evaluate(STILL)
            self._keep(name, device, await self.page.screenshot(animations="disabled"))
        return Shot(name, await self._words(self.page.locator("main")))

    async def _words(self, what: Locator) -> str:
        """Read what stands there, without the small print (who, when, which table)."""
        reading = "is => document.body.classList.toggle('reading', is)"
        await self.page.evaluate(reading, True)
        words = await what.inner_text()
        await self.page.evaluate(reading, False)
        return " ".join(words.split())

    def _keep(self, name: str, device: str, picture: bytes) -> None:
        (self._folder / f"{name}-{device}{SUFFIX}").write_bytes(small(picture))

    async def set_clock(self, ahead: float) -> None:
        """Have the page go by the playground's clock at once; it would look by itself soon."""
        await self.page.evaluate(CLOCK, ahead)


def small(picture: bytes) -> bytes:
    """Write a picture with few colours, as its lettering needs no more."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    few = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    made = io.BytesIO()
    few.convert("RGB").save(made, "WEBP", lossless=True, quality=80)
    return made.getvalue()


@asynccontextmanager
async def camera(
    base: str, folder: Path, *, where: str = "ann/games", welcome: bool = False
) -> AsyncGenerator[Camera]:
    """Open the playground's page for pictures; `welcome`: as somebody who comes first."""
    async with browser(
        base,
        where=where,
        width=WIDTHS["desktop"],
        height=HEIGHT,
        clean=False,
        welcome=welcome,
        device_scale_factor=SHARP,
        locale="en-GB",
        timezone_id="UTC",
        reduced_motion="reduce",
        bypass_csp=True,  # for the style below alone
    ) as page:
        await page.add_style_tag(content=PLAIN)
        yield Camera(page, base, folder)
