"""TRUMP The Game by hand: what is pressed, filled in, typed and given to commands."""

import re

import pytest

from bot.ui.panel import Form
from bot.ui.words import Names
from cogs.trump import FACE
from cogs.trump.words import CARD_WORDS, PROPERTY_WORDS, money, money_in, named_in
from games.chance import Chance
from games.rules import IllegalMove, Refusal
from games.trump.cards import BOARD, CARDS, PROPERTIES
from games.trump.moves import (
    Add,
    ComeBack,
    DropPlan,
    ForceSale,
    GiveUp,
    Keep,
    KnockOut,
    OpenBid,
    Pass,
    Plan,
    Play,
    PutUp,
    Raise,
    Release,
    Roll,
    Swap,
    Take,
    Tax,
)
from games.trump.state import Adding, Debt, Putting, State, Taking, Trading
from tests.cogs.terms import help_of
from tests.cogs.trump.face import (
    ANN,
    BEN,
    CALLED,
    CAT,
    OPEN,
    RULES,
    SHOWN,
    WAYS,
    board,
    buying,
    choose,
    command,
    completed,
    entry,
    hand,
    labels,
    menus,
    press,
    read,
    submit,
    type_in,
    typing,
)
from tests.games.trump import selling as sales
from tests.games.trump.dealing import dealing, pay
from tests.games.trump.selling import BACK, I20, I50, OUT
from tests.games.trump.table import goods, plays, propose, table

CALL = Names(CALLED)


def bid(amount: int, limit: int | None, investors="keep", out="no", back="no") -> OpenBid:
    return OpenBid(amount=amount, limit=limit, investors=investors, out=out, back=back)


def opening(*, options=None, **more) -> sales.Sale:
    return sales.Sale([I50, I20], [OUT], [BACK], options=options, **more)


# --- every kind of move ---------------------------------------------------------------------------


def test_every_kind_of_move_has_a_way_and_the_groups_hold_what_discord_takes():
    groups = {way.group for way in FACE.ways}
    assert groups == {"", "sale", "offer"}
    top = [way.verb for way in FACE.ways if not way.group] + [aside.verb for aside in FACE.asides]
    beside = [
        "start",
        "hand",
        "table",
        "rules",
        "sale",
        "offer",
        *(kind.kind for kind in FACE.slips),
    ]
    assert len(top + beside) <= 25
    assert len(set(top + beside)) == len(top + beside)
    assert [way.verb for way in FACE.ways if way.group == "sale"] == [
        *("bid", "raise", "out", "back", "plan", "unplan")
    ]
    assert {way.verb for way in FACE.ways if way.group == "offer"} == {
        *("deal", "counter", "accept", "reject", "withdraw", "release")
    }


# --- money, properties, cards ---------------------------------------------------------------------


def test_money_is_written_and_read_as_players_say_it():
    assert [money(amount) for amount in (0, 10, 1250)] == ["$0M", "$10M", "$1,250M"]
    for text in ("$1,250M", "1250", "1,250m", "$ 1250 M", "1250 million", "$1250"):
        assert money_in(text) == (1250, ""), text
    assert money_in("10, 20") == (10, "20")
    assert money_in("10 mike") == (10, "mike")
    for text in ("", "ten", "10x", "-10", "1,25"):
        assert money_in(text) is None or money_in(text) != (10, ""), text


def test_properties_are_read_by_name_or_by_a_beginning_that_is_clear():
    for property in PROPERTIES:
        assert named_in(f"the {property.upper()} for 10", PROPERTY_WORDS) == (property, "for 10")
        assert named_in(property.split()[0], PROPERTY_WORDS) == (property, "")
    assert named_in("c", PROPERTY_WORDS) is None
    assert named_in("conv", PROPERTY_WORDS) == ("Convention Center", "")


