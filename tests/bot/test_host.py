"""The host, on a real file: what it refuses, what it keeps, whom it waits for and for how long."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot import frame
from bot.host import NEWS_KEPT, NEWS_MISSED, Stale, question_key
from bot.pace import PACES
from db import tables
from db.codec import codec_of
from games.chance import Chance, seal
from games.rules import IllegalMove, Question, Refusal
from tests.bot.toy import (
    ANN,
    BEN,
    CAT,
    DAN,
    Began,
    Guess,
    Hide,
    HidSo,
    House,
    Hurry,
    Options,
    Ponder,
    Toy,
    ToyFace,
    house_on,
)

DAY = PACES["day"]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path / "downeast.sqlite3") as opened:
        yield opened


async def refused(work: object, kind: type[Refusal] = Refusal) -> str:
    """Await something that must be refused; return the sentence."""
    with pytest.raises(kind) as refusal:
        await work  # type: ignore[misc]
    assert str(refusal.value).endswith((".", "!", "?"))
    return str(refusal.value)


# --- opening, joining, leaving --------------------------------------------------------------------


async def test_an_opened_table_has_its_terms_and_its_opener_in_the_first_seat(house: House):
    table = await house.open(ANN, pace="week", laid_open=False, most=2)
    sight = await house.sight(table, ANN)
    assert (sight.phase, sight.pace, sight.laid_open, sight.opener) == ("open", "week", False, ANN)
    assert (sight.options, sight.seat, list(sight.names)) == (Options(most=2), 0, ["Ann"])
    assert (sight.view, sight.public, sight.standing, sight.secret) == (None, None, None, None)


async def test_every_table_has_a_secret_of_its_own_and_shows_its_seal(house: House):
    one, two = await house.open(ANN), await house.open(ANN)
    stored = await house.stored(one)
    assert len(stored.secret) == 32
    assert stored.secret != (await house.stored(two)).secret
    assert (await house.sight(one)).seal == seal(stored.secret)


async def test_joining_takes_the_next_seat_and_leaving_moves_the_others_up(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.leave(table, BEN, house.receipt())
    assert list((await house.sight(table)).names) == ["Ann", "Cat"]
    assert (await house.sight(table, CAT)).seat == 1
    await house.host.join(table, BEN, "Ben", house.receipt())
    assert list((await house.sight(table)).names) == ["Ann", "Cat", "Ben"]


async def test_the_table_of_an_opener_who_leaves_is_the_next_one_s(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.leave(table, ANN, house.receipt())
    sight = await house.sight(table)
    assert (sight.opener, list(sight.names)) == (BEN, ["Ben", "Cat"])
    assert "Ben opens a table" in frame.lobby(ToyFace(), sight).text()


async def test_the_last_to_leave_closes_the_table(house: House):
    table = await house.open(ANN)
    await house.host.leave(table, ANN, house.receipt())
    assert (await house.sight(table)).phase == "ended"
    assert "already" in await refused(house.host.join(table, BEN, "Ben", house.receipt()))


async def test_who_cannot_join_or_leave_is_told_why(house: House):
    table = await house.open(ANN, BEN, CAT, DAN)
    host = house.host
    assert "already sit" in await refused(host.join(table, BEN, "Ben", house.receipt()))
    assert "full: 4" in await refused(host.join(table, 199, "Eve", house.receipt()))
    assert "do not sit" in await refused(host.leave(table, 199, house.receipt()))
    assert "no such table" in await refused(host.join(99, ANN, "Ann", house.receipt()))
    dealt = await house.dealt(ANN, BEN)
    assert "dealt already" in await refused(host.join(dealt, CAT, "Cat", house.receipt()))
    assert "dealt already" in await refused(host.leave(dealt, ANN, house.receipt()))


# --- the deal -------------------------------------------------------------------------------------


async def test_a_deal_wants_enough_players_a_seat_and_the_seal(house: House):
    table = await house.open(ANN)
    deal = house.host.deal
    assert "2 to 4 players; 1 sit" in await refused(deal(table, ANN, house.receipt()))
    await house.host.join(table, BEN, "Ben", house.receipt())
    assert "do not sit" in await refused(deal(table, CAT, house.receipt()))
    assert "seal" in await refused(deal(table, ANN, house.receipt()))
    await house.show(table, 900)
    await deal(table, BEN, house.receipt())
    assert (await house.sight(table)).phase == "playing"
    assert "dealt already" in await refused(deal(table, ANN, house.receipt()))


async def test_the_luck_of_a_table_is_its_secret_the_message_with_the_seal_and_the_rev(
    house: House,
):
    table = await house.open(ANN, BEN, CAT)
    await house.show(table, 900)
    await house.show(table, 901)  # a later board changes nothing
    await house.host.deal(table, ANN, house.receipt())
    stored = await house.stored(table)
    chance = Chance.of(stored.secret, 900, stored.rev)
    dealt = Toy().start(3, Options(), chance).state
    assert codec_of(Toy()).state.load(stored.state or "") == dealt


async def test_a_deal_whose_terms_the_rules_refuse_changes_nothing(house: House):
    class Picky(Toy):
        def start(self, seats: int, options: Options, chance: Chance) -> object:
            raise Refusal("Not today.")

    table = await house.open(ANN, BEN)
    await house.show(table, 900)
    before = await house.stored(table)
    house.host.games = {"toy": Picky()}
    assert await refused(house.host.deal(table, ANN, house.receipt())) == "Not today."
    assert await house.stored(table) == before


# --- moves ----------------------------------------------------------------------------------------


async def test_a_move_is_kept_and_told_in_the_log(house: House):
    table = await house.dealt(ANN, BEN)
    rev = await house.play(table, BEN, Hide(coins=2))
    sight = await house.sight(table, BEN)
    assert (sight.rev, sight.view.mine, sight.awaited) == (rev, 2, {0})
    last = (await house.log(table))[-1]
    assert (last.rev, last.kind, last.seat, last.person) == (rev, "move", 1, BEN)
    assert codec_of(Toy()).move.load(last.move or "") == Hide(coins=2)


async def test_everything_that_happens_is_one_row_of_the_log_without_a_gap(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.host.leave(table, CAT, house.receipt())
    await house.show(table, 900)
    await house.host.deal(table, ANN, house.receipt())
    await refused(house.play(table, ANN, Hide(coins=99)))
    await house.play(table, ANN, Hide(coins=1))
    house.time += 10**6
    assert await house.host.play_absent(table, 1)
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    log = await house.log(table)
    assert [one.rev for one in log] == list(range(1, len(log) + 1))
    assert [one.kind for one in log] == [
        *("open", "join", "join", "leave", "deal", "move", "clock", "end")
    ]
    assert (await house.stored(table)).rev == len(log)


async def test_a_refused_move_changes_nothing_and_tells_nobody(house: House):
    table = await house.dealt(ANN, BEN)
    before, log = await house.stored(table), await house.log(table)
    assert "between 0 and 3" in await refused(house.play(table, ANN, Hide(coins=4)), IllegalMove)
    assert "hidden their coins" in await refused(house.play(table, ANN, Guess(total=1)))
    assert await house.stored(table) == before
    assert await house.log(table) == log
    assert house.shown == [], "nothing has changed, and something is being drawn"


async def test_a_bug_in_the_rules_changes_nothing_either(house: House):
    class Broken(Toy):
        def view(self, state: object, seat: int | None) -> object:
            raise ZeroDivisionError

    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)
    house.host.games = {"toy": Broken()}
    with pytest.raises(ZeroDivisionError):
        await house.play(table, ANN, Hide(coins=1))
    assert await house.stored(table) == before
    house.host.games = {"toy": Toy()}
    await house.play(table, ANN, Hide(coins=1))


async def test_who_may_not_play_is_told_why(house: House):
    opened, table = await house.open(ANN, BEN), await house.dealt(ANN, BEN)
    assert "do not sit" in await refused(house.play(table, CAT, Hide()))
    assert "not been dealt" in await refused(house.play(opened, ANN, Hide()))
    assert "no such table" in await refused(house.play(99, ANN, Hide()))
    await house.play_out(table)
    assert "is over" in await refused(house.play(table, ANN, Hide()))


async def test_nothing_is_told_before_it_is_on_the_disk(house: House):
    table = await house.dealt(ANN, BEN)
    seen: list[bool] = []
    turn = house.host.database._turn
    house.host.changed = lambda number: seen.append(turn.locked())
    await house.play(table, ANN, Hide(coins=1))
    assert seen == [False], "told while the transaction was still open, or not at all"


async def test_a_game_that_ends_waits_for_nobody(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    sight = await house.sight(table)
    assert (sight.phase, sight.awaited, sight.until) == ("over", frozenset(), None)
    assert sight.standing is not None
    assert sight.standing.winners == {0}
    assert await house.due(table) == {"Ann": None, "Ben": None}


# --- late and double clicks -----------------------------------------------------------------------


async def test_a_click_is_stale_once_its_owner_has_moved_since_it_was_drawn(house: House):
    table = await house.dealt(ANN, BEN)
    drawn = (await house.sight(table)).rev
    await house.play(table, BEN, Hide(coins=1), seen=drawn)
    await house.play(table, ANN, Hide(coins=1), seen=drawn)  # Ben's move does not make it stale
    sentence = await refused(house.play(table, ANN, Guess(total=1), seen=drawn), Stale)
    assert "moved since" in sentence
    newest = (await house.sight(table)).rev
    await house.play(table, ANN, Guess(total=1), seen=newest)


async def test_a_board_from_before_the_deal_is_stale_for_everybody(house: House):
    table = await house.dealt(ANN, BEN)
    before = (await house.sight(table)).rev - 1
    await refused(house.play(table, BEN, Hide(coins=1), seen=before), Stale)


async def test_what_is_typed_now_is_never_stale(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=1))
    await house.play(table, ANN, Guess(total=1), seen=None)


async def test_the_same_press_delivered_twice_does_nothing_twice(house: House):
    table = await house.dealt(ANN, BEN)
    move, receipt = Hide(coins=1), house.receipt()
    rev = await house.host.play(table, ANN, move, seen_rev=None, receipt=receipt)
    log = await house.log(table)
    again = await house.host.play(table, ANN, move, seen_rev=None, receipt=receipt)
    assert (again, await house.log(table)) == (rev, log)


async def test_opening_joining_leaving_dealing_and_ending_twice_is_once(house: House):
    host, receipt = house.host, house.receipt()
    terms = {"pace": "day", "laid_open": True, "guild": 1, "channel": 2}
    terms |= {"person": ANN, "name": "Ann"}
    table = await host.open("toy", Options(), receipt=receipt, **terms)  # type: ignore[arg-type]
    again = await host.open("toy", Options(), receipt=receipt, **terms)  # type: ignore[arg-type]
    assert table == again
    await house.show(table, 900)
    for person in (BEN, CAT):
        receipt = house.receipt()
        for _ in range(2):
            await host.join(table, person, "Somebody", receipt)
    receipt = house.receipt()
    for _ in range(2):
        await host.leave(table, CAT, receipt)
    receipt = house.receipt()
    for _ in range(2):
        await host.deal(table, ANN, receipt)
    receipt = house.receipt()
    for _ in range(2):
        await host.end(table, ANN, receipt, moderator=False)
    kinds = [one.kind for one in await house.log(table)]
    assert kinds == ["open", "join", "join", "leave", "deal", "end"]


# --- deadlines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES.keys())
async def test_each_pace_gives_its_own_time(house: House, pace: object):
    table = await house.dealt(ANN, BEN, pace=pace.name)  # type: ignore[attr-defined]
    assert await house.due(table) == {"Ann": pace.decision, "Ben": pace.decision}  # type: ignore[attr-defined]


async def test_who_is_asked_the_same_question_still_keeps_their_deadline(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    house.time += 100
    await house.play(table, BEN, Hide(coins=1))
    due = await house.due(table)
    assert due == {"Ann": DAY.decision - 100, "Ben": None, "Cat": DAY.decision - 100}


async def test_a_new_question_gets_fresh_time(house: House):
    table = await house.dealt(ANN, BEN)
    for person in (ANN, BEN):
        house.time += 100
        await house.play(table, person, Hide(coins=1))
    assert await house.due(table) == {"Ann": DAY.decision, "Ben": None}
    house.time += 100
    await house.play(table, ANN, Guess(total=1))
    assert await house.due(table) == {"Ann": None, "Ben": DAY.decision}


async def test_who_moves_and_is_asked_the_same_again_gets_fresh_time(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=1))
    house.time += 100
    await house.play(table, ANN, Ponder())
    assert await house.due(table) == {"Ann": DAY.decision, "Ben": None}


async def test_a_call_shortens_the_time_and_the_next_question_has_it_all(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=1))
    house.time += 50
    await house.play(table, BEN, Hurry())
    assert await house.due(table) == {"Ann": DAY.call, "Ben": None}
    house.time += 50
    await house.play(table, BEN, Hurry())  # hurrying again wins or loses no time
    assert await house.due(table) == {"Ann": DAY.call - 50, "Ben": None}
    await house.play(table, ANN, Guess(total=1))
    assert await house.due(table) == {"Ann": None, "Ben": DAY.decision}


async def test_a_call_never_gives_more_time_than_there_was(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=1))
    house.time += DAY.decision - 10
    await house.play(table, BEN, Hurry())
    assert await house.due(table) == {"Ann": 10, "Ben": None}


def test_a_call_is_another_question():
    assert question_key(Question("bid")) != question_key(Question("bid", hurried=True))


async def test_the_board_says_the_earliest_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    assert (await house.sight(table)).until == house.time + DAY.decision


# --- the clock's moves ----------------------------------------------------------------------------


async def test_the_clock_makes_the_first_legal_move_of_an_absent_seat(house: House):
    table = await house.dealt(ANN, BEN)
    house.time += DAY.decision
    assert await house.host.play_absent(table, 1)
    assert (await house.sight(table, BEN)).view.mine == 0, "the most timid move: no coins"
    last = (await house.log(table))[-1]
    assert (last.kind, last.seat, last.receipt) == ("clock", 1, None)
    assert (await house.sight(table)).news[-1].absent


async def test_the_clock_does_not_move_while_there_is_time_or_nothing_is_owed(house: House):
    table = await house.dealt(ANN, BEN)
    house.time += DAY.decision - 1
    assert not await house.host.play_absent(table, 1)
    await house.play(table, BEN, Hide(coins=1))
    house.time += 10**6
    assert not await house.host.play_absent(table, 1)
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert not await house.host.play_absent(table, 0)


async def test_what_was_drawn_before_the_clock_moved_for_somebody_is_stale(house: House):
    table = await house.dealt(ANN, BEN)
    drawn = (await house.sight(table)).rev
    house.time += DAY.decision
    await house.host.play_absent(table, 1)
    await refused(house.play(table, BEN, Hide(coins=3), seen=drawn), Stale)


# --- ending, moving, old rules --------------------------------------------------------------------


async def test_only_the_opener_or_a_moderator_ends_a_table(house: House):
    for phase in ("open", "playing"):
        table = await (house.open(ANN, BEN) if phase == "open" else house.dealt(ANN, BEN))
        end = house.host.end
        assert "Only" in await refused(end(table, BEN, house.receipt(), moderator=False))
        await end(table, BEN, house.receipt(), moderator=True)
        sight = await house.sight(table)
        assert (sight.phase, sight.until, sight.secret) == ("ended", None, None)
        assert "over" in await refused(end(table, ANN, house.receipt(), moderator=False))
        assert "over" in await refused(house.play(table, ANN, Hide()))


async def test_a_table_dealt_under_older_rules_cannot_go_on_but_can_be_ended(house: House):
    class Newer(Toy):
        version = 2

    table = await house.dealt(ANN, BEN)
    house.host.games = {"toy": Newer()}
    assert "older rules" in await refused(house.play(table, ANN, Hide()))
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    opened = await house.open(ANN, BEN)
    await house.show(opened, 900)
    await house.host.deal(opened, ANN, house.receipt())  # what was only opened is dealt as new
    assert (await house.stored(opened)).version == 2


async def test_a_table_that_only_older_rules_could_read_hurts_nobody(house: House):
    """It is shown for what it is, left alone by the clock, and can be ended."""
    table = await house.dealt(ANN, BEN)
    async with house.host.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0, state='{}', options='[]' WHERE id=?", (table,))
        await tx.run("""UPDATE log SET told='[{"event": 1, "to": null}]'""")
    for person in (ANN, None):
        sight = await house.sight(table, person)
        assert (sight.phase, sight.view, sight.awaited, sight.news) == (
            *("playing", None, frozenset(), ()),
        )
        assert "/table end" in frame.board(ToyFace(), sight).text()
        assert "older rules" in frame.hand(ToyFace(), sight, in_dm=True).text()
        assert frame.asked(ToyFace(), sight) == frozenset()
    assert len((await house.host.showing(table)).seats) == 2
    house.time += 10**6
    assert "older rules" in await refused(house.host.play_absent(table, 0))
    assert "older rules" in await refused(house.play(table, ANN, Hide()))
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    closed = frame.board(ToyFace(), await house.sight(table))
    assert "closed" in closed.text()


async def test_a_game_that_is_no_longer_on_offer_is_said(house: House):
    table = await house.open(ANN)
    house.host.games = {}
    assert "no longer on offer" in await refused(house.sight(table))


async def test_a_table_can_stand_in_another_channel(house: House):
    table = await house.open(ANN)
    assert await house.host.open_in(2, "toy") == table
    await house.host.move_to(table, 7)
    assert (await house.sight(table)).channel == 7
    assert await house.host.open_in(2, "toy") is None


# --- seeing ---------------------------------------------------------------------------------------


def told(sight: object) -> list[object]:
    return [one.event for one in sight.news]  # type: ignore[attr-defined]


async def test_a_reader_meets_what_they_may_know_and_nothing_else(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=3))
    mine, theirs, public = [await house.sight(table, one) for one in (ANN, BEN, None)]
    assert HidSo(seat=0, coins=3) in told(mine)
    assert HidSo(seat=0, coins=3) not in told(theirs) + told(public)
    assert (mine.view.mine, theirs.view.mine, public.view.mine) == (3, None, None)
    assert (await house.sight(table, CAT)).seat is None, "who watches sees what everybody sees"
    assert (await house.sight(table, CAT)).view == public.public
    for sight in (mine, theirs, public):
        assert sight.secret is None


async def test_a_showing_is_made_for_each_reader(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=3))
    showing = await house.host.showing(table)
    assert [one.seat for one in (showing.public, *showing.seats)] == [None, 0, 1]
    assert HidSo(seat=0, coins=3) in told(showing.seats[0])
    assert HidSo(seat=0, coins=3) not in told(showing.seats[1]) + told(showing.public)


async def test_news_are_what_its_owner_has_not_read(house: House):
    table = await house.dealt(ANN, BEN)
    assert told(await house.sight(table, ANN)) == [Began(first=0)]
    async with house.host.database.transaction() as tx:
        await tables.looked(tx, table, 0, (await tables.log_since(tx, table, 0))[-1].rev)
    assert told(await house.sight(table, ANN)) == []
    await house.play(table, BEN, Hide(coins=1))
    assert len(told(await house.sight(table, ANN))) == 1
    assert len(told(await house.sight(table, BEN))) == 3, "Ben has not looked yet"
    assert len(told((await house.host.showing(table)).seats[0])) == 1


async def test_news_do_not_grow_without_end(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=1))
    for _ in range(NEWS_MISSED + 5):
        await house.play(table, BEN, Hurry())
    assert len(told(await house.sight(table, ANN))) == NEWS_MISSED
    assert len(told(await house.sight(table))) == NEWS_KEPT
    assert len(told(await house.host.story(table, ANN))) == NEWS_MISSED + 5 + 4


async def test_the_story_is_everybody_s_once_it_is_laid_open(house: House):
    for laid_open in (True, False):
        table = await house.dealt(ANN, BEN, laid_open=laid_open)
        await house.play(table, ANN, Hide(coins=1))
        assert HidSo(seat=0, coins=1) not in told(await house.host.story(table, BEN))
        await house.play(table, BEN, Hide(coins=2))
        await house.play(table, ANN, Guess(total=3))
        await house.play(table, BEN, Guess(total=4, after=1))
        story = await house.host.story(table, BEN)
        assert (HidSo(seat=0, coins=1) in told(story)) == laid_open
        assert HidSo(seat=1, coins=2) in told(story), "one's own are always told"
        assert (story.secret is not None) == laid_open
        assert ((await house.sight(table)).secret is not None) == laid_open


async def test_a_table_that_was_closed_early_stays_closed(house: House):
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.host.end(table, ANN, house.receipt(), moderator=False)
    assert HidSo(seat=0, coins=1) not in told(await house.host.story(table, BEN))
    assert (await house.sight(table)).secret is None
    assert "once the game is over" in await refused(house.host.transcript(table))


async def test_terms_that_cannot_be_played_open_no_table(house: House):
    """Such a table could be joined and never dealt."""
    with pytest.raises(Refusal, match="no such pace"):
        await house.open(ANN, pace="breakneck")
    async with house.host.database.transaction() as tx:
        assert await tx.all("SELECT id FROM tables") == []
