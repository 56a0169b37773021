"""*An hour later* behind the playground's page: the bot's clock goes with the stand-in's."""

from pathlib import Path

from bot.host.time.clock import ClockAhead
from tests.actors.harbor import UNHURRIED, harbor

HOUR = 3600.0


async def test_notices_and_deadlines_fall_due_when_the_clock_is_set_ahead(tmp_path: Path) -> None:
    """Otherwise a person who tries the game alone never sees what happens after four hours."""
    clock = ClockAhead()
    async with harbor(tmp_path, 2, timing=UNHURRIED, clock=clock) as here:
        here.playground.on_clock(clock.set_ahead)
        table = await here.table("deadman", ("Ann", "Ben"))
        mover, step = await here.mover(table), here.step(table)
        phones = here.playground.stage.post.phones
        assert not phones.pushes
        await here.lever("/clock", add=HOUR)
        await here.until(lambda: phones.pushes)
        assert phones.pushes[0].to == mover.name
        assert f"table {table}: " in phones.pushes[0].text
        assert here.step(table) == step
        await here.lever("/clock", add=4 * HOUR)
        await here.until(lambda: here.step(table) > step)  # the clock has moved for them
        await here.settled()
        assert here.unhappy() == []
