"""Yankee Swap: the board, the hand, the questions and the end."""

import pytest

from bot.show.deliver.public.board_pictures import with_picture
from bot.ui.panels.panel import Panel, Request, Row
from bot.ui.ways.read import named_in
from cogs.yankee import FACE
from games.gifts import COAL, GIFTS
from games.rules import Refusal
from games.yankee.events import Given, Looked
from games.yankee.moves import Decline, Give, Look, Regift
from tests.cogs.yankee.face import (
    LOOKED,
    OFFERED,
    THREE,
    WAYS,
    after,
    board,
    hand,
    labels,
    laid,
    menus,
    names,
    read,
    rules,
    said,
    type_in,
)


def asked_back(state, seat, wanted):
    """Press a button that asks a question; return the question's panel."""
    view, way = rules.view(state, seat), WAYS[wanted.verb]
    panel = way.instead(view, named_in(way, wanted, view, names(state)), names(state))
    assert isinstance(panel, Panel)
    return panel


def leading(panel):
    rows = [part for part in panel.parts if isinstance(part, Row)]
    return [b.label for row in rows for b in row.buttons if b.style == "main"]


def test_the_board_asks_the_four_answers_in_the_words_of_the_offer():
    panel = board(OFFERED)
    assert "Ann offers Ben a gift: “It's a Wreath.”" in panel.text()
    assert labels(panel) == [
        "It is a Wreath",
        "It isn't a Wreath",
        "It is Coal",
        "Look and re-gift",
    ]
    assert labels(hand(OFFERED, 1)) == labels(panel)
    assert leading(panel) == ["It is a Wreath", "It isn't a Wreath", "It is Coal"]


def test_claim_is_shown_once_on_board_and_hand():
    told = [Given(giver=0, to=1, declared="wreath", again=False)]
    events = FACE.tell.sentences(told, names(OFFERED), None)
    assert events == ["Ann gave Ben a gift."]
    looked = FACE.tell.sentences([*told, Looked(seat=1)], names(OFFERED), None)
    assert looked == ["Ann gave Ben a gift.", "Ben looked at it."]
    assert with_picture(board(OFFERED), None).text().count("a Wreath") == 1
    assert "Wreath: 0 of 4 face up." in board(OFFERED).text()
    assert hand(OFFERED, 1).text().count("a Wreath") == 1
    again = after(LOOKED, Regift(to=2, declared="mug"))
    assert "Before that, Ann gave it to Ben as a Wreath." in board(again).text()
    assert with_picture(board(again), None).text().count("a Mug") == 1
    same = after(LOOKED, Regift(to=2, declared="wreath"))
    assert "Before that, Ann gave it to Ben as a Wreath." in board(same).text()


def test_hand_of_a_player_who_is_not_asked_does_not_depend_on_the_offer():
    """An open hand is redrawn when it changes, and the board already tells what is offered."""
    again = after(LOOKED, Regift(to=2, declared="mug"))

    def drawn(state, seat):
        return FACE.draw.hand(rules.view(state, seat), names(state)).parts

    assert drawn(THREE, 2) == drawn(OFFERED, 2) == drawn(LOOKED, 2)
    assert drawn(OFFERED, 0) == drawn(LOOKED, 0) == drawn(again, 0)
    assert "face up, 0 in your hand" in hand(again, 2).text()


def test_taken_gift_is_shown_with_its_claim():
    told = [
        Given(giver=0, to=1, declared="wreath", again=False),
        Looked(seat=1),
        Given(giver=1, to=2, declared="mug", again=True),
    ]
    assert FACE.tell.sentences(told, names(OFFERED), None) == [
        *("Ann gave Ben a gift: “It's a Wreath.”", "Ben looked at it.", "Ben passed it on to Cat.")
    ]


def test_player_who_must_decline_gets_no_look_button():
    back = after(LOOKED, Regift(to=0, declared="mug"))
    assert "Ann knows this gift and must decline it." in board(back).text()
    assert labels(board(back)) == ["It is a Mug", "It isn't a Mug", "It is Coal"]
    assert labels(hand(back, 0)) == labels(board(back))
    strict = after(laid("coal pies", "mug", strict=True), Give(card=COAL, to=1, declared="mug"))
    assert "There's nobody to pass it on to, so Ben must decline it." in board(strict).text()


