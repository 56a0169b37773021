"""Tests that values and events are written as their types say."""

from dataclasses import dataclass, replace

from bot.ui.panels.words import Names
from bot.ui.plain.plain_text import (
    hints_of,
    holes,
    members_of,
    parts,
    sentence_of,
    usual_template,
    written,
)
from games.rules import Seat
from tests.bot.ui.plain.dice import Bid, Event, Rolled, Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    opener: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    count: int

    def __str__(self) -> str:
        return f"{self.count} sixes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    seat: Seat
    left: int
    losers: tuple[Seat, ...]
    cups: tuple[tuple[int, ...], ...]
    bid: Dice


NAMES = Names(["Ann", "Ben", "Cat"])
ROLLED = Rolled(seat=0, die=4)
SHOWN = Shown(dice=(4, None, 2), losers=(1, 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    opener: Seat | None
    out: frozenset[Seat]
    wild: bool
    high: Rolled | None
    turn: Seat


def test_a_seat_is_told_from_a_number_by_its_type():
    hints = hints_of(Public)
    assert written(1, hints["opener"], NAMES) == "Ben"
    assert written(1, hints["opener"], NAMES, to=1) == "you"
    assert written(1, hints_of(Rolled)["die"], NAMES) == "1"
    assert written(None, hints["opener"], NAMES) == "none"
    assert written(frozenset({2, 0}), hints["out"], NAMES) == "Ann and Cat"
    assert written((), tuple[int, ...], NAMES) == "none"
    assert written(True, bool, NAMES) == "yes"


def test_only_the_fields_that_say_something_are_written():
    public = Public(opener=1, out=frozenset(), wild=False, high=ROLLED, turn=0)
    assert parts(public, NAMES) == [("opener", "Ben"), ("high", "die 4")]


def test_a_sentence_says_you_to_its_reader_and_a_name_to_all_others():
    says = "{seat} rolled again. That is {seat}'s last die, and {seat} knows."
    own = "You rolled again. That is your last die, and you knows."
    assert sentence_of(says, ROLLED, NAMES, 0) == own
    assert sentence_of(says, ROLLED, NAMES, 1) == (
        "Ann rolled again. That is Ann's last die, and Ann knows."
    )
    pair = ("You keep your {die}.", "{seat} keeps a die.")
    assert sentence_of(pair, ROLLED, NAMES, 0) == "You keep your 4."
    assert sentence_of(pair, ROLLED, NAMES, None) == "Ann keeps a die."
    assert sentence_of(("You open.", "{opener} opens."), Opened(opener=1), NAMES, 1) == "You open."


def test_values_for_each_seat_are_told_with_names():
    assert sentence_of("{dice:each}: {losers} lose.", SHOWN, NAMES, None) == (
        "Ann 4, Cat 2: Ben and Cat lose."
    )
    assert sentence_of("{losers} lost.", SHOWN, NAMES, 1) == "You and Cat lost."
    nobody = Shown(dice=(4, 4), losers=())
    assert sentence_of("It's a tie, and {losers} lost.", nobody, NAMES, 1) == (
        "It's a tie, and nobody lost."
    )
    assert sentence_of("It's a tie. {losers} lost.", nobody, NAMES, 1) == "It's a tie. Nobody lost."


LOST = Lost(seat=1, left=2, losers=(1,), cups=((4, 4), (), (1,)), bid=Dice(count=3))


def test_a_word_goes_with_the_value_before_it():
    says = "{seat:has|have} {left:die|dice} left, and {losers:is|are} out."
    assert sentence_of(says, LOST, NAMES, None) == "Ben has 2 dice left, and Ben is out."
    assert sentence_of(says, LOST, NAMES, 1) == "You have 2 dice left, and you are out."
    last = replace(LOST, left=1, losers=(0, 2))
    assert sentence_of(says, last, NAMES, 2) == "Ben has 1 die left, and Ann and you are out."
    none = replace(LOST, left=0, losers=())
    assert sentence_of(says, none, NAMES, 0) == "Ben has 0 dice left, and nobody is out."


def test_a_function_chooses_the_sentence_for_an_event():
    def says(event: Lost) -> str | tuple[str, str]:
        return "{seat} lost a die." if event.left else ("You're out.", "{seat} is out.")

    assert sentence_of(says, LOST, NAMES, 1) == "You lost a die."
    assert sentence_of(says, replace(LOST, left=0), NAMES, 1) == "You're out."


def test_several_values_of_each_seat_are_set_apart():
    assert sentence_of("{cups:each}.", LOST, NAMES, 0) == "Ann 4, 4; Cat 1."


def test_a_value_can_say_itself_how_it_is_written():
    assert sentence_of("{seat}'s {bid}?", LOST, NAMES, 1) == "Your 3 sixes?"
    assert parts(LOST, NAMES)[-1] == ("bid", "3 sixes")


def test_an_event_without_a_sentence_is_told_by_its_name_and_fields():
    assert usual_template(Rolled) == "{seat} rolled: die {die}."
    assert usual_template(Shown) == "Shown: dice {dice}, losers {losers}."
    assert sentence_of(usual_template(Rolled), ROLLED, NAMES, 0) == "You rolled: die 4."
    assert holes("{dice:each} {seat}'s") == ["dice", "seat"]


def test_the_members_of_a_union_are_found_and_kind_is_no_field():
    assert members_of(Event) == (Rolled, Shown)
    assert members_of(Rolled) == (Rolled,)
    assert list(hints_of(Bid)) == ["count", "face", "wild", "rival"]
