from typing import Any

import pytest

from bot.host.changes import luck_of_next
from bot.host.pace import PACES
from db import tables
from db.codec import codec_of
from games.chance import Chance, seal
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, House, luck_of, refused
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide
from tests.small.game.state import Options
from tests.small.game.views import View

EVE = 199


async def test_an_opened_table_has_its_terms_and_opener(house: House):
    table = await house.open(ANN, pace="week", laid_open=False, most=2)
    seen = await house.seen(table, ANN)
    assert (seen.phase, seen.pace, seen.laid_open, seen.opener) == ("open", "week", False, ANN)
    assert (seen.options, seen.seat, list(seen.names)) == (Options(most=2), 0, ["Ann"])
    assert (seen.view, seen.public, seen.standing, seen.secret) == (None, None, None, None)


async def test_every_table_has_its_own_secret_and_seal(house: House):
    one, two = await house.open(ANN), await house.open(ANN)
    stored = await house.stored(one)
    assert len(stored.secret) == 32
    assert stored.secret != (await house.stored(two)).secret
    assert (await house.seen(one)).seal == seal(stored.secret)


async def test_joining_and_leaving_number_the_seats(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.leave(table, BEN, house.receipt())
    assert list((await house.seen(table)).names) == ["Ann", "Cat"]
    assert (await house.seen(table, CAT)).seat == 1
    await house.host.join(table, BEN, "Ben", house.receipt())
    assert list((await house.seen(table)).names) == ["Ann", "Cat", "Ben"]


async def test_the_next_player_takes_over_from_a_leaving_opener(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.leave(table, ANN, house.receipt())
    seen = await house.seen(table)
    assert (seen.opener, list(seen.names)) == (BEN, ["Ben", "Cat"])


async def test_the_last_to_leave_closes_the_table(house: House):
    table = await house.open(ANN)
    await house.host.leave(table, ANN, house.receipt())
    assert (await house.seen(table)).phase == "ended"
    assert "was closed" in await refused(house.host.join(table, BEN, "Ben", house.receipt()))


async def test_refused_joins_and_leaves_say_why(house: House):
    table, host = await house.open(ANN, BEN, CAT, DAN), house.host
    again = await refused(host.join(table, BEN, "Ben", house.receipt()))
    assert again == (
        f"You sit at table {table} already, in seat 2. *Deal* begins the game; *Leave* gives your "
        "seat up."
    )
    alone = await house.open(CAT)
    assert "once there are 2 of you" in await refused(host.join(alone, CAT, "Cat", house.receipt()))
    assert "full: 4" in await refused(host.join(table, EVE, "Eve", house.receipt()))
    assert "do not sit" in await refused(host.leave(table, EVE, house.receipt()))
    assert "no such table" in await refused(host.join(99, ANN, "Ann", house.receipt()))
    dealt = await house.dealt(ANN, BEN)
    assert "dealt already" in await refused(host.join(dealt, CAT, "Cat", house.receipt()))
    left = await refused(host.leave(dealt, ANN, house.receipt()))
    assert "are dealt, so your seat stays yours" in left
    again = await refused(host.deal(dealt, ANN, house.receipt()))
    assert again == f"The cards at table {dealt} are dealt already."


async def test_unplayable_terms_open_no_table(house: House):
    assert "no such pace" in await refused(house.open(ANN, pace="breakneck"))
    assert "1 to 5 coins" in await refused(house.open(ANN, most=99))
    assert await house.database.reader.all("SELECT id FROM tables") == []


async def test_a_deal_needs_players_a_seat_and_the_seal(house: House):
    table, deal = await house.open(ANN), house.host.deal
    assert "2 to 4 players; 1 sit" in await refused(deal(table, ANN, house.receipt()))
    await house.host.join(table, BEN, "Ben", house.receipt())
    assert "do not sit" in await refused(deal(table, CAT, house.receipt()))
    assert "seal" in await refused(deal(table, ANN, house.receipt()))
    await house.seal(table)
    await house.deal(table, BEN)
    assert (await house.seen(table)).phase == "playing"
    assert "dealt already" in await refused(deal(table, ANN, house.receipt()))


async def test_luck_of_a_deal_is_the_secret_and_ids_nobody_chooses(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.seal(table, 900)
    await house.seal(table, 950)  # a later message changes nothing
    receipt = house.receipt()
    await house.host.deal(table, ANN, receipt)
    assert await house.host.deal_frozen(table, (960, CHANNEL))
    stored = await house.stored(table)
    assert (stored.sealed_by, stored.deal_press, stored.mixed_by) == (901, receipt, 960)
    luck = luck_of(stored, stored.secret, receipt, 960)
    dealt = SmallRules().start(3, Options(), Chance.of(stored.secret, luck, 0)).state
    assert codec_of(SmallRules()).state.load(stored.state or "") == dealt


async def test_luck_of_a_move_ignores_presses_before_the_deal(house: House):
    table = await house.open(ANN, BEN)
    for _ in range(3):
        await house.host.join(table, CAT, "Cat", house.receipt())
        await house.host.leave(table, CAT, house.receipt())
    await house.seal(table)
    await house.deal(table, ANN)
    for number in (1, 2):
        stored = await house.stored(table)
        luck = luck_of(stored, stored.secret, stored.deal_press or 0, stored.mixed_by or 0)
        fair = Chance.of(stored.secret, luck, number)
        assert luck_of_next(stored).shuffled(range(30)) == fair.shuffled(range(30))
        await house.hide(table, (ANN, BEN)[number - 1])


async def test_a_refused_deal_changes_nothing(house: House):
    class Picky(SmallRules):
        def start(self, seats: int, options: Options, chance: Chance) -> Any:
            raise Refusal("Not today.")

    table = await house.open(ANN, BEN)
    await house.seal(table)
    before = await house.stored(table)
    house.played_by(Picky())
    assert await refused(house.host.deal(table, ANN, house.receipt())) == "Not today."
    assert await house.stored(table) == before


async def test_a_move_is_saved_with_its_log_row(house: House):
    table = await house.dealt(ANN, BEN)
    after = await house.play(table, BEN, Hide(coins=2))
    seen, stored = await house.seen(table, BEN), await house.stored(table)
    assert (seen.rev, seen.view.own, seen.to_move) == (after.table.rev, 2, {0})
    assert stored == after.table, "what is carried on is not what was committed"
    last = (await house.log(table))[-1]
    assert (last.rev, last.kind, last.seat, last.person) == (stored.rev, "move", 1, BEN)
    assert codec_of(SmallRules()).move.load(last.move or "") == Hide(coins=2)


async def test_the_log_has_one_row_per_change_without_a_gap(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.leave(table, CAT, house.receipt())
    await house.seal(table)
    await house.deal(table, ANN)
    await refused(house.play(table, ANN, Hide(coins=99)))
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(10**6)
    assert await house.host.play_absent(table, 1)
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    log = await house.log(table)
    assert [entry.rev for entry in log] == list(range(1, len(log) + 1))
    assert [entry.kind for entry in log] == [
        *("open", "join", "join", "leave", "freeze", "deal", "move", "clock", "end")
    ]
    assert (await house.stored(table)).rev == len(log)


async def test_a_bug_in_the_rules_changes_nothing(house: House):
    class Broken(SmallRules):
        def question(self, public: View) -> Any:
            raise ZeroDivisionError

    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)
    house.played_by(Broken())
    with pytest.raises(ZeroDivisionError):
        await house.play(table, ANN, Hide(coins=1))
    assert await house.stored(table) == before
    assert house.changed == []
    house.played_by(SmallRules())
    await house.play(table, ANN, Hide(coins=1))


async def test_a_refused_move_says_why(house: House):
    opened, table = await house.open(ANN, BEN), await house.dealt(ANN, BEN)
    assert "do not sit" in await refused(house.play(table, CAT, Hide(coins=1)))
    assert "not been dealt" in await refused(house.play(opened, ANN, Hide(coins=1)))
    assert "no such table" in await refused(house.play(99, ANN, Hide(coins=1)))
    await house.play_out(table)
    assert "is over" in await refused(house.play(table, ANN, Hide(coins=1)))


async def test_a_finished_game_has_no_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    seen = await house.seen(table)
    assert (seen.phase, seen.to_move, seen.until) == ("over", frozenset(), None)
    assert seen.standing is not None
    assert seen.standing.winners == {0}
    assert await house.due(table) == {"Ann": None, "Ben": None}


async def test_the_clock_makes_the_default_move_at_a_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PACES["live"].decision)
    assert await house.host.play_absent(table, 1)
    assert (await house.seen(table, BEN)).view.own == 0
    last = (await house.log(table))[-1]
    assert (last.kind, last.seat, last.receipt) == ("clock", 1, None)
    assert (await house.seen(table)).news[-1].absent


async def test_the_clock_does_not_move_before_a_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(PACES["live"].decision - 1)
    assert not await house.host.play_absent(table, 1)
    await house.hide(table, BEN)
    house.clock.advance(10**6)
    assert not await house.host.play_absent(table, 1)
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert not await house.host.play_absent(table, 0)


async def test_only_moves_by_hand_update_presence(house: House):
    table = await house.dealt(ANN, BEN)
    dealt = [player.acted_at for player in (await house.stored(table)).players]
    house.clock.advance(PACES["live"].decision)
    await house.hide(table, ANN)
    await house.host.play_absent(table, 1)
    await house.play(table, ANN, Guess(total=1))
    ann, ben = (await house.stored(table)).players
    assert ann.acted_at == house.clock.now()
    assert ben.acted_at == dealt[1]


async def test_only_the_opener_or_a_moderator_closes_a_table(house: House):
    for phase in ("open", "playing"):
        table = await (house.open(ANN, BEN) if phase == "open" else house.dealt(ANN, BEN))
        end = house.host.end
        assert "Only" in await refused(end(table, BEN, house.receipt(), moderator=False))
        await end(table, BEN, house.receipt(), moderator=True)
        seen = await house.seen(table)
        assert (seen.phase, seen.until, seen.secret) == ("ended", None, None)
        assert "over" in await refused(end(table, ANN, house.receipt(), moderator=False))
        assert "over" in await refused(house.play(table, ANN, Hide(coins=1)))


class Newer(SmallRules):
    version = 2


async def test_a_table_of_older_rules_can_only_be_closed(house: House):
    table, opened = await house.dealt(ANN, BEN), await house.open(ANN, BEN)
    house.played_by(Newer())
    assert "older rules" in await refused(house.play(table, ANN, Hide(coins=1)))
    house.clock.advance(10**6)
    assert "older rules" in await refused(house.host.play_absent(table, 0))
    await house.host.end(table, ANN, house.receipt(), moderator=False)
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
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert (await house.seen(table)).phase == "ended"


async def test_a_removed_game_gives_a_refusal(house: House):
    table = await house.open(ANN)
    house.games.clear()
    house.store.cache.drop(table)
    assert "no longer on offer" in await refused(house.seen(table))


async def test_a_table_can_move_to_another_channel(house: House):
    table = await house.open(ANN)
    assert await house.queries.open_in(2, "small") == table
    await house.host.move_to(table, 7)
    assert (await house.seen(table)).channel == 7
    assert await house.queries.open_in(2, "small") is None


async def test_a_read_during_a_move_keeps_the_new_channel(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.open(ANN)
    real = tables.move_to

    async def read_meanwhile(tx: Any, table_id: int, channel: int) -> None:
        await house.store.loaded(table_id)  # a drawing, say
        await real(tx, table_id, channel)

    monkeypatch.setattr(tables, "move_to", read_meanwhile)
    await house.host.move_to(table, 7)
    assert (await house.seen(table)).channel == 7
