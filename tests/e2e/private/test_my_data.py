"""*My data…* in `/settings`: what the file has, who gets it, and whom a press forgets."""

import json
from pathlib import Path
from typing import Any

import pytest

from games import GAMES
from games.gifts import GIFTS
from playground.tests.user import EPHEMERAL, Json, User, part_of, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.settings import (
    ASK,
    FILE,
    FORGET,
    KEEP,
    forget_me,
    open_my_data,
    open_settings,
    turn_to,
)

PEOPLE = ("Annabel", "Benedict", "Catriona")
MOVES = 30
SECRET = {"state", "secret", "told", "mixed"}  # columns with what others may not know


async def sent_file(user: User, channel: str) -> tuple[Json, str]:
    """Press *Send me the file*; return the message that has it, and what is in it."""
    panel = await open_my_data(user, channel)
    said = (await user.click(panel, label=FILE)).message
    assert said["flags"] & EPHEMERAL
    assert "Only you see this message." in text_of(said)
    return said, await user.read_file(said)


def moves_of(here: Harbor, user: User) -> list[str]:
    """Return the moves of a person, as the file of the bot has them."""
    sql = "SELECT move FROM log WHERE person=? AND move IS NOT NULL ORDER BY table_id, rev"
    return [row["move"] for row in here.rows(sql, int(user.id))]


@pytest.mark.parametrize("game", GAMES)
async def test_the_file_reaches_its_person_alone_and_tells_nothing_of_others(
    game: str, tmp_path: Path
) -> None:
    async with harbor(tmp_path, PEOPLE, games=[game]) as here:
        user, *others = here.users.values()
        await user.choose(await open_settings(user), "Asia/Tokyo", custom_id="*zone")
        table = await here.table(game, PEOPLE)
        for _ in range(MOVES):
            if (await here.seen(table)).to_move:
                await here.move(table)
        for other in here.users.values():
            other.remember = True
        for channel in ("games", ""):
            said, text = await sent_file(user, channel)
            await here.settled()
            for other in others:
                assert said["id"] not in json.dumps(other.events)
                assert "my-data" not in json.dumps(other.events)
            assert "my-data" in json.dumps(user.events)
            check_file(here, user, others, text)
        assert here.unhappy() == []


def check_file(here: Harbor, user: User, others: list[User], text: str) -> None:
    """The file has what is known of its person, and nothing of anybody else."""
    kept: dict[str, Any] = json.loads(text)
    assert kept["person"] == user.id
    assert kept["settings"][0]["zone"] == "Asia/Tokyo"
    assert [row["move"] for row in kept["log"] if row["move"]] == moves_of(here, user) != []
    columns = {name for rows in kept.values() if isinstance(rows, list) for name in {**rows[0]}}
    assert not columns & SECRET
    for other in others:
        assert other.name not in text
        assert other.id not in text
    for row in here.rows("SELECT state FROM tables WHERE game='yankee'"):
        hands = json.loads(row["state"])["hands"]
        mine = "".join(moves_of(here, user))
        theirs = {key for hand in hands for key in hand if f'"{key}"' not in mine}
        assert theirs & {gift.key for gift in GIFTS}, "there are cards to look for"
        assert not any(f'"{key}"' in text or f'\\"{key}\\"' in text for key in theirs)


async def test_who_keeps_their_data_is_back_at_the_choices(tmp_path: Path) -> None:
    async with harbor(tmp_path, PEOPLE, games=["deadman"]) as here:
        ann = here.users["Annabel"]
        await here.table("deadman", PEOPLE)
        count = len(here.rows("SELECT * FROM log"))
        panel = await turn_to(ann, await open_my_data(ann), ASK, "### Forget you?")
        assert "You leave the game that you're in, for good." in text_of(panel)
        panel = await turn_to(ann, panel, KEEP, "### My data")
        await turn_to(ann, panel, "Back to settings", "### Settings")
        assert len(here.rows("SELECT * FROM log")) == count
        assert here.unhappy() == []


async def test_a_press_forgets_the_person_who_presses_whose_panel_it_may_be(tmp_path: Path) -> None:
    """Discord refuses a press on a message that a person can't see; here it lets it pass."""
    async with harbor(tmp_path, PEOPLE, games=["deadman"]) as here:
        ann, ben, cat = here.users.values()
        table = await here.table("deadman", PEOPLE)
        panel = await turn_to(ann, await open_my_data(ann), ASK, "### Forget you?")
        button = part_of(panel, label=FORGET)
        assert button is not None
        assert (await ben.press(panel, button)).kind == "refused"
        assert here.rows("SELECT 1 FROM seats WHERE person=?", int(ben.id))
        here.playground.world.find_message(panel["id"]).only_for = ben.id
        assert (await ben.press(panel, button)).kind == "answered"
        await here.settled()
        seats = here.rows("SELECT person FROM seats WHERE table_id=? ORDER BY seat", table)
        assert [row["person"] for row in seats] == [int(ann.id), None, int(cat.id)]
        assert not here.rows("SELECT 1 FROM log WHERE person=?", int(ben.id))
        assert here.rows("SELECT 1 FROM log WHERE person=?", int(ann.id))
        assert here.unhappy() == []


@pytest.mark.parametrize("channel", ["games", ""], ids=["channel", "dm"])
async def test_who_was_forgotten_can_begin_from_scratch(channel: str, tmp_path: Path) -> None:
    async with harbor(tmp_path, PEOPLE, games=["deadman"]) as here:
        ann, ben, _ = here.users.values()
        await ann.choose(await open_settings(ann), "Asia/Tokyo", custom_id="*zone")
        table = await here.table("deadman", PEOPLE)
        await forget_me(ann, channel)
        await here.settled()
        assert here.rows("SELECT 1 FROM people WHERE person=?", int(ann.id)) == []
        assert "a former player" in text_of(await here.board(ben, table))
        refused = await ann.command("table join", {"table": table})
        assert "You asked me to forget you" in refused.text
        assert "Tokyo" not in text_of(await open_settings(ann))
        assert await here.table("deadman", ("Annabel", "Benedict")) > table
        assert here.unhappy() == []


async def test_a_notice_on_its_way_does_not_bring_a_person_back(tmp_path: Path) -> None:
    """It opens their DM, and its channel is noted once Discord has answered."""
    async with harbor(tmp_path, PEOPLE[:2], games=["deadman"]) as here:
        opens = "/users/@me/channels"
        here.trouble(kind="delay", seconds=1.5, method="POST", route=opens)
        table = await here.table("deadman", PEOPLE[:2])
        user = await here.mover(table)

        def opening() -> list[Json]:
            return [line for line in here.requests if opens in line["path"]]

        await here.until(opening)
        await forget_me(user)
        assert not opening()[0]["status"], "Discord hasn't answered yet"
        await user.until(lambda: user.dm_id)
        await here.settled()
        assert here.rows("SELECT * FROM people WHERE person=?", int(user.id)) == []
        assert here.unhappy() == []
