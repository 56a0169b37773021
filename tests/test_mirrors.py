"""Every module of bot/ has a test file at the same place under tests/."""

from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_module_of_the_bot_has_its_mirrored_tests():
    missing: list[str] = []
    for path in sorted((ROOT / "bot").rglob("*.py")):
        folder = ROOT / "tests" / path.relative_to(ROOT).parent
        mirror = folder / f"test_{path.stem.strip('_')}.py"
        if path.name != "__init__.py" and not (
            mirror.exists() and "def test_" in mirror.read_text()
        ):
            missing.append(str(mirror.relative_to(ROOT)))
    assert not missing
