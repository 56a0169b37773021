"""The simulated TRUMP players really deal: offers with promises, and answers to them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from games.trump.moves import Reject
from playground.tests.user import User
from tests.actors.drafter import suited
from tests.actors.harbor import Harbor, harbor
from tests.actors.player import Manners, Only, Tally
from tests.actors.trump.dealer import Dealer
from tests.actors.trump.typed_deals import line, promises, turn_in
from tests.e2e.private.test_drafts import dealing

pytestmark = pytest.mark.full

NAMES = ("Ann", "Ben", "Cat")
WAYS: tuple[Only, ...] = ("buttons", "commands", "lines")


def dealer(user: User, table: int, only: Only) -> Dealer:
    """Sit somebody down who is eager to deal, and in no hurry."""
    manners = Manners(think=0.0, deals=1.0, only=only)
    return Dealer(user, "trump", table, Random(5), Tally(), manners)


async def at_phase(here: Harbor, table: int) -> str:
    """Say what is going on at a table."""
    await here.settled()
    return (await here.seen(table)).public.public.phase.kind


async def until(found: Callable[[], Awaitable[bool]], do: Callable[[], Awaitable[None]]) -> None:
    """Do something until something is so. Raises TimeoutError."""
    async with asyncio.timeout(60):
        while not await found():
            await do()


@pytest.mark.parametrize("only", WAYS)
async def test_an_offer_is_made_and_answered(only: Only, tmp_path: Path) -> None:
    """A drive in which nobody deals would prove nothing of deals."""
    async with harbor(tmp_path, NAMES) as here:
        table, user, _ = await dealing(here)
        own = dealer(user, table, only)

        async def offered() -> bool:
            return await at_phase(here, table) == "proposed"

        await until(offered, own.deal)
        other = dealer(await here.mover(table), table, only)
        assert other.user is not user
        step = here.step(table)

        async def answered() -> bool:
            await here.settled()
            return here.step(table) > step

        await until(answered, other.answer)
        told = here.rows("SELECT told FROM log WHERE table_id=? AND step>?", table, step)
        assert any(kind in row["told"] for row in told for kind in ("struck", "reject", "counter"))
        assert own.tally.problems == other.tally.problems == []
        assert here.unhappy() == []


async def test_promises_are_put_into_drafts(tmp_path: Path) -> None:
    """The page of a promise has to be found, filled in and put on the draft, by pressing alone."""
    async with harbor(tmp_path, NAMES) as here:
        table, user, _ = await dealing(here)
        own = dealer(user, table, "buttons")

        async def promised() -> bool:
            await here.settled()
            rows = here.rows("SELECT told FROM log WHERE table_id=? AND told LIKE '%duty%'", table)
            drafts = here.rows("SELECT json FROM slips WHERE json LIKE '%duty%'")
            return bool(rows or drafts)

        async def deal() -> None:
            if await at_phase(here, table) == "proposed":
                await here.play(table, await here.mover(table), Reject())
            await own.deal_by_buttons()

        await until(promised, deal)
        assert here.unhappy() == []


def test_forms_are_filled_in_within_their_limits() -> None:
    """A player whose lines are always refused never finishes a draft."""
    dice = Random(3)
    for _ in range(50):
        assert 35 <= int(suited("35 to 59", dice)) <= 59
        sum = int(
            "".join(item for item in suited("$10M to $400M, in tens", dice) if item.isdigit())
        )
        assert 10 <= sum <= 400
        assert sum % 10 == 0


def test_nothing_is_promised_twice_over() -> None:
    """Such an offer is always refused (TR-73), and proves nothing."""
    for seed in range(200):
        said = promises(Random(seed), 30, ["Casino", "Hotel"], ["Airline"])
        for item in ("Casino", "Hotel", "Airline"):
            bound = [part for part in said.split("; ") if f" {item}" in part.split(" with ")[0]]
            assert len(bound) <= 1, said


def test_cards_are_lent_and_plays_are_promised() -> None:
    """Each kind of card promise is invented now and then, and only for a card that fits."""
    lent = [
        promises(Random(seed), 30, [], ["Casino"], {"I": "Tax", "they": "$20M"})
        for seed in range(50)
    ]
    assert any("I return Tax" in said for said in lent)
    assert not any("they return $20M" in said for said in lent)
    played = [promises(Random(seed), 30, ["Any 40", "Tax"], []) for seed in range(50)]
    assert any("I play Any 40 by 3" in said for said in played)
    assert not any("play Tax" in said for said in played)


def test_a_deal_is_typed_with_what_was_chosen() -> None:
    given = {"with": "Ann", "give": "Casino", "get": "$10M", "promises": "I pay 10 by 31"}
    assert line(given) == "Ann: give Casino; get $10M; I pay 10 by 31"
    assert line({"get": "$10M", "then": "no card"}) == "get $10M; then no card"
    assert line({}) == ""


def test_the_turn_is_read_from_the_board() -> None:
    assert turn_in("-# Turn 35, Ann's · Dealing Phase") == 35
    assert turn_in("TRUMP The Game") == 1
