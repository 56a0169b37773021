"""The typed language of deals in TRUMP The Game: what it accepts, writes and refuses."""

import random
import re
from dataclasses import replace
from itertools import product

import pytest

from bot.ui.panels.words import Names
from cogs.trump.deals.ways import GET, GIVE, PROMISES, PROPOSE, THEN
from games.rules import IllegalMove
from games.trump.cards import CARDS, FORCE_SALE, PROFIT_CARDS, PROPERTIES, TAX
from games.trump.moves import NOTHING, Counter, ForceSale, Pass, Play, Propose, Tax
from tests.cogs.trump.typed_deals import ISLANDS, NAMES, PAIR, refusal, typed
from tests.contract.drawing import LONGEST_NAMES, NAMES_WITHIN_NAMES
from tests.games.trump.dealing import (
    ACCEPT,
    ANY,
    OUT,
    back,
    dealing,
    give_back,
    keep,
    passing,
    pay,
    spare,
    will_play,
)
from tests.games.trump.table import NAMES as PLAYERS
from tests.games.trump.table import cash, goods, owner, play, propose, view

YOU, DONNA, MIKE, JEFF = range(4)
HOTEL, CASINO, ISLAND, CRUISE = PROPERTIES[:4]

CALLED = pytest.mark.parametrize(
    "called",
    [
        PLAYERS,
        LONGEST_NAMES,
        NAMES_WITHIN_NAMES,
        ("I", "They", 'A "B" C', "you pay"),
        ("to", "Hotel", "Tax", "1"),
    ],
    ids=["short", "longest", "alike", "pronouns", "things"],
)


DATES = [
    {"turn": 31},
    {"card": PAIR},
    {"card": "4 Properties", "turn": 33, "lapses": True},
    {"card": "Any 50", "turn": 33},
]


def every_clause():
    for by in (YOU, DONNA):
        for when in DATES:
            yield pay(by, 1250, **when)
            yield back(by, ISLAND, **when)
            yield back(by, ISLAND, 10, **when)
        yield keep(by, CRUISE, 40)
        yield spare(by, 40)
        for card in CARDS:
            yield give_back(by, card, turn=34)
            yield give_back(by, card, 1250, turn=34)
        yield from (will_play(by, card, 34) for card in sorted(PROFIT_CARDS))


def some_goods(count=300):
    picks = random.Random("goods")
    for _ in range(count):
        properties = [name for name in PROPERTIES if picks.random() < 0.2]
        cards = [card for card in CARDS for _ in range(picks.choice([0] * 12 + [1, 2]))]
        yield goods(
            *properties, *cards, cash=picks.choice([0, 0, 10, 1250]), random=picks.randrange(4)
        )


@pytest.mark.parametrize("field", [GIVE, GET], ids=["give", "get"])
def test_written_goods_can_be_read_again(field):
    own = view(dealing(), YOU)
    for value in (NOTHING, goods(*PROPERTIES, *CARDS, cash=9990, random=13), *some_goods()):
        text = field.write(value, NAMES)
        for said in (text, text.upper(), f"{field.before} {text}"):
            assert field.read(said, own, NAMES) == (value, ""), said


@CALLED
def test_written_promises_can_be_read_again_whatever_the_names(called):
    names, own = Names(called[:4]), view(dealing(), YOU)
    clauses = list(every_clause())
    for clause in clauses:
        text = PROMISES.write(((clause,), ""), names)
        assert PROMISES.read(text, own, names) == (((clause,), ""), ""), text
    for four in zip(clauses[::4], clauses[1::4], clauses[2::4], clauses[3::4], strict=False):
        for words in ("", "Trust me; I pay.", 'He said "yes", and "no".', "  two  blanks ", '"'):
            text = PROMISES.write((four, words), names)
            assert PROMISES.read(text, own, names) == ((four, words), ""), text
    assert PROMISES.read("no promises", own, names) == (((), ""), "")


def test_a_promise_can_depend_on_any_profit_card():
    own = view(dealing(), YOU)
    for card, lapses in product(sorted(PROFIT_CARDS), (False, True)):
        value = (pay(DONNA, 20, card=card, turn=35, lapses=lapses), pay(YOU, 20, card=card)), ""
        assert PROMISES.read(PROMISES.write(value, NAMES), own, NAMES) == (value, "")


@CALLED
def test_a_written_play_can_be_read_again(called):
    names, own = Names(called[:4]), view(dealing(), YOU)
    some = [None, Pass(), *[Tax(seat=seat) for seat in (DONNA, MIKE, JEFF)]]
    some += [ForceSale(property=name) for name in PROPERTIES]
    some += [Play(card=card) for card in CARDS if card not in (TAX, FORCE_SALE)]
    for then in some:
        assert THEN.read(THEN.write(then, names), own, names) == (then, "")


