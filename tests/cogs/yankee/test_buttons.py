"""Yankee Swap: presses, menus and forms."""

import pytest

from bot.ui.panels.panel import Request
from bot.ui.ways.offers import what_else
from bot.ui.ways.resolve import NotNow
from bot.ui.ways.ways import Legal
from cogs.yankee import FACE
from games.gifts import COAL, GIFTS
from games.rules import IllegalMove, Refusal
from games.yankee.moves import Decline, Give, Look
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
    filled,
    hand,
    laid,
    legal,
    menus,
    names,
    read,
    rules,
    type_in,
)


def test_answer_buttons_make_their_moves():
    made = [read(OFFERED, 1, wanted) for wanted in board(OFFERED).requests()]
    assert made == [Decline(reason="is"), Decline(reason="isnt"), Decline(reason="coal"), Look()]


def test_refusal_out_of_turn_names_the_player_to_move():
    for state, seat in [(THREE, 1), (LOOKED, 2), (OFFERED, 0)]:
        for wanted in board(state).requests():
            try:
                rules.play(state, seat, read(state, seat, wanted), NO_LUCK)
            except NotNow as refusal:
                mine, called = rules.view(state, seat), names(state)
                situation = FACE.asked.situation(mine, called)
                said = what_else(FACE.ways, situation, mine, called, Legal(()))
                assert refusal.way is WAYS[wanted.verb]  # noqa: PT017
                assert said.startswith(
                    ("Ann gives next", "The gift is in front of Ben", "Ben has loo")
                )
            except IllegalMove as refusal:
                assert "only seat 2 can answer it" in str(refusal)  # noqa: PT017
            else:
                raise AssertionError(f"seat {seat} may {wanted}")


def test_refusal_says_what_else_can_be_done():
    view = rules.view(OFFERED, 1)
    with pytest.raises(NotNow):
        read(OFFERED, 1, Request("give"))
    said = what_else(FACE.ways, FACE.asked.situation(view, NAMES), view, NAMES, legal(view))
    assert said.startswith("Ann offers you a gift: “It's a Wreath.” Decline it, or look and pass")


def test_card_menu_opens_a_form_prefilled_with_the_truth():
    (menu,) = menus(hand(THREE, 0))
    form = read(THREE, 0, menu.request.with_args({menu.key: menu.choices[0].value}))
    assert (form.title, entries(form)) == ("Your gift: Mug", ["*to", "*as"])
    assert read(THREE, 0, filled(form)) == Give(card="mug", to=1, declared="mug")
    lie = filled(form, to="Cat", **{"as": "Wreath"})
    assert read(THREE, 0, lie) == Give(card="mug", to=2, declared="wreath")


def test_board_button_opens_a_form_without_a_claim():
    (wanted,) = board(THREE).requests()
    form = read(THREE, 0, wanted)
    assert (form.title, entries(form)) == ("Give a gift", ["*card", "*to", "*as"])
    assert not any(choice.chosen for choice in form.entries[2].choices)
    lie = filled(form, card="Coal", to="Cat", **{"as": "Wreath"})
    assert read(THREE, 0, lie) == Give(card=COAL, to=2, declared="wreath")


def test_recipient_is_not_asked_with_two_players():
    two = laid("mug coal", "wreath")
    form = read(two, 0, Request("give"))
    assert entries(form) == ["*card", "*as"]
    filled_in = filled(form, **{"as": "Mug"})
    assert read(two, 0, filled_in) == Give(card="mug", to=1, declared="mug")
    assert type_in(two, 0, "mug as pies") == Give(card="mug", to=1, declared="pies")


def test_field_with_one_choice_is_not_asked():
    form = read(laid("mug mug", "pies"), 0, Request("give"))
    assert entries(form) == ["*as"]
    strict = laid("coal pies", "mug", "pies", strict=True)
    looked = after(strict, Give(card=COAL, to=1, declared="mug"), Look())
    form = read(looked, 1, Request("regift"))
    assert (form.title, entries(form)) == ("What do you tell Cat it is?", ["*as"])


def test_form_asks_for_the_claim_about_coal():
    for state, seat, text, title in [
        (THREE, 0, "coal to cat", "What do you tell Cat it is?"),
        (LOOKED, 1, "to ann", "What do you tell Ann it is?"),
    ]:
        form = type_in(state, seat, text)
        (entry,) = form.entries
        assert (form.title, entry.hint) == (title, "It's Coal, but you can't call it Coal")
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
