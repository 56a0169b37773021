"""Keeps a person's private answers in a channel down to one panel of each table and one sentence.

An ephemeral message stays until its reader dismisses it or reloads the app, and its buttons look
alive for ever. So each answer takes the place of the one before, which is deleted with the token of
its own interaction. A panel that nobody has touched for a while is left with one button, because
soon its token expires and nobody can edit it any more.

All this is only in memory, like the tokens. A panel from before a restart stays where it is.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.host.time.clock import Clock
from bot.show.deliver.private.open_panels import KEPT_FOR
from bot.show.deliver.queues.messenger import CannotSend
from bot.show.discord_py.reply import InteractionReply, KeptAnswer
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import Message
from bot.ui.panels.panel import Attached, Button, Menu, Panel, Picker, Row

log = logging.getLogger(__name__)

FRESH_FOR = 13 * 60.0  # seconds until an untouched panel is put to rest, before KEPT_FOR is over

_Place: TypeAlias = tuple[int, int, int | None]
"""A person, a channel, and the table of a panel (0: about no table; None: a plain sentence)."""


@dataclass(slots=True)
class _Open:
    """An answer that can be edited and deleted `until` its token expires."""

    answer: KeptAnswer
    until: float
    rest: asyncio.Task[None] | None = None

    def end(self) -> None:
        if self.rest is not None:
            self.rest.cancel()


class PrivateAnswers:
    """Remembers everybody's newest private answers and removes those before them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[_Place, _Open] = {}
        self._places: dict[int, _Place] = {}  # of the open answers, by message
        self._removing: set[asyncio.Task[None]] = set()

    def answered(self, reply: InteractionReply, since: float) -> None:
        """Let what an interaction was answered with take the place of earlier answers.

        Its token is valid from the time `since`.
        """
        until = since + KEPT_FOR
        replaced = [
            old for answer in reply.private for old in self._takes_place(reply, answer, until)
        ]
        if replaced:
            removing = asyncio.create_task(_remove(replaced))
            self._removing.add(removing)
            removing.add_done_callback(self._removing.discard)

    async def settled(self) -> None:
        """Wait until nothing is being deleted (used in tests)."""
        await asyncio.gather(*self._removing, return_exceptions=True)

    def _takes_place(
        self, reply: InteractionReply, answer: KeptAnswer, until: float
    ) -> list[KeptAnswer]:
        """Record a new or edited answer. Return the answers whose place it takes."""
        person, channel = reply.person, reply.channel
        before = self._forgotten(self._places.get(answer.message))
        if before is not None:  # it was edited, or a press on it was acknowledged
            before.end()
            if answer.content is None:
                answer.content = before.answer.content
            if before.answer is not answer:
                before.answer.retire()
        if answer.content is None:
            return []
        pressable = any(True for _ in answer.content.panel.requests())
        place = (person, channel, answer.content.table if pressable else None)
        found = [self._forgotten(other) for other in {place, (person, channel, None)}]
        current = self._open[place] = _Open(answer, until)
        self._places[answer.message] = place
        current.rest = asyncio.create_task(self._rest(place, current))
        replaced = [old for old in found if old is not None]
        for old in replaced:
            old.end()
        return [old.answer for old in replaced if self._clock.now() < old.until]

    def _forgotten(self, place: _Place | None) -> _Open | None:
        """Forget the answer at a place, and return it if there was one."""
        if place is None or place not in self._open:
            return None
        forgotten = self._open.pop(place)
        del self._places[forgotten.answer.message]
        return forgotten

    async def _rest(self, place: _Place, current: _Open) -> None:
        """Forget an answer before its token expires. Leave a panel with moves with one button."""
        await self._clock.sleep_until(self._clock.now() + FRESH_FOR)
        if self._open.get(place) is not current:
            return
        self._forgotten(place)
        content = current.answer.content
        try:
            in_time = self._clock.now() < current.until  # unless this machine slept
            if in_time and content is not None and _has_moves(content):

                async def rested(attached: Attached | None) -> Message:
                    return at_rest(current.answer.content or content, attached)

                await current.answer.edit(rested)
        except CannotSend as problem:
            log.info("I couldn't remove the buttons of a private panel: %s", problem)
        finally:
            current.answer.retire()

    async def close(self) -> None:
        """Stop waiting. Panels stay as they are."""
        tasks = [current.rest for current in self._open.values() if current.rest is not None]
        tasks += self._removing
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _remove(answers: Sequence[KeptAnswer]) -> None:
    for answer in answers:
        try:
            await answer.remove()
        except CannotSend as problem:
            log.info("I couldn't delete a private answer: %s", problem)


def _has_moves(message: Message) -> bool:
    """Return whether a panel offers moves or the hand, which only a player of its table has."""
    return message.table > 0 and any(
        request == frame.HAND or not request.verb.startswith(frame.HOUSE)
        for request in message.panel.requests()
    )


def at_rest(message: Message, attached: Attached | None = None) -> Message:
    """Return a panel without its buttons and menus but for one, which opens the hand.

    `attached` is the picture that is attached to it.
    """
    picture = [] if attached is None else [attached]
    parts = [
        shown
        for part in message.panel.parts
        if not isinstance(part, Row | Menu | Picker)
        for shown in (picture if isinstance(part, Attached) else [part])
    ]
    return replace(message, panel=Panel([*parts, Row([Button("Open my hand", frame.HAND)])]))
