"""Yankee Swap: typed lines and answers."""

import pytest

from bot.ui.panels.panel import Request
from bot.ui.panels.words import Names
from bot.ui.ways.offers import can_be_typed
from bot.ui.ways.resolve import NotNow
from bot.ui.ways.ways import field_of
from cogs.yankee import FACE
from games.gifts import COAL, GIFTS, LUMP
from games.rules import IllegalMove, Refusal
from games.yankee.moves import Decline, Give, Look, Regift
from tests.cogs.yankee.face import (
    LOOKED,
    NAMES,
    NO_LUCK,
    OFFERED,
    THREE,
    WAYS,
    after,
    board,
    entries,
    laid,
    legal,
    read,
    rules,
    type_in,
)


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
            for text in ("is", "it is", "yes", "true", "it is a wreath", "It's a Wreath!")
        ),
        *(
            (text, Decline(reason="isnt"))
            for text in ("isn't", "it isn’t", "isnt", "it isnt", "no")
        ),
        *(
            (text, Decline(reason="isnt"))
            for text in ("is not", "It is not.", "It isn't a wreath.", "it’s not a wreath", "false")
        ),
        *(
            (text, Decline(reason="coal"))
            for text in ("coal", "it is coal", "is coal", "is a lump of coal", "it's coal")
        ),
        ("decline, because it isn't", Decline(reason="isnt")),
        ("decline coal", Decline(reason="coal")),
        ("because it is a Wreath", Decline(reason="is")),
        ("You shouldn’t have, because it isn’t a Wreath", Decline(reason="isnt")),
        *((text, Look()) for text in ("look", "peek", "look and regift", "pick it up")),
    ],
)
def test_an_answer_can_be_typed(text, move):
    assert type_in(OFFERED, 1, text) == move


def test_decline_without_a_reason_opens_a_form():
    form = type_in(OFFERED, 1, "decline")
    (entry,) = form.entries
    assert [(choice.label, choice.description) for choice in entry.choices] == [
        ("it isn't", "neither a Wreath nor Coal"),
        ("it is", "a Wreath, as they said"),
        ("it is Coal", ""),
    ]


def test_decline_command_accepts_the_gifts_name():
    for text, reason in [("it is a wreath", "is"), ("isn’t a Wreath", "isnt"), ("is coal", "coal")]:
        assert read(OFFERED, 1, Request("decline", {"?because": text})).reason == reason


def test_an_answer_that_names_another_gift_is_refused_and_says_which_it_is():
    for text in ("it isn't a mug", "it is a mug", "isn't a mug", "isn't coal"):
        with pytest.raises(Refusal, match="Say it is a Wreath, it isn't a Wreath or it is Coal"):
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


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *[("a box of whoopie pies", "pies"), ("boxes of Whoopie Pies", "pies")],
        *[("whoopie pie", "pies"), ("the Whoopie Pies", "pies"), ("a pie", "pies")],
        *[("a lump of coal", COAL), ("Lumps of Coal", COAL), ("some coal", COAL), ("coal", COAL)],
        *[("a pair of mittens", "mittens"), ("pairs of mittens", "mittens"), ("mitten", "mittens")],
        *[("a pair of snowshoes", "snowshoes"), ("one snowshoe", "snowshoes")],
        *[("a jug of maple syrup", "syrup"), ("jugs of Maple Syrup", "syrup"), ("syrup", "syrup")],
        *[("a scratch-off", "scratch"), ("scratch offs", "scratch"), ("Scratchoff", "scratch")],
        *[("fruitcakes", "fruitcake"), ("candles", "candle"), ("mugs", "mug")],
        *[("wreaths", "wreath"), ("flannels", "flannel"), ("My Flannel", "flannel")],
    ],
)
def test_gifts_may_be_typed_as_the_board_writes_them(text, key):
    assert field_of(WAYS["give"], "card").read(f"{text} to ben", None, NAMES) == (key, "to ben")
    everything = laid("mug coal pies mittens snowshoes syrup scratch fruitcake candle", "", "")
    if key in everything.hands[0]:
        given = type_in(everything, 0, f"give {text} to cat as a mug")
        assert given == Give(card=key, to=2, declared="mug")
    if key != COAL:
        assert type_in(THREE, 0, f"mug to ben as {text}") == Give(card="mug", to=1, declared=key)


def test_every_gift_may_be_typed_as_any_line_of_a_board_or_hand_writes_it():
    for gift in (*GIFTS, LUMP):
        drawn = board(
            laid("mug", "pies", face_up={0: gift.key, 1: f"{gift.key} {gift.key}"})
        ).text()
        assert gift.name in drawn
        name, one = gift.name, gift.one
        texts = [gift.key, name, name.upper(), one, one.removeprefix("a ")]
        for text in (*texts, f"a {name}", f"{name}s", f"the {name}"):
            card = field_of(WAYS["give"], "card").read(f"{text} to ben", None, NAMES)
            assert card == (gift.key, "to ben"), text


