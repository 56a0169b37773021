"""How Yankee Swap is drawn, told and asked: what each player meets, in words."""

import itertools
import random
import re

import pytest

from bot.ui.fields import ASK, value_in
from bot.ui.lines import can_be_typed, examples, read_line, suggestions, what_else
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Line, Menu, Panel, Request, Row, Text
from bot.ui.pics import plain
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
from tests.cogs.terms import help_of, named
from tests.contract.playing import Case, played, variants

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


def asked_back(state, seat, wanted):
    """Press what leads to a question, as the router does."""
    view, way = rules.view(state, seat), WAYS[wanted.verb]
    panel = way.instead(view, named_in(way, wanted, view, names(state)), names(state))
    assert isinstance(panel, Panel)
    return panel


def leading(panel):
    rows = [part for part in panel.parts if isinstance(part, Row)]
    return [b.label for row in rows for b in row.buttons if b.style == "main"]


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
    for entry in form.entries:
        chosen = [choice.value for choice in entry.choices if choice.chosen]
        said = answers.get(entry.key.strip("*"))
        if said is not None:
            chosen = [choice.value for choice in entry.choices if choice.label == said]
        sent[entry.key] = (chosen or [choice.value for choice in entry.choices])[0]
    return form.request.with_args(sent)


def entries(form):
    return [entry.key for entry in form.entries]


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
    assert leading(panel) == ["It is a Wreath"]


def test_what_a_gift_is_said_to_be_stands_once_on_the_board_and_on_a_hand():
    told = [Given(giver=0, to=1, declared="wreath", again=False)]
    events = FACE.tell_all(told, names(OFFERED), None)
    assert events == ["Ann gave a gift to Ben."]
    looked = FACE.tell_all([*told, Looked(seat=1)], names(OFFERED), None)
    assert looked == ["Ann gave a gift to Ben.", "Ben looked at it."]
    assert board(OFFERED).text().count("Wreath") == 1
    assert "Of what it is said to be, 0 of 4 lie face up." in board(OFFERED).text()
    assert hand(OFFERED, 1).text().replace("Wreath ×", "").count("“a Wreath”") == 1
    again = after(LOOKED, Regift(to=2, declared="mug"))
    assert "Before that, Ann gave it to Ben as a Wreath." in board(again).text()
    assert board(again).text().count("Mug") == 1
    same = after(LOOKED, Regift(to=2, declared="wreath"))
    assert "Before that, Ann gave it to Ben as that too." in board(same).text()
    assert board(same).text().count("Wreath") == 1


def test_what_came_of_a_gift_still_says_what_it_was_said_to_be():
    told = [
        Given(giver=0, to=1, declared="wreath", again=False),
        Looked(seat=1),
        Given(giver=1, to=2, declared="mug", again=True),
    ]
    assert FACE.tell_all(told, names(OFFERED), None) == [
        *("Ann gave a gift to Ben: “a Wreath”.", "Ben looked at it.", "Ben passed it on to Cat.")
    ]


def test_the_board_leads_to_the_one_who_gives_or_passes_on():
    assert labels(board(THREE)) == ["Give a gift…"]
    assert labels(board(LOOKED)) == ["Pass it on…"]


def test_who_must_decline_is_offered_no_look():
    back = after(LOOKED, Regift(to=0, declared="mug"))
    assert "Ann knows it already, and must decline" in board(back).text()
    assert labels(board(back)) == ["It is a Mug", "It isn't a Mug", "It is Coal"]
    assert labels(hand(back, 0)) == labels(board(back))
    strict = after(laid("coal pies", "mug", strict=True), Give(card=COAL, to=1, declared="mug"))
    assert "There is nobody to pass it on to: Ben must decline" in board(strict).text()


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
    assert menu.placeholder == "Give…"
    assert [(choice.label, choice.description) for choice in menu.choices] == [
        ("Mug", "2 in hand · 16★"),
        ("Coal", "0★"),
    ]
    for seat in (1, 2):
        assert not labels(hand(THREE, seat))
        assert not menus(hand(THREE, seat))


def test_who_has_looked_is_offered_everybody_or_what_to_call_it():
    cat, ann = menus(hand(LOOKED, 1))  # it is Coal, and nothing may be called that
    assert [cat.placeholder, ann.placeholder] == ["Pass it on to Cat…", "Pass it on to Ann…"]
    assert [choice.label for choice in ann.choices] == [gift.name for gift in GIFTS]
    assert labels(hand(LOOKED, 1)) == []
    two = after(laid("mug coal", "wreath"), Give(card="mug", to=1, declared="pies"), Look())
    (menu,) = menus(hand(two, 1))
    assert menu.placeholder == "Pass it on to Ann…"
    assert labels(hand(two, 1)) == ["Pass it on to Ann as a Mug, truthfully"]
    assert [choice.label for choice in menu.choices] == [
        gift.name for gift in GIFTS if gift.name != "Mug"
    ], "nothing twice"