@CALLED
def test_a_written_proposal_can_be_read_again(called):
    names, state = Names(called[:4]), dealing()
    picks = random.Random("lines")
    clauses, sides = list(every_clause()), list(some_goods(60))
    for give, get in zip(sides[::2], sides[1::2], strict=True):
        move = propose(
            DONNA,
            give,
            get,
            *picks.sample(clauses, picks.randrange(4)),
            words=picks.choice(["", "Well; so be it!"]),
            then=picks.choice([None, Pass(), Play(card=PAIR), ForceSale(property=HOTEL)]),
        )
        values = (move.to, move.give, move.get, (move.promises, move.words), move.then)
        assert PROPOSE.read is not None
        written = [
            field.write(value, names) for field, value in zip(PROPOSE.fields, values, strict=True)
        ]
        known = PROPOSE.read(" ".join(written), view(state, YOU), names)
        assert Propose(**known) == move, " ".join(written)


def test_the_example_line_of_the_rules_can_be_typed():
    state = dealing(seat=DONNA)
    line = (
        "deal Ann: give Casino; get 10; they return Casino for 10 by 31; they pay 50 with"
        " Hotel+Casino"
    )
    assert typed(state, DONNA, line) == propose(
        YOU, goods(CASINO), goods(cash=10), back(YOU, CASINO, 10, turn=31), pay(YOU, 50, card=PAIR)
    )


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I pay 50 by 31", pay(YOU, 50, turn=31)),
        ("I'll pay $50M by turn 31", pay(YOU, 50, turn=31)),
        ("I will pay them 50 million at the end of turn 31", pay(YOU, 50, turn=31)),
        ("I promise to pay Donna 1,250 by Donna's turn 31", pay(YOU, 1250, turn=31)),
        ("they pay me 50 with Hotel Profits", pay(DONNA, 50, card="Hotel Profits")),
        ("you pay 50 with the Hotel Profits card", pay(DONNA, 50, card="Hotel Profits")),
        (
            "Donna pays 50 with Hotel+Casino until 33",
            pay(DONNA, 50, card=PAIR, turn=33, lapses=True),
        ),
        ("don pays 50 with hotel/casino or by 33", pay(DONNA, 50, card=PAIR, turn=33)),
        (
            "they pay 50 with hotel & casino, at the latest by 33",
            pay(DONNA, 50, card=PAIR, turn=33),
        ),
        ("they pay 20 with 3 Properties by 33", pay(DONNA, 20, card="3 Properties", turn=33)),
        ("they return Casino by 31", back(DONNA, CASINO, turn=31)),
        ("they give back the Casino by 31", back(DONNA, CASINO, turn=31)),
        ("they return the casino to me for 10 by 31", back(DONNA, CASINO, 10, turn=31)),
        ("seat 2 hands over Island for 10 with any 40", back(DONNA, ISLAND, 10, card=ANY)),
        ("I keep the Hotel until the end of turn 34", keep(YOU, HOTEL, 34)),
        ("I keep Hotel by 34", keep(YOU, HOTEL, 34)),
        ("they spare me until 34", spare(DONNA, 34)),
        ("I spare Donna until 34", spare(YOU, 34)),
        ("I return the Hotel by this turn", back(YOU, HOTEL, turn=30)),
    ],
)
def test_promises_can_be_typed_in_many_ways(said, meant):
    assert typed(dealing(), YOU, f"deal Donna {said}").promises == (meant,)
    assert typed(dealing(), YOU, f"deal Donna: give 10; {said}").promises == (meant,)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I return Any 40 by 31", give_back(YOU, ANY, turn=31)),
        ("I give back the Any 40 card to them for 10 by turn 31", give_back(YOU, ANY, 10, turn=31)),
        ("they return my Hotel and Casino by 31", give_back(DONNA, PAIR, turn=31)),
        ("they return Hotel Profits for 10 at 31", give_back(DONNA, "Hotel Profits", 10, turn=31)),
        ("you return you're out by 31", give_back(DONNA, OUT, turn=31)),
        ("I play Any 40 by 34", will_play(YOU, ANY, 34)),
        ("I'll play the Any 40 card on turn 34", will_play(YOU, ANY, 34)),
        ("Donna plays Hotel+Casino in Donna's turn 35", will_play(DONNA, PAIR, 35)),
    ],
)
def test_tr_80_tr_81_a_loan_and_a_promised_play_can_be_typed_in_many_ways(said, meant):
    state = dealing([ANY, PAIR, "Hotel Profits", OUT])
    goods_said = "give Hotel and Casino, Hotel Profits, You're Out; get Any 40"
    assert typed(state, YOU, f"deal Donna: {goods_said}; {said}").promises == (meant,)


