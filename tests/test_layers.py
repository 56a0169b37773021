"""The rooms of the house: imports go one way, and games and faces are pure.

`cogs -> bot -> db -> games`, and inside the bot `entry -> show -> host -> ui`; folders inside these
go one way too, and the playground knows nobody. SQL is in db/ alone, and what it can be asked is
asked by the host.
"""

import ast
import re
import sys
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("games", "db", "bot", "cogs")

PLAYGROUND = "playground/discord_playground"

ALLOWED = {
    "games": {"games"},
    "db": {"db", "games", "aiosqlite", "asyncpg", "pydantic", "pydantic_core"},
    "bot": {
        *("bot", "db", "games", "discord", "aiohttp", "yarl", "pydantic", "pydantic_settings"),
        *("PIL", "prometheus_client", "discord_playground"),
    },
    "cogs": {"cogs", "bot", "db", "games", "discord", "PIL"},
    PLAYGROUND: {"discord_playground", "aiohttp", "yarl"},
    "bot/observe": {"bot", "aiohttp", "prometheus_client"},
}
INSIDE = ("ui", "host", "show", "entry")  # each may import those before it
TOLD = {"bot.observe.events", "bot.observe.observer", "bot.observe.pseudonyms"}
"""What those who are observed know of the observers: whom to tell, and how to name people."""
INSIDE_OF = {  # the same between the folders of a room; "" is what lies in the room itself
    "bot/ui": ("panels", "ways", "paint", "face", "plain"),
    "bot/host": (
        *("time", "proof", "reading", "commit", "agreements", "play", "seating", "servers"),
        *("deleting", ""),
    ),
    "bot/show": ("draw", "deliver", "due", "discord_py", ""),
    "bot/show/draw": ("parts", "texts", "panels", "people", "pages"),
    "bot/show/deliver": ("queues", "public", "private", ""),
    "bot/entry": ("access", "requests", "actions", ""),
    "bot/upkeep": ("findings", "nightly", "commands"),
    "db": ("base", "engines", "", "people", "tables", "servers", "migrations", "upkeep"),
}
UNKNOWN_TO_DRAWING = ("bot.host.reading.store", "bot.host.time.clock", "bot.host.host")
KNOW_DISCORD = {  # in the rooms of which the rest must not
    "bot/show/discord_py/avatar_files.py",
    "bot/show/discord_py/channel_sight.py",
    "bot/show/discord_py/discord_emojis.py",
    "bot/show/discord_py/discord_messenger.py",
    "bot/show/discord_py/needed_permissions.py",
    "bot/show/discord_py/reply.py",
    "bot/show/discord_py/http_requests.py",
}
PAINT = {
    "bot/ui/paint/avatar.py",
    "bot/ui/paint/paint.py",
    "bot/ui/paint/sheet.py",
}  # besides the painters of faces
QUERIES = {  # the modules of db that ask something
    *(f"db.tables.{name}" for name in ("tables", "log", "shown", "standing_orders", "drafts")),
    *("db.tables.waiting_seats", "db.tables.meetings", "db.tables.results"),
    *("db.people.people", "db.servers.servers", "db.engines.notes"),
}
SQL = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WITH)\b", re.MULTILINE)
IMPURE = {
    *("random", "time", "datetime", "calendar", "zoneinfo", "logging", "os", "io", "sys"),
    *("pathlib", "tempfile", "shutil", "socket", "asyncio", "threading", "subprocess", "signal"),
    *("sqlite3", "uuid", "secrets", "hashlib", "hmac", "urllib", "http", "importlib", "pickle"),
}
LUCK = {"hashlib", "hmac"}  # for games/chance.py alone
OF_A_GAME = {"__init__", "rules", "state", "moves", "events"}
WITHOUT_A_BASE = {"views", "player"}  # a TableGame (games/table_game.py) has both already
OF_A_FACE = {"__init__", "draw", "tell", "read", "help", "story"}
GAMES = sorted(
    path.stem
    for path in (ROOT / "games").iterdir()
    if path.stem in {path.stem for path in (ROOT / "cogs").iterdir()} - {"__init__", "__pycache__"}
)