def test_among_many_who_has_looked_is_asked_apart():
    six = laid(*["mug coal"] * 6)
    state = after(six, Give(card="mug", to=1, declared="pies"), Look())
    assert menus(hand(state, 1)) == []
    assert labels(hand(state, 1)) == ["Pass it on…"]
    (wanted,) = hand(state, 1).requests()
    asked = asked_back(state, 1, wanted)
    assert len(menus(asked)) == len(labels(asked)) == 5


def test_who_chose_a_card_is_asked_to_whom_and_as_what():
    state = laid("mug coal mug", "wreath", "pies")
    (menu,) = menus(hand(state, 0))
    chosen = menu.request.with_args({menu.key: menu.choices[0].value})
    asked = asked_back(state, 0, chosen)
    assert asked.text() == "You give **a Mug**. To whom, and as what?"
    assert labels(asked) == ["Give Ben a Mug, truthfully", "Give Cat a Mug, truthfully"]
    assert [menu.placeholder for menu in menus(asked)] == ["To Ben, as…", "To Cat, as…"]
    first = next(asked.requests())
    assert read(state, 0, first) == Give(card="mug", to=1, declared="mug")
    lie = menus(asked)[1]
    wanted = lie.request.with_args({lie.key: lie.choices[-1].value})
    assert read(state, 0, wanted) == Give(card="mug", to=2, declared=GIFTS[-1].key)


def test_coal_is_never_offered_as_the_truth():
    state = laid("mug coal", "wreath", "pies")
    (menu,) = menus(hand(state, 0))
    coal = asked_back(state, 0, menu.request.with_args({menu.key: '"coal"'}))
    assert labels(coal) == []
    assert [len(menu.choices) for menu in menus(coal)] == [10, 10]


def test_on_the_board_the_giver_is_asked_which_card_and_nobody_else_is():
    state = laid("mug coal", "wreath", "pies")
    (wanted,) = board(state).requests()
    asked = asked_back(state, 0, wanted)
    assert labels(asked) == ["Give a Mug…", "Give Coal…"]
    assert FACE.ways[0].instead(rules.view(state, 1), {}, names(state)) is None
    (passed,) = board(LOOKED).requests()
    assert [menu.placeholder for menu in menus(asked_back(LOOKED, 1, passed))] == [
        *("To Cat, as…", "To Ann, as…")
    ]
    assert FACE.ways[3].instead(rules.view(LOOKED, 0), {}, names(LOOKED)) is None


def test_no_button_s_id_says_what_is_in_a_hand():
    """What is pressed in a question says a number and a seat, whatever the cards."""
    for cards, other in (("mug coal", "pies wreath"), ("mug wreath", "pies candle")):
        ids: list[list[Request]] = []
        for held in (cards, other):
            state = laid(held, "wreath", "pies")
            first = asked_back(state, 0, Request("give"))
            (more,) = [asked_back(state, 0, request) for request in [*first.requests()][1:]]
            rows = [
                button for part in first.parts if isinstance(part, Row) for button in part.buttons
            ]
            ids.append([button.request for button in rows] + [menu.request for menu in menus(more)])
        assert ids[0] == ids[1]


def test_a_number_beyond_the_hand_is_refused():
    state = laid("mug coal", "wreath", "pies")
    for number in ("0", "3", "99"):
        with pytest.raises(Refusal, match="no such card"):
            read(state, 0, Request("give", {"said": f"card {number} to seat 2"}))


def test_choosing_a_card_and_passing_one_on_are_private():
    assert FACE.private(rules.view(THREE, None)) == {0}
    assert FACE.private(rules.view(OFFERED, None)) == frozenset()
    assert FACE.private(rules.view(LOOKED, None)) == {1}


def said(state, seat):
    return FACE.situation(rules.view(state, seat), names(state))