def test_every_kind_of_card_is_read_by_its_name_and_as_it_may_be_said():
    for card in CARDS:
        assert named_in(card, CARD_WORDS) == (card, "")
    assert named_in("hotel+casino", CARD_WORDS) == ("Hotel and Casino", "")
    assert named_in("hotel & casino, 10", CARD_WORDS) == ("Hotel and Casino", "10")
    assert named_in("outside investor 50", CARD_WORDS) == ("Investor 50", "")
    assert named_in("hotel", CARD_WORDS) is None  # three cards begin so


# --- a turn ---------------------------------------------------------------------------------------


def test_a_turn_is_rolled_or_a_card_is_played():
    state = buying(["Casino Profits", "Any 40", "Any 40", "Tax"], owners={"Casino": ANN})
    drawn = hand(state, ANN)
    assert labels(drawn) == ["Roll", "Play Casino Profits ($60M)", "Play Any 40 ($40M)"]
    assert read(state, ANN, press(drawn, "Roll")) == Roll()
    assert read(state, ANN, press(drawn, "Play Any 40 ($40M)")) == Play(card="Any 40")
    for line in ("play casino profits", "casino", "PLAY the Casino Profits", "`casino profits`"):
        assert type_in(state, ANN, line) == Play(card="Casino Profits"), line
    assert type_in(state, ANN, "any") == type_in(state, ANN, "any 40") == Play(card="Any 40")
    assert command(state, ANN, "play", card="any 40") == Play(card="Any 40")
    assert completed(state, ANN, "play", "card") == ["Casino Profits", "Any 40"]
    assert labels(board(state)) == ["Roll", "Play a card…"]
    form = read(state, ANN, press(board(state), "Play a card…"))
    assert [choice.label for choice in entry(form, "card").choices] == ["Casino Profits", "Any 40"]


def test_what_is_no_card_is_refused_with_what_can_be_played():
    state = buying(["Casino Profits"], owners={"Casino": ANN})
    with pytest.raises(Refusal, match=r"no card “trump”\. You can play Casino Profits"):
        type_in(state, ANN, "play trump")
    with pytest.raises(Refusal, match="Not now"):
        type_in(state, BEN, "play trump")


def test_tax_and_force_sale_name_their_victim():
    state = buying(["Tax", "Force Sale"], owners={"Casino": BEN, "Hotel": BEN, "Airline": CAT})
    drawn = hand(state, ANN)
    assert "Tax Ben: $40M" in labels(drawn)
    assert read(state, ANN, press(drawn, "Tax Cat: $20M")) == Tax(seat=CAT)
    for line in ("tax ben", "play tax on Ben", "tax seat 2"):
        assert type_in(state, ANN, line) == Tax(seat=BEN), line
    assert read(state, ANN, choose(drawn, "Airline")) == ForceSale(property="Airline")
    for line in ("force airline", "force sale of the Airline", "play force sale airline"):
        assert type_in(state, ANN, line) == ForceSale(property="Airline"), line
    assert "Casino" in completed(state, ANN, "force", "property")


def test_what_a_space_asks_for_is_a_button_each_for_everybody_to_see():
    state = buying(phase=Taking(rolling="move", card=None, left=0, number=1))
    assert labels(board(state)) == ["Take one from Ben (1 card)", "Take one from Cat (1 card)"]
    assert type_in(state, ANN, "cat") == type_in(state, ANN, "take from Cat") == Take(seat=CAT)
    state = buying(phase=Adding(amount=30), owners={"Casino": BEN, "Hotel": ANN})
    assert labels(board(state))[0] == "$30M into the Tropical Island"
    assert type_in(state, ANN, "airline") == Add(property="Airline")
    state = buying(phase=Putting(any=False))
    assert "Sell the Casino" not in labels(board(state))
    assert type_in(state, ANN, "sell hotel") == PutUp(property="Hotel")
    state = buying(phase=Putting(any=True), owners={"Casino": BEN, "Hotel": ANN})
    assert {"Sell your Hotel", "Sell Ben's Casino"} <= set(labels(hand(state, ANN)))
    assert "Sell Ann's Hotel" in labels(board(state))


