"""The simulated day itself: whole games through the house, told apart by nothing but their seed."""

import asyncio
import logging
import os
import subprocess
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.database import Database
from games import GAMES
from tests.bot.recording import HandClock
from tests.small.face import FACE
from tests.small.game.moves import Guess, Hide
from tests.small.game.orders import GuessAhead
from tests.tools.day import house, jumping
from tests.tools.day.__main__ import habits_said, options_said, play, rows_said, run, usual_players
from tests.tools.day.messenger import CountingMessenger
from tests.tools.day.people import LookIn
from tests.tools.day.people.looking_in import STAY_3, STAY_10, Habits
from tests.tools.day.report import Figures, figures, missed
from tests.tools.day.rows import ROWS, Control, Row, Target
from tests.tools.day.terms import NotYet, Outcome, Terms, check

YANKEE = Terms(game="yankee", players=3, habits=STAY_3, seed=4)
AGAIN = f"""
from tests.tools.day.__main__ import play
from tests.tools.day.terms import Terms
print(play(Terms(game="yankee", players=3, seed={YANKEE.seed})))
"""


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("downeast", 3, {"short": True, "bidding": "open", "payments": "asked"}),
        ("deadman", 3, {}),
        ("yankee", 2, {}),
        ("dealt", 3, {"chips": 2}),
        ("trump", 3, {"bidding": "once"}),
    ],
)
def test_a_game_is_played_to_its_end_through_the_house(
    game: str, players: int, options: dict[str, Any]
):
    came = play(Terms(game=game, players=players, options=options, habits=STAY_10, seed=2))
    assert came.over
    assert 0 < came.hours < 100
    assert came.by_hand >= 5
    assert (came.ahead, came.by_clock) == (0, 0)
    assert came.by_press >= came.by_hand, "each press has its answer"
    assert came.pings, "somebody has had to be called"
    assert came.boards


@pytest.mark.full
def test_the_same_seed_gives_the_same_figures():
    """Also in another process, where sets of words lie in another order."""
    came = play(YANKEE)
    assert play(YANKEE) == came
    assert play(replace(YANKEE, seed=5)) != came
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    again = subprocess.run(
        [sys.executable, "-c", AGAIN], env=environment, capture_output=True, text=True, check=True
    )
    assert again.stdout.strip() == str(came)


def small(terms: Terms, folder: Path) -> Outcome:
    """Play the small game, whose people nobody describes."""
    clock = HandClock(house.EIGHT - house.BEFORE)
    return jumping.run(clock, house.play(terms, folder, {"small": FACE}, clock))


def test_people_play_a_game_that_nobody_describes_at_random(tmp_path: Path):
    came = small(Terms(game="small", players=3, seed=2), tmp_path)
    assert came.over, "they never came to the end"
    assert came.by_hand >= 6, "each of three people hides coins and guesses"
    assert came.by_clock == 0


def test_who_stays_longer_is_done_sooner_and_pinged_less():
    short, long = play(replace(YANKEE, seed=2)), play(replace(YANKEE, seed=2, habits=STAY_10))
    assert long.by_hand == short.by_hand
    assert (long.hours, long.pings) < (short.hours, short.pings)


def test_the_clock_moves_for_who_does_not_come_in_time():
    came = play(replace(YANKEE, pace="live"))
    assert came.by_clock
    assert came.over


def test_the_clock_moves_for_nobody_who_sleeps_and_has_said_so():
    terms = replace(YANKEE, habits=Habits(zones=(0, -9), periods=(60,)))
    came = play(terms)
    assert came.hours > 10, "they are up at the same time for half the day"
    assert came.by_clock == 0
    assert play(replace(terms, hours=False)).by_clock


# --- what is said ahead ---------------------------------------------------------------------------


def test_what_is_said_ahead_is_said_at_a_look_in_or_after_an_answer_and_from_ones_own_seat(
    monkeypatch: pytest.MonkeyPatch,
):
    looked: list[tuple[float, LookIn]] = []
    answered: list[LookIn] = []

    async def say(at: Any, table: int, look: LookIn) -> None:
        if at.people[look.seat].busy == at.minutes():
            answered.append(look)
        else:
            looked.append((at.minutes(), look))
        assert look.view.seat == look.seat
        assert table == at.tables[0].table

    monkeypatch.setattr(house, "SAY_AHEAD", {"yankee": say})
    without = play(YANKEE)
    assert not looked + answered, "nobody says anything ahead on these terms"
    came = play(replace(YANKEE, ahead=100))
    assert came == without, "who says nothing changes nothing"
    assert all(look.next_turn and not look.lasting for _, look in looked)
    at = [[when for when, look in looked if look.seat == seat] for seat in range(3)]
    for seat, times in enumerate(at):
        looks = [round(item, 3) for item in house.Person(YANKEE.habits, YANKEE.seed, seat).looks]
        there = [looks.index(round(when, 3)) for when in times]
        assert there == sorted(set(there)), "at a look-in, once; unless something is asked then"
    assert 0 < len(answered) <= came.by_hand, "who has answered is still there"


