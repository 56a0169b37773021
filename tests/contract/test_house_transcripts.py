"""Transcripts of games at which the house played: who chose each move can be checked again.

Two programs check them: ours, and one that was written from docs/fairness.md alone. Those of
release 0.4 are stored (tests/db/files/README.md).
"""

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.host.proof.luck import house_player
from bot.host.proof.verify import NotProven, found, verify
from db.database import Database
from games import GAMES
from games.rules import AnyRules
from tests.contract import independent
from tests.contract.house_tables import Seeded, finished, transcript_of
from tests.contract.playing import altered

FILES = Path(__file__).parents[1] / "db" / "files"
STORED: list[dict[str, Any]] = json.loads(
    gzip.decompress((FILES / "kind4.transcripts.json.gz").read_bytes())
)
KEPT = [paper for paper in STORED if all(len(names) == 1 for names in paper["players"])]
CLAIM = "The house did not cheat: "
HOUSE = "house:gentle:1"


def counted(paper: Any) -> tuple[int, int]:
    """Return N and M of "of N moves, M were chosen again", as both programs have them."""
    house = found(paper, GAMES).house
    won, made, same = independent.replayed(paper)
    assert (made, same) == (house.made, house.same)
    assert "Won by" in verify(paper, GAMES)
    assert won
    return made, same


@pytest.mark.parametrize("number", range(len(STORED)))
def test_the_house_moves_of_release_0_4_are_chosen_again_and_are_the_same(number: int):
    """A change of a player that isn't a new version of it is found out here."""
    paper = STORED[number]
    made, same = counted(paper)
    assert same == sum(step["by"] == "house:1" for step in paper["steps"]) > 10
    said = verify(paper, GAMES)
    if paper in KEPT:
        assert made == same
        assert f"f {made} moves at seats of the house, {made} were chosen again" in said
        assert (CLAIM in said) == (paper["mixed_by"] is not None)
    else:
        assert made > same, "Dan's moves at a seat of the house may be the house's"
        assert CLAIM not in said
        assert f"That the house did not cheat: of {made} moves at seats of the" in said
        assert "or by people who took a seat of the house" in said


def test_release_0_4_left_transcripts_of_every_game():
    assert {paper["game"] for paper in KEPT} == set(GAMES)
    assert {paper["game"] for paper in STORED if paper not in KEPT} == set(GAMES)
    assert {paper["transcript"] for paper in STORED} == {4}


@pytest.mark.parametrize(
    ("game", "changes"),
    # seats change hands in games that are long enough for that
    [*((game, False) for game in GAMES), *((paper["game"], True) for paper in KEPT)],
)
async def test_every_move_of_the_house_can_be_chosen_again(
    tmp_path: Path, game: str, changes: bool
):
    house = house_player(GAMES[game])
    paper = await transcript_of(tmp_path, game, 6, changes=changes)
    assert paper["transcript"] == 5
    by_house = [join for join in paper["joins"] if not join.isdigit()]
    assert by_house == [house] * (len(paper["joins"]) - 2)
    made, same = counted(paper)
    assert made == same == sum(step["by"] == house for step in paper["steps"])
    said = verify(paper, GAMES)
    assert f"{CLAIM}of {made} moves at seats of the house, {made} were chosen again and" in said
    kinds = {held["holder"] for seat in paper["players"] for held in seat}
    assert kinds == ({"person", "house", "stand-in"} if changes else {"person", "house"})
    assert (
        "Who held the seats that changed hands: Barnacle (the house) from step 0, Dan" in said
    ) is (changes)
    if changes:
        ben = [(held["name"], held["holder"]) for held in paper["players"][-1]]
        assert ben[:2] == [("Ben", "person"), ("Ben", "stand-in")]
        assert [holder for _, holder in ben[-2:]] == ["house", "person"]
        assert [held["holder"] for held in paper["players"][1]] == ["house", "person", "house"]


async def test_without_a_second_message_the_house_may_have_chosen_its_luck(tmp_path: Path):
    paper = await transcript_of(tmp_path, "deadman", 6, published=False)
    made, same = counted(paper)
    assert made == same > 10
    said = verify(paper, GAMES)
    assert f"Of {made} moves at seats of the house, {made} were chosen again and are the" in said
    assert CLAIM not in said


def renewed(game: str, version: int) -> dict[str, AnyRules]:
    """Return the games of a release in which the house player of one has another version."""

    class Renewed:
        choose = None

    player: Any = Renewed()
    player.version = version
    return {**GAMES, game: altered(GAMES[game], player=player)}


