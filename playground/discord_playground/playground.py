"""Discord on this machine: a few people, one server with two channels, and Discord's own rules.

REST (with the page) and the gateway have a port each. On a shared port a client's pooled REST
connection could become its websocket, and that would hide gateway outages from clients.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from aiohttp import web

from discord_playground.checks.faults import Faults
from discord_playground.checks.identify_limit import IdentifyLimit
from discord_playground.checks.message_limits import REQUEST_BYTES
from discord_playground.checks.rate_limits import RateLimits
from discord_playground.gateway.gateway import Gateway
from discord_playground.gateway.interactions import Interactions
from discord_playground.gateway.message_store import MessageStore
from discord_playground.rest import (
    application_emojis,
    bot_routes,
    messages,
    threads,
    user_routes,
    webhooks,
)
from discord_playground.rest.app_context import AppContext, Checker
from discord_playground.rest.cdn import add_cdn
from discord_playground.rest.controls.controls import add_controls
from discord_playground.rest.middleware import add_routes
from discord_playground.rest.site import add_site
from discord_playground.world.request_log import RequestLog
from discord_playground.world.save_file import SaveFile, read_file, read_into, to_text
from discord_playground.world.shown_games import Cards
from discord_playground.world.world import BOT_NAME, GUILD_NAME, World

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


class Playground:
    """The stand-in for Discord. `start` it, then point a Discord client at `base` and `gateway`."""

    def __init__(
        self,
        people: Sequence[str] = NAMES[:5],
        host: str = "127.0.0.1",
        port: int = 8765,
        gateway_port: int = 0,
        keep: Path | None = None,
        check: Checker | None = None,
        *,
        bot_name: str = BOT_NAME,
        guild_name: str = GUILD_NAME,
        answer_within: float = 3.0,
        rates: bool = True,
        identifies: bool | None = None,
    ) -> None:
        """Create a world with these people. Raise OSError if the kept file is damaged.

        `rates` switches the rate limits on, `identifies` the identify limit (None: like `rates`).
        """
        self.host = host
        self.port = port
        self._keeper = SaveFile(keep, lambda: to_text(self.world))
        self.world = World(tuple(people), self._keeper.note_change, bot_name, guild_name)
        if keep is not None and keep.exists():
            try:
                read_into(self.world, read_file(keep))
            except (ValueError, LookupError, TypeError, AttributeError) as problem:
                raise OSError(f"{keep} holds no world that could be gone on with") from problem
        counted = IdentifyLimit(on=rates if identifies is None else identifies)
        gateway = Gateway(self.world, host, gateway_port, counted)
        self.stage = AppContext(
            world=self.world,
            gateway=gateway,
            post=MessageStore(self.world, gateway),
            interactions=Interactions(self.world, gateway, answer_within),
            rates=RateLimits(on=rates),
            faults=Faults(),
            log=RequestLog(),
            check=check,
        )
        self.stage.interactions.twice = lambda: (
            self.stage.faults.take("duplicate_event") is not None
        )
        self._runner: web.AppRunner | None = None

    @property
    def base(self) -> str:
        """The URL of REST and the page: `http://127.0.0.1:8765`."""
        return f"http://{self.host}:{self.port}"

    @property
    def gateway(self) -> str:
        """The URL of the gateway: `ws://127.0.0.1:8766/`."""
        return self.stage.gateway.url

    @property
    def bot_token(self) -> str:
        """The token with which the bot logs in."""
        return self.world.bot_token

    @property
    def complaints(self) -> list[str]:
        """The errors that `check` found in the bot's requests."""
        return self.stage.complaints

    def on_clock(self, set_ahead: Callable[[float], None]) -> None:
        """Report the clock's offset to a bot in this process, now and whenever it changes."""
        self.world.on_clock = set_ahead
        set_ahead(self.world.offset)

    def show_games(self, cards: Cards) -> None:
        """Show the games of a bot in this process on the page's welcome."""
        self.stage.cards = cards

    async def start(self) -> None:
        """Open both ports."""
        await self.stage.gateway.start()
        web_app = web.Application(client_max_size=REQUEST_BYTES + 1024)
        add_site(web_app, self.stage)
        add_cdn(web_app, self.stage)
        add_controls(web_app, self.stage)
        for_bots = [
            *bot_routes.ROUTES,
            *application_emojis.ROUTES,
            *messages.ROUTES,
            *threads.ROUTES,
        ]
        add_routes(web_app, self.stage, for_bots, user_routes.ROUTES, webhooks.ROUTES)
        self._runner = web.AppRunner(web_app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, self.host, self.port, reuse_address=True).start()
        if not self.port:
            self.port = self._runner.addresses[0][1]
        self.stage.post.attached.base = self.base
        self.stage.gateway.own.port = self.port
        self._keeper.start()

    async def stop(self) -> None:
        """Close both ports and save the world."""
        await self.stage.gateway.stop()
        if self._runner is not None:
            await self._runner.cleanup()
        for interaction in self.stage.interactions.all.values():
            if interaction.timer is not None:
                interaction.timer.cancel()
        await self._keeper.stop()
