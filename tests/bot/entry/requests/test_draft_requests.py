"""Tests of drafts: prepared in private, stored for their owner, then moved or discarded."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.entry.game_cog import make
from bot.host.drafts import MOST
from bot.show.draw.parts.headers import renewed
from bot.ui.panels.panel import Request
from bot.ui.ways.draft_kind import about, opened, torn
from db.tables.drafts import Draft
from games.rules import Refusal
from tests.bot.entry.faces import ReckoningFace
from tests.bot.house import ANN, BEN, CAT, CHANNEL, House, house_on
from tests.bot.recording import RecordingReply


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path, faces={"small": ReckoningFace()}) as opened:
        yield opened


async def guessing(house: House) -> int:
    """Deal and hide all coins, so that Ann must guess."""
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await house.quiet()
    return table


async def ask(
    house: House, table: int, wanted: Request, person: int = ANN, *, on: int | None = None
) -> RecordingReply:
    """Send a request as a press on an own panel (`on`) or as a command."""
    own = {} if on is None else {"message": on, "on_own_panel": True, "channel": CHANNEL}
    reply = house.reply(person, **own)
    step = None if on is None else (await house.seen(table)).step
    await house.router.request_handler.serve(
        reply, await house.seen(table, reply.person), wanted, step
    )
    await house.quiet()
    return reply


def panel_of(house: House, reply: RecordingReply) -> int:
    """Make the answer an ephemeral message."""
    return house.messenger.make(reply.said[0], channel=-1, person=None, nonce="")


def below_title(reply: RecordingReply) -> str:
    """Return the panel of a draft without the line that names its table."""
    title, _, rest = reply.drawn[-1].panel.text().partition("\n")
    assert title.startswith("-# Hidden Coins, table 1, as of <t:")
    return rest


async def test_draft_becomes_a_move(house: House):
    table = await guessing(house)
    begun = await ask(house, table, opened("sum", first="1"))
    assert "So far: 1." in begun.text
    panel = panel_of(house, begun)
    changed = await ask(house, table, about("sum", "add", 1, coins="1"), on=panel)
    assert below_title(changed) == "So far: 2."
    done = await ask(house, table, about("sum", "guess", 1), on=panel)
    assert below_title(done) == "You guessed 2."
    assert "Ann guessed 2." in house.board().text
    assert await house.host.drafts.of(table, ANN) == []


async def test_finished_draft_has_a_default_text(house: House):
    table = await guessing(house)
    panel = panel_of(house, await ask(house, table, opened("sum", first="1")))
    done = await ask(house, table, about("sum", "guess", 1), on=panel)
    assert below_title(done) == "Done."


async def test_draft_survives_a_restart(house: House):
    table = await guessing(house)
    await ask(house, table, opened("sum", first="1"))
    await ask(house, table, about("sum", "add", 1, coins="1"))
    await house.crash()
    again = await ask(house, table, opened("sum", first="1"))
    assert "So far: 2." in again.text
    assert len(await house.host.drafts.of(table, ANN)) == 1
    await ask(house, table, opened("sum", first="0"))
    assert [draft.number for draft in await house.host.drafts.of(table, ANN)] == [1, 2]


async def test_draft_asks_for_missing_values_in_a_form(house: House):
    table = await guessing(house)
    reply = await ask(house, table, opened("sum"))
    assert reply.forms[-1].entries[0].label == "How many, to begin with?"
    assert await house.host.drafts.of(table, ANN) == []


async def test_draft_form_is_not_answered_with_a_form(house: House):
    table = await guessing(house)
    reply = house.reply(ANN)
    with pytest.raises(Refusal, match="Something is missing"):
        await house.router.request_handler.serve(
            reply, await house.seen(table, reply.person), opened("sum"), 5, form=True
        )
    assert reply.forms == []


async def test_draft_is_not_revealed_to_others(house: House):
    table = await guessing(house)
    before, asked = await house.stored(table), house.messenger.count("edit")
    log = await house.log(table)
    await ask(house, table, opened("sum", first="1"))
    await ask(house, table, about("sum", "add", 1, coins="1"))
    assert await house.stored(table) == before
    assert await house.log(table) == log
    assert house.messenger.count("edit") == asked


async def test_draft_belongs_to_its_owner(house: House):
    table = await guessing(house)
    await ask(house, table, opened("sum", first="1"))
    for person, why in ((BEN, "draft is gone"), (CAT, "aren't at table")):
        with pytest.raises(Refusal, match=why):
            await ask(house, table, about("sum", "add", 1, coins="1"), person)
    assert (await house.host.drafts.of(table, ANN))[0].json == '{"coins":[1]}'


async def test_refused_draft_change_changes_nothing(house: House):
    table = await guessing(house)
    await ask(house, table, opened("sum", first="9"))
    for wanted in (about("sum", "add", 1, coins="7"), about("sum", "guess", 1)):
        with pytest.raises(Refusal):
            await ask(house, table, wanted)
    assert (await house.host.drafts.of(table, ANN))[0].json == '{"coins":[9]}'


async def test_stale_draft_is_redrawn_and_kept(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.hide(table, BEN, CAT)
    panel = panel_of(house, await ask(house, table, opened("sum", first="1")))
    drawn_at = (await house.seen(table)).step
    await house.hide(table, ANN)
    late = house.reply(ANN, message=panel, on_own_panel=True, channel=CHANNEL)
    await house.router.request_handler.serve(
        late, await house.seen(table, late.person), about("sum", "guess", 1), drawn_at
    )
    assert "You've moved since" in late.text
    assert below_title(late) == "So far: 1."
    assert len(await house.host.drafts.of(table, ANN)) == 1
    await ask(house, table, about("sum", "guess", 1), on=panel)
    assert "Ann guessed 1." in house.board().text


async def test_draft_can_be_discarded(house: House):
    table = await guessing(house)
    panel = panel_of(house, await ask(house, table, opened("sum", first="1")))
    reply = await ask(house, table, torn("sum", 1), on=panel)
    assert below_title(reply) == "Discarded."
    with pytest.raises(Refusal, match="draft is gone"):
        await ask(house, table, about("sum", "guess", 1), on=panel)


async def test_draft_changed_elsewhere_is_not_overwritten(house: House):
    table = await guessing(house)
    await ask(house, table, opened("sum", first="1"))
    (before,) = await house.host.drafts.of(table, ANN)
    await house.host.drafts.change(table, ANN, before, '{"coins":[3]}')
    with pytest.raises(Refusal, match="changed it somewhere else"):
        await house.host.drafts.change(table, ANN, before, '{"coins":[4]}')
    assert await house.host.drafts.of(table, ANN) == [Draft(1, "sum", '{"coins":[3]}')]


async def test_draft_of_an_older_release_is_refused(house: House):
    table = await guessing(house)
    await house.host.drafts.begin(table, ANN, "sum", '{"beads":1}')
    with pytest.raises(Refusal, match="begin a new one"):
        await ask(house, table, about("sum", "add", 1, coins="1"))


async def test_drafts_are_limited(house: House):
    table = await guessing(house)
    for _ in range(MOST):
        await house.host.drafts.begin(table, ANN, "sum", '{"coins":[5]}')
    with pytest.raises(Refusal, match="Discard one first"):
        await ask(house, table, opened("sum", first="1"))


async def test_drafts_are_discarded_at_the_end(house: House):
    table = await house.dealt(ANN, BEN)
    await house.host.drafts.begin(table, BEN, "sum", '{"coins":[5]}')
    await house.play_out(table)
    rows = await house.database.reader.all("SELECT * FROM slips")
    assert rows == []
    with pytest.raises(Refusal, match="is over"):
        await house.host.drafts.begin(table, BEN, "sum", '{"coins":[5]}')


async def test_draft_has_buttons_and_a_command(house: House):
    table = await guessing(house)
    assert "Reckon…" in str(house.board().panel)
    await house.display.answer_hand(reply := house.reply(ANN), table, new_panel=True)
    assert "Reckon…" in str(reply.said[0].panel)
    group = make(ReckoningFace(), house.router).app_command
    assert group is not None
    assert "sum" in {command.name for command in group.commands}


async def test_outdated_draft_panel_makes_no_move(house: House):
    table = await guessing(house)
    older, newer = await two_panels(house, table)
    await ask(house, table, about("sum", "add", 1, coins="1"), on=newer)
    held = await ask(house, table, about("sum", "guess", 1), on=older)
    assert "Ann guessed" not in house.board().text
    lines = below_title(held).split("\n")
    assert lines == [renewed(house.clock.now()), "So far: 2."]
    assert held.said == []
    await house.passes(5)
    await ask(house, table, about("sum", "guess", 1), on=older)
    assert "Ann guessed 2." in house.board().text


async def test_outdated_draft_panel_is_idempotent(house: House):
    table = await guessing(house)
    older, newer = await two_panels(house, table)
    await ask(house, table, about("sum", "add", 1, coins="1"), on=newer)
    reply = house.reply(ANN, message=older, on_own_panel=True, channel=CHANNEL)
    step = (await house.seen(table)).step
    for _ in range(2):
        await house.router.request_handler.serve(
            reply, await house.seen(table, reply.person), about("sum", "guess", 1), step
        )
    await house.quiet()
    assert "Ann guessed" not in house.board().text


async def test_two_panels_of_the_same_draft_both_work(house: House):
    table = await guessing(house)
    older, _ = await two_panels(house, table)
    await ask(house, table, about("sum", "guess", 1), on=older)
    assert "Ann guessed 1." in house.board().text


async def two_panels(house: House, table: int) -> tuple[int, int]:
    found: list[int] = []
    for _ in range(2):
        reply = await ask(house, table, opened("sum", first="1"))
        assert reply.kept is not None
        found.append(reply.kept.message)
    return found[0], found[1]