async def test_moves_of_another_version_or_level_count_as_not_checked(tmp_path: Path):
    paper = await transcript_of(tmp_path, "deadman", 6)
    made, _ = counted(paper)
    said = verify(paper, renewed("deadman", 2))
    assert f"of {made} moves at seats of the house, 0 were chosen again" in said
    assert CLAIM not in said
    by_house = [step for step in paper["steps"] if step["by"]]
    for other in ("house:gentle:2", "house:sly:1"):
        by_house[3]["by"] = other
        assert counted(paper) == (made, made - 1)
        said = verify(paper, GAMES)
        assert CLAIM not in said
        assert (
            f"That the house did not cheat: of {made} moves at seats of the house, {made - 1}"
            in said
        )


def test_a_second_name_at_a_seat_of_the_house_exempts_no_step_silently():
    paper = copy.deepcopy(KEPT[0])
    made, _ = counted(paper)
    seat = paper["joins"].index("house:plain:gentle")
    paper["players"][seat].append("Dan")
    assert counted(paper) == (made, made), "as long as the house chose each of its moves"
    next(step for step in paper["steps"] if step["seat"] == seat)["by"] = ""
    assert counted(paper) == (made, made - 1)
    assert CLAIM not in verify(paper, GAMES)


async def test_a_table_of_release_0_4_has_the_kind_that_fits_what_was_mixed_in(tmp_path: Path):
    """Only where nothing has been mixed in yet, or no house player, is a later kind possible."""
    file = tmp_path / "old.sqlite3"
    file.write_bytes(gzip.decompress((FILES / "schema30.sqlite3.gz").read_bytes()))
    database = await Database.open(file, durable=False)
    try:
        hosting = Seeded(database, first=10_000)
        await hosting.deal(2)
        assert await hosting.host.deals.deal_frozen(3, (hosting.receipt(), hosting.channel))
        papers = {table: await finished(hosting, table, table) for table in (1, 2, 3, 4)}
        await hosting.store.close()
    finally:
        await database.close()
    assert [paper["transcript"] for paper in papers.values()] == [4, 5, 4, 5]
    for paper in papers.values():
        made, same = counted(paper)
        assert made == same > 0
        assert CLAIM in verify(paper, GAMES)


# --- what can't be --------------------------------------------------------------------------------

Forge = Callable[[Any], Any]


def house_step(paper: Any) -> Any:
    """Return a step that the house chose at a seat that it had from the deal."""
    return next(step for step in paper["steps"] if step["by"] and step["seat"] == 1)


def persons_step(paper: Any) -> Any:
    """Return a step of Ann, who never left."""
    return next(step for step in paper["steps"] if step["seat"] == 0)


IN_BOTH: dict[str, tuple[Forge, str]] = {
    "by missing": (lambda p: house_step(p).pop("by"), "not a whole transcript"),
    "by missing at a person's step": (
        lambda p: persons_step(p).pop("by"),
        "not a whole transcript",
    ),
    "by null": (lambda p: persons_step(p).update(by=None), "not a whole transcript"),
    "by a number": (lambda p: house_step(p).update(by=1), "not a whole transcript"),
    "by a list": (lambda p: persons_step(p).update(by=[]), "not a whole transcript"),
    "by at the deal": (lambda p: p["steps"][0].update(by=house_step(p)["by"]), "chooses the deal"),
    "by at the deal null": (lambda p: p["steps"][0].update(by=None), "not a whole transcript"),
    "a zero before": (
        lambda p: house_step(p).update(by=_zero(house_step(p)["by"])),
        "chosen by nobody",
    ),
    "version 0": (lambda p: house_step(p).update(by=_zero(house_step(p)["by"])[:-1]), "by nobody"),
    "the clock": (lambda p: persons_step(p).update(by="clock"), "chosen by nobody"),
    "a person": (lambda p: persons_step(p).update(by="Ann"), "chosen by nobody"),
    "other digits": (lambda p: house_step(p).update(by="house:gentle:\u0661"), "chosen by nobody"),
    "an older kind": (lambda p: p.update(transcript=p["transcript"] - 1), "not a whole transcript"),
    "the oldest with a mix": (lambda p: p.update(transcript=2), "not a whole transcript"),
    "no name": (lambda p: p["players"][0].clear(), "from the deal to the end"),
    "a seat less": (lambda p: p["players"].pop(), "a join is missing"),
}


def _zero(by: str) -> str:
    return by[:-1] + "0" + by[-1]


