"""The rooms of the house: imports go one way, and games and faces are pure.

`cogs -> bot -> db -> games`, and inside the bot `entry -> show -> host -> ui`; the playground knows
nobody. SQL is in db/ alone, and what it can be asked is asked by the host.
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

ALLOWED = {
    "games": {"games"},
    "db": {"db", "games", "aiosqlite", "asyncpg", "pydantic", "pydantic_core"},
    "bot": {
        *("bot", "db", "games", "discord", "aiohttp", "yarl", "pydantic", "pydantic_settings"),
        *("PIL", "prometheus_client"),
    },
    "cogs": {"cogs", "bot", "db", "games", "discord", "PIL"},
    "bot/playground": {"bot", "aiohttp", "yarl"},
    "bot/observe": {"bot", "aiohttp", "prometheus_client"},
}
INSIDE = ("ui", "host", "show", "entry")  # each may import those before it
TOLD = {"bot.observe.events", "bot.observe.observer", "bot.observe.pseudonyms"}
"""What those who are observed know of the observers: whom to tell, and how to name people."""
INSIDE_OF = {  # the same inside the rooms of bot
    "host": ("time", "proof", "reading", "changes"),
    "show": ("draw", "deliver", "discord_py"),
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
PAINT = {"bot/ui/avatar.py", "bot/ui/paint.py", "bot/ui/sheet.py"}  # besides the painters of faces
QUERIES = {  # the modules of db that ask something
    *("tables", "log", "shown", "people", "notes", "standing_orders", "waiting_seats", "drafts"),
    *("meetings", "servers", "results"),
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
    """List the files of a room; the playground is a room of its own."""
    playground = ROOT / "bot" / "playground"
    found = sorted((ROOT / room).rglob("*.py"))
    inside = room == "bot/playground"
    return [path for path in found if (playground in path.parents) == inside]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def named(node: ast.AST, path: Path) -> Iterator[str]:
    """Name the modules that one statement imports, and what it takes out of them."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = source_of(node, path)
        yield module
        yield from (f"{module}.{alias.name}" for alias in node.names)


def source_of(node: ast.ImportFrom, path: Path) -> str:
    """Return the full name of the module that `from … import` names.

    Only the playground may leave out its own name, because it's also installed under another one.
    """
    if node.level == 0:
        assert node.module is not None
        return node.module
    parts = path.relative_to(ROOT).with_suffix("").parts[: -node.level]
    assert parts[:2] == ("bot", "playground"), f"{path}: imports are written out in full"
    return ".".join([*parts, node.module] if node.module else parts)


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


@pytest.mark.parametrize(
    ("room", "inner"), [(room, inner) for room, inners in INSIDE_OF.items() for inner in inners]
)
def test_inside_a_room_imports_go_one_way(room: str, inner: str):
    inners = INSIDE_OF[room]
    below = {f"bot.{room}.{item}" for item in inners[: inners.index(inner) + 1]}
    for path in modules(f"bot/{room}/{inner}"):
        of_room = [name for name in imports(path) if name.startswith(f"bot.{room}.")]
        ours = {".".join(name.split(".")[:3]) for name in of_room}
        assert ours <= below, f"{label(path)} imports {ours - below}"


def test_drawing_knows_no_store_and_no_clock():
    """It is handed what it draws, so a drawing depends on nothing else."""
    for path in modules("bot/show/draw"):
        effects = (IMPURE - {"hashlib"}) & tops(path)
        known = {name for name in imports(path) if name.startswith(UNKNOWN_TO_DRAWING)}
        assert not effects | known, label(path)


def test_no_import_goes_in_a_circle():
    """Otherwise a reader never comes to an end."""
    paths = [path for room in ALLOWED for path in modules(room)]
    by_name = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    by_name |= {
        name.removesuffix(".__init__"): path
        for name, path in by_name.items()
        if name.endswith(".__init__")
    }
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
    for path in modules("bot/playground"):
        ours = {name for name in imports(path) if name.split(".")[0] in ROOMS}
        assert all(name.startswith("bot.playground") for name in ours), path


def test_the_playground_never_calls_itself_by_name():
    """It's also installed as `discord_playground`, where there is no `bot`, or another one."""
    for path in modules("bot/playground"):
        assert not [name for name in written_out(path) if name.split(".")[0] in ROOMS], path


def written_out(path: Path) -> Iterator[str]:
    """Name the modules that a file imports by their full names."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level):
            yield from named(node, path)


def test_nobody_but_the_program_knows_the_playground():
    program = {ROOT / "bot" / "__main__.py", ROOT / "bot" / "playground_finder.py"}
    for room in ROOMS:
        for path in set(modules(room)) - program:
            known = {name for name in imports(path) if name.split(".")[:2] == ["bot", "playground"]}
            assert not known | (tops(path) & {"discord_playground"}), path


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
    queries = {f"db.{name}" for name in QUERIES}
    offenders = {
        label(path): asked
        for path in modules("bot") + modules("cogs")
        if "host" not in path.parts and (asked := queries & set(taken_whole(path)))
    }
    assert not offenders


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
