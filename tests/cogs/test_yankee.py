"""How Yankee Swap is drawn, told and asked: what each player meets, in words."""

import itertools
import random

import pytest

from bot.ui.fields import ASK, value_in
from bot.ui.lines import can_be_typed, examples, read_line, suggestions, what_else
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Line, Menu, Panel, Request, Row, Text
from bot.ui.render import layout, modal
from bot.ui.ways import Legal, NotNow, field_of, named_in, resolve
from bot.ui.words import Names
from cogs.yankee import FACE, setup
from games.chance import Chance
from games.gifts import COAL, GIFTS, LUMP
from games.rules import IllegalMove, Refusal
from games.yankee.events import Declined, Given, Looked, Lost, Saw, Unwrapped
from games.yankee.moves import Decline, Give, Look, Regift
from games.yankee.state import (
    EmptyHand,
    Giving,
    Options,
    Over,
    State,
    ThreeAlike,
    TooMany,
    coal_each,
)

rules = FACE.rules
WAYS = {way.verb: way for way in FACE.ways}
CALLED = ["Ann", "Ben", "Cat", "Dan*", "@Eve", "Flo", "Gus", "Hal", "Ida", "Joe"]
NAMES = Names(CALLED)
NO_LUCK = Chance.tape()


def laid(*hands, giving=0, face_up=(), **options):
    up = dict(face_up)
    return State(
        options=Options(**options),
        hands=tuple(tuple(hand.split()) for hand in hands),
        displays=tuple(tuple(up.get(seat, "").split()) for seat in range(len(hands))),
        tree=("syrup", "candle"),
        coal_left=(coal_each(len(hands)),) * len(hands),
        record="",
        phase=Giving(seat=giving),
        gift=None,
    )


def after(state, *moves):
    """Play moves, each by whoever is to move."""
    for move in moves:
        (seat,) = rules.to_move(rules.view(state, None))
        state = rules.play(state, seat, move, NO_LUCK).state
    return state


THREE = laid("mug coal pies", "wreath mug", "candle pies")
OFFERED = after(THREE, Give(card=COAL, to=1, declared="wreath"))
LOOKED = after(OFFERED, Look())


def names(state):
    return Names(CALLED[: len(state.hands)])


def legal(view):
    return Legal(tuple(rules.legal_moves(view)), rules.sampled)


def board(state, called=None):
    called, public = called or names(state), rules.view(state, None)
    drawing = FACE.board(public, called)
    offered = on_board(FACE.ways, public, called)
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *offered])


def hand(state, seat, called=None):
    called, view = called or names(state), rules.view(state, seat)
    drawing = FACE.hand(view, called)
    offered = on_hand(FACE.ways, view, called, legal(view))
    return Panel([Text(drawing.headline), *drawing.parts, Line(), *offered])


def labels(panel):
    return [b.label for part in panel.parts if isinstance(part, Row) for b in part.buttons]


def menus(panel):
    return [part for part in panel.parts if isinstance(part, Menu)]


def read(state, seat, wanted, called=None, *, line=False):
    """Read a request as the router does, to a move or a form."""
    called, view, way = called or names(state), rules.view(state, seat), WAYS[wanted.verb]
    known = named_in(way, wanted, view, called)
    return resolve(way, known, view, called, legal(view), line=line)


def type_in(state, seat, text, called=None):
    """Read a line as the house does; None if it is none."""
    called, view = called or names(state), rules.view(state, seat)
    found = read_line(FACE.ways, text, view, called, legal(view))
    if found is None:
        return None
    return resolve(*found, view, called, legal(view), line=True)


def filled(form, **answers):
    """Send a form as it opens, where nothing is chosen with the first choice, or with answers."""
    sent = {}
    for one in form.entries:
        chosen = [choice.value for choice in one.choices if choice.chosen]
        said = answers.get(one.key.strip("*"))
        if said is not None:
            chosen = [choice.value for choice in one.choices if choice.label == said]
        sent[one.key] = (chosen or [choice.value for choice in one.choices])[0]
    return form.request.with_args(sent)


def entries(form):
    return [one.key for one in form.entries]


# --- drawn ----------------------------------------------------------------------------------------


