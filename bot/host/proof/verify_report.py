"""Writes the report on a verified transcript: what to compare, what is proved and what is not.

All other claims about fair deals must follow from the sentences in this file. docs/fairness.md
gives the reasons.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from bot.host.proof.luck import HOUSE_SEAT
from bot.host.proof.transcript_reader import (
    Held,
    OlderTranscript,
    Transcript,
    Transcript4,
    Transcript5,
    plain,
)
from bot.host.time.discord_ids import instant_of
from bot.ui.panels.words import link_to, listed
from games.chance import short_form
from games.rules import AnyRules, Standing


@dataclass(frozen=True, slots=True)
class HouseMoves:
    """The number of moves at seats of the house, and how many of them were chosen again here."""

    made: int = 0
    same: int = 0

    def __str__(self) -> str:
        moves = "1 move" if self.made == 1 else f"{self.made} moves"
        again = "was chosen again and is" if self.same == 1 else "were chosen again and are"
        return f"of {moves} at seats of the house, {self.same} {again} the same"


@dataclass(frozen=True, slots=True)
class Findings:
    """A transcript that was replayed without a contradiction, and its game's final standing."""

    rules: AnyRules
    paper: Transcript | OlderTranscript
    standing: Standing
    house: HouseMoves = HouseMoves()


def report(findings: Findings) -> str:
    """Return the report on a verified transcript."""
    compare, proved, open_ = (
        _of(findings, findings.paper)
        if isinstance(findings.paper, Transcript)
        else _of_older(findings, findings.paper)
    )
    if back := findings.paper.set_back:
        times = listed([plain(at, 30) for at in back])
        open_ = [
            *open_,
            f"The table was set back to how it was at {times}, so somebody may have seen later "
            "moves and luck before they were played.",
        ]
    return "\n".join(
        [
            _headline(findings),
            "",
            "Compare with the channel:",
            *(f"- {line}" for line in compare),
            "",
            "Proved, where that is the same there:",
            *(f"- {line}" for line in proved),
            "",
            "Not proved:",
            *(f"- {line}" for line in open_),
        ]
    )


def _headline(found: Findings) -> str:
    names = _names(found)
    winners = ", ".join(names[seat] for seat in sorted(found.standing.winners))
    return (
        f"{found.rules.title}, table {found.paper.table}: the seal opens, and all "
        f"{len(found.paper.steps)} steps lead where the transcript says. Won by {winners}."
    )


def _names(found: Findings) -> list[str]:
    paper = found.paper
    joins = paper.joins if isinstance(paper, Transcript) else [""] * len(paper.players)
    names: list[str] = []
    for held, join in zip(paper.players, joins, strict=True):
        every = [held] if isinstance(held, str) else [*map(_holder, held)]
        if join == HOUSE_SEAT:
            every[0] += " (the house)"
        names.append(plain(", then ".join(name for name, _ in groupby(every)), 100))
    return names


def _holder(held: Held | str) -> str:
    if isinstance(held, str):
        return held
    return f"{held.name} (the house)" if held.holder == "house" else held.name


def _when(id: str) -> str:
    at = datetime.fromtimestamp(instant_of(int(id)), UTC)
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _end(found: Findings) -> str:
    points = zip(_names(found), found.standing.points, strict=True)
    return f"The end: {', '.join(f'{name} {number}' for name, number in points)}."


def _terms(paper: Transcript | OlderTranscript) -> str:
    return f"The terms: {json.dumps(paper.options)}"


SECRET = (
    "All luck comes from a secret that was fixed before the deal: nobody can open that seal with "
    "another."
)
RULES = "Every move was allowed, every step follows from the one before it, and it ended so."
OUTSIDERS = (
    "Nobody except whoever runs the bot could steer the luck: nobody else knew the secret, and "
    "nobody at the table chooses the ids that were mixed in."
)
NO_SEARCH = (
    "Nobody could try out deals beforehand: the luck also depends on the id of the second message, "
    "and Discord gives that id only when the message is posted."
)
PEEKED = "That nobody peeked: whoever runs the bot can read every hand."
MOVES = (
    "That these are the moves that were made: anyone who has the secret could write a game with "
    "other moves. Each player knows their own, and the board shows the end."
)
STEERED = (
    "That whoever runs the bot did not choose the deal: they know the secret before the deal, so "
    "they could try presses of their own on it, or open tables until one suits them."
)
PICKED = (
    "That whoever runs the bot did not pick among a few deals: they could post the second message, "
    "look at the deal, delete the message and post again. Each try is a message that everybody in "
    "the channel can see. They could also drop presses."
)
UNPUBLISHED = (
    "That nothing was changed after the deal: no second message was posted, so whoever runs the "
    "bot could have chosen what was mixed in as late as the end."
)
HOUSE = (
    "The house did not cheat: {}. It chose each from what its seat could see, and from luck that "
    "was fixed before the deal. Seats of absent players count while the house plays them."
)
OTHER_HOUSE = (
    "That the house did not cheat: {}. The others were chosen by a version or level of its player "
    "that this program doesn't have{}."
)
OR_PEOPLE = (
    ", or by people who took a seat of the house: this older transcript doesn't say when they did"
)
FORESEEN = (
    "That nobody foresaw the house's moves: whoever runs the bot knows the secret from which its "
    "luck comes."
)
NAMES = "Who is behind the names: they are as the file says."


