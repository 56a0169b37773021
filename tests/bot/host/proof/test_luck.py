from dataclasses import replace

import pytest

from bot.host.proof.luck import HOUSE_SEAT, house_player, mixed_at, seated_by, stream
from bot.host.reading.loaded_table import LoadedTable
from games.chance import Chance, fixed_by
from tests.bot.host.seating.test_stand_in import Housed
from tests.bot.house import ANN, BEN, House
from tests.small.game import SmallRules


@pytest.fixture
async def opened(house: House) -> LoadedTable:
    table = await house.open(ANN, BEN)
    await house.seal(table)
    return await house.store.loaded(table)


async def test_everything_agreed_is_mixed_into_the_luck(opened: LoadedTable):
    table, rules = opened.table, SmallRules()
    players = (replace(table.players[0], joined=5), table.players[1])
    others = [
        mixed_at(replace(table, **changed), rules, 7)
        for changed in (
            {"id": table.id + 1},
            {"secret": bytes(32)},
            {"sealed_by": 902},
            {"options": '{"most": 4}'},
            {"players": players},
            {},
        )
    ]
    assert len({*others, mixed_at(table, rules, 8)}) == len(others) + 1


async def test_each_release_keeps_its_streams_of_luck(opened: LoadedTable):
    table = replace(opened.table, mixed="ab" * 32, deal_press=7, mixed_by=950)
    key, fixed = table.secret, fixed_by("ab" * 32, 950)
    for dealt, expected in (
        (table, Chance.of(key, fixed, 3)),
        (replace(table, mixed_by=None), Chance.of(key, "ab" * 32, 3)),
        (replace(table, deal_press=None), Chance.of(key, "ab" * 32, 3)),
        (replace(table, deal_press=None, mixed=None), Chance.of(key, 901, 21)),
    ):
        assert stream(dealt, 3, 21).shuffled(range(30)) == expected.shuffled(range(30))
    with pytest.raises(AssertionError, match="never dealt"):
        stream(replace(table, mixed=None, sealed_by=None), 0, 0)


class Alone(SmallRules):
    player = None


async def test_a_house_player_is_mixed_in_with_its_level_and_version(opened: LoadedTable):
    rules = Housed()
    assert house_player(rules) == "house:gentle:3"
    assert house_player(Alone()) == "", "the house doesn't play that game"
    ann, ben = opened.table.players
    seated = [
        replace(opened.table, players=(ann, replace(ben, joined=0, house=text)))
        for text in ("house:gentle:3", "house:gentle:4", "")
    ]
    assert len({mixed_at(table, rules, 7) for table in seated}) == 3
    assert [seated_by(table.players[1]) for table in seated] == [
        *("house:gentle:3", "house:gentle:4"),
        HOUSE_SEAT,
    ]
    assert seated_by(replace(ben, house="house:gentle:3")) == ben.joined
