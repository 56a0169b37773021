"""Deals a finished game again from its transcript, and compares: `python -m bot verify FILE`.

It needs no token, no network and no database. It proves that the luck was fixed before the deal and
that the table kept to the rules; it cannot prove that nobody peeked.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from db.codec import Codec, Unreadable, codec_of
from games.chance import Chance, seal
from games.rules import AnyRules, Refusal

RELEASES = {1: "Release 0.1"}
"""Which release checks the transcripts of older rules, by their version."""


class NotProven(Exception):
    """The transcript does not add up; `str()` says where."""


def verify(written: Any, games: Mapping[str, AnyRules]) -> str:
    """Replay a transcript; return a sentence that says what was proven. Raises NotProven."""
    try:
        return _replayed(written, games)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, Unreadable) as error:
        raise NotProven(f"This is not a whole transcript of ours ({error!r}).") from error


def verify_file(path: Path, games: Mapping[str, AnyRules]) -> str:
    """Replay a transcript in a file. Raises NotProven."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NotProven(f"{path} cannot be read: {error}") from error
    return verify(written, games)


def _replayed(written: Any, games: Mapping[str, AnyRules]) -> str:
    rules = games.get(written["game"])
    if rules is None:
        raise NotProven("This program does not know that game.")
    _check_version(rules, written)
    secret, mixed_in = bytes.fromhex(written["secret"]), int(written["sealed_by"])
    if seal(secret) != written["seal"]:
        raise NotProven("The secret does not open the seal that was shown before the deal.")
    codec = codec_of(rules)
    options = _load(codec.options, written["options"])
    state: Any = None
    steps: list[Any] = written["steps"]
    _check_numbers(steps)
    for one in steps:
        chance = Chance.of(secret, mixed_in, one["rev"])
        try:
            if one["seat"] is None:
                step = rules.start(len(written["players"]), options, chance)
            else:
                step = rules.play(state, one["seat"], _load(codec.move, one["move"]), chance)
        except Refusal as refusal:
            raise NotProven(f"Step {one['rev']} is against the rules: {refusal}") from refusal
        if json.loads(codec.told.dump(step.told)) != one["told"]:
            raise NotProven(f"Step {one['rev']} was told otherwise than it went.")
        state = step.state
    public = rules.view(state, None)
    if rules.to_move(public):
        raise NotProven("The transcript stops before the game is over.")
    winners = [written["players"][seat] for seat in sorted(rules.standing(public).winners)]
    return (
        f"{rules.title}, table {written['table']}: the seal opens, and all {len(steps)} steps lead "
        f"where the table said. Won by {', '.join(winners)}."
    )


def _check_numbers(steps: list[Any]) -> None:
    """Demand one deal, and after it every change of the table without a gap."""
    deals = [one["rev"] for one in steps if one["seat"] is None]
    revs = [one["rev"] for one in steps]
    if len(deals) != 1 or not steps or revs != list(range(deals[0], deals[0] + len(steps))):
        raise NotProven("The steps are not all there: one deal, and every move after it.")


def _check_version(rules: AnyRules, written: Any) -> None:
    dealt, finished = int(written["version"]), written.get("finished_under")
    if finished is not None:
        raise NotProven(
            f"This table was dealt by version {dealt} of {rules.title}'s rules and finished under "
            f"version {finished}: the bot was renewed in between, so no one release can deal it "
            "again from the start to the end."
        )
    if dealt != rules.version:
        raise NotProven(
            f"This table was dealt by version {dealt} of {rules.title}'s rules; this release has "
            f"version {rules.version}. {RELEASES.get(dealt, 'A newer release')} can check it."
        )


def _load(codec: Codec[Any], plain: Any) -> Any:
    return codec.load(json.dumps(plain))
