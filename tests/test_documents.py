"""What the documents promise a reader, as far as a program can tell."""

import re
import tomllib
from pathlib import Path

import pytest

from bot.host.time.deadlines import MOST_UNANSWERED, PRESENT_WITHIN
from bot.host.time.pace import PACES
from bot.settings import Settings
from bot.show.deliver.private import notices
from bot.show.deliver.private.open_panels import KEPT_FOR
from cogs.tables import Tables

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob(".github/*.md")])
LINK = re.compile(r"\]\((?!http)([^)#\s]*)(?:#([^)\s]*))?\)")


def page(name: str) -> str:
    """Read a document, with its lines joined."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


def anchors(path: Path) -> set[str]:
    """Return the anchors that a code host gives the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_of_a_page_leads_somewhere(path: Path) -> None:
    for file, anchor in LINK.findall(path.read_text(encoding="utf-8")):
        target = path.parent / file if file else path
        assert target.exists(), file
        assert not anchor or anchor in anchors(target), f"{file}#{anchor}"


def test_every_command_of_a_table_is_in_the_manual() -> None:
    """A player would otherwise not know what can be done at any table."""
    lines = (ROOT / "docs/playing.md").read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if line.startswith("- `/table join`"))
    named = {match.removeprefix("/table ") for match in re.findall(r"`([^`]+)`", line)}
    assert named == {command.name for command in Tables.group.commands}
    assert "`/table meet 20:00`" in page("docs/playing.md")


def test_the_times_in_the_manual_are_those_that_are_kept() -> None:
    """Players plan by them."""
    said = page("docs/playing.md")
    assert f"For {KEPT_FOR / 60:.0f} minutes after your last press" in said
    assert MOST_UNANSWERED == 3
    assert "After three questions unanswered" in said
    assert notices.REMINDER_SHARE == 0.75
    assert "when three quarters of your time have gone" in said
    assert PRESENT_WITHIN == 600
    assert "joined or moved in the last ten minutes" in said
    assert Settings().nudge_here_after == 180
    assert "a notice waits three minutes" in said
    assert "At a day's or a week's pace no notice is sent to you in your quiet hours" in said
    assert {name for name, pace in PACES.items() if pace.sleeps} == {"day", "week"}


def test_the_wait_for_discord_in_the_guide_for_operators_is_the_default() -> None:
    assert Settings().give_up_after == 300
    assert "After five minutes without Discord" in page("docs/hosting.md")


def test_every_setting_is_in_the_example_file() -> None:
    """An operator could otherwise not know of it."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    prefix = Settings.model_config.get("env_prefix", "")
    for name, field in Settings.model_fields.items():
        variable = str(field.validation_alias or f"{prefix}{name}").upper()
        assert f"\n{variable}=" in example, variable


def test_the_newest_release_in_the_changelog_is_this_one() -> None:
    """Somebody who updates would otherwise look for the changes under another number."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## \[(\d[^]]*)\] - (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    assert releases[0][0] == project["version"]
    assert releases == sorted(releases, reverse=True)


def test_a_commit_runs_what_make_check_runs() -> None:
    """Or a commit would pass its hooks and then fail in CI."""
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ncheck:")[2]
    checks = re.findall(r"^\t\$\(PY\) -m (.*?)(?: \.)?$", recipe.partition("\n\n")[0], re.MULTILINE)
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert len(checks) == 4
    assert [check for check in checks if f"python -m {check}\n" not in hooks] == []
