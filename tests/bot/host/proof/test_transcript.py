import json
from dataclasses import replace

import pytest

from bot.host.proof.transcript import written
from bot.host.proof.verify import verify
from db.tables.tables import Table
from db.tables.tenures import Tenure
from games.chance import seal
from games.rules import Refusal
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, GUILD, House
from tests.small.game.moves import Guess, Hide


async def finished(house: House, **terms: object) -> int:
    table = await house.dealt(ANN, BEN, **terms)
    await house.play(table, ANN, Hide(coins=1))
    house.clock.advance(10**6)
    assert await house.host.moves.play_absent(table, 1)
    await house.play(table, ANN, Guess(total=1))
    await house.play(table, BEN, Guess(total=3))
    return table


async def test_the_transcript_has_players_and_terms(house: House):
    table = await finished(house, most=2)
    made = await house.queries.transcript(table)
    stored = await house.stored(table)
    assert (made["game"], made["version"], made["table"]) == ("small", 1, table)
    assert (made["players"], made["options"]) == (
        [[{"since": 0, "name": name, "holder": "person"}] for name in ("Ann", "Ben")],
        {"most": 2},
    )
    assert (made["seal"], made["secret"]) == (seal(stored.secret), stored.secret.hex())
    assert made["sealed_by"] == str(stored.sealed_by), "too long a number for JSON's readers"


async def test_the_transcript_has_the_mix_and_its_message(house: House):
    table = await finished(house)
    made, entries = await house.queries.transcript(table), await house.log(table)
    receipts = {
        entry.kind: str(entry.receipt) for entry in entries if entry.kind in ("open", "join")
    }
    assert made["joins"] == [receipts["open"], receipts["join"]]
    assert made["deal"] == str(next(entry for entry in entries if entry.kind == "freeze").receipt)
    assert (made["guild"], made["sealed_in"], made["sealed_by"]) == (
        str(GUILD),
        str(CHANNEL),
        "901",
    )
    stored = await house.stored(table)
    assert (made["transcript"], made["mixed"]) == (5, stored.mixed)
    assert (made["mixed_by"], made["mixed_in"]) == (str(stored.mixed_by), str(CHANNEL))


async def test_an_earlier_deal_keeps_its_kind_of_transcript(house: House):
    table = await finished(house)
    entries = [
        replace(entry, receipt=77) if entry.kind == "deal" else entry
        for entry in await house.log(table)
    ]
    made = written(replace(await house.stored(table), deal_press=None), entries)
    assert (made["transcript"], made["deal"]) == (2, "77")


async def test_the_transcript_has_no_control_characters_in_names(house: House):
    table = await finished(house)
    stored = await house.stored(table)
    ann, ben = stored.players
    named = replace(stored, players=(replace(ann, name="A\x1b[2Jn\u202en"), ben))
    made = written(named, await house.log(table))
    names = [held[-1]["name"] for held in made["players"]]
    assert names == ["A\N{REPLACEMENT CHARACTER}[2Jn\N{REPLACEMENT CHARACTER}n", "Ben"]


async def test_the_transcript_of_the_first_release_is_unchanged(house: House):
    table = await finished(house)
    made = written(replace(await house.stored(table), mixed=None), await house.log(table))
    assert made["transcript"] == 1
    assert set(made) == {
        *("transcript", "game", "version", "table", "players", "options"),
        *("seal", "sealed_by", "secret", "steps"),
    }
    assert [step["rev"] for step in made["steps"]] == [4, 5, 6, 7, 8]


async def test_nothing_tells_a_person_from_an_order_or_the_clock(house: House):
    table = await finished(house)
    stored, entries = await house.stored(table), await house.log(table)
    made = written(stored, entries)
    assert {step["by"] for step in made["steps"]} == {""}
    for kind in ("move", "order", "clock"):
        others = [
            replace(entry, kind=kind) if entry.kind in ("move", "clock") else entry
            for entry in entries
        ]
        assert others != entries
        assert written(stored, others) == made


async def test_a_seat_that_changed_hands_shows_it_although_the_house_made_no_move(house: House):
    """Nothing else in the transcript tells it."""
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, ANN)
    await house.host.tenures.give_up(table, ANN, house.receipt())
    await house.host.tenures.take(table, DAN, "Dan", None, house.receipt())
    await house.hide(table, BEN, CAT)
    for total, person in enumerate((DAN, BEN, CAT)):
        await house.play(table, person, Guess(total=total))
    made = await house.queries.transcript(table)
    assert {step["by"] for step in made["steps"]} == {""}
    assert made["players"][0] == [
        {"since": 0, "name": "Ann", "holder": "person"},
        {"since": 2, "name": "Dan", "holder": "person"},
    ]
    assert "Won by" in verify(json.loads(json.dumps(made)), house.games)


