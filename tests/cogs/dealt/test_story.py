"""Dealt!: reveals, net changes, memorable moments and the truth."""

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.ui.face.story import Reveal, Turn
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names
from cogs.dealt import FACE
from cogs.dealt.story import rounds_of
from games.dealt.cards import label, strength
from games.dealt.events import Drew, GameEnded, HandDealt, Played, RoundEnded, RoundStarted, WentOut
from games.dealt.moves import Move
from games.dealt.state import Options
from tests.cogs.dealt.face import NAMES
from tests.contract.playing import Case, played
from tests.contract.stories import heard, laid_open
from tests.games.dealt.table import ANN, BEN, CAT, RULES, Table


class Told(Table):
    """Record the turns of a game from the start of a round."""

    def __init__(self, *hands: str, **others: Any) -> None:
        super().__init__(*hands, **others)
        dealt = [HandDealt(seat=seat, cards=some) for seat, some in enumerate(self.state.hands)]
        events = (RoundStarted(number=1, leader=self.up.leader), *dealt)
        seen = partial(RULES.view, self.state)
        self.turns = [Turn(seat=None, move=None, by="deal", events=events, seen=seen)]

    def do(self, seat: int, move: Move) -> "Told":
        before, had = self.state, len(self.events)
        super().do(seat, move)
        events = tuple(self.events[had:])
        seen = partial(RULES.view, before)
        self.turns.append(Turn(seat=seat, move=move, by="hand", events=events, seen=seen))
        return self

    def moments(self) -> list[str]:
        return [plain(line) for line in FACE.story.moments(self.turns, NAMES)]

    def truth(self) -> list[str]:
        return list(FACE.story.truth(self.turns, NAMES))


def ended(number: int, payers: tuple[int, ...], chips: tuple[int, ...]) -> RoundEnded:
    return RoundEnded(number=number, why="last", payers=payers, chips=chips)


# --- the headline ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            Told("12", "5 3", "9").play(ANN, 1),
            "Ben couldn't play and had no reserve left, so round 1 is over. "
            "Ben gives up a chip and has 1 left.",
        ),
        (
            Told("3", "Stop", "9", chips=(2, 2, 1)).play(ANN, 1).stop(BEN),
            "Cat was the last one with cards, so round 1 is over. Cat gives up their last chip.",
        ),
        (
            Told("3", "4", "5", chips=(1, 0, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1),
            "Everybody's hand is empty, so round 1 is over. Anyone who was in its last trick and "
            "didn't take it owes a chip. Ann gives up their last chip.",
        ),
    ],
    ids=["stuck", "last", "all out"],
)
def test_end_of_a_round_is_a_headline_with_the_reason_and_the_payers(table: Told, said: str):
    found = FACE.story.reveal(table.turns[-1].events, NAMES)
    assert found is not None
    assert found.text == said
    assert found.ends_round


def test_the_end_of_a_trick_is_a_headline_but_rings_nobody():
    table = Told("3 5", "4 1", "5 Stop").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    found = [FACE.story.reveal(turn.events, NAMES) for turn in table.turns]
    assert found == [None, None, None, Reveal("Cat takes the trick.")]


def test_the_end_of_a_trick_names_whoever_stopped_it():
    table = Told("3 5", "Stop 1", "5 2").play(ANN, 1).stop(BEN)
    found = FACE.story.reveal(table.turns[2].events, NAMES)
    assert found == Reveal("Ben's STOP ended the trick. Ann takes it.")


# --- since you last looked ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], ""),
        ([Played(seat=ANN, first=1, cards=(3,), values=(3,))], ""),
        ([ended(1, (ANN,), (1, 2, 2))], "You're down to 1 chip."),
        ([ended(1, (BEN,), (2, 1, 2))], "Ben is down to 1 chip."),
        (
            [ended(1, (BEN,), (2, 1, 2)), ended(2, (ANN, BEN), (1, 0, 2))],
            "You're down to 1 chip. Ben has no chips left.",
        ),
        ([WentOut(seat=ANN)], "You're out of cards and safe this round."),
        ([WentOut(seat=BEN), WentOut(seat=CAT)], "Ben and Cat are out of cards."),
        (
            [ended(1, (BEN,), (2, 1, 2)), WentOut(seat=ANN), WentOut(seat=CAT)],
            "Ben is down to 1 chip. You're out of cards and safe this round. Cat is out of cards.",
        ),
        (
            [WentOut(seat=ANN), RoundStarted(number=2, leader=BEN)],
            "",  # that was the round before
        ),
    ],
)
def test_net_change_lists_lost_chips_and_players_who_are_out(events: list, said: str):
    assert FACE.story.net(events, NAMES, ANN) == said