def test_each_is_told_what_is_asked_of_them_or_of_whom():
    give = "called any of the ten gifts, never Coal."
    assert said(THREE, 0) == f"You give next: any card in your hand, to anybody, {give}"
    assert said(THREE, 1) == "Ann gives next. You answer when a gift comes to you."
    assert said(OFFERED, 1) == (
        "Ann offers you a gift: “a Wreath”. Decline it, or look at it and pass it on."
    )
    assert said(OFFERED, 2) == "The gift is before Ben, who has to answer it."
    assert said(LOOKED, 1) == f"You have looked. Now pass it on to anybody else, {give}"
    assert said(LOOKED, 2) == "Ben has looked at the gift, and has to pass it on."
    back = after(LOOKED, Regift(to=0, declared="mug"))
    assert said(back, 0) == "Ben offers you a gift: “a Mug”. You know it, so you must decline it."
    assert said(THREE, None) == "Round 1: Ann picks a card, and whom to give it to."


def test_of_two_players_the_other_is_named_and_the_last_card_is_called_that():
    two = laid("mug", "wreath coal")
    give = "called any of the ten gifts, never Coal."
    assert said(two, 0) == f"You give next: your last card, to Ben, {give}"
    assert said(two, None) == "Round 1: Ann picks a card for Ben."
    assert "Ann picks a card for you." in hand(two, 1).text()
    looked = after(two, Give(card="mug", to=1, declared="pies"), Look())
    assert said(looked, 1) == f"You have looked. Now pass it on to Ann, {give}"


def test_ys_8_a_strict_table_says_to_whom_a_gift_can_still_be_passed_on():
    """“To anybody else” would be refused."""

    def strict(seats):
        table = laid(*["coal pies"] * seats, strict=True)
        return after(table, Give(card=COAL, to=2, declared="mug"), Look())

    claim = "called any of the ten gifts, never Coal."
    assert said(strict(3), 2) == f"You have looked. Now pass it on to Ben, {claim}"
    assert (
        said(strict(5), 2)
        == f"You have looked. Now pass it on to Dan\\*, @\u200bEve or Ben, {claim}"
    )
    assert said(strict(6), 2) == (
        f"You have looked. Now pass it on to somebody who hasn't seen it, {claim}"
    )
    two = after(laid("coal pies", "mug", strict=True), Give(card=COAL, to=1, declared="mug"))
    assert said(two, 1) == (
        "Ann offers you a gift: “a Mug”. There is nobody to pass it on to, so you must decline it."
    )
    with pytest.raises(Refusal, match=r"^Ann knows this gift already\. Pass it on to Ben\.$"):
        type_in(strict(3), 2, "regift ann")
    with pytest.raises(Refusal, match=r"^Ann knows this gift already\. Pass it on to Ben\.$"):
        type_in(strict(3), 2, "to ann as mug")


def test_whoever_reads_is_you():
    assert "Ben is offered a gift by you: “a Wreath”." in hand(OFFERED, 0).text()
    assert "Ben is offered a gift by Ann: “a Wreath”." in hand(OFFERED, 2).text()
    state = laid("mug pies", "", "pies", face_up={1: "mug mug", 2: "pies pies"})
    end = after(state, Give(card="mug", to=1, declared="wreath"), Decline(reason="is"))
    assert said(end, 1) == "You have lost, with a third Mug and nothing left to give."
    assert said(end, 0) == "Ben has lost, with a third Mug and nothing left to give."


def test_what_lies_face_up_is_not_called_what_is_offered():
    """The gift is before Ben; so are not his Mittens."""
    state = laid("mug pies", "mug", face_up={0: "mittens"})
    assert "Face up before you: Mittens." in hand(state, 0).text()
    assert "Nothing lies face up before you." in hand(state, 1).text()


def test_the_ending_names_the_loser_and_what_they_lost_by():
    state = laid("mug pies", "", "pies", face_up={1: "mug mug", 2: "pies pies"})
    end = after(state, Give(card="mug", to=1, declared="wreath"), Decline(reason="is"))
    drawing = FACE.ending(rules.view(end, None), names(end))
    assert drawing.headline == (
        "**Ben has lost**, with a third Mug and nothing left to give. Ann and Cat win."
    )
    text = Panel(drawing.parts).text()
    assert "Ann said a Wreath; it was a Mug.\nTrue claims: Ann 0 of 1." in text
    assert "**Cat** · **Whoopie Pies ×2**\n" in text
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
        assert all(1 <= len(entry.choices) <= 25 for entry in got.entries)
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
    assert made == [Decline(reason="is"), Decline(reason="isnt"), Decline(reason="coal"), Look()]


