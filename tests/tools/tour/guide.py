"""Plays a plan through the bot, as people at the playground, and has its stages pictured.

What is looked for is found by what a press means (its custom_id), by who sees a message and by the
small print of a board, never by sentences: whatever a game says, its tour is the same. The luck of
each table is the plan's: the secret, and what is mixed into it, which otherwise no two runs share.
"""

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bot.host.proof import luck
from bot.host.seating import seats
from bot.host.time.clock import ClockAhead
from bot.show.deliver.display import Timing
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Picture
from bot.ui.panels.pics import all_pics
from games import GAMES
from playground.tests.user import Json, Outcome, User, pictures_in, pressable
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import NOTHING, board_of
from tests.contract.drawing import face_of
from tests.tools.tour.camera import Camera, Shot
from tests.tools.tour.plan import MIXED_IN, PEOPLE, Plan, Stage, draft_buttons

CHANNEL = "games"
LOADING = 1 << 7
EIGHTEEN, DAY = 18 * 3600, 86_400
PATIENCE = 60.0
WHILE = 900.0  # seconds: who has not come by then is written to
LONG = 1200.0  # seconds after which an open hand is no longer kept true
TIMING = Timing(
    settle=0.02,
    pause=0.03,
    notice_after=600.0,
    here_for=600.0,
    house_thinks=0.0,
    retry=0.3,
    reading=0.0,
    picture_rest=0.05,
    emoji_pace=0.0,
)


class Strayed(AssertionError):
    """The bot is not where the plan says it would be."""


@dataclass(frozen=True, slots=True)
class View:
    """A picture in the album, and the sentence about it."""

    shot: Shot
    slug: str
    says: str


@dataclass
class Chapter:
    """The pictures of one game, or of the house."""

    key: str
    title: str
    views: list[View] = field(default_factory=list[View])

    def name(self, slug: str) -> str:
        """Name the next picture."""
        return f"{self.key}-{len(self.views) + 1:02}-{slug}"


@asynccontextmanager
async def quay(
    games: Sequence[str] = tuple(GAMES), *, emojis: bool = True
) -> AsyncGenerator[Harbor]:
    """Open a playground for pictures: the small ones are there, and its clock is everybody's.

    Without `emojis` the small ones are missing, which is quicker.
    """
    with TemporaryDirectory() as folder:
        clock = ClockAhead()
        given: dict[str, Any] = {"games": games, "emojis": emojis, "pictures": True}
        async with harbor(Path(folder), PEOPLE, timing=TIMING, clock=clock, **given) as here:
            here.playground.on_clock(clock.set_ahead)
            there = here.playground.world.emojis
            await here.until(lambda: not emojis or len(there) >= len(all_pics()), 60)
            yield here


async def to_evening(here: Harbor, eye: Camera) -> None:
    """Let it be the next 18:00, so that times read alike in every run."""
    world = here.playground.world
    world.set_ahead(world.offset + (EIGHTEEN - world.now()) % DAY)
    await eye.set_clock(world.offset)


@contextmanager
def luck_of(plan: Plan) -> Generator[None]:
    """Have a table that is played meanwhile meet the luck of its plan."""
    secrets = SimpleNamespace(token_bytes=lambda _: plan.secret)  # type: ignore[misc]

    def fixed(mixed: str, message: int) -> int:
        return MIXED_IN

    with patch.object(seats, "secrets", secrets), patch.object(luck, "fixed_by", fixed):
        yield


