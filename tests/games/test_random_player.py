"""The house player at random makes every legal move, and no other."""

from games.chance import Chance
from games.random_player import RandomPlayer


def test_any_legal_move_may_be_chosen_and_nothing_else():
    player = RandomPlayer(lambda view: (move for move in view))
    chosen = {player.choose("abc", Chance.of(b"", 0, number)) for number in range(50)}
    assert chosen == set("abc")


def test_the_same_luck_chooses_the_same_move():
    player = RandomPlayer(list)
    assert [player.choose("abc", Chance.tape([0, at])) for at in range(3)] == ["a", "b", "c"]


def test_a_kind_with_many_moves_is_no_likelier_than_one_with_few():
    player = RandomPlayer(list)
    moves = [*range(60), "challenge"]
    chosen = [player.choose(moves, Chance.of(b"", 0, number)) for number in range(200)]
    assert 80 < chosen.count("challenge") < 120
