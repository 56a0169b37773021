"""Deals of TRUMP The Game: how offers, promises and debts are said, and put together on a slip."""

from dataclasses import replace

import pytest

from bot.ui.words import Names
from cogs.trump import deal, slip
from cogs.trump.deal_line import write_promises
from cogs.trump.words import Voice
from games.trump.cards import PROPERTIES, TAX
from games.trump.moves import NOTHING, Clause, Goods, Pass, Play, Tax
from games.trump.state import Debt, Offer, Proposed
from tests.games.trump.dealing import (
    ANY,
    CASINO,
    CRUISE,
    DONNA,
    HOTEL,
    ISLAND,
    JEFF,
    MIKE,
    YOU,
    back,
    dealing,
    keep,
    pay,
    promised,
    spare,
)
from tests.games.trump.table import NAMES as PLAYERS
from tests.games.trump.table import goods, play, propose, view

NAMES = Names(PLAYERS)
PAIR = "Hotel and Casino"
ISLANDS = "Tropical Island and Cruise Line"

# --- sentences ------------------------------------------------------------------------------------


def offer_of(by, to, give=NOTHING, get=NOTHING, *promises, words=""):
    return Offer(by=by, to=to, give=give, get=get, promises=promises, words=words)


LOAN = offer_of(
    DONNA, YOU, goods(CASINO), goods(cash=10), back(YOU, CASINO, 10, turn=34), words="Be quick!"
)


def test_an_offer_reads_as_one_sentence_each_way_for_each_reader():
    public = dealing(seat=DONNA, turn=31).public
    assert deal.offer_lines(LOAN, public, Voice(NAMES, DONNA)) == [
        "You give: the Casino.",
        "You get: $10M.",
        "Ann promises to give the Casino back to you for $10M at the end of Ann's turn 34.",
        "On your honour: “Be quick!”",
    ]
    assert deal.offer_lines(LOAN, public, Voice(NAMES, YOU)) == [
        "You give: $10M.",
        "You get: the Casino.",
        "You promise to give the Casino back to Donna for $10M at the end of your turn 34.",
        "On Donna's honour: “Be quick!”",
    ]
    for reader in (MIKE, None):
        assert deal.offer_lines(LOAN, public, Voice(NAMES, reader))[:2] == [
            "Donna gives: the Casino.",
            "Ann gives: $10M.",
        ]


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (pay(YOU, 50, turn=34), "You promise to pay Donna $50M at the end of your turn 34."),
        (
            pay(DONNA, 50, card=PAIR),
            "Donna promises to pay you $50M when Donna plays Hotel and Casino.",
        ),
        (
            pay(YOU, 50, card=PAIR, turn=35, lapses=True),
            "You promise to pay Donna $50M if you play Hotel and Casino"
            " by the end of Donna's turn 35.",
        ),
        (
            back(DONNA, HOTEL, card=PAIR, turn=35),
            "Donna promises to hand the Hotel over to you when Donna plays Hotel and Casino,"
            " at the latest at the end of Donna's turn 35.",
        ),
        (
            keep(DONNA, CASINO, 36),
            "Donna promises to keep the Casino until the end of Mike's turn 36.",
        ),
        (
            spare(YOU, 36),
            "You promise to spare Donna any Tax and any Force Sale"
            " until the end of Mike's turn 36.",
        ),
    ],
)
def test_every_promise_is_a_sentence(clause, said):
    offer = offer_of(YOU, DONNA, NOTHING, NOTHING, clause)
    assert deal.promised_in(offer, clause, dealing().public, Voice(NAMES, YOU)) == said


def test_goods_are_a_sentence():
    assert deal.goods_named(NOTHING) == "nothing"
    some = goods(HOTEL, CASINO, "Hotel Profits", TAX, TAX, ANY, random=1, cash=1250)
    assert deal.goods_named(some) == (
        "the Hotel, the Casino, the Hotel Profits card, an Any 40 card, 2 Tax cards,"
        " 1 card drawn at random and $1,250M"
    )


def test_an_offer_is_told_in_one_line_that_is_not_too_long():
    assert deal.offer_summary(LOAN, Voice(NAMES, YOU)) == (
        "Donna gives the Casino, you give $10M. You promise to give the Casino back to Donna for"
        " $10M at the end of turn 34. On Donna's honour: “Be quick!”"
    )
    only = offer_of(YOU, DONNA, NOTHING, NOTHING, spare(YOU, 34))
    assert deal.offer_summary(only, Voice(NAMES, None)).startswith(
        "Nothing changes hands. Ann promises"
    )
    four = [pay(YOU, 10 * n, card=ISLANDS, turn=60 + n, lapses=True) for n in range(1, 5)]
    long = offer_of(YOU, DONNA, goods(*PROPERTIES), goods(cash=10), *four, words="on and on " * 19)
    told = deal.offer_summary(long, Voice(NAMES, None))
    assert "4 promises" in told
    assert told.endswith("…”")
    assert len(told) <= deal.SUMMARY_LIMIT


