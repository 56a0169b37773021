"""Yankee Swap: the standing order by button, form and line."""

import pytest

from bot.ui.panels.panel import Form, Menu, Request
from bot.ui.panels.words import Names
from bot.ui.ways.offers import example
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import Legal
from cogs.yankee import FACE
from cogs.yankee.orders import NEXT
from games.gifts import COAL, GIFTS
from games.rules import IllegalMove, Refusal
from games.yankee.moves import Give, Look
from games.yankee.orders import GiveAhead
from games.yankee.state import State
from tests.cogs.menus import chosen, labels, menus
from tests.cogs.terms import help_of
from tests.cogs.yankee.face import after, laid, legal

RULES = FACE.rules
ENGINE = RULES.orders
assert ENGINE is not None
ANN, BEN, CAT = range(3)
CALLED = ["Ann", "Ben", "Cat*"]
NAMES = Names(CALLED)
THREE = laid("mug wreath", "mug coal pies pies", "candle")


def legal_with_orders(view) -> Legal:
    return legal(view).and_also(ENGINE.offered(view), ENGINE.kinds)


def offered(state: State, seat: int) -> dict[str, Menu]:
    view = RULES.view(state, seat)
    return menus(FACE, view, NAMES, legal_with_orders(view))


def asked(state: State, seat: int, wanted: Request, *, line: bool = False):
    view, names = RULES.view(state, seat), Names(CALLED[: len(state.hands)])
    known = named_in(NEXT, wanted, view, names)
    return resolve(NEXT, known, view, names, legal_with_orders(view), line=line)


def typed(state: State, seat: int, text: str):
    """Read a typed standing order as the bot does, and return it as stored."""
    view = RULES.view(state, seat)
    names = Names(CALLED[: len(state.hands)])
    found = read_line((*FACE.ways, *FACE.orders), text, view, names, legal_with_orders(view))
    assert found is not None, f"{text!r} is nothing"
    made = resolve(*found, view, names, legal_with_orders(view), line=True)
    return made if isinstance(made, Form) else ENGINE.accept(view, made)


def refused(state: State, seat: int, text: str) -> str:
    with pytest.raises(Refusal) as refusal:
        typed(state, seat, text)
    return str(refusal.value)


# --- by menu and form -----------------------------------------------------------------------------

SENTENCE = "When I next open a round, give"


def test_standing_order_menu_for_seats_with_cards_that_do_not_give_now():
    assert labels(offered(THREE, BEN)[SENTENCE]) == [
        *(f"{SENTENCE}: Ask me", "Mug", "Whoopie Pies", "Coal")
    ]
    assert not offered(THREE, ANN), "she gives now"
    given = after(THREE, Give(card="mug", to=BEN, declared="wreath"))
    assert [list(offered(given, seat)) for seat in (ANN, BEN, CAT)] == [[SENTENCE]] * 3
    assert not offered(laid("mug wreath", "", "candle"), BEN), "his hand is empty"


def test_chosen_card_opens_a_form_for_recipient_and_claim():
    view = RULES.view(THREE, BEN)
    form = chosen(FACE, offered(THREE, BEN)[SENTENCE], "Coal", view, NAMES, legal_with_orders(view))
    assert isinstance(form, Form)
    assert form.request.args["card"] == '"coal"'
    assert [entry.key for entry in form.entries] == ["*to", "*as"]


def test_standing_order_form_asks_card_recipient_and_claim():
    form = asked(THREE, BEN, Request("next"))
    assert isinstance(form, Form)
    assert form.title == "Your next gift"
    card, to, says = form.entries
    assert [choice.label for choice in card.choices] == ["Mug", "Whoopie Pies", "Coal"]
    assert [choice.label for choice in to.choices] == ["Cat*", "Ann"]
    assert len(says.choices) == 10
    assert not [choice for choice in says.choices if choice.chosen], "of a card that is open"


def test_standing_order_form_is_prefilled_with_the_truth_except_for_coal():
    view = RULES.view(THREE, BEN)
    for card, claim, hint in (
        ("mug", ["Mug"], ""),
        (COAL, [], "It's Coal, but you can't call it Coal"),
    ):
        form = resolve(NEXT, {"card": card}, view, NAMES, legal_with_orders(view))
        assert isinstance(form, Form)
        says = form.entries[-1]
        assert [choice.label for choice in says.choices if choice.chosen] == claim
        assert says.hint == hint