def test_a_play_without_a_turn_follows_the_deal_and_is_no_promise():
    for terms in ("10; Casino; I play Any 40", "give 10; get Casino; then I play Any 40"):
        move = typed(dealing([ANY]), YOU, f"deal Donna: {terms}")
        assert (move.promises, move.then) == ((), Play(card=ANY))
    move = typed(dealing([ANY]), YOU, "deal Donna: give 10; get Casino; I play Any 40 by 34")
    assert (move.promises, move.then) == ((will_play(YOU, ANY, 34),), None)


def test_tr_80_a_card_without_a_turn_is_asked_for_its_turn():
    line = "deal Donna: get Any 40; I return Any 40 with Hotel Profits"
    assert "Say by which turn" in refusal(dealing([OUT]), YOU, line)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("nothing", NOTHING),
        ("10", goods(cash=10)),
        ("$1,250M", goods(cash=1250)),
        ("2 cards", goods(random=2)),
        ("a card", goods(random=1)),
        ("any two cards and 10", goods(random=2, cash=10)),
        ("two cards at random, the Casino", goods(CASINO, random=2)),
        ("Any 40", goods(ANY)),
        ("an any 40 card", goods(ANY)),
        ("2 tax cards", goods(TAX, TAX)),
        ("1 Tax, one investor 30", goods(TAX, "Investor 30")),
        ("Tax, Tax", goods(TAX, TAX)),
        ("3 properties", goods("3 Properties")),
        ("Hotel and Casino", goods(PAIR)),
        ("Hotel+Casino Profits", goods(PAIR)),
        ("Hotel, Casino", goods(HOTEL, CASINO)),
        ("the Hotel and the Casino", goods(HOTEL, CASINO)),
        ("Hotel and Airline", goods(HOTEL, "Airline")),
        ("hotel profit, my hotel", goods(HOTEL, "Hotel Profits")),
        ("island + cruise line", goods(ISLANDS)),
        ("youre out, I'm back & 20m", goods(OUT, "I'm Back", cash=20)),
        ("Outside Investor 60, convention centre", goods("Investor 60", "Convention Center")),
    ],
)
def test_goods_can_be_typed_in_many_ways(said, meant):
    assert typed(dealing(), YOU, f"deal Donna give {said}").give == meant
    assert typed(dealing(), YOU, f"deal Donna get {said}, give 10").get == meant
    assert typed(dealing(), YOU, f"deal Donna they give {said}").get == meant


def test_for_introduces_the_opposite_side():
    state = dealing()
    assert typed(state, YOU, "deal Donna give Hotel for 70") == propose(
        DONNA, goods(HOTEL), goods(cash=70)
    )
    assert typed(state, YOU, "deal with Donna: get Casino for 70").give == goods(cash=70)
    assert typed(state, YOU, "deal Donna I give 70 for the Casino").get == goods(CASINO)


def test_words_are_quoted_and_keep_their_capitals():
    state = dealing()
    for quoted in ('"Trust Me; I give all"', "“Trust Me; I give all”", '"Trust Me; I give all'):
        move = typed(state, YOU, f"deal Donna: give 10 {quoted}")
        assert move == propose(DONNA, goods(cash=10), words="Trust Me; I give all")
    assert typed(state, YOU, 'deal Donna: give 10; "So be it." then no card').words == "So be it."


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("then Hotel and Casino", Play(card=PAIR)),
        ("then play Hotel Profits", Play(card="Hotel Profits")),
        ("then I play a Tax on Mike", Tax(seat=MIKE)),
        ("then Force Sale of the Casino", ForceSale(property=CASINO)),
        ("then no card", Pass()),
        ("then nothing", Pass()),
        ("then ask me", None),
        ("", None),
    ],
)
def test_tr_78_the_play_after_a_deal_can_be_typed_with_it(said, then):
    assert typed(dealing(), YOU, f"deal Donna: give 10; get Casino {said}").then == then


