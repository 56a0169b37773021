"""Tests of edits of old messages."""

from bot.playground import Playground
from bot.rehearsal.command_line import StandIn, rehearse_alone
from bot.rehearsal.experiments import old_messages
from bot.rehearsal.rehearse import Plan
from tests.bot.rehearsal.conftest import SETTLE, Rehearsed, opened


async def test_a_left_message_is_found_an_hour_later() -> None:
    async with opened() as (playground, stand_in):
        leaving = Plan(stand_in.token, 5.0, SETTLE, leave_one=True, experiments=())
        await rehearse_alone(stand_in, leaving)
        assert _left(playground)
        playground.world.set_ahead(-7200)
        _age(playground, stand_in)
        again = Plan(stand_in.token, 5.0, SETTLE, experiments=(old_messages.EXPERIMENT,))
        report, _ = await rehearse_alone(stand_in, again)
        assert report.findings[old_messages.KEY].verdict != "not tried"
        assert not _left(playground)


def test_without_one_it_is_not_tried(whole: Rehearsed) -> None:
    assert "--leave-one" in whole.report.findings[old_messages.KEY].seen


def _left(playground: Playground) -> bool:
    texts = [m.json["content"] for c in playground.world.messages.values() for m in c.values()]
    return any(text.startswith(old_messages.MARK) for text in texts)


def _age(playground: Playground, stand_in: StandIn) -> None:
    for message in playground.world.messages[stand_in.channel].values():
        message.json["timestamp"] = "2026-01-01T00:00:00.000000+00:00"
