"""Tests of the help, of the pages of a finished game, and of its files."""

import json

import pytest

from bot.host.proof.verify import verify
from bot.show.deliver.queues.messenger import TryLater
from bot.show.draw.pages.welcome import starting, welcome
from bot.show.draw.parts import frame
from bot.ui.panels.panel import request
from games.rules import Refusal
from tests.bot.entry.asking import ask, over
from tests.bot.house import ANN, BEN, CAT, House, refused
from tests.bot.recording import RecordingReply, Sent, buttons
from tests.small.face.help import FINE_PRINT, HOW_TO


async def test_help_of_a_board_is_ephemeral(house: House):
    table = await house.open(ANN)
    await house.quiet()
    reply = await ask(house, CAT, table, frame.HOW_TO, message=house.board().id)
    assert HOW_TO[0].text in reply.text
    assert reply.said[0].accent == house.faces["small"].colour


async def test_help_needs_no_table(house: House):
    wanted = request(frame.HOW_TO.verb, game="small", page=0)
    reply = await ask(house, CAT, 0, wanted, message=5, on_own_panel=True)
    assert HOW_TO[0].text in reply.drawn[0].panel.text()
    with pytest.raises(Refusal):
        await ask(house, CAT, 0, request(frame.HOW_TO.verb, game="chess"))


async def test_welcome_turns_to_how_everything_works_and_back(house: House):
    first = welcome(house.faces.values())
    there = await ask(
        house, CAT, 0, buttons(first)["How it works"].request, message=5, on_own_panel=True
    )
    assert there.drawn[0].panel == starting()
    back = await ask(
        house, CAT, 0, buttons(starting())["All games"].request, message=5, on_own_panel=True
    )
    assert back.drawn[0].panel == first
    posted = await ask(house, CAT, 0, buttons(first)["How it works"].request, message=5)
    assert posted.said[0].panel == starting(), "a public welcome stays as it is"


async def test_help_page_replaces_the_page_before(house: House):
    wanted = frame.HOW_TO.with_args({"game": "small", frame.LEAF: "2"})
    reply = await ask(house, CAT, 0, wanted, message=5, on_own_panel=True)
    assert HOW_TO[2].text in reply.drawn[0].panel.text()
    assert not reply.said


@pytest.mark.parametrize("page", ["-1", "9", "99999999999", "x", "", "٣", "²", "1.5"])
async def test_page_out_of_range_is_corrected(house: House, page: str):
    table = await house.open(ANN)
    reply = await ask(house, ANN, table, request(frame.HOW_TO.verb, page=page))
    assert any(page.text in reply.text for page in (*HOW_TO, *FINE_PRINT))


async def test_truth_is_told_after_the_end(house: House):
    table = await house.dealt(ANN, BEN)
    with pytest.raises(Refusal, match="once the game is over"):
        await ask(house, ANN, table, frame.TRUTH)
    await house.play_out(table)
    reply = await ask(house, CAT, table, frame.TRUTH)
    assert "Ann hid 1 coin." in reply.text
    assert "Ben hid 2 coins." in reply.text


async def test_truth_stays_hidden_if_the_terms_say_so(house: House):
    table = await over(house, laid_open=False)
    for wanted in (frame.TRUTH, frame.TRANSCRIPT):
        with pytest.raises(Refusal):
            await ask(house, ANN, table, wanted)
    assert set(buttons(house.board().panel)) == {"Rematch", "Share"}


async def test_story_is_paged_in_place(house: House):
    table = await over(house)
    wanted = request(frame.TRUTH.verb, page=0)
    on_it = await ask(house, ANN, table, wanted, message=5, on_own_panel=True)
    assert (on_it.said, len(on_it.drawn)) == ([], 1)
    elsewhere = await ask(house, ANN, table, wanted, message=5)
    assert (len(elsewhere.said), elsewhere.drawn) == (1, [])


async def test_transcript_file_proves_the_deal(house: House):
    table = await over(house)
    reply = await ask(house, CAT, table, frame.TRANSCRIPT)
    file = reply.said[0].file
    assert file is not None
    assert file.name == f"table-{table}.json"
    assert f"table {table}" in file.alt
    assert file.name in reply.text
    assert "Won by Ann" in verify(json.loads(file.content), house.games)


async def test_result_to_paste_is_given_once_the_game_is_over(house: House):
    table = await house.dealt(ANN, BEN)
    with pytest.raises(Refusal, match="once the game is over"):
        await ask(house, CAT, table, frame.SHARE)
    await house.play_out(table)
    reply = await ask(house, CAT, table, frame.SHARE)
    assert "🥇 Ann · 1 point" in reply.text


async def test_a_finished_deal_is_dealt_again_before_it_is_called_fair(house: House):
    table = await over(house)
    reply = await ask(house, CAT, table, frame.FAIR)
    assert "**Yes, as far as this can show.**" in reply.text
    assert "steps match" in reply.text


# --- the truth for everyone -----------------------------------------------------------------------


async def shown_truth(house: House, table: int, person: int, page: int = 0) -> RecordingReply:
    """Press the button that shows the truth to everyone, on a private panel."""
    wanted = frame.TRUTH_TO_ALL.with_args({"page": str(page)})
    return await ask(house, person, table, wanted, message=5, on_own_panel=True)


def everyones(house: House) -> list[Sent]:
    """List the messages in the channel that tell the truth."""
    return [message for message in house.boards() if "What really happened" in message.text]


async def test_a_player_shows_the_truth_to_everyone_once(house: House):
    table = await over(house)
    panel = (await ask(house, ANN, table, frame.TRUTH)).said[0].panel
    wanted = buttons(panel)["Show to everyone"].request
    assert everyones(house) == [], "looking alone shows it to nobody"
    pressed = await ask(house, ANN, table, wanted, message=5, on_own_panel=True)
    [there] = everyones(house)
    assert "Ann hid 1 coin." in there.text
    assert "Show to everyone" not in buttons(there.panel)
    assert buttons(pressed.drawn[0].panel)["Shown to everyone"].disabled
    again = await shown_truth(house, table, BEN)
    assert buttons(again.drawn[0].panel)["Shown to everyone"].disabled
    assert "Shown to everyone" in buttons((await ask(house, BEN, table, frame.TRUTH)).said[0].panel)
    assert everyones(house) == [there]


async def test_only_a_player_shows_the_truth_to_everyone(house: House):
    table = await over(house)
    assert "Show to everyone" not in buttons(
        (await ask(house, CAT, table, frame.TRUTH)).said[0].panel
    )
    assert "Only the players" in await refused(shown_truth(house, table, CAT))
    assert everyones(house) == []


async def test_nothing_is_shown_to_everyone_before_the_end_or_against_the_terms(house: House):
    table = await house.dealt(ANN, BEN)
    assert "once the game is over" in await refused(shown_truth(house, table, ANN))
    await house.play_out(table)
    sealed = await over(house, laid_open=False)
    assert "if its terms say so" in await refused(shown_truth(house, sealed, ANN))
    assert everyones(house) == []


async def test_a_truth_that_cannot_be_posted_is_refused_and_offered_again(house: House):
    table = await over(house)
    house.messenger.fail("post", TryLater("502"))
    assert "I couldn't post it" in await refused(shown_truth(house, table, ANN))
    assert buttons((await shown_truth(house, table, ANN)).drawn[0].panel)["Shown to everyone"]
    assert len(everyones(house)) == 1
