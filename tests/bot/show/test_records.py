"""What a table publishes for good: its seal before the deal, and after it what is mixed in."""

import json
from pathlib import Path

import pytest

from bot.host.verify import verify
from bot.show import pages
from bot.show.messenger import Refused, TryLater
from games.chance import seal
from games.rules import AnyRules
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House, house_on, luck_of, refused
from tests.bot.recording import Published
from tests.small.game import SmallRules

SMALL: dict[str, AnyRules] = {"small": SmallRules()}


def published(house: House) -> list[Published]:
    """List what was published; nothing else may have touched it."""
    ids = {one.id for one in house.messenger.published}
    assert not ids & {call.message for call in house.messenger.calls}
    return house.messenger.published


async def opened(house: House, *people: int, laid_open: bool = True) -> int:
    """Open a table, and wait until all is shown."""
    table = await house.open(*people, laid_open=laid_open)
    await house.quiet()
    return table


async def dealt(house: House, table: int) -> None:
    await house.host.deal(table, ANN, house.receipt())
    await house.quiet()


async def test_the_whole_seal_is_published_before_the_deal_in_a_message_of_its_own(house: House):
    table = await opened(house, ANN, BEN)
    [one] = published(house)
    stored = await house.stored(table)
    assert seal(stored.secret) in one.text
    assert f"Table {table}, fair-deal seal" in one.text
    assert (stored.sealed_by, stored.sealed_in) == (one.id, CHANNEL)
    assert one.id not in house.messenger.sent, "it is no board"
    assert stored.secret.hex() not in one.text
    assert "opened once the game is over" in one.text


async def test_what_is_mixed_in_is_published_after_the_deal_and_says_where_the_seal_is(
    house: House,
):
    table = await opened(house, ANN, BEN)
    await dealt(house, table)
    sealed, mixed = published(house)
    stored = await house.stored(table)
    assert stored.mixed is not None
    assert stored.mixed in mixed.text
    assert f"/{GUILD}/{CHANNEL}/{sealed.id})" in mixed.text
    assert (stored.mixed_by, stored.mixed_in) == (mixed.id, CHANNEL)
    assert stored.secret.hex() not in mixed.text


async def test_each_is_published_once_whatever_happens_then(house: House):
    table = await opened(house, ANN, BEN)
    await house.host.join(table, CAT, "Cat", house.receipt())
    await house.host.leave(table, CAT, house.receipt())
    await house.quiet()
    assert len(published(house)) == 1
    await dealt(house, table)
    await house.hide(table, ANN, BEN)
    await house.crash()
    await house.start()
    await house.quiet()
    assert len(published(house)) == 2


async def test_what_the_program_says_to_compare_is_what_stands_in_the_channel(house: House):
    table = await opened(house, ANN, BEN)
    await house.dealt(ANN, BEN)  # another table, with messages of its own
    await dealt(house, table)
    await house.hide(table, ANN, BEN)
    for _ in range(2):
        loaded = await house.store.loaded(table)
        [seat] = sorted(loaded.to_move())[:1]
        move = next(iter(loaded.rules.legal_moves(loaded.view(seat))))
        await house.play(table, (ANN, BEN)[seat], move)
    await house.quiet()
    said = verify(json.loads(json.dumps(await house.queries.transcript(table))), SMALL)
    stored = await house.stored(table)
    mine = [one for one in published(house) if f"Table {table}" in one.text]
    sealed, mixed = mine
    assert seal(stored.secret) in said
    assert seal(stored.secret) in sealed.text
    assert stored.mixed is not None
    assert stored.mixed in said
    assert stored.mixed in mixed.text
    for one in mine:
        assert f"https://discord.com/channels/{GUILD}/{CHANNEL}/{one.id}," in said
    assert "Nothing was changed after the deal" in said
    fair = pages.fairness(await house.seen(table)).text()
    assert f"/{CHANNEL}/{sealed.id})" in fair, "it says where the seal stands"
    assert seal(stored.secret) in fair
    assert stored.secret.hex() in fair


