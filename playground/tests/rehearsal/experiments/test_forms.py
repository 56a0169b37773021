"""Tests of commands and forms."""

from discord_playground.rehearsal.experiments import forms

from playground.tests.rehearsal.conftest import Rehearsed


def test_forms_from_buttons_and_commands_are_tried(whole: Rehearsed) -> None:
    keys = [key for experiment in forms.EXPERIMENTS for key in experiment.keys]
    assert "not tried" not in [whole.verdict(key) for key in keys]
    for key in ("autocomplete-focused", "modal-submit-message", "modal-empty-values"):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]


def test_the_command_is_gone_at_the_end(whole: Rehearsed) -> None:
    commands = whole.playground.world.commands
    assert forms.NAME not in str(commands)
    assert any(forms.COMMANDS in str(line.get("route")) for line in whole.recorder.lines)