def test_the_board_asks_the_four_answers_in_the_words_of_the_offer():
    panel = board(OFFERED)
    assert "Ben is offered a gift by Ann: “a Wreath”." in panel.text()
    assert labels(panel) == [
        "It is a Wreath",
        "It isn't a Wreath",
        "It is Coal",
        "Look and re-gift",
    ]
    assert labels(hand(OFFERED, 1)) == labels(panel)
    assert "This round: Ann gave it to Ben as a Wreath." in panel.text()


def test_the_board_leads_to_the_one_who_gives_or_passes_on():
    assert labels(board(THREE)) == ["Give a gift…"]
    assert labels(board(LOOKED)) == ["Pass it on…"]


def test_who_must_decline_is_offered_no_look():
    back = after(LOOKED, Regift(to=0, declared="mug"))
    assert "Ann knows it already, and must decline" in board(back).text()
    assert labels(board(back)) == ["It is a Mug", "It isn't a Mug", "It is Coal"]
    assert labels(hand(back, 0)) == labels(board(back))
    strict = after(laid("coal pies", "mug", strict=True), Give(card=COAL, to=1, declared="mug"))
    assert "Everybody else knows it: Ben must decline" in board(strict).text()


def test_two_of_a_kind_are_marked_and_stars_count_only_with_five():
    up = {1: "mug mug candle"}
    three = board(laid("pies", "pies", "pies", face_up=up)).text()
    assert "**Ben** · Candle, **Mug ×2** (one more loses) · 1 card in hand" in three
    assert "★" not in three
    five = board(laid(*["pies"] * 5, face_up=up)).text()
    assert "**Mug ×2** (one more loses) · 41★ · 1 card in hand" in five
    assert "207★ or more loses" in five


def test_the_board_counts_the_coal_not_seen_yet():
    assert "Coal not seen yet: Ann 2, Ben 2, Cat 2" in board(OFFERED).text()
    end = after(OFFERED, Decline(reason="coal"))
    assert "Under the tree: 1 gift. Coal not seen yet: Ann 1, Ben 2, Cat 2" in board(end).text()


def test_the_gift_is_shown_big_to_who_looks_and_to_nobody_else():
    assert "# The gift is Coal." in hand(LOOKED, 1).text()
    assert "The gift is Coal." in hand(LOOKED, 0).text()  # who gave it remembers
    assert "# The gift" not in hand(LOOKED, 0).text()
    for panel in (hand(LOOKED, 2), board(LOOKED)):
        assert "The gift is" not in panel.text()
    assert "The gift is" not in hand(OFFERED, 1).text()


def test_a_hand_is_grouped_and_offers_its_cards_to_who_gives():
    panel = hand(laid("mug coal mug", *["wreath"] * 4), 0)
    assert "Mug ×2 · 16★ each\nCoal · 0★" in panel.text()
    (menu,) = menus(panel)
    assert menu.placeholder == "Give a gift…"
    assert [(one.label, one.description) for one in menu.choices] == [
        ("Mug", "2 in hand · 16★"),
        ("Coal", "0★"),
    ]
    for seat in (1, 2):
        assert not labels(hand(THREE, seat))
        assert not menus(hand(THREE, seat))


def test_who_has_looked_is_offered_everybody_or_what_to_call_it():
    (menu,) = menus(hand(LOOKED, 1))
    assert (menu.placeholder, [one.label for one in menu.choices]) == (
        "Pass it on…",
        ["Cat", "Ann"],
    )
    two = after(laid("mug coal", "wreath"), Give(card="mug", to=1, declared="pies"), Look())
    (menu,) = menus(hand(two, 1))
    assert menu.placeholder == "Pass it on to Ann…"
    assert [one.label for one in menu.choices] == [one.name for one in GIFTS]


def test_choosing_a_card_and_passing_one_on_are_private():
    assert FACE.private(rules.view(THREE, None)) == {0}
    assert FACE.private(rules.view(OFFERED, None)) == frozenset()
    assert FACE.private(rules.view(LOOKED, None)) == {1}


def test_each_is_told_what_is_asked_of_them_or_of_whom():
    def said(state, seat):
        return FACE.situation(rules.view(state, seat), names(state))

    assert said(THREE, 0).startswith("You give next: any card, to anybody")
    assert said(THREE, 1) == "Ann gives next. You answer when a gift comes to you."
    assert said(OFFERED, 1) == "Ann offers you a gift: “a Wreath”."
    assert said(OFFERED, 2) == "The gift is before Ben, who has to answer it."
    assert said(LOOKED, 1).startswith("You have looked. Now pass it on")
    back = after(LOOKED, Regift(to=0, declared="mug"))
    assert said(back, 0) == "Ben offers you a gift: “a Mug”. You know it, so you decline it."
    assert said(THREE, None) == "Round 1: Ann picks a card, and whom to give it to."


