"""What a command found: sentences for people, JSON and an exit code for programs."""

import json

from bot.upkeep.findings.findings import Finding, Report, done


def test_the_worst_finding_decides_the_exit_code():
    assert Report().exit_code == 0
    assert done("It's done.").exit_code == 0
    assert Report((Finding("fine", "a"), Finding("warning", "b"))).exit_code == 1
    assert Report((Finding("broken", "c"), Finding("warning", "b"))).exit_code == 2


def test_a_finding_that_is_not_fine_is_marked():
    report = Report((Finding("fine", "It's there."), Finding("broken", "It's gone.")), {"size": 3})
    assert report.text() == "It's there.\nbroken: It's gone."
    assert json.loads(report.json()) == {
        "size": 3,
        "findings": [
            {"level": "fine", "text": "It's there."},
            {"level": "broken", "text": "It's gone."},
        ],
    }
