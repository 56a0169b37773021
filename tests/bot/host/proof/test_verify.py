import json
import sys
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from bot import __main__ as program
from bot.host.commit.change import Change, Moment, take_step
from bot.host.proof.verify import NotProven, verify, verify_file
from bot.host.reading.loaded_table import LoadedTable
from games.chance import Chance
from games.rules import AnyRules
from tests.bot.host.proof.test_transcript import finished
from tests.bot.house import ANN, BEN, House
from tests.small.game import SmallRules
from tests.small.game.moves import Guess

SMALL: dict[str, AnyRules] = {"small": SmallRules()}


class Newer(SmallRules):
    version = 2


@pytest.fixture
async def made(house: House) -> dict[str, Any]:
    return json.loads(json.dumps(await house.queries.transcript(await finished(house))))


async def test_a_real_transcript_is_verified(made: dict[str, Any]):
    sentence = verify(made, SMALL)
    assert f"table {made['table']}" in sentence
    assert "all 5 steps" in sentence
    assert "Won by Ann" in sentence


@pytest.mark.parametrize(
    ("forge", "says"),
    [
        (lambda made: made.update(secret="ab" * 32), "does not open the seal"),
        (lambda made: made["steps"][1]["move"].update(coins=99), "against the rules"),
        (lambda made: made["steps"][1]["move"].update(coins=2), "told otherwise"),
        (lambda made: made["steps"].pop(), "stops before"),
        (lambda made: made.update(version=7), "A newer release can check it"),
        (lambda made: made.update(game="deadwood"), "does not know that game"),
    ],
    ids=["secret", "illegal move", "forged event", "unfinished", "newer rules", "unknown game"],
)
async def test_forged_transcripts_are_refused(made: dict[str, Any], forge: Any, says: str):
    forge(made)
    with pytest.raises(NotProven, match=says):
        verify(made, SMALL)


@pytest.mark.parametrize(
    "key", ["game", "version", "players", "options", "seal", "sealed_by", "secret", "steps"]
)
async def test_a_missing_step_is_detected(made: dict[str, Any], key: str):
    del made[key]
    with pytest.raises(NotProven):
        verify(made, SMALL)


async def test_older_rules_name_the_release_that_verifies_them(made: dict[str, Any]):
    with pytest.raises(NotProven, match=r"version 1 .*this release has version 2\. Release 0\.1"):
        verify(made, {"small": Newer()})


@pytest.mark.parametrize("rules", [SmallRules(), Newer()], ids=["older", "newer"])
async def test_a_game_finished_under_other_rules_is_not_verified(
    made: dict[str, Any], rules: AnyRules
):
    made["finished_under"] = 2
    with pytest.raises(NotProven, match="no one release can deal it"):
        verify(made, {"small": rules})


async def test_an_older_deal_is_verified_by_its_own_rules(house: House):
    table = await house.open(ANN, BEN)
    await house.seal(table)

    def dealt_as_then(loaded: LoadedTable, moment: Moment) -> Change:
        was, rules = loaded.table, loaded.rules
        chance = Chance.of(was.secret, was.sealed_by or 0, was.rev + 1)
        now = replace(was, phase="playing", version=1, dealt_version=1)
        step = rules.start(2, loaded.options, chance)
        return take_step(loaded, now, was.players[0], step, "deal", house.receipt(), moment)

    await house.host.committer.change(table, dealt_as_then, None)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET sealed_in=NULL WHERE id=?", (table,))
    house.store.cache.drop(table)  # as after a restart
    await house.hide(table, ANN)
    house.clock.advance(10**6)
    assert await house.host.moves.play_absent(table, 1)
    for _ in range(2):
        [seat] = (await house.store.loaded(table)).to_move()
        await house.play(table, (ANN, BEN)[seat], Guess(total=1 + 2 * seat))
    made = json.loads(json.dumps(await house.queries.transcript(table)))
    assert made["transcript"] == 1
    said = verify(made, SMALL)
    assert "all 5 steps" in said
    proved, _, open_ = said.partition("Not proved:")
    assert "That nothing was changed after the deal: this table was dealt by an older" in open_
    assert "Nothing was changed" not in proved
    made["steps"][2]["rev"] += 1
    with pytest.raises(NotProven, match="not all there"):
        verify(made, SMALL)


async def test_a_transcript_file_is_verified(made: dict[str, Any], tmp_path: Path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(made))
    assert "Won by Ann" in verify_file(file, SMALL)


def test_the_program_prints_the_error_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", ["bot", "verify", str(tmp_path / "nowhere.json")])
    assert program.main() == 1
    assert "Not proven" in capsys.readouterr().err


def test_the_program_replaces_unprintable_letters():
    terminal = TextIOWrapper(BytesIO(), encoding="ascii")
    program.say("Won by Zoë \ud800.", terminal)
    terminal.flush()
    assert terminal.buffer.getvalue() == b"Won by Zo? ?.\n"  # type: ignore[attr-defined]


async def test_the_program_prints_the_report(
    made: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(made))
    monkeypatch.setattr(program, "all_games", lambda: SMALL)
    monkeypatch.setattr(sys, "argv", ["bot", "verify", str(file)])
    assert program.main() == 0
    assert "the seal opens" in capsys.readouterr().out
