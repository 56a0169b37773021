"""Tests of handling requests: a move, a question back, or a refusal.

Drafts are tested in test_draft_requests.py, and Discord's own answers in tests/e2e.
"""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.entry.requests.move_parsing import read_typed
from bot.entry.requests.request_handler import missing_values
from bot.show.deliver.private.hands import CLOSING
from bot.show.deliver.private.open_panels import KEPT_FOR
from bot.show.draw.parts import frame
from bot.ui.panels.panel import Menu, Panel, Request, Row, request
from bot.ui.ways.draft_kind import about, opened
from cogs.yankee import FACE as YANKEE
from games.gifts import KEYS, gift
from games.rules import Refusal
from tests.bot.entry.faces import AskingFace, ReckoningFace
from tests.bot.house import ANN, BEN, CAT, CHANNEL, DAN, House, house_on, refused
from tests.bot.recording import RecordingReply
from tests.bot.show.test_orders_twins import dealt
from tests.small.face import WAYS, SmallFace
from tests.small.game.moves import Guess, Hide, Hurry
from tests.small.game.orders import GuessAhead, HideLast


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house whose game has an aside and a question back."""
    async with house_on(tmp_path, faces={"small": AskingFace()}) as opened:
        yield opened


async def serve(
    house: House,
    reply: RecordingReply,
    table: int,
    wanted: Request,
    drawn_at: int | None = None,
    *,
    form: bool = False,
) -> RecordingReply:
    """Handle a request as a press, a form or (`drawn_at=None`) a command."""
    seen = await house.seen(table, reply.person)
    await house.router.request_handler.serve(reply, seen, wanted, drawn_at, form=form)
    await house.quiet()
    return reply


async def press(
    house: House, person: int, table: int, wanted: Request, *, at: int | None = None, **how: Any
) -> RecordingReply:
    """Press a button on the board, drawn now or at an earlier step."""
    reply = house.reply(person, message=house.board().id, channel=CHANNEL, **how)
    step = (await house.seen(table)).step if at is None else at
    return await serve(house, reply, table, wanted, step)


async def closed(house: House) -> int:
    """Deal and hide all coins, so that Ann must guess."""
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=2))
    await house.quiet()
    return table


def in_private(house: House, message: Any) -> int:
    """Make a message ephemeral."""
    return house.messenger.make(message, channel=-1, person=None, nonce="")


def labels(panel: Panel) -> list[str]:
    return [
        button.label for part in panel.parts if isinstance(part, Row) for button in part.buttons
    ]


async def test_public_move_redraws_the_pressed_board(house: House):
    table = await closed(house)
    reply = await press(house, ANN, table, request("guess", total=3))
    assert "Ann guessed 3." in reply.drawn[-1].panel.text()
    assert reply.said == []
    assert reply.drawn[-1].step == (await house.seen(table)).step


async def test_private_move_is_answered_ephemerally(house: House):
    table = await house.dealt(ANN, BEN)
    reply = await press(house, ANN, table, request("hide", coins=2))
    assert "You hide 2 coins." in reply.text
    assert all("2 coins" not in message.panel.text() for message in reply.drawn)
    assert "2 coins" not in house.board().text


async def test_invisible_move_redraws_no_board(house: House):
    table = await house.dealt(ANN, BEN)
    await press(house, ANN, table, request("hide", coins=2))
    step = (await house.seen(table)).step
    reply = await press(house, ANN, table, request("hide", coins=1))
    assert "You hide 1 coin." in reply.text
    assert (reply.drawn, (await house.seen(table)).step) == ([], step)


async def test_next_question_in_private_opens_a_hand_only_if_none_is_open(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    """No move of the small game leaves its player to move, so the next question is made up."""
    table = await closed(house)
    hand = await house.opens_hand(table, BEN)
    handler = house.router.request_handler
    real = handler._queries

    async def asked_again(table_id: int, person: int) -> Any:
        seen = await real.table(table_id, person)
        if seen.step == step:
            return seen
        return SimpleNamespace(seat=1, public=seen.public, to_move=frozenset({1}))

    monkeypatch.setattr(handler, "_queries", SimpleNamespace(table=asked_again))
    monkeypatch.setattr(AskingFace, "private", lambda *_: frozenset({1}))
    step, shown = (await house.seen(table)).step, len(hand.shown)
    answered = await press(house, BEN, table, request("hurry"))
    assert (len(answered.said), len(answered.drawn)) == (0, 1), "the board is the answer"
    assert len(hand.shown) > shown, "and the open hand follows"


async def test_hand_that_can_hardly_be_edited_any_more_does_not_count_as_open(house: House):
    table = await closed(house)
    await house.opens_hand(table, BEN)
    reply = house.reply(BEN)
    assert house.display.hand_is_open(reply, table)
    house.clock.advance(KEPT_FOR - CLOSING)
    assert not house.display.hand_is_open(reply, table)


async def test_move_on_the_hand_redraws_the_hand(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    hand = house.hand(ANN)
    reply = house.reply(ANN, message=hand.id, in_dm=True)
    await serve(house, reply, table, request("hide", coins=2), hand.steps[-1])
    assert "You hide 2 coins." in reply.drawn[-1].panel.text()
    assert reply.said == []
    assert "You hide 2 coins." in hand.text


async def test_command_is_answered_with_the_hand(house: House):
    table = await closed(house)
    reply = await serve(house, house.reply(ANN), table, Request("guess", {"?total": "3"}))
    assert reply.text.startswith(f"### Your hand · Hidden Coins, table {table},")
    assert "You guessed 3." not in reply.text, "who did it knows"
    assert "Ann guessed 3." in house.board().text


async def test_move_on_a_channel_notice_is_answered_with_the_hand(house: House):
    await house.start()
    await house.contacts.likes(ANN, "channel")
    table = await closed(house)
    await house.passes(200)
    notice = house.notice(ANN)
    assert notice.channel == CHANNEL
    reply = house.reply(ANN, message=notice.id, channel=CHANNEL)
    await serve(house, reply, table, request("guess", total=3), (await house.seen(table)).step)
    assert reply.text.startswith("### Your hand")
    assert reply.drawn == []
    assert "Ann guessed 3." in house.board().text


async def test_repeated_interaction_is_idempotent(house: House):
    table = await closed(house)
    reply = await press(house, ANN, table, request("ponder"))
    again = RecordingReply(house.messenger, reply.id, ANN, message=house.board().id)
    moves = len(await house.log(table))
    await serve(house, again, table, request("ponder"), (await house.seen(table)).step)
    assert len(await house.log(table)) == moves
    assert again.given


async def test_move_counts_even_if_it_cannot_be_shown(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no board today")

    table = await closed(house)
    monkeypatch.setattr(house.display, "answer_board", broken)
    reply = await press(house, ANN, table, request("guess", total=3))
    assert reply.said == []
    assert "no board today" in caplog.text
    assert "Ann guessed 3." in house.board().text, "it is drawn without being asked for"


async def test_form_asks_for_missing_values_and_moves(house: House):
    table = await house.dealt(ANN, BEN)
    reply = await press(house, ANN, table, request("hide"))
    (form,) = reply.forms
    (entry,) = form.entries
    assert len(await house.log(table)) == 4, "open, join, freeze, deal: nothing is hidden yet"
    filled = form.request.with_args({entry.key: entry.choices[2].value})
    after = house.reply(ANN, message=house.board().id, channel=CHANNEL)
    await serve(house, after, table, filled, (await house.seen(table)).step, form=True)
    assert "You hide 2 coins." in after.text


async def test_form_is_not_answered_with_a_form(house: House):
    table = await closed(house)
    reply = house.reply(ANN, message=house.board().id)
    step = (await house.seen(table)).step
    with pytest.raises(Refusal, match=r"Something is missing \(How many are there in all\?"):
        await serve(house, reply, table, Request("guess", {"?total": " "}), step, form=True)
    assert reply.forms == []


async def test_empty_form_entry_gets_its_usual_value(tmp_path: Path):
    hide = next(way for way in WAYS if way.verb == "hide")
    usual = replace(hide, fields=(replace(hide.fields[0], usual=1),))

    class Usual(SmallFace):
        ways = (*(way for way in WAYS if way is not hide), usual)

    async with house_on(tmp_path / "usual", faces={"small": Usual()}) as house:
        table = await house.dealt(ANN, BEN)
        asked = await press(house, ANN, table, request("hide"))
        (form,) = asked.forms
        assert not form.entries[0].required
        reply = house.reply(ANN, message=house.board().id, channel=CHANNEL)
        step = (await house.seen(table)).step
        await serve(house, reply, table, form.request, step, form=True)
        assert "You hide 1 coin." in reply.text


async def test_late_form_is_refused_with_a_sentence(house: House):
    table = await closed(house)
    with pytest.raises(Refusal, match="press the button again"):
        await press(house, ANN, table, request("guess"), late=True)


async def test_form_staleness_counts_from_its_button(house: House):
    table = await closed(house)
    step = (await house.seen(table)).step
    await house.play(table, BEN, Hurry())
    pressed = await press(house, ANN, table, request("guess"), at=step)
    assert pressed.forms_at == [step]
    by_command = await serve(house, house.reply(ANN), table, request("guess"))
    assert by_command.forms_at == [step + 1]


async def test_question_back_is_ephemeral_and_its_buttons_move(house: House):
    table = await closed(house)
    reply = await press(house, ANN, table, request("guess", total=0))
    (asked,) = reply.said
    assert asked.panel.text().startswith(f"-# Hidden Coins, table {table}, as of <t:")
    assert asked.panel.text().endswith("\nNone at all?")
    assert labels(asked.panel) == ["Rather 1", "Back to my hand"]
    wanted, back = asked.panel.requests()
    assert back == frame.HAND
    own = in_private(house, asked)
    better = house.reply(ANN, message=own, on_own_panel=True)
    await serve(house, better, table, wanted, asked.step)
    assert "Ann guessed 1." in house.board().text


async def test_stale_press_in_a_dm_names_its_table(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    hand = house.hand(ANN)
    reply = house.reply(ANN, message=hand.id, in_dm=True)
    await serve(house, reply, table, request("hide", coins=2), hand.steps[0])
    late = f"Hidden Coins, table {table}: You've moved since that was drawn."
    assert reply.text.startswith(late)
    on_board = await press(house, ANN, table, request("hide", coins=2), at=hand.steps[0])
    assert on_board.text.startswith("You've moved since")


async def test_aside_is_ephemeral_and_changes_nothing(house: House):
    table = await closed(house)
    before = await house.log(table)
    for reply in (
        await press(house, ANN, table, request("odds")),
        await serve(house, house.reply(ANN), table, request("odds")),
    ):
        assert "could be anywhere" in reply.text
    assert await house.log(table) == before


async def test_illegal_move_is_refused_by_the_rules(house: House):
    table = await closed(house)
    with pytest.raises(Refusal, match="There can be 0 to 6"):
        await press(house, ANN, table, request("guess", total=99))


async def test_impossible_choice_is_refused_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "secrets.token_bytes", bytes
    )  # find a deal that leaves a gift out of a hand
    async with house_on(tmp_path / "yankee", faces={"yankee": YANKEE}) as house:
        table = await dealt(house, "yankee", (ANN, BEN, CAT), None)
        seen = await house.seen(table)
        (giver,) = seen.to_move
        person = (ANN, BEN, CAT)[giver]
        held = set((await house.seen(table, person)).view.held)
        lacking = next(key for key in KEYS if key not in held)
        before, name = await house.log(table), gift(lacking).name
        pressed = request("give", card=f'"{lacking}"')
        filled = Request("give", {"*card": f'"{lacking}"', "?as": "Mug"})
        reply = house.reply(person, message=house.board().id)
        said = {
            await refused(press(house, person, table, pressed)),
            await refused(
                serve(house, house.reply(person), table, Request("give", {"?card": name}))
            ),
            await refused(serve(house, reply, table, filled, seen.step, form=True)),
        }
        (sentence,) = said
        lacks = f"You don't have {gift(lacking).one} in your hand. You can give: "
        assert sentence.startswith(lacks)
        assert await house.log(table) == before


async def test_idle_player_reads_the_situation(house: House):
    table = await closed(house)
    await house.play(table, BEN, Hurry())
    with pytest.raises(Refusal, match="Ann is guessing"):
        await press(house, BEN, table, request("guess", total=3))


async def test_watcher_cannot_move(house: House):
    table = await closed(house)
    with pytest.raises(Refusal, match="welcome to watch"):
        await press(house, CAT, table, request("hurry"))


async def test_stale_press_lists_what_happened(house: House):
    table = await closed(house)
    drawn_at = (await house.seen(table)).step
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    reply = await press(house, BEN, table, request("guess", total=5), at=drawn_at)
    assert "Here is how things stand now." in reply.text
    assert "Ann guessed 3." in reply.text
    assert "has hidden" not in reply.text, "that was there to be read"
    assert "Ben guessed" not in house.board().text


async def test_stale_press_redraws_the_hand(house: House):
    table = await closed(house)
    await house.display.hands.send_again(table, BEN, 1)
    own = in_private(house, house.hand(BEN).shown[-1])
    drawn_at = (await house.seen(table)).step
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    reply = house.reply(BEN, message=own, on_own_panel=True, channel=CHANNEL)
    await serve(house, reply, table, request("guess", total=5), drawn_at)
    assert "Here is how things stand now." in reply.text
    (drawn,) = reply.drawn
    assert [part for part in drawn.panel.parts if isinstance(part, Menu)], "its guesses are open"


async def test_stale_command_is_refused(house: House):
    table = await closed(house)
    early = house.reply(BEN)
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    await serve(house, early, table, Request("guess", {"?total": "5"}))
    assert early.text.startswith("The game moved on just as you typed that.")
    assert "Ann guessed 3." in early.text
    assert "Ben guessed" not in house.board().text


async def test_staleness_shows_only_the_newest_events(house: House):
    table = await house.dealt(ANN, BEN, CAT, DAN)
    drawn_at = (await house.seen(table)).step
    await house.hide(table, ANN, BEN, CAT, DAN)
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    reply = await press(house, BEN, table, request("guess", total=5), at=drawn_at)
    first, *lines = reply.text.split("\n")
    assert first == "You've moved since that was drawn. Here is how things stand now."
    assert len(lines) == 3
    assert lines[-1] == "Ann guessed 3."


async def test_staleness_reveals_no_private_events(house: House):
    table = await house.dealt(ANN, BEN)
    drawn_at = (await house.seen(table)).step
    await house.play(table, ANN, Hide(coins=3))
    await house.play(table, BEN, Hide(coins=2))
    reply = await press(house, BEN, table, request("hide", coins=1), at=drawn_at)
    assert "3" not in reply.text


async def test_missing_table_is_refused(house: House):
    with pytest.raises(Refusal):
        await serve(house, house.reply(ANN), 999, request("hide", coins=1))


async def test_standing_order_by_press_is_not_revealed(house: House):
    table = await house.dealt(ANN, BEN)
    before, drawings = await house.seen(table), house.messenger.count("edit")
    reply = await press(house, ANN, table, request("when", totals="[3]"))
    assert (await house.seen(table, ANN)).orders == (GuessAhead(totals=(3,)),)
    assert "When it is your turn, you guess 3." in reply.text
    assert reply.drawn == []
    assert (await house.seen(table), house.messenger.count("edit")) == (before, drawings)


async def test_standing_order_form_uses_the_present_view(house: House):
    table = await house.dealt(ANN, BEN)
    drawn_at = (await house.seen(table)).step
    await house.hide(table, ANN)
    asked = await press(house, ANN, table, request("when"), at=drawn_at)
    (form,), (at,) = asked.forms, asked.forms_at
    assert at == (await house.seen(table)).step > drawn_at
    filled = form.request.with_args({form.entries[0].key: "3"})
    reply = house.reply(ANN, message=house.board().id, channel=CHANNEL)
    await serve(house, reply, table, filled, at, form=True)
    assert (await house.seen(table, ANN)).orders == (GuessAhead(totals=(3,)),)


async def test_impossible_standing_order_is_refused_with_its_reason(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    seen = await house.seen(table, BEN)
    found = read_typed(house.faces["small"], seen, "last 9")
    assert found.made == HideLast(coins=9)
    work = house.router.request_handler.play(
        house.faces["small"], seen, found, None, house.receipt()
    )
    assert await refused(work) == "Hide 0 to 3 coins."
    await house.hide(table, BEN)
    await house.play(table, BEN, Hurry())
    with pytest.raises(Refusal, match="There can be 0 to 6"):  # although no move is possible
        await press(house, BEN, table, request("when", totals="[99]"))


async def test_incomplete_line_is_answered_with_an_example(house: House):
    table = await house.dealt(ANN, BEN)
    seen = await house.seen(table, ANN)
    for line, whole in (("hide", "0"), ("when", "when 0")):
        found = read_typed(house.faces["small"], seen, line)
        assert f"You can type, for example, `{whole}`." in missing_values(seen, found)


@pytest.fixture
async def reckoning(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house whose game has a draft."""
    async with house_on(tmp_path / "reckoning", faces={"small": ReckoningFace()}) as opened_house:
        yield opened_house


