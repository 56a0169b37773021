"""Counts and times everything for Prometheus. Only this file needs `prometheus-client`.

A label is a kind, an outcome, a game, a phase, a route without ids or a status: never a person, a
table, a server or anything else that has an id.
"""

from collections.abc import Mapping

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.observe.health_checks import HealthReport
from bot.observe.observer import Kind, Outcome

disable_created_metrics()  # the time since when something is counted; nobody asks for it
CONTENT_TYPE = CONTENT_TYPE_LATEST
MILLISECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
MINUTES = (0.1, 0.5, 1.0, 5.0, 20.0, 60.0, 300.0, 3600.0)


class Metrics:
    """An Observer that counts, and writes down what it counted.

    `backups` tells whether there are nightly backups, whose age is a metric then.
    """

    def __init__(self, *, backups: bool = False) -> None:
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._handled = Histogram(
            "downeast_handled_seconds",
            "Time from the arrival of something that a person sent, or a deadline, to its answer",
            ["kind", "outcome"],
            buckets=MILLISECONDS,
            registry=registry,
        )
        self._commits = Histogram(
            "downeast_commit_seconds",
            "Time that the disk takes for a commit",
            buckets=MILLISECONDS,
            registry=registry,
        )
        self._not_saved = Counter(
            "downeast_commits_failed",
            "Transactions that the machine didn't let happen, for example because of a full disk",
            registry=registry,
        )
        self._deadlines = Histogram(
            "downeast_deadline_late_seconds",
            "Time from the end of a player's time to the move in their place",
            buckets=MINUTES,
            registry=registry,
        )
        self._loop = Histogram(
            "downeast_loop_late_seconds",
            "Time by which the event loop is late for a timer, measured once a second",
            buckets=MILLISECONDS,
            registry=registry,
        )
        self._requests = Counter(
            "downeast_discord_requests",
            "Requests to Discord; the status is none if no answer came",
            ["route", "status"],
            registry=registry,
        )
        self._rate_limits = Counter(
            "downeast_discord_rate_limits",
            "Requests that Discord refused with 429, by the scope of the limit",
            ["scope"],
            registry=registry,
        )
        self._dms_closed = Counter(
            "downeast_dms_closed",
            "People who turned out to accept no DMs",
            registry=registry,
        )
        self._tables = Gauge(
            "downeast_tables", "Tables that aren't over", ["game", "phase"], registry=registry
        )
        self._checks = Gauge(
            "downeast_healthy", "1 if this part is fine, else 0", ["check"], registry=registry
        )
        self._backup_age = Gauge(
            "downeast_backup_age_seconds",
            "Age of the newest nightly backup; +Inf if there is none",
            registry=registry if backups else None,
        )

    def handled(self, kind: Kind, outcome: Outcome, seconds: float) -> None:
        """Count something that was handled."""
        self._handled.labels(kind, outcome).observe(seconds)

    def committed(self, seconds: float) -> None:
        """Count a commit."""
        self._commits.observe(seconds)

    def not_saved(self) -> None:
        """Count a transaction that couldn't be saved."""
        self._not_saved.inc()

    def deadline_late(self, seconds: float) -> None:
        """Count a deadline that has passed."""
        self._deadlines.observe(seconds)

    def loop_late(self, seconds: float) -> None:
        """Count the lateness of the event loop."""
        self._loop.observe(seconds)

    def requested(self, route: str, status: str) -> None:
        """Count a request to Discord."""
        self._requests.labels(route, status).inc()

    def rate_limited(self, scope: str) -> None:
        """Count a 429."""
        self._rate_limits.labels(scope).inc()

    def dm_closed(self) -> None:
        """Count a closed DM."""
        self._dms_closed.inc()

    def page(
        self,
        health: HealthReport,
        tables: Mapping[tuple[str, str], int] | None,
        backup_age: float | None = None,
    ) -> bytes:
        """Return everything in Prometheus's text format.

        `tables` are numbers by game and phase; None if nobody knows them just now.
        """
        for check in health.checks:
            self._checks.labels(check.name).set(check.fine)
        self._tables.clear()
        for labels, number in (tables or {}).items():
            self._tables.labels(*labels).set(number)
        if backup_age is not None:
            self._backup_age.set(backup_age)
        return generate_latest(self._registry)
