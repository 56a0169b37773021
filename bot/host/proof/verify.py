"""Verifies a finished game from its transcript: `python -m bot verify FILE`.

This needs no token, network or database. A transcript alone proves nothing, because anybody who has
the secret could write a different one. So the report lists what to compare with the messages in the
channel, and what that comparison proves.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.host.proof.luck import HOUSE_SEAT, LEVEL, house_label, house_player
from bot.host.proof.terms import read_terms
from bot.host.proof.transcript_reader import (
    ChosenStep,
    Held,
    NotProven,
    OlderStep,
    OlderTranscript,
    Step,
    Step5,
    Transcript,
    Transcript4,
    Transcript5,
    plain,
    read,
    read_file,
)
from bot.host.proof.verify_report import Findings, HouseMoves, report
from bot.host.time.discord_ids import instant_of
from db.base.codec import GameCodec, Unreadable, codec_of
from db.people.forgetting import FORMER
from games.chance import Chance, fixed_by, mixed, seal
from games.rules import AnyRules, Refusal

__all__ = ["NotProven", "found", "verify", "verify_file"]

RELEASES: Final = {1: "Release 0.1"}
"""For each older version of the rules, the release that can verify its games."""

SECRET_BYTES: Final = 32
LARGEST_ID: Final = 2**63
HOUSE_PLAYER: Final = re.compile("house:[a-z]{1,20}:[1-9][0-9]{0,5}")
HOUSE_VERSION: Final = re.compile("house:[1-9][0-9]{0,5}")  # in kind 4
UNSURE: Final = "house or person"  # where kind 4 doesn't say who chose a move


def verify_file(path: Path, games: Mapping[str, AnyRules]) -> str:
    """Verify the transcript in a file and return the report. Raises NotProven."""
    return verify(read_file(path), games)


def verify(written: Any, games: Mapping[str, AnyRules]) -> str:
    """Verify a transcript. Return the report of what it proves and what it doesn't.

    Raises NotProven if the transcript contradicts itself or the rules.
    """
    return report(found(written, games))


def found(written: Any, games: Mapping[str, AnyRules]) -> Findings:
    """Replay a transcript. Raises NotProven if it contradicts itself or the rules."""
    try:
        return _found(read(written), games)
    except NotProven:
        raise
    except Exception as error:  # forged moves can make the rules fail with any exception
        raise NotProven("This is not a whole transcript of ours.") from error


def _found(paper: Transcript | OlderTranscript, games: Mapping[str, AnyRules]) -> Findings:
    rules = games.get(paper.game)
    if rules is None:
        raise NotProven("This program does not know that game.")
    _check_version(rules, paper)
    secret = _secret(paper.secret)
    if seal(secret) != paper.seal:
        raise NotProven("The secret does not open the seal that was shown before the deal.")
    if isinstance(paper, Transcript):
        fixed = _fixed(paper)
        luck, house = _streams(secret, fixed), _house_streams(secret, fixed)
        numbers, first = [step.number for step in paper.steps], 0
    else:
        older, numbers = _id(paper.sealed_by), [step.rev for step in paper.steps]
        first = numbers[0] if numbers else 0
        luck, house = _streams(secret, older), None
    _check_numbers(paper, numbers, first)
    _check_holders(paper)
    public, made = _replayed(rules, paper, numbers, luck, house)
    return Findings(rules, paper, rules.standing(public), made)


def _check_version(rules: AnyRules, paper: Transcript | OlderTranscript) -> None:
    dealt, finished = paper.version, paper.finished_under
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


# --- the luck -------------------------------------------------------------------------------------


def _secret(written: str) -> bytes:
    if len(written) != 2 * SECRET_BYTES or set(written) - set("0123456789abcdef"):
        raise NotProven("The secret is not one of ours: 64 digits from 0 to f.")
    return bytes.fromhex(written)


def _id(written: str) -> int:
    """Convert a Discord id to a number. Raises NotProven if it isn't written in the usual form."""
    if written.isascii() and written.isdigit() and len(written) < 20 and written[0] != "0":
        number = int(written)
        if number < LARGEST_ID:
            return number
    raise NotProven("There is an id in the transcript such as Discord gives none.")


HouseLuck: TypeAlias = Callable[[int, int], Chance]
"""Returns the random stream for the house's choice of a seat's move, by seat and number."""