def test_two_of_a_kind_are_marked_and_stars_count_only_with_five():
    up = {1: "mug mug candle"}
    three = board(laid("pies", "pies", "pies", face_up=up)).text()
    assert "**Ben** · Candle, **Mug ×2** (one more loses) · 1 card in hand" in three
    assert "★" not in three
    five = board(laid(*["pies"] * 5, face_up=up)).text()
    assert "**Mug ×2** (one more loses) · 41★ · 1 card in hand" in five
    assert "207★ or more loses" in five


def test_the_board_counts_the_coal_still_hidden():
    assert "Coal still hidden: Ann 2, Ben 2, Cat 2" in board(OFFERED).text()
    end = after(OFFERED, Decline(reason="coal"))
    assert "Under the tree: 1 gift. Coal still hidden: Ann 1, Ben 2, Cat 2" in board(end).text()


def test_gift_is_shown_only_to_players_who_know_it():
    assert "# The gift is Coal." in hand(LOOKED, 1).text()
    assert "The gift is Coal." in hand(LOOKED, 0).text()  # who gave it remembers
    assert "# The gift" not in hand(LOOKED, 0).text()
    for panel in (hand(LOOKED, 2), board(LOOKED)):
        assert "The gift is" not in panel.text()
    assert "The gift is" not in hand(OFFERED, 1).text()


def test_hand_is_grouped_and_offers_its_cards_to_the_giver():
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


def test_player_who_looked_gets_claims_for_every_recipient():
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


def test_player_who_looked_is_asked_separately_among_many():
    six = laid(*["mug coal"] * 6)
    state = after(six, Give(card="mug", to=1, declared="pies"), Look())
    assert menus(hand(state, 1)) == []
    assert labels(hand(state, 1)) == ["Pass it on…"]
    (wanted,) = hand(state, 1).requests()
    asked = asked_back(state, 1, wanted)
    assert len(menus(asked)) == len(labels(asked)) == 5


def test_chosen_card_asks_for_recipient_and_claim():
    state = laid("mug coal mug", "wreath", "pies")
    (menu,) = menus(hand(state, 0))
    chosen = menu.request.with_args({menu.key: menu.choices[0].value})
    asked = asked_back(state, 0, chosen)
    assert asked.text() == "You're giving **a Mug**. Who gets it, and what do you call it?"
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


def test_the_button_on_the_board_is_for_the_player_who_gives():
    state = laid("mug coal", "wreath", "pies")
    (wanted,) = board(state).requests()
    assert labels(board(state)) == ["Give a gift…"]
    asked = asked_back(state, 0, wanted)
    assert labels(asked) == ["Give a Mug…", "Give Coal…"]
    assert FACE.ways[0].instead(rules.view(state, 1), {}, names(state)) is None
    (passed,) = board(LOOKED).requests()
    assert labels(board(LOOKED)) == ["Pass it on…"]
    assert [menu.placeholder for menu in menus(asked_back(LOOKED, 1, passed))] == [
        *("To Cat, as…", "To Ann, as…")
    ]
    assert FACE.ways[3].instead(rules.view(LOOKED, 0), {}, names(LOOKED)) is None


def test_no_custom_id_reveals_a_hand():
    def ids(held: str) -> list[Request]:
        state = laid(held, "wreath", "pies")
        first = asked_back(state, 0, Request("give"))
        (more,) = [asked_back(state, 0, request) for request in [*first.requests()][1:]]
        return [*first.requests(), *(menu.request for menu in menus(more))]

    for cards, other in (("mug coal", "pies wreath"), ("mug wreath", "pies candle")):
        assert ids(cards) == ids(other)


def test_a_number_beyond_the_hand_is_refused():
    state = laid("mug coal", "wreath", "pies")
    for number in ("0", "3", "99"):
        with pytest.raises(Refusal, match="isn't in your hand"):
            read(state, 0, Request("give", {"said": f"card {number} to seat 2"}))


def test_choosing_a_card_and_passing_one_on_are_private():
    assert FACE.private(rules.view(THREE, None)) == {0}
    assert FACE.private(rules.view(OFFERED, None)) == frozenset()
    assert FACE.private(rules.view(LOOKED, None)) == {1}


