"""People fumble, Discord stumbles, moderators meddle: everybody gets an answer, nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.ui.panels.words import escape
from games.deadman import DeadMan
from playground.tests.user import Json, text_of
from tests.actors.harbor import harbor
from tests.actors.tables import board_of, join, open_table
from tests.engines import sqlite_of

pytestmark = pytest.mark.full

PLAYERS = ("Ann", "Ben", "Cat")
OPEN = {"bidding": "open"}  # at a day\'s pace each lot would be answered once


# --- fumbling -------------------------------------------------------------------------------------


async def test_somebody_elses_button_says_whose_it_is(tmp_path: Path) -> None:
    """A foreign click must change nothing, and must not look like a failure."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS)
        await (await here.mover(table)).command("deadman bid", {"value": "43"})
        mover, before = await here.mover(table), here.rev(table)
        others = [here.users[name] for name in (*PLAYERS, "Dan") if name != mover.name]
        for user in others:
            await here.shown(user, table)
            board = await here.board(user, table)
            outcome = await user.click(board, label="Challenge 43")
            assert outcome.kind == "answered"
            wanted = "You aren't at table" if user.name == "Dan" else mover.name
            assert wanted in outcome.text
        assert here.rev(table) == before
        assert here.unhappy() == []


async def test_a_double_click_moves_once(tmp_path: Path) -> None:
    """Two presses of the same button must not both count, though both are answered."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        mover, before = await here.mover(table), here.rev(table)
        board = await here.board(mover, table)
        clicks = [mover.click(board, label="Bid $10") for _ in range(2)]
        outcomes = await asyncio.gather(*clicks)
        assert {outcome.kind for outcome in outcomes} <= {"answered", "refused"}
        assert here.rev(table) == before + 1


async def test_an_event_delivered_twice_counts_once(tmp_path: Path) -> None:
    """Discord replays events after a lost connection: the receipt in the log tells them apart."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        mover, before = await here.mover(table), here.rev(table)
        here.trouble(kind="duplicate_event", times=1)
        await mover.click(await here.board(mover, table), label="Bid $10")
        await here.settled()
        assert here.rev(table) == before + 1


async def test_a_bid_beyond_ones_cash_is_refused_to_the_bidder_alone(tmp_path: Path) -> None:
    """DD-10: the refusal names what the bidder holds, so nobody else may read it."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        bidder, before = await here.mover(table), here.rev(table)
        for amount in (1000, 10**8):
            outcome = await bidder.command("downeast bid", {"amount": amount})
            assert outcome.message["flags"] & 64
            assert "You have $" in outcome.text
        assert here.rev(table) == before


async def test_nonsense_typed_in_the_dm_is_told_what_can_be_typed(tmp_path: Path) -> None:
    """A typed line is a move or gets a sentence; silence would leave its writer waiting."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover, before = await here.mover(table), here.rev(table)
        for line in ("flibbertigibbet", "7", "🎲", "@everyone", "1" * 1500):
            answer = await mover.exchange(line)
            assert "You can " in text_of(answer)
            assert answer["flags"] & 1 << 12, "it has no plain text, and rings no phone"
        assert here.rev(table) == before
        await mover.say("dead man")
        await mover.until(lambda: here.rev(table) == before + 1)


FORGED = (
    "999:5:auction",
    "1:999999999999999:auction",
    "1:1:auction",
    "1:5:nonsense",
    "1:5:bid;amount=x",
    "1:5:bid;amount=-10",
    "1:5:bid;?amount=salt",
    "1:5:bid;*limit={}",
    '1:5:bid;kind="pass"',
    "rubbish",
    "1:5:auction;lot=-1",
    "0:0:table_hand",
    "1:5:table_truth;page=999999",
    "1:5:table_howto;game=chess",
    "1:5:deal;target=99",
    "1:5:seal",
)