def test_the_printed_deals_can_be_typed_and_are_legal():
    sold = dealing(["Hotel Profits"], seat=YOU)
    step = play(sold, YOU, typed(sold, YOU, "deal Donna give Hotel Profits for 40"))
    assert cash(play(step.state, DONNA, ACCEPT).state)[:2] == (440, 360)
    two = dealing([PAIR], seat=JEFF, turn=30, owners={HOTEL: YOU, CASINO: JEFF})
    line = (
        "deal Ann: give Casino for 10; they pay 50 with Hotel+Casino; they return Casino for 10"
        " by 31"
    )
    lent = play(play(two, JEFF, typed(two, JEFF, line)).state, YOU, ACCEPT).state
    assert owner(lent, CASINO) == YOU
    played = play(passing(lent, 31), YOU, Play(card=PAIR)).state
    assert (cash(played)[YOU], cash(played)[JEFF], owner(played, CASINO)) == (470, 450, JEFF)
    three = dealing(seat=JEFF)
    three = replace(three, hands=(*three.hands[:3], ("Convention Center Profits", TAX)))
    three = replace(three, public=replace(three.public, hands=(*three.public.hands[:3], 2)))
    offered = play(three, JEFF, typed(three, JEFF, "deal Ann give 2 cards get 40")).state
    assert typed(offered, YOU, "counter give 30") == Counter(
        give=goods(cash=30), get=goods(random=2), promises=(), words=""
    )
    five = dealing(
        ["3 Properties", "Sports Complex Profits"], owners={"Sports Complex": DONNA, HOTEL: YOU}
    )
    line = (
        "deal Donna: get Sports Complex; I pay 20 with Sports Complex Profits; I pay 70 with"
        " 3 Properties; I return Sports Complex with 3 Properties; then Sports Complex Profits"
    )
    struck = play(play(five, YOU, typed(five, YOU, line)).state, DONNA, ACCEPT).state
    assert cash(struck)[:2] == (410, 420)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("deal", "Who do you mean?"),
        ("deal Zoe give 10", "Who do you mean?"),
        ("deal Donna give Kasino", "“kasino”.* For example: `Hotel`"),
        ("deal Donna get Kasino", "“kasino”.* For example: `[$]10M`"),
        ("deal Donna give Hotel card", "“hotel card”"),
        ("deal Donna give 10 Casino", "commas"),
        (
            "deal Donna Hotel",
            "what you get. For example: `deal with Donna give [$]100M get Casino`",
        ),
        ("deal Donna give 10, 20", "two amounts"),
        ("deal Donna give 10 give 20", "what you give twice"),
        ("deal Donna I pay 50", "Say when.* For example: `I pay [$]10M by 34`"),
        ("deal Donna I pay Hotel by 31", "amount"),
        ("deal Donna I pay 50 until 31", "by which turn"),
        ("deal Donna I return by 31", "property"),
        ("deal Donna I keep Hotel", "until which turn"),
        ("deal Donna pay 50 by 31", "Say who does it"),
        ("deal Donna Mike gives 10", "between two"),
        ("deal Donna give 10 then dance", "card to play"),
        ("deal Donna give 10 then Tax", "whom to tax"),
        ("deal Donna give 10 then Force Sale", "which property"),
        ('deal Donna give 10 "a" "b"', "one line of words"),
        ("deal Donna hello there", "“hello there”"),
        ("deal Donna give 10; I play Any 40", "by which turn the card is played, or write “then”"),
        ("deal Donna get 10; they play Any 40", "^Say by which turn the card is played[.]$"),
        ("deal Donna get investor I return Investor 40 by 31", "“investor i return…”"),
    ],
)
def test_unclear_text_is_refused_by_naming_it(line, said):
    told = refusal(dealing(), YOU, line)
    assert re.search(said, told), told


def test_the_example_in_a_refusal_is_legal_for_its_reader():
    poor = dealing([TAX], cash=(0, 400, 400, 400), owners={CASINO: DONNA})
    assert "For example: `Tax`" in refusal(poor, YOU, "deal Donna give Kasino")
    assert "deal with Donna give Tax get $20M" in refusal(poor, YOU, "deal Donna what")


def test_illegal_deals_are_refused_by_the_rules_with_names():
    for line, reason in [
        ("deal Donna give Casino", "The Casino isn't yours to give."),
        (
            "deal Donna Mike pays 10 by 31",
            "Only the two players in a deal can make promises in it.",
        ),
        ("deal Donna give 10 get 20", "cash goes one way"),
        ("deal Donna get 5", "in tens"),
        ("deal Donna I pay 10 by 500", "from 30 to 62"),
        ("deal Donna I return Casino by 31", "the Casino isn't yours to promise"),
    ]:
        with pytest.raises(IllegalMove) as refused:
            play(dealing(), YOU, typed(dealing(), YOU, line))
        assert reason in refused.value.text(NAMES.__getitem__)