def test_regift_without_a_claim_is_honest():
    looked = after(THREE, Give(card="mug", to=1, declared="wreath"), Look())
    assert type_in(looked, 1, "to cat") == Regift(to=2, declared="mug")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("give mug to zoe", "Who do you mean. The other players are Ben and Cat"),
        ("give thief to ben", "Which gift is “thief”. The ten are Fruitcake, Mittens"),
        ("give m to ben", "Which gift"),  # Mug, Mittens or Maple Syrup
        ("give mug to ben as *thief*", r"Which gift is “\\\*thief"),
        ("give mug to ben as wreath and mug", "I don't understand “and mug” there"),
        ("mug to seat 9", "Who do you mean"),
        ("mug to seat 1", "Who do you mean"),
        ("mug to seat ２", "Who do you mean"),  # digits are digits
        ("mug to seat ٢", "Who do you mean"),
        ("mug to", "Who do you mean"),
        (
            "wreath",
            "^You don't have a Wreath in your hand. You can give: Mug, Whoopie Pies, Coal.$",
        ),
        ("give a box of snowshoes", "Which gift"),
        ("flannels to ben as pies", "^You don't have a Flannel in your hand. You can give"),
        ("mug to ben as coal", "^You can't call any card Coal. Call it one of"),
        ("mug as a lump of coal", "^You can't call any card Coal. Call it one of"),
    ],
)
def test_invalid_line_is_refused_in_a_sentence(text, match):
    with pytest.raises(Refusal, match=match):
        type_in(THREE, 0, text)


def test_player_who_is_not_asked_learns_no_choices():
    for state, seat, text in [
        (THREE, 1, "give wreath"),
        (THREE, 1, "regift ann"),
        (OFFERED, 1, "give snowshoes"),
        (OFFERED, 1, "regift cat"),
        (LOOKED, 1, "give wreath"),
        (LOOKED, 2, "regift ben"),
    ]:
        with pytest.raises(NotNow):
            type_in(state, seat, text)
    for state, seat, told in [
        (THREE, 0, "There's no gift for you to decline right now."),
        (OFFERED, 2, "There's no gift for you to decline right now."),
        (LOOKED, 1, "You've looked at this gift, so you must pass it on."),
    ]:
        with pytest.raises(NotNow):
            type_in(state, seat, "decline 1")
        with pytest.raises(Refusal) as refused:
            read(state, seat, Request("decline", {"?because": "1"}))
        assert str(refused.value) == told
    with pytest.raises(IllegalMove, match="only seat 2 can answer"):  # whatever it was said to be
        rules.play(OFFERED, 2, type_in(OFFERED, 2, "decline it is a mug"), NO_LUCK)


def test_an_answer_is_no_move_for_somebody_without_a_gift():
    assert type_in(THREE, 1, "isn't") is None


def test_hints_for_typed_lines():
    for state, seat, said in [(OFFERED, 1, "You can type `it isn't` or `look`."), (LOOKED, 2, "")]:
        view = rules.view(state, seat)
        assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == said


def test_incomplete_line_opens_a_form():
    form = type_in(THREE, 0, "mug")
    assert (form.title, entries(form)) == ("Your gift: Mug", ["*to", "*as"])
    form = type_in(THREE, 0, "mug as wreath")
    assert entries(form) == ["*to"]
    assert entries(type_in(LOOKED, 1, "as wreath")) == ["*to"]


def test_player_name_is_matched_unescaped():
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
    others = Names(["Ann", "Of Course", "With Love", "From Afar", "of", "Tom"])
    six = laid(*["mug pies"] * 6)
    for to in range(1, 6):
        for text in (f"mug to {others[to]} as pies", f"give a mug {others[to].lower()} as pies"):
            assert type_in(six, 0, text, others) == Give(card="mug", to=to, declared="pies"), text
    looked = after(six, Give(card="mug", to=4, declared="mug"), Look())
    for text in ("pass it on to of course as pies", "of course as pies", "it to Of Course as pies"):
        assert type_in(looked, 4, text, others) == Regift(to=1, declared="pies")


def test_a_little_word_is_not_the_beginning_of_a_name():
    called = Names(["Ann", "Tom", "Bea", "To Be"])
    four = laid(*["mug pies"] * 4)
    for text in ("mug to", "mug to pies", "mug to zoe", "mug to as pies"):
        with pytest.raises(Refusal, match=r"Who do you mean\?"):
            type_in(four, 0, text, called)
    for text, to in [("mug to tom", 1), ("mug to to be", 3), ("mug to be", 3), ("mug to bea", 2)]:
        assert type_in(four, 0, text, called) == Give(card="mug", to=to, declared="mug"), text


def test_form_asks_which_of_two_equal_names():
    called = Names(["Ann", "Ben", "ben", "To Be", "Tom"])
    five = laid(*["mug pies"] * 5)
    for text in ("mug to ben as pies", "mug ben", "give mug to Ben"):
        with pytest.raises(
            Refusal, match="Several players here are called Ben: say `seat 2` or `seat 3`"
        ):
            type_in(five, 0, text, called)
        line = text.lower().replace("ben", "seat 3")
        assert type_in(five, 0, line, called).to == 2


def test_a_player_may_be_called_like_a_gift():
    called = Names(["Ann", "Pies", "Mug"])
    for text in ("mug to mug as pies", "give a mug mug as pies", "mug mug pies"):
        assert type_in(THREE, 0, text, called) == Give(card="mug", to=2, declared="pies"), text


def test_a_player_called_seat_2_is_not_seat_2():
    called = Names(["Ann", "Ben", "seat 2"])
    assert type_in(THREE, 0, "mug to seat 2 as pies", called).to == 1
    assert type_in(THREE, 0, "mug to seat 3 as pies", called).to == 2
    with pytest.raises(Refusal, match="Who do you mean"):  # Ben sits there himself
        type_in(after(THREE, Give(card="pies", to=1, declared="pies"), Look()), 1, "seat 2", called)
    view = rules.view(THREE, 0)
    written = [field_of(WAYS["give"], "to").write(seat, called) for seat in view.targets]
    assert written == ["Ben", "seat 3"]
