"""Avatars on posters: whatever happens to their files, the poster is there in time."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.show.deliver.queues import avatars as module
from bot.show.deliver.queues.avatars import Avatars
from bot.show.deliver.queues.messenger import CannotSend, Refused, TryLater
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.ui.face.podium import Stand
from bot.ui.paint.avatar import read
from bot.ui.panels.panel import Picture
from tests.bot.house import ANN, BEN, CAT, House, house_on
from tests.bot.ui.paint.test_avatar import picture

HASH, OTHER = "a" * 32, "a_" + "b" * 32
BLUE, RED = picture(), picture("#a02020")


@pytest.fixture
async def pictured(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path, pictures=PictureCache()) as house:
        house.messenger.avatars = {(ANN, HASH): BLUE, (BEN, OTHER): RED}
        yield house


def known(house: House, **how: Any) -> Avatars:
    """Return the avatars of a bot to which Ann and Ben have spoken."""
    made = Avatars(house.contacts, house.messenger, house.clock, **how)
    made.note(ANN, HASH)
    made.note(BEN, OTHER)
    return made


async def stands(house: House, table: int) -> list[Stand]:
    """Return the podium of a finished table as it is drawn now."""
    await house.display.settled()
    loaded = await house.store.loaded(table)
    drawn = await house.display.boards._text_only(loaded)
    [podium] = [part for part in drawn.panel.parts if isinstance(part, Picture)]
    return podium.content  # type: ignore[return-value]


async def test_each_seat_has_the_avatar_of_its_player(pictured: House):
    table = await pictured.stored(await pictured.dealt(BEN, CAT, ANN))
    assert await known(pictured).of(table) == {0: read(RED), 2: read(BLUE)}


async def test_an_avatar_is_downloaded_once_until_it_changes(pictured: House):
    table, found = await pictured.stored(await pictured.dealt()), known(pictured)
    await found.of(table)
    await found.of(table)
    assert pictured.messenger.count("avatar") == 2
    found.note(ANN, OTHER)
    pictured.messenger.avatars[ANN, OTHER] = RED
    assert (await found.of(table))[0] == read(RED)
    assert pictured.messenger.count("avatar") == 3


async def test_whoever_took_their_avatar_away_has_none(pictured: House):
    table, found = await pictured.stored(await pictured.dealt()), known(pictured)
    found.note(ANN, None)
    assert (await found.of(table)).keys() == {1}


@pytest.mark.parametrize("forged", ["", "../../../users/@me", "a_", "x" * 32, "a" * 65, "ab?c"])
async def test_only_a_hash_is_asked_for(pictured: House, forged: str):
    table, found = await pictured.stored(await pictured.dealt()), known(pictured)
    found.note(ANN, forged)
    assert (await found.of(table)).keys() == {1}
    assert pictured.messenger.count("avatar") == 1


async def test_a_hidden_avatar_is_not_even_downloaded(pictured: House):
    table = await pictured.stored(await pictured.dealt())
    await pictured.contacts.change(ANN, lambda person: replace(person, avatar=False))
    assert (await known(pictured).of(table)).keys() == {1}
    assert pictured.messenger.count("avatar") == 1


async def test_a_hanging_download_is_given_up_and_the_others_are_shown(pictured: House):
    table, found = await pictured.stored(await pictured.dealt()), known(pictured, patience=0.05)
    pictured.messenger.hold("avatar", where=ANN)
    assert (await found.of(table)).keys() == {1}


@pytest.mark.parametrize("problem", [Refused("404"), TryLater("502"), RuntimeError("closed")])
async def test_a_failure_is_tried_again_only_later(pictured: House, problem: CannotSend):
    table, found = await pictured.stored(await pictured.dealt()), known(pictured)
    pictured.messenger.fail("avatar", problem, where=ANN)
    assert (await found.of(table)).keys() == {1}
    pictured.clock.advance(module.TRY_AGAIN - 1)
    assert (await found.of(table)).keys() == {1}
    assert pictured.messenger.count("avatar") == 2
    pictured.clock.advance(1)
    assert (await found.of(table)).keys() == {0, 1}


async def test_a_file_that_is_no_png_leaves_initials(pictured: House):
    table = await pictured.stored(await pictured.dealt())
    pictured.messenger.avatars[ANN, HASH] = b"<html>"
    assert (await known(pictured).of(table)).keys() == {1}


async def test_what_is_remembered_has_a_bound(pictured: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PEOPLE_KEPT", 2)
    monkeypatch.setattr(module, "AVATARS_KEPT", 1)
    table, found = await pictured.stored(await pictured.dealt()), known(pictured)
    await found.of(table)
    assert len(found._found) == 1
    found.note(CAT, HASH)
    assert list(found._hashes) == [BEN, CAT], "the newest are kept"


# --- on the poster --------------------------------------------------------------------------------


async def test_the_poster_shows_avatars_where_they_are_known(pictured: House):
    table = await pictured.dealt()
    pictured.display.avatars.note(ANN, HASH)
    await pictured.play_out(table)
    assert [stand.avatar for stand in await stands(pictured, table)] == [read(BLUE), None]


async def test_a_poster_is_posted_while_the_cdn_hangs(pictured: House):
    table = await pictured.dealt()
    pictured.display.avatars._patience = 0.05
    pictured.display.avatars.note(ANN, HASH)
    held = pictured.messenger.hold("avatar")
    await pictured.play_out(table)
    await pictured.display.settled()
    assert held.arrived.is_set()
    assert "Ann wins Hidden Coins" in pictured.board().text
    assert [stand.avatar for stand in await stands(pictured, table)] == [None, None]


async def test_without_pictures_no_avatar_is_downloaded(house: House):
    table = await house.dealt()
    house.display.avatars.note(ANN, HASH)
    await house.play_out(table)
    await house.display.settled()
    assert "Ann wins Hidden Coins" in house.board().text
    assert house.messenger.count("avatar") == 0


async def test_a_podium_keeps_its_avatars_when_a_restart_has_forgotten_them(pictured: House):
    table = await pictured.dealt()
    pictured.display.avatars.note(ANN, HASH)
    await pictured.play_out(table)
    await pictured.display.settled()
    await pictured.passes(30)
    while not pictured.board().attached:  # the thread that paints announces nothing
        await pictured.passes(1)
    before = pictured.board().attached
    await pictured.passes(5)
    await pictured.crash()
    await pictured.start()
    pictured.display.board_changed(table)
    await pictured.display.settled()
    await pictured.passes(30)
    assert await stands(pictured, table), "its podium would have initials now"
    assert (await stands(pictured, table))[0].avatar is None
    assert pictured.board().attached == before
    assert not pictured.display.board_pictures.pending(table)
