"""Two processes never use one database file."""

import subprocess
import sys
from pathlib import Path

import pytest

from db.base.place import PostgresUrl
from db.base.problems import DatabaseProblem, InUse
from db.upkeep.file_lock import held, is_held, lock_of

HOLDER = """
import sys
from pathlib import Path
from db.upkeep.file_lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """Start a process that holds the lock until it is ended."""
    started = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "held\n"
    return started


def test_a_second_process_is_refused_until_the_first_has_ended(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    with holder(path) as first:
        try:
            with pytest.raises(InUse, match="Stop that one first"), held(path):
                pass
        finally:
            first.kill()  # no process can refuse this, and the lock goes all the same
    with held(path):
        pass


def test_a_link_has_the_lock_of_the_file_it_leads_to(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    path.touch()
    link = tmp_path / "link"
    link.symlink_to(path)
    assert lock_of(link) == lock_of(path)
    with held(path), pytest.raises(InUse), held(link):
        pass


def test_only_our_own_account_can_open_the_lock(tmp_path: Path):
    with held(tmp_path / "new" / "game.sqlite3"):
        assert lock_of(tmp_path / "new" / "game.sqlite3").stat().st_mode & 0o077 == 0
        assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_lock_that_cannot_be_made_is_a_problem_with_a_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(DatabaseProblem, match="cannot be opened"),
        held(tmp_path / "file" / "game.sqlite3"),
    ):
        pass


def test_asking_whether_a_file_is_in_use_makes_no_lock(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    assert not is_held(path)
    assert not lock_of(path).exists()
    with held(path):
        assert is_held(path)
    assert not is_held(path)
    with held(path):  # and it does not hold it itself
        pass


def test_a_database_of_a_server_has_a_private_folder_for_the_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The bot writes there how it is, and who asked to be forgotten."""
    monkeypatch.chdir(tmp_path)
    with held(PostgresUrl("postgresql:///tables")):
        assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
        assert list((tmp_path / "data").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").write_text("a file")
    with pytest.raises(DatabaseProblem, match="data"), held(PostgresUrl("postgresql:///tables")):
        pass
