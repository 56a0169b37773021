"""The board picture of Dead Man's Chest: what it shows, and its alt text."""

from dataclasses import replace

from bot.ui.panels.words import Names
from cogs.deadman.pictures.picture import paint, picture
from cogs.deadman.pictures.scene import scene_of
from games.deadman.dice import DEAD_MAN
from games.deadman.moves import Challenge, Shake, ShakeAgain
from games.deadman.state import State
from tests.cogs.deadman.face import NAMES, SHAKE, after, bids, opened, view


def alt(state: State, names: Names = NAMES) -> str:
    return picture(view(state), names).alt


def lost(gems: tuple[int, ...] = (4, 4, 4)) -> State:
    """Ann said 54 over a 31; Ben challenged, and Ann lost a gem."""
    return after(bids(replace(opened(3, 1), gems=gems), 54), Challenge(), faces=(6, 6))


def test_a_closed_chest_shows_the_claim_and_who_made_it():
    scene = scene_of(view(bids(opened(4, 3), 54)), NAMES)
    assert (scene.title, scene.note, scene.claim) == ("Round 1", "Ben answers", "54")
    assert scene.below == ("says Ann", "True, or a lie?")
    assert (scene.dice, scene.marked, scene.over) == (None, 1, False)
    assert scene_of(view(bids(opened(4, 3), DEAD_MAN)), NAMES).claim == "Dead Man"
    unseen = scene_of(view(bids(opened(4, 3), 54, 61)), NAMES)
    assert unseen.below[0] == "raised by Ben"


def test_the_chest_is_open_from_a_challenge_to_the_next_bid():
    scene = scene_of(view(lost()), NAMES)
    assert (scene.dice, scene.claim) == ((3, 1), "")
    assert (scene.above, *scene.below) == ("Ann said 54", "It was 31", "Ann lost a gem")
    assert (scene.title, scene.gems, scene.of) == ("Round 2", (3, 4, 4), 4)
    assert scene_of(view(bids(lost(), 31)), NAMES).dice is None


def test_the_winner_is_named_at_the_end():
    scene = scene_of(view(lost((1, 2, 0))), NAMES)
    assert (scene.title, scene.note, scene.over) == ("The end", "Ben wins", True)
    assert scene.marked == 1


def test_the_alt_text_describes_the_picture():
    state = bids(opened(4, 3), 54)
    gems = "Gems: Ann 4, Ben 4 and Cat 4."
    assert alt(opened(4, 3)) == (
        f"The chest in round 1. It's closed, and there are no bids yet. Ann opens. {gems}"
    )
    assert alt(state) == f"The chest in round 1. It's closed. Ann said 54. Ben has it. {gems}"
    assert "Ben has it, shaken, no look yet." in alt(after(state, SHAKE, faces=(6, 6)))
    assert alt(lost((1, 2, 0))) == (
        "The chest at the end. It's open. Ann said 54, the dice showed 31, and Ann lost a gem. "
        "Ben wins. Gems: Ann out, Ben 2 and Cat out."
    )


def test_everything_that_is_drawn_changes_the_picture():
    passed = bids(opened(4, 3), 54)
    shown = [
        opened(4, 3),
        passed,
        bids(opened(4, 3), 61),
        bids(opened(4, 3), DEAD_MAN),
        replace(passed, gems=(4, 3, 4)),
        replace(passed, gems=(4, 4, 0)),
        after(passed, SHAKE, faces=(6, 6)),
        after(passed, Shake(look=True), faces=(6, 6)),
        lost(),
        lost((1, 2, 0)),
    ]
    assert len({paint(scene_of(view(state), NAMES)) for state in shown}) == len(shown)


def test_hidden_dice_do_not_change_the_picture():
    def blind(*faces: int) -> State:
        return after(opened(5, 4), ShakeAgain(), faces=faces)

    assert picture(view(blind(6, 6)), NAMES) == picture(view(blind(2, 1)), NAMES)
    assert picture(view(opened(5, 4)), NAMES) == picture(view(opened(2, 1)), NAMES)