# --- what to remember -----------------------------------------------------------------------------


def swum(*last: Any) -> list[str]:
    """Return the moments of a game in which Ben has no chip after the first round."""
    ends = [
        *(ended(1, (BEN,), (2, 1, 2)), ended(2, (BEN,), (2, 0, 2))),
        *(ended(3, (ANN,), (1, 0, 2)), ended(4, (ANN,), (0, 0, 2))),
    ]
    steps = [(RoundStarted(number=end.number, leader=ANN), end) for end in ends]
    seen = partial(RULES.view, Table("3", "4", "5").state)
    turns = [
        Turn(seat=None, move=None, by="hand", events=events, seen=seen)
        for events in [*steps, (RoundStarted(number=5, leader=ANN), *last)]
    ]
    return list(FACE.story.moments(turns, NAMES))


def test_best_survivor_is_counted_in_rounds_without_a_chip():
    assert swum(ended(5, (BEN,), (0, 0, 2)), GameEnded(losers=(BEN,))) == [
        "**Living dangerously:** Ben survived 2 rounds with no chips left, then lost the next one."
    ]
    assert swum(ended(5, (ANN,), (0, 0, 2)), GameEnded(losers=(ANN,))) == [
        "**Living dangerously:** Ben survived 3 rounds with no chips left, and won."
    ]


def test_the_dearest_trick_tells_what_was_drawn_for_it():
    table = Told("4 9", "Redraw 8", "Redraw 7", pile="1 X 12 5 5 6")
    table.play(ANN, 1).redraw(BEN).redraw(CAT).place(ANN, 0, 0, 0, 0, 0, 0)
    assert table.moments() == [
        "**Dearest trick:** In round 1 Ann took a trick with a 4 and had to draw 6 cards: "
        "1 X 12 5 5 6."
    ]


def test_redraw_that_nobody_beat_is_no_dear_trick():
    table = Told("Redraw 9", "8 2", "7 3", reserves=("", "1", "4"), pile="5 5 6")
    table.redraw(ANN).take(BEN, 1).take(CAT, 4).place(ANN, 0, 0, 0)
    assert table.moments() == []
    assert "Ann drew 5 5 6 for a REDRAW." in table.truth()


def test_biggest_play_names_the_play_it_beat():
    table = Told("7 8 9 1", "12 X 12 3", "2 2").play(ANN, 1, 3).play(BEN, 1, 3)
    assert "**Biggest play:** In round 1 Ben beat Ann's 7-8-9 with three 12s (12 X 12)." in (
        table.moments()
    )
    small = Told("7 8 1", "12 12 3", "2 Stop").play(ANN, 1, 2).play(BEN, 1, 2)
    assert small.moments() == [], "a pair is not big"


def test_default_move_is_never_the_biggest_play():
    table = Told("7 8 9 1", "12 3", "2 Stop").play(ANN, 1, 3)
    absent = [replace(turn, by="clock") for turn in table.turns]
    assert list(FACE.story.moments(absent, NAMES)) == []


def test_fullest_unplayable_hand_is_shown():
    table = Told("8 9 1", "12 1 5 7", "9 2").play(ANN, 1, 2)
    assert table.moments() == [
        "**Fullest hand:** In round 1 Ben had 12 1 5 7, and none of it could beat Ann's 8-9."
    ]


def test_x_with_a_low_value_is_humble():
    table = Told("X 9", "8 2", "7 3").play(ANN, 1, values="3")
    assert table.moments() == ["**Humblest X:** In round 1 Ann played an X as a 3."]


# --- the truth ------------------------------------------------------------------------------------


def test_truth_lists_hands_draws_and_leftover_cards():
    table = Told("4 9", "Redraw 8", "3 Stop", pile="1 X 12")
    table.play(ANN, 1).redraw(BEN).stop(CAT).place(ANN, 0, 1, 2)
    assert table.truth() == [
        "**Round 1**",
        "Ann was dealt 4 9.",
        "Ben was dealt REDRAW 8.",
        "Cat was dealt 3 STOP.",
        "Ann drew 1 X 12 for a REDRAW.",
    ]


