"""The tour's guide at the real bot, with somebody who only notes what would be pictured."""

from dataclasses import replace
from typing import Any

from tests.contract.drawing import face_of
from tests.tools.tour.camera import Shot
from tests.tools.tour.guide import Chapter, Guide, quay
from tests.tools.tour.plan import Stage, planned, played


class Notes:
    """Stands in for the camera: whose message it was, where, and how it begins."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, str]] = []
        self.ids: dict[str, str] = {}

    async def message(self, who: str, channel: str, message_id: str, name: str) -> Shot:
        self.seen.append((name, who, channel))
        self.ids[name] = message_id
        return Shot(name, "")

    async def set_clock(self, ahead: float) -> None:
        pass


async def test_the_bot_meets_the_plans_luck_and_each_picture_is_of_what_it_should_be() -> None:
    """The pictures would otherwise show other positions in every run."""
    whole = planned("deadman")
    moves = next(stage.after for stage in whole.stages if stage.kind == "round")
    seat = whole.turns[moves].seat
    stages = (
        Stage(0, "board", "."),
        Stage(moves, "round", "."),
        Stage(moves, "hand", ".", seat),
        Stage(moves, "notice", ".", seat),
    )
    plan = replace(whole, stages=stages)
    notes: Any = Notes()
    async with quay(["deadman"], emojis=False) as here:
        guide = Guide(here, notes, plan, Chapter("deadman", ""))
        name = guide.users[seat].name
        await guide.play()
        assert here.bot is not None
        loaded = await here.bot.services.host.store.loaded(guide.table)
        game = played(face_of("deadman"), whole.seed)
        assert loaded.state == game.steps[-1].state
        assert loaded.table.phase == "over"
        assert notes.seen == [
            ("deadman-01-opening", "Ann", "games"),
            ("deadman-02-board", "Ann", "games"),
            ("deadman-03-round", "Ann", "games"),
            ("deadman-04-hand", name, "games"),
            ("deadman-05-notice", name, "dm"),
            ("deadman-06-end", "Ann", "games"),
            ("deadman-07-truth", "Ann", "games"),
        ]
        messages = here.users[name].messages
        assert messages[notes.ids["deadman-04-hand"]]["flags"] & 64, "a hand is for its owner"
        assert not messages[notes.ids["deadman-06-end"]]["flags"] & 64
        assert not here.unhappy()
