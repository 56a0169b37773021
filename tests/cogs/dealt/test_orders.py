"""Dealt!: standing orders by button, form, line and command, and their descriptions."""

import pytest

from bot.ui.panels.panel import Form, Menu, Request
from bot.ui.ways.offers import example
from bot.ui.ways.read import named_in, read_line
from bot.ui.ways.resolve import NotNow, resolve
from bot.ui.ways.ways import Legal
from cogs.dealt import FACE
from cogs.dealt.orders import FETCH, LEAD, ORDERS, TOP
from games.dealt.orders import LeadAhead, Order, TakeAhead, TopAhead
from games.dealt.views import View
from games.rules import IllegalMove, Refusal
from tests.cogs.dealt.face import NAMES, legal
from tests.cogs.menus import chosen, labels, menus
from tests.cogs.terms import help_of
from tests.games.dealt.table import ANN, BEN, CAT, Table

ENGINE = FACE.rules.orders
assert ENGINE is not None


def legal_with_orders(view: View) -> Legal:
    return legal(view).and_also(ENGINE.offered(view), ENGINE.kinds)


def offered(view: View) -> dict[str, Menu]:
    return menus(FACE, view, NAMES, legal_with_orders(view))


def asked(view: View, wanted: Request, *, line: bool = False) -> Order | Form:
    (way,) = [way for way in FACE.orders if way.verb == wanted.verb]
    known = named_in(way, wanted, view, NAMES)
    return resolve(way, known, view, NAMES, legal_with_orders(view), line=line)


def typed(table: Table, seat: int, text: str) -> Order:
    """Read a typed standing order as the bot does, and return it as stored."""
    view = table.view(seat)
    found = read_line((*FACE.ways, *FACE.orders), text, view, NAMES, legal_with_orders(view))
    assert found is not None, f"{text!r} is nothing"
    made = resolve(*found, view, NAMES, legal_with_orders(view), line=True)
    assert not isinstance(made, Form), f"{text!r} leaves something open"
    return ENGINE.accept(view, made)


def refused(table: Table, seat: int, text: str) -> str:
    with pytest.raises((Refusal, NotNow)) as refusal:
        typed(table, seat, text)
    return str(refusal.value)


def said(table: Table, seat: int, text: str) -> str:
    return FACE.describe_order(typed(table, seat, text), table.view(seat), NAMES)


def three(**laid) -> Table:
    """Ann has led a 5; Ben is to play; Cat holds the strip of most of these tests."""
    hands = ("5 6 9 2", "8 8 10 3", "7 7 X 12 1 Stop Redraw")
    return Table(*hands, **{"reserves": ("1", "12", "12 Stop"), **laid}).play(ANN, 1)


def choices(form: Form, at: int = 0) -> list[str]:
    return [f"{choice.label}: {choice.description}" for choice in form.entries[at].choices]


# --- by menu and form -----------------------------------------------------------------------------

NEXT_LEAD, BEAT, FETCHES = (
    "The next time I lead, play",
    "If this trick reaches me, play",
    "If this trick reaches me, take",
)


def test_standing_order_menus_for_waiting_and_for_playing_seats():
    assert list(offered(three().view(CAT))) == [NEXT_LEAD, BEAT, FETCHES]
    assert list(offered(three().view(BEN))) == [NEXT_LEAD]
    assert list(offered(three().view(ANN))) == [NEXT_LEAD], "she has played to this trick"


def test_leader_and_player_out_of_the_round_get_no_standing_order_menus():
    assert not offered(Table("5 6", "8 8", "7").view(ANN))
    out = Table("2 1", "3", "4 4 1").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert BEN not in out.up.inside
    assert not offered(out.view(BEN))


def test_one_choice_sets_a_play():
    table = Table("9 6 9 2", "8 8", "12 3", reserves=("1", "", "4")).play(ANN, 1)
    view = table.view(CAT)
    menu, legal = offered(view)[BEAT], legal_with_orders(view)
    assert labels(menu) == [f"{BEAT}: Ask me", "A"], "nothing else could be typed"
    assert chosen(FACE, menu, "A", view, NAMES, legal) == TopAhead(
        first=1, cards=(12,), values=(12,), trick=""
    )


def test_long_menu_of_plays_leads_on_to_the_form_with_more():
    view = three().view(CAT)
    menu = offered(view)[NEXT_LEAD]
    assert len(menu.choices) == 24
    form = chosen(FACE, menu, "Other…", view, NAMES, legal_with_orders(view))
    assert isinstance(form, Form)
    assert len(choices(form)) == 25


