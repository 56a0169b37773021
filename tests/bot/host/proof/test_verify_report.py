"""What the checking of a transcript says: no more than is proved, and all that has to be compared.

Whether it adds up is verify.py's to find out: what comes here does.
"""

from typing import Any

import pytest

from bot.host.proof.transcript_reader import read
from bot.host.proof.verify_report import Findings, HouseMoves, report
from bot.host.time.discord_ids import lowest_id_at
from games.chance import short_form
from games.rules import Standing
from tests.bot.host.proof.test_transcript_reader import OLDER, PAPER
from tests.small.game import SmallRules

NOON = 1_700_049_600.0  # 2023-11-15 12:00:00 UTC
TIMES = {
    "joins": [str(lowest_id_at(NOON)), str(lowest_id_at(NOON + 60))],
    "sealed_by": str(lowest_id_at(NOON + 1)),
    "deal": str(lowest_id_at(NOON + 120)),
    "mixed_by": str(lowest_id_at(NOON + 122)),
}
PUBLISHED = {**PAPER, **TIMES}
UNPUBLISHED = {**PUBLISHED, "mixed_by": None, "mixed_in": None}
DEALT_AFTER = {**PUBLISHED, "transcript": 3}
AS_THEN = {**OLDER, "sealed_by": TIMES["sealed_by"]}
KINDS = {
    "dealt after its message": DEALT_AFTER,
    "published": PUBLISHED,
    "dealt without its message": {**UNPUBLISHED, "transcript": 3},
    "unpublished": UNPUBLISHED,
    "older": AS_THEN,
}

PARTS = ["Compare with the channel:", "Proved, where that is the same there:", "Not proved:"]


def said(paper: dict[str, Any], points: tuple[int, ...] = (1, 0), *winners: int) -> str:
    standing = Standing(points, frozenset(winners or (0,)))
    return report(Findings(SmallRules(), read(paper), standing))


def parts_of(paper: dict[str, Any]) -> tuple[str, str, str]:
    head, *rest = (part.strip() for part in said(paper).split("\n\n"))
    assert [part.split("\n")[0] for part in rest] == PARTS
    for part in rest:
        lines = part.split("\n")[1:]
        assert lines
        assert all(line.startswith("- ") for line in lines), part
    assert "\n" not in head
    compare, proved, open_ = rest
    return compare, proved, open_


def test_the_report_begins_with_the_result():
    paper = {**PUBLISHED, "players": ["Ann", "Ben"]}
    assert said(paper).split("\n")[0] == (
        "Hidden Coins, table 12: the seal opens, and all 2 steps lead where the transcript says. "
        "Won by Ann."
    )
    assert "Won by Ann, Ben." in said(paper, (1, 1), 0, 1), "where they share it, both are named"
    assert "The end: Ann 1, Ben 0." in said(paper), "which stands on the board as well"


@pytest.mark.parametrize("kind", KINDS)
def test_every_report_lists_what_is_not_proved(kind: str):
    _, proved, open_ = parts_of(KINDS[kind])
    for claim in ("nobody peeked", "these are the moves that were made", "Who is behind the names"):
        assert claim in open_
        assert claim not in proved


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_second_messages_id_prevents_trying_out_deals(kind: str):
    _, proved, open_ = parts_of(KINDS[kind])
    closed = kind == "dealt after its message"
    assert ("Nobody could try out deals beforehand" in proved) == closed
    assert ("did not choose the deal: they know the secret before the deal" in open_) != closed
    assert ("post the second message, look at the deal, delete the message" in open_) == closed


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_message_proves_that_nothing_changed_after_it(kind: str):
    compare, proved, open_ = parts_of(KINDS[kind])
    published = kind in ("published", "dealt after its message")
    at = "2023-11-15 12:02:02 UTC"
    assert (f"Nothing was changed after {at}: " in proved) == published
    assert ("a die of the deal before then, nothing is proved" in proved) == published
    assert (f"Nobody saw a card or a die of this deal before {at}." in compare) == published
    assert ("nothing was changed after the deal" in open_) != published