def test_the_ending_names_the_loser_and_what_they_lost_by():
    state = laid("mug pies", "", "pies", face_up={1: "mug mug", 2: "pies pies"})
    end = after(
        state,
        Give(card="mug", to=1, declared="wreath"),
        Decline(reason="is"),
    )
    drawing = FACE.ending(rules.view(end, None), names(end))
    assert drawing.headline == (
        "**Ben has lost**, with a third Mug and nothing left to give. Ann and Cat win."
    )
    text = Panel(drawing.parts).text()
    assert "Ann said a Wreath; it was a Mug.\nTrue claims: Ann 0 of 1." in text
    assert "**Cat** · **Whoopie Pies ×2** · " in text
    assert "one more loses" not in text, "nothing more will happen"


def positions(seats, seed, strict=None):
    """Play at random, and pass on every state on the way."""
    luck = random.Random(seed)
    strict = seed % 2 == 1 if strict is None else strict
    state = rules.start(seats, Options(strict=strict), Chance.of(bytes(32), seed, 0)).state
    while True:
        yield state
        to_move = rules.to_move(rules.view(state, None))
        if not to_move:
            return
        (seat,) = to_move
        moves = list(rules.legal_moves(rules.view(state, seat)))
        looks = [move for move in moves if isinstance(move, Look)]
        move = luck.choice(looks if looks and luck.random() < 0.5 else moves)
        state = rules.play(state, seat, move, NO_LUCK).state


@pytest.mark.parametrize("seats", [2, 4, 5, 10])
def test_every_position_fits_discord_and_all_it_offers_can_be_done(seats):
    called = Names(["@everyone *with_a_long* [name](x) of forty or so"] * seats)
    for state in itertools.islice(positions(seats, seats), 60):
        for seat in (None, *range(seats)):
            view = rules.view(state, seat)
            if isinstance(view.phase, Over):
                drawing = FACE.ending(view, called)
                panel = Panel([Text(drawing.headline), *drawing.parts])
            else:
                panel = board(state, called) if seat is None else hand(state, seat, called)
            assert len(panel.text()) <= 3600
            assert len(list(layout(panel, 12345678, 1234).walk_children())) <= 35
            assert all(len(label) <= 80 for label in labels(panel))
            if seat in rules.to_move(rules.view(state, None)):
                for wanted in [*panel.requests(), *board(state).requests()]:
                    followed(state, seat, wanted, called)


def followed(state, seat, wanted, called):
    """Follow a request through what it asks on, to a move that the rules take."""
    got = read(state, seat, wanted, called)
    if isinstance(got, Form):
        modal(got, 1, 1)
        assert len(got.title) <= 45
        assert all(1 <= len(one.choices) <= 25 for one in got.entries)
        return followed(state, seat, filled(got), called)
    return rules.play(state, seat, got, NO_LUCK)


def test_nothing_on_the_board_tells_the_card():
    for card in ("pies", "mug", COAL):
        state = after(
            laid("pies mug coal", "wreath", "pies"), Give(card=card, to=1, declared="mug")
        )
        looked = after(state, Look())
        drawn = (board(state), board(looked), hand(state, 1), hand(looked, 2))
        if card == "pies":
            same = drawn
        assert drawn == same


# --- pressed, chosen, filled in -------------------------------------------------------------------


def test_the_buttons_are_the_answers():
    made = [read(OFFERED, 1, wanted) for wanted in board(OFFERED).requests()]
    assert made == [
        Decline(reason="is"),
        Decline(reason="isnt"),
        Decline(reason="coal"),
        Look(),
    ]


def test_who_is_not_to_move_is_refused_and_told_who_is():
    for state, seat in [(THREE, 1), (LOOKED, 2), (OFFERED, 0)]:
        for wanted in board(state).requests():
            try:
                rules.play(state, seat, read(state, seat, wanted), NO_LUCK)
            except NotNow as refusal:
                said = what_else(
                    FACE.ways, FACE.situation(rules.view(state, seat), names(state)), Legal(())
                )
                assert refusal.way is WAYS[wanted.verb]  # noqa: PT017
                assert said.startswith(("Ann gives next", "The gift is before Ben"))
            except IllegalMove as refusal:
                assert "isn't before you" in str(refusal)  # noqa: PT017
            else:
                raise AssertionError(f"seat {seat} may {wanted}")


