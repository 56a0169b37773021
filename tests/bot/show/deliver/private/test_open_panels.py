"""Tests of superseded panels: a press on one makes no move and redraws it."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.host.time.discord_ids import lowest_id_at
from bot.show.deliver.private.open_panels import KEPT_FOR, SUPERSEDED_KEPT, OpenPanel, OpenPanels
from bot.show.draw.parts.headers import renewed
from bot.ui.panels.panel import Form, Request, request
from tests.bot.house import ANN, AT_ONCE, BEN, CAT, CHANNEL, House, house_on
from tests.bot.recording import HandClock, RecordingKept, RecordingMessenger, RecordingReply, Sent
from tests.small.game.orders import GuessAhead

HIDE_ONE = request("hide", coins=1)
READING = 1.0
TABLE = 7


class Desk:
    """A table's panels, opened by hand."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.opened = OpenPanels(self.clock, READING)
        self.messenger = RecordingMessenger(self.clock)

    def opens(self, message: int, person: int = ANN, *, by_dm: bool = False) -> OpenPanel:
        now, kept = self.clock.now(), RecordingKept(self.messenger, person, message)
        panel = OpenPanel(answer=kept, until=now + KEPT_FOR, print="", in_dm=by_dm, drawn=now)
        self.opened.opens(TABLE, person, panel, by_dm=by_dm)
        return panel

    def newest(self, person: int = ANN, *, by_dm: bool = False) -> int | None:
        found = self.opened.newest(TABLE, person, by_dm=by_dm)
        return None if found is None else found.answer.message

    def press(self, message: int | None, person: int = ANN) -> RecordingReply:
        id = lowest_id_at(self.clock.now())
        return RecordingReply(self.messenger, id, person, message=message, on_own_panel=True)

    def held_up(self, message: int | None, person: int = ANN) -> float | None:
        """Return when a superseded panel was drawn; None if it isn't superseded."""
        return self.opened.superseded(TABLE, self.press(message, person))


def test_a_new_ephemeral_panel_supersedes_the_last_one():
    desk = Desk()
    assert desk.newest() is None
    first = desk.opens(1)
    desk.clock.advance(10)
    desk.opens(2)
    assert desk.newest() == 2
    assert desk.held_up(1) == first.drawn
    assert [desk.held_up(message) for message in (2, 3, None)] == [None] * 3


def test_the_dm_hand_and_other_people_s_panels_are_separate():
    desk = Desk()
    desk.opens(1)
    desk.opens(2, by_dm=True)
    desk.opens(3, BEN)
    assert [desk.newest(), desk.newest(by_dm=True), desk.newest(BEN)] == [1, 2, 3]
    assert [desk.held_up(message) for message in (1, 2)] == [None, None]
    assert list(desk.opened.people(TABLE)) == [ANN, BEN]


def test_a_pressed_older_panel_becomes_the_newest():
    desk = Desk()
    for message in (1, 2, 1):
        desk.opens(message)
    assert desk.held_up(1) is None
    assert desk.held_up(2) is not None


def test_a_redrawn_panel_does_not_supersede_itself():
    desk = Desk()
    desk.opens(1)
    desk.opens(1)
    assert (desk.newest(), desk.held_up(1)) == (1, None)


def test_an_expired_token_edits_nothing_but_its_panel_is_remembered():
    desk = Desk()
    desk.opens(1)
    desk.clock.advance(KEPT_FOR - 1)
    assert desk.newest() == 1
    desk.clock.advance(1)
    assert desk.newest() is None
    assert list(desk.opened.people(TABLE)) == []
    assert desk.opened.tables_of(ANN) == [TABLE]
    assert desk.opened.tables_of(BEN) == []
    desk.opens(2)
    assert desk.held_up(1) is not None, "it lies there still"


def test_the_last_look_is_known_while_the_panel_can_be_edited():
    desk = Desk()
    assert desk.opened.looked_at(TABLE, ANN) == 0
    desk.opens(1)
    desk.clock.advance(60)
    looked = desk.clock.now()
    desk.opens(2, by_dm=True)
    desk.clock.advance(KEPT_FOR - 1)
    assert desk.opened.looked_at(TABLE, ANN) == looked
    assert desk.opened.looked_at(TABLE, BEN) == 0
    desk.clock.advance(1)
    assert desk.opened.looked_at(TABLE, ANN) == 0


