"""The ledger names every route, error and rate limit of the playground, and none that is gone."""

import re
from functools import cache
from pathlib import Path

from discord_playground.checks.rate_limits import LIMITS
from discord_playground.rest import application_emojis, bot_routes, messages, threads, webhooks

ROOT = Path(__file__).parents[2]
PLAYGROUND = ROOT / "playground"
TAGS = {"SPEC", "DOC", "SEEN", "LIBRARY", "GUESS"}
CODE = re.compile(r"\b(\d{5,6})\b")
RAISED = re.compile(r"Refused\(\s*\w+,\s*(\d{5,6})|\.code = (\d{5})")
NAME = re.compile(r'(?<=")[A-Z]+(?:_[A-Z0-9]+)+(?=")')


@cache
def rows() -> list[list[str]]:
    """Return the cells of every row of the ledger's tables."""
    lines = (PLAYGROUND / "LEDGER.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if len(row) == 5 and row[0] != "key" and set(row[0]) != {"-"}]


def section(title: str) -> str:
    """Return the text of one section of the ledger."""
    whole = (PLAYGROUND / "LEDGER.md").read_text(encoding="utf-8")
    return whole.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def code() -> str:
    """Return the source of what stands in for Discord."""
    paths = (PLAYGROUND / "discord_playground").rglob("*.py")
    served = [path for path in paths if "rehearsal" not in path.parts]
    return "\n".join(path.read_text(encoding="utf-8") for path in served)


def test_each_row_has_a_key_of_its_own_a_tag_a_source_and_a_way_to_try_it():
    keys = [row[0] for row in rows()]
    assert len(keys) > 100
    assert len(set(keys)) == len(keys)
    for key, behaviour, tag, source, how in rows():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key), key
        assert behaviour, key
        assert how, key
        assert tag in TAGS, key
        assert source or tag == "GUESS", f"{key}: whoever says {tag} says where"


def test_each_route_has_a_row_and_no_row_is_of_a_route_that_is_gone():
    rooms = (application_emojis, bot_routes, messages, threads, webhooks)
    served = {(method, path) for room in rooms for method, path, *_ in room.ROUTES}
    found = re.findall(r"((?:`[A-Z]+` )+)`(/[^`]*)`", section("Routes"))
    told = {(method, path) for methods, path in found for method in re.findall("[A-Z]+", methods)}
    assert served - told == set(), "without a row"
    assert told - served == set(), "nobody serves them"


def test_each_error_number_has_a_row_and_no_row_is_of_an_error_that_is_gone():
    used = {number for found in RAISED.findall(code()) for number in found if number}
    told = {
        number for row in rows() if row[0].startswith("error-") for number in CODE.findall(row[1])
    }
    assert used - told == set(), "without a row"
    assert told - used == set(), "nobody raises them"


def test_each_name_of_a_form_error_has_a_row_and_no_row_names_one_that_is_gone():
    told = set(re.findall(r"`([A-Z]+(?:_[A-Z0-9]+)+)`", section("Errors in a form")))
    used = set(NAME.findall(code()))
    assert told - used == set(), "nobody raises them"
    events = re.compile(r"(CHANNEL|GUILD|MESSAGE|THREAD|TYPING|USER|INTERACTION)_\w*")
    kinds = re.compile(r".*_(CREATE|DELETE|UPDATE|REMOVE|ADD|CHUNK|START|SUCCESS|FAILURE|SYNC)")
    named_otherwise = {
        name for name in used if events.fullmatch(name) and kinds.fullmatch(name)
    } | set(re.findall(r"[A-Z_]{6,}", " ".join(row[1] for row in rows())))
    assert used - told - named_otherwise == set(), "without a row"


def test_each_rate_limit_has_a_row_with_its_numbers():
    told = {row[0]: row[1] for row in rows()}
    for name, (most, seconds) in LIMITS.items():
        row = told[f"rate-{name}"]
        assert row.startswith(f"`{name}`: {most} "), row
        assert f" in {seconds:g} s" in row, row