def test_who_is_not_to_move_is_refused_and_told_who_is():
    for state, seat in [(THREE, 1), (LOOKED, 2), (OFFERED, 0)]:
        for wanted in board(state).requests():
            try:
                rules.play(state, seat, read(state, seat, wanted), NO_LUCK)
            except NotNow as refusal:
                mine, called = rules.view(state, seat), names(state)
                situation = FACE.situation(mine, called)
                said = what_else(FACE.ways, situation, mine, called, Legal(()))
                assert refusal.way is WAYS[wanted.verb]  # noqa: PT017
                assert said.startswith(("Ann gives next", "The gift is before Ben", "Ben has loo"))
            except IllegalMove as refusal:
                assert "only seat 2 can answer it" in str(refusal)  # noqa: PT017
            else:
                raise AssertionError(f"seat {seat} may {wanted}")


def test_what_else_can_be_done_is_said_to_who_asks_for_what_cannot():
    view = rules.view(OFFERED, 1)
    with pytest.raises(NotNow):
        read(OFFERED, 1, Request("give"))
    said = what_else(FACE.ways, FACE.situation(view, NAMES), view, NAMES, legal(view))
    assert said.startswith("Ann offers you a gift: “a Wreath”. Decline it, or look at it and pass")


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
        assert [choice.label for choice in entry.choices] == [gift.name for gift in GIFTS]
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


def test_decline_alone_is_asked_why():
    form = type_in(OFFERED, 1, "decline")
    (entry,) = form.entries
    assert [(choice.label, choice.description) for choice in entry.choices] == [
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
        for text in (gift.name, gift.one, f"a {gift.name}", f"{gift.name}s", f"the {gift.name}"):
            card = field_of(WAYS["give"], "card").read(text, None, NAMES)
            assert card == (gift.key, ""), text


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
        ("mug to seat 1", "Who is meant"),
        ("mug to seat ２", "Who is meant"),  # digits are digits
        ("mug to seat ٢", "Who is meant"),
        ("mug to", "Who is meant"),
        ("wreath", "^You hold no Wreath. You can give: Mug, Whoopie Pies, Coal.$"),
        ("give a box of snowshoes", "Which gift"),
        ("flannels to ben as pies", "^You hold no Flannel. You can give"),
        ("mug to ben as coal", "^Nothing may be called Coal, not even Coal. Call it one of"),
        ("mug as a lump of coal", "^Nothing may be called Coal, not even Coal. Call it one of"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(text, match):
    with pytest.raises(Refusal, match=match):
        type_in(THREE, 0, text)


def test_who_is_not_asked_is_told_so_and_not_what_others_could_choose():
    """Neither “that cannot be chosen just now” nor words that they could not type."""
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
        (THREE, 0, "No gift is before you that you could decline."),
        (OFFERED, 2, "No gift is before you that you could decline."),
        (LOOKED, 1, "You have looked at this gift, so you pass it on."),
    ]:
        with pytest.raises(NotNow):
            type_in(state, seat, "decline 1")
        with pytest.raises(Refusal) as refused:
            read(state, seat, Request("decline", {"?because": "1"}))
        assert str(refused.value) == told
    with pytest.raises(IllegalMove, match="only seat 2 can answer"):  # whatever it was said to be
        rules.play(OFFERED, 2, type_in(OFFERED, 2, "decline it is a mug"), NO_LUCK)


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
    others = Names(["Ann", "Of Course", "With Love", "From Afar", "of", "Tom"])
    six = laid(*["mug pies"] * 6)
    for to in range(1, 6):
        for text in (f"mug to {others[to]} as pies", f"give a mug {others[to].lower()} as pies"):
            assert type_in(six, 0, text, others) == Give(card="mug", to=to, declared="pies"), text
    looked = after(six, Give(card="mug", to=4, declared="mug"), Look())
    for text in ("pass it on to of course as pies", "of course as pies", "it to Of Course as pies"):
        assert type_in(looked, 4, text, others) == Regift(to=1, declared="pies")


def test_a_little_word_is_not_the_beginning_of_a_name():
    """Tom is given nothing by who names nobody, or somebody who isn't here."""
    called = Names(["Ann", "Tom", "Bea", "To Be"])
    four = laid(*["mug pies"] * 4)
    for text in ("mug to", "mug to pies", "mug to zoe", "mug to as pies"):
        with pytest.raises(Refusal, match=r"Who is meant\?"):
            type_in(four, 0, text, called)
    for text, to in [("mug to tom", 1), ("mug to to be", 3), ("mug to be", 3), ("mug to bea", 2)]:
        assert type_in(four, 0, text, called) == Give(card="mug", to=to, declared="mug"), text


def test_of_two_of_one_name_it_is_asked_which():
    called = Names(["Ann", "Ben", "ben", "To Be", "Tom"])
    five = laid(*["mug pies"] * 5)
    for text in ("mug to ben as pies", "mug ben", "give mug to Ben"):
        with pytest.raises(Refusal, match="Several here are called Ben: say `seat 2` or `seat 3`"):
            type_in(five, 0, text, called)
        line = text.lower().replace("ben", "seat 3")
        assert type_in(five, 0, line, called).to == 2


def test_a_player_called_seat_2_is_not_seat_2():
    called = Names(["Ann", "Ben", "seat 2"])
    assert type_in(THREE, 0, "mug to seat 2 as pies", called).to == 1
    assert type_in(THREE, 0, "mug to seat 3 as pies", called).to == 2
    with pytest.raises(Refusal, match="Who is meant"):  # Ben sits there himself
        type_in(after(THREE, Give(card="pies", to=1, declared="pies"), Look()), 1, "seat 2", called)
    view = rules.view(THREE, 0)
    written = [field_of(WAYS["give"], "to").write(seat, called) for seat in view.targets]
    assert written == ["Ben", "seat 3"]


# --- told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "to", "text"),
    [
        (
            Given(giver=0, to=1, declared="wreath", again=False),
            None,
            "Ann gave a gift to Ben: “a Wreath”.",
        ),
        (Given(giver=0, to=1, declared="mug", again=True), 0, "You passed it on to Ben: “a Mug”."),
        (Given(giver=0, to=1, declared="mug", again=True), 1, "Ann passed it on to you: “a Mug”."),
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
        (
            Lost(seat=1, losses=(ThreeAlike(card=COAL),)),
            None,
            "Ben has lost, with a third Coal. Everybody else wins.",
        ),
    ],
)
def test_events_are_told_to_you_and_of_others(event, to, text):
    assert FACE.tell(event, NAMES, to) == text