def test_words_cannot_ping_or_format():
    told = deal.words_in(offer_of(YOU, DONNA, words="@everyone *so*"), Voice(NAMES, None))
    assert "@everyone" not in told
    assert r"\*so\*" in told


def test_promises_and_debts_as_they_are_listed():
    public = dealing(turn=30).public
    paid = promised(3, JEFF, pay(YOU, 50, turn=31))
    assert deal.promise_line(paid, public, Voice(NAMES, None)) == (
        "3. Ann pays Jeff $50M at the end of Donna's turn 31."
    )
    assert deal.promise_line(paid, public, Voice(NAMES, YOU)) == (
        "3. You pay Jeff $50M at the end of Donna's turn 31."
    )
    assert deal.promise_text(paid, Voice(NAMES, JEFF)) == "Ann pays you $50M at the end of turn 31"
    debt = Debt(number=4, by=YOU, to=MIKE, amount=20)
    assert deal.debt_line(debt, Voice(NAMES, None)) == "4. Ann owes Mike $20M."
    assert deal.debt_line(debt, Voice(NAMES, MIKE)) == "4. Ann owes you $20M."


def test_promises_stand_on_the_card_and_on_the_property():
    some = [
        promised(1, JEFF, pay(YOU, 50, card=PAIR)),
        promised(2, JEFF, back(YOU, HOTEL, 10, card=PAIR, turn=33, lapses=True)),
        promised(3, YOU, back(DONNA, CASINO, turn=31)),
        promised(4, YOU, keep(MIKE, ISLAND, 34)),
    ]
    public, you, others = dealing(promises=some).public, Voice(NAMES, YOU), Voice(NAMES, None)
    assert deal.due_with(PAIR, public, you) == (
        "you then pay Jeff $50M and hand the Hotel over to Jeff for $10M (until turn 33)"
    )
    assert deal.due_with(PAIR, public, Voice(NAMES, DONNA)) == deal.due_with(ANY, public, you) == ""
    assert deal.binding(HOTEL, public, you) == (
        "Jeff's for $10M if you play Hotel and Casino by turn 33"
    )
    assert deal.binding(CASINO, public, you) == "yours after turn 31"
    assert deal.binding(CASINO, public, others) == "Ann's after turn 31"
    assert deal.binding(ISLAND, public, others) == "kept until the end of turn 34"
    assert deal.binding(CRUISE, public, others) == ""


# --- slips ----------------------------------------------------------------------------------------


def half(**more):
    return replace(slip.EMPTY_DRAFT, **more)


def test_a_blank_slip_reads_and_says_what_is_missing():
    own = view(dealing(), YOU)
    assert slip.describe_draft(slip.EMPTY_DRAFT, own, NAMES) == [
        "You give: nothing.",
        "You get: nothing.",
        "⚠ It does not say yet with whom you deal.",
    ]
    assert slip.problems(half(to=DONNA), own, NAMES) == [
        "Nothing changes hands and nothing is promised: say what the deal is."
    ]


def test_a_half_finished_slip_reads_before_it_is_said_with_whom():
    own = view(dealing(), YOU)
    they = replace(pay(DONNA, 50, turn=31), by=slip.OTHER)
    draft = half(give=goods(HOTEL), promises=(they,))
    assert slip.describe_draft(draft, own, NAMES)[:3] == [
        "You give: the Hotel.",
        "You get: nothing.",
        "The other player promises to pay you $50M at the end of Donna's turn 31.",
    ]
    named = slip.addressed_to(draft, MIKE, YOU)
    assert (named.to, named.promises) == (MIKE, (pay(MIKE, 50, turn=31),))
    assert slip.problems(named, own, NAMES) == []
    play(dealing(), YOU, slip.as_proposal(named))


