"""`/me`: what one says of oneself, and reads again, in private."""

from pathlib import Path
from typing import Any

from db.people import Person
from tests.e2e.harbor import Harbor, harbor
from tests.e2e.user import User

COLUMNS = "notices, here, zone, awake_from, awake_until"


async def me(user: User, command: str, channel: str = "games", **options: Any) -> str:
    """Type one of the commands; return what it answers."""
    outcome = await user.command(f"me {command}", options, channel=channel)
    assert outcome.said is not None
    assert outcome.said["flags"] & 64, "nobody else reads it"
    return outcome.text


def kept(here: Harbor, user: User) -> tuple[Any, ...]:
    """Read in the file what a person has said."""
    [row] = here.rows(f"SELECT {COLUMNS} FROM people WHERE person=?", int(user.id))
    return tuple(row)


async def test_what_one_says_of_oneself_is_kept_and_told_and_outlives_the_bot(
    tmp_path: Path,
) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        assert "no quiet hours" in await me(ann, "show")
        text = await me(ann, "hours", awake="8-23", zone="Europe/Berlin")
        assert "from 8:00 to 23:00, Europe/Berlin time" in text
        assert "counts from the next question" in text
        assert "in the table's channel" in await me(ann, "notices", where="channel")
        assert "no board says that you are here" in await me(ann, "here", shown="off")
        assert kept(here, ann) == ("channel", 0, "Europe/Berlin", 8, 23)
        await here.restart_bot()
        text = await me(ann, "show", channel="")
        for said in (
            "in the table's channel",
            "from 8:00 to 23:00",
            "no board says that you are here",
        ):
            assert said in text
        assert "no quiet hours" in await me(ben, "show"), "it is Ann's, and not Ben's"
        assert here.unhappy() == []


async def test_all_of_it_can_be_taken_back(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        await me(ann, "hours", awake="10-1 tokyo")
        await me(ann, "notices", where="none")
        await me(ann, "here", shown="off")
        assert kept(here, ann) == ("none", 0, "Asia/Tokyo", 10, 1)
        assert "no quiet hours" in await me(ann, "hours", awake="off")
        assert "I'll DM you" in await me(ann, "notices", where="dm")
        assert "ten minutes" in await me(ann, "here", shown="on")
        assert kept(here, ann) == ("dm", 1, "Asia/Tokyo", None, None)
        assert "from 8:00 to 23:00, Asia/Tokyo time" in await me(ann, "hours", awake="8-23")
        assert here.unhappy() == []


async def test_what_cannot_be_is_refused_kindly_and_changes_nothing(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        await me(ann, "hours", awake="8-23", zone="Europe/Berlin")
        assert "Tell me when you're up" in await me(ann, "hours")
        assert "Do you mean" in await me(ann, "hours", awake="9-22", zone="Berln")
        assert "I need at least 12" in await me(ann, "hours", awake="9-12")
        assert kept(here, ann) == ("dm", 1, "Europe/Berlin", 8, 23)
        assert here.unhappy() == []


async def test_who_asks_for_dms_again_is_tried_again(tmp_path: Path) -> None:
    """They were closed; now they are not, and nobody but their owner could tell."""
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        await me(ann, "here", shown="on")
        assert here.bot is not None
        contacts = here.bot.services.contacts
        await contacts.note(int(ann.id), Person(7, dm_closed=True))
        assert "closed to me" in await me(ann, "show")
        assert "closed" not in await me(ann, "notices", where="dm")
        assert not (await contacts.of(int(ann.id))).dm_closed


async def test_time_zones_and_hours_are_suggested_while_they_are_typed(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]

        async def suggested(option: str, text: str) -> list[str]:
            outcome = await ann.suggestions("me hours", option, text)
            return [choice["value"] for choice in outcome.choices]

        assert await suggested("zone", "berl") == ["Europe/Berlin"]
        assert "Europe/Berlin" in await suggested("zone", "")
        assert len(await suggested("zone", "a")) == 25
        assert await suggested("zone", "zzzz") == []
        assert await suggested("awake", "8") == ["8-23"]
        assert await suggested("awake", "8-22 new y") == ["8-22 America/New York"]
        assert here.unhappy() == []


async def test_a_stranger_is_told_what_this_is_and_what_is_kept(tmp_path: Path) -> None:
    """In the channel and in a DM, to them alone."""
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        for channel in ("games", ""):
            for command, says in (("help", "`/dealt start`"), ("privacy", "What I don't keep")):
                outcome = await ann.command(command, channel=channel)
                assert outcome.said is not None
                assert outcome.said["flags"] & 64
                assert says in outcome.text
        assert here.unhappy() == []
