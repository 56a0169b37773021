"""Announcements, summaries, highlights and the truth about a finished game."""

import itertools
from dataclasses import replace
from functools import partial

import pytest

from bot.ui.face.story import By, Turn
from bot.ui.panels.words import Names
from cogs.downeast import FACE
from games.downeast.cash import money
from games.downeast.events import ChestFound, Compared, DealWon, SetCompleted, ThiefTaken
from tests.cogs.downeast.face import CALLED
from tests.contract.playing import cases_of, heard, played
from tests.contract.stories import LONGEST_LINE, assert_line, assert_moments, laid_open
from tests.games.downeast.table import ANN, BEN, CAT, RULES, Table

NAMES = Names(CALLED)
START = "/ 50 10 10 10 10 0 0"


class Played(Table):
    """A table that keeps its turns for the stories; `by` tells what made each move."""

    by: By = "hand"

    def play(self, seat, move):
        before, heard_before = self.state, len(getattr(self, "told", []))
        super().play(seat, move)
        turn = Turn(
            seat=seat,
            move=move,
            by=self.by,
            events=tuple(told.event for told in self.told[heard_before:]),
            seen=partial(RULES.view, before),
        )
        self.turns = [*getattr(self, "turns", []), turn]
        return self

    def clock(self):
        self.by = "clock"
        return self

    def revealed(self):
        """Return the announcement of the last step."""
        public = {id(told.event) for told in self.told if told.to is None}
        events = [event for event in self.turns[-1].events if id(event) in public]
        return FACE.story.reveal(events, NAMES)

    def net(self, seat):
        return FACE.story.net(self.heard(seat), NAMES, seat)

    def moments(self):
        return list(FACE.story.moments(self.turns, NAMES))

    def truth(self):
        return list(FACE.story.truth(self.turns, NAMES))


def sealing(*seats: str) -> Played:
    return Played(*(seats or (START,) * 3), deck="Thief Canoe", thief=True).turn_over(ANN)


def test_revealed_bids_end_a_round_once_the_thief_is_taken():
    table = sealing().seal(BEN, "50 10").seal(CAT, "0")
    assert table.revealed() is None  # a sealed bid is not announced
    found = table.seal(ANN, "10 10").revealed()
    assert found.text == (
        "The sealed bids to avoid the Thief: Ben $60, Cat nothing but a bad check, Ann $20."
        " Cat bid lowest and takes the Thief and $80."
    )
    assert found.ends_round


def test_thief_comes_with_the_bad_checks_that_were_bid():
    found = sealing("/ 0", "/ 0", "/ 0").seal(BEN, "0").seal(CAT, "0").seal(ANN, "0").revealed()
    assert found.text.endswith("first in bidding order, takes the Thief and 3 bad checks.")


def test_tied_sealed_bids_do_not_end_a_round():
    found = sealing().seal(BEN, "10").seal(CAT, "10").seal(ANN, "50").revealed()
    assert found.text.endswith("Ben and Cat tied for the lowest.")
    assert not found.ends_round


def test_only_a_complete_set_gets_its_own_message():
    def bought(items: str):
        table = Played(items + START, START, START, deck="Canoe Trap").turn_over(ANN)
        return table.passes(BEN, CAT).revealed()

    assert bought("").text == "Nobody was left in the bidding, so Ann got the Canoe for nothing."
    assert not bought("").ends_round
    reveal = bought("Canoe Canoe Canoe ")
    assert reveal.text.endswith("Ann has all four Canoes, a set worth 80★.")
    assert reveal.ends_round


def test_only_the_last_chest_gets_its_own_message():
    def chest(before: int):
        table = Played(START, START, START, deck="Chest Trap")
        table.state = replace(table.state, chests=before)
        return table.turn_over(ANN).revealed()

    assert chest(0).text == "The first Chest turned up, so everybody got $50."
    assert not chest(2).ends_round
    assert chest(3).ends_round


