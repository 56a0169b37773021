"""The rooms of the house: imports go one way, cogs -> bot -> db -> games, and games are pure."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("games", "db", "bot", "cogs")

ALLOWED = {
    "games": {"games"},
    "db": {"db", "games", "aiosqlite", "pydantic", "pydantic_core"},
    "bot": {"bot", "db", "games", "discord", "aiohttp", "yarl", "pydantic", "pydantic_settings"},
    "cogs": {"cogs", "bot", "db", "games", "discord"},
    "bot/playground": {"bot", "aiohttp", "yarl"},
}
IMPURE = {
    *("random", "time", "datetime", "calendar", "zoneinfo", "logging", "os", "io", "sys"),
    *("pathlib", "tempfile", "shutil", "socket", "asyncio", "threading", "subprocess", "signal"),
    *("sqlite3", "uuid", "secrets", "hashlib", "hmac", "urllib", "http", "importlib", "pickle"),
}
LUCK = {"hashlib", "hmac"}  # for games/chance.py alone
GAMES = sorted(
    path.stem
    for path in (ROOT / "games").iterdir()
    if path.stem in {one.stem for one in (ROOT / "cogs").iterdir()} - {"__init__", "__pycache__"}
)


def modules(room: str) -> list[Path]:
    """List the files of a room; the playground is a room of its own."""
    playground = ROOT / "bot" / "playground"
    found = sorted((ROOT / room).rglob("*.py"))
    inside = room == "bot/playground"
    return [path for path in found if (playground in path.parents) == inside]


def imports(path: Path) -> Iterator[str]:
    """Name every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def tops(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def test_there_is_something_to_look_at():
    assert all(modules(room) for room in ALLOWED)
    assert {"deadman", "downeast"} <= set(GAMES)


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_what_lies_below_it_and_nothing_else(room: str):
    for path in modules(room):
        strangers = tops(path) - ALLOWED[room] - sys.stdlib_module_names
        assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


def test_the_playground_stands_by_itself():
    """It is a stand-in for Discord: if it knew the bot, it would prove nothing."""
    for path in modules("bot/playground"):
        ours = {name for name in imports(path) if name.split(".")[0] in ROOMS}
        assert all(name.startswith("bot.playground") for name in ours), path


def test_nobody_but_the_program_knows_the_playground():
    for room in ROOMS:
        for path in modules(room):
            if path != ROOT / "bot" / "__main__.py":
                assert not any("playground" in name for name in imports(path)), path


@pytest.mark.parametrize("path", modules("games"), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_game_knows_no_clock_no_file_and_no_luck_but_what_it_is_handed(path: Path):
    impure = tops(path) & IMPURE
    assert impure <= (LUCK if path.name == "chance.py" else set())
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"print", "open", "input", "exec", "eval", "__import__", "hash", "id"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_face_know_no_other_game(game: str):
    others = set(GAMES) - {game}
    for room in ("games", "cogs"):
        whole = ROOT / room / game
        for path in [whole.with_suffix(".py")] if not whole.is_dir() else whole.rglob("*.py"):
            for name in imports(path):
                parts = name.split(".")
                stranger = parts[0] in ("games", "cogs") and set(parts[1:2]) & others
                assert not stranger, f"{path.relative_to(ROOT)} imports {name}"


def test_the_house_knows_no_game_by_name():
    """A sixth game is a folder in games/, one in cogs/ and a line in GAMES."""
    for room in ("bot", "db"):
        for path in modules(room):
            known = {name for name in imports(path) if name.split(".")[0] == "games"}
            for name in known:
                assert name.split(".")[1:2] in ([], ["GAMES"], ["rules"], ["chance"]), path
