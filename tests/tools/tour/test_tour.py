"""The tour's parts that need no browser: where it stops, what it finds, what it writes."""

import io
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from games import GAMES
from tests.contract.drawing import face_of
from tests.small.face import FACE as SMALL
from tests.tools.tour import album
from tests.tools.tour.album import alt, page, weighed, with_best
from tests.tools.tour.camera import Shot, small
from tests.tools.tour.guide import Chapter, View
from tests.tools.tour.plan import Plan, Played, planned, played

# --- the plan -------------------------------------------------------------------------------------


@cache
def _plan(game: str) -> Plan:
    return planned(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_stops_at_all_that_every_game_has(game: str) -> None:
    plan = _plan(game)
    kinds = [stage.kind for stage in plan.stages]
    drafts = ["draft"] if face_of(game).drafts else []
    told = "round" in kinds or find_spec(f"cogs.{game}.story")  # a plain face may tell no rounds
    rounds = ["round"] if told else []
    assert sorted(kinds) == sorted(["hand", "board", "notice", *rounds, *drafts])
    assert all(stage.after < len(plan.turns) for stage in plan.stages)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_makes_the_same_tour(game: str) -> None:
    assert planned(game) == _plan(game)


def test_a_game_that_nobody_has_told_it_of_has_a_tour_as_well() -> None:
    game: Played = played(SMALL, 1)
    assert game.is_over
    assert {stage.kind for stage in game.stages()} >= {"board", "hand", "notice"}


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
