"""Tests of the DMs."""

from discord_playground.rehearsal.experiments import dms

from playground.tests.rehearsal.conftest import Rehearsed


def test_dms_are_opened_typed_in_and_closed(whole: Rehearsed) -> None:
    for key in ("dm-unknown-user", "dm-open", "dm-typed-content", *dms.CLOSED.keys):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
    assert whole.verdict("dm-app-permissions") != "not tried"


def test_the_dms_are_open_again(whole: Rehearsed) -> None:
    assert all(person.dms_open for person in whole.playground.world.people.values())