def modules(room: str) -> list[Path]:
    """List the files of a room."""
    return sorted((ROOT / room).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def named(node: ast.AST, path: Path) -> Iterator[str]:
    """Name the modules that one statement imports, and what it takes out of them."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.module is not None, path
        assert node.level == 0, f"{path}: imports are written out in full"
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(path: Path) -> Iterator[str]:
    """Name every module that a file imports, wherever in it."""
    for node in ast.walk(tree_of(path)):
        yield from named(node, path)


def imported_at_once(path: Path, known: Container[str]) -> Iterator[str]:
    """Name what a file imports when it is loaded or for its types: not inside a function."""
    body = tree_of(path).body
    for_types = [node for node in body if isinstance(node, ast.If)]
    for node in [*body, *(inner for block in for_types for inner in block.body)]:
        names = list(named(node, path))
        inner = [name for name in names[1:] if name in known]
        # `from package import module` wants the module, whatever else is in the package
        yield from names if len(inner) < len(names) - 1 else inner or names


def tops(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT / "playground" if PLAYGROUND in str(path) else ROOT).parts
    return ".".join(parts).removesuffix(".py").removesuffix(".__init__")


def test_there_is_something_to_look_at():
    assert all(modules(room) for room in ALLOWED)
    assert all(modules(f"bot/{room}") for room in INSIDE)
    assert {"deadman", "downeast"} <= set(GAMES)
    assert all((ROOT / name).exists() for name in KNOW_DISCORD)


# --- between the rooms ----------------------------------------------------------------------------


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_what_lies_below_it_and_nothing_else(room: str):
    for path in modules(room):
        strangers = tops(path) - ALLOWED[room] - sys.stdlib_module_names
        assert not strangers, f"{label(path)} imports {strangers}"


@pytest.mark.parametrize("room", INSIDE)
def test_inside_the_bot_imports_go_one_way(room: str):
    below = {f"bot.{item}" for item in INSIDE[: INSIDE.index(room) + 1]}
    for path in modules(f"bot/{room}"):
        inner = {name for name in imports(path) if name.startswith("bot.")} - {"bot.observe"}
        observers = {name for name in inner if name.startswith("bot.observe.")}
        ours = {".".join(name.split(".")[:2]) for name in inner - observers}
        assert ours <= below, f"{label(path)} imports {ours - below}"
        told = {".".join(name.split(".")[:3]) for name in observers}
        assert told <= (set() if room == "ui" else TOLD), f"{label(path)} imports {told}"


def test_the_observers_know_nobody():
    """They are told of the bot, so nothing of it can depend on what they do."""
    for path in modules("bot/observe"):
        ours = {name for name in imports(path) if name.split(".")[0] in ROOMS}
        assert all(name.startswith("bot.observe") for name in ours), label(path)
        package = "prometheus_client" in tops(path)
        assert not package or label(path) == "bot/observe/metrics.py", label(path)


@pytest.mark.parametrize("room", INSIDE_OF)
def test_inside_a_room_imports_go_one_way(room: str):
    order = INSIDE_OF[room]
    folders = {path.parent.name for path in (ROOT / room).glob("*/*.py")}
    assert folders | {""} >= set(order) >= folders, "each folder has a place in the order"
    prefix = room.replace("/", ".") + "."
    for path in modules(room):
        here = folder_in(room, path)
        for name in imports(path):
            target = file_of(name)
            if name.startswith(prefix) and target is not None and here is not None:
                there = folder_in(room, target)
                assert there is None or order.index(there) <= order.index(here), (
                    f"{label(path)} imports {name}"
                )


def folder_in(room: str, path: Path) -> str | None:
    """Return the folder of a room that a file is in, "" for the room itself, None for no place."""
    parts = path.relative_to(ROOT / room).parts
    if len(parts) == 1:
        return "" if path.name != "__init__.py" and "" in INSIDE_OF[room] else None
    return parts[0]


def file_of(name: str) -> Path | None:
    """Return the file of a module, None if the name is something in a module."""
    path = (ROOT / name.replace(".", "/")).with_suffix(".py")
    return path if path.exists() else None


def test_no_folder_holds_more_than_a_reader_takes_in():
    """About fifteen modules; what is larger is two rooms."""
    for room in ALLOWED:
        for folder in {path.parent for path in modules(room)}:
            found = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
            assert len(found) <= 15, f"{label(folder)} has {len(found)} modules"


def test_drawing_knows_no_store_and_no_clock():
    """It is handed what it draws, so a drawing depends on nothing else."""
    for path in modules("bot/show/draw"):
        effects = (IMPURE - {"hashlib"}) & tops(path)
        known = {name for name in imports(path) if name.startswith(UNKNOWN_TO_DRAWING)}
        assert not effects | known, label(path)


def test_no_import_goes_in_a_circle():
    """Otherwise a reader never comes to an end."""
    paths = [path for room in ALLOWED for path in modules(room)]
    by_name = {module_name(path): path for path in paths}
    names = {path: name for name, path in by_name.items()}
    graph = {
        names[path]: {
            names[by_name[item]] for item in imported_at_once(path, by_name) if item in by_name
        }
        for path in paths
    }
    for name, wanted in graph.items():
        wanted.discard(name)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imports go in a circle: {' -> '.join(error.args[1])}")


def test_the_playground_stands_by_itself():
    """It is a stand-in for Discord: if it knew the bot, it would prove nothing."""
    for path in [*modules(PLAYGROUND), *modules("playground/tests")]:
        ours = tops(path) & {*ROOMS, "tests"}
        assert not ours, f"{label(path)} imports {ours}"


def test_nobody_but_the_program_knows_the_playground():
    for room in ROOMS:
        for path in set(modules(room)) - {ROOT / "bot" / "__main__.py"}:
            assert "discord_playground" not in tops(path), path


# --- what belongs where ---------------------------------------------------------------------------


@pytest.mark.parametrize("room", ["bot/ui", "bot/host", "bot/show", *(f"cogs/{g}" for g in GAMES)])
def test_discord_is_known_by_few(room: str):
    """A whole game can be played in a test without it; a face could hide an effect behind it."""
    for path in modules(room):
        if label(path) not in KNOW_DISCORD:
            assert "discord" not in tops(path), label(path)


def test_pictures_are_painted_by_painters_alone():
    """Pillow blocks: whoever called it on the event loop would hold up every table."""
    for path in modules("bot"):
        assert "PIL" not in tops(path) or label(path) in PAINT, label(path)


def test_only_the_host_queries_the_database():
    """Any other reader of a stored table would hold everybody's cards."""
    for path in modules("bot") + modules("cogs"):
        if "host" not in path.parts:
            asked = QUERIES & set(taken_whole(path))
            assert not asked, f"{label(path)} asks {asked}"


def taken_whole(path: Path) -> Iterator[str]:
    """Yield the modules whose functions a file can call."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            functions = [alias.name for alias in node.names if alias.name.islower()]
            if functions and node.module is not None:
                yield node.module


def test_sql_is_in_db_alone():
    """So another database can replace SQLite."""
    paths = [*modules("bot"), *modules("cogs"), *modules("games")]
    assert not [label(path) for path in paths if {"sqlite3", "aiosqlite", "asyncpg"} & tops(path)]
    texts = [
        (label(path), node.value)
        for path in paths
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert not [(file, text) for file, text in texts if SQL.match(text)]


# --- games and faces ------------------------------------------------------------------------------


def test_a_game_uses_no_clock_no_file_and_only_the_luck_it_is_given():
    never = {"print", "open", "input", "exec", "eval", "__import__", "hash", "id"}
    excused = {"games/chance.py": LUCK, "games/fast_frozen.py": {"exec"}}
    for path in modules("games"):
        calls = {
            node.func.id
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        impure = (tops(path) & IMPURE) | (calls & never)
        assert impure <= excused.get(label(path), set()), label(path)


@pytest.mark.parametrize("game", GAMES)
def test_a_face_is_pure(game: str):
    """It is handed views: a clock, a file or a luck of its own could bring anything else in."""
    for path in modules(f"cogs/{game}"):
        assert not tops(path) & IMPURE, label(path)
        rooms = {".".join(name.split(".")[:2]) for name in imports(path) if name[:4] == "bot."}
        assert rooms <= {"bot.ui"}, f"{label(path)} imports {rooms}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game: str):
    """A reader of one game then knows where to look in the next. A plain face can do with one."""
    assert {path.stem for path in modules(f"games/{game}")} >= OF_A_GAME
    face = modules(f"cogs/{game}")
    plain = any("bot.ui.plain.PlainFace" in imports(path) for path in face)
    assert {path.stem for path in face} >= ({"__init__"} if plain else OF_A_FACE)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_rules_all_of_its_own_has_a_view_and_a_player(game: str):
    files = modules(f"games/{game}")
    if not any("games.table_game.TableGame" in imports(path) for path in files):
        assert {path.stem for path in files} >= WITHOUT_A_BASE


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