async def test_draft_opened_from_a_hand_is_drawn_on_it_and_leads_back(reckoning: House):
    table = await closed(reckoning)
    hand = await reckoning.opens_hand(table, ANN)
    reply = reckoning.reply(ANN, message=hand.id, on_own_panel=True, channel=CHANNEL)
    await serve(reckoning, reply, table, opened("sum", first="1"), hand.steps[-1])
    assert reply.said == []
    assert "So far: 1." in hand.text
    await reckoning.play(table, ANN, Guess(total=3))
    await reckoning.quiet()
    assert "So far: 1." in hand.text, "nobody draws the hand over what they are busy with"
    assert frame.HAND in reply.drawn[-1].panel.requests()


async def test_draft_with_a_dismissed_panel_is_shown_anew(reckoning: House):
    table = await closed(reckoning)
    begun = await serve(reckoning, reckoning.reply(ANN), table, opened("sum", first="1"))
    assert begun.kept is not None
    reckoning.messenger.delete(begun.kept.message)
    reply = reckoning.reply(ANN, message=begun.kept.message, on_own_panel=True, channel=CHANNEL)
    await serve(reckoning, reply, table, about("sum", "add", 1, coins="1"), 5)
    assert "So far: 2." in reply.text


async def test_late_draft_form_is_refused_with_a_sentence(reckoning: House):
    table = await closed(reckoning)
    reply = reckoning.reply(ANN, message=reckoning.board().id, late=True)
    why = await refused(serve(reckoning, reply, table, opened("sum"), 5))
    assert why == "Sorry, that took me too long. Please press the button again."


async def test_draft_that_moved_gets_no_apology(
    reckoning: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no draft today")

    table = await closed(reckoning)
    await serve(reckoning, reckoning.reply(ANN), table, opened("sum", first="2"))
    monkeypatch.setattr(reckoning.host.drafts, "delete", broken)
    reply = await serve(reckoning, reckoning.reply(ANN), table, about("sum", "guess", 1))
    assert reply.said == []
    assert "no draft today" in caplog.text
    assert "Ann guessed 2." in reckoning.board().text