def test_standing_order_form_ignores_the_gift_on_its_way():
    state = after(
        laid("mug wreath", "mug coal", "candle", strict=True),
        Give(card="wreath", to=BEN, declared="wreath"),
        Look(),
    )
    form = asked(state, BEN, Request("next"))
    assert isinstance(form, Form)
    card, to, says = form.entries
    assert [choice.label for choice in card.choices] == ["Mug", "Coal"]
    assert [choice.label for choice in to.choices] == ["Cat*", "Ann"]
    assert not [choice for choice in says.choices if choice.chosen]


def test_filled_in_form_gives_the_standing_order():
    form = asked(THREE, BEN, Request("next"))
    assert isinstance(form, Form)
    filled = form.request.with_args({"*card": '"coal"', "*to": "2", "*as": '"wreath"'})
    assert asked(THREE, BEN, filled, line=True) == GiveAhead(
        card=COAL, to=CAT, declared="wreath", held=0
    )


# --- typed ----------------------------------------------------------------------------------------


def test_standing_order_line_without_a_claim_is_honest():
    lie = GiveAhead(card="mug", to=CAT, declared="wreath", held=4)
    for text in ("next mug to cat* as wreath", "Next gift: a mug, cat*, wreath"):
        assert typed(THREE, BEN, text) == lie, text
    truth = GiveAhead(card="mug", to=ANN, declared="mug", held=4)
    assert typed(THREE, BEN, "my next gift mug to ann") == truth


def test_standing_order_needs_no_recipient_with_two_players():
    two = laid("mug wreath", "mug pies")
    assert typed(two, BEN, "next mug as pies") == GiveAhead(
        card="mug", to=ANN, declared="pies", held=2
    )


def test_form_asks_for_omitted_parts():
    for text in ("next", "next mug", "next coal to ann"):
        assert isinstance(typed(THREE, BEN, text), Form), text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "next wreath to ann",
            "You don't have a Wreath in your hand. You can give: Mug, Whoopie Pies, Coal.",
        ),
        ("next mug to ben", "Who do you mean? The other players are Ann and Cat\\*."),
        ("next mug to ann as coal", "You can't call any card Coal."),
        ("next mug to ann as mug now", "I don't understand “now” there."),
    ],
)
def test_invalid_standing_order_is_refused_with_what_works(text: str, why: str):
    assert refused(THREE, BEN, text).startswith(why)


def test_standing_order_is_refused_while_giving():
    with pytest.raises(IllegalMove, match="It's your turn to give"):
        typed(THREE, ANN, "next mug to ben as mug")


def test_standing_order_example_is_an_honest_gift():
    view = RULES.view(THREE, BEN)
    assert example(NEXT, view, NAMES, legal_with_orders(view)) == "next Mug to Cat* as Mug"


# --- what it will do ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "next mug to ann",
            "When you next open a round, you give Ann a Mug and say it's a Mug. Then this order"
            " ends.",
        ),
        (
            "next coal to cat* as wreath",
            "When you next open a round, you give Cat\\* Coal and say it's a Wreath. Then this"
            " order ends.",
        ),
    ],
)
def test_standing_order_description_says_what_it_does_and_when_it_ends(line: str, sentence: str):
    order = typed(THREE, BEN, line)
    assert not isinstance(order, Form)
    assert FACE.describe_order(order, RULES.view(THREE, BEN), NAMES) == sentence


def test_standing_order_description_is_true():
    order = typed(THREE, BEN, "next mug to ann as wreath")
    opens = laid("mug wreath", "mug coal pies pies", "candle", giving=BEN)
    view = RULES.view(opens, BEN)
    assert ENGINE.answers(RULES.view(opens, None), BEN, [order])
    assert ENGINE.obey(view, [order]) == Give(card="mug", to=ANN, declared="wreath")
    given = after(opens, Give(card="pies", to=ANN, declared="pies"))
    assert not ENGINE.remaining(RULES.view(given, BEN), [order]), "a gift given by hand ends it"


def test_help_explains_standing_orders_and_what_others_can_guess():
    text = help_of(FACE)
    assert "`/GAME ahead next`" in text
    assert "`next mug to ben as wreath`" in text
    assert "Your standing order is secret" in text
    assert "may guess it from how quickly the gift was given" in text


def test_every_gift_can_be_ordered():
    for gift in GIFTS:
        state = laid("mug", f"{gift.key} coal", "candle")
        assert typed(state, BEN, f"next {gift.name} to ann").card == gift.key
