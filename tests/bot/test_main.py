"""Tests of the command line."""

import asyncio
import io
import json
import logging
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from discord_playground import Playground
from pydantic import ValidationError

from bot import __main__ as program
from bot import endpoint
from bot.__main__ import CODES, PEOPLE, say, set_up_logging
from bot.endpoint import NoPlayground
from bot.observation import Observation
from bot.service import CutOff
from bot.settings import Settings
from db.base.problems import ConnectionLost, InUse
from db.database import Database
from db.engines import notes
from db.upkeep import file_lock

ROOT = Path(__file__).parents[2]
UNIT = (ROOT / "deploy/downeast.service").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
IDENTIFIES = 1000  # Discord's daily limit of logins, after which it resets the token
UNCAUGHT = """
import sys
from bot import __main__ as program

async def serve(settings):
    raise ZeroDivisionError

program.serve = serve
sys.argv = ["bot"]
sys.exit(program.main())
"""


def test_libraries_never_log_their_requests() -> None:
    set_up_logging("DEBUG")
    assert logging.getLogger("bot.entry.router").isEnabledFor(logging.DEBUG)
    for library in ("discord.http", "discord.gateway", "aiosqlite", "asyncio", "aiohttp.access"):
        assert not logging.getLogger(library).isEnabledFor(logging.DEBUG), library


def test_a_line_of_the_log_can_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("INFO", "json")
    logging.getLogger("bot.app").info("Registered %d commands", 13)
    logging.getLogger("discord.client").error("It broke", exc_info=OSError(28, "No space"))
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["level"], first["message"]) == ("INFO", "Registered 13 commands")
    assert second["message"] == "It broke: [Errno 28] No space", "no traceback of weather"


def test_a_log_that_is_no_terminal_has_no_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("discord.utils.is_docker", lambda: True)  # the library colours it there
    set_up_logging("INFO")
    logging.getLogger("bot.app").info("Registered %d commands", 13)
    assert capsys.readouterr().err.endswith(" [INFO    ] bot.app: Registered 13 commands\n")


def test_unprintable_name_is_no_crash() -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    say("Zoë wins.", terminal)
    terminal.seek(0)
    assert terminal.read() == "Zo? wins.\n"


