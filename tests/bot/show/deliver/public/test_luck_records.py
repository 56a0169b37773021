"""Tests of a table's public records: its seal and the record of its deal."""

import json

import pytest

from bot.host.proof.luck import mixed_at
from bot.host.proof.verify import verify
from bot.show.deliver.public.luck_records import DEAL_WITHIN
from bot.show.deliver.queues.messenger import DATABASE_AWAY, Refused, TryLater
from bot.show.draw.pages import pages
from bot.show.draw.parts import frame
from db.base.problems import ConnectionLost, NotSaved
from games.chance import seal, short_form
from games.rules import AnyRules
from tests.bot.entry.rematches import rematch_of, says_in, three_over
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House, refused
from tests.bot.recording import Published
from tests.bot.show.at_table import restarted, settled
from tests.small.game import SmallRules

SMALL: dict[str, AnyRules] = {"small": SmallRules()}


def published(house: House) -> list[Published]:
    """Return the published records, after checking that none was edited."""
    ids = {post.id for post in house.messenger.published}
    assert not ids & {call.message for call in house.messenger.calls}
    return house.messenger.published


async def opened(house: House, *people: int, laid_open: bool = True) -> int:
    table = await house.open(*people, laid_open=laid_open)
    await house.quiet()
    return table


async def dealt(house: House, table: int) -> None:
    await settled(house, house.deal(table, ANN))


async def test_the_seal_is_a_message_of_its_own_in_small_print(house: House):
    table = await opened(house, ANN, BEN)
    [one] = published(house)
    stored = await house.stored(table)
    assert one.text == f"-# 🔒 `{short_form(seal(stored.secret))}`"
    assert (stored.sealed_by, stored.sealed_in) == (one.id, CHANNEL)
    assert one.id not in house.messenger.sent, "it is no board"
    assert stored.secret.hex() not in one.text
    assert one.record.row is not None
    [button] = one.record.row.buttons
    assert (button.label, button.request) == ("What's this?", frame.FAIR)


async def test_the_deal_is_announced_just_before_the_cards_and_above_the_board(house: House):
    table = await opened(house, ANN, BEN)
    held = house.messenger.hold("publish")
    press = house.receipt()
    await settled(house, house.host.deals.deal(table, ANN, press))
    assert (await house.stored(table)).is_frozen, "nothing is dealt before its message is there"
    assert "Dealing to Ann and Ben…" in house.board().text
    held.release()
    await house.quiet()
    sealed, deal = published(house)
    stored = await house.stored(table)
    assert (stored.phase, stored.deal_press) == ("playing", press)
    assert (stored.mixed_by, stored.mixed_in) == (deal.id, CHANNEL)
    line = f"-# 🔒 `{short_form(stored.mixed or '')}`"
    assert deal.text == f"Dealing to Ann and Ben.\n{line}"
    assert sealed.id < deal.id < house.board().id
    assert "**To move:** Ann and Ben" in house.board().text
    assert stored.secret.hex() not in deal.text
    assert [post.id for post in house.messenger.there(channel=CHANNEL)] == [house.board().id]


async def test_nobody_joins_leaves_or_deals_during_the_deal(house: House):
    table = await opened(house, ANN, BEN)
    held = house.messenger.hold("publish")
    await house.host.deals.deal(table, ANN, house.receipt())
    host, said = house.host, f"The cards at table {table} are being dealt right now."
    for work in (
        host.seats.join(table, CAT, "Cat", house.receipt()),
        host.seats.leave(table, BEN, house.receipt()),
        host.deals.deal(table, BEN, house.receipt()),
    ):
        assert await refused(work) == said
    held.release()
    await house.quiet()
    assert (await house.stored(table)).phase == "playing"


@pytest.mark.parametrize("problem", [None, TryLater("slow down", 60.0), TryLater("a bad line")])
async def test_a_late_record_does_not_hold_up_the_deal(house: House, problem: TryLater | None):
    table = await opened(house, ANN, BEN)
    if problem is None:
        house.messenger.hold("publish")
    else:
        house.messenger.fail("publish", problem, times=50)
    await house.host.deals.deal(table, ANN, house.receipt())
    await house.passes(DEAL_WITHIN - 0.1)
    assert (await house.stored(table)).is_frozen
    await house.passes(0.2)
    stored = await house.stored(table)
    assert (stored.phase, stored.mixed_by, stored.mixed_in) == ("playing", None, None)
    assert len(published(house)) == 1, "the seal"
    await played_out(house, table)
    assert "no second message was posted" in await checked(house, table)