def test_a_play_that_was_kept_back_for_a_reserve_card_is_a_gap():
    def kept(*hands: str) -> list[str]:
        table = Told(*hands, reserves=("", "4", "1")).play(ANN, 1).take(BEN, 4)
        table.take(CAT, 1)
        return list(FACE.story.gaps(table.turns, NAMES))

    said = "In round 1 Ben took a reserve card, but three 7s (7 X 7) would have beaten Ann's 8."
    assert kept("8 5", "7 X 7", "2 5") == [said]
    both = "In round 1 Cat took a reserve card, but a 10 would have beaten Ann's 8."
    assert kept("8 5", "7 X 7", "2 10") == [said, both], "the higher play first"
    assert kept("8 5", "2 5", "2 5") == []


def test_only_the_highest_play_that_a_player_kept_back_in_a_round_is_told():
    table = Told("8 5 9", "7 7 2", "2 5 1 1", reserves=("", "4 4", "1 1"))
    table.play(ANN, 1).take(BEN, 4).take(CAT, 1).play(ANN, 2).take(BEN, 4)
    first, second = FACE.story.gaps(table.turns, NAMES)
    assert "Ben took a reserve card, but a pair of 7s would have beaten Ann's 9" in first
    assert "Cat took a reserve card, but a pair of 1s would have beaten Ann's 8" in second


def test_whoever_kept_a_play_back_and_lost_the_round_comes_first():
    table = Told("8 5", "7 X 7", "10", reserves=("", "4", "1")).play(ANN, 1).take(BEN, 4)
    table.take(CAT, 1)
    lost = ended(1, (CAT,), (2, 2, 1))
    turns = [*table.turns[:-1], replace(table.turns[-1], events=(*table.turns[-1].events, lost))]
    assert FACE.story.gaps(turns, NAMES)[0] == (
        "In round 1 Cat took a reserve card, but a 10 would have beaten Ann's 8. "
        "Cat lost that round."
    )
    absent = [replace(turn, by="clock") for turn in turns]
    assert FACE.story.gaps(absent, NAMES) == []


@pytest.mark.parametrize(
    ("table", "left"),
    [
        (Told("12 4", "5 3", "9").play(ANN, 1), "Left in hand: Ann 4; Ben 5 3; Cat 9."),
        (Told("3", "Stop", "9").play(ANN, 1).stop(BEN), "Left in hand: Cat 9."),
        (
            Told("3", "4", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1),
            "Every card in hand was played.",
        ),
    ],
)
def test_leftover_cards_are_counted_after_the_last_move(table: Told, left: str):
    assert table.truth()[4] == left


# --- random games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_story_of_random_games_matches_their_events(seed: int):
    case = Case("dealt", 3 + seed % 3, Options(chips=3 if seed % 2 else 2), 100 + seed)
    names = Names(NAMES[: case.seats])
    through = played(case)
    turns = laid_open(through)
    events, rounds = heard(turns), rounds_of(turns)
    ends = [event for event in events if isinstance(event, RoundEnded)]
    assert [round_.end for round_ in rounds] == ends
    assert [len(round_.dealt) for round_ in rounds] == [case.seats] * len(ends)

    # what is left at the end of a round is what was dealt, drawn and taken, and not played
    at_the_end = through.positions[-1].state
    assert rounds[-1].held == {s: hand for s, hand in enumerate(at_the_end.hands) if hand}
    now, hands = -1, Counter[Any]()
    for event in events:
        if isinstance(event, RoundStarted):
            now, hands = now + 1, Counter()
        elif isinstance(event, HandDealt):
            hands.update((event.seat, card) for card in event.cards)
        elif event.kind in ("drew", "reserve_taken"):
            hands[event.seat, event.card] += 1
        elif isinstance(event, Played):
            hands.subtract((event.seat, card) for card in event.cards)
        elif event.kind in ("stopped", "redrawn"):
            hands[event.seat, "Stop" if event.kind == "stopped" else "Redraw"] -= 1
        elif isinstance(event, RoundEnded):
            held = Counter((s, card) for s, cards in rounds[now].held.items() for card in cards)
            assert held == +hands

    best, told = list(FACE.story.moments(turns, names)), list(FACE.story.truth(turns, names))
    most = max((strength(event.values) for event in events if isinstance(event, Played)), default=0)
    assert any("Biggest" in line for line in best) == (most >= 400)
    drew = [line.split(" drew ")[1].split(" for ")[0] for line in told if " drew " in line]
    drawn = sum(len(cards.split()) for cards in drew)
    assert drawn == sum(isinstance(event, Drew) for event in events)
    assert all(label(card) in " ".join(told) for hand in at_the_end.hands for card in hand)
    for turn in turns:
        found = FACE.story.reveal(turn.events, names)
        ends = any(isinstance(event, RoundEnded) for event in turn.events)
        assert (found is not None and found.ends_round) == ends
