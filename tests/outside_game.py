"""Writes a package with a game, as somebody else would publish one: the starter, renamed."""

from pathlib import Path

STARTER = Path(__file__).parent / "starter"
NAME, PACKAGE = "lowdie", "downeast_lowdie"


def write_outside_game(folder: Path, entry: str = f"{NAME} = {PACKAGE}.face") -> None:
    """Install the package `downeast-lowdie` into a folder of packages, with this entry point."""
    for path in [*STARTER.glob("game/*.py"), *STARTER.glob("face/*.py")]:
        text = path.read_text(encoding="utf-8")
        text = text.replace("tests.starter", PACKAGE).replace('"starter"', f'"{NAME}"')
        copy = folder / PACKAGE / path.relative_to(STARTER)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    (folder / PACKAGE / "__init__.py").touch()
    about = folder / f"{PACKAGE}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: downeast-lowdie\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[downeast.games]\n{entry}\n")
