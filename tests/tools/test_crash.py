"""Killed at any instant, the bot keeps what it promised; and each check can fail.

The long run is `python -m tests.tools.crash --kills 100`; these are short ones of the same.
"""

from pathlib import Path

import pytest
from discord_playground import Playground

from games import GAMES
from playground.tests.user import Outcome
from tests.actors.harbor import harbor
from tests.actors.tables import board_of, open_table, step_of
from tests.crews.crew import Crew
from tests.postgresql.empty import need_server
from tests.tools.crash import AHEAD, Witness, _was_stale, crash, verb_in

pytestmark = pytest.mark.full

SEEN_AS = {  # a fault that is put into the bot, and what the check says of it
    "early": "not in the file",
    "halves": "its log at",
    "stale": "had moved at",
    "receipts": "a receipt is in the log twice",
    "unlocked": "time ran back",
    "forgetful": "after a start",
    "blind": " messages #",
}

ATTEMPTS = 3


def test_what_is_said_ahead_is_known_however_it_is_said() -> None:
    """It is in no log: typed as a command it was taken for a move that was lost."""
    assert verb_in("/downeast ahead plan") in AHEAD
    assert verb_in("12:34:plan;lot=1") in AHEAD
    assert verb_in("12:34:prices;p=0;*prices:1") in AHEAD
    assert verb_in("12:34:bid;amount=60") == "bid"
    assert verb_in("/downeast bid") not in AHEAD


def test_what_is_written_on_a_slip_is_no_promise_and_a_hand_may_say_too_late() -> None:
    """Neither is in the log: both were taken for moves that were lost."""
    witness = Witness(Playground(("Ann",), port=0))
    witness.noticed({"custom_id": "24:127:draft_look;slip=1"}, Outcome("answered", id="1"))
    assert witness.promised == {}
    button = {"type": 2, "custom_id": "19:224:table_hand"}
    said = {"content": "### Your hand · Dealt!, table 19, <#2>", "components": [button]}
    witness.noticed({"custom_id": "19:222:keep;most=100"}, Outcome("answered", id="2", said=said))
    promise = witness.promised[2]
    assert (promise.made_on, promise.shown) == (222, 224)
    assert _was_stale(promise, [], {19: {"question_step": 223}})
    assert not _was_stale(promise, [], {19: {"question_step": 222}})


async def test_a_killed_bot_keeps_its_promises(tmp_path: Path) -> None:
    """A move that was shown must be in the file, once, and the boards must catch up."""
    wrong, kept = await crash(tmp_path, 4, sorted(GAMES), groups=len(GAMES))
    assert wrong == []
    assert kept > 5


async def test_a_server_that_fails_loses_no_promise(tmp_path: Path) -> None:
    """The bot must go on by itself, and must not take back or repeat what it has committed."""
    need_server()
    games = sorted(GAMES)
    wrong, kept = await crash(tmp_path, 6, games, groups=len(games), database="postgresql")
    assert wrong == []
    assert kept > 5


async def test_a_bot_that_is_killed_during_house_moves_goes_on_with_them(tmp_path: Path) -> None:
    """Nobody at the table could make the move that is missing."""
    wrong, kept = await crash(tmp_path, 3, sorted(GAMES), groups=len(GAMES), size=1, house=2)
    assert wrong == []
    assert kept > 5


@pytest.mark.parametrize("fault", SEEN_AS)
async def test_the_check_sees_a_fault(fault: str, tmp_path: Path) -> None:
    """A check that can't fail is worth nothing. A race may stay hidden once or twice."""
    module = ("tests.crews.broken", fault)
    within = 1.0 if fault == "forgetful" else 8.0
    found: list[str] = []
    for attempt in range(ATTEMPTS):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        kills = 16 if fault == "blind" else 8  # it shows only after some kinds of posts
        found += (await crash(folder, kills, ["jar"], module=module, within=within))[0]
        if any(SEEN_AS[fault] in problem for problem in found):
            break
    assert any(SEEN_AS[fault] in problem for problem in found), f"unseen; it found only {found}"


async def test_the_checks_are_quiet_without_a_fault(tmp_path: Path) -> None:
    """The same game, the same kills, nothing broken: what the faults are seen by is the faults."""
    module = ("tests.crews.broken", "none")
    wrong, kept = await crash(tmp_path, 2, ["jar"], module=module)
    assert wrong == []
    assert kept > 5


async def test_asked_to_stop_it_ends_in_good_order_and_takes_up_where_it_was(
    tmp_path: Path,
) -> None:
    """`systemctl restart` must look like a short silence: exit code 0, the old buttons work."""
    async with harbor(tmp_path, 2, bot=False) as here:
        crew = Crew(here.playground, here.place, log=tmp_path / "bot.log")
        await crew.start()
        ann, ben = here.users["Ann"], here.users["Ben"]
        table = await open_table(ann, "deadman start")
        board = await ben.until(lambda: board_of(ben, table))
        assert await crew.stop() == 0
        await crew.start()
        outcome = await ben.click(board, label="Join")
        assert "You're in, seat 2" in outcome.text
        await ann.until(lambda: step_of(board_of(ann, table) or board) == (table, 2))
        assert await crew.stop() == 0
        assert "Traceback" not in (tmp_path / "bot.log").read_text(encoding="utf-8")