def test_of_two_the_one_who_wins_is_named():
    two, lost = Names(["Ann", "Ben"]), Lost(seat=1, losses=(ThreeAlike(card="mug"),))
    for to, text in [
        (None, "Ben has lost, with a third Mug. Ann wins."),
        (0, "Ben has lost, with a third Mug. You win."),
        (1, "You have lost, with a third Mug. Ann wins."),
    ]:
        assert FACE.tell(lost, two, to) == text


def test_the_deal_is_told_with_what_everybody_may_count():
    told = rules.start(7, Options(first="host"), Chance.of(bytes(32), 1, 0)).told
    seven = Names(["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus"])
    assert FACE.tell(told[0].event, seven, None) == (
        "Everybody holds 5 or 6 cards, 1 of them Coal; 7 gifts lie under the tree. Ann gives first."
    )
    assert FACE.tell(told[2].event, seven, 1) == "", "the hand shows it"
    assert FACE.tell(told[2].event, seven, None).startswith("Ben was dealt ")


def test_the_help_fits_says_what_is_assumed_and_names_every_value():
    assert "Snowshoes 100★" in help_of(FACE, "The deck")
    assert "all ten values" in help_of(FACE, "Assumed")


def test_ys_20_the_help_says_what_is_done_for_the_absent():
    help_ = help_of(FACE, "Decided here: if time runs out")
    assert (
        "Who was offered a gift says it isn't. Who is to give gives, of the cards"
        " in hand that are no Coal, the one held longest (they were dealt one by one), to the next"
        " seat, and is honest about it. With nothing but Coal in hand it is Coal, called what most"
        " of lies face up; of several, what stands first under *What they are worth*. Who has"
        " looked passes the gift on in the same way."
    ) in help_
    assert "first card" not in help_
    listed = help_of(FACE, "The deck").split("**What they are worth**")[1]
    assert [listed.index(gift.name) for gift in GIFTS] == sorted(
        listed.index(gift.name) for gift in GIFTS
    )


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
                (way,) = [way for way in FACE.ways if way.move is type(move)]
                args = {}
                for field in way.fields:
                    value = value_in(field, {name: getattr(move, name) for name in field.fills})
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
    for gift in (*GIFTS, LUMP):
        for text in (gift.key, gift.name, gift.one, gift.name.upper(), gift.one.removeprefix("a ")):
            assert card.read(f"{text} to ben", view, NAMES) == (gift.key, "to ben"), text


