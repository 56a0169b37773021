"""Tests that boards, hands and notices are kept up to date without needless requests."""

from pathlib import Path

import pytest

from bot.host.reading.cache import REST
from bot.host.time.deadlines import PRESENT_WITHIN
from bot.show.deliver.display import Timing
from bot.show.deliver.private.notices import question_of
from bot.show.deliver.queues.messenger import DATABASE_AWAY, Refused, ShutOut, TryLater
from bot.show.draw.panels import hand_panel
from db.base.problems import ConnectionLost
from db.tables.shown import BOARD, HandKey
from tests.bot.altered import altered
from tests.bot.house import ANN, AT_ONCE, BEN, CAT, CHANNEL, GUILD, House, house_on
from tests.bot.recording import Call, buttons
from tests.bot.show.at_table import settled
from tests.small.face import draw
from tests.small.game.moves import Guess, Hide, Hurry, Ponder


async def calls(house: House, after: int = 0) -> list[Call]:
    await house.quiet()
    return house.messenger.calls[after:]


async def test_a_dealt_table_has_a_board_and_sends_no_notice_yet(house: House):
    table = await house.dealt(ANN, BEN)
    assert "**To move:** Ann and Ben" in house.board().text
    assert house.board().id > ((await house.stored(table)).mixed_by or 0)
    verbs = [call.verb for call in house.messenger.calls]
    assert set(verbs) <= {"reply", "post", "edit", "publish", "remove"}
    assert verbs.count("remove") == 1, "the opening goes, and nothing else"


async def test_a_public_move_edits_only_the_board_and_the_hands_it_touches(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT)
    await settled(house, house.play(table, BEN, Hide(coins=2)))
    before = len(house.messenger.calls)
    await house.play(table, ANN, Hide(coins=2))
    board, mine = house.board(), house.hand(ANN)
    assert await calls(house, before) == [
        Call("edit", CHANNEL, board.id),
        Call("edit_dm", ANN, mine.id),
        Call("edit_dm", CAT, house.hand(CAT).id),
    ]
    assert "Ann has hidden coins." in board.text
    assert "You hide 2 coins." in mine.text


async def test_a_secret_move_sends_requests_only_for_its_owner(asking: House):
    table = await asking.dealt(ANN, BEN)
    await asking.hide(table, ANN, BEN)
    await asking.passes(2)
    board, before = asking.board(), len(asking.messenger.calls)
    shown = len(board.shown)
    await settled(asking, asking.play(table, ANN, Ponder()))
    assert all(call.where == ANN for call in asking.messenger.calls[before:])
    assert len(board.shown) == shown
    await asking.passes(2)
    assert not (await asking.stored(table)).behind, "it would be looked at after every start"


async def test_an_idle_hand_is_not_redrawn_for_the_moves_of_others(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT)
    await settled(house, house.hide(table, ANN))
    before = len(house.hand(ANN).shown)
    await settled(house, house.hide(table, BEN))
    assert len(house.hand(ANN).shown) == before
    assert "Refresh" in buttons(house.hand(ANN).panel)