def test_every_thing_on_a_slip_has_a_line_by_which_it_is_taken_out():
    own = view(dealing([PAIR, TAX, TAX]), YOU)
    draft = half(
        to=DONNA,
        give=goods(HOTEL, TAX, TAX, random=1),
        get=goods(CASINO, cash=20),
        promises=(pay(DONNA, 50, turn=31), spare(YOU, 34)),
        words="So be it.",
        then=Play(card=PAIR),
    )
    found = slip.lines_of(draft, own, NAMES)
    assert [line.key for line in found] == [
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
    assert [line.line for line in found[:5]] == [
        "You give: the Hotel",
        "You give: 2 Tax cards",
        "You give: 1 card drawn at random",
        "You get: the Casino",
        "You get: $20M",
    ]
    assert not any(line.wrong for line in found)
    assert slip.problems(draft, own, NAMES) == []
    left = draft
    for line in reversed(found):
        shorter = slip.without_line(left, line.key)
        assert len(slip.lines_of(shorter, own, NAMES)) == len(slip.lines_of(left, own, NAMES)) - 1
        left = shorter
    assert left == half(to=DONNA)
    assert slip.without_line(left, "promise 7") == slip.without_line(left, "give Airline") == left


def test_tr_68_what_is_gone_is_marked_and_mended_by_taking_it_out():
    draft = half(
        to=DONNA,
        give=goods(HOTEL, "Hotel Profits"),
        get=goods(CASINO),
        promises=(back(DONNA, HOTEL, turn=31), pay(DONNA, 10, turn=31)),
    )
    gone = view(dealing([TAX], owners={HOTEL: MIKE, CASINO: DONNA}), YOU)
    wrong = {line.key: line.wrong for line in slip.lines_of(draft, gone, NAMES) if line.wrong}
    assert wrong == {
        "give Hotel": "The Hotel is not yours to give.",
        "give Hotel Profits": "You do not hold Hotel Profits.",
        "promise 0": "After this deal the Hotel is not Donna's to promise.",
    }
    lines = slip.describe_draft(draft, gone, NAMES)
    assert lines[0] == "You give: ~~the Hotel~~ and ~~the Hotel Profits card~~."
    assert lines[2].startswith("~~Donna promises")
    assert "⚠ The Hotel is not yours to give." in lines
    assert slip.problems(draft, gone, NAMES)
    for key in sorted(wrong, reverse=True):
        draft = slip.without_line(draft, key)
    assert slip.problems(draft, gone, NAMES) == []


def test_tr_73_a_property_is_promised_once_on_a_slip():
    own = view(dealing(), YOU)
    draft = half(to=DONNA, promises=(keep(YOU, HOTEL, 34), back(YOU, HOTEL, turn=34)))
    assert [line.wrong for line in slip.lines_of(draft, own, NAMES)] == [
        "",
        "The Hotel can be promised only once.",
    ]


def test_tr_48_only_what_the_other_promises_is_given_a_date():
    promises = (pay(YOU, 50, card=PAIR), pay(DONNA, 50, card=PAIR), pay(DONNA, 20, turn=31))
    assert deal.with_turn(promises, DONNA, 34) == (
        pay(YOU, 50, card=PAIR),
        pay(DONNA, 50, card=PAIR, turn=34),
        pay(DONNA, 20, turn=31),
    )


def test_cash_both_ways_is_said_once_of_the_whole():
    own = view(dealing(), YOU)
    draft = half(to=DONNA, give=goods(cash=10), get=goods(cash=20), promises=(spare(YOU, 34),))
    assert not any(line.wrong for line in slip.lines_of(draft, own, NAMES))
    assert slip.problems(draft, own, NAMES) == [
        "Cash goes one way in a deal: take the smaller sum from the larger."
    ]


def test_a_card_to_play_then_must_be_held_or_come():
    own = view(dealing([TAX]), YOU)
    draft = half(to=DONNA, get=goods(CASINO), then=Play(card=PAIR))
    assert slip.lines_of(draft, own, NAMES)[-1].wrong == (
        "You do not hold Hotel and Casino, and this deal does not bring it."
    )
    assert slip.problems(draft, own, NAMES) == []  # it may be offered all the same
    coming = replace(draft, get=goods(PAIR))
    assert slip.lines_of(coming, own, NAMES)[-1].wrong == ""
    for then in (Tax(seat=MIKE), Pass()):
        assert slip.lines_of(replace(draft, then=then), own, NAMES)[-1].wrong == ""


def test_a_counter_starts_as_the_mirror_of_the_offer():
    promises = (pay(MIKE, 60, card=PAIR), back(MIKE, CASINO, 10, card=PAIR))
    made = propose(DONNA, goods(cash=10), goods(CASINO), *promises)
    state = play(dealing(seat=MIKE), MIKE, made).state
    phase = state.public.phase
    assert isinstance(phase, Proposed)
    turned = deal.mirrored(phase.offer)
    assert (turned.by, turned.to) == (DONNA, MIKE)
    assert (turned.give, turned.get) == (goods(CASINO), goods(cash=10))
    assert deal.mirrored(turned) == phase.offer
    draft = slip.draft_of(turned)
    assert slip.problems(draft, view(state, DONNA), NAMES) == []
    assert slip.as_counter(draft).promises == phase.offer.promises
    play(state, DONNA, slip.as_counter(draft))


def test_goods_are_put_together_in_the_order_of_the_rules():
    some = slip.combined(goods(CASINO, TAX, cash=10), goods(HOTEL, "Hotel Profits", random=2))
    assert some == Goods(
        properties=(HOTEL, CASINO), cards=("Hotel Profits", TAX), random=2, cash=10
    )


def test_a_promise_is_written_with_they_as_long_as_nobody_is_named():
    clause: Clause = replace(pay(DONNA, 50, turn=31), by=slip.OTHER)
    assert write_promises(((clause,), ""), NAMES) == "they pay $50M by 31"