def test_what_can_be_typed_is_said():
    for state, seat, said in [(OFFERED, 1, "You can type `it isn't` or `look`."), (LOOKED, 2, "")]:
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
    usual, other = named(FACE, Options()), named(FACE, Options(first="host", strict=True))
    assert "drawn by lot · a gift may be passed on to anybody" in usual
    assert "the host begins · a gift may be passed on only to who hasn't seen it" in other


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


# --- whatever is asked of somebody, they can do ---------------------------------------------------


def kinds(moves):
    return {type(move) for move in moves}


def _may_give(found, view, moves):
    cards, to = {move.card for move in moves}, {move.to for move in moves}
    assert kinds(moves) == {Give}
    assert {move.declared for move in moves} <= {gift.key for gift in GIFTS}
    assert (found["card"] == "your last card") == (len(view.held) == 1)
    assert cards == set(view.held)
    everybody = set(range(view.seats)) - {view.seat}
    return to == everybody and (found["to"] == "anybody" or seats_in(found["to"], view) == to)


def _may_pass_on(found, view, moves):
    to, others = {move.to for move in moves}, set(range(view.seats)) - {view.seat}
    assert kinds(moves) == {Regift}
    if found["to"] == "anybody else":
        return to == others
    if found["to"] == "somebody who hasn't seen it":
        return to == others - set(view.phase.handled)
    return seats_in(found["to"], view) == to


def seats_in(text, view):
    """Read `P1, P2 or P3`."""
    return {int(name[1:]) for name in re.split(", | or ", text)}


OFFERS = r"P[0-9] offers you a gift: “.+?”\. "
CLAIM = r", called any of the ten gifts, never Coal\."
CARD = r"(?P<card>any card in your hand|your last card)"
PROMPTS = {
    rf"You give next: {CARD}, to (?P<to>.+?){CLAIM}": _may_give,
    rf"You have looked\. Now pass it on to (?P<to>.+?){CLAIM}": _may_pass_on,
    rf"{OFFERS}Decline it, or look at it and pass it on\.": (
        lambda found, view, moves: kinds(moves) == {Decline, Look} and bool(view.targets)
    ),
    rf"{OFFERS}You know it, so you must decline it\.": (
        lambda found, view, moves: kinds(moves) == {Decline} and view.known is not None
    ),
    rf"{OFFERS}There is nobody to pass it on to, so you must decline it\.": (
        lambda found, view, moves: kinds(moves) == {Decline} and not view.targets
    ),
}
"""What a seat is asked in plain words -> whether it can do that, and nothing else."""

NOTHING_ASKED = (
    r"P[0-9] gives next\. You answer when a gift comes to you\.",
    r"P[0-9] has looked at the gift, and has to pass it on\.",
    r"The gift is before P[0-9], who has to answer it\.",
    r"(?:You have|P[0-9] has) lost, with .+\.",
    r"Round [0-9]+: P[0-9] picks a card(?:, and whom to give it to| for (?:you|P[0-9]))\.",
    r"P[0-9] is offered a gift by (?:you|P[0-9]): “.+?”\."
    r"(?: P[0-9] has looked, and must pass it on\.| P[0-9] knows it already, and must decline\."
    r"| There is nobody to pass it on to: P[0-9] must decline\.|)",
)


def test_whoever_is_asked_is_told_something_that_they_can_do_and_nobody_else_is():
    met = set()
    for case in [
        Case("yankee", seats, options, seed)
        for options in variants(rules)
        for seats in (2, 3, 4, 6, 10)
        for seed in (1, 2, 4)
    ]:
        game, called = played(case), Names([f"P{seat}" for seat in range(case.seats)])
        for position in game.positions:
            waits_for = game.to_move(position)
            for seat in (None, *range(case.seats)):
                view = game.view(position, seat)
                texts = {FACE.situation(view, called)}
                if waits_for:
                    drawn = FACE.board(view, called) if seat is None else FACE.hand(view, called)
                    texts.add(plain(drawn.headline))
                for text in texts:
                    if seat in waits_for:
                        met.add(asked_for(text, view, list(rules.legal_moves(view))))
                    else:
                        assert any(re.fullmatch(pattern, text) for pattern in NOTHING_ASKED), text
    assert met == set(PROMPTS), "a prompt that nobody meets"


def asked_for(text, view, moves):
    """Check that what is asked for can be done; return the prompt that it is."""
    for prompt, can in PROMPTS.items():
        if found := re.fullmatch(prompt, text):
            assert can(found.groupdict(), view, moves), (text, moves)
            return prompt
    raise AssertionError(f"what does this ask for? {text}")
