"""The example with which each game's help begins goes as it is told: who learns by it learns right.

That of TRUMP is printed, and played through in tests/games: the sale of the Hotel, and deal 2.
"""

from importlib import import_module

from bot.ui.panels.pics import names_in
from games.chance import Chance
from games.deadman import DeadMan
from games.deadman.events import Revealed
from games.deadman.moves import Bid, Challenge, Shake
from games.deadman.state import Options as Pirates
from games.downeast.decks import DECKS
from games.gifts import COAL
from games.yankee import YankeeSwap
from games.yankee.moves import Decline, Give, Regift
from games.yankee.moves import Look as Peek
from games.yankee.state import Giving, State, coal_each
from games.yankee.state import Options as Swap
from tests.cogs.terms import help_of
from tests.games.dealt import table as dealt
from tests.games.downeast.table import Table

ANN, BEN, CAT, DAN = range(4)


def first_pages(game: str, many: int) -> list[str]:
    """Name the pictures of the first pages."""
    pages = import_module(f"cogs.{game}").FACE.how_to[:many]
    return [" ".join(names_in(page.text)) for page in pages]


def test_dead_man_s_chest():
    rules = DeadMan()
    state = rules.start(3, Pirates(), Chance.tape([ANN, 3, 2])).state
    for seat, move in ((ANN, Bid(value=54)), (BEN, Bid(value=61))):
        if seat == BEN:
            found = {type(move) for move in rules.legal_moves(rules.view(state, BEN))}
            assert found == {Challenge, Shake, Bid}
        state = rules.play(state, seat, move, Chance.tape()).state
    step = rules.play(state, CAT, Challenge(), Chance.tape([4, 4]))
    assert [
        told_event.event.dice for told_event in step.told if isinstance(told_event.event, Revealed)
    ] == [(3, 2)]
    assert step.state.gems == (4, 3, 4)
    assert rules.to_move(rules.view(step.state, None)) == {BEN}
    assert first_pages("deadman", 3) == ["die_3 die_2", " ".join(["gem"] * 4), "die_3 die_2"]


def test_dealt_from_the_first_trick_to_the_second():
    andy, carla, nico, susie = range(4)
    table = dealt.Table(
        "8 6 7 8 1", "12 6 2", "7 5 4 7 12", "5 6 11 11 3", reserves=("1 2", "7 2", "12 3", "4 9")
    )
    table.play(andy, 1).play(carla, 1).play(nico, 2, 3)
    assert table.hand(nico) == "7 7 12"
    table.play(susie, 1, 2)
    assert table.to_move() == {susie}
    table.play(susie, 1, 2).play(andy, 1, 3)
    table.take(carla, 7, 1).take(nico, 12, 3)
    assert (table.hand(carla), table.hand(nico)) == ("6 7 2", "7 7 12 12")


def test_downeast_dealer_a_lot_and_a_deal():
    hand = "50 10 10 10 10 0 0"
    ann, ben, cat, dan = f"/ {hand}", f"Canoe / {hand}", f"Canoe / {hand}", f"/ {hand}"
    table = Table(ann, ben, cat, dan, deck="Canoe Trap", bidding="once", payments="house")
    assert DECKS["classified"].item("Canoe").stars == 80
    table.turn_over(ANN).answers(BEN, 50).answers(CAT, 20).passes(DAN).sell(ANN)
    assert table.items(BEN) == "Canoe Canoe"
    assert sum(table.cash(ANN)) == 90 + 30
    assert sorted(table.cash(BEN)) == [0, 0, 10, 50], "two cards might be $60"
    table.deal(BEN, "Canoe", CAT, "0 0", fanned=True).surrender(CAT)
    assert (table.items(BEN), table.items(CAT)) == ("Canoe Canoe Canoe", "")
    assert sorted(table.cash(CAT)) == [0, 0, 0, 0, 10, 10, 10, 10, 50]
    assert first_pages("downeast", 2) == ["canoe canoe", "bad_check bad_check"]


def test_downeast_dealer_any_ten_would_have_taken_the_other_canoe():
    table = Table("/", "Canoe Canoe / 50 10 0 0", "Canoe / 10", deck="Trap Trap", turn=BEN)
    table.deal(BEN, "Canoe", CAT, "0 0", fanned=True).answer(CAT, "10")
    assert (table.items(BEN), table.items(CAT)) == ("Canoe", "Canoe Canoe")


def test_yankee_swap():
    rules, lucy, jude, rita = YankeeSwap(), 0, 1, 2
    hands = ((COAL, "mug"), ("pies",), ("pies",), ("mug",), ("syrup",))
    state = State(
        options=Swap(),
        hands=hands,
        displays=((),) * len(hands),
        tree=("snowshoes", "mug"),
        coal_left=(coal_each(len(hands)),) * len(hands),
        record="",
        phase=Giving(seat=lucy),
        gift=None,
    )
    for seat, move in (
        (lucy, Give(card=COAL, to=jude, declared="wreath")),
        (jude, Peek()),
        (jude, Regift(to=rita, declared="candle")),
        (rita, Decline(reason="isnt")),
    ):
        state = rules.play(state, seat, move, Chance.tape()).state
    assert state.displays[rita] == (COAL, "snowshoes")
    assert state.phase == Giving(seat=rita)


def test_yankee_swap_names_both_ways_to_avoid_coal():
    told = help_of(import_module("cogs.yankee").FACE, "Coal")
    assert "say “it is Coal,” so the giver takes it, or look and pass it on." in told
    told = help_of(import_module("cogs.yankee").FACE, "Rita says it isn't")
    assert "If she had said “it's Coal,” Jude would have had to take it. She could also" in told


def test_trump_says_what_its_printed_examples_come_to():
    """50 of 120 go to Jeff, and what the loan cost comes back with the Casino."""
    told = help_of(import_module("cogs.trump").FACE, "Jeff lends you his Casino")
    assert f"You're ${120 - 50 - 10 + 10}M richer, and Jeff is $50M richer" in told