async def test_a_record_that_is_posted_at_the_second_attempt_is_waited_for(house: House):
    table = await opened(house, ANN, BEN)
    house.messenger.fail("publish", TryLater("slow down", 3.0))
    await house.host.deals.deal(table, ANN, house.receipt())
    await house.passes(4.0)
    assert (await house.stored(table)).mixed_by == published(house)[1].id


@pytest.mark.parametrize("problem", [Refused("no"), ZeroDivisionError()])
async def test_a_record_that_is_refused_does_not_delay_the_deal(house: House, problem: Exception):
    table = await opened(house, ANN, BEN)
    house.messenger.fail("publish", problem)
    await dealt(house, table)
    stored = await house.stored(table)
    assert (stored.phase, stored.mixed_by) == ("playing", None)


@pytest.mark.parametrize(
    ("problem", "soon"), [(NotSaved("The disk is full."), False), (ConnectionLost("away"), True)]
)
async def test_a_full_disk_delays_only_the_deal(
    house: House, monkeypatch: pytest.MonkeyPatch, problem: NotSaved, *, soon: bool
):
    table = await opened(house, ANN, BEN)
    with monkeypatch.context() as full:

        async def full_disk(*_: object) -> bool:
            raise problem

        full.setattr(house.display.records, "_deal_frozen", full_disk)
        await dealt(house, table)
    assert (await house.stored(table)).is_frozen
    await house.passes(DATABASE_AWAY if soon else house.timing.retry)
    stored = await house.stored(table)
    assert (stored.phase, stored.mixed_by) == ("playing", published(house)[1].id)
    assert house.messenger.count("publish") == 2, "the seal, and one message of the deal"


async def test_a_table_closed_during_the_deal_stays_closed(house: House):
    table = await opened(house, ANN, BEN)
    held = house.messenger.hold("publish")
    await settled(house, house.host.deals.deal(table, ANN, house.receipt()))
    await house.host.endings.end(table, ANN, house.receipt(), moderator=False)
    held.release()
    await house.quiet()
    assert (await house.stored(table)).phase == "ended"


@pytest.mark.parametrize("posted", [False, True])
async def test_a_restart_between_the_press_and_the_cards_finishes_the_deal(
    house: House, monkeypatch: pytest.MonkeyPatch, posted: bool
):
    table = await opened(house, ANN, BEN)
    if posted:

        async def cut_off(*_: object) -> bool:
            raise ZeroDivisionError

        monkeypatch.setattr(house.display.records, "_deal_frozen", cut_off)
    else:
        held = house.messenger.hold("publish")
    press = house.receipt()
    await settled(house, house.host.deals.deal(table, ANN, press))
    await house.crash()
    if not posted:
        house.messenger.drop(held)
    assert (await house.stored(table)).is_frozen
    await settled(house, house.start())
    stored = await house.stored(table)
    _, deal = published(house)
    assert (stored.phase, stored.deal_press, stored.mixed_by) == ("playing", press, deal.id)