def test_standing_order_to_lead_offers_every_lead_likeliest_first():
    view = three().view(CAT)
    form = asked(view, Request("lead"))
    assert isinstance(form, Form)
    assert form.title == "The next time you lead this round"
    assert choices(form)[:6] == [
        "A-B: a pair of 7s (7 7)",
        "E: a 1",
        "A: a 7",
        "B: a 7",
        "D: a 12",
        "A-C as 7 7 7: three 7s (7 7 X)",
    ]
    assert "stop F: STOP" in choices(form)
    assert "redraw G: REDRAW" in choices(form)
    last = choices(form).index("redraw G: REDRAW")
    assert "as" in choices(form)[last + 1], "what an X is beside the most comes behind all else"
    assert len(choices(form)) == 25
    assert form.entries[0].hint == "If it isn't listed, type it in our DM: lead A-B"


def test_standing_order_to_beat_offers_only_higher_plays():
    table = Table("9 6 9 2", "8 8 3", "12 10 4 Stop", reserves=("1", "", "")).play(ANN, 1)
    view = table.view(CAT)
    form = asked(view, Request("top"))
    assert isinstance(form, Form)
    assert form.note == "To beat: Ann's 9."
    assert choices(form) == ["B: a 10", "A: a 12", "stop D: STOP"]
    assert form.entries[0].hint == "", "these are all"


def test_standing_order_for_a_reserve_card_asks_its_gap():
    view = three().view(CAT)
    form = asked(view, Request("fetch"))
    assert isinstance(form, Form)
    assert [choice.label for choice in form.entries[0].choices] == ["12", "STOP"]
    assert choices(form, 1)[0] == "at H: right end, after REDRAW"
    assert choices(form, 1)[-1] == "at A: left end, before 7"


def test_filled_in_form_gives_the_standing_order():
    view = three().view(CAT)
    form = asked(view, Request("fetch"))
    assert isinstance(form, Form)
    filled = form.request.with_args({"*card": '"Stop"', "*at": "0"})
    assert asked(view, filled, line=True) == TakeAhead(card="Stop", gap=0, trick="")


# --- typed ----------------------------------------------------------------------------------------


def test_standing_order_cards_are_typed_by_letters():
    table = three()
    trick = typed(table, CAT, "lead A-B").trick
    hand = table.state.hands[CAT]
    pair = LeadAhead(first=1, cards=(7, 7), values=(7, 7), hand=hand, trick=trick)
    for text in ("lead A-B", "Lead A B", "my next lead: A-B", "lead A:7 B:7", "lead a–b"):
        assert typed(table, CAT, text) == pair, text
    assert typed(table, CAT, "top D") == TopAhead(first=4, cards=(12,), values=(12,), trick=trick)
    assert typed(table, CAT, "if it comes to me, D") == typed(table, CAT, "top D")


def test_x_has_the_typed_value_or_its_highest():
    table = three()
    assert typed(table, CAT, "lead C").values == (12,)
    assert typed(table, CAT, "lead x as 3").values == (3,)
    assert typed(table, CAT, "top B-C as 7 8").values == (7, 8)


@pytest.mark.parametrize("verb", ["lead", "top"])
def test_standing_order_names_stop_and_redraw_by_name_or_letter(verb: str):
    table = three()
    for text in ("stop", "the stop", "STOP F", "stop at F", "F", "F:stop"):
        order = typed(table, CAT, f"{verb} {text}")
        assert (order.first, order.cards, order.values) == (6, ("Stop",), ()), text
    assert typed(table, CAT, f"{verb} redraw").cards == ("Redraw",)


def test_form_asks_which_of_two_stops():
    table = Table("5 6", "8 8", "Stop 3 Stop").play(ANN, 1)
    assert refused(table, CAT, "lead stop") == "You have two. Type `stop A` or `stop C`."
    assert typed(table, CAT, "lead stop c").first == 3