async def test_the_house_is_a_stand_in_from_its_first_move_to_the_persons_next(house: House):
    house.played_by(Housed())
    table = await house.dealt(ANN, BEN)
    await house.host.absence.away(table, BEN, "", house.receipt())
    await house.play(table, ANN, Hide(coins=1))
    await house.host.absence.back(table, BEN, house.receipt())
    await house.play(table, ANN, Guess(total=0))
    await house.play(table, BEN, Guess(total=1))
    made = await house.queries.transcript(table)
    assert [(held["since"], held["name"], held["holder"]) for held in made["players"][1]] == [
        *((0, "Ben", "person"), (2, "Ben", "stand-in"), (4, "Ben", "person"))
    ]
    assert [step["by"] for step in made["steps"]] == ["", "", "house:gentle:3", "", ""]
    entries, stored = await house.log(table), await house.stored(table)
    [entry] = [entry for entry in entries if entry.kind == "house"]
    assert entry.house == "house:gentle:3"
    dan = replace(stored.players[0], name="Dan", held_since=entry.rev)
    changed = written(
        replace(stored, players=(dan, stored.players[1])), entries, [Tenure(0, 0, ANN, "Ann")]
    )
    assert changed["players"][0][1] == {"since": 2, "name": "Dan", "holder": "person"}, (
        "the house moved for Ben"
    )


async def test_a_person_who_takes_the_name_of_the_one_before_is_no_change(house: House):
    table = await finished(house)
    stored, entries = await house.stored(table), await house.log(table)
    rev = next(entry.rev for entry in entries if entry.kind == "clock")
    ended = [Tenure(1, 0, 102, "Ben")]
    ann, ben = stored.players
    for name, tenures in (("Ben", 1), ("Eve", 2)):
        changed = replace(stored, players=(ann, replace(ben, name=name, held_since=rev)))
        assert len(written(changed, entries, ended)["players"][1]) == tenures


async def test_where_a_house_player_was_mixed_in_without_its_version_names_stand_alone(
    house: House,
):
    """So release 0.4 did, and its tables end under this one."""
    house.played_by(Housed())
    table = await house.open(ANN, house=1)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET house='' WHERE table_id=?", (table,))
    house.store.cache.drop(table)
    await house.seal(table)
    await house.deal(table, ANN)
    await house.play(table, ANN, Hide(coins=1))
    while (seen := await house.seen(table)).phase == "playing":
        taken = {getattr(news.event, "total", None) for news in seen.news}
        total = next(number for number in range(9) if number not in taken)
        if 0 in seen.to_move:
            await house.play(table, ANN, Guess(total=total))
    made = json.loads(json.dumps(await house.queries.transcript(table)))
    assert (made["transcript"], made["players"]) == (4, [["Ann"], ["Barnacle"]])
    assert made["joins"][1] == "house:plain:gentle"
    assert {step["by"] for step in made["steps"]} == {"", "house:3"}
    assert "The house did not cheat" in verify(made, house.games)


async def test_the_transcript_has_every_step_and_nothing_else(house: House):
    made = await house.queries.transcript(await finished(house))
    assert [step["seat"] for step in made["steps"]] == [None, 0, 1, 0, 1]
    assert [step["number"] for step in made["steps"]] == [0, 1, 2, 3, 4]
    assert made["steps"][1]["move"] == {"kind": "hide", "coins": 1}
    assert made["steps"][2]["move"] == {"kind": "hide", "coins": 0}, "by the clock"


async def test_the_transcript_names_no_account(house: House):
    made = await house.queries.transcript(await finished(house))
    assert set(made) == {
        *("transcript", "game", "version", "table", "players", "options"),
        *("guild", "seal", "sealed_by", "sealed_in", "secret", "steps"),
        *("joins", "deal", "mixed", "mixed_by", "mixed_in"),
    }
    assert all(set(step) == {"number", "seat", "move", "told", "by"} for step in made["steps"])
    for person in (ANN, BEN):
        assert str(person) not in json.dumps({**made, "secret": "", "seal": "", "mixed": ""})


async def test_no_transcript_before_the_end_or_on_closed_terms(house: House):
    playing, closed = await house.dealt(ANN, BEN), await finished(house, laid_open=False)
    with pytest.raises(Refusal, match="once the game is over"):
        await house.queries.transcript(playing)
    with pytest.raises(Refusal, match="secret for good"):
        await house.queries.transcript(closed)


@pytest.mark.parametrize(
    ("dealt", "version", "said"), [(1, 1, (1, None)), (None, 1, (1, None)), (1, 2, (1, 2))]
)
async def test_the_transcript_names_later_rules(
    house: House, dealt: int | None, version: int, said: tuple[int, int | None]
):
    table = await finished(house)
    async with house.database.transaction() as tx:
        values = (dealt, version, table)
        await tx.run("UPDATE tables SET dealt_version=?, version=? WHERE id=?", values)
    stored: Table = await house.stored(table)
    made = written(stored, await house.log(table))
    assert (made["version"], made.get("finished_under")) == said
