"""How Yankee Swap is drawn, told and read: what each player meets, in words."""

import asyncio
import itertools
import random

import pytest

from bot.panel import Ask, Form, Line, Menu, Names, Panel, Row, Text, ask, layout, modal
from cogs.yankee import FACE
from games.chance import Chance
from games.gifts import COAL, KEYS
from games.rules import Refusal
from games.yankee import (
    Decline,
    Declined,
    EmptyHand,
    Give,
    Given,
    Giving,
    Look,
    Looked,
    Lost,
    Options,
    Over,
    Regift,
    Saw,
    State,
    ThreeAlike,
    TooMany,
    Unwrapped,
)

face = FACE(None)  # type: ignore[arg-type]  # drawing, telling and reading need no press
rules = face.rules
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
        past=(),
        phase=Giving(seat=giving),
    )


def after(state, *moves):
    """Play moves, each by whoever is awaited."""
    for move in moves:
        (seat,) = rules.awaited(rules.view(state, None))
        state = rules.play(state, seat, move, NO_LUCK).state
    return state


THREE = laid("mug coal pies", "wreath mug", "candle pies")
OFFERED = after(THREE, Give(card=COAL, to=1, declared="wreath"))
LOOKED = after(OFFERED, Look(giver=0, declared="wreath"))


def names(state):
    return Names(CALLED[: len(state.hands)])


def board(state):
    drawing = face.board(rules.view(state, None), names(state))
    return Panel([Text(drawing.headline), *drawing.parts, *drawing.controls])


def hand(state, seat):
    drawing = face.hand(rules.view(state, seat), names(state))
    return Panel([Text(drawing.headline), *drawing.parts, *drawing.controls])


def labels(panel):
    return [b.label for part in panel.parts if isinstance(part, Row) for b in part.buttons]


def read(state, seat, wanted):
    return face.read(wanted, rules.view(state, seat), names(state))


def type_in(state, seat, text):
    return read(state, seat, face.typed(text, rules.view(state, seat)))


def filled(form):
    """Send a form as it opens, with its likeliest answers."""
    answers = {
        field.key: next((c.value for c in field.choices if c.chosen), field.choices[0].value)
        for field in form.fields
    }
    return form.ask.with_args(**answers)


# --- drawn ----------------------------------------------------------------------------------------


def test_the_board_asks_the_four_answers_in_the_words_of_the_offer():
    panel = board(OFFERED)
    assert "Ben is offered a gift by Ann: “a Wreath”." in panel.text()
    assert labels(panel) == [
        "Look and re-gift",
        "It is a Wreath",
        "It isn't a Wreath",
        "It is Coal",
    ]
    assert "This round: Ann gave it to Ben as a Wreath." in panel.text()


def test_who_must_decline_is_offered_no_look():
    back = after(LOOKED, Regift(giver=0, to=0, declared="mug"))
    assert "Ann knows it already, and must decline" in board(back).text()
    assert labels(board(back)) == ["It is a Mug", "It isn't a Mug", "It is Coal"]
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
    end = after(OFFERED, Decline(reason="coal", giver=0, declared="wreath"))
    assert "Under the tree: 1 gift. Coal not seen yet: Ann 1, Ben 2, Cat 2" in board(end).text()


def test_the_gift_is_shown_big_to_who_looks_and_to_nobody_else():
    assert "# The gift is Coal." in hand(LOOKED, 1).text()
    typing = face.hand(rules.view(LOOKED, 1), names(LOOKED)).typing
    assert typing == "Type to whom and as what: `to ben as mug`."
    assert labels(hand(LOOKED, 1)) == ["Pass it on…"]
    assert "The gift is Coal." in hand(LOOKED, 0).text()  # who gave it remembers
    for panel in (hand(LOOKED, 2), board(LOOKED)):
        assert "The gift is" not in panel.text()
    assert "The gift is" not in hand(OFFERED, 1).text()


def test_a_hand_is_grouped_and_offers_its_cards_to_who_gives():
    state = laid("mug coal mug", "wreath", "candle")
    panel = hand(state, 0)
    assert "Mug ×2\nCoal" in panel.text()
    (menu,) = [part for part in panel.parts if isinstance(part, Menu)]
    assert [choice.value for choice in menu.choices] == ["mug", COAL]
    assert not labels(hand(state, 1))
    assert not [part for part in hand(state, 1).parts if isinstance(part, Menu)]


def test_choosing_a_card_and_passing_one_on_are_private():
    public = rules.view
    assert face.private(public(THREE, None)) == {0}
    assert face.private(public(OFFERED, None)) == frozenset()
    assert face.private(public(LOOKED, None)) == {1}


def test_the_ending_names_the_loser_and_what_they_lost_by():
    state = laid("mug pies", "", "pies", face_up={1: "mug mug", 2: "pies pies"})
    end = after(
        state,
        Give(card="mug", to=1, declared="wreath"),
        Decline(reason="is", giver=0, declared="wreath"),
    )
    drawing = face.ending(rules.view(end, None), names(end))
    assert drawing.headline == (
        "**Ben has lost**, with a third Mug and nothing left to give. Ann and Cat win."
    )
    text = Panel(drawing.parts).text()
    assert "Ann said a Wreath; it was a Mug.\nTrue claims: Ann 0 of 1." in text
    assert "**Cat** · **Whoopie Pies ×2** · " in text
    assert "one more loses" not in text, "nothing more will happen"


