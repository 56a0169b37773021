"""Computes the deadline of each seat, and when its player gets a notice.

Each question to a seat has one deadline. It is computed when the question is first asked, and the
player's sleeping hours don't count. Nothing a player does makes it later: whoever comes back, or
takes the seat, is still asked since that time. Deadlines are stored as points in time, so they
survive a restart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.host.time.pace import PACES, Pace
from bot.host.time.waking_hours import Hours, hours_of, wakes
from bot.host.time.waking_hours import due as due_at
from db.people.people import Person
from db.tables.tables import Player, Table
from games.rules import Question, Seat

NEWCOMER = 900.0  # seconds that somebody gets at least who takes a seat during its question
PRESENT_WITHIN = 600.0  # seconds during which a player counts as present after a public act
MOST_UNANSWERED = 3  # number of missed questions in a row after which a player gets no notices
SHORTER = 0.25  # share of the time that a player gets who has missed the last question
QUICK = 300.0  # seconds; an answer that takes longer is not one of a player who is there
PATIENCE = 1.5  # a notice waits so many times as long as its player's answers usually take
PRESENT_NOTICE_AFTER = 180.0  # seconds after which a player who is present gets a notice


def due_after(
    players: Sequence[Player],
    to_move: frozenset[Seat],
    question: Question,
    *,
    new: bool,
    pace: Pace,
    now: float,
    notices: Mapping[Seat, float | None],
    hours: Mapping[Seat, Hours],
    stand_in: int = 0,
) -> tuple[Player, ...]:
    """Return the players with the deadlines and notice times that apply after a change.

    `new` means that the question differs from the one before. A hurried question can make a running
    deadline earlier but not later. `notices` has the notice time of each seat (None: no notice).
    `hours` has the waking hours of seats. If the house stands in for players, whoever has missed
    the last question and has not acted lately gets only a quarter of the time.
    """
    timed: list[Player] = []
    for player in players:
        due, notice_at, asked_at = player.due, player.notice_at, player.asked_at
        sleep = hours.get(player.seat) if pace.sleeps else None
        limit = pace.call if question.hurried else pace.decision
        if (
            stand_in
            and player.unanswered
            and not question.hurried
            and not _lately(player, pace, now)
        ):
            limit *= SHORTER
        if player.seat not in to_move:
            due = notice_at = asked_at = None
        elif new or (due is None and asked_at is None):
            due, notice_at, asked_at = due_at(now, limit, sleep), notices.get(player.seat), now
        elif due is None and asked_at is not None:  # the house had the seat, or gets it now
            since = now if player.person is None else asked_at
            whole = pace.decision if question.hurried else limit
            due, notice_at = due_at(since, whole, sleep), notices.get(player.seat)
            if question.hurried:  # it isn't known any more since when
                due = min(due_at(now, limit, sleep), due)
        elif question.hurried and due is not None:
            due = min(due_at(now, limit, sleep), due)
        unchanged = (due, notice_at, asked_at) == (player.due, player.notice_at, player.asked_at)
        if not unchanged:
            player = replace(player, due=due, notice_at=notice_at, asked_at=asked_at)
        timed.append(player)
    return tuple(timed)


def _lately(player: Player, pace: Pace, now: float) -> bool:
    """Return whether a player has acted at this table within the time of two decisions."""
    return player.acted_at is not None and now - player.acted_at < 2 * pace.decision


def asleep_at(
    players: Sequence[Player], people: Mapping[int, Person], pace: Pace
) -> dict[Seat, Hours]:
    """Return the waking hours by seat, or an empty dict if deadlines also run at night."""
    if not pace.sleeps:
        return {}
    hours_by_seat = {
        player.seat: hours_of(people[player.person])
        for player in players
        if player.person is not None and player.person in people
    }
    return {seat: hours for seat, hours in hours_by_seat.items() if hours is not None}


def hours_at_table(table: Table, player: Player, known: Person) -> Hours | None:
    """Return the waking hours of a seat's owner, or None if the table's pace ignores them."""
    if player.person is None:
        return None
    return asleep_at([player], {player.person: known}, PACES[table.pace]).get(player.seat)


def all_here(players: Sequence[Player], now: float) -> bool:
    """Return whether a table has at least two people and all of them are present."""
    acted = [player.acted_at for player in players if player.person is not None]
    return len(acted) > 1 and all(at is not None and now - at < PRESENT_WITHIN for at in acted)


def notice_at(
    player: Player,
    person: Person | None,
    hours: Hours | None,
    now: float,
    *,
    notice_after: float,
    here_for: float = PRESENT_NOTICE_AFTER,
    here_within: float = PRESENT_WITHIN,
) -> float | None:
    """Return when to notify a player that a question waits for them, or None for no notice.

    A player who is present gets the notice later, because they probably see the board. Nobody gets
    it before they would usually have answered. A sleeping player gets it when they wake up. A
    player who missed many questions gets none until they move.
    """
    if person is None or person.notices == "none" or player.unanswered >= MOST_UNANSWERED:
        return None
    acted = player.acted_at
    here = person.here and acted is not None and now - acted < here_within
    usual = PATIENCE * min(player.answers_in or 0.0, QUICK)
    return wakes(now + max(here_for if here else notice_after, usual), hours)


def answers_in(player: Player, now: float) -> float | None:
    """Return in how many seconds a player who answers now usually does, if they are there."""
    took = None if player.asked_at is None else now - player.asked_at
    if took is None or took > QUICK:
        return player.answers_in
    return took if player.answers_in is None else (player.answers_in + took) / 2