def test_what_else_can_be_done_is_said_to_who_asks_for_what_cannot():
    view = rules.view(OFFERED, 1)
    with pytest.raises(NotNow):
        read(OFFERED, 1, Request("give"))
    said = what_else(FACE.ways, FACE.situation(view, NAMES), legal(view))
    assert said == "Ann offers you a gift: “a Wreath”. You can `decline` or `look`."


def test_a_card_from_the_menu_opens_a_form_that_is_honest_unless_changed():
    (menu,) = menus(hand(THREE, 0))
    form = read(THREE, 0, menu.request.with_args({menu.key: menu.choices[0].value}))
    assert (form.title, entries(form)) == ("Your gift: Mug", ["*to", "*as"])
    assert read(THREE, 0, filled(form)) == Give(card="mug", to=1, declared="mug")
    lie = filled(form, to="Cat", **{"as": "Wreath"})
    assert read(THREE, 0, lie) == Give(card="mug", to=2, declared="wreath")


def test_the_button_on_the_board_asks_for_everything_and_makes_up_no_claim():
    (wanted,) = board(THREE).requests()
    form = read(THREE, 0, wanted)
    assert (form.title, entries(form)) == ("Give a gift", ["*card", "*to", "*as"])
    assert not any(choice.chosen for choice in form.entries[2].choices)
    lie = filled(form, card="Coal", to="Cat", **{"as": "Wreath"})
    assert read(THREE, 0, lie) == Give(card=COAL, to=2, declared="wreath")


def test_with_two_players_nobody_is_asked_to_whom():
    two = laid("mug coal", "wreath")
    form = read(two, 0, Request("give"))
    assert entries(form) == ["*card", "*as"]
    filled_in = filled(form, **{"as": "Mug"})
    assert read(two, 0, filled_in) == Give(card="mug", to=1, declared="mug")
    assert type_in(two, 0, "mug as pies") == Give(card="mug", to=1, declared="pies")


def test_what_leaves_no_choice_is_not_asked():
    form = read(laid("mug mug", "pies"), 0, Request("give"))
    assert entries(form) == ["*as"]
    strict = laid("coal pies", "mug", "pies", strict=True)
    looked = after(strict, Give(card=COAL, to=1, declared="mug"), Look())
    form = read(looked, 1, Request("regift"))
    assert (form.title, entries(form)) == ("What do you tell Cat it is?", ["*as"])


def test_honest_coal_is_asked_what_it_is_called():
    for state, seat, text, title in [
        (THREE, 0, "coal to cat", "What do you tell Cat it is?"),
        (LOOKED, 1, "to ann", "What do you tell Ann it is?"),
    ]:
        form = type_in(state, seat, text)
        (entry,) = form.entries
        assert (form.title, entry.hint) == (title, "It is Coal, and nothing may be called Coal")
        assert [choice.label for choice in entry.choices] == [one.name for one in GIFTS]
        assert not any(choice.chosen for choice in entry.choices)
        said = read(state, seat, filled(form, **{"as": "Flannel"}))
        assert said.declared == "flannel"
        rules.play(state, seat, said, NO_LUCK)


def test_a_forged_answer_is_refused():
    for args in ({"reason": '"why"'}, {"giver": "0"}, {"*as": "7"}, {"reason": "is"}):
        with pytest.raises(Refusal):
            read(OFFERED, 1, Request("decline", args))
    with pytest.raises(Refusal, match="You shouldn't have, because: `it is`, `it isn't` or"):
        read(OFFERED, 1, Request("decline", {"?because": "what a day"}))


