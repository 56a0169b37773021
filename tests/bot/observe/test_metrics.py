"""The page of metrics has what happened, and no id of anything."""

from prometheus_client.parser import text_string_to_metric_families

from bot.observe.health_checks import CommitStatus, Health, HealthReport
from bot.observe.metrics import Metrics

LABELS = {"kind", "outcome", "route", "status", "scope", "game", "phase", "check", "le"}


def report(*, connected: bool = True) -> HealthReport:
    return Health(lambda: connected, lambda: 0.0, CommitStatus()).report()


def samples(page: bytes) -> dict[str, float]:
    """Return the values by name and labels, as `name{label=value}`."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(page.decode()):
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def told() -> Metrics:
    """Tell the metrics everything once or twice."""
    metrics = Metrics()
    metrics.handled("button", "done", 0.02)
    metrics.handled("button", "done", 0.2)
    metrics.handled("form", "failed", 0.2)
    metrics.committed(0.002)
    metrics.not_saved()
    metrics.deadline_late(7)
    metrics.loop_late(0.3)
    metrics.requested("GET users/{id}", "200")
    metrics.rate_limited("shared")
    metrics.dm_closed()
    return metrics


def test_everything_that_is_told_can_be_read():
    found = samples(told().page(report(), {("deadman", "playing"): 3}))
    wanted = {
        "downeast_handled_seconds_count{kind=button,outcome=done}": 2,
        "downeast_handled_seconds_bucket{kind=button,le=0.025,outcome=done}": 1,
        "downeast_handled_seconds_count{kind=form,outcome=failed}": 1,
        "downeast_commit_seconds_count": 1,
        "downeast_commits_failed_total": 1,
        "downeast_deadline_late_seconds_sum": 7,
        "downeast_loop_late_seconds_sum": 0.3,
        "downeast_discord_requests_total{route=GET users/{id},status=200}": 1,
        "downeast_discord_rate_limits_total{scope=shared}": 1,
        "downeast_dms_closed_total": 1,
        "downeast_tables{game=deadman,phase=playing}": 3,
        "downeast_healthy{check=gateway}": 1,
    }
    assert wanted.items() <= found.items()


def test_every_label_is_of_a_known_kind():
    """A label with an id would name somebody, and fill the memory of whoever collects it."""
    page = told().page(report(), {("deadman", "playing"): 3}).decode()
    ours = [
        sample
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name.startswith("downeast")
    ]
    assert {key for sample in ours for key in sample.labels} == LABELS


def test_the_age_of_a_backup_is_there_only_if_backups_are_made():
    assert b"backup" not in Metrics().page(report(), {})
    found = samples(Metrics(backups=True).page(report(), {}, float("inf")))
    assert found["downeast_backup_age_seconds"] == float("inf")
    found = samples(Metrics(backups=True).page(report(), {}, 60.0))
    assert found["downeast_backup_age_seconds"] == 60


def test_tables_that_are_over_and_a_lost_connection_are_seen_at_once():
    metrics = Metrics()
    metrics.page(report(), {("deadman", "playing"): 3, ("trump", "open"): 1})
    found = samples(metrics.page(report(connected=False), {("trump", "open"): 2}))
    assert {key: value for key, value in found.items() if key.startswith("downeast_tables")} == {
        "downeast_tables{game=trump,phase=open}": 2
    }
    assert found["downeast_healthy{check=gateway}"] == 0
    assert not any(
        key.startswith("downeast_tables") for key in samples(metrics.page(report(), None))
    )
