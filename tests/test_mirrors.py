"""Every module of bot/ and of the playground has a test file at the same place under tests."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("room", "tests"),
    [("bot", "tests/bot"), ("playground/discord_playground", "playground/tests")],
)
def test_every_module_has_its_mirrored_tests(room: str, tests: str):
    missing: list[str] = []
    for path in sorted((ROOT / room).rglob("*.py")):
        folder = ROOT / tests / path.relative_to(ROOT / room).parent
        mirror = folder / f"test_{path.stem.strip('_')}.py"
        if path.name != "__init__.py" and not (
            mirror.exists() and "def test_" in mirror.read_text()
        ):
            missing.append(str(mirror.relative_to(ROOT)))
    assert not missing