def positions(seats, seed):
    """Play at random, and pass on every state on the way."""
    luck = random.Random(seed)
    state = rules.start(seats, Options(strict=seed % 2 == 1), Chance.of(bytes(32), seed, 0)).state
    while True:
        yield state
        awaited = rules.awaited(rules.view(state, None))
        if not awaited:
            return
        (seat,) = awaited
        moves = list(rules.moves(rules.view(state, seat)))
        looks = [move for move in moves if isinstance(move, Look)]
        move = luck.choice(looks if looks and luck.random() < 0.5 else moves)
        state = rules.play(state, seat, move, NO_LUCK).state


@pytest.mark.parametrize("seats", [2, 4, 5, 10])
def test_every_position_fits_discord_and_all_it_offers_can_be_done(seats):
    called = Names(["@everyone *with_a_long* [name](x) of forty or so"] * seats)
    for state in itertools.islice(positions(seats, seats), 60):
        for seat in (None, *range(seats)):
            view = rules.view(state, seat)
            over = isinstance(view.phase, Over)
            draw = face.ending if over else face.board if seat is None else face.hand
            drawing = draw(view, called)
            panel = Panel([Text(drawing.headline), *drawing.parts, Line(), *drawing.controls])
            assert len(panel.text()) <= 3600
            assert len(list(layout(panel, 12345678, 1234).walk_children())) <= 35
            if seat in rules.awaited(rules.view(state, None)):
                for wanted in [*panel.asks(), *board(state).asks()]:
                    followed(state, seat, wanted, called)


def followed(state, seat, wanted, called):
    """Follow a request through what it asks on, to a move that the rules take."""
    got = face.read(wanted, rules.view(state, seat), called)
    if isinstance(got, Form):
        modal(got, 1, 1)
        assert all(len(field.choices) <= 25 for field in got.fields)
        return followed(state, seat, filled(got), called)
    if isinstance(got, Panel):
        layout(got, 1, 1)
        return [followed(state, seat, further, called) for further in got.asks()]
    return rules.play(state, seat, got, NO_LUCK)


def test_nothing_on_the_board_tells_the_card():
    for card in ("pies", "mug", COAL):
        state = after(
            laid("pies mug coal", "wreath", "pies"), Give(card=card, to=1, declared="mug")
        )
        looked = after(state, Look(giver=0, declared="mug"))
        drawn = (board(state), board(looked), hand(state, 1), hand(looked, 2))
        if card == "pies":
            same = drawn
        assert drawn == same


# --- read -----------------------------------------------------------------------------------------


def test_the_buttons_name_the_offer_so_a_late_click_is_refused():
    wanted = list(board(OFFERED).asks())
    assert read(OFFERED, 1, wanted[2]) == Decline(reason="isnt", giver=0, declared="wreath")
    assert read(OFFERED, 1, wanted[0]) == Look(giver=0, declared="wreath")
    later = after(
        LOOKED,
        Regift(giver=0, to=2, declared="mug"),
        Look(giver=1, declared="mug"),
        Regift(giver=1, to=1, declared="pies"),
    )
    late = read(later, 1, wanted[2])
    with pytest.raises(Refusal, match="That offer is gone"):
        rules.play(later, 1, late, NO_LUCK)


def test_who_is_not_to_move_is_told_who_is():
    with pytest.raises(Refusal, match="Ann gives next"):
        read(THREE, 1, ask("give"))
    with pytest.raises(Refusal, match="before Ben"):
        read(OFFERED, 2, ask("decline", because="is"))
    with pytest.raises(Refusal, match=r"Not now\. Ann offers you a gift"):
        read(OFFERED, 1, ask("give"))
    with pytest.raises(Refusal, match="You have looked at no gift"):
        read(OFFERED, 1, ask("regift"))


def test_a_card_from_the_menu_opens_a_form_that_is_honest_unless_changed():
    form = read(THREE, 0, ask("give", card="mug"))
    assert read(THREE, 0, filled(form)) == Give(card="mug", to=1, declared="mug")
    lie = filled(form).with_args(to="seat 3", says="wreath")
    assert read(THREE, 0, lie) == Give(card="mug", to=2, declared="wreath")


def test_with_two_players_nobody_is_asked_to_whom():
    two = laid("mug coal", "wreath")
    form = read(two, 0, ask("give"))
    assert [field.key for field in form.fields] == ["card", "says"]
    assert read(two, 0, filled(form)) == Give(card="mug", to=1, declared="mug")
    assert type_in(two, 0, "mug as pies") == Give(card="mug", to=1, declared="pies")