def _free(view: Any) -> int:
    return min(set(view.seen.totals) - set(view.seen.guesses))


async def guess_ahead(at: Any, table: int, look: LookIn) -> None:
    """Say what one will guess when it is one's turn, whatever that will be."""
    if look.number == 1:
        totals, step = tuple(look.view.seen.totals), (await at.store.loaded(table)).table.step
        order = GuessAhead(totals=totals)
        await at.give_order(table, house.FIRST + look.seat, order, drawn_at=step)


def test_who_has_said_it_ahead_need_not_come(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
):
    def decide(view: Any, seed: int) -> Any:
        assert view.seen.guesser in (None, view.seen.first) or not said, "they have said that"
        return Hide(coins=1) if view.own is None else Guess(total=_free(view))

    monkeypatch.setattr(house, "DECIDE", {"small": decide})
    monkeypatch.setattr(house, "SAY_AHEAD", {"small": guess_ahead})
    terms, said = Terms(game="small", players=3, seed=2), False  # all look in before they guess
    by_hand = small(terms, tmp_path_factory.mktemp("day"))
    said = True
    ahead = small(replace(terms, ahead=100), tmp_path_factory.mktemp("day"))
    assert (by_hand.by_hand, by_hand.ahead) == (6, 0)
    assert (ahead.by_hand, ahead.ahead) == (4, 2), "who hid last is to guess, and does at once"
    assert ahead.hours < by_hand.hours


# --- what is counted ------------------------------------------------------------------------------


def test_every_request_is_counted_once():
    pinged: list[int] = []
    discord = CountingMessenger(pinged.append, HandClock())

    async def work() -> tuple[bool, bool]:
        message = await discord.send_dm(101, None, "")  # type: ignore[arg-type]
        there = await discord.edit_dm(101, message or 0, None)  # type: ignore[arg-type]
        await discord.remove_dm(101, message or 0)
        gone = await discord.edit_dm(101, message or 0, None)  # type: ignore[arg-type]
        return there, gone

    assert asyncio.run(work()) == (True, False)
    assert pinged == [101]
    assert discord.counted == {"send_dm": 1, "edit_dm": 2, "remove_dm": 1}


def test_a_ping_counts_again_if_its_person_has_not_come_since(tmp_path: Path):
    clock = HandClock(house.EIGHT)

    async def work() -> None:
        with jumping.files_at_once():
            database = await Database.open(tmp_path / "day.sqlite3", durable=False)
        day = house.DayHouse(database, clock, YANKEE, {})
        first, second = day.people[1].looks[:2]
        for minute, counted in (
            (first - 1, (1, 0, 0)),  # Ben has not come yet
            (first - 0.5, (2, 1, 0)),  # and still has not
            (first + 1, (3, 1, 1)),  # now he is there
            (first + 9, (4, 1, 1)),
            (second - 1, (5, 2, 1)),
        ):
            clock.set(house.EIGHT + minute * 60)
            await day.messenger.send_dm(house.FIRST + 1, None, "")  # type: ignore[arg-type]
            assert (day.pings, day.repeated, day.while_there) == counted
        await database.close()

    jumping.run(clock, work())


def outcome(hours: float, pings: int = 0, **other: Any) -> Outcome:
    """Make what came of a game in which little happened."""
    nothing: dict[str, Any] = dict.fromkeys(
        (
            *("by_hand", "acts", "taken", "ahead", "by_clock", "repeated", "while_there"),
            *("boards", "pictures", "dms", "removed", "by_press", "kept"),
        ),
        0,
    )
    said: dict[str, Any] = {**nothing, "hours": hours, "pings": pings, "over": True, **other}
    return Outcome(**said)


def test_figures_are_a_median_the_ninth_tenth_and_means_for_each_player():
    found = figures([outcome(float(hours), hours) for hours in range(1, 11)], players=5)
    assert (found.median, found.ninth) == (5.5, 9.0)
    assert found.pings == pytest.approx(5.5 / 5)


def tenth(**changes: Any) -> Figures:
    """Make figures of games of ten hours, with five pings for each player."""
    return replace(figures([outcome(10.0, 5)], players=1), **changes)


def test_a_row_holds_only_if_all_of_its_target_does():
    assert missed(tenth(), Target(10, 10, 5)) == []
    assert missed(tenth(), Target(9, 10, 5)) == ["median 10.0, not 9"]
    assert missed(tenth(), Target(10, 9.5, 5)) == ["90 % 10.0, not 9.5"]
    assert missed(tenth(), Target(10, 10, 4)) == ["pings 5.0, not 4"]
    assert missed(tenth(median=30.0), Control(40, 50)) == ["median 30.0, not 40 to 50"]
    assert missed(tenth(median=55.0), Control(40, 50)) == ["median 55.0, not 40 to 50"]
    assert missed(tenth(median=44.0), Control(40, 50)) == []
    assert missed(tenth(unfinished=2), None) == ["2 games did not end"]