# --- typed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("mug to ben as wreath", Give(card="mug", to=1, declared="wreath")),
        ("Give a Mug to Cat as Maple Syrup!", Give(card="mug", to=2, declared="syrup")),
        ("whoopie pies to b", Give(card="pies", to=1, declared="pies")),
        ("coal to seat 3 as scratch-off", Give(card=COAL, to=2, declared="scratch")),
        (
            "a box of Whoopie Pies to Ben as a pair of Mittens",
            Give(card="pies", to=1, declared="mittens"),
        ),
        ("mug ben mug", Give(card="mug", to=1, declared="mug")),
        ("give whoopie to cat as scratch off", Give(card="pies", to=2, declared="scratch")),
        ("a lump of coal to c as snow", Give(card=COAL, to=2, declared="snowshoes")),
    ],
)
def test_a_gift_can_be_typed(text, move):
    assert type_in(THREE, 0, text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(
            (text, Decline(reason="is"))
            for text in ("is", "it is", "yes", "true", "it is a wreath")
        ),
        *(
            (text, Decline(reason="isnt"))
            for text in ("isn't", "it isn’t", "isnt", "it isnt", "no")
        ),
        *(
            (text, Decline(reason="isnt"))
            for text in ("is not", "It is not.", "It isn't a wreath.")
        ),
        *(
            (text, Decline(reason="coal"))
            for text in ("coal", "it is coal", "is coal", "is a lump of coal")
        ),
        ("decline, because it isn't", Decline(reason="isnt")),
        ("decline coal", Decline(reason="coal")),
        ("because it is a Wreath", Decline(reason="is")),
        *((text, Look()) for text in ("look", "peek", "look and regift", "pick it up")),
    ],
)
def test_an_answer_can_be_typed(text, move):
    assert type_in(OFFERED, 1, text) == move


def test_decline_alone_is_asked_why():
    form = type_in(OFFERED, 1, "decline")
    (entry,) = form.entries
    assert [(one.label, one.description) for one in entry.choices] == [
        ("it isn't", "neither a Wreath nor Coal"),
        ("it is", "a Wreath, as they say"),
        ("it is Coal", ""),
    ]


def test_the_command_takes_the_gift_along_too():
    for text, reason in [("it is a wreath", "is"), ("isn’t a Wreath", "isnt"), ("is coal", "coal")]:
        assert read(OFFERED, 1, Request("decline", {"?because": text})) == Decline(reason=reason)


def test_an_answer_that_names_another_gift_is_refused_and_says_which_it_is():
    for text in ("it isn't a mug", "it is a mug", "isn't a mug", "isn't coal"):
        with pytest.raises(Refusal, match="said to be a Wreath: say that it is a Wreath, it isn't"):
            type_in(OFFERED, 1, f"decline {text}")


@pytest.mark.parametrize(
    "text",
    [
        *("to cat as mug", "cat as mug", "pass it to Cat as a mug", "c as mug"),
        *("regift cat mug", "give it to cat as mug", "pass it on to cat as mug", "cat mug"),
    ],
)
def test_a_regift_can_be_typed(text):
    assert type_in(LOOKED, 1, text) == Regift(to=2, declared="mug")