async def test_a_table_dealt_by_an_earlier_release_gets_its_second_record(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        cleared = "UPDATE tables SET deal_press=NULL, mixed_by=NULL, mixed_in=NULL WHERE id=?"
        await tx.run(cleared, (table,))
    await restarted(house)
    stored = await house.stored(table)
    late = published(house)[-1]
    assert late.text == f"-# 🔒 `{short_form(stored.mixed or '')}`"
    assert stored.mixed_by == late.id


async def test_each_record_is_published_once(house: House):
    table = await opened(house, ANN, BEN)
    await house.host.seats.join(table, CAT, "Cat", house.receipt())
    await settled(house, house.host.seats.leave(table, CAT, house.receipt()))
    assert len(published(house)) == 1
    await dealt(house, table)
    await house.hide(table, ANN, BEN)
    await restarted(house)
    assert len(published(house)) == 2


async def played_out(house: House, table: int) -> None:
    await house.hide(table, ANN, BEN)
    for _ in range(2):
        loaded = await house.store.loaded(table)
        [seat] = sorted(loaded.to_move())[:1]
        move = next(iter(loaded.rules.legal_moves(loaded.view(seat))))
        await house.play(table, (ANN, BEN)[seat], move)
    await house.quiet()


async def checked(house: House, table: int) -> str:
    """Return what the verifier says about a finished table."""
    return verify(json.loads(json.dumps(await house.queries.transcript(table))), SMALL)


async def test_the_verifier_names_the_records_in_the_channel(house: House):
    table = await opened(house, ANN, BEN)
    await house.dealt(ANN, BEN)  # another table with records of its own
    await dealt(house, table)
    await played_out(house, table)
    said = await checked(house, table)
    stored = await house.stored(table)
    sealed, deal = [post for post in published(house) if post.record.table == table]
    for digest, message in ((seal(stored.secret), sealed), (stored.mixed or "", deal)):
        assert digest in said
        assert short_form(digest) in said
        assert short_form(digest) in message.text
        assert f"https://discord.com/channels/{GUILD}/{CHANNEL}/{message.id}," in said
    assert "Nothing was changed after" in said
    assert "Nobody could try out deals beforehand" in said
    fair = pages.fairness(await house.seen(table)).text()
    assert f"/{CHANNEL}/{sealed.id})" in fair, "it says where the seal stands"
    assert short_form(seal(stored.secret)) in fair
    assert seal(stored.secret) in fair, "as the transcript has it"
    assert stored.secret.hex() in fair


async def test_nothing_is_dealt_before_the_seal_is_posted(house: House):
    held = house.messenger.hold("publish")
    table = await opened(house, ANN, BEN)
    early = house.receipt()
    assert "still posting the seal" in await refused(house.host.deals.deal(table, ANN, early))
    house.clock.advance(1)
    held.release()
    await house.quiet()
    assert "still posting the seal" in await refused(house.host.deals.deal(table, ANN, early)), (
        "that press is older than the seal"
    )
    await dealt(house, table)
    assert (await house.stored(table)).phase == "playing"


async def test_a_restart_posts_no_second_seal(house: House, monkeypatch: pytest.MonkeyPatch):
    async def cut_off(*_: int) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "sealed", cut_off)
        table = await opened(house, ANN, BEN)
    assert (await house.stored(table)).sealed_by is None
    await restarted(house)
    [one] = published(house)
    assert (await house.stored(table)).sealed_by == one.id


async def test_a_table_that_stays_closed_is_dealt_at_once_without_a_record(house: House):
    table = await opened(house, ANN, BEN, laid_open=False)
    await house.host.deals.deal(table, ANN, house.receipt())
    assert (await house.stored(table)).phase == "playing"
    await house.quiet()
    assert len(published(house)) == 1
    assert "nobody can check the deal" in pages.fairness(await house.seen(table)).text()


@pytest.mark.parametrize("heard", [True, False])
async def test_a_refused_seal_is_not_retried_until_access_is_back(house: House, heard: bool):
    house.messenger.fail("publish", Refused("no"), times=9)
    table = await opened(house, ANN, BEN)
    await settled(house, house.host.seats.join(table, CAT, "Cat", house.receipt()))
    assert house.messenger.count("publish") == 1
    house.messenger._failures.clear()
    await settled(
        house, (house.display.regain_access(GUILD) if heard else house.display.catch_up())
    )
    assert len(published(house)) == 1


async def test_a_throttled_record_is_published_later(house: House):
    house.messenger.fail("publish", TryLater("slow down", 5.0))
    table = await opened(house, ANN, BEN)
    assert not published(house)
    await house.passes(house.timing.retry)
    assert (await house.stored(table)).sealed_by == published(house)[0].id


async def test_a_table_that_moves_keeps_its_seal_in_the_old_channel(house: House):
    table = await opened(house, ANN, BEN)
    await house.host.seats.move_to(table, CHANNEL + 1)
    house.display.look_at(table)
    await house.quiet()
    await dealt(house, table)
    sealed, deal = published(house)
    assert (sealed.channel, deal.channel) == (CHANNEL, CHANNEL + 1)
    stored = await house.stored(table)
    assert (stored.sealed_in, stored.mixed_in) == (CHANNEL, CHANNEL + 1)


async def test_a_player_who_rejoins_changes_the_mixed_in_value(house: House):
    table = await opened(house, ANN, BEN)
    before = (await house.stored(table)).players[1].joined
    await house.host.seats.leave(table, BEN, house.receipt())
    house.clock.advance(1)
    again = house.receipt()
    await house.host.seats.join(table, BEN, "Ben", again)
    ann, ben = (await house.stored(table)).players
    assert (ben.joined, ben.joined == before) == (again, False)
    assert ann.joined < again
    await dealt(house, table)
    stored = await house.stored(table)
    assert stored.mixed == mixed_at(stored, SmallRules(), stored.deal_press or 0)


async def test_a_rematch_that_keeps_its_secrets_is_dealt_without_a_message(house: House):
    again = await rematch_of(house, await three_over(house, laid_open=False))
    for person in (ANN, BEN):
        await says_in(house, again, person)
    assert (await house.stored(again)).phase == "playing"
    assert [post for post in house.messenger.published if "Dealing" in post.text] == []
