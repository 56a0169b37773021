"""Standing orders of TRUMP The Game: their buttons, forms, typed lines and descriptions."""

from dataclasses import replace
from typing import Any

import pytest

from bot.entry.game_cog import make
from bot.ui.panels.panel import Form, Menu, Request
from bot.ui.ways import order_menus
from bot.ui.ways.offers import example, suggestions
from bot.ui.ways.order_menus import EndOrder, Unchanged
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from cogs.trump import FACE
from cogs.trump.orders import NEXT, ORDERS, PREFER
from games.rules import IllegalMove, Refusal
from games.trump.ahead.ordered import ChoicesAhead, Order, TurnsAhead
from games.trump.moves import ForceSale, Play, Tax
from games.trump.state import Acting, State, Taking, Trading
from tests.cogs.menus import chosen, labels, menus
from tests.cogs.terms import help_of
from tests.cogs.trump.face import ANN, BEN, CAT, RULES, buying, names
from tests.games.trump.table import table

ENGINE = RULES.orders
assert ENGINE is not None
HAND = ["Any 40", "Hotel and Casino", "Tax", "Force Sale", "You're Out"]
BUY = buying([], HAND, ["Any 50"])
DEAL = table(["You're Out"], HAND, ["Any 50"], dealing=True, owners={"Hotel": BEN, "Casino": CAT})
ANY = Play(card="Any 40")
PAIR = Play(card="Hotel and Casino")


def legal_with_orders(state: State, seat: int, *said: Order) -> Legal:
    view = RULES.view(state, seat)
    legal = Legal(tuple(RULES.legal_moves(view)), RULES.sampled)
    return legal.and_also(ENGINE.offered(view), ENGINE.kinds, said)


def offered(state: State, seat: int, *said: Order) -> dict[str, Menu]:
    legal = legal_with_orders(state, seat, *said)
    return menus(FACE, RULES.view(state, seat), names(state), legal)


def choose(state: State, sentence: str, label: str, *said: Order) -> Any:
    """Choose in one of Ben's menus while these orders stand."""
    menu, legal = offered(state, BEN, *said)[sentence], legal_with_orders(state, BEN, *said)
    return chosen(FACE, menu, label, RULES.view(state, BEN), names(state), legal)


def asked(state: State, wanted: Request, seat: int = BEN, *, line: bool = False) -> Order | Form:
    (way,) = [way for way in ORDERS if way.verb == wanted.verb]
    view, called = RULES.view(state, seat), names(state)
    known = named_in(way, wanted, view, called)
    return resolve(way, known, view, called, legal_with_orders(state, seat), line=line)


def form(state: State, verb: str) -> Form:
    made = asked(state, Request(verb))
    assert isinstance(made, Form)
    return made


def typed(state: State, text: str, seat: int = BEN):
    view, called = RULES.view(state, seat), names(state)
    found = read_line(
        (*FACE.ways, *FACE.orders), text, view, called, legal_with_orders(state, seat)
    )
    assert found is not None, f"{text!r} is nothing"
    made = resolve(*found, view, called, legal_with_orders(state, seat), line=True)
    return made if isinstance(made, Form) else ENGINE.accept(view, made)


def said(state: State, text: str) -> tuple:
    order = typed(state, text)
    assert isinstance(order, TurnsAhead)
    return order.cards, order.then


def refused(state: State, text: str, seat: int = BEN) -> str:
    with pytest.raises(Refusal) as refusal:
        typed(state, text, seat)
    return str(refusal.value)


TURN = "On my next turn"
SELL, ADD = "If I may pick a property to sell", "If I may pick a property to add to"
TAKE = "If I may take a card"


def test_there_is_a_menu_for_the_next_turn_and_for_each_choice():
    assert list(offered(BUY, BEN)) == [TURN, SELL, ADD, TAKE]
    assert list(offered(BUY, ANN)) == [SELL, ADD, TAKE], "it is her turn: she can roll"
    assert labels(offered(BUY, BEN)[TURN]) == [f"{TURN}: Ask me", "Roll", "Keep rolling", "Other…"]
    assert list(offered(DEAL, BEN)) == [TURN]
    roll = table([], ["Hotel Roll"], [], dealing=True)
    assert list(offered(roll, BEN)) == [TURN, TAKE]