@pytest.mark.parametrize("forged", FORGED)
async def test_a_forged_button_gets_a_sentence(forged: str, tmp_path: Path) -> None:
    """Whatever a custom_id says, it must neither crash the bot nor move for somebody else."""
    async with harbor(tmp_path, games=["downeast"]) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        mover, before = await here.mover(table), here.rev(table)
        board = await here.board(mover, table)
        stored = here.playground.world.find_message(board["id"])
        change_first_button(stored.json["components"], forged)
        outcome = await mover.press(board, {"type": 2, "custom_id": forged})
        if outcome.kind == "form":  # something is still to be asked: it is sent as it is
            outcome = await mover.submit(outcome.form, {})
        assert outcome.kind == "answered"
        assert here.rev(table) == before or forged.startswith("1:9")
        assert "reference" not in outcome.text


def change_first_button(components: list[Json], custom_id: str) -> None:
    """Write another custom_id onto the first button of a message."""
    for component in components:
        if component["type"] == 2:
            component["custom_id"] = custom_id
            return
        change_first_button(component.get("components", []), custom_id)


async def test_a_name_cannot_ping_or_format(tmp_path: Path) -> None:
    """A display name is a stranger's text: on a board it must read as it is, and do nothing."""
    names = ("@everyone", "**bold** <@1>", "discord.gg/ann", "Cat")
    async with harbor(tmp_path, names) as here:
        table = await open_table(here.users[names[0]], "downeast start", OPEN)
        for name in names[1:]:
            await join(here.users[name], table)
        await here.settled()
        board = await here.board(here.users["Cat"], table)
        text = text_of(board)
        assert escape("@everyone") in text
        assert "@everyone" not in text
        assert "<@1>" not in text
        assert "discord. gg/ann" in text, "Discord would show the invitation"
        assert board["mentions"] == []
        assert board["mention_everyone"] is False


# --- meddling -------------------------------------------------------------------------------------


async def test_with_closed_dms_a_notice_comes_in_the_channel(tmp_path: Path) -> None:
    """A player with closed DMs must still learn that something waits; nobody is told why."""
    async with harbor(tmp_path) as here:
        for name in PLAYERS:
            await here.lever(f"/people/{name}", dms_open=False)
        table = await here.table("deadman", PLAYERS)
        mover = await here.mover(table)
        notice = await mover.find(text=f"<@{mover.id}>", label="My hand")
        refused = next(request for request in here.requests if request["code"] == 50007)
        posted = next(
            request for request in here.requests if f"<@{mover.id}>" in str(request["body"])
        )
        assert posted["at"] - refused["at"] < 5, "it has waited for something"
        assert [item["id"] for item in notice["mentions"]] == [mover.id]
        hand = await mover.click(notice, label="My hand")
        assert "Your hand" in hand.text
        assert "DM" not in text_of(await here.board(mover, table))


async def test_a_deleted_board_comes_back(tmp_path: Path) -> None:
    """The next move posts a new board, and so does the command."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        mover = await here.mover(table)
        board = await here.board(mover, table)
        await here.lever(f"/messages/{board['id']}", "DELETE")
        await mover.command("downeast bid", {"amount": 10})
        await here.shown(mover, table)
        again = await here.board(mover, table)
        assert again["id"] != board["id"]
        await here.lever(f"/messages/{again['id']}", "DELETE")
        watcher = await here.users["Dan"].command("downeast table")
        assert "welcome to watch" in watcher.text
        outcome = await mover.command("downeast table")
        assert f"table {table}" in outcome.text
        said = int((outcome.said or {})["id"])
        sql = "SELECT 1 FROM shown WHERE table_id=? AND reader=-1 AND message=?"
        await here.until(lambda: here.rows(sql, table, said))


async def test_an_old_board_points_to_the_new_one(tmp_path: Path) -> None:
    """When the old board could not be removed, its buttons still work, and it says where to go."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        await here.settled()  # the board of the opening is gone
        mover = await here.mover(table)
        old = await here.board(mover, table)
        here.trouble(kind="status", method="DELETE", route="messages", status=403, code=50013)
        await mover.command("downeast table")
        before = here.rev(table)
        outcome = await mover.click(old, label="Bid $10")
        assert outcome.kind == "answered"
        assert here.rev(table) == before + 1
        await mover.until(lambda: "has moved:" in text_of(mover.messages[old["id"]]))