def test_a_trade_names_what_is_given_and_what_it_is_given_for():
    state = buying(phase=Trading(), owners={"Casino": BEN, "Hotel": ANN, "Airline": ANN})
    form = read(state, ANN, press(board(state), "Trade…"))
    assert [field.key for field in form.entries] == ["*give", "*get"]
    assert [choice.label for choice in entry(form, "give").choices] == ["Hotel", "Airline"]
    swap = Swap(give="Airline", get="Casino")
    assert submit(state, ANN, form, give='"Airline"', get='"Casino"') == swap
    for line in ("swap airline for casino", "trade the Airline for the Casino"):
        assert type_in(state, ANN, line) == swap, line
    assert command(state, ANN, "swap", give="airline", get="casino") == swap
    assert type_in(state, ANN, "keep all") == Keep()
    about = {choice.label: choice.description for choice in entry(form, "get").choices}
    assert about["Casino"] == "Ben's"
    assert about["Tropical Island"] == "nobody's"


def test_a_property_is_surrendered_by_name():
    state = buying(["Tax"], owners={"Casino": BEN, "Airline": BEN}, cash=(400, 10, 400))
    state = plays(state, (ANN, Tax(seat=BEN)))
    for line in ("surrender airline", "airline", "give up the airline"):
        assert type_in(state, BEN, line) == GiveUp(property="Airline"), line


# --- opening bids (TR-24, TR-62) ------------------------------------------------------------------


def test_an_opening_bid_has_quick_buttons_and_one_form_tr_62():
    sale = opening()
    drawn = hand(sale.state, ANN)
    assert labels(drawn) == ["Bid $10M", "Bid $50M", "Bid…", "No bid"]
    assert read(sale.state, ANN, press(drawn, "No bid")) == bid(0, None)
    assert read(sale.state, ANN, press(drawn, "Bid $50M")) == bid(50, 50)
    assert labels(board(sale.state)) == labels(drawn)
    form = read(sale.state, ANN, press(drawn, "Bid…"))
    assert form.title == "A bid for the Hotel"
    assert [field.key for field in form.entries] == [
        "?amount",
        "?up_to",
        "*investors",
        "*out",
        "*back",
    ]
    assert [field.required for field in form.entries] == [True, False, False, False, False]
    assert entry(form, "amount").hint == "$10M to $400M, in tens, or no bid"
    assert submit(sale.state, ANN, form) == bid(50, 50)


def test_the_form_is_the_same_whatever_one_holds_tr_62():
    forms = [
        read(sale.state, ANN, press(hand(sale.state, ANN), "Bid…"))
        for sale in (opening(), sales.Sale(["Tax"], [OUT], [BACK]), opening(options=OPEN))
    ]
    keys = [[field.key for field in form.entries] for form in forms]
    assert keys[0] == keys[1] == keys[2]
    assert len(keys[0]) == 5


def test_with_once_who_names_no_limit_goes_no_higher_and_plays_no_card_tr_62():
    sale = opening()
    for line in ("100", "bid 100", "$100M", "bid $100m"):
        assert type_in(sale.state, ANN, line) == bid(100, 100), line
    assert command(sale.state, ANN, "bid", amount="100") == bid(100, 100)
    assert command(sale.state, ANN, "bid", amount="no bid") == bid(0, None)
    assert type_in(sale.state, ANN, "no bid") == bid(0, None)
    assert type_in(sale.state, ANN, "bid 100 ask in turn") == bid(100, None)
    form = read(sale.state, ANN, press(hand(sale.state, ANN), "Bid…"))
    assert submit(sale.state, ANN, form, amount="100", up_to="") == bid(100, 100)
    assert submit(sale.state, ANN, form, amount="100", up_to="150") == bid(100, 150)
    assert submit(sale.state, ANN, form, amount="100", up_to="ask in turn") == bid(100, None)


def test_with_open_a_bid_alone_has_no_plan_tr_62():
    sale = opening(options=OPEN)
    assert type_in(sale.state, ANN, "100") == bid(100, None)
    assert read(sale.state, ANN, press(hand(sale.state, ANN), "Bid $50M")) == bid(50, None)
    assert type_in(sale.state, ANN, "100 up to 150") == bid(100, 150)


