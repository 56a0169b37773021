"""Tests of uploading emojis one at a time in the background."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.show.deliver.queues.messenger import Refused, TryLater
from bot.show.discord_py.emoji_sync import Counts, EmojiSync
from bot.ui.panels.pics import Pic
from tests.bot.recording import HandClock


class Account:
    """Discord's emojis, with errors on demand."""

    def __init__(self, **there: int) -> None:
        self.there = dict(there)
        self.asked: list[str] = []
        self.troubles: list[Exception] = []
        self.arrives = False  # whether a failed upload arrived all the same

    def _trouble(self) -> None:
        if self.troubles:
            raise self.troubles.pop(0)

    async def emojis(self) -> dict[str, int]:
        self.asked.append("list")
        return dict(self.there)

    async def add(self, name: str, png: bytes) -> int:
        self.asked.append(name)
        if self.arrives:
            self.there[name] = 7
        self._trouble()
        assert png == b"a picture"
        self.there[name] = len(self.asked)
        return self.there[name]

    async def remove(self, emoji: int) -> None:
        [name] = [name for name, number in self.there.items() if number == emoji]
        del self.there[name]


@pytest.fixture
def pics(tmp_path: Path) -> dict[str, Pic]:
    file = tmp_path / "any.png"
    file.write_bytes(b"a picture")
    return {name: Pic(name, f"{name}_abc", file) for name in ("canoe", "coal", "mug")}


async def done(clock: HandClock, work: asyncio.Task[Counts]) -> Counts:
    while not work.done():
        await asyncio.sleep(0)
        if (instant := clock.next_waking()) is not None:
            clock.set(instant)
    return await work


def bringing_up(account: Account, clock: HandClock, pics: dict[str, Pic]) -> EmojiSync:
    return EmojiSync(account, clock, pace=1.0, pics=pics)


async def test_missing_emojis_are_uploaded_one_at_a_time(pics: dict[str, Pic]):
    account, clock = Account(canoe_abc=5, another=6), HandClock()
    emojis = bringing_up(account, clock, pics)
    known, began = emojis.known, clock.now()
    found = await done(clock, asyncio.create_task(emojis.bring_up()))
    assert found == Counts(there=1, added=2, left=0)
    assert account.asked == ["list", "coal_abc", "mug_abc"]
    assert clock.now() - began == 2.0
    assert known == {"canoe_abc": 5, "coal_abc": 2, "mug_abc": 3}, "whoever draws has the same one"


async def test_each_emoji_is_used_as_soon_as_it_is_uploaded(pics: dict[str, Pic]):
    account, clock = Account(), HandClock()
    emojis = bringing_up(account, clock, pics)
    work = asyncio.create_task(emojis.bring_up())
    while clock.next_waking() is None:  # noqa: ASYNC110 (nobody rings)
        await asyncio.sleep(0)
    assert list(emojis.known) == ["canoe_abc"]
    await done(clock, work)


async def test_uploading_is_retried_while_discord_is_throttling_or_down(pics: dict[str, Pic]):
    account, clock = Account(), HandClock()
    account.troubles = [TryLater("throttled", 40.0), TryLater("500")]
    began = clock.now()
    emojis = bringing_up(account, clock, pics)
    found = await done(clock, asyncio.create_task(emojis.bring_up()))
    assert found == Counts(there=0, added=3, left=0)
    assert clock.now() - began == 40.0 + 10.0 + 3.0


async def test_any_other_error_is_logged(pics: dict[str, Pic], caplog: pytest.LogCaptureFixture):
    account, clock = Account(), HandClock()
    account.troubles = [Refused("Maximum number of emojis reached (2000)")]
    emojis = bringing_up(account, clock, pics)
    with caplog.at_level(logging.WARNING):
        found = await done(clock, asyncio.create_task(emojis.bring_up()))
    assert found == Counts(there=0, added=0, left=3)
    [line] = caplog.messages
    assert "Maximum number" in line
    assert "3 emojis" in line


async def test_an_upload_that_arrived_all_the_same_is_not_repeated(pics: dict[str, Pic]):
    account, clock = Account(), HandClock()
    account.troubles, account.arrives = [Refused("its name is taken")], True
    emojis = bringing_up(account, clock, pics)
    found = await done(clock, asyncio.create_task(emojis.bring_up()))
    assert found.left == 0
    assert emojis.known["canoe_abc"] == 7
    assert account.asked.count("canoe_abc") == 1


async def test_only_redrawn_emojis_are_removed(pics: dict[str, Pic]):
    mine = {"canoe_abc": 1, "canoe_old": 2, "canoe": 3, "lobster_xyz": 4, "mug_toolong": 5}
    account, clock = Account(**mine), HandClock()
    tidying = asyncio.create_task(bringing_up(account, clock, pics).tidy())
    while not tidying.done():
        await asyncio.sleep(0)
        clock.advance(1.0)
    assert await tidying == 1
    assert set(account.there) == set(mine) - {"canoe_old"}