def test_a_choice_keeps_the_other_choices():
    first = choose(BUY, SELL, "Hotel")
    assert first == ChoicesAhead(sell=("Hotel",), add=(), take=())
    second = choose(BUY, TAKE, "Cat", first)
    assert second == ChoicesAhead(sell=("Hotel",), add=(), take=(CAT,))
    assert labels(offered(BUY, BEN, second)[SELL])[:2] == ["Ask me", f"{SELL}: Hotel"]
    assert choose(BUY, SELL, "Ask me", second) == ChoicesAhead(sell=(), add=(), take=(CAT,))


def test_the_last_choice_that_is_taken_back_ends_the_order():
    only = ChoicesAhead(sell=("Hotel",), add=(), take=())
    assert choose(BUY, SELL, "Ask me", only) == EndOrder("choices_ahead")
    assert choose(BUY, SELL, f"{SELL}: Ask me") == Unchanged()


def test_what_is_typed_behind_other_is_for_one_choice_and_opens_with_what_stands():
    said = ChoicesAhead(sell=("Hotel", "Airline"), add=("Casino",), take=())
    made = choose(BUY, SELL, "Other…", said)
    assert isinstance(made, Form)
    assert [(entry.key, entry.default) for entry in made.entries] == [("?sell", "Hotel, Airline")]
    wanted = made.request.with_args({"?sell": "casino"})
    view, legal = RULES.view(BUY, BEN), legal_with_orders(BUY, BEN, said)
    order = order_menus.chosen(PREFER, wanted, view, names(BUY), legal, line=True)
    assert order == ChoicesAhead(sell=("Casino",), add=("Casino",), take=())


def test_the_menu_of_turns_says_that_an_order_with_cards_stands():
    said = TurnsAhead(cards=(ANY,), then="roll", since=None)
    assert f"{TURN}: as it stands" in labels(offered(BUY, BEN, said)[TURN])
    assert choose(BUY, TURN, f"{TURN}: as it stands", said) == Unchanged()
    assert choose(BUY, TURN, "Ask me", said) == EndOrder("turns_ahead")
    made = choose(BUY, TURN, "Other…", said)
    assert isinstance(made, Form)
    assert [entry.key for entry in made.entries] == ["?cards", "*then"]


def test_the_turns_form_defaults_to_roll_or_pass():
    for state, then, others in (
        (BUY, "then roll", ["then keep rolling"]),
        (DEAL, "then pass", ["then keep passing"]),
    ):
        order = form(state, "next")
        assert order.title == "Your next turns"
        cards, after = order.entries
        assert (cards.default, cards.required) == ("", False)
        assert [choice.label for choice in after.choices] == [then, *others]
        assert [choice.label for choice in after.choices if choice.chosen] == [then]
    assert "draw a card" in form(BUY, "next").note
    assert "`next any 40, then ask me`" in form(DEAL, "next").note

    filled = form(BUY, "next").request.with_args(
        {"?cards": "tax Ann, any 40", "*then": '"keep_rolling"'}
    )
    order = asked(BUY, filled, line=True)
    assert order == TurnsAhead(cards=(Tax(seat=ANN), ANY), then="keep_rolling", since=None)
    empty = form(BUY, "next").request.with_args({"?cards": "", "*then": '"roll"'})
    assert asked(BUY, empty, line=True) == TurnsAhead(cards=(), then="roll", since=None)


def test_tr_53_the_choices_form_suggests_the_players_with_most_cards():
    made = form(BUY, "prefer")
    assert [field.default for field in made.entries] == ["", "", "Cat, Ann"]
    filled = made.request.with_args({"?sell": "hotel, airline", "?add": "", "?take": "Ann"})
    assert asked(BUY, filled, line=True) == ChoicesAhead(
        sell=("Hotel", "Airline"), add=(), take=(ANN,)
    )
    roll = table([], ["Hotel Roll"], ["Any 40"], dealing=True)
    assert [field.key for field in form(roll, "prefer").entries] == ["?take"]


