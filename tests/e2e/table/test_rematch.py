"""A rematch through the real client: who is asked, how they answer, and that it deals by itself."""

import asyncio
from pathlib import Path

from playground.tests.user import Json, User, pressable, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.tables import is_dealt

PLAYERS = ("Ann", "Ben", "Cat")


async def over(here: Harbor) -> int:
    """Close a table of three in the middle of its game."""
    table = await here.table("deadman", PLAYERS)
    await here.users["Ann"].command("table end", {"table": table})
    return table


async def asks_again(here: Harbor, name: str) -> tuple[int, Json]:
    """Press *Rematch*; return the new table and the question."""
    user = here.users[name]
    again = await user.click(await user.find(label="Rematch"), label="Rematch")
    assert "opened this table" in again.text
    question = await user.find(text="wants a rematch", label="I'm in")
    [row] = here.rows("SELECT max(id) AS id FROM tables")
    return row["id"], question


def asked_by(user: User) -> Json | None:
    return user.look(text="wants a rematch")


async def test_all_who_were_asked_press_and_it_is_dealt_after_a_restart(tmp_path: Path) -> None:
    async with harbor(tmp_path) as here:
        ann, ben, cat = (here.users[name] for name in PLAYERS)
        await over(here)
        table, question = await asks_again(here, "Cat")
        assert {who["id"] for who in question["mentions"]} == {ann.id, ben.id}, "both are pinged"
        assert [button["label"] for button in pressable(question)] == ["I'm in", "Not now"]
        assert "You're in, seat 2" in (await ann.click(question, label="I'm in")).text
        await cat.find(text="Ann is in.")
        await here.restart_bot()
        [same] = [sent for sent in ben.messages.values() if "wants a rematch" in text_of(sent)]
        assert same["id"] == question["id"]
        assert "You're in, seat 3" in (await ben.click(same, label="I'm in")).text
        await ann.until(lambda: is_dealt(ann, table))
        await ann.until(lambda: asked_by(ann) is None)
        assert [row["kind"] for row in here.rows("SELECT kind FROM log WHERE table_id=?", table)][
            :4
        ] == ["open", "join", "freeze", "deal"]
        assert here.unhappy() == []


async def test_after_not_now_the_others_deal_without_that_person(tmp_path: Path) -> None:
    async with harbor(tmp_path, 4) as here:
        ann, ben, cat = (here.users[name] for name in PLAYERS)
        old = await over(here)
        table, question = await asks_again(here, "Cat")
        declined = await ann.click(question, label="Not now")
        assert "Cat knows that you can't play now" in declined.text
        assert (
            "Nobody has asked you"
            in (
                await here.users["Dan"].command("table rematch", {"table": table, "say": False})
            ).text
        )
        assert "You're in, seat 2" in (await ben.command("table rematch", {"table": old})).text
        now = await cat.find(text="Ann can't play now.", label="Deal without Ann")
        assert "Your hand" in (await cat.click(now, label="Deal without Ann")).text
        await cat.until(lambda: is_dealt(cat, table))
        await cat.until(lambda: asked_by(cat) is None)
        assert here.rows("SELECT * FROM rematch_people") == []
        assert here.unhappy() == []


async def test_a_blocked_person_is_not_asked_and_a_double_press_opens_one_table(
    tmp_path: Path,
) -> None:
    async with harbor(tmp_path, 4) as here:
        ann, ben, cat, dan = (here.users[name] for name in (*PLAYERS, "Dan"))
        old = await over(here)
        assert "is blocked" in (await ann.command("server block", {"person": dan.id})).text
        await ann.command("server block", {"person": ben.id})
        board = await cat.find(label="Rematch")
        both = await asyncio.gather(
            cat.click(board, label="Rematch"), cat.command("table rematch", {"table": old})
        )
        assert sum("opened this table" in outcome.text for outcome in both) == 1
        assert len(here.rows("SELECT 1 FROM rematches WHERE of_table=?", old)) == 1
        question = await cat.find(text="wants a rematch")
        assert [who["id"] for who in question["mentions"]] == [ann.id]
        assert "blocked you" in (await ben.click(question, label="I'm in")).text
        assert (await ann.click(question, label="I'm in")).kind == "answered"
        table = here.rows("SELECT max(id) AS id FROM tables")[0]["id"]
        await ann.until(lambda: is_dealt(ann, table))
        assert here.unhappy() == []
