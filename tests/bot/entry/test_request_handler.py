"""Whatever is asked at a table is served: a move, a question back, or a sentence that says why not.

What is asked of slips is in test_slip_desk.py, but for where it is shown; what needs Discord's own
answers (in time, too late, not at all) is in tests/e2e.
"""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.entry.move_parsing import read_typed
from bot.entry.request_handler import still_open
from bot.ui.draft_kind import about, opened
from bot.ui.panel import Menu, Panel, Request, Row, request
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
    """Open a house whose game has a look and a question back."""
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
    """Serve a request as a press, a form or (`drawn_at=None`) a command is."""
    await house.router.serving.serve(reply, table, wanted, drawn_at, form=form)
    await house.quiet()
    return reply


async def press(
    house: House, person: int, table: int, wanted: Request, *, at: int | None = None, **how: Any
) -> RecordingReply:
    """Have somebody press a button on the board, as it stands or stood."""
    reply = house.reply(person, message=house.board().id, channel=CHANNEL, **how)
    step = (await house.seen(table)).step if at is None else at
    return await serve(house, reply, table, wanted, step)


async def closed(house: House) -> int:
    """Deal, and have everybody hide coins: Ann is to guess."""
    table = await house.dealt(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=2))
    await house.quiet()
    return table


def in_private(house: House, message: Any) -> int:
    """Put a message where only Discord keeps it, and its reader alone sees it."""
    return house.messenger.make(message, channel=-1, person=None, nonce="")


def labels(panel: Panel) -> list[str]:
    return [
        button.label for part in panel.parts if isinstance(part, Row) for button in part.buttons
    ]


async def test_a_public_move_is_answered_with_the_board_that_was_pressed(house: House):
    table = await closed(house)
    reply = await press(house, ANN, table, request("guess", total=3))
    assert "Ann guessed 3." in reply.drawn[-1].panel.text()
    assert reply.said == []
    assert reply.drawn[-1].step == (await house.seen(table)).step


async def test_a_private_move_from_the_board_is_answered_in_private(house: House):
    table = await house.dealt(ANN, BEN)
    reply = await press(house, ANN, table, request("hide", coins=2))
    assert "You hide 2 coins." in reply.text
    assert all("2 coins" not in message.panel.text() for message in reply.drawn)
    assert "2 coins" not in house.board().text


async def test_a_move_that_nobody_else_can_see_draws_no_board(house: House):
    table = await house.dealt(ANN, BEN)
    await press(house, ANN, table, request("hide", coins=2))
    step = (await house.seen(table)).step
    reply = await press(house, ANN, table, request("hide", coins=1))
    assert "You hide 1 coin." in reply.text
    assert (reply.drawn, (await house.seen(table)).step) == ([], step)


