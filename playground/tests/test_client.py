import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import yarl
from discord import app_commands, ui
from discord_playground import Playground

from playground.tests.callers import Json, Person


class Client(discord.Client):
    """A small bot with one of every feature."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.guild_ready_timeout = self._connection.guild_ready_timeout = 0.05
        self.tree = app_commands.CommandTree(self)
        self.here = asyncio.Event()
        self.again = asyncio.Event()
        self.heard: asyncio.Queue[discord.Message] = asyncio.Queue()
        self.gone: asyncio.Queue[int] = asyncio.Queue()
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.here.set()

    async def on_resumed(self) -> None:
        self.again.set()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            await self.heard.put(message)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.gone.put(channel.id)

    async def on_interaction(self, one: discord.Interaction) -> None:
        if one.type is discord.InteractionType.component:
            asked = ui.Modal(title="How much?", custom_id="form")
            asked.add_item(ui.Label(text="Amount", component=ui.TextInput(custom_id="amount")))
            await one.response.send_modal(asked)
            asked.stop()
        elif one.type is discord.InteractionType.modal_submit:
            assert one.data is not None
            amount = one.data["components"][0]["component"]["value"]  # pyright: ignore
            await one.response.edit_message(view=drawn(f"{one.user.display_name} bids {amount}"))


def drawn(words: str) -> ui.LayoutView:
    made = ui.LayoutView(timeout=None)
    controls: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Button(label="Bid", custom_id="bid"))
    made.add_item(ui.Container(ui.TextDisplay(words), controls, accent_colour=0x336699))
    made.stop()
    return made


def add_commands(tree: app_commands.CommandTree) -> None:
    @tree.command(description="Opens a table")
    @app_commands.describe(stake="how much", rival="against whom")
    async def start(
        one: discord.Interaction, stake: app_commands.Range[int, 1, 50], rival: discord.Member
    ) -> None:
        await one.response.defer()
        await one.edit_original_response(view=drawn(f"{stake} against {rival.display_name}"))
        await one.followup.send("Your hand: 1 2 3", ephemeral=True)

    @start.autocomplete("stake")
    async def stakes(one: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=f"${n}", value=n) for n in (5, 50) if typed in str(n)]


@pytest.fixture
async def client(play: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    """Return the client, logged in and ready."""
    monkeypatch.setattr(discord.http.Route, "BASE", play.base + "/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(play.gateway))
    made = Client()
    running = asyncio.create_task(made.start(play.bot_token))
    async with asyncio.timeout(5):
        await made.here.wait()
    yield made
    await made.close()
    await running


def words(message: Json) -> str:
    return message["components"][0]["components"][0]["content"]


async def test_the_client_handles_interactions(
    client: Client, ann: Person, ben: Person, games: str
):
    stake, rival = (
        {"name": "stake", "type": 4, "value": 5},
        {"name": "rival", "type": 6, "value": ben.id},
    )
    assert (await ann.slash("start", games, stake, rival)).status == 204
    board = await ben.line.until("MESSAGE_UPDATE", channel_id=games)
    assert words(board) == "5 against Ben"
    hand = await ann.line.until("MESSAGE_CREATE", content="Your hand: 1 2 3")
    assert hand["flags"] & 64
    await ann.press(board, "bid")
    await ann.submit(await ann.line.until("INTERACTION_MODAL_CREATE"), amount="20")
    board = await ben.line.until("MESSAGE_UPDATE", channel_id=games)
    assert words(board) == "Ann bids 20"
    await ben.line.quiet("MESSAGE_CREATE")


async def test_the_client_offers_autocomplete_suggestions(client: Client, ann: Person, games: str):
    typed = {"name": "stake", "type": 4, "value": "0", "focused": True}
    await ann.slash("start", games, typed, kind=4)
    offered = await ann.line.until("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
    assert [(choice["name"], choice["value"]) for choice in offered["choices"]] == [("$50", 50)]


async def test_the_client_reads_the_server_and_writes(client: Client, ann: Person, games: str):
    channel = client.get_channel(int(games))
    assert isinstance(channel, discord.TextChannel)
    assert channel.guild.name == "Playground"
    assert channel.permissions_for(channel.guild.me).send_messages
    file = discord.File(__file__, "log.txt")
    message = await channel.send("with a file", file=file, nonce=7)
    assert message.attachments[0].filename == "log.txt"
    assert await message.attachments[0].read()
    pinging = discord.AllowedMentions(users=[discord.Object(int(ann.id))])
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(f"<@{ann.id}>, it is your turn"))
    nudge = await channel.send(view=view, allowed_mentions=pinging)
    assert [mention.name for mention in nudge.mentions] == ["ann"]
    await nudge.edit(view=ui.LayoutView(timeout=None).add_item(ui.TextDisplay("done")))
    await nudge.delete()
    with pytest.raises(discord.NotFound) as refused:
        await nudge.edit(view=drawn("x"))
    assert refused.value.code == 10008
    with pytest.raises(discord.HTTPException) as wrong:
        await channel.send("x" * 2001)
    assert "Must be 2000 or fewer in length." in str(wrong.value)


async def test_the_client_exchanges_dms_until_they_are_closed(client: Client, ann: Person):
    user = await client.fetch_user(int(ann.id))
    message = await user.send(view=drawn("Your hand"))
    await ann("POST", f"/channels/{message.channel.id}/messages", {"content": "50 10 10"})
    async with asyncio.timeout(3):
        heard = await client.heard.get()
    assert (heard.content, heard.guild) == ("50 10 10", None)
    await ann("POST", "/playground/people/ann", {"dms_open": False})
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("psst")
    assert refused.value.code == 50007


async def test_the_client_resumes_its_session(
    play: Playground, client: Client, ann: Person, games: str
):
    typed = {"name": "stake", "type": 4, "value": "5", "focused": True}
    for kind in ("drop_gateway", "reconnect"):
        client.again.clear()
        await ann("POST", "/playground/faults", {"kind": kind})
        await ann.slash("start", games, typed, kind=4)
        await ann.line.until("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
        async with asyncio.timeout(5):
            await client.again.wait()
    assert len(play.stage.gateway.bots()) == 1


async def test_the_client_waits_after_a_429_rate_limit(client: Client, ann: Person, games: str):
    fault = {"kind": "rate_limit", "route": "/messages$", "retry_after": 0.05}
    await ann("POST", "/playground/faults", fault)
    channel = client.get_partial_messageable(int(games))
    await channel.send("late, but there")
    statuses = [entry.status for entry in client_log(ann) if entry.route.endswith("/messages")]
    assert statuses == [429, 200]


def client_log(person: Person) -> list:
    return list(person.play.stage.log.lines)


async def test_the_client_obeys_rate_limits(
    play: Playground, client: Client, ann: Person, games: str
):
    play.stage.rates.on = True
    play.stage.rates.limits["create"] = (2, 0.1)
    channel = client.get_partial_messageable(int(games))
    await asyncio.gather(*(channel.send(str(n)) for n in range(5)))
    statuses = [entry.status for entry in client_log(ann) if entry.route.endswith("/messages")]
    assert statuses == [200] * 5


async def test_the_client_learns_of_a_deleted_channel(client: Client, ann: Person, games: str):
    await ann("DELETE", f"/playground/channels/{games}")
    async with asyncio.timeout(3):
        assert await client.gone.get() == int(games)


async def test_every_request_body_is_checked(client: Client, ann: Person, games: str):
    seen: list[tuple[str, str, Json]] = []

    def check(method: str, route: str, payload: Json) -> list[str]:
        seen.append((method, route, payload))
        return ["a complaint"]

    client_play = ann.play
    client_play.stage.check = check
    file = discord.File(__file__, "log.txt")
    await client.get_partial_messageable(int(games)).send("x", file=file)
    ((method, route, payload),) = seen
    assert (method, route) == ("POST", "/channels/{channel_id}/messages")
    assert payload["content"] == "x"
    assert client_play.complaints == ["a complaint"]


async def test_a_sharded_client_becomes_ready(play: Playground, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(discord.http.Route, "BASE", play.base + "/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(play.gateway))
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    client._connection.guild_ready_timeout = 0.05
    there = asyncio.Event()

    async def on_ready() -> None:
        there.set()

    client.event(on_ready)
    running = asyncio.create_task(client.start(play.bot_token))
    async with asyncio.timeout(5):
        await there.wait()
    assert client.shard_count == 1
    assert len(client.guilds) == 1
    await client.close()
    await running
