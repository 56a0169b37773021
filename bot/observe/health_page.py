"""Two pages for whoever watches over the bot: `/healthz` and `/metrics`."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web

from bot.observe.health_checks import Health
from bot.observe.metrics import CONTENT_TYPE, Metrics

log = logging.getLogger(__name__)


class HealthPage:
    """Serves both pages.

    Whenever somebody reads the metrics, `count_tables` and `backup_age` are asked. The second may
    look at the disk, and is None if there are no nightly backups.
    """

    def __init__(
        self,
        health: Health,
        metrics: Metrics,
        count_tables: Callable[[], Awaitable[Mapping[tuple[str, str], int]]],
        backup_age: Callable[[], float] | None = None,
    ) -> None:
        self._health = health
        self._metrics = metrics
        self._count_tables = count_tables
        self._backup_age = backup_age
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._metrics_page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)

    async def open(self, host: str, port: int) -> int:
        """Start serving, and return the port. Raises OSError if the address can't be used."""
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        return int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop serving."""
        await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        report = self._health.report()
        return web.json_response(report.facts(), status=200 if report.healthy else 503)

    async def _metrics_page(self, _: web.Request) -> web.Response:
        try:
            tables = await self._count_tables()
        except Exception:  # the file may be what is broken, and the other numbers say so
            log.exception("I couldn't count the tables for the metrics")
            tables = None
        age = None if self._backup_age is None else await asyncio.to_thread(self._backup_age)
        page = self._metrics.page(self._health.report(), tables, age)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE})
