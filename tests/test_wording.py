"""The code's own language: laws over names, docstrings, comments and documents."""

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("bot", "cogs", "games", "db", "playground", "tests")
RIDDLE = re.compile(r"(?:^|(?<=[.!?]\s))((?:Of|Who|Whoever)\s[^.!?]*[.!?]?)")
FIRST_WORD = re.compile(r"\b(?:Of|Who|Whoever)\s")
INSTEAD = 'Begin these sentences with their subject ("The player who …", "Anyone who …"):'
CODE_NAME = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|_?[a-z]+(?:_[a-z]+)+)(?:\(\))?`")
EXAMPLE = re.compile(
    r"(?i)skull|rose|sk_6|dunder|__|^pg_"
)  # names of the game that a reader is to write, and programs of PostgreSQL
MOST_LINES = 500


@cache
def files() -> list[Path]:
    """List the Python files under version control, and new ones that are not ignored."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "*.py"]
    listed = subprocess.check_output(command, cwd=ROOT, text=True).splitlines()
    paths = [ROOT / name for name in listed if name.split("/")[0] in ROOMS]
    return [path for path in paths if path.exists()]


def prose(path: Path) -> Iterator[str]:
    """Yield the docstrings and comments of a file; comments line by line."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else ():
            match child:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield text
                case _:
                    pass
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def test_loop_variables_are_nouns_and_never_called_one():
    pattern = re.compile(r"for one" + r" in\b")
    assert not [path.name for path in files() if pattern.search(path.read_text(encoding="utf-8"))]


def test_no_sentence_of_a_docstring_or_comment_begins_with_of_who_or_whoever():
    """Such a sentence has to be read twice, because its subject comes last."""
    found = [
        f"{path.relative_to(ROOT)}: {sentence}"
        for path in files()
        if FIRST_WORD.search(path.read_text(encoding="utf-8"))  # spares the slow look at most files
        for text in prose(path)
        for sentence in riddles(text)
    ]
    assert not found, "\n".join([INSTEAD, *found])


def riddles(text: str) -> list[str]:
    """Return the sentences of a docstring or comment that begin with Of, Who or Whoever."""
    return RIDDLE.findall(" ".join(text.split()))


def test_a_sentence_that_begins_with_whoever_is_found_in_a_long_docstring():
    guilty = "Whoever was wrong loses a die."
    assert riddles(f"Roll the dice.\n\n    All look at them. {guilty} The others\n wait.") == [
        guilty
    ]
    assert riddles("The player who was wrong loses. Nobody knows who it is.") == []


def test_module_names_are_unique_within_bot_and_within_db():
    for room in ("bot", "db"):
        paths = [path for path in files() if path.relative_to(ROOT).parts[0] == room]
        named = Counter(path.stem for path in paths if not path.stem.startswith("__"))
        assert [name for name, count in named.items() if count > 1] == []


def test_no_test_file_is_longer_than_500_lines():
    tests = [path for path in files() if path.name.startswith("test_")]
    long = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in tests}
    assert not {name: lines for name, lines in long.items() if lines > MOST_LINES}


def test_names_of_code_in_the_documents_exist():
    """A document that names a function that is gone sends its reader searching in vain."""
    command = ["git", "ls-files", "*.md", "*.py", "*.sql", "*.txt", "Makefile", "*.example"]
    listed = subprocess.check_output(command, cwd=ROOT, text=True).splitlines()
    code = "\n".join(
        (ROOT / name).read_text(encoding="utf-8")
        for name in listed
        if not name.endswith((".md", "package-lock.json")) and (ROOT / name).exists()
    )
    words = set(re.findall(r"\w+", code))
    unknown = {
        f"{name}: {found}"
        for name in listed
        if name.endswith(".md") and not name.startswith("docs/tour")
        for found in CODE_NAME.findall((ROOT / name).read_text(encoding="utf-8"))
        if not set(found.split(".")) <= words and not EXAMPLE.search(found)
    }
    assert not unknown