def test_what_is_said_beside_a_bid_may_stand_in_any_order():
    sale = opening()
    whole = bid(100, 150, "use", "yes", "ask")
    for line in (
        "bid 100 up to 150 use investors out yes back ask",
        "bid 100, out yes, back ask me, use my investors, limit 150",
        "100 150 use yes ask",
        "bid $100M $150M use yes ask",
    ):
        assert type_in(sale.state, ANN, line) == whole, line
    given = {"amount": "100", "up_to": "150", "investors": "use", "out": "yes", "back": "ask"}
    assert command(sale.state, ANN, "bid", **given) == whole
    assert type_in(sale.state, ANN, "bid 100 back yes") == bid(100, 100, back="yes")
    assert type_in(sale.state, ANN, "bid 100 use") == bid(100, 100, "use")
    with pytest.raises(Refusal, match="I cannot make anything of “perhaps” there"):
        type_in(sale.state, ANN, "bid 100 perhaps")
    with pytest.raises(Refusal, match=r"I need a sum of money there \(\$10M to \$400M, in tens"):
        type_in(sale.state, ANN, "bid much")


def test_the_likely_bid_is_what_is_inside_if_that_is_shown():
    sale = opening(inside=130)
    assert "Bid $50M" in labels(hand(sale.state, ANN))
    mine = opening(inside=130, owner=ANN)
    assert "Bid $130M" in labels(hand(mine.state, ANN))
    assert "Bid $50M" in labels(hand(mine.state, BEN))
    assert "Bid $130M" not in labels(board(mine.state))
    shown = opening(inside=130, options=SHOWN)
    assert "Bid $130M" in labels(hand(shown.state, BEN))
    assert "Bid $130M" in labels(board(shown.state))
    poor = opening(cash=(30, 400, 400))
    assert labels(hand(poor.state, ANN)) == ["Bid $10M", "Bid…", "No bid"]
    form = read(poor.state, ANN, press(hand(poor.state, ANN), "Bid…"))
    assert entry(form, "amount").default == "$10M"


# --- plans (TR-61) --------------------------------------------------------------------------------


def test_a_plan_is_laid_down_changed_and_withdrawn():
    sale = opening(options=OPEN).open(50, 40, 30)
    assert type_in(sale.state, BEN, "plan 120 use out yes") == Plan(
        limit=120, investors="use", out="yes", back="no"
    )
    assert type_in(sale.state, BEN, "plan up to $120M") == Plan(
        limit=120, investors="keep", out="no", back="no"
    )
    assert labels(hand(sale.state, BEN)) == ["Plan…"]
    form = read(sale.state, BEN, press(hand(sale.state, BEN), "Plan…"))
    assert [field.key for field in form.entries] == ["?up_to", "*investors", "*out", "*back"]
    assert form.note == "You have $360M in hand."
    sale.plans(BEN, 120)
    assert labels(hand(sale.state, BEN)) == ["Change the plan…", "Withdraw the plan"]
    assert type_in(sale.state, BEN, "unplan") == DropPlan()
    assert type_in(sale.state, BEN, "withdraw my plan") == DropPlan()


def test_who_is_asked_can_pass_for_the_rest_of_the_sale_tr_53():
    sale = opening(options=OPEN).open(50, 40, 30)
    stand_by = Plan(limit=0, investors="keep", out="no", back="no")
    button = press(hand(sale.state, ANN), "Pass for the rest of the sale")
    assert read(sale.state, ANN, button) == stand_by
    for line in ("pass for the rest", "plan up to nothing", "plan nothing"):
        assert type_in(sale.state, ANN, line) == stand_by, line
    assert type_in(sale.state, ANN, "pass") == Pass()
    assert "Pass for the rest of the sale" not in labels(hand(sale.state, BEN))


# --- the bidding ----------------------------------------------------------------------------------