def test_situation_says_what_is_asked_and_of_whom():
    give = "call it any of the ten gifts, true or not, but never Coal."
    assert said(THREE, 0) == f"You give next. Give a card to anybody and {give}"
    assert said(THREE, 1) == "Ann gives next. Wait until a gift comes to you."
    assert said(OFFERED, 1) == (
        "Ann offers you a gift: “It's a Wreath.” Decline it, or look and pass it on."
    )
    assert said(OFFERED, 2) == "The gift is in front of Ben, who must answer it first."
    assert said(LOOKED, 1) == f"You've looked. Now pass it on to anybody else and {give}"
    assert said(LOOKED, 2) == "Ben has looked at the gift and must pass it on first."
    back = after(LOOKED, Regift(to=0, declared="mug"))
    assert said(back, 0) == (
        "Ben offers you a gift: “It's a Mug.” You know it, so you must decline it."
    )
    assert said(THREE, None) == "Round 1: Ann is picking a gift and who gets it."


def test_situation_with_two_players_and_with_the_last_card():
    two = laid("mug", "wreath coal")
    give = "call it any of the ten gifts, true or not, but never Coal."
    assert said(two, 0) == f"You give next. Give your last card to Ben and {give}"
    assert said(two, None) == "Round 1: Ann is picking a gift for Ben."
    assert "Ann is picking a gift for you." in hand(two, 1).text()
    looked = after(two, Give(card="mug", to=1, declared="pies"), Look())
    assert said(looked, 1) == f"You've looked. Now pass it on to Ann and {give}"


def test_ys_8_a_strict_table_says_to_whom_a_gift_can_still_be_passed_on():
    def strict(seats):
        table = laid(*["coal pies"] * seats, strict=True)
        return after(table, Give(card=COAL, to=2, declared="mug"), Look())

    claim = "call it any of the ten gifts, true or not, but never Coal."
    assert said(strict(3), 2) == f"You've looked. Now pass it on to Ben and {claim}"
    hers = f"You've looked. Now pass it on to Dan\\*, @\u200bEve or Ben and {claim}"
    assert said(strict(5), 2) == hers
    unseen = f"You've looked. Now pass it on to somebody who hasn't seen it and {claim}"
    assert said(strict(6), 2) == unseen
    two = after(laid("coal pies", "mug", strict=True), Give(card=COAL, to=1, declared="mug"))
    assert said(two, 1) == (
        "Ann offers you a gift: “It's a Mug.” There's nobody to pass it on to, so you must decline"
        " it."
    )
    for line in ("regift ann", "to ann as mug"):
        with pytest.raises(Refusal, match=r"^Ann already knows this gift\. Pass it on to Ben\.$"):
            type_in(strict(3), 2, line)


def test_reader_is_called_you():
    assert "You offer Ben a gift: “It's a Wreath.”" in hand(OFFERED, 0).text()
    assert "Ann offers Ben a gift: “It's a Wreath.”" in hand(OFFERED, 2).text()


def test_face_up_cards_are_worded_unlike_the_offer():
    state = laid("mug pies", "mug", face_up={0: "mittens"})
    assert "Your face-up cards: Mittens." in hand(state, 0).text()
    assert "You have no face-up cards." in hand(state, 1).text()


def test_the_ending_names_the_loser_and_what_they_lost_by():
    state = laid("mug pies", "", "pies", face_up={1: "mug mug", 2: "pies pies"})
    end = after(state, Give(card="mug", to=1, declared="wreath"), Decline(reason="is"))
    drawing = FACE.draw.ending(rules.view(end, None), names(end))
    assert drawing.headline == (
        "**Ben loses** with a third Mug and nothing left to give. Ann and Cat win."
    )
    assert said(end, 1) == "You lose with a third Mug and nothing left to give."
    assert said(end, 0) == "Ben loses with a third Mug and nothing left to give."
    text = Panel(drawing.parts).text()
    assert "\nHow often each told the truth: Ann 0 of 1." in text
    assert "**Cat** · **Whoopie Pies ×2**\n" in text
    assert "one more loses" not in text, "nothing more will happen"