def test_a_deal_announces_the_winner_but_not_the_cash():
    table = Played("Canoe / 100", "Canoe / 50 10", "/", deck="Trap Buoy")
    table.deal(ANN, "Canoe", BEN, "100")
    assert table.revealed() is None
    assert table.surrender(BEN).revealed().text == (
        "Ben gave in and took the offer. Ann won Ben's Canoe."
    )


def test_a_lot_is_announced_only_when_it_is_settled():
    table = Played(START, START, START, deck="Canoe Trap", bidding="once", payments="house")
    table.turn_over(ANN).answers(BEN, 60).sell(ANN)
    assert table.revealed() is None
    found = table.answers(CAT, 30).revealed()
    assert found.text == "Ben gets the Canoe for $40 (Cat bid too)."


def test_open_bids_are_not_announced():
    table = Played(START, START, START, deck="Canoe Trap").turn_over(ANN).bid(BEN, 20)
    assert table.revealed() is None


def test_the_summary_lists_cash_and_items_won_and_lost():
    table = Played(
        "Trap Trap Trap / 100 50", "Canoe / 50 10", "Canoe / 100", deck="Chest Trap Buoy"
    )
    table.turn_over(ANN).passes(BEN, CAT)  # everybody gets $50, Ann gets the Chest
    table.deal(BEN, "Canoe", CAT, "50").answer(CAT, "100")
    assert table.net(BEN) == "You gained $100 and lost a Canoe."
    assert table.net(CAT) == "You got a Canoe."  # plus $50 for the chest, minus $50 in the deal
    assert table.net(ANN) == "You gained $50 and got a treasure Chest."


def test_the_summary_hides_the_cash_of_other_players_deals():
    table = Played("Canoe / 100", "Canoe / 50 10", "/", deck="Trap Buoy")
    table.deal(ANN, "Canoe", BEN, "100").surrender(BEN)
    assert table.net(CAT) == ""
    assert table.net(ANN) == "You lost $100 and got a Canoe."
    assert table.net(BEN) == "You gained $100 and lost a Canoe."


def test_the_summary_names_a_new_set_but_not_its_items():
    table = Played("Trap Trap Trap" + START, START, START, deck="Trap Buoy").turn_over(ANN)
    table.passes(BEN, CAT)
    assert table.net(BEN) == "Ann completed a set of Traps."
    assert table.net(ANN) == "You completed a set of Traps."


def test_the_summary_counts_the_cash_that_comes_with_the_thief():
    table = sealing().seal(BEN, "50 10").seal(CAT).seal(ANN, "10 10")
    assert table.net(BEN) == "You lost $60."
    assert table.net(CAT) == "You gained $80 and got a Thief."


def test_the_summary_does_not_count_cash_face_down_as_lost():
    table = Played("Canoe / 100", "Canoe / 50 10", "/", deck="Trap Buoy")
    table.deal(ANN, "Canoe", BEN, "100")
    assert table.net(ANN) == table.net(BEN) == ""


def test_dd_31_the_summary_of_a_thief_deal_gives_the_lower_offer_all_the_cash():
    def dealt(answer: str) -> list[str]:
        table = Played("Thief / 100", "Thief / 100 50", "/", deck="Trap Buoy", thief=True)
        table.deal(ANN, "Thief", BEN, "100").answer(BEN, answer)
        return [table.net(ANN), table.net(BEN)]

    assert dealt("50") == [
        "You lost $100 and lost a Thief.",
        "You gained $100 and got a Thief.",
    ]
    assert dealt("100 50") == [
        "You gained $150 and got a Thief.",
        "You lost $150 and lost a Thief.",
    ]
    assert dealt("100") == ["", ""]