def test_enough_names_for_all_playground_people() -> None:
    assert Settings(playground_people=len(PEOPLE)).playground_people == len(PEOPLE)
    with pytest.raises(ValidationError):
        Settings(playground_people=len(PEOPLE) + 1)


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot` with only these settings."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT,
        env={"PATH": "", "DISCORD_TOKEN": "", **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_bad_setting_is_named() -> None:
    done = run(DOWNEAST_PLAYGROUND_PORT="harbour")
    assert done.returncode == 2
    assert done.stderr.startswith("DOWNEAST_PLAYGROUND_PORT must be a whole number from 0")
    assert "Traceback" not in done.stderr


def test_damaged_database_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "broken.sqlite3"
    file.write_bytes(b"this is no database, but it may be all there is left of one" * 50)
    before = file.read_bytes()
    done = run(DOWNEAST_DATABASE=str(file))
    assert done.returncode == 3
    assert str(file) in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before


@pytest.mark.full
def test_damaged_playground_is_named(tmp_path: Path) -> None:
    file = tmp_path / "playground.json"
    file.write_text('{"half', encoding="utf-8")
    done = run(DOWNEAST_DATABASE=str(tmp_path / "tables.sqlite3"), DOWNEAST_PLAYGROUND_PORT="0")
    assert done.returncode == 5
    assert done.stderr == (
        f"The playground is kept in {file}, which can't be read. Move that file away to begin with "
        "an empty playground.\n"
    )


def test_program_does_not_load_the_playground_before_it_is_needed() -> None:
    """A bot on Discord would carry its 4 MiB for nothing."""
    code = "import sys, bot.__main__; print([m for m in sys.modules if m == 'discord_playground'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_a_playground_saved_is_known_without_it_being_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "playground.json"
    assert program._kept_ids(kept) is None
    kept.write_text('{"bot_id": "7", "guild_id": "8"}', encoding="utf-8")
    assert program._kept_ids(kept) == (7, 8)
    monkeypatch.setattr(program, "has_playground", lambda: False)
    assert program._kept_ids(kept) is None


def test_a_rehearsal_without_the_playground_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "there is one")
    monkeypatch.setattr(endpoint.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["bot", "rehearse"])
    assert program.main() == CODES[NoPlayground]
    said = capsys.readouterr().err
    assert "The rehearsal is a part of the playground" in said
    assert "DISCORD_TOKEN" not in said


def test_a_comparison_asks_for_no_playground(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOWNEAST_PLAYGROUND_URL", "http://127.0.0.1:1")
    monkeypatch.setattr(sys, "argv", ["bot", "rehearse", "--against", "/no/such/file"])
    assert program.main() == 4
    assert "isn't a recording" in capsys.readouterr().err


@pytest.mark.full
def test_bad_transcript_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "transcript.json"
    file.write_text("{}", encoding="utf-8")
    done = run("verify", str(file))
    assert done.returncode == 1
    assert "Not proven" in done.stderr


@pytest.mark.full
def test_unreachable_playground_is_reported(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, but not listening
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
        done = run(
            DOWNEAST_DATABASE=str(tmp_path / "tables.sqlite3"), DOWNEAST_PLAYGROUND_URL=nobody
        )
    assert done.returncode == 5
    assert done.stderr == (
        f"No playground answers at {nobody}, the address in DOWNEAST_PLAYGROUND_URL. Start one "
        "there with `python -m discord_playground`, or correct the address.\n"
    )


@pytest.mark.full
def test_used_port_is_reported(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run(
            DOWNEAST_DATABASE=str(tmp_path / "tables.sqlite3"), DOWNEAST_PLAYGROUND_PORT=port
        )
    assert done.returncode == 5
    assert done.stderr == (
        f"Port {port} of this machine is in use, perhaps by another playground. Set "
        "DOWNEAST_PLAYGROUND_PORT to another port above 1023, or to 0 for any that is free.\n"
    )


@pytest.mark.full
def test_file_of_another_application_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    asyncio.run(used_by(file, "77"))
    done = run(DOWNEAST_DATABASE=str(file), DOWNEAST_PLAYGROUND_PORT="0")
    assert done.returncode == 3
    assert "belongs to another application (77" in done.stderr
    assert "Traceback" not in done.stderr


async def used_by(file: Path, application: str) -> None:
    """Make a database that an application has used."""
    database = await Database.open(file)
    async with database.transaction() as tx:
        await notes.write(tx, "application", application)
    await database.close()


@pytest.mark.full
async def test_outage_ends_with_the_exit_code_for_a_restart(tmp_path: Path) -> None:
    playground = Playground(port=0)
    await playground.start()
    try:
        running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            cwd=ROOT,
            env={
                "PATH": "",
                "DISCORD_TOKEN": "",
                "DOWNEAST_DATABASE": str(tmp_path / "tables.sqlite3"),
                "DOWNEAST_PLAYGROUND_URL": playground.base,
                "DOWNEAST_GIVE_UP_AFTER": "0.5",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        gateway = playground.stage.gateway
        while not gateway.bot_connected and running.returncode is None:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # a slow machine may time out first
        await gateway.go_down(60)
        _, said = await asyncio.wait_for(running.communicate(), 60)
    finally:
        await playground.stop()
    assert running.returncode == 75
    assert b"out of reach" in said
    assert b"Traceback" not in said


def advised(option: str) -> list[int]:
    """Read numbers from the systemd unit."""
    found = re.search(rf"^{option}=([\d ]+)$", UNIT, re.MULTILINE)
    assert found is not None
    return [int(word) for word in found[1].split()]


def test_uncaught_error_is_restarted_by_systemd(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNCAUGHT],
        cwd=ROOT,
        env={"PATH": "", "DISCORD_TOKEN": "", "DOWNEAST_DATABASE": str(tmp_path / "x.sqlite3")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "ZeroDivisionError" in done.stderr
    assert done.returncode not in {0, *advised("RestartPreventExitStatus"), *CODES.values()}


def test_systemd_restarts_only_temporary_failures() -> None:
    may_pass = {CutOff, NoPlayground}
    for kind, code in CODES.items():
        assert (code in advised("RestartPreventExitStatus")) == (kind not in may_pass), kind
    assert 86_400 / advised("RestartSec")[0] < IDENTIFIES


@pytest.mark.parametrize("code", [1, *CODES.values()])
def test_every_exit_code_is_in_the_guide_for_operators(code: int) -> None:
    assert re.search(rf"^\| {code} \| \S", GUIDE, re.MULTILINE)


@pytest.mark.full
def test_unknown_command_is_refused() -> None:
    done = run("shuffle")
    assert done.returncode == 2
    assert "verify" in done.stderr


def test_playground_starts_without_a_token_and_stops_on_a_signal(tmp_path: Path) -> None:
    code, state, said = run_until(signal.SIGTERM, tmp_path / "tables.sqlite3")
    assert state["clock_followed"], "*An hour later* would leave the bot where it is"
    assert (code, said) == (0, "")


def test_a_supervisor_hears_of_the_start_the_life_and_the_end(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(60)
        settings = {
            "DOWNEAST_DATABASE": str(tmp_path / "tables.sqlite3"),
            "DOWNEAST_PLAYGROUND_PORT": "0",
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "WATCHDOG_USEC": "400000",
        }
        with subprocess.Popen(
            [sys.executable, "-m", "bot"],
            cwd=ROOT,
            env={"PATH": "", "DISCORD_TOKEN": "", **settings},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as running:
            said = [heard.recv(4096).decode()]
            while "STATUS=I'm connected to Discord, and the last change was saved." not in said:
                said.append(heard.recv(4096).decode())
            since = time.monotonic()
            while heard.recv(4096) != b"WATCHDOG=1":
                pass
            assert time.monotonic() - since < 10, "it waits for a change"
            assert (tmp_path / "tables.sqlite3.health").exists()
            running.send_signal(signal.SIGTERM)
            while heard.recv(4096) != b"STOPPING=1":
                pass
            assert running.wait(60) == 0
    assert said[0] == "READY=1"
    assert said.count("READY=1") == 1
    assert "WATCHDOG=1" in said
    assert not (tmp_path / "tables.sqlite3.health").exists()


def run_until(end: signal.Signals, file: Path) -> tuple[int, dict[str, Any], str]:
    """Run with a playground until a signal; return exit code, playground state and log."""
    settings = {
        "DOWNEAST_DATABASE": str(file),
        "DOWNEAST_PLAYGROUND_PORT": "0",
        "DOWNEAST_GIVE_UP_AFTER": "0.001",  # no supervisor would restart it
        "DOWNEAST_LOG_LEVEL": "WARNING",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=ROOT,
        env={"PATH": "", "DISCORD_TOKEN": "", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o022,
    ) as running:
        assert running.stdout is not None
        opened = running.stdout.readline()
        base = next(word for word in opened.split() if word.startswith("http://127.0.0.1:"))
        with urlopen(f"{base}/playground/state", timeout=60) as answer:
            state = json.load(answer)
        running.send_signal(end)
        _, said = running.communicate(timeout=60)
    return running.returncode, state, said


@pytest.mark.full
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_copied_file_is_whole_after_a_stop_and_detected_after_a_kill(
    tmp_path: Path, end: signal.Signals
) -> None:
    file, there = tmp_path / "data" / "tables.sqlite3", tmp_path / "there"
    run_until(signal.SIGTERM, file)
    run_until(end, file)
    there.mkdir()
    for path in (file, file.with_name("playground.json")):  # as good as Discord itself
        shutil.copy(path, there)
    _, _, said = run_until(signal.SIGTERM, there / file.name)
    assert ("was not closed" in said and "may be missing" in said) == (end == signal.SIGKILL)
    assert said.count("\n") == (end == signal.SIGKILL)
    assert run_until(signal.SIGTERM, file)[2] == ""


@pytest.mark.full
def test_files_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "data" / "tables.sqlite3"
    run_until(signal.SIGKILL, file)
    run_until(signal.SIGTERM, file)
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    rights = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert rights == dict.fromkeys(
        ("tables.sqlite3", "tables.sqlite3.lock", "playground.json"), 0o600
    )


def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.sqlite3"
    with file_lock.held(path):
        done = run(DOWNEAST_DATABASE=str(path), DOWNEAST_PLAYGROUND_PORT="0")
    assert done.returncode == 3
    assert done.stderr.strip() == (
        f"The database {path} is in use by a Downeast that is running. Stop that one first."
    )
    assert not path.exists()


@pytest.mark.parametrize("problem", [ConnectionLost("away"), InUse("in use")])
async def test_a_server_that_is_away_or_has_not_missed_us_yet_is_waited_for(
    problem: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program.service, "FIRST", 0.001)
    monkeypatch.setattr(Database, "open", opening(problem, problem, then=Database.open))
    settings = Settings(database=str(tmp_path / "game.sqlite3"))
    opened = await program.open_database(settings, Observation(settings, {}), asyncio.Event())
    assert opened is not None
    await opened.close()


async def test_a_second_bot_on_a_server_is_refused_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "FORGETS_US_WITHIN", 0.0)
    monkeypatch.setattr(Database, "open", opening(InUse("in use")))
    with pytest.raises(InUse):
        await program.open_database(Settings(), Observation(Settings(), {}), asyncio.Event())


def opening(*problems: Exception, then: Any = None) -> Any:
    """Replace `Database.open` by one that first meets these problems."""
    left = list(problems)

    async def opened(*args: Any, **how: Any) -> Database:
        if left:
            raise left.pop(0)
        return await then(*args, **how)

    return opened