async def test_no_table_is_opened_where_the_bot_may_not_write(tmp_path: Path) -> None:
    """A table whose board could not be kept up to date would strand its players."""
    async with harbor(tmp_path) as here:
        ann = here.users["Ann"]
        games = ann.channels["games"]
        await here.lever(f"/channels/{games}", bot_permissions={"send_messages": False})
        outcome = await ann.command("downeast start")
        assert "Send Messages" in outcome.text
        assert outcome.message["flags"] & 64
        assert here.rows("SELECT * FROM tables") == []


async def test_shut_out_of_the_channel_play_goes_on_in_the_dm(tmp_path: Path) -> None:
    """Moves are saved while the board can't be shown; it catches up when the bot is let in."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover, before = await here.mover(table), here.rev(table)
        games = mover.channels["games"]
        await here.notice(mover, table)
        shut = {"bot_permissions": {"view_channel": False, "send_messages": False}}
        await here.lever(f"/channels/{games}", **shut)
        await mover.say("43")
        await here.until(
            lambda: here.rev(table) == before + 1
        )  # the move isn't lost with the board
        regain_access = {"bot_permissions": {"view_channel": True, "send_messages": True}}
        await here.lever(f"/channels/{games}", **regain_access)
        await here.shown(mover, table)


async def test_a_table_whose_channel_is_gone_can_be_brought_elsewhere(tmp_path: Path) -> None:
    """The channel was only where it stood: the game is in the file."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover = await here.mover(table)
        await here.lever(f"/channels/{mover.channels['games']}", "DELETE")
        await here.settled()
        outcome = await mover.command("deadman table", channel="parlor")
        assert f"table {table}" in outcome.text
        before = here.rev(table)
        await mover.command("deadman bid", {"value": "43"}, channel="parlor")
        assert here.rev(table) == before + 1
        await here.shown(mover, table)


# --- stumbling ------------------------------------------------------------------------------------


async def test_buttons_and_forms_outlive_a_restart(tmp_path: Path) -> None:
    """Everything needed to serve them is in their id and in the file."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        mover = await here.mover(table)
        board = await here.board(mover, table)
        await here.restart_bot()
        assert (await mover.click(board, label="Bid $10")).kind == "answered"
        await here.shown(mover, table)
        bidder = await here.mover(table)
        assert bidder is not mover
        opened = await bidder.click(await here.board(bidder, table), label="Bid…")
        assert opened.kind == "form"
        before = here.rev(table)
        await here.restart_bot()
        assert (await bidder.submit(opened.form, {})).kind == "answered"
        assert here.rev(table) == before + 1
        await here.shown(bidder, table)


async def test_a_form_that_comes_too_late_says_why(tmp_path: Path) -> None:
    """Its facts have gone stale: it must be refused, never turned into another move."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        bidder = await here.mover(table)
        opened = await bidder.click(await here.board(bidder, table), label="Bid…")
        await bidder.command("downeast pass")
        before = here.rev(table)
        outcome = await bidder.submit(opened.form, {})
        assert "You've moved since" in outcome.text
        assert here.rev(table) == before


async def test_a_bug_gets_an_apology_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player gets a reference that the operator finds in the log, the table stays as it was."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug of ours")

    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover, before = await here.mover(table), here.rev(table)
        with monkeypatch.context() as patch:
            patch.setattr(DeadMan, "play", broken)
            outcome = await mover.command("deadman bid", {"value": "43"})
        assert "Sorry" in outcome.text
        reference = outcome.text.split("`")[1]
        assert reference in caplog.text
        assert "ZeroDivisionError" in caplog.text
        assert here.rev(table) == before
        await mover.command("deadman bid", {"value": "43"})
        assert here.rev(table) == before + 1


async def test_a_slow_disk_is_still_answered_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord waits three seconds: the answer is put off before that, and given afterwards."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover, before = await here.mover(table), here.rev(table)
        database = here.services.store.database
        quick = database.transaction
        slow = iter([True])

        @asynccontextmanager
        async def slowly() -> AsyncIterator[Any]:
            if next(slow, False):
                await asyncio.sleep(2.5)
            async with quick() as tx:
                yield tx

        monkeypatch.setattr(database, "transaction", slowly)
        outcome = await mover.command("deadman bid", {"value": "43"})
        assert outcome.kind == "answered"
        assert outcome.seconds < 3
        await mover.until(lambda: here.rev(table) == before + 1)
        await mover.find(text="You bid 43")
        assert here.unhappy() == []