async def test_moves_made_during_a_drawing_share_the_next_one(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    held = house.messenger.hold("edit")
    await settled(house, house.hide(table, ANN))
    for person, move in ((BEN, Hide(coins=1)), (CAT, Hide(coins=1)), (ANN, Guess(total=1))):
        await settled(house, house.play(table, person, move))
    drawn = len(house.board().shown)
    held.release()
    await house.quiet()
    board, step = house.board(), (await house.seen(table)).step
    assert board.steps[drawn:] == [step - 3, step]


async def test_a_board_is_edited_no_more_often_than_the_rate_limit_allows(tmp_path: Path):
    timing = Timing(settle=0.1, pause=2.0)
    async with house_on(tmp_path, timing=timing) as house:
        table = await house.dealt(ANN, BEN, CAT)
        await house.passes(10)
        before = len(house.board().shown)
        await house.hide(table, ANN)
        await house.passes(0.05)
        assert len(house.board().shown) == before, "the answer to a press may draw it"
        await house.passes(0.1)
        await house.hide(table, BEN)
        await house.passes(1.8)
        assert len(house.board().shown) == before + 1
        await house.passes(0.2)
        assert len(house.board().shown) == before + 2


async def test_an_asked_hand_is_kept_up_to_date_while_its_owner_is_here(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN)
    await settled(asking, asking.hide(table, ANN, BEN))
    message = asking.hand(ANN).id
    await settled(asking, asking.play(table, BEN, Hurry()))
    assert asking.hand(ANN).id == message, "the same question is no new message, and no ping"
    assert "You are hurried." in asking.hand(ANN).text


async def test_the_hand_of_an_absent_player_is_not_edited(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN, pace="evening")
    await asking.hide(table, ANN, BEN)
    await asking.passes(PRESENT_WITHIN)
    drawn = len(asking.hand(ANN).shown)
    await settled(asking, asking.play(table, BEN, Hurry()))
    assert len(asking.hand(ANN).shown) == drawn


async def test_a_new_question_is_edited_into_the_hand_of_a_present_player(asking: House):
    table = await asking.dealt_by_dm(ANN, BEN)
    first = asking.hand(ANN).id
    await settled(asking, asking.hide(table, ANN, BEN))
    assert asking.hand(ANN).id == first
    assert "Say a number" in asking.hand(ANN).text


async def test_every_hand_names_the_winner_at_the_end(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    await settled(house, house.play_out(table))
    for post in (house.board(), house.hand(ANN), house.hand(BEN)):
        assert "Ann wins" in post.text
    for seat in (0, 1):
        assert house.store.shown(table, HandKey(seat)).print == hand_panel.resting("over")


async def test_a_closed_table_says_so_everywhere(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    await settled(house, house.host.endings.end(table, ANN, house.receipt(), moderator=False))
    for post in (house.board(), house.hand(ANN), house.hand(BEN)):
        assert "closed" in post.text


async def test_a_deleted_board_is_posted_again(house: House):
    table = await house.dealt(ANN, BEN)
    house.messenger.delete(house.board().id)
    await settled(house, house.hide(table, ANN))
    assert "Ann has hidden coins." in house.board().text
    shown = await house.shown(table, BOARD)
    assert shown.message == house.board().id


async def test_a_throttled_message_delays_no_other(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT)
    house.messenger.fail("edit", TryLater("throttled", 60))
    await settled(house, house.hide(table, ANN))
    assert "Ann has hidden coins." not in house.board().text
    assert "You hide 1 coin." in house.hand(ANN).text
    assert house.store.caught_up_at(table) < (await house.seen(table)).rev
    await house.hide(table, BEN)
    await house.passes(59)
    assert "Ben has hidden coins." not in house.board().text
    await house.passes(2)
    assert "Ben has hidden coins." in house.board().text
    assert not (await house.stored(table)).behind


async def test_a_forbidden_channel_is_not_tried_again_until_access_is_back(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    house.messenger.shut_channels.add(CHANNEL)
    await house.hide(table, ANN)
    before = len(house.messenger.calls)
    await house.passes(1000)
    told = [Call("edit_dm", person, house.hand(person).id) for person in (ANN, BEN)]
    assert await calls(house, before) == told, "whose hand says so, and nobody else"
    assert (await house.stored(table)).behind, "after a restart it is tried again"
    house.messenger.shut_channels.clear()
    await settled(house, house.display.regain_access(GUILD))
    assert "Ann has hidden coins." in house.board().text


@pytest.mark.parametrize("problem", [ShutOut("no"), Refused("bad"), TryLater("down")])
async def test_the_next_move_makes_good_several_failures(house: House, problem: Exception):
    table = await house.dealt_by_dm(ANN, BEN, CAT)
    for verb in ("edit", "edit_dm"):
        house.messenger.fail(verb, problem)
    await house.hide(table, ANN)
    await settled(house, house.hide(table, BEN))
    await house.hide(table, CAT)
    await house.passes(AT_ONCE.retry + 1)
    assert "Ann is guessing" in house.board().text
    for person in (BEN, CAT):  # Ann gets a notice by then
        assert "You hide 1 coin." in house.hand(person).text
    assert not (await house.stored(table)).behind


async def test_a_restart_draws_only_the_tables_that_are_behind(house: House):
    table, rested = await house.dealt_by_dm(ANN, BEN), await house.dealt(ANN, BEN, channel=7)
    await house.passes(2)
    held = house.messenger.hold("edit")
    await settled(house, house.hide(table, ANN))
    await house.crash()
    held.release()
    before = len(house.messenger.calls)
    with house.counting() as asked:
        await house.display.catch_up()
        assert {call.where for call in await calls(house, before)} == {CHANNEL, ANN, BEN}
    assert "Ann has hidden coins." in house.board().text
    assert asked.reads <= 4, "a table at rest was read"
    assert (await house.stored(rested)).behind is False


async def test_a_restart_with_nothing_behind_sends_no_request(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    await house.passes(2)
    await house.crash()
    before = len(house.messenger.calls)
    await house.display.catch_up()
    assert await calls(house, before) == []


async def test_a_finished_table_is_forgotten(house: House):
    await house.deadlines.start()
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    await house.passes(REST + 60)
    assert len(house.display.queues) == 0
    assert house.display.hands._fingerprints == house.display.hands._panels._tables == {}
    assert house.store._shown == {}
    assert table not in house.store.cache


async def test_an_idle_table_costs_nothing(house: House):
    await house.dealt(ANN, BEN)
    await house.passes(2)
    before = len(house.messenger.calls)
    with house.counting() as asked:
        await house.passes(25)
    assert (asked.transactions, asked.reads, house.messenger.calls[before:]) == (0, 0, [])


async def test_a_face_that_fails_for_one_reader_still_serves_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt_by_dm(ANN, BEN)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(house.faces["small"], "draw", altered(draw, board=broken))
    await settled(house, house.hide(table, ANN))
    assert "I couldn't draw table" in caplog.text
    assert "You hide 1 coin." in house.hand(ANN).text


async def test_nothing_is_sent_after_close(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    before = len(house.messenger.calls)
    await house.display.close()
    await house.hide(table, BEN)
    await house.passes(10)
    assert house.messenger.calls[before:] == []


async def test_a_table_is_compared_after_an_uncertain_commit(house: House):
    table = await house.dealt(ANN, BEN)
    house.table_changed = lambda loaded: None  # type: ignore[method-assign]
    await house.hide(table, ANN)
    house.table_unsure(table)
    await house.quiet()
    assert "Ann has hidden coins." in house.board().text


async def test_it_is_compared_later_if_the_database_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    house.table_changed = lambda loaded: None  # type: ignore[method-assign]
    await house.hide(table, ANN)

    async def away(*_: object) -> None:
        raise ConnectionLost("away")

    with monkeypatch.context() as gone:
        gone.setattr(house.store, "loaded", away)
        house.table_unsure(table)
        await house.passes(house.timing.settle)
    await house.passes(DATABASE_AWAY + house.timing.settle)
    assert "Ann has hidden coins." in house.board().text


async def test_the_id_of_a_question_depends_on_public_facts_only(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    name = question_of(await house.store.loaded(table))
    await house.hide(table, ANN)
    assert question_of(await house.play(table, ANN, Hide(coins=3))) == name
    await house.hide(table, BEN, CAT)
    assert question_of(await house.store.loaded(table)) != name
