"""Dealt!: illegal moves, and the refusals that explain them."""

import pytest

from games.dealt.moves import Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.rules import IllegalMove
from tests.games.dealt.table import ANN, BEN, CAT, DAN, Table, cards

# --- refusals: who is awaited, by name, and what can be done, and nothing else --------------------


def refused(table: Table, seat: int, move: object) -> str:
    with pytest.raises(IllegalMove) as refusal:
        table.do(seat, move)  # type: ignore
    return refusal.value.text(lambda other: ("Ann", "Ben", "Cat", "Dan")[other])


def solo(first: int, card: int) -> Play:
    return Play(first=first, cards=cards(str(card)), values=(card,))


@pytest.mark.parametrize(
    ("hand", "reserve", "can"),
    [
        ("3 9", "7", "Play something higher or take a reserve card."),
        ("3 9", "", "Your reserve is empty, so play something higher."),
        ("3 9 Stop", "", "Your reserve is empty, so play something higher or a STOP."),
        (
            "3 9 Stop Redraw",
            "7",
            "Play something higher, a STOP or a REDRAW, or take a reserve card.",
        ),
        ("3 Redraw", "7", "You have nothing higher, so play a REDRAW or take a reserve card."),
        ("3 Stop", "", "You have nothing higher and your reserve is empty, so play a STOP."),
        ("3 1", "7", "You have nothing higher, so take a reserve card."),
    ],
)
def test_dl_9_a_refusal_names_what_can_be_done_instead_and_nothing_else(
    hand: str, reserve: str, can: str
):
    table = Table("5 1", hand, "10 3", reserves=("", reserve, "")).play(ANN, 1)
    said = refused(table, BEN, solo(1, 3))
    assert said == f"You can't beat a 5 with a 3. {can}"


@pytest.mark.parametrize(
    ("hand", "can"),
    [
        ("7", "Play one card"),
        ("7 8", "Play one or two neighbouring cards"),
        ("7 7 7", "Play one, two or three neighbouring cards"),
        ("7 9 8", "Play one, two or three neighbouring cards"),
        ("7 Stop", "Play one card or a STOP"),
        ("Stop Redraw", "Play a STOP or a REDRAW"),
    ],
)
def test_dl_8_leader_may_not_take_a_reserve_card_and_learns_what_works(hand: str, can: str):
    table = Table(hand, "4 2", "10 3", reserves=("12 5", "", ""))
    said = refused(table, ANN, TakeReserve(card=12, gap=0))
    assert said == f"You lead, so you can't take a reserve card. {can}."


def test_dl_10_refusal_without_a_reserve_says_what_to_play():
    table = Table("3 1", "9 2", "10 3").play(ANN, 1)
    said = refused(table, BEN, TakeReserve(card=5, gap=0))
    assert said == "Your reserve is empty, so play something higher."
    table = Table("Redraw 1", "Stop", "10 3", pile="4 5 6").redraw(ANN)
    said = refused(table, BEN, TakeReserve(card=5, gap=0))
    assert said == "Your reserve is empty, so play a STOP."  # nothing is to be beaten yet


def test_dl_12_after_a_led_redraw_nothing_needs_to_be_higher():
    table = Table("Redraw 1", "5 5", "10 3", reserves=("", "7", ""), pile="4 5 6").redraw(ANN)
    said = refused(table, BEN, Place(gap=0))
    assert said == (
        "You haven't drawn a card to place. "
        "Play one or two neighbouring cards or take a reserve card."
    )


def test_dl_13_two_reserve_cards_that_are_alike_are_named_once():
    table = Table("5 1", "9 2", "10 3", reserves=("", "1 1", "")).play(ANN, 1)
    said = refused(table, BEN, TakeReserve(card="Stop", gap=0))
    assert said == "There's no STOP in your reserve. You can take the 1."


