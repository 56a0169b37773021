"""Old games and servers that the bot has left are deleted, over the wire."""

from pathlib import Path

from bot.host.deleting.expiry import DAY, SERVER_KEPT
from bot.upkeep.nightly.nightly_sweeps import NightlySweeps
from playground.tests.user import pressable, text_of
from tests.actors.harbor import Harbor, LeapingClock, harbor

DAYS = 30
WHEN = 1_800_000_000.0
COMMANDS = (
    *("deadman hand", "deadman table", "table log", "table story", "table fair", "table share"),
    *("table transcript", "table rematch", "table join", "table leave", "table bring", "table end"),
)


async def play_out(here: Harbor, table: int) -> None:
    """Play a game to its end by default moves, and wait until all of it is shown."""
    await here.play_out(table)
    await here.settled()
    await here.until(lambda: here.rows("SELECT behind FROM tables WHERE id=?", table)[0][0] == 0)


async def sweep(here: Harbor) -> None:
    await NightlySweeps(here.services.host, DAYS).sweep()


async def be_there(here: Harbor, *, there: bool) -> None:
    """Remove the bot from the server, or add it again, and wait until it knows."""
    await here.lever("/guild", bot=there)
    await here.until(lambda: here.bot and bool(here.bot.guilds) == there)


async def test_buttons_and_commands_of_an_old_game_say_that_it_is_gone(tmp_path: Path) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 2, games=["deadman"], clock=clock) as here:
        ann = here.users["Ann"]
        table = await here.table("deadman", list(here.users))
        await play_out(here, table)
        clock.leap_to(clock.now() + DAYS * DAY)
        await sweep(here)
        assert here.rows("SELECT * FROM tables") == here.rows("SELECT * FROM log") == []
        assert len(here.rows("SELECT * FROM results WHERE place IS NOT NULL")) == 2
        said = f"The game at table {table} ended a while ago"
        board = await here.board(ann, table)
        buttons = pressable(board)
        assert len(buttons) > 3
        for button in buttons:
            outcome = await ann.press(board, button)
            assert said in outcome.text, button
        for command in COMMANDS:
            assert said in (await ann.command(command, {"table": table})).text, command
        assert said in text_of(await ann.exchange(f"{table}: 63"))
        assert here.unhappy() == []


async def test_a_server_goes_when_the_bot_was_removed_and_stays_if_it_is_back(
    tmp_path: Path,
) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 2, games=["deadman"], clock=clock) as here:
        await here.table("deadman", list(here.users))
        await be_there(here, there=False)
        await here.until(lambda: here.rows("SELECT * FROM servers_left WHERE confirmed=1"))
        clock.leap_to(clock.now() + SERVER_KEPT - DAY)
        await sweep(here)
        assert here.rows("SELECT * FROM tables"), "it could still be back"
        await be_there(here, there=True)
        await here.until(lambda: not here.rows("SELECT * FROM servers_left"))
        clock.leap_to(clock.now() + 2 * SERVER_KEPT)
        await sweep(here)
        assert here.rows("SELECT * FROM tables WHERE phase='playing'")
        await be_there(here, there=False)
        await here.until(lambda: here.rows("SELECT * FROM servers_left"))
        clock.leap_to(clock.now() + SERVER_KEPT + 1)
        await sweep(here)
        for name in ("tables", "seats", "log", "results", "servers_left"):
            assert here.rows(f"SELECT * FROM {name}") == [], name


async def test_a_server_that_is_missing_at_two_connections_goes(tmp_path: Path) -> None:
    clock = LeapingClock(WHEN)
    async with harbor(tmp_path, 2, games=["deadman"], clock=clock) as here:
        await here.table("deadman", list(here.users))
        await here.stop_bot()
        await here.lever("/guild", bot=False)
        for passed in (0.0, DAY + 1, SERVER_KEPT):
            clock.leap_to(clock.now() + passed)
            departures = (await here.start_bot()).services.host.departures
            await here.until(lambda known=departures: known.are_known)
            left = here.rows("SELECT * FROM servers_left WHERE confirmed=1")
            assert bool(left) == bool(passed)
            if passed < SERVER_KEPT:
                await here.stop_bot()
        await sweep(here)
        assert here.rows("SELECT * FROM tables") == []
