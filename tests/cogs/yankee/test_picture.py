"""The board picture of Yankee Swap: what it shows, and its alt text."""

from dataclasses import replace

from cogs.yankee.pictures.picture import paint, picture
from cogs.yankee.pictures.tree import Tree, tree_of
from games.yankee.moves import Decline, Give, Regift
from tests.cogs.yankee.face import LOOKED, OFFERED, THREE, after, laid, names, rules
from tests.games.yankee.table import give


def tree(state) -> Tree:
    return tree_of(rules.view(state, None), names(state))


def alt(state) -> str:
    return picture(rules.view(state, None), names(state)).alt


def test_an_offer_shows_what_the_gift_is_said_to_be():
    assert (tree(THREE).says, tree(THREE).declared) == ("Ann picks a gift", "")
    shown = tree(OFFERED)
    assert (shown.title, shown.says) == ("Round 1", "Ann offers Ben")
    assert (shown.named, shown.declared, shown.left) == ("Wreath", "wreath", 2)
    assert [place.asked for place in shown.places] == [False, True, False]
    assert tree(LOOKED).says == "Ben must pass it on"
    assert tree(after(LOOKED, Regift(to=2, declared="mug"))).named == "Mug"


def test_each_place_shows_presents_and_the_hand_and_from_five_players_on_the_stars():
    state = laid("mug coal", *["pies"] * 4, face_up={0: "mug mug coal", 1: "pies"})
    ann, ben, cat, *_ = tree(state).places
    assert (ann.gifts, ann.held, ann.stars) == ((("mug", 2), ("coal", 1)), 2, 32)
    assert (ben.gifts, ben.stars) == ((("pies", 1),), 80)
    assert (cat.gifts, cat.stars) == ((), 0)
    assert tree(THREE).places[0].stars is None


def test_the_end_marks_the_loser():
    state = laid("mug coal", *["pies"] * 4, face_up={0: "mug mug"})
    end = tree(after(state, give("mug", 1, "pies"), Decline(reason="isnt")))
    assert (end.title, end.says) == ("The end", "Ann loses")
    assert [place.lost for place in end.places] == [True, False, False, False, False]


def test_the_alt_text_describes_the_picture():
    assert alt(OFFERED) == (
        "The presents in round 1. Ann offers Ben a gift. The claim is “a Wreath”. Under the tree: 2"
        " gifts. Ann: nothing face up, 2 in hand. Ben: nothing face up, 2 in hand. Cat: nothing"
        " face up, 2 in hand."
    )
    state = laid("mug coal", *["pies"] * 4, face_up={0: "mug mug coal"})
    assert "Ann: Mug ×2, Coal face up, 2 in hand." in alt(state)


def test_everything_that_is_drawn_changes_the_picture():
    shown = [
        THREE,
        OFFERED,
        LOOKED,
        after(THREE, Give(card="mug", to=1, declared="mug")),
        after(THREE, Give(card="mug", to=2, declared="wreath")),
        replace(OFFERED, displays=(("mug",), (), ())),
        replace(OFFERED, displays=(("mug", "mug"), (), ())),
        replace(OFFERED, displays=(("pies",), (), ())),
        replace(OFFERED, tree=("syrup",)),
    ]
    assert len({paint(tree(state)) for state in shown}) == len(shown)


def test_the_hidden_gift_and_hands_do_not_change_the_picture():
    other = replace(OFFERED, gift="pies", hands=(("mug", "coal"), ("syrup", "mug"), ("pies",) * 2))
    assert (tree(OFFERED), alt(OFFERED)) == (tree(other), alt(other))