def test_refusal_names_the_player_to_move():
    table = Table("9 1", "Redraw 8", "3 2", "", reserves=("", "4", "5 5"), pile="4 5 6")
    play = solo(1, 3)
    assert refused(table, BEN, play) == "It's Ann's turn, not yours."
    assert refused(table, DAN, play) == "You're out of cards and safe this round. It's Ann's turn."
    table.play(ANN, 1)
    assert refused(table, ANN, play) == (
        "You've already had your turn in this trick. It's Ben's turn."
    )
    table.redraw(BEN).take(CAT, 5)
    for seat in (BEN, CAT):
        said = refused(table, seat, play)
        assert said == "Ann is still placing cards drawn for a REDRAW."
    assert refused(table, DAN, play) == "You're out of cards and safe this round. It's Ann's turn."
    assert refused(table, ANN, solo(1, 1)) == ("First put the 4 you drew into your hand.")


def test_refusal_says_where_a_special_card_lies():
    table = Table("Stop 7 Stop Redraw", "1 1", "2 2")
    assert refused(table, ANN, PlayStop(position=2)) == (
        "There's no STOP there. Yours are at A and C."
    )
    assert refused(table, ANN, PlayRedraw(position=2)) == (
        "There's no REDRAW there. Yours is at D."
    )


@pytest.mark.parametrize("number", [10**5000, -(10**5000)], ids=["large", "small"])
def test_no_number_is_too_long_to_be_refused(number: int):
    table = Table("X 1 Stop", "5 2", "9 8", reserves=("", "3", ""))
    plays = [Play(first=1, cards=("X",), values=(number,)), solo(number, 1)]
    for move in (*plays, PlayStop(position=number), PlayRedraw(position=number)):
        assert refused(table, ANN, move).endswith(".")
    table.play(ANN, 1, values="1")
    assert refused(table, BEN, TakeReserve(card=3, gap=number)).endswith(".")


# --- absurd moves ---------------------------------------------------------------------------------


def test_equal_readings_have_one_legal_form():
    table = Table("X X 5", "1 1", "2 2")
    with pytest.raises(IllegalMove, match="Say that as 2 3"):
        table.do(ANN, Play(first=1, cards=("X", "X"), values=(3, 2)))
    table.do(ANN, Play(first=1, cards=("X", "X"), values=(2, 3)))


def test_an_ill_typed_move_is_refused_like_any_other():
    table = Table("7 1 Stop", "5 2", "9 8", reserves=("", "3", ""))
    bad: list[object] = [
        *(None, "play", PlayStop(position=3.0), PlayRedraw(position=None), Place(gap="0")),  # type: ignore
        Play(first=True, cards=(7,), values=(7,)),
        Play(first=1, cards=(7.0,), values=(7,)),  # type: ignore
        Play(first=1, cards=({},), values=(7,)),  # type: ignore
    ]
    for move in bad:
        with pytest.raises(IllegalMove, match=r"isn't a move in this game"):
            table.do(ANN, move)  # type: ignore
    table.play(ANN, 1)
    for card in (3.0, "3"):
        with pytest.raises(IllegalMove):
            table.do(BEN, TakeReserve(card=card, gap=0))  # type: ignore


def test_a_seat_that_is_not_at_the_table_plays_nothing():
    for seat in (-1, 3, 10**20):
        with pytest.raises(IllegalMove, match="a seat at this table"):
            Table("3 1", "5 2", "9 8").do(seat, solo(1, 3))


def test_positions_beyond_the_hand_are_refused():
    for at in (-2, -1, 0, 3, 10**20):
        for move in (solo(at, 1), PlayStop(position=at), PlayRedraw(position=at)):
            assert refused(Table("3 1", "5 2", "9 8"), ANN, move)


@pytest.mark.parametrize("some", ["", "1 1 1 1", "1 1 2"])
def test_a_combination_has_one_to_three_cards_that_go_together(some: str):
    table = Table("1 1 1 1" if some != "1 1 2" else "1 1 2", "5 2", "9 8")
    with pytest.raises(IllegalMove, match="combination"):
        table.do(ANN, Play(first=1, cards=cards(some), values=cards(some)))  # type: ignore