def _house_streams(secret: bytes, fixed: str) -> HouseLuck:
    return lambda seat, number: Chance.of(secret, house_label(fixed, seat), number)


def _streams(secret: bytes, mixed_in: int | str) -> Callable[[int], Chance]:
    return lambda number: Chance.of(secret, mixed_in, number)


def _fixed(paper: Transcript) -> str:
    """Check the values mixed into the luck and return their hash. Raises NotProven."""
    joins = [join if _is_house(paper, join) else _id(join) for join in paper.joins]
    presses = [join for join in joins if isinstance(join, int)]
    message, deal = _id(paper.sealed_by), _id(paper.deal)
    if len(joins) != len(paper.players) or len(set(presses)) != len(presses):
        raise NotProven(
            "Not everybody at the table has sat down once: a join is missing, or twice."
        )
    if instant_of(message) > instant_of(deal):
        raise NotProven("The seal was shown after the deal, so it seals nothing.")
    if any(instant_of(press) > instant_of(deal) for press in presses):
        raise NotProven("Somebody sat down after the deal.")
    for place in (paper.guild, paper.sealed_in):
        _id(place)
    if (paper.mixed_by is None) != (paper.mixed_in is None):
        raise NotProven("Where it was published what is mixed in is said by half.")
    if paper.mixed_by is not None and paper.mixed_in is not None:
        _id(paper.mixed_in)
        if instant_of(_id(paper.mixed_by)) < instant_of(deal):
            raise NotProven("What is mixed in was published before the deal.")
    mix = mixed(
        game=paper.game,
        version=paper.version,
        table=paper.table,
        terms=json.dumps(paper.options),
        sealed=paper.seal,
        message=message,
        joins=joins,
        deal=deal,
    )
    if mix != paper.mixed:
        raise NotProven("What was mixed in is not what the transcript says of the table.")
    if paper.transcript != 2 and paper.mixed_by is not None:
        return fixed_by(mix, _id(paper.mixed_by))
    return mix


def _is_house(paper: Transcript, join: str) -> bool:
    """Return whether a seat was a house player's at the deal. Raises NotProven."""
    if not join.startswith("house:"):
        return False
    if isinstance(paper, Transcript5):
        known = HOUSE_PLAYER.fullmatch(join) is not None
    else:
        known = isinstance(paper, Transcript4) and join == HOUSE_SEAT
    if not known:
        raise NotProven("A seat was taken by a house player that this program does not know.")
    return True


def _check_numbers(paper: Transcript | OlderTranscript, numbers: list[int], first: int) -> None:
    """Raise NotProven unless the steps are one deal and then all moves, with no number missing."""
    if numbers != list(range(first, first + len(numbers))) or not numbers:
        raise NotProven("The steps are not all there: one deal, and every move after it.")
    deal, *moves = paper.steps
    if deal.seat is not None or deal.move is not None:
        raise NotProven("The steps do not begin with the deal.")
    if any(move.seat is None for move in moves):
        raise NotProven("The transcript deals twice.")
    if any(move.seat not in range(len(paper.players)) for move in moves):
        raise NotProven("Somebody has moved who does not sit at the table.")
    if isinstance(deal, ChosenStep) and deal.by:
        raise NotProven("Nobody chooses the deal, but the transcript says who did.")
    if any(isinstance(step, Step5) and step.taken_back for step in paper.steps):
        raise NotProven("A move was taken back in this game. Only a newer release can check that.")


def _check_holders(paper: Transcript | OlderTranscript) -> None:
    """Raise NotProven if what a transcript says of the holders of its seats can't be."""
    if isinstance(paper, Transcript4):
        for names in paper.players:
            if not names:
                raise NotProven("A seat was not held from the deal to the end.")
            if any(before == after != FORMER for before, after in pairwise(names)):
                raise NotProven("Somebody has taken a seat that they already held.")
    elif isinstance(paper, Transcript5):
        for held, join in zip(paper.players, paper.joins, strict=True):
            _check_tenures(held, _is_house(paper, join), len(paper.steps))