def test_what_is_passed_on_without_a_claim_is_called_what_it_is():
    looked = after(THREE, Give(card="mug", to=1, declared="wreath"), Look())
    assert type_in(looked, 1, "to cat") == Regift(to=2, declared="mug")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("give mug to zoe", "Who is meant. The others at this table are Ben and Cat"),
        ("give thief to ben", "Which gift is “thief”. The ten are Fruitcake, Mittens"),
        ("give m to ben", "Which gift"),  # Mug, Mittens or Maple Syrup
        ("give mug to ben as *thief*", r"Which gift is “\\\*thief"),
        ("give mug to ben as wreath and mug", "make anything of “and mug”"),
        ("mug to seat 9", "Who is meant"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(text, match):
    with pytest.raises(Refusal, match=match):
        type_in(THREE, 0, text)


def test_what_is_no_move_is_left_alone():
    for text in ("", "hello everybody", "what a day"):
        assert type_in(THREE, 0, text) is None
    assert type_in(THREE, 1, "isn't") is None, "nothing is before Ben"


def test_half_a_gift_is_asked_for_the_rest():
    form = type_in(THREE, 0, "mug")
    assert (form.title, entries(form)) == ("Your gift: Mug", ["*to", "*as"])
    form = type_in(THREE, 0, "mug as wreath")
    assert entries(form) == ["*to"]
    assert entries(type_in(LOOKED, 1, "as wreath")) == ["*to"]


def test_a_name_is_found_as_it_is_written_not_as_it_is_escaped():
    five = laid(*["mug pies"] * 5)
    assert type_in(five, 0, "mug to dan*") == Give(card="mug", to=3, declared="mug")
    assert type_in(five, 0, "mug to @eve") == Give(card="mug", to=4, declared="mug")


def test_names_keep_their_little_words():
    called = Names(["Ann", "To Be", "As Good", "pass"])
    four = laid(*["mug pies"] * 4)
    for text, to in [
        ("mug to to be as pies", 1),
        ("mug to be as pies", 1),
        ("mug to pass as pies", 3),
    ]:
        assert type_in(four, 0, text, called) == Give(card="mug", to=to, declared="pies")
    assert type_in(four, 0, "mug to as good", called) == Give(card="mug", to=2, declared="mug")


# --- told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "to", "text"),
    [
        (
            Given(giver=0, to=1, declared="wreath", again=False),
            None,
            "Ann gave a gift to Ben: “a Wreath”.",
        ),
        (
            Given(giver=0, to=1, declared="mug", again=True),
            0,
            "You passed it on to Ben: “a Mug”.",
        ),
        (
            Given(giver=0, to=1, declared="mug", again=True),
            1,
            "Ann passed it on to you: “a Mug”.",
        ),
        (Looked(seat=1), 0, "Ben looked at it."),
        (Looked(seat=1), 1, ""),  # they are told what they saw
        (Saw(seat=1, card=COAL), 1, "You looked: it is Coal."),
        (Saw(seat=1, card="mug"), None, "What Ben looked at was a Mug."),
        (
            Declined(seat=1, reason="isnt", giver=0, declared="wreath", card=COAL, taker=1),
            None,
            "Ben declined: “it isn't a Wreath”. True, but only calling it Coal escapes Coal: it was"
            " Coal, and Ben took it.",
        ),
        (
            Declined(seat=1, reason="is", giver=0, declared="wreath", card="wreath", taker=0),
            0,
            "Ben declined: “it is a Wreath”. Right: it was a Wreath, and you took it.",
        ),
        (
            Declined(seat=1, reason="coal", giver=0, declared="wreath", card="mug", taker=1),
            1,
            "You declined: “it is Coal”. Wrong: it was a Mug, and you took it.",
        ),
        (
            Unwrapped(seat=1, card="syrup"),
            None,
            "Ben took a gift from under the tree too: a jug of Maple Syrup.",
        ),
        (
            Lost(seat=1, losses=(ThreeAlike(card="mittens"), TooMany(total=228), EmptyHand())),
            1,
            "You have lost, with a third pair of Mittens, 228★ (207★ is too many) and nothing left"
            " to give. Everybody else wins.",
        ),
    ],
)
def test_events_are_told_to_you_and_of_others(event, to, text):
    assert FACE.tell(event, NAMES, to) == text


def test_the_deal_is_told_with_what_everybody_may_count():
    told = rules.start(7, Options(first="host"), Chance.of(bytes(32), 1, 0)).told
    seven = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus"])
    assert FACE.tell(told[0].event, seven, None) == (
        "Everybody holds 5 or 6 cards, 1 of them Coal; 7 gifts lie under the tree. Ann gives first."
    )
    assert FACE.tell(told[2].event, seven, 1) == "", "the hand shows it"
    assert FACE.tell(told[2].event, seven, None).startswith("Ben was dealt ")


def test_the_help_fits_says_what_is_assumed_and_names_every_value():
    pages = FACE.how_to()
    assert all(len(page) <= 3500 for page in pages)
    assert "Snowshoes 100★" in pages[0]
    assert "Assumed" in pages[1]


# --- what can be written can be read --------------------------------------------------------------

LOOK_ALIKE = ("Ann", "Ann Lee", "ann", "Anna", "An", "Lee", "Mug", "Seat 12", "7", "pass")


@pytest.mark.parametrize(("seats", "strict"), [(2, False), (4, True), (5, False), (10, False)])
@pytest.mark.parametrize("people", [CALLED, LOOK_ALIKE])
def test_what_is_written_of_a_move_is_read_as_that_move(seats, strict, people):
    """As options of a command, and as the example of a line."""
    called = Names(people[:seats])
    for state in itertools.islice(positions(seats, 7, strict), 0, 90, 3):
        for seat in rules.to_move(rules.view(state, None)):
            view = rules.view(state, seat)
            can = legal(view)
            for move in can.moves:
                (way,) = [one for one in FACE.ways if one.move is type(move)]
                args = {}
                for field in way.fields:
                    value = value_in(field, {one: getattr(move, one) for one in field.fills})
                    text = field.write(value, called)
                    assert field.read(text, view, called) == (value, "")
                    args[f"?{field.name}"] = text
                wanted = Request(way.verb, args)
                assert read(state, seat, wanted, called, line=True) == move
            written = examples(FACE.ways, view, called, can)
            assert len(written) == len({type(move) for move in can.moves})
            for text in written:
                assert type_in(state, seat, text, called) in can.moves, text


