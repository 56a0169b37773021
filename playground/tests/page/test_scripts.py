"""Lint the page's JavaScript and test its parts in node, with what npm has for that.

`make foreign` installs both. Where they aren't installed the tests are skipped, but with
`PAGE_SCRIPTS=must` they fail.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
ESLINT = HERE / "node_modules" / "eslint" / "bin" / "eslint.js"
SCRIPTS = ROOT / "playground" / "discord_playground" / "static"


def run_node(*arguments: str | Path) -> None:
    """Run node in the top folder; fail with what it printed."""
    node = shutil.which("node")
    if node is None or not ESLINT.exists():
        missing = "node or its packages aren't installed: make foreign"
        if os.environ.get("PAGE_SCRIPTS") == "must":
            pytest.fail(missing)
        pytest.skip(missing)
    done = subprocess.run(
        [node, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_linter_finds_nothing_in_the_scripts_of_the_page() -> None:
    run_node(ESLINT, "--config", HERE / "eslint.config.js", SCRIPTS, *HERE.glob("*.js"))


def test_parts_of_the_page_do_what_their_tests_say() -> None:
    run_node("--test", *sorted(HERE.glob("*.test.js")))