def test_the_boldest_offer_is_a_worthless_one_that_worked():
    def lie(by: By, cards: str = "0 0", fanned: bool = False):
        table = Played("Canoe Canoe / 50 0 0", "Canoe Canoe / 50", "/", deck="Trap Buoy")
        table.deal(ANN, "Canoe", BEN, cards, fanned=fanned)
        table.by = by
        return table.surrender(BEN).moments()

    line = (
        "**Boldest offer:** Ann got two Canoes from Ben by offering nothing but 2 bad checks,"
        " face down."
    )
    assert lie("hand") == [line]
    assert lie("clock") == []  # the clock surrendered, so nobody was fooled
    assert "by offering no cash at all, face down." in lie("hand", "")[0]
    assert lie("hand", "", fanned=True) == []  # everybody saw that there was no card


def test_the_dearest_deal_names_both_amounts():
    table = Played("Buoy / 200", "Buoy / 50 10", "/", deck="Trap Buoy")
    table.deal(ANN, "Buoy", BEN, "200").answer(BEN, "10")
    said = "**Priciest deal:** Ann laid down $200 against Ben's $10 for a Buoy (a set is worth 1★)."
    assert table.moments() == [said]


def test_the_dearest_buy_and_the_overpayment_are_highlights():
    table = Played("/", "/ 100", START, deck="Lantern Trap").turn_over(ANN)
    table.bid(BEN, 50).passes(CAT).sell(ANN).pay(BEN, "100")
    assert table.moments() == [
        "**Priciest buy:** Ben paid $50 for a Lantern (a set is worth 9★).",
        "**No change given:** Ben handed over $100 for a Lantern that cost $50.",
    ]


def test_the_luckiest_buy_is_far_below_its_secret_answer():
    table = Played("/", "/ 100", START, deck="Canoe Trap", bidding="once", payments="house")
    table.turn_over(ANN).answers(BEN, 100).sell(ANN).answers(CAT, 10)
    said = "**Luckiest buy:** Ben would have gone up to $100 for a Canoe, but got it for $20."
    assert said in table.moments()


def test_exposed_and_successful_bluffs_are_highlights():
    def bluffing() -> Played:
        table = Played("/", "/ 10", "/ 200 200", deck="Canoe Trap", bluff_bids=True)
        return table.turn_over(ANN).bid(BEN, 100)

    called = bluffing().passes(CAT).sell(ANN).passes(CAT)
    assert called.moments() == ["**Wildest bid:** Ben bid $100 for a Canoe with $10 in hand."]
    table = bluffing().bid(CAT, 110).passes(BEN).sell(ANN).pay(CAT, "200")
    claim = "Ben bid $100 for a Canoe with $10 in hand, and nobody noticed."
    assert f"**Best bluff:** {claim}" in table.moments()
    gaps = FACE.story.gaps(table.turns, NAMES)
    assert gaps == ["Ben bid $100 for a Canoe with $10 in hand."]


def test_a_worthless_offer_that_was_believed_is_a_gap():
    def offered(by: By, cards: str = "0 0") -> list[str]:
        table = Played("Trap / 0 0 10", "Trap / 10", "/", deck="Canoe Buoy")
        table.deal(ANN, "Trap", BEN, cards)
        table.by = by
        return list(FACE.story.gaps(table.surrender(BEN).turns, NAMES))

    gave_in = "for a Trap, and Ben gave in."
    assert offered("hand") == [f"Ann offered Ben nothing but 2 bad checks {gave_in}"]
    assert offered("hand", "") == [f"Ann offered Ben no cash at all {gave_in}"]
    assert offered("clock") == []
    assert offered("hand", "10") == []


def test_a_worthless_offer_that_made_a_player_take_a_thief_is_a_gap():
    table = Played("Thief / 0", "Thief / 10", "/", deck="Canoe Buoy")
    table.deal(ANN, "Thief", BEN, "0").surrender(BEN)
    assert FACE.story.gaps(table.turns, NAMES) == [
        "Ann offered Ben nothing but a bad check to take a Thief, and Ben did."
    ]


