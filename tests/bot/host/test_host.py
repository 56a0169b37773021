from tests.bot.house import ANN, BEN, House, refused
from tests.small.game import SmallRules
from tests.small.game.moves import Hide


class Newer(SmallRules):
    version = 2


async def test_a_table_of_older_rules_can_only_be_closed(house: House):
    table, opened = await house.dealt(ANN, BEN), await house.open(ANN, BEN)
    house.played_by(Newer())
    assert "older rules" in await refused(house.play(table, ANN, Hide(coins=1)))
    house.clock.advance(10**6)
    assert "older rules" in await refused(house.host.moves.play_absent(table, 0))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    await house.seal(opened)
    await house.deal(opened, ANN)  # what was only opened is dealt as new
    stored = await house.stored(opened)
    assert (stored.version, stored.dealt_version) == (2, 2)


async def test_a_table_of_older_rules_breaks_nothing(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0, state='{}', options='[]' WHERE id=?", (table,))
        await tx.run("""UPDATE log SET told='[{"event": 1, "to": null}]'""")
    house.store.cache.drop(table)
    for person in (ANN, None):
        seen = await house.seen(table, person)
        assert (seen.phase, seen.view, seen.to_move, seen.news) == (
            *("playing", None, frozenset(), ()),
        )
        assert seen.options is None
    assert "older rules" in await refused(house.play(table, ANN, Hide(coins=1)))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    assert (await house.seen(table)).phase == "ended"


async def test_a_removed_game_gives_a_refusal(house: House):
    table = await house.open(ANN)
    house.games.clear()
    house.store.cache.drop(table)
    assert "isn't offered here any more" in await refused(house.seen(table))
