"""Luck that was just drawn is told only to seats that may know it.

luck.py explains the method. The last tests plant leaks and check that they are found.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest

from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Seat, Step, Told
from tests.contract.luck import Difference, check_luck, forks, replayed, told_apart
from tests.contract.playing import Case, altered, cases_of, games_with_twins, played, with_twins
from tests.contract.twins import secrets_of

ROOT = Path(__file__).parents[2]


@with_twins
def test_nobody_is_told_of_luck_that_they_may_not_know(case: Case):
    check_luck(case, case.rules)


@with_twins
def test_what_is_not_changed_is_drawn_as_it_was(case: Case):
    """Otherwise the comparison would be between steps that nobody played."""
    for fork in forks(case, case.rules):
        assert fork.here == fork.position.step


# --- what everybody may know of luck --------------------------------------------------------------


@games_with_twins
def test_open_luck_is_what_a_ruling_makes_public_and_everybody_is_told(game: str):
    for name, ruling in secrets_of(game).open_luck.items():
        where = f"tests/contract/twins/{game}.py declares `{name}` as open luck"
        rules = "".join(path.read_text("utf-8") for path in (ROOT / "games" / game).glob("*.py"))
        assert ruling in rules, f"{where}, but the rules in games/{game} have no {ruling}."
        kind, _, field = name.partition(".")
        told = [
            told_event
            for case in cases_of(game)
            for position in played(case).positions
            for told_event in position.step.told
            if told_event.event.kind == kind
        ]
        assert told, f"{where}, but no event `{kind}` was ever told."
        assert hasattr(told[0].event, field), f"{where}, but `{kind}` has no field `{field}`."
        private = any(told_event.to is not None for told_event in told)
        assert not private, f"{where}, but `{kind}` is told in private."


@games_with_twins
def test_no_luck_is_declared_open_that_need_not_be(game: str):
    """A view already shows it, so declaring it would hide a leak."""
    declared = frozenset(secrets_of(game).open_luck)
    for name in declared:
        assert is_found(game, declared - {name}), (
            f"The views keep what `{name}` tells, or hardly anybody is told it: delete it from "
            f"`open_luck` in tests/contract/twins/{game}.py."
        )


def is_found(game: str, declared: frozenset[str]) -> bool:
    """Return whether a game would be leaky if it declared only this."""
    try:
        for case in cases_of(game):
            check_luck(case, case.rules, declared)
    except AssertionError:
        return True
    return False


def check_all(game: str, rules: AnyRules) -> None:
    for case in cases_of(game):
        check_luck(case, rules)


# --- how two tellings are compared ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeked:
    """What nobody should be told."""

    kind: Literal["peeked"] = "peeked"
    seat: Seat
    found: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat:
    """Something else."""

    kind: Literal["sat"] = "sat"


ONE, OTHER = Peeked(seat=0, found=1), Peeked(seat=0, found=2)
NOTHING = frozenset[str]()


def test_what_is_told_alike_gives_nothing_away():
    assert told_apart([ONE, Sat()], [ONE, Sat()], NOTHING) is None


def test_the_first_event_that_differs_is_named_with_its_fields():
    here, there = [Sat(), ONE], [Sat(), Peeked(seat=1, found=2)]
    found = Difference(ONE, there[1], ("peeked.seat", "peeked.found"))
    assert told_apart(here, there, NOTHING) == found


def test_of_two_kinds_of_event_and_of_one_too_many_no_field_is_named():
    """No field can be declared, because the event itself gives the luck away."""
    assert told_apart([ONE], [Sat()], NOTHING) == Difference(ONE, Sat(), ())
    assert told_apart([ONE], [], NOTHING) == Difference(ONE, None, ())
    assert told_apart([Sat()], [Sat(), ONE], NOTHING) == Difference(None, ONE, ())


def test_who_may_know_that_luck_differs_may_be_told_otherwise_from_there_on():
    """A second roll adds an event."""
    declared = frozenset({"peeked.found"})
    assert told_apart([ONE], [OTHER, ONE], declared) is None
    assert told_apart([Sat(), ONE], [ONE, OTHER], declared) == Difference(Sat(), ONE, ())


def test_a_field_beside_one_that_is_declared_may_not_differ():
    other = Peeked(seat=1, found=2)
    found = told_apart([ONE], [other], frozenset({"peeked.found"}))
    assert found == Difference(ONE, other, ("peeked.seat",))


# --- a leak is found ------------------------------------------------------------------------------

Telling: TypeAlias = tuple[Told[Any], ...]


def leaking(
    rules: AnyRules,
    deal: Callable[[Step[Any, Any]], Telling] | None = None,
    move: Callable[[Step[Any, Any]], Telling] | None = None,
) -> AnyRules:
    """Return the rules with other events for the deal or a move."""

    def start(seats: int, options: Any, chance: Chance) -> Step[Any, Any]:
        step = rules.start(seats, options, chance)
        return Step(step.state, deal(step)) if deal else step

    def play(state: Any, seat: Seat, what: Any, chance: Chance) -> Step[Any, Any]:
        step = rules.play(state, seat, what, chance)
        return Step(step.state, move(step)) if move else step

    return altered(rules, start=start, play=play)


def aloud(step: Step[Any, Any]) -> Telling:
    """Tell everybody the private events."""
    return tuple(Told(told_event.event) for told_event in step.told)


def with_peek(attribute: str) -> Callable[[Step[Any, Any]], Telling]:
    """Tell everybody what the state holds."""

    def told(step: Step[Any, Any]) -> Telling:
        return (*step.told, Told(Peeked(seat=0, found=getattr(step.state, attribute))))

    return told


LEAKS = {
    "deadman": (leaking(GAMES["deadman"], move=with_peek("dice")), "peeked.found"),
    "dealt": (leaking(GAMES["dealt"], move=aloud), "hand_dealt.cards"),
    "trump": (leaking(GAMES["trump"], move=aloud), "took_card.card"),
    "yankee": (leaking(GAMES["yankee"], deal=aloud), "received.cards"),
    "downeast": (leaking(GAMES["downeast"], deal=with_peek("deck")), "peeked.found"),
}


@pytest.mark.parametrize("game", LEAKS)
def test_a_leak_is_found_and_it_is_said_what_to_write(game: str):
    rules, field = LEAKS[game]
    with pytest.raises(AssertionError) as failed:
        check_all(game, rules)
    said = str(failed.value)
    assert said.startswith(f"{rules.title}: the public is told what luck drew")
    assert f"`{field}` in what the public is told" in said
    assert "`Told(event, frozenset({seat}))`" in said
    assert f'write `open_luck={{"{field}": "<number of the ruling>"}}`' in said
    assert f"SECRETS of tests/contract/twins/{game}.py" in said


def test_a_leak_to_one_seat_is_found():
    """Telling one neighbour is a leak too."""

    def to_the_left(step: Step[Any, Any]) -> Telling:
        seats = len(step.state.hands)
        return tuple(
            Told(
                told_event.event,
                frozenset({(told_event.event.seat + 1) % seats}) if told_event.to else None,
            )
            for told_event in step.told
        )

    with pytest.raises(AssertionError, match=r"seat \d is told what luck drew"):
        check_all("yankee", leaking(GAMES["yankee"], deal=to_the_left))


def test_that_something_is_told_at_all_can_be_a_leak():
    """Such as whether luck drew a pair; no field can be declared for that."""

    def of_a_pair(step: Step[Any, Any]) -> Telling:
        high, low = step.state.dice
        return (*step.told, Told(Sat())) if high == low else step.told

    with pytest.raises(AssertionError, match="whether the public is told of `sat`") as failed:
        check_all("deadman", leaking(GAMES["deadman"], move=of_a_pair))
    assert "open_luck" not in str(failed.value)


def test_each_may_be_told_in_private_what_they_see():
    """Their view shows it, so nothing needs to be declared."""

    def whispered(step: Step[Any, Any]) -> Telling:
        seen = step.state.seen_by
        told = Told(Peeked(seat=step.state.holder, found=step.state.dice), seen)
        return (*step.told, told) if seen else step.told

    rules = leaking(GAMES["deadman"], deal=whispered, move=whispered)
    check_all("deadman", rules)
    case = cases_of("deadman")[0]
    told = [told_event for step in replayed(case, rules) for told_event in step.told]
    assert any(told_event.to for told_event in told), (
        "nothing was told in private: nothing was tested"
    )


def test_rules_that_some_luck_breaks_are_told_which():
    """A changed draw must be playable."""

    def start(seats: int, options: Any, chance: Chance) -> Step[Any, Any]:
        step = GAMES["deadman"].start(seats, options, chance)
        if step != played(cases_of("deadman")[0]).positions[0].step:
            raise ZeroDivisionError
        return step

    with pytest.raises(ZeroDivisionError) as failed:
        check_luck(cases_of("deadman")[0], altered(GAMES["deadman"], start=start))
    assert "Luck can draw this as well: draw " in failed.value.__notes__[0]
