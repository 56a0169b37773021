"""Tests of docs/bench.md: every figure says when and on what machine it was measured."""

import platform
import re
from pathlib import Path

import pytest

from tests.tools.bench import report
from tests.tools.bench.__main__ import KINDS
from tests.tools.bench.report import PAGE, Row, at_most, cpu_model, write

ORDER = ("presses", "load")
SAYS_WHEN = re.compile(r"^Measured on \d{4}-\d\d-\d\d at \d\d:\d\d UTC: \d+ cores? of \S.*$", re.M)


def row(what: str) -> Row:
    return at_most(what, "", 2.0, 3.0)


def test_a_part_says_by_itself_when_and_on_what_it_was_measured(tmp_path: Path) -> None:
    page = tmp_path / "bench.md"
    write("load", [row("a load")], ORDER, page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# What things cost\n")
    [said] = SAYS_WHEN.findall(text)
    assert f"Python {platform.python_version()}." in said
    assert cpu_model() in said


def test_a_part_that_is_measured_again_leaves_the_date_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "bench.md"
    for name, day in (("load", "Monday"), ("presses", "Tuesday"), ("load", "Wednesday")):
        monkeypatch.setattr(report, "measured_now", lambda day=day: f"Measured on {day}.")
        write(name, [row(f"{name} on {day}")], ORDER, page)
    text = page.read_text(encoding="utf-8")
    presses, load = text.index("## presses"), text.index("## load")
    assert presses < load, "the parts stand in their order, whenever they were measured"
    assert "Measured on Tuesday." in text[presses:load]
    assert "presses on Tuesday" in text[presses:load]
    assert "Measured on Wednesday." in text[load:]
    assert "Monday" not in text


def test_a_processor_that_nobody_names_is_no_error(tmp_path: Path) -> None:
    info = tmp_path / "cpuinfo"
    assert cpu_model(info) == f"an unnamed {platform.machine()} processor"
    info.write_text("processor\t: 0\nmodel name\t: A Fast One\nflags\t: x\n", encoding="utf-8")
    assert cpu_model(info) == "A Fast One"


@pytest.mark.parametrize("name", KINDS)
def test_every_part_of_the_page_says_when_it_was_measured(name: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    part = re.search(rf"^## {name}\n\n(.+)\n\n\| what", text, re.M)
    assert part is not None
    assert part[1].startswith("Measured ")