@pytest.mark.parametrize("paper", [PUBLISHED, DEALT_AFTER], ids=["2", "3"])
def test_the_report_links_the_published_messages(paper: dict[str, Any]):
    compare, _, _ = parts_of(paper)
    at = "https://discord.com/channels/1/2"
    both = "in the channel {} (tables sealed before release 0.3 show the first form)"
    assert compare.split("\n- ")[1:] == [
        f"The seal: {PAPER['seal']}, {both.format(short_form(PAPER['seal']))}",
        f"It stands in {at}/{TIMES['sealed_by']}, posted 2023-11-15 12:00:01 UTC. Discord marks a "
        "message that was edited, and this one must have no such mark.",
        "*Deal* was pressed 2023-11-15 12:02:00 UTC, when the seal stood there.",
        f"What was mixed in: {PAPER['mixed']}, {both.format(short_form(PAPER['mixed']))}",
        f"It stands in {at}/{TIMES['mixed_by']}, posted 2023-11-15 12:02:02 UTC, and was not "
        "edited either.",
        "Nobody saw a card or a die of this deal before 2023-11-15 12:02:02 UTC.",
        "They sat down: Ann 2023-11-15 12:00:00 UTC, Ben 2023-11-15 12:01:00 UTC.",
        'The terms: {"most": 3}',
        "The end: Ann 1, Ben 0.",
    ]


def test_the_report_omits_a_mix_that_was_not_published():
    compare, _, _ = parts_of(UNPUBLISHED)
    assert "What was mixed in" not in compare
    assert "edited either" not in compare
    assert PAPER["mixed"] not in compare


def test_the_report_on_an_older_table_relies_on_what_was_seen():
    compare, _, open_ = parts_of(AS_THEN)
    assert f"was message {TIMES['sealed_by']}, posted 2023-11-15 12:00:01 UTC" in compare
    assert "what counts is what you saw then" in compare
    assert "first row of the game is number 3." in compare
    assert "https://" not in compare
    assert "dealt by an older release" in open_


HOUSED = {
    **DEALT_AFTER,
    "transcript": 5,
    "joins": [TIMES["joins"][0], "house:gentle:1"],
    "players": [
        [{"since": 0, "name": "Ann", "holder": "person"}],
        [
            {"since": 0, "name": "Bosun", "holder": "house"},
            {"since": 4, "name": "Dan", "holder": "person"},
            {"since": 6, "name": "Dan", "holder": "stand-in"},
        ],
    ],
    "steps": [{**step, "by": ""} for step in PAPER["steps"]],
}


def with_house(paper: dict[str, Any], made: int, same: int) -> str:
    standing = Standing((1, 0), frozenset({1}))
    return report(Findings(SmallRules(), read(paper), standing, HouseMoves(made, same)))


def test_the_report_says_of_the_house_what_was_chosen_again():
    said = with_house(HOUSED, 3, 3)
    proved, _, open_ = said.partition("Not proved:")
    assert (
        "- The house did not cheat: of 3 moves at seats of the house, 3 were chosen again and are "
        "the same. It chose"
    ) in proved
    assert "That nobody foresaw the house's moves" in open_
    some = with_house(HOUSED, 3, 1)
    proved, _, open_ = some.partition("Not proved:")
    counted = "f 3 moves at seats of the house, 1 was chosen again and is the same."
    assert f"- O{counted}" in proved
    assert f"- That the house did not cheat: o{counted} The others were chosen by a ver" in open_
    none = with_house(HOUSED, 1, 0)
    proved, _, open_ = none.partition("Not proved:")
    assert "at seats of the house" not in proved
    assert "of 1 move at seats of the house, 0 were chosen again" in open_
    assert "foresaw" not in open_, "nothing was chosen"
    for text in (some, none, with_house(HOUSED, 0, 0)):
        assert "The house did not cheat" not in text


def test_the_report_says_of_a_deal_without_a_second_message_only_what_was_chosen_again():
    said = with_house({**HOUSED, "mixed_by": None, "mixed_in": None}, 3, 3)
    assert "- Of 3 moves at seats of the house, 3 were chosen again and are the same." in said
    assert "The house did not cheat" not in said, "its luck was not fixed before the deal"


def test_the_report_names_who_held_each_seat():
    said = with_house(HOUSED, 3, 3)
    assert "Won by Bosun (the house), then Dan." in said
    assert (
        "- Who held the seats that changed hands: Bosun (the house) from step 0, Dan from step 4, "
        "the house for Dan from step 6."
    ) in said
    unchanged = {**HOUSED, "players": [[HOUSED["players"][0][0]], [HOUSED["players"][1][0]]]}
    assert "changed hands" not in with_house(unchanged, 3, 3)


def test_the_report_prints_names_on_one_line():
    made = said({**PUBLISHED, "players": ["Ann\u202e\u2028neB yb noW", "x" * 500]}, (1, 0), 0, 1)
    assert f"Won by AnnneB yb noW, {'x' * 100}." in made
    assert "x" * 101 not in made
    assert all(line.isprintable() for line in made.split("\n"))