def test_the_closest_deal_and_the_most_ties_are_highlights():
    table = Played("Trap / 10 10 10", "Trap / 10 10 10", "/", deck="Canoe Buoy")
    table.deal(ANN, "Trap", BEN, "10").answer(BEN, "10").offer(ANN, "10").answer(BEN, "10")
    table.offer(ANN, "10 10").answer(BEN, "10")
    assert table.moments() == [
        "**Closest deal:** Ann's $20 beat Ben's $10 for a Trap.",
        "**Most stubborn deal:** Ann and Ben tied 2 times in a row over a Trap.",
    ]


def test_a_valuable_free_item_is_a_highlight():
    def free(item: str):
        table = Played(START, START, START, deck=f"{item} Trap").turn_over(ANN)
        return table.passes(BEN, CAT).moments()

    assert free("Trophy") == [
        "**Best bargain:** nobody bid for a Trophy (a set is worth 100★), so Ann got it for free."
    ]
    assert free("Buoy") == []


def test_a_free_item_after_a_bluff_is_no_bargain():
    table = Played("/", "/ 10", "/", deck="Trophy Trap", bluff_bids=True).turn_over(ANN)
    table.bid(BEN, 20).passes(CAT).sell(ANN).passes(CAT)
    assert [line.split(":")[0] for line in table.moments()] == ["**Wildest bid"]


def test_dd_42_the_stories_forget_limits_of_a_repeated_auction():
    table = Played("/", "/ 10", "/ 500", "/ 500", deck="Canoe Trap", bluff_bids=True)
    table.turn_over(ANN).bid(2, 50, 150).bid(BEN, 200).passes(2, 3).sell(ANN)
    table.bid(2, 60).passes(3).sell(ANN).pay(2, "500")
    assert [line.split(":")[0] for line in table.moments()][:2] == [
        "**Wildest bid",
        "**Priciest buy",
    ]
    assert "secret limit" not in " ".join(table.truth())


def test_a_limit_below_the_price_is_no_secret_to_tell():
    table = Played("/", "/ 100 100", "/ 100 50", deck="Canoe Trap").turn_over(ANN)
    table.bid(BEN, 10, 50).bid(CAT, 60).bid(BEN, 70).passes(CAT).sell(ANN).pay(BEN, "100")
    assert "secret limit" not in " ".join(table.truth())


def test_the_fattest_pot_counts_only_the_cash_of_others():
    table = sealing("/ 10", "/ 100", "/ 50").seal(BEN, "100").seal(CAT, "50").seal(ANN, "10")
    said = "**Fattest pot:** Ann had to take the Thief but got $150 of the others' cash."
    assert table.moments() == [said]


def test_getting_rid_of_a_thief_costs_the_whole_offer():
    table = Played("Thief / 100", "Thief / 50 10", "/", deck="Trap Buoy", thief=True)
    table.deal(ANN, "Thief", BEN, "100").answer(BEN, "50")
    assert table.moments() == ["**Priciest deal:** Ann paid $100, so Ben had to take a Thief."]
    said = "Ann wanted Ben to take a Thief and offered $100. Ben answered with $50."
    assert table.truth()[1] == f"{said} Ben had to take Ann's Thief and got $100."


def test_the_truth_has_chapters_from_chest_to_chest():
    table = Played("Canoe / 50 0", "Canoe / 100 10", "/ 50", deck="Chest Trap")
    table.deal(ANN, "Canoe", BEN, "0", fanned=True).surrender(BEN)
    table.bid(CAT, 10, 50).passes(ANN).sell(BEN).pay(CAT, "50")
    lines = table.truth()
    assert lines == [
        "**At the start: $90 for everybody**",
        "Ann wanted Ben's Canoe and offered one card, fanned out: nothing but a bad check."
        " Ben gave in, so the bluff worked.",
        "**After the first Chest: $50 more for everybody**",
        "Cat got the Chest for $10. Cat's secret limit was $50.",
    ]


