"""Moderators, over the wire: settings, blocked people, removals, and the log of it all."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import pytest

from playground.tests.user import COMPONENT, MENU, Json, User, pressable, text_of, walk
from tests.actors.harbor import Harbor, harbor
from tests.actors.settings import open_settings, shows
from tests.actors.tables import board_of, join, open_table

NOT_YOU = "You need the permission *Manage Server* for that."
BLOCKED = "The moderators of Playground have blocked you from its tables."


@pytest.fixture
async def here(tmp_path: Path) -> AsyncGenerator[Harbor]:
    async with harbor(tmp_path, 5) as opened:
        yield opened


async def role(here: Harbor, name: str, *permissions: str) -> str:
    """Create a role; return its id."""
    made = await here.lever("/roles", name=name, permissions=list(permissions))
    guild = here.bot and here.bot.get_guild(int(here.playground.world.guild_id))
    assert guild is not None
    await here.until(lambda: guild.get_role(int(made["id"])))
    return made["id"]


def holds(here: Harbor, name: str, *roles: str) -> None:
    """Give a person exactly these roles."""
    people = here.playground.world.people.values()
    [person] = [person for person in people if person.name == name]
    person.roles[:] = roles


async def start(user: User, game: str = "deadman", channel: str = "games") -> str:
    """Try to open a table; return the answer."""
    return (await user.command(f"{game} start", channel=channel)).text


async def test_the_panel_sets_what_is_obeyed_by_every_way_of_opening(here: Harbor) -> None:
    ann, ben, cat = (here.users[name] for name in ("Ann", "Ben", "Cat"))
    over = await here.table("deadman", ("Ann", "Ben"))
    await ann.command("table end", {"table": over})
    panel = await open_settings(ann, command="server settings")
    assert "tables can be opened in every channel" in text_of(panel)
    parlor = ann.channels["parlor"]
    await ann.choose(panel, parlor, custom_id="server_channels")
    await shows(ann, panel, f"<#{parlor}>, and in its threads")
    place = f"On this server, open tables in <#{parlor}>."
    assert await start(ben) == place
    again = await ben.command("table rematch", {"table": over})
    assert again.text == place
    hello = (await ben.command("help")).message
    assert (await ben.click(hello, label="Start")).text == place
    table = await open_table(ben, "deadman start", channel="parlor")
    assert (await ben.command("deadman table", {"table": table})).text == place, "nor moved there"

    await ann.choose(panel, "1", custom_id="server_limit")
    await shows(ann, panel, "one table, open or in play")
    assert "allow one table at a time" in await start(cat, channel="parlor")
    await ann.choose(panel, "0", custom_id="server_limit")
    await ann.choose(panel, "dealt", "trump", custom_id="server_games")
    assert "switched off" in await start(cat, channel="parlor")
    await open_table(cat, "dealt start", channel="parlor")

    player = await role(here, "player")
    await ann.choose(panel, player, custom_id="server_opener")
    await shows(ann, panel, f"<@&{player}> may open a table")
    assert f"only <@&{player}> can open a table" in await start(ben, "dealt", "parlor")
    holds(here, "Ben", player)
    await open_table(ben, "dealt start", channel="parlor")

    for menu in ("server_opener", "server_games", "server_channels"):
        await ann.choose(panel, custom_id=menu)
    await shows(ann, panel, "tables can be opened in every channel")
    await open_table(cat, "deadman start")
    log = (await ann.command("server log")).text
    for said in (f"<#{parlor}>", "set the limit: one table", "no limit", f"<@&{player}>"):
        assert said in log
    assert here.unhappy() == []


async def test_commands_set_the_same_as_the_panel(here: Harbor) -> None:
    ann, ben = here.users["Ann"], here.users["Ben"]
    parlor, games = ann.channels["parlor"], ann.channels["games"]
    last = ""
    for path, options, said in (
        ("server channels", {"change": "add", "channel": parlor}, f"<#{parlor}>, and"),
        ("server channels", {"change": "add", "channel": games}, f"<#{parlor}> and <#{games}>"),
        ("server channels", {"change": "remove", "channel": games}, f"<#{parlor}>, and"),
        ("server channels", {"change": "remove", "channel": parlor}, "the last channel"),
        ("server games", {"change": "remove", "game": "deadman"}, "**Games:** "),
        ("server limit", {"tables": 2}, "2 tables, open or in play"),
        ("server opener", {"role": await role(here, "crew")}, "<@&"),
        ("server opener", {}, "everybody may open"),
    ):
        last = (await ann.command(path, options)).text
        assert said in last, (path, options)
    assert "Dead Man" not in last
    offered = await ann.suggestions("server games", "game", "dead", {"change": "add"})
    assert [choice["value"] for choice in offered.choices] == ["deadman"]
    shown = offered.choices[0]["name"]
    for title in (shown, f" {shown.upper()} "):
        said = (await ann.command("server games", {"change": "add", "game": title})).text
        assert "**Games:** all of mine" in said
        said = (await ann.command("server games", {"change": "remove", "game": title})).text
        assert "**Games:** " in said
        assert "all of mine" not in said
        assert "Dead Man" not in said
    wrong = {"change": "add", "game": "Dead"}
    assert "I don't know that game." in (await ann.command("server games", wrong)).text
    assert "switched off" in await start(ben, "deadman", "parlor")
    assert await start(ben, "dealt") == f"On this server, open tables in <#{parlor}>."
    await here.restart_bot()
    assert await start(ben, "dealt") == f"On this server, open tables in <#{parlor}>."
    assert here.unhappy() == []


async def test_only_managers_use_it_even_on_an_old_panel_or_with_a_forged_button(
    here: Harbor,
) -> None:
    ben = here.users["Ben"]
    warden = await role(here, "warden", "manage_messages")
    holds(here, "Ben", warden)
    assert (await ben.command("server settings")).kind == "refused", "Discord doesn't offer it"
    boss = await role(here, "boss", "manage_guild")
    holds(here, "Ben", boss)
    panel = await open_settings(ben, command="server settings")
    holds(here, "Ben")
    outcome = await ben.choose(panel, "1", custom_id="server_limit")
    assert outcome.text == NOT_YOU

    hello = (await ben.command("help")).message
    stored = here.playground.world.message(hello["channel_id"], hello["id"])
    for verb in ("server_limit", "server_channels", "server_games", "server_opener"):
        button = next(part for part in walk(stored.json["components"]) if part["type"] == 2)
        button["custom_id"] = f"0:0:{verb};picked=1"
        data = {"component_type": 2, "custom_id": button["custom_id"]}
        forged = await ben.interact(
            COMPONENT, hello["channel_id"], data, message_id=hello["id"], message_flags=64
        )
        assert forged.text == NOT_YOU
    assert here.rows("SELECT * FROM moderation") == []
    assert here.unhappy() == []


def menu_on(here: Harbor, message: Json, table: int) -> Json:
    """Add a menu with bids to a message of the bot; return the menu."""
    choice = {"label": "$10", "value": "10"}
    menu: Json = {"type": MENU, "id": 98, "custom_id": f"{table}:9:bid;*amount"}
    menu |= {"options": [choice], "min_values": 1, "max_values": 1}
    stored = here.playground.world.message(message["channel_id"], message["id"])
    stored.json["components"].append({"type": 1, "id": 99, "components": [menu]})
    return menu


@dataclass(frozen=True, kw_only=True)
class Block:
    """Ben is at a table in play and at one that is open. What he had on screen when Ann blocks him.

    `answer` is what Ann was told.
    """

    table: int
    opened: int
    dm_hand: Json
    form: Json
    answer: str


@pytest.fixture
async def block(here: Harbor) -> Block:
    ben = here.users["Ben"]
    table = await here.table("downeast", ("Ann", "Ben", "Cat"))
    opened = await open_table(here.users["Dan"], "deadman start")
    await join(ben, opened)
    hand = (await ben.command("downeast hand", {"table": table})).message
    buttons = (part for part in pressable(hand) if part["type"] == 2)
    form = await ben.press(hand, next(part for part in buttons if "…" in part.get("label", "")))
    assert form.kind == "form", form
    dm_hand = await ben.exchange(f"{table}: hand")
    blocked = await here.users["Ann"].command("server block", {"person": ben.id})
    await ben.until(lambda: BLOCKED in text_of(ben.messages[hand["id"]]))
    await here.settled()
    said = blocked.text
    return Block(table=table, opened=opened, dm_hand=dm_hand, form=form.form, answer=said)


async def test_a_block_takes_a_person_off_an_open_table(here: Harbor, block: Block) -> None:
    assert f"This changed tables {block.table} and {block.opened}." in block.answer
    board = text_of(await here.board(here.users["Ann"], block.opened))
    assert "Ben" not in board.partition("-#")[0], "Ben is still on the board"


async def test_a_blocked_person_is_refused_by_every_button_and_form(
    here: Harbor, block: Block
) -> None:
    ben, dm_hand = here.users["Ben"], block.dm_hand
    for number, label in ((block.opened, "Join"), (block.table, "My hand")):
        board = await ben.until(lambda number=number: board_of(ben, number))
        assert (await ben.click(board, label=label)).text == BLOCKED, label
    assert (await ben.submit(block.form, {})).text == BLOCKED
    assert (await ben.click(dm_hand, label="Refresh")).text == BLOCKED
    menu = menu_on(here, dm_hand, block.table)
    assert (await ben.press(dm_hand, menu, ["10"])).text == BLOCKED
    assert here.unhappy() == []


async def test_a_blocked_person_is_refused_by_every_command_and_line(
    here: Harbor, block: Block
) -> None:
    ben, at_table = here.users["Ben"], {"table": block.table}
    step, rev, seen = here.step(block.table), here.rev(block.table), await here.seen(block.table)
    for path, options, channel in (
        ("downeast hand", {}, "games"),
        ("downeast hand", at_table, "games"),
        ("downeast hand", at_table, ""),
        ("downeast hand", {}, ""),
        ("downeast table", at_table, "games"),
        ("downeast start", {}, "games"),
        ("table log", at_table, "games"),
        ("table join", {"table": block.opened}, "games"),
        ("table join", {}, "games"),
        ("table back", at_table, "games"),
        ("table meet", {"when": "20:00"} | at_table, "games"),
        ("table leave", at_table, ""),
        ("table end", at_table, "games"),
        ("table fair", at_table, "games"),
        ("games", {}, "games"),
        ("games", {}, ""),
    ):
        outcome = await ben.command(path, options, channel=channel)
        assert outcome.text == BLOCKED, (path, options, channel, outcome.text)
    for line in ("pass", f"{block.table}: pass", "games", "hand", f"{block.table}: help"):
        assert text_of(await ben.exchange(line)) == BLOCKED, line
    after = await here.seen(block.table)
    now = (here.step(block.table), here.rev(block.table), after.people)
    assert now == (step, rev, seen.people), "a refused request changed the table"
    assert here.unhappy() == []


async def test_nothing_is_suggested_to_a_blocked_person(here: Harbor, block: Block) -> None:
    ben, ann = here.users["Ben"], here.users["Ann"]
    for path, focused, given, channel in (
        ("downeast hand", "table", {}, ""),
        ("downeast hand", "table", {}, "games"),
        ("downeast bid", "amount", {}, ""),
        ("downeast start", "deck", {}, "games"),
        ("table log", "table", {}, "games"),
        ("table meet", "when", {}, "games"),
        ("table replace", "seat", {"player": ann.id}, "games"),
        ("table unsay", "what", {}, "games"),
    ):
        found = await ben.suggestions(path, focused, "", given, channel=channel)
        assert found.choices == [], (path, focused)
    assert here.unhappy() == []


async def test_a_blocked_person_keeps_their_own_settings_and_practice_games(
    here: Harbor, block: Block
) -> None:
    ben = here.users["Ben"]
    assert "What I keep" in (await ben.command("privacy")).text
    assert BLOCKED not in (await ben.command("me show")).text
    for path in ("deadman practice", "deadman hand"):
        assert "practice" in (await ben.command(path)).text, path
    assert here.unhappy() == []


async def test_an_unblocked_person_plays_on(here: Harbor, block: Block) -> None:
    ann, ben = here.users["Ann"], here.users["Ben"]
    await ann.command("server unblock", {"person": ben.id})
    assert BLOCKED not in (await ben.command("downeast hand", {"table": block.table})).text
    assert 1 not in (await here.seen(block.table)).stand_in_seats, (
        "the house still plays Ben's seat"
    )
    log = (await ann.command("server log")).text
    assert log.count(f"unblocked <@{ben.id}>") == 1
    assert log.count(f"blocked <@{ben.id}>") == 2, "the log doesn't name both acts"
    assert here.unhappy() == []


async def test_a_moderator_removes_a_player_and_closes_a_table(here: Harbor) -> None:
    ann, ben, cat = (here.users[name] for name in ("Ann", "Ben", "Cat"))
    table = await open_table(cat, "deadman start")
    await join(ben, table)
    refused = await cat.command("table remove", {"player": ben.id, "table": table})
    assert "Only a moderator of" in refused.text, "the opener isn't one"
    removed = await ann.command("table remove", {"player": ben.id})
    assert removed.text == f"<@{ben.id}> is no longer at table {table}."
    await ben.find(text=f"A moderator took you off Dead Man's Chest, table {table}")
    await here.settled()
    board = text_of(await here.board(ann, table))
    assert "Ben" not in board.partition("-#")[0]
    await ann.command("table end", {"table": table})
    log = (await ann.command("server log")).text
    assert f"<@{ann.id}> removed <@{ben.id}> from table {table} before its deal." in log
    assert f"<@{ann.id}> closed table {table}." in log
    assert here.unhappy() == []


async def test_a_moderator_is_told_how_a_channel_is(here: Harbor) -> None:
    ann, ben = here.users["Ann"], here.users["Ben"]
    said = await ann.command("server check")
    assert "Tables can be opened here" in said.text
    await open_table(ben, "deadman start")
    assert "one table in this channel" in (await ann.command("server check")).text
    assert here.unhappy() == []
