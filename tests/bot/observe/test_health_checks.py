"""The bot is well if Discord is there and the disk takes what it's given."""

import pytest

from bot.observe.health_checks import WELL, CommitStatus, Health

CHECKS = ("gateway", "heartbeat", "commit")


def health(connected: bool, silence: float, commits: CommitStatus) -> Health:
    return Health(lambda: connected, lambda: silence, commits)


@pytest.mark.parametrize("bad", [None, *CHECKS])
def test_one_thing_that_is_wrong_is_told_with_what_to_do(bad: str | None):
    commits = CommitStatus()
    if bad == "commit":
        commits.not_saved()
    report = health(bad != "gateway", 60.0 if bad == "heartbeat" else 59.9, commits).report()
    assert report.healthy == (bad is None)
    facts = report.facts()
    assert facts["checks"] == {name: name != bad for name in CHECKS}
    assert facts["healthy"] == (bad is None)
    assert len(report.problems) == (bad is not None)
    assert report.text == (report.problems[0] if bad else WELL)


def test_the_last_commit_decides():
    commits = CommitStatus()
    report = health(True, 0.0, commits).report
    assert report().healthy, "nothing has gone wrong yet"
    commits.committed(0.001)
    commits.not_saved()
    assert not report().healthy
    commits.committed(0.001)
    assert report().healthy, "it recovers by itself"
