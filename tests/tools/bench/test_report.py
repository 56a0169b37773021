"""Tests of docs/bench.md: its first line counts the missed goals, and it says when it was made."""

import platform
import re
import subprocess
from pathlib import Path

import pytest

from tests.tools.bench.report import Row, commit, cpu_model, missed, table, write

SAYS_WHEN = re.compile(
    r"^Measured on \d{4}-\d\d-\d\d at \d\d:\d\d UTC at \S.*: \d+ cores? of \S.*$", re.M
)


def row(figure: float, goal: float | None = 3.0) -> Row:
    return Row(what="a press", figures=[figure], at_most=goal)


def test_the_first_line_counts_the_goals_of_all_parts_that_are_missed(tmp_path: Path) -> None:
    page = tmp_path / "bench.md"
    write({"presses": [row(2.0), row(4.0), row(9.0, None)], "load": [row(5.0)]}, page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# What things cost: 2 of 3 goals are missed\n")
    assert text.index("## presses") < text.index("## load")
    [said] = SAYS_WHEN.findall(text)
    assert f"Python {platform.python_version()}." in said
    assert cpu_model() in said


def test_a_run_leaves_nothing_of_the_run_before(tmp_path: Path) -> None:
    page = tmp_path / "bench.md"
    write({"presses": [row(4.0)]}, page)
    write({"load": [row(2.0)]}, page)
    text = page.read_text(encoding="utf-8")
    assert "presses" not in text
    assert text.startswith("# What things cost: 0 of 1 goals are missed\n")


def test_the_median_counts_and_the_spread_is_told() -> None:
    found = Row(what="a press", figures=[2.0, 9.0, 4.0], at_most=3.0)
    assert not found.met
    assert "| 4 x " in table([found])
    assert "| 2 to 9 " in table([found])
    assert Row(what="a playout", figures=[0.5, 0.7, 0.6], at_least=0.6).met


@pytest.mark.parametrize(("figure", "said"), [(3.0, "0 of 1"), (3.01, "1 of 1")])
def test_a_goal_is_missed_beyond_it_and_not_at_it(figure: float, said: str) -> None:
    assert missed([row(figure)]) == f"{said} goals are missed"


def test_a_commit_whose_files_were_changed_says_so(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *who, *arguments], check=True)

    assert commit(tmp_path) == "an unknown commit"
    file = tmp_path / "file"
    file.write_text("one", encoding="utf-8")
    git("init", "-q")
    git("add", "file")
    git("commit", "-q", "-m", "one")
    assert re.fullmatch(r"commit [0-9a-f]+", commit(tmp_path))
    file.write_text("two", encoding="utf-8")
    assert re.fullmatch(r"commit [0-9a-f]+ with changes", commit(tmp_path))


def test_a_processor_that_nobody_names_is_no_error(tmp_path: Path) -> None:
    info = tmp_path / "cpuinfo"
    assert cpu_model(info) == f"an unnamed {platform.machine()} processor"
    info.write_text("processor\t: 0\nmodel name\t: A Fast One\nflags\t: x\n", encoding="utf-8")
    assert cpu_model(info) == "A Fast One"
