"""The discord.py client, which builds the parts of the bot and connects them."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.state import ConnectionState

from bot.all_games import face_of
from bot.entry import game_cog
from bot.entry.error_messages import unread
from bot.gateway_fixes import channels_read, read_plainly
from bot.host.reading.store import Store
from bot.host.time.clock import Clock, SystemClock
from bot.observe.discord_routes import tracing
from bot.observe.observer import UNOBSERVED, Observer
from bot.registered_commands import differences
from bot.services import Services
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.deliver.queues.timing import Timing
from bot.show.discord_py.discord_emojis import DiscordApplication
from bot.show.discord_py.discord_messenger import THROTTLE, DiscordMessenger, asked, error_line
from bot.show.discord_py.emoji_sync import EmojiSync
from bot.show.discord_py.http_requests import unread_message
from bot.show.discord_py.needed_permissions import missing
from bot.show.draw.pages.welcome import welcome
from bot.show.draw.parts.message import Message
from bot.ui.face.face import AnyFace
from bot.ui.panels.operator import Operator
from bot.ui.panels.words import listed
from db.base.problems import DatabaseProblem
from db.database import Database
from db.people.forgotten import ForgottenList
from games.rules import AnyRules

log = logging.getLogger(__name__)

SYNC_FIRST, SYNC_LONGEST = 5.0, 900.0  # seconds between two attempts to sync the commands
INTERACTION = "INTERACTION_CREATE"  # the event of a press, a form or a command
UNREAD = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "CHANNEL_PINS_UPDATE")
"""Events about DMs that nothing here reads. Without them a move costs 2 % less."""
SHARED_COGS = ("cogs.tables", "cogs.settings", "cogs.me", "cogs.server", "cogs.moderators")


class Tree(app_commands.CommandTree[Any]):
    """The slash commands. Errors before a command runs are answered too."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        assert isinstance(interaction.client, Downeast)
        await interaction.client.services.router.command_failed(interaction, error)

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command. If a user has several autocompletes waiting, run only the newest."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await self._run(interaction)
            return

        async def suggest() -> None:
            await super(Tree, self)._call(interaction)

        assert isinstance(interaction.client, Downeast)
        await interaction.client.services.router.responder.suggested(interaction, suggest)

    async def _run(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command. Raise AppCommandError, which `on_error` answers, if it can't be read."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # discord.py would answer nothing
            raise app_commands.AppCommandError("a command that can't be read") from error


class Downeast(commands.Bot):
    """The bot. `games` are all games, and `timing` sets the delays of the display.

    Games without a command are only played to their end. `pictures` adds a picture to boards whose
    game has one. `emojis` adds small pictures to texts, and uploads missing pictures to Discord.
    `operator` is whoever runs the bot. `observer` measures what happens. `forgotten` lists
    the people who asked to be forgotten (None: beside the database).
    """

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyRules],
        timing: Timing,
        clock: Clock | None = None,
        *,
        pictures: bool = True,
        emojis: bool = False,
        operator: Operator | None = None,
        observer: Observer = UNOBSERVED,
        forgotten: ForgottenList | None = None,
    ) -> None:
        read_plainly()
        measured: dict[str, Any] = {}
        if observer is not UNOBSERVED:
            measured["http_trace"] = tracing(observer)
        intents = discord.Intents(guilds=True, dm_messages=True)  # this intent is not privileged
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            max_messages=None,
            max_ratelimit_timeout=THROTTLE,
            **measured,
        )
        self.games = games
        self.faces: dict[str, AnyFace] = {}
        clock = clock or SystemClock()
        self.emojis_up = EmojiSync(DiscordApplication(self), clock, pace=timing.emoji_pace)
        self.services = Services(
            database,
            games,
            self.faces,
            clock,
            timing,
            self._messenger_for,
            pictures=PictureCache() if pictures else None,
            known=self.emojis_up.known,
            operator=operator,
            silence=self._silence,
            observer=observer,
            forgotten=forgotten,
        )
        self.is_set_up = False
        self._was_ready = False
        self._brings_emojis_up = emojis
        self._beside: list[asyncio.Task[None]] = []

    def _messenger_for(self, store: Store) -> Messenger:
        known = self.emojis_up.known
        self.messenger = DiscordMessenger(
            self, store.contacts, store.clock, known, store.observer, store.epoch
        )
        return self.messenger

    async def add_face(self, face: AnyFace) -> None:
        """Add a face as its game is called here. Build and load its cog if the game is offered."""
        name = face.rules.name
        face = self.faces[name] = face.called_as(self.games.get(name, face.rules))
        if face.rules.command:
            await self.add_cog(game_cog.make(face, self.services.router))

    async def setup_hook(self) -> None:
        """Load the cogs and resume the tables. Sync the commands in the background.

        Raises DatabaseProblem if the file belongs to another application.
        """
        self.is_set_up = True
        await self.services.store.claim(self.application_id or 0)
        await self.load_commands()
        self._beside.append(asyncio.create_task(self._tell_commands()))
        await self.services.start()
        self._beside.append(asyncio.create_task(self._check_file()))

    async def load_commands(self) -> None:
        """Load the faces of all games and the shared cogs, with their slash commands."""
        for name in (*map(face_of, self.games), *SHARED_COGS):
            await self.load_extension(name)

    def own_commands(self) -> list[dict[str, Any]]:
        """Return all slash commands as they are registered."""
        return [command.to_dict(self.tree) for command in self.tree.get_commands()]

    async def _check_file(self) -> None:
        """Check the database file in the background, and log any damage."""
        wrong = await self.services.store.database.quick_check()
        if wrong is not None:
            log.error("%s", wrong)

    async def _tell_commands(self) -> None:
        """Sync the commands in the background. Try again while Discord is unavailable."""
        pause, clock = SYNC_FIRST, self.services.store.clock
        while True:
            try:
                await self._sync_commands()
            except TryLater as problem:
                pause = max(pause, problem.after)
                why = error_line(problem)
                log.warning("I'll register the commands in %.0f s: %s.", pause, why)
                await clock.sleep_until(clock.now() + pause)
                pause = min(2 * pause, SYNC_LONGEST)
            except CannotSend as problem:
                why = error_line(problem)
                log.error("Discord refused the new commands and keeps the old ones: %s.", why)
                return
            except Exception:
                log.exception("I couldn't register the commands")
                return
            else:
                return

    async def _sync_commands(self) -> None:
        """Sync the slash commands if Discord has others, because it limits the number of syncs."""
        registered = await asked(lambda: self.http.get_global_commands(self.application_id or 0))
        wrong = differences(self.own_commands(), registered)
        if wrong:
            await asked(self.tree.sync)
            now = len(self.tree.get_commands())
            log.info("Discord had the commands %s. Registered all %d", listed(wrong), now)

    # --- the connection to Discord ---

    def _get_state(self, **options: Any) -> ConnectionState[Any]:
        """Return discord.py's cache, without unread events. Its parsers survive malformed ones."""
        state = super()._get_state(**options)
        for event in UNREAD:
            state.parsers.pop(event, None)
        for event, parse in state.parsers.items():
            if event == INTERACTION:
                parse = unread_message(parse)
            parse = channels_read(event, parse, state)
            state.parsers[event] = _unread_is_passed_over(event, parse)
        return state

    def _silence(self) -> float:
        """Return the seconds since the last message from Discord."""
        beats: Any = getattr(self.ws, "_keep_alive", None)
        return 0.0 if beats is None else time.perf_counter() - beats._last_recv

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event unless the client is closed, when discord.py has no event loop."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        """Upload the emojis at first; after a reconnect, update all tables that are behind.

        Discord does not report the permissions that the bot got back in the meantime.
        """
        log.info("Connected as %s", self.user)
        self._servers_listed()
        await self._record_servers(
            self.services.host.departures.connected({guild.id for guild in self.guilds})
        )
        if self._was_ready:
            await self.services.display.catch_up()
        self._was_ready = True
        if self._brings_emojis_up:
            self._brings_emojis_up = False
            self._beside.append(asyncio.create_task(self._bring_emojis_up()))

    async def _bring_emojis_up(self) -> None:
        """Upload missing small pictures in the background."""
        try:
            found = await self.emojis_up.bring_up()
        except Exception:
            log.exception("I couldn't upload the emojis")
        else:
            log.info("Emojis: %d found, %d added", found.there, found.added)

    async def on_connect(self) -> None:
        """Start the deadlines, because people can reach the bot. Its servers are listed next."""
        self.messenger.servers_known = False
        await self.services.deadlines.back()

    async def on_resumed(self) -> None:
        """Tell the deadlines that people can reach the bot again, after missed events arrived."""
        self._servers_listed()
        await self.services.deadlines.back()

    def _servers_listed(self) -> None:
        self.messenger.servers_known = True
        self.services.agenda.wake("reach")

    async def on_disconnect(self) -> None:
        """Record that nobody can reach the bot. Called again after each failed attempt."""
        self.services.store.connection.lost()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass buttons, menus and forms to the router. The command tree handles commands."""
        await self.services.router.pressed(interaction)

    # --- events after which the bot may be able to show a board again ---

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Redraw the tables of a server after a channel's permissions changed."""
        if before.overwrites != after.overwrites:
            await self._access_changed(after.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Find out that the tables of a deleted channel are out of reach."""
        await self.services.display.place_gone(channel.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Redraw the tables of a server after a role's permissions changed."""
        if before.permissions != after.permissions:
            await self._access_changed(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Redraw the tables of a server after a role was deleted."""
        await self._access_changed(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Redraw the tables of a server after the bot's own roles changed, or its time-out."""
        if self.user is not None and after.id == self.user.id:
            await self._access_changed(after.guild)

    async def _access_changed(self, guild: discord.Guild) -> None:
        self.services.agenda.wake("reach")
        await self.services.display.regain_access(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Let the tables of a server stand still, because Discord reports it as out of order."""
        self.services.agenda.wake("reach")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that is in order again."""
        self.services.agenda.wake("reach")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot was removed from a server. Discord's outages are no such event."""
        self.services.agenda.wake("reach")
        await self._record_servers(self.services.host.departures.note_departure(guild.id))

    async def _record_servers(self, recording: Awaitable[None]) -> None:
        """Wait for a record of the bot's servers. The next connection makes up for a failure."""
        try:
            await recording
        except DatabaseProblem as problem:
            log.error("I couldn't record which servers I'm on. %s", problem)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Redraw the tables of a server that added the bot again. Greet a new server."""
        await self._record_servers(self.services.host.departures.back(guild.id))
        await self._access_changed(guild)
        if not await self.services.queries.in_guild(guild.id):
            await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        """Post a welcome once in the server's system channel, if the bot may write there."""
        place = guild.system_channel
        if place is None or missing(place.permissions_for(guild.me), in_thread=False):
            return
        message = Message(panel=welcome(self.faces.values(), to_server=True))
        try:
            await self.messenger.post(place.id, message, f"hello{guild.id}")
        except CannotSend as problem:
            log.info("I couldn't greet server %s: %s", guild.id, problem)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Redraw the tables of a server after a thread was reopened. Look at a locked one's."""
        how = payload.data["thread_metadata"]
        if not (how.get("locked", False) or how["archived"]):
            await self.services.display.regain_access(payload.guild_id)
        elif how.get("locked", False) and how["archived"]:
            await self.services.display.place_gone(payload.thread_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Find out that the tables of a deleted thread are out of reach."""
        await self.services.display.place_gone(payload.thread_id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Redraw the tables of a server after the bot was added to a private thread."""
        await self.services.display.regain_access(thread.guild.id)

    async def on_message(self, message: discord.Message) -> None:
        """Serve lines typed in a DM. Ignore all other messages."""
        if message.guild is None and not message.author.bot and message.content:
            await self.services.router.typed(message)

    async def close(self) -> None:
        """Stop the background work, then disconnect. The caller closes the database."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)  # they use the database
        await self.services.close()
        await super().close()


def _unread_is_passed_over(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    def parsed(data: Any) -> None:
        try:
            parse(data)
        except Exception as problem:  # the error affects only this event
            unread(event, problem)

    return parsed