def _of(findings: Findings, paper: Transcript) -> tuple[list[str], list[str], list[str]]:
    seal_at = link_to(int(paper.guild), int(paper.sealed_in), int(paper.sealed_by))
    sat_down = ", ".join(
        name if join.startswith("house:") else f"{name} {_when(join)}"
        for name, join in zip(_names(findings), paper.joins, strict=True)
    )
    compare = [
        f"The seal: {_both_forms(paper.seal)}",
        f"It stands in {seal_at}, posted {_when(paper.sealed_by)}. Discord marks a message that "
        "was edited, and this one must have no such mark.",
        f"*Deal* was pressed {_when(paper.deal)}, when the seal stood there.",
        f"They sat down: {sat_down}.",
        *_changes_of_seats(paper),
        _terms(paper),
        _end(findings),
    ]
    proved = [SECRET, RULES, OUTSIDERS]
    open_ = [STEERED, PEEKED, MOVES, NAMES]
    house, published = findings.house, paper.mixed_by is not None
    if house.made == house.same > 0 and published:
        proved.append(HOUSE.format(house))
    elif house.same:
        proved.append(f"{str(house).capitalize()}.")
    if house.same:
        open_.append(FORESEEN)
    if house.same < house.made:
        or_people = OR_PEOPLE if isinstance(paper, Transcript4) else ""
        open_.append(OTHER_HOUSE.format(house, or_people))
    if paper.mixed_by is None or paper.mixed_in is None:
        return compare, proved, [UNPUBLISHED, *open_]
    mix_at, at = link_to(int(paper.guild), int(paper.mixed_in), int(paper.mixed_by)), paper.mixed_by
    compare[3:3] = [
        f"What was mixed in: {_both_forms(paper.mixed)}",
        f"It stands in {mix_at}, posted {_when(at)}, and was not edited either.",
        f"Nobody saw a card or a die of this deal before {_when(at)}.",
    ]
    proved[1:1] = [
        f"Nothing was changed after {_when(at)}: by then the terms, the seats and all luck to come "
        "were fixed. If you saw a card or a die of the deal before then, nothing is proved.",
    ]
    if paper.transcript != 2:
        proved.append(NO_SEARCH)
        open_[0] = PICKED
    return compare, proved, open_


def _changes_of_seats(paper: Transcript) -> list[str]:
    """Return a line about who held each seat since which step, if any changed hands."""
    if not isinstance(paper, Transcript5) or all(len(held) == 1 for held in paper.players):
        return []
    seats = [
        ", ".join(
            f"{'the house for ' if tenure.holder == 'stand-in' else ''}"
            f"{plain(_holder(tenure), 100)} from step {tenure.since}"
            for tenure in held
        )
        for held in paper.players
        if len(held) > 1
    ]
    return [f"Who held the seats that changed hands: {'; '.join(seats)}."]


def _both_forms(digest: str) -> str:
    """Return a text with both forms of a hash: in full, and the short form posted in channels."""
    channel = f"in the channel {short_form(digest)}"
    return f"{digest}, {channel} (tables sealed before release 0.3 show the first form)"


def _of_older(findings: Findings, paper: OlderTranscript) -> tuple[list[str], list[str], list[str]]:
    compare = [
        f"The seal: {paper.seal}",
        f"The board that first showed it was message {paper.sealed_by}, posted "
        f"{_when(paper.sealed_by)}; it was drawn anew since, so what counts is what you saw then.",
        f"The log's first row of the game is number {paper.steps[0].rev}.",
        _terms(paper),
        _end(findings),
    ]
    proved = [
        "All luck comes from the secret under that seal, and nobody can open it with another.",
        RULES,
    ]
    open_ = [
        "That nothing was changed after the deal: this table was dealt by an older release, which "
        "published its seal on a board alone, and neither the terms nor that number at all. "
        "Whoever runs the bot could have chosen among deals.",
        STEERED,
        PEEKED,
        MOVES,
        NAMES,
    ]
    return compare, proved, open_