# --- the rows, and the command line ---------------------------------------------------------------


@pytest.mark.full
def test_what_the_house_cannot_do_is_never_played_as_if_it_could(
    capsys: pytest.CaptureFixture[str],
):
    lacking = Row("a term of tomorrow", replace(YANKEE, options={"tomorrow": True}), Control(0, 99))
    with pytest.raises(NotYet, match="no term `tomorrow`"):
        check(lacking.terms)
    with pytest.raises(NotYet, match="say ahead"):
        check(replace(YANKEE, ahead=70))
    assert not run([lacking], games=1, jobs=1)
    assert "not yet" in capsys.readouterr().out
    there = replace(lacking, terms=YANKEE)
    assert run([there], games=2, jobs=1)
    assert not run([replace(there, goal=Target(0.1, 0.1, 0.1))], games=1, jobs=1)


def test_the_rows_are_those_that_were_agreed():
    assert len({row.name for row in ROWS}) == len(ROWS) == 17
    assert [row.goal for row in ROWS if isinstance(row.goal, Control)] == [Control(40, 50)]
    assert all(row.terms.habits.cap == 20 for row in ROWS)
    assert {row.terms.game for row in ROWS} == {"downeast", "deadman", "yankee", "dealt", "trump"}


def given(**changes: Any) -> Namespace:
    """Make a command line."""
    usual: dict[str, Any] = {
        "game": "trump",
        "players": None,
        "look_in": 30.0,
        "stay": 3,
        "ahead": 0,
        "orders": 0,
        "seed": 1,
        "bidding": None,
        "table": [],
        "pace": "day",
        "no_hours": False,
        "zones": "0",
        "irregular": False,
        "slow_seat": None,
        "vanish": None,
        "stand_in": 2,
        "house": 0,
        "meet": [],
        "meet_for": 30.0,
        "think": 20.0,
    }
    return Namespace(**{**usual, **changes})


@pytest.mark.parametrize(
    ("seats", "expected"), [(range(2, 9), 4), (range(2, 4), 3), (range(5, 8), 5)]
)
def test_a_game_is_played_by_four_people_as_far_as_it_seats_them(
    seats: range, expected: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(type(GAMES["dealt"]), "seats", seats)
    assert usual_players("dealt") == expected


def test_terms_and_habits_can_be_said_on_the_command_line():
    [row] = rows_said(given(bidding="open", table=["books=open"], players=3, stay=10))
    assert row.terms.options == {"bidding": "open", "books": "open"}
    assert row.terms.habits == replace(STAY_10, periods=(30.0,) * 3)
    assert options_said("dealt", None, ["chips=3"]) == {"chips": 3}
    assert options_said("downeast", None, ["thief=yes"]) == {"thief": True}
    with pytest.raises(ValueError, match="no term `speed`"):
        options_said("dealt", None, ["speed=3"])
    said = habits_said(given(slow_seat=240.0, zones="0,-6", meet=["20:30"], irregular=True), 3)
    assert (said.periods, said.zones, said.irregular) == ((30.0, 30.0, 240.0), (0, -6), True)
    assert said.meets == ((750, 30.0),)
    assert said.vanishes is None
    assert habits_said(given(vanish=60.0), 3).vanishes == (2, 60.0)


# --- time that jumps ------------------------------------------------------------------------------


def test_time_jumps_to_whoever_wakes_first():
    clock, woken = HandClock(1000.0), list[tuple[str, float]]()

    async def sleeper(name: str, until: float) -> None:
        await clock.sleep_until(until)
        woken.append((name, clock.now()))

    async def work() -> None:
        await asyncio.gather(sleeper("late", 90_000.0), sleeper("soon", 1000.5))

    jumping.run(clock, work())
    assert woken == [("soon", 1000.5), ("late", 90_000.0)]


def test_where_all_wait_for_each_other_it_is_said():
    async def work() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="waits for somebody else"):
        jumping.run(HandClock(), work())


def test_a_game_in_which_something_failed_counts_for_nothing():
    with pytest.raises(RuntimeError, match="the board fell down"), house.no_complaints():
        logging.getLogger("bot.show").error("the board fell down")


def test_the_same_people_play_several_tables_and_get_one_notice_for_all():
    """Each table is played as ever, by people who answer one question after another."""
    several = replace(YANKEE, beside=(replace(YANKEE, seed=1000), replace(YANKEE, seed=2000)))
    outcome = play(several)
    assert outcome.over
    alone = [play(replace(YANKEE, seed=seed)) for seed in (YANKEE.seed, 1000, 2000)]
    assert outcome.by_hand == pytest.approx(sum(each.by_hand for each in alone), rel=0.3)
    assert outcome.pings < sum(each.pings for each in alone)
    assert outcome.taken == 0
