"""Plant known faults one at a time and check that the named test catches each.

    python -m tests.tools.plant            # all of tests/planted_faults.toml, in a copy of the tree
    python -m tests.tools.plant --only told-before-commit

Each entry of the list names a file, a line of it to replace, what to replace it with, and the test
that must fail then and pass otherwise. The copy is restored after each fault. Exit code 1 if any
fault went unnoticed, or if one of the tests fails without a fault.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = ROOT / "tests" / "planted_faults.toml"
TEST_FAILED = 1  # pytest's exit code; any other means that the test did not run


@dataclass(frozen=True, slots=True)
class Fault:
    """One wrong line and the test that must catch it."""

    name: str
    file: str
    line: str
    instead: str
    test: str
    full: bool = False
    """True if the test runs with `--all` only."""

    def plant(self, root: Path) -> str:
        """Write the wrong line into a tree; return the text of the file before."""
        path = root / self.file
        before = path.read_text(encoding="utf-8")
        assert before.count(self.line) == 1, f"{self.name}: the line is not there exactly once"
        path.write_text(before.replace(self.line, self.instead), encoding="utf-8")
        return before


def read_list() -> list[Fault]:
    """Read the list of faults."""
    return [Fault(**entry) for entry in tomllib.loads(LIST.read_text("utf-8"))["fault"]]


def run_tests(faults: list[Fault], root: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of some faults in a tree."""
    options = ["-x", "-p", "no:xdist", "-p", "no:cacheprovider", "-o", "timeout=60"]
    options += ["--all"] if any(fault.full for fault in faults) else []
    tests = dict.fromkeys(fault.test for fault in faults)
    command = [sys.executable, "-m", "pytest", *options, *tests]
    quiet = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=root, env=quiet, capture_output=True, text=True)


def copy_tree(to: Path) -> None:
    """Copy every file under version control, as it is now."""
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)


def main() -> int:
    """Plant the faults that were asked for; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="NAME", help="plant this fault alone")
    only = parser.parse_args().only
    faults = [fault for fault in read_list() if only is None or fault.name in only]
    if not faults:
        parser.error("no fault has that name")
    begun, missed = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        sound = run_tests(faults, Path(folder))
        if sound.returncode:
            print(f"Without any fault these tests fail:\n{sound.stdout}{sound.stderr}")
            return 1
        for fault in faults:
            before = fault.plant(Path(folder))
            done = run_tests([fault], Path(folder))
            (Path(folder) / fault.file).write_text(before, encoding="utf-8")
            caught = done.returncode == TEST_FAILED
            missed += not caught
            print(f"{'caught' if caught else 'MISSED'}  {fault.name}", flush=True)
            if not caught:
                print(done.stdout[-2000:] + done.stderr[-2000:])
    print(f"{len(faults) - missed} of {len(faults)} caught, {time.monotonic() - begun:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
