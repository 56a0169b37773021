"""Sentences for the offers, promises and debts of TRUMP The Game."""

from bot.ui.panels.words import Names
from cogs.trump import deal
from cogs.trump.words import Voice
from games.trump.cards import PROPERTIES, TAX
from games.trump.moves import NOTHING
from games.trump.state import Debt, Offer
from tests.games.trump.dealing import (
    ANY,
    back,
    dealing,
    give_back,
    keep,
    pay,
    promised,
    spare,
    will_play,
)
from tests.games.trump.table import NAMES as PLAYERS
from tests.games.trump.table import goods

YOU, DONNA, MIKE, JEFF = range(4)
HOTEL, CASINO, ISLAND, CRUISE = PROPERTIES[:4]

NAMES = Names(PLAYERS)
PAIR = "Hotel and Casino"
ISLANDS = "Tropical Island and Cruise Line"


def offer_of(by, to, give=NOTHING, get=NOTHING, *promises, words=""):
    return Offer(by=by, to=to, give=give, get=get, promises=promises, words=words)


LOAN = offer_of(
    DONNA, YOU, goods(CASINO), goods(cash=10), back(YOU, CASINO, 10, turn=34), words="Be quick!"
)


def test_an_offer_lists_each_side_from_the_readers_view():
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


def test_every_promise_is_one_sentence():
    clauses = [
        pay(YOU, 50, turn=34),
        pay(DONNA, 50, card=PAIR),
        pay(YOU, 50, card=PAIR, turn=35, lapses=True),
        back(DONNA, HOTEL, card=PAIR, turn=35),
        keep(DONNA, CASINO, 36),
        spare(YOU, 36),
    ]
    public, voice = dealing().public, Voice(NAMES, YOU)
    offer = offer_of(YOU, DONNA)
    assert [deal.promised_in(offer, clause, public, voice) for clause in clauses] == [
        "You promise to pay Donna $50M at the end of your turn 34.",
        "Donna promises to pay you $50M when Donna plays Hotel + Casino.",
        "You promise to pay Donna $50M if you play Hotel + Casino by the end of Donna's turn 35.",
        "Donna promises to hand the Hotel over to you when Donna plays Hotel + Casino,"
        " or at the end of Donna's turn 35 at the latest.",
        "Donna promises to keep the Casino until the end of Mike's turn 36.",
        "You promise to spare Donna any Tax or Force Sale until the end of Mike's turn 36.",
    ]


def test_an_offer_summary_fits_in_one_line():
    assert deal.offer_summary(LOAN, Voice(NAMES, YOU)) == (
        "Donna gives the Casino, you give $10M. You promise to give the Casino back to Donna for"
        " $10M at the end of turn 34. On Donna's honour: “Be quick!”"
    )
    only = offer_of(YOU, DONNA, NOTHING, NOTHING, spare(YOU, 34))
    assert deal.offer_summary(only, Voice(NAMES, None)).startswith(
        "Nothing changes hands now. Ann promises"
    )
    four = [pay(YOU, 10 * n, card=ISLANDS, turn=60 + n, lapses=True) for n in range(1, 5)]
    long = offer_of(YOU, DONNA, goods(*PROPERTIES), goods(cash=10), *four, words="on and on " * 19)
    summary = deal.offer_summary(long, Voice(NAMES, None))
    assert "Ann gives the Hotel, the Casino," in summary
    assert "and makes 4 promises, and Donna gives $10M. On Ann's honour" in summary
    assert summary.endswith("…”")
    assert len(summary) <= deal.SUMMARY_LIMIT

    assert deal.goods_named(NOTHING) == "nothing"
    thing = goods(HOTEL, CASINO, "Hotel Profits", TAX, TAX, ANY, random=1, cash=1250)
    assert deal.goods_named(thing) == (
        "the Hotel, the Casino, the Hotel Profits card, an Any 40 card, 2 Tax cards,"
        " 1 card drawn at random and $1,250M"
    )


def test_words_of_honour_cannot_ping_or_format():
    told = deal.words_in(offer_of(YOU, DONNA, words="@everyone *so*"), Voice(NAMES, None))
    assert "@everyone" not in told
    assert r"\*so\*" in told


def test_promises_and_debts_as_list_entries():
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


def test_promises_are_mentioned_on_their_card_and_property():
    promises = [
        promised(1, JEFF, pay(YOU, 50, card=PAIR)),
        promised(2, JEFF, back(YOU, HOTEL, 10, card=PAIR, turn=33, lapses=True)),
        promised(3, YOU, back(DONNA, CASINO, turn=31)),
        promised(4, YOU, keep(MIKE, ISLAND, 34)),
    ]
    public, you, others = dealing(promises=promises).public, Voice(NAMES, YOU), Voice(NAMES, None)
    assert deal.due_with(PAIR, public, you) == (
        "you then pay Jeff $50M and hand the Hotel over to Jeff for $10M if it's by Jeff's turn 33"
    )
    assert deal.due_with(PAIR, public, Voice(NAMES, DONNA)) == deal.due_with(ANY, public, you) == ""
    assert deal.binding(HOTEL, public, you) == (
        "Jeff's for $10M if you play Hotel + Casino by Jeff's turn 33"
    )
    assert deal.binding(CASINO, public, you) == "yours after Donna's turn 31"
    assert deal.binding(CASINO, public, others) == "Ann's after Donna's turn 31"
    assert deal.binding(ISLAND, public, others) == "kept until the end of Ann's turn 34"
    assert deal.binding(CRUISE, public, others) == ""


def warned(offer, reader):
    lines = deal.offer_lines(offer, dealing(turn=30).public, Voice(NAMES, reader))
    return [line for line in lines if line.startswith("Careful")]


def test_tr_80_a_lender_is_warned_that_a_played_card_does_not_come_back():
    lent = (give_back(DONNA, ANY, turn=34), give_back(DONNA, "Hotel Profits", turn=34))
    offer = offer_of(DONNA, YOU, goods(cash=10), goods(ANY, "Hotel Profits"), *lent)
    played = "Donna may play an Any 40 card and the Hotel Profits card before then"
    assert warned(offer, YOU) == [f"Careful: {played}, and a card that's played doesn't come back."]
    assert warned(deal.mirrored(offer), YOU) == warned(offer, YOU), "whoever offers it"
    assert warned(offer, DONNA) == warned(offer, MIKE) == warned(offer, None) == []


def test_tr_48_a_payment_with_a_card_whose_play_is_promised_is_warned_of_in_other_words():
    paid = pay(DONNA, 50, card=ANY)
    because = "Careful: that promise may never fall due, because Donna"
    assert warned(offer_of(DONNA, YOU, NOTHING, goods(CASINO), paid), YOU) == [
        f"{because} needn't play Any 40."
    ]
    offer = offer_of(DONNA, YOU, NOTHING, goods(CASINO), paid, will_play(DONNA, ANY, 31))
    assert warned(offer, YOU) == [f"{because} may be unable to play Any 40 then."]


def test_tr_48_with_turn_dates_only_the_other_partys_promises():
    promises = (pay(YOU, 50, card=PAIR), pay(DONNA, 50, card=PAIR), pay(DONNA, 20, turn=31))
    assert deal.with_turn(promises, DONNA, 34) == (
        pay(YOU, 50, card=PAIR),
        pay(DONNA, 50, card=PAIR, turn=34),
        pay(DONNA, 20, turn=31),
    )
