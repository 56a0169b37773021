import base64
import re
from types import SimpleNamespace

import pytest
from discord_playground.world import world as worlds
from discord_playground.world.discord_errors import Refused
from discord_playground.world.world import DM, FORUM, PRIVATE_THREAD, TEXT, Channel, World

from playground.tests.quiet import named, note, place, thread_in

NOON = 1_777_636_800.25  # 2026-05-01 12:00:00.25 UTC


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the machine's clock."""
    monkeypatch.setattr(worlds, "time", SimpleNamespace(time=lambda: NOON))


@pytest.mark.usefixtures("noon")
def test_ids_are_unique_and_contain_their_time(world: World):
    made = [int(world.snowflake()) for _ in range(1000)]
    assert made == sorted(set(made))
    assert {worlds.made_at(str(item)) for item in made} == {NOON}
    world.set_ahead(60)
    assert worlds.made_at(world.snowflake()) == NOON + 60


@pytest.mark.usefixtures("noon")
def test_ids_grow_even_if_the_clock_is_set_back(world: World):
    world.set_ahead(3600)
    before = int(world.snowflake())
    world.set_ahead(0)
    assert int(world.snowflake()) > before


@pytest.mark.usefixtures("noon")
def test_setting_the_clock_calls_on_clock(world: World):
    heard: list[float] = []
    world.on_clock = heard.append
    world.set_ahead(60)
    assert world.now() == NOON + 60
    assert heard == [60]
    assert world.stamp() == "2026-05-01T12:01:00.250000+00:00"
    world.set_ahead(0)  # the offset is replaced, not increased
    assert (world.now(), heard) == (NOON, [60, 0])


def test_a_timestamp_always_has_its_fraction():
    assert worlds.stamp(1_777_636_800) == "2026-05-01T12:00:00.000000+00:00"


def test_the_token_has_discords_format_and_contains_the_bots_id(world: World):
    whose, made, secret = world.bot_token.split(".")
    assert base64.b64decode(whose + "==").decode() == world.bot_id
    assert re.fullmatch(r"[\w-]{6}", made)
    assert re.fullmatch(r"[\w-]{38}", secret)


def test_a_person_is_added_once_and_the_first_owns_the_server(world: World):
    ann = named(world, "Ann")
    assert world.add_person("Ann") is ann
    assert len(world.people) == 3
    assert world.owner_id == ann.id
    assert World((), lambda: None).owner_id == "0"  # unknown token


def test_a_person_is_found_by_token_until_the_account_is_deleted(world: World):
    ben = named(world, "Ben")
    assert world.person("ben") is world.person("Ben") is ben
    assert world.person("nobody") is None
    for gone in ("left", "banned"):
        ben.gone = gone
        assert world.person("ben") is ben
        assert ben.id not in world.members()
    ben.gone = "deleted"
    assert world.person("ben") is None


def test_the_nickname_comes_before_the_display_name(world: World):
    ben = named(world, "Ben")
    assert ben.called == "Ben"
    ben.shown = "Benny"
    assert ben.called == "Benny"
    ben.nick = "Captain"
    assert ben.called == "Captain"
    assert ben.token == "ben"  # whatever their names are


def test_a_dm_of_two_users_is_opened_once(world: World):
    ann, ben = named(world, "Ann").id, named(world, "Ben").id
    opened, new = world.dm(ann, ben)
    assert new
    assert world.dm(ben, ann) == (opened, False)
    other, new = world.dm(ann, world.bot_id)
    assert new
    assert other is not opened


def test_a_dm_is_seen_only_by_its_two_members(world: World):
    ann, ben, cat = (named(world, name) for name in ("Ann", "Ben", "Cat"))
    between, _ = world.dm(ben.id, cat.id)
    assert [who.name for who in (ann, ben, cat) if world.sees(who.id, between)] == ["Ben", "Cat"]
    ben.gone = "left"
    assert world.sees(ben.id, between)
    assert not world.sees(ben.id, place(world))


def test_a_role_channel_and_its_threads_are_seen_by_role_and_owner(world: World):
    ann, ben, cat = (named(world, name) for name in ("Ann", "Ben", "Cat"))
    games = place(world)
    games.role = "7"
    ben.roles.append("7")
    inside = thread_in(world, games)
    for there in (games, inside):
        assert [who.name for who in (ann, ben, cat) if world.sees(who.id, there)] == ["Ann", "Ben"]
    assert world.sees(cat.id, place(world, "parlor"))
    ben.gone = "banned"
    assert not world.sees(ben.id, inside)
    assert not world.sees("1", games)  # unknown id


