"""Tests of painting pictures in a thread and keeping them."""

import asyncio
import threading

import pytest

from bot.show.deliver.queues.picture_cache import PictureCache
from bot.ui.panels.panel import Painter, Picture


class Studio:
    """A painter that counts, and waits on demand."""

    def __init__(self, size: int = 10) -> None:
        self.painted: list[str] = []
        self.threads: set[int] = set()
        self.go = threading.Event()
        self.go.set()
        self.at_work = self.most = 0
        self.painter = Painter("test", 1, self._paint)
        self._size = size

    def _paint(self, content: str) -> bytes:
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        self.threads.add(threading.get_ident())
        assert self.go.wait(10)
        if content == "impossible":
            raise ArithmeticError(content)
        self.painted.append(content)
        self.at_work -= 1
        return content.encode().ljust(self._size)

    def picture(self, content: str) -> Picture:
        return Picture(content, f"a picture of {content}", self.painter)


async def test_a_picture_is_painted_in_a_thread_while_the_loop_goes_on():
    studio, pictures = Studio(), PictureCache()
    studio.go.clear()
    waiting = asyncio.create_task(pictures.painted(studio.picture("a")))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    studio.go.set()
    assert (await waiting).strip() == b"a"
    assert studio.threads != {threading.get_ident()}


async def test_a_second_caller_waits_for_the_same_painting():
    studio, pictures = Studio(), PictureCache()
    studio.go.clear()
    several = [asyncio.create_task(pictures.painted(studio.picture("a"))) for _ in range(3)]
    await asyncio.sleep(0)
    studio.go.set()
    assert len({id(png) for png in await asyncio.gather(*several)}) == 1
    assert studio.painted == ["a"]


async def test_pictures_are_painted_one_at_a_time():
    studio, pictures = Studio(), PictureCache()
    await asyncio.gather(*(pictures.painted(studio.picture(content)) for content in "abcd"))
    assert studio.most == 1


async def test_the_least_recently_used_picture_is_dropped():
    studio, pictures = Studio(size=10), PictureCache(room=30)
    for content in "abcad":
        await pictures.painted(studio.picture(content))
    assert studio.painted == ["a", "b", "c", "d"], "a was still there"
    assert [studio.picture(content).name in pictures for content in "abcd"] == [
        True,
        False,
        True,
        True,
    ]
    assert pictures.used == 30


async def test_a_picture_larger_than_the_cache_is_not_kept():
    studio, pictures = Studio(size=50), PictureCache(room=30)
    assert len(await pictures.painted(studio.picture("a"))) == 50
    assert pictures.used == 0


async def test_a_failing_painter_does_not_block_the_next():
    studio, pictures = Studio(), PictureCache()
    with pytest.raises(ArithmeticError):
        await pictures.painted(studio.picture("impossible"))
    assert (await pictures.painted(studio.picture("a"))).strip() == b"a"