KIND_5: dict[str, tuple[Forge, str]] = {
    "no by at a seat of the house": (
        lambda p: house_step(p).update(by=""),
        "not chosen by the one",
    ),
    "by at a person's step": (lambda p: persons_step(p).update(by=HOUSE), "not chosen by the one"),
    "by of kind 4": (lambda p: house_step(p).update(by="house:1"), "chosen by nobody"),
    "a join of kind 4": (lambda p: _join(p, "house:plain:gentle"), "does not know"),
    "a join with a zero before": (lambda p: _join(p, "house:gentle:01"), "does not know"),
    "a join of another version": (lambda p: _join(p, "house:gentle:2"), "What was mixed in"),
    "a join of another level": (lambda p: _join(p, "house:sly:1"), "What was mixed in"),
    "a join without a level": (lambda p: _join(p, "house:1"), "does not know"),
    "taken back": (
        lambda p: persons_step(p).update(taken_back=True),
        "was taken back in this game. Only a newer",
    ),
    "the deal taken back": (lambda p: p["steps"][0].update(taken_back=True), "was taken back"),
    "taken back by half": (
        lambda p: persons_step(p).update(taken_back=1),
        "not a whole transcript",
    ),
    "names alone": (lambda p: p.update(players=_names(p)), "not a whole transcript"),
    "a tenure too late": (lambda p: p["players"][0][0].update(since=1), "from the deal to the end"),
    "a tenure before": (lambda p: p["players"][0][0].update(since=-1), "from the deal to the end"),
    "a tenure after the end": (
        lambda p: p["players"][0].append(_held(p, 10**6)),
        "from the deal to",
    ),
    "since true": (lambda p: p["players"][0][0].update(since=False), "not a whole transcript"),
    "two at a time": (lambda p: p["players"][0].append(_held(p, 0)), "begin with the same step"),
    "a wrong order": (
        lambda p: p["players"][0].extend([_held(p, 9), _held(p, 8, "Eve")]),
        "in the wrong order",
    ),
    "the same twice": (lambda p: p["players"][0].append(_held(p, 9, "Ann")), "they already held"),
    "a seat of the house held by a person": (
        lambda p: p["players"][1][0].update(holder="person"),
        "held by the one who took it",
    ),
    "a seat of the house held by a stand-in": (
        lambda p: p["players"][1][0].update(holder="stand-in"),
        "held by the one who took it",
    ),
    "a person's seat held by the house": (
        lambda p: p["players"][0][0].update(holder="house"),
        "held by the one who took it",
    ),
    "no such holder": (
        lambda p: p["players"][0][0].update(holder="order"),
        "not a whole transcript",
    ),
    "a person who moves with the house's steps": (
        lambda p: p["players"][1].append(_held(p, 1, "Eve")),
        "not chosen by the one",
    ),
    "more about a tenure": (
        lambda p: p["players"][0][0].update(person=11),
        "not a whole transcript",
    ),
}


def _join(paper: Any, join: str) -> None:
    paper["joins"][1] = join


def _names(paper: Any) -> list[list[str]]:
    return [[held["name"] for held in seat] for seat in paper["players"]]


def _held(paper: Any, since: int, name: str = "Eve") -> dict[str, Any]:
    return {"since": since, "name": name, "holder": "person"}


KIND_4: dict[str, tuple[Forge, str]] = {
    "no by at a seat of the house": (lambda p: house_step(p).update(by=""), "which held its seat"),
    "by of kind 5": (lambda p: house_step(p).update(by=HOUSE), "chosen by nobody"),
    "a join of kind 5": (lambda p: _join(p, HOUSE), "does not know"),
    "taken back": (lambda p: persons_step(p).update(taken_back=True), "not a whole transcript"),
    "one name": (lambda p: p["players"].__setitem__(0, "Ann"), "not a whole transcript"),
    "a name twice": (lambda p: p["players"][0].append("Ann"), "they already held"),
    "a later kind": (lambda p: p.update(transcript=5), "not a whole transcript"),
}


def refused_by_both(paper: Any, forge: Forge, says: str) -> None:
    forged = copy.deepcopy(paper)
    forge(forged)
    with pytest.raises(NotProven, match=says):
        verify(forged, GAMES)
    with pytest.raises((independent.Wrong, ValueError, KeyError, TypeError, IndexError)):
        independent.winners(forged)


@pytest.mark.parametrize("what", [*IN_BOTH, *KIND_5])
async def test_what_cannot_be_is_refused_in_kind_5(tmp_path: Path, what: str):
    paper = await transcript_of(tmp_path, "deadman", 6)
    counted(paper)
    refused_by_both(paper, *(IN_BOTH | KIND_5)[what])


@pytest.mark.parametrize("what", [*IN_BOTH, *KIND_4])
def test_what_cannot_be_is_refused_in_kind_4(what: str):
    refused_by_both(KEPT[0], *(IN_BOTH | KIND_4)[what])


def test_people_who_were_forgotten_may_follow_each_other_in_kind_4():
    paper = copy.deepcopy(KEPT[0])
    paper["players"][0] = ["a former player", "a former player"]
    counted(paper)
