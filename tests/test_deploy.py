"""What deploy/ promises: a container that ends as the bot does, and files that agree."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


def started(folder: Path, bot: str, *arguments: str, pause: str) -> subprocess.Popen[str]:
    """Start deploy/start.sh with a shell script in the bot's place."""
    stand_in = folder / "downeast"
    stand_in.write_text(f"#!/bin/sh\n{bot}\n", encoding="utf-8")
    stand_in.chmod(0o755)
    return subprocess.Popen(
        ["sh", str(DEPLOY / "start.sh"), *arguments],
        env={"PATH": f"{folder}:{os.environ['PATH']}", "DOWNEAST_RESTART_PAUSE": pause},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_container_ends_with_the_code_of_the_bot(tmp_path: Path) -> None:
    with started(tmp_path, "exit 75", pause="0") as container:
        assert container.wait(20) == 75


def test_a_container_waits_after_a_failure_and_can_be_stopped_then(tmp_path: Path) -> None:
    """Docker restarts it at once, and too many logins cost the bot its token."""
    with started(tmp_path, "exit 1", pause="300") as container:
        assert container.stdout is not None
        with pytest.raises(subprocess.TimeoutExpired):
            container.wait(1)
        container.send_signal(signal.SIGTERM)
        assert container.wait(20) != 0


def test_a_stopped_container_stops_the_bot_and_waits_for_it(tmp_path: Path) -> None:
    """The bot finishes its moves and closes its file, so it mustn't be killed."""
    bot = f"""
        trap 'sleep 0.3; echo closed > {tmp_path}/closed; exit 0' TERM
        echo up
        while :; do sleep 0.05; done"""
    with started(tmp_path, bot, pause="300") as container:
        assert container.stdout is not None
        assert container.stdout.readline() == "up\n"
        began = time.monotonic()
        container.send_signal(signal.SIGTERM)
        assert container.wait(20) == 0
    assert (tmp_path / "closed").read_text(encoding="utf-8") == "closed\n"
    assert time.monotonic() - began < 15


def test_a_command_in_a_container_ends_at_once(tmp_path: Path) -> None:
    with started(tmp_path, 'echo "$@"; exit 2', "check", "--json", pause="300") as container:
        assert container.stdout is not None
        assert container.stdout.read() == "check --json\n"
        assert container.wait(20) == 2


def test_the_image_has_every_folder_that_the_wheel_needs() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.search(r"^only-include = \[(.*)\]$", project, re.MULTILINE)
    assert wanted is not None
    copied = re.findall(
        r"^COPY (\S+) \1$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(copied) == set(re.findall(r'"(.*?)"', wanted[1]))


def test_both_wheels_have_the_same_version() -> None:
    """The bot asks for the playground of its own version."""
    texts = [
        (folder / "pyproject.toml").read_text(encoding="utf-8")
        for folder in (ROOT, ROOT / "playground")
    ]
    versions = {re.findall(r'^version = "(.*)"$', text, re.MULTILINE)[0] for text in texts}
    assert len(versions) == 1
    least = versions.pop().rpartition(".")[0]
    assert f'"discord-playground>={least}' in texts[0]