@pytest.mark.parametrize(
    ("state", "text", "cards", "then"),
    [
        (BUY, "next roll", (), "roll"),
        (BUY, "next turn: roll", (), "roll"),
        (BUY, "my next turns: keep rolling", (), "keep_rolling"),
        (BUY, "next roll until I say", (), "keep_rolling"),
        (BUY, "next no card then roll", (), "roll"),
        (BUY, "next any 40", (ANY,), "roll"),
        (BUY, "Next any 40, then keep rolling", (ANY,), "keep_rolling"),
        (BUY, "next play any 40, hotel and casino, roll", (ANY, PAIR), "roll"),
        (BUY, "next hotel+casino, tax ann, any 40 then roll", (PAIR, Tax(seat=ANN), ANY), "roll"),
        (BUY, "next tax on cat, then roll", (Tax(seat=CAT),), "roll"),
        (BUY, "next force sale of the airline", (ForceSale(property="Airline"),), "roll"),
        (BUY, "next force island, any 40", (ForceSale(property="Tropical Island"), ANY), "roll"),
        (DEAL, "next pass", (), "pass"),
        (DEAL, "next keep passing", (), "keep_passing"),
        (DEAL, "next pass until something changes", (), "keep_passing"),
        (DEAL, "next any 40", (ANY,), "pass"),
        (DEAL, "next any 40, then ask me", (ANY,), "ask"),
        (DEAL, "next tax cat, any 40, ask", (Tax(seat=CAT), ANY), "ask"),
    ],
)
def test_a_typed_standing_order_names_the_next_turns(state, text, cards, then):
    assert said(state, text) == (cards, then)


@pytest.mark.parametrize(
    ("text", "sell", "add", "take"),
    [
        ("prefer sell hotel, casino; add airline; take cat, ann", "Hotel Casino", "Airline", "CA"),
        ("prefer take ann", "", "", "A"),
        ("prefer take ann, sell the hotel", "Hotel", "", "A"),
        ("prefer hotel, casino", "Hotel Casino", "", ""),
        ("prefer sell hotel, take cat", "Hotel", "", "C"),
        ("prefer sell ask me add hotel", "", "Hotel", ""),
    ],
)
def test_a_typed_standing_order_names_the_choices(text: str, sell: str, add: str, take: str):
    assert typed(BUY, text) == ChoicesAhead(
        sell=tuple(sell.split()),
        add=tuple(add.split()),
        take=tuple({"A": ANN, "C": CAT}[letter] for letter in take),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("next boat", "There's no card “boat”. You can name Hotel + Casino, Any 40, Tax or"),
        ("next any 50", "You have no Any 50 card."),
        ("next you're out", "You can only play You're Out"),
        ("next tax", "Say whom to tax."),
        ("next any 40, force sale", "Say which property to put up"),
        ("next tax zoe", "Who do you mean?"),
        ("next roll twice", "I don't understand “twice” there."),
        ("next pass", "Nobody passes in the Buying Phase"),
        ("prefer take ben", "Who do you mean?"),
        ("prefer boat", "I don't understand “boat” there."),
        ("prefer sell ask me", "Name a property to sell"),
    ],
)
def test_an_invalid_standing_order_is_refused_with_the_reason(text: str, sentence: str):
    assert refused(BUY, text).startswith(sentence)


def test_an_incomplete_line_opens_the_form():
    made = typed(BUY, "next")
    assert isinstance(made, Form)
    assert [field.key for field in made.entries] == ["*then"], "no card is what goes without saying"


def test_ask_me_alone_is_no_standing_order():
    assert refused(DEAL, "next ask me").startswith("You'll be asked anyway")
    made = asked(DEAL, Request("next", {"?then": "ask me"}), line=True)
    with pytest.raises(IllegalMove, match=r"You'll be asked anyway\. Name a card to play first\."):
        ENGINE.accept(RULES.view(DEAL, BEN), made)


def test_the_examples_can_be_typed_and_the_commands_exist():
    for state, lines in (
        (BUY, ["next roll", "prefer sell Hotel, Tropical Island, Cruise Line"]),
        (DEAL, ["next pass"]),
    ):
        view = RULES.view(state, BEN)
        ways = [way for way in ORDERS if legal_with_orders(state, BEN).of(way)]
        written = [example(way, view, names(state), legal_with_orders(state, BEN)) for way in ways]
        for text, line in zip(written, lines, strict=True):
            assert text.startswith(line)
            typed(state, text)
    group = make(FACE, None).app_command  # type: ignore[arg-type]
    commands = {command.qualified_name for command in group.walk_commands()}  # type: ignore[union-attr]
    assert {"trump ahead next", "trump ahead prefer"} <= commands


def test_an_option_suggests_cards_and_what_may_follow_them():
    view, called, legal = RULES.view(DEAL, BEN), names(DEAL), legal_with_orders(DEAL, BEN)
    cards, then = NEXT.fields
    texts = [text for _, text in suggestions(NEXT, cards, {}, view, called, legal, "")]
    assert {"no card", "Any 40", "Tax Cat", "Force Sale Hotel"} <= set(texts)
    alone = suggestions(NEXT, then, {}, view, called, legal, "")
    assert [text for _, text in alone] == ["then pass", "then keep passing"]
    behind = suggestions(NEXT, then, {"cards": (ANY,)}, view, called, legal, "")
    assert [text for _, text in behind] == ["then pass", "then ask me"]