def test_every_gift_is_read_by_each_of_its_names():
    view = rules.view(THREE, 0)
    card = field_of(WAYS["give"], "card")
    for one in (*GIFTS, LUMP):
        for text in (one.key, one.name, one.one, one.name.upper(), one.one.removeprefix("a ")):
            assert card.read(f"{text} to ben", view, NAMES) == (one.key, "to ben"), text


def test_what_can_be_typed_is_said():
    for state, seat, said in [
        (OFFERED, 1, "You can type `it isn't` or `look`."),
        (LOOKED, 2, ""),
    ]:
        view = rules.view(state, seat)
        assert can_be_typed(FACE.ways, view, names(state), legal(view)) == said


# --- commands -------------------------------------------------------------------------------------


def test_every_move_has_a_command_and_says_what_it_is_for():
    assert [(way.verb, way.move) for way in FACE.ways] == [
        ("give", Give),
        ("decline", Decline),
        ("look", Look),
        ("regift", Regift),
    ]
    assert [field.name for field in WAYS["give"].fields] == ["card", "to", "as"]
    assert [field.name for field in WAYS["regift"].fields] == ["to", "as"]
    for way in FACE.ways:
        assert 0 < len(way.help) <= 100
        assert all(len(field.label) <= 45 and field.usual is ASK for field in way.fields)


@pytest.mark.parametrize(
    ("verb", "option", "state", "seat", "typed", "found"),
    [
        ("give", "card", THREE, 0, "", ["Mug", "Whoopie Pies", "Coal"]),
        ("give", "card", THREE, 0, "mu", ["Mug"]),
        ("give", "to", THREE, 0, "", ["Ben", "Cat"]),
        ("give", "to", THREE, 0, "ca", ["Cat"]),
        ("give", "as", THREE, 0, "maple", ["Maple Syrup"]),
        ("give", "card", THREE, 1, "", []),
        ("regift", "to", LOOKED, 1, "", ["Cat", "Ann"]),
        ("decline", "because", OFFERED, 1, "", ["it isn't", "it is", "it is Coal"]),
        ("decline", "because", OFFERED, 1, "no", ["it isn't"]),
        ("decline", "because", OFFERED, 2, "", []),
    ],
)
def test_what_is_typed_is_completed_from_ones_own_view(verb, option, state, seat, typed, found):
    way, view = WAYS[verb], rules.view(state, seat)
    field = field_of(way, option)
    offered = suggestions(way, field, {}, view, names(state), legal(view), typed)
    assert [text for _, text in offered] == found


def test_the_terms_are_asked_and_said():
    assert FACE.options({}) == Options()
    assert FACE.options({"first": "host", "strict": True}) == Options(first="host", strict=True)
    usual, other = FACE.terms(Options()), FACE.terms(Options(first="host", strict=True))
    assert "drawn by lot · a gift may be passed on to anybody" in usual
    assert "the host begins · a gift may be passed on to only who hasn't seen it" in other


async def test_the_game_is_loaded_as_one_face():
    class Bot:
        faces = ()

        async def add_face(self, face):
            self.faces = (*self.faces, face)

    bot = Bot()
    await setup(bot)
    assert bot.faces == (FACE,)


def test_a_label_says_a_whole_move_and_ends_in_dots_where_something_is_asked():
    view = rules.view(OFFERED, 1)
    for verb, known, label in [
        ("give", {"card": "mug"}, "Give a Mug…"),
        (
            "give",
            {"card": "mug", "to": 3, "declared": "pies"},
            "Give Dan* a Mug as a box of Whoopie Pies",
        ),
        ("regift", {"to": 2}, "Pass it on to Cat…"),
        ("regift", {"to": 2, "declared": "mug"}, "Pass it on to Cat as a Mug"),
        ("decline", {}, "Decline…"),
        ("decline", {"reason": "isnt"}, "It isn't a Wreath"),
    ]:
        assert WAYS[verb].label(view, known, NAMES) == label
    long = Names(["x" * 40] * 10)
    most = {"card": "snowshoes", "to": 3, "declared": "pies"}
    assert len(WAYS["give"].label(view, most, long)) <= 80
    assert len(WAYS["give"].title(view, {"to": 3}, long)) <= 45
