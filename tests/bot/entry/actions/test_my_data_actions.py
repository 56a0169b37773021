"""A person reads what is kept of them, and is forgotten only after they were asked."""

import json
from collections.abc import Mapping

import pytest

from bot.entry.actions import my_data_actions
from bot.show.draw.parts import frame
from bot.show.draw.people import my_data_panel
from bot.ui.panels.panel import Button
from db.people import forgetting
from db.people.people import Person
from tests.bot.entry.asking import ask
from tests.bot.house import ANN, BEN, CAT, House, refused
from tests.bot.recording import RecordingReply, buttons


async def press(
    house: House, person: int, shown: Mapping[str, Button], label: str
) -> RecordingReply:
    return await ask(house, person, 0, shown[label].request, message=5, on_own_panel=True)


async def test_the_way_from_settings_to_being_forgotten(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.contacts.likes(ANN, "channel")
    settings = await ask(house, ANN, 0, frame.SETTINGS)
    page = await press(house, ANN, buttons(settings.said[0].panel), "My data…")
    asked = await press(house, ANN, buttons(page.drawn[0].panel), "Forget me…")
    assert "You leave the game that you're in" in asked.drawn[0].panel.text()
    kept = await press(house, ANN, buttons(asked.drawn[0].panel), "Keep my data")
    assert "### My data" in kept.drawn[0].panel.text()
    assert ANN in await forgetting.people(house.database.reader)
    done = await press(house, ANN, buttons(asked.drawn[0].panel), "Forget me for good")
    assert "I've forgotten you" in done.drawn[0].panel.text()
    assert await forgetting.people(house.database.reader) == {BEN, CAT}
    assert await house.contacts.of(ANN) == Person()
    await house.quiet()
    assert "Ann" not in house.board().text
    assert (await house.stored(table)).phase == "playing"


async def test_the_file_is_sent_to_whom_it_is_about(house: House):
    await house.dealt(ANN, BEN)
    reply = await ask(house, ANN, 0, frame.MY_DATA.with_args({"do": my_data_panel.FILE}))
    [said] = reply.said
    assert said.file is not None
    read = json.loads(said.file.content)
    assert read["person"] == str(ANN)
    assert [seat["name"] for seat in read["seats"]] == ["Ann"]


async def test_a_file_that_is_too_large_is_refused(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(my_data_actions, "MOST_BYTES", 10)
    asking = ask(house, ANN, 0, frame.MY_DATA.with_args({"do": my_data_panel.FILE}))
    assert "more than Discord lets me send" in await refused(asking)
