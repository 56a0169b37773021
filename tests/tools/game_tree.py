"""A copy of the part of this project into which a new game is written, for tests."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("games", "cogs", "tests/contract", "tests/golden", "tests/small", "tests/starter")
ONE_FILE = (
    *("pyproject.toml", "README.md", "conftest.py"),
    *("tests/test_readme.py", "tests/test_layers.py", "tests/scope.py"),
)
LINKED = (
    *("bot", "db", "docs", "playground", ".env.example"),
    *("tests/hosting.py", "tests/tools/bench", "tests/db/files"),
)
CACHES = shutil.ignore_patterns("__pycache__", ".*_cache")


def planted(at: Path) -> Path:
    """Copy what a new game changes, and link what it leaves alone; return the folder."""
    for name in COPIED:
        shutil.copytree(ROOT / name, at / name, ignore=CACHES)
    for name in ONE_FILE:
        shutil.copy(ROOT / name, at / name)
    for name in LINKED:
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).symlink_to(ROOT / name)
    return at