def test_a_replaced_dm_hand_is_superseded():
    desk = Desk()
    desk.opened.closes(TABLE, ANN)
    desk.opens(1)
    desk.opens(2, by_dm=True)
    desk.opened.closes(TABLE, ANN)
    desk.opened.closes(TABLE, ANN)
    assert (desk.newest(by_dm=True), desk.newest()) == (None, 1)
    assert desk.held_up(2) is not None
    assert desk.held_up(1) is None


@pytest.mark.parametrize(("after", "held"), [(READING, True), (READING + 0.001, False)])
def test_a_panel_just_redrawn_counts_as_superseded_for_a_double_press(after: float, held: bool):
    desk = Desk()
    old = desk.opens(1)
    desk.opens(2)
    desk.clock.advance(60)
    desk.opened.renews(TABLE, desk.press(1), old.drawn)
    desk.opens(1)
    desk.clock.advance(after)
    assert desk.held_up(1) == (old.drawn if held else None)


@pytest.mark.parametrize(
    ("drawn_later", "held"), [("dm", True), ("beside", False)], ids=["behind it", "newer"]
)
def test_an_expired_panel_gives_way_to_a_newer_dm_hand(drawn_later: str, held: bool):
    desk = Desk()
    for message, by_dm in ((1, drawn_later != "dm"), (2, drawn_later == "dm")):
        desk.opens(message, by_dm=by_dm)
        desk.clock.advance(5)
    beside = 1 if drawn_later == "dm" else 2
    assert desk.held_up(beside) is None, "it is kept true"
    desk.clock.advance(KEPT_FOR)
    assert (desk.held_up(beside) is not None) == held


def test_an_idle_table_is_forgotten():
    desk = Desk()
    desk.opened.forget(TABLE)
    desk.opens(1)
    desk.opens(2)
    desk.opened.forget(TABLE)
    assert desk.newest() is None
    assert desk.held_up(1) is None, "the step decides"
    assert desk.opened.tables_of(ANN) == []


def test_the_oldest_of_many_panels_are_forgotten():
    desk = Desk()
    for message in range(SUPERSEDED_KEPT + 2):
        desk.opens(message)
    assert desk.held_up(0) is None
    assert None not in [desk.held_up(message) for message in range(1, SUPERSEDED_KEPT + 1)]


async def press(
    house: House,
    table: int,
    panel: Sent,
    wanted: Request = HIDE_ONE,
    *,
    reply: RecordingReply | None = None,
    form: bool = False,
) -> RecordingReply:
    made = reply or house.reply(ANN, message=panel.id, on_own_panel=True, channel=CHANNEL)
    seen = await house.seen(table, made.person)
    await house.router.request_handler.serve(made, seen, wanted, panel.steps[-1], form=form)
    await house.quiet()
    return made


async def hidden(house: House, table: int) -> int | None:
    return (await house.seen(table, ANN)).view.own


async def two_panels(house: House) -> tuple[int, Sent, Sent]:
    """Open a hand twice, and secretly change the hidden coins on the newer one to two."""
    table = await house.dealt(ANN, BEN)
    await house.passes(5)
    await house.hide(table, ANN)
    older = await house.opens_hand(table, ANN)
    await house.passes(120)
    newer = await house.opens_hand(table, ANN)
    await press(house, table, newer, request("hide", coins=2))
    return table, older, newer


async def test_a_move_on_a_superseded_panel_is_refused_and_the_panel_redrawn(house: House):
    table, older, newer = await two_panels(house)
    drawn = house.clock.now() - 120
    assert "You hide 1 coin." in older.text, "nobody can edit it"
    reply = await press(house, table, older, request("hide", coins=3))
    assert await hidden(house, table) == 2
    assert "You hide 2 coins." in older.text
    assert f"\n{renewed(drawn)}\n" in older.text
    assert reply.said == [], "one answer, where it was pressed"
    await house.passes(5)
    await press(house, table, older, request("hide", coins=3))
    assert await hidden(house, table) == 3, "it is the newest now"
    assert "so I did nothing" not in older.text, "that is said once"
    await press(house, table, newer, request("hide", coins=0))
    assert await hidden(house, table) == 3, "and the other is the older one"


async def test_an_impossible_move_on_a_superseded_panel_redraws_it(house: House):
    table, older, _ = await two_panels(house)
    reply = await press(house, table, older, Request("guess"))
    assert "so I did nothing" in older.text
    assert reply.said == []


async def test_a_standing_order_on_a_superseded_panel_is_refused(house: House):
    table, older, newer = await two_panels(house)
    await press(house, table, older, request("when", totals="[3]"))
    assert "so I did nothing" in older.text
    assert (await house.seen(table, ANN)).orders == ()
    ahead = GuessAhead(totals=(1,))
    await house.give_order(table, ANN, ahead)
    await take_back(house, table, newer)
    assert "so I did nothing" in newer.text
    assert (await house.seen(table, ANN)).orders == (ahead,)
    await house.passes(5)
    await take_back(house, table, newer)
    assert (await house.seen(table, ANN)).orders == ()


