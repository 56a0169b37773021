"""Tests of the list of experiments."""

from pathlib import Path

from discord_playground.rehearsal.experiments import EXPERIMENTS, NOT_TRIED

from playground.tests.rehearsal.conftest import Rehearsed


def test_every_key_is_in_the_report(whole: Rehearsed) -> None:
    """An assumption that vanished from the table would look as if it held."""
    keys = {key for experiment in EXPERIMENTS for key in experiment.keys}
    assert keys | NOT_TRIED.keys() <= whole.report.findings.keys()


def test_nothing_is_tried_that_is_said_not_to_be() -> None:
    keys = {key for experiment in EXPERIMENTS for key in experiment.keys}
    assert not keys & NOT_TRIED.keys()


LEDGER = Path(__file__).parents[3] / "LEDGER.md"


def test_every_guess_of_the_ledger_is_tried_or_says_why_not() -> None:
    """A guess that nobody tries would stay a guess after first contact."""
    rows = [line.split("|") for line in LEDGER.read_text(encoding="utf-8").splitlines()]
    guesses = {
        row[1].strip(): row[-2].strip()
        for row in rows
        if len(row) > 5 and row[3].strip() == "GUESS"
    }
    keys = {key for experiment in EXPERIMENTS for key in experiment.keys} | NOT_TRIED.keys()
    missing = [
        key for key, how in guesses.items() if key not in keys and not how.startswith("not tried")
    ]
    assert guesses
    assert not missing
