"""Tests of edits of old messages."""

from discord_playground import Playground
from discord_playground.rehearsal.command_line import place_on, rehearse_alone
from discord_playground.rehearsal.experiments import old_messages

from playground.tests.rehearsal.conftest import Rehearsed, opened, plan_for


async def test_a_left_message_is_found_an_hour_later() -> None:
    async with opened() as playground:
        leaving = plan_for(playground, leave_one=True, experiments=())
        await rehearse_alone(playground, leaving)
        assert _left(playground)
        playground.world.set_ahead(-7200)
        _age(playground)
        again = plan_for(playground, experiments=(old_messages.EXPERIMENT,))
        report, _ = await rehearse_alone(playground, again)
        assert report.findings[old_messages.KEY].verdict != "not tried"
        assert not _left(playground)


def test_without_one_it_is_not_tried(whole: Rehearsed) -> None:
    assert "--leave-one" in whole.report.findings[old_messages.KEY].seen


def _left(playground: Playground) -> bool:
    texts = [m.json["content"] for c in playground.world.messages.values() for m in c.values()]
    return any(text.startswith(old_messages.MARK) for text in texts)


def _age(playground: Playground) -> None:
    for message in playground.world.messages[place_on(playground).channel].values():
        message.json["timestamp"] = "2026-01-01T00:00:00.000000+00:00"
