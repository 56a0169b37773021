"""The tour's parts that need no browser: where it stops, what it finds, what it writes."""

import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from games import GAMES
from tests.contract.drawing import face_of
from tests.contract.playing import kinds_of_move
from tests.small.face import FACE as SMALL
from tests.tools.tour import album
from tests.tools.tour.album import alt, page, weighed, with_best
from tests.tools.tour.camera import Shot, small
from tests.tools.tour.guide import Chapter, View
from tests.tools.tour.plan import Plan, Played, plans, played, said_for

# --- the plan -------------------------------------------------------------------------------------


@cache
def _plans(game: str) -> list[Plan]:
    return plans(game)


def _met(plan: Plan) -> set[type]:
    """The kinds of move that are asked for where a plan stops."""
    face = face_of(plan.game)
    game = played(face, plan.given, plan.seed)
    asked = {stage.after for stage in plan.stages if stage.kind == "asked"}
    return {
        kind
        for kinds, places in game.questions.items()
        for kind in kinds
        if {*dict(places)} & asked
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_move_is_asked_for_where_a_tour_stops(game: str) -> None:
    """A question that is asked could otherwise be on no picture."""
    some = _plans(game)
    missing = {*kinds_of_move(GAMES[game])} - {kind for plan in some for kind in _met(plan)}
    sure = {kind for plan in some for kind in played(face_of(game), plan.given, plan.seed).met}
    assert not missing & sure, "it was met, and is pictured nowhere"


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_stops_at_all_that_every_game_has(game: str) -> None:
    first, *asides = _plans(game)
    kinds = {stage.kind for stage in first.stages}
    assert kinds >= {"board", "hand", "asked", "round", "notice", "looks", "away"}
    assert all(stage.after <= len(plan.turns) for plan in (first, *asides) for stage in plan.stages)
    boards = [
        stage.after
        for stage in first.stages
        if stage.slug == "midgame" or (stage.kind == "asked" and stage.seat is None)
    ]
    assert len(boards) == len({*boards}), "one board is pictured twice"
    looks, away = (
        next(stage for stage in first.stages if stage.kind == kind) for kind in ("looks", "away")
    )
    assert looks.seat == away.seat
    assert looks.after < away.after


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_makes_the_same_tour(game: str) -> None:
    assert plans(game) == _plans(game)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_on_other_terms_can_be_said_to_the_start_command(game: str) -> None:
    """The bot would otherwise deal another game than the one that was planned."""
    face = face_of(game)
    known = {term.name for term in face.terms_asked}
    for plan in _plans(game)[1:]:
        given = dict(plan.given)
        assert given.keys() <= known
        assert face.options({**face.usual("day", given), **given}) == plan.options
    assert said_for(face, face.options(face.usual("day", {}))) is None, "there is nothing to say"


def test_a_game_that_nobody_has_told_it_of_has_a_tour_as_well() -> None:
    game: Played = played(SMALL, (), 1)
    assert game.is_over
    stages = [*game.asked(5), *game.others()]
    assert {stage.kind for stage in stages} >= {"board", "hand", "asked", "notice"}
    slugs = {stage.slug for stage in stages if stage.kind == "asked"}
    assert any("guess" in slug for slug in slugs)


# --- the album ------------------------------------------------------------------------------------

VIEW = View(Shot("dealt-03-hand", 'Your hand: "A" & <B>' + " card" * 100), "hand", "A *hand*.")

ALL_BEST = [cell for row in album.BEST for cell in row]


def _chapters() -> list[Chapter]:
    made: dict[str, Chapter] = {}
    for key, slug, _ in ALL_BEST:
        chapter = made.setdefault(key, Chapter(key, f"The game of {key}!"))
        shot = replace(VIEW.shot, name=f"{key}-01-{slug}")
        chapter.views.append(replace(VIEW, shot=shot, slug=slug))
    return [*made.values()]


def test_a_picture_says_in_words_what_is_on_it() -> None:
    words = alt(VIEW, "phone")
    assert words.startswith("A hand (phone). Your hand: &quot;A&quot; &amp; &lt;B>")
    assert words.endswith("card…")
    assert len(words) < album.LONGEST + 20


def test_the_page_shows_every_picture_at_both_widths() -> None:
    made = page(_chapters())
    for key, slug, _ in ALL_BEST:
        for device in ("desktop", "phone"):
            assert f'src="{key}-01-{slug}-{device}.webp"' in made
    assert "[The game of dealt!](#the-game-of-dealt)" in made


def test_the_best_six_stand_in_the_readme_and_nothing_else_of_it_changes() -> None:
    readme = f"# A\n{album.BEGIN}\nold\n{album.END}\nB\n"
    made = with_best(readme, _chapters())
    assert made.startswith(f"# A\n{album.BEGIN}\n<table>")
    assert made.endswith(f"{album.END}\nB\n")
    assert made.count("<img ") == made.count(' alt="') == 6
    assert "old" not in made
    assert with_best(made, _chapters()) == made
    with pytest.raises(LookupError, match="no place"):
        with_best("# A", _chapters())
    with pytest.raises(LookupError, match="say another"):
        with_best(readme, [])


def test_the_readme_of_this_project_has_a_place_for_them() -> None:
    readme = Path(__file__).parents[3] / "README.md"
    assert with_best(readme.read_text(encoding="utf-8"), _chapters()).count("<img ") == 6


def test_a_picture_is_kept_small_and_loses_no_line_of_it() -> None:
    """A picture of lettering has few colours; a lossy one would be larger, and blurred."""
    drawn = Image.new("RGB", (300, 200), "#1d2938")
    for at in range(0, 200, 4):
        drawn.paste("#ffffff", (0, at, 300, at + 1))
    made = io.BytesIO()
    drawn.save(made, "PNG")
    kept = Image.open(io.BytesIO(small(made.getvalue())))
    assert kept.format == "WEBP"
    assert kept.convert("RGB").tobytes() == drawn.tobytes()


def test_pictures_that_weigh_too_much_are_not_taken_for_done(tmp_path: Path) -> None:
    (tmp_path / "a-desktop.webp").write_bytes(b"x" * 60)
    (tmp_path / "b-desktop.webp").write_bytes(b"x" * 50)
    assert weighed(tmp_path, 110) == 110
    with pytest.raises(album.TooHeavy, match=r"110 bytes.*: a-desktop\.webp, b-"):
        weighed(tmp_path, 109)
