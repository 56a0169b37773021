"""A short week of every game, with people who vanish, leave and come back."""

from tests.tools.week import play


def test_every_table_ends_and_every_move_is_made_by_the_holder_of_its_seat() -> None:
    wrong, count, _ = play(5, seed=3)
    assert wrong == []
    assert count["over"] + count["ended"] == 5
    assert min(count["house"], count["practised"], count["clock"]) > 0