def test_a_private_thread_is_seen_by_its_members(world: World):
    ben, cat = named(world, "Ben"), named(world, "Cat")
    hush = thread_in(world, place(world), PRIVATE_THREAD, members=[ben.id])
    assert world.sees(ben.id, hush)
    assert not world.sees(cat.id, hush)
    ben.gone = "left"
    assert not world.sees(ben.id, hush)


def test_threads_and_dms_are_not_guild_channels(world: World):
    thread = thread_in(world, place(world))
    world.dm(world.bot_id, named(world, "Ann").id)
    forum = world.add_channel(Channel(world.snowflake(), FORUM, "tables"))
    assert {channel.name for channel in world.guild_channels()} == {"games", "parlor", forum.name}
    assert list(world.threads()) == [thread]
    assert thread.in_guild
    assert not Channel("1", DM).in_guild
    assert not Channel("1", TEXT).is_thread


def test_removing_a_channel_removes_its_threads_and_files(world: World):
    games, parlor = place(world), place(world, "parlor")
    inside, elsewhere = thread_in(world, games), thread_in(world, parlor)
    for number, there in enumerate((games, inside, elsewhere)):
        world.files[str(number)] = ("image/png", b"x")
        note(world, there, world.bot_id, attachments=[{"id": str(number)}])
    assert world.remove_channel(games) == [games, inside]
    assert list(world.files) == ["2"]
    assert set(world.messages) == {parlor.id, elsewhere.id}
    for gone in (games, inside):
        with pytest.raises(Refused) as refused:
            world.channel(gone.id)
        assert (refused.value.status, refused.value.code) == (404, 10003)
        with pytest.raises(Refused) as refused:
            world.message(gone.id, "1")
        assert refused.value.code == 10003  # the missing channel is reported first


def test_a_message_is_found_only_in_its_channel(world: World):
    games, parlor = place(world), place(world, "parlor")
    said = note(world, games, world.bot_id)
    assert world.message(games.id, said.id) is world.find_message(said.id) is said
    with pytest.raises(Refused) as refused:
        world.message(parlor.id, said.id)
    assert (refused.value.status, refused.value.code) == (404, 10008)


def test_removing_a_message_removes_its_files_and_its_pin(world: World):
    games = place(world)
    world.files["5"] = ("text/plain", b"x")
    said = note(world, games, world.bot_id, attachments=[{"id": "5"}])
    games.pins.append(said.id)
    world.remove_message(said)
    assert (world.files, games.pins) == ({}, [])
    for again in (lambda: world.remove_message(said), lambda: world.find_message(said.id)):
        with pytest.raises(Refused) as refused:
            again()
        assert refused.value.code == 10008


def test_an_ephemeral_message_is_not_a_channels_last_message(world: World):
    games, ann = place(world), named(world, "Ann").id
    said = note(world, games, world.bot_id)
    note(world, games, world.bot_id, only_for=ann)
    assert games.last_message == said.id


def test_old_ephemeral_messages_lose_their_files(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worlds, "EPHEMERAL_KEPT", 1)
    games, ann = place(world), named(world, "Ann").id
    world.files["5"] = ("text/plain", b"x")
    first = note(world, games, world.bot_id, only_for=ann, attachments=[{"id": "5"}])
    second = note(world, games, world.bot_id, only_for=ann)
    assert list(world.messages[games.id]) == [second.id]
    assert not world.files
    with pytest.raises(Refused):
        world.message(games.id, first.id)


def test_a_deleted_channel_has_no_ephemeral_messages(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worlds, "EPHEMERAL_KEPT", 1)
    games, ann = place(world), named(world, "Ann").id
    note(world, games, world.bot_id, only_for=ann)
    world.remove_channel(games)
    kept = note(world, place(world, "parlor"), world.bot_id, only_for=ann)
    assert world.find_message(kept.id) is kept


def test_every_change_is_reported_to_the_save_file():
    noted: list[None] = []
    world = World(("Ann",), lambda: noted.append(None))
    games = place(world)

    def noted_of(change: object) -> bool:
        made = bool(noted)
        noted.clear()
        return made

    assert noted_of(world)  # creation
    said = note(world, games, world.bot_id)
    assert noted_of(said)
    said.kept = "as it was"
    world.changed(said)
    assert noted_of(said)
    assert said.kept is None  # otherwise the file would keep the old text
    assert noted_of(world.add_person("Zoe"))
    assert not noted_of(world.add_person("Zoe"))
    assert noted_of(world.set_ahead(5))
    assert noted_of(world.remove_message(said))
    assert noted_of(world.remove_channel(games))