async def take_back(house: House, table: int, panel: Sent) -> None:
    reply = house.reply(ANN, message=panel.id, on_own_panel=True)
    await house.router.actions.serve(reply, table, request("table_unsay", kind="guess_ahead"))
    await house.quiet()


async def test_a_refresh_of_a_superseded_panel_just_redraws_it(house: House):
    table, older, _ = await two_panels(house)
    reply = house.reply(ANN, message=older.id, on_own_panel=True)
    await house.display.answer_hand(reply, table)
    assert "You hide 2 coins." in older.text
    assert "so I did nothing" not in older.text


async def test_a_form_from_a_superseded_panel_is_judged_by_staleness(house: House):
    table, older, _ = await two_panels(house)
    asked = await press(house, table, older, Request("hide"))
    assert all(isinstance(form, Form) for form in asked.forms)
    await press(house, table, older, Request("hide", {"?coins": "3"}), form=True)
    assert await hidden(house, table) == 3


async def test_a_repeated_delivery_is_answered_the_same_way_idempotent(house: House):
    table, older, newer = await two_panels(house)
    reply = house.reply(ANN, message=older.id, on_own_panel=True)
    for _ in range(2):
        await press(house, table, older, request("hide", coins=3), reply=reply)
        assert await hidden(house, table) == 2
    again = house.reply(ANN, message=newer.id, on_own_panel=True)
    await house.display.answer_hand(again, table)
    made = house.reply(ANN, message=newer.id, on_own_panel=True)
    await press(house, table, newer, request("hide", coins=3), reply=made)
    await house.opens_hand(table, ANN)
    shown = len(newer.shown)
    await press(house, table, newer, request("hide", coins=3), reply=made)
    assert await hidden(house, table) == 3
    assert len(newer.shown) == shown + 1, "as a move that is made"
    assert "so I did nothing" not in newer.text


async def test_a_double_press_does_not_count_as_having_read_the_redrawn_panel(tmp_path: Path):
    async with house_on(tmp_path, timing=replace(AT_ONCE, reading=1.0)) as house:
        table, older, _ = await two_panels(house)
        for _ in range(3):
            await press(house, table, older, request("hide", coins=3))
            await house.passes(0.2)
        assert await hidden(house, table) == 2
        await house.passes(1.0)
        await press(house, table, older, request("hide", coins=3))
        assert await hidden(house, table) == 3


async def test_the_dm_hand_and_an_ephemeral_panel_do_not_supersede_each_other(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    lies, beside = house.hand(ANN), await house.opens_hand(table, ANN)
    for panel, coins in ((lies, 1), (beside, 2), (lies, 3)):
        how = {"in_dm": True} if panel is lies else {"on_own_panel": True}
        reply = house.reply(ANN, message=panel.id, **how)
        await press(house, table, panel, request("hide", coins=coins), reply=reply)
        assert await hidden(house, table) == coins


async def test_an_expired_ephemeral_panel_gives_way_to_the_dm(house: House):
    table = await house.dealt_by_dm(ANN, BEN, CAT, pace="day")
    beside = await house.opens_hand(table, ANN)
    await house.passes(KEPT_FOR + 1)
    dm = house.reply(ANN, message=house.hand(ANN).id, in_dm=True)
    await press(house, table, house.hand(ANN), request("hide", coins=2), reply=dm)
    await press(house, table, beside, request("hide", coins=3))
    assert await hidden(house, table) == 2
    assert "so I did nothing" in beside.text


async def test_after_a_restart_staleness_is_judged_by_the_step(house: House):
    table, older, _ = await two_panels(house)
    await house.crash()
    await press(house, table, older, request("hide", coins=3))
    assert await hidden(house, table) == 3, "nobody knows that there was a newer one"
    await house.crash()
    await house.hide(table, BEN)
    await house.quiet()
    reply = await press(house, table, older, request("guess", total=1))
    assert "since that was drawn" in reply.text


async def test_a_panel_with_a_question_is_no_hand_and_is_not_superseded(house: House):
    table, *_ = await two_panels(house)
    asked = house.messenger.sent[
        house.messenger.make(
            (await house.opens_hand(table, ANN)).shown[-1], channel=None, person=None, nonce=""
        )
    ]
    await press(house, table, asked, request("hide", coins=3))
    assert await hidden(house, table) == 3