def test_honest_coal_is_asked_what_it_is_called():
    panel = type_in(THREE, 0, "coal to cat")
    assert "What do you tell Cat it is?" in panel.text()
    moves = [read(THREE, 0, wanted) for wanted in panel.asks()]
    assert moves == [Give(card=COAL, to=2, declared=one) for one in KEYS]
    panel = type_in(LOOKED, 1, "to ann")
    moves = [read(LOOKED, 1, wanted) for wanted in panel.asks()]
    assert moves == [Regift(giver=0, to=0, declared=one) for one in KEYS]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("mug to ben as wreath", Give(card="mug", to=1, declared="wreath")),
        ("Give a Mug to Cat as Maple Syrup!", Give(card="mug", to=2, declared="syrup")),
        ("whoopie pies to b", Give(card="pies", to=1, declared="pies")),
        ("coal to seat 3 as scratch-off", Give(card=COAL, to=2, declared="scratch")),
    ],
)
def test_a_gift_can_be_typed(text, move):
    assert type_in(THREE, 0, text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("is", Decline(reason="is", giver=0, declared="wreath")),
        ("it isn’t", Decline(reason="isnt", giver=0, declared="wreath")),
        ("It isn't a wreath.", Decline(reason="isnt", giver=0, declared="wreath")),
        ("isnt", Decline(reason="isnt", giver=0, declared="wreath")),
        ("it is a mug", Decline(reason="is", giver=0, declared="mug")),  # the rules refuse it
        ("coal", Decline(reason="coal", giver=0, declared="wreath")),
        ("look", Look(giver=0, declared="wreath")),
    ],
)
def test_an_answer_can_be_typed(text, move):
    assert type_in(OFFERED, 1, text) == move


@pytest.mark.parametrize(
    "text", ["to cat as mug", "cat as mug", "pass it to Cat as a mug", "c as mug"]
)
def test_a_regift_can_be_typed(text):
    assert type_in(LOOKED, 1, text) == Regift(giver=0, to=2, declared="mug")


def test_what_cannot_be_read_is_refused_with_what_can():
    for text, match in [
        ("", "mug to ben as wreath"),
        ("mug", "To whom. With you at this table: Ben and Cat"),
        ("mug to zoe", "To whom"),
        ("thief to ben", "Which gift is “thief”"),
        ("m to ben", "Which gift"),  # Mug, Mittens or Maple Syrup
        ("mug to ben as *thief*", r"Which gift is “\\\*thief"),
    ]:
        with pytest.raises(Refusal, match=match):
            type_in(THREE, 0, text)
    with pytest.raises(Refusal, match="That is no move"):
        read(OFFERED, 1, Ask("bid"))
    with pytest.raises(Refusal, match="Decline because"):
        read(OFFERED, 1, ask("decline", because="no idea"))


def test_a_name_is_found_as_it_is_written_not_as_it_is_escaped():
    five = laid(*["mug pies"] * 5)
    assert type_in(five, 0, "mug to dan*") == Give(card="mug", to=3, declared="mug")
    assert type_in(five, 0, "mug to @eve") == Give(card="mug", to=4, declared="mug")


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
    assert face.tell(event, NAMES, to) == text


def test_the_deal_is_told_with_what_everybody_may_count():
    told = rules.start(7, Options(first="host"), Chance.of(bytes(32), 1, 0)).told
    seven = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus"])
    assert face.tell(told[0].event, seven, None) == (
        "Everybody holds 5 or 6 cards, 1 of them Coal; 7 gifts lie under the tree. Ann gives first."
    )
    assert face.tell(told[2].event, seven, 1) == "", "the hand shows it"
    assert face.tell(told[2].event, seven, None).startswith("Ben was dealt ")


def test_the_help_fits_says_what_is_assumed_and_names_every_value():
    pages = face.how_to()
    assert all(len(page) <= 3500 for page in pages)
    assert "Snowshoes 100★" in pages[0]
    assert "Assumed" in pages[1]


# --- commands -------------------------------------------------------------------------------------


def test_every_move_has_a_command():
    group = face.app_command
    assert group.name == "yankee"
    commands = {command.name: command for command in group.commands}
    assert {"start", "give", "look", "regift", "decline"} <= set(commands)
    for name in ("give", "look", "regift", "decline"):
        last = commands[name].parameters[-1]
        assert (last.display_name, last.required) == ("table", False)
    assert [p.display_name for p in commands["give"].parameters][:3] == ["card", "to", "as"]


@pytest.mark.parametrize(
    ("which", "current", "values"),
    [
        ("_held", "", ["mug", "pies", COAL]),
        ("_held", "mu", ["mug"]),
        ("_others", "", ["seat 2", "seat 3"]),
        ("_others", "ca", ["seat 3"]),
        ("_gifts", "maple", ["syrup"]),
    ],
)
def test_what_is_typed_is_completed_from_ones_own_view(which, current, values, monkeypatch):
    async def seen(interaction):
        return rules.view(THREE, 0), names(THREE)

    monkeypatch.setattr(face, "seen", seen)
    offered = asyncio.run(getattr(face, which)(None, current))
    assert [choice.value for choice in offered] == values