def sentence(state: State, text: str, now: State | None = None) -> str:
    order = typed(state, text)
    assert not isinstance(order, Form)
    return FACE.describe_order(order, RULES.view(now or state, BEN), names(now or state))


@pytest.mark.parametrize(
    ("state", "text", "does"),
    [
        (
            BUY,
            "next roll",
            "On your next turn of the Buying Phase you roll. This order ends after that, or when"
            " that phase ends.",
        ),
        (
            BUY,
            "next keep rolling",
            "You roll on your turns until you end this order or the Buying Phase ends.",
        ),
        (
            BUY,
            "next any 40",
            "On your next turn of the Buying Phase you play Any 40, or roll if you can't. This"
            " order ends after that, or when that phase ends.",
        ),
        (
            BUY,
            "next tax cat, force airline, then keep rolling",
            "On your next turns you play Tax on Cat, then Force Sale of the Airline (skipping any"
            " you can't play). On every turn with no card to play, you roll, until you end"
            " this order or the Buying Phase ends.",
        ),
        (
            BUY,
            "prefer sell hotel, casino; take cat",
            "When you have to choose, you put up the Hotel or the Casino (but never your own) and"
            " take a card from Cat, each time the first that's possible. Otherwise I'll ask you."
            " This lasts until you end this order.",
        ),
        (
            BUY,
            "prefer add hotel",
            "When you have to choose, you add to the Hotel, if that's possible. Otherwise I'll"
            " ask you. This lasts until you end this order or the Buying Phase ends.",
        ),
        (DEAL, "next pass", "On your next turn you pass. This order ends after that."),
        (
            DEAL,
            "next keep passing",
            "You pass on your turns until you end this order, or until your number of cards, your"
            " properties or your cash changes.",
        ),
        (
            DEAL,
            "next any 40, tax cat",
            "On your next 2 turns you play Any 40, then Tax on Cat (skipping any you can't play),"
            " or pass if you can play none. This order ends after that.",
        ),
        (
            DEAL,
            "next any 40, ask me",
            "On your next turn you play Any 40. If that isn't certain, I'll ask you. This order"
            " ends early if you gain or lose another card or get an offer.",
        ),
    ],
)
def test_a_standing_order_describes_what_it_does_and_when_it_ends(state, text, does):
    assert sentence(state, text) == does


def test_a_description_mentions_only_what_is_left_to_do():
    later = replace(DEAL, public=replace(DEAL.public, turn=11, seat=CAT))
    assert sentence(DEAL, "next any 40, tax cat", later) == (
        "On your next turn you play Tax on Cat, or pass if you can't. This order ends after that."
    )

    assert sentence(BUY, "prefer sell hotel; take cat", DEAL) == (
        "When you have to choose, you take a card from Cat, if that's possible. Otherwise I'll"
        " ask you. This lasts until you end this order."
    )


def test_a_current_question_cannot_be_answered_by_a_new_order():
    taking = Taking(rolling="move", card=None, left=0, number=1)
    for phase, line in ((Acting(), "next roll"), (taking, "prefer take cat")):
        state = replace(BUY, public=replace(BUY.public, phase=phase, seat=BEN))
        assert not [
            way for way in ORDERS if way.verb in line if legal_with_orders(state, BEN).of(way)
        ]
    trading = replace(BUY, public=replace(BUY.public, phase=Trading(), seat=BEN))
    assert list(offered(trading, BEN)) == [TURN, SELL, ADD, TAKE]
    with pytest.raises(IllegalMove):
        ENGINE.accept(RULES.view(BUY, ANN), TurnsAhead(cards=(), then="roll", since=None))


def test_the_help_shows_standing_orders_and_what_others_can_guess():
    page = help_of(FACE, "Standing orders") + help_of(FACE, "What happens to standing orders")
    assert "**Your standing orders are secret**" in page
    assert "may guess that you had one from how quickly it was answered" in page
    for line in ("next roll", "next any 40, tax Ann, then roll", "next keep rolling"):
        assert f"`{line}`" in page
        typed(BUY, line)
    for line in ("next pass", "next keep passing", "next any 40, then ask me"):
        assert f"`{line}`" in page
        typed(DEAL, line)
    choices = "prefer sell hotel, casino; add airline; take Ann"
    assert f"`{choices}`" in page
    typed(BUY, choices)
    assert PREFER.group == NEXT.group == "ahead"
