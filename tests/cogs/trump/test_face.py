"""The face of TRUMP The Game: its terms, its help, and who needs a hand to move."""

from cogs.trump import FACE, TERMS
from games.trump.cards import BOARD
from games.trump.state import Adding, Options
from tests.cogs.terms import help_of, named
from tests.cogs.trump.face import ANN, BEN, CAT, RULES, VARIANTS, buying
from tests.games.trump import selling as sales
from tests.games.trump.dealing import dealing
from tests.games.trump.selling import OUT
from tests.games.trump.table import goods, plays, propose


def test_the_terms_describe_bidding_and_books_tr_55_tr_62():
    lines = [named(FACE, options) for options in VARIANTS]
    assert lines[0] == "one answer for a whole sale · closed books"
    assert lines[3] == "bidding in turn · everybody's money is shown"
    assert len(set(lines)) == 4
    assert FACE.options({}) == Options(bidding="once", books="closed")
    assert FACE.options({"bidding": "open", "books": "open"}) == VARIANTS[3]
    assert {term.name for term in TERMS} == {"bidding", "books"}


def test_the_help_lists_our_assumptions():
    whole, assumed = help_of(FACE), help_of(FACE, "Assumed")
    for words in (
        "18 spaces",
        "Office Building",
        "Airline",
        "single profits",
        "pairs",
        "40 and how",
    ):
        assert words in assumed, words
    assert "four properties pays" in assumed
    assert "Outside Investors there are of each amount" in assumed
    assert f"{len(BOARD)} ADD $40M" in assumed
    for amount in ("$400M", "$160M", "$200M", "$20M", "4 × $40M"):
        assert amount in whole, amount


def test_private_questions_need_a_hand():
    def private(state) -> set[int]:
        return set(FACE.private(RULES.view(state, None)))

    sale = sales.Sale([OUT], [OUT], [OUT])
    assert private(sale.state) == {ANN, BEN, CAT}
    sale.open(50, 40, 30)
    assert private(sale.state) == {ANN}
    assert private(buying()) == {ANN}
    assert private(buying(phase=Adding(amount=30))) == set()
    offered = plays(dealing(), (0, propose(1, goods(cash=40), goods("Casino"))))
    assert private(offered) == {1}