class Guide:
    """Plays one plan, and has its stages pictured."""

    def __init__(self, here: Harbor, eye: Camera, plan: Plan, chapter: Chapter) -> None:
        self.here, self.eye, self.plan, self.chapter = here, eye, plan, chapter
        self.users = [here.users[name] for name in PEOPLE[: plan.seats]]
        self.first = self.users[0]
        self.table = 0

    async def play(self) -> None:
        """Play it from the opening to its end, or as far as it goes."""
        with luck_of(self.plan):  # to the end, whose stories play the game once more
            await self._sit_down()
            await self._deal()
            for number in range(len(self.plan.turns) + 1):
                for stage in self.plan.stages:
                    if stage.after == number:
                        await self._stop(stage)
                if number < len(self.plan.turns):
                    await self._move(number)
            await self._end()

    async def skip(self, moves: int) -> None:
        """Deal, and play so many moves without a picture."""
        with luck_of(self.plan):
            await self._sit_down()
            await self._deal()
            for number in range(min(moves, len(self.plan.turns))):
                await self._move(number)
        await self.here.settled()

    # --- a game ---

    async def _sit_down(self) -> None:
        await self.first.command(f"{self.plan.game} start", channel=CHANNEL)
        self.table = self.here.rows("SELECT max(id) AS id FROM tables")[0]["id"]
        for user in self.users[1:]:
            if user is self.users[-1]:
                says = "The opening: what is played, on which terms, and who is there so far."
                await self._picture_board("opening", says)
            async with asyncio.timeout(PATIENCE):
                while int(user.id) not in (await self.here.seen(self.table)).people:
                    await self._press(user, frame.JOIN.verb)

    async def _deal(self) -> None:
        async with asyncio.timeout(PATIENCE):  # the seal is posted first
            while (await self.here.seen(self.table)).phase == "open":
                await self._press(self.first, frame.DEAL.verb)
                await self.here.settled()  # until the message of the deal is posted
        options = (await self.here.seen(self.table)).options
        if options != self.plan.options:
            raise Strayed(f"table {self.table} plays on {options}, not on {self.plan.options}")

    async def _press(self, user: User, verb: str) -> Outcome:
        await self.here.settled()
        return await user.click(await self._board(user), custom_id=verb)

    async def _move(self, number: int) -> None:
        turn = self.plan.turns[number]
        await self.here.services.host.moves.play(
            self.table,
            int(self.users[turn.seat].id),
            turn.move,
            drawn_at=None,
            holds="key",
            receipt=int(self.here.playground.world.snowflake()),  # by the playground's clock
        )

    async def pass_time(self, seconds: float) -> None:
        """Let time pass at the playground, and whatever is due by then be done."""
        world, services = self.here.playground.world, self.here.services
        await self.here.settled()  # a request on its way would arrive with an expired token
        world.set_ahead(world.offset + seconds)
        await self.eye.set_clock(world.offset)
        await services.deadlines.tick()
        await self.here.settled()
        await services.notices.tick()
        await self.here.settled()

    # --- what is seen ---

    async def _board(self, user: User) -> Json:
        await self.here.settled()
        return await self.here.board(user, self.table)

    async def _complete(self, user: User) -> Json:
        """Wait for a board with its picture, where it has one."""
        table = await self.here.seen(self.table)
        if table.phase == "playing":
            face = face_of(self.plan.game)
            parts = face.draw.board(table.public, table.names).parts
            for alt in [part.alt for part in parts if isinstance(part, Picture)]:
                await user.until(lambda alt=alt: self._has_picture(user, alt))
        return await self._board(user)

    def _has_picture(self, user: User, alt: str) -> bool:
        pictures = pictures_in(board_of(user, self.table) or NOTHING)
        return alt in [picture["description"] for picture in pictures]

    async def _picture(
        self, slug: str, says: str, user: User, message: Json, channel: str = CHANNEL
    ) -> None:
        await user.until(lambda: not user.messages[message["id"]]["flags"] & LOADING)
        await self.here.settled()
        name = self.chapter.name(slug)
        shot = await self.eye.message(user.name, channel, message["id"], name)
        self.chapter.views.append(View(shot, slug, says))

    async def _picture_board(self, slug: str, says: str) -> None:
        await self._picture(slug, says, self.first, await self._complete(self.first))

    async def _picture_answer(self, slug: str, says: str, user: User, outcome: Outcome) -> None:
        if outcome.said is None:
            raise Strayed(f"{slug} of {self.plan.game} was answered with nothing: {outcome}")
        await self._picture(slug, says, user, outcome.said)

    # --- stages ---

    async def _stop(self, stage: Stage) -> None:
        await self.here.settled()
        user = self.first if stage.seat is None else self.users[stage.seat]
        match stage.kind:
            case "board":
                await self._picture_board(stage.kind, stage.says)
            case "round":
                await self._picture(stage.kind, stage.says, user, await self._round(user))
            case "notice":
                await self.pass_time(WHILE)
                notice = user.newest[await user.open_dm()]
                await self._picture(stage.kind, stage.says, user, notice, "dm")
            case "hand":
                outcome = await self._press(user, frame.HAND.verb)
                await self._picture_answer(stage.kind, stage.says, user, outcome)
            case "draft":
                await self._picture(stage.kind, stage.says, user, await self._draft(user, stage))

    async def _draft(self, user: User, stage: Stage) -> Json:
        """Begin a draft on a hand, and return the message that shows it."""
        seen = await self.here.seen(self.table, user)
        button = draft_buttons(face_of(self.plan.game), seen.view, seen.names)[0]
        hand = (await self._press(user, frame.HAND.verb)).said
        if hand is None:
            raise Strayed(f"no hand of {self.plan.game} after {stage.after} moves")
        before = user.messages[hand["id"]]
        said = (await user.click(hand, label=button.label)).said
        if said is None:  # it takes the hand's place
            await user.until(lambda: user.messages[hand["id"]] is not before)
        return said or user.messages[hand["id"]]

    async def _round(self, user: User) -> Json:
        """Find the newest message in the channel that is nobody's board."""
        channel = user.channels[CHANNEL]

        def newest() -> Json | None:
            there = (message for message in reversed(user.messages.values()))
            own = (message for message in there if message["author"]["id"] == user.bot_id)
            said = (own_item for own_item in own if own_item["channel_id"] == channel)
            return next((line for line in said if not pressable(line) and line["components"]), None)

        return await user.until(newest)

    async def _end(self) -> None:
        table = await self.here.seen(self.table)
        if table.phase != "over":
            raise Strayed(f"the game of {self.plan.game} is not over where its plan ends")
        await self.here.settled()
        await self._picture_board("end", "The end: who won, with how much, and what to remember.")
        outcome = await self._press(self.first, frame.TRUTH.verb)
        says = "The truth: what was hidden, claim beside fact."
        await self._picture_answer("truth", says, self.first, outcome)