async def test_a_move_on_ones_own_hand_is_answered_there(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    hand = house.hand(ANN)
    reply = house.reply(ANN, message=hand.id, in_dm=True)
    await serve(house, reply, table, request("hide", coins=2), hand.steps[-1])
    assert "You hide 2 coins." in reply.drawn[-1].panel.text()
    assert reply.said == []
    assert "You hide 2 coins." in hand.text


async def test_a_command_is_answered_with_ones_own_hand(house: House):
    table = await closed(house)
    reply = await serve(house, house.reply(ANN), table, Request("guess", {"?total": "3"}))
    assert reply.text.startswith(f"### Your hand · Hidden Coins, table {table},")
    assert "You guessed 3." not in reply.text, "who did it knows"
    assert "Ann guessed 3." in house.board().text


async def test_a_move_on_a_notice_in_the_channel_is_answered_with_ones_own_hand(house: House):
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


async def test_one_interaction_moves_once_however_often_it_arrives(house: House):
    table = await closed(house)
    reply = await press(house, ANN, table, request("ponder"))
    again = RecordingReply(house.messenger, reply.id, ANN, message=house.board().id)
    moves = len(await house.log(table))
    await serve(house, again, table, request("ponder"), (await house.seen(table)).step)
    assert len(await house.log(table)) == moves
    assert again.given


async def test_what_cannot_be_shown_has_happened_all_the_same(
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


async def test_what_is_left_open_is_asked_in_a_form_and_the_form_moves(house: House):
    table = await house.dealt(ANN, BEN)
    reply = await press(house, ANN, table, request("hide"))
    (form,) = reply.forms
    (entry,) = form.entries
    assert len(await house.log(table)) == 4, "open, join, freeze, deal: nothing is hidden yet"
    filled = form.request.with_args({entry.key: entry.choices[2].value})
    after = house.reply(ANN, message=house.board().id, channel=CHANNEL)
    await serve(house, after, table, filled, (await house.seen(table)).step, form=True)
    assert "You hide 2 coins." in after.text


async def test_a_form_is_not_answered_with_a_form(house: House):
    table = await closed(house)
    reply = house.reply(ANN, message=house.board().id)
    step = (await house.seen(table)).step
    with pytest.raises(Refusal, match=r"still open: How many are there in all\?"):
        await serve(house, reply, table, Request("guess", {"?total": " "}), step, form=True)
    assert reply.forms == []


async def test_what_is_left_empty_in_a_form_is_as_usual(tmp_path: Path):
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


async def test_a_form_that_would_come_too_late_is_not_left_out_silently(house: House):
    table = await closed(house)
    with pytest.raises(Refusal, match="press it again"):
        await press(house, ANN, table, request("guess"), late=True)


async def test_a_form_goes_by_the_step_at_which_its_button_was_drawn(house: House):
    table = await closed(house)
    step = (await house.seen(table)).step
    await house.play(table, BEN, Hurry())
    pressed = await press(house, ANN, table, request("guess"), at=step)
    assert pressed.forms_at == [step]
    by_command = await serve(house, house.reply(ANN), table, request("guess"))
    assert by_command.forms_at == [step + 1]


async def test_a_question_back_is_asked_in_private_and_its_buttons_move(house: House):
    table = await closed(house)
    reply = await press(house, ANN, table, request("guess", total=0))
    (asked,) = reply.said
    assert asked.panel.text().startswith(f"-# Hidden Coins, table {table}, as of <t:")
    assert asked.panel.text().endswith("\nNone at all?")
    assert labels(asked.panel) == ["Rather 1"]
    (wanted,) = asked.panel.requests()
    own = in_private(house, asked)
    better = house.reply(ANN, message=own, on_own_panel=True)
    await serve(house, better, table, wanted, asked.step)
    assert "Ann guessed 1." in house.board().text


async def test_what_comes_too_late_in_a_dm_says_which_table_it_was_for(house: House):
    table = await house.dealt_by_dm(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    hand = house.hand(ANN)
    reply = house.reply(ANN, message=hand.id, in_dm=True)
    await serve(house, reply, table, request("hide", coins=2), hand.steps[0])
    late = f"Hidden Coins, table {table}: You have moved since that was drawn."
    assert reply.text.startswith(late)
    on_board = await press(house, ANN, table, request("hide", coins=2), at=hand.steps[0])
    assert on_board.text.startswith("You have moved since")


async def test_a_look_is_shown_in_private_and_changes_nothing(house: House):
    table = await closed(house)
    before = await house.log(table)
    for reply in (
        await press(house, ANN, table, request("odds")),
        await serve(house, house.reply(ANN), table, request("odds")),
    ):
        assert "could be anywhere" in reply.text
    assert await house.log(table) == before


async def test_a_move_that_is_not_legal_is_refused_by_the_rules(house: House):
    table = await closed(house)
    with pytest.raises(Refusal, match="There can be 0 to 6"):
        await press(house, ANN, table, request("guess", total=99))


async def test_what_cannot_be_chosen_is_refused_by_the_rules_however_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("secrets.token_bytes", bytes)  # a deal in which somebody lacks a gift
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
        assert sentence.startswith(f"You hold no {name}. You can give: ")
        assert await house.log(table) == before


async def test_who_can_do_nothing_at_all_reads_what_goes_on_with_names_in_it(house: House):
    table = await closed(house)
    await house.play(table, BEN, Hurry())
    with pytest.raises(Refusal, match="Ann is guessing"):
        await press(house, BEN, table, request("guess", total=3))


async def test_who_only_watches_moves_nothing(house: House):
    table = await closed(house)
    with pytest.raises(Refusal, match="welcome to watch"):
        await press(house, CAT, table, request("hurry"))


async def test_a_press_that_comes_too_late_reads_what_has_happened_since(house: House):
    table = await closed(house)
    drawn_at = (await house.seen(table)).step
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    reply = await press(house, BEN, table, request("guess", total=5), at=drawn_at)
    assert "Here is how things stand now." in reply.text
    assert "Ann guessed 3." in reply.text
    assert "has hidden" not in reply.text, "that was there to be read"
    assert "Ben guessed" not in house.board().text


async def test_a_hand_that_was_pressed_too_late_is_brought_up_to_date(house: House):
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


async def test_a_command_that_crossed_with_a_change_is_refused_and_says_so(house: House):
    table = await closed(house)
    early = house.reply(BEN)
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    await serve(house, early, table, Request("guess", {"?total": "5"}))
    assert early.text.startswith("The table went on just as you typed that.")
    assert "Ann guessed 3." in early.text
    assert "Ben guessed" not in house.board().text


async def test_who_comes_very_late_reads_the_newest_and_not_everything(house: House):
    table = await house.dealt(ANN, BEN, CAT, DAN)
    drawn_at = (await house.seen(table)).step
    await house.hide(table, ANN, BEN, CAT, DAN)
    await house.play(table, ANN, Guess(total=3))
    await house.quiet()
    reply = await press(house, BEN, table, request("guess", total=5), at=drawn_at)
    first, *lines = reply.text.split("\n")
    assert first == "You have moved since that was drawn. Here is how things stand now."
    assert len(lines) == 3
    assert lines[-1] == "Ann guessed 3."


async def test_a_late_press_reads_nothing_that_is_not_its_owners(house: House):
    table = await house.dealt(ANN, BEN)
    drawn_at = (await house.seen(table)).step
    await house.play(table, ANN, Hide(coins=3))
    await house.play(table, BEN, Hide(coins=2))
    reply = await press(house, BEN, table, request("hide", coins=1), at=drawn_at)
    assert "3" not in reply.text


async def test_a_table_that_is_not_there_is_refused(house: House):
    with pytest.raises(Refusal):
        await serve(house, house.reply(ANN), 999, request("hide", coins=1))


async def test_what_is_said_ahead_by_a_press_is_kept_and_nobody_else_sees_a_thing(house: House):
    table = await house.dealt(ANN, BEN)
    before, drawings = await house.seen(table), house.messenger.count("edit")
    reply = await press(house, ANN, table, request("when", totals="[3]"))
    assert (await house.seen(table, ANN)).orders == (GuessAhead(totals=(3,)),)
    assert "When it is your turn, you guess 3." in reply.text
    assert reply.drawn == []
    assert (await house.seen(table), house.messenger.count("edit")) == (before, drawings)


async def test_a_form_for_what_is_said_ahead_goes_by_how_things_stand_now(house: House):
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


async def test_what_cannot_be_said_ahead_is_refused_with_its_own_reason(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    seen = await house.seen(table, BEN)
    found = read_typed(house.faces["small"], seen, "last 9")
    assert found.made == HideLast(coins=9)
    work = house.router.serving.play(house.faces["small"], seen, found, None, house.receipt())
    assert await refused(work) == "Hide 0 to 3 coins."
    await house.hide(table, BEN)
    await house.play(table, BEN, Hurry())
    with pytest.raises(Refusal, match="There can be 0 to 6"):  # though there is no move to make
        await press(house, BEN, table, request("when", totals="[99]"))


async def test_what_a_line_leaves_open_is_said_with_an_example(house: House):
    table = await house.dealt(ANN, BEN)
    seen = await house.seen(table, ANN)
    for line, whole in (("hide", "0"), ("when", "when 0")):
        found = read_typed(house.faces["small"], seen, line)
        assert f"You can type `{whole}`, for one." in still_open(seen, found)


@pytest.fixture
async def reckoning(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house whose game has a slip to reckon on."""
    async with house_on(tmp_path / "reckoning", faces={"small": ReckoningFace()}) as opened_house:
        yield opened_house


async def test_a_slip_that_is_opened_from_a_hand_leaves_the_hand_where_it_is(reckoning: House):
    table = await closed(reckoning)
    hand = await reckoning.opens_hand(table, ANN)
    reply = reckoning.reply(ANN, message=hand.id, on_own_panel=True, channel=CHANNEL)
    await serve(reckoning, reply, table, opened("sum", first="1"), hand.steps[-1])
    assert "So far: 1." in reply.text
    assert reply.drawn == []
    assert hand.text.startswith("### Your hand")


async def test_a_slip_whose_panel_was_dismissed_is_shown_in_an_answer_of_its_own(reckoning: House):
    table = await closed(reckoning)
    begun = await serve(reckoning, reckoning.reply(ANN), table, opened("sum", first="1"))
    assert begun.kept is not None
    reckoning.messenger.delete(begun.kept.message)
    reply = reckoning.reply(ANN, message=begun.kept.message, on_own_panel=True, channel=CHANNEL)
    await serve(reckoning, reply, table, about("sum", "add", 1, coins="1"), 5)
    assert "So far: 2." in reply.text


async def test_a_form_for_a_slip_that_would_come_too_late_is_not_left_out_silently(
    reckoning: House,
):
    table = await closed(reckoning)
    reply = reckoning.reply(ANN, message=reckoning.board().id, late=True)
    why = await refused(serve(reckoning, reply, table, opened("sum"), 5))
    assert why == "That took me too long. Please press it again."


async def test_a_slip_that_has_become_a_move_is_not_apologised_for(
    reckoning: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no draft today")

    table = await closed(reckoning)
    await serve(reckoning, reckoning.reply(ANN), table, opened("sum", first="2"))
    monkeypatch.setattr(reckoning.slips, "tear_up", broken)
    reply = await serve(reckoning, reckoning.reply(ANN), table, about("sum", "guess", 1))
    assert reply.said == []
    assert "no draft today" in caplog.text
    assert "Ann guessed 2." in reckoning.board().text
