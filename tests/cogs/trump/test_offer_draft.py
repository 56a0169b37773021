"""Drafts of offers in TRUMP The Game: their lines, and what the rules forbid."""

from dataclasses import replace

from bot.ui.panels.words import Names
from cogs.trump.deals import offer_draft
from cogs.trump.deals.line import write_promises
from games.trump.cards import PROPERTIES, TAX
from games.trump.moves import Clause, Goods, Pass, Play, Tax
from tests.games.trump.dealing import back, dealing, keep, pay, spare
from tests.games.trump.table import NAMES as PLAYERS
from tests.games.trump.table import goods, play, view

YOU, DONNA, MIKE, _jeff = range(4)
HOTEL, CASINO, _island, _cruise = PROPERTIES[:4]

NAMES = Names(PLAYERS)
PAIR = "Hotel and Casino"


def half(**more):
    return replace(offer_draft.EMPTY_DRAFT, **more)


def test_an_empty_draft_says_what_is_missing():
    own = view(dealing(), YOU)
    assert offer_draft.describe_draft(offer_draft.EMPTY_DRAFT, own, NAMES) == [
        "You give: nothing.",
        "You get: nothing.",
        "⚠ It doesn't say yet who you're dealing with.",
    ]
    assert offer_draft.problems(half(to=DONNA), own, NAMES) == [
        "There's nothing in this deal yet. Say what you give and what you want."
    ]


def test_a_draft_can_be_read_before_the_other_party_is_named():
    own = view(dealing(), YOU)
    they = replace(pay(DONNA, 50, turn=31), by=offer_draft.OTHER)
    draft = half(give=goods(HOTEL), promises=(they,))
    assert offer_draft.describe_draft(draft, own, NAMES)[:3] == [
        "You give: the Hotel.",
        "You get: nothing.",
        "The other player promises to pay you $50M at the end of Donna's turn 31.",
    ]
    named = replace(draft, to=MIKE, promises=(replace(they, by=MIKE),))
    assert offer_draft.problems(named, own, NAMES) == []
    play(dealing(), YOU, offer_draft.as_proposal(named))

    clause: Clause = replace(pay(DONNA, 50, turn=31), by=offer_draft.OTHER)
    assert write_promises(((clause,), ""), NAMES) == "they pay $50M by 31"


def test_every_line_of_a_draft_can_be_removed():
    own = view(dealing([PAIR, TAX, TAX]), YOU)
    draft = half(
        to=DONNA,
        give=goods(HOTEL, TAX, TAX, random=1),
        get=goods(CASINO, cash=20),
        promises=(pay(DONNA, 50, turn=31), spare(YOU, 34)),
        words="So be it.",
        then=Play(card=PAIR),
    )
    lines = offer_draft.lines_of(draft, own, NAMES)
    assert [line.key for line in lines] == [
        "give Hotel",
        "give Tax",
        "give cards",
        "get Casino",
        "get cash",
        "promise 0",
        "promise 1",
        "words",
        "then",
    ]
    assert [line.line for line in lines[:5]] == [
        "You give: the Hotel",
        "You give: 2 Tax cards",
        "You give: 1 card drawn at random",
        "You get: the Casino",
        "You get: $20M",
    ]
    assert not any(line.wrong for line in lines)
    assert offer_draft.problems(draft, own, NAMES) == []
    left = draft
    for line in reversed(lines):
        shorter = offer_draft.without_line(left, line.key)
        assert (
            len(offer_draft.lines_of(shorter, own, NAMES))
            == len(offer_draft.lines_of(left, own, NAMES)) - 1
        )
        left = shorter
    assert left == half(to=DONNA)
    assert (
        offer_draft.without_line(left, "promise 7")
        == offer_draft.without_line(left, "give Airline")
        == left
    )


def test_tr_73_a_property_is_promised_once_in_a_draft():
    own = view(dealing(), YOU)
    draft = half(to=DONNA, promises=(keep(YOU, HOTEL, 34), back(YOU, HOTEL, turn=34)))
    assert [line.wrong for line in offer_draft.lines_of(draft, own, NAMES)] == [
        "",
        "The Hotel can be promised only once.",
    ]


def test_cash_on_both_sides_is_one_problem_of_the_whole_draft():
    own = view(dealing(), YOU)
    draft = half(to=DONNA, give=goods(cash=10), get=goods(cash=20), promises=(spare(YOU, 34),))
    assert not any(line.wrong for line in offer_draft.lines_of(draft, own, NAMES))
    assert offer_draft.problems(draft, own, NAMES) == [
        "In a deal, cash goes one way. Take the smaller amount off the larger."
    ]


def test_the_play_after_a_deal_must_be_held_or_come_with_it():
    own = view(dealing([TAX]), YOU)
    draft = half(to=DONNA, get=goods(CASINO), then=Play(card=PAIR))
    assert offer_draft.lines_of(draft, own, NAMES)[-1].wrong == (
        "You have no Hotel + Casino card, and this deal doesn't bring you one."
    )
    assert offer_draft.problems(draft, own, NAMES) == []  # the draft can still be offered
    coming = replace(draft, get=goods(PAIR))
    assert offer_draft.lines_of(coming, own, NAMES)[-1].wrong == ""
    for then in (Tax(seat=MIKE), Pass()):
        assert offer_draft.lines_of(replace(draft, then=then), own, NAMES)[-1].wrong == ""


def test_combined_goods_are_in_the_order_of_the_rules():
    some = offer_draft.combined(
        goods(CASINO, TAX, cash=10), goods(HOTEL, "Hotel Profits", random=2)
    )
    assert some == Goods(
        properties=(HOTEL, CASINO), cards=("Hotel Profits", TAX), random=2, cash=10
    )
