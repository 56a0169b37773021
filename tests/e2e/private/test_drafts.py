"""A deal is put together on a private panel, through the real client, and is then on the table."""

import random
from pathlib import Path

from playground.tests.user import User, text_of
from tests.actors.harbor import Harbor, harbor


async def dealing(here: Harbor) -> tuple[int, User, User]:
    """Play TRUMP until somebody may deal; return the table, them, and another player."""
    table = await here.table("trump", ("Ann", "Ben", "Cat"))
    picks = random.Random(11)
    while True:
        public = (await here.seen(table)).public.public
        if public.dealing and public.phase.kind == "acting":
            break
        user = await here.mover(table)
        legal = (await here.seen(table, user)).legal.moves
        move = legal[0] if public.dealing else picks.choice(legal)
        await here.play(table, user, move)
    await here.settled()
    user = await here.mover(table)
    return table, user, next(other for other in here.users.values() if other is not user)


async def test_a_draft_is_begun_filled_proposed_and_seen_by_nobody_before(tmp_path: Path) -> None:
    async with harbor(tmp_path, ("Ann", "Ben", "Cat")) as here:
        table, user, other = await dealing(here)
        step, before = here.step(table), len(here.requests)
        begun = await user.command("trump draft", {"with": other.name})
        assert f"A deal with {other.name}" in begun.text
        await user.choose(begun.message, "$10M", label="You get…")
        panel = await user.find(text="You get: $10M")
        await here.settled()
        assert here.step(table) == step, "a draft is no step"
        told = [request for request in here.requests[before:] if request["interaction_id"] is None]
        assert told == [], "and nobody else is shown anything"
        await here.restart_bot()
        await user.click(panel, label="Propose")
        await here.settled()
        assert (await here.seen(table)).public.public.phase.kind == "proposed"
        assert here.rows("SELECT * FROM slips") == []
        board = await here.board(other, table)
        assert "$10M" in text_of(board)
        assert here.unhappy() == []
