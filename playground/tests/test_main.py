import asyncio
import json
import signal
import sys
from asyncio import create_subprocess_exec, subprocess, timeout
from pathlib import Path

import pytest
from discord_playground import NAMES, Playground
from discord_playground import __main__ as command_line

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_the_program_runs_until_it_gets_a_signal(tmp_path: Path, stop: signal.Signals):
    file = tmp_path / "playground.json"
    command = [
        sys.executable, "-m", "discord_playground",
        "--port", "0", "--gateway-port", "0", "--people", "10", "--keep", str(file),
    ]  # fmt: skip
    alone = await create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    assert alone.stdout is not None
    async with timeout(60):
        said = [(await alone.stdout.readline()).decode() for _ in range(3)]
        alone.send_signal(stop)
        assert await alone.wait() == 0
    assert "http://127.0.0.1:" in said[0]
    assert "ws://127.0.0.1:" in said[1]
    assert said[2].startswith("bot token ")
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert [person["name"] for person in kept["people"]] == list(NAMES)


def started(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Playground:
    """Return the playground for a command line before it opens a port."""
    made: list[Playground] = []

    async def run(playground: Playground) -> None:
        made.append(playground)
        await asyncio.sleep(0)

    monkeypatch.setattr(command_line, "run", run)
    monkeypatch.setattr(sys, "argv", ["discord_playground", *arguments])
    command_line.main()
    (playground,) = made
    return playground


@pytest.mark.parametrize(
    ("asked", "there"), [("-3", 1), ("0", 1), ("1", 1), ("4", 4), ("10", 10), ("99", 10)]
)
def test_the_number_of_people_is_limited(monkeypatch: pytest.MonkeyPatch, asked: str, there: int):
    world = started(monkeypatch, "--people", asked).world
    assert [person.name for person in world.people.values()] == list(NAMES[:there])


def test_a_damaged_save_file_gets_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    file = tmp_path / "playground.json"
    file.write_text('{"half', encoding="utf-8")
    with pytest.raises(SystemExit, match=str(file)):
        started(monkeypatch, "--keep", str(file))


async def test_a_port_in_use_is_reported_in_a_sentence():
    first = Playground(port=0)
    await first.start()
    try:
        with pytest.raises(SystemExit) as ended:
            await command_line.run(Playground(port=first.port, gateway_port=0))
        said = str(ended.value)
        assert said.startswith(f"The port of {first.base} or of ws://127.0.0.1:")
        assert said.endswith(
            "is in use, perhaps by another playground. Choose others with --port "
            "and --gateway-port."
        )
    finally:
        await first.stop()


def test_the_default_address_is_the_one_in_the_readme(monkeypatch: pytest.MonkeyPatch):
    playground = started(monkeypatch)
    assert playground.base == "http://127.0.0.1:8765"
    assert playground.gateway == "ws://127.0.0.1:8766/"
    assert len(playground.world.people) == 5


def test_the_address_can_be_chosen(monkeypatch: pytest.MonkeyPatch):
    where = ("--host", "127.0.0.2", "--port", "4000", "--gateway-port", "4001")
    playground = started(monkeypatch, *where)
    assert playground.base == "http://127.0.0.2:4000"
    assert playground.gateway == "ws://127.0.0.2:4001/"