@pytest.mark.sqlite
async def test_a_move_that_cannot_be_saved_is_said_so_and_can_be_made_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk is no mistake of ours, and whoever pressed must not believe that they moved."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", PLAYERS, OPEN)
        await here.settled()
        mover, before = await here.mover(table), here.rev(table)
        write = sqlite_of(here.services.store.database)._writing.execute_fetchall
        [[pages]] = await write("PRAGMA page_count")
        await write(f"PRAGMA max_page_count={pages}")
        await write(  # and each move wants more room than there is left in those pages
            "CREATE TEMP TRIGGER large BEFORE UPDATE ON main.tables BEGIN"
            " INSERT INTO notes VALUES (hex(randomblob(8)), hex(zeroblob(9000))); END"
        )
        outcome = await mover.command("downeast bid", {"amount": 10})
        assert "I can't save anything right now" in outcome.text
        assert "nothing at the table has changed" in outcome.text
        assert "mistake" not in outcome.text
        assert here.rev(table) == before
        assert "its disk is full" in caplog.text
        assert "A player ran into a bug" not in caplog.text
        await write(f"PRAGMA max_page_count={pages + 1000}")
        await mover.command("downeast bid", {"amount": 10})
        assert here.rev(table) == before + 1
        await here.shown(mover, table)


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "status", "method": "PATCH", "route": "messages", "status": 500, "times": 2},
        {"kind": "rate_limit", "method": "PATCH", "route": "messages", "retry_after": 0.3},
        {"kind": "status", "method": "POST", "route": "channels", "status": 503, "times": 2},
        {"kind": "lose_answer", "method": "PATCH", "route": "messages", "times": 1},
        {"kind": "reconnect"},
        {"kind": "drop_gateway"},
    ],
    ids=lambda fault: fault["kind"] + fault.get("method", ""),
)
async def test_when_discord_stumbles_the_board_catches_up(fault: Json, tmp_path: Path) -> None:
    """Nothing that Discord does may lose a move, or leave the board behind for good."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover, before = await here.mover(table), here.step(table)
        await here.settled()
        here.trouble(**fault)
        await mover.until(lambda: board_of(mover, table))
        for _ in range(3):  # while the gateway is away nobody hears the command
            outcome = await mover.command("deadman bid", {"value": "43"})
            if outcome.kind == "answered":
                break
        await mover.until(lambda: here.step(table) == before + 1)
        await here.shown(mover, table)


async def test_a_lost_answer_is_made_up_for_with_the_next(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread was locked in between, say: Discord shows *This interaction failed*."""
    async with harbor(tmp_path) as here:
        table = await here.table("deadman", PLAYERS[:2])
        mover, before = await here.mover(table), here.rev(table)
        other = next(name for name in PLAYERS[:2] if name != mover.name)
        here.trouble(kind="status", route="callback", status=403, code=50083)
        assert (await mover.command("deadman bid", {"value": "43"})).kind != "answered"
        assert here.rev(table) == before + 1
        refused = await mover.command("deadman bid", {"value": "44"})
        lost, rest = refused.text.split("\n", 1)
        assert (
            lost == "Discord lost one of my answers, but what you did counted: "
            f"You bid 43 and passed the chest to {other}."
        )
        assert "has the chest. Wait until it comes to you." in rest
        assert "Discord lost" not in (await mover.command("deadman bid", {"value": "44"})).text
        assert "Traceback" not in caplog.text


async def test_an_event_that_nobody_can_read_is_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """If such an event could stop the bot, one thread without an owner would end every game."""
    async with harbor(tmp_path) as here:
        stage = here.playground.stage
        thread = {"id": "5", "guild_id": stage.world.guild_id, "type": 11, "parent_id": "2"}
        stage.gateway.tell_bot("THREAD_CREATE", thread, intent=1, guild_id=stage.world.guild_id)
        await here.table("deadman", PLAYERS[:2])
        [said] = [line for line in caplog.messages if "I couldn't read an event" in line]
        assert "(THREAD_CREATE)" in said, "the log does not name the event"
        assert [line for line in here.unhappy() if not line.startswith("THREAD_CREATE")] == []
