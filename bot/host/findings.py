"""What the checking of a transcript says: what to compare, what is proved, and what is not.

Every claim of ours about a fair deal is one of these sentences, or rests on them; docs/fairness.md
gives the reasons.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.host.fresh import instant_of
from bot.host.table_view import link_to
from bot.host.transcript_file import OlderTranscript, Transcript, plain
from games.rules import AnyRules, Standing


@dataclass(frozen=True, slots=True)
class Findings:
    """A transcript whose steps all lead where it says, and where they led."""

    rules: AnyRules
    paper: Transcript | OlderTranscript
    standing: Standing


def report(found: Findings) -> str:
    """Write all that there is to say of a transcript that adds up."""
    compare, proved, open_ = (
        _of(found, found.paper)
        if isinstance(found.paper, Transcript)
        else _of_older(found, found.paper)
    )
    return "\n".join(
        [
            _headline(found),
            "",
            "Compare with the channel:",
            *(f"- {one}" for one in compare),
            "",
            "Proved, where that is the same there:",
            *(f"- {one}" for one in proved),
            "",
            "Not proved:",
            *(f"- {one}" for one in open_),
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
    return [plain(name, 100) for name in found.paper.players]


def _when(id: str) -> str:
    at = datetime.fromtimestamp(instant_of(int(id)), UTC)
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _end(found: Findings) -> str:
    points = zip(_names(found), found.standing.points, strict=True)
    return f"The end: {', '.join(f'{name} {number}' for name, number in points)}."


def _terms(paper: Transcript | OlderTranscript) -> str:
    return f"The terms: {json.dumps(paper.options)}"


RULES = "Every move was allowed, every step follows from the one before it, and it ended so."
PEEKED = "That nobody peeked: whoever runs the bot can read every hand."
MOVES = (
    "That these are the moves which were made: whoever has the secret could write a game with "
    "others. Each player knows their own, and the end stands on the board."
)
STEERED = (
    "That whoever runs the bot did not choose: they know the secret before the deal, so they could "
    "try presses of their own on it, or open tables until one suits them."
)
NAMES = "Who is behind the names: they are as the file says."


def _of(found: Findings, paper: Transcript) -> tuple[list[str], list[str], list[str]]:
    seal_at = link_to(int(paper.guild), int(paper.sealed_in), int(paper.sealed_by))
    sat_down = ", ".join(
        f"{name} {_when(join)}" for name, join in zip(_names(found), paper.joins, strict=True)
    )
    compare = [
        f"The seal: {paper.seal}",
        f"It stands in {seal_at}, posted {_when(paper.sealed_by)}; Discord says of no such "
        "message that it was edited.",
        f"The deal was asked for {_when(paper.deal)}, when the seal stood there.",
        f"They sat down: {sat_down}.",
        _terms(paper),
        _end(found),
    ]
    proved = [
        "All luck comes from a secret that was fixed before the deal, and nobody can open that "
        "seal with another.",
        RULES,
        "Nobody who does not run the bot could steer the luck: nobody else knew the secret, nor "
        "could choose the ids that were mixed in.",
    ]
    open_ = [STEERED, PEEKED, MOVES, NAMES]
    if paper.mixed_by is None or paper.mixed_in is None:
        open_.insert(
            0,
            "That nothing was changed after the deal: what was mixed in was not published then, so "
            "whoever runs the bot could have chosen it as late as the end.",
        )
        return compare, proved, open_
    mix_at = link_to(int(paper.guild), int(paper.mixed_in), int(paper.mixed_by))
    compare[3:3] = [
        f"What was mixed in: {paper.mixed}",
        f"It stands in {mix_at}, posted {_when(paper.mixed_by)}; nor was that one edited.",
    ]
    proved.insert(
        1,
        "Nothing was changed after the deal: the terms, who sat down when, the deal itself are in "
        "what was mixed in, and with it all luck to come was fixed.",
    )
    return compare, proved, open_


def _of_older(found: Findings, paper: OlderTranscript) -> tuple[list[str], list[str], list[str]]:
    compare = [
        f"The seal: {paper.seal}",
        f"The board that first showed it was message {paper.sealed_by}, posted "
        f"{_when(paper.sealed_by)}; it was drawn anew since, so what counts is what you saw then.",
        f"The log's first row of the game is number {paper.steps[0].rev}.",
        _terms(paper),
        _end(found),
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
