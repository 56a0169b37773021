import pytest

from db.tables.tables import Player
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House, refused
from tests.small.game.moves import Guess, Hide


async def says(house: House, table: int, person: int, *, says: bool = True) -> str:
    after = await house.host.endings.vote(table, person, house.receipt(), says=says)
    return after.table.phase


async def would_end(house: House, table: int) -> list[int]:
    stored = [player.seat for player in (await house.stored(table)).players if player.would_end]
    assert (await house.seen(table)).would_end == frozenset(stored)
    return stored


async def test_a_game_ends_once_every_player_votes_for_it(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    rev = (await house.stored(table)).rev
    assert await says(house, table, BEN) == "playing"
    assert await says(house, table, CAT) == "playing"
    assert await would_end(house, table) == [1, 2]
    assert (await house.stored(table)).rev == rev, "it is no step of the game"
    house.changed.clear()
    assert await says(house, table, ANN) == "ended"
    assert (await house.stored(table)).phase == "ended"
    assert [after.table.phase for after in house.changed] == ["ended"], "and it is told"
    last = (await house.log(table))[-1]
    assert (last.kind, last.person) == ("end", ANN)
    assert await house.due(table) == {"Ann": None, "Ben": None, "Cat": None}


async def test_a_vote_can_be_taken_back(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await says(house, table, BEN)
    await says(house, table, CAT)
    assert await says(house, table, BEN, says=False) == "playing"
    assert await would_end(house, table) == [2]
    assert await says(house, table, ANN) == "playing"
    assert await says(house, table, BEN, says=False) == "playing", "twice is once"
    assert await says(house, table, BEN) == "ended"


async def test_moves_keep_the_votes_to_end(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await says(house, table, BEN)
    for person in (ANN, BEN, CAT):
        await house.play(table, person, Hide(coins=1))
    house.clock.advance(10**6)
    await house.host.moves.play_absent(table, 0)
    assert await would_end(house, table) == [1]


async def test_votes_survive_a_restart(house: House):
    table = await house.dealt(ANN, BEN)
    await says(house, table, BEN)
    await house.crash()
    assert await would_end(house, table) == [1]
    assert (await house.stored(table)).behind, "its board may not show it yet"
    assert await says(house, table, ANN) == "ended"


async def test_players_who_left_the_server_have_no_vote(house: House):
    table = await house.dealt(ANN, BEN, CAT, DAN)
    await house.host.absence.gone(DAN, GUILD)
    for person in (BEN, CAT):
        assert await says(house, table, person) == "playing"
    assert await says(house, table, ANN) == "ended"


async def test_the_game_ends_if_the_last_missing_voter_leaves(house: House):
    table, other = await house.dealt(ANN, BEN, CAT), await house.dealt(ANN, BEN, CAT)
    for person in (BEN, CAT):
        await says(house, table, person)
    assert await house.host.absence.gone(ANN, GUILD) == [other, table]
    assert (await house.stored(table)).phase == "ended"
    assert (await house.stored(other)).phase == "playing", "nobody there has said so"
    assert (await house.log(table))[-1].person is None


async def test_house_players_have_no_vote(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET person=NULL WHERE seat<>1 AND table_id=?", (table,))
    house.store.cache.drop(table)
    assert await says(house, table, BEN) == "ended"


async def test_voting_before_the_deal_is_refused(house: House):
    table = await house.open(ANN, BEN)
    said = await refused(house.host.endings.vote(table, BEN, house.receipt(), says=True))
    assert "`/table leave`" in said
    said = await refused(house.host.endings.end(table, BEN, house.receipt(), moderator=False))
    assert said == f"Only Ann or a moderator can close table {table} before its deal."


async def test_only_players_can_vote(house: House):
    table = await house.dealt(ANN, BEN)
    said = await refused(house.host.endings.vote(table, CAT, house.receipt(), says=True))
    assert "aren't at table" in said
    await house.play_out(table)
    said = await refused(house.host.endings.vote(table, BEN, house.receipt(), says=True))
    assert "is over" in said


async def test_joining_a_withdrawn_vote_is_refused(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await says(house, table, BEN)
    await says(house, table, BEN, says=False)
    said = await refused(
        house.host.endings.vote(table, CAT, house.receipt(), says=True, joining=True)
    )
    assert "Use `/table end` to propose it again." in said
    assert await would_end(house, table) == []


async def test_idempotent_vote(house: House):
    table, first, last = await house.dealt(ANN, BEN), house.receipt(), house.receipt()
    await house.host.endings.vote(table, BEN, first, says=True)
    await says(house, table, BEN, says=False)
    await house.host.endings.vote(table, BEN, first, says=True)
    assert await would_end(house, table) == []
    await says(house, table, ANN)
    for _ in range(2):
        assert (await house.host.endings.vote(table, BEN, last, says=True)).table.phase == "ended"


async def test_a_failed_write_keeps_the_votes(house: House, monkeypatch: pytest.MonkeyPatch):
    async def broken(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    table = await house.dealt(ANN, BEN)
    with monkeypatch.context() as patch:
        patch.setattr("bot.host.commit.committer.tables.save_agreements", broken)
        with pytest.raises(OSError, match="full"):
            await says(house, table, BEN)
    assert await would_end(house, table) == []


async def test_a_table_of_older_rules_can_be_closed_by_vote(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0, state='{}' WHERE id=?", (table,))
    house.store.cache.drop(table)
    assert "all its players together" in await refused(house.play(table, ANN, Guess(total=1)))
    assert await says(house, table, BEN) == "playing"
    assert await says(house, table, ANN) == "ended"


def test_a_new_player_has_not_voted():
    assert not Player(0, ANN, "Ann").would_end


async def test_only_the_opener_or_a_moderator_closes_a_table(house: House):
    for phase in ("open", "playing"):
        table = await (house.open(ANN, BEN) if phase == "open" else house.dealt(ANN, BEN))
        end = house.host.endings.end
        assert "Only" in await refused(end(table, BEN, house.receipt(), moderator=False))
        await end(table, BEN, house.receipt(), moderator=True)
        seen = await house.seen(table)
        assert (seen.phase, seen.until, seen.secret) == ("ended", None, None)
        assert "over" in await refused(end(table, ANN, house.receipt(), moderator=False))
        assert "over" in await refused(house.play(table, ANN, Hide(coins=1)))


async def test_the_same_press_delivered_again_after_a_restart_votes_once(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    press = house.receipt()
    await house.host.endings.vote(table, BEN, press, says=True)
    await says(house, table, BEN, says=False)
    await house.crash()
    after = await house.host.endings.vote(table, BEN, press, says=True)
    assert after.table.rev == (await house.stored(table)).rev
    assert await would_end(house, table) == []