def _check_tenures(held: Sequence[Held], of_house: bool, steps: int) -> None:
    """Raise NotProven unless the tenures of a seat fit together, and the one who took it."""
    if not held or held[0].since != 0 or held[-1].since >= steps:
        raise NotProven("A seat was not held from the deal to the end.")
    if any(before.since >= after.since for before, after in pairwise(held)):
        raise NotProven("Two tenures of a seat begin with the same step, or in the wrong order.")
    if any((a.name, a.holder) == (b.name, b.holder) for a, b in pairwise(held)):
        raise NotProven("Somebody has taken a seat that they already held.")
    if held[0].holder != ("house" if of_house else "person"):
        raise NotProven("At the deal, a seat was not held by the one who took it.")


# --- the game -------------------------------------------------------------------------------------


def _replayed(
    rules: AnyRules,
    paper: Transcript | OlderTranscript,
    numbers: list[int],
    luck: Callable[[int], Chance],
    house: HouseLuck | None,
) -> tuple[Any, HouseMoves]:
    """Deal and play the whole game again. Raises NotProven.

    Return its final public view, and the number of moves that the house made.
    """
    codec, state = codec_of(rules), None
    public: Any = None
    made = same = 0
    for number, done in zip(numbers, paper.steps, strict=True):
        try:
            if done.seat is None:
                options = read_terms(rules, json.dumps(paper.options))
                step = rules.start(len(paper.players), options, luck(number))
            else:
                if not rules.to_move(public):
                    raise NotProven(f"Step {number} comes after the game is over.")
                move = _move(codec, done.move, number)
                if by := _chosen_by(paper, done, number):
                    made += 1
                    if by == house_player(rules):
                        _check_house_move(rules, state, done.seat, number, move, house)
                        same += 1
                step = rules.play(state, done.seat, move, luck(number))
        except Refusal as refusal:
            raise NotProven(
                f"Step {number} is against the rules: {plain(str(refusal), 500)}"
            ) from refusal
        if not _alike(json.loads(codec.told.dump(step.told)), done.told):
            raise NotProven(f"Step {number} was told otherwise than it went.")
        state = step.state
        public = rules.view(state, None)
    if rules.to_move(public):
        raise NotProven("The transcript stops before the game is over.")
    return public, HouseMoves(made, same)


def _chosen_by(paper: Transcript | OlderTranscript, done: Step | OlderStep, number: int) -> str:
    """Return the house player that chose a move, or "" if none did. Raises NotProven."""
    if not isinstance(done, ChosenStep) or done.seat is None:
        return ""
    pattern = HOUSE_VERSION if isinstance(paper, Transcript4) else HOUSE_PLAYER
    if done.by and not pattern.fullmatch(done.by):
        raise NotProven(f"Step {number} was chosen by nobody that this program knows.")
    if isinstance(paper, Transcript5):
        held = paper.players[done.seat]
        now = held[bisect_right(held, number, key=lambda tenure: tenure.since) - 1]
        if (now.holder == "person") != (done.by == ""):
            raise NotProven(f"Step {number} was not chosen by the one who held its seat.")
        return done.by
    if isinstance(paper, Transcript4) and not done.by and paper.joins[done.seat] == HOUSE_SEAT:
        if len(paper.players[done.seat]) == 1:
            raise NotProven(f"Step {number} was not chosen by the house, which held its seat.")
        return UNSURE
    return done.by.replace("house:", f"house:{LEVEL}:")


def _check_house_move(
    rules: AnyRules, state: Any, seat: int, number: int, move: Any, house: HouseLuck | None
) -> None:
    """Raise NotProven unless the house player chooses this move from its seat's view."""
    assert rules.player is not None
    if house is None or seat not in rules.to_move(rules.view(state, None)):
        raise NotProven(f"In step {number} the house moved out of turn.")
    if rules.player.choose(rules.view(state, seat), house(seat, number)) != move:
        raise NotProven(f"Step {number} is not the move that the house player chooses there.")


def _move(codec: GameCodec, written: Any, number: int) -> Any:
    try:
        return codec.move.load(json.dumps(written))
    except Unreadable as error:
        raise NotProven(f"Step {number} is no move of this game.") from error


def _alike(told: list[Any], written: list[Any]) -> bool:
    """Compare two lists of events as JSON, where True differs from 1. Ignore the order of seats."""
    return _in_order(told) == _in_order(written)


def _in_order(told: list[Any]) -> list[str]:
    for event in told:
        if isinstance(event["to"], list):
            event["to"] = sorted(event["to"])
    return [json.dumps(event, sort_keys=True) for event in told]
