"""The checks of the soak (`python -m tests.tools.soak`) see each fault that they are there for."""

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord_playground import Playground

from playground.tests.user import Outcome, User
from tests.actors.harbor import harbor
from tests.actors.player import Tally
from tests.actors.tables import step_of
from tests.crews.crew import Crew
from tests.tools.soak.__main__ import Figures, Soak, logged
from tests.tools.soak.crowd import UNHURRIED, Hardy
from tests.tools.soak.trouble import Trouble


def opened(playground: Playground) -> Any:
    """Have somebody press something that nobody answers."""
    world = playground.world
    ann = next(iter(world.people.values()))
    channel = next(channel for channel in world.channels.values() if channel.in_guild)
    data = {"custom_id": "1:1:table_hand", "component_type": 2}
    return playground.stage.interactions.open(3, ann, channel, data)


async def test_only_who_was_cut_off_is_excused(tmp_path: Path) -> None:
    """An answer that is missing though the line was there is the bot's fault."""
    playground = Playground(("Ann",), port=0, rates=False, answer_within=0.02)
    crew = Crew(playground, tmp_path / "file", log=tmp_path / "log")
    trouble, figures = Trouble(playground, crew, tmp_path / "file", ["Ann"], Random(1)), Figures()
    opened(playground)
    await asyncio.sleep(0.05)
    figures.gather(playground, trouble)
    assert (figures.interactions, figures.excused, len(figures.unanswered)) == (1, 0, 1)
    now = asyncio.get_running_loop().time()
    trouble.cuts.append([now - 1, now + 1])
    opened(playground)
    await asyncio.sleep(0.05)
    figures.gather(playground, trouble)
    assert (figures.interactions, figures.excused, len(figures.unanswered)) == (2, 1, 1)


async def test_a_reply_that_discord_refused_is_excused(tmp_path: Path) -> None:
    """The bot has answered, and it was Discord that failed."""
    playground = Playground(("Ann",), port=0, rates=False, answer_within=0.02)
    crew = Crew(playground, tmp_path / "file", log=tmp_path / "log")
    trouble = Trouble(playground, crew, tmp_path / "file", ["Ann"], Random(1))
    one = opened(playground)
    await asyncio.sleep(0.05)
    assert not trouble.excuses(one)
    line = playground.stage.log.add(0.0, "POST", "/interactions/{id}/{token}/callback", "/")
    line.interaction_id, line.status = one.id, 500
    assert trouble.excuses(one)


async def test_who_comes_back_does_not_read_what_is_older_than_they_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board drawn while they read would go back in time before their eyes, and stay there."""
    playground = Playground(("Ann",), port=0, rates=False)
    crew = Crew(playground, tmp_path / "file", log=tmp_path / "log")
    trouble = Trouble(playground, crew, tmp_path / "file", ["Ann"], Random(1))
    user, heard = User("Ann", ""), list[str]()
    user.messages = {"1": {"id": "1", "edited_timestamp": "2026-01-02T00:00:02"}}
    user.heard.append(lambda kind, message: heard.append(message["id"]))

    async def ask(*_: Any) -> list[Any]:
        old, new = "2026-01-02T00:00:01", "2026-01-02T00:00:03"
        return [{"id": "2", "edited_timestamp": new}, {"id": "1", "edited_timestamp": old}]

    monkeypatch.setattr(user, "ask", ask)
    monkeypatch.setattr(trouble, "_channels", ["7"])
    await trouble.catch_up(user)
    assert heard == ["2"]
    assert user.messages["1"]["edited_timestamp"] == "2026-01-02T00:00:02"


async def test_boards_of_tables_that_are_over_are_tidied_away(tmp_path: Path) -> None:
    """A player who comes back reads a hundred messages and must find the board there."""
    async with harbor(tmp_path, 2, games=["deadman"]) as here:
        nothing: Any = None
        made = Soak(
            here.playground, nothing, here.place, tmp_path, [], nothing, nothing, nothing, nothing
        )
        ann = here.users["Ann"]
        old, new = [await here.table("deadman", list(here.users)) for _ in range(2)]
        await ann.command("table end", {"table": old})
        await here.settled()
        games = here.playground.world.messages[ann.channels["games"]]
        for left in ({old, new}, {new}):  # somebody may look at it still
            made._tidy()
            found = [step_of(game.json) for game in games.values() if game.only_for is None]
            assert {result[0] for result in found if result} == left


def test_of_a_table_that_stops_it_is_said_what_everybody_sees() -> None:
    """One alone who sees that it does not go on cannot tell why."""
    user = User("Ann", "")
    player = Hardy(user, "deadman", 3, Random(1), Tally(), UNHURRIED)
    player.trouble = cast(Trouble, SimpleNamespace(away={"Ann"}))
    player.step, player.to_move = 7, True
    player.note({"custom_id": "3:7:pass"}, Outcome("refused", why="it is gone"))
    assert player.seen().startswith("Ann sees step 7, and is to move, and is away; lately:")
    assert "3:7:pass: refused in 0.0 s it is gone" in player.seen()


def test_memory_is_flat_or_it_is_said() -> None:
    """A bot that grows by the hour dies by the week."""
    figures = Figures(memory=[40 << 20, *[90 << 20] * 100, *[104 << 20] * 30])
    assert figures.flat
    figures.memory += [130 << 20] * 30
    assert not figures.flat


def test_bugs_in_the_log_are_found_and_a_cut_line_is_none(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    log.write_text(
        "2026-01-02 03:04:05 ERROR discord.client Attempting a reconnect in 1.00s\n"
        "2026-01-02 03:04:06 ERROR discord.tree Ignoring exception in autocomplete for 'x'\n"
        "Traceback (most recent call last):\ndiscord.errors.NotFound: 404 Not Found\n"
        "2026-01-02 03:04:07 ERROR bot.entry.error_messages A player ran into a bug, reference abcdef\n"  # noqa: E501
        "Traceback (most recent call last):\nZeroDivisionError: a bug of ours\n",
        encoding="utf-8",
    )
    (found,) = logged(log)
    assert "abcdef" in found
    assert "a bug of ours" in found
