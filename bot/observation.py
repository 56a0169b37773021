"""Builds what the outside sees of the bot (bot/observe), as the operator wants it.

The settings and the supervisor's environment -> Observation -> an observer for the bot's parts, a
health file, signs of life, and with DOWNEAST_METRICS two pages.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING

from bot.app import Downeast
from bot.extras import how_to_install
from bot.host.time.agenda import Agenda
from bot.observe.backup_age import backup_age
from bot.observe.health_checks import CommitStatus, Health
from bot.observe.health_file import HealthFile, health_file_of
from bot.observe.observer import UNOBSERVED, Observer
from bot.observe.pulse import Pulse
from bot.observe.sd_notify import Supervisor
from bot.settings import BadSettings, Settings
from db.database import CommitObserver

if TYPE_CHECKING:
    from bot.observe.metrics import Metrics


class Observation:
    """What is measured, and where it is shown. `environment` is that of the process.

    Raises BadSettings if metrics are wanted and their package isn't installed.
    """

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        self._file = settings.file
        self._backups = settings.backups
        self._address = settings.metrics_address
        self._metrics = None if self._address is None else _metrics(settings)
        self._commits = CommitStatus()
        self.supervisor = Supervisor(environment)
        self.observer: Observer = self._metrics or UNOBSERVED

    @property
    def commit_observers(self) -> Sequence[CommitObserver]:
        """Those who hear from the database whether it saves."""
        return (self._commits,) if self._metrics is None else (self._commits, self._metrics)

    @asynccontextmanager
    async def of(self, bot: Downeast) -> AsyncGenerator[None]:
        """Show how the bot is until the `with` block ends. Raises BadSettings."""
        store = bot.services.store
        line = store.connection

        def connected() -> bool:
            return bot.is_ready() and line.gone_since is None

        health = Health(connected, line.silence, self._commits)
        with suppress(OSError):  # without a database file nothing has made its folder
            self._file.parent.mkdir(parents=True, exist_ok=True)
        file = HealthFile(health_file_of(self._file))
        pulse = Pulse(health, file, self.supervisor, self.observer, store.clock.now)
        beating = Agenda(store.clock, line)  # it's closed before the bot's own
        async with AsyncExitStack() as stack:
            await self._open_page(health, bot, stack)
            stack.push_async_callback(pulse.close)
            stack.push_async_callback(beating.close)
            beating.add("pulse", pulse.beat, nap=pulse.pause)
            yield

    async def _open_page(self, health: Health, bot: Downeast, stack: AsyncExitStack) -> None:
        if self._metrics is None or self._address is None:
            return
        from bot.observe.health_page import HealthPage

        folder, now = self._backups, bot.services.store.clock.now
        age = None if folder is None else lambda: backup_age(folder, now())
        page = HealthPage(health, self._metrics, bot.services.queries.unfinished, age)
        stack.push_async_callback(page.close)
        host, port = self._address
        try:
            await page.open(host, port)
        except OSError as problem:
            raise BadSettings(
                f"DOWNEAST_METRICS names {host}:{port}, which can't be used: {problem.strerror}. "
                "Choose another address, or end the program that uses it."
            ) from None


def _metrics(settings: Settings) -> "Metrics":
    try:
        from bot.observe.metrics import Metrics
    except ImportError:
        raise BadSettings(
            "DOWNEAST_METRICS needs the package prometheus-client, which isn't installed. Install "
            f"it with {how_to_install('metrics')}, or leave DOWNEAST_METRICS empty."
        ) from None
    return Metrics(backups=settings.backups is not None)
