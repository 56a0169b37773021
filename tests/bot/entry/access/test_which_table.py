"""Tests of finding the table that a command or line is about."""

import pytest

from bot.entry.access.which_table import checked, table_typed_for, which_table
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House
from tests.small.game.moves import Hide

ELSEWHERE = 9


async def meant(
    house: House, person: int, *, channel: int | None = CHANNEL, game: str | None = "small"
) -> int:
    return await which_table(
        house.queries,
        house.host.servers,
        house.faces,
        person=person,
        guild=None if channel is None else GUILD,
        channel=channel,
        game=game,
    )


async def test_command_of_another_game_names_the_real_one(idle_house: House):
    table = await idle_house.open(ANN, BEN)
    seen = await idle_house.seen(table, ANN)
    with pytest.raises(Refusal, match="is a game of Hidden Coins"):
        checked(seen, "downeast")
    assert checked(seen, None) is checked(seen, "small") is seen


async def test_single_own_table_is_meant_everywhere(idle_house: House):
    table = await idle_house.open(ANN, BEN, channel=ELSEWHERE)
    await idle_house.open(CAT, DAN)
    assert await meant(idle_house, BEN) == table
    assert await meant(idle_house, BEN, channel=77) == table


async def test_own_table_in_this_channel_is_meant(idle_house: House):
    await idle_house.open(ANN, BEN, channel=ELSEWHERE)
    here = await idle_house.open(ANN, CAT)
    assert await meant(idle_house, ANN) == here


async def test_ambiguous_table_is_refused(idle_house: House):
    first, second = await idle_house.open(ANN, BEN), await idle_house.open(ANN, CAT)
    with pytest.raises(Refusal, match=f"{first} or {second}.*`table`"):
        await meant(idle_house, ANN)
    with pytest.raises(Refusal, match=f"{first} or {second}"):
        await meant(idle_house, ANN, channel=77)
    with pytest.raises(Refusal, match=f"{first} or {second}"):
        await meant(idle_house, DAN)


async def test_watcher_means_the_table_of_the_channel(idle_house: House):
    table = await idle_house.open(ANN, BEN)
    assert await meant(idle_house, DAN) == table


async def test_newcomer_without_a_table_is_told_how_to_begin(idle_house: House):
    await idle_house.open(ANN, BEN)
    with pytest.raises(Refusal, match=r"any table of Hidden Coins.*`/small start`.*to open one"):
        await meant(idle_house, DAN, channel=77)
    with pytest.raises(Refusal, match=r"any table\. Use `/small start` in a server's channel"):
        await meant(idle_house, DAN, channel=None, game=None)


async def test_ended_table_is_not_meant(idle_house: House):
    closed = await idle_house.open(ANN, BEN)
    await idle_house.host.endings.end(closed, ANN, idle_house.receipt(), moderator=False)
    table = await idle_house.open(ANN, CAT)
    assert await meant(idle_house, ANN) == table


async def for_line(house: House, person: int, text: str) -> tuple[int, str]:
    return await table_typed_for(house.queries, house.host.servers, house.faces, person, text)


async def test_line_is_for_the_single_own_table(idle_house: House):
    table = await idle_house.open(ANN, BEN)
    assert await for_line(idle_house, ANN, " pass ") == (table, "pass")


async def test_line_names_a_table_by_number_not_by_colon_alone(idle_house: House):
    for text in ["12: guess 7", "#12:guess 7", " 12 :  guess 7"]:
        assert await for_line(idle_house, ANN, text) == (12, "guess 7")


@pytest.mark.parametrize("text", ["guess: 7", "١٢: guess 7", ": guess 7", "1²: guess"])
async def test_colon_alone_names_no_table(idle_house: House, text: str):
    table = await idle_house.open(ANN, BEN)
    assert await for_line(idle_house, ANN, text) == (table, text.strip())


async def test_line_is_for_the_table_that_waits(idle_house: House):
    first, second = await idle_house.dealt(ANN, BEN), await idle_house.dealt(ANN, CAT)
    both = rf"the one you mean:\n`{first}:` \*\*Hidden Coins.*\n`{second}:` \*\*Hidden Coins"
    with pytest.raises(Refusal, match=both):
        await for_line(idle_house, ANN, "2")
    await idle_house.play(first, ANN, Hide(coins=1))
    assert await for_line(idle_house, ANN, "2") == (second, "2")
    await idle_house.play(second, ANN, Hide(coins=1))
    with pytest.raises(Refusal, match=both):
        await for_line(idle_house, ANN, "2")


async def test_line_of_a_newcomer_is_told_how_to_begin(idle_house: House):
    with pytest.raises(Refusal, match="Use `/small start` in a server's channel"):
        await for_line(idle_house, DAN, "hello")


async def test_a_blocked_person_is_told_so_and_means_no_table_of_that_server(idle_house: House):
    house = idle_house
    table = await house.open(ANN, BEN)
    other = await house.dealt(ANN, CAT)
    for person in (CAT, DAN):
        await house.host.moderation.block(GUILD, "Ours", ANN, person)
        for channel in (CHANNEL, 77):
            with pytest.raises(Refusal, match=r"The moderators of Ours have blocked you"):
                await meant(house, person, channel=channel)
    with pytest.raises(Refusal, match=r"The moderators of Ours have blocked you"):
        await meant(house, CAT, channel=None)
    with pytest.raises(Refusal, match=r"The moderators of Ours have blocked you"):
        await for_line(house, CAT, "pass")
    with pytest.raises(Refusal, match="at any table"):
        await meant(house, DAN, channel=None)
    assert await meant(house, BEN) == table
    assert sorted(await house.queries.in_channel(CHANNEL)) == [table, other]


async def test_a_blocked_person_who_practises_means_that_table_and_no_other(idle_house: House):
    house = idle_house
    own = await house.open(DAN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET practice=1 WHERE id=?", (own,))
    house.store.cache.drop(own)
    await house.open(ANN, BEN)
    await house.host.moderation.block(GUILD, "Ours", ANN, DAN)
    assert await meant(house, DAN) == own
