"""A person who asks to be forgotten is gone from the file, and the others play on."""

from pathlib import Path

import pytest

from bot.host.proof.verify import verify
from db.people import forgetting, person_records
from db.people.forgetting import FORMER
from db.servers import servers
from db.servers.servers import Act
from db.tables import rematches, results, tenures
from db.tables.rematches import Invited, Rematch
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, CAT, DAN, GUILD, House, house_on, refused
from tests.small.game import SmallRules


async def known(house: House) -> set[int]:
    return await forgetting.people(house.database.reader)


async def test_a_seat_in_play_goes_to_the_house_and_the_game_can_be_checked(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.hide(table, ANN)
        assert await house.host.forgetting.forget(ANN) == [table]
        assert await known(house) == {BEN, CAT}
        stored = await house.stored(table)
        assert [player.person for player in stored.players] == [None, BEN, CAT]
        assert stored.players[0].former == FORMER
        assert stored.opener == BEN
        await house.hide(table, BEN, CAT)
        await house.start()
        await house.passes(86_400)
        made = await house.queries.transcript(table)
        assert made["players"][0][0]["name"] == FORMER
        first = (await results.of_table(house.database.reader, table))[0]
        assert (first.name, first.person, first.house) == (FORMER, None, False)
        assert "Every move was allowed" in verify(made, {"small": SmallRules()})


async def test_a_seat_before_the_deal_becomes_free(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.open(ANN, BEN)
        await house.host.forgetting.forget(ANN)
        stored = await house.stored(table)
        assert [player.person for player in stored.players] == [BEN]
        assert stored.opener == BEN
        assert await known(house) == {BEN}


async def test_a_finished_game_keeps_its_moves_and_verifies(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.play_out(table)
        before = await house.queries.transcript(table)
        await house.host.forgetting.forget(BEN)
        made = await house.queries.transcript(table)
        [[ann], [ben]] = made["players"]
        assert (ann["name"], ben) == ("Ann", {"since": 0, "name": FORMER, "holder": "person"})
        assert made["steps"] == before["steps"]
        assert made["joins"] == before["joins"], "the luck rests on the ids of presses"
        assert "Every move was allowed" in verify(made, {"small": SmallRules()})
        story = await house.queries.story(table, ANN)
        assert story.names.plain(1) == FORMER


async def test_nothing_is_left_to_export(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        over = await house.dealt(ANN, BEN)
        await house.play_out(over)
        table = await house.dealt(ANN, BEN, CAT)
        await house.host.tenures.give_up(table, ANN, house.receipt())
        await house.host.replacing.offer(table, BEN, 0, ANN, "Ann", house.receipt())
        await house.contacts.likes(ANN, "channel")
        await house.host.watching.watch(table, ANN)
        async with house.database.transaction() as tx:
            await servers.note(tx, GUILD, Act(moderator=ANN, kind="block", at=1.0, person=ANN))
            await rematches.insert(tx, table, Rematch(over, 2.0, (Invited(ANN, "Ann"),)))
        kept = await house.host.forgetting.records(ANN)
        assert {kind for kind, rows in kept.items() if rows} >= {
            *("settings", "tables", "seats", "seats_given_up", "seats_offered_to_you", "log"),
            *("watched", "by_moderators", "as_moderator", "rematches", "results"),
        }
        await house.host.forgetting.forget(ANN)
        kept = await house.host.forgetting.records(ANN)
        assert {kind: rows for kind, rows in kept.items() if rows} == {}
        assert (await house.stored(table)).players[0].former == FORMER
        assert (await house.contacts.of(ANN)).notices == "dm", "nothing is left in memory"


async def test_an_export_has_no_secret_of_a_game_in_play(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN, BEN)
        kept = await person_records.read(house.database.reader, ANN)
        assert [row["move"] for row in kept["log"] if row["move"]] == ['{"kind":"hide","coins":1}']
        assert "told" not in kept["log"][0]
        assert not {"state", "secret"} & {*kept["tables"][0]}
        assert "Ben" not in str(kept)
        assert str(BEN) not in str(kept)


async def test_an_export_counts_no_secret_moves_and_names_nobody_else(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.host.tenures.give_up(table, CAT, house.receipt())
        await house.host.replacing.offer(table, ANN, 2, DAN, "Dan", house.receipt())
        before = await house.host.forgetting.records(ANN)
        assert before["seats"][0]["agrees"] == 1
        assert str(DAN) not in str(before)
        await house.hide(table, BEN)
        assert await house.host.forgetting.records(ANN) == before, "Ben hid his coins in secret"


async def test_a_block_stays(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        await house.host.moderation.block(GUILD, "Server", CAT, ANN)
        await house.host.forgetting.forget(ANN)
        with pytest.raises(Refusal, match="have blocked you"):
            await house.open(ANN)


async def test_who_was_forgotten_meanwhile_cannot_come_back_to_a_game(tmp_path: Path):
    """They have seen the cards of a seat, and nobody knows of which."""
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.host.tenures.give_up(table, BEN, house.receipt())
        await house.host.forgetting.forget(ANN)
        taking = house.host.tenures.take(table, ANN, "Ann", 1, house.receipt())
        assert "You asked me to forget you" in await refused(taking)
        house.clock.advance(60)
        later = await house.dealt(BEN, CAT)
        await house.host.tenures.give_up(later, BEN, house.receipt())
        await house.host.tenures.take(later, ANN, "Ann", 0, house.receipt())


async def test_nobody_is_forgotten_while_their_cards_are_dealt(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.open(ANN, BEN)
        await house.seal(table)
        await house.host.deals.deal(table, ANN, house.receipt())
        assert "being dealt right now" in await refused(house.host.forgetting.forget(ANN))
        assert ANN in await known(house)


async def test_two_people_of_one_table_can_be_forgotten(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.play_out(table)
        await house.host.forgetting.forget(ANN)
        await house.host.forgetting.forget(BEN)
        assert await known(house) == set()
        made = await house.queries.transcript(table)
        assert [held["name"] for [held] in made["players"]] == [FORMER, FORMER]


@pytest.mark.parametrize("first", [ANN, DAN])
async def test_of_two_people_who_gave_a_seat_up_each_can_be_forgotten(tmp_path: Path, first: int):
    async with house_on(tmp_path, idle=True) as house:
        house.played_by(Housed())
        table = await house.dealt(ANN, BEN, CAT)
        await house.host.tenures.give_up(table, ANN, house.receipt())
        await house.host.tenures.take(table, DAN, "Dan", 0, house.receipt())
        await house.host.tenures.give_up(table, DAN, house.receipt())
        await house.host.forgetting.forget(first)
        left = "Dan" if first == ANN else FORMER
        assert (await house.stored(table)).players[0].former == left
        await house.host.forgetting.forget(DAN if first == ANN else ANN)
        assert (await house.stored(table)).players[0].former == FORMER
        held = await tenures.of_table(house.database.reader, table)
        assert not {"Ann", "Dan"} & {tenure.name for tenure in held}


async def test_to_ask_again_and_again_costs_nobody_anything(tmp_path: Path):
    async with house_on(tmp_path, idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.host.forgetting.forget(CAT)
        assert "less than a minute ago" in await refused(house.host.forgetting.forget(CAT))
        listed, loaded = house.store.forgotten.read(), await house.store.loaded(table)
        house.clock.advance(61)
        assert await house.host.forgetting.forget(CAT) == []
        assert house.store.forgotten.read() == listed, "nothing names her, and she is on the list"
        assert await house.store.loaded(table) is loaded, "everybody's tables were read again"
        house.clock.advance(61)
        assert await house.host.forgetting.forget(BEN) == [table]
        house.clock.advance(61)
        await house.open(BEN)
        assert len(await house.host.forgetting.forget(BEN)) == 1
        assert len(house.store.forgotten.read()) == 3