def test_reserve_card_goes_to_the_named_gap_or_the_right_end():
    table = three()
    trick = typed(table, CAT, "fetch 12").trick
    assert typed(table, CAT, "fetch 12") == TakeAhead(card=12, gap=7, trick=trick)
    assert typed(table, CAT, "fetch 12 at C") == TakeAhead(card=12, gap=2, trick=trick)
    assert typed(table, CAT, "fetch the STOP, left") == TakeAhead(card="Stop", gap=0, trick=trick)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lead A-D", "You can play only one, two or three neighbouring cards. You can"),
        ("lead I", "Your cards are A to G. You can type `lead "),
        ("top hello", "Name your cards by their letters. You can type `top "),
        ("lead F as 7", "I don't understand “as 7” there."),
        ("fetch 9", "That isn't in your reserve. You can take the 12 or the STOP."),
        ("fetch 12 at I", "It can go anywhere from A to H. The cards from there on"),
        (
            "fetch 12 there",
            "Where does it go? `fetch 12 at H` puts it at the right end of your hand.",
        ),
        ("top E", "That doesn't beat what has been played already."),
    ],
)
def test_invalid_standing_order_is_refused_with_what_works(text: str, why: str):
    assert refused(three(), CAT, text).startswith(why)


def test_standing_order_is_refused_for_a_move_possible_now():
    table = three()
    with pytest.raises(IllegalMove, match=r"^It's your turn now, so just play"):
        typed(table, BEN, "top C")
    lead = Table("5 6", "8 8", "7")
    with pytest.raises(IllegalMove, match=r"^You're leading now, so just play your cards\.$"):
        typed(lead, ANN, "lead A")


def test_standing_order_examples_are_the_likeliest():
    view = three().view(CAT)
    lines = [example(way, view, NAMES, legal_with_orders(view)) for way in ORDERS]
    assert lines == ["lead A-B", "top A-B", "fetch 12"]


def test_standing_order_is_bound_to_the_trick_or_hand_it_was_drawn_for():
    assert {way.holds for way in ORDERS} == {"subject"}


# --- what it will do ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "lead A-B",
            "The next time you lead this round, I'll play a pair of 7s at A-B. The order ends if"
            " they're no longer side by side, or you gain or lose others like them.",
        ),
        (
            "lead A-C",
            "The next time you lead this round, I'll play three 7s (7 7 X) at A-C. The order ends"
            " if they're no longer side by side, or you gain or lose others like them.",
        ),
        (
            "lead stop",
            "The next time you lead this round, I'll play a STOP at F. The order ends if it leaves"
            " your hand, or you gain or lose another like it.",
        ),
        (
            "top D",
            "If this trick reaches you, I'll play a 12 at D as long as that's still higher. If it"
            " isn't, I'll take your planned reserve card or, if you have none planned, ask you.",
        ),
        (
            "top B-C as 7 8",
            "If this trick reaches you, I'll play 7-8 (7 X) at B-C as long as that's still higher."
            " If it isn't, I'll take your planned reserve card or, if you have none planned, ask"
            " you.",
        ),
        (
            "top redraw",
            "If this trick reaches you, I'll play the REDRAW at G, no matter what the others"
            " played.",
        ),
        (
            "fetch 12 at C",
            "If this trick reaches you, I'll take the 12 from your reserve and put it at C. If"
            " you've also planned a play and it's still possible, I'll make that instead.",
        ),
    ],
)
def test_standing_order_description_says_what_it_does_and_when_it_ends(line: str, sentence: str):
    assert said(three(), CAT, line) == sentence


def test_standing_order_description_names_current_positions():
    table = three()
    order = typed(table, CAT, "lead A-B")
    table.play(BEN, 1).take(CAT, 12, 0)
    assert ENGINE.remaining(table.view(CAT), [order]) == [order]
    assert "a pair of 7s at B-C" in FACE.describe_order(order, table.view(CAT), NAMES)


def test_standing_order_descriptions_are_true():
    table = three()
    top, stop, card = (typed(table, CAT, text) for text in ("top D", "top stop", "fetch 12"))
    higher = three().play(BEN, 3)
    assert ENGINE.remaining(higher.view(CAT), [top, card]) == [top, card]
    assert ENGINE.obey(higher.view(CAT), [card, top]).kind == "play", "cards go first"
    beaten = three().play(BEN, 1, 2)
    assert ENGINE.remaining(beaten.view(CAT), [top, card]) == [card], "and the card is taken then"
    assert ENGINE.obey(beaten.view(CAT), [card]).kind == "reserve"
    assert ENGINE.obey(beaten.view(CAT), [stop]).kind == "stop"


def test_help_explains_standing_orders_and_what_others_can_guess():
    text = help_of(FACE)
    for way in (LEAD, TOP, FETCH):
        assert f"`{way.verb} " in text, f"nobody learns of `{way.verb}`"
    assert "`/GAME ahead`" in text
    assert "**Your standing orders are secret**" in text
    assert "may guess that you had one from how quickly it was answered" in text
