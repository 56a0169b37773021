"""Answers to a lot, through the real client: pressed for all to see, read by their owners alone.

A table of Downeast Dealer that is opened at a day's pace without a word has each lot answered once.
"""

from pathlib import Path

from playground.tests.user import User
from tests.actors.harbor import Harbor, harbor

NAMES = ("Ann", "Ben", "Cat")


async def bidders(here: Harbor, table: int) -> tuple[User, User, User]:
    """Find the auctioneer, and the two who bid."""
    turn = (await here.seen(table)).public.turn
    seated = [here.users[name] for name in NAMES]
    return seated[turn], seated[(turn + 1) % 3], seated[(turn + 2) % 3]


async def test_an_answer_that_is_changed_on_the_board_is_seen_by_nobody_else(tmp_path: Path):
    """Not by a step, not by a drawing: who presses it is answered in private, and nobody else."""
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", NAMES)
        _, bidder, other = await bidders(here, table)
        first = await bidder.click(await here.board(bidder, table), label="Pass")
        assert "You've passed." in first.text
        await here.settled()
        step, rev, before = here.step(table), here.rev(table), len(here.requests)
        drawn = await here.board(other, table)
        for label, answer in (
            ("Other…", "You'd pay up to $"),
            ("Up to $10", "You'd pay up to $10."),
            ("Pass", "You've passed."),
        ):
            buttons = await here.board(bidder, table)
            if label == "Up to $10" and label not in str(buttons):
                continue  # the item that is up is a dear one
            outcome = await bidder.click(buttons, label=label)
            if outcome.kind == "form":
                outcome = await bidder.submit(outcome.form, {})
            assert outcome.text.startswith("### Your hand"), outcome
            assert answer in outcome.text
        await here.settled()
        assert here.step(table) == step
        assert here.rev(table) > rev
        others = [
            request
            for request in here.requests[before:]
            if request["interaction_id"] is None
            and f"/channels/{bidder.dm_id}/" not in request["path"]
        ]
        assert others == []
        assert await here.board(other, table) == drawn
        assert here.unhappy() == []


async def test_a_lot_is_settled_and_paid_by_the_last_answer(tmp_path: Path):
    async with harbor(tmp_path) as here:
        table = await here.table("downeast", NAMES)
        auctioneer, bidder, other = await bidders(here, table)
        await auctioneer.command("downeast keep", {"price": "10"})
        await other.command("downeast pass")
        outcome = await bidder.command("downeast most", {"amount": 20})
        assert "### Your hand" in outcome.text
        await here.settled()
        text = str(await here.board(other, table))
        assert f"{auctioneer.name} kept the " in text
        assert f"and paid {bidder.name} $10 (nobody else bid)." in text
        assert here.unhappy() == []
