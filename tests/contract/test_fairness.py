"""A program written from docs/fairness.md alone deals every game as ours does."""

import ast
import copy
import hashlib
import hmac
import re
from pathlib import Path
from typing import Any

import pytest

from bot.host.proof.luck import house_label
from bot.host.proof.verify import verify
from games import GAMES
from games.chance import Chance, short_form
from tests.contract import independent
from tests.contract.playing import SECRET, Case, cases_of, every_game, played
from tests.contract.test_replay import as_now, transcript

PAGE = Path("docs/fairness.md").read_text(encoding="utf-8")


def test_the_other_program_knows_nothing_of_ours_but_the_rules():
    tree = ast.parse(Path(independent.__file__).read_text(encoding="utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [name.name for name in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    ours = {name for name in imported if name.split(".")[0] in ("games", "db", "bot", "cogs")}
    assert ours == {"games", "games.rules"}


def shortest(game: str) -> Case:
    """Return the shortest case of a game with unusual terms."""
    some = [item for item in cases_of(game) if item.seed in (0, 1)][:4]
    return as_now(min(some, key=lambda one: len(played(as_now(one)))))


@every_game
def test_a_program_written_from_the_page_deals_every_game_again(game: str):
    first, other = shortest(game), cases_of(game)[1]
    older, alone = as_now(first, waits=False), as_now(first, is_published=False)
    for case in (first, as_now(other), older, alone):
        paper = transcript(played(case))
        won = independent.winners(paper)
        assert f"Won by {', '.join(won)}." in verify(paper, GAMES)


@every_game
def test_it_finds_out_the_same_forgeries(game: str):
    paper = transcript(played(shortest(game)))

    def other(**changed: Any) -> Any:
        return {**copy.deepcopy(paper), **changed}

    for forged in (
        other(secret="00" * 32),
        other(deal=str(int(paper["deal"]) + 1)),
        other(joins=paper["joins"][1:]),
        other(steps=paper["steps"][:-1]),
        other(steps=[*paper["steps"][:2], *paper["steps"][3:]]),
        other(steps=[*paper["steps"], paper["steps"][0]]),
    ):
        with pytest.raises(independent.Wrong):
            independent.winners(forged)


def test_the_example_on_the_page_is_right():
    [text] = re.findall(r"```\n(Downeast, deal 2\ngame: deadman\n[^`]*)```", PAGE)
    mixed, short, message, fixed, first, alone = re.findall(
        r"`([0-9a-f]{64}|[0-9a-f]{8}|\d{19}|[\w-]{43})`", PAGE.split(text)[1]
    )[:6]
    assert hashlib.sha256(text.encode("ascii")).hexdigest() == mixed
    assert short_form(mixed) == short
    with_message = f"Downeast, deal 3\nmixed: {mixed}\nmessage: {message}\n"
    assert hashlib.sha256(with_message.encode("ascii")).hexdigest() == fixed
    for streams, begins in ((fixed, first), (mixed, alone)):
        assert hmac.digest(SECRET, f"{streams}:0:0".encode(), "sha256")[:4].hex() == begins
    [(ending, house)] = re.findall(r"ends with `(:house:[\d:]+)`[^`]* are `([0-9a-f]{8})`", PAGE)
    assert hmac.digest(SECRET, f"{fixed}{ending}".encode(), "sha256")[:4].hex() == house
    _, _, seat, number, _ = ending.split(":")
    ours = Chance.of(SECRET, house_label(fixed, int(seat)), int(number))
    assert [ours.below(256) for _ in range(4)] == list(bytes.fromhex(house))


def test_both_draw_the_same_numbers_however_large():
    for n in (1, 2, 6, 52, 255, 256, 257, 1000, 65_536, 65_537, 10**9):
        ours, theirs = Chance.of(SECRET, "ab", n), independent.Luck(SECRET, "ab", n)
        assert [ours.below(n) for _ in range(50)] == [theirs.below(n) for _ in range(50)]
    ours, theirs = Chance.of(SECRET, "ab", 0), independent.Luck(SECRET, "ab", 0)
    assert ours.shuffled(range(300)) == theirs.shuffled(range(300))
    assert [ours.die() for _ in range(50)] == [theirs.die() for _ in range(50)]
