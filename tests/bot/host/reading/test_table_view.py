from dataclasses import fields, replace

import pytest

from bot.host.reading.table_view import TableView
from tests.bot.house import ANN, BEN, House
from tests.small.game.moves import Guess, Hide, Ponder


def test_a_table_view_has_no_field_for_the_state():
    names = {field.name for field in fields(TableView)}
    assert not names & {"state", "table", "loaded", "players", "sealed_by"}


async def test_legal_moves_are_for_seats_only(house: House):
    table = await house.dealt(ANN, BEN)
    mine, public = await house.seen(table, ANN), await house.seen(table)
    assert mine.legal.moves == tuple(Hide(coins=coins) for coins in range(4))
    assert public.legal.moves == ()
    assert mine.legal is mine.legal, "listed again for every button"


async def test_a_seat_that_is_not_to_move_may_have_moves(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    mine = await house.seen(table, ANN)
    assert 0 not in mine.to_move
    assert Hide(coins=3) in mine.legal.moves


async def test_a_reader_gets_nothing_that_was_worked_out_for_another(house: House):
    anns = await house.seen(await house.dealt(ANN, BEN), ANN)
    bens = anns.for_reader(1, None, news=(), orders=(), offered=())
    assert bens == replace(anns, seat=1, view=None, news=(), orders=(), offered=())
    assert bens.memo is not anns.memo
    assert anns.legal.moves
    with pytest.raises(AssertionError, match="the legal moves of another"):
        anns.for_reader(1, None, news=(), orders=(), offered=())


@pytest.mark.parametrize("how", ["open", "over", "ended"])
async def test_without_a_game_nothing_is_legal(house: House, how: str):
    table = await (house.open(ANN, BEN) if how == "open" else house.dealt(ANN, BEN))
    if how == "over":
        await house.play_out(table)
    elif how == "ended":
        await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    seen = await house.seen(table, ANN)
    assert (seen.phase, seen.legal.moves, seen.to_move) == (how, (), frozenset())


async def test_the_secret_is_shown_only_after_the_game(house: House):
    for laid_open in (True, False):
        table = await house.dealt(ANN, BEN, laid_open=laid_open)
        for person, move in (
            (ANN, Hide(coins=1)),
            (BEN, Hide(coins=1)),
            (ANN, Ponder()),
            (ANN, Guess(total=2)),
            (BEN, Guess(total=1)),
        ):
            assert {(await house.seen(table, person)).secret for person in (ANN, BEN, None)} == {
                None
            }
            await house.play(table, person, move)
        assert ((await house.seen(table)).secret is not None) == laid_open
