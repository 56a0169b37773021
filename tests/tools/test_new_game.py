"""`make new-game` writes a game that is green at once, whatever it is called, or says why not."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.game_tree import ROOT, planted
from tests.tools.new_game import HOUSE, CannotBe, NewGame, new_game


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what a new game is written into; what it leaves alone is linked."""
    return planted(tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a copy for tests that write nothing into it."""
    return planted(tmp_path_factory.mktemp("untouched"))


def failure(tree: Path, *command: str) -> str:
    """Run a program of this Python in the copy. Return what it says if it fails, or nothing."""
    done = ran(tree, *command)
    return "" if done.returncode == 0 else f"{command[0]}:\n{done.stdout}{done.stderr}"


def ran(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this Python in the copy, and return what came of it."""
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=tree, capture_output=True, text=True, timeout=120
    )


QUICK = ("--all", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", "ninepins")


@pytest.mark.full
def test_a_new_game_passes_its_own_tests_and_keeps_what_every_game_promises(tree: Path):
    new_game("ninepins", root=tree)
    own = ("tests/games/ninepins", "tests/cogs/ninepins")
    of_all = ("tests/contract", "tests/golden", "tests/test_readme.py", "tests/test_layers.py")
    assert failure(tree, "pytest", *QUICK, *own, *of_all) == ""


@pytest.mark.full
@pytest.mark.parametrize("everybody", [True, False])
def test_a_new_game_that_tells_everybody_what_each_was_dealt_is_told_what_to_write(
    everybody: bool, tree: Path
):
    """And one that tells each their own is not, because most games begin with a hand."""
    new_game("ninepins", root=tree)
    rules = tree / "games" / "ninepins" / "rules.py"
    text = rules.read_text("utf-8")
    told = "Told(Rolled(seat=seat, die=hand.die), frozenset({seat}))"
    assert told in text
    if everybody:
        text = text.replace(told, "Told(Rolled(seat=seat, die=hand.die))")
    rules.write_text(text, "utf-8")
    secrets = ("tests/contract/test_luck.py", "tests/contract/test_secrets.py")
    found = ran(tree, "pytest", *QUICK, *secrets)
    assert (found.returncode != 0) is everybody, found.stdout
    if everybody:
        assert "Ninepins: the public is told what luck drew, and may not know it." in found.stdout
        assert "`rolled.die` in what the public is told" in found.stdout
        assert "the SECRETS of tests/contract/twins/ninepins.py" in found.stdout


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("a", ""),
        pytest.param("chancy", "", marks=pytest.mark.full),  # between the imports of games.chance
        pytest.param("zoo", "Zoo!", marks=pytest.mark.full),
        pytest.param("ruled", "Dead Man's Other Chest: 2nd Edition"[:32], marks=pytest.mark.full),
        ("x" * 20, "W" * 32),
        pytest.param("ninepins_king_2", "", marks=pytest.mark.full),
    ],
)
def test_whatever_it_is_called_it_is_in_order_and_nothing_is_left_of_the_old_names(
    name: str, title: str, tree: Path
):
    written = new_game(name, title, tree)
    code = [str(path) for path in written if path.suffix == ".py"]
    assert failure(tree, "ruff", "check", "--no-cache", *code) == ""
    assert failure(tree, "ruff", "format", "--check", "--no-cache", *code) == ""
    left = re.compile(r"\bstarter\b|LowDie|Low Die|\bLD-|_ld_|0x123456")
    for path in set(written) - {tree / "README.md"}:
        assert not left.search(path.read_text("utf-8")), path


def test_two_games_are_both_on_offer_and_differ_in_colour(tree: Path):
    for name in ("ninepins", "liar"):
        new_game(name, root=tree)
    offered = (tree / "games" / "__init__.py").read_text("utf-8")
    assert offered.index("        LiarRules(),\n") < offered.index("        NinepinsRules(),\n")
    before = (ROOT / "games" / "__init__.py").read_text("utf-8")
    assert set(before.splitlines()) < set(offered.splitlines())
    colours = [
        found
        for path in (tree / "cogs").glob("*/__init__.py")
        for found in re.findall(r"    colour = (0x\w+)", path.read_text("utf-8"))
    ]
    assert len(set(colours)) == len(colours) > 2


@pytest.mark.parametrize(
    "name", ["", "Ninepins", "2d", "a-b", "a b", "_x", "class", "../x", "y" * 21]
)
def test_a_name_that_is_no_word_in_small_letters_is_refused(name: str, untouched: Path):
    refused(name, "", untouched)


@pytest.mark.parametrize("name", ["deadman", "chance", "rules", "types", *sorted(HOUSE)])
def test_a_name_that_is_taken_is_refused(name: str, untouched: Path):
    assert "taken" in refused(name, "", untouched)


def test_the_name_of_a_game_that_was_deleted_is_free_again(tree: Path):
    """Python leaves its compiled files behind."""
    left = tree / "games" / "ninepins" / "__pycache__"
    left.mkdir(parents=True)
    assert new_game("ninepins", root=tree)


def test_a_name_whose_classes_there_are_already_is_refused(tree: Path):
    new_game("a_1", root=tree)
    assert "taken" in refused("a1", "", tree)


@pytest.mark.parametrize("title", ['"', "a\nb", "{x}", "a|b", "\\", "`", " x", "t" * 33])
def test_a_title_that_would_break_something_is_refused(title: str, untouched: Path):
    assert "title" in refused("ninepins", title, untouched)


def refused(name: str, title: str, tree: Path) -> str:
    """Ask for a game that cannot be; return the sentence, if nothing was written."""
    before = written_at(tree)
    with pytest.raises(CannotBe) as problem:
        new_game(name, title, tree)
    assert written_at(tree) == before
    assert str(problem.value).endswith(".")
    return str(problem.value)


def written_at(tree: Path) -> dict[Path, int]:
    """When each file was last written, in nanoseconds."""
    return {path: path.stat().st_mtime_ns for path in tree.rglob("*.*") if path.is_file()}


def test_make_hands_the_name_and_the_title_on():
    asked = ["make", "-n", "new-game", "name=ninepins", "title=Dead Man's Ninepins"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert '-m tests.tools.new_game ninepins --title "Dead Man\'s Ninepins"' in said


def test_the_starter_has_every_file_that_a_game_has():
    """Or a new game would be without it, and nobody would be told."""
    files = NewGame("ninepins", "Ninepins", ROOT).files
    assert all(old.exists() for old in files)
    assert {path.name for path in (ROOT / "tests" / "starter").iterdir()} - {"__pycache__"} == {
        "game",
        "face",
        *(old.name for old in files if old.parent.name == "starter"),
    }
