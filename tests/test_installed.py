"""The two wheels, installed into an empty environment beside a stranger's package named `bot`."""

import asyncio
import os
import re
import subprocess
import sys
import venv
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from playground.tests.user import User
from tests.actors.player import play_table
from tests.outside_game import NAME, write_outside_game

ROOT = Path(__file__).parent.parent
STRANGER = "this is another bot"
pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]


def out(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command to its end and return what it printed; fail if it failed."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both wheels."""
    folder = tmp_path_factory.mktemp("wheels")
    sources = (ROOT, ROOT / "playground")
    out(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, *sources)
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Path:
    """Install `downeast[playground]`, another package's game, and a stranger named `bot`."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    install = (python, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    locked = ("-c", without_hashes(folder / "locked.txt"))
    out(*install, *locked, "--find-links", wheels, "downeast[playground]")
    packages = Path(
        out(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    (packages / "bot.py").write_text(f"print({STRANGER!r})\n", encoding="utf-8")
    write_outside_game(packages)
    return folder


def without_hashes(copy: Path) -> Path:
    """Copy the locked versions; pip takes no hashes for what isn't locked, such as our wheels."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line.removesuffix(" \\") for line in lines if line and line[0].isalnum()]
    copy.write_text("\n".join(pins), encoding="utf-8")
    return copy


@asynccontextmanager
async def running(place: Path, folder: Path) -> AsyncGenerator[str]:
    """Run the installed command with its playground; yield the playground's address."""
    process = await asyncio.create_subprocess_exec(
        place / "bin" / "downeast",
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "DOWNEAST_PLAYGROUND_PORT": "0",
            "DOWNEAST_DRAW_PAUSE": "0.1",
            "DOWNEAST_READING_TIME": "0",
            "DOWNEAST_LOG_LEVEL": "WARNING",
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        yield next(word for word in said.split() if word.startswith("http://127.0.0.1:"))
    finally:
        process.terminate()
        _, errors = await asyncio.wait_for(process.communicate(), 60)
    assert (process.returncode, errors.decode()) == (0, "")


async def until_there(user: User, game: str) -> None:
    """Wait until the bot is connected and has registered its commands."""
    async with asyncio.timeout(60):
        while True:
            known = {command["name"] for command in await user.commands(fresh=True)}
            async with user.http.get(f"{user.base}/playground/state") as answer:
                state = await answer.json()
            if game in known and state["bot"]["connected"]:
                return
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("game", ["deadman", NAME])
async def test_a_table_is_played_with_the_installed_command(
    place: Path, tmp_path: Path, game: str
) -> None:
    (tmp_path / "bot").mkdir()  # a stranger's in the folder where the command is typed, too
    (tmp_path / "bot" / "__init__.py").write_text("raise SystemExit('wrong bot')\n")
    async with running(place, tmp_path) as base, AsyncExitStack() as stack:
        users = [await stack.enter_async_context(User(name, base)) for name in ("Ann", "Ben")]
        await until_there(users[0], game)
        board = await play_table(users, game)
    assert " wins " in board
    assert (tmp_path / "data" / "playground.sqlite3").exists()


def test_nobody_else_gets_our_packages(place: Path, tmp_path: Path) -> None:
    python = place / "bin" / "python"
    assert out(python, "-c", "import bot", cwd=tmp_path).strip() == STRANGER
    for name in ("cogs", "db", "games"):
        found = out(
            python,
            "-c",
            f"from importlib import util; print(util.find_spec('{name}'))",
            cwd=tmp_path,
        )
        assert found.strip() == "None", name


def test_the_installed_commands_call_themselves_by_their_names(place: Path, tmp_path: Path) -> None:
    folder = place / "bin"
    assert out(folder / "downeast", "--help", cwd=tmp_path).startswith("usage: downeast ")
    also = out(folder / "python", "-m", "downeast", "--help", cwd=tmp_path)
    assert also.startswith("usage: downeast ")
    alone = out(folder / "discord-playground", "--help", cwd=tmp_path)
    assert alone.startswith("usage: discord-playground ")


def test_without_the_extra_a_sentence_says_how_to_get_the_playground(
    place: Path, tmp_path: Path
) -> None:
    pip = (place / "bin" / "python", "-m", "pip")
    copies = tmp_path / "copies"
    out(*pip, "uninstall", "-q", "-y", "discord-playground")
    done = subprocess.run(
        [place / "bin" / "downeast"],
        cwd=tmp_path,
        env={"PATH": "", "DOWNEAST_DATABASE": str(copies / "x.sqlite3")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 5
    assert "pip install ./discord_playground-" in done.stderr
    assert not copies.exists(), "it made a file before it said so"
    assert "Traceback" not in done.stderr


def test_the_extra_for_postgresql_is_installed_beside_the_bot(place: Path, tmp_path: Path) -> None:
    def checked() -> str:
        done = subprocess.run(
            [place / "bin" / "downeast", "check"],
            cwd=tmp_path,
            env={
                "PATH": "",
                "DISCORD_TOKEN": "a token",
                "DOWNEAST_DATABASE": "postgresql://bot:hush@127.0.0.1:1/games",
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 2, said
        assert "Traceback" not in said
        assert "hush" not in said
        return said

    told = re.search(r"-m pip install '(asyncpg.*?)'", checked())
    assert told is not None
    out(place / "bin" / "python", "-m", "pip", "install", "-q", told[1])
    assert "the server can't be reached" in checked()