def test_raises_are_offered_with_the_investors_that_bring_them_tr_30():
    sale = opening(options=OPEN).open(50, 100, 30)
    drawn = hand(sale.state, ANN)
    with_each = ["Raise to $110M with 20", "Raise to $110M with 50", "Raise to $120M with 20+50"]
    assert labels(drawn)[:4] == [*with_each, "Raise…"]
    for label, to, investors in zip(
        with_each, (110, 110, 120), ((I20,), (I50,), (I20, I50)), strict=True
    ):
        assert read(sale.state, ANN, press(drawn, label)) == Raise(to=to, investors=investors)
    assert labels(board(sale.state))[0] == "Raise…", "no cash yet, and cards are hidden"
    assert completed(sale.state, ANN, "raise", "to", "120") == ["$120M with 20+50"]
    form = read(sale.state, ANN, press(drawn, "Raise…"))
    assert form.note == "You have $350M in hand, and Investor 20, Investor 50."
    to, twenties, fifties = form.entries
    assert (to.label, to.default) == ("Raise your bid to", "$110M")
    assert to.hint == "In tens, investors' money included"
    assert [twenties.label, fifties.label] == ["$20M Outside Investors", "$50M Outside Investors"]
    assert submit(sale.state, ANN, form) == Raise(to=110, investors=(I20,))
    both = {twenties.key: twenties.choices[1].value, fifties.key: fifties.choices[1].value}
    filled = form.request.with_args({to.key: "150", **both})
    assert read(sale.state, ANN, filled) == Raise(to=150, investors=(I20, I50))


def test_a_raise_is_typed_with_its_investors_in_any_order():
    sale = opening(options=OPEN).open(50, 100, 30)
    both = Raise(to=150, investors=(I20, I50))
    for line in (
        "raise 150 with 50+20",
        "raise to $150M with investor 50 and investor 20",
        "150 with 20 + 50",
        "raise 150 with my outside investors 50, 20",
    ):
        assert type_in(sale.state, ANN, line) == both, line
    assert type_in(sale.state, ANN, "raise 150") == Raise(to=150, investors=())
    with pytest.raises(Refusal, match="There is no Investor 70: there are Investor 20"):
        type_in(sale.state, ANN, "raise 150 with 70")
    with pytest.raises(Refusal, match="With which Outside Investors"):
        type_in(sale.state, ANN, "raise 150 with love")


def test_cash_is_offered_once_an_investor_has_been_played_tr_29():
    sale = opening(options=OPEN).open(50, 100, 30).raises(ANN, 150, I50)
    drawn = hand(sale.state, BEN)
    assert "Raise to $160M" in labels(drawn)
    assert labels(board(sale.state))[:3] == ["Raise to $160M", "Raise to $200M", "Raise…"]
    assert read(sale.state, BEN, press(board(sale.state), "Raise to $200M")) == Raise(
        to=200, investors=()
    )
    form = read(sale.state, BEN, press(drawn, "Raise…"))
    assert form.entries[0].hint == "$160M or more, in tens; investors, if any, behind it"
    assert type_in(sale.state, BEN, "160") == Raise(to=160, investors=())


def test_a_bidder_is_knocked_out_and_comes_back_by_name():
    sale = sales.Sale([OUT], [BACK], [OUT], options=OPEN).open(50, 100, 30)
    drawn = hand(sale.state, ANN)
    assert "You're Out: Ben" in labels(drawn)
    for line in ("out ben", "you're out Ben", "knock out Ben", "play you’re out on ben"):
        assert type_in(sale.state, ANN, line) == KnockOut(seat=BEN), line
    sale.outs(ANN, BEN)
    assert "I'm Back" in labels(board(sale.state))
    for line in ("back", "i'm back", "I’m Back!"):
        assert type_in(sale.state, BEN, line) == ComeBack(), line
    assert type_in(sale.state, BEN, "stay out") == Pass()


# --- offers ---------------------------------------------------------------------------------------


