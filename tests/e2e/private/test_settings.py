"""`/settings` in a channel and in a DM, and the old names of it."""

from pathlib import Path
from typing import Any

from db.people.people import Person
from playground.tests.user import User, text_of
from tests.actors.harbor import Harbor, harbor
from tests.actors.settings import open_settings

COLUMNS = "notices, here, zone, awake_from, awake_until"


async def me(user: User, command: str, channel: str = "games", **options: Any) -> str:
    """Type one of the commands; return what it answers."""
    outcome = await user.command(f"me {command}", options, channel=channel)
    assert outcome.message["flags"] & 64, "nobody else reads it"
    return outcome.text


def kept(here: Harbor, user: User) -> tuple[Any, ...]:
    """Read in the file what a person has said."""
    [row] = here.rows(f"SELECT {COLUMNS} FROM people WHERE person=?", int(user.id))
    return tuple(row)


async def test_settings_are_changed_by_menus_on_one_panel(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann, ben = here.users["Ann"], here.users["Ben"]
        for channel in ("games", ""):
            panel = await open_settings(ann, channel)
            count = len(ann.messages)
            await ann.choose(panel, "Europe/Berlin", custom_id="*zone")
            await ann.choose(panel, "23-8", custom_id="*quiet")
            await ann.choose(panel, "channel", custom_id="*notices")
            await ann.choose(panel, "off", custom_id="*here")
            await here.settled()
            assert kept(here, ann) == ("channel", 0, "Europe/Berlin", 8, 23)
            text = text_of(ann.messages[panel["id"]])
            for said in (
                "in the table's channel",
                "From 23:00 to 8:00",
                "Europe/Berlin",
                "no board says",
            ):
                assert said in text
            assert len(ann.messages) == count, "every choice has redrawn the one panel"
            await ann.choose(panel, "off", custom_id="*quiet")
            await ann.choose(panel, "dm", custom_id="*notices")
            await ann.choose(panel, "on", custom_id="*here")
            await here.settled()
            assert kept(here, ann) == ("dm", 1, "Europe/Berlin", None, None)
        assert "You have none" in text_of(await open_settings(ben)), "it is Ann's, and not Ben's"
        assert here.unhappy() == []


async def test_what_the_menus_lack_is_typed_in_a_form(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        panel = await open_settings(ann)
        asked = await ann.choose(panel, "23-8", custom_id="*quiet")
        assert asked.kind == "form", "the time zone is needed, and nobody knows it"
        await ann.submit(asked.form, {"?zone": "atlantis"})
        assert await ann.find(text="I don't know the time zone")
        asked = await ann.choose(panel, "23-8", custom_id="*quiet")
        await ann.submit(asked.form, {"?zone": "utc+2"})
        assert kept(here, ann) == ("dm", 1, "Etc/GMT-2", 8, 23)
        asked = await ann.choose(panel, "other", custom_id="*quiet")
        await ann.submit(asked.form, {"*from": ["20"], "*until": ["7"]})
        assert kept(here, ann) == ("dm", 1, "Etc/GMT-2", 7, 20)
        asked = await ann.choose(panel, "other", custom_id="*zone")
        await ann.submit(asked.form, {"?zone": "tokyo"})
        await here.settled()
        assert kept(here, ann) == ("dm", 1, "Asia/Tokyo", 7, 20)
        assert "Asia/Tokyo" in text_of(ann.messages[panel["id"]])
        assert here.unhappy() == []


async def test_the_old_names_work_and_name_the_new_one(tmp_path: Path) -> None:
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        for command, options in (
            ("hours", {"awake": "10-1 tokyo"}),
            ("notices", {"where": "none"}),
            ("here", {"shown": "off"}),
            ("show", {}),
        ):
            text = await me(ann, command, **options)
            assert text.startswith("`/me` is now `/settings`.\n### Settings")
        assert kept(here, ann) == ("none", 0, "Asia/Tokyo", 10, 1)
        await here.restart_bot()
        text = await me(ann, "show", channel="")
        for said in ("I won't message you", "From 1:00 to 10:00", "no board says that you're here"):
            assert said in text
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
        contacts = here.services.contacts
        await contacts.note(int(ann.id), Person(7, dm_closed=True))
        panel = await open_settings(ann)
        assert "closed to me" in text_of(panel)
        await ann.choose(panel, "dm", custom_id="*notices")
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
        zones = await ann.suggestions("me hours", "zone", "new y")
        shown = zones.choices[0]["name"]
        assert shown.startswith("America/New York (now ")
        assert await suggested("zone", shown) == ["America/New_York"]
        for zone in (
            shown,
            "america/new york (now 3:21)",
        ):  # the time was another when it was shown
            await me(ann, "hours", zone="Europe/Berlin")
            await me(ann, "hours", zone=zone)
            assert kept(here, ann)[2] == "America/New_York"
        assert here.unhappy() == []


async def test_a_stranger_is_told_what_this_is_and_what_is_kept(tmp_path: Path) -> None:
    """In the channel and in a DM, to them alone."""
    async with harbor(tmp_path, 2, games=("dealt",)) as here:
        ann = here.users["Ann"]
        for channel in ("games", ""):
            for command, says in (("help", "`/dealt start`"), ("privacy", "What I don't keep")):
                outcome = await ann.command(command, channel=channel)
                assert outcome.message["flags"] & 64
                assert says in outcome.text
        assert here.unhappy() == []
