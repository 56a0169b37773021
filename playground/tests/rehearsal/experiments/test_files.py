"""Tests of pictures in components."""

from discord_playground.rehearsal.experiments import files

from playground.tests.rehearsal.conftest import Rehearsed


def test_each_way_to_keep_a_file_is_tried(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in files.KEYS]
    for key in ("files-id-in-media", "files-unlisted-stay", "file-name-cleaned"):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]


def test_the_picture_is_a_png() -> None:
    data = files.picture(2)
    assert data.startswith(b"\x89PNG")
    assert data.endswith(files.chunk(b"IEND", b""))
