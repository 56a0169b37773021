"""Tests of the report."""

from discord_playground.rehearsal.report import Report


def test_a_difference_is_not_hidden_by_a_later_success() -> None:
    report = Report()
    report.note("a", False, "first")
    report.note("a", True, "then")
    assert [item.seen for item in report.different] == ["first"]


def test_what_was_seen_is_not_called_untried() -> None:
    report = Report()
    report.note("a", True, "seen")
    report.not_tried("a", "no time")
    assert report.findings["a"].verdict == "as assumed"


def test_the_table_begins_with_the_differences() -> None:
    report = Report()
    report.not_tried("c", "no time")
    report.note("b", True, "fine")
    report.note("a", False, "other")
    lines = report.table().splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["different", "as", "not"]
    assert lines[-1] == "1 different, 1 as assumed, 1 not tried."