def test_an_offer_is_accepted_rejected_or_withdrawn():
    state = plays(dealing(), (0, propose(1, goods(cash=40), goods("Casino"))))
    assert [type_in(state, 1, line).kind for line in ("accept", "reject", "decline")] == [
        *("accept", "reject", "reject")
    ]
    assert type_in(state, 0, "withdraw").kind == "withdraw"
    assert {"Accept", "Reject"} <= set(labels(hand(state, 1)))
    assert "Withdraw the offer" in labels(hand(state, 0))
    assert "Accept" not in labels(hand(state, 2))


def test_what_one_is_promised_can_be_let_go_at_any_time_tr_77():
    state = plays(dealing(), (0, propose(1, goods(), goods("Casino"), pay(0, 50, turn=33))))
    state = plays(state, (1, WAYS["accept"].move()))
    assert state.public.promises[0].number == 1
    found = menus(hand(state, 1))
    assert [menu.placeholder for menu in found] == ["Let a promise or debt go…"]
    assert found[0].choices[0].description == "Ann pays you $50M at the end of turn 33"
    assert read(state, 1, choose(hand(state, 1), "1")) == Release(number=1)
    for line in ("release 1", "release promise 1", "let go no. 1"):
        assert type_in(state, 1, line) == Release(number=1), line
    with pytest.raises(Refusal, match=r"by its number\? You can let go 1"):
        type_in(state, 1, "release it")
    owed = dealing(debts=[Debt(number=4, by=0, to=1, amount=20)])
    assert type_in(owed, 1, "release debt 4") == Release(number=4)
    assert menus(hand(owed, 1))[0].choices[0].description == "Ann's debt of $20M"


# --- what stands there can be read ----------------------------------------------------------------


def test_no_property_and_no_card_of_the_board_is_unreadable_and_nothing_is_cut_off():
    for way in FACE.ways:
        assert len(way.help) <= 100, way.help
        for field in way.fields:
            assert 0 < len(field.label) <= 45, field.label
    assert {space.property for space in BOARD if space.property} == set(PROPERTIES)


def test_a_line_that_is_none_of_ours_is_answered_with_what_can_be_typed():
    state = buying(["Casino Profits"], owners={"Casino": ANN})
    assert type_in(state, ANN, "hello") is None
    assert typing(state, ANN) == "You can type `roll` or `Casino Profits`."
    assert not isinstance(type_in(state, ANN, "roll"), Form)
    assert RULES.to_move(RULES.view(table([], [], []), None)) == {0}


def test_every_line_that_the_help_gives_as_an_example_can_be_typed():
    quoted = help_of(FACE, "Typing in the DM")
    lines = re.findall(r"`([^`]+)`", quoted)
    assert len(lines) >= 15
    owners = {"Casino": ANN, "Hotel": BEN}
    turn = buying(["Tax"], ["Any 40", "Tax", "Force Sale"], seat=BEN, owners=owners)
    sale = sales.Sale([OUT], [OUT], [OUT])
    bids = sales.Sale([BACK], [OUT, I20, I50], [OUT], options=OPEN).open(90, 50, 30).passes(ANN)
    back = sales.Sale([OUT, BACK], [OUT], [OUT], options=OPEN).open(100, 60, 30).passes(ANN)
    back = back.outs(BEN, ANN).passes(CAT)
    deal = dealing([], ["Tax"], seat=1, turn=30, owners={"Hotel": 1, "Casino": 0})
    offer = plays(deal, (1, propose(0, goods(cash=10), goods("Casino"))))
    owed = dealing(debts=[Debt(number=3, by=0, to=1, amount=20)])
    places = [
        *((turn, BEN), (sale.state, BEN), (bids.state, BEN), (back.state, ANN)),
        *((deal, 1), (offer, 0), (owed, 1)),
    ]
    for line in lines:
        made = [one for state, seat in places if (one := _legal_here(state, seat, line))]
        assert made, f"nowhere can `{line}` be typed"


def _legal_here(state: State, seat: int, line: str) -> bool:
    try:
        move = type_in(state, seat, line)
        RULES.play(state, seat, move, Chance.of(b"luck", 1, 1))
    except (Refusal, IllegalMove):
        return False
    return True