def test_the_truth_shows_all_secret_answers_to_a_lot():
    table = Played(START, START, START, deck="Canoe Trap", bidding="once", payments="house")
    table.turn_over(ANN).answers(BEN, 60).keeps(ANN, 30, {BEN: 50}).answers(CAT, 30)
    said = "Ben's secret limit was $60 and Cat's was $30"
    word = "Ann's secret answer: keep it for up to $30, but up to $50 if Ben bids most"
    assert table.truth()[1] == f"Ann kept the Canoe for $40. {said}. {word}."


def test_the_truth_leaves_out_public_facts():
    table = Played(START, START, START, deck="Canoe Trap").turn_over(ANN)
    table.bid(BEN, 50).passes(CAT).sell(ANN).pay(BEN, "50")
    assert table.truth() == []


def test_the_truth_tells_all_ties_of_a_deal_in_one_sentence():
    table = Played("Trap / 10 10 10", "Trap / 10 10 10", "/", deck="Canoe Buoy")
    table.deal(ANN, "Trap", BEN, "10").answer(BEN, "10").offer(ANN, "10 10").answer(BEN)
    assert table.truth()[1] == (
        "Ann wanted Ben's Trap. They tied at $10, then Ann offered $20 (10 ×2)."
        " Ben answered with nothing. Ann won Ben's Trap for $20."
    )


CASES = cases_of("downeast")[:20]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_stories_of_random_games_fit_and_match_their_events(case):
    game = played(case)
    names, turns = Names(CALLED[: case.seats]), laid_open(game)
    moments, truth = FACE.story.moments(turns, names), FACE.story.truth(turns, names)
    assert 0 < len(moments) <= 3
    assert_moments(moments)
    for line in truth:
        assert_line(line, LONGEST_LINE)
    events = [event for turn in turns for event in turn.events]
    won = [event for event in events if isinstance(event, DealWon)]
    assert sum(" wanted " in line for line in truth) == len(won)
    lies = [
        event
        for event in events
        if isinstance(event, Compared) and not sum(event.offer) and event.answer is None
    ]
    assert sum("so the bluff worked" in line for line in truth) <= len(lies)
    assert lies or not moments[0].startswith("**Boldest")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_announcements_of_random_games_fit_and_end_the_right_rounds(case):
    game = played(case)
    names = Names(CALLED[: case.seats])
    for position in game.positions:
        public = heard(position.step, None)
        reveal = FACE.story.reveal(public, names)
        if reveal is not None:
            assert_line(reveal.text)
        set_or_thief = any(isinstance(event, SetCompleted | ThiefTaken) for event in public)
        last_chest = any(isinstance(event, ChestFound) and event.number == 4 for event in public)
        assert (reveal is not None and reveal.ends_round) == (set_or_thief or last_chest)


@pytest.mark.parametrize("case", CASES[::4], ids=str)
def test_summaries_of_random_games_match_the_cash(case):
    game = played(case)
    names = Names(CALLED[: case.seats])
    for seat in range(case.seats):
        _net_agrees(game, names, seat)


def _net_agrees(game, names, seat):
    """Check the summary between positions where this seat has no cash face down."""
    looks = [look for look in game.positions[::37] if not RULES.view(look.state, seat).laid]
    for before, after in itertools.pairwise(looks):
        stretch = game.positions[before.number + 1 : after.number + 1]
        events = [event for step in stretch for event in heard(step.step, seat)]
        summary = FACE.story.net(events, names, seat)
        more = sum(after.state.holdings[seat].cash) - sum(before.state.holdings[seat].cash)
        word = f"{'gained' if more > 0 else 'lost'} {money(abs(more))}"
        assert (word in summary) if more else ("gained" not in summary and "lost $" not in summary)
        if summary:
            assert_line(summary)
