"""The services pass on to each other what they report."""

import pytest

from tests.bot.house import ANN, BEN, House
from tests.small.game.moves import Hide


async def test_a_changed_table_is_shown_and_wakes_what_is_due_for_it(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN, pace="live")
    woken: dict[str, float] = {}
    monkeypatch.setattr(house.agenda, "wake", lambda key, due: woken.update({key: due}))
    loaded = await house.play(table, ANN, Hide(coins=1))
    await house.quiet()
    players = loaded.table.players
    assert woken == {
        "deadlines": min(p.due for p in players if p.due is not None),
        "notices": min(p.notice_at for p in players if p.notice_at is not None),
    }
    assert house.board().steps[-1] == (await house.seen(table)).step


async def test_a_forgotten_table_has_no_queues_left(house: House):
    table = await house.dealt(ANN, BEN)
    assert table in house.display.queues._queues
    house.table_forgotten(table)
    assert table not in house.display.queues._queues