async def test_nothing_is_dealt_before_the_seal_is_there(house: House):
    held = house.messenger.hold("publish")
    table = await opened(house, ANN, BEN)
    early = house.receipt()
    assert "seal is just being posted" in await refused(house.host.deal(table, ANN, early))
    house.clock.advance(1)
    held.release()
    await house.quiet()
    assert "seal is just being posted" in await refused(house.host.deal(table, ANN, early)), (
        "that press is older than the seal"
    )
    await dealt(house, table)
    assert (await house.stored(table)).phase == "playing"


async def test_a_crash_between_the_message_and_the_note_makes_no_second_seal(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    async def cut_off(*_: int) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "sealed", cut_off)
        table = await opened(house, ANN, BEN)
    assert (await house.stored(table)).sealed_by is None
    await house.crash()
    await house.start()
    await house.quiet()
    [one] = published(house)
    assert (await house.stored(table)).sealed_by == one.id


async def test_a_table_that_stays_closed_says_that_nobody_can_check_it(house: House):
    table = await opened(house, ANN, BEN, laid_open=False)
    await dealt(house, table)
    [one] = published(house)
    assert "nobody can check this deal" in one.text
    assert "is opened" not in one.text


@pytest.mark.parametrize("heard", [True, False])
async def test_a_channel_that_takes_no_message_is_not_asked_at_every_move(
    house: House, heard: bool
):
    """But once we are let in; or come back, and may have been let in when nobody told us."""
    table = await opened(house, ANN, BEN)
    house.messenger.fail("publish", Refused("no"), times=9)
    await dealt(house, table)
    await house.hide(table, ANN)
    await house.hide(table, BEN)
    await house.quiet()
    assert house.messenger.count("publish") == 2, "the seal, and one try more"
    house.messenger._failures.clear()
    await (house.display.let_in(GUILD) if heard else house.display.catch_up())
    await house.quiet()
    assert len(published(house)) == 2


async def test_a_throttled_message_is_published_later(tmp_path: Path):
    async with house_on(tmp_path) as house:
        house.messenger.fail("publish", TryLater("slow down", 5.0))
        table = await opened(house, ANN, BEN)
        assert not published(house)
        await house.passes(house.timing.retry)
        assert (await house.stored(table)).sealed_by == published(house)[0].id


async def test_a_table_that_moves_keeps_the_seal_where_it_was(house: House):
    table = await opened(house, ANN, BEN)
    await house.host.move_to(table, CHANNEL + 1)
    house.display.look_at(table)
    await house.quiet()
    await dealt(house, table)
    sealed, mixed = published(house)
    assert (sealed.channel, mixed.channel) == (CHANNEL, CHANNEL + 1)
    stored = await house.stored(table)
    assert (stored.sealed_in, stored.mixed_in) == (CHANNEL, CHANNEL + 1)
    assert f"/{GUILD}/{CHANNEL}/{sealed.id})" in mixed.text


async def test_who_leaves_and_comes_back_sits_down_by_another_press(house: House):
    table = await opened(house, ANN, BEN)
    before = (await house.stored(table)).players[1].joined
    await house.host.leave(table, BEN, house.receipt())
    house.clock.advance(1)
    again = house.receipt()
    await house.host.join(table, BEN, "Ben", again)
    ann, ben = (await house.stored(table)).players
    assert (ben.joined, ben.joined == before) == (again, False)
    assert ann.joined < again
    await dealt(house, table)
    stored = await house.stored(table)
    by_deal = next(one.receipt for one in await house.log(table) if one.kind == "deal")
    assert stored.mixed == luck_of(stored, stored.secret, by_deal or 0)


async def test_the_board_alone_seals_nothing(house: House):
    """It is edited: what it says of the seal can be changed afterwards."""
    table = await opened(house, ANN, BEN)
    assert (await house.stored(table)).sealed_by != house.board().id
